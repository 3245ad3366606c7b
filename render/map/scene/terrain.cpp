#include "render/map/scene/terrain.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/world/world_layers.h"
#include "render/map/scene/ground_light.h"

namespace fw {
namespace {

std::array<float, 4> spline_weights(float t) {
  const float u = 1 - t;
  return {u * u * u / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * u * u + 3 * u * u * u) / 6,
          t * t * t / 6};
}
std::array<float, 4> spline_slopes(float t) {
  const float u = 1 - t;
  return {-u * u / 2, (3 * t * t - 4 * t) / 2, (4 * u - 3 * u * u) / 2, t * t / 2};
}

AxisSampling sampling(int cells, int pixels, double first_position, double step) {
  AxisSampling s;
  for (int i = 0; i < pixels; ++i) {
    const double position = std::clamp(first_position + i * step, 0.0, cells - 1.0);
    const int cell = std::min(static_cast<int>(position), cells - 2);
    const auto t = static_cast<float>(position - cell);
    s.first.push_back(cell);
    s.fraction.push_back(t);
    s.taps.push_back({std::max(cell - 1, 0), cell, cell + 1, std::min(cell + 2, cells - 1)});
    s.weight.push_back(spline_weights(t));
    s.slope.push_back(spline_slopes(t));
  }
  return s;
}

/// Coefficients of the cubic B-spline that passes through the heights, along one line (Unser 1999): without
/// them the spline would blur the ridges.
void spline_coefficients(float* line, int n, size_t step) {
  const double pole = std::sqrt(3.0) - 2.0;
  const auto at = [&](int i) -> float& { return line[static_cast<size_t>(i) * step]; };
  double sum = at(0), power = pole;
  for (int i = 1; i < std::min(n, 24); ++i, power *= pole) sum += power * at(i);
  double previous = sum;
  at(0) = static_cast<float>(previous);
  for (int i = 1; i < n; ++i) {
    previous = at(i) + pole * previous;
    at(i) = static_cast<float>(previous);
  }
  double next = pole / (pole * pole - 1) * (at(n - 1) + pole * at(n - 2));
  at(n - 1) = static_cast<float>(next);
  for (int i = n - 2; i >= 0; --i) {
    next = pole * (next - at(i));
    at(i) = static_cast<float>(next);
  }
}

void to_spline(Raster<float>& values) {
  const int columns = values.grid.columns, rows = values.grid.rows;
  parallel_for(static_cast<size_t>(rows), 16, [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r)
      spline_coefficients(&values.cells[r * static_cast<size_t>(columns)], columns, 1);
  });
  parallel_for(static_cast<size_t>(columns), 16, [&](size_t begin, size_t end) {
    for (size_t c = begin; c < end; ++c)
      spline_coefficients(&values.cells[c], rows, static_cast<size_t>(columns));
  });
  for (float& v : values.cells) v *= 36;
}

Raster<float> cell_light(const Raster<float>& height, double vertical_factor) {
  const GridSpec& g = height.grid;
  const Lights lights;
  Raster<float> light(g);
  const auto k = static_cast<float>(vertical_factor / (2 * g.cell_m));
  parallel_for(static_cast<size_t>(g.rows), 16, [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row) {
      const int r = static_cast<int>(row);
      const int up = std::max(r - 1, 0), down = std::min(r + 1, g.rows - 1);
      for (int c = 0; c < g.columns; ++c) {
        const float gx = height.at(std::min(c + 1, g.columns - 1), r) - height.at(std::max(c - 1, 0), r);
        const float gy = height.at(c, up) - height.at(c, down);
        light.at(c, r) = lights.shade(gx * k, gy * k);
      }
    }
  });
  return light;
}

/// The ground steps from 0 to its first value along the cells of the shore; lit as it is, that stair would
/// show.
void soften_shore(Raster<float>& height, const Raster<float>& shore, double look_m) {
  const double sigma_m = std::max(20.0 * look_m, 1.3 * height.grid.cell_m);
  const Raster<float> soft = gaussian(height, sigma_m);
  const auto reach = static_cast<float>(4 * sigma_m);
  for (size_t cell = 0; cell < height.size(); ++cell) {
    const float share = std::clamp(1 - shore[cell] / reach, 0.0F, 1.0F);
    height[cell] += (soft[cell] - height[cell]) * share;
  }
}

/// Lines along the coast keep off lines of depth, and out of water so narrow that those of both shores meet.
/// Lengths in a frame of 8 km.
Raster<float> ripples(const World& world, const Raster<float>& shore, double look_m) {
  constexpr double kOffDepth_m = 28, kHalfInlet_m = 65, kFade_m = 14;
  const GridSpec& g = world.grid;
  Mask wide(g), depth_line(g);
  bool any_sea = false;
  for (size_t cell = 0; cell < wide.size(); ++cell) {
    wide[cell] = static_cast<double>(shore[cell]) < -kHalfInlet_m * look_m ? 1 : 0;
    any_sea = any_sea || wide[cell] != 0;
  }
  if (!any_sea) return {};
  if (has_layer(layer_of(&World::shore), world))
    for (int r = 0; r + 1 < g.rows; ++r)
      for (int c = 0; c + 1 < g.columns; ++c)
        for (const float level : kDepthLines_m) {
          const bool below = world.height_m.at(c, r) < -level;
          if (below != (world.height_m.at(c + 1, r) < -level) ||
              below != (world.height_m.at(c, r + 1) < -level))
            depth_line.at(c, r) = 1;
        }
  Raster<float> ripple = distance_to(depth_line);
  const Raster<float> to_wide = distance_to(wide);
  const auto fade = static_cast<float>(1 / (kFade_m * look_m));
  const auto off_depth = static_cast<float>(kOffDepth_m * look_m),
             half_inlet = static_cast<float>(kHalfInlet_m * look_m);
  for (size_t cell = 0; cell < ripple.size(); ++cell)
    ripple[cell] = std::clamp((ripple[cell] - off_depth) * fade, 0.0F, 1.0F) *
                   std::clamp(2 - (to_wide[cell] - half_inlet) * fade, 0.0F, 1.0F);
  return ripple;
}

/// From a blurred indicator of sigma s the distance near the edge is (v - 1/2) s sqrt(2 pi).
Raster<float> islet_distance(const World& world, double sigma_m) {
  Mask islets(world.grid);
  bool any = false;
  for (size_t cell = 0; cell < islets.size(); ++cell)
    if (world.land[cell] != 0 && world.region[cell] == 0) {
      islets[cell] = 1;
      any = true;
    }
  if (!any) return Raster<float>(world.grid, -1e4F);
  Raster<float> distance = gaussian(islets, sigma_m);
  const auto reach = static_cast<float>(sigma_m * 2.5066);
  for (float& v : distance.cells) v = (v - 0.5F) * reach;
  return distance;
}

Raster<float> areas_of_islets(const World& world) {
  Mask islets(world.grid);
  for (size_t cell = 0; cell < islets.size(); ++cell)
    islets[cell] = world.land[cell] != 0 && world.region[cell] == 0 ? 1 : 0;
  const Components pieces = label_components(islets);
  if (pieces.cells.empty()) return {};
  const Raster<uint32_t> nearest = nearest_cell(islets);
  const double cell_m2 = world.grid.cell_m * world.grid.cell_m;
  Raster<float> area(world.grid);
  for (size_t cell = 0; cell < area.size(); ++cell)
    area[cell] = static_cast<float>(
        cell_m2 * static_cast<double>(pieces.cells[static_cast<size_t>(pieces.id[nearest[cell]])]));
  return area;
}

/// The slope that a tenth of the ground exceeds.
double steep_slope(const World& world, const Raster<float>& slope) {
  std::vector<float> slopes;
  for (size_t cell = 0; cell < slope.size(); ++cell)
    if (world.on_island(cell)) slopes.push_back(slope[cell]);
  if (slopes.empty()) return 0;
  const auto at = slopes.begin() + static_cast<std::ptrdiff_t>(slopes.size() * 9 / 10);
  std::nth_element(slopes.begin(), at, slopes.end());
  return static_cast<double>(*at);
}

bool on_rim(const GridSpec& g, size_t cell) {
  const int column = g.column_of(cell), row = g.row_of(cell);
  return column == 0 || row == 0 || column + 1 == g.columns || row + 1 == g.rows;
}

}  // namespace

AxisSampling sample_columns(const GridSpec& g, const MapWindow& w) {
  return sampling(g.columns, w.width_px, g.column_position(w.west_m + 0.5 * w.metres_per_px),
                  w.metres_per_px / g.cell_m);
}
AxisSampling sample_rows(const GridSpec& g, const MapWindow& w) {
  return sampling(g.rows, w.height_px, g.row_position(w.north_m - 0.5 * w.metres_per_px),
                  w.metres_per_px / g.cell_m);
}

AxisSampling sample_columns(const GridSpec& g, const MapWindow& w, int cells, int coarse_columns) {
  const double first = g.column_position(w.west_m + 0.5 * w.metres_per_px);
  return sampling(coarse_columns, w.width_px, (first + 0.5) / cells - 0.5,
                  w.metres_per_px / (g.cell_m * cells));
}
AxisSampling sample_rows(const GridSpec& g, const MapWindow& w, int cells, int coarse_rows) {
  const double first = g.row_position(w.north_m - 0.5 * w.metres_per_px);
  return sampling(coarse_rows, w.height_px, (first + 0.5) / cells - 0.5,
                  w.metres_per_px / (g.cell_m * cells));
}

void read_row(const Raster<float>& raster, const AxisSampling& columns, const AxisSampling& rows, size_t y,
              float* out) {
  const auto stride = static_cast<size_t>(raster.grid.columns);
  const size_t line = raster.grid.index(0, rows.first[y]);
  const float fy = rows.fraction[y];
  for (size_t x = 0; x < columns.first.size(); ++x) {
    const float* v = &raster.cells[line + static_cast<size_t>(columns.first[x])];
    const float fx = columns.fraction[x];
    const float upper = v[0] + (v[1] - v[0]) * fx, lower = v[stride] + (v[stride + 1] - v[stride]) * fx;
    out[x] = upper + (lower - upper) * fy;
  }
}

Raster<float> surface_heights(const MapTerrain& terrain, const MapWindow& window, const Progress& progress) {
  const AxisSampling columns = sample_columns(terrain.grid, window), rows = sample_rows(terrain.grid, window);
  Raster<float> out(GridSpec{window.width_px, window.height_px, window.metres_per_px});
  const auto width = static_cast<size_t>(window.width_px);
  const auto first = static_cast<size_t>(columns.taps.front()[0]),
             last = static_cast<size_t>(columns.taps.back()[3]);
  parallel_for(static_cast<size_t>(window.height_px), 16, [&](size_t begin, size_t end) {
    std::vector<float> line(static_cast<size_t>(terrain.grid.columns));  // summed over the rows of the grid
    for (size_t y = begin; y < end && !progress.cancelled(); ++y) {
      std::array<const float*, 4> h{};
      for (size_t k = 0; k < 4; ++k) h[k] = &terrain.height_m.cells[terrain.grid.index(0, rows.taps[y][k])];
      const std::array<float, 4>& share = rows.weight[y];
      for (size_t c = first; c <= last; ++c)
        line[c] = share[0] * h[0][c] + share[1] * h[1][c] + share[2] * h[2][c] + share[3] * h[3][c];
      for (size_t x = 0; x < width; ++x) {
        float sum = 0;
        for (size_t k = 0; k < 4; ++k)
          sum += columns.weight[x][k] * line[static_cast<size_t>(columns.taps[x][k])];
        out.cells[y * width + x] = sum;
      }
    }
  });
  return out;
}

MapTerrain prepare_terrain(const World& world) {
  MapTerrain t;
  t.grid = world.grid;
  t.look_m = std::max(world.grid.width_m(), world.grid.height_m()) / 8000;
  const auto half = static_cast<float>(world.grid.cell_m / 2);
  Raster<float> height(t.grid), shore(t.grid);
  // Inland there is no sea to be far from.
  const auto farthest = static_cast<float>(t.grid.width_m() + t.grid.height_m());
  float highest = 0;
  for (size_t cell = 0; cell < height.size(); ++cell) {
    const bool island = world.on_island(cell);
    height[cell] = std::max(told_value(layer_of(&World::height_m), world, cell), 0.0F);
    highest = std::max(highest, height[cell]);
    shore[cell] = island ? std::max(std::min(world.coast_m[cell], farthest) - half, half)
                         : -std::max(std::min(world.sea_m[cell], farthest) - half, half);
    t.meets_frame = t.meets_frame || (island && on_rim(t.grid, cell));
  }
  t.highest_m = static_cast<double>(highest);
  t.vertical_factor = 2.6 * std::pow(520.0 * t.look_m / std::max(t.highest_m, 1.0), 0.55);
  t.sun = turned_sun(height, t.look_m);
  t.shore_m = gaussian(shore, std::max(12.5 * t.look_m, 0.8 * t.grid.cell_m));
  t.ripple = ripples(world, t.shore_m, t.look_m);
  t.islet_m = islet_distance(world, std::max(9.4 * t.look_m, 0.6 * t.grid.cell_m));
  t.islet_m2 = areas_of_islets(world);
  t.low_light = gaussian(cell_light(height, t.vertical_factor), 420 * t.look_m, 2.5);
  soften_shore(height, t.shore_m, t.look_m);
  t.slope = gradient_norm(height);
  t.steep = steep_slope(world, t.slope);
  to_spline(height);
  t.height_m = std::move(height);
  return t;
}

}  // namespace fw
