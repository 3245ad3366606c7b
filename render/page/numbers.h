#pragma once

#include <cstdint>
#include <string>

#include "core/base/number_text.h"

namespace fw {

/// "42.0 %"
inline std::string percent(double share, int digits = 0) {
  return decimal(100 * share, digits) + " %";
}

/// Whole number with a thin space between thousands.
inline std::string grouped(int64_t value) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  for (auto at = static_cast<int64_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<size_t>(at), "\u2009");
  return value < 0 ? "\u2212" + digits : digits;
}

/// "2 km", "0.5 km", "400 m"
inline std::string distance_text(double metres) {
  if (metres >= 1000 || metres == 500) {
    const double km = metres / 1000;
    return decimal(km, km == static_cast<int>(km) ? 0 : 1) + " km";
  }
  return decimal(metres, metres == static_cast<int>(metres) ? 0 : 1) + " m";
}

}  // namespace fw
