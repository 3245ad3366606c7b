// One crowd tick: every method at the paper's scales with its published time, and large crowds.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd.h"
#include "tests/crowd/sorted_crowd.h"

namespace {

using namespace fw;

/// Milliseconds per tick at the medium scale (1200 agents) in the paper's table, by CrowdMethod; hardware
/// unstated.
constexpr std::array<double, 8> kPublished_ms{9.88, 10.12, 12.18, 6.01, 6.07, 6.39, 375.45, 0};

/// A caller with a large crowd, sorted at the start, sorts it this often; the time counts.
constexpr int64_t kTicksPerSort = 32;
/// A crowd begins with headings at random, which mix a sorted one soonest; a long run is judged by what
/// follows.
constexpr int64_t kTicksToSettle = 64;

void sorted_step(const Crowd& crowd, CrowdState& state, test::SortScratch& scratch) {
  step_crowd(crowd, state);
  if (state.tick % kTicksPerSort == 0) test::sort_crowd(state, scratch);
}

/// items_per_second is agents; at the medium scale times_published is the published time over ours.
void tick(benchmark::State& state, CrowdMethod method, size_t agents, int threads, bool sorted) {
  const ThreadLimit limit(threads);
  const Crowd crowd = bind_crowd(crowd_preset(method), Arena{}, SeedBundle::from_master(1));
  CrowdState crowd_state = start_crowd(crowd, agents);
  test::SortScratch scratch;
  if (sorted) {
    test::sort_crowd(crowd_state, scratch);
    for (int64_t t = 0; t < kTicksToSettle; ++t) sorted_step(crowd, crowd_state, scratch);
  }
  for (auto _ : state)
    if (sorted)
      sorted_step(crowd, crowd_state, scratch);
    else
      step_crowd(crowd, crowd_state);
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(agents));
  const double published_ms = kPublished_ms[static_cast<size_t>(method)];
  if (agents != 1200 || published_ms == 0) return;
  state.counters["published_ms"] = published_ms;
  state.counters["times_published"] =
      benchmark::Counter(published_ms * 1e-3, benchmark::Counter::kIsIterationInvariantRate);
}

/// One thread and two take turns at kTicksPerSort ticks; the row's time is the least of two threads, its
/// counter the least of one over it.
void speedup(benchmark::State& state, CrowdMethod method, size_t agents) {
  const Crowd crowd = bind_crowd(crowd_preset(method), Arena{}, SeedBundle::from_master(1));
  CrowdState crowd_state = start_crowd(crowd, agents);
  test::SortScratch scratch;
  const auto seconds = [&](int threads) {
    const ThreadLimit limit(threads);
    const auto start = std::chrono::steady_clock::now();
    for (int64_t t = 0; t < kTicksPerSort; ++t) sorted_step(crowd, crowd_state, scratch);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / kTicksPerSort;
  };
  seconds(2);
  double one = seconds(1), two = seconds(2);
  for (int round = 0; round < 8; ++round) one = std::min(one, seconds(1)), two = std::min(two, seconds(2));
  for (auto _ : state) state.SetIterationTime(two);
  state.counters["times_one_thread"] = one / two;
  state.SetItemsProcessed(static_cast<int64_t>(agents));
}

void register_all() {
  const auto add = [](CrowdMethod method, size_t agents, int threads, bool sorted) {
    const std::string name = "crowd_tick/" + std::string(kCrowdMethodSlugs[static_cast<size_t>(method)]) +
                             "/" + std::to_string(agents) + (sorted ? "/sorted" : "") +
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
  for (const CrowdMethod method : {CrowdMethod::perlin_dual, CrowdMethod::curl_dual}) {
    for (const size_t agents : {100000u, 1000000u}) {
      for (const int threads : {1, 0}) add(method, agents, threads, true);
      const std::string name = "crowd_two_threads/" +
                               std::string(kCrowdMethodSlugs[static_cast<size_t>(method)]) + "/" +
                               std::to_string(agents) + "/sorted";
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& s) { speedup(s, method, agents); })
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1)
          ->UseManualTime();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  register_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
