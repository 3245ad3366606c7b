#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/geometry.h"

namespace fw {

/// The rectangle of the world that a map picture shows. Pixels are those of the picture (device pixels),
/// x to the right, y down, (0, 0) at the top left corner of the first one.
struct MapWindow {
  double west_m = 0;
  double north_m = 0;
  double metres_per_px = 16;
  int width_px = 0;
  int height_px = 0;
  double device_scale = 1;  ///< pixels per unit of line widths, symbols and letters

  Vec2 to_px(Vec2 m) const { return {(m.x - west_m) / metres_per_px, (north_m - m.y) / metres_per_px}; }
  Vec2 to_m(Vec2 px) const { return {west_m + px.x * metres_per_px, north_m - px.y * metres_per_px}; }
  double width_m() const { return width_px * metres_per_px; }
  double height_m() const { return height_px * metres_per_px; }
  Vec2 centre_m() const { return to_m({0.5 * width_px, 0.5 * height_px}); }

  friend bool operator==(const MapWindow&, const MapWindow&) = default;
};

/// The whole frame (width, height) centred, `margin` of the picture left free on each side at least.
inline MapWindow fit_window(Vec2 frame_m, int width_px, int height_px, double device_scale = 1,
                            double margin = 0.03) {
  const auto room = [margin](int px) { return std::max(1.0, (1 - 2 * margin) * px); };
  const double metres_per_px = std::max(frame_m.x / room(width_px), frame_m.y / room(height_px));
  MapWindow w{0, 0, metres_per_px, width_px, height_px, device_scale};
  w.west_m = 0.5 * (frame_m.x - w.width_m());
  w.north_m = 0.5 * (frame_m.y + w.height_m());
  return w;
}

/// The same picture size at another scale; what lies under `px` stays there.
inline MapWindow zoomed_at(MapWindow w, Vec2 px, double metres_per_px) {
  const Vec2 held = w.to_m(px);
  w.metres_per_px = metres_per_px;
  w.west_m = held.x - px.x * metres_per_px;
  w.north_m = held.y + px.y * metres_per_px;
  return w;
}

/// The content moved by a number of pixels.
inline MapWindow moved_by(MapWindow w, Vec2 px) {
  w.west_m -= px.x * w.metres_per_px;
  w.north_m += px.y * w.metres_per_px;
  return w;
}

inline MapWindow centred_on(MapWindow w, Vec2 m) {
  w.west_m = m.x - 0.5 * w.width_m();
  w.north_m = m.y + 0.5 * w.height_m();
  return w;
}

}  // namespace fw
