#include "core/world/detail/detail_share.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/smooth_step.h"
#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/template/plan_grid.h"
#include "core/model/world/water.h"
#include "core/water/plan/plan_ground.h"

namespace fw {
namespace {

constexpr double kFixedFade_m = 80;  // in a frame of 8 km
constexpr double kWayHalf_m = 1.5;   // a way keeps its grade

void add_pieces(const std::vector<Vec2>& vertices_m, bool closed, double half_m, FeatureShape& shape) {
  const size_t count = vertices_m.size();
  if (count == 1) shape.pieces.push_back({vertices_m[0], vertices_m[0], half_m, half_m});
  for (size_t i = 0; i + (closed ? 0 : 1) < count; ++i)
    shape.pieces.push_back({vertices_m[i], vertices_m[(i + 1) % count], half_m, half_m});
}

void add_pad_shape(const Shape& from, double radius_m, FeatureShape& shape) {
  const bool closed = from.kind == Shape::Kind::polygons;
  for (const std::vector<Vec2>& part : from.parts)
    if (from.kind == Shape::Kind::points)
      for (const Vec2 place : part) add_pieces({place}, false, radius_m, shape);
    else
      add_pieces(part, closed, radius_m, shape);
  if (closed) shape.areas.push_back(from.parts);
}

/// Cells with a place within a reach of a shape.
void mark_near(const FeatureIndex& index, double reach_m, Mask& near) {
  if (index.none()) return;
  Mask of(near.grid, 1);
  keep_within(index, {0, reach_m + 0.75 * near.grid.cell_m}, of);
  for (size_t cell = 0; cell < near.size(); ++cell) near[cell] |= of[cell];
}

/// Between which cells a position lies, and how far behind the first.
struct Between {
  int low, high;
  float share;
};
Between between(double position, int count) {
  const double at = std::clamp(position, 0.0, static_cast<double>(count - 1));
  const int low = static_cast<int>(at);
  return {low, std::min(low + 1, count - 1), static_cast<float>(at - low)};
}

}  // namespace

void add_way(const std::vector<Vec2>& vertices_m, FeatureShape& shape) {
  add_pieces(vertices_m, false, 0, shape);
}

void add_pad(const std::vector<Vec2>& ring_m, FeatureShape& shape) {
  add_pieces(ring_m, true, 0, shape);
  shape.areas.push_back({ring_m});
}

void add_hand_pads(const Template& tmpl, FeatureShape& shape) {
  for (const TerrainRow& row : tmpl.hand.terrain) {
    if (!row.on || (row.action != TerrainDo::level && row.action != TerrainDo::flatten)) continue;
    if (const Result<Shape> read = read_shape(row.place.shape))
      add_pad_shape(read.value(), row.place.radius_m, shape);
  }
}

DetailShare::DetailShare(const Template& tmpl, const GridSpec& cells, FeatureShape ways, FeatureShape pads,
                         double reach_m)
    : cells_(cells),
      free_m_(plan_grid(tmpl.frame).cell_m),
      fade_m_(kFixedFade_m * frame_factor(tmpl)),
      reach_m_(reach_m),
      ways_(cells, std::move(ways)),
      pads_(cells, std::move(pads)) {
  if (ways_.none() && pads_.none()) return;
  near_ = Mask(cells);
  mark_near(ways_, kWayHalf_m + reach_m_, near_);
  mark_near(pads_, reach_m_, near_);
}

Raster<float> DetailShare::fixed_m(const FixedCells& fixed, int first, int end) const {
  const double reach_m = free_m_ + fade_m_;
  const int halo = static_cast<int>(std::ceil(reach_m / cells_.cell_m)) + 1;
  const int from = std::max(0, first - halo), to = std::min(cells_.rows, end + halo);
  Mask keeps(GridSpec{cells_.columns, to - from, cells_.cell_m});
  const size_t begin = cells_.index(0, from);
  for (size_t i = 0; i < keeps.size(); ++i) {
    const size_t cell = begin + i;
    keeps[i] =
        fixed.region[cell] == 0 ||
        (fixed.water.size() != 0 && fixed.water[cell] != static_cast<uint8_t>(WaterCode::dry)) ||
        (fixed.stated.size() != 0 && fixed.stated[fixed.stated.grid.cell_at(cells_.centre(cell))] != 0);
  }
  Raster<float> out = distance_to(keeps, first - from, end - from);
  for (float& distance : out.cells) distance = std::min(distance, static_cast<float>(reach_m));
  return out;
}

double DetailShare::away_m(Vec2 place) const {
  const double from_way_m = ways_.distance_m(place, kWayHalf_m + reach_m_) - kWayHalf_m;
  return std::max(0.0, std::min({from_way_m, pads_.distance_m(place, reach_m_), reach_m_}));
}

void DetailShare::at(std::span<const double> x_m, double y_m, const Raster<float>& fixed_m, int first,
                     std::span<float> share, std::span<float> to_shapes_m) const {
  const Between row = between(cells_.row_position(y_m), cells_.rows);
  const float* const north = &fixed_m.cells[cells_.index(0, row.low - first)];
  const float* const south = &fixed_m.cells[cells_.index(0, row.high - first)];
  const uint8_t* const near = near_.size() == 0 ? nullptr : &near_.cells[cells_.index(0, cells_.row_at(y_m))];
  for (size_t i = 0; i < x_m.size(); ++i) {
    const Between column = between(cells_.column_position(x_m[i]), cells_.columns);
    const float above = north[column.low] + column.share * (north[column.high] - north[column.low]);
    const float below = south[column.low] + column.share * (south[column.high] - south[column.low]);
    const float from_fixed_m = above + row.share * (below - above);
    share[i] = static_cast<float>(smooth_step((static_cast<double>(from_fixed_m) - free_m_) / fade_m_));
    const bool is_near = share[i] > 0 && near != nullptr && near[cells_.column_at(x_m[i])] != 0;
    to_shapes_m[i] = static_cast<float>(is_near ? away_m({x_m[i], y_m}) : reach_m_);
  }
}

}  // namespace fw
