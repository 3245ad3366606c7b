// The C interface: what a game pays per tick and per question. A row's time is the least of kRounds rounds;
// times of two that are compared are taken in turns, in one run.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd.h"
#include "tests/lib/library_arrays.h"

namespace {

constexpr int kRounds = 60;
constexpr size_t kAgents = 100000;
constexpr size_t kQuestions = 20000;
constexpr int64_t kCycle_ticks = 600;

/// The least time of kRounds rounds in seconds, of each of the works, which take turns.
template <typename... Works>
std::vector<double> least_s(Works&&... works) {
  std::vector<double> least(sizeof...(works), 1e9);
  for (int round = 0; round < kRounds; ++round) {
    size_t at = 0;
    const auto timed = [&](auto& work) {
      const auto start = std::chrono::steady_clock::now();
      work();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      least[at] = std::min(least[at], took.count()), ++at;
    };
    (timed(works), ...);
  }
  return least;
}

void report(benchmark::State& state, double seconds) {
  for (auto _ : state) state.SetIterationTime(seconds);
}

/// A call that cannot fail here, or the program ends with the library's words.
template <typename Call>
void must(Call call) {
  fw_error error{};
  if (call(&error) == FW_OK) return;
  std::fprintf(stderr, "library_bench: %s\n", error.message);
  std::exit(1);
}

/// One context of one thread, and the seeds of master 1, for all rows.
struct Setting {
  fw_context* context = nullptr;
  fw_seeds seeds{};
  Setting() {
    must([&](fw_error* e) { return fw_open(FW_ABI, nullptr, &context, e); });
    fw_seeds_of(1, &seeds);
  }
  fw_params* params(const char* kind, const char* method) const {
    fw_params* made = nullptr;
    must([&](fw_error* e) { return fw_params_open(context, kind, method, &made, e); });
    return made;
  }
};
const Setting& setting() {
  static const Setting once;
  return once;
}
constexpr fw_ground kTorus{sizeof(fw_ground), FW_TORUS, 1000, 1000, nullptr, nullptr, 0, 0};

template <typename T>
fw_column column(T* first, ptrdiff_t stride, fw_type type) {
  return {first, stride, type};
}

/// A game's own struct of one agent: 28 bytes.
struct Body {
  uint32_t id;
  float x, y, hx, hy, speed, memory;
};
static_assert(sizeof(Body) == 28);

struct Crowd {
  fw_crowd* crowd = nullptr;
  fw_scratch* scratch = nullptr;
  Crowd() {
    fw_params* params = setting().params("crowd", "curl_dual");
    must([&](fw_error* e) {
      return fw_crowd_open(setting().context, params, &kTorus, &setting().seeds, &crowd, e);
    });
    must([&](fw_error* e) { return fw_scratch_open(crowd, kAgents, &scratch, e); });
    fw_params_close(params);
  }
  ~Crowd() { fw_scratch_close(scratch), fw_crowd_close(crowd); }
  void begin(const fw_agents& agents) const {
    must([&](fw_error* e) { return fw_crowd_begin(crowd, scratch, 0, &agents, 0, e); });
  }
  void step(int64_t tick, const fw_agents& agents) const {
    must([&](fw_error* e) { return fw_crowd_step(crowd, scratch, tick, &agents, e); });
  }
};

/// A step of 64 ticks over a step of one: the counter is the ratio.
void crowd_stride(benchmark::State& state) {
  constexpr uint32_t kTicks = 64;
  const Crowd c;
  fw::test::Arrays packed(kAgents);
  const fw_agents columns = packed.columns();
  c.begin(columns);
  int64_t tick = 0, far_tick = 0;
  const auto least =
      least_s([&] { c.step(tick++, columns); },
              [&] {
                must([&](fw_error* e) {
                  return fw_crowd_step_some(c.crowd, c.scratch, far_tick, kTicks, nullptr, 0, &columns, e);
                });
                far_tick += kTicks;
              });
  report(state, least[1]);
  state.counters["times_step"] = least[1] / least[0];
}

/// Packed columns and structs over core's own step of as many agents: the counters are ratios.
void crowd_step(benchmark::State& state, bool structs) {
  const fw::ThreadLimit limit(1);
  const Crowd c;
  fw::test::Arrays packed(kAgents);
  const fw_agents columns = packed.columns();
  c.begin(columns);
  std::vector<Body> bodies(kAgents);
  for (size_t i = 0; i < kAgents; ++i) bodies[i].id = static_cast<uint32_t>(i);
  fw_agents rows{};
  Body& b = bodies[0];
  rows.size = sizeof rows, rows.count = kAgents;
  const auto member = [](auto* first, fw_type type) { return column(first, sizeof(Body), type); };
  rows.id = member(&b.id, FW_U32), rows.x_m = member(&b.x, FW_F32), rows.y_m = member(&b.y, FW_F32);
  rows.heading_x = member(&b.hx, FW_F32), rows.heading_y = member(&b.hy, FW_F32);
  rows.speed_mps = member(&b.speed, FW_F32), rows.memory[0] = member(&b.memory, FW_F32);
  c.begin(rows);
  fw::Arena arena;
  arena.side_m = kTorus.width_m;
  const fw::Crowd inside =
      fw::bind_crowd(fw::crowd_preset(fw::CrowdMethod::curl_dual), arena, fw::SeedBundle::from_master(1));
  fw::CrowdState agents = fw::start_crowd(inside, kAgents);
  int64_t tick = 0, row_tick = 0;
  const auto least = least_s([&] { fw::step_crowd(inside, agents); }, [&] { c.step(tick++, columns); },
                             [&] { c.step(row_tick++, rows); });
  report(state, least[structs ? 2 : 1]);
  state.counters["times_internal"] = least[1] / least[0];
  if (structs) state.counters["times_packed"] = least[2] / least[1];
  state.SetItemsProcessed(kAgents);
}

std::vector<double> places(uint32_t salt) {
  std::vector<double> made(kQuestions);
  uint32_t word = salt;
  for (double& p : made) word = word * 1664525u + 1013904223u, p = word * (1000.0 / 4294967296.0);
  return made;
}

/// One question in nanoseconds ("per_question_ns"); the row's time is of kQuestions of them.
void per_question(benchmark::State& state, double seconds) {
  report(state, seconds);
  state.counters["per_question_ns"] = seconds / static_cast<double>(kQuestions) * 1e9;
}

void action_ask(benchmark::State& state) {
  fw_params* params = setting().params("action", "clock");
  fw_action* action = nullptr;
  must([&](fw_error* e) {
    return fw_action_open(setting().context, params, &kTorus, &setting().seeds, 1, &action, e);
  });
  must([&](fw_error* e) { return fw_action_at(action, 100, e); });
  const auto x = places(1), y = places(2);
  uint32_t starts = 0;
  const auto least = least_s([&] {
    for (size_t i = 0; i < kQuestions; ++i) {
      const fw_ask ask{x[i], y[i], x[i] + .7, y[i] + .7, 100, static_cast<uint32_t>(i), 0};
      fw_turn turn;
      fw_action_ask(action, &ask, &turn, nullptr);
      starts += turn.starts;
    }
  });
  benchmark::DoNotOptimize(starts);
  per_question(state, least[0]);
  fw_action_close(action), fw_params_close(params);
}

void noise_value(benchmark::State& state, bool moment) {
  fw_params* params = setting().params("stack", nullptr);
  must([&](fw_error* e) { return fw_params_set(params, "stack.octaves", 4, e); });
  fw_field* field = nullptr;
  must([&](fw_error* e) {
    return fw_field_open(setting().context, params, "bench", &setting().seeds, 0, &field, e);
  });
  fw_moment* cut = nullptr;
  must([&](fw_error* e) { return fw_moment_open(field, 0, 0, 1000, 1000, &cut, e); });
  must([&](fw_error* e) { return fw_moment_set(cut, 100, e); });
  const auto x = places(3), y = places(4);
  float sum = 0;
  const auto least = least_s(
      [&] {
        for (size_t i = 0; i < kQuestions; ++i) sum += fw_field_value(field, 100, x[i], y[i]);
      },
      [&] {
        for (size_t i = 0; i < kQuestions; ++i) sum += fw_moment_value(cut, x[i], y[i]);
      });
  benchmark::DoNotOptimize(sum);
  per_question(state, least[moment]);
  fw_moment_close(cut), fw_field_close(field), fw_params_close(params);
}

void agents_state(benchmark::State& state, bool save) {
  const Crowd c;
  fw::test::Arrays packed(kAgents);
  const fw_agents columns = packed.columns();
  c.begin(columns);
  size_t bytes = 0;
  fw_agents_save(c.crowd, &columns, 0, nullptr, &bytes, nullptr);
  std::vector<char> block(bytes);
  fw_digest digest{};
  const auto least = least_s(
      [&] { fw_agents_digest(&columns, 0, &digest); },
      [&] {
        size_t count = 0;
        int64_t tick = 0;
        must([&](fw_error* e) { return fw_agents_save(c.crowd, &columns, 0, block.data(), &bytes, e); });
        must([&](fw_error* e) {
          return fw_agents_load(c.crowd, block.data(), bytes, &columns, &count, &tick, e);
        });
      });
  benchmark::DoNotOptimize(digest);
  report(state, least[save]);
  state.SetItemsProcessed(kAgents);
}

/// The tick at a cycle's beginning of all pools of a world at 512 cells, its plan made ready.
void spawn_prepared(benchmark::State& state) {
  std::vector<char> text(fw_text("template:WindswardLike", nullptr, 0));
  fw_text("template:WindswardLike", text.data(), text.size());
  fw_world* world = nullptr;
  must([&](fw_error* e) {
    return fw_world_generate(setting().context, text.data(), text.size() - 1, &setting().seeds, nullptr,
                             &world, e);
  });
  fw_params* params = setting().params("spawn", nullptr);
  fw_spawn* spawn = nullptr;
  must([&](fw_error* e) { return fw_spawn_open_world(setting().context, params, world, &spawn, e); });
  std::vector<fw_event> events(fw_spawn_most_events(spawn));
  fw_spawn_tick io{};
  io.size = sizeof io, io.events = events.data(), io.space = events.size();
  double least = 1e9;
  int64_t tick = 0;
  for (int cycle = 0; cycle < 10; ++cycle) {
    must([&](fw_error* e) { return fw_spawn_prepare(spawn, tick, e); });
    const auto start = std::chrono::steady_clock::now();
    must([&](fw_error* e) { return fw_spawn_step(spawn, tick++, &io, e); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    least = std::min(least, took.count());
    while (tick % kCycle_ticks != 0) must([&](fw_error* e) { return fw_spawn_step(spawn, tick++, &io, e); });
  }
  report(state, least);
  state.counters["pools"] = fw_spawn_pools(spawn);
  fw_spawn_close(spawn), fw_params_close(params), fw_world_close(world);
}

/// From a world's cancelling to its end: the longest of many of 512 cells, cancelled every 7 ms of their
/// making.
void world_cancelled(benchmark::State& state, const char* name) {
  const Setting& at = setting();
  double longest_s = 0;
  for (int after_ms = 1;; after_ms += 7) {
    volatile int32_t cancel = 0;
    fw_generate how{};
    how.size = sizeof how, how.resolution = 512, how.cancel = &cancel;
    fw_status ended = FW_OK;
    std::thread making([&] {
      fw_world* world = nullptr;
      ended = fw_world_generate(at.context, name, std::strlen(name), &at.seeds, &how, &world, nullptr);
      fw_world_close(world);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(after_ms));
    const auto wished = std::chrono::steady_clock::now();
    cancel = 1;
    making.join();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - wished;
    if (ended == FW_OK) break;  // it was finished before
    longest_s = std::max(longest_s, took.count());
  }
  report(state, longest_s);
}

void register_all() {
  const auto add = [](const char* name, auto row) {
    benchmark::RegisterBenchmark(name, row)->Unit(benchmark::kMillisecond)->Iterations(1)->UseManualTime();
  };
  add("library/crowd_step/100000/packed", [](benchmark::State& s) { crowd_step(s, false); });
  add("library/crowd_step/100000/structs_of_float", [](benchmark::State& s) { crowd_step(s, true); });
  add("library/crowd_step/100000/stride_of_64", crowd_stride);
  add("library/action_ask/clock", action_ask);
  add("library/field_value", [](benchmark::State& s) { noise_value(s, false); });
  add("library/moment_value", [](benchmark::State& s) { noise_value(s, true); });
  add("library/agents_digest/100000", [](benchmark::State& s) { agents_state(s, false); });
  add("library/agents_save_and_load/100000", [](benchmark::State& s) { agents_state(s, true); });
  add("library/spawn_step/prepared", spawn_prepared);
  for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"})
    add(("library/world_cancelled/" + std::string(name)).c_str(),
        [name](benchmark::State& s) { world_cancelled(s, name); });
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  register_all();
  benchmark::RunSpecifiedBenchmarks();
}
