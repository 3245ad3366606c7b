#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model/world/world.h"

// How much a world's land is like land: the figures of docs/terrain-acceptance.md.
namespace fw {

/// The outline of one piece of ground, lengths in cells of the world.
struct ShoreFigures {
  double index = 0;   ///< length of the shore over that of a circle of the same area
  double bays = 0;    ///< what closing by .08 of the side of its area adds, over the area
  double capes = 0;   ///< what opening by as much takes, over the area
  int bay_count = 0;  ///< bays of at least .1 % of the area
  double aspect = 0;  ///< length over width, by the second moments
};
/// Of one piece; cells beyond the frame count as sea.
ShoreFigures measure_shore(const Mask& piece);
/// Of every piece of ground with at least `least_cells`, the largest first.
std::vector<ShoreFigures> measure_shores(const World& world, int64_t least_cells = 4000);

/// Figures by name.
using Figures = std::vector<std::pair<std::string, double>>;
double figure(const Figures& figures, std::string_view name);

/// integral, slope (median), slope_p90, flat (share flatter than .05), pits (share of land deeper than .5 m
/// below its spill, lakes apart), theta, top_pieces (of the highest tenth), summits (of .08 of the relief).
/// Heights without detail.
Figures measure_relief(const World& world);
/// count, share (of the ground), largest_share, hill (tail exponent of the areas; NaN below 8).
Figures measure_islets(const World& world);
/// mouths, sheltered_mouths: of the five largest rivers that end at the sea, those where the rank of open sea
/// within 600 m is below .4; sheltered_harbours: bays (openness rank < .3) with a harbour site.
Figures measure_harbours(const World& world);
/// plans, rim_slope (p90 of the steepest slope of every rim), rim_curvature (p90 of the rims' p95 over the
/// land's p95). Of ground plans, heights without detail.
Figures measure_rims(const World& world);

/// Share of joint land that two worlds have in common (one grid).
double overlap(const World& a, const World& b);

}  // namespace fw
