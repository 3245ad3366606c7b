#pragma once

#include <functional>
#include <memory>

namespace fw {

/// Threads of its own for the parallel loops of work that it runs; other work of the process is not affected.
class ThreadArena {
 public:
  /// threads <= 0: every core.
  explicit ThreadArena(int threads);
  ~ThreadArena();
  ThreadArena(const ThreadArena&) = delete;
  ThreadArena& operator=(const ThreadArena&) = delete;

  /// Runs work on the calling thread with the arena's threads beside it; rethrows what it throws.
  void run(const std::function<void()>& work) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fw
