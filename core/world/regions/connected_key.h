#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/field/raster.h"

namespace fw {

/// A key of land cells by which the greatest of every ground piece, however many, are one 4-connected piece:
/// on a coast with two capes the cells farthest north would lie on both. The keys of a piece are exchanged
/// among its cells: the n-th that a flood takes has the n-th greatest. The flood takes the greatest key at
/// its rim; it starts where most lies near together of what rises above the `wanted` greatest keys of all
/// ground, not at the greatest key, which jumps from cape to cape. `cell`: the land of `plan` in order, whose
/// values are the pieces, 1 and on.
std::vector<double> connected_key(const Raster<uint8_t>& plan, const std::vector<uint32_t>& cell,
                                  const std::vector<double>& key, size_t wanted);

}  // namespace fw
