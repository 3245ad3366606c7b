#pragma once

#include <string>

#include "render/page/painter.h"

namespace fw {

/// A square of the island on the page.
struct MapSquare {
  Box box;
  double side_m = 1;

  double units_per_m() const { return box.width() / side_m; }
};

/// Frame line with ticks on four sides at round distances; numbers along the left and lower side if asked.
void draw_frame(const Painter& pen, const MapSquare& map, double tick_m, bool numbers);

/// Alternating scale bar in the lower left corner, and the box that symbols and labels keep off.
Box scale_bar_box(const MapSquare& map);
void draw_scale_bar(const Painter& pen, const MapSquare& map);

Box north_arrow_box(const MapSquare& map);
void draw_north_arrow(const Painter& pen, const MapSquare& map);

/// Title, subtitle and footer around the map square.
void draw_titles(const Painter& pen, double width, const std::string& title, const std::string& subtitle,
                 const std::string& footer);

/// The largest 1, 2 or 5 times a power of ten that is not above a length.
double round_length(double metres);

}  // namespace fw
