#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "render/page/png_rows.h"

// A PNG's rows filtered and deflated in strips, side by side. Private to this room.
namespace fw {

/// What Paeth's predictor (PNG specification, 9.4) leaves of a row with `step` bytes a pixel; the `step`
/// bytes before both rows are 0.
void paeth_row(const uint8_t* row, const uint8_t* above, size_t count, size_t step, uint8_t* out);

/// A strip of filtered rows, each with its filter's byte first; `last`: it ends the picture.
DeflatedStrip deflate_strip(std::span<const uint8_t> filtered, bool last);

/// What stands before the pixels.
struct PngHead {
  int width = 0, height = 0, bits = 8;
  int colour_type = 0;  ///< of the format
  int dpi = 0;          ///< 0: no pHYs
  bool srgb = false;    ///< states the colour space
};
/// The next strips of a PNG as its bytes, the head before the first; `last`: they end the picture. The strips
/// are taken away.
Result<std::string> png_piece(const PngHead& head, PngProgress& progress, std::vector<DeflatedStrip>& strips,
                              bool last);

}  // namespace fw
