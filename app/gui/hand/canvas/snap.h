#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/hand/hand.h"
#include "render/map/scene/atlas.h"

namespace fw {

/// What a place can snap to, the first before the others.
enum class SnapTo : uint8_t { point, vertex, edge, track, coast, border };

struct Snap {
  Vec2 place_m;
  SnapTo to = SnapTo::point;
  std::string id;  ///< of the pin's row, where it is one
};
QString snap_word(SnapTo to);

/// Corners and edges of what is drawn by hand.
struct SnapShapes {
  std::vector<Vec2> pins_m;
  std::vector<std::string> pin_ids;
  std::vector<std::vector<Vec2>> lines_m;  ///< closed rings repeat their first place
};
SnapShapes snap_shapes(const Hand& hand);

/// The nearest thing within reach: points and corners before lines. `points_m`: the points on show.
std::optional<Snap> snap_place(Vec2 place_m, double reach_m, const SnapShapes& shapes,
                               const std::vector<Vec2>& points_m, const Atlas* atlas);

}  // namespace fw
