#pragma once

#include <ogr_spatialref.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "render/geo/geo_import.h"

namespace fw {

/// GDAL's affine map from a raster's corners to the coordinates of its file.
using Affine = std::array<double, 6>;

/// How a file's coordinates become metres of the frame.
struct GeoPlacement {
  std::string text;  ///< for people
  /// From and to the file's CRS; null: its coordinates are metres of the frame, or it has none.
  std::unique_ptr<OGRCoordinateTransformation> to_frame, to_file;
  /// Of a file whose place a person states: x_m = stated[0] + stated[1] * x, y_m = stated[2] + stated[3] * y.
  std::optional<std::array<double, 4>> stated{};

  /// In place; false where a coordinate has no image.
  bool project(bool into_frame, std::vector<double>& x, std::vector<double>& y) const;
};

/// A box of coordinates.
struct Extent {
  double west = 0, south = 0, east = 0, north = 0;
};

/// The first two rules of placing: without a CRS, or with an engineering one, coordinates within 1.1 frames
/// are its metres; any other CRS goes through the transverse Mercator about the anchor. Nothing where the
/// file says neither.
Result<std::optional<GeoPlacement>> place_by_coordinates(const OGRSpatialReference* crs,
                                                         const std::optional<Extent>& extent,
                                                         const FrameOnEarth& frame, const std::string& file);

/// "could not read FILE: why".
Error cannot_read(const std::filesystem::path& file, const std::string& why);

}  // namespace fw
