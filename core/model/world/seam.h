#pragma once

#include <cstdint>

#include "core/field/raster.h"

namespace fw {

/// 4-neighbour pairs with both cells inside a region, and how many of them change class.
struct SeamCounts {
  int64_t border_pairs = 0;  ///< the two cells belong to different regions
  int64_t border_changes = 0;
  int64_t inner_pairs = 0;
  int64_t inner_changes = 0;
};
SeamCounts count_seam(const Raster<uint8_t>& code, const Raster<uint8_t>& region);

/// Share of class changes across region borders over the share inside; 1 = borders are invisible in the
/// layer. 0 without a change across a border. Where nothing changes inside, one inner change is assumed, so
/// the score is a finite lower bound.
double seam_score(const SeamCounts& counts);

}  // namespace fw
