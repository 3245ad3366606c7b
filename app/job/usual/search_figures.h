#pragma once

#include <string>
#include <vector>

#include "core/model/template/template.h"
#include "core/search/figures.h"

namespace fw {

/// The figures of a template at a resolution: key figures, then those of the audit as audit.NAME; usual
/// values where the program ships some for it.
FigureTable search_figures(const Template& tmpl, int resolution);
/// Figures in which kept worlds differ unless the plan says so.
std::vector<std::string> usual_diversity();

}  // namespace fw
