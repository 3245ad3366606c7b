#pragma once

#include <cstddef>
#include <cstdint>

// The steepest of the eight facets about a cell (Tarboton 1997), row by row. Private to this room.
namespace fw {

/// What must be added to the index of each of `count` cells of a row to reach the cell that it drains to; 0
/// where no neighbour lies lower. All pointers are at the row's first cell, none of the cells lies on the
/// grid's rim, and `columns` is the grid's width. A facet's two cells are chosen between by `dice` in (0, 1).
/// `level_m` is infinite where nothing may drain to.
void steepest_downhill(const float* level_m, const float* dice, size_t columns, size_t count, int32_t* to);
/// Only cells of a lower rank receive.
void steepest_of_reached(const float* height_m, const uint32_t* rank, const float* dice, size_t columns,
                         size_t count, int32_t* to);

}  // namespace fw
