#include "core/water/lakes/lakes.h"

#include <algorithm>
#include <limits>

#include "core/field/filter.h"
#include "core/field/lower_envelope.h"
#include "core/water/drainage/cell_window.h"
#include "core/water/lakes/contour.h"
#include "core/water/plan/plan_ground.h"
#include "core/water/rivers/conform.h"

namespace fw {
namespace {

constexpr double kSpacing_m = 700;
constexpr int kOutlineMargin_cells = 8;  // farther than the blur of an outline reaches
constexpr double kLeastOutline = 0.5;    // of the cells' area
constexpr double kShoreCurve = 0.0012;   // per metre: ground about a lake lies below level + curve d^2
constexpr double kShoreSigma_m = 25;
constexpr double kShoreReach_m = 300;
constexpr float kRim_m = 0.1F;
constexpr float kOutletStep_m = 0.01F;

void smooth_shores(const Template& tmpl, const Mask& land, const Mask& water, Raster<float>& height_m) {
  const double scale = frame_factor(tmpl);
  const Raster<float> away = distance_to(water);
  const Raster<float> smooth =
      masked_gaussian(height_m, land, gaussian(land, kShoreSigma_m * scale), kShoreSigma_m * scale);
  for (size_t cell = 0; cell < land.size(); ++cell) {
    if (land[cell] == 0 || water[cell] != 0) continue;
    const double near = 1 - static_cast<double>(away[cell]) / (kShoreReach_m * scale);
    if (near <= 0) continue;
    const double weight = near * near * (3 - 2 * near);
    const auto h = static_cast<double>(height_m[cell]);
    height_m[cell] = static_cast<float>(h + weight * (static_cast<double>(smooth[cell]) - h));
  }
}

}  // namespace

std::vector<std::vector<Vec2>> lake_rings(const GridSpec& plan, const std::vector<uint32_t>& cells) {
  const CellWindow part = window_round(plan, cells, kOutlineMargin_cells);
  Mask own(part.grid);
  for (const uint32_t cell : cells) own[part.at(plan, cell)] = 1;
  std::vector<std::vector<Vec2>> rings = contour_lines(lake_shape(own), 0.5F);
  for (std::vector<Vec2>& ring : rings)
    for (Vec2& vertex : ring) vertex = part.in_plan(plan, vertex);
  std::sort(rings.begin(), rings.end(),
            [](const auto& a, const auto& b) { return ring_area_m2(a) > ring_area_m2(b); });
  return rings;
}

bool has_outline(const GridSpec& plan, const std::vector<uint32_t>& cells) {
  double area_m2 = 0;
  for (const std::vector<Vec2>& ring : lake_rings(plan, cells)) area_m2 += ring_area_m2(ring);
  return area_m2 >= kLeastOutline * static_cast<double>(cells.size()) * plan.cell_area_m2();
}

std::vector<double> lake_areas(const Template& tmpl, double land_m2) {
  std::vector<double> areas;
  for (int k = 1; k <= tmpl.lakes.count; ++k) areas.push_back(tmpl.lakes.largest_share * land_m2 / k);
  return areas;
}

double lake_spacing_m(const Template& tmpl) {
  return tmpl.lakes.spacing_m > 0 ? tmpl.lakes.spacing_m : kSpacing_m * frame_factor(tmpl);
}

HeldLakes held_lakes(const GridSpec& grid, const std::vector<PlanLake>& lakes) {
  HeldLakes out;
  if (lakes.empty()) return out;
  out.lake = Raster<uint8_t>(grid);
  for (const PlanLake& lake : lakes) {
    out.outlet.push_back(lake.outlet);
    out.level_m.push_back(lake.level_m);
    for (const uint32_t cell : lake.cells) out.lake[cell] = static_cast<uint8_t>(out.outlet.size());
  }
  return out;
}

void lower_outlet(const PlanLake& lake, const Raster<uint32_t>& to, Raster<float>& height_m) {
  height_m[lake.outlet] = lake.level_m;
  for (uint32_t cell = lake.outlet; to[cell] != cell; cell = to[cell]) {
    const float lower = std::max(height_m[cell] - kOutletStep_m, static_cast<float>(kLeastLand_m));
    if (height_m[to[cell]] <= lower) return;
    height_m[to[cell]] = lower;
  }
}

void sink_lakes(const Template& tmpl, const Mask& land, const Drainage& drainage,
                const std::vector<PlanLake>& lakes, Raster<float>& height_m) {
  if (lakes.empty()) return;
  const GridSpec& g = land.grid;
  Mask water(g);
  Raster<float> start(g, std::numeric_limits<float>::infinity());
  for (const PlanLake& lake : lakes)
    for (const uint32_t cell : lake.cells) {
      water[cell] = 1;
      start[cell] = lake.level_m;
    }
  const auto level_lakes = [&] {
    for (const PlanLake& lake : lakes)
      for (const uint32_t cell : lake.cells) height_m[cell] = lake.level_m;
  };
  const Raster<float> envelope =
      lower_envelope(start, kShoreCurve * steepness_factor(tmpl) / frame_factor(tmpl));
  for (size_t cell = 0; cell < land.size(); ++cell)
    if (land[cell] != 0) height_m[cell] = std::min(height_m[cell], envelope[cell]);
  level_lakes();
  smooth_shores(tmpl, land, water, height_m);
  level_lakes();
  for (const PlanLake& lake : lakes)
    for (const uint32_t cell : lake.cells)
      for (const uint32_t other : neighbours(g, cell))
        if (land[other] != 0 && water[other] == 0)
          height_m[other] = std::max(height_m[other], lake.level_m + kRim_m);
  for (const PlanLake& lake : lakes) lower_outlet(lake, drainage.receiver, height_m);
  level_lakes();
}

}  // namespace fw
