#include "render/geo/world_frame.h"

#include <cassert>
#include <cstdint>

#include "core/base/plain_text.h"
#include "render/geo/attribute_table.h"

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
  return anchored_crs(tmpl.anchor_lon_deg, tmpl.anchor_lat_deg, grid.width_m(), grid.height_m());
}

OGRSpatialReference anchored_crs(double lon_deg, double lat_deg, double width_m, double height_m) {
  OGRSpatialReference crs;
  crs.SetWellKnownGeogCS("WGS84");
  crs.SetTM(lat_deg, lon_deg, 1.0, width_m / 2, height_m / 2);
  crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  return crs;
}

std::array<double, 6> geotransform(const GridSpec& grid) {
  return {0, grid.cell_m, 0, grid.height_m(), 0, -grid.cell_m};
}

std::string world_member(const World& world, const char* axes) {
  std::string out = R"({ "generator": "fieldwright )" FIELDWRIGHT_VERSION R"(", "template": )";
  for (const char c : json_string(world.template_name))
    out += c == '/' ? std::string("\\/") : std::string(1, c);  // as GDAL does, only here
  const auto seed = [](uint64_t value) { return std::to_string(static_cast<int64_t>(value)); };
  out += R"(, "seed": { "layout": )" + seed(world.seeds.layout) + R"(, "noise": )" + seed(world.seeds.noise) +
         R"(, "place": )" + seed(world.seeds.place) + R"( }, "units": "m", "axes": )" + json_string(axes) +
         R"(, "width_m": )" + json_real(world.grid.width_m()) + R"(, "height_m": )" +
         json_real(world.grid.height_m());
  return out + " }";
}

}  // namespace fw
