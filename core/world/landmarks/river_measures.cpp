#include "core/world/landmarks/river_measures.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"

namespace fw {
namespace {

constexpr double kAlong_m = 30;
constexpr double kShore_m = 150;

/// Lengths along a line from its first vertex.
std::vector<double> lengths(const std::vector<Vec2>& vertices) {
  std::vector<double> out(vertices.size(), 0);
  for (size_t i = 1; i < vertices.size(); ++i)
    out[i] = out[i - 1] + std::sqrt(squared_distance(vertices[i - 1], vertices[i]));
  return out;
}

/// The cell of ground that holds a place, else the nearest one.
std::optional<uint32_t> nearest_ground(const Raster<uint8_t>& code, Vec2 at) {
  const GridSpec& g = code.grid;
  const int reach = static_cast<int>(std::ceil(kShore_m / g.cell_m));
  const int column = g.column_at(at.x), row = g.row_at(at.y);
  if (code.at(column, row) != 0) return static_cast<uint32_t>(g.index(column, row));
  std::optional<uint32_t> best;
  double least = kShore_m * kShore_m;
  for (int r = row - reach; r <= row + reach; ++r)
    for (int c = column - reach; c <= column + reach; ++c) {
      if (!g.contains(c, r) || code.at(c, r) == 0) continue;
      const double d = squared_distance(g.centre(c, r), at);
      if (d >= least) continue;
      least = d;
      best = static_cast<uint32_t>(g.index(c, r));
    }
  return best;
}

}  // namespace

ReachValues river_flows(const Water* water) {
  ReachValues out;
  if (water == nullptr) return out;
  double most = 0;
  for (const Reach& reach : water->reaches) most = std::max(most, reach.discharge_m3_s);
  for (const Reach& reach : water->reaches)
    out.emplace_back(reach.vertices_m.size(), most > 0 ? reach.discharge_m3_s / most : 0);
  return out;
}

ReachValues river_falls(const Water* water) {
  ReachValues out;
  if (water == nullptr) return out;
  for (const Reach& reach : water->reaches) {
    const std::vector<double> along = lengths(reach.vertices_m);
    std::vector<double> falls(along.size(), 0);
    for (size_t i = 0, up = 0, down = 0; i < along.size(); ++i) {
      while (along[i] - along[up] > kAlong_m) ++up;
      while (down + 1 < along.size() && along[down] - along[i] < kAlong_m) ++down;
      const double length = along[down] - along[up];
      if (length > 0)
        falls[i] = (static_cast<double>(reach.bed_m[up]) - static_cast<double>(reach.bed_m[down])) / length;
    }
    out.push_back(std::move(falls));
  }
  return out;
}

NumberMeasure of_nearest_river(const PlacementInputs& inputs, const ReachValues& values) {
  const GridSpec& grid = inputs.map.code.grid;
  auto out = std::make_shared<Raster<float>>(grid);
  Mask mask(grid);
  Raster<float> own(grid);
  bool any = false;
  for (size_t r = 0; r < values.size(); ++r) {
    const Reach& reach = inputs.water->reaches[r];
    if (reach.form == ReachForm::lake_path) continue;
    for (size_t i = 0; i < reach.vertices_m.size(); ++i) {
      const size_t cell = grid.cell_at(reach.vertices_m[i]);
      const auto value = static_cast<float>(values[r][i]);
      own[cell] = mask[cell] == 0 ? value : std::max(own[cell], value);
      mask[cell] = 1;
      any = true;
    }
  }
  if (any) {
    const Raster<uint32_t> nearest = nearest_cell(mask);
    parallel_for(grid.cells(), 4096, [&](size_t begin, size_t end) {
      for (size_t c = begin; c < end; ++c) (*out)[c] = own[nearest[c]];
    });
  }
  return {true, [raster = std::shared_ptr<const Raster<float>>(out)](std::span<const uint32_t> cells,
                                                                     std::span<double> to) {
            for (size_t i = 0; i < cells.size(); ++i) to[i] = static_cast<double>((*raster)[cells[i]]);
          }};
}

std::vector<std::pair<uint32_t, double>> harbour_cells(const PlacementInputs& inputs) {
  std::vector<std::pair<uint32_t, double>> out;
  if (inputs.coast == nullptr) return out;
  for (const HarbourSite& site : inputs.coast->harbour_sites)
    if (const auto cell = nearest_ground(inputs.map.code, site.position_m))
      out.emplace_back(*cell, site.utility);
  return out;
}

}  // namespace fw
