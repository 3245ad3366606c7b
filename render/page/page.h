#pragma once

#include <cstdint>

namespace fw {

/// What a page becomes.
enum class PageFormat : uint8_t { png, svg, pdf };

/// Cairo's limit for either side of an image.
inline constexpr int kMaxPageSide_px = 32767;

struct PageSize {
  int width_px = 0;
  int height_px = 0;
};

}  // namespace fw
