#pragma once

#include <array>
#include <vector>

#include "core/world/fit/balance.h"
#include "core/world/fit/block_lanes.h"

// What the soft and the hard counts of a balance problem read of a block, and the scores of its cells with
// their offsets. Private to balance_*.cpp.

namespace fw {

inline constexpr size_t kMaxClasses = kMaxBiomes;
inline constexpr size_t kMostKnownClasses = 8;  ///< up to here kernels have their number as a constant
static_assert(kMaxFactions <= kMaxClasses);
static_assert(kGroup == lanes::kWidth && kBlock % kGroup == 0);

/// The offsets as the cells see them.
using Offsets = std::vector<std::array<float, kMaxClasses>>;  // [zone]
Offsets offsets_of(const ZoneTable& lambda);

/// The first slots of all classes' scores.
using ScoreStarts = std::vector<const float*>;
ScoreStarts starts_of(const std::vector<Plane>& score);

/// One block as the kernels read it.
struct BlockInput {
  const float* const* score = nullptr;  ///< ScoreStarts
  size_t first = 0;                     ///< slot of the block
  const float* weight = nullptr;        ///< [group][entry][kGroup]
  const int* zone = nullptr;            ///< of every entry
  const std::array<float, kMaxClasses>* offset = nullptr;
  size_t entries = 0;
  size_t count = 0;
  size_t classes = 0;
};
/// All but the block's place is kept by the caller.
BlockInput input_of(const ZoneBlocks& blocks, size_t b, const ScoreStarts& score, const Offsets& offsets);

/// Kernel::run<K>(arguments) with K = the number of classes up to kMostKnownClasses, else 0 (any number): the
/// constant keeps the scores in registers.
template <typename Kernel, typename... Arguments>
FW_INLINE void run_for_classes(size_t classes, Arguments&&... arguments) {
  switch (classes) {
    case 1:
      return Kernel::template run<1>(arguments...);
    case 2:
      return Kernel::template run<2>(arguments...);
    case 3:
      return Kernel::template run<3>(arguments...);
    case 4:
      return Kernel::template run<4>(arguments...);
    case 5:
      return Kernel::template run<5>(arguments...);
    case 6:
      return Kernel::template run<6>(arguments...);
    case 7:
      return Kernel::template run<7>(arguments...);
    case 8:
      return Kernel::template run<8>(arguments...);
    default:
      return Kernel::template run<0>(arguments...);
  }
}
/// Room for the classes of a kernel.
template <size_t kClasses>
inline constexpr size_t kClassRoom = kClasses == 0 ? kMaxClasses : kClasses;

/// Shifted scores of kWidth cells from cell j of the block on.
FW_INLINE void shift_lanes(const BlockInput& in, size_t classes, size_t j, lanes::Floats* v) {
  for (size_t k = 0; k < classes; ++k) lanes::load(in.score[k] + in.first + j, v[k]);
  const float* weight = in.weight + j * in.entries;
  for (size_t e = 0; e < in.entries; ++e) {
    lanes::Floats w;
    lanes::load(weight + e * kGroup, w);
    const float* offset = in.offset[in.zone[e]].data();
    for (size_t k = 0; k < classes; ++k) v[k] += offset[k] * w;
  }
}

}  // namespace fw
