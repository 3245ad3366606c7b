#pragma once

#include <vector>

#include "core/world/landmarks/landmarks.h"

namespace fw {

/// The plane that a ground plan is levelled to: height = base + (place - centre) . tilt.
struct LevelGround {
  Vec2 centre_m;
  double base_m = 0;
  Vec2 tilt;
  double radius_m = 0;  ///< of a disc of the plan's area
};

struct GroundPlans {
  std::vector<Footprint> footprints;  ///< point = index into the landmarks; as `level`
  std::vector<LevelGround> level;
  Findings findings;
};

/// Ground plans of settlements and forts (docs/roads.md, 8): the ground that takes the least effort to reach,
/// without water, up to the area asked. They lie apart. Gates are where roads and tracks cross the outline.
GroundPlans make_footprints(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks,
                            const Roads& roads);

/// The ground that plans lie on. The rasters are the caller's; the last two may be empty.
struct PlanGround {
  const Raster<float>& height_m;
  const Raster<uint8_t>& region;  ///< 0: no ground
  const Raster<uint8_t>& water;   ///< WaterCode
  const Raster<float>& surface_m;
};
struct LevelledGround {
  Raster<float> height_m;
  std::vector<uint32_t> cells;  ///< that changed, ascending
};
/// Writes the planes into the heights of dry cells of ground, with cut and fill round them that run out where
/// they meet it (docs/roads.md, 8): never below 0.3 m, nor below the water beside it; the highest cell keeps
/// its height.
LevelledGround level_ground(const Template& tmpl, const GroundPlans& plans, const PlanGround& ground);

}  // namespace fw
