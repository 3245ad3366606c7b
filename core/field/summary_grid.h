#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/vector_clones.h"
#include "core/field/tile_map.h"

// What moves where, as a density and a momentum that are read between nodes: everybody's share of the 3 x 3
// nodes round it is a quadratic B-spline in whole numbers, so that sums have one value in any order.
namespace fw {

/// Four numbers that are worked on at once.
using FourFloats = float __attribute__((vector_size(16)));
using FourWords = uint32_t __attribute__((vector_size(16)));

/// Whole numbers of a body's weights; a momentum is that times 64ths of a metre per second.
inline constexpr float kSummaryOne = 1024, kSummarySpeed_mps = 1.0f / 64;
/// Side of a tile, 2^2 cells; a tile keeps what its own members gave, a node beyond each side included.
inline constexpr int kSummaryBits = 2, kSummaryTile = 1 << kSummaryBits, kSummaryPatch = kSummaryTile + 2;
/// How far beyond its tile a window can be asked to reach, in cells.
inline constexpr int kMostSummaryReach = 16;

/// One body that is summed: its place in its tile (in 2^-24 cells) and its velocity (in 64ths of m/s).
struct SummaryBody {
  int32_t x, y;
  int32_t vx, vy;
};

struct SummaryPatch {
  std::array<FourWords, kSummaryPatch * kSummaryPatch> node;  ///< weight, its momentum x and y, 0
};

/// Sums of bodies by tiles of a map (bits = kSummaryBits, one bucket a tile).
struct SummaryGrid {
  std::vector<SummaryPatch> patch;  ///< by index of the tile
};

/// Adds members of a tile to its sums.
void sum_bodies(const SummaryBody* bodies, size_t count, SummaryPatch& patch);

/// The nodes round a tile: density and momentum, `reach` + 1 cells beyond each side.
struct SummaryWindow {
  static constexpr int kMostWidth = kSummaryTile + 2 * (kMostSummaryReach + 2);
  int width = 0, rim = 0;
  std::array<FourFloats, kMostWidth * kMostWidth> node;  ///< density, momentum x and y, 0
};

/// Adds up what all tiles gave to the nodes round tile `index`; a density is weights / 1024 * `density`.
/// `reach`: how far beyond the tile places will be read, in cells.
void cut_window(const TileMap& map, const SummaryGrid& grid, size_t index, float reach, float density,
                SummaryWindow& window);

/// Bilinear between the four nodes round a place, given in cells from the tile's corner.
FW_INLINE FourFloats read_window(const SummaryWindow& window, float x, float y) {
  // Nodes lie in the middle of cells. Both stay positive, so that cutting is rounding down.
  const float across = x + (static_cast<float>(window.rim) - 0.5f);
  const float up = y + (static_cast<float>(window.rim) - 0.5f);
  const int last = window.width - 2;
  int i = static_cast<int>(across), j = static_cast<int>(up);
  i = i < 0 ? 0 : i > last ? last : i, j = j < 0 ? 0 : j > last ? last : j;
  const float fx = across - static_cast<float>(i), fy = up - static_cast<float>(j);
  const FourFloats* at = window.node.data() + j * window.width + i;
  const FourFloats low = at[0] + fx * (at[1] - at[0]);
  const FourFloats* above = at + window.width;
  const FourFloats high = above[0] + fx * (above[1] - above[0]);
  return low + fy * (high - low);
}

}  // namespace fw
