// One tick of every action scheduler at the paper's three scales, one thread: per-agent cost, and the paper's
// own milliseconds per tick where it gives them (medium, and Perlin at every scale; hardware unstated).

#include <benchmark/benchmark.h>

#include "core/action/action.h"
#include "core/base/parallel/parallel.h"

namespace {

using namespace fw;

struct Scale {
  const char* name;
  size_t agents;
  double side_m;
};
constexpr Scale kScales[] = {{"small", 800, 600}, {"medium", 2000, 1000}, {"large", 8000, 2000}};
constexpr int64_t kWarmup = 60;
constexpr int64_t kTicksPerIteration = 60;  // a whole cycle, so that refreshes are counted where they fall

/// Published milliseconds per tick; 0 where there is none.
double published_ms(ActionMethod method, int64_t scale) {
  constexpr double kPerlin[] = {7.8, 23.1, 85.6};
  if (method == ActionMethod::perlin) return kPerlin[scale];
  if (scale != 1) return 0;
  constexpr double kMedium[] = {23.1, 2.6, 7.5, 2.4, 22.3, 3.8, 28.2, 5.8};
  const auto index = static_cast<size_t>(method);
  return index < std::size(kMedium) ? kMedium[index] : 0;
}

void run_ticks(benchmark::State& state, const ActionParams& params, int64_t scale_index) {
  const ThreadLimit one(1);
  const Scale& scale = kScales[scale_index];
  const Action action = bind_action(params, {scale.side_m, Border::torus}, SeedBundle::from_master(1));
  ActionState agents = start_action(action, scale.agents);
  for (int64_t t = 0; t < kWarmup; ++t) step_action(action, agents);
  int64_t starts = 0;
  for (auto _ : state)
    for (int64_t t = 0; t < kTicksPerIteration; ++t) {
      step_action(action, agents);
      starts += static_cast<int64_t>(agents.started.size());
    }
  using benchmark::Counter;
  const double ticks = static_cast<double>(state.iterations() * kTicksPerIteration);
  const double agent_ticks = ticks * static_cast<double>(scale.agents);
  state.counters["s_per_agent_tick"] = Counter(agent_ticks, Counter::kIsRate | Counter::kInvert);
  state.counters["s_per_tick"] = Counter(ticks, Counter::kIsRate | Counter::kInvert);
  state.counters["starts_per_tick"] = static_cast<double>(starts) / ticks;
  const double published = published_ms(params.method, scale_index);
  if (published > 0) state.counters["published_ms_per_tick"] = published;
}

void tick(benchmark::State& state) {
  const auto method = static_cast<ActionMethod>(state.range(0));
  run_ticks(state, action_preset(method), state.range(1));
  state.SetLabel(std::string(kActionMethodSlugs[static_cast<size_t>(method)]) + " " +
                 kScales[state.range(1)].name);
}
BENCHMARK(tick)
    ->ArgNames({"method", "scale"})
    ->ArgsProduct({benchmark::CreateDenseRange(0, 10, 1), {0, 1, 2}});

/// The exact rate under its other draws, and mixed with the hazard.
void tick_exact(benchmark::State& state) {
  ActionParams params = action_preset(ActionMethod::exact);
  params.draw = static_cast<DrawOrder>(state.range(0));
  params.alpha = static_cast<double>(state.range(1)) / 100;
  run_ticks(state, params, 2);
  state.SetLabel(std::string(kDrawOrderSlugs[static_cast<size_t>(params.draw)]));
}
BENCHMARK(tick_exact)->ArgNames({"draw", "alpha_percent"})->ArgsProduct({{0, 1, 2, 3}, {50, 100}});

}  // namespace

BENCHMARK_MAIN();
