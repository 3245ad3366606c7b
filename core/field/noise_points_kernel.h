#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "core/field/noise_lattice.h"

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
inline constexpr size_t kBlock = 512;
/// Points that get a window of their own where the whole block spans too much of an octave's lattice.
inline constexpr size_t kRun = 64;

/// The least rectangle around points; boundless until somebody measures it.
struct Extent {
  static constexpr double kNowhere = -std::numeric_limits<double>::infinity();
  /// West, minus east, south, minus north.
  std::array<double, 4> edge_m{kNowhere, kNowhere, kNowhere, kNowhere};
};

/// count <= kBlock points.
struct PointBlock {
  const double* x_m;
  const double* y_m;
  size_t count;
  Extent whole{};
  std::array<Extent, kBlock / kRun> run{};
};

/// Where a block's value and slopes go.
struct SlopeBlock {
  float* value;
  float* dx;
  float* dy;
};

struct PointKernels {
  /// Fills in the extents; once per block, for all octaves.
  void (*measure)(PointBlock& block);
  /// One octave at a block's points: out = amplitude * value, or out + amplitude * value unless `first`.
  void (*sample)(const Slice& slice, const PointBlock& block, bool first, float* out);
  /// The same with the slopes.
  void (*sample_slope)(const Slice& slice, const PointBlock& block, bool first, const SlopeBlock& out);
};

/// The kernels of the level in force.
const PointKernels& point_kernels();

}  // namespace fw::lattice
