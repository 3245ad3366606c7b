#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace fw {

/// Memory of any value, in huge pages where the system has them: the first touch of a million small ones
/// costs as much as painting them. Throws std::bad_alloc.
void* allocate_large(size_t bytes);

/// Has the system lay pages under the memory now, not when somebody works in it.
void touch_large(void* memory, size_t bytes);

struct LargeFree {
  void operator()(void* memory) const;
};

/// Plain numbers in memory from allocate_large().
template <typename T>
using LargeArray = std::unique_ptr<T[], LargeFree>;

template <typename T>
LargeArray<T> make_large(size_t count) {
  static_assert(std::is_arithmetic_v<T>);
  return LargeArray<T>(static_cast<T*>(allocate_large(count * sizeof(T))));
}

}  // namespace fw
