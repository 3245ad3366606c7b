#pragma once

#include <vector>

#include "core/base/geometry.h"

namespace fw {

/// A pair of towns, a < b, and what the best way between them costs on its own.
struct TownPair {
  int a = 0, b = 0;
  double price = 0;
};

/// Pairs with no third place strictly inside the circle over them (Gabriel and Sokal 1969), and every place
/// with its three nearest; by a, then b. They join all places to one network.
std::vector<TownPair> town_pairs(const std::vector<Vec2>& towns);

/// Greedy spanner (Althofer et al. 1993): of the pairs, cheapest first (ties: lower a, then b), those that
/// the ones kept before do not join for `detour` times their price. It holds a minimum spanning tree.
std::vector<TownPair> greedy_spanner(int towns, std::vector<TownPair> pairs, double detour);

}  // namespace fw
