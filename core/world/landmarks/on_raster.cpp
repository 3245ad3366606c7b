#include "core/world/landmarks/on_raster.h"

#include <algorithm>
#include <functional>

namespace fw {
namespace {

uint8_t water_at(const PlacementInputs& inputs, uint32_t cell) {
  return inputs.water_code == nullptr || inputs.water_code->size() == 0 ? 0 : (*inputs.water_code)[cell];
}

/// The nearest cell at most `reach` columns and rows off (ties to the lowest index); `from` if there is none.
uint32_t nearest_cell(const GridSpec& grid, Vec2 at, uint32_t from, int reach,
                      const std::function<bool(uint32_t)>& may_stand) {
  const int column = grid.column_at(at.x), row = grid.row_at(at.y);
  uint32_t best = from;
  double least = 1e300;
  for (int r = row - reach; r <= row + reach; ++r)
    for (int c = column - reach; c <= column + reach; ++c) {
      if (!grid.contains(c, r)) continue;
      const auto cell = static_cast<uint32_t>(grid.index(c, r));
      const double d = squared_distance(grid.centre(cell), at);
      if (d >= least || !may_stand(cell)) continue;
      least = d;
      best = cell;
    }
  return best;
}

}  // namespace

LandmarkPlan put_on_raster(const PlacementInputs& decided, const PlacementInputs& raster, LandmarkPlan plan) {
  constexpr int kReach = 3;
  const GridSpec& grid = raster.map.code.grid;
  for (Landmark& landmark : plan.landmarks) {
    const Vec2 at = landmark_position(decided.map.code.grid, landmark);
    landmark.at_m = at;
    const auto cell = static_cast<uint32_t>(grid.cell_at(at));
    if (!grid.contains(at)) {  // a pin
      landmark.cell = cell;
      continue;
    }
    const uint8_t region = decided.map.code[landmark.cell], water = water_at(decided, landmark.cell);
    const auto alike = [&](uint32_t other) {
      return raster.map.code[other] == region && water_at(raster, other) == water;
    };
    landmark.cell = alike(cell) ? cell : nearest_cell(grid, at, cell, kReach, alike);
  }
  return plan;
}

}  // namespace fw
