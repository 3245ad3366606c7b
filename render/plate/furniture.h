#pragma once

#include <string>
#include <vector>

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

/// Alternating scale bar at the lower side, and the box that symbols and labels keep off. `across`: where
/// between the western (0) and the eastern corner (1).
Box scale_bar_box(const PageMap& map, double across = 0);
void draw_scale_bar(const Painter& pen, const PageMap& map, double across = 0);
/// A figure of a scale bar.
struct BarFigure {
  std::string text;
  double x = 0;  ///< of its middle, from the bar's start
};
/// Figures at a quarter, the half and the end: as many as stand clear of each other.
std::vector<BarFigure> bar_figures(Typesetter& type, double total_m, double length);

/// At the upper side.
Box north_arrow_box(const PageMap& map, double across);
void draw_north_arrow(const Painter& pen, const PageMap& map, double across);

/// Title, subtitle and footer around map and panel, which are so wide and high.
void draw_titles(const Painter& pen, double width, double height, const std::string& title,
                 const std::string& subtitle, const std::string& footer);

/// The largest 1, 2 or 5 times a power of ten that is not above a length.
double round_length(double metres);

}  // namespace fw
