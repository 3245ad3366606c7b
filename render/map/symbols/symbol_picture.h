#pragma once

#include <cstdint>
#include <vector>

#include "core/base/colour.h"

namespace fw {

struct Symbol;

/// A landmark's badge alone, in the ink of its kind or owner: size_px x size_px premultiplied 0xAARRGGBB
/// words, row by row from the top.
std::vector<uint32_t> badge_picture(const Symbol& symbol, Rgb ink, int size_px);

/// A symbol alone, as large as the picture.
std::vector<uint32_t> symbol_picture(const Symbol& symbol, Rgb ink, int size_px);

}  // namespace fw
