#include <algorithm>

#include "core/base/hash.h"
#include "render/engine/identity.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/engine/writers/load_sql.h"
#include "render/geo/geo_export.h"

// PGDUMP alone would drop a studio's tables with all that hangs on them, outside a transaction: it fills a
// schema of its own, and load.sql brings the studio's tables up to it row by row.
namespace fw {
namespace {

/// Where a load brings its rows first; of the schema alone, so that loads into others do not meet.
std::string incoming_of(const std::string& schema) {
  return std::string(kIncomingBegin) + "_" + sha256_hex(schema).substr(0, 16);
}

/// The tables of the GeoPackage without a uid: they are replaced as a whole.
constexpr const char* kWhole[] = {"faction", "biome", "danger", "coast", "audit_mix", "audit_quota"};

std::vector<std::string> columns_of(const AttributeTable& table) {
  std::vector<std::string> names;
  for (const AttributeColumn& column : table.columns) names.push_back(in_quotes(column.name));
  names.emplace_back("geom");
  return names;
}

/// The names of a load's schemas, in quotes.
struct LoadPlaces {
  std::string schema, incoming;
};

/// Creates a table once; gives an older one the columns that it lacks.
std::string create_text(const LoadPlaces& places, const std::string& table) {
  const std::string to = places.schema + "." + table, from = places.incoming + "." + table;
  return "CREATE TABLE IF NOT EXISTS " + to + " (LIKE " + from + ");\n";
}

std::string keyed_text(const LoadPlaces& places, const std::string& table,
                       const std::vector<std::string>& columns) {
  const std::string to = places.schema + "." + table, from = places.incoming + "." + table;
  // GDAL's own number of a row: another one at every export.
  std::string out = create_text(places, table) + "ALTER TABLE " + to + " DROP COLUMN IF EXISTS ogc_fid;\n";
  out += "CREATE UNIQUE INDEX IF NOT EXISTS " + table + "_uid ON " + to + " (uid);\n";
  return out + merge_text(to, from, {"uid"}, columns);
}

std::string whole_text(const LoadPlaces& places, const std::string& table) {
  const std::string to = places.schema + "." + table, from = places.incoming + "." + table;
  // Rows without an identity: what is the same stays, by its text.
  const std::string row = "(to_jsonb(%) - 'ogc_fid')";
  const auto of = [&](const std::string& name) {
    std::string text = row;
    return text.replace(text.find('%'), 1, name);
  };
  return create_text(places, table) + "DELETE FROM " + to + " AS o WHERE NOT EXISTS (SELECT 1 FROM " + from +
         " AS n WHERE " + of("n") + " = " + of("o") + ");\nINSERT INTO " + to + "\n  SELECT n.* FROM " +
         from + " AS n WHERE NOT EXISTS (SELECT 1 FROM " + to + " AS o WHERE " + of("o") + " = " + of("n") +
         ");\n\n";
}

VectorTable sorted_regions(const ExportSource& source) {
  VectorTable out{{source.regions.columns, {}}, {}};
  std::vector<const ExportRegion*> areas;
  for (const ExportRegion& area : source.areas) areas.push_back(&area);
  std::sort(areas.begin(), areas.end(), [](const auto* a, const auto* b) { return a->uid < b->uid; });
  for (const ExportRegion* area : areas) {
    out.attributes.rows.push_back(source.regions.rows[area->row]);
    out.order.push_back(area->row);
  }
  return out;
}

/// Rows in the order of their uids. Lists go out as text: PostgreSQL compares no json.
ShapeLayer sorted_layer(const ExportLayer& layer) {
  ShapeLayer out{layer.name, "", layer.kind, {layer.table.columns, {}}, {}};
  for (AttributeColumn& column : out.table.columns)
    if (column.kind == AttributeKind::json) column.kind = AttributeKind::text;
  for (const ExportShape& shape : layer.shapes) {
    out.table.rows.push_back(layer.table.rows[shape.row]);
    out.shapes.push_back(shape.shape);
  }
  return out;
}

}  // namespace

Result<Done> write_postgis(const ExportSource& source, ExportSink& sink) {
  const Result<std::string> schema = load_schema(source);
  if (!schema) return schema.error();
  const auto start = start_target(source, "postgis", "PostGIS 3", sink);
  if (!start) return start.error();
  const auto& [ground, things] = start.value();
  sink.facts.unmapped.clear();  // a table has no assets
  const std::string incoming = incoming_of(schema.value());
  SqlRequest request{
      {*source.world, *source.tmpl, audit_attributes(*source.audit), {}}, {}, {}, {}, incoming, {}};
  request.file = sink.staging() / "world.sql";
  request.points.attributes = points_table(source, things, ground_of(*ground, QuadShape::bilinear));
  for (const ExportPoint* thing : things) request.points.order.push_back(thing->row);
  request.regions = sorted_regions(source);
  for (const ExportLayer& layer : source.layers) request.layers.push_back(sorted_layer(layer));
  if (auto written = write_sql(request); !written) return written;
  if (auto adopted = sink.adopt("world.sql"); !adopted) return adopted;

  const LoadPlaces places{in_quotes(schema.value()), incoming};
  std::vector<std::string> tables{"points", "regions"};
  for (const ShapeLayer& layer : request.layers) tables.push_back(layer.name);
  tables.insert(tables.end(), std::begin(kWhole), std::end(kWhole));
  std::string text = "-- Loads world.sql and brings the tables of schema " + places.schema +
                     " up to it: rows by uid, in one transaction.\n-- psql -v ON_ERROR_STOP=1 -f load.sql\n"
                     "\\set ON_ERROR_STOP on\n" +
                     guard_text(schema.value(), source.tmpl->name, tables) +
                     "CREATE EXTENSION IF NOT EXISTS postgis;\nCREATE SCHEMA IF NOT EXISTS " + places.schema +
                     ";\nDROP SCHEMA IF EXISTS " + incoming + " CASCADE;\nCREATE SCHEMA " + incoming +
                     ";\n\\ir world.sql\nSET standard_conforming_strings = on;\nBEGIN;\n\n";
  text += mark_text(places.schema, source.tmpl->name, source.template_digest);
  text += keyed_text(places, "points", columns_of(request.points.attributes));
  text += keyed_text(places, "regions", columns_of(request.regions.attributes));
  for (const ShapeLayer& layer : request.layers)
    text += keyed_text(places, layer.name, columns_of(layer.table));
  for (const char* table : kWhole) text += whole_text(places, table);
  return sink.put("load.sql", text + "COMMIT;\nDROP SCHEMA " + incoming + " CASCADE;\n");
}

}  // namespace fw
