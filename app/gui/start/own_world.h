#pragma once

#include "core/model/template/template.h"

namespace fw {

/// What "Begin your own" asks.
struct OwnWorld {
  double side_m = 8000;  ///< of the square frame, [2000, 64000]
  LandShape land = LandShape::island;
  int factions = 3;  ///< [1, 6]
  int cultures = 2;  ///< [1, factions]: whose names factions have in turn
};

/// A valid template to go on from: that many factions with names of their cultures, five biomes, four danger
/// bands, four families, and nothing placed yet. Its rows are those of the built-in templates.
Template own_world(const OwnWorld& asked);

}  // namespace fw
