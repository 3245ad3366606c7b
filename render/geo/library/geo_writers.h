#pragma once

#include "render/geo/geo.h"
#include "render/geo/geo_export.h"
#include "render/geo/geo_import.h"
#include "render/geo/raster/strip_tiff.h"

namespace fw {

/// The functions that the writers' library exports to the program.
struct GeoWriters {
  const char* version;  ///< version of the sources it was built from; must equal the program's, since structs
                        ///< are passed
  decltype(&fw::load_geo) load;
  decltype(&fw::write_geojson) geojson;
  decltype(&fw::write_geopackage) geopackage;
  decltype(&fw::write_geotiff) geotiff;
  decltype(&fw::write_height16) height16;
  decltype(&fw::write_flatgeobuf) flatgeobuf;
  decltype(&fw::write_strips) strips;
  decltype(&fw::write_tables) tables;
  decltype(&fw::open_raster) raster;
  decltype(&fw::read_vectors) vectors;
  decltype(&fw::write_sql) sql;
  decltype(&fw::write_sheets) sheets;
  decltype(&fw::make_vector_tiles) tiles;
  decltype(&fw::trace_areas) areas;
  decltype(&fw::world_shapes) shapes;
  decltype(&fw::open_field) field;
  decltype(&fw::read_layer) layer;
  decltype(&fw::make_sqlite) sqlite;
};

inline constexpr const char* kGeoLibrary = "libfieldwright_geo.so";
inline constexpr const char* kGeoWriters = "fieldwright_geo_writers";

}  // namespace fw

extern "C" const fw::GeoWriters fieldwright_geo_writers;
