#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/field/raster.h"

namespace fw {

/// A GeoTIFF of Float32 bands that is computed and written in strips from north to south, so that memory
/// stays small: tiled, DEFLATE, in the frame of the GIS files, BigTIFF where it may exceed 2 GiB.
struct StripTiff {
  GridSpec grid;
  std::vector<std::string> bands;                               ///< names, in order
  std::vector<std::pair<std::string, std::string>> metadata{};  ///< items of the whole file
  int strip_rows = 256;  ///< a multiple of 16; also the height of a tile
  int threads = 1;       ///< compression threads; the bytes are the same for any number

  static constexpr int kTileColumns = 256;
};

/// Fills rows [first_row, first_row + rows) of a band, rows * columns values.
using FillStrip = std::function<void(size_t band, int first_row, int rows, std::span<float> out)>;

/// Most memory of write_strips() at once: one strip of a band three times (computed, in GDAL's cache, being
/// compressed) and the directory of tiles.
inline double strip_bytes(const StripTiff& tiff) {
  constexpr double kLibraries = 16.0 * (1 << 20);  // GDAL's own tables and buffers
  constexpr double kPerTile = 64;                  // offset, size and block handle of a tile of a band
  const double strip = 4.0 * tiff.grid.columns * std::min(tiff.strip_rows, tiff.grid.rows);
  const double tiles = (tiff.grid.columns / static_cast<double>(StripTiff::kTileColumns) + 1) *
                       (tiff.grid.rows / static_cast<double>(tiff.strip_rows) + 1) *
                       static_cast<double>(tiff.bands.size());
  return 3 * strip + kPerTile * tiles + kLibraries;
}

/// Writes `file`, which must not exist: a path in the caller's own folder, to be renamed when complete. If
/// cancelled or failed, no file is left. Errors are ErrorKind::io and ErrorKind::cancelled.
Result<Done> write_strips(const std::filesystem::path& file, const StripTiff& tiff, const FillStrip& fill,
                          const Progress& progress);

}  // namespace fw
