#pragma once

#include <string>
#include <string_view>
#include <vector>

// The SQL of targets that load into a database (PostgreSQL): rows by key, in one transaction. Private to this
// room.
namespace fw {

/// Schemas of this name are of loads that run: no export may state one.
inline constexpr std::string_view kIncomingBegin = "fieldwright_in";
/// The table that says whose world a schema holds.
inline constexpr const char* kWorldTable = "fieldwright_world";

/// An identifier in its quotes.
std::string in_quotes(const std::string& name);
/// "a, b", each with `before` before it.
std::string joined(const std::vector<std::string>& names, const std::string& before = {});
/// A text of any characters for SQL: its bytes as digits, so that nothing in it can end a quotation.
std::string sql_text(const std::string& text);

/// Stops the load before it changes anything where the schema (without quotes) holds the rows of another
/// world, or tables of these names that no load has made.
std::string guard_text(const std::string& schema, const std::string& world,
                       const std::vector<std::string>& tables);
/// Whose world the schema (in quotes) holds from now on.
std::string mark_text(const std::string& schema, const std::string& world, const std::string& digest);

/// Brings the rows of table `to` up to those of `from`, both in quotes: what is missing is added, what
/// differs is changed, what is gone is removed. `key` and `columns` in quotes; `columns` holds the key.
std::string merge_text(const std::string& to, const std::string& from, const std::vector<std::string>& key,
                       const std::vector<std::string>& columns);

}  // namespace fw
