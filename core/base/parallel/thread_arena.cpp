#include "core/base/parallel/thread_arena.h"

#include <tbb/task_arena.h>

namespace fw {

struct ThreadArena::State {
  explicit State(int threads) : arena(threads > 0 ? threads : tbb::task_arena::automatic) {}
  tbb::task_arena arena;
};

ThreadArena::ThreadArena(int threads) : state_(std::make_unique<State>(threads)) {}
ThreadArena::~ThreadArena() = default;

void ThreadArena::run(const std::function<void()>& work) const {
  state_->arena.execute(work);
}

}  // namespace fw
