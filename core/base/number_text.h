#pragma once

#include <string>

namespace fw {

/// Shortest decimal text that reads back as the same double; plain digits where sensible, no locale; -0 is
/// "0".
std::string number_text(double value);
/// At most `digits` significant digits, for messages.
std::string rounded_text(double value, int digits = 6);
/// At most `decimals` decimals, for messages.
std::string decimal_text(double value, int decimals = 2);

}  // namespace fw
