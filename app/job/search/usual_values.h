#pragma once

#include <string>
#include <vector>

#include "core/model/template/template.h"
#include "core/search/figures.h"

namespace fw {

/// Of each figure, ascending, its values in the 256 usual worlds of a template; empty lists where the program
/// holds none: docs/usual has a table for some built-in templates as they are, at 512 cells.
std::vector<std::vector<double>> usual_values(const Template& tmpl, int resolution, const FigureTable& table);

/// What a usual table says of its template, in its first line: digests of template and play.
std::string usual_key(const Template& tmpl);

}  // namespace fw
