#pragma once

#include <cstddef>

// per_thread<T, Use>(): the thread's object of type T for one use, made when it is first asked for, ended
// with the thread. For memory that a thread's next call takes again. `Use` is a type of the caller's, which
// tells uses of equal T apart: per_thread<NoiseMoment, struct KeptMoment>(). No destructor of T may ask for
// such an object.

namespace fw {

#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__)

/// Where the thread's object of number `index` stands; null at first. What stands there is ended by `destroy`
/// when the thread ends, or when the library is unloaded before; the process's end leaves it. std::bad_alloc
/// without memory.
void*& per_thread_object(size_t index, void (*destroy)(void*));
/// A number that no other use has: 0, 1, ...
size_t next_per_thread_index();

// GCC for Windows frees thread_local objects before their destructors run (GCC bug 80816): here they stand on
// the heap.
template <typename T, typename Use>
T& per_thread() {
  static const size_t index = next_per_thread_index();
  void*& object = per_thread_object(index, [](void* made) { delete static_cast<T*>(made); });
  if (object == nullptr) object = new T();
  return *static_cast<T*>(object);
}

#else

template <typename T, typename Use>
inline T& per_thread() {
  thread_local T object;
  return object;
}

#endif

}  // namespace fw
