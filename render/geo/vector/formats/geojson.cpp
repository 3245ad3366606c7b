#include <ogr_api.h>
#include <ogr_spatialref.h>

#include <cassert>
#include <cmath>
#include <memory>
#include <span>
#include <string>

#include "core/base/plain_text.h"
#include "render/geo/attribute_table.h"
#include "render/geo/file_bytes.h"
#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"
#include "render/geo/vector/patches.h"
#include "render/geo/vector/vector_layer.h"
#include "render/geo/vector/world_lines.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

constexpr int kMetreDecimals = 3, kDegreeDecimals = 7;

// RFC 7946 GeoJSON knows only WGS 84, so a file in local metres has no CRS, only the member `world`.
constexpr const char* kDegreeAxes = "WGS 84 longitude, latitude; x_m, y_m are metres in the world frame";

/// Feature and properties by row, without the geometry.
std::vector<std::string> feature_heads(const AttributeTable& table) {
  assert(table.columns.front().name == "id");
  std::vector<std::string> heads;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    heads.push_back(R"({ "type": "Feature", "id": )" + json_value(table.rows[row].front()) +
                    R"(, "properties": )" + json_object(table, row) + R"(, "geometry": )");
  }
  return heads;
}

/// GDAL's formatting of coordinates: decimals, trailing zeros, order of rings.
bool append_geometry(std::string& out, const OGRGeometry& geometry, int decimals) {
  CPLStringList options;
  options.SetNameValue("COORDINATE_PRECISION", std::to_string(decimals).c_str());
  OGRGeometryH handle = OGRGeometry::ToHandle(const_cast<OGRGeometry*>(&geometry));
  const std::unique_ptr<char, decltype(&VSIFree)> text(OGR_G_ExportToJsonEx(handle, options.List()), VSIFree);
  if (!text) return false;
  out += text.get();
  return true;
}

struct Collection {
  const World& world;
  const char* name;
  const char* axes;
  int decimals;
};

Result<Done> write_file(const GdalSession& session, const std::filesystem::path& file, const Collection& c,
                        const std::vector<std::string>& heads, const Geometries& geometries) {
  std::string text = "{\n\"type\": \"FeatureCollection\",\n\"world\": " + world_member(c.world, c.axes) +
                     ",\n\"name\": " + json_string(c.name) + ",\n\"features\": [\n";
  for (size_t i = 0; i < heads.size(); ++i) {
    if (i > 0) text += ",\n";
    text += heads[i];
    if (!append_geometry(text, *geometries[i], c.decimals)) return session.error(file.string());
    text += " }";
  }
  text += "\n]\n}\n";
  if (session.failed()) return session.error(file.string());
  return write_bytes(file, std::as_bytes(std::span(text)));
}

/// From the world's metres to longitude and latitude.
bool to_degrees(Geometries& geometries, const OGRSpatialReference& metres) {
  OGRSpatialReference degrees;
  degrees.SetWellKnownGeogCS("WGS84");
  degrees.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  const std::unique_ptr<OGRCoordinateTransformation> transformation(
      OGRCreateCoordinateTransformation(&metres, &degrees));
  if (!transformation) return false;
  for (auto& geometry : geometries)
    if (geometry->transform(transformation.get()) != OGRERR_NONE) return false;
  return true;
}

Result<Done> write_points(const GdalSession& session, const GeoRequest& request) {
  const AttributeTable table = point_attributes(request.world);
  if (Result<Done> finite = check_finite(table, "points"); !finite) return finite;
  const std::vector<std::string> heads = feature_heads(table);
  Geometries geometries = point_geometries(request.world);
  auto local = write_file(session, request.folder / "points.geojson",
                          {request.world, "points", kMetreAxes, kMetreDecimals}, heads, geometries);
  if (!local) return local;
  const std::filesystem::path file = request.folder / "points.rfc7946.geojson";
  if (!to_degrees(geometries, anchored_crs(request.tmpl, request.world.grid)))
    return session.error(file.string());
  return write_file(session, file, {request.world, "points", kDegreeAxes, kDegreeDecimals}, heads,
                    geometries);
}

}  // namespace

Result<std::vector<std::string>> write_geojson(const GeoRequest& request) {
  const GdalSession session;
  if (auto points = write_points(session, request); !points) return points.error();

  auto patches = trace_patches(session, request.world.region);
  if (!patches) return patches.error();
  Geometries regions = dissolve(std::move(patches).value(), request.world.regions.size());
  unwrap_single_parts(regions);
  const AttributeTable region_table = region_attributes(request.world);
  const AttributeTable track_table = track_attributes(request.world);
  if (Result<Done> finite = check_finite(region_table, "regions"); !finite) return finite.error();
  if (Result<Done> finite = check_finite(track_table, "tracks"); !finite) return finite.error();
  auto region_file = write_file(session, request.folder / "regions.geojson",
                                {request.world, "regions", kMetreAxes, kMetreDecimals},
                                feature_heads(region_table), regions);
  if (!region_file) return region_file.error();

  auto track_file = write_file(session, request.folder / "tracks.geojson",
                               {request.world, "tracks", kMetreAxes, kMetreDecimals},
                               feature_heads(track_table), track_geometries(request.world));
  if (!track_file) return track_file.error();
  std::vector<std::string> names{"points.geojson", "points.rfc7946.geojson", "regions.geojson",
                                 "tracks.geojson"};
  for (const LineLayer& layer : line_layers(request.world, request.tmpl)) {
    if (layer.file.empty()) continue;
    if (Result<Done> finite = check_finite(layer.table, layer.name); !finite) return finite.error();
    names.push_back(layer.file + ".geojson");
    auto written = write_file(session, request.folder / names.back(),
                              {request.world, layer.file.c_str(), kMetreAxes, kMetreDecimals},
                              feature_heads(layer.table), layer.geometries);
    if (!written) return written.error();
  }
  return names;
}

}  // namespace fw
