#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/field/raster.h"
#include "render/geo/gdal_session.h"

namespace fw {

/// The grid of a stored render's GeoTIFF: square cells over a frame whose south-west corner is the origin;
/// its size is checked before anything is allocated.
Result<GridSpec> stored_grid(GDALDataset& dataset, const std::filesystem::path& file);
Error refused_tiff(const std::filesystem::path& file, const std::string& why);

/// A GeoTIFF of a stored render, opened in memory.
struct StoredTiff {
  GdalSession session;
  std::filesystem::path file;
  std::string bytes;
  std::unique_ptr<MemoryFile> memory;
  Dataset dataset;
  GridSpec grid;

  Result<Done> open(const std::filesystem::path& path);
  Error refuse(const std::string& why) const;
};

}  // namespace fw
