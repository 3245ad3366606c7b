#pragma once

#include <cstdint>
#include <span>

/// The exact functions and the random draws over arrays. Every element has the bits of the scalar function,
/// at every SIMD level and at any position in the array. Arrays of one call have equal length. An output may
/// be the same array as an input unless stated otherwise; partial overlap is not allowed.
namespace fw::exact {

/// log(x[i]); x > 0.
void log(std::span<const double> x, std::span<double> out);

/// exp(x[i]); `out` is not x.
void exp(std::span<const double> x, std::span<double> out);

/// pow(x[i], y); x >= 0, `out` is not x.
void pow(std::span<const double> x, double y, std::span<double> out);

/// sincos(x[i]); |x| <= 1e6 rad.
void sincos(std::span<const double> x, std::span<double> sin, std::span<double> cos);
/// The same, rounded once more to float.
void sincos(std::span<const double> x, std::span<float> sin, std::span<float> cos);

}  // namespace fw::exact

namespace fw {

/// random_uniform(substream, counters[i]).
void random_uniform(uint64_t substream, std::span<const uint64_t> counters, std::span<double> out);

/// random_normal(substream, counters[i]).
void random_normal(uint64_t substream, std::span<const uint64_t> counters, std::span<double> out);
/// float(sd * random_normal(substream, counters[i])).
void random_normal(uint64_t substream, std::span<const uint64_t> counters, double sd, std::span<float> out);

}  // namespace fw
