#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/measure/pattern/summary.h"

namespace fw {

/// Statistics of actions, tick by tick: intervals between an agent's starts, idle gaps between its actions,
/// starts and active agents per tick.
struct ActivityLog {
  std::vector<double> starts;  ///< per tick
  std::vector<double> active;  ///< active agents per tick
  TickHistogram intervals;     ///< ticks between successive starts of one agent, pooled over agents
  TickHistogram gaps;          ///< idle ticks between two actions of one agent, pooled; 0 is not counted
  std::vector<double> agent_starts;  ///< starts per agent
  std::vector<int64_t> last_start;   ///< row of the last start, -1 before the first
  std::vector<int64_t> idle_run;     ///< idle ticks up to now; -1 before the first action
};
ActivityLog activity_log(size_t agents);

/// Adds a tick: flags per agent. An agent that starts is active at that tick; one that is active may start
/// again.
void add_row(ActivityLog& log, std::span<const uint8_t> started, std::span<const uint8_t> active);

/// Share of agent-ticks spent active, [0, 1]; 0 before the first tick.
double duty_cycle(const ActivityLog& log);
/// Longest gap between two actions of one agent, ticks; 0 when there is none.
int64_t longest_gap_ticks(const ActivityLog& log);

/// Differences of ascending event times; equal times give 0. Empty for fewer than two events.
std::vector<double> event_intervals(std::span<const int64_t> ticks);

/// Inter-spawn-interval coefficient of variation: sd / mean of the differences of all events of a run in
/// order, zeros included. 0 for fewer than two events, or when all fall on one tick.
double isi_cv(std::span<const int64_t> ticks);

/// Burstiness B = (sd - mean) / (sd + mean) of intervals (Goh & Barabasi 2008): -1 regular, 0 Poisson, to 1;
/// 0 without intervals or when all are 0.
double burstiness(const Summary& intervals);

}  // namespace fw
