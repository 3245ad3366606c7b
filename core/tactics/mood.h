#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/model/agent_states.h"
#include "core/model/agents.h"
#include "core/model/coordinator.h"
#include "core/model/template/tuning.h"
#include "core/tactics/alarm.h"

// What state of mind each agent of a population is in: a field and its own trait say who, exact counts say
// how many, stimuli and alarms say where (docs/coordinators.md, 8). A step reads positions given to it.
namespace fw {

/// cuts is ours; markov (each for itself) and threshold (fixed cuts of the same score) are baselines.
enum class MoodMethod : uint8_t { cuts, markov, threshold };
inline constexpr std::array kMoodMethodSlugs = slugs_of(kMoodMethods);

/// kept: stimuli decide who, never how many; ambient: who is alarmed comes on top, up to most_*.
enum class MoodCounts : uint8_t { kept, ambient };
inline constexpr std::array<std::string_view, 2> kMoodCountsSlugs{"kept", "ambient"};

/// Parameters; mood_tuning() lists ranges.
struct MoodParams {
  MoodMethod method = MoodMethod::cuts;
  double tick_s = 0.5;
  NoiseStack field{.wavelength_m = 200, .octaves = 2, .drift_per_s = 0.02};
  double trait = 0.25;  ///< weight of an agent's own normal number beside the field's sd
  double hold = 0.3;    ///< bonus, in sd of the field, of who is in a cut
  double dwell_s = 4;   ///< a new mood is kept for so long unless a stimulus changes it
  std::array<double, kMoods> share{0, 0.20, 0.12, 0.03, 0.01};  ///< calm: the rest
  MoodCounts counts = MoodCounts::kept;
  std::array<double, kMoods> most{0, 0, 0.5, 0.1, 0.05};  ///< ambient: most of all agents, alert and up
  double shows_s = 0.4;                                   ///< a new mood shows after 0 to this, by id
  AlarmParams alarm;
  std::array<double, kMoods> pace{0.6, 0.8, 1, 1.3, 1.5};  ///< of the speed that an agent walks at
  double markov_s = 20;                                    ///< markov: mean time between an agent's draws

  friend bool operator==(const MoodParams&, const MoodParams&) = default;
};

MoodParams mood_preset(MoodMethod method);
/// Rows as "mood.hold", "mood.share.alert", "mood.alarm.speed_mps".
std::span<const TuningRow<MoodParams>> mood_tuning();
/// Ranges; shares of at most 1 together. Usage error.
Result<Done> check_mood(const MoodParams& params);

/// Rules bound to an arena and seeds. Immutable.
struct Moods {
  MoodParams params;
  Arena arena;
  NoiseField field, courage;
  double field_sd = 1;  ///< of both
  uint64_t trait_stream = 0, courage_stream = 0, show_stream = 0, markov_stream = 0;
  Alarm alarm;
  int64_t dwell_ticks = 1;
};
/// Binds checked parameters. Fields by the noise stream, tags "mood/field" and "mood/courage"; draws by the
/// place stream.
Moods bind_moods(const MoodParams& params, const Arena& arena, const SeedBundle& seeds);

/// What agents notice at a tick.
struct MoodStimulus {
  double x_m = 0, y_m = 0;
  double radius_m = 60;
  double strength = 1;  ///< 2 for damage
};
/// What a stimulus adds to the score of an agent at a distance: 10 a strength at its middle, half that at its
/// radius, 0 beyond: so that all within come before who is not.
double stimulus_score(const MoodStimulus& stimulus, double distance_m);
/// The stimulus that counts most at a place, those beyond their radius by what they would count there; none
/// farther than reach_m beyond its radius. -1 = none.
int strongest_stimulus(std::span<const MoodStimulus> stimuli, const Arena& arena, double x_m, double y_m,
                       double reach_m);

/// The state of a population between two ticks; entry i of every array is agent i of the columns given.
struct MoodState {
  int64_t tick = 0;              ///< steps done
  std::vector<uint8_t> mood;     ///< Mood
  std::vector<uint8_t> was;      ///< before the last change
  std::vector<int64_t> changed;  ///< tick of the last change
  std::vector<float> trait;      ///< own numbers, by id
  std::vector<float> courage;
  AlarmState alarm;
  std::array<int64_t, kMoods> asked{};  ///< counts that the last step had to meet

  // Scratch.
  std::vector<float> score, part;
  std::vector<uint32_t> id, at;
  std::vector<uint8_t> in;
  std::vector<double> x_m, y_m;
};
MoodState start_moods(const Moods& moods, std::span<const uint32_t> id);

/// One tick with the agents at these places. `awake`: who is, empty = all; counts are shares of the awake,
/// who sleeps is calm and notices nothing. The same bits at any thread count; the moods of agents do not
/// depend on the order of the columns.
void step_moods(const Moods& moods, std::span<const uint32_t> id, std::span<const double> x_m,
                std::span<const double> y_m, std::span<const MoodStimulus> stimuli, MoodState& state,
                std::span<const uint8_t> awake = {});

/// How many of n agents are in each mood, `alarmed` of them alarmed: largest remainders of the shares, plus
/// what `ambient` adds.
std::array<int64_t, kMoods> mood_counts(const MoodParams& params, size_t agents, size_t alarmed);
/// The mood that an agent shows at a time.
Mood shown_mood(const Moods& moods, const MoodState& state, uint32_t id, size_t agent, double time_s);

}  // namespace fw
