#pragma once

#include <vector>

#include "core/model/world/fairness_report.h"
#include "core/model/world/world.h"
#include "render/map/scene/outline.h"
#include "render/map/scene/terrain.h"

namespace fw {

/// Lines of equal time are drawn at these multiples of play.reach_s.
inline constexpr double kIsochrones[]{0.5, 1, 2, 3};

/// What maps show of travel, on the world's own grid; carried over the coast like other layers.
struct AtlasTravel {
  Leaders control;       ///< the faction that arrives first; after the factions: ground without a way
  Raster<float> nearby;  ///< e^(-time / 2 play.reach_s): 1 at a seat, 0 without a way
  Leaders contested;     ///< 1 = contested, 2 = other ground
  Leaders cut_off;       ///< 1 = no way leads there, 2 = other ground
  std::vector<Polylines> isochrones = std::vector<Polylines>(std::size(kIsochrones));
  Polylines contested_border = {};
  std::vector<double> control_share = {};  ///< of the ground that can be reached, by faction

  explicit AtlasTravel(const GridSpec& grid) : control(grid), nearby(grid), contested(grid), cut_off(grid) {}
};
AtlasTravel prepare_travel(const World& world, const MapTerrain& terrain, const TravelMap& travel);

}  // namespace fw
