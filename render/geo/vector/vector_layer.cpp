#include "render/geo/vector/vector_layer.h"

#include <cpl_string.h>
#include <ogrsf_frmts.h>
#include <algorithm>
#include <cassert>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_export.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

OGRFieldType field_type(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::text:
      return OFTString;
    case AttributeKind::integer:
      return OFTInteger64;
    case AttributeKind::real:
      return OFTReal;
    case AttributeKind::boolean:
      return OFTInteger;
    case AttributeKind::json:
      return OFTString;
  }
  return OFTString;
}

bool create_fields(OGRLayer& layer, const std::vector<AttributeColumn>& columns,
                   const std::map<std::string, std::string>& domains) {
  for (const AttributeColumn& column : columns) {
    OGRFieldDefn field(column.name.c_str(), field_type(column.kind));
    if (column.kind == AttributeKind::boolean) field.SetSubType(OFSTBoolean);
    if (column.kind == AttributeKind::json) field.SetSubType(OFSTJSON);
    if (const auto domain = domains.find(column.name); domain != domains.end())
      field.SetDomainName(domain->second);
    if (layer.CreateField(&field) != OGRERR_NONE) return false;
  }
  return true;
}

void set_field(OGRFeature& feature, int index, const Attribute& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    feature.SetField(index, text->c_str());
  } else if (const auto* integer = std::get_if<int64_t>(&value)) {
    feature.SetField(index, static_cast<GIntBig>(*integer));
  } else if (const auto* real = std::get_if<double>(&value)) {
    feature.SetField(index, *real);
  } else if (const auto* boolean = std::get_if<bool>(&value)) {
    feature.SetField(index, *boolean ? 1 : 0);
  } else if (const auto* json = std::get_if<JsonText>(&value)) {
    feature.SetField(index, json->text.c_str());
  } else {
    feature.SetFieldNull(index);
  }
}

}  // namespace

Result<Done> add_layer(const GdalSession& session, GDALDataset& dataset, const LayerSpec& spec,
                       const AttributeTable& table, const Geometries& geometries) {
  assert(geometries.empty() || geometries.size() == table.rows.size());
  if (Result<Done> finite = check_finite(table, spec.name); !finite) return finite;
  // CreateLayer takes the CRS by non-const pointer and keeps its own reference.
  std::unique_ptr<OGRSpatialReference, void (*)(OGRSpatialReference*)> crs(
      spec.crs == nullptr ? nullptr : spec.crs->Clone(), [](OGRSpatialReference* c) { c->Release(); });
  CPLStringList options(spec.options);
  OGRLayer* const layer = dataset.CreateLayer(spec.name.c_str(), crs.get(), spec.type, options.List());
  if (layer == nullptr || !create_fields(*layer, table.columns, spec.domains))
    return session.error("layer " + spec.name);
  for (size_t i = 0; i < table.rows.size(); ++i) {
    OGRFeature feature(layer->GetLayerDefn());
    for (size_t c = 0; c < table.columns.size(); ++c)
      set_field(feature, static_cast<int>(c), table.rows[i][c]);
    if (!geometries.empty()) feature.SetGeometry(geometries[i].get());
    if (layer->CreateFeature(&feature) != OGRERR_NONE || session.failed())
      return session.error("layer " + spec.name);
  }
  return Done{};
}

Geometries point_geometries(const World& world) {
  Geometries out;
  out.reserve(world.points.points.size());
  for (const Point& point : world.points.points)
    out.push_back(std::make_unique<OGRPoint>(point.position_m.x, point.position_m.y));
  return out;
}

Geometries track_geometries(const World& world) {
  Geometries out;
  for (const Track& track : world.tracks) {
    auto line = std::make_unique<OGRLineString>();
    line->setNumPoints(static_cast<int>(track.vertices_m.size()));
    for (size_t i = 0; i < track.vertices_m.size(); ++i)
      line->setPoint(static_cast<int>(i), track.vertices_m[i].x, track.vertices_m[i].y);
    out.push_back(std::move(line));
  }
  return out;
}

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

/// Whether a text has "_x0041_" at a place: four hexadecimal digits, which spreadsheets read as a character.
bool is_escape(std::string_view text, size_t at) {
  constexpr std::string_view kHex = "0123456789abcdefABCDEF";
  if (text.size() < at + 7 || text[at] != '_' || text[at + 1] != 'x' || text[at + 6] != '_') return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at + 2),
                     text.begin() + static_cast<std::ptrdiff_t>(at + 6),
                     [&](char c) { return kHex.find(c) != std::string_view::npos; });
}

/// The text as a workbook must hold it so that spreadsheets show it as it is: "_x0041_" is "_x005F_x0041_".
std::string sheet_text(std::string_view text) {
  std::string out;
  for (size_t k = 0; k < text.size(); ++k) {
    if (is_escape(text, k)) out += "_x005F";
    out += text[k];
  }
  return out;
}

/// The table with its texts as a workbook must hold them.
AttributeTable sheet_table(const AttributeTable& table) {
  AttributeTable out = table;
  for (AttributeColumn& column : out.columns) column.name = sheet_text(column.name);
  for (std::vector<Attribute>& row : out.rows)
    for (Attribute& value : row) {
      if (auto* text = std::get_if<std::string>(&value)) *text = sheet_text(*text);
      if (auto* list = std::get_if<JsonText>(&value)) list->text = sheet_text(list->text);
    }
  return out;
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
    if (auto added = add_layer(session, *dataset, spec_of(table), sheet_table(table.attributes), {}); !added)
      return added.error();
  dataset.reset();
  if (session.failed()) return session.error(file.string());
  if (auto saved = memory.save(file); !saved) return saved.error();
  return names;
}

}  // namespace fw
