#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/world/landmarks/measures.h"

// What landmark rules read of rivers and harbour sites.

namespace fw {

/// A number at every vertex of every reach; empty without rivers.
using ReachValues = std::vector<std::vector<double>>;
/// Discharge over the greatest of all rivers.
ReachValues river_flows(const Water* water);
/// Fall of the bed over the length within 30 m along the river.
ReachValues river_falls(const Water* water);
/// The value at the vertex nearest to a cell; 0 without rivers. `values` = one of the above.
NumberMeasure of_nearest_river(const PlacementInputs& inputs, const ReachValues& values);

/// The land cell nearest to each harbour site, and its utility; sites without ground within 150 m are left
/// out.
std::vector<std::pair<uint32_t, double>> harbour_cells(const PlacementInputs& inputs);

}  // namespace fw
