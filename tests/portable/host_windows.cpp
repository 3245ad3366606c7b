// The library as a game on Windows has it: opened with LoadLibrary, called from threads of CreateThread with
// stacks of 1 MiB, unloaded again. host_windows fieldwright.dll SITUATION DIGEST; the digest is that of the
// crowd of tests/lib/golden/crowd-42-600.txt. Exits 1 with a sentence where something is not as it must be; a
// crash or a hang are the caller's to see.

#include <windows.h>
#include <xmmintrin.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/lib/library_arrays.h"

namespace {

#define FUNCTIONS(X)                                                                             \
  X(fw_open)                                                                                     \
  X(fw_close)                                                                                    \
  X(fw_params_open)                                                                              \
  X(fw_params_set_tick)                                                                          \
  X(fw_params_close)                                                                             \
  X(fw_crowd_open)                                                                               \
  X(fw_crowd_close)                                                                              \
  X(fw_scratch_open)                                                                             \
  X(fw_scratch_close)                                                                            \
  X(fw_crowd_begin) X(fw_crowd_step) X(fw_crowd_memory) X(fw_agents_digest) X(fw_world_generate) \
      X(fw_world_close) X(fw_world_text) X(fw_action_open) X(fw_action_close) X(fw_action_ask)

void need(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "%s (error %lu)\n", what.c_str(), GetLastError());
  std::exit(1);
}
void need(fw_status status, const fw_error& error) {
  need(status == FW_OK, error.message);
}

/// The library, open while this lives.
class Library {
 public:
  explicit Library(const char* path) : module_(LoadLibraryA(path)) {
    need(module_ != nullptr, std::string("cannot open ") + path);
#define FIND(name)                                                                                  \
  name = reinterpret_cast<decltype(name)>(reinterpret_cast<void*>(GetProcAddress(module_, #name))); \
  need(name != nullptr, "the library has no " #name);
    FUNCTIONS(FIND)
#undef FIND
  }
  ~Library() {
    unload();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  void unload() {
    if (module_ != nullptr) FreeLibrary(module_);
    module_ = nullptr;
  }

#define DECLARE(name) decltype(&::name) name = nullptr;
  FUNCTIONS(DECLARE)
#undef DECLARE

 private:
  HMODULE module_;
};

/// For what a thread of a busy machine does.
constexpr DWORD kMost_ms = 240000;

bool loaded() {
  return GetModuleHandleA("fieldwright.dll") != nullptr;
}

/// Of 2,000 agents after 600 ticks, in hexadecimal digits.
std::string crowd_digest(const Library& fw, const fw_host* host) {
  const fw_seeds seeds{42, 42, 42};
  const fw_ground ground = fw::test::ground(FW_TORUS, 1000);
  fw_error e;
  fw_context* c = nullptr;
  fw_params* p = nullptr;
  fw_crowd* crowd = nullptr;
  fw_scratch* scratch = nullptr;
  fw::test::Arrays agents(2000);
  fw_agents columns = agents.columns();
  need(fw.fw_open(FW_ABI, host, &c, &e), e);
  need(fw.fw_params_open(c, "crowd", "curl_dual", &p, &e), e);
  need(fw.fw_params_set_tick(p, 1.0 / 60, &e), e);
  need(fw.fw_crowd_open(c, p, &ground, &seeds, &crowd, &e), e);
  for (uint32_t k = fw.fw_crowd_memory(crowd); k < 3; ++k) columns.memory[k] = {};
  need(fw.fw_scratch_open(crowd, 2000, &scratch, &e), e);
  need(fw.fw_crowd_begin(crowd, scratch, 0, &columns, 0, &e), e);
  for (int64_t tick = 0; tick < 600; ++tick) need(fw.fw_crowd_step(crowd, scratch, tick, &columns, &e), e);
  fw_digest digest;
  fw.fw_agents_digest(&columns, 600, &digest);
  fw.fw_scratch_close(scratch), fw.fw_crowd_close(crowd), fw.fw_params_close(p), fw.fw_close(c);
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(digest.word[0]),
                static_cast<unsigned long long>(digest.word[1]));
  return text;
}

/// The digests of the island Tiny.
std::string world_digests(const Library& fw, const fw_host* host, uint32_t resolution) {
  const fw_seeds seeds{42, 42, 42};
  fw_error e;
  fw_context* c = nullptr;
  fw_world* world = nullptr;
  fw_generate how{};
  how.size = sizeof how, how.resolution = resolution;
  need(fw.fw_open(FW_ABI, host, &c, &e), e);
  need(fw.fw_world_generate(c, "Tiny", 4, &seeds, &how, &world, &e), e);
  std::string text(fw.fw_world_text(world, "digests", 0, 0, nullptr, 0), ' ');
  fw.fw_world_text(world, "digests", 0, 0, text.data(), text.size());
  fw.fw_world_close(world), fw.fw_close(c);
  need(text.size() > 100, "a world has digests");
  return text;
}

struct Thread {
  explicit Thread(std::function<void()> work) {
    auto* const own = new std::function<void()>(std::move(work));
    handle = CreateThread(
        nullptr, size_t{1} << 20,
        [](void* arg) -> DWORD {
          const std::unique_ptr<std::function<void()>> mine(static_cast<std::function<void()>*>(arg));
          (*mine)();
          return 0;
        },
        own, STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
    need(handle != nullptr, "a thread");
  }
  void join() const {
    need(WaitForSingleObject(handle, kMost_ms) == WAIT_OBJECT_0, "a thread did not end in time");
    CloseHandle(handle);
  }
  HANDLE handle;
};

/// Runs pieces backwards on four threads.
void four_threads(void*, uint32_t pieces, void (*body)(void*, uint32_t), void* arg) {
  LONG left = static_cast<LONG>(pieces);
  const auto work = [&] {
    for (LONG i = InterlockedDecrement(&left); i >= 0; i = InterlockedDecrement(&left))
      body(arg, static_cast<uint32_t>(i));
  };
  std::vector<Thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(work);
  for (const Thread& thread : threads) thread.join();
}

fw_host host_of(int32_t threads, fw_parallel_fn parallel_for) {
  fw_host host{};
  host.size = sizeof host, host.threads = threads, host.parallel_for = parallel_for;
  return host;
}

/// A schedule on its own ground, with what it answers about one place at tick 5.
class Schedule {
 public:
  Schedule(const Library& library, uint64_t seed) : fw(library) {
    const fw_seeds seeds{seed, seed, seed};
    const fw_ground ground = fw::test::ground(FW_TORUS, 1000);
    need(fw.fw_open(FW_ABI, nullptr, &context_, &error_), error_);
    need(fw.fw_params_open(context_, "action", "perlin", &params_, &error_), error_);
    need(fw.fw_action_open(context_, params_, &ground, &seeds, 10, &action_, &error_), error_);
  }
  ~Schedule() { fw.fw_action_close(action_), fw.fw_params_close(params_), fw.fw_close(context_); }
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;
  double rate_per_s() {
    const fw_ask ask{300, 400, 300, 400, 5, 1, 0};
    fw_turn turn;
    need(fw.fw_action_ask(action_, &ask, &turn, &error_), error_);
    return turn.rate_per_s;
  }

 private:
  const Library& fw;
  fw_error error_;
  fw_context* context_ = nullptr;
  fw_params* params_ = nullptr;
  fw_action* action_ = nullptr;
};

/// A second fibre, which asks `schedule` whenever it is switched to, and then switches to `back`.
struct Asker {
  Schedule* schedule;
  void* back;
  double rate_per_s = 0;
  static void CALLBACK run(void* own) {
    for (auto* const me = static_cast<Asker*>(own);; SwitchToFiber(me->back))
      me->rate_per_s = me->schedule->rate_per_s();
  }
};

}  // namespace

int main(int argc, char** argv) {
  need(argc == 4, "usage: host_windows fieldwright.dll SITUATION DIGEST");
  const char* const path = argv[1];
  const std::string situation = argv[2], golden = argv[3];
  const auto need_golden = [&](const std::string& found) {
    need(found == golden, "found " + found + ", expected " + golden);
  };
  if (situation == "thread_ends") {
    const Library fw(path);
    std::string here = world_digests(fw, nullptr, 64), there;
    const Thread maker([&] { there = world_digests(fw, nullptr, 64); });
    maker.join();
    need(here == there, "a thread makes another world");
  } else if (situation == "float_modes") {
    const Library fw(path);
    constexpr unsigned kFlags = 0x3F, kFlushDownwards = 0x1F80 | 0x8000 | 0x0040 | 0x2000;
    _mm_setcsr(kFlushDownwards);
    const std::string found = crowd_digest(fw, nullptr);
    need((_mm_getcsr() & ~kFlags) == kFlushDownwards, "the caller's modes are changed");
    _mm_setcsr(0x1F80);
    need_golden(found);
  } else if (situation == "host_threads") {
    const Library fw(path);
    const fw_host host = host_of(1, four_threads);
    need_golden(crowd_digest(fw, &host));
  } else if (situation == "own_threads") {
    const Library fw(path);
    const fw_host host = host_of(4, nullptr);
    need_golden(crowd_digest(fw, &host));
    need(world_digests(fw, &host, 128) == world_digests(fw, nullptr, 128), "four threads make another world");
  } else if (situation == "two_worlds") {
    const Library fw(path);
    const fw_host host = host_of(2, nullptr);
    std::string first, second;
    const Thread one([&] { first = world_digests(fw, nullptr, 128); });
    const Thread other([&] { second = world_digests(fw, &host, 128); });
    one.join(), other.join();
    need(first == second, "two worlds at once differ");
  } else if (situation == "fibres") {
    const Library fw(path);
    Schedule one(fw, 42), other(fw, 43);
    void* const here = ConvertThreadToFiber(nullptr);
    Asker asker{&other, here};
    void* const second = CreateFiber(0, Asker::run, &asker);
    need(here != nullptr && second != nullptr, "two fibres");
    const double first_rate = one.rate_per_s();
    SwitchToFiber(second);
    need(first_rate != asker.rate_per_s, "two schedules have the same rate");
    need(other.rate_per_s() == asker.rate_per_s, "the answer is another schedule's");
    DeleteFiber(second);
  } else if (situation == "exit_at_work") {
    const Library& fw = *new Library(path);  // loaded until the process ends
    world_digests(fw, nullptr, 64);          // whose memory this thread keeps
    for (int t = 0; t < 4; ++t)
      const Thread maker([&] {
        for (;;) world_digests(fw, nullptr, 64);
      });
    Sleep(300);
  } else if (situation == "unload") {
    Library fw(path);
    const HANDLE stepped = CreateEventA(nullptr, TRUE, FALSE, nullptr);
    const HANDLE unloaded = CreateEventA(nullptr, TRUE, FALSE, nullptr);
    std::string found;
    const Thread worker([&] {
      found = crowd_digest(fw, nullptr);
      SetEvent(stepped);
      WaitForSingleObject(unloaded, kMost_ms);
    });
    need(WaitForSingleObject(stepped, kMost_ms) == WAIT_OBJECT_0, "600 steps take too long");
    fw.unload();
    need(!loaded(), "the library is still there");
    SetEvent(unloaded);
    worker.join();
    need_golden(found);
  } else if (situation == "left_open") {
    Library fw(path);
    const fw_host host = host_of(4, nullptr);
    const fw_seeds seeds{42, 42, 42};
    fw_error e;
    fw_context* c = nullptr;
    fw_world* world = nullptr;
    fw_generate how{};
    how.size = sizeof how, how.resolution = 64;
    need(fw.fw_open(FW_ABI, &host, &c, &e), e);
    need(fw.fw_world_generate(c, "Tiny", 4, &seeds, &how, &world, &e), e);
    fw.unload();
    need(loaded(), "the library is gone under its threads");
  } else if (situation == "twenty_loads") {
    for (int load = 0; load < 20; ++load) {
      {
        const Library fw(path);
        const fw_host host = host_of(2, nullptr);
        need_golden(crowd_digest(fw, load % 2 == 0 ? &host : nullptr));
      }
      need(!loaded(), "the library is still there after load " + std::to_string(load + 1));
    }
  } else {
    need(false, "no situation " + situation);
  }
  std::printf("%s: passed\n", situation.c_str());
  return 0;
}
