#pragma once

#include <cstdint>
#include <vector>

#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/model/world/water.h"
#include "core/water/drainage/water_plan.h"
#include "core/world/land/island.h"

namespace fw {

/// A place of the land before it has a name.
struct FoundPlace {
  PlaceKind kind{};
  Vec2 at_m;
  uint32_t ground_cell = 0;  ///< whoever holds it, by whose tongue it is called
  double size_m = 0;         ///< NamedPlace::size_m
  double height_m = 0;
  std::vector<Vec2> line_m = {};  ///< NamedPlace::line_m
  int river = -1;                 ///< of a valley: index into Water::rivers
};

/// How places are measured in a frame (docs/world.md, 7): lengths grow with its shorter side over 8 km, areas
/// with the square of that.
struct PlaceScale {
  explicit PlaceScale(const FrameParams& frame);
  double length(double m) const { return factor * m; }
  double area_m2(double km2) const { return factor * factor * km2 * 1e6; }
  size_t most(size_t n) const { return more * n; }

  double factor = 1;
  size_t more = 1;  ///< times the number of places of a kind, in large frames
};

/// Squared distance from a place to a line through these vertices, m^2; infinite without one.
double squared_to_line_m2(Vec2 p, const std::vector<Vec2>& line_m);

/// Parts of the sea and pieces of ground, by size. `piece`: Shores::plan.
struct SeasAndIslands {
  std::vector<FoundPlace> seas, islands;
};
SeasAndIslands find_seas_and_islands(const FrameParams& frame, const Raster<uint8_t>& piece);

/// Ground without the hand, on one grid: the plan's where landmarks are decided there.
struct PlaceGround {
  const Raster<uint8_t>& piece;  ///< number of the piece of ground, 0 elsewhere
  const Mask& islets;
  const Raster<float>& height_m;
};
PlaceGround place_ground(const Island& island);

// Each by size, the greatest first.
std::vector<FoundPlace> find_ranges(const PlaceScale& scale, const PlaceGround& ground);
struct SummitsAndPasses {
  std::vector<FoundPlace> summits, passes;
};
SummitsAndPasses find_summits_and_passes(const PlaceScale& scale, const PlaceGround& ground,
                                         const std::vector<std::vector<Vec2>>& ways_m);
struct CapesAndBays {
  std::vector<FoundPlace> capes, bays;
};
CapesAndBays find_capes_and_bays(const PlaceScale& scale, const PlaceGround& ground);
std::vector<FoundPlace> find_straits(const PlaceScale& scale, const PlaceGround& ground);
std::vector<FoundPlace> find_islets(const PlaceScale& scale, const PlaceGround& ground);
/// Pieces of ground where `wanted` is not 0, from `least_km2` up, at most `most`.
std::vector<FoundPlace> find_pieces(const PlaceScale& scale, const PlaceGround& ground, const Mask& wanted,
                                    PlaceKind kind, double least_km2, size_t most);
/// Valleys of rivers with a name; `named`: the water's network with names.
std::vector<FoundPlace> find_valleys(const PlaceScale& scale, const PlaceGround& ground,
                                     const WaterPlan& water, const Water& named);

}  // namespace fw
