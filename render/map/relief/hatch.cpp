#include "render/map/relief/hatch.h"

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

Hatch::Hatch(const Leaders& classes, std::vector<Entry> entries, const GroundAxes& axes,
             const MapWindow& window)
    : classes_(classes, axes, window.metres_per_px),
      entries_(std::move(entries)),
      scale_(window.device_scale),
      x_shift_(std::fmod(window.west_m / window.metres_per_px / window.device_scale, kPeriod)),
      y_shift_(std::fmod(-window.north_m / window.metres_per_px / window.device_scale, kPeriod)) {}

/// x and y in units on the ground. Diagonals: distances across them shrink by the root of 2.
float Hatch::ink(const HatchStyle& style, double x, double y) const {
  constexpr double kRoot2 = 0.70710678118654752;
  const double pitch = style.pitch;
  const auto line = [&](double along) {
    return covered(off_grid(along, pitch) * kRoot2 * scale_, style.size / 2 * scale_);
  };
  const auto alpha = static_cast<float>(style.alpha);
  switch (style.pattern) {
    case HatchStyle::Pattern::lines:
      return alpha * line(x + y);
    case HatchStyle::Pattern::crossed:
      return alpha * std::max(line(x + y), line(x - y));
    case HatchStyle::Pattern::waves: {
      const double crest = pitch / 6 * std::sin(6.283185307179586 * x / (2 * pitch));
      return alpha * covered(off_grid(y + crest, pitch) * scale_, style.size / 2 * scale_);
    }
    case HatchStyle::Pattern::dots:
    case HatchStyle::Pattern::tufts:
    case HatchStyle::Pattern::stipple:
      break;
  }
  // Every second row is shifted by half a pitch.
  const auto row = static_cast<int64_t>(std::round(y / pitch));
  const double shift = row % 2 != 0 ? pitch / 2 : 0;
  double dx = off_grid(x + shift, pitch), dy = off_grid(y, pitch);
  if (style.pattern == HatchStyle::Pattern::tufts) {
    // Three blades that spread from a foot.
    const double up = 0.15 * pitch - dy, spread = 0.45 * std::max(up, 0.0);
    if (up < 0 || up > 0.3 * pitch) return 0;
    const double off = std::min({std::abs(dx), std::abs(dx - spread), std::abs(dx + spread)});
    return alpha * covered(off * scale_, style.size / 2 * scale_);
  }
  if (style.pattern == HatchStyle::Pattern::stipple) {
    // Off the lattice by steps that differ from dot to dot.
    const auto column = static_cast<int64_t>(std::round((x + shift) / pitch));
    const auto step = [pitch](int64_t n) { return 0.1 * pitch * static_cast<double>((n % 3 + 3) % 3); };
    dx += step(column * 2 + row);
    dy += step(column + row * 2);
  }
  return alpha * covered(std::sqrt(dx * dx + dy * dy) * scale_, style.size * scale_);
}

void Hatch::row(int y, size_t from, size_t to, float opacity, ColourRow& colours) const {
  constexpr std::array<double, 3> kInk{kHatchInk.r, kHatchInk.g, kHatchInk.b};
  const double ground_y = (y + 0.5) / scale_ + y_shift_;
  std::vector<float> share(to);
  for (const auto& [code, style] : entries_) {
    classes_.shares(y, from, to, code, share);
    for (size_t x = from; x < to; ++x) {
      if (share[x] <= 0) continue;
      const double ground_x = (static_cast<double>(x) + 0.5) / scale_ + x_shift_;
      const float a = share[x] * opacity * ink(style, ground_x, ground_y);
      for (size_t i = 0; i < 3; ++i)
        colours.plane[i][x] += (static_cast<float>(kInk[i] * 255) - colours.plane[i][x]) * a;
    }
  }
}

}  // namespace fw
