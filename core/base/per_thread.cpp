#include "core/base/per_thread.h"

#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__)

#include <windows.h>

#include <atomic>
#include <deque>
#include <memory>
#include <new>

namespace fw {
namespace {

struct ThreadObject {
  void* object = nullptr;
  void (*destroy)(void*) = nullptr;
};

/// A thread's objects by index; adding one moves no other.
using Objects = std::deque<ThreadObject>;

/// Windows has then ended all other threads, perhaps inside malloc: memory is left to it. Found by name,
/// since the library imports KERNEL32 and msvcrt alone.
bool process_ends() {
  using Answer = BOOLEAN(WINAPI*)();
  static const auto answer = reinterpret_cast<Answer>(
      reinterpret_cast<void*>(GetProcAddress(GetModuleHandleA("ntdll.dll"), "RtlDllShutdownInProgress")));
  return answer != nullptr && answer() != 0;
}

void WINAPI end_objects(void* value) {
  if (process_ends()) return;
  const std::unique_ptr<Objects> objects(static_cast<Objects*>(value));
  for (const ThreadObject& own : *objects)
    if (own.object != nullptr) own.destroy(own.object);
}

/// The number under which Windows keeps each thread's Objects, and whose function it calls when the thread
/// ends. Freed when the library is unloaded, which ends the objects of the threads that go on.
struct FibreLocalIndex {
  DWORD index = FlsAlloc(end_objects);
  FibreLocalIndex() {
    if (index == FLS_OUT_OF_INDEXES) throw std::bad_alloc();
    process_ends();  // finds the function before it is needed
  }
  ~FibreLocalIndex() {
    if (!process_ends()) FlsFree(index);
  }
  FibreLocalIndex(const FibreLocalIndex&) = delete;
  FibreLocalIndex& operator=(const FibreLocalIndex&) = delete;
};

}  // namespace

void*& per_thread_object(size_t index, void (*destroy)(void*)) {
  static const FibreLocalIndex kept;
  auto* objects = static_cast<Objects*>(FlsGetValue(kept.index));
  if (objects == nullptr) {
    auto made = std::make_unique<Objects>();
    if (FlsSetValue(kept.index, made.get()) == 0) throw std::bad_alloc();
    objects = made.release();
  }
  if (objects->size() <= index) objects->resize(index + 1);
  ThreadObject& own = (*objects)[index];
  own.destroy = destroy;
  return own.object;
}

size_t next_per_thread_index() {
  static std::atomic<size_t> next = 0;
  return next++;
}

}  // namespace fw

#endif
