#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/geometry.h"
#include "core/field/raster.h"
#include "core/model/world/place_rules.h"

namespace fw {

/// The cells of a frame where things may spawn and move.
struct AreaCells {
  Raster<uint8_t> open;         ///< 1 = allowed
  std::vector<uint32_t> cells;  ///< the open cells along a Hilbert curve: consecutive cells form a compact
                                ///< patch
};

/// Where spawning happens: the paper's square, or one class's habitat on a generated world. A value, cheap to
/// copy.
struct SpawnArea {
  double side_m = 120;                            ///< of the square, or of that round the mask's frame
  std::shared_ptr<const AreaCells> mask;          ///< null: the whole square
  std::shared_ptr<const PlaceRules> places = {};  ///< where things stand in their cells; null: anywhere
  /// Sums of a class's intensity over the open cells in their order, for sites that follow it; null: none do.
  std::shared_ptr<const std::vector<double>> upto = {};

  bool whole() const { return !mask; }
};

/// The whole square of that side, as in the paper.
SpawnArea square_area(double side_m);
/// The open cells (not 0) of a raster over the frame; may be empty (then no point can be drawn).
SpawnArea masked_area(Raster<uint8_t> open);

/// The eligible area, m^2. Lengths derived from a density use L = its square root.
double eligible_area_m2(const SpawnArea& area);
/// Whether a position lies inside the frame and on an open cell.
bool in_area(const SpawnArea& area, Vec2 at);
/// Where a thing stands that is to appear at a place of the area: in its cell, as `places` have it.
Vec2 settled(const SpawnArea& area, Vec2 at);
/// A uniform point of the area; uses two numbers of the cursor on a square, three on a mask. The mask must
/// not be empty.
Vec2 draw_point(const SpawnArea& area, RandomCursor& cursor);
/// The same where each open cell of a mask is as likely as its step of `upto`: sums over the open cells in
/// their order, one each, the last above 0.
Vec2 draw_point(const SpawnArea& area, std::span<const double> upto, RandomCursor& cursor);
/// One uniform point in each of per_side^2 parts of equal area: squares, or runs of open cells along the
/// Hilbert curve. If there are fewer open cells than parts, parts share cells.
std::vector<Vec2> stratified_points(const SpawnArea& area, int per_side, RandomCursor& cursor);
/// A fixed lattice that covers the area: cell centres of the given step on a square; on a mask as many points
/// as that step gives on its area, evenly along the curve.
std::vector<Vec2> area_lattice(const SpawnArea& area, double step_m);

}  // namespace fw
