#pragma once

#include <vector>

#include "core/field/raster.h"

namespace fw {

/// The longest ring round the cells with values >= level (between cell centres, by marching squares),
/// counter-clockwise and without a point twice; empty if there is none. Values at the frame count as below.
std::vector<Vec2> outline_of(const Raster<float>& values, float level);

/// A ring with fewer vertices, none farther than `tolerance_m` from the old line (Douglas and Peucker 1973);
/// the ring itself where the simpler one would cross itself.
std::vector<Vec2> simplify_ring(const std::vector<Vec2>& ring, double tolerance_m);

/// Whether no two sides meet but neighbours at their common end.
bool is_simple_ring(const std::vector<Vec2>& ring);

/// Signed, m^2; > 0 for a counter-clockwise ring.
double ring_area_m2(const std::vector<Vec2>& ring);
double ring_length_m(const std::vector<Vec2>& ring);
bool ring_holds(const std::vector<Vec2>& ring, Vec2 place);
/// To the nearest side.
double ring_distance_m(const std::vector<Vec2>& ring, Vec2 place);

}  // namespace fw
