#pragma once

#include <memory>

#include "app/gui/map/compare/map_difference.h"
#include "app/gui/map/map_view.h"

namespace fw {

/// Draws a difference over the map of the first world: ink on the cells, signs where points came, went and
/// moved, a legend. What it drew is kept as an image until the map moves.
MapDecoration difference_decoration(std::shared_ptr<const MapDifference> difference);

}  // namespace fw
