#pragma once

#include <cstddef>

#include "core/field/noise_lattice.h"

// The inner loops of scattered points, each with a plain and a SIMD road to the same bits. Private to this
// room.

namespace fw::lattice {

/// The widest vector, in floats; counts below are multiples of it.
inline constexpr size_t kLanes = 16;
inline constexpr size_t padded(size_t count) {
  return (count + kLanes - 1) / kLanes * kLanes;
}

/// Points a block kernel takes at most.
inline constexpr size_t kBlock = 256;

/// Where a block's value and slopes go.
struct SlopeBlock {
  float* value;
  float* dx;
  float* dy;
};

struct PointKernels {
  /// One octave at count <= kBlock points: out = amplitude * value, or out + amplitude * value unless
  /// `first`.
  void (*sample)(const Slice& slice, const double* x_m, const double* y_m, bool first, size_t count,
                 float* out);
  /// The same with the slopes.
  void (*sample_slope)(const Slice& slice, const double* x_m, const double* y_m, bool first, size_t count,
                       const SlopeBlock& out);
};

/// The kernels of the level in force.
const PointKernels& point_kernels();

}  // namespace fw::lattice
