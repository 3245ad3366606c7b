#include "core/base/number_text.h"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

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

#ifndef _LIBCPP_VERSION

std::from_chars_result read_double(const char* begin, const char* end, double& out) {
  return std::from_chars(begin, end, out);
}

#else

namespace {

const char* after_digits(const char* at, const char* end) {
  while (at != end && *at >= '0' && *at <= '9') ++at;
  return at;
}

/// The end of the finite number at the beginning of a text: -12.5e-3; `begin` if there is none.
const char* number_end(const char* begin, const char* end) {
  const char* const whole = begin != end && *begin == '-' ? begin + 1 : begin;
  const char* at = after_digits(whole, end);
  bool digits = at != whole;
  if (at != end && *at == '.') {
    const char* const after = after_digits(at + 1, end);
    digits |= after != at + 1;
    at = after;
  }
  if (!digits) return begin;
  if (at != end && (*at == 'e' || *at == 'E')) {
    const char* const sign = at + 1;
    const char* const power = sign != end && (*sign == '-' || *sign == '+') ? sign + 1 : sign;
    if (const char* const after = after_digits(power, end); after != power) at = after;
  }
  return at;
}

}  // namespace

std::from_chars_result read_double(const char* begin, const char* end, double& out) {
  const char* const after = number_end(begin, end);
  if (after == begin) return {begin, std::errc::invalid_argument};
  const std::string text(begin, after);
  errno = 0;
  const double number = std::strtod(text.c_str(), nullptr);  // musl's: rounded correctly, without locales
  if (errno == ERANGE && (number == 0 || std::isinf(number))) return {after, std::errc::result_out_of_range};
  out = number;
  return {after, std::errc()};
}

#endif

}  // namespace fw
