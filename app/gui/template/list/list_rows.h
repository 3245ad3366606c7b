#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/template/parameters.h"

namespace fw {

/// Stands for a row that is not yet there, in an order of rows.
inline constexpr size_t kFreshRow = static_cast<size_t>(-1);

/// The values of one row, one per column of its list in canonical order.
using RowValues = std::vector<ParameterValue>;

RowValues row_values(const Template& tmpl, const ParameterList& list, size_t row);

/// Gives a list the rows `order` names by their present numbers: left out = removed, twice = copied,
/// kFreshRow = a row of defaults. Members that the program only keeps ("comment", "x-...") go with their
/// rows.
void arrange_rows(Template& tmpl, const ParameterList& list, const std::vector<size_t>& order);

/// Sets a whole row; values that are not stated are left out.
void set_row(Template& tmpl, const ParameterList& list, size_t row, const RowValues& values);

/// Makes a row's group ("region_mixes[].danger") unstated: it is derived again.
void unstate_group(Template& tmpl, const ParameterList& list, size_t row, const std::string& group);

/// Gives a row a key (slug, number or word) that no other row of the template has, near the one it has or
/// `wanted` if it has none.
void make_key_unique(Template& tmpl, const ParameterList& list, size_t row, const std::string& wanted);

/// The new order after rows (ascending) are moved so that they stand before row `before` (size = the end).
std::vector<size_t> moved_order(size_t size, const std::vector<size_t>& rows, size_t before);

}  // namespace fw
