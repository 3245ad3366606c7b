// The threads of the standard library that portable builds run their loops on: what oneTBB's hold, and what
// is ours to see to: many callers at once, loops at any depth, threads that end, a count that is kept to.

#include <QDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <atomic>
#include <cfenv>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/base/parallel/executor.h"
#include "core/base/parallel/parallel.h"
#include "core/base/parallel/thread_arena.h"
#include "tests/base/thread_properties.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// 1 + ... of a tree of loops: every piece is a loop of its own down to a depth.
size_t leaves(int depth) {
  if (depth == 0) return 1;
  std::atomic<size_t> count = 0;
  parallel_for(3, 1, [&](size_t, size_t) { count += leaves(depth - 1); });
  return count;
}

/// Most threads that were inside a piece at once, with pieces long enough for all to come.
int most_at_once(size_t pieces) {
  std::atomic<int> inside = 0, most = 0;
  parallel_for(pieces, 1, [&](size_t, size_t) {
    const int now = ++inside;
    for (int before = most; before < now && !most.compare_exchange_weak(before, now);) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --inside;
  });
  return most;
}

size_t threads_of_the_process() {
  return static_cast<size_t>(QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot).size());
}

}  // namespace

class ThreadsStdTest : public QObject {
  Q_OBJECT

  /// Runs a property on this many threads, whatever the machine has.
  static void on_threads(int threads, const std::function<void()>& work) { ThreadArena(threads).run(work); }

 private slots:
  void everyIndexIsVisitedOnceInTheSamePiecesAtAnyThreadCount() { on_threads(4, visit_every_index_once); }
  void aParallelSumHasTheSameBitsAtAnyThreadCount() { on_threads(4, sum_with_the_same_bits); }
  void whatIsThrownEndsItsOwnLoopAndNoOther() { on_threads(4, throw_out_of_one_loop_alone); }
  void parallelWorkMayNest() { on_threads(4, nest_loops); }
  void invokedTasksAllFinishAndPassOnExceptions() { on_threads(4, invoke_tasks); }
  void outsideOfArenasLoopsShareThreadsOfTheProcess() {
    visit_every_index_once();
    nest_loops();
  }

  void loopsNestAtAnyDepth() {
    for (const int threads : {2, 3, 8}) {
      const ThreadArena arena(threads);
      arena.run([] { QCOMPARE(leaves(7), size_t{2187}); });
    }
  }

  void manyThreadsMayCallAtOnce() {
    const ThreadArena shared(4);
    std::array<size_t, 8> found{};
    std::vector<std::thread> callers;
    for (size_t& mine : found)
      callers.emplace_back([&] {
        shared.run([&] {
          for (int round = 0; round < 50; ++round) mine += leaves(3);
        });
      });
    for (std::thread& caller : callers) caller.join();
    for (const size_t count : found) QCOMPARE(count, size_t{50 * 27});
  }

  void manyShortLoopsAllEnd() {
    const ThreadArena arena(4);
    std::atomic<size_t> pieces = 0;
    arena.run([&] {
      for (int loop = 0; loop < 20000; ++loop) parallel_for(5, 1, [&](size_t, size_t) { ++pieces; });
    });
    QCOMPARE(pieces.load(), size_t{100000});
  }

  void aChainCallsOnceForEveryUnit() {
    for (const int threads : {1, 2, 5}) {
      std::atomic<size_t> calls = 0, pieces = 0;
      on_threads(threads, [&] {
        // Call n brings the calls 2 n + 1 and 2 n + 2 into being: all numbers below 1000, in any order.
        parallel_chain(1, [&] {
          const size_t n = calls++;
          parallel_for(7, 1, [&](size_t, size_t) { ++pieces; });
          return size_t{2 * n + 1 < 1000} + size_t{2 * n + 2 < 1000};
        });
      });
      QCOMPARE(calls.load(), size_t{1000});
      QCOMPARE(pieces.load(), size_t{7000});
    }
  }

  void whatAChainThrowsLeavesIt() {
    for (const int threads : {1, 2, 5}) {
      std::atomic<int> calls = 0;
      QVERIFY_THROWS_EXCEPTION(std::runtime_error, on_threads(threads, [&] {
                                 parallel_chain(3, [&]() -> size_t {
                                   if (++calls == 20) throw std::runtime_error("call 20");
                                   return 1;
                                 });
                               }));
    }
  }

  void theExceptionOfTheFirstPieceLeavesALoop() {
    const ThreadArena arena(4);
    for (int round = 0; round < 200; ++round) {
      std::string thrown;
      try {
        arena.run([] {
          parallel_for(64, 1, [](size_t i, size_t) {
            if (i >= 9) throw std::runtime_error(std::to_string(i));
          });
        });
      } catch (const std::runtime_error& error) {
        thrown = error.what();
      }
      QCOMPARE(thrown, std::string("9"));
      arena.run([] { QCOMPARE(leaves(2), size_t{9}); });  // the threads are there for the next loop
    }
  }

  void anArenaKeepsToItsNumberOfThreads() {
    for (const int threads : {1, 2, 5})
      on_threads(threads, [&] {
        QCOMPARE(worker_threads(), threads);
        QCOMPARE(most_at_once(40), threads);
        const ThreadLimit limit(2);
        QCOMPARE(worker_threads(), std::min(threads, 2));
        QVERIFY(most_at_once(40) <= 2);
        on_one_thread([] {
          QCOMPARE(worker_threads(), 1);
          QCOMPARE(most_at_once(10), 1);
        });
      });
  }

  void threadsGoOnWhereALimitEnds() {
    on_threads(3, [] {
      QCOMPARE(most_at_once(40), 3);
      auto limit = std::make_unique<ThreadLimit>(2);
      std::atomic<int> inside = 0;
      std::atomic<bool> too_few = false;
      parallel_for(3, 1, [&](size_t, size_t) {
        if (++inside == 2) {  // the third thread has found by then that it may not work
          std::this_thread::sleep_for(std::chrono::milliseconds(100));
          limit.reset();
        }
        for (int wait_ms = 0; wait_ms < 5000 && inside < 3; ++wait_ms)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (inside < 3) too_few = true;
      });
      QVERIFY(!too_few);
    });
  }

  void threadsEndWithTheirArena() {
    const size_t before = threads_of_the_process();
    for (int round = 0; round < 20; ++round) {
      auto arena = std::make_unique<ThreadArena>(6);
      QCOMPARE(threads_of_the_process(), before);  // none before there is work
      arena->run([] { most_at_once(12); });
      QCOMPARE(threads_of_the_process(), before + 5);
      arena.reset();
      QCOMPARE(threads_of_the_process(), before);
    }
  }

  void threadsOfThePoolRoundAsTheLibraryDoes() {
    const auto third = [] {
      const volatile double one = 1, three = 3;
      return one / three;
    };
    const double nearest = third();
    std::mutex mutex;
    std::map<std::thread::id, double> thirds;
    std::fesetround(FE_UPWARD);
    on_threads(4, [&] {
      parallel_for(40, 1, [&](size_t, size_t) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const std::unique_lock lock(mutex);
        thirds[std::this_thread::get_id()] = third();
      });
    });
    std::fesetround(FE_TONEAREST);
    QVERIFY(thirds[std::this_thread::get_id()] > nearest);
    thirds.erase(std::this_thread::get_id());
    QVERIFY(!thirds.empty());
    for (const auto& [thread, value] : thirds) QCOMPARE(value, nearest);
  }
};

FW_TEST(ThreadsStdTest)
#include "test_threads_std.moc"
