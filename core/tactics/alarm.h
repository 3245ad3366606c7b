#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/agents.h"

// An alarm that runs through a population: who sees enough alarmed neighbours becomes alarmed
// (docs/coordinators.md, 8.3).
namespace fw {

struct AlarmParams {
  double threshold = 0.1;  ///< share of alarmed among those seen that alarms, 0.01 .. 0.4
  double speed_mps = 12;   ///< of the front
  double range_m = 200;    ///< how far beyond its stimulus an alarm runs
  double hear_m = 22;      ///< how far agents hear each other, about
  double rest_s = 30;      ///< who was alarmed is not again for this long
  int rounds = 6;          ///< rounds for which an agent passes an alarm on

  friend bool operator==(const AlarmParams&, const AlarmParams&) = default;
};

/// What follows from the parameters.
struct Alarm {
  AlarmParams params;
  double tick_s = 0.5;
  int64_t round_ticks = 1;  ///< a round takes this long
  double sigma_m = 0;       ///< of the Gaussian that weighs those seen
  int64_t rest_ticks = 1;
  /// A stimulus alarms at least so far.
  double ignites_m() const { return 2.5 * sigma_m; }
  /// What the level falls by in a round; a level begins at 1.
  double loss() const {
    return params.speed_mps * static_cast<double>(round_ticks) * tick_s / params.range_m;
  }
};
Alarm bind_alarm(const AlarmParams& params, double tick_s);

/// Agents within two sigma of a place at an even density: below kFewestSeen a front stops by chance.
inline constexpr double kFewestSeen = 20;
double alarm_seen(const Alarm& alarm, double agents_per_m2);
/// The hear_m at which so many are seen.
double hear_m_for(const Alarm& alarm, double agents_per_m2);

/// Nodes of the grid of a round where alarms run from one end of the arena to the other; one takes 40 bytes.
double most_alarm_nodes(const Alarm& alarm, const Arena& arena);
inline constexpr double kMostAlarmNodes = 1 << 24;

/// By agent.
struct AlarmState {
  std::vector<float> level;    ///< 0 = not alarmed, at most 1
  std::vector<int64_t> until;  ///< first tick at which it is not alarmed any more
  std::vector<int64_t> ready;  ///< first tick at which it may be alarmed again

  // Scratch of rounds.
  std::vector<int64_t> all, alarmed, levels;
  std::vector<float> work, seen_all, seen_alarmed, seen_levels;
};

/// The agent becomes alarmed at a tick, unless it is or rests.
void ignite(const Alarm& alarm, int64_t tick, size_t agent, float level, AlarmState& state);
/// One round at a tick: everybody reads who is alarmed, then all that see enough become so. The same bits at
/// any thread count and in any order of the agents.
void alarm_round(const Alarm& alarm, const Arena& arena, int64_t tick, std::span<const double> x_m,
                 std::span<const double> y_m, AlarmState& state);

/// The value below which a standard normal falls with this probability, in (0, 1); within 2e-9
/// (Acklam 2003).
double normal_quantile(double probability);

}  // namespace fw
