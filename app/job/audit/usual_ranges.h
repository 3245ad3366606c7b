#pragma once

#include <array>
#include <map>
#include <string>

#include "core/model/template/template.h"

namespace fw {

/// Of key figures by name: 5th, 50th and 95th percentile in the usual worlds of a template.
using UsualRanges = std::map<std::string, std::array<double, 3>>;

/// The ranges that the program ships for the template as it is; empty without.
UsualRanges shipped_ranges(const Template& tmpl, int resolution);

}  // namespace fw
