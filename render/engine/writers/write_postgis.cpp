#include <algorithm>

#include "core/base/hash.h"
#include "core/base/plain_text.h"
#include "render/engine/identity.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/geo/geo_export.h"

// PGDUMP alone would drop a studio's tables with all that hangs on them, outside a transaction: it fills a
// schema of its own, and load.sql brings the studio's tables up to it row by row.
namespace fw {
namespace {

/// Schemas of this name are of loads that run: no export may state one.
constexpr std::string_view kIncomingBegin = "fieldwright_in";
/// The table that says whose world a schema holds.
constexpr const char* kMark = "fieldwright_world";

/// Where a load brings its rows first; of the schema alone, so that loads into others do not meet.
std::string incoming_of(const std::string& schema) {
  return std::string(kIncomingBegin) + "_" + sha256_hex(schema).substr(0, 16);
}

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

/// The names of a load's schemas, in quotes.
struct LoadPlaces {
  std::string schema, incoming;
};

/// A text of any characters for SQL: its bytes as digits, so that nothing in it can end a quotation.
std::string sql_text(const std::string& text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (const char c : text) {
    digits += kDigits[static_cast<unsigned char>(c) >> 4];
    digits += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return "convert_from(decode('" + digits + "', 'hex'), 'UTF8')";
}

/// Stops the load before it changes anything where the schema holds the rows of another world, or tables of
/// these names that no load has made.
std::string guard_text(const std::string& schema, const std::string& world,
                       const std::vector<std::string>& tables) {
  std::string names;
  for (const std::string& table : tables) names += (names.empty() ? "'" : ", '") + table + "'";
  const std::string in_schema =
      "SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n\n"
      "      ON n.oid = c.relnamespace WHERE n.nspname = place AND c.relname ";
  const std::string cure =
      "      USING HINT = 'State another schema in export.root and export again, or load with '\n"
      "                   'psql -v take_over=1, which replaces these tables row by row.';\n";
  return "\\if :{?take_over}\n\\else\nDO $load$\nDECLARE\n  place constant name := " + sql_text(schema) +
         ";\n  own constant text := " + sql_text(world) + ";\n  other text;\nBEGIN\n  IF EXISTS (" +
         in_schema + "= '" + kMark + "') THEN\n    EXECUTE format('SELECT max(name) FROM %I." + kMark +
         " WHERE name <> $1', place) INTO other USING own;\n    IF other IS NOT NULL THEN\n"
         "      RAISE EXCEPTION 'schema \"%\" holds the world \"%\"; this load is of \"%\"', place, other, "
         "own\n" +
         cure + "    END IF;\n  ELSIF EXISTS (" + in_schema + "IN (" + names +
         ")) THEN\n    RAISE EXCEPTION 'schema \"%\" holds tables that no load of an export has marked as "
         "its own', place\n" +
         cure + "  END IF;\nEND $load$;\n\\endif\n";
}

/// Whose world the schema holds from now on.
std::string mark_text(const LoadPlaces& places, const std::string& world, const std::string& digest) {
  const std::string table = places.schema + "." + kMark, row = "(" + sql_text(world) + ", '" + digest + "')";
  return "CREATE TABLE IF NOT EXISTS " + table + " (name text NOT NULL, template_digest text NOT NULL);\n" +
         "DELETE FROM " + table + " WHERE (name, template_digest) <> " + row + ";\nINSERT INTO " + table +
         " SELECT * FROM (VALUES " + row + ") AS n\n  WHERE NOT EXISTS (SELECT 1 FROM " + table + ");\n\n";
}

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
  out += "INSERT INTO " + to + " (" + joined(columns) + ")\n  SELECT " + joined(columns) + " FROM " + from +
         " AS n\n  WHERE NOT EXISTS (SELECT 1 FROM " + to + " AS o WHERE o.uid = n.uid);\n";
  out += "UPDATE " + to + " AS o SET (" + joined(columns) + ") = (" + joined(columns, "n.") + ")\n  FROM " +
         from + " AS n WHERE n.uid = o.uid AND (" + joined(columns, "o.") + ") IS DISTINCT FROM (" +
         joined(columns, "n.") + ");\n";
  return out + "DELETE FROM " + to + " AS o WHERE NOT EXISTS (SELECT 1 FROM " + from +
         " AS n WHERE n.uid = o.uid);\n\n";
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

Result<std::string> postgis_schema(const ExportSource& source) {
  const bool stated = !source.exports.root.empty();
  std::string name = schema_name(stated ? source.exports.root : source.tmpl->name);
  const bool kept =
      name.starts_with("pg_") || name == "information_schema" || name.starts_with(kIncomingBegin);
  if (!kept) return name;
  return Error{
      ErrorKind::invalid_template,
      std::string(stated ? "export.root" : "name") + ": found " + name +
          ", which PostgreSQL or a load keeps for itself (pg_..., information_schema, " +
          std::string(kIncomingBegin) +
          "...); expected another name of the schema for the target postgis: state it in export.root"};
}

Result<Done> write_postgis(const ExportSource& source, ExportSink& sink) {
  const Result<std::string> schema = postgis_schema(source);
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
  text += mark_text(places, source.tmpl->name, source.template_digest);
  text += keyed_text(places, "points", columns_of(request.points.attributes));
  text += keyed_text(places, "regions", columns_of(request.regions.attributes));
  for (const ShapeLayer& layer : request.layers)
    text += keyed_text(places, layer.name, columns_of(layer.table));
  for (const char* table : kWhole) text += whole_text(places, table);
  return sink.put("load.sql", text + "COMMIT;\nDROP SCHEMA " + incoming + " CASCADE;\n");
}

}  // namespace fw
