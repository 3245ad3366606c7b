// The library shared between threads in every way that its header allows: contexts side by side, one context
// on a host's seven threads, threads of the library's own, eight threads that ask the same handles, and a
// plan made ahead while ticks go on. Every way must give the digests of one thread alone. Prints them; exits
// 1 where something differs.

#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "tests/lib/library_arrays.h"

namespace {

namespace test = fw::test;

constexpr size_t kAgents = 6000;
constexpr int64_t kTicks = 12;

void need(fw_status status, const fw_error& e) {
  if (status == FW_OK) return;
  std::fprintf(stderr, "%d: %s\n", status, e.message);
  std::exit(1);
}

fw_host host_of(int32_t threads, fw_parallel_fn parallel_for) {
  fw_host host{};
  host.size = sizeof host, host.threads = threads, host.parallel_for = parallel_for;
  return host;
}

uint64_t mixed(uint64_t word, const void* from, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) word = (word ^ static_cast<const uint8_t*>(from)[i]) * 0x100000001B3u;
  return word;
}

/// Crowds, a field, schedules, spawning and a world of one context, as one word.
uint64_t session(const fw_host* host) {
  fw_error e;
  fw_context* c = nullptr;
  const fw_seeds seeds{42, 42, 42};
  const fw_ground ground = test::ground(FW_TORUS, 1000), small = test::ground(FW_TORUS, 120);
  uint64_t word = 0xCBF29CE484222325u;
  fw_digest digest;
  need(fw_open(FW_ABI, host, &c, &e), e);
  for (const char* method : {"curl_dual", "vicsek", "ou"}) {
    fw_params* p = nullptr;
    fw_crowd* crowd = nullptr;
    fw_scratch* scratch = nullptr;
    test::Arrays agents(kAgents);
    const fw_agents columns = agents.columns();
    need(fw_params_open(c, "crowd", method, &p, &e), e);
    need(fw_crowd_open(c, p, &ground, &seeds, &crowd, &e), e);
    need(fw_scratch_open(crowd, kAgents, &scratch, &e), e);
    need(fw_crowd_begin(crowd, scratch, 0, &columns, 0, &e), e);
    for (int64_t tick = 0; tick < kTicks; ++tick) need(fw_crowd_step(crowd, scratch, tick, &columns, &e), e);
    fw_agents_digest(&columns, kTicks, &digest);
    word = mixed(word, &digest, sizeof digest);
    fw_scratch_close(scratch), fw_crowd_close(crowd), fw_params_close(p);
  }
  for (const char* method : {"exact", "clock"}) {
    fw_params* p = nullptr;
    fw_action* action = nullptr;
    test::Arrays agents(kAgents);
    for (size_t i = 0; i < kAgents; ++i)
      agents.x[i] = static_cast<double>(i % 997), agents.y[i] = static_cast<double>(i % 83);
    const fw_agents columns = agents.columns();
    std::vector<uint32_t> started(kAgents);
    need(fw_params_open(c, "action", method, &p, &e), e);
    need(fw_action_open(c, p, &ground, &seeds, kAgents, &action, &e), e);
    need(fw_action_join(action, kAgents, agents.id.data(), nullptr, &e), e);
    for (int64_t tick = 0; tick < kTicks; ++tick) {
      size_t starts = 0;
      need(fw_action_tick(action, tick, kAgents, &columns.id, &columns.x_m, &columns.y_m, started.data(),
                          &starts, &e),
           e);
    }
    fw_action_digest(action, &digest);
    word = mixed(word, &digest, sizeof digest);
    fw_action_close(action), fw_params_close(p);
  }
  {
    fw_params* p = nullptr;
    fw_field* field = nullptr;
    std::vector<double> x(20000), y(20000);
    std::vector<float> n(20000), raster(300 * 200);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<double>(i % 1009), y[i] = static_cast<double>(i % 757);
    const fw_column xs{x.data(), 0, 0}, ys{y.data(), 0, 0};
    need(fw_params_open(c, "stack", nullptr, &p, &e), e);
    need(fw_field_open(c, p, "x", &seeds, 0, &field, &e), e);
    need(fw_field_points(field, 3, x.size(), &xs, &ys, n.data(), nullptr, nullptr, &e), e);
    need(fw_field_grid(field, 3, 5, 6, 2, 300, 200, raster.data(), &e), e);
    word = mixed(word, n.data(), n.size() * sizeof(float));
    word = mixed(word, raster.data(), raster.size() * sizeof(float));
    fw_field_close(field), fw_params_close(p);
  }
  {  // the next plan is made on a thread of its own while the ticks before it are stepped
    fw_params* p = nullptr;
    fw_spawn* spawn = nullptr;
    need(fw_params_open(c, "spawn", "a_full", &p, &e), e);
    need(fw_spawn_open(c, p, &small, "t", &seeds, &spawn, &e), e);
    std::vector<fw_event> events(fw_spawn_most_events(spawn));
    fw_spawn_tick io{};
    io.size = sizeof io, io.events = events.data(), io.space = events.size();
    std::thread planner;
    for (int64_t tick = 0; tick < 400; ++tick) {
      need(fw_spawn_step(spawn, tick, &io, &e), e);
      if (tick % 60 == 5) {
        if (planner.joinable()) planner.join();
        planner = std::thread([spawn, tick] { fw_spawn_prepare(spawn, tick, nullptr); });
      }
    }
    if (planner.joinable()) planner.join();
    fw_spawn_digest(spawn, &digest);
    word = mixed(word, &digest, sizeof digest);
    fw_spawn_close(spawn), fw_params_close(p);
  }
  {
    fw_world* world = nullptr;
    fw_cache* cache = nullptr;
    fw_generate how{};
    need(fw_cache_open(c, 4, &cache, &e), e);
    how.size = sizeof how, how.resolution = 64, how.cache = cache;
    for (int twice = 0; twice < 2; ++twice) {
      need(fw_world_generate(c, "Tiny", 4, &seeds, &how, &world, &e), e);
      std::string text(fw_world_text(world, "digests", 0, 0, nullptr, 0), ' ');
      fw_world_text(world, "digests", 0, 0, text.data(), text.size());
      word = mixed(word, text.data(), text.size());
      fw_world_close(world);
    }
    fw_cache_close(cache);
  }
  fw_close(c);
  return word;
}

/// What eight threads ask of the same handles, each with a scratch of its own.
class Shared {
 public:
  Shared() {
    fw_error e;
    const fw_seeds seeds{42, 42, 42};
    const fw_ground ground = test::ground(FW_TORUS, 1000);
    fw_params *stack = nullptr, *clock = nullptr, *walk = nullptr;
    fw_generate how{};
    how.size = sizeof how, how.resolution = 64;
    need(fw_open(FW_ABI, nullptr, &context_, &e), e);
    need(fw_params_open(context_, "stack", nullptr, &stack, &e), e);
    need(fw_params_set_text(stack, "stack.update", "resample", &e), e);
    need(fw_params_set(stack, "stack.cycle_s", 2, &e), e);
    need(fw_params_open(context_, "action", "clock", &clock, &e), e);
    need(fw_params_open(context_, "crowd", "curl_dual", &walk, &e), e);
    need(fw_field_open(context_, stack, "x", &seeds, 0, &field_, &e), e);
    need(fw_moment_open(field_, 0, 0, 1000, 1000, &moment_, &e), e);
    need(fw_moment_set(moment_, 3, &e), e);
    need(fw_action_open(context_, clock, &ground, &seeds, 0, &clock_, &e), e);
    need(fw_action_at(clock_, 5, &e), e);
    need(fw_crowd_open(context_, walk, &ground, &seeds, &crowd_, &e), e);
    need(fw_world_generate(context_, "Tiny", 4, &seeds, &how, &world_, &e), e);
    fw_params_close(stack), fw_params_close(clock), fw_params_close(walk);
  }
  ~Shared() {
    fw_world_close(world_), fw_crowd_close(crowd_), fw_action_close(clock_), fw_moment_close(moment_);
    fw_field_close(field_), fw_close(context_);
  }
  uint64_t asked() const {
    fw_error e;
    uint64_t word = 1;
    fw_scratch* scratch = nullptr;
    test::Arrays agents(300);
    const fw_agents columns = agents.columns();
    need(fw_scratch_open(crowd_, 300, &scratch, &e), e);
    need(fw_crowd_begin(crowd_, scratch, 0, &columns, 0, &e), e);
    for (int64_t tick = 0; tick < 20; ++tick) {
      need(fw_crowd_step(crowd_, scratch, tick, &columns, &e), e);
      std::vector<float> n(300);
      need(fw_field_points(field_, 0.5 * static_cast<double>(tick), 300, &columns.x_m, &columns.y_m, n.data(),
                           nullptr, nullptr, &e),
           e);
      word = mixed(word, n.data(), n.size() * sizeof(float));
      for (size_t i = 0; i < 30; ++i) {
        const float v = fw_moment_value(moment_, agents.x[i], agents.y[i]),
                    w = fw_field_value(field_, 9, agents.x[i], agents.y[i]);
        const fw_ask ask{agents.x[i], 7, agents.x[i], 8, tick % 9, agents.id[i], 0};
        fw_turn turn;
        need(fw_action_ask(clock_, &ask, &turn, &e), e);
        word = mixed(mixed(mixed(word, &v, sizeof v), &w, sizeof w), &turn.phase, sizeof turn.phase);
      }
      char text[4000];
      fw_world_text(world_, "explain", 500, 10 * static_cast<double>(tick), text, sizeof text);
      word = mixed(word, text, std::strlen(text));
    }
    fw_scratch_close(scratch);
    return word;
  }

 private:
  fw_context* context_ = nullptr;
  fw_field* field_ = nullptr;
  fw_moment* moment_ = nullptr;
  fw_action* clock_ = nullptr;
  fw_crowd* crowd_ = nullptr;
  fw_world* world_ = nullptr;
};

bool check(const char* what, uint64_t found, uint64_t expected) {
  std::printf("%-40s %016llx\n", what, static_cast<unsigned long long>(found));
  return found == expected;
}

/// Runs work(i) on threads of their own and gives back what each found.
std::vector<uint64_t> on_threads(size_t count, const std::function<uint64_t(size_t)>& work) {
  std::vector<uint64_t> found(count);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < count; ++i) threads.emplace_back([&, i] { found[i] = work(i); });
  for (std::thread& thread : threads) thread.join();
  return found;
}

}  // namespace

int main() {
  const uint64_t alone = session(nullptr);
  bool same = check("one thread", alone, alone);
  for (const uint64_t found : on_threads(2, [](size_t) { return session(nullptr); }))
    same &= check("two contexts on two threads", found, alone);
  const fw_host seven = host_of(1, test::seven_threads), own = host_of(4, nullptr);
  same &= check("a host's seven threads", session(&seven), alone);
  same &= check("four threads of the library", session(&own), alone);
  for (const uint64_t found : on_threads(2, [&](size_t i) { return session(i == 0 ? &seven : &own); }))
    same &= check("the last two side by side", found, alone);
  const Shared shared;
  const uint64_t asked = shared.asked();
  for (const uint64_t found : on_threads(8, [&](size_t) { return shared.asked(); }))
    same &= check("eight threads ask the same handles", found, asked);
  std::puts(same ? "all equal" : "NOT EQUAL");
  return same ? 0 : 1;
}
