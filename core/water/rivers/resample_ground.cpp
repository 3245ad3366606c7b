#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/area_resample.h"
#include "core/field/filter.h"
#include "core/field/spline_weights.h"
#include "core/water/drainage/drainage.h"
#include "core/water/rivers/conform.h"

namespace fw {
namespace {

constexpr float kNoHeight = std::numeric_limits<float>::infinity();

Raster<float> spline(const Raster<float>& plan_m, const Mask& plan_land, const Mask& land) {
  const GridSpec &from = plan_m.grid, &to = land.grid;
  struct Tap {
    int first;
    std::array<double, 4> weight;
  };
  std::vector<Tap> taps;
  for (int c = 0; c < to.columns; ++c) {
    const double at = from.column_position(to.x_of(c)), low = std::floor(at);
    taps.push_back({static_cast<int>(low) - 1, spline_weights(at - low)});
  }
  Raster<float> out(to);
  parallel_for(static_cast<size_t>(to.rows), 16, [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r) {
      const double at = from.row_position(to.y_of(static_cast<int>(r))), low = std::floor(at);
      const std::array<double, 4> rows = spline_weights(at - low);
      const int first = static_cast<int>(low) - 1;
      for (int c = 0; c < to.columns; ++c) {
        const size_t cell = to.index(c, static_cast<int>(r));
        if (land[cell] == 0) continue;
        const Tap& tap = taps[static_cast<size_t>(c)];
        double sum = 0, weight = 0;
        for (int j = 0; j < 4; ++j)
          for (int i = 0; i < 4; ++i) {
            const int column = tap.first + i, row = first + j;
            if (!from.contains(column, row) || plan_land.at(column, row) == 0) continue;
            const double w = rows[static_cast<size_t>(j)] * tap.weight[static_cast<size_t>(i)];
            sum += w * static_cast<double>(plan_m.at(column, row));
            weight += w;
          }
        out[cell] = weight > 0 ? static_cast<float>(sum / weight) : kNoHeight;
      }
    }
  });
  return out;
}

/// The mean of the spline over every cell: at least two places of a plan cell along each axis.
Raster<float> spline_means(const Raster<float>& plan_m, const Mask& plan_land, const Mask& land) {
  const GridSpec& g = land.grid;
  const int parts = 2 * static_cast<int>(std::ceil(g.cell_m / plan_m.grid.cell_m));
  Mask fine(GridSpec{g.columns * parts, g.rows * parts, g.cell_m / parts});
  for (int row = 0; row < fine.grid.rows; ++row)
    for (int column = 0; column < fine.grid.columns; ++column)
      fine.at(column, row) = land.at(column / parts, row / parts);
  const Raster<float> places = spline(plan_m, plan_land, fine);
  Raster<float> out(g);
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      double sum = 0;
      int count = 0;
      for (int j = 0; j < parts; ++j)
        for (int i = 0; i < parts; ++i) {
          const float height_m = places.at(column * parts + i, row * parts + j);
          if (!std::isfinite(height_m)) continue;
          sum += static_cast<double>(height_m);
          ++count;
        }
      out.at(column, row) = count > 0 ? static_cast<float>(sum / count) : kNoHeight;
    }
  return out;
}

/// Whether cells of a coarser grid hold a whole number of the plan's along each side.
bool holds_whole_cells(const GridSpec& plan, const GridSpec& coarser) {
  constexpr double kSame = 1e-6;
  const double ratio = coarser.cell_m / plan.cell_m;
  return std::fabs(ratio - std::floor(ratio + 0.5)) < kSame;
}

}  // namespace

Raster<float> resample_ground(const Raster<float>& plan_m, const Mask& plan_land, const Mask& land) {
  Raster<float> out;
  const bool coarser = land.grid.cell_m > plan_m.grid.cell_m;
  if (coarser && !holds_whole_cells(plan_m.grid, land.grid)) {
    // Means over the plan's cells would be sharper in some columns than in others: a lattice.
    out = spline_means(plan_m, plan_land, land);
  } else if (coarser) {
    Raster<float> masked = plan_m;
    for (size_t cell = 0; cell < masked.size(); ++cell)
      if (plan_land[cell] == 0) masked[cell] = std::numeric_limits<float>::quiet_NaN();
    out = resample_values(masked, land.grid);
  } else {
    out = spline(plan_m, plan_land, land);
  }
  Raster<uint32_t> nearest;
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) {
      out[cell] = 0;
    } else if (!std::isfinite(out[cell])) {
      if (nearest.size() == 0) nearest = nearest_cell(plan_land);
      const uint32_t at = nearest[plan_land.grid.cell_at(land.grid.centre(cell))];
      out[cell] = at == kOffLand ? 0 : plan_m[at];
    }
  }
  return out;
}

}  // namespace fw
