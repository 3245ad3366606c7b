#pragma once

#include <vector>

#include "core/world/landmarks/landmarks.h"

namespace fw {

/// The plane that a ground plan is levelled to: height = base + (place - centre) . tilt.
struct LevelGround {
  Vec2 centre_m;
  double base_m = 0;
  Vec2 tilt;
  double blend_m = 0;  ///< outside the outline it fades out over this
};

struct GroundPlans {
  std::vector<Footprint> footprints;  ///< point = index into the landmarks; as `level`
  std::vector<LevelGround> level;
  Findings findings;
};

/// Ground plans of settlements and forts (docs/roads.md, 8): the ground that takes the least effort to reach,
/// without water, up to the area asked. They lie apart. Gates are where roads and tracks cross the outline.
GroundPlans make_footprints(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks,
                            const Roads* roads, const std::vector<Track>& tracks);

/// Writes the planes into the heights of dry cells of ground: never below 0.3 m, nor below the water beside
/// it. `water_code` and `surface_m` may be empty. Returns the cells that changed, ascending.
std::vector<uint32_t> level_ground(const GroundPlans& plans, const Raster<uint8_t>& ground,
                                   const Raster<uint8_t>& water_code, const Raster<float>& surface_m,
                                   Raster<float>& height_m);

}  // namespace fw
