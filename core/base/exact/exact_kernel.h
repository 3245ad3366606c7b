#pragma once

#include <cstddef>
#include <cstdint>

// The inner loops of exact_batch.h at one SIMD level. Private to this room.

namespace fw::exact {

/// Most doubles processed together; counts below are multiples of it.
inline constexpr size_t kKernelLanes = 32;

struct Kernels {
  void (*log)(const double* x, size_t count, double* out);
  /// NaN where the caller must use the scalar function.
  void (*exp)(const double* x, size_t count, double* out);
  void (*pow)(const double* x, double y, size_t count, double* out);
  void (*sincos)(const double* x, size_t count, double* sin, double* cos);
  void (*sincos_float)(const double* x, size_t count, float* sin, float* cos);
  void (*uniform)(uint64_t substream, const uint64_t* counters, size_t count, double* out);
  void (*normal)(uint64_t substream, const uint64_t* counters, size_t count, double* out);
};

/// The kernels of the active SIMD level; null where only plain code runs.
const Kernels* kernels();

}  // namespace fw::exact
