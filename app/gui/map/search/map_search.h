#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/gui/map/map_paint.h"
#include "core/model/world/world.h"

namespace fw {

/// What a search means on a world.
struct MapFound {
  QString title;               ///< "iron_vein-17", "Iron vein", "Elenstrand"
  MapHighlight highlight;      ///< all of it
  std::vector<Vec2> places_m;  ///< to step through, one after the other
  std::vector<size_t> points;  ///< of the places; empty where they are no points
  double least_m = 1200;       ///< how much ground to show around a place
};

/// Finds a point by its id ("iron_vein-17"), points by class (slug or label), by name, by rarity,
/// category ("enemy"), family or owner (id or label of its row), a region, river or lake by name, all
/// rivers, lakes, bridges or fords by these words, or a position ("4100, 4300" in metres east and north).
/// Case does not matter, nor whether words are joined by _. Nothing if nothing is meant.
std::optional<MapFound> search_map(const World& world, const QString& text);

/// Everything that can be typed, best first: regions, names, classes, kinds of points, ids.
QStringList searchable(const World& world);

}  // namespace fw
