#include "render/map/danger_hatch.h"

#include <algorithm>
#include <cmath>

namespace fw {
namespace {

/// All pitches divide it, so patterns repeat with it and need no position beyond it.
constexpr double kPeriod = 72;

/// Signed distance to the next multiple of a pitch.
double off_grid(double v, double pitch) {
  return v - pitch * std::round(v / pitch);
}

/// How much of a pixel a stroke of that half width covers at a distance from its middle, in pixels.
float covered(double distance, double half) {
  return static_cast<float>(std::clamp(half + 0.5 - std::abs(distance), 0.0, 1.0));
}

}  // namespace

DangerHatch::DangerHatch(const Atlas& atlas, const MapWindow& window, HatchOf of)
    : classes_(atlas.danger.leaders, std::vector<Rgb>(kDangers), window.metres_per_px),
      scale_(window.device_scale),
      x_shift_(std::fmod(window.west_m / window.metres_per_px / window.device_scale, kPeriod)),
      y_shift_(std::fmod(-window.north_m / window.metres_per_px / window.device_scale, kPeriod)),
      of_(of) {}

/// x and y in units on the ground. Diagonals: distances across them shrink by the root of 2.
float DangerHatch::ink(size_t band, double x, double y) const {
  constexpr double kRoot2 = 0.70710678118654752;
  const auto line = [&](double along, double pitch, double width) {
    return covered(off_grid(along, pitch) * kRoot2 * scale_, width / 2 * scale_);
  };
  const auto dots = [&](double pitch, double radius) {
    const double row = std::round(y / pitch);
    const double shift = static_cast<int64_t>(row) % 2 != 0 ? pitch / 2 : 0;
    const double dx = off_grid(x + shift, pitch), dy = off_grid(y, pitch);
    return covered(std::sqrt(dx * dx + dy * dy) * scale_, radius * scale_);
  };
  if (of_ == HatchOf::black_alone) return 0.42F * line(x + y, 9, 0.9);
  switch (band) {
    case 0:
      return 0.5F * dots(18, 0.8);
    case 1:
      return 0.5F * dots(9, 1.0);
    case 2:
      return 0.45F * line(x + y, 9, 0.8);
    default:
      return 0.55F * std::max(line(x + y, 8, 0.9), line(x - y, 8, 0.9));
  }
}

void DangerHatch::row(const GroundAxes& axes, int y, size_t from, size_t to, float opacity,
                      ColourRow& colours) const {
  constexpr std::array<float, 3> kInk{0x2E, 0x2A, 0x33};
  const auto at = static_cast<size_t>(y);
  const double ground_y = (y + 0.5) / scale_ + y_shift_;
  std::vector<float> share(to);
  for (uint8_t code = of_ == HatchOf::black_alone ? 4 : 1; code <= kDangers; ++code) {
    classes_.shares(axes.columns, axes.rows.first[at], axes.rows.fraction[at], from, to, code, share);
    for (size_t x = from; x < to; ++x) {
      if (share[x] <= 0) continue;
      const double ground_x = (static_cast<double>(x) + 0.5) / scale_ + x_shift_;
      const float a = share[x] * opacity * ink(code - 1U, ground_x, ground_y);
      for (size_t k = 0; k < 3; ++k) colours.plane[k][x] += (kInk[k] - colours.plane[k][x]) * a;
    }
  }
}

}  // namespace fw
