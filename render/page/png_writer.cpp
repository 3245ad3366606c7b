#include "render/page/png_writer.h"

#include <png.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"
#include "render/page/png_strips_internal.h"

namespace fw {
namespace {

/// 0xXXRRGGBB words to R, G, B bytes; writes up to kPackSlack bytes past the last.
constexpr size_t kPackSlack = 4;
FW_VECTOR_CLONES void pack_rgb(const uint32_t* __restrict in, size_t width, uint8_t* __restrict out) {
  using Four [[gnu::vector_size(16), gnu::may_alias]] = uint8_t;
  size_t x = 0;
  for (; x + 4 <= width; x += 4) {
    Four pixels;
    std::memcpy(&pixels, in + x, sizeof pixels);
    const Four packed =
        __builtin_shufflevector(pixels, pixels, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 3, 7, 11, 15);
    std::memcpy(out + 3 * x, &packed, sizeof packed);
  }
  for (; x < width; ++x) {
    const uint32_t rgb = __builtin_bswap32(in[x]) >> 8;
    std::memcpy(out + 3 * x, &rgb, 4);
  }
}

DeflatedStrip encode_strip(const PixelView& pixels, int first, int last) {
  const auto width = static_cast<size_t>(pixels.width);
  const size_t line = 1 + 3 * width;
  const size_t size = line * static_cast<size_t>(last - first);
  const auto filtered = std::make_unique_for_overwrite<uint8_t[]>(size);
  constexpr size_t kLeft = 3;  // the pixel before a row's first: 0
  std::vector<uint8_t> above(kLeft + 3 * width + kPackSlack), row(above.size());
  const uint32_t* words = pixels.words + static_cast<size_t>(first) * pixels.stride;
  if (first > 0) pack_rgb(words - pixels.stride, width, above.data() + kLeft);
  for (uint8_t* out = filtered.get(); out < filtered.get() + size; out += line, words += pixels.stride) {
    pack_rgb(words, width, row.data() + kLeft);
    *out = PNG_FILTER_VALUE_PAETH;
    paeth_row(row.data() + kLeft, above.data() + kLeft, 3 * width, kLeft, out + 1);
    std::swap(row, above);
  }
  return deflate_strip({filtered.get(), size}, last == pixels.height);
}

}  // namespace

Result<std::string> encode_png(const PixelView& pixels, int dpi) {
  if (pixels.width < 1 || pixels.height < 1) return Error{ErrorKind::internal, "PNG: a page without pixels"};
  constexpr int kRows = PngRows::kStripRows;
  std::vector<DeflatedStrip> strips((static_cast<size_t>(pixels.height) + kRows - 1) / kRows);
  parallel_for(strips.size(), 1, [&](size_t begin, size_t end) {
    for (size_t s = begin; s < end; ++s) {
      const int first = static_cast<int>(s) * kRows;
      strips[s] = encode_strip(pixels, first, std::min(first + kRows, pixels.height));
    }
  });
  PngProgress progress;
  return png_piece({pixels.width, pixels.height, 8, PNG_COLOR_TYPE_RGB, dpi, true}, progress, strips, true);
}

}  // namespace fw
