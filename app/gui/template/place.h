#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/finding.h"
#include "core/template/parameters.h"
#include "core/template/path.h"

namespace fw {

/// One value of a template: a row of the parameter table and, inside a list, which of the list's rows.
struct Place {
  const Parameter* parameter = nullptr;
  size_t row = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

/// "resources[3].quota", as findings name it.
std::string path_of(const Place& place);
/// The value at a path; empty if the table has no such row.
std::optional<Place> find_place(std::string_view path);

/// The list of which a parameter is a column; nullptr outside lists.
const ParameterList* list_of(const Parameter& parameter);
/// The list of a path ("resources"); nullptr if there is none.
const ParameterList* find_list(std::string_view path);
/// The table rows that are a list's columns, in canonical order.
std::vector<const Parameter*> columns_of(const ParameterList& list);

/// The cell of a list at a path; empty if it is not in this list. Row numbers are not checked.
std::optional<Place> cell_in(const ParameterList& list, std::string_view path);

/// A member of a group of shares that sum to 1.
bool is_share(const Parameter& parameter);
/// A weight of one biome or band in a class.
bool is_weight(const Parameter& parameter);
/// The shares of one group ("danger", "region_mixes[].danger") in canonical order.
std::vector<const Parameter*> shares_of(const std::string& group);

/// The value after a reset: the table's default, or the value that the reader derives if the file omits it.
/// Empty if the value is mandatory.
std::optional<ParameterValue> reset_value(const Place& place, const Template& tmpl);

/// Findings of the file format for this path if the template had this value.
Findings findings_if(const Template& tmpl, const Place& place, const ParameterValue& value);

}  // namespace fw
