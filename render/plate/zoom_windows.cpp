#include "render/plate/zoom_windows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/field/filter.h"

namespace fw {
namespace {

float weight_of(ZoomTheme theme, const Point& p, const PointClassInfo& c) {
  constexpr std::array<float, 4> kTier{1.0F, 1.0F, 1.6F, 4.0F};
  constexpr std::array<float, 5> kRarity{1.0F, 1.0F, 2.0F, 4.0F, 8.0F};
  switch (theme) {
    case ZoomTheme::resources:
      return c.category == Category::resource ? kTier[static_cast<size_t>(c.tier)] : 0.0F;
    case ZoomTheme::enemies:
      return c.category == Category::enemy ? kRarity[static_cast<size_t>(p.rarity)] : 0.0F;
    case ZoomTheme::landmarks:
      return c.category == Category::landmark ? 1.0F : 0.0F;
    case ZoomTheme::expedition:
      return c.category == Category::landmark && c.landmark == LandmarkKind::expedition ? 1.0F : 0.0F;
  }
  return 0.0F;
}

std::string title_of(ZoomTheme theme) {
  constexpr std::array kTitles{"Resource peak", "Enemy peak", "Landmark cluster", "Expedition"};
  return kTitles[static_cast<size_t>(theme)];
}

}  // namespace

std::vector<ZoomWindow> pick_zoom_windows(const World& world) {
  const GridSpec& g = world.grid;
  const double side_m = std::min(2000.0, g.width_m() / 4);
  const double half = side_m / 2, apart = 0.95 * side_m;
  std::vector<ZoomWindow> windows;
  for (const ZoomTheme theme :
       {ZoomTheme::resources, ZoomTheme::enemies, ZoomTheme::landmarks, ZoomTheme::expedition}) {
    Raster<float> weight(g);
    bool any = false;
    for (const Point& p : world.points.points) {
      const float w = weight_of(theme, p, world.points.class_of(p));
      if (w == 0) continue;
      weight[g.cell_at(p.position_m)] += w;
      any = true;
    }
    if (!any) continue;
    const Raster<float> density = gaussian(weight, 0.156 * side_m);
    double best = 0;
    Vec2 centre;
    for (size_t cell = 0; cell < density.size(); ++cell) {
      if (density[cell] <= best || world.coast_m[cell] <= 0.125 * side_m || !world.on_island(cell)) continue;
      const Vec2 at = g.centre(cell);
      if (at.x < half || at.y < half || at.x > g.width_m() - half || at.y > g.height_m() - half) continue;
      const bool clear = std::all_of(windows.begin(), windows.end(), [&](const ZoomWindow& w) {
        return std::max(std::fabs(at.x - w.centre_m.x), std::fabs(at.y - w.centre_m.y)) >= apart;
      });
      if (!clear) continue;
      best = density[cell];
      centre = at;
    }
    if (best > 0) windows.push_back({theme, title_of(theme), centre, side_m});
  }
  return windows;
}

}  // namespace fw
