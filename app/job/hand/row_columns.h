#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/template/parameters/parameters.h"
#include "render/geo/geo_import.h"

// Rows of the hand column by column, from the parameter table: what tables of other programs hold of them.
namespace fw {

/// A column of one of the hand's lists.
struct RowColumn {
  std::string name;  ///< "class", "danger.green"
  const Parameter* parameter = nullptr;
  size_t key = 0;  ///< of a column per row of a table
};
/// The columns of "pins", "biome", ... in canonical order; nothing for other names.
std::vector<RowColumn> row_columns(const Template& tmpl, std::string_view list);

/// The value of a column in row k; nothing where the row says nothing (a default that it need not state).
FieldValue column_value(const Template& tmpl, const RowColumn& column, size_t row);

/// Puts a value into row k. "" and nothing leave the column as it is. The error says what was found and
/// expected.
Result<Done> set_column(Template& tmpl, const RowColumn& column, size_t row, const FieldValue& value);

/// A value as a person would write it; "" where there is none.
std::string value_text(const FieldValue& value);

/// Whether a list has a column of that name.
bool has_column(const std::vector<RowColumn>& columns, std::string_view name);

/// The rows of a hand, a line each; with a world, what became of them.
std::string hand_list_text(const Template& tmpl, const World* world);
/// The same as JSON rows: {id, list, on, row, state, asked, got, reason}.
std::string hand_list_json(const Template& tmpl, const World* world);

/// What a row is about, for people: its class, words, deed, kind or name; "" if nothing says.
std::string hand_row_subject(const Template& tmpl, const std::string& list, size_t row);

}  // namespace fw
