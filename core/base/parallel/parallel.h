#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>

namespace fw {

/// Limits this process's worker threads while it lives. threads <= 0 means every core.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Calls body(begin, end) over [0, count), cut into fixed pieces of `grain`; the cut never depends on the
/// number of threads. body must write only what its piece owns, so the result is the same for any thread
/// count. If body throws, the remaining pieces of this loop may be skipped and the exception leaves this
/// call; other loops are not affected.
void parallel_for(size_t count, size_t grain, const std::function<void(size_t begin, size_t end)>& body);

/// Sum over fixed pieces of `grain`, added in piece order: the same bits at any thread count.
double parallel_sum(size_t count, size_t grain, const std::function<double(size_t begin, size_t end)>& piece);

/// Runs independent tasks in parallel. Returns when all started tasks have ended, or rethrows one exception.
/// The calling thread runs the last task; finished threads help only with that one's loops, so pass the
/// longest task last.
void parallel_invoke(std::span<const std::function<void()>> tasks);
void parallel_invoke(std::initializer_list<std::function<void()>> tasks);

/// Calls work() `first` times, and once more for every unit of what the calls return, side by side; returns,
/// or throws what one of them threw, when all that began have ended. Threads without a call of their own, the
/// calling one included, help with the loops inside the others.
void parallel_chain(size_t first, const std::function<size_t()>& work);

/// Runs work and all parallel loops inside it on the calling thread only: for background work that must leave
/// the other cores free. Loops of other threads are not affected.
void on_one_thread(const std::function<void()>& work);

/// Number of threads that the caller's parallel loops may use now: every core, or the limit set by
/// ThreadLimit or on_one_thread().
int worker_threads();

}  // namespace fw
