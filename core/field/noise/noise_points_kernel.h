#pragma once

#include <cstddef>

#include "core/field/noise/lattice_table_internal.h"
#include "core/field/noise/noise_lattice.h"

// The inner loops of scattered points, in plain and SIMD code with the same bits. Private to this room.

namespace fw::lattice {

/// The widest vector, in floats; counts below are multiples of it.
inline constexpr size_t kLanes = 16;
inline constexpr size_t padded(size_t count) {
  return (count + kLanes - 1) / kLanes * kLanes;
}

/// Most points of one block.
inline constexpr size_t kBlock = 512;

/// An octave for scattered points: coordinates times per_m, then times slice.frequency, are lattice units.
/// The second factor is a power of two, so that its product is exact.
struct PointOctave {
  double per_m = 0;
  Slice slice;
  LatticeTable table;
  CodedBlends blend_xy{}, blend_z{};  ///< what the table's codes mean
};

/// At most kBlock points, a multiple of kLanes, in units that a slice's frequency turns into lattice cells.
struct PointBlock {
  const double* x;
  const double* y;
  size_t count;
};

/// Output arrays of a block's value and slopes.
struct SlopeBlock {
  float* value;
  float* dx;
  float* dy;
};

struct PointKernels {
  /// Lowers `low` to the smallest number and raises `high` to the largest.
  void (*measure)(const double* in, size_t count, double& low, double& high);
  /// out = in * factor.
  void (*scale)(const double* in, double factor, size_t count, double* out);
  /// One octave at a block's points: out = its value if `first`, else out + its value. The slice's frequency
  /// is a power of two; the table holds all corners or is empty.
  void (*sample)(const Slice& slice, const LatticeTable& table, const PointBlock& block, bool first,
                 float* out);
  /// The same with the slopes.
  void (*sample_slope)(const Slice& slice, const LatticeTable& table, const PointBlock& block, bool first,
                       const SlopeBlock& out);
};

/// The kernels of the active SIMD level.
const PointKernels& point_kernels();

}  // namespace fw::lattice
