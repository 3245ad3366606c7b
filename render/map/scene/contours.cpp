#include "render/map/scene/contours.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/base/parallel/parallel.h"

namespace fw {
namespace {

constexpr int kIndexEvery = 5;
constexpr double kApart_mm = 0.45;
constexpr double kBeyond_px = 8;  // around the window, so that no line ends at its edge

double ground_length(const Polyline& line) {
  double sum = 0;
  for (size_t i = 1; i < line.points.size(); ++i)
    sum += std::sqrt(squared_distance(line.points[i - 1], line.points[i]));
  return sum;
}

/// A lattice over what the window shows of the frame; its places do not move with the window.
MapWindow lattice_of(const MapTerrain& terrain, const MapWindow& w, double spacing_m) {
  const double beyond = kBeyond_px * w.metres_per_px + spacing_m;
  const GridSpec& g = terrain.grid;
  const auto from = [&](double low_m) {
    return std::floor((std::max(low_m - beyond, 0.0) - spacing_m) / spacing_m);
  };
  const auto to = [&](double high_m, double side_m) {
    return std::ceil((std::min(high_m + beyond, side_m) + spacing_m) / spacing_m);
  };
  const double west = from(w.west_m), east = to(w.west_m + w.width_m(), g.width_m());
  const double south = from(w.north_m - w.height_m()), north = to(w.north_m, g.height_m());
  return {west * spacing_m, north * spacing_m, spacing_m, std::max(static_cast<int>(east - west), 2),
          std::max(static_cast<int>(north - south), 2)};
}

/// The signed distance from the shore at the same places.
Raster<float> shore_at(const MapTerrain& terrain, const MapWindow& lattice) {
  const AxisSampling columns = sample_columns(terrain.grid, lattice),
                     rows = sample_rows(terrain.grid, lattice);
  Raster<float> out(GridSpec{lattice.width_px, lattice.height_px, lattice.metres_per_px});
  parallel_for(static_cast<size_t>(lattice.height_px), 32, [&](size_t begin, size_t end) {
    for (size_t y = begin; y < end; ++y)
      read_row(terrain.shore_m, columns, rows, y, &out.cells[y * columns.first.size()]);
  });
  return out;
}

}  // namespace

double contour_interval_m(const MapTerrain& terrain, double metres_per_mm) {
  constexpr double kIntervals_m[]{5, 10, 20, 50, 100, 200, 500};
  for (const double interval_m : kIntervals_m)
    if (interval_m >= kApart_mm * metres_per_mm * terrain.steep) return interval_m;
  return std::end(kIntervals_m)[-1];
}

Contours cut_contours(const MapTerrain& terrain, const MapWindow& window, double interval_m, double least_m) {
  Contours out{interval_m, std::max(2 * window.metres_per_px, terrain.grid.cell_m / 3), {}};
  if (!(terrain.highest_m > interval_m) || terrain.grid.cells() == 0) return out;
  const MapWindow lattice = lattice_of(terrain, window, out.spacing_m);
  const Raster<float> height = surface_heights(terrain, lattice), shore = shore_at(terrain, lattice);
  const Vec2 corner{lattice.west_m, lattice.north_m - lattice.height_m()};
  const float highest = *std::max_element(height.cells.begin(), height.cells.end());
  const auto levels = static_cast<size_t>(static_cast<double>(std::max(highest, 0.0F)) / interval_m);
  std::vector<Polylines> by_level(levels);
  parallel_for(levels, 1, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      const auto level = static_cast<float>(interval_m * static_cast<double>(k + 1));
      by_level[k] = clipped_to(contour_lines(height, level), shore, 0);
    }
  });
  for (size_t k = 0; k < levels; ++k)
    for (Polyline& line : by_level[k]) {
      if (line.points.size() < 2 || ground_length(line) < least_m) continue;
      for (Vec2& p : line.points) p = p + corner;
      out.lines.push_back(
          {std::move(line), interval_m * static_cast<double>(k + 1), (k + 1) % kIndexEvery == 0});
    }
  return out;
}

}  // namespace fw
