#pragma once

#include <cstdint>
#include <span>

#include "core/field/noise/noise.h"
#include "core/field/raster.h"

namespace fw {

/// The noise of a stack at the centres of some cells, one value each; any order, repeats allowed. The same
/// bits as noise_raster there.
void noise_at_cells(const NoiseField& field, const GridSpec& grid, double phase,
                    std::span<const uint32_t> cells, std::span<float> out);

}  // namespace fw
