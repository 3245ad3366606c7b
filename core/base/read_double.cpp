#include "core/base/read_double.h"

#ifdef _LIBCPP_VERSION
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string>
#endif

namespace fw {

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
