#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/overlay.h"
#include "core/model/template.h"
#include "core/model/tuning.h"
#include "core/model/world.h"

namespace fw {

/// The most agents a rehearsal takes.
inline constexpr size_t kMostRehearsalAgents = 1'000'000;

/// What to play on a world. Equal requests on equal worlds give equal overlays at any thread count.
struct RehearsalRequest {
  OverlayKind kind = OverlayKind::crowd;
  std::string method;                 ///< slug; empty = rehearsal_methods(kind).front()
  std::vector<std::string> settings;  ///< "crowd.beta=0.5", over what rehearsal_parameters() lists
  size_t agents = 4000;               ///< crowd, action: on the main island
  /// spawn: slugs of classes or of categories ("enemy"); empty = every class with a quota.
  std::vector<std::string> classes;
  double trail_s = 60;  ///< crowd: how far back trails reach; 0 = none
  double event_s = 60;  ///< spawn: how long events stay in the overlay
};

/// Every method of a kind, the recommended one first.
std::vector<std::string> rehearsal_methods(OverlayKind kind);

/// One number of a method, with the value it has on this world before any setting.
struct RehearsalParameter {
  TuningText text;
  double value = 0;
};
/// Every parameter of a method but the method itself. Lengths of fields and neighbourhoods follow the island:
/// L / 1000 times the paper's for crowd and action (L / 120 for spawn), L = sqrt(island area); lengths of
/// coasts and all speeds are metres as they are. For spawn, numbers that differ by class (target, quota,
/// lengths) are those of the class with the largest quota.
Result<std::vector<RehearsalParameter>> rehearsal_parameters(OverlayKind kind, std::string_view method,
                                                             const Template& tmpl, const World& world);

/// A simulation on a world, tick by tick. It keeps states of earlier ticks, ever farther apart, so that
/// going back means simulating on from the nearest one: any road to a tick gives the same overlay.
class Rehearsal {
 public:
  /// Usage errors: unknown method, class or parameter, a value out of range, too many agents; limit error
  /// for a world without ground to stand on.
  static Result<Rehearsal> start(const RehearsalRequest& request, const Template& tmpl,
                                 std::shared_ptr<const World> world);
  Rehearsal(Rehearsal&&) noexcept;
  Rehearsal& operator=(Rehearsal&&) noexcept;
  ~Rehearsal();

  int64_t tick() const;    ///< steps done; 0 = before the first
  double dt_s() const;     ///< length of a tick
  double cycle_s() const;  ///< of the method; 0 = none
  OverlayKind kind() const;

  void step();
  /// Goes to a tick >= 0. False, at some tick between, if `cancel` was set meanwhile.
  bool seek(int64_t tick, const std::atomic<bool>* cancel = nullptr);
  /// This moment. Figures: crowd coverage, polarization, speed_mean; action active, starts_per_s, duty;
  /// spawn spawns_per_minute, kills_per_minute, living, spawned, killed.
  Overlay overlay();
  /// The figures alone, cheaper than an overlay.
  std::vector<OverlayFigure> figures() const;
  /// About how many bytes the kept states take.
  size_t kept_bytes() const;

 private:
  struct State;
  explicit Rehearsal(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fw
