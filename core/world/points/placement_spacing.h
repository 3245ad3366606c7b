#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"

namespace fw {

/// Things about to be placed; arrays of one length.
struct Discs {
  std::span<const double> x_m, y_m;
  std::span<const double> radius_m;
};

/// Accepted points of one class, searched for conflicts. Each bin holds a point, quantised to 4 bytes (10-bit
/// x and y, 12-bit limit). Undecided cases fall back to the exact coordinates. Further points of a bin, such
/// as what the hand puts side by side, are compared one by one.
class SpacingIndex {
 public:
  /// No radius is below `least_radius_m` or above `most_radius_m`; `points` points, about.
  SpacingIndex(const GridSpec& grid, double least_radius_m, double most_radius_m, size_t points);
  void insert(Vec2 position_m, double radius_m);
  /// out[i] = 1 if some accepted point is nearer to disc i than the smaller of the two radii, else 0.
  void find_conflicts(const Discs& discs, std::span<uint8_t> out) const;

 private:
  struct Entry {
    Vec2 position_m;
    double radius_m;
    int32_t next;  ///< in the same patch
  };
  /// Four by four bins in a line of the cache, rows from the north. A bin: in the upper 12 bits those of a
  /// float, the squared limit of conflict rounded up (below 0 = no point); then y and x inside the bin.
  struct alignas(64) Block {
    std::array<uint32_t, 16> bins;
  };
  struct Search;
  static void search(const Search& all, const Discs& discs, uint8_t* out);
  static bool conflicts(Vec2 position_m, double radius_m, const Entry& with);
  bool exactly_conflicts(Vec2 position_m, double radius_m) const;

  double height_m_;
  double bin_m_;
  int margin_;     ///< empty bins around the grid, so that no search is cut
  size_t stride_;  ///< blocks in a row of them
  std::vector<Block> blocks_;
  std::vector<Entry> entries_;
  std::vector<Entry> crowded_;  ///< points whose bin was taken
  std::vector<int32_t> patch_;  ///< the last entry of every 2 x 2 blocks, or -1
};

}  // namespace fw
