#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace fw {

/// Pixels as Cairo keeps them: 0xXXRRGGBB words, `stride` words from row to row.
struct PixelView {
  const uint32_t* words = nullptr;
  int width = 0;
  int height = 0;
  size_t stride = 0;
};

/// 8-bit true-colour PNG (a palette would kill the accent colours) with its resolution in pHYs; the bytes
/// depend on nothing but the pixels, dpi and the library. dpi <= 0 leaves pHYs out.
Result<std::string> encode_png(const PixelView& pixels, int dpi);

}  // namespace fw
