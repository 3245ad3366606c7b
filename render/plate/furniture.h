#pragma once

#include <string>

#include "render/page/painter.h"

namespace fw {

/// A part of the world on the page.
struct PageMap {
  Box box;
  double width_m = 1;

  double units_per_m() const { return box.width() / width_m; }
};

/// Frame line with ticks on four sides at round distances; numbers along the left and lower side if asked.
void draw_frame(const Painter& pen, const PageMap& map, double tick_m, bool numbers);

enum class FurnitureSide { west, east };

/// Alternating scale bar in a lower corner, and the box that symbols and labels keep off.
Box scale_bar_box(const PageMap& map, FurnitureSide side = FurnitureSide::west);
void draw_scale_bar(const Painter& pen, const PageMap& map, FurnitureSide side = FurnitureSide::west);

/// In an upper corner.
Box north_arrow_box(const PageMap& map, FurnitureSide side);
void draw_north_arrow(const Painter& pen, const PageMap& map, FurnitureSide side);

/// Title, subtitle and footer around map and panel, which are so wide and high.
void draw_titles(const Painter& pen, double width, double height, const std::string& title,
                 const std::string& subtitle, const std::string& footer);

/// The largest 1, 2 or 5 times a power of ten that is not above a length.
double round_length(double metres);

}  // namespace fw
