// Calls that are made for a game's tick: after handles were made they allocate nothing, and a context of one
// thread makes none.

#include <QFile>
#include <QTest>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>

#include "core/action/action.h"
#include "core/crowd/crowd.h"
#include "core/spawn/spawn.h"
#include "library_calls.h"
#include "tests/support/test_main.h"

#if !defined(__SANITIZE_ADDRESS__) && defined(__GLIBC__)
#define FW_COUNTS_ALLOCATIONS 1
#endif

namespace {
std::atomic<bool> g_counting{false};
std::atomic<size_t> g_allocations{0};
std::vector<int> g_kept;
void note() {
  if (g_counting.load(std::memory_order_relaxed)) ++g_allocations;
}
}  // namespace

#ifdef FW_COUNTS_ALLOCATIONS
// The program's own functions stand in front of the C library's, for the library under test too.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void* malloc(size_t bytes) {
  note();
  return __libc_malloc(bytes);
}
void* calloc(size_t count, size_t bytes) {
  note();
  return __libc_calloc(count, bytes);
}
void* realloc(void* old, size_t bytes) {
  note();
  return __libc_realloc(old, bytes);
}
void* aligned_alloc(size_t alignment, size_t bytes) {
  note();
  return __libc_memalign(alignment, bytes);
}
void* memalign(size_t alignment, size_t bytes) {
  note();
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void** out, size_t alignment, size_t bytes) {
  note();
  *out = __libc_memalign(alignment, bytes);
  return *out == nullptr ? 12 : 0;
}
}
#endif

using namespace fw;
using namespace fw::test;

namespace {

using Moment = Handle<fw_moment, fw_moment_close>;

size_t allocations_of(const std::function<void()>& calls) {
  g_allocations = 0;
  g_counting = true;
  calls();
  g_counting = false;
  return g_allocations;
}

int threads_now() {
  QFile status("/proc/self/status");
  if (!status.open(QIODevice::ReadOnly)) return -1;
  for (const QByteArray& line : status.readAll().split('\n'))
    if (line.startsWith("Threads:")) return line.mid(8).trimmed().toInt();
  return -1;
}

/// Sums by call what was allocated; a call that fails ends the test.
class Counted {
 public:
  void operator()(const char* call, const std::function<fw_status()>& body) {
    fw_status status = FW_OK;
    const size_t found = allocations_of([&] { status = body(); });
    if (status != FW_OK) qFatal("%s failed with %d", call, static_cast<int>(status));
    if (found > 0) counts_[call] += found;
  }
  /// "fw_action_join 40, ..."; empty: nothing was allocated, but by calls of which so much is known.
  QString said(const std::map<std::string_view, size_t>& known = {}) const {
    QStringList parts;
    for (const auto& [call, count] : counts_) {
      const auto most = known.find(call);
      if (most == known.end() || count > most->second) parts << QString("%1 %2").arg(call.data()).arg(count);
    }
    return parts.join(", ");
  }

 private:
  std::map<std::string_view, size_t> counts_;
};

constexpr size_t kTickAgents = 3000;

}  // namespace

class LibTicksTest : public QObject {
  Q_OBJECT

  Context context_;
  fw_seeds seeds_{};
  int threads_before_ = 0;

  static void methods(const auto& slugs) {
    QTest::addColumn<QByteArray>("method");
    for (const auto slug : slugs) QTest::addRow("%s", slug.data()) << QByteArray(slug.data());
  }

  /// Ninety ticks of a schedule of everybody, and questions of every kind.
  void run_schedule(const QByteArray& method, Counted& counted) {
    Params params;
    FW_VERIFY(fw_params_open(context_, "action", method.constData(), &params, error));
    const fw_ground torus = ground(FW_TORUS, 1000);
    ActionHandle action;
    FW_VERIFY(fw_action_open(context_, params, &torus, &seeds_, kTickAgents, &action, error));
    std::vector<uint32_t> id(kTickAgents), started(kTickAgents);
    std::iota(id.begin(), id.end(), 0u);
    std::vector<double> x(kTickAgents), y(kTickAgents);
    const fw_column ids = packed(id), xs = packed(x), ys = packed(y);
    fw_turn turn;
    counted("join", [&] { return fw_action_join(action, kTickAgents, id.data(), nullptr, nullptr); });
    for (int64_t tick = 0; tick < 90; ++tick) {
      for (size_t i = 0; i < kTickAgents; ++i)
        x[i] = static_cast<double>(i % 1000),
        y[i] = std::fmod(0.31 * static_cast<double>(i + static_cast<size_t>(tick)), 1000);
      size_t starts = 0;
      counted("tick", [&] {
        return fw_action_tick(action, tick, kTickAgents, &ids, &xs, &ys, started.data(), &starts, nullptr);
      });
      counted("state", [&] { return fw_action_state(action, 7, &turn, nullptr); });
      counted("at", [&] { return fw_action_at(action, tick + 1, nullptr); });
      const fw_ask ask{x[9], y[9], x[9], y[9] + 1, tick + 1, 9, 0};
      counted("ask", [&] { return fw_action_ask(action, &ask, &turn, nullptr); });
      const fw_ask other{x[9], y[9], x[9], y[9] + 1, tick + 40, 9, 0};
      counted("ask other", [&] { return fw_action_ask(action, &other, &turn, nullptr); });
    }
    const uint32_t few[] = {5, 9, 77};
    counted("leave", [&] { return fw_action_leave(action, 3, few, nullptr); });
    counted("join", [&] { return fw_action_join(action, 3, few, nullptr, nullptr); });
    // A schedule that was loaded has as much memory.
    size_t bytes = 0;
    fw_action_save(action, nullptr, &bytes, nullptr);
    std::vector<char> block(bytes);
    FW_VERIFY(fw_action_save(action, block.data(), &bytes, error));
    FW_VERIFY(fw_action_load(action, block.data(), bytes, error));
    counted("leave after load", [&] { return fw_action_leave(action, 3, few, nullptr); });
    counted("join after load", [&] { return fw_action_join(action, 3, few, nullptr, nullptr); });
    for (int64_t tick = 90; tick < 100; ++tick) {
      size_t starts = 0;
      counted("tick after load", [&] {
        return fw_action_tick(action, tick, kTickAgents, &ids, &xs, &ys, started.data(), &starts, nullptr);
      });
    }
  }

 private slots:
  void initTestCase() {
#ifndef FW_COUNTS_ALLOCATIONS
    QSKIP("allocations are counted in builds without sanitizers alone");
#endif
    void* volatile kept = nullptr;  // so that no compiler leaves it out
    QCOMPARE(allocations_of([&] { kept = std::malloc(100); }), size_t{1});
    std::free(kept);
    QVERIFY(allocations_of([&] { std::vector<int>(1000).swap(g_kept); }) >= 1);
    threads_before_ = threads_now();
    FW_VERIFY(fw_open(FW_ABI, nullptr, &context_, error));
    fw_seeds_of(42, &seeds_);
  }

  void aCrowdsTick_data() {
    methods(kCrowdMethodSlugs);
  }
  void aCrowdsTick() {
    QFETCH(QByteArray, method);
    std::vector<uint8_t> mask(60 * 60, 1);
    for (size_t i = 0; i < 60 * 20; ++i) mask[i] = 0;
    fw_ground masked{sizeof masked, FW_MASK, 1200, 1200, nullptr, mask.data(), 60, 60};
    for (const fw_ground& where : {ground(FW_TORUS, 1000), ground(FW_WALLS, 1000), masked}) {
      Params params;
      FW_VERIFY(fw_params_open(context_, "crowd", method.constData(), &params, error));
      CrowdHandle crowd;
      Scratch scratch;
      FW_VERIFY(fw_crowd_open(context_, params, &where, &seeds_, &crowd, error));
      FW_VERIFY(fw_scratch_open(crowd, kTickAgents, &scratch, error));
      Arrays arrays(kTickAgents);
      const fw_agents a = arrays.columns();
      std::vector<float> hx(kTickAgents), hy(kTickAgents), speed(kTickAgents);
      std::vector<uint32_t> some(kTickAgents / 3), order(kTickAgents);
      std::iota(some.begin(), some.end(), 100u);
      fw_digest digest;
      Counted counted;
      counted("begin", [&] { return fw_crowd_begin(crowd, scratch, 0, &a, 0, nullptr); });
      for (int64_t tick = 0; tick < 6; ++tick)
        counted("step", [&] { return fw_crowd_step(crowd, scratch, tick, &a, nullptr); });
      counted("step_some", [&] {
        return fw_crowd_step_some(crowd, scratch, 64, 8, some.data(), some.size(), &a, nullptr);
      });
      counted("targets", [&] {
        return fw_crowd_targets(crowd, scratch, 9, kTickAgents, &a.x_m, &a.y_m, hx.data(), hy.data(),
                                speed.data(), nullptr);
      });
      counted("order", [&] { return fw_crowd_order(crowd, scratch, &a, order.data(), nullptr); });
      counted("digest", [&] {
        fw_agents_digest(&a, 9, &digest), fw_agents_digest_of(&a, 9, 5, 50, &digest);
        return fw_status{FW_OK};
      });
      QCOMPARE(counted.said(), QString());
    }
  }

  void noise() {
    for (const bool resampled : {false, true}) {
      Params stack;
      open_stack(context_, resampled, stack);
      FW_VERIFY(fw_params_add_state(stack, "hunger", 0.5, 0, 0, 0.8, error));
      Field field;
      FW_VERIFY(fw_field_open(context_, stack, "mood", &seeds_, 0, &field, error));
      Moment moment;
      FW_VERIFY(fw_moment_open(field, 0, 0, 1000, 1000, &moment, error));
      std::vector<double> x(5000), y(5000);
      for (size_t i = 0; i < x.size(); ++i) x[i] = 0.2 * static_cast<double>(i), y[i] = 1000 - x[i];
      std::vector<float> n(5000), dx(5000), dy(5000), calm(5000, 0.5f);
      const fw_column xs = packed(x), ys = packed(y), state = packed(calm);
      // A thread's first call keeps memory for those that follow.
      FW_VERIFY(fw_field_points(field, 0, 5000, &xs, &ys, n.data(), dx.data(), dy.data(), error));
      FW_VERIFY(fw_field_context(field, 0, 5000, &xs, &ys, &state, 1, n.data(), error));
      FW_VERIFY(fw_field_grid(field, 25, 0, 0, 10, 60, 60, n.data(), error));
      FW_VERIFY(fw_field_grid(field, 25, 5, -7, 10, 60, 60, n.data(), error));
      Counted counted;
      for (const double time_s : {0.0, 25.0, 35.0}) {
        counted("points", [&] {
          return fw_field_points(field, time_s, 5000, &xs, &ys, n.data(), dx.data(), dy.data(), nullptr);
        });
        counted("curl",
                [&] { return fw_field_curl(field, time_s, 5000, &xs, &ys, dx.data(), dy.data(), nullptr); });
        counted("context", [&] {
          return fw_field_context(field, time_s, 5000, &xs, &ys, &state, 1, n.data(), nullptr);
        });
        counted("grid", [&] {
          return fw_field_grid(field, time_s, 0, 0, 10, 60, 60, n.data(), nullptr) +
                 fw_field_grid(field, time_s, 5, -7, 10, 60, 60, n.data(), nullptr);
        });
        counted("moment_set", [&] { return fw_moment_set(moment, time_s, nullptr); });
        counted("value", [&] {
          n[0] = fw_field_value(field, time_s, 3, 4) + fw_moment_value(moment, 3, 4);
          return fw_status{FW_OK};
        });
      }
      const QString said = counted.said();
      QVERIFY2(said.isEmpty(), qPrintable((resampled ? "resampled: " : "drifting: ") + said));
    }
  }

  void aSchedulesTick_data() {
    methods(kActionMethodSlugs);
    QTest::addRow("clock") << QByteArray("clock");
  }
  void aSchedulesTick() {
    QFETCH(QByteArray, method);
    // A thread's first calls keep memory for those that follow: a schedule like it has run before.
    Counted first, counted;
    run_schedule(method, first);
    if (QTest::currentTestFailed()) return;
    run_schedule(method, counted);
    // Methods that sort neighbours into cells take memory until as many have been sorted as there ever are.
    const size_t of_neighbours = method == "filtered" || method == "hawkes_inhibitory" ? 24 : 0;
    QCOMPARE(counted.said({{"tick", of_neighbours}, {"tick after load", of_neighbours}}), QString());
  }

  void aSpawningSecond_data() {
    methods(kSpawnMethodSlugs);
  }
  void aSpawningSecond() {
    QFETCH(QByteArray, method);
    Params params;
    FW_VERIFY(fw_params_open(context_, "spawn", method.constData(), &params, error));
    FW_VERIFY(fw_params_set(params, "spawn.despawn_per_s", 0.01, error));
    const fw_ground walls = ground(FW_WALLS, 120);
    SpawnHandle spawn;
    FW_VERIFY(fw_spawn_open(context_, params, &walls, "enemy.wolf", &seeds_, &spawn, error));
    std::vector<fw_event> events(fw_spawn_most_events(spawn));
    std::vector<double> px{20, 60, 90}, py{20, 70, 30};
    fw_spawn_tick io{};
    io.size = sizeof io, io.want_refused = 1, io.players = 3;
    io.player_x_m = packed(px), io.player_y_m = packed(py);
    io.events = events.data(), io.space = events.size();
    Counted counted, beginnings;
    for (int64_t tick = 0; tick < 700; ++tick) {
      // A cycle's beginning may make its plan.
      (tick % 600 == 0 ? beginnings : counted)("step",
                                               [&] { return fw_spawn_step(spawn, tick, &io, nullptr); });
      if (tick == 300) {  // what was loaded has as much memory
        size_t bytes = 0;
        fw_spawn_save(spawn, nullptr, &bytes, nullptr);
        std::vector<char> block(bytes);
        FW_VERIFY(fw_spawn_save(spawn, block.data(), &bytes, error));
        FW_VERIFY(fw_spawn_load(spawn, block.data(), bytes, error));
      }
      if (io.count > 0 && io.events[0].kind == FW_SPAWNED && tick % 5 == 0)
        counted("remove", [&] { return fw_spawn_remove(spawn, tick, 1, &io.events[0].id, nullptr); });
    }
    // A thread's block of memory grows where a batch is larger than any before.
    QCOMPARE(counted.said({{"step", 5}}), QString());
  }

  void aHostsThreadsAllocateNothingEither() {
    // Threads of the program's own, made before: they take pieces of one loop at a time.
    struct Pool {
      std::atomic<int> round{0}, done{0};
      std::atomic<bool> over{false};
      void (*body)(void*, uint32_t) = nullptr;
      void* arg = nullptr;
      uint32_t pieces = 0;
      std::thread worker;
      Pool()
          : worker([this] {
              for (int seen = 0; !over;) {
                if (round == seen) continue;
                seen = round;
                for (uint32_t i = 1; i < pieces; i += 2) body(arg, i);
                done = seen;
              }
            }) {}
      ~Pool() {
        over = true;
        worker.join();
      }
    } pool;
    fw_host host{sizeof host, 1,
                 [](void* user, uint32_t pieces, void (*body)(void*, uint32_t), void* arg) {
                   auto& p = *static_cast<Pool*>(user);
                   p.body = body, p.arg = arg, p.pieces = pieces;
                   const int round = ++p.round;
                   for (uint32_t i = 0; i < pieces; i += 2) body(arg, i);
                   while (p.done != round) {
                   }
                 },
                 &pool};
    Context context;
    FW_VERIFY(fw_open(FW_ABI, &host, &context, error));
    const fw_ground torus = ground(FW_TORUS, 1000);
    Params params;
    FW_VERIFY(fw_params_open(context, "crowd", "curl_dual", &params, error));
    CrowdHandle crowd;
    Scratch scratch;
    FW_VERIFY(fw_crowd_open(context, params, &torus, &seeds_, &crowd, error));
    FW_VERIFY(fw_scratch_open(crowd, kTickAgents, &scratch, error));
    Arrays arrays(kTickAgents);
    const fw_agents a = arrays.columns();
    fw_status failed = fw_crowd_begin(crowd, scratch, 0, &a, 0, nullptr);
    const size_t found = allocations_of([&] {
      for (int64_t tick = 0; tick < 10; ++tick) failed |= fw_crowd_step(crowd, scratch, tick, &a, nullptr);
    });
    QCOMPARE(failed, FW_OK);
    QCOMPARE(found, size_t{0});
  }

  void oneThreadStaysOne() {
    QCOMPARE(threads_now(), threads_before_);
  }
};

FW_TEST(LibTicksTest)
#include "test_lib_ticks.moc"
