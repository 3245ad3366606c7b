#pragma once

#include <vector>

#include "render/map/list/display_list.h"
#include "render/map/scene/contours.h"

namespace fw {

// What the layer of contours puts into a display list: lines, their numbers, heights of summits.

/// Those of the list's window, at the interval that its scale has room for.
Contours contours_of(const DisplayList& list);
std::vector<MapStroke> contour_strokes(const DisplayList& list, const StyledLayer& layer,
                                       const Contours& contours);
/// Triangles on the summits, none where a badge stands, and their heights, which later labels keep off.
void add_spot_heights(const DisplayList& list, LabelLayout& layout, MapItem& item);
/// Numbers on the lines, which are cut there, off everything that the layout has. On paper only: on a screen
/// they would move along their lines with the window.
void add_contour_numbers(const DisplayList& list, const LabelLayout& layout, Typesetter& type,
                         Contours& contours, MapItem& item);

}  // namespace fw
