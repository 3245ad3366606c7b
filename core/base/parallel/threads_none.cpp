#include "core/base/parallel/parallel.h"
#include "core/base/parallel/thread_arena.h"
#include "core/base/parallel/threads_internal.h"

// In place of threads_tbb.cpp: everything on the calling thread, in order.

namespace fw {
namespace threads {

void run_pieces(size_t pieces, const std::function<void(size_t)>& piece) {
  for (size_t i = 0; i < pieces; ++i) piece(i);
}

void run_tasks(std::span<const std::function<void()>> tasks) {
  for (const auto& task : tasks) task();
}

void run_chain(size_t first, const std::function<size_t()>& work) {
  for (size_t due = first; due > 0; --due) due += work();
}

}  // namespace threads

struct ThreadLimit::State {};
ThreadLimit::ThreadLimit(int) {}
ThreadLimit::~ThreadLimit() = default;

struct ThreadArena::State {};
ThreadArena::ThreadArena(int) {}
ThreadArena::~ThreadArena() = default;
void ThreadArena::run(const std::function<void()>& work) const {
  work();
}

void on_one_thread(const std::function<void()>& work) {
  work();
}

int worker_threads() {
  return 1;
}

}  // namespace fw
