#pragma once

#include <cstdint>

#include "core/world/fit/repair.h"

namespace fw {

/// Gives every component of fewer than `speck_cells` cells the most frequent other class of its ring; classes
/// in order, later ones see the change. A class never loses its largest component. With the task's
/// `one_piece_of`: every component but the class's largest of each body. Components that start where zone = 0
/// stay, and so do those whose ring has no class that all their cells may take. Returns the number of changed
/// cells.
int64_t absorb_small_pieces(Raster<uint8_t>& labels, const RepairTask& task, int64_t speck_cells);

/// What the rows of these zones (by code - 1) do not have leaves them wholly, whatever becomes of a piece
/// beyond their borders: neighbours in the zone take the cells, from the rim inwards, of each the one of
/// greatest score that it may take. Nothing of ordered layers, where a class may stand between two others.
/// Returns the number of changed cells.
int64_t clear_unasked(Raster<uint8_t>& labels, const RepairTask& task, const std::vector<size_t>& zones);

/// New pieces of the classes that one of the zones (by code - 1) is short of by at least a speck, where
/// repair found no way to them: each grows from the best cell inside a class of which the zone has too much,
/// best cells first. Returns the number of changed cells.
int64_t plant_missing(Raster<uint8_t>& labels, const RepairTask& task, const std::vector<size_t>& zones,
                      const std::vector<std::vector<int64_t>>& counts, int64_t speck_cells);

}  // namespace fw
