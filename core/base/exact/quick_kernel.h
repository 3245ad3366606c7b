#pragma once

#include <cstddef>
#include <cstdint>

// Floats of the exact functions at half their cost. A double within 2^-41 of the exact result, and farther
// than that from the middle between two floats, rounds to the same float. Series of that precision are short;
// about one double in 65,000 is too close to a middle. Private to this room.

namespace fw::exact {

/// Each returns true if every float surely equals the exact function's; otherwise discard all results.
struct QuickKernels {
  /// |x| <= 1e6; count a multiple of kKernelLanes.
  bool (*sincos)(const double* x, size_t count, float* sin, float* cos);
  /// float(sd * normal draw), kLeastSd <= sd <= kMostSd; count a multiple of kKernelLanes, at most
  /// kQuickPiece.
  bool (*normal)(uint64_t substream, const uint64_t* counters, size_t count, double sd, float* out);
};

/// Number of elements recomputed exactly when one result is uncertain.
inline constexpr size_t kQuickPiece = 64;

/// Limits within which no product with a draw leaves the normal floats: a nonzero draw is at least 2^-80.
inline constexpr double kLeastSd = 0x1p-40, kMostSd = 0x1p40;

/// The kernels of the active SIMD level; null where there is no fused multiply-add.
const QuickKernels* quick_kernels();

}  // namespace fw::exact
