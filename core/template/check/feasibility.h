#pragma once

#include "core/model/finding.h"
#include "core/model/template/template.h"

namespace fw {

/// What arithmetic can tell before generating: empty masks, quotas over capacity (0.70 A / r^2), landmark
/// counts unlike the regions, bands without room in neutral ground, wavelength against resolution. Severity
/// `error` is contradictory (exit 3); the rest is a shortfall to expect, with the smallest relaxation that
/// would work.
Findings check_feasibility(const Template& tmpl);

/// Expected cost of a world, before anything is allocated.
struct CostEstimate {
  double bytes = 0;         ///< most memory alive at once, above the process's own; 0 to 30 % too much
  double cell_octaves = 0;  ///< noise evaluations
  double hand_s = 0;        ///< seconds on one core for the rows of the hand; a rough figure
};
/// `threads` work side by side, each on rasters of its own (core/base/parallel/parallel.h).
CostEstimate estimate_cost(const Template& tmpl, int resolution, int threads);

}  // namespace fw
