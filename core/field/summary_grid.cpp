#include "core/field/summary_grid.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace fw {

namespace {

/// A B-spline's three weights at the middle of each 16th of a cell, in 32nds.
struct SplineShares {
  std::array<std::array<uint32_t, 3>, 16> of{};
  constexpr SplineShares() {
    for (int k = 0; k < 16; ++k) {
      // (1 - u)^2 / 2 and u^2 / 2 of 32 at u = (k + 1/2) / 16, rounded.
      const int from_high = 2 * (16 - k) - 1, from_low = 2 * k + 1;
      const int low = (from_high * from_high + 32) / 64, high = (from_low * from_low + 32) / 64;
      of[static_cast<size_t>(k)] = {static_cast<uint32_t>(low), static_cast<uint32_t>(32 - low - high),
                                    static_cast<uint32_t>(high)};
    }
  }
};
constexpr SplineShares kShares;

/// A tile that gives to a window: its column (or row), and where that begins in the window's cells.
struct TileStep {
  int tile, offset;
};

/// The tiles whose nodes meet [-rim, tile + rim), along one axis.
struct TileWalk {
  std::array<TileStep, 2 * SummaryWindow::kMostWidth + 4> step;
  int count = 0;
};

void walk_tiles(const TileMap& map, int from, int rim, TileWalk& walk) {
  walk.count = 0;
  int offset = 0;
  for (int tile = from;;) {
    walk.step[static_cast<size_t>(walk.count++)] = {tile, offset};
    offset += map.width_of(tile);
    if (offset - 1 >= kSummaryTile + rim) break;
    if (++tile == map.tiles) {
      if (!map.torus) break;
      tile = 0;
    }
  }
  offset = 0;
  for (int tile = from;;) {
    if (tile-- == 0) {
      if (!map.torus) break;
      tile = map.tiles - 1;
    }
    if (offset < -rim) break;  // the tile's last node beyond its side lies there
    offset -= map.width_of(tile);
    walk.step[static_cast<size_t>(walk.count++)] = {tile, offset};
  }
}

void add_patch(const SummaryPatch& patch, TileStep x, TileStep y, int width_x, int width_y, int rim,
               int width, FourWords* sum) {
  const int left = std::max(x.offset - 1, -rim), right = std::min(x.offset + width_x + 1, width - rim);
  const int low = std::max(y.offset - 1, -rim), high = std::min(y.offset + width_y + 1, width - rim);
  for (int j = low; j < high; ++j) {
    const FourWords* from = patch.node.data() + (j - y.offset + 1) * kSummaryPatch + (left - x.offset + 1);
    FourWords* to = sum + (j + rim) * width + (left + rim);
    for (int i = left; i < right; ++i) *to++ += *from++;
  }
}

}  // namespace

FW_VECTOR_CLONES
void sum_bodies(const SummaryBody* bodies, size_t count, SummaryPatch& patch) {
  for (size_t k = 0; k < count; ++k) {
    const SummaryBody b = bodies[k];
    const auto& across = kShares.of[static_cast<size_t>(b.x >> 20 & 15)];
    const auto& up = kShares.of[static_cast<size_t>(b.y >> 20 & 15)];
    // Words, whose sums wrap: a momentum may be negative.
    const FourWords given{1, static_cast<uint32_t>(b.vx), static_cast<uint32_t>(b.vy), 0};
    // The body's own cell is node + 1 of the patch, so that its first node is the one before.
    FourWords* row = patch.node.data() + (b.y >> 24) * kSummaryPatch + (b.x >> 24);
    for (size_t j = 0; j < 3; ++j, row += kSummaryPatch) {
      const FourWords share = given * up[j];
      row[0] += share * across[0];
      row[1] += share * across[1];
      row[2] += share * across[2];
    }
  }
}

void cut_window(const TileMap& map, const SummaryGrid& grid, size_t index, float reach, float density,
                SummaryWindow& window) {
  const int rim = static_cast<int>(reach + 0.5f) + 1;
  assert(reach >= 0 && rim <= kMostSummaryReach + 2);
  const int width = kSummaryTile + 2 * rim;
  window.width = width, window.rim = rim;
  std::array<FourWords, SummaryWindow::kMostWidth * SummaryWindow::kMostWidth> sum;
  std::fill_n(sum.data(), width * width, FourWords{0, 0, 0, 0});
  const uint64_t tile = map.tile[index];
  TileWalk across, up;
  walk_tiles(map, static_cast<int>(tile % static_cast<uint64_t>(map.tiles)), rim, across);
  walk_tiles(map, static_cast<int>(tile / static_cast<uint64_t>(map.tiles)), rim, up);
  for (int j = 0; j < up.count; ++j)
    for (int i = 0; i < across.count; ++i) {
      const TileStep x = across.step[static_cast<size_t>(i)], y = up.step[static_cast<size_t>(j)];
      const int64_t at = map.find(static_cast<uint64_t>(y.tile) * static_cast<uint64_t>(map.tiles) +
                                  static_cast<uint64_t>(x.tile));
      if (at >= 0)
        add_patch(grid.patch[static_cast<size_t>(at)], x, y, map.width_of(x.tile), map.width_of(y.tile), rim,
                  width, sum.data());
    }
  const float weight = density / kSummaryOne, momentum = weight * kSummarySpeed_mps;
  const FourFloats scale{weight, momentum, momentum, 0};
  using FourInts = int32_t __attribute__((vector_size(16)));
  for (size_t k = 0; k < static_cast<size_t>(width * width); ++k)
    window.node[k] = __builtin_convertvector(std::bit_cast<FourInts>(sum[k]), FourFloats) * scale;
}

}  // namespace fw
