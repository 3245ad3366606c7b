#pragma once

#include <vector>

#include "core/base/geometry.h"
#include "core/model/world/world.h"

namespace fw {

/// A ring with fewer vertices, none farther than `tolerance_m` from the old line (Douglas and Peucker 1973);
/// the ring itself where the simpler one would cross itself.
std::vector<Vec2> simplify_ring(const std::vector<Vec2>& ring, double tolerance_m);

/// Whether no two sides meet but neighbours at their common end.
bool is_simple_ring(const std::vector<Vec2>& ring);

double ring_length_m(const std::vector<Vec2>& ring);
bool ring_holds(const std::vector<Vec2>& ring, Vec2 place);
/// To the nearest side.
double ring_distance_m(const std::vector<Vec2>& ring, Vec2 place);

/// Where roads and tracks cross the outline, one within 20 m, along the outline; else the place of it nearest
/// to one. Without any road there is one gate, to the south, of piece -1.
void add_gates(const Roads& roads, Footprint& plan);

}  // namespace fw
