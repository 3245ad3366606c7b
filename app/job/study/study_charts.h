#pragma once

#include <string>
#include <vector>

#include "app/job/chart/draw_charts.h"
#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/experiment/study.h"
#include "core/model/template/template.h"

namespace fw {

/// The charts of a study, each as SVG and PNG under "charts/": bars over methods and scales for every key
/// metric, with intervals and published values; coverage against polarization, run by run; curves over time;
/// and the figures that explain the study's mechanism (spawn: with world_charts of the first built-in
/// template). The same bytes for the same result at any thread count.
Result<std::vector<NamedFile>> study_charts(const StudyResult& result, const Progress& progress = {});

/// The figures that explain how a world comes about: one resource class from field, mask and gate to points,
/// and the discrete layers beneath their fields. Named "charts/single_feature", "charts/discrete_branch".
Result<std::vector<NamedFile>> world_charts(const Template& tmpl, uint64_t seed,
                                            const Progress& progress = {});

}  // namespace fw
