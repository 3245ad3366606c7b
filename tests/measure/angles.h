#pragma once

#include <numbers>

namespace fw::test {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kTwoPi = 2 * std::numbers::pi;

}  // namespace fw::test
