#pragma once

#include <ogr_spatialref.h>

#include <array>
#include <string>

#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

/// The world frame as an engineering CRS: metres, x east, y north, without a position on Earth.
OGRSpatialReference engineering_crs();

/// A transverse Mercator with the frame's metres: the frame's centre lies at the template's anchor.
OGRSpatialReference anchored_crs(const Template& tmpl, const GridSpec& grid);
OGRSpatialReference anchored_crs(double lon_deg, double lat_deg, double width_m, double height_m);

/// GDAL's affine map from (column, row) corners to metres; row 0 is north.
std::array<double, 6> geotransform(const GridSpec& grid);

/// What the `world` member of files in metres says of their coordinates.
inline constexpr const char* kMetreAxes = "x east, y north, metres from the frame's south-west corner";

/// The `world` member of the GeoJSON files (a foreign member in RFC 7946's words): version, template, seeds,
/// frame. `axes` says what the coordinates are.
std::string world_member(const World& world, const char* axes);

}  // namespace fw
