#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"

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

/// "enemy.wolf": the class's own part of its tags.
std::string class_tag(Category category, const PointClass& cls);
/// The streams that a class draws from: its own seed, else those of the points.
SeedBundle class_seeds(const SeedBundle& seeds, const PointClass& cls);
/// A stack may take another layer's seed: that layer's name then precedes category and class.
NoiseField class_noise(const SeedBundle& seeds, const NoiseStack& stack, std::string_view layer,
                       const std::string& tag);

}  // namespace fw
