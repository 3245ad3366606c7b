#include "core/base/parallel/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cassert>
#include <vector>

namespace fw {
namespace {

/// Loops use task groups without a parent: a group bound to its parent would silently skip pieces when a
/// sibling task throws.
constexpr auto kAlone = tbb::task_group_context::isolated;

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
  tbb::this_task_arena::isolate([&] {
    tbb::task_group_context own(kAlone);
    tbb::task_group group(own);
    for (const auto& task : tasks) group.run([&task] { task(); });
    group.wait();
  });
}

void parallel_chain(size_t first, const std::function<size_t()>& work) {
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
