#pragma once

#include "core/field/raster.h"

namespace fw {

/// Where the main light of a relief comes from, turned from the north-west towards across the ridge that it
/// would else shine along (Imhof 1982; Brassel 1974): a horizontal unit vector, on cells that are `cells` of
/// the terrain's wide and start at its north-west corner.
struct TurnedSun {
  int cells = 1;
  Raster<float> east, north;
};
/// `height_m` is 0 at sea; `look_m` as in MapTerrain.
TurnedSun turned_sun(const Raster<float>& height_m, double look_m);

}  // namespace fw
