#pragma once

#include <QIcon>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/template/place.h"

namespace fw {

/// The landmark kinds as a list of the template, so that they are a table as classes are: a row per kind, the
/// columns "class", "quota" and "spacing_m". The cells are the rows landmarks.* and spacing.* of the
/// parameter table. The format fixes the rows: there is no resize, and the class is only read (no set).
const ParameterList& kind_list();
const std::vector<Parameter>& kind_columns();

/// Whether the format fixes a list's rows: none comes, goes or changes its place.
bool has_fixed_rows(const ParameterList& list);

/// The row of the parameter table that a cell of the kinds stands for; any other place as it is.
Place stated_place(const Place& place);
/// The kinds' cell of a path ("landmarks.fort", "spacing.fort_m").
std::optional<Place> kind_cell(std::string_view path);

/// The kind's badge on the map, sharp at every scale in use.
QIcon kind_icon(size_t row);

/// How many of a kind are asked for.
int kind_quota(const Template& tmpl, size_t row);
/// Takes a kind away: none of it.
void remove_kind(Template& tmpl, size_t row);
/// Brings back a kind that was away: as many as by default, at least one.
void restore_kind(Template& tmpl, size_t row);

}  // namespace fw
