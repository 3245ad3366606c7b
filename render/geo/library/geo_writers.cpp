#include "render/geo/library/geo_writers.h"

#include "render/geo/gdal_session.h"

namespace fw {

void load_geo() {
  const GdalSession registers_drivers;
}

}  // namespace fw

const fw::GeoWriters fieldwright_geo_writers{
    FIELDWRIGHT_VERSION, fw::load_geo,         fw::write_geojson, fw::write_geopackage,  fw::write_geotiff,
    fw::write_height16,  fw::write_flatgeobuf, fw::write_strips,  fw::write_tables,      fw::open_raster,
    fw::read_vectors,    fw::write_sql,        fw::write_sheets,  fw::make_vector_tiles, fw::trace_areas,
    fw::world_shapes,    fw::open_field,       fw::read_layer,    fw::make_sqlite};
