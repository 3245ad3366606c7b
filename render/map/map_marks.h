#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/model/view.h"
#include "render/map/atlas.h"
#include "render/map/map_window.h"

namespace fw {

/// The layer that shows a point.
MapLayer layer_of(const PointSet& set, const Point& point);
/// Whether a layer is made of symbols.
bool is_marks(MapLayer layer);

/// A point that the picture shows.
struct MapMark {
  const Point* point = nullptr;
  Vec2 at_px;
  double radius_px = 0;
};
/// The points of a layer that a window shows, the more important ones later, thinned where they would crowd:
/// tiles of the ground keep their most important points, the same ones wherever the window lies. Settlements
/// and all strong points always stay.
std::vector<MapMark> marks_of(const Atlas& atlas, MapLayer layer, const MapWindow& window);

/// How large symbols are drawn at the window's scale, relative to their size on the plates.
double mark_scale(const MapWindow& window);

/// Draws a layer's symbols over a window's pixels (opaque).
void paint_marks(const Atlas& atlas, const Palette& palette, const std::vector<MapMark>& marks,
                 double opacity, const MapWindow& window, std::span<uint32_t> argb, const Progress& progress);

/// The point that a click at a place of the picture means: of those the look shows there, the one whose
/// symbol's middle is nearest, within its radius and `slack_px` more. An index into PointSet::points.
std::optional<size_t> mark_at(const Atlas& atlas, std::span<const ViewLayer> layers, const MapWindow& window,
                              Vec2 px, double slack_px);

}  // namespace fw
