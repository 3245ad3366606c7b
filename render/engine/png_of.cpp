#include <png.h>
#include <zlib.h>

#include <vector>

#include "render/engine/target_parts.h"

namespace fw {
namespace {

struct Writing {
  png_structp png = nullptr;
  png_infop info = nullptr;

  ~Writing() { png_destroy_write_struct(&png, &info); }
};

void append(png_structp png, png_bytep bytes, size_t count) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(bytes), count);
}

int colour_type(int channels) {
  return channels == 1 ? PNG_COLOR_TYPE_GRAY : channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA;
}

}  // namespace

Result<std::string> png_of(const PngShape& shape, const FillRow& fill) {
  std::string bytes;
  std::vector<uint8_t> row(static_cast<size_t>(shape.columns) * static_cast<size_t>(shape.channels) *
                           static_cast<size_t>(shape.bits / 8));
  Writing w;
  w.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  w.info = w.png == nullptr ? nullptr : png_create_info_struct(w.png);
  if (w.info == nullptr || setjmp(png_jmpbuf(w.png)) != 0)
    return Error{ErrorKind::internal, "libpng could not write a picture"};
  png_set_write_fn(w.png, &bytes, append, nullptr);
  png_set_user_limits(w.png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(w.png, w.info, static_cast<png_uint_32>(shape.columns), static_cast<png_uint_32>(shape.rows),
               shape.bits, colour_type(shape.channels), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_filter(w.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
  png_set_compression_level(w.png, 1);
  png_set_compression_strategy(w.png, Z_RLE);
  png_write_info(w.png, w.info);
  for (int r = 0; r < shape.rows; ++r) {
    fill(r, row.data());
    png_write_row(w.png, row.data());
  }
  png_write_end(w.png, nullptr);
  return bytes;
}

}  // namespace fw
