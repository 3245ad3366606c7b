#include "core/base/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/base/read_double.h"

namespace fw {

std::string number_text(double value) {
  if (value == 0) return "0";
  const double size = std::fabs(value);
  const bool plain = size >= 1e-6 && size < 1e16;
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, value,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  return std::string(digits, end.ptr);
}

std::string rounded_text(double value, int digits) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
  double rounded = 0;
  read_double(text, end.ptr, rounded);
  return number_text(rounded);
}

std::string decimal_text(double value, int decimals) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  std::string text(buffer, end.ptr);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

}  // namespace fw
