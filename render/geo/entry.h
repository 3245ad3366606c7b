#pragma once

#include "render/geo/geo.h"
#include "render/geo/raster/strip_tiff.h"

namespace fw {

/// The functions that the writers' library exports to the program.
struct GeoEntry {
  const char* version;  ///< version of the sources it was built from; must equal the program's, since structs
                        ///< are passed
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
