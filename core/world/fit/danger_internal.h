#pragma once

#include <array>
#include <cstdint>

#include "core/world/fit/balance.h"

// What a cut surface does to the cells of one block. Private to danger_cuts.

namespace fw {

inline constexpr float kFarthest = 40;  ///< eps: further from the cut all cells count alike

/// One block as the kernels read it.
struct CutBlock {
  const float* field = nullptr;
  const float* weight = nullptr;  ///< [group][entry][kGroup]
  const int* zone = nullptr;      ///< of every entry
  const float* cut = nullptr;     ///< of every zone
  size_t entries = 0;
  int count = 0;

  const float* weight_of(size_t g) const { return weight + g * entries * kGroup; }
};

/// Cells of one block above the cut, smoothed and hard, and what is known of its cells. A small thing: the
/// blocks of all cuts together stay in the cache.
struct alignas(64) BlockCut {
  /// How much the cuts may move before a group of cells that are all beyond kFarthest can leave it, in units
  /// of the field. Negative: look again.
  std::array<float, kGroups> room;
  std::array<uint16_t, kGroups> above{};  ///< a bit for every cell of a group that is above the cut
  float soft = 0;
  int hard = 0;
  bool flat = true;  ///< no cell is near the cut: all slopes are 0

  BlockCut() { room.fill(-1); }
};

/// What moved since the last evaluation, for one block.
struct CutMove {
  float inverse_eps = 0;
  double eps = 0;
  float moved = 0;     ///< most that the cut of any of its cells moved
  float rounding = 0;  ///< of a margin, then and now
};

/// Brings the counts of a block up to date, and the slopes of its entries (how fast the smoothed count falls
/// as the cut of the entry's zone rises), if any of its cells is near the cut or can have come near.
void count_block(const CutBlock& in, const CutMove& move, BlockCut& out, double* slope_of_entry);

/// field - t of every slot of the block.
void margin_of_block(const CutBlock& in, float* out);

}  // namespace fw
