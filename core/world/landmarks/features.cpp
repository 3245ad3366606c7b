#include "core/world/landmarks/features.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/geometry.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/template/frame_side.h"

namespace fw {
namespace {

constexpr double kStep_m = 6;

/// Something is as near as a disc's edge.
struct Disc {
  Vec2 centre_m;
  double radius_m = 0;
};

/// Discs along the pieces of a feature.
std::vector<Disc> discs_of(const std::vector<FeaturePiece>& pieces, const GridSpec& grid) {
  const double step_m = kStep_m * std::max(1.0, std::max(grid.width_m(), grid.height_m()) / kFrameSide_m);
  std::vector<Disc> out;
  for (size_t k = 0; k < pieces.size(); ++k) {
    const FeaturePiece& p = pieces[k];
    if (k == 0 || !(pieces[k - 1].b == p.a)) out.push_back({p.a, p.half_a_m});
    const int steps = static_cast<int>(std::ceil(std::sqrt(squared_distance(p.a, p.b)) / step_m));
    for (int s = 1; s <= steps; ++s) {
      const double t = static_cast<double>(s) / steps;
      out.push_back(s == steps ? Disc{p.b, p.half_b_m}
                               : Disc{p.a + (p.b - p.a) * t, p.half_a_m + (p.half_b_m - p.half_a_m) * t});
    }
  }
  return out;
}

}  // namespace

FeatureSources feature_sources(const PlacementInputs& inputs, const LandmarkPlan& plan) {
  const GridSpec& grid = inputs.map.code.grid;
  FeatureSources out{
      .grid = grid, .water = inputs.water, .roads = &plan.roads, .junctions_m = plan.junctions_m};
  for (const Landmark& l : plan.landmarks) {
    const LandmarkRow& kind = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(l.kind)];
    if (kind.role == LandmarkRole::seat) out.settlements_m.push_back(landmark_position(grid, l));
    if (kind.role == LandmarkRole::guard) out.forts_m.push_back(landmark_position(grid, l));
    if (is_harbour(kind)) out.harbours_m.push_back(landmark_position(grid, l));
    if (l.seat.rank > 0)
      out.seats_m[static_cast<size_t>(l.seat.standing)].push_back(landmark_position(grid, l));
  }
  return out;
}

Raster<float> feature_distance(const PlacementInputs& inputs, const LandmarkPlan& plan,
                               std::string_view measure) {
  const GridSpec& grid = inputs.map.code.grid;
  if (measure == "coast_m") return inputs.island.coast_m;
  Raster<float> out(grid, std::numeric_limits<float>::infinity());
  const std::vector<Disc> discs =
      discs_of(feature_shape(measure, feature_sources(inputs, plan)).pieces, grid);
  if (discs.empty()) return out;
  // The discs by the cell of their centre.
  std::vector<uint32_t> first(grid.cells() + 1, 0), by_cell(discs.size());
  Mask mask(grid);
  for (const Disc& d : discs) {
    const size_t cell = grid.cell_at(d.centre_m);
    mask[cell] = 1;
    ++first[cell + 1];
  }
  for (size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (size_t i = 0; i < discs.size(); ++i)
    by_cell[next[grid.cell_at(discs[i].centre_m)]++] = static_cast<uint32_t>(i);
  const Raster<uint32_t> nearest = nearest_cell(mask);
  const bool lakes = (measure == "lake_m" || measure == "water_m") && inputs.water_code != nullptr &&
                     inputs.water_code->size() == grid.cells();
  const auto columns = static_cast<size_t>(grid.columns);
  parallel_for(static_cast<size_t>(grid.rows), 16, [&](size_t begin, size_t end) {
    for (size_t cell = begin * columns; cell < end * columns; ++cell) {
      const Vec2 at = grid.centre(cell);
      double best = kInfinity;
      for (uint32_t i = first[nearest[cell]]; i < first[nearest[cell] + 1]; ++i) {
        const Disc& d = discs[by_cell[i]];
        best = std::min(best, std::sqrt(squared_distance(d.centre_m, at)) - d.radius_m);
      }
      if (lakes && (*inputs.water_code)[cell] == static_cast<uint8_t>(WaterCode::lake)) best = 0;
      out[cell] = static_cast<float>(std::max(0.0, best));
    }
  });
  return out;
}

}  // namespace fw
