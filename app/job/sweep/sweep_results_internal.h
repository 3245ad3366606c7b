#pragma once

#include <string>
#include <vector>

#include "app/job/chart/draw_charts.h"
#include "app/job/sweep/sweep_plan.h"
#include "app/job/sweep/sweep_rows.h"
#include "core/search/effects.h"

// What the results of a sweep are made of; for sweep*.cpp.

namespace fw {

/// A row of effects.csv.
struct Effect {
  size_t axis = 0;
  std::string_view measure;
  double value = 0;
  double low = 0, high = 0;  ///< 95 % interval; NaN where there is none
};

/// What a sweep says of one figure.
struct FigureEffects {
  std::vector<double> means;  ///< by point, over the seeds
  TemplateOrLuck luck;
  std::vector<Effect> effects;
};
/// By figure of the table.
std::vector<FigureEffects> figure_effects(const SweepPlan& plan, const SweepPoints& points,
                                          const SweepTable& table);

/// The figures that the parameters move most, over each parameter; effects; template or luck.
std::vector<NamedChart> sweep_charts(const SweepPlan& plan, const SweepPoints& points,
                                     const SweepTable& table, const std::vector<FigureEffects>& effects);

}  // namespace fw
