#include "render/geo/vector/geo_tables.h"

#include <cpl_string.h>
#include <ogrsf_frmts.h>
#include <algorithm>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_export.h"
#include "render/geo/vector/vector_layer.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

OGRwkbGeometryType common_type(const Geometries& geometries) {
  OGRwkbGeometryType common = wkbNone;
  for (const auto& geometry : geometries) {
    if (!geometry) continue;
    const OGRwkbGeometryType type = wkbFlatten(geometry->getGeometryType());
    if (common != wkbNone && common != type) return wkbUnknown;
    common = type;
  }
  return common;
}

}  // namespace

Result<Done> add_table(const GdalSession& session, GDALDataset& dataset, const GeoTable& table) {
  const OGRSpatialReference crs = engineering_crs();
  Geometries geometries;
  for (const std::string& shape : table.shapes) {
    OGRGeometry* geometry = nullptr;
    if (!shape.empty() && OGRGeometryFactory::createFromWkt(shape.c_str(), nullptr, &geometry) != OGRERR_NONE)
      return Error{ErrorKind::internal, "layer " + table.name + ": a shape that is no WKT"};
    geometries.emplace_back(geometry);
  }
  LayerSpec spec;
  spec.name = table.name;
  spec.type = common_type(geometries);
  if (spec.type == wkbNone) geometries.clear();
  spec.crs = spec.type == wkbNone ? nullptr : &crs;
  spec.options.SetNameValue("DESCRIPTION", table.description.c_str());
  return add_layer(session, dataset, spec, table.attributes, geometries);
}

Result<Done> write_tables(const std::filesystem::path& file, const std::vector<GeoTable>& tables) {
  const GdalSession session;
  const MemoryFile memory(".gpkg");
  Dataset dataset = create_vector("GPKG", memory);
  if (!dataset || dataset->StartTransaction() != OGRERR_NONE) return session.error(file.string());
  for (const GeoTable& table : tables)
    if (auto added = add_table(session, *dataset, table); !added) return added;
  if (dataset->CommitTransaction() != OGRERR_NONE) return session.error(file.string());
  dataset.reset();
  if (session.failed()) return session.error(file.string());
  return memory.save(file);
}

Result<std::string> make_sqlite(const std::vector<GeoTable>& tables) {
  const GdalSession session;
  const MemoryFile memory(".sqlite");
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("SQLite");
  CPLStringList options;
  options.SetNameValue("METADATA", "NO");  // no tables about shapes
  Dataset dataset(driver == nullptr ? nullptr
                                    : driver->Create(memory.name(), 0, 0, 0, GDT_Unknown, options.List()));
  if (!dataset || dataset->StartTransaction() != OGRERR_NONE) return session.error("the SQLite database");
  for (const GeoTable& table : tables) {
    LayerSpec spec;
    spec.name = table.name;
    spec.options.SetNameValue("LAUNDER", "NO");  // names of columns as they are
    if (auto added = add_layer(session, *dataset, spec, table.attributes, {}); !added) return added.error();
  }
  if (dataset->CommitTransaction() != OGRERR_NONE) return session.error("the SQLite database");
  dataset.reset();
  if (session.failed()) return session.error("the SQLite database");
  return memory.bytes();
}

namespace {

LayerSpec spec_of(const GeoTable& table) {
  LayerSpec spec;
  spec.name = table.name;
  return spec;
}

Result<Done> write_csv(const GdalSession& session, const GeoTable& table, const std::filesystem::path& file) {
  const MemoryFile memory(".csv");
  Dataset dataset = create_vector("CSV", memory);
  if (!dataset) return session.error(file.string());
  LayerSpec spec = spec_of(table);
  spec.options.SetNameValue("LINEFORMAT", "LF");
  spec.options.SetNameValue("STRING_QUOTING", "IF_NEEDED");  // else whole numbers of 64 bits stand in quotes
  if (auto added = add_layer(session, *dataset, spec, table.attributes, {}); !added) return added;
  dataset.reset();
  if (session.failed()) return session.error(file.string());
  return memory.save(file);
}

}  // namespace

Result<std::vector<std::string>> write_sheets(const std::filesystem::path& folder,
                                              const std::string& workbook,
                                              const std::vector<GeoTable>& tables) {
  const GdalSession session;
  std::vector<std::string> names;
  for (const GeoTable& table : tables) {
    names.push_back(table.name + ".csv");
    if (auto written = write_csv(session, table, folder / names.back()); !written) return written.error();
  }
  names.push_back(workbook + ".xlsx");
  const std::filesystem::path file = folder / names.back();
  const MemoryFile memory(".xlsx");
  Dataset dataset = create_vector("XLSX", memory);
  if (!dataset) return session.error(file.string());
  for (const GeoTable& table : tables)
    if (auto added = add_layer(session, *dataset, spec_of(table), table.attributes, {}); !added)
      return added.error();
  dataset.reset();
  if (session.failed()) return session.error(file.string());
  if (auto saved = memory.save(file); !saved) return saved.error();
  return names;
}

}  // namespace fw
