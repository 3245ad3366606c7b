#pragma once

#include <cstdint>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// A patch smaller than this is a speck: 50 cells of 15.625 m.
inline constexpr double kAuditedSpeckArea_m2 = 12207;

/// How much of a class hangs together; patches are 4-connected.
struct ClassContiguity {
  int64_t cells = 0;
  int64_t patches = 0;
  double largest_share = 0;       ///< largest patch's share of the class's cells
  double speckle_share = 0;       ///< share of the class's cells in patches below the speck area
  int64_t held_patches = 0;       ///< of `patches`, with a cell that is held
  double held_speckle_share = 0;  ///< of `speckle_share`, in such patches
};

/// One entry per class code 1 .. classes; an absent class has all zeros. `held`: codes of cells that paint
/// decides; of size 0 where there are none.
std::vector<ClassContiguity> measure_contiguity(const Raster<uint8_t>& code, int classes,
                                                double speck_area_m2 = kAuditedSpeckArea_m2,
                                                const Raster<uint8_t>& held = {});

}  // namespace fw
