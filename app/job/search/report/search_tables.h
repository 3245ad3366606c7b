#pragma once

#include <vector>

#include "app/job/chart/draw_charts.h"
#include "app/job/search/search_results.h"

namespace fw {

/// The tables of what passed, in every format asked for: results.csv, results.json, results.sqlite (tables
/// `results` and `kept`); a figure that is not defined is empty, null.
Result<std::vector<NamedFile>> result_tables(const SearchRules& rules, const std::vector<Pass>& passes,
                                             const std::vector<size_t>& kept, const ResultFormats& formats);

}  // namespace fw
