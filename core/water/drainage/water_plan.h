#pragma once

#include <vector>

#include "core/field/raster.h"
#include "core/model/finding.h"
#include "core/model/world/hand_told.h"
#include "core/model/world/water.h"
#include "core/water/drainage/drainage.h"

namespace fw {

/// All that is decided about water on the plan grid (docs/water.md); the raster of any resolution agrees with
/// it.
struct WaterPlan {
  Raster<float> rain;      ///< of a year, by cell (make_rain)
  Raster<float> height_m;  ///< the ground, drained, with lakes at their levels; 0 at sea
  HeldLakes lakes;
  Drainage drainage;
  std::vector<double> catchment_m2;         ///< of every cell
  std::vector<double> weighted_m2;          ///< the same by rain
  Raster<float> above_m;                    ///< of the land: height above the river that it drains to
  Water network;                            ///< without names
  std::vector<std::vector<Vec2>> axis_m;    ///< by reach and vertex: the axis of the valley
  std::vector<std::vector<float>> floor_m;  ///< half the width of the flat ground along the axis
  Findings findings;
  HandTold hand;  ///< of the rows of hand.waters
};

}  // namespace fw
