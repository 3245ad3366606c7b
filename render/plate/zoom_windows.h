#pragma once

#include <string>
#include <vector>

#include "core/model/world.h"
#include "render/map/display_list.h"

namespace fw {

enum class ZoomTheme { resources, enemies, landmarks, expedition };

/// A square window of the zoom plate.
struct ZoomWindow {
  ZoomTheme theme = ZoomTheme::resources;
  std::string title;
  Vec2 centre_m;
  double side_m = 2000;
};

/// Windows on the densest resources, enemies and landmarks and on an expedition, far enough apart to overlap
/// little. A theme without points is left out; on a small island the windows shrink to a quarter of its side.
std::vector<ZoomWindow> pick_zoom_windows(const World& world);

/// What such a window shows.
const std::vector<StyledLayer>& zoom_layers(ZoomTheme theme);

}  // namespace fw
