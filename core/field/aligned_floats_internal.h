#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

// Memory for vectors; private to this room.

namespace fw {

struct AlignedFree {
  void operator()(float* memory) const { std::free(memory); }
};
using AlignedFloats = std::unique_ptr<float[], AlignedFree>;

/// Uninitialised floats that begin where the widest vectors load best. std::bad_alloc without memory.
inline AlignedFloats aligned_floats(size_t count) {
  constexpr size_t kAlignment = 128;
  const size_t bytes = (count * sizeof(float) + kAlignment - 1) / kAlignment * kAlignment;
  auto* memory = static_cast<float*>(std::aligned_alloc(kAlignment, bytes));
  if (memory == nullptr) throw std::bad_alloc();
  return AlignedFloats(memory);
}

}  // namespace fw
