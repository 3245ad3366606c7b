#pragma once

#if defined(__SANITIZE_THREAD__)
#define FW_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FW_THREAD_SANITIZER 1
#endif
#endif
#ifdef FW_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

// Private to this room.

namespace fw::threads {

/// What oneTBB promises of a call's tasks, told to ThreadSanitizer, which cannot look into a library that was
/// not compiled for it: a task begins after its call, and the call goes on after its tasks. Nothing
/// elsewhere.
class TaskOrder {
 public:
#ifdef FW_THREAD_SANITIZER
  TaskOrder() {
    __tsan_release(&begun_);
  }
  ~TaskOrder() {
    __tsan_acquire(&ended_);
  }
#else
  TaskOrder() {}  // not the compiler's own: no warning of a variable without use
  ~TaskOrder() {}
#endif
  TaskOrder(const TaskOrder&) = delete;
  TaskOrder& operator=(const TaskOrder&) = delete;

  /// Lives in a task of the call.
  class Task {
   public:
#ifdef FW_THREAD_SANITIZER
    explicit Task(TaskOrder& order) : order_(order) {
      __tsan_acquire(&order_.begun_);
    }
    ~Task() {
      __tsan_release(&order_.ended_);
    }

   private:
    TaskOrder& order_;
#else
    explicit Task(TaskOrder&) {}
    ~Task() {}
#endif
  };

#ifdef FW_THREAD_SANITIZER
 private:
  char begun_ = 0, ended_ = 0;
#endif
};

}  // namespace fw::threads
