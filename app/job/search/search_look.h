#pragma once

#include "app/job/search/search_plan.h"
#include "app/job/search/search_rows.h"
#include "core/base/parallel/progress.h"
#include "core/world/plan/stage_cache.h"

namespace fw {

/// Makes the world of a seed stage by stage and looks at it after each that some condition is decided at; the
/// first condition that does not hold ends it. What holds or fails at a stage does so in the whole world, so
/// nothing is rejected that would pass. The row of a rejected world holds the figures that were asked for by
/// then, that of a passed one (and with record_all of every one) all. `cache` serves these seeds alone, one
/// after the other: seeds of one stream share stages.
/// With a preview a coarse world is asked first, and most of those that it rejects are not made at all.
/// Everything runs on the calling thread. Nothing when cancelled.
std::optional<SearchRow> look_at(const SearchPlan& plan, const SearchRules& rules, uint64_t seed,
                                 StageCache& cache, const Progress& progress);

/// The margins of a plan's preview: the conditions that it can judge, on kPreviewWorlds worlds at both
/// resolutions, of addressed seeds; as many at a time as the process may use threads. ErrorKind::usage where
/// no condition can be judged, or the preview is no coarser than the worlds; ErrorKind::cancelled.
Result<std::vector<double>> calibrate_preview(const SearchPlan& plan, const SearchRules& rules,
                                              const Progress& progress);

}  // namespace fw
