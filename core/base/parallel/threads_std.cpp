#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <vector>
#ifdef _WIN32
#include <windows.h>
#endif

#include "core/base/parallel/executor.h"
#include "core/base/parallel/parallel.h"
#include "core/base/parallel/thread_arena.h"
#include "core/base/parallel/threads_internal.h"

// In place of threads_tbb.cpp: threads of the standard library, a pool for each arena. Who begins a job (a
// loop, tasks, a chain) calls its pieces himself; idle threads of the pool help, with the newest job first.
// When no piece of his is left, he is held until the pieces that others took have ended, and helps meanwhile
// with jobs that began inside those. So no piece is ever held for one that nobody has taken, and jobs may
// nest to any depth.

namespace fw {
namespace {

using Guard = std::unique_lock<std::mutex>;

/// A number of threads that is a slip would start as many.
constexpr size_t kMostThreads = 256;

/// Pieces that threads take one by one, in order. It lives in the call that began it.
struct Job {
  Job(size_t count, const std::function<void(size_t)>& body, const Job* around)
      : piece(body), outer(around), pieces(count) {}
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  const std::function<void(size_t)>& piece;
  const Job* outer;  ///< in one of whose pieces this one began; null: none
  std::atomic<size_t> pieces, next = 0;
  std::atomic<bool> failed = false;  ///< no more pieces are taken
  // Under the pool's mutex:
  size_t helpers = 0;  ///< other threads that are at its pieces
  size_t thrown_by = SIZE_MAX;
  std::exception_ptr thrown;  ///< of the first piece that threw

  bool has_pieces() const { return !failed && next < pieces; }
  /// The number of a piece that is now the caller's; false: none is left.
  bool take(size_t& number) {
    number = next;
    while (!failed && number < pieces)
      if (next.compare_exchange_weak(number, number + 1)) return true;
    return false;
  }
  bool began_inside(const Job& other) const {
    for (const Job* job = outer; job != nullptr; job = job->outer)
      if (job == &other) return true;
    return false;
  }
};

size_t cores() {
  return std::max(1u, std::thread::hardware_concurrency());
}

/// The least of the limits that live now.
std::atomic<size_t> g_least_limit = SIZE_MAX;

class Pool;

struct Limits {
  std::mutex mutex;
  std::multiset<size_t> all;
  std::set<Pool*> pools;  ///< whose threads a limit's end lets go on
};
Limits& limits() {
  static Limits instance;
  return instance;
}

#ifdef _WIN32
/// Keeps the library in memory while threads run its code, though its host unloads it with a context open.
class LoadedLibrary {
 public:
  LoadedLibrary() = default;
  ~LoadedLibrary() {
    if (module_ != nullptr) FreeLibrary(module_);
  }
  LoadedLibrary(const LoadedLibrary&) = delete;
  LoadedLibrary& operator=(const LoadedLibrary&) = delete;
  /// False: the system does not keep it.
  bool keep() {
    return module_ != nullptr || GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                                                    reinterpret_cast<LPCWSTR>(&g_least_limit), &module_) != 0;
  }

 private:
  HMODULE module_ = nullptr;
};
#else
struct LoadedLibrary {
  bool keep() { return true; }
};
#endif

class Pool {
 public:
  explicit Pool(int threads)
      : most_(threads > 0 ? std::min(static_cast<size_t>(threads), kMostThreads) : cores()) {
    const Guard guard(limits().mutex);
    limits().pools.insert(this);
  }
  /// No job is open.
  ~Pool() {
    {
      const Guard guard(limits().mutex);
      limits().pools.erase(this);
    }
    {
      const Guard guard(mutex_);
      ending_ = true;
    }
    for_idle_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Threads that may work at once, one of them the caller.
  size_t allowed() const { return std::min(most_, g_least_limit.load()); }

  /// Calls the pieces of a job, one of which may be the caller's own, his first; throws what the first of
  /// them threw.
  void run(Job& job, size_t own = SIZE_MAX) {
    Guard guard(mutex_);
    start_threads(job.pieces);
    open_.push_back(&job);
    wake(job.pieces);
    guard.unlock();
    if (own != SIZE_MAX) call(job, own);
    call_pieces(job);
    guard.lock();
    while (job.has_pieces() || job.helpers > 0) {
      if (Job* const due = job.has_pieces() ? &job : newest_job(&job)) {
        help(guard, *due);
        continue;
      }
      ++held_callers_;
      for_callers_.wait(guard);
      --held_callers_;
    }
    std::erase(open_, &job);
    guard.unlock();
    if (job.thrown) std::rethrow_exception(job.thrown);
  }

  /// More threads may work than before.
  void wake_idle() {
    const Guard guard(mutex_);
    for_idle_.notify_all();
  }

  /// More pieces of a job, from inside one of its own.
  void grow(Job& job, size_t more) {
    if (more == 0) return;
    const Guard guard(mutex_);
    job.pieces += more;
    start_threads(more);
    wake(more);
  }

 private:
  void call(Job& job, size_t number);
  void call_pieces(Job& job) {
    for (size_t number = 0; job.take(number);) call(job, number);
  }

  // The rest is called with the mutex held.

  /// With pieces left; null: none. `inside`: of those that began inside that job.
  Job* newest_job(const Job* inside) const {
    for (auto job = open_.rbegin(); job != open_.rend(); ++job)
      if ((*job)->has_pieces() && (inside == nullptr || (*job)->began_inside(*inside))) return *job;
    return nullptr;
  }
  /// Without the mutex in between.
  void help(Guard& guard, Job& job) {
    ++job.helpers;
    guard.unlock();
    call_pieces(job);
    guard.lock();
    if (--job.helpers == 0 && held_callers_ > 0) for_callers_.notify_all();
  }
  void wake(size_t pieces) {
    if (pieces >= idle_)
      for_idle_.notify_all();
    else
      for (; pieces > 0; --pieces) for_idle_.notify_one();
    if (held_callers_ > 0) for_callers_.notify_all();
  }
  /// As many as the pieces keep busy. Where the system gives no more, the work takes longer, and it is not
  /// asked again.
  void start_threads(size_t pieces) {
    if (refused_) return;
    const size_t wanted = std::min(allowed() - 1, threads_.size() - idle_ + pieces);
    try {
      while (threads_.size() < wanted) {
        refused_ = !library_.keep();
        if (refused_) return;
        threads_.emplace_back([this] { work_until_the_end(); });
      }
    } catch (const std::system_error&) {
      refused_ = true;
    }
  }
  void work_until_the_end();

  const size_t most_;
  LoadedLibrary library_;
  std::mutex mutex_;
  std::condition_variable for_idle_, for_callers_;
  std::vector<Job*> open_;  ///< the newest last
  std::vector<std::thread> threads_;
  size_t idle_ = 0, held_callers_ = 0;  ///< threads that wait on either
  size_t helping_ = 0;                  ///< threads of the pool that do not
  bool refused_ = false;                ///< the system gave no thread when it was last asked
  bool ending_ = false;
};

/// The pool and the job in whose piece this thread is.
struct Here {
  Pool* pool = nullptr;
  const Job* job = nullptr;
};
thread_local Here t_here;

class HereScope {
 public:
  explicit HereScope(Here here) : before_(t_here) { t_here = here; }
  ~HereScope() { t_here = before_; }
  HereScope(const HereScope&) = delete;
  HereScope& operator=(const HereScope&) = delete;

 private:
  Here before_;
};

/// Outside of all arenas: one that the process shares.
Pool& pool_here() {
  if (t_here.pool != nullptr) return *t_here.pool;
  static Pool shared(0);
  return shared;
}

void Pool::call(Job& job, size_t number) {
  const HereScope here({this, &job});
  try {
    job.piece(number);
  } catch (...) {
    const Guard guard(mutex_);
    job.failed = true;
    if (number < job.thrown_by) job.thrown_by = number, job.thrown = std::current_exception();
  }
}

void Pool::work_until_the_end() {
  const DefaultFloats floats;
  Guard guard(mutex_);
  while (!ending_) {
    Job* const job = helping_ + 1 < allowed() ? newest_job(nullptr) : nullptr;
    if (job == nullptr) {
      ++idle_;
      for_idle_.wait(guard);
      --idle_;
      continue;
    }
    ++helping_;
    help(guard, *job);
    --helping_;
  }
}

}  // namespace

namespace threads {

void run_pieces(size_t pieces, const std::function<void(size_t)>& piece) {
  Pool& pool = pool_here();
  if (pool.allowed() == 1) {
    for (size_t i = 0; i < pieces; ++i) piece(i);
    return;
  }
  Job job(pieces, piece, t_here.job);
  pool.run(job);
}

void run_tasks(std::span<const std::function<void()>> tasks) {
  if (tasks.empty()) return;
  Pool& pool = pool_here();
  if (tasks.size() == 1 || pool.allowed() == 1) {
    for (const auto& task : tasks) task();
    return;
  }
  const std::function<void(size_t)> piece = [&](size_t i) { tasks[i](); };
  Job job(tasks.size() - 1, piece, t_here.job);
  pool.run(job, tasks.size() - 1);
}

void run_chain(size_t first, const std::function<size_t()>& work) {
  Pool& pool = pool_here();
  if (pool.allowed() == 1) {
    for (size_t due = first; due > 0; --due) due += work();
    return;
  }
  Job* chain = nullptr;
  const std::function<void(size_t)> piece = [&](size_t) { pool.grow(*chain, work()); };
  Job job(first, piece, t_here.job);
  chain = &job;
  pool.run(job);
}

}  // namespace threads

struct ThreadLimit::State {
  explicit State(size_t threads) {
    const Guard guard(limits().mutex);
    mine_ = limits().all.insert(threads);
    g_least_limit = *limits().all.begin();
  }
  ~State() {
    const Guard guard(limits().mutex);
    limits().all.erase(mine_);
    g_least_limit = limits().all.empty() ? SIZE_MAX : *limits().all.begin();
    for (Pool* const pool : limits().pools) pool->wake_idle();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

 private:
  std::multiset<size_t>::iterator mine_;
};

ThreadLimit::ThreadLimit(int threads)
    : state_(threads > 0 ? std::make_unique<State>(static_cast<size_t>(threads)) : nullptr) {}
ThreadLimit::~ThreadLimit() = default;

struct ThreadArena::State {
  explicit State(int threads) : pool(threads) {}
  Pool pool;
};

ThreadArena::ThreadArena(int threads) : state_(std::make_unique<State>(threads)) {}
ThreadArena::~ThreadArena() = default;

void ThreadArena::run(const std::function<void()>& work) const {
  const HereScope here({&state_->pool, nullptr});
  work();
}

void on_one_thread(const std::function<void()>& work) {
  static constexpr Executor kCallingThread{};
  const ExecutorScope serial(&kCallingThread);
  work();
}

int worker_threads() {
  if (const Executor* executor = executor_in_force(); executor != nullptr && executor->run == nullptr)
    return 1;
  return static_cast<int>(pool_here().allowed());
}

}  // namespace fw
