#pragma once

#include "core/world/fit/repair.h"

namespace fw {

/// New pieces of the classes that one of the zones (by code - 1) is short of by at least a speck, where
/// repair found no way to them: each grows from the best cell inside a class of which the zone has too much,
/// best cells first. Returns the number of changed cells.
int64_t plant_missing(Raster<uint8_t>& labels, const RepairTask& task, const std::vector<size_t>& zones,
                      const std::vector<std::vector<int64_t>>& counts, int64_t speck_cells);

}  // namespace fw
