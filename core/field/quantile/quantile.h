#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// Rank of every masked cell among the masked cells: (ordinal + 0.5) / count, ties by cell index; 0 off the
/// mask. This is the empirical CDF Q of the paper.
Raster<float> rank_on(const Raster<float>& values, const Mask& mask);
/// The same for a plain array; the result has the input's order.
std::vector<float> rank(std::span<const float> values);

/// Cells of the mask in ascending (value, index) order.
std::vector<uint32_t> ascending(const Raster<float>& values, const Mask& mask);

/// Splits `total` into integers proportional to `shares` by largest remainder (ties to the lowest index); the
/// parts sum to total. Shares need not sum to 1; all-zero shares give all zeros.
std::vector<int64_t> largest_remainder(std::span<const double> shares, int64_t total);

/// Cuts values into consecutive classes 0..K-1 of exactly counts[k] cells by ascending (value, index).
/// The paper's quantile map over one region: `cells` lists the region's cells; out receives class + 1.
/// Values are numbers (no NaN); -0 counts as +0.
void quantile_cut(const Raster<float>& values, std::span<const uint32_t> cells,
                  std::span<const int64_t> counts, Raster<uint8_t>& out);

/// The quantile map of all regions at once, in linear time: regions[cell] = r + 1 puts a cell in region r, 0
/// in none; counts[r][k] cells of region r become class k + 1 by ascending (value, index); 0 where there is
/// no region. Each region's counts sum to its cells; fewer than 256 regions and classes.
Raster<uint8_t> regional_quantile_map(const Raster<float>& values, const Raster<uint8_t>& regions,
                                      std::span<const std::vector<int64_t>> counts);

struct Moments {
  double mean = 0;
  double sd = 0;
  double min = 0;
  double max = 0;
  int64_t count = 0;
};
/// Population moments over the mask, summed in a fixed order.
Moments moments_on(const Raster<float>& values, const Mask& mask);

}  // namespace fw
