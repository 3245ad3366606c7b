#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/field/noise/noise_lattice.h"
#include "core/field/noise/noise_points.h"

// The gradients of a rectangle of an octave's lattice points, computed once for points in any order. A point
// then reads two table words instead of hashing its eight corners. Private to this room.

namespace fw::lattice {

/// The codes of all lattice points of a rectangle; an empty vector means no table. A code has four bits each
/// for x, y and z: 3 (g0 + 1) + g1 + 1, where g0 and g1 (-1, 0 or 1) are that component of the point's
/// gradients in the lower and the upper layer.
struct LatticeTable {
  int32_t from_x = 0, from_y = 0;  ///< the south-western lattice point, before the period
  int32_t columns = 0, rows = 0;   ///< 0 without a table
  /// Rows from the south, plus one code, so that all can be read in pairs.
  std::vector<uint16_t> codes;
  std::vector<uint32_t> hash_x;  ///< scratch: the hash shares of a row
};

/// A component's nine blends over t, by its code.
using CodedBlends = std::array<float, 16>;
CodedBlends coded_blends(float low_weight, float high_weight);

/// The table for points of a rectangle; empty if it would hold more than `most` lattice points. The
/// rectangle's unit times the slice's frequency gives lattice cells. `out` keeps its memory, with some room
/// for a field whose offsets move by less than a cell.
void cut_table(const Slice& slice, const PointExtent& extent, size_t most, LatticeTable& out);

}  // namespace fw::lattice
