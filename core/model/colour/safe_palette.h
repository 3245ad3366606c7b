#pragma once

#include <cstddef>
#include <vector>

#include "core/base/colour.h"
#include "core/field/raster.h"

namespace fw {

/// Two rows of a table that meet on a map, by place; first < second.
struct RowPair {
  size_t first = 0, second = 0;
  friend bool operator==(const RowPair&, const RowPair&) = default;
};
/// The rows whose codes (place + 1) have 12 common cell edges or more.
std::vector<RowPair> neighbours(const Raster<uint8_t>& codes, size_t rows);

/// How far apart two colours are.
struct ColourStep {
  double difference = 0;  ///< CIEDE2000 to the eye that tells them apart worst: normal or without a receptor
  double lightness = 0;   ///< of L*, in grey print
};
ColourStep step_between(Rgb a, Rgb b);
/// Neighbours whose colours are nearer than this look alike.
inline constexpr double kLeastNeighbourDifference = 10, kLeastNeighbourLightness = 5;

/// Fills for rows that meet as `pairs` say: every row keeps its hue within 30 degrees, neighbours stand on
/// different steps of a ladder of lightness, so that they are told apart by every eye and in grey. `share`:
/// how much of a fill covers the paper where neighbours meet. The best of 60 orders in which rows choose.
std::vector<Rgb> told_apart(const std::vector<Rgb>& fills, const std::vector<RowPair>& pairs, double share);

}  // namespace fw
