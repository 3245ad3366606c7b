#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

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

/// What a PNG's pixels are: grey (1 channel), RGB (3) or RGBA (4) of 8 bits, or grey of 16.
struct PngShape {
  int columns = 0, rows = 0, channels = 1, bits = 8;
};

/// Fills a row: `columns * channels` bytes, or as many big-endian pairs where bits is 16. Several threads
/// call it at a time, for some rows twice.
using PngFill = std::function<void(int row, uint8_t* out)>;

/// Rows deflated on their way into a PNG (render/page/png_writer.h).
struct DeflatedStrip {
  std::string bytes;
  uint32_t adler = 0;  ///< of what was deflated
  size_t from_bytes = 0;
};

/// Where a PNG that is written piece by piece has come to.
struct PngProgress {
  uint32_t adler = 1;  ///< of all that was deflated so far
  bool begun = false;
};

/// A PNG that is given its rows from the top on, as many at a time as its caller has, and whose bytes can be
/// taken away meanwhile. Filter Paeth, runs alone; the bytes depend on nothing but the pixels and the
/// library, whatever the threads and the pieces.
class PngRows {
 public:
  /// Rows of a strip.
  static constexpr int kStripRows = 64;

  explicit PngRows(const PngShape& shape) : shape_(shape) {}
  /// The rows from the last `end` on up to this one: whole strips, or the rest.
  void add(int end, const PngFill& fill);
  /// The bytes that rows added since the last call make; with those after the last row the PNG is whole.
  Result<std::string> bytes();

 private:
  PngShape shape_;
  int next_ = 0;
  std::vector<uint8_t> last_;  ///< the row before the next
  std::vector<DeflatedStrip> strips_;
  PngProgress progress_;
};

/// All rows at once.
Result<std::string> png_of(const PngShape& shape, const PngFill& fill);

}  // namespace fw
