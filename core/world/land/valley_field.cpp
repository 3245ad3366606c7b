#include "core/world/land/valley_field.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/water/erosion.h"
#include "core/world/land/archipelago.h"
#include "core/world/land/island.h"
#include "core/world/land/island_score.h"

namespace fw {
namespace {

constexpr int kResolution = 96;
constexpr double kLandPart = 0.93;  // of the frame, those of greatest potential
constexpr int kSteps = 24;
constexpr double kTimeStep = 1.2;
// In a frame of 8 km; they grow with it.
constexpr double kValley_m = 60;
constexpr double kForms_m = 150;  // sigma
constexpr double kDepth_m = 100;  // sigma
constexpr size_t kNearest = 16;   // depth is taken against this part of the land on either side in potential
constexpr double kMostDepth = 2.5;

bool has_sea(const Template& tmpl) {
  const LandEdges edges = land_edges(tmpl.land);
  return !(edges.north && edges.east && edges.south && edges.west);
}

/// Falls from the middle of the land outwards.
Raster<float> potential_of(const Template& tmpl, const SeedBundle& seeds, int draw, const GridSpec& grid) {
  if (!has_sea(tmpl)) return Raster<float>(grid);
  if (tmpl.land.shape == LandShape::archipelago) return archipelago_potential(tmpl, seeds, grid);
  return island_score(tmpl, seeds, grid, draw, seed_form(), rim_noise(frame_scale(tmpl), tmpl, seeds, grid));
}

/// How far places lie below the mean of the land about their potential.
Raster<float> depth_of(const Raster<float>& height, const Raster<float>& potential, const Mask& land) {
  const std::vector<uint32_t> cells = ascending(potential, land);
  const size_t count = cells.size(), half = std::max<size_t>(1, count / kNearest);
  std::vector<double> sum(count + 1, 0), squares(count + 1, 0);
  for (size_t i = 0; i < count; ++i) {
    const auto h = static_cast<double>(height[cells[i]]);
    sum[i + 1] = sum[i] + h;
    squares[i + 1] = squares[i] + h * h;
  }
  Raster<float> depth(land.grid);
  for (size_t i = 0; i < count; ++i) {
    const size_t first = i > half ? i - half : 0, last = std::min(count, i + half + 1);
    const auto near = static_cast<double>(last - first);
    const double mean = (sum[last] - sum[first]) / near;
    const double sd = std::sqrt(std::max((squares[last] - squares[first]) / near - mean * mean, 1e-12));
    depth[cells[i]] = static_cast<float>(
        std::clamp((mean - static_cast<double>(height[cells[i]])) / sd, -kMostDepth, kMostDepth));
  }
  return depth;
}

}  // namespace

ValleyField make_valley_field(const Template& tmpl, const SeedBundle& seeds) {
  const GridSpec grid = frame_grid(tmpl.frame, kResolution);
  const double scale = frame_scale(tmpl);
  ValleyField out{best_draw(tmpl, seeds), {}, Raster<float>(grid)};
  const bool sea = has_sea(tmpl);
  const Raster<float> potential = potential_of(tmpl, seeds, out.draw, grid);
  Mask land(grid, 1);
  float level = 0;
  if (sea) {
    const std::vector<uint32_t> order = ascending(potential, land);
    level = potential[order[static_cast<size_t>((1 - kLandPart) * static_cast<double>(order.size()))]];
    for (size_t cell = 0; cell < land.size(); ++cell) land[cell] = potential[cell] >= level;
    if (tmpl.land.shape != LandShape::archipelago) land = largest_component(land);
  }
  const Raster<float> forms = gaussian(standard_relief(tmpl, seeds, grid), kForms_m * scale);
  Raster<float> uplift(grid);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0) continue;
    const double above = 2 * static_cast<double>(potential[cell] - level);
    const double inner = sea ? 0.15 + 0.85 * std::clamp(above, 0.0, 1.0) : 1;
    uplift[cell] = static_cast<float>(std::clamp(inner * 1.2 * static_cast<double>(forms[cell]), 0.02, 1.5));
  }
  out.height = incise(tmpl, seeds, land, uplift, kSteps, kTimeStep, kValley_m * scale);
  const float summit = *std::max_element(out.height.cells.begin(), out.height.cells.end());
  for (float& h : out.height.cells) h = std::max(h, 0.0F) / summit;
  // Blurred: narrow mouths would open and close.
  if (sea)
    out.depth =
        depth_of(masked_gaussian(out.height, land, gaussian(land, kDepth_m * scale), kDepth_m * scale),
                 potential, land);
  return out;
}

}  // namespace fw
