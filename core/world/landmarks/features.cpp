#include "core/world/landmarks/features.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"

namespace fw {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kStep_m = 6, kFrameSide_m = 8000;

/// Something is as near as a disc's edge.
struct Disc {
  Vec2 centre_m;
  double radius_m = 0;
};

/// Discs along a line.
class Discs {
 public:
  explicit Discs(const GridSpec& grid)
      : step_m_(kStep_m * std::max(1.0, std::max(grid.width_m(), grid.height_m()) / kFrameSide_m)) {}

  void add(Vec2 centre_m, double radius_m = 0) { discs.push_back({centre_m, radius_m}); }
  void add_line(const std::vector<Vec2>& vertices_m, const std::vector<float>* width_m = nullptr) {
    const auto radius = [&](size_t i) {
      return width_m == nullptr ? 0.0 : 0.5 * static_cast<double>((*width_m)[i]);
    };
    for (size_t i = 0; i < vertices_m.size(); ++i) {
      if (i > 0) {
        const double length_m = std::sqrt(squared_distance(vertices_m[i - 1], vertices_m[i]));
        const int steps = static_cast<int>(std::ceil(length_m / step_m_));
        for (int s = 1; s < steps; ++s) {
          const double t = static_cast<double>(s) / steps;
          add(vertices_m[i - 1] + (vertices_m[i] - vertices_m[i - 1]) * t,
              radius(i - 1) + (radius(i) - radius(i - 1)) * t);
        }
      }
      add(vertices_m[i], radius(i));
    }
  }

  std::vector<Disc> discs;

 private:
  double step_m_;
};

void add_water(const Water& water, bool rivers, bool lakes, Discs& out) {
  if (rivers)
    for (const Reach& reach : water.reaches)
      if (reach.form != ReachForm::lake_path) out.add_line(reach.vertices_m, &reach.width_m);
  if (lakes)
    for (const Lake& lake : water.lakes)
      for (std::vector<Vec2> ring : lake.rings_m) {
        if (!ring.empty()) ring.push_back(ring.front());
        out.add_line(ring);
      }
}

std::vector<Disc> discs_of(const FeatureSources& sources, const LandmarkPlan& plan,
                           std::string_view measure) {
  Discs out(sources.grid);
  const bool rivers = measure == "river_m" || measure == "water_m";
  const bool lakes = measure == "lake_m" || measure == "water_m";
  if (sources.water != nullptr) add_water(*sources.water, rivers, lakes, out);
  if (measure == "road_m") {
    for (const RoadPiece& piece : plan.roads.pieces)
      if (piece.type != RoadClass::trail) out.add_line(piece.vertices_m);
    if (plan.roads.empty())
      for (const Track& track : plan.tracks) out.add_line(track.vertices_m);
  }
  const auto add_all = [&](const auto& points) {
    for (const Vec2 p : points) out.add(p);
  };
  if (measure == "bridge_m")
    for (const Crossing& crossing : plan.roads.crossings)
      if (crossing.type == CrossingType::bridge) out.add(crossing.position_m);
  if (measure == "junction_m") add_all(sources.junctions_m);
  if (measure == "harbour_m") add_all(sources.harbours_m);
  if (measure == "settlement_m") add_all(sources.settlements_m);
  if (measure == "fort_m") add_all(sources.forts_m);
  return std::move(out.discs);
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
  }
  return out;
}

Raster<float> feature_distance(const PlacementInputs& inputs, const LandmarkPlan& plan,
                               std::string_view measure) {
  const GridSpec& grid = inputs.map.code.grid;
  if (measure == "coast_m") return inputs.island.coast_m;
  Raster<float> out(grid, std::numeric_limits<float>::infinity());
  const std::vector<Disc> discs = discs_of(feature_sources(inputs, plan), plan, measure);
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
