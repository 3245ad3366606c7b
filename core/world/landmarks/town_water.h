#pragma once

#include <memory>

#include "core/world/landmarks/site_rules.h"

namespace fw {

/// What seats look at where there are rivers or natural coasts (docs/roads.md, 7).
struct TownWater {
  double stretch = 1;  ///< longer side of the frame over 8000 m: lengths grow with it
  // Distances of every cell; infinite where the island has none.
  Raster<float> river_m, big_river_m, lake_m;
  Raster<float> harbour_m;       ///< to the nearest harbour site
  Raster<float> slope;           ///< G_50 m of the slope
  std::vector<double> flatness;  ///< of that slope, by cell
  Mask
      room;  ///< 1 = dry, on the largest walkable part of its ground, with dry ground about for a ground plan
  Mask hemmed;  ///< 1 = so near fresh water that a ground plan would leave its site out
};

/// Null without rivers and natural coasts.
std::shared_ptr<const TownWater> survey_town_water(const PlacementInputs& inputs);

/// What water adds to the utility of seats, by cell: docs/roads.md, 7.
std::vector<double> water_pull(const TownWater& water, double town_water, const std::vector<uint32_t>& cells);
/// The same term by term at one cell.
std::vector<SiteTermValue> explain_pull(const TownWater& water, double town_water, uint32_t cell);

}  // namespace fw
