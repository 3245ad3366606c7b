#pragma once

#include <cstdint>

namespace fw {

/// Position along the Hilbert curve of order `bits` (a 2^bits x 2^bits lattice) of cell (x, y); bits <= 16.
/// Consecutive positions are neighbouring cells (Hilbert 1891).
uint32_t hilbert_index(uint32_t x, uint32_t y, int bits);

}  // namespace fw
