#include "core/experiment/run.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <functional>

#include "core/base/seed.h"
#include "core/experiment/published.h"
#include "core/experiment/run_internal.h"
#include "core/experiment/summary.h"

namespace fw {
namespace {

/// A started simulation as a function that does one tick.
using Stepper = std::function<void()>;

Stepper stepper(uint64_t seed, const CrowdSetup& setup) {
  const Crowd crowd =
      bind_crowd(setup.params, {setup.scale.side_m, Border::torus}, SeedBundle::from_master(seed));
  return [crowd, state = start_crowd(crowd, setup.scale.agents)]() mutable { step_crowd(crowd, state); };
}

Stepper stepper(uint64_t seed, const ActionSetup& setup) {
  const Action action =
      bind_action(setup.params, {setup.scale.side_m, Border::torus}, SeedBundle::from_master(seed));
  return [action, state = start_action(action, setup.scale.agents)]() mutable { step_action(action, state); };
}

Stepper stepper(uint64_t seed, const SpawnSetup& setup) {
  const Spawner spawner =
      bind_spawn(setup.params, square_area(setup.scale.side_m), SeedBundle::from_master(seed));
  return [spawner, state = start_spawn(spawner)]() mutable { step_spawn(spawner, state); };
}

}  // namespace

std::optional<RunResult> execute(const PlannedRun& run, const std::atomic<bool>* cancel) {
  if (const auto* crowd = std::get_if<CrowdSetup>(&run.setup)) return execute_crowd(run.key, *crowd, cancel);
  if (const auto* action = std::get_if<ActionSetup>(&run.setup))
    return execute_action(run.key, *action, cancel);
  return execute_spawn(run.key, std::get<SpawnSetup>(run.setup), cancel);
}

std::optional<double> time_run(const PlannedRun& run, const std::atomic<bool>* cancel) {
  using Clock = std::chrono::steady_clock;
  const auto [step, ticks] = std::visit(
      [&](const auto& setup) { return std::pair(stepper(run.key.seed, setup), setup.scale.ticks); },
      run.setup);
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
