#include "core/world/landmarks/features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/land/spacing.h"

namespace fw {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kStep_m = 6;  // in an 8 km frame
constexpr double kSide_m = 8000;
constexpr double kSquare_m = 96;  // in an 8 km frame

/// Even-odd over the rings.
bool in_rings(const std::vector<std::vector<Vec2>>& rings, Vec2 p) {
  bool inside = false;
  for (const std::vector<Vec2>& ring : rings)
    for (size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
      const Vec2 a = ring[i], b = ring[j];
      if ((a.y > p.y) == (b.y > p.y)) continue;
      if (p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))) inside = !inside;
    }
  return inside;
}

}  // namespace

void FeatureDistance::add(Vec2 centre_m, double radius_m) {
  places_.push_back({centre_m, radius_m});
  largest_radius_m_ = std::max(largest_radius_m_, radius_m);
}

void FeatureDistance::add_line(const std::vector<Vec2>& vertices_m, const std::vector<float>* width_m) {
  const auto radius = [&](size_t i) {
    return width_m == nullptr ? 0.0 : 0.5 * static_cast<double>((*width_m)[i]);
  };
  for (size_t i = 0; i < vertices_m.size(); ++i) {
    if (i > 0) {
      const Vec2 d = vertices_m[i] - vertices_m[i - 1];
      const int steps = static_cast<int>(std::ceil(std::sqrt(d.x * d.x + d.y * d.y) / step_m_));
      for (int s = 1; s < steps; ++s) {
        const double t = static_cast<double>(s) / steps;
        add(vertices_m[i - 1] + d * t, radius(i - 1) + (radius(i) - radius(i - 1)) * t);
      }
    }
    add(vertices_m[i], radius(i));
  }
}

void FeatureDistance::add_rivers() {
  if (inputs_.water == nullptr) return;
  for (const Reach& reach : inputs_.water->reaches)
    if (reach.form != ReachForm::lake_path) add_line(reach.vertices_m, &reach.width_m);
}

void FeatureDistance::add_lakes() {
  if (inputs_.water == nullptr) return;
  lakes_ = true;
  for (const Lake& lake : inputs_.water->lakes)
    for (std::vector<Vec2> ring : lake.rings_m) {
      if (!ring.empty()) ring.push_back(ring.front());
      add_line(ring);
    }
}

void FeatureDistance::add_roads(const LandmarkPlan& plan) {
  for (const RoadPiece& piece : plan.roads.pieces)
    if (piece.type != RoadClass::trail) add_line(piece.vertices_m);
  if (plan.roads.empty())
    for (const Track& track : plan.tracks) add_line(track.vertices_m);
}

void FeatureDistance::add_landmarks(const LandmarkPlan& plan, LandmarkRole role) {
  for (const Landmark& l : plan.landmarks)
    if (inputs_.tmpl.vocabulary.landmarks[static_cast<size_t>(l.kind)].role == role)
      add(landmark_position(inputs_.map.code.grid, l));
}

void FeatureDistance::add_harbours(const LandmarkPlan& plan) {
  for (const Landmark& l : plan.landmarks)
    if (is_harbour(inputs_.tmpl.vocabulary.landmarks[static_cast<size_t>(l.kind)]))
      add(landmark_position(inputs_.map.code.grid, l));
}

FeatureDistance::FeatureDistance(const PlacementInputs& inputs, const LandmarkPlan& plan,
                                 std::string_view measure)
    : inputs_(inputs), step_m_(kStep_m) {
  const GridSpec& grid = inputs.map.code.grid;
  const double stretch = std::max(1.0, std::max(grid.width_m(), grid.height_m()) / kSide_m);
  step_m_ *= stretch;
  if (measure == "coast_m") coast_ = true;
  if (measure == "river_m" || measure == "water_m") add_rivers();
  if (measure == "lake_m" || measure == "water_m") add_lakes();
  if (measure == "road_m") add_roads(plan);
  if (measure == "junction_m")
    for (const Vec2 p : plan.junctions_m) add(p);
  if (measure == "bridge_m")
    for (const Crossing& crossing : plan.roads.crossings)
      if (crossing.type == CrossingType::bridge) add(crossing.position_m);
  if (measure == "harbour_m") add_harbours(plan);
  if (measure == "settlement_m") add_landmarks(plan, LandmarkRole::seat);
  if (measure == "fort_m") add_landmarks(plan, LandmarkRole::guard);
  const double square_m = kSquare_m * stretch;
  squares_ = {std::max(1, static_cast<int>(std::ceil(grid.width_m() / square_m))),
              std::max(1, static_cast<int>(std::ceil(grid.height_m() / square_m))), square_m};
  index_places();
}

void FeatureDistance::index_places() {
  std::vector<Place> sorted(places_.size());
  first_.assign(squares_.cells() + 1, 0);
  for (const Place& p : places_) ++first_[squares_.cell_at(p.centre_m) + 1];
  for (size_t s = 1; s < first_.size(); ++s) first_[s] += first_[s - 1];
  std::vector<uint32_t> next = first_;
  for (const Place& p : places_) sorted[next[squares_.cell_at(p.centre_m)]++] = p;
  places_ = std::move(sorted);
}

bool FeatureDistance::in_lake(Vec2 place) const {
  if (!lakes_) return false;
  const std::vector<Lake>& lakes = inputs_.water->lakes;
  return std::any_of(lakes.begin(), lakes.end(),
                     [place](const Lake& lake) { return in_rings(lake.rings_m, place); });
}

double FeatureDistance::nearest_in_square(int column, int row, Vec2 place) const {
  double best = kInfinity;
  if (!squares_.contains(column, row)) return best;
  const size_t square = squares_.index(column, row);
  for (uint32_t i = first_[square]; i < first_[square + 1]; ++i)
    best = std::min(best, std::sqrt(squared_distance(places_[i].centre_m, place)) - places_[i].radius_m);
  return best;
}

double FeatureDistance::at(Vec2 place) const {
  const GridSpec& grid = inputs_.map.code.grid;
  if (coast_) return static_cast<double>(inputs_.island.coast_m[grid.cell_at(place)]);
  if (in_lake(place)) return 0;
  if (places_.empty()) return kInfinity;
  const int column = squares_.column_at(place.x), row = squares_.row_at(place.y);
  double best = kInfinity;
  // Square rings outwards: what lies beyond ring k is farther than k - 1 squares.
  const int most = std::max(squares_.columns, squares_.rows);
  for (int k = 0; k <= most && best > (k - 1) * squares_.cell_m - largest_radius_m_; ++k)
    for (int r = row - k; r <= row + k; ++r) {
      const bool edge = r == row - k || r == row + k;
      for (int c = column - k; c <= column + k; c += edge || k == 0 ? 1 : 2 * k)
        best = std::min(best, nearest_in_square(c, r, place));
    }
  return std::max(0.0, best);
}

Raster<float> FeatureDistance::on_cells() const {
  const GridSpec& grid = inputs_.map.code.grid;
  if (coast_) return inputs_.island.coast_m;
  Raster<float> out(grid, std::numeric_limits<float>::infinity());
  if (places_.empty()) return out;
  std::vector<uint32_t> first(grid.cells() + 1, 0), by_cell(places_.size());
  Mask mask(grid);
  for (const Place& p : places_) {
    const size_t cell = grid.cell_at(p.centre_m);
    mask[cell] = 1;
    ++first[cell + 1];
  }
  for (size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (size_t i = 0; i < places_.size(); ++i)
    by_cell[next[grid.cell_at(places_[i].centre_m)]++] = static_cast<uint32_t>(i);
  const Raster<uint32_t> nearest = nearest_cell(mask);
  const bool lakes = lakes_ && inputs_.water_code != nullptr && inputs_.water_code->size() == grid.cells();
  parallel_for(static_cast<size_t>(grid.rows), 16, [&](size_t begin, size_t end) {
    for (size_t cell = begin * static_cast<size_t>(grid.columns);
         cell < end * static_cast<size_t>(grid.columns); ++cell) {
      const Vec2 at = grid.centre(cell);
      double best = kInfinity;
      for (uint32_t i = first[nearest[cell]]; i < first[nearest[cell] + 1]; ++i) {
        const Place& p = places_[by_cell[i]];
        best = std::min(best, std::sqrt(squared_distance(p.centre_m, at)) - p.radius_m);
      }
      if (lakes && (*inputs_.water_code)[cell] == static_cast<uint8_t>(WaterCode::lake)) best = 0;
      out[cell] = static_cast<float>(std::max(0.0, best));
    }
  });
  return out;
}

FeatureSources feature_sources(const PlacementInputs& inputs, const LandmarkPlan& plan) {
  FeatureSources out{.grid = inputs.map.code.grid,
                     .water = inputs.water,
                     .roads = &plan.roads,
                     .junctions_m = plan.junctions_m};
  for (const Landmark& landmark : plan.landmarks) {
    const LandmarkRow& kind = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(landmark.kind)];
    const Vec2 at = landmark_position(out.grid, landmark);
    if (kind.role == LandmarkRole::seat) out.settlements_m.push_back(at);
    if (kind.role == LandmarkRole::guard) out.forts_m.push_back(at);
    if (is_harbour(kind)) out.harbours_m.push_back(at);
  }
  return out;
}

Raster<float> feature_distance(const PlacementInputs& inputs, const LandmarkPlan& plan,
                               std::string_view measure) {
  return FeatureDistance(inputs, plan, measure).on_cells();
}

}  // namespace fw
