#include "core/world/detail/world_detail.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/area_resample.h"
#include "core/model/template/plan_grid.h"
#include "core/water/plan/plan_ground.h"
#include "core/world/detail/ground_detail.h"
#include "core/world/detail/spline_slopes.h"

namespace fw {
namespace {

/// The first of the highest cells of the ground; the number of cells where there is none.
size_t summit_of(const Raster<float>& height_m, const Raster<uint8_t>& region) {
  size_t summit = region.size();
  float highest = -std::numeric_limits<float>::infinity();
  for (size_t cell = 0; cell < region.size(); ++cell)
    if (region[cell] != 0 && height_m[cell] > highest) {
      highest = height_m[cell];
      summit = cell;
    }
  return summit;
}

/// The heights at the cells of the plan.
Raster<float> on_plan(const Template& tmpl, const Raster<float>& height_m) {
  const GridSpec plan = plan_grid(tmpl.frame);
  return plan == height_m.grid ? height_m : resample_values(height_m, plan);
}

}  // namespace

Raster<float> make_detail(const Template& tmpl, const SeedBundle& seeds, const Raster<float>& height_m,
                          const FixedCells& fixed, FeatureShape ways, FeatureShape pads) {
  const GridSpec& g = height_m.grid;
  Raster<float> out(g);
  const GroundDetail detail = ground_detail(tmpl, seeds);
  const OctaveRange octaves = octaves_at(detail, g.cell_m);
  if (detail.strength <= 0 || octaves.empty()) return out;
  const Raster<float> plan = on_plan(tmpl, height_m);
  const std::vector<double> plan_m(plan.cells.begin(), plan.cells.end());
  const CellRow plan_row = [&](int row) { return &plan_m[plan.grid.index(0, row)]; };
  const auto columns = static_cast<size_t>(g.columns);
  std::vector<double> x_m(columns);
  for (size_t c = 0; c < columns; ++c) x_m[c] = g.x_of(static_cast<int>(c));
  const SplineSlopes slopes(plan.grid, x_m);
  const DetailShare share(tmpl, g, std::move(ways), std::move(pads), octave_fade_m(detail, octaves.first));
  const Raster<float> fixed_m = share.fixed_m(fixed, 0, g.rows);
  const auto least_m = static_cast<float>(kLeastLand_m),
             most_m = static_cast<float>(tmpl.relief.height_max_m);
  parallel_for(static_cast<size_t>(g.rows), 8, [&](size_t begin, size_t end) {
    std::vector<float> east(columns), north(columns), shares(columns), away_m(columns);
    for (size_t row = begin; row < end; ++row) {
      const double y_m = g.y_of(static_cast<int>(row));
      slopes.at(y_m, plan_row, east, north);
      share.at(x_m, y_m, fixed_m, 0, shares, away_m);
      const std::span<float> made(&out.cells[row * columns], columns);
      detail_row(detail, octaves, {x_m, y_m, east, north, shares, away_m}, made);
      const float* const height = &height_m.cells[row * columns];
      for (size_t c = 0; c < columns; ++c)
        made[c] =
            std::clamp(made[c], std::min(0.0F, least_m - height[c]), std::max(0.0F, most_m - height[c]));
    }
  });
  if (const size_t summit = summit_of(height_m, fixed.region); summit < out.size()) out[summit] = 0;
  return out;
}

}  // namespace fw
