#include "render/map/scene/turned_sun.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/field/filter.h"

namespace fw {
namespace {

constexpr double kTensorSigma_m = 260, kTurnSigma_m = 130;  // in a frame of 8 km
constexpr double kCells_m = 65;                             // a quarter of the sigma is fine enough
constexpr double kAzimuth = 315 * std::numbers::pi / 180, kMostTurn = 25 * std::numbers::pi / 180;
constexpr double kFullCoherence = 1 / 1.6;  // from here on the whole turn is taken

/// Structure tensor of the gradient: sums of products over each coarse cell.
struct Tensor {
  Raster<float> xx, yy, xy;
};

Tensor tensor_of(const Raster<float>& height, int cells) {
  const GridSpec& g = height.grid;
  const auto coarse_of = [cells](int n) { return std::max((n + cells - 1) / cells, 2); };  // to lead between
  const GridSpec coarse{coarse_of(g.columns), coarse_of(g.rows), g.cell_m * cells};
  Tensor t{Raster<float>(coarse), Raster<float>(coarse), Raster<float>(coarse)};
  for (int r = 0; r < g.rows; ++r)
    for (int c = 0; c < g.columns; ++c) {
      const float gx = height.at(std::min(c + 1, g.columns - 1), r) - height.at(std::max(c - 1, 0), r);
      const float gy = height.at(c, std::max(r - 1, 0)) - height.at(c, std::min(r + 1, g.rows - 1));
      const size_t cell = coarse.index(c / cells, r / cells);
      t.xx[cell] += gx * gx;
      t.yy[cell] += gy * gy;
      t.xy[cell] += gx * gy;
    }
  return t;
}

/// How far the light turns at a place, radians clockwise.
double turn_at(double xx, double yy, double xy) {
  const double trace = xx + yy;
  if (!(trace > 0)) return 0;
  const double coherence = std::sqrt((xx - yy) * (xx - yy) + 4 * xy * xy) / trace;
  const double uphill = 0.5 * exact::atan2(2 * xy, xx - yy);  // from east, counterclockwise
  double off = std::numbers::pi / 2 - uphill - kAzimuth;
  off -= std::numbers::pi * std::round(off / std::numbers::pi);  // a ridge has no front
  return std::clamp(off, -kMostTurn, kMostTurn) * std::min(1.0, coherence / kFullCoherence);
}

}  // namespace

TurnedSun turned_sun(const Raster<float>& height_m, double look_m) {
  const int cells = std::max(1, static_cast<int>(kCells_m * look_m / height_m.grid.cell_m));
  Tensor t = tensor_of(height_m, cells);
  for (Raster<float>* part : {&t.xx, &t.yy, &t.xy}) *part = gaussian(*part, kTensorSigma_m * look_m);
  Raster<float> turn(t.xx.grid);
  for (size_t i = 0; i < turn.size(); ++i)
    turn[i] = static_cast<float>(
        turn_at(static_cast<double>(t.xx[i]), static_cast<double>(t.yy[i]), static_cast<double>(t.xy[i])));
  turn = gaussian(turn, kTurnSigma_m * look_m);
  TurnedSun sun{cells, Raster<float>(turn.grid), Raster<float>(turn.grid)};
  for (size_t i = 0; i < turn.size(); ++i) {
    const auto [sin, cos] = exact::sincos(kAzimuth + static_cast<double>(turn[i]));
    sun.east[i] = static_cast<float>(sin);
    sun.north[i] = static_cast<float>(cos);
  }
  return sun;
}

}  // namespace fw
