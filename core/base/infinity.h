#pragma once

#include <limits>

namespace fw {

/// No bound: farther, dearer or more than anything.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace fw
