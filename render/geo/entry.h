#pragma once

#include "render/geo/geo.h"
#include "render/geo/raster/strip_tiff.h"

namespace fw {

/// What the library of the writers shows to the program that opens it.
struct GeoEntry {
  const char* version;  ///< of the sources it was built from: the values it takes have their layout
  decltype(&fw::load_geo) load;
  decltype(&fw::write_geojson) geojson;
  decltype(&fw::write_geopackage) geopackage;
  decltype(&fw::write_geotiff) geotiff;
  decltype(&fw::write_height16) height16;
  decltype(&fw::write_flatgeobuf) flatgeobuf;
  decltype(&fw::write_strips) strips;
};

inline constexpr const char* kGeoLibrary = "libfieldwright_geo.so";
inline constexpr const char* kGeoEntry = "fieldwright_geo_entry";

}  // namespace fw

extern "C" const fw::GeoEntry fieldwright_geo_entry;
