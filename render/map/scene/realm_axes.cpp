#include "render/map/scene/realm_axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/exact/exact_math.h"
#include "core/field/filter.h"

namespace fw {
namespace {

constexpr double kMostAxisTurn = 0.55;  // rad from level: steeper names are hard to read
constexpr double kCutEnds = 0.04;   // of the ground, at either end of the axis
constexpr int kSlices = 12;
constexpr double kMostSlope = 0.25, kMostAxisBend = 0.30;  // bend: over the span
constexpr size_t kLeastCells = 40;

/// A cell's place along and across the axis.
struct Place {
  double u, v;
};

/// Least squares of v = a + b u + c u^2 through points with weights; nothing where they lie on fewer than
/// three places.
std::optional<std::array<double, 3>> parabola(const std::vector<Place>& points,
                                              const std::vector<double>& weights, double unit) {
  double sums[3][4] = {};
  for (size_t k = 0; k < points.size(); ++k) {
    const double u = points[k].u / unit;
    const std::array<double, 3> powers{1, u, u * u};
    for (size_t i = 0; i < 3; ++i) {
      for (size_t j = 0; j < 3; ++j) sums[i][j] += weights[k] * powers[i] * powers[j];
      sums[i][3] += weights[k] * powers[i] * points[k].v;
    }
  }
  for (size_t i = 0; i < 3; ++i) {
    if (std::fabs(sums[i][i]) < 1e-9) return std::nullopt;
    for (size_t j = i + 1; j < 3; ++j) {
      const double q = sums[j][i] / sums[i][i];
      for (size_t l = i; l < 4; ++l) sums[j][l] -= q * sums[i][l];
    }
  }
  std::array<double, 3> out{};
  for (size_t i = 3; i-- > 0;) {
    out[i] = sums[i][3];
    for (size_t j = i + 1; j < 3; ++j) out[i] -= sums[i][j] * out[j];
    out[i] /= sums[i][i];
  }
  return std::array<double, 3>{out[0], out[1] / unit, out[2] / (unit * unit)};
}

/// The axis of most spread, by second moments of the places about their middle.
double angle_of(const std::vector<Vec2>& places) {
  double xx = 0, yy = 0, xy = 0;
  for (const Vec2 p : places) xx += p.x * p.x, yy += p.y * p.y, xy += p.x * p.y;
  return std::clamp(0.5 * std::atan2(2 * xy, xx - yy), -kMostAxisTurn, kMostAxisTurn);
}

void fit_middle_line(const std::vector<Place>& places, RealmAxis& axis) {
  std::vector<Place> middles(kSlices, Place{0, 0});
  std::vector<double> weights(kSlices, 0);
  for (const Place& p : places) {
    const auto slice = static_cast<int>(std::floor((p.u - axis.from_m) / axis.span_m() * kSlices));
    if (slice < 0 || slice >= kSlices) continue;
    middles[static_cast<size_t>(slice)].v += p.v;
    weights[static_cast<size_t>(slice)] += 1;
  }
  for (size_t k = 0; k < middles.size(); ++k) {
    middles[k].u = axis.from_m + axis.span_m() * (static_cast<double>(k) + 0.5) / kSlices;
    if (weights[k] > 0) middles[k].v /= weights[k];
  }
  const auto fitted = parabola(middles, weights, axis.span_m());
  if (!fitted) return;
  axis.a_m = (*fitted)[0];
  axis.b = std::clamp((*fitted)[1], -kMostSlope, kMostSlope);
  axis.c_per_m = std::clamp((*fitted)[2], -kMostAxisBend / axis.span_m(), kMostAxisBend / axis.span_m());
}

/// `cells`: centres of the piece, x to the east, y to the south.
RealmAxis axis_of(std::vector<Vec2> cells, double cell_area_m2) {
  RealmAxis axis;
  if (cells.size() < kLeastCells) return axis;
  Vec2 middle;
  for (const Vec2 p : cells) middle = middle + p;
  middle = middle * (1.0 / static_cast<double>(cells.size()));
  for (Vec2& p : cells) p = p - middle;
  axis.angle = angle_of(cells);
  const exact::SinCos turn = exact::sincos(axis.angle);
  axis.along = {turn.cos, turn.sin};
  std::vector<Place> places;
  std::vector<double> along;
  for (const Vec2 p : cells) {
    const Vec2 across = axis.across();
    places.push_back({p.x * axis.along.x + p.y * axis.along.y, p.x * across.x + p.y * across.y});
    along.push_back(places.back().u);
  }
  std::sort(along.begin(), along.end());
  const auto cut = static_cast<size_t>(kCutEnds * static_cast<double>(along.size()));
  axis.from_m = along[cut];
  axis.to_m = along[along.size() - 1 - cut];
  if (axis.span_m() <= 0) return axis;
  axis.area_m2 = cell_area_m2 * static_cast<double>(cells.size());
  axis.middle_m = {middle.x, -middle.y};
  fit_middle_line(places, axis);
  return axis;
}

}  // namespace

std::vector<RealmAxis> realm_axes(const World& world) {
  const size_t count = world.vocabulary.factions.size();
  std::vector<RealmAxis> axes(count);
  if (world.faction.size() != world.land.size() || count == 0) return axes;
  Raster<uint8_t> owners(world.grid);
  for (size_t cell = 0; cell < owners.size(); ++cell)
    owners[cell] = world.on_island(cell) ? world.faction[cell] : uint8_t{0};
  const Components pieces = label_components(owners);
  std::vector<int32_t> largest(count, -1);
  for (size_t k = 0; k < pieces.cells.size(); ++k) {
    if (pieces.label[k] == 0 || pieces.label[k] > count) continue;
    int32_t& best = largest[pieces.label[k] - 1U];
    if (best < 0 || pieces.cells[k] > pieces.cells[static_cast<size_t>(best)]) best = static_cast<int32_t>(k);
  }
  std::vector<std::vector<Vec2>> cells(count);
  for (size_t cell = 0; cell < owners.size(); ++cell)
    if (owners[cell] > 0 && owners[cell] <= count && pieces.id[cell] == largest[owners[cell] - 1U]) {
      const Vec2 at = world.grid.centre(cell);
      cells[owners[cell] - 1U].push_back({at.x, -at.y});
    }
  for (size_t k = 0; k < count; ++k)
    if (world.vocabulary.factions[k].role != FactionRole::neutral)
      axes[k] = axis_of(std::move(cells[k]), world.grid.cell_m * world.grid.cell_m);
  return axes;
}

}  // namespace fw
