#pragma once

#include <cstdint>
#include <span>

#include "core/field/raster.h"

namespace fw {

/// Samples of shares along a row: at x = first + i step, all at one y, in metres of the frame.
struct ShareRow {
  double first_x_m = 0, step_m = 0, y_m = 0;
  int count = 0;
};

/// How much of each class (code 0 too) lies in the square of side max(step, cell) round every sample, cells
/// beyond the frame as those at its edge. In 255ths by largest remainder, ties to the lower code: the bytes
/// of a sample sum to exactly 255. out[i * classes + code]; codes from `classes` on do not occur.
void class_shares(const Raster<uint8_t>& codes, const ShareRow& row, int classes, std::span<uint8_t> out);

}  // namespace fw
