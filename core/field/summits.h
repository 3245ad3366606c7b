#pragma once

#include <cstdint>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// A cell from which every way to higher ground leads down by at least its prominence.
struct Summit {
  uint32_t cell = 0;
  float height_m = 0;
  float prominence_m =
      0;  ///< down to the highest pass to higher ground; of a component's highest cell down to 0
};

/// The lowest cell on the best way from one summit to higher ground: a pass.
struct Saddle {
  uint32_t cell = 0;
  float height_m = 0;
  float rise_m = 0;  ///< from it up to the lesser of the two summits
};

struct Peaks {
  std::vector<Summit> summits;
  std::vector<Saddle> saddles;  ///< the one below the most prominent summit first (ties by cell)
};

/// Summits with at least this prominence, and the saddles from which both sides rise by at least
/// `least_rise_m`. Neighbours and ties as in find_summits().
Peaks find_peaks(const Raster<float>& height_m, const Mask& land, double least_prominence_m,
                 double least_rise_m);

/// The summits of the land with at least this prominence, the most prominent first (ties by cell). Neighbours
/// are the 8 round a cell; cells of one height count in the order of their numbers.
std::vector<Summit> find_summits(const Raster<float>& height_m, const Mask& land, double least_prominence_m);

}  // namespace fw
