#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>

#include "core/base/parallel/executor.h"
#include "core/base/parallel/parallel.h"
#include "core/base/parallel/task_order_internal.h"
#include "core/base/parallel/thread_arena.h"
#include "core/base/parallel/threads_internal.h"

namespace fw {
namespace threads {
namespace {

/// Loops use task groups without a parent: a group bound to its parent would silently skip pieces when a
/// sibling task throws.
constexpr auto kAlone = tbb::task_group_context::isolated;

}  // namespace

void run_pieces(size_t pieces, const std::function<void(size_t)>& piece) {
  // Isolation: a thread that waits here must not start a piece of an outer loop in the middle of its own
  // piece.
  TaskOrder order;
  const auto in_order = [&](size_t i) {
    const TaskOrder::Task task(order);
    piece(i);
  };
  tbb::this_task_arena::isolate([&] {
    tbb::task_group_context own(kAlone);
    tbb::parallel_for(size_t{0}, pieces, in_order, own);
  });
}

void run_tasks(std::span<const std::function<void()>> tasks) {
  TaskOrder order;
  tbb::this_task_arena::isolate([&] {
    tbb::task_group_context own(kAlone);
    tbb::task_group group(own);
    for (const auto& task : tasks)
      group.run([&task, &order] {
        const TaskOrder::Task in_order(order);
        task();
      });
    group.wait();
  });
}

void run_chain(size_t first, const std::function<size_t()>& work) {
  // An arena of its own in place of isolation: a thread that waits here runs pieces of inner loops, but no
  // task from outside.
  tbb::task_arena arena(tbb::this_task_arena::max_concurrency());
  TaskOrder order;
  arena.execute([&] {
    const TaskOrder::Task in_order(order);
    tbb::task_group_context own(kAlone);
    tbb::task_group group(own);
    std::function<void()> call;
    const auto start = [&](size_t calls) {
      for (; calls > 0; --calls) group.run([&call] { call(); });
    };
    TaskOrder calls_order;
    call = [&] {
      const TaskOrder::Task call_in_order(calls_order);
      start(work());
    };
    start(first);
    group.wait();
  });
}

}  // namespace threads

struct ThreadLimit::State {
  explicit State(size_t threads) : control(tbb::global_control::max_allowed_parallelism, threads) {}
  tbb::global_control control;
};

ThreadLimit::ThreadLimit(int threads)
    : state_(threads > 0 ? std::make_unique<State>(static_cast<size_t>(threads)) : nullptr) {}
ThreadLimit::~ThreadLimit() = default;

struct ThreadArena::State {
  /// More than oneTBB allows would only make it print a warning.
  static int allowed(int threads) {
    const size_t most = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
    return static_cast<int>(std::min(static_cast<size_t>(threads), most));
  }
  explicit State(int threads) : arena(threads > 0 ? allowed(threads) : tbb::task_arena::automatic) {}
  tbb::task_arena arena;
};

ThreadArena::ThreadArena(int threads) : state_(std::make_unique<State>(threads)) {}
ThreadArena::~ThreadArena() = default;

void ThreadArena::run(const std::function<void()>& work) const {
  threads::TaskOrder order;
  state_->arena.execute([&] {
    const threads::TaskOrder::Task in_order(order);
    work();
  });
}

void on_one_thread(const std::function<void()>& work) {
  tbb::task_arena arena(1);
  threads::TaskOrder order;
  arena.execute([&] {
    const threads::TaskOrder::Task in_order(order);
    work();
  });
}

int worker_threads() {
  if (const Executor* executor = executor_in_force(); executor != nullptr && executor->run == nullptr)
    return 1;
  const auto allowed =
      static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  return std::min(allowed, tbb::this_task_arena::max_concurrency());
}

}  // namespace fw
