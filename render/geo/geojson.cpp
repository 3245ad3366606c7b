#include <string>

#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"
#include "render/geo/patches.h"
#include "render/geo/point_fields.h"
#include "render/geo/region_fields.h"
#include "render/geo/vector_layer.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

constexpr const char* kFeatureId = "feature_id";

// ID_FIELD takes its column out of the properties, so the id needs a second column to be in both places.
AttributeTable with_feature_id(AttributeTable table) {
  table.columns.push_back({kFeatureId, AttributeKind::text});
  for (auto& row : table.rows) row.push_back(row.front());
  return table;
}

CPLStringList common_options(const std::string& members) {
  CPLStringList options;
  options.SetNameValue("ID_FIELD", kFeatureId);
  options.SetNameValue("ID_TYPE", "String");
  options.SetNameValue("NATIVE_DATA", members.c_str());
  options.SetNameValue("NATIVE_MEDIA_TYPE", "application/vnd.geo+json");
  return options;
}

/// Local metres have no CRS in GeoJSON: RFC 7946 knows WGS 84 alone, so the file says nothing but `world`.
LayerSpec metre_layer(const World& world, const char* name, OGRwkbGeometryType type) {
  LayerSpec spec{name, type, nullptr,
                 common_options(collection_members(
                     world, "x east, y north, metres from the frame's south-west corner"))};
  spec.options.SetNameValue("COORDINATE_PRECISION", "3");
  return spec;
}

Result<Done> write_file(const GdalSession& session, const std::filesystem::path& file, const LayerSpec& spec,
                        const AttributeTable& table, const Geometries& geometries) {
  const MemoryFile memory(".geojson");
  Dataset dataset = create_vector("GeoJSON", memory);
  if (!dataset) return session.error(file.string());
  if (auto added = add_layer(session, *dataset, spec, with_feature_id(table), geometries); !added)
    return added.error();
  dataset.reset();
  if (session.failed()) return session.error(file.string());
  return memory.save(file);
}

Result<Done> write_points(const GdalSession& session, const GeoRequest& request) {
  const AttributeTable table = point_attributes(request.world);
  const Geometries geometries = point_geometries(request.world);
  auto local = write_file(session, request.folder / "points.geojson",
                          metre_layer(request.world, "points", wkbPoint), table, geometries);
  if (!local) return local;
  const OGRSpatialReference crs = anchored_crs(request.tmpl, request.world.grid);
  LayerSpec spec{"points", wkbPoint, &crs,
                 common_options(collection_members(
                     request.world, "WGS 84 longitude, latitude; x_m, y_m are metres in the world frame"))};
  spec.options.SetNameValue("RFC7946", "YES");  // transforms to WGS 84, 7 decimals
  return write_file(session, request.folder / "points.rfc7946.geojson", spec, table, geometries);
}

}  // namespace

Result<std::vector<std::string>> write_geojson(const GeoRequest& request) {
  const GdalSession session;
  if (auto points = write_points(session, request); !points) return points.error();

  auto patches = trace_patches(session, request.world.region);
  if (!patches) return patches.error();
  Geometries regions = dissolve(std::move(patches).value(), request.world.regions.size());
  unwrap_single_parts(regions);
  auto region_file = write_file(session, request.folder / "regions.geojson",
                                metre_layer(request.world, "regions", wkbUnknown),
                                region_attributes(request.world), regions);
  if (!region_file) return region_file.error();

  auto track_file = write_file(session, request.folder / "tracks.geojson",
                               metre_layer(request.world, "tracks", wkbLineString),
                               track_attributes(request.world), track_geometries(request.world));
  if (!track_file) return track_file.error();
  return std::vector<std::string>{"points.geojson", "points.rfc7946.geojson", "regions.geojson",
                                  "tracks.geojson"};
}

}  // namespace fw
