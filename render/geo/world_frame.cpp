#include "render/geo/world_frame.h"

#include <cpl_json.h>

#include <cassert>

namespace fw {

OGRSpatialReference engineering_crs() {
  OGRSpatialReference crs;
  [[maybe_unused]] const OGRErr code = crs.importFromWkt(
      R"wkt(ENGCRS["Fieldwright world frame",EDATUM["South-west corner of the frame"],CS[Cartesian,2],)wkt"
      R"wkt(AXIS["easting (X)",east],AXIS["northing (Y)",north],LENGTHUNIT["metre",1]])wkt");
  assert(code == OGRERR_NONE);
  crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  return crs;
}

OGRSpatialReference anchored_crs(const Template& tmpl, const GridSpec& grid) {
  OGRSpatialReference crs;
  crs.SetWellKnownGeogCS("WGS84");
  crs.SetTM(tmpl.anchor_lat_deg, tmpl.anchor_lon_deg, 1.0, grid.width_m() / 2, grid.height_m() / 2);
  crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  return crs;
}

std::array<double, 6> geotransform(const GridSpec& grid) {
  return {0, grid.cell_m, 0, grid.height_m(), 0, -grid.cell_m};
}

std::string collection_members(const World& world, const char* axes) {
  CPLJSONObject frame;
  frame.Add("generator", "fieldwright " FIELDWRIGHT_VERSION);
  frame.Add("template", world.template_name);
  CPLJSONObject seed;
  seed.Add("layout", static_cast<GInt64>(world.seeds.layout));
  seed.Add("noise", static_cast<GInt64>(world.seeds.noise));
  seed.Add("place", static_cast<GInt64>(world.seeds.place));
  frame.Add("seed", seed);
  frame.Add("units", "m");
  frame.Add("axes", axes);
  frame.Add("width_m", world.grid.width_m());
  frame.Add("height_m", world.grid.height_m());
  CPLJSONObject collection;
  collection.Add("type", "FeatureCollection");
  collection.Add("world", frame);
  return collection.Format(CPLJSONObject::PrettyFormat::Plain);
}

}  // namespace fw
