#pragma once

#include <charconv>
#include <cstdint>
#include <string>

namespace fw {

/// Fixed decimals with a point, whatever the locale.
inline std::string decimal(double value, int digits) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
  std::string out(text, end.ptr);
  return out.find_first_not_of("-0.") == std::string::npos && out.front() == '-' ? out.substr(1) : out;
}

/// The fewest of up to `most` decimals that still show the value as it is: "0", "0.6", "0.15".
inline std::string short_decimal(double value, int most) {
  std::string out = decimal(value, most);
  if (out.find('.') == std::string::npos) return out;
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out;
}

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
