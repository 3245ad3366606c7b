#pragma once

#include <array>
#include <vector>

#include "core/world/fit/balance.h"
#include "core/world/fit/block_lanes.h"

// What the soft and the hard counts of a balance problem read of a block, and the scores of its cells with
// their offsets. Private to balance_*.cpp.

namespace fw {

inline constexpr size_t kMaxClasses = 8;
static_assert(kBiomes <= kMaxClasses && kFactions <= kMaxClasses);
static_assert(kGroup == lanes::kWidth && kBlock % kGroup == 0);

/// The offsets as the cells see them.
using Offsets = std::vector<std::array<float, kMaxClasses>>;  // [zone]
Offsets offsets_of(const ZoneTable& lambda);

/// One block as the kernels read it.
struct BlockInput {
  std::array<const float*, kMaxClasses> score{};
  const float* weight = nullptr;  ///< [group][entry][kGroup]
  const int* zone = nullptr;      ///< of every entry
  const std::array<float, kMaxClasses>* offset = nullptr;
  size_t entries = 0;
  size_t count = 0;
  size_t classes = 0;
};
BlockInput input_of(const ZoneBlocks& blocks, size_t b, const std::vector<Plane>& score,
                    const Offsets& offsets);

/// Shifted scores of kWidth cells from cell j of the block on.
FW_INLINE void shift_lanes(const BlockInput& in, size_t classes, size_t j, lanes::Floats* v) {
  for (size_t k = 0; k < classes; ++k) lanes::load(in.score[k] + j, v[k]);
  const float* weight = in.weight + j * in.entries;
  for (size_t e = 0; e < in.entries; ++e) {
    lanes::Floats w;
    lanes::load(weight + e * kGroup, w);
    const float* offset = in.offset[in.zone[e]].data();
    for (size_t k = 0; k < classes; ++k) v[k] += offset[k] * w;
  }
}

}  // namespace fw
