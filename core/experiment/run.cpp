#include "core/experiment/run.h"

#include <algorithm>
#include <cassert>
#include <chrono>

#include "core/experiment/published.h"
#include "core/experiment/studies.h"
#include "core/experiment/study_internal.h"
#include "core/experiment/summary.h"

namespace fw {

std::optional<RunResult> execute(const PlannedRun& run, const std::atomic<bool>* cancel) {
  return find_study(run.key.group.study)->execute(run.key, run.setup, cancel);
}

std::optional<double> time_run(const PlannedRun& run, const std::atomic<bool>* cancel) {
  using Clock = std::chrono::steady_clock;
  const auto [step, ticks] = find_study(run.key.group.study)->start(run.key.seed, run.setup);
  const auto began = Clock::now();
  for (int tick = 0; tick < ticks; ++tick) {
    if (wants_stop(cancel)) return std::nullopt;
    step();
  }
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count() / ticks;
}

std::vector<RuntimeRow> summarise_runtime(std::span<const PlannedRun> runs,
                                          std::span<const double> ms_per_tick) {
  assert(runs.size() == ms_per_tick.size());
  std::vector<RuntimeRow> rows;
  std::vector<std::vector<double>> values;
  for (size_t i = 0; i < runs.size(); ++i) {
    const GroupKey& group = runs[i].key.group;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const RuntimeRow& row) { return row.group == group; });
    const size_t at = static_cast<size_t>(found - rows.begin());
    if (found == rows.end()) {
      rows.push_back({group, 0, 0, 0, published_ms_per_tick(group)});
      values.emplace_back();
    }
    values[at].push_back(ms_per_tick[i]);
  }
  for (size_t i = 0; i < rows.size(); ++i) {
    const Estimate e = estimate(values[i]);
    rows[i].ms_per_tick = e.mean, rows[i].ci95 = e.ci95, rows[i].runs = e.n;
  }
  return rows;
}

}  // namespace fw
