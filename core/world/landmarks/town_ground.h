#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/world/landmarks/site_rules.h"

namespace fw {

/// What seats look at of water, slope and room (docs/world.md, 6.1).
struct TownGround {
  double stretch = 1;  ///< longer side of the frame over 8000 m: lengths grow with it
  // Distances of every cell, m; infinite where the world has none.
  Raster<float> river_m, big_river_m, lake_m;
  Raster<float> harbour_m;       ///< to the nearest harbour site
  Raster<float> slope;           ///< G_50 m of the slope
  std::vector<double> flatness;  ///< of that slope, by cell
  /// 1 = dry, on the largest walkable part of its piece, with dry ground about for a ground plan.
  Mask room;
  Mask hemmed;  ///< 1 = so near fresh water that a ground plan would leave its site out
};

/// The bands in which a town may stand on these cells, by band code: the safe ones that they have, else the
/// lowest.
using BandCodes = std::array<uint8_t, 256>;
BandCodes town_bands(const Vocabulary& vocabulary, const Raster<uint8_t>& band,
                     std::span<const uint32_t> cells);
/// 1 = in town_bands of its region, which has an owner.
Mask peopled_ground(const Vocabulary& vocabulary, const RegionMap& map, const Raster<uint8_t>& band);

std::shared_ptr<const TownGround> survey_town_ground(const PlacementInputs& inputs);

/// What water adds to the utility of seats, by cell: docs/world.md, 6.1.
std::vector<double> water_pull(const TownGround& ground, double town_water,
                               const std::vector<uint32_t>& cells);
/// The same term by term at one cell.
std::vector<SiteTermValue> explain_pull(const TownGround& ground, double town_water, uint32_t cell);

}  // namespace fw
