#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fw {

/// Grey levels as a PNG of one band holds them.
struct GreyImage {
  int columns = 0, rows = 0;
  int bits = 8;                  ///< 8 or 16 a pixel
  std::vector<uint16_t> levels;  ///< north row first
};

/// The bytes depend on nothing but the levels and the library.
Result<std::string> encode_grey_png(const GreyImage& image);

/// Reads a PNG of one grey band of 8 or 16 bits; the error says what the bytes are instead. Nothing is
/// allocated for an image of other than these columns and rows.
Result<GreyImage> decode_grey_png(std::string_view bytes, int columns, int rows);

}  // namespace fw
