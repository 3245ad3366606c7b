#pragma once

#include <span>

/// exp and pow over arrays: every element has the bits of the scalar function (exact_math.h), at every SIMD
/// level. Arrays of one call have equal length; `out` is not x.
namespace fw::exact {

/// exp(x[i]).
void exp(std::span<const double> x, std::span<double> out);

/// pow(x[i], y); x >= 0.
void pow(std::span<const double> x, double y, std::span<double> out);

}  // namespace fw::exact
