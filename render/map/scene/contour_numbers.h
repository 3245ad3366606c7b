#pragma once

#include <functional>
#include <vector>

#include "render/map/scene/contours.h"
#include "render/map/scene/line_labels.h"

namespace fw {

/// What the numbers of contours keep off, units of the window.
struct NumberObstacles {
  Box frame;                            ///< numbers stay inside
  std::vector<Box> taken;               ///< names, symbols, furniture
  std::function<bool(Vec2)> busy = {};  ///< lines and water, where a number would not be read
};

/// Sets the heights on index contours, their tops towards the higher ground: on each line of 22 mm or more,
/// one in 75 mm, where it bends little, lies level on the page and is not upside down. The lines are cut
/// there.
std::vector<LineLabel> number_contours(Contours& contours, const MapWindow& window, double unit_mm,
                                       const TextStyle& style, NumberObstacles obstacles, Typesetter& type);

}  // namespace fw
