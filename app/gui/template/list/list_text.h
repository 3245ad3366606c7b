#pragma once

#include <QString>
#include <vector>

#include "app/gui/template/list/list_rows.h"

namespace fw {

/// Rows as tab-separated text with a line of column keys first ("class", "biomes.arid"), as spreadsheets take
/// and give it. Numbers are written in full, without a locale.
QString rows_to_text(const Template& tmpl, const ParameterList& list, const std::vector<size_t>& rows);

/// What was read from such text.
struct TextRows {
  std::vector<RowValues> rows;
  int unread_cells = 0;  ///< cells that are no value of their column; they keep the default
};

/// Reads rows for a list. Columns are found by the keys of the first line; without one that is known they are
/// taken in the table's order.
TextRows rows_from_text(const ParameterList& list, const QString& text);

}  // namespace fw
