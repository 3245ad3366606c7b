#pragma once

#include <charconv>

namespace fw {

/// std::from_chars() of a finite double, also where the C++ library lacks it: the nearest double to the
/// longest number at the beginning of the text, in any locale.
std::from_chars_result read_double(const char* begin, const char* end, double& out);

}  // namespace fw
