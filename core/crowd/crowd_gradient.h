#pragma once

#include <span>

#include "core/field/noise.h"

// Private to this room.

namespace fw::crowd_parts {

/// noise_gradient at many points, its value and slopes along x and y, bit for bit. (sample_noise_gradient is
/// faster still, but rounds to float: crowds have been steered by the slopes in double from the start.)
/// All spans of equal length.
void noise_gradients(const NoiseField& field, std::span<const double> x_m, std::span<const double> y_m,
                     double phase, std::span<double> value, std::span<double> d_dx, std::span<double> d_dy);

}  // namespace fw::crowd_parts
