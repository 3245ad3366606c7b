#include "render/page/png_writer.h"

#include <png.h>

#include <cmath>
#include <csetjmp>
#include <vector>

namespace fw {
namespace {

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

void to_rgb_row(const uint32_t* in, int width, uint8_t* out) {
  for (int x = 0; x < width; ++x) {
    out[3 * x + 0] = static_cast<uint8_t>(in[x] >> 16);
    out[3 * x + 1] = static_cast<uint8_t>(in[x] >> 8);
    out[3 * x + 2] = static_cast<uint8_t>(in[x]);
  }
}

/// Everything with a destructor lives in the caller: libpng leaves this function by longjmp.
bool write_all(png_structp png, png_infop info, const PixelView& pixels, int dpi, uint8_t* row) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(png, info, static_cast<png_uint_32>(pixels.width), static_cast<png_uint_32>(pixels.height), 8,
               PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (dpi > 0) {
    const auto per_metre = static_cast<png_uint_32>(std::lround(dpi / 0.0254));
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
  }
  png_set_compression_level(png, 3);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  png_write_info(png, info);
  for (int y = 0; y < pixels.height; ++y) {
    to_rgb_row(pixels.words + static_cast<size_t>(y) * pixels.stride, pixels.width, row);
    png_write_row(png, row);
  }
  png_write_end(png, info);
  return true;
}

}  // namespace

Result<std::string> encode_png(const PixelView& pixels, int dpi) {
  Sink sink;
  sink.bytes.reserve(static_cast<size_t>(pixels.width) * static_cast<size_t>(pixels.height));
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink, on_error, on_warning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  if (info == nullptr) {
    png_destroy_write_struct(&png, nullptr);
    return Error{ErrorKind::limit, "libpng could not be started: out of memory"};
  }
  png_set_write_fn(png, &sink, on_bytes, on_flush);
  std::vector<uint8_t> row(static_cast<size_t>(pixels.width) * 3);
  const bool written = write_all(png, info, pixels, dpi, row.data());
  png_destroy_write_struct(&png, &info);
  if (!written) return Error{ErrorKind::internal, "libpng refused the page: " + sink.error};
  return std::move(sink.bytes);
}

}  // namespace fw
