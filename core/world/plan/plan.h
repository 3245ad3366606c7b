#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/parallel/lock.h"
#include "core/base/parallel/progress.h"
#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"

// The flow of a generation as data. A Plan is a list of stages; a stage is a plain function of the values of
// earlier stages that returns a new value. From the list follow the order, what runs side by side, the keys
// of the cache, the points of cancellation, the progress reports and when a value is dropped.
//
// To add a stage: one row `list.add({name, cost, paths}, f, a, b)` in core/world/flow, where f is the
// function `T f(const StageContext&, const A&, const B&)` or a lambda that calls it, a and b are the handles
// of its inputs and `paths` are the template's paths that it looks at. tests/world/test_stage_cache.cpp finds
// a path that is missing.

namespace fw {

class StageCache;

/// What every stage may look at besides its inputs.
struct StageContext {
  const Template& tmpl;
  const SeedBundle& seeds;
  const GridSpec& grid;
  const Progress& progress;  ///< long stages call stop_if_cancelled (core/world/plan/cancel.h)
  const ImportSet& imports =
      kNoImports;      ///< pixels of hand.imports; a stage that looks at them reads the rows' paths
  bool draft = false;  ///< heights and waters are decided on the raster where it is coarser than the plan
};

/// Paths besides the template's: the seed that placement draws from, and the own seeds of parts.
inline constexpr const char* kPlaceSeedPath = "streams.place";
std::string part_seed_path(SeedPart part);

enum class Keep : uint8_t {
  recent,         ///< in the cache, if there is one
  never,          ///< cheap, or too large to be kept
  repeated,       ///< in the cache from the second request of its key on
  second_request  ///< made and kept when its key is asked for again; until then readers get a null pointer
};

/// The grid that a stage works on.
enum class StageGrid : uint8_t {
  raster,  ///< of the world's resolution
  plan     ///< 512 cells along the longer side: the value is the same at every resolution
};

/// A stage's row in the plan.
struct StageFacts {
  std::string name;    ///< unique in a plan; of one grid two rows of a name are the same stage
  double cost_ms = 0;  ///< measured on one thread; only ratios count: the longest chain goes first
  /// Prefixes of the template's paths, "[]" for every row of a list ("factions[].share"), or kPlaceSeedPath.
  std::vector<std::string> reads = {};
  Keep keep = Keep::recent;
  std::string_view phase = {};  ///< reported when the stage begins; may be empty
  std::string key = {};         ///< more that the value depends on, as text: rows of the hand that concern it
  StageGrid grid = StageGrid::raster;
  bool of_noise = false;  ///< draws nothing from the layout's stream: its key does not name that
};

/// Why a stage's value is not there.
enum class Absence : uint8_t {
  unlisted,   ///< nothing: its row is yet to be added, and nobody may read it
  not_asked,  ///< the template asks for none
  no_hand,    ///< no row of the hand has to do with it
  not_kept    ///< Keep::second_request, of which this is the first
};

/// A handle of a stage's value, or why there is none.
template <typename T>
struct StageHandle {
  static constexpr size_t kNone = SIZE_MAX;
  size_t index = kNone;
  Absence absence = Absence::unlisted;  ///< of a handle without a stage

  StageHandle() = default;
  StageHandle(size_t stage) : index(stage) {}
  StageHandle(Absence why) : absence(why) {}
  bool exists() const { return index != kNone; }
};

/// A value as a stage receives it: by reference, as a pointer that may be null, or shared.
template <typename T>
struct StageInput {
  std::shared_ptr<const T> value;
  Absence absence = Absence::unlisted;  ///< why `value` is null
  operator const T&() const { return *value; }
  operator const T*() const { return value.get(); }
  operator std::shared_ptr<const T>() const { return value; }
};

/// What a stage makes without the hand and with it: one stage where no row of the hand moves what it reads.
template <typename T>
struct Both {
  StageHandle<T> natural, by_hand;

  Both() = default;
  Both(Absence why) : natural(why), by_hand(why) {}
  Both(StageHandle<T> same) : natural(same), by_hand(same) {}
  Both(StageHandle<T> without, StageHandle<T> with) : natural(without), by_hand(with) {}
  bool exists() const { return natural.exists(); }
  bool moved() const { return by_hand.index != natural.index; }
};

class Plan {
 public:
  /// `cache` may be null. The context must outlive the plan.
  Plan(const StageContext& context, StageCache* cache);

  /// Adds a stage after those whose values it reads; one on the plan grid that is there already is not added
  /// again. `function` takes the context first if it has a use for it, then the inputs: a StageInput for a
  /// handle, a vector of pointers for a vector of handles.
  template <typename Function, typename... Inputs>
  auto add(StageFacts facts, Function function, Inputs... inputs) {
    constexpr bool with_context =
        std::is_invocable_v<Function, const StageContext&, decltype(input(inputs))...>;
    const StageContext* of = facts.grid == StageGrid::plan ? &plan_context_ : &context_;
    const auto call = [this, of, function, inputs...] {
      if constexpr (with_context)
        return function(*of, input(inputs)...);
      else
        return function(input(inputs)...);
    };
    using T = decltype(call());
    std::vector<size_t> indices;
    (list(inputs, indices), ...);
    return StageHandle<T>{append(std::move(facts), std::move(indices),
                                 [call]() -> std::shared_ptr<void> { return std::make_shared<T>(call()); })};
  }

  /// Whether the cache holds the value of a stage.
  template <typename T>
  bool cached(StageHandle<T> stage) const {
    return cache_ != nullptr && stage.exists() && cached(nodes_[stage.index]);
  }

  /// Makes the wanted stages and what they need; a value found in the cache by its key is not made, nor is
  /// anything that only it would read. Throws Cancelled when the progress says so.
  template <typename... T>
  void run(StageHandle<T>... wanted) {
    std::vector<size_t> indices;
    (list(wanted, indices), ...);  // not those that are none
    run(indices);
  }

  /// A wanted value after run(), or one member of it: moved out if no cache holds it too, else a copy.
  template <typename T>
  T take(StageHandle<T> stage) {
    const auto& value = nodes_[stage.index].value;
    T& of = *static_cast<T*>(value.get());
    return value.use_count() == 1 ? std::move(of) : T(of);
  }
  template <typename T, typename Member>
  Member take(StageHandle<T> stage, Member T::*member) {
    const auto& value = nodes_[stage.index].value;
    Member& of = static_cast<T*>(value.get())->*member;
    return value.use_count() == 1 ? std::move(of) : Member(of);
  }

 private:
  struct Node {
    StageFacts facts;
    std::vector<size_t> inputs;
    std::function<std::shared_ptr<void>()> make;
    std::string key;              ///< of everything that the value depends on; empty without a cache
    std::shared_ptr<void> value;  ///< from make() or the cache, until its last reader has run
    bool to_make = false;
    bool to_keep = false;  ///< in the cache, once it is made
    size_t inputs_to_come = 0;
    size_t readers_to_come = 0;  ///< stages that will run, and one for the caller if the value is wanted
    double chain_ms = 0;         ///< the longest chain of stages from this one on
  };

  size_t append(StageFacts facts, std::vector<size_t> inputs, std::function<std::shared_ptr<void>()> make);
  const std::string& key_of_path(const std::string& path);
  std::string key_of(const Node& node);
  bool cached(const Node& node) const;
  void run(const std::vector<size_t>& wanted);
  void choose(const std::vector<size_t>& wanted);
  bool needs_making(Node& node);
  size_t run_next();
  size_t begin_next();
  size_t end(size_t index, std::shared_ptr<void> value);

  template <typename T>
  static void list(StageHandle<T> stage, std::vector<size_t>& to) {
    assert(stage.exists() || stage.absence != Absence::unlisted);
    if (stage.exists()) to.push_back(stage.index);
  }
  template <typename T>
  static void list(const std::vector<StageHandle<T>>& stages, std::vector<size_t>& to) {
    for (const StageHandle<T> stage : stages) list(stage, to);
  }
  template <typename T>
  StageInput<T> input(StageHandle<T> stage) const {
    if (!stage.exists()) return {nullptr, stage.absence};
    return {std::static_pointer_cast<const T>(nodes_[stage.index].value), Absence::not_kept};
  }
  template <typename T>
  std::vector<std::shared_ptr<const T>> input(const std::vector<StageHandle<T>>& stages) const {
    std::vector<std::shared_ptr<const T>> values;
    for (const StageHandle<T> stage : stages) values.push_back(input(stage).value);
    return values;
  }

  const StageContext& context_;
  GridSpec plan_grid_;
  StageContext plan_context_;  ///< on that grid
  StageCache* cache_;
  std::vector<std::string> lines_;  ///< "path=value" of what stages may read, sorted; empty without a cache
  std::map<std::string, std::string> path_keys_;  ///< key_of_path() of the paths asked for so far
  std::string layout_;                            ///< what every key holds unless of_noise: that seed
  std::string noise_;  ///< what every key holds: that seed, the moment in the noise
  std::string resolution_;
  std::vector<Node> nodes_;
  Mutex mutex_;
  std::vector<size_t> ready_;  ///< stages whose inputs are there
  double all_ms_ = 0;
  double done_ms_ = 0;
};

/// Adds rows to a plan, all on one grid: on the plan grid they stand beside those of the same name that work
/// on the raster, except for stages that are on the plan anyway.
struct StageList {
  Plan& plan;
  const StageContext& context;
  StageGrid grid = StageGrid::raster;

  template <typename Function, typename... Inputs>
  auto add(StageFacts facts, Function function, Inputs... inputs) const {
    if (grid == StageGrid::plan && facts.grid != grid) {
      facts.name += " on the plan";
      facts.grid = grid;
    }
    return plan.add(std::move(facts), std::move(function), inputs...);
  }

  /// A stage, and where an input is another with the hand the same over those inputs: "NAME by hand". An
  /// input is a Both or a handle.
  template <typename Function, typename... Inputs>
  requires(!std::is_same_v<Function, StageFacts>) auto both(const StageFacts& facts, Function function,
                                                            Inputs... inputs) const {
    StageFacts by_hand = facts;
    by_hand.name += " by hand";
    return both(facts, std::move(by_hand), function, inputs...);
  }
  /// The same with other facts of the second.
  template <typename Function, typename... Inputs>
  auto both(const StageFacts& facts, StageFacts by_hand, Function function, Inputs... inputs) const {
    const auto natural = add(facts, function, Both(inputs).natural...);
    if (!(Both(inputs).moved() || ...)) return Both(natural);
    return Both(natural, add(std::move(by_hand), function, Both(inputs).by_hand...));
  }
};

}  // namespace fw
