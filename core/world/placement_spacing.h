#pragma once

#include <array>
#include <cstdint>
#include <memory>
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

/// Accepted points of one class, for "who is nearer than this". A bin is so narrow that it holds one point:
/// a search reads whole rows of bins without a branch.
class SpacingIndex {
 public:
  /// No radius is below `least_radius_m` or above `most_radius_m`. Points come at most one per cell of the
  /// grid, and only where nothing conflicts with them.
  SpacingIndex(const GridSpec& grid, double least_radius_m, double most_radius_m);
  void insert(Vec2 position_m, double radius_m);
  /// out[i] = 1 if some accepted point is nearer to disc i than the smaller of the two radii, else 0.
  void find_conflicts(const Discs& discs, std::span<uint8_t> out) const;

 private:
  struct Entry {
    Vec2 position_m;
    double radius_m;
  };
  bool exactly_conflicts(Vec2 position_m, double radius_m) const;

  /// Four by four bins side by side in memory, rows from the north.
  struct alignas(64) Block {
    std::array<uint32_t, 16> place;  ///< of the bin's point inside the bin: y and x, 16 bits each
    std::array<float, 16> limit2;    ///< its own limit of conflict, squared units; below 0 = no point
  };
  struct Search;
  static void search(const Search& all, const Discs& discs, uint8_t* out);

  double height_m_;
  double bin_m_;
  double unit_m_;  ///< of positions inside a bin
  int margin_;     ///< empty bins around the grid, so that no window is cut
  size_t stride_;  ///< blocks in a row of them
  std::vector<Block> blocks_;
  std::unique_ptr<uint32_t[]> entry_;  ///< set where there is a point
  std::vector<Entry> entries_;
};

/// Distance below which two things conflict, squared, with a hair of slack so that a distance computed any
/// other way is not below the limit either.
inline double conflict_limit2(double distance_m) {
  return distance_m * distance_m * (1 + 1e-12);
}

}  // namespace fw
