#pragma once

#include <QString>

#include "app/gui/template/place.h"

namespace fw {

/// Why a value does nothing under the template's present choices, for people: "Only with Shape: archipelago";
/// empty where it does something.
QString idle_reason(const Place& place, const Template& tmpl);

}  // namespace fw
