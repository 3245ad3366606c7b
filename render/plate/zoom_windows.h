#pragma once

#include <string>
#include <vector>

#include "core/model/world/world.h"
#include "render/map/list/display_list.h"

namespace fw {

enum class ZoomTheme { resources, enemies, landmarks, strong };

/// A square window of the zoom plate.
struct ZoomWindow {
  ZoomTheme theme = ZoomTheme::resources;
  std::string title;
  Vec2 centre_m;
  double side_m = 2000;
};

/// Side of the windows of a world.
double zoom_side_m(const GridSpec& frame);

/// Windows on the densest resources, enemies and landmarks and on the foremost strong landmarks, far enough
/// apart to overlap little. A theme without points is left out. Windows are 2 km wide, on a small frame at
/// most a quarter of its longer side, on a large one a tenth. Where the densest landmarks are fewer than
/// eight, the window shows as many named ones as one can.
std::vector<ZoomWindow> pick_zoom_windows(const World& world);

/// What such a window shows.
const std::vector<StyledLayer>& zoom_layers(ZoomTheme theme);

}  // namespace fw
