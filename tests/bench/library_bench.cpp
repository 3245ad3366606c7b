// The library for games as a game calls it (docs/library.md): crowds over the caller's columns against the
// internal step, questions to the clock and to a moment, digests, saved states, and a spawn tick at a cycle's
// beginning.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "app/lib/fieldwright.h"
#include "core/base/parallel/parallel.h"
#include "core/crowd/crowd.h"

namespace {

constexpr size_t kAgents = 100000;
constexpr double kSide_m = 1000;
constexpr int kRounds = 60;

/// Ends the program with the library's words: a figure of a failed call is none.
void expect_ok(fw_status status, const fw_error& error) {
  if (status == FW_OK) return;
  std::fprintf(stderr, "library_bench: %s\n", error.message);
  std::exit(2);
}

template <typename T, typename... Arguments, typename... Given>
std::shared_ptr<T> opened(fw_status (*open)(Arguments...), void (*close)(T*), Given... given) {
  T* out = nullptr;
  fw_error error{};
  expect_ok(open(given..., &out, &error), error);
  return {out, close};
}

std::shared_ptr<fw_context> context() {
  static const auto one = opened(fw_open, fw_close, uint32_t{FW_ABI}, static_cast<const fw_host*>(nullptr));
  return one;
}

std::shared_ptr<fw_params> params(const char* kind, const char* method) {
  return opened(fw_params_open, fw_params_close, context().get(), kind, method);
}

fw_seeds seeds() {
  fw_seeds out;
  fw_seeds_of(1, &out);
  return out;
}

fw_ground torus() {
  return {sizeof(fw_ground), FW_TORUS, kSide_m, kSide_m, nullptr, nullptr, 0, 0};
}

struct CrowdOfLibrary {
  fw_ground ground = torus();
  fw_seeds seed = seeds();
  std::shared_ptr<fw_params> settings = params("crowd", "curl_dual");
  std::shared_ptr<fw_crowd> crowd =
      opened(fw_crowd_open, fw_crowd_close, context().get(), static_cast<const fw_params*>(settings.get()),
             static_cast<const fw_ground*>(&ground), static_cast<const fw_seeds*>(&seed));
  std::shared_ptr<fw_scratch> scratch =
      opened(fw_scratch_open, fw_scratch_close, static_cast<const fw_crowd*>(crowd.get()), kAgents);
};

/// An agent as games keep it: 28 bytes, places of float.
struct Body {
  uint32_t id;
  float x, y, heading_x, heading_y, speed, memory;
};
static_assert(sizeof(Body) == 28);

struct Packed {
  std::vector<uint32_t> id;
  std::vector<double> x, y;
  std::vector<float> heading_x, heading_y, speed, memory[3];

  Packed() : id(kAgents), x(kAgents), y(kAgents), heading_x(kAgents), heading_y(kAgents), speed(kAgents) {
    for (auto& column : memory) column.resize(kAgents);
    for (size_t i = 0; i < kAgents; ++i) id[i] = static_cast<uint32_t>(i);
  }
  fw_agents columns(uint32_t memories) {
    fw_agents out{};
    out.size = sizeof out, out.count = kAgents;
    out.id.data = id.data(), out.x_m.data = x.data(), out.y_m.data = y.data();
    out.heading_x.data = heading_x.data(), out.heading_y.data = heading_y.data();
    out.speed_mps.data = speed.data();
    for (uint32_t k = 0; k < memories; ++k) out.memory[k].data = memory[k].data();
    return out;
  }
};

fw_agents columns_of(std::vector<Body>& bodies, uint32_t memories) {
  fw_agents out{};
  out.size = sizeof out, out.count = bodies.size();
  const auto column = [](auto* first, fw_type type) {
    return fw_column{first, static_cast<ptrdiff_t>(sizeof(Body)), type};
  };
  out.id = column(&bodies[0].id, FW_U32);
  out.x_m = column(&bodies[0].x, FW_F32), out.y_m = column(&bodies[0].y, FW_F32);
  out.heading_x = column(&bodies[0].heading_x, FW_F32), out.heading_y = column(&bodies[0].heading_y, FW_F32);
  out.speed_mps = column(&bodies[0].speed, FW_F32);
  if (memories > 0) out.memory[0] = column(&bodies[0].memory, FW_F32);
  return out;
}

/// Least seconds of each of several calls that take turns, so that the machine is the same for all.
template <typename... Calls>
std::vector<double> in_turn(int rounds, Calls... calls) {
  std::vector<double> least(sizeof...(calls), 1e9);
  const auto seconds = [](const auto& call) {
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  for (int round = 0; round < rounds; ++round) {
    size_t k = 0;
    ((least[k] = std::min(least[k], seconds(calls)), ++k), ...);
  }
  return least;
}

/// A tick of 100,000 agents, curl_dual, one thread: columns of the natural types, and of 28-byte structs,
/// each over the internal step (floors: 1.01 and 1.15).
void crowd_step(benchmark::State& state, bool structs) {
  const fw::ThreadLimit limit(1);
  const CrowdOfLibrary lib;
  const uint32_t memories = fw_crowd_memory(lib.crowd.get());
  fw_error error{};
  Packed packed;
  std::vector<Body> bodies(kAgents);
  for (size_t i = 0; i < kAgents; ++i) bodies[i].id = static_cast<uint32_t>(i);
  const fw_agents columns = structs ? columns_of(bodies, memories) : packed.columns(memories);
  expect_ok(fw_crowd_begin(lib.crowd.get(), lib.scratch.get(), 0, &columns, 0, &error), error);
  const fw::Crowd crowd = fw::bind_crowd(fw::crowd_preset(fw::CrowdMethod::curl_dual), fw::Arena{},
                                         fw::SeedBundle::from_master(1));
  fw::CrowdState inner = fw::start_crowd(crowd, kAgents);
  int64_t tick = 0;
  const std::vector<double> least = in_turn(
      kRounds,
      [&] { expect_ok(fw_crowd_step(lib.crowd.get(), lib.scratch.get(), tick++, &columns, &error), error); },
      [&] { fw::step_crowd(crowd, inner); });
  for (auto _ : state) state.SetIterationTime(least[0]);
  state.counters["over_internal"] = least[0] / least[1];
}

/// One question to the schedule without state, its tick made ready (floor 100 ns).
void ask(benchmark::State& state) {
  const fw_ground ground = torus();
  const fw_seeds seed = seeds();
  const auto settings = params("action", "clock");
  const auto action =
      opened(fw_action_open, fw_action_close, context().get(), static_cast<const fw_params*>(settings.get()),
             static_cast<const fw_ground*>(&ground), static_cast<const fw_seeds*>(&seed), size_t{1000});
  fw_error error{};
  expect_ok(fw_action_at(action.get(), 100, &error), error);
  std::vector<fw_ask> asked(1000);
  for (size_t i = 0; i < asked.size(); ++i) {
    const double x = static_cast<double>(i * 379 % 1000), y = static_cast<double>(i * 613 % 1000);
    asked[i] = {x, y, x + 0.7, y + 0.7, 100, static_cast<uint32_t>(i), 0};
  }
  fw_turn turn;
  size_t i = 0;
  for (auto _ : state) {
    fw_action_ask(action.get(), &asked[i++ % asked.size()], &turn, &error);
    benchmark::DoNotOptimize(turn);
  }
}

/// One read of a field of four octaves cut at a time (floor 100 ns), and of the field itself.
void value(benchmark::State& state, bool moment) {
  const fw_seeds seed = seeds();
  const auto settings = params("stack", nullptr);
  fw_error error{};
  expect_ok(fw_params_set(settings.get(), "stack.octaves", 4, &error), error);
  const auto field =
      opened(fw_field_open, fw_field_close, context().get(), static_cast<const fw_params*>(settings.get()),
             "bench", static_cast<const fw_seeds*>(&seed), 0.0);
  const auto cut = opened(fw_moment_open, fw_moment_close, static_cast<const fw_field*>(field.get()), 0.0,
                          0.0, kSide_m, kSide_m);
  expect_ok(fw_moment_set(cut.get(), 5, &error), error);
  size_t i = 0;
  for (auto _ : state) {
    const double x = static_cast<double>(i * 379 % 1000), y = static_cast<double>(i * 613 % 1000);
    ++i;
    benchmark::DoNotOptimize(moment ? fw_moment_value(cut.get(), x, y)
                                    : fw_field_value(field.get(), 5, x, y));
  }
}

/// Of 100,000 agents (floor 1.2 ms).
void digest(benchmark::State& state) {
  const CrowdOfLibrary lib;
  Packed packed;
  const fw_agents columns = packed.columns(fw_crowd_memory(lib.crowd.get()));
  fw_error error{};
  expect_ok(fw_crowd_begin(lib.crowd.get(), lib.scratch.get(), 0, &columns, 0, &error), error);
  fw_digest out;
  for (auto _ : state) {
    fw_agents_digest(&columns, 0, &out);
    benchmark::DoNotOptimize(out);
  }
}

/// A state of 100,000 agents saved and loaded again (floor 8 ms).
void save_and_load(benchmark::State& state) {
  const CrowdOfLibrary lib;
  Packed packed, loaded;
  const uint32_t memories = fw_crowd_memory(lib.crowd.get());
  const fw_agents columns = packed.columns(memories), into = loaded.columns(memories);
  fw_error error{};
  expect_ok(fw_crowd_begin(lib.crowd.get(), lib.scratch.get(), 0, &columns, 0, &error), error);
  size_t bytes = 0;
  fw_agents_save(lib.crowd.get(), &columns, 0, nullptr, &bytes, &error);
  std::vector<char> block(bytes);
  for (auto _ : state) {
    size_t count = 0, size = bytes;
    int64_t tick = 0;
    expect_ok(fw_agents_save(lib.crowd.get(), &columns, 0, block.data(), &size, &error), error);
    expect_ok(fw_agents_load(lib.crowd.get(), block.data(), size, &into, &count, &tick, &error), error);
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}

/// The tick at the beginning of a cycle of all pools of WindswardLike at 512^2, its plan made ahead (floor 2
/// ms).
void spawn_begins_a_cycle(benchmark::State& state) {
  const fw_seeds seed = seeds();
  fw_generate wanted{};
  wanted.size = sizeof wanted;
  const std::string name = "WindswardLike";
  const auto world = opened(fw_world_generate, fw_world_close, context().get(), name.c_str(), name.size(),
                            static_cast<const fw_seeds*>(&seed), static_cast<const fw_generate*>(&wanted));
  const auto settings = params("spawn", nullptr);
  fw_error error{};
  double cycle_s = 0;
  expect_ok(fw_params_get(settings.get(), "spawn.cycle_s", &cycle_s, &error), error);
  const auto spawn =
      opened(fw_spawn_open_world, fw_spawn_close, context().get(),
             static_cast<const fw_params*>(settings.get()), static_cast<const fw_world*>(world.get()));
  std::vector<fw_event> events(fw_spawn_most_events(spawn.get()));
  fw_spawn_tick io{};
  io.size = sizeof io, io.events = events.data(), io.space = events.size();
  const auto cycle = static_cast<int64_t>(cycle_s);
  int64_t tick = 0;
  const auto step = [&] {
    const auto start = std::chrono::steady_clock::now();
    expect_ok(fw_spawn_step(spawn.get(), tick++, &io, &error), error);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  for (auto _ : state) {
    while (tick % cycle != 0) step();
    expect_ok(fw_spawn_prepare(spawn.get(), tick, &error), error);
    state.SetIterationTime(step());
  }
  state.counters["pools"] = fw_spawn_pools(spawn.get());
}

BENCHMARK_CAPTURE(crowd_step, packed, false)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(crowd_step, structs, true)->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(ask);
BENCHMARK_CAPTURE(value, moment, true);
BENCHMARK_CAPTURE(value, field, false);
BENCHMARK(digest)->Unit(benchmark::kMillisecond);
BENCHMARK(save_and_load)->Unit(benchmark::kMillisecond);
BENCHMARK(spawn_begins_a_cycle)->Iterations(5)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
