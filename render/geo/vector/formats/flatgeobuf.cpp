#include "render/geo/attribute_table.h"
#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"
#include "render/geo/vector/patches.h"
#include "render/geo/vector/vector_layer.h"
#include "render/geo/vector/world_lines.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

Result<Done> write_file(const GdalSession& session, const std::filesystem::path& file, const LayerSpec& spec,
                        const AttributeTable& table, const Geometries& geometries) {
  const MemoryFile memory(".fgb");
  Dataset dataset = create_vector("FlatGeobuf", memory);
  if (!dataset) return session.error(file.string());
  if (auto added = add_layer(session, *dataset, spec, table, geometries); !added) return added.error();
  dataset.reset();
  if (session.failed()) return session.error(file.string());
  return memory.save(file);
}

}  // namespace

Result<std::vector<std::string>> write_flatgeobuf(const GeoRequest& request) {
  const GdalSession session;
  const OGRSpatialReference crs = engineering_crs();
  auto points = write_file(session, request.folder / "points.fgb", {"points", wkbPoint, &crs, {}},
                           point_attributes(request.world), point_geometries(request.world));
  if (!points) return points.error();
  auto patches = trace_patches(session, request.world.region);
  if (!patches) return patches.error();
  auto regions = write_file(session, request.folder / "regions.fgb", {"regions", wkbMultiPolygon, &crs, {}},
                            region_attributes(request.world),
                            dissolve(std::move(patches).value(), request.world.regions.size()));
  if (!regions) return regions.error();
  const LineLayer named = place_layer(request.world);
  auto places = write_file(session, request.folder / "places.fgb", {"places", named.type, &crs, {}},
                           named.table, named.geometries);
  if (!places) return places.error();
  return std::vector<std::string>{"points.fgb", "regions.fgb", "places.fgb"};
}

}  // namespace fw
