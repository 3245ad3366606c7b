#pragma once

#include <cstdint>
#include <vector>

#include "core/field/raster.h"
#include "core/model/world/class_noise.h"

// Where a class of points draws its numbers from.
namespace fw {

/// Cells that draw their numbers from other sub-streams than the class's own.
struct CellDice {
  Raster<uint16_t> of;               ///< 0: the class's own; k: substreams[k - 1]
  std::vector<uint64_t> substreams;  ///< each another than the class's own

  uint64_t substream(uint32_t cell, uint64_t own) const {
    return of[cell] == 0 ? own : substreams[of[cell] - 1u];
  }
};

}  // namespace fw
