// One crowd tick: every method at the paper's scales beside its published time, and large crowds.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "core/base/hilbert.h"
#include "core/base/parallel.h"
#include "core/crowd/crowd.h"

namespace {

using namespace fw;

/// Milliseconds per tick at the medium scale (1200 agents) in the paper's table, by CrowdMethod; hardware
/// unstated.
constexpr std::array<double, 8> kPublished_ms{9.88, 10.12, 12.18, 6.01, 6.07, 6.39, 375.45, 0};

/// Agents along a Hilbert curve, as a caller with a large crowd would keep them.
void sort_along_curve(CrowdState& state, double side_m) {
  constexpr int kBits = 10;
  const double per_m = (1 << kBits) / side_m;
  std::vector<uint32_t> key(state.agents.size()), order(key.size());
  for (size_t i = 0; i < key.size(); ++i)
    key[i] = hilbert_index(static_cast<uint32_t>(state.agents.x_m[i] * per_m),
                           static_cast<uint32_t>(state.agents.y_m[i] * per_m), kBits);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key[a] < key[b]; });
  reorder_crowd(state, order);
}

/// items_per_second is agents; at the medium scale times_published is the published time over ours.
void tick(benchmark::State& state, CrowdMethod method, size_t agents, int threads, bool sorted) {
  const ThreadLimit limit(threads);
  const Arena arena{};
  const Crowd crowd = bind_crowd(crowd_preset(method), arena, SeedBundle::from_master(1));
  CrowdState crowd_state = start_crowd(crowd, agents);
  if (sorted) sort_along_curve(crowd_state, arena.side_m);
  for (auto _ : state) step_crowd(crowd, crowd_state);
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(agents));
  const double published_ms = kPublished_ms[static_cast<size_t>(method)];
  if (agents != 1200 || published_ms == 0) return;
  state.counters["published_ms"] = published_ms;
  state.counters["times_published"] =
      benchmark::Counter(published_ms * 1e-3, benchmark::Counter::kIsIterationInvariantRate);
}

void register_all() {
  const auto add = [](CrowdMethod method, size_t agents, int threads, bool sorted) {
    const std::string name = "crowd_tick/" + std::string(kCrowdMethodSlugs[static_cast<size_t>(method)]) +
                             "/" + std::to_string(agents) + (sorted ? "/hilbert" : "") +
                             (threads == 1 ? "/one_thread" : "/all_cores");
    auto* bench = benchmark::RegisterBenchmark(
        name.c_str(), [=](benchmark::State& s) { tick(s, method, agents, threads, sorted); });
    bench->Unit(benchmark::kMillisecond);
    // One thread is judged by its own CPU time, so that a busy machine does not spoil the figure.
    if (threads != 1) bench->UseRealTime();
  };
  for (size_t m = 0; m < kCrowdMethodSlugs.size(); ++m) {
    const auto method = static_cast<CrowdMethod>(m);
    for (const size_t agents : {200u, 1200u, 3200u, 8000u, 100000u})
      for (const int threads : {1, 0}) add(method, agents, threads, false);
    if (method == CrowdMethod::vicsek) continue;  // a million in a square kilometre have 1257 neighbours each
    for (const int threads : {1, 0}) add(method, 1000000, threads, false);
  }
  // Whether the order of the arrays matters to the field kernels.
  for (const CrowdMethod method : {CrowdMethod::perlin_dual, CrowdMethod::curl_dual})
    for (const int threads : {1, 0}) add(method, 1000000, threads, true);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  register_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
