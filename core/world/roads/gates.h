#pragma once

#include <vector>

#include "core/model/world/world.h"

namespace fw {

/// Where roads and tracks cross the outline, one within 20 m, along the outline; else the place of it nearest
/// to one. `roads` may be null: then `tracks` are looked at. Without any road there is one gate, to the
/// south, of piece -1.
void add_gates(const Roads* roads, const std::vector<Track>& tracks, Footprint& plan);

}  // namespace fw
