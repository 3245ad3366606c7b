#pragma once

#include <array>
#include <cstddef>

#include "core/field/noise_lattice.h"
#include "core/field/noise_points.h"

// The inner loops of scattered points, each with a plain and a SIMD road to the same bits. Where points that
// follow each other lie near each other, the gradients of the few lattice points around them are blended once
// and looked up ("window"), once for all of them where they lie in one cell; else every point hashes its own
// corners. Private to this room.

namespace fw::lattice {

/// The widest vector, in floats; counts below are multiples of it.
inline constexpr size_t kLanes = 16;
inline constexpr size_t padded(size_t count) {
  return (count + kLanes - 1) / kLanes * kLanes;
}

/// Points a block kernel takes at most.
inline constexpr size_t kBlock = PointGroup::kMost;
/// Points that get a window of their own where the whole block spans too much of an octave's lattice.
inline constexpr size_t kRun = PointGroup::kRun;

/// An octave for scattered points: coordinates times per_m, then times slice.frequency, are lattice units.
/// The second factor is a power of two, so that its product is exact.
struct PointOctave {
  double per_m = 0;
  Slice slice;
};

/// count <= kBlock points, a multiple of kLanes, in units of 1 / per_m.
struct PointBlock {
  const double* x;
  const double* y;
  size_t count;
  PointExtent whole{};
  std::array<PointExtent, kBlock / kRun> run{};
};

/// Where a block's value and slopes go.
struct SlopeBlock {
  float* value;
  float* dx;
  float* dy;
};

struct PointKernels {
  /// Fills in the extents of a group whose size is a multiple of kLanes.
  void (*measure)(PointGroup& points);
  /// out = in * factor; count a multiple of kLanes.
  void (*scale)(const double* in, double factor, size_t count, double* out);
  /// One octave at a block's points: out = its value, or out + its value unless `first`. The slice's
  /// frequency is a power of two.
  void (*sample)(const Slice& slice, const PointBlock& block, bool first, float* out);
  /// The same with the slopes.
  void (*sample_slope)(const Slice& slice, const PointBlock& block, bool first, const SlopeBlock& out);
};

/// The kernels of the level in force.
const PointKernels& point_kernels();

}  // namespace fw::lattice
