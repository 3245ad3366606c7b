#include "render/page/grey_png.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <utility>

#include "render/page/png_sink_internal.h"

namespace fw {
namespace {

// zlib's Z_RLE: half the time of a search, and smaller files for heights behind Paeth's predictor.
constexpr int kRunsOnly = 3;
constexpr png_alloc_size_t kMostChunkBytes = size_t{1} << 20;

struct Source {
  std::string_view rest;
};
void on_read(png_structp png, png_bytep data, png_size_t count) {
  auto& source = *static_cast<Source*>(png_get_io_ptr(png));
  if (source.rest.size() < count) png_error(png, "the file breaks off");
  std::memcpy(data, source.rest.data(), count);
  source.rest.remove_prefix(count);
}

// Between setjmp and longjmp no object with a destructor is made.

bool write_image(const GreyImage& image, const std::vector<png_byte>& samples, PngSink& sink) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink.error, on_error, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr || setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  png_set_write_fn(png, &sink, on_bytes, on_flush);
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.columns), static_cast<png_uint_32>(image.rows),
               image.bits, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (image.bits == 16) {
    png_set_compression_strategy(png, kRunsOnly);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
  }
  png_write_info(png, info);
  const size_t stride = samples.size() / static_cast<size_t>(image.rows);
  for (int r = 0; r < image.rows; ++r) png_write_row(png, samples.data() + static_cast<size_t>(r) * stride);
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return true;
}

/// What a PNG says of itself, and then its samples.
struct Reading {
  std::string problem;
  Source source;
  png_uint_32 columns = 0, rows = 0;
  int bits = 0, colours = 0, interlaced = 0;
  std::vector<png_byte> samples;
};

bool read_head(png_structp png, png_infop info, Reading& reading) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_read_fn(png, &reading.source, on_read);
  png_set_chunk_malloc_max(png, kMostChunkBytes);
  png_read_info(png, info);
  png_get_IHDR(png, info, &reading.columns, &reading.rows, &reading.bits, &reading.colours,
               &reading.interlaced, nullptr, nullptr);
  return true;
}

bool read_rows(png_structp png, Reading& reading) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  const size_t stride = reading.samples.size() / reading.rows;
  for (size_t r = 0; r < reading.rows; ++r) png_read_row(png, reading.samples.data() + r * stride, nullptr);
  png_read_end(png, nullptr);  // checks the last sums
  return true;
}

Result<Done> check_head(const Reading& reading, int columns, int rows) {
  const auto refuse = [](const std::string& found, const std::string& expected) {
    return Error{ErrorKind::io, "found " + found + ", expected " + expected};
  };
  if (reading.colours != PNG_COLOR_TYPE_GRAY || reading.interlaced != PNG_INTERLACE_NONE ||
      (reading.bits != 8 && reading.bits != 16))
    return refuse("a PNG of other bands or types", "one grey band of 8 or 16 bits, not interlaced");
  if (reading.columns != static_cast<png_uint_32>(columns) || reading.rows != static_cast<png_uint_32>(rows))
    return refuse(std::to_string(reading.columns) + " x " + std::to_string(reading.rows) + " pixels",
                  std::to_string(columns) + " x " + std::to_string(rows));
  return Done{};
}

}  // namespace

Result<std::string> encode_grey_png(const GreyImage& image) {
  std::vector<png_byte> samples;
  samples.reserve(image.levels.size() * (image.bits == 16 ? 2 : 1));
  for (const uint16_t level : image.levels) {
    if (image.bits == 16) samples.push_back(static_cast<png_byte>(level >> 8));
    samples.push_back(static_cast<png_byte>(level & 0xFF));
  }
  PngSink sink;
  if (!write_image(image, samples, sink))
    return Error{ErrorKind::io, "PNG encoding failed: " + (sink.error.empty() ? "no memory" : sink.error)};
  return std::move(sink.bytes);
}

Result<GreyImage> decode_grey_png(std::string_view bytes, int columns, int rows) {
  Reading reading;
  reading.source = {bytes};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading.problem, on_error, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  Result<Done> state = Done{};
  if (info == nullptr || !read_head(png, info, reading)) {
    state = Error{ErrorKind::io, "found no PNG: " + reading.problem};
  } else if (state = check_head(reading, columns, rows); state) {
    reading.samples.resize(png_get_rowbytes(png, info) * reading.rows);
    if (!read_rows(png, reading)) state = Error{ErrorKind::io, "the PNG is damaged: " + reading.problem};
  }
  png_destroy_read_struct(&png, &info, nullptr);
  if (!state) return state.error();
  GreyImage image{columns, rows, reading.bits, {}};
  image.levels.resize(static_cast<size_t>(columns) * static_cast<size_t>(rows));
  for (size_t i = 0; i < image.levels.size(); ++i)
    image.levels[i] = reading.bits == 8
                          ? uint16_t{reading.samples[i]}
                          : static_cast<uint16_t>(reading.samples[2 * i] * 256 + reading.samples[2 * i + 1]);
  return image;
}

}  // namespace fw
