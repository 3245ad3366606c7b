#include "render/page/png_writer.h"

#include <png.h>
#include <zlib.h>
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <csetjmp>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"
#include "render/page/png_sink_internal.h"
#include "render/page/run_deflate.h"

// A PNG's rows are filtered and deflated in strips, side by side.
namespace fw {
namespace {

/// What stands before the pixels.
struct PngHead {
  int width = 0, height = 0, bits = 8;
  int colour_type = 0;  ///< of the format
  int dpi = 0;          ///< 0: no pHYs
  bool srgb = false;    ///< states the colour space
};

/// In bytes alone: where left and upper neighbour lie on one side of the corner, the corner is never the
/// nearest.
FW_VECTOR_CLONES void paeth(const uint8_t* __restrict row, const uint8_t* __restrict above, size_t count,
                            size_t step, uint8_t* __restrict out) {
  for (size_t i = 0; i < count; ++i) {
    const uint8_t left = (row - step)[i], up = above[i], corner = (above - step)[i];
    const auto a = static_cast<uint8_t>(std::max(up, corner) - std::min(up, corner));
    const auto b = static_cast<uint8_t>(std::max(left, corner) - std::min(left, corner));
    const auto apart = static_cast<uint8_t>(std::max(a, b) - std::min(a, b));
    const uint8_t c = (up < corner) == (left < corner) ? uint8_t{255} : apart;
    const uint8_t up_or_corner = b <= c ? up : corner;
    const uint8_t predicted = ((a <= b) & (a <= c)) != 0 ? left : up_or_corner;
    out[i] = static_cast<uint8_t>(row[i] - predicted);
  }
}

/// Sums over 16 rows of 64 bytes, a column each: of the bytes, and of the bytes times the rows from theirs
/// on.
FW_VECTOR_CLONES void add_columns(const uint8_t* __restrict bytes, uint16_t* __restrict sum,
                                  uint16_t* __restrict weighted) {
  for (size_t r = 0; r < 16; ++r)
    for (size_t c = 0; c < 64; ++c) {
      sum[c] = static_cast<uint16_t>(sum[c] + bytes[64 * r + c]);
      weighted[c] = static_cast<uint16_t>(weighted[c] + sum[c]);  // at most 136 * 255
    }
}

/// Adler-32 (RFC 1950): zlib takes the bytes one by one.
uLong adler_of(std::span<const uint8_t> bytes) {
  constexpr uint32_t kBlock = 16 * 64;
  constexpr uint32_t kModulus = 65521;
  uint32_t a = 1, b = 0;
  for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock)) {
    std::array<uint16_t, 64> sum{}, weighted{};
    add_columns(bytes.data(), sum.data(), weighted.data());
    uint32_t total = 0, places = 0;
    for (uint32_t c = 0; c < 64; ++c) {
      total += sum[c];
      places += 64U * weighted[c] - c * sum[c];
    }
    b = (b + kBlock * a + places) % kModulus;
    a = (a + total) % kModulus;
  }
  return adler32(uLong{b} << 16 | a, bytes.data(), static_cast<uInt>(bytes.size()));
}

/// Everything with a destructor lives in the caller: libpng leaves this function by longjmp.
bool write_head(png_structp png, png_infop info, const PngHead& head) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(png, info, static_cast<png_uint_32>(head.width), static_cast<png_uint_32>(head.height),
               head.bits, head.colour_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (head.srgb) png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (head.dpi > 0) {
    const auto per_metre = static_cast<png_uint_32>(std::lround(head.dpi / 0.0254));
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
  }
  png_write_info(png, info);
  return true;
}

/// Signature and all chunks before the pixels.
Result<std::string> head_bytes(const PngHead& head) {
  PngSink sink;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink.error, on_error, on_warning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  if (info == nullptr) {
    png_destroy_write_struct(&png, nullptr);
    return Error{ErrorKind::limit, "libpng could not be started: out of memory"};
  }
  png_set_write_fn(png, &sink, on_bytes, on_flush);
  const bool written = write_head(png, info, head);
  png_destroy_write_struct(&png, &info);
  if (!written) return Error{ErrorKind::internal, "libpng refused the page: " + sink.error};
  return std::move(sink.bytes);
}

void add_word(std::string& out, uint32_t word) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(word >> shift & 255);
}

/// A chunk's length, type, bytes and sum (PNG specification, 5.3). libpng's own compressor would take most of
/// a plate's time.
void add_chunk(std::string& out, std::string_view type, std::string_view bytes) {
  add_word(out, static_cast<uint32_t>(bytes.size()));
  const size_t from = out.size();
  out += type;
  out += bytes;
  const auto* begin = reinterpret_cast<const Bytef*>(out.data() + from);
  add_word(out, static_cast<uint32_t>(crc32_z(crc32_z(0, nullptr, 0), begin, out.size() - from)));
}

/// What Paeth's predictor (PNG specification, 9.4) leaves of a row with `step` bytes a pixel; the `step`
/// bytes before both rows are 0.
void paeth_row(const uint8_t* row, const uint8_t* above, size_t count, size_t step, uint8_t* out) {
  paeth(row, above, count, step, out);
}

/// A strip of filtered rows, each with its filter's byte first; `last`: it ends the picture.
DeflatedStrip deflate_strip(std::span<const uint8_t> filtered, bool last) {
  return {deflate_runs(filtered, last), static_cast<uint32_t>(adler_of(filtered)), filtered.size()};
}

/// The next strips of a PNG as its bytes, the head before the first; `last`: they end the picture. The strips
/// are taken away.
Result<std::string> png_piece(const PngHead& head, PngProgress& progress, std::vector<DeflatedStrip>& strips,
                              bool last) {
  std::string out;
  if (strips.empty()) return out;
  for (const DeflatedStrip& s : strips)
    progress.adler =
        static_cast<uint32_t>(adler32_combine(progress.adler, s.adler, static_cast<z_off_t>(s.from_bytes)));
  // One zlib stream (RFC 1950): two bytes before it, the sum behind it.
  if (!progress.begun) strips.front().bytes.insert(0, "\x78\x01");
  if (last) add_word(strips.back().bytes, progress.adler);
  size_t bytes = 1024;
  for (const DeflatedStrip& s : strips) bytes += s.bytes.size() + 12;
  out.reserve(bytes);
  if (!progress.begun) {
    const Result<std::string> begin = head_bytes(head);
    if (!begin) return begin.error();
    out += begin.value();
    progress.begun = true;
  }
  for (const DeflatedStrip& s : strips) add_chunk(out, "IDAT", s.bytes);
  if (last) add_chunk(out, "IEND", {});
  strips.clear();
  return out;
}

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
