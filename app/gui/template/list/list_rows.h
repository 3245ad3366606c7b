#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/template/parameters.h"

namespace fw {

/// Placeholder for a new row in an order of rows.
inline constexpr size_t kFreshRow = static_cast<size_t>(-1);

/// The values of one row, one per column of its list in canonical order.
using RowValues = std::vector<ParameterValue>;

RowValues row_values(const Template& tmpl, const ParameterList& list, size_t row);

/// Rearranges a list's rows: `order` holds their present numbers; omitted = removed, twice = copied,
/// kFreshRow = a row of defaults. Unknown members that the program keeps ("comment", "x-...") move with their
/// rows.
void arrange_rows(Template& tmpl, const ParameterList& list, const std::vector<size_t>& order);

/// Sets a whole row; unset values are skipped.
void set_row(Template& tmpl, const ParameterList& list, size_t row, const RowValues& values);

/// Clears a row's optional group ("region_mixes[].danger"): it is derived again.
void unstate_group(Template& tmpl, const ParameterList& list, size_t row, const std::string& group);

/// Gives a row a unique key (slug, number or word), similar to its present one or to `wanted` if it has none.
void make_key_unique(Template& tmpl, const ParameterList& list, size_t row, const std::string& wanted);

/// The order after rows (ascending) are moved before row `before` (size = the end).
std::vector<size_t> moved_order(size_t size, const std::vector<size_t>& rows, size_t before);

}  // namespace fw
