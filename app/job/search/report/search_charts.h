#pragma once

#include <string>
#include <vector>

#include "app/job/chart/draw_charts.h"
#include "app/job/search/search_results.h"

namespace fw {

/// The figures that conditions and score ask for, in the table's order; a few that people look for first
/// where nothing is asked.
std::vector<size_t> asked_figures(const SearchRules& rules);

/// The charts of a search, each as SVG and PNG under "charts/": `figures` (what was asked for, with
/// thresholds, among usual worlds and among those that passed), `expressive_range` (usual worlds as a
/// two-dimensional histogram over the four pairs of figures with the least correlation, the kept as dots:
/// Smith and Whitehead 2010), `acceptance` (worlds by the condition and stage that ended them), `correlation`
/// (of the figures of the choice, as a matrix); and charts/correlation.csv. Where no usual worlds are known,
/// the worlds that passed stand for them.
Result<std::vector<NamedFile>> search_charts(const SearchPlan& plan, const SearchRules& rules,
                                             const SearchTally& tally, const std::vector<size_t>& kept,
                                             const Progress& progress);

}  // namespace fw
