#include "core/world/land/island_outline.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/base/parallel/parallel.h"
#include "core/field/noise/noise.h"
#include "core/world/land/archipelago.h"
#include "core/world/land/outline_score.h"

namespace fw {
namespace {

/// The edges at which land goes on.
LandEdges land_edges(const LandParams& land) {
  if (land.shape != LandShape::coast) return {};
  const auto goes_on = [&](std::string_view side) {
    return std::ranges::find(land.sea_sides, side) == land.sea_sides.end();
  };
  return {goes_on("north"), goes_on("east"), goes_on("south"), goes_on("west")};
}

/// The coordinate of the outline along an axis of `length_m`: 0 where land is sure, 1 at an edge in the sea.
double outline_coordinate(double x, double length_m, bool land_low, bool land_high) {
  if (land_low && land_high) return 0;
  if (land_low) return x / length_m;
  if (land_high) return x / length_m - 1;
  return 2 * x / length_m - 1;
}

/// Land score of a place: a warped superellipse about the frame's middle, or about the edges at which land
/// goes on; rough at the rim, falling off towards the sea's edges of the frame.
Raster<float> outline_score(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                            const LandEdges& edges) {
  const double width = tmpl.frame.width_m, height = tmpl.frame.height_m;
  const double falloff = edge_falloff_m(tmpl);
  const OutlineNoise noise = outline_noises(frame_scale(tmpl), tmpl, seeds, grid);
  const double warp_u = edges.west && edges.east ? 0 : kOutlineWarp;
  const double warp_v = edges.south && edges.north ? 0 : kOutlineWarp;
  const double inland = std::numeric_limits<double>::infinity();
  const SuperellipseNorm norm(tmpl.land.superellipse);
  Raster<float> score(grid);
  parallel_for(static_cast<size_t>(grid.rows), 16, [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row) {
      const double y = grid.y_of(static_cast<int>(row));
      const double base_v = outline_coordinate(y, height, edges.south, edges.north);
      const double edge_y = std::min(edges.south ? inland : y, edges.north ? inland : height - y);
      for (int column = 0; column < grid.columns; ++column) {
        const size_t cell = grid.index(column, static_cast<int>(row));
        const double x = grid.x_of(column);
        const double u = outline_coordinate(x, width, edges.west, edges.east) +
                         warp_u * static_cast<double>(noise.warp_x[cell]);
        const double v = base_v + warp_v * static_cast<double>(noise.warp_y[cell]);
        const double edge =
            std::min(std::min(edges.west ? inland : x, edges.east ? inland : width - x), edge_y);
        score[cell] =
            static_cast<float>(1 - norm(u, v) + noise.roughness * static_cast<double>(noise.rough[cell]) -
                               edge_penalty(edge, falloff));
      }
    }
  });
  for (size_t cell = 0; cell < noise.detail.size(); ++cell)
    score[cell] += static_cast<float>(noise.detail_weight * static_cast<double>(noise.detail[cell]));
  return score;
}

/// No sea but what is fixed.
Outline all_ground(const GridSpec& grid, const Raster<uint8_t>& fixed) {
  if (fixed.size() == 0) return {Raster<uint8_t>(grid, 1), Mask(grid)};
  Outline out{ground_of_all(fixed), Mask(grid)};
  fix_islets(fixed, out.piece, out.islets);
  return out;
}

/// One piece of ground: an island, or land that goes on beyond some edges.
Outline make_single_piece(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                          const Raster<uint8_t>& plan, Raster<uint8_t> fixed) {
  const LandEdges edges = land_edges(tmpl.land);
  if (edges.north && edges.east && edges.south && edges.west) return all_ground(grid, fixed);
  Raster<float> free = outline_score(tmpl, seeds, grid, edges);
  force_rim(free, edges);
  Raster<float> score = free;
  if (plan.size() != 0) force_plan(score, plan);
  Mask allowed(grid, 1);
  force_fixed(fixed, score);
  for (size_t cell = 0; cell < fixed.size(); ++cell) allowed[cell] = fixed[cell] != kFixedSea;
  const auto target =
      static_cast<int64_t>(std::floor(tmpl.land.fraction * static_cast<double>(grid.cells()) + 0.5));
  FittedShore shore = make_shore(score, allowed, target, edges, fixed);
  Mask islets(grid);
  if (tmpl.land.islets > 0) {
    // Islets were no decision of the plan: they follow from the free score at the same sea level.
    Mask raw(grid);
    for (size_t cell = 0; cell < raw.size(); ++cell) raw[cell] = free[cell] >= shore.sea_level;
    islets = find_islets(raw, shore.land);
  }
  fix_islets(fixed, shore.land, islets);
  return {std::move(shore.land), std::move(islets)};
}

}  // namespace

GridSpec plan_grid(const Template& tmpl) {
  return frame_grid(tmpl.frame, kPlanResolution);
}

uint64_t noise_substream(const SeedBundle& seeds, const NoiseStack& stack, std::string_view own_tag) {
  return derive(seeds.noise_stream(), stack.seed_of.empty() ? own_tag : std::string_view(stack.seed_of));
}

Outline make_outline(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                     const Raster<uint8_t>& plan, const Raster<uint8_t>& fixed) {
  switch (tmpl.land.shape) {
    case LandShape::inland:
      return all_ground(grid, fixed);
    case LandShape::archipelago:
      return make_archipelago(tmpl, seeds, grid, plan, fixed);
    case LandShape::island:
    case LandShape::coast:
      break;
  }
  return make_single_piece(tmpl, seeds, grid, plan, fixed);
}

}  // namespace fw
