#pragma once

#include <string>

#include "render/map/map_frame.h"

namespace fw {

/// Frame line with ticks on four sides at round distances; numbers along the left and lower side if asked.
void draw_frame(const Painter& pen, const MapFrame& frame, double tick_m, bool numbers);

/// Alternating scale bar in the lower left corner; returns the box labels must keep off.
Box scale_bar_box(const MapFrame& frame);
void draw_scale_bar(const Painter& pen, const MapFrame& frame);

Box north_arrow_box(const MapFrame& frame);
void draw_north_arrow(const Painter& pen, const MapFrame& frame);

/// Title, subtitle and footer around the map square.
void draw_titles(const Painter& pen, double width, const std::string& title, const std::string& subtitle,
                 const std::string& footer);

/// The largest 1, 2 or 5 times a power of ten that is not above a length.
double round_length(double metres);

}  // namespace fw
