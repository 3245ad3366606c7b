#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/place_kinds.h"

namespace fw {

/// A named part of the land or the sea (docs/world.md, places).
struct NamedPlace {
  PlaceKind kind = PlaceKind::summit;
  std::string name;          ///< never empty
  std::string culture;       ///< id of the row of `names` that it was formed by; "" = named by hand
  Vec2 at_m;                 ///< where its name stands: summit, saddle, innermost point
  double size_m = 0;         ///< length of lines, square root of the area of areas, prominence of summits
  double height_m = 0;       ///< of the ground at `at_m`; 0 at sea
  std::vector<Vec2> line_m;  ///< ranges, valleys, straits: from end to end; else empty
  int number = 0;            ///< from 1 in the natural order; 0: added by hand
  std::string hand;          ///< id of the row that added or renamed it; "" = natural
};

}  // namespace fw
