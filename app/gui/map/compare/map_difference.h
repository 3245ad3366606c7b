#pragma once

#include <QImage>
#include <QString>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/gui/map/map_view.h"
#include "core/measure/world_diff.h"
#include "core/model/world/world.h"
#include "render/map/scene/map_window.h"

namespace fw {

/// What changed from one world to another, for a map.
struct MapDifference {
  struct Move {
    Vec2 from_m, to_m;
  };
  bool comparable = true;  ///< false: the frames differ in size, so that no cell and no place was compared
  QImage cells;            ///< premultiplied, one pixel a cell of the first world: ink where a layer differs
  MapWindow window;        ///< where the cells lie
  std::vector<Vec2> added_m, gone_m;
  std::vector<Move> moved;
  WorldDiff figures;
};
/// `only`: the one layer whose cells are inked; nothing: all masks and class layers.
MapDifference map_difference(const World& before, const World& after, const WorldLayer* only = nullptr);

/// One line in the reader's language: shares of the layers that differ, points added, gone and moved.
QString difference_text(const MapDifference& difference);

/// Draws a difference over the map of the first world: ink on the cells, signs where points came, went and
/// moved, a legend. What it drew is kept as an image until the map moves.
MapDecoration difference_decoration(std::shared_ptr<const MapDifference> difference);

}  // namespace fw
