#pragma once

#include <cstdint>

namespace fw {

/// Where the pieces of parallel loops run. The cut into pieces is the loop's own, so no result depends on it.
struct Executor {
  /// Calls body(arg, i) for every i < pieces, in any order, on any threads, and returns when all have ended.
  /// Null: the pieces run on the calling thread, one after the other.
  void (*run)(void* user, uint32_t pieces, void (*body)(void* arg, uint32_t piece), void* arg) = nullptr;
  void* user = nullptr;
};

/// Parallel loops of this thread run on `executor` while this lives; null: on the threads of
/// threads_internal.h, as without it. Loops inside a piece that an executor runs stay on that piece's thread.
class ExecutorScope {
 public:
  explicit ExecutorScope(const Executor* executor);
  ~ExecutorScope();
  ExecutorScope(const ExecutorScope&) = delete;
  ExecutorScope& operator=(const ExecutorScope&) = delete;

 private:
  const Executor* before_;
};

/// The executor in force on this thread; null: the threads of threads_internal.h.
const Executor* executor_in_force();

/// The default floating-point environment while this lives (rounding to nearest, subnormals kept, nothing
/// trapped), and then again what it was: engines change it, and results must not depend on that.
class DefaultFloats {
 public:
  DefaultFloats();
  ~DefaultFloats();
  DefaultFloats(const DefaultFloats&) = delete;
  DefaultFloats& operator=(const DefaultFloats&) = delete;

 private:
  uint64_t before_;
};

}  // namespace fw
