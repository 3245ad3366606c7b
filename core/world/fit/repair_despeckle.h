#pragma once

#include <cstdint>

#include "core/field/raster.h"

namespace fw {

/// Gives every component of fewer than `speck_cells` cells the most frequent other class of its ring; classes
/// in order, later ones see the change. A class never loses its largest component. With `one_piece_of` (a
/// body for every cell, not null): every component but the class's largest of each body. Components that
/// start where zone = 0 stay. Returns the number of changed cells.
int64_t absorb_small_pieces(Raster<uint8_t>& labels, const Raster<uint8_t>& zone, int classes,
                            int64_t speck_cells, const Raster<uint8_t>* one_piece_of);

}  // namespace fw
