#include "core/base/parallel/parallel.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <vector>

#include "core/base/parallel/executor.h"
#include "core/base/parallel/lock.h"
#include "core/base/parallel/threads_internal.h"

namespace fw {
namespace {

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
    Mutex mutex;
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
      const Lock lock(c.mutex);
      if (i >= c.thrown_by) return;
      c.thrown_by = i, c.thrown = std::current_exception();
    }
  };
  assert(pieces < UINT32_MAX);
  executor.run(executor.user, static_cast<uint32_t>(pieces), body, &call);
  if (call.thrown) std::rethrow_exception(call.thrown);
}

}  // namespace

void parallel_for(size_t count, size_t grain, const std::function<void(size_t begin, size_t end)>& body) {
  assert(grain > 0);
  if (count == 0) return;
  const size_t pieces = (count + grain - 1) / grain;
  const auto run = [&](size_t piece) { body(piece * grain, std::min(count, (piece + 1) * grain)); };
  if (const Executor* executor = executor_in_force()) return run_on(*executor, pieces, run);
  if (pieces == 1) return run(0);
  threads::run_pieces(pieces, std::cref(run));
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
  threads::run_tasks(tasks);
}

void parallel_chain(size_t first, const std::function<size_t()>& work) {
  if (executor_in_force() == nullptr) return threads::run_chain(first, work);
  // One call after the other; the loops inside use the executor.
  for (size_t due = first; due > 0; --due) due += work();
}

}  // namespace fw
