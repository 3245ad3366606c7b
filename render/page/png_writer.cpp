#include "render/page/png_writer.h"

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"
#include "render/page/run_deflate.h"

namespace fw {
namespace {

// Large enough for its own codes to pay, small enough to stay in a core's cache and to share out evenly.
constexpr int kStripRows = 64;

struct Sink {
  std::string bytes;
  std::string error;
};

void on_bytes(png_structp png, png_bytep data, png_size_t count) {
  static_cast<Sink*>(png_get_io_ptr(png))->bytes.append(reinterpret_cast<const char*>(data), count);
}
void on_flush(png_structp) {}
void on_error(png_structp png, png_const_charp message) {
  static_cast<Sink*>(png_get_error_ptr(png))->error = message;
  png_longjmp(png, 1);
}
void on_warning(png_structp, png_const_charp) {}

/// What Paeth's predictor (PNG specification, 9.4) leaves of a row of three bytes a pixel; the bytes before
/// both rows are 0. In bytes alone: where left and upper neighbour lie on one side of the corner, the corner
/// is never the nearest.
FW_VECTOR_CLONES void paeth_row(const uint8_t* __restrict row, const uint8_t* __restrict above, size_t count,
                                uint8_t* __restrict out) {
  for (size_t i = 0; i < count; ++i) {
    const uint8_t left = row[i - 3], up = above[i], corner = above[i - 3];
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

struct Strip {
  std::string deflated;
  uLong adler = 0;
  size_t bytes = 0;
};

Strip encode_strip(const PixelView& pixels, int first, int last) {
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
    paeth_row(row.data() + kLeft, above.data() + kLeft, 3 * width, out + 1);
    std::swap(row, above);
  }
  return {deflate_runs({filtered.get(), size}, last == pixels.height), adler_of({filtered.get(), size}),
          size};
}

/// The strips as one zlib stream (RFC 1950).
void join(std::vector<Strip>& strips) {
  uLong adler = 1;
  for (const Strip& s : strips) adler = adler32_combine(adler, s.adler, static_cast<z_off_t>(s.bytes));
  strips.front().deflated.insert(0, "\x78\x01");
  for (int shift = 24; shift >= 0; shift -= 8)
    strips.back().deflated += static_cast<char>(adler >> shift & 255);
}

/// Everything with a destructor lives in the caller: libpng leaves this function by longjmp.
bool write_all(png_structp png, png_infop info, const PixelView& pixels, int dpi,
               const std::vector<Strip>& strips) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(png, info, static_cast<png_uint_32>(pixels.width), static_cast<png_uint_32>(pixels.height), 8,
               PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (dpi > 0) {
    const auto per_metre = static_cast<png_uint_32>(std::lround(dpi / 0.0254));
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
  }
  png_write_info(png, info);
  // libpng frames the chunks; its own compressor would take most of a plate's time.
  for (const Strip& s : strips)
    png_write_chunk(png, reinterpret_cast<png_const_bytep>("IDAT"),
                    reinterpret_cast<png_const_bytep>(s.deflated.data()), s.deflated.size());
  png_write_chunk(png, reinterpret_cast<png_const_bytep>("IEND"), nullptr, 0);
  return true;
}

}  // namespace

Result<std::string> encode_png(const PixelView& pixels, int dpi) {
  if (pixels.width < 1 || pixels.height < 1) return Error{ErrorKind::internal, "PNG: a page without pixels"};
  const auto height = static_cast<size_t>(pixels.height);
  std::vector<Strip> strips((height + kStripRows - 1) / kStripRows);
  parallel_for(strips.size(), 1, [&](size_t begin, size_t end) {
    for (size_t s = begin; s < end; ++s) {
      const int first = static_cast<int>(s) * kStripRows;
      strips[s] = encode_strip(pixels, first, std::min(first + kStripRows, pixels.height));
    }
  });
  join(strips);
  Sink sink;
  size_t bytes = 1024;
  for (const Strip& s : strips) bytes += s.deflated.size() + 12;
  sink.bytes.reserve(bytes);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink, on_error, on_warning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  if (info == nullptr) {
    png_destroy_write_struct(&png, nullptr);
    return Error{ErrorKind::limit, "libpng could not be started: out of memory"};
  }
  png_set_write_fn(png, &sink, on_bytes, on_flush);
  const bool written = write_all(png, info, pixels, dpi, strips);
  png_destroy_write_struct(&png, &info);
  if (!written) return Error{ErrorKind::internal, "libpng refused the page: " + sink.error};
  return std::move(sink.bytes);
}

}  // namespace fw
