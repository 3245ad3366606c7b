#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "render/engine/identity.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/engine/writers/load_sql.h"
#include "render/geo/geo_export.h"

// Spawning as tables that a server runs without this program: the same rows as JSON, as SQLite and as SQL.
namespace fw {
namespace {

constexpr int kSpawnFormat = 1;

/// A column that names a row of another table.
struct Reference {
  std::string column, table, of;
};

struct ServerTable {
  std::string name;
  AttributeTable table;
  std::vector<std::string> key;  ///< none: rows have no identity
  std::vector<Reference> references = {};
};

constexpr auto kTextKind = AttributeKind::text;
constexpr auto kIntegerKind = AttributeKind::integer;
constexpr auto kRealKind = AttributeKind::real;

Attribute whole(int value) {
  return static_cast<int64_t>(value);
}
Attribute metres(double value) {
  return round_decimals(value, 3);
}

ServerTable meta_table(const ExportSource& source, const SpawnTables& tables) {
  const World& world = *source.world;
  const Calendar& calendar = source.tmpl->calendar;
  const std::pair<const char*, std::string> rows[] = {
      {"format", std::to_string(kSpawnFormat)},
      {"version", FIELDWRIGHT_VERSION},
      {"template", source.tmpl->name},
      {"template_digest", source.template_digest},
      {"seed", seed_text(world.seeds)},
      {"cycle_s", std::to_string(tables.cycle_s)},
      {"rounds", std::to_string(tables.rounds)},
      {"budget_per_s", std::to_string(tables.budget_per_s)},
      {"day_s", number_text(calendar.day_s)},
      {"year_d", std::to_string(calendar.year_d)},
      {"start_d", number_text(calendar.start_d)},
      {"frame", number_text(world.grid.width_m()) + " " + number_text(world.grid.height_m())}};
  ServerTable out{"spawn_meta", {{{"key", kTextKind}, {"value", kTextKind}}, {}}, {"key"}};
  for (const auto& [key, value] : rows) out.table.rows.push_back({std::string(key), value});
  return out;
}

ServerTable class_table(const SpawnTables& tables) {
  ServerTable out{"spawn_class",
                  {{{"class_id", kIntegerKind},
                    {"class", kTextKind},
                    {"category", kTextKind},
                    {"cap", kIntegerKind},
                    {"cycle_quota", kIntegerKind},
                    {"refill_s", kRealKind},
                    {"spacing_m", kRealKind},
                    {"wander_m", kRealKind},
                    {"respawn_s", kRealKind}},
                   {}},
                  {"class_id"}};
  for (size_t i = 0; i < tables.classes.size(); ++i) {
    const SpawnTableClass& c = tables.classes[i];
    out.table.rows.push_back({whole(static_cast<int>(i) + 1), c.slug,
                              std::string(kCategorySlugs[static_cast<size_t>(c.category)]), whole(c.cap),
                              whole(c.cycle_quota), round_decimals(c.refill_s, 3), metres(c.spacing_m),
                              metres(c.wander_m), round_decimals(c.respawn_s, 3)});
  }
  return out;
}

ServerTable pool_table(const SpawnTables& tables) {
  ServerTable out{"spawn_pool",
                  {{{"pool_id", kIntegerKind},
                    {"class_id", kIntegerKind},
                    {"region", kIntegerKind},
                    {"cap", kIntegerKind}},
                   {}},
                  {"pool_id"},
                  {{"class_id", "spawn_class", "class_id"}}};
  for (size_t i = 0; i < tables.pools.size(); ++i) {
    const SpawnTablePool& p = tables.pools[i];
    out.table.rows.push_back(
        {whole(static_cast<int>(i) + 1), whole(p.cls + 1), whole(p.region), whole(p.cap)});
  }
  return out;
}

ServerTable point_table(const SpawnTables& tables, const std::vector<std::string>& uids,
                        const std::vector<size_t>& order, const GroundUnder& ground_m) {
  ServerTable out{"spawn_point",
                  {{{"uid", kTextKind},
                    {"pool_id", kIntegerKind},
                    {"x_m", kRealKind},
                    {"y_m", kRealKind},
                    {"z_m", kRealKind},
                    {"level", kIntegerKind},
                    {"hp_mult", kRealKind},
                    {"dps_mult", kRealKind},
                    {"loot", kRealKind},
                    {"weight", kRealKind}},
                   {}},
                  {"uid"},
                  {{"pool_id", "spawn_pool", "pool_id"}}};
  for (const size_t i : order) {
    const SpawnTablePoint& p = tables.points[i];
    out.table.rows.push_back({uids[i], whole(p.pool + 1), metres(p.at_m.x), metres(p.at_m.y),
                              ground_m(p.at_m), whole(p.level), round_decimals(p.hp_mult, 4),
                              round_decimals(p.dps_mult, 4), round_decimals(p.loot, 4),
                              round_decimals(p.weight, 4)});
  }
  return out;
}

ServerTable due_table(const SpawnTables& tables, const std::vector<std::string>& uids,
                      const std::vector<size_t>& order) {
  ServerTable out{"spawn_due",
                  {{{"uid", kTextKind}, {"round", kIntegerKind}, {"at_s", kIntegerKind}}, {}},
                  {"uid", "round"},
                  {{"uid", "spawn_point", "uid"}}};
  for (const size_t i : order)
    for (int round = 0; round < tables.rounds; ++round)
      out.table.rows.push_back({uids[i], whole(round), whole(tables.due_of(i, round))});
  return out;
}

ServerTable period_table(const SpawnTables& tables) {
  ServerTable out{"spawn_period",
                  {{{"pool_id", kIntegerKind},
                    {"from_d", kRealKind},
                    {"to_d", kRealKind},
                    {"from_h", kRealKind},
                    {"to_h", kRealKind},
                    {"cap", kIntegerKind}},
                   {}},
                  {"pool_id", "from_d", "from_h"},
                  {{"pool_id", "spawn_pool", "pool_id"}}};
  for (const SpawnTablePeriod& p : tables.periods)
    out.table.rows.push_back({whole(p.pool + 1), p.from_d, p.to_d, p.from_h, p.to_h, whole(p.cap)});
  return out;
}

ServerTable start_table(const SpawnTables& tables, const std::vector<std::string>& uids) {
  ServerTable out{
      "spawn_start",
      {{{"uid", kTextKind}, {"class_id", kIntegerKind}, {"x_m", kRealKind}, {"y_m", kRealKind}}, {}},
      {},
      {{"class_id", "spawn_class", "class_id"}}};
  for (const SpawnTableStart& s : tables.start)
    out.table.rows.push_back({s.point < 0 ? std::string() : uids[static_cast<size_t>(s.point)],
                              whole(s.cls + 1), metres(s.at_m.x), metres(s.at_m.y)});
  return out;
}

/// {"format": 1, "spawn_meta": {"columns": [..], "rows": [[..], ..]}, ..}
std::string json_of(const std::vector<ServerTable>& tables) {
  std::vector<JsonMember> members{{"format", std::to_string(kSpawnFormat)}};
  for (const ServerTable& one : tables) {
    std::vector<std::string> columns, rows;
    for (const AttributeColumn& column : one.table.columns) columns.push_back(json_string(column.name));
    for (const std::vector<Attribute>& row : one.table.rows) {
      std::vector<std::string> values;
      for (const Attribute& value : row) values.push_back(json_attribute(value));
      rows.push_back(json_array(values));
    }
    members.push_back(
        {one.name, JsonRow().raw("columns", json_array(columns)).raw("rows", json_lines(rows, 2)).str()});
  }
  return json_document(members);
}

std::string type_of(AttributeKind kind) {
  return kind == kTextKind ? "text" : kind == kIntegerKind ? "integer" : "double precision";
}

std::vector<std::string> quoted(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) out.push_back(in_quotes(name));
  return out;
}

std::vector<std::string> columns_in_quotes(const ServerTable& one) {
  std::vector<std::string> out;
  for (const AttributeColumn& column : one.table.columns) out.push_back(in_quotes(column.name));
  return out;
}

std::string server_table_text(const std::string& schema, const ServerTable& one) {
  std::string parts;
  for (const AttributeColumn& column : one.table.columns)
    parts += (parts.empty() ? "" : ", ") + in_quotes(column.name) + " " + type_of(column.kind) + " NOT NULL";
  if (!one.key.empty()) parts += ", PRIMARY KEY (" + joined(quoted(one.key)) + ")";
  for (const Reference& r : one.references)
    parts += ",\n  FOREIGN KEY (" + in_quotes(r.column) + ") REFERENCES " + schema + "." +
             in_quotes(r.table) + " (" + in_quotes(r.of) + ") DEFERRABLE INITIALLY DEFERRED";
  return "CREATE TABLE IF NOT EXISTS " + schema + "." + in_quotes(one.name) + "\n (" + parts + ");\n";
}

/// A value of a line of COPY.
std::string copied(const Attribute& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return number_text(*real);
  std::string out;
  for (const char c : std::get<std::string>(value))
    out += c == '\\' ? "\\\\" : c == '\t' ? "\\t" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : std::string(1, c);
  return out;
}

std::string incoming(const ServerTable& one) {
  return in_quotes(std::string(kIncomingBegin) + "_" + one.name);
}

std::string copy_text(const std::string& schema, const ServerTable& one) {
  std::string out = "CREATE TEMP TABLE " + incoming(one) + " (LIKE " + schema + "." + in_quotes(one.name) +
                    ") ON COMMIT DROP;\nCOPY " + incoming(one) + " (" + joined(columns_in_quotes(one)) +
                    ") FROM stdin;\n";
  for (const std::vector<Attribute>& row : one.table.rows) {
    for (size_t i = 0; i < row.size(); ++i) out += (i > 0 ? "\t" : "") + copied(row[i]);
    out += "\n";
  }
  return out + "\\.\n";
}

/// Rows without an identity: all of them are replaced where one differs.
std::string replace_text(const std::string& to, const std::string& from,
                         const std::vector<std::string>& columns) {
  const std::string list = joined(columns), here = "SELECT " + list + " FROM " + to,
                    there = "SELECT " + list + " FROM " + from;
  return "DELETE FROM " + to + " WHERE EXISTS ((" + here + " EXCEPT ALL " + there + ") UNION ALL (" + there +
         " EXCEPT ALL " + here + "));\nINSERT INTO " + to + " (" + list + ")\n  " + there +
         " AS n WHERE NOT EXISTS (SELECT 1 FROM " + to + ");\n\n";
}

std::string sql_of(const ExportSource& source, const std::string& schema_name,
                   const std::vector<ServerTable>& tables) {
  std::vector<std::string> names;
  for (const ServerTable& one : tables) names.push_back(one.name);
  const std::string schema = in_quotes(schema_name);
  std::string text = "-- Brings the spawn tables of schema " + schema +
                     " up to this export: rows by key, in one transaction.\n"
                     "-- psql -v ON_ERROR_STOP=1 -f load.sql\n\\set ON_ERROR_STOP on\n"
                     "SET client_min_messages = warning;\nSET standard_conforming_strings = on;\n"
                     "SET client_encoding = 'UTF8';\n" +
                     guard_text(schema_name, source.tmpl->name, names) +
                     "BEGIN;\n\nCREATE SCHEMA IF NOT EXISTS " + schema + ";\n" +
                     mark_text(schema, source.tmpl->name, source.template_digest);
  for (const ServerTable& one : tables) text += server_table_text(schema, one);
  text += "CREATE INDEX IF NOT EXISTS \"spawn_due_turn\" ON " + schema +
          ".\"spawn_due\" (\"round\", \"at_s\");\n\n";
  for (const ServerTable& one : tables) {
    const std::string to = schema + "." + in_quotes(one.name);
    text += copy_text(schema, one);
    text += one.key.empty() ? replace_text(to, incoming(one), columns_in_quotes(one))
                            : merge_text(to, incoming(one), quoted(one.key), columns_in_quotes(one));
  }
  return text + "COMMIT;\n";
}

}  // namespace

Result<Done> write_server(const ExportSource& source, ExportSink& sink) {
  const Result<std::string> schema = load_schema(source);
  if (!schema) return schema.error();
  const Result<SpawnTables> compiled = source.spawn_tables(sink.progress);
  if (!compiled) return compiled.error();
  const SpawnTables& spawn = compiled.value();
  const auto start = start_target(source, "server", "PostgreSQL 15, SQLite 3", sink);
  if (!start) return start.error();
  sink.facts.unmapped.clear();  // a table has no assets
  sink.facts.counts.clear();
  std::map<std::string, long long> counts;
  for (const SpawnTablePoint& p : spawn.points) ++counts[spawn.class_of(p).slug];
  sink.facts.counts.assign(counts.begin(), counts.end());

  const std::vector<std::string> uids = spawn_uids(spawn, source.world->points);
  std::vector<size_t> order(uids.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return uids[a] < uids[b]; });
  const GroundUnder ground_m = ground_of(*start.value().ground, QuadShape::bilinear);
  std::vector<ServerTable> tables;
  tables.push_back(meta_table(source, spawn));
  tables.push_back(class_table(spawn));
  tables.push_back(pool_table(spawn));
  tables.push_back(point_table(spawn, uids, order, ground_m));
  tables.push_back(due_table(spawn, uids, order));
  tables.push_back(period_table(spawn));
  tables.push_back(start_table(spawn, uids));
  if (auto put = sink.put("spawn.json", json_of(tables)); !put) return put;
  std::vector<GeoTable> plain;
  for (const ServerTable& one : tables) plain.push_back({one.name, "", one.table, {}});
  const Result<std::string> database = make_sqlite(plain);
  if (!database) return database.error();
  if (auto put = sink.put("spawn.sqlite", database.value()); !put) return put;
  return sink.put("load.sql", sql_of(source, schema.value(), tables));
}

}  // namespace fw
