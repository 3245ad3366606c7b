#include "core/base/parallel/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cassert>
#include <exception>
#include <mutex>
#include <vector>

#include "core/base/parallel/executor.h"

namespace fw {
namespace {

/// Loops use task groups without a parent: a group bound to its parent would silently skip pieces when a
/// sibling task throws.
constexpr auto kAlone = tbb::task_group_context::isolated;

/// Loops inside a piece run on its thread.
constexpr Executor kSerial{};

/// Runs piece(i) for every i < pieces on an executor. Of several exceptions the one of the first piece
/// leaves.
template <typename Piece>
void run_on(const Executor& executor, size_t pieces, const Piece& piece) {
  if (executor.run == nullptr || pieces == 1) {
    for (size_t i = 0; i < pieces; ++i) piece(i);
    return;
  }
  struct Call {
    const Piece& piece;
    std::mutex mutex;
    uint32_t thrown_by = UINT32_MAX;
    std::exception_ptr thrown;
  } call{piece, {}, UINT32_MAX, nullptr};
  const auto body = [](void* arg, uint32_t i) {
    Call& c = *static_cast<Call*>(arg);
    const DefaultFloats floats;
    const ExecutorScope serial(&kSerial);
    try {
      c.piece(size_t{i});
    } catch (...) {
      const std::lock_guard lock(c.mutex);
      if (i >= c.thrown_by) return;
      c.thrown_by = i, c.thrown = std::current_exception();
    }
  };
  assert(pieces < UINT32_MAX);
  executor.run(executor.user, static_cast<uint32_t>(pieces), body, &call);
  if (call.thrown) std::rethrow_exception(call.thrown);
}

}  // namespace

struct ThreadLimit::State {
  explicit State(size_t threads) : control(tbb::global_control::max_allowed_parallelism, threads) {}
  tbb::global_control control;
};

ThreadLimit::ThreadLimit(int threads)
    : state_(threads > 0 ? std::make_unique<State>(static_cast<size_t>(threads)) : nullptr) {}
ThreadLimit::~ThreadLimit() = default;

void parallel_for(size_t count, size_t grain, const std::function<void(size_t begin, size_t end)>& body) {
  assert(grain > 0);
  if (count == 0) return;
  const size_t pieces = (count + grain - 1) / grain;
  const auto run = [&](size_t piece) { body(piece * grain, std::min(count, (piece + 1) * grain)); };
  if (const Executor* executor = executor_in_force()) return run_on(*executor, pieces, run);
  if (pieces == 1) {
    run(0);
    return;
  }
  // Isolation: a thread that waits here must not start a piece of an outer loop in the middle of its own
  // piece.
  tbb::this_task_arena::isolate([&] {
    tbb::task_group_context own(kAlone);
    tbb::parallel_for(size_t{0}, pieces, run, own);
  });
}

double parallel_sum(size_t count, size_t grain,
                    const std::function<double(size_t begin, size_t end)>& piece) {
  assert(grain > 0);
  std::vector<double> partial((count + grain - 1) / grain, 0.0);
  parallel_for(count, grain, [&](size_t begin, size_t end) { partial[begin / grain] = piece(begin, end); });
  double sum = 0;
  for (const double p : partial) sum += p;
  return sum;
}

void parallel_invoke(std::initializer_list<std::function<void()>> tasks) {
  parallel_invoke(std::span(tasks.begin(), tasks.size()));
}

void parallel_invoke(std::span<const std::function<void()>> tasks) {
  if (const Executor* executor = executor_in_force()) {
    if (!tasks.empty()) run_on(*executor, tasks.size(), [&](size_t i) { tasks[i](); });
    return;
  }
  tbb::this_task_arena::isolate([&] {
    tbb::task_group_context own(kAlone);
    tbb::task_group group(own);
    for (const auto& task : tasks) group.run([&task] { task(); });
    group.wait();
  });
}

void parallel_chain(size_t first, const std::function<size_t()>& work) {
  if (executor_in_force() != nullptr) {  // one call after the other; the loops inside use the executor
    for (size_t due = first; due > 0; --due) due += work();
    return;
  }
  // An arena of its own in place of isolation: a thread that waits here runs pieces of inner loops, but no
  // task from outside.
  tbb::task_arena arena(tbb::this_task_arena::max_concurrency());
  arena.execute([&] {
    tbb::task_group_context own(kAlone);
    tbb::task_group group(own);
    std::function<void()> call;
    const auto start = [&](size_t calls) {
      for (; calls > 0; --calls) group.run([&call] { call(); });
    };
    call = [&] { start(work()); };
    start(first);
    group.wait();
  });
}

}  // namespace fw
