#pragma once

#include <string>
#include <vector>

#include "render/map/scene/plate_style.h"
#include "render/plate/panel.h"
#include "render/plate/sheet.h"

namespace fw {

/// What a panel is made from: the map, and what one plate shows of it.
struct PanelInput {
  const Atlas& atlas;
  const DisplayList& shown;
};
using SectionMaker = PanelSection (*)(const PanelInput&);

/// A plate of one map; its layers are plate_layers(view).
struct PlateView {
  std::string (*title)(const Vocabulary&);
  int cost_ms = 0;  ///< of one thread, before encoding: only the order in which pages are begun depends on it
  std::vector<SectionMaker> sections;
  double (*contour_interval_m)(const Atlas&) = nullptr;  ///< of the view's contours, where it has some
};
const PlateView& plate_view(View view);

/// Where the parts of a view's page stand, with columns enough for its panel; `windows`: of the zoom plate.
PageLayout layout_of(const Atlas& atlas, View view, const std::vector<ZoomWindow>& windows);

/// Where scale bar and north arrow hide least, as shares of the way from west to east: the same on all plates
/// of a world, and of a window by its corner's place.
struct FurnitureSides {
  double scale_bar = 0, north_arrow = 1;
};
FurnitureSides furniture_sides(const Atlas& atlas, const PageMap& map, Vec2 south_west_m = {});

/// The whole frame with its panel. The sections that have no room on a sheet come back.
Result<std::vector<PanelSection>> draw_frame_view(const Sheet& sheet, View view, const GroundPixels& ground);
/// Draws what has room, on a sheet at full size, and returns the rest.
std::vector<PanelSection> draw_sections(const Sheet& sheet, std::vector<PanelSection> sections);
/// The area of such a map.
PlateArea frame_area(const PlateStyle& style, const GridSpec& frame);
/// Four windows on the most crowded places, with a locator over the panel.
Result<std::vector<PanelSection>> draw_zoom_quadrants(const Sheet& sheet);
/// Side of a window of that page, in units.
double zoom_window_units(const PageLayout& layout);
/// The landscape with its pins and names, scale bar and north arrow below it.
Result<Done> draw_oblique(const Sheet& sheet);
PageLayout oblique_layout(const Atlas& atlas);
/// From where it is seen, for the page's subtitle, and the N of its scale 1:N along the picture's rows.
std::string oblique_caption(const Atlas& atlas);
double oblique_scale(const Atlas& atlas);
/// The page of the four windows, before columns are added, and its panel with every symbol that may be shown.
PageLayout zoom_layout(const Atlas& atlas);
std::vector<PanelSection> zoom_sections(const Atlas& atlas, const std::vector<ZoomWindow>& windows);

}  // namespace fw
