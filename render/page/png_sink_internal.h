#pragma once

#include <png.h>

#include <string>

// Where libpng writes to, for grey_png.cpp and png_writer.cpp.
namespace fw {

/// The I/O pointer of on_bytes() is the sink, the error pointer of on_error() its error.
struct PngSink {
  std::string bytes;
  std::string error;
};

inline void on_bytes(png_structp png, png_bytep data, png_size_t count) {
  static_cast<PngSink*>(png_get_io_ptr(png))->bytes.append(reinterpret_cast<const char*>(data), count);
}
inline void on_flush(png_structp) {}
/// Does not return: jumps to where png_jmpbuf() was set.
inline void on_error(png_structp png, png_const_charp message) {
  *static_cast<std::string*>(png_get_error_ptr(png)) = message;
  png_longjmp(png, 1);
}
inline void on_warning(png_structp, png_const_charp) {}

}  // namespace fw
