#pragma once

#include <QIcon>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/template/place.h"

namespace fw {

/// The landmark kinds in the form of a template list, so that the same table edits them: a row per kind, the
/// columns "class", "quota" and "spacing_m". The cells are the rows landmarks.* and spacing.* of the
/// parameter table. The rows are fixed by the format: no resize, and the class is read-only (no set).
const ParameterList& kind_list();
const std::vector<Parameter>& kind_columns();

/// Whether the format fixes a list's rows: no adding, removing or moving.
bool has_fixed_rows(const ParameterList& list);

/// The parameter table's row for a cell of the kinds; other places are returned unchanged.
Place stated_place(const Place& place);
/// The cell of a path ("landmarks.fort", "spacing.fort_m").
std::optional<Place> kind_cell(std::string_view path);

/// The kind's badge on the map, sharp at every scale in use.
QIcon kind_icon(size_t row);

/// The quota of a kind.
int kind_quota(const Template& tmpl, size_t row);
/// Sets a kind's quota to 0.
void remove_kind(Template& tmpl, size_t row);
/// Restores a kind's default quota, at least one.
void restore_kind(Template& tmpl, size_t row);

}  // namespace fw
