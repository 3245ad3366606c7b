#pragma once

#include <string>
#include <vector>

#include "render/map/scene/atlas.h"
#include "render/map/scene/labels.h"
#include "render/map/scene/map_window.h"

namespace fw {

/// A letter on its baseline, units; the angle turns it clockwise from level.
struct PlacedLetter {
  std::string text;
  Vec2 at;
  double angle = 0;
};

/// The square about a letter's middle, `half` of the letter's size to each side.
Box letter_box(const PlacedLetter& letter, double size, double half);

/// A name whose letters follow a line.
struct LineLabel {
  TextStyle style;
  std::vector<PlacedLetter> letters;
};

/// A name along a line (units): above or below it, read from west to east, where it bends least. Nothing
/// where no stretch is gentle and free enough. The layout keeps later labels off its letters.
bool place_along(const std::string& text, const TextStyle& style, const std::vector<Vec2>& line,
                 double line_half_width, LabelLayout& layout, Typesetter& type, LineLabel& out);

/// The names of the longest rivers that a window shows. `pt`: units of a point of type.
std::vector<LineLabel> river_names(const Atlas& atlas, const MapWindow& window, double denominator, double pt,
                                   LabelLayout& layout, Typesetter& type);

void draw_line_labels(const Painter& pen, const std::vector<LineLabel>& labels, double opacity = 1);

}  // namespace fw
