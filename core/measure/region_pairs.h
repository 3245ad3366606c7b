#pragma once

#include <optional>
#include <vector>

#include "core/model/world/world.h"

namespace fw {

/// The regions of two worlds of one frame as the same ones, whatever their numbers: those that overlap most
/// first, then those of one name that lie apart; each at most once.
struct RegionPairs {
  std::vector<std::optional<size_t>> of;  ///< by region of the first world: its index in the second one
  double other_share = 0;  ///< of the cells that are ground in both: those whose regions are no pair
};

/// `after` is brought to the first world's resolution.
RegionPairs pair_regions(const World& before, const World& after);

}  // namespace fw
