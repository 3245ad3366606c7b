#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/action/action.h"
#include "core/field/noise/noise_points.h"

namespace fw {

// A schedule without state: whether an agent starts at a tick follows from its id, its place at both ends of
// the tick and the seeds alone (docs/library.md, 8). The field's value gives every place its turn in the
// cycle; each agent has a count of starts that grows with the cycle, quicker near the turn, and starts
// whenever the count passes a whole number.

/// The parameters that a clock reads: dt, epsilon, durations, field, cycle, bandwidth, jitter, classes, duty.
ActionParams action_clock_preset();
/// Its name beside the methods of action timing: the library and `params` offer it, no study has it.
inline constexpr std::string_view kClockMethod = "clock";

/// A clock bound to an arena and seeds. Immutable but for nothing: any number of threads may ask.
struct ActionClock {
  Action action;               ///< field, streams, durations
  uint64_t offset_stream = 0;  ///< of each agent's count
  int64_t most_jitter_ticks = 0;
  std::vector<float> quantiles;  ///< 1,025 of the field's stationary distribution
  /// By equal parts of the quantiles' range: how many quantiles lie in earlier parts, where a search begins.
  std::vector<uint16_t> earlier;
  double parts_per_value = 0;
  std::vector<double> count;  ///< of starts by 960 steps of a cycle, from 0
};
ActionClock bind_action_clock(const ActionParams& params, const Arena& arena, const SeedBundle& seeds);

/// The field at both ends of a tick.
struct ClockTick {
  int64_t tick = -1;
  NoiseMoment begin, end;
  double begin_cycles = 0, end_cycles = 0;  ///< since tick 0
  uint64_t duration_stream = 0;             ///< action_duration_stream()
};
/// Prepared for about as many `questions` about places of the arena. `out` keeps its memory.
void cut_clock_tick(const ActionClock& clock, int64_t tick, size_t questions, ClockTick& out);

/// What is asked of a clock.
struct ClockQuestion {
  uint32_t id = 0;
  int phase_class = 0;
  Vec2 from_m, to_m;  ///< at the tick's beginning and end
};
struct ClockAnswer {
  bool starts = false;
  double rate_per_s = 0;  ///< of starts, here and now
  double expected = 0;    ///< starts in the tick, over agents: growth of the count
  double phase = 0;       ///< share of the cycle at which the place has its turn, [0, 1)
};
ClockAnswer ask_clock(const ActionClock& clock, const ClockTick& now, const ClockQuestion& question);

/// The next tick >= `tick` at which one that stands would start; -1 if none within `most` ticks.
int64_t next_clock_tick(const ActionClock& clock, int64_t tick, const ClockQuestion& question, int64_t most);

}  // namespace fw
