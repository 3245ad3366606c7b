#include <png.h>

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstddef>
#include <vector>

#include "core/model/world/world_layers.h"
#include "render/geo/file_bytes.h"
#include "render/geo/geo.h"

namespace fw {
namespace {

/// Big-endian samples, as PNG stores them. Land is never 0: 0 is the sea.
std::vector<png_byte> samples(const World& world) {
  const Raster<float> height_m = told_values(layer_of(&World::height_m), world);
  float highest = 0;
  for (size_t i = 0; i < world.land.size(); ++i)
    if (world.land[i] != 0) highest = std::max(highest, height_m[i]);
  std::vector<png_byte> out(world.land.size() * 2, 0);
  if (highest <= 0) return out;
  for (size_t i = 0; i < world.land.size(); ++i) {
    if (world.land[i] == 0) continue;
    const double share = double{height_m[i]} / double{highest};
    const auto value = static_cast<uint16_t>(std::clamp(std::floor(share * 65535.0 + 0.5), 1.0, 65535.0));
    out[2 * i] = static_cast<png_byte>(value >> 8);
    out[2 * i + 1] = static_cast<png_byte>(value & 0xFF);
  }
  return out;
}

void append(png_structp png, png_bytep bytes, size_t count) {
  auto& out = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
  const auto* const first = reinterpret_cast<const std::byte*>(bytes);
  out.insert(out.end(), first, first + count);
}

// zlib's Z_RLE: after Paeth's predictor, heights contain few matches worth a search; half the time and
// smaller files.
constexpr int kRunsOnly = 3;

void silent(png_structp, png_const_charp) {}
void fail(png_structp png, png_const_charp) {
  png_longjmp(png, 1);
}

/// False if libpng fails. No object with a destructor is alive between setjmp and longjmp.
bool encode(const GridSpec& grid, const std::vector<png_byte>& rows, std::vector<std::byte>& out) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, silent);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr || setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  png_set_write_fn(png, &out, append, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(grid.columns), static_cast<png_uint_32>(grid.rows), 16,
               PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_strategy(png, kRunsOnly);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
  png_write_info(png, info);
  const size_t stride = static_cast<size_t>(grid.columns) * 2;
  for (int r = 0; r < grid.rows; ++r) png_write_row(png, rows.data() + static_cast<size_t>(r) * stride);
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return true;
}

}  // namespace

Result<std::vector<std::string>> write_height16(const GeoRequest& request) {
  const std::filesystem::path file = request.folder / "height16.png";
  std::vector<std::byte> bytes;
  if (!encode(request.world.grid, samples(request.world), bytes))
    return Error{ErrorKind::io, "could not write " + file.string() + ": PNG encoding failed"};
  if (auto written = write_bytes(file, bytes); !written) return written.error();
  return std::vector<std::string>{"height16.png"};
}

}  // namespace fw
