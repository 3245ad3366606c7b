#pragma once

#include <cstdint>
#include <vector>

#include "core/world/regions/regions.h"

namespace fw {

/// Leaves the largest piece of every label (ties to the first); other cells become 0. Returns those.
std::vector<uint32_t> drop_small_pieces(Raster<uint8_t>& labels);

/// Gives every piece of a label but its largest to the nearest label that stays (at most six rounds by
/// distance, then along the land), so that every label is one 4-connected piece if the labelled cells are.
void connect_labels(Raster<uint8_t>& labels);

/// Land cells without a label take the one that reaches them first over land; those of a piece without any
/// label stay 0.
void label_rest(Raster<uint8_t>& labels, const Raster<uint8_t>& land);

/// Argmax of the labels' Gaussian indicators on the labelled cells (ties to the lowest label).
void smooth_labels(Raster<uint8_t>& labels, int label_count, double sigma_m);

/// The plan's labels on another grid: every cell of `land` takes the strongest of the plan's blurred
/// indicators; every label comes out connected.
Raster<uint8_t> rasterise_labels(const Raster<uint8_t>& plan_labels, int label_count, const Mask& land);

/// The part of a grid that has codes.
struct CodeWindow {
  int column = 0, row = 0;  ///< of its first cell on the grid
  Raster<uint8_t> codes;    ///< empty if there are none
};
/// Codes of the plan grid on another one, 0 = free: every cell takes the strongest of the blurred indicators,
/// that of the free cells too. On the plan grid itself they stay as they are.
CodeWindow rasterise_codes(const Raster<uint8_t>& plan_codes, int code_count, const GridSpec& grid);

/// The regions on the plan grid (512 cells along the longer side), resampled if the map does not carry them.
Raster<uint8_t> plan_code_of(const RegionMap& map);

}  // namespace fw
