#pragma once

#include "core/field/raster.h"

namespace fw {

/// How open a shore lies to the sea (docs/water.md, 2).
struct Openness {
  Mask shore;                ///< land cells with an edge at the sea
  Raster<float> rank;        ///< on the shore: rank of the mean free fetch, smoothed along it, [0, 1]
  Raster<uint32_t> nearest;  ///< of every cell: a nearest shore cell; UINT32_MAX where there is no sea
};

/// `scale` = the frame's longer side over 8 km.
Openness measure_openness(const Mask& land, double scale);

}  // namespace fw
