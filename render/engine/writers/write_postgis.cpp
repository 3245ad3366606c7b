#include <algorithm>

#include "core/base/plain_text.h"
#include "render/engine/identity.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/geo/geo_export.h"

// PGDUMP alone would drop a studio's tables with all that hangs on them, outside a transaction: it fills a
// schema of its own, and load.sql brings the studio's tables up to it row by row.
namespace fw {
namespace {

constexpr const char* kIncoming = "fieldwright_in";

std::string in_quotes(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

/// The tables of the GeoPackage without a uid: they are replaced as a whole.
constexpr const char* kWhole[] = {"faction", "biome", "danger", "coast", "audit_mix", "audit_quota"};

std::vector<std::string> columns_of(const AttributeTable& table) {
  std::vector<std::string> names;
  for (const AttributeColumn& column : table.columns) names.push_back(in_quotes(column.name));
  names.emplace_back("geom");
  return names;
}

std::string joined(const std::vector<std::string>& names, const std::string& before = {}) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) out += (i ? ", " : "") + before + names[i];
  return out;
}

/// Creates a table once; gives an older one the columns that it lacks.
std::string create_text(const std::string& schema, const std::string& table) {
  const std::string to = schema + "." + table, from = std::string(kIncoming) + "." + table;
  return "CREATE TABLE IF NOT EXISTS " + to + " (LIKE " + from + ");\n";
}

std::string keyed_text(const std::string& schema, const std::string& table,
                       const std::vector<std::string>& columns) {
  const std::string to = schema + "." + table, from = std::string(kIncoming) + "." + table;
  // GDAL's own number of a row: another one at every export.
  std::string out = create_text(schema, table) + "ALTER TABLE " + to + " DROP COLUMN IF EXISTS ogc_fid;\n";
  out += "CREATE UNIQUE INDEX IF NOT EXISTS " + table + "_uid ON " + to + " (uid);\n";
  out += "INSERT INTO " + to + " (" + joined(columns) + ")\n  SELECT " + joined(columns) + " FROM " + from +
         " AS n\n  WHERE NOT EXISTS (SELECT 1 FROM " + to + " AS o WHERE o.uid = n.uid);\n";
  out += "UPDATE " + to + " AS o SET (" + joined(columns) + ") = (" + joined(columns, "n.") + ")\n  FROM " +
         from + " AS n WHERE n.uid = o.uid AND (" + joined(columns, "o.") + ") IS DISTINCT FROM (" +
         joined(columns, "n.") + ");\n";
  return out + "DELETE FROM " + to + " AS o WHERE NOT EXISTS (SELECT 1 FROM " + from +
         " AS n WHERE n.uid = o.uid);\n\n";
}

std::string whole_text(const std::string& schema, const std::string& table) {
  const std::string to = schema + "." + table, from = std::string(kIncoming) + "." + table;
  // Rows without an identity: what is the same stays, by its text.
  const std::string row = "(to_jsonb(%) - 'ogc_fid')";
  const auto of = [&](const std::string& name) {
    std::string text = row;
    return text.replace(text.find('%'), 1, name);
  };
  return create_text(schema, table) + "DELETE FROM " + to + " AS o WHERE NOT EXISTS (SELECT 1 FROM " + from +
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
  const auto start = start_target(source, "postgis", "PostGIS 3", sink);
  if (!start) return start.error();
  const auto& [ground, things] = start.value();
  sink.facts.unmapped.clear();  // a table has no assets
  const std::string slug = source.exports.root.empty() ? source.name() : source.exports.root;
  SqlRequest request{{*source.world, *source.tmpl, audit_attributes(*source.audit), {}}, {}, {}, {}, kIncoming, {}};
  request.file = sink.staging() / "world.sql";
  request.points.attributes = points_table(source, things, ground_of(*ground, QuadShape::bilinear));
  for (const ExportPoint* thing : things) request.points.order.push_back(thing->row);
  request.regions = sorted_regions(source);
  for (const ExportLayer& layer : source.layers) request.layers.push_back(sorted_layer(layer));
  if (auto written = write_sql(request); !written) return written;
  if (auto adopted = sink.adopt("world.sql"); !adopted) return adopted;

  const std::string schema = in_quotes(slug);
  std::string text =
      "-- Loads world.sql and brings the tables of schema " + schema +
      " up to it: rows by uid, in one transaction.\n-- psql -v ON_ERROR_STOP=1 -f load.sql\n"
      "\\set ON_ERROR_STOP on\nCREATE EXTENSION IF NOT EXISTS postgis;\nCREATE SCHEMA IF NOT EXISTS " +
      schema + ";\nDROP SCHEMA IF EXISTS " + kIncoming + " CASCADE;\nCREATE SCHEMA " + kIncoming +
      ";\n\\ir world.sql\nSET standard_conforming_strings = on;\nBEGIN;\n\n";
  text += keyed_text(schema, "points", columns_of(request.points.attributes));
  text += keyed_text(schema, "regions", columns_of(request.regions.attributes));
  for (const ShapeLayer& layer : request.layers)
    text += keyed_text(schema, layer.name, columns_of(layer.table));
  for (const char* table : kWhole) text += whole_text(schema, table);
  return sink.put("load.sql", text + "COMMIT;\nDROP SCHEMA " + kIncoming + " CASCADE;\n");
}

}  // namespace fw
