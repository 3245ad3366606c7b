#pragma once

#include "core/field/raster.h"

namespace fw {

/// How ragged a shape is: its perimeter over that of a disc of its area. A disc has 1, real islands 1.2 to 4.
/// Perimeter by Cauchy and Crofton in four directions (an axis-parallel square reads 1.07); beyond the frame
/// is sea. 0 for an empty mask.
double coast_index(const Mask& land);

}  // namespace fw
