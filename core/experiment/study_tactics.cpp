#include "core/experiment/study_tactics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/experiment/tactics_scenes_internal.h"
#include "core/experiment/tactics_tables_internal.h"

// The study of tactics: scenes as variants, each with the methods of what it is about.
namespace fw {
namespace {

using namespace tactics;

/// What a scene is about; its methods are consecutive.
enum class About : uint8_t { walk, goals, mood, ring };

struct TacticsMethod {
  Method method;
  About about;
  uint8_t value;  ///< AvoidBy, MoodMethod, TokenMethod
};
constexpr TacticsMethod kRows[] = {
    {{.slug = "none", .title = "No avoidance", .help = "Everybody walks as wanted"}, About::walk, 0},
    {{.slug = "push", .title = "Pushes", .help = "Positions are corrected where bodies touch"},
     About::walk,
     1},
    {{.slug = "field",
      .title = "Field",
      .help = "Steering along a summary, then pushes",
      .ours = true,
      .recommended = true},
     About::walk,
     2},
    {{.slug = "balanced", .title = "Balanced", .help = "Equal counts, the least ways in all", .ours = true},
     About::goals,
     static_cast<uint8_t>(GoalDeal::balanced)},
    {{.slug = "kept",
      .title = "Exact cuts",
      .help = "Exact counts of a coherent score",
      .ours = true,
      .reads_field = true},
     About::mood,
     static_cast<uint8_t>(MoodMethod::cuts)},
    {{.slug = "markov", .title = "Markov chain", .help = "Each for itself"},
     About::mood,
     static_cast<uint8_t>(MoodMethod::markov)},
    {{.slug = "threshold",
      .title = "Fixed cuts",
      .help = "Fixed cuts of the same score",
      .reads_field = true},
     About::mood,
     static_cast<uint8_t>(MoodMethod::threshold)},
    {{.slug = "paced", .title = "Paced tokens", .help = "Starts in rhythm, who waited longest", .ours = true},
     About::ring,
     static_cast<uint8_t>(TokenMethod::paced)},
    {{.slug = "free", .title = "No tokens", .help = "Whoever may attacks"},
     About::ring,
     static_cast<uint8_t>(TokenMethod::free)},
    {{.slug = "random", .title = "Random", .help = "A token, or a place, by lot"},
     About::ring,
     static_cast<uint8_t>(TokenMethod::random)},
    {{.slug = "nearest",
      .title = "Nearest first",
      .help = "A token to the nearest, or everybody to the nearest place"},
     About::ring,
     static_cast<uint8_t>(TokenMethod::nearest)},
    {{.slug = "fifo", .title = "First come", .help = "Tokens in the order of waiting"},
     About::ring,
     static_cast<uint8_t>(TokenMethod::fifo)},
};
constexpr auto kTacticsMethods = [] {
  std::array<Method, std::size(kRows)> methods{};
  for (size_t k = 0; k < methods.size(); ++k) methods[k] = kRows[k].method;
  return methods;
}();

/// A run as planned; `about` says which scene it is.
struct TacticsSetup {
  About about = About::walk;
  bool day = false, goals = false;
  WalkSetup walk;
  MoodScene mood;
  RingScene ring;
  DayScene of_day;
  GoalScene goal;
};
constexpr TuningRow<TacticsSetup> kGoalRows[] = {
    {{.path = "goals.agents", .min = 1, .max = 1e6, .whole = true, .help = "agents that are dealt out"},
     [](const TacticsSetup& s) { return static_cast<double>(s.goal.agents); },
     [](TacticsSetup& s, double value) { s.goal.agents = static_cast<size_t>(value); }}};
const std::span<const TuningRow<TacticsSetup>> kGoalTuning(kGoalRows);

constexpr double kPileSeconds = 4;
constexpr size_t kLargeAgents = 1'000'000;
/// The walk of scale large: at its density so many cross on a torus.
constexpr std::string_view kLargeWalk = "uni_1";
/// The fastest walkers of a scene, m/s.
constexpr double kFastest_mps = 2;

struct SceneSort {
  std::string_view slug;
  WalkSort sort;
  double seconds;
  std::string_view numbers;  ///< of the acceptance table
};
constexpr SceneSort kSceneSorts[] = {
    {"uni", WalkSort::uni, 120, "0.5 1 2 3"},     {"bi", WalkSort::bi, 120, "0.5 1 1.5 2"},
    {"cross", WalkSort::cross, 120, "0.5 1 1.5"}, {"door", WalkSort::door, 240, "0.9 1.2 1.8 2.4"},
    {"swap", WalkSort::swap, 240, "0.9 1.2 1.8"}, {"circle", WalkSort::circle, 120, "24 100 250"},
    {"through", WalkSort::through, 120, "1 2 3"}, {"pile", WalkSort::pile, kPileSeconds, "500"},
    {"mixed", WalkSort::mixed, 120, "0.5"},
};

/// "bi_1.5" as a variant.
Variant scene_variant(const SceneSort& of, double number) {
  const std::string name =
      std::string(of.slug) + (of.sort == WalkSort::mixed && number == 0.5 ? "" : "_" + number_text(number));
  return {name, [of, number](std::any& setup) {
            WalkSetup& walk = std::any_cast<TacticsSetup>(&setup)->walk;
            walk.sort = of.sort, walk.number = number;
            if (of.seconds != 120) walk.seconds = of.seconds, walk.warm_up_s = 0;
            if (!is_flow(of.sort)) walk.warm_up_s = 0;
            // Three a square metre are passed by who counts for four.
            if (of.sort == WalkSort::through && number >= 3) walk.priority = 4;
          }};
}

std::vector<double> numbers_of(std::string_view words) {
  std::vector<double> numbers;
  while (!words.empty()) {
    const size_t space = words.find(' ');
    numbers.push_back(std::strtod(std::string(words.substr(0, space)).c_str(), nullptr));
    words = space == std::string_view::npos ? "" : words.substr(space + 1);
  }
  return numbers;
}

/// Scenes that are no walks, and the group that names them.
struct OtherScene {
  std::string_view slug, group;
  About about;
  void (*change)(TacticsSetup& setup);
};
constexpr OtherScene kOtherScenes[] = {
    {"goals", "goals", About::goals, [](TacticsSetup& s) { s.goals = true; }},
    {"mood", "mood", About::mood, [](TacticsSetup& s) { s.mood.alarm = false; }},
    {"alarm", "mood", About::mood, [](TacticsSetup& s) { s.mood.alarm = true; }},
    {"ring", "squad", About::ring, [](TacticsSetup&) {}},
    {"day", "day", About::mood, [](TacticsSetup& s) { s.day = true; }},
};

const OtherScene* other_scene(std::string_view slug) {
  const auto at = std::ranges::find(kOtherScenes, slug, &OtherScene::slug);
  return at == std::end(kOtherScenes) ? nullptr : at;
}

std::vector<Variant> all_scenes() {
  std::vector<Variant> scenes;
  for (const SceneSort& of : kSceneSorts)
    for (const double number : numbers_of(of.numbers)) scenes.push_back(scene_variant(of, number));
  for (const OtherScene& of : kOtherScenes)
    scenes.push_back(
        {std::string(of.slug), [&of](std::any& setup) { of.change(*std::any_cast<TacticsSetup>(&setup)); }});
  return scenes;
}

/// The group of a scene: "avoid" for walks.
std::string_view group_of(std::string_view scene) {
  const OtherScene* other = other_scene(scene);
  return other != nullptr ? other->group : "avoid";
}

/// Whether a method takes part in a scene.
bool tactics_plays(const Variant& scene, size_t method) {
  const OtherScene* other = other_scene(scene.name);
  const TacticsMethod& row = kRows[method];
  if (other == nullptr) return row.about == About::walk;
  if (other->about == About::goals)
    return row.about == About::goals || row.method.slug == "nearest" || row.method.slug == "random";
  if (row.about != other->about) return false;
  // An alarm hangs on no cut; a day has two ways to cut.
  if (other->slug == "alarm") return row.method.slug == "kept";
  return other->slug != "day" || row.method.slug != "markov";
}

/// "door_1.3": any number that a scene can have.
std::optional<Variant> scene_named(std::string_view word) {
  const size_t line = word.find('_');
  for (const SceneSort& of : kSceneSorts) {
    if (of.slug != word.substr(0, line)) continue;
    if (line == std::string_view::npos) continue;
    double number = 0;
    const std::string_view text = word.substr(line + 1);
    const auto end = read_double(text.data(), text.data() + text.size(), number);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
    const bool counted = of.sort == WalkSort::circle || of.sort == WalkSort::pile;
    const bool fits = counted ? number >= 2 && number <= 2000 && number == std::floor(number)
                      : of.sort == WalkSort::door || of.sort == WalkSort::swap
                          ? number >= 0.5 && number <= 8
                          : number >= 0.05 && number <= 4;
    return fits ? std::optional(scene_variant(of, number)) : std::nullopt;
  }
  return std::nullopt;
}

/// Scenes of a word: a name, a sort ("bi": all its numbers), or a group.
Result<std::vector<Variant>> scenes_of(const std::string& word) {
  std::vector<Variant> found;
  for (const Variant& scene : all_scenes()) {
    const bool of_sort = scene.name == word || scene.name.starts_with(word + "_");
    if (group_of(scene.name) == word || of_sort) found.push_back(scene);
  }
  if (!found.empty()) return found;
  if (auto named = scene_named(word)) return std::vector<Variant>{std::move(*named)};
  std::vector<std::string> known{"avoid", "squad"};
  for (const SceneSort& of : kSceneSorts) known.emplace_back(of.slug);
  for (const OtherScene& of : kOtherScenes) known.emplace_back(of.slug);
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
  return Error{ErrorKind::usage, "--scenes " + word + ": found no such scene" +
                                     did_you_mean(word.substr(0, word.find('_')), known) +
                                     "; expected some of " + list +
                                     ", or one with its number such as bi_1.5, "
                                     "door_1.2 or circle_100"};
}

Result<std::vector<Variant>> tactics_scenes(const std::vector<std::string>& words) {
  if (words.empty()) return all_scenes();
  std::vector<Variant> chosen;
  for (const std::string& word : words) {
    auto scenes = scenes_of(word);
    if (!scenes) return scenes.error();
    for (Variant& scene : scenes.value())
      if (std::ranges::none_of(chosen, [&](const Variant& v) { return v.name == scene.name; }))
        chosen.push_back(std::move(scene));
  }
  return chosen;
}

/// A method's setup before any scene.
TacticsSetup setup_of_method(size_t method) {
  const TacticsMethod& row = kRows[method];
  TacticsSetup setup;
  setup.about = row.about;
  if (row.about == About::walk) setup.walk.avoid.by = static_cast<AvoidBy>(row.value);
  if (row.about == About::mood) {
    setup.mood.mood = mood_preset(static_cast<MoodMethod>(row.value));
    setup.of_day.exact = row.value == static_cast<uint8_t>(MoodMethod::cuts);
  }
  if (row.about == About::ring) {
    const auto tokens = static_cast<TokenMethod>(row.value);
    setup.ring.squad = squad_preset(tokens);
    setup.goal.deal = tokens == TokenMethod::nearest ? GoalDeal::nearest : GoalDeal::lot;
  }
  return setup;
}

TunedParams params_of(const TacticsSetup& setup) {
  if (setup.goals || setup.about == About::goals) return TunedParams(setup, kGoalTuning);
  if (setup.about == About::mood) return TunedParams(setup.mood.mood, mood_tuning());
  if (setup.about == About::ring) return TunedParams(setup.ring.squad, squad_tuning());
  return TunedParams(setup.walk.avoid, avoid_tuning());
}
TunedParams preset_of_tactics(size_t method) {
  return params_of(setup_of_method(method));
}
TunedParams params_of_tactics(const std::any& planned) {
  return params_of(as<TacticsSetup>(planned));
}

/// Paths of settings begin with what they are about; those of other scenes' methods change nothing here.
Result<Done> apply(TacticsSetup& setup, const std::vector<std::string>& settings) {
  const auto about = [&](std::string_view prefix) {
    std::vector<std::string> ours;
    std::ranges::copy_if(settings, std::back_inserter(ours),
                         [&](const std::string& setting) { return setting.starts_with(prefix); });
    return ours;
  };
  for (const std::string& setting : settings)
    if (std::ranges::none_of(std::array{"avoid.", "goals.", "mood.", "squad."},
                             [&](const char* prefix) { return setting.starts_with(prefix); }))
      return Error{ErrorKind::usage,
                   "--set " + setting + ": expected a path that begins with avoid., goals., mood. or squad."};
  AvoidParams& avoid = setup.walk.avoid;
  const AvoidBy by = avoid.by;
  if (auto tuned = tune_all(avoid, avoid_tuning(), about("avoid."), kMethodsOption); !tuned) return tuned;
  if (avoid.by != by) return Error{ErrorKind::usage, "--set avoid.by: expected --methods, which chooses it"};
  if (auto fits = check_avoid(avoid, {kLeastWalkSide_m, Border::torus}, kFastest_mps); !fits) return fits;
  if (auto tuned = tune_all(setup.mood.mood, mood_tuning(), about("mood."), kMethodsOption); !tuned)
    return tuned;
  if (auto fits = check_mood(setup.mood.mood); !fits) return fits;
  if (auto tuned = tune_all(setup.ring.squad, squad_tuning(), about("squad."), kMethodsOption); !tuned)
    return tuned;
  if (auto fits = check_squads(setup.ring.squad); !fits) return fits;
  return tune_all(setup, kGoalTuning, about("goals."), kMethodsOption);
}

Result<std::any> plan_tactics(Scale scale, size_t method, const std::vector<std::string>& settings,
                              const Variant& variant) {
  TacticsSetup setup = setup_of_method(method);
  if (auto applied = apply(setup, settings); !applied) return applied.error();
  std::any planned = setup;
  variant.change(planned);
  auto& changed = *std::any_cast<TacticsSetup>(&planned);
  WalkSetup& walk = changed.walk;
  if (scale == Scale::small) {
    if (is_flow(walk.sort)) walk.seconds = 40, walk.warm_up_s = 10;
    changed.mood.seconds = 60, changed.ring.seconds = 60, changed.of_day.days = 1;
  }
  if (scale == Scale::large) {
    if (group_of(variant.name) == "avoid" && variant.name != kLargeWalk)
      return Error{ErrorKind::usage, "--scale large: found the scene " + variant.name +
                                         ", expected of all walks only " + std::string(kLargeWalk) +
                                         ", a million bodies on a torus: state --scenes " +
                                         std::string(kLargeWalk) + ",goals,mood,squad,day"};
    walk.sort = WalkSort::speed, walk.agents = kLargeAgents, walk.seconds = 3, walk.warm_up_s = 1;
    changed.mood.agents = 10 * changed.mood.agents;
  }
  return planned;
}

std::vector<std::pair<std::string_view, std::string>> tactics_lines(const std::any& planned) {
  const auto& setup = as<TacticsSetup>(planned);
  if (setup.goals) return {{"agents", std::to_string(setup.goal.agents)}};
  if (setup.about == About::ring)
    return {{"members", std::to_string(setup.ring.members)},
            {"seconds", number_text(setup.ring.seconds)},
            {"warm_up_s", number_text(setup.ring.warm_up_s)}};
  if (setup.day)
    return {{"agents", std::to_string(setup.of_day.agents)}, {"days", std::to_string(setup.of_day.days)}};
  if (setup.about == About::mood)
    return {{"agents", std::to_string(setup.mood.agents)}, {"seconds", number_text(setup.mood.seconds)}};
  const WalkSetup& walk = setup.walk;
  return {{"sort", std::to_string(static_cast<int>(walk.sort))},
          {"number", number_text(walk.number)},
          {"seconds", number_text(walk.seconds)},
          {"warm_up_s", number_text(walk.warm_up_s)},
          {"priority", number_text(walk.priority)},
          {"agents", std::to_string(walk.agents)}};
}

std::optional<RunResult> execute_tactics(const RunKey& key, const std::any& planned,
                                         const std::atomic<bool>* cancel) {
  const auto& setup = as<TacticsSetup>(planned);
  if (setup.day) return execute_day(key, setup.of_day, cancel);
  if (setup.goals) return execute_goals(key, setup.goal, cancel);
  if (setup.about == About::mood) return execute_mood(key, setup.mood, cancel);
  if (setup.about == About::ring) return execute_ring(key, setup.ring, cancel);
  return execute_walk(key, setup.walk, cancel);
}

std::pair<Stepper, int> start_tactics(uint64_t seed, const std::any& planned) {
  const auto& setup = as<TacticsSetup>(planned);
  const auto steps = [](double seconds, double step_s) { return static_cast<int>(seconds / step_s + 0.5); };
  RunKey key;
  key.seed = seed;
  // What has no ticks is timed as a whole.
  if (setup.day) return {[key, day = setup.of_day] { (void)execute_day(key, day, nullptr); }, 1};
  if (setup.goals) return {[key, goal = setup.goal] { (void)execute_goals(key, goal, nullptr); }, 1};
  if (setup.mood.alarm && setup.about == About::mood)
    return {[key, mood = setup.mood] { (void)execute_mood(key, mood, nullptr); }, 1};
  if (setup.about == About::mood)
    return {start_mood(seed, setup.mood), steps(setup.mood.seconds, setup.mood.mood.tick_s)};
  if (setup.about == About::ring)
    return {start_ring(seed, setup.ring), steps(setup.ring.seconds, setup.ring.squad.tokens.tick_s)};
  return {[run = std::make_shared<WalkRun>(start_walk_run(setup.walk, seed))] { step_walk(*run); },
          steps(setup.walk.seconds, setup.walk.avoid.step_s)};
}

}  // namespace

const StudyRow& tactics_study() {
  static constexpr StudyRow kStudy{
      .slug = "tactics",
      .title = "Tactics study",
      .methods = kTacticsMethods,
      .preset = preset_of_tactics,
      .plan = plan_tactics,
      .scenes = tactics_scenes,
      .plays = tactics_plays,
      .scale_lines = tactics_lines,
      .params = params_of_tactics,
      .execute = execute_tactics,
      .start = start_tactics,
      .metrics = tactics_tables::kMetrics,
      .chief = tactics_tables::kChief,
      .bands = tactics_tables::kBands,
      .peers = tactics_tables::kPeers,
  };
  return kStudy;
}

}  // namespace fw
