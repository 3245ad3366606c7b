#pragma once

#include "core/field/raster.h"

namespace fw {

/// E(x) = min over all cells y with a finite start height of start(y) + curvature |x - y|^2, distances in
/// metres between cell centres; +infinity everywhere if there is none. Exact and in linear time (Felzenszwalb
/// and Huttenlocher 2012). `curvature` > 0, per metre of height and metre^2.
Raster<float> lower_envelope(const Raster<float>& start, double curvature);

}  // namespace fw
