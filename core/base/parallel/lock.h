#pragma once

#include <version>
#ifndef _LIBCPP_HAS_NO_THREADS
#include <mutex>
#endif

namespace fw {

#ifdef _LIBCPP_HAS_NO_THREADS
/// Where the C++ library knows no threads (WebAssembly): nobody else can hold it.
class Mutex {
 public:
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

/// Holds a mutex while it lives.
class [[nodiscard]] Lock {
 public:
  explicit Lock(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Lock() { mutex_.unlock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace fw
