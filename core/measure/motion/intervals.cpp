#include "core/measure/motion/intervals.h"

#include <algorithm>
#include <cassert>

namespace fw {

ActivityLog activity_log(size_t agents) {
  ActivityLog log;
  log.agent_starts.assign(agents, 0.0);
  log.last_start.assign(agents, -1);
  log.idle_run.assign(agents, -1);
  return log;
}

void add_row(ActivityLog& log, std::span<const uint8_t> started, std::span<const uint8_t> active) {
  const size_t n = log.last_start.size();
  assert(started.size() == n && active.size() == n);
  const int64_t now = static_cast<int64_t>(log.starts.size());
  int64_t starts = 0, actives = 0;
  for (size_t i = 0; i < n; ++i) {
    assert(!started[i] || active[i]);
    if (started[i]) {
      ++starts;
      log.agent_starts[i] += 1;
      if (log.last_start[i] >= 0) log.intervals.add(now - log.last_start[i]);
      log.last_start[i] = now;
    }
    int64_t& run = log.idle_run[i];
    if (active[i]) {
      ++actives;
      if (run > 0) log.gaps.add(run);
      run = 0;
    } else if (run >= 0) {
      ++run;
    }
  }
  log.starts.push_back(static_cast<double>(starts));
  log.active.push_back(static_cast<double>(actives));
}

double duty_cycle(const ActivityLog& log) {
  const double agent_ticks =
      static_cast<double>(log.active.size()) * static_cast<double>(log.last_start.size());
  double sum = 0;
  for (const double a : log.active) sum += a;
  return agent_ticks > 0 ? sum / agent_ticks : 0.0;
}

int64_t longest_gap_ticks(const ActivityLog& log) {
  return log.gaps.count.empty() ? 0 : static_cast<int64_t>(log.gaps.count.size()) - 1;
}

std::vector<double> event_intervals(std::span<const int64_t> ticks) {
  assert(std::is_sorted(ticks.begin(), ticks.end()));
  std::vector<double> out;
  for (size_t i = 1; i < ticks.size(); ++i) out.push_back(static_cast<double>(ticks[i] - ticks[i - 1]));
  return out;
}

double isi_cv(std::span<const int64_t> ticks) {
  return summarize(event_intervals(ticks)).cv();
}

double burstiness(const Summary& intervals) {
  const double sum = intervals.sd + intervals.mean;
  return sum > 0 ? (intervals.sd - intervals.mean) / sum : 0.0;
}

}  // namespace fw
