#pragma once

#include <QString>
#include <vector>

#include "app/gui/template/list/list_rows.h"

namespace fw {

/// Rows as tab-separated text with a first line of column keys ("class", "biomes.arid"), as spreadsheets
/// exchange it. Numbers are written in full, without locale.
QString rows_to_text(const Template& tmpl, const ListPlace& list, const std::vector<size_t>& rows);

/// Result of reading such text.
struct TextRows {
  std::vector<RowValues> rows;
  int unread_cells = 0;  ///< invalid cells; their values keep the default
};

/// Reads rows for a list. Columns are identified by the keys of the first line; if no key is known, by the
/// table's order.
TextRows rows_from_text(const Template& tmpl, const ListPlace& list, const QString& text);

}  // namespace fw
