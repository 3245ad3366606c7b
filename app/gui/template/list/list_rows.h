#pragma once

#include <QString>
#include <cstddef>
#include <string>
#include <vector>

#include "app/gui/template/place.h"

namespace fw {

/// Placeholder for a new row in an order of rows.
inline constexpr size_t kFreshRow = static_cast<size_t>(-1);

/// The values of one row, one per column of its list in canonical order.
using RowValues = std::vector<ParameterValue>;

RowValues row_values(const Template& tmpl, const ListPlace& list, size_t row);

/// Rearranges a list's rows: `order` holds their present numbers; omitted = removed, twice = copied,
/// kFreshRow = a row of defaults. Unknown members that the program keeps ("comment", "x-...") move with their
/// rows. All that refers to a table's rows follows; new rows of tables get ids of their own.
void arrange_rows(Template& tmpl, const ListPlace& list, const std::vector<size_t>& order);

/// Sets a row's values; unset ones are skipped, and in tables the id and the share.
void set_row(Template& tmpl, const ListPlace& list, size_t row, const RowValues& values);

/// The order after rows (ascending) are moved before row `before` (size = the end).
std::vector<size_t> moved_order(size_t size, const std::vector<size_t>& rows, size_t before);

/// The paths of all that names these rows of a table, as removing them would change it; none for other lists.
std::vector<std::string> references_to_rows(const Template& tmpl, const ListPlace& list,
                                            const std::vector<size_t>& rows);

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
