#pragma once

#include <QColor>
#include <QIcon>
#include <QString>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/template/place.h"

namespace fw {

struct Palette;

/// What people read of row k of a table ("biomes"): its label, or its id in words.
QString row_label(const Template& tmpl, std::string_view table, size_t k);
/// The row's colour in the template's palette; empty for tables without colours and missing rows.
std::optional<QColor> row_colour(const Template& tmpl, std::string_view table, size_t k);
/// The colour of what a value belongs to: the row whose share or weight it is.
std::optional<QColor> place_colour(const Place& place, const Template& tmpl);
/// The palette that the template shows its rows in.
const Palette& palette_of(const Template& tmpl);

/// A picture for every row of a table: a kind's badge, a family's symbol, a swatch; none for tables without
/// colours.
std::vector<QIcon> row_icons(const Template& tmpl, std::string_view table);
/// Everything that row_icons() and the rows' names depend on, as one text.
std::string rows_shown(const Template& tmpl, std::string_view table);
/// A pictogram in one colour.
QIcon pictogram_icon(std::string_view name, const QColor& ink);
QIcon swatch_icon(const QColor& colour);

/// A value's name: the label of the row that it is keyed by, else title_of() of its parameter.
QString title_of(const Place& place, const Template& tmpl);
/// The list's name: the category's label for points, else its path in words.
QString list_title(const ParameterList& list, const Template& tmpl);

}  // namespace fw
