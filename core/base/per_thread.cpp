#include "core/base/per_thread.h"

#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__)

#include <windows.h>

#include <atomic>
#include <deque>
#include <memory>
#include <new>

namespace fw {
namespace {

struct Place {
  void* object = nullptr;
  void (*destroy)(void*) = nullptr;
};

/// A thread's objects by index; adding a place moves no other.
using Objects = std::deque<Place>;

void WINAPI end_objects(void* value) {
  const std::unique_ptr<Objects> objects(static_cast<Objects*>(value));
  for (const Place& place : *objects)
    if (place.object != nullptr) place.destroy(place.object);
}

/// The slot in which Windows keeps each thread's Objects, and whose function it calls when the thread ends.
/// Freed when the library is unloaded, which ends the objects of the threads that go on.
struct Slot {
  DWORD index = FlsAlloc(end_objects);
  Slot() {
    if (index == FLS_OUT_OF_INDEXES) throw std::bad_alloc();
  }
  ~Slot() { FlsFree(index); }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
};

}  // namespace

void*& per_thread_place(size_t index, void (*destroy)(void*)) {
  static const Slot slot;
  auto* objects = static_cast<Objects*>(FlsGetValue(slot.index));
  if (objects == nullptr) {
    auto made = std::make_unique<Objects>();
    if (FlsSetValue(slot.index, made.get()) == 0) throw std::bad_alloc();
    objects = made.release();
  }
  if (objects->size() <= index) objects->resize(index + 1);
  Place& place = (*objects)[index];
  place.destroy = destroy;
  return place.object;
}

size_t next_per_thread_index() {
  static std::atomic<size_t> next = 0;
  return next++;
}

}  // namespace fw

#endif
