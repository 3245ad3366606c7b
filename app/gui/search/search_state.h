#pragma once

#include <QString>

#include "app/job/search/search.h"

namespace fw {

/// "120 of 10,000 seeds, 2.1 per second, 12 passed (5 to 17 %), 78 min left, best 0.03"
QString state_text(const SearchState& state);
/// What became of the seeds of a search that is not going on.
QString result_text(const SearchTally& tally, const SearchPlan& plan, bool complete);
/// Finished seeds in thousandths.
int done_permille(uint64_t done, uint64_t all);

}  // namespace fw
