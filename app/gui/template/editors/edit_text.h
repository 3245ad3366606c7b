#pragma once

#include <QString>

#include "app/gui/document/document.h"
#include "app/gui/template/place.h"

namespace fw {

/// A value as tables and the history show it, without its unit: in the user's locale, at most six digits
/// unless it is a whole number; rows by their labels; a dash for a value that is not stated.
QString value_text(const Place& place, const ParameterValue& value, const Template& tmpl);

/// A list row's name inside a sentence: "iron vein"; its number if it has neither label nor key.
QString row_text(const ListPlace& list, const Template& tmpl, size_t row);

/// Name of a value: "Controllable", "Iron vein, spacing", "Danger, octaves".
QString place_text(const Place& place, const Template& tmpl);

/// "Controllable: 12 to 26", "Iron vein, spacing: 80 to 120 m"; of several rows "Iron vein and 2 more,
/// spacing: to 120 m".
Document::StepText change_text(const Place& place, size_t more_rows = 0);

/// The share that changes most: "Danger mix, red: 22 to 30 %".
Document::StepText mix_text(const std::string& group, size_t row);

}  // namespace fw
