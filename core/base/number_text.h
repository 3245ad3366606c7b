#pragma once

#include <charconv>
#include <string>

namespace fw {

/// Exactly `digits` decimals with a point, whatever the locale; -0 is 0.
inline std::string decimal(double value, int digits) {
  char text[400];  // the largest double has 309 digits before the point
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
  std::string out(text, end.ptr);
  return out.front() == '-' && out.find_first_not_of("-0.") == std::string::npos ? out.substr(1) : out;
}

/// The fewest of up to `most` decimals that show the value as `most` would: "0", "0.6", "0.15".
inline std::string short_decimal(double value, int most) {
  std::string out = decimal(value, most);
  if (out.find('.') == std::string::npos) return out;
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out;
}

/// Shortest decimal text that reads back as the same double; plain digits where sensible, no locale; -0 is
/// "0".
std::string number_text(double value);
/// At most `digits` significant digits, for messages.
std::string rounded_text(double value, int digits = 6);
/// At most `decimals` decimals, for messages.
std::string decimal_text(double value, int decimals = 2);

/// std::from_chars() of a finite double, also where the C++ library lacks it: the nearest double to the
/// longest number at the beginning of the text, in any locale.
std::from_chars_result read_double(const char* begin, const char* end, double& out);

}  // namespace fw
