#include "core/field/line_of_sight.h"

#include <algorithm>
#include <cmath>

#include "core/field/filter.h"

namespace fw {
namespace {

constexpr double kTouch_m = 0.01;

double surface_at(const Raster<float>& height_m, Vec2 at) {
  return std::max(static_cast<double>(bilinear(height_m, at)), 0.0);
}

}  // namespace

SightClearance line_of_sight(const SightEnds& ends, const Raster<float>& height_m) {
  const double eye_m = surface_at(height_m, ends.from) + ends.from_m;
  const double target_m = surface_at(height_m, ends.to) + ends.to_m;
  SightClearance out;
  out.length_m = out.visible_m = std::sqrt(squared_distance(ends.from, ends.to));
  out.clearance_m = std::min(ends.from_m, ends.to_m);
  out.least_at_m = ends.from_m <= ends.to_m ? 0 : out.length_m;
  const auto steps = static_cast<int64_t>(std::ceil(out.length_m / (height_m.grid.cell_m / 2)));
  for (int64_t i = 1; i < steps; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(steps);
    const Vec2 at = ends.from + (ends.to - ends.from) * t;
    const double clear_m = eye_m + (target_m - eye_m) * t - surface_at(height_m, at);
    if (clear_m < -kTouch_m) out.visible_m = std::min(out.visible_m, t * out.length_m);
    if (clear_m >= out.clearance_m) continue;
    out.clearance_m = clear_m;
    out.least_at_m = t * out.length_m;
  }
  return out;
}

}  // namespace fw
