#pragma once

#include <cstddef>
#include <memory>

#include "core/base/kept_memory.h"

// Memory for vectors; private to this room.

namespace fw {

struct AlignedFree {
  void operator()(float* memory) const { KeptBlocks::here().give(memory); }
};
using AlignedFloats = std::unique_ptr<float[], AlignedFree>;

/// Uninitialised floats that begin where the widest vectors load best. std::bad_alloc without memory. Given
/// back on the thread that took them.
inline AlignedFloats aligned_floats(size_t count) {
  return AlignedFloats(static_cast<float*>(KeptBlocks::here().take(count * sizeof(float))));
}

}  // namespace fw
