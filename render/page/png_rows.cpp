#include "render/page/png_rows.h"

#include <png.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "render/page/png_strips_internal.h"

namespace fw {
namespace {

size_t pixel_bytes(const PngShape& shape) {
  return static_cast<size_t>(shape.channels) * static_cast<size_t>(shape.bits / 8);
}

int colour_type(int channels) {
  return channels == 1 ? PNG_COLOR_TYPE_GRAY : channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
}

/// The rows [first, end) below a row that is given with the pixel before it.
DeflatedStrip encode_rows(const PngShape& shape, int first, int end, const PngFill& fill,
                          std::vector<uint8_t> above) {
  const size_t step = pixel_bytes(shape), count = step * static_cast<size_t>(shape.columns);
  const size_t size = (1 + count) * static_cast<size_t>(end - first);
  const auto filtered = std::make_unique_for_overwrite<uint8_t[]>(size);
  std::vector<uint8_t> row(above.size());
  uint8_t* out = filtered.get();
  for (int r = first; r < end; ++r, out += 1 + count) {
    fill(r, row.data() + step);
    *out = PNG_FILTER_VALUE_PAETH;
    paeth_row(row.data() + step, above.data() + step, count, step, out + 1);
    std::swap(row, above);
  }
  return deflate_strip({filtered.get(), size}, end == shape.rows);
}

}  // namespace

void PngRows::add(int end, const PngFill& fill) {
  assert(end == shape_.rows || (end - next_) % kStripRows == 0);
  const size_t step = pixel_bytes(shape_), line = step * (1 + static_cast<size_t>(shape_.columns));
  if (next_ == 0) last_.assign(line, 0);
  const size_t made = strips_.size();
  const auto more = static_cast<size_t>((end - next_ + kStripRows - 1) / kStripRows);
  strips_.resize(made + more);
  parallel_for(more, 1, [&](size_t from, size_t to) {
    for (size_t s = from; s < to; ++s) {
      const int first = next_ + static_cast<int>(s) * kStripRows;
      std::vector<uint8_t> above = last_;
      if (s > 0) fill(first - 1, above.data() + step);
      strips_[made + s] =
          encode_rows(shape_, first, std::min(first + kStripRows, end), fill, std::move(above));
    }
  });
  if (end < shape_.rows) fill(end - 1, last_.data() + step);
  next_ = end;
}

Result<std::string> PngRows::bytes() {
  return png_piece({shape_.columns, shape_.rows, shape_.bits, colour_type(shape_.channels), 0, false},
                   progress_, strips_, next_ == shape_.rows);
}

Result<std::string> png_of(const PngShape& shape, const PngFill& fill) {
  PngRows rows(shape);
  rows.add(shape.rows, fill);
  return rows.bytes();
}

}  // namespace fw
