#pragma once

#include <cstddef>
#include <vector>

#include "core/base/geometry.h"

namespace fw {

/// Even-odd over some rings: whether a place lies inside an odd number of them.
bool is_inside_rings(const std::vector<Vec2>* rings, size_t count, Vec2 place);

}  // namespace fw
