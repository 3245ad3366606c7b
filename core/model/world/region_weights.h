#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// The weights that blend regional rules, a partition of unity w_r(x) = G_sigma 1_r / sum_s G_sigma 1_s on
/// the main island, 0 elsewhere. Held as what they are interpolated from: a raster of weights per region
/// would take more memory than the rest of a world.
struct RegionWeights {
  std::vector<Raster<float>> blurred;  ///< G_sigma 1_r of every region, on one coarse grid over the frame

  size_t size() const { return blurred.size(); }
};

/// The weights at the cells of a raster: bilinear between the coarse cells, divided by their sum. Where the
/// sum is 0 (a piece of land farther from the coarse land than the blur reaches) a cell is wholly its own
/// region's.
class RegionWeightReader {
 public:
  /// `region` (codes, 0 = none) is kept by the caller.
  RegionWeightReader(const RegionWeights& weights, const Raster<uint8_t>& region);

  /// out[r * cells.size() + i] = w_r of cells[i].
  void read(std::span<const uint32_t> cells, std::span<float> out) const;
  /// Every w_r of one cell.
  std::vector<float> at(size_t cell) const;
  /// Shows the raster of every region's weights, one after the other, each only while it is looked at.
  void each_raster(const std::function<void(const Raster<float>&)>& visit) const;

 private:
  /// The two coarse columns (or rows) between which a cell lies, and how far.
  struct Between {
    size_t low = 0, high = 0;
    float t = 0;
  };
  static Between between(double position, int count);
  /// The coarse cells round a cell, each with its value of every region.
  struct Corners {
    const float* upper_left;
    const float* upper_right;
    const float* lower_left;
    const float* lower_right;
    float across, down;

    float value(size_t r) const {
      const float left = upper_left[r] + down * (lower_left[r] - upper_left[r]);
      const float right = upper_right[r] + down * (lower_right[r] - upper_right[r]);
      return left + across * (right - left);
    }
  };
  Corners corners_of(size_t cell) const;
  /// A region's values along a row, at the coarse columns.
  void coarse_row(size_t r, int row, std::vector<float>& out) const;

  const Raster<uint8_t>& region_;
  size_t regions_ = 0;
  std::vector<Between> across_, down_;  ///< of every column; of every row, in coarse cells
  std::vector<float> blurred_;          ///< [coarse cell][region]
};

}  // namespace fw
