#pragma once

#include <string>
#include <vector>

#include "render/map/scene/atlas.h"
#include "render/plate/panel.h"
#include "render/plate/zoom_windows.h"

namespace fw {

/// A window of the zoom plate with the points that it shows.
struct ZoomPart {
  ZoomWindow window;
  std::vector<const Point*> points;
  double denominator = 0;  ///< of its scale; 0 = everything is shown
};

/// The points in a window whose layers it has: those that it shows, and those left out for want of room.
std::vector<const Point*> points_in_window(const Atlas& atlas, const ZoomWindow& window);

/// Between the contours of such a window (zoom_quadrants.cpp).
double zoom_interval_m(const Atlas& atlas, const ZoomWindow& window);

/// "A", "B", ...
std::string zoom_letter(size_t index);

/// A section of the legend: lists of items below each other.
struct ZoomGroup {
  std::string heading;
  std::vector<std::vector<LegendItem>> lists;
  int columns = 3;
};

/// What is drawn in any of the windows, and nothing else; symbols with their number in the windows.
std::vector<ZoomGroup> zoom_groups(const Atlas& atlas, const std::vector<ZoomPart>& parts);
/// The same as sections, with a note about contours.
std::vector<PanelSection> zoom_legend(const Atlas& atlas, const std::vector<ZoomPart>& parts);

}  // namespace fw
