#include <cpl_conv.h>
#include <cpl_string.h>
#include <ogrsf_frmts.h>
#include <cassert>
#include <string>
#include <vector>

#include "render/geo/attribute_table.h"
#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"
#include "render/geo/geo_export.h"
#include "render/geo/vector/patches.h"
#include "render/geo/vector/vector_layer.h"
#include "render/geo/vector/world_lines.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

/// Other tables than the world's own, for some of its layers.
struct OwnTables {
  const VectorTable* points = nullptr;
  const VectorTable* regions = nullptr;
  const std::vector<ShapeLayer>* layers = nullptr;  ///< instead of tracks and all layers of lines
};

/// A GeoPackage under construction; the first failure sticks and later layers are skipped.
struct Package {
  const GdalSession& session;
  GDALDataset& dataset;
  const OGRSpatialReference* crs;
  const std::string& schema;
  Result<Done> state = Done{};

  /// A domain of class ids with their labels.
  template <typename Row>
  void add_domain(const char* name, const char* description, const std::vector<Row>& rows) {
    if (!dataset.TestCapability(ODsCAddFieldDomain)) return;
    std::vector<OGRCodedValue> values;  // the domain frees the texts
    for (const Row& row : rows) values.push_back({CPLStrdup(row.id.c_str()), CPLStrdup(row.label.c_str())});
    std::string problem;
    if (!dataset.AddFieldDomain(
            std::make_unique<OGRCodedFieldDomain>(name, description, OFTString, OFSTNone, std::move(values)),
            problem))
      state = session.error(std::string("domain ") + name);
  }

  void add(const char* name, const char* description, OGRwkbGeometryType type, const AttributeTable& table,
           const Geometries& geometries, std::map<std::string, std::string> domains = {}) {
    if (!state) return;
    if (!dataset.TestCapability(ODsCAddFieldDomain)) domains.clear();
    LayerSpec spec{name, type, type == wkbNone ? nullptr : crs, {}, std::move(domains)};
    if (schema.empty()) {
      spec.options.SetNameValue("DESCRIPTION", description);
    } else {
      spec.options.SetNameValue("SCHEMA", schema.c_str());
      spec.options.SetNameValue("CREATE_SCHEMA", "OFF");  // else once for every table
      spec.options.SetNameValue("GEOMETRY_NAME", "geom");
      spec.options.SetNameValue("DIM", "2");
    }
    state = add_layer(session, dataset, spec, table, geometries);
  }
};

/// A class layer as one polygon per patch: code, class, area.
void add_patches(Package& package, const char* name, const char* description, const Raster<uint8_t>& codes,
                 const std::vector<std::string>& ids, std::map<std::string, std::string> domains = {}) {
  if (!package.state) return;
  auto patches = trace_patches(package.session, codes);
  if (!patches) {
    package.state = patches.error();
    return;
  }
  AttributeTable table;
  table.columns = {
      {"code", AttributeKind::integer}, {"class", AttributeKind::text}, {"area_km2", AttributeKind::real}};
  Geometries geometries;
  for (Patch& patch : patches.value()) {
    assert(patch.code <= ids.size());
    table.rows.push_back({int64_t{patch.code}, ids[patch.code - size_t{1}],
                          round_decimals(patch.polygon->get_Area() * 1e-6, 9)});
    geometries.push_back(std::move(patch.polygon));
  }
  package.add(name, description, wkbPolygon, table, geometries, std::move(domains));
}

Raster<uint8_t> coast_codes(const World& world) {
  Raster<uint8_t> codes(world.grid);
  for (size_t i = 0; i < codes.size(); ++i)
    codes[i] = static_cast<uint8_t>(world.land[i] == 0 ? 0 : world.on_island(i) ? 1 : 2);
  return codes;
}

/// The shapes in the order of a table's rows.
Geometries in_order(Geometries geometries, const VectorTable* own) {
  if (own == nullptr) return geometries;
  Geometries out;
  for (const size_t place : own->order) out.push_back(std::move(geometries[place]));
  return out;
}

AttributeTable table_of(const VectorTable* own, AttributeTable (*attributes)(const World&),
                        const World& world) {
  return own != nullptr ? own->attributes : attributes(world);
}

/// Every vector layer of the world and the audit, into a dataset of any driver; `crs` null: none. A schema is
/// for databases.
Result<Done> add_world_layers(const GdalSession& session, GDALDataset& dataset, const GeoRequest& request,
                              const OGRSpatialReference* crs, const OwnTables& own = {},
                              const std::string& schema = {}) {
  const World& world = request.world;
  const Vocabulary& words = world.vocabulary;
  Package package{session, dataset, crs, schema};
  package.add_domain("faction", "Factions", words.factions);
  package.add_domain("biome", "Biomes", words.biomes);
  package.add_domain("danger", "Danger bands", words.danger);
  package.add("points", "Every placed point", wkbPoint, table_of(own.points, point_attributes, world),
              in_order(point_geometries(world), own.points),
              {{"faction", "faction"}, {"biome", "biome"}, {"danger", "danger"}});
  auto patches = trace_patches(session, world.region);
  if (!patches) return patches.error();
  package.add("regions", "Administrative regions, targets and what they got", wkbMultiPolygon,
              table_of(own.regions, region_attributes, world),
              in_order(dissolve(std::move(patches).value(), world.regions.size()), own.regions));
  add_patches(package, "faction", "Faction patches", world.faction, row_ids(words.factions),
              {{"class", "faction"}});
  add_patches(package, "biome", "Biome patches", world.biome, row_ids(words.biomes), {{"class", "biome"}});
  add_patches(package, "danger", "Danger band patches", world.danger, row_ids(words.danger),
              {{"class", "danger"}});
  add_patches(package, "coast", "The ground and its islets", coast_codes(world), {"island", "islet"});
  if (own.layers != nullptr) {
    for (const ShapeLayer& layer : *own.layers)
      package.add(layer.name.c_str(), "", geometry_type(layer.kind), layer.table, geometries_of(layer));
  } else {
    package.add("tracks", "Paths between landmarks", wkbLineString, track_attributes(world),
                track_geometries(world));
    for (const LineLayer& layer : line_layers(world, request.tmpl))
      package.add(layer.name.c_str(), layer.description.c_str(), layer.type, layer.table, layer.geometries);
  }
  if (request.hand != nullptr && package.state) package.state = add_table(session, dataset, *request.hand);
  package.add("audit_mix", "Shares asked and got", wkbNone, request.audit.mix, {});
  package.add("audit_quota", "Quotas asked and got", wkbNone, request.audit.quota, {});
  return package.state;
}

}  // namespace

Result<std::vector<std::string>> write_geopackage(const GeoRequest& request) {
  const std::filesystem::path file = request.folder / "territory.gpkg";
  const GdalSession session;
  const MemoryFile memory(".gpkg");
  Dataset dataset = create_vector("GPKG", memory);
  if (!dataset || dataset->StartTransaction() != OGRERR_NONE) return session.error(file.string());
  const OGRSpatialReference crs = engineering_crs();
  if (auto added = add_world_layers(session, *dataset, request, &crs); !added) return added.error();
  if (dataset->CommitTransaction() != OGRERR_NONE) return session.error(file.string());
  dataset.reset();
  if (session.failed()) return session.error(file.string());
  if (auto saved = memory.save(file); !saved) return saved.error();
  return std::vector<std::string>{"territory.gpkg"};
}

Result<Done> write_sql(const SqlRequest& request) {
  const GdalSession session;
  CPLConfigOptionSetter copy("PG_USE_COPY", "YES", false);
  const MemoryFile memory(".sql");
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("PGDUMP");
  CPLStringList options;
  options.SetNameValue("LINEFORMAT", "LF");
  Dataset dataset(driver == nullptr ? nullptr
                                    : driver->Create(memory.name(), 0, 0, 0, GDT_Unknown, options.List()));
  if (!dataset) return session.error(request.file.string());
  const OwnTables own{&request.points, &request.regions, &request.layers};
  if (auto added = add_world_layers(session, *dataset, request.geo, nullptr, own, request.schema); !added)
    return added;
  dataset.reset();
  if (session.failed()) return session.error(request.file.string());
  return memory.save(request.file);
}

}  // namespace fw
