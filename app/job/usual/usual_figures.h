#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/measure/audit/audit_json.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "core/model/world/world.h"
#include "core/search/figures.h"

namespace fw {

/// The ranges that the program ships for the template as it is; empty without.
UsualRanges shipped_ranges(const Template& tmpl, int resolution);

/// The figures of a template at a resolution: key figures, then those of the audit as audit.NAME; usual
/// values where the program ships some for it.
FigureTable search_figures(const Template& tmpl, int resolution);
/// Figures in which kept worlds differ unless the plan says so.
std::vector<std::string> usual_diversity();

/// How factions fare in a world, beside the usual ranges that the program ships for the template as it is;
/// made when it is asked for.
std::shared_ptr<const Lazy<FairnessReport>> fairness_of(std::shared_ptr<const World> world,
                                                        std::shared_ptr<const Template> tmpl);

}  // namespace fw
