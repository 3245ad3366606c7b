#pragma once

#include <string_view>
#include <vector>

#include "render/map/plate_style.h"
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
  std::string_view title;
  int cost_ms = 0;  ///< of one thread, before encoding: only the order in which pages are begun depends on it
  std::vector<SectionMaker> sections;
};
const PlateView& plate_view(View view);

/// The whole island with its panel.
Result<Done> draw_island(const Sheet& sheet, View view, const GroundPixels& ground);
/// Four windows on the most crowded places, with a locator over the panel.
Result<Done> draw_zoom_quadrants(const Sheet& sheet);

}  // namespace fw
