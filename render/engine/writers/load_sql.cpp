#include "render/engine/writers/load_sql.h"

#include "render/engine/identity.h"
#include "render/engine/targets.h"

namespace fw {

Result<std::string> load_schema(const ExportSource& source) {
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
          "...); expected another name of the schema for the targets postgis and server: state it in "
          "export.root"};
}

std::string in_quotes(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string joined(const std::vector<std::string>& names, const std::string& before) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) out += (i ? ", " : "") + before + names[i];
  return out;
}

std::string sql_text(const std::string& text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (const char c : text) {
    digits += kDigits[static_cast<unsigned char>(c) >> 4];
    digits += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return "convert_from(decode('" + digits + "', 'hex'), 'UTF8')";
}

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
         in_schema + "= '" + kWorldTable + "') THEN\n    EXECUTE format('SELECT max(name) FROM %I." +
         kWorldTable +
         " WHERE name <> $1', place) INTO other USING own;\n    IF other IS NOT NULL THEN\n"
         "      RAISE EXCEPTION 'schema \"%\" holds the world \"%\"; this load is of \"%\"', place, other, "
         "own\n" +
         cure + "    END IF;\n  ELSIF EXISTS (" + in_schema + "IN (" + names +
         ")) THEN\n    RAISE EXCEPTION 'schema \"%\" holds tables that no load of an export has marked as "
         "its own', place\n" +
         cure + "  END IF;\nEND $load$;\n\\endif\n";
}

std::string mark_text(const std::string& schema, const std::string& world, const std::string& digest) {
  const std::string table = schema + "." + kWorldTable, row = "(" + sql_text(world) + ", '" + digest + "')";
  return "CREATE TABLE IF NOT EXISTS " + table + " (name text NOT NULL, template_digest text NOT NULL);\n" +
         "DELETE FROM " + table + " WHERE (name, template_digest) <> " + row + ";\nINSERT INTO " + table +
         " SELECT * FROM (VALUES " + row + ") AS n\n  WHERE NOT EXISTS (SELECT 1 FROM " + table + ");\n\n";
}

std::string merge_text(const std::string& to, const std::string& from, const std::vector<std::string>& key,
                       const std::vector<std::string>& columns) {
  std::string same;
  for (const std::string& name : key) same += (same.empty() ? "o." : " AND o.") + name + " = n." + name;
  return "INSERT INTO " + to + " (" + joined(columns) + ")\n  SELECT " + joined(columns) + " FROM " + from +
         " AS n\n  WHERE NOT EXISTS (SELECT 1 FROM " + to + " AS o WHERE " + same + ");\nUPDATE " + to +
         " AS o SET (" + joined(columns) + ") = (" + joined(columns, "n.") + ")\n  FROM " + from +
         " AS n WHERE " + same + " AND (" + joined(columns, "o.") + ") IS DISTINCT FROM (" +
         joined(columns, "n.") + ");\nDELETE FROM " + to + " AS o WHERE NOT EXISTS (SELECT 1 FROM " + from +
         " AS n WHERE " + same + ");\n\n";
}

}  // namespace fw
