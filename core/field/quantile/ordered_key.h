#pragma once

#include <bit>
#include <cstdint>

namespace fw {

/// A key that sorts as the value does; -0 as 0.
inline uint32_t ordered_key(float value) {
  const auto bits = std::bit_cast<uint32_t>(value + 0.0f);
  return bits ^ ((bits >> 31) != 0 ? 0xFFFFFFFFu : 0x80000000u);
}

}  // namespace fw
