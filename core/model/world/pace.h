#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/field/node_grid.h"
#include "core/field/raster.h"
#include "core/model/template/play.h"
#include "core/model/world/world.h"

// How fast ground is crossed (docs/kpi.md, 2): one rule for key figures, the standing of seats and guides.

namespace fw {

/// What a metre of ground costs, over a metre of level open ground off the ways.
struct PaceRules {
  double slope = 0, slope_cap = 0;  ///< e^(slope * min(s, slope_cap)), s = rise over run
  double rough = 1;                 ///< factor in biomes with a track_cost
  double track = 1;                 ///< factor on roads and tracks; trails have none
};
/// Those of `play`. PlayParams{} has the ones that a world is made with, whatever its template states.
PaceRules pace_rules(const PlayParams& play);

/// Level metres per metre.
double level_metres(const PaceRules& rules, double slope, bool rough, bool on_track);

/// What paces are read from; rasters of one grid.
struct PaceGround {
  const Raster<float>& height_m;  ///< without detail
  const Raster<uint8_t>& region;  ///< 0: no ground
  const Raster<uint8_t>& biome;   ///< row of the vocabulary + 1
  const Raster<uint8_t>& water;   ///< WaterCode; may be empty
  std::span<const Track> tracks;
};
PaceGround pace_ground(const World& world);

/// The cell that a node takes its values from; `cells` = the grid's number of cells beyond the frame.
size_t node_cell(const NodeGrid& nodes, const GridSpec& grid, int node);

/// Level metres per metre by node, with the values of its cell and the slope between nodes; 0 = closed: sea,
/// lakes.
std::vector<double> node_paces(const NodeGrid& nodes, const PaceGround& ground, const Vocabulary& vocabulary,
                               const PaceRules& rules);

/// What a cell is to who walks there: no way leads through, open ground, a road or track, or what costs
/// `play.wade`: rivers and tidal arms without a bridge or ford, outlines of ground plans off their gates.
enum class FootGround : uint8_t { closed, open, way, wade };

/// The ground as guides of agents read it, on the world's grid.
struct FootPaces {
  Raster<float> pace;      ///< level metres per metre; 0 = closed
  Raster<uint8_t> ground;  ///< FootGround
};
/// Those of a world: its slopes, rough biomes, roads and tracks as in key figures, and `play.wade` besides.
/// Closed are sea, lakes, and ground steeper than kClosedSlope off roads and tracks.
FootPaces foot_paces(const World& world, const PlayParams& play);
/// Rise over run.
inline constexpr double kClosedSlope = 0.9;

}  // namespace fw
