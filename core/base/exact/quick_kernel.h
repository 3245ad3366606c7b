#pragma once

#include <cstddef>
#include <cstdint>

// Floats of the exact functions at half their cost. A double that lies within 2^-41 of the exact function's,
// and farther than that from the middle between two floats, rounds to the same float; series that are good to
// that much are short, and one double in 65,000 lies too near a middle. Private to this room.

namespace fw::exact {

/// Each returns whether every float is sure to be the exact function's; else none of them counts.
struct QuickKernels {
  /// |x| <= 1e6; count a multiple of kKernelLanes.
  bool (*sincos)(const double* x, size_t count, float* sin, float* cos);
  /// float(sd * normal draw), kLeastSd <= sd <= kMostSd; count a multiple of kKernelLanes, at most
  /// kQuickPiece.
  bool (*normal)(uint64_t substream, const uint64_t* counters, size_t count, double sd, float* out);
};

/// What one doubt costs.
inline constexpr size_t kQuickPiece = 64;

/// No product of a draw with these leaves the normal floats: a draw that is not 0 is at least 2^-80.
inline constexpr double kLeastSd = 0x1p-40, kMostSd = 0x1p40;

/// The kernels of the level in force; null where there is no fused multiply-add.
const QuickKernels* quick_kernels();

}  // namespace fw::exact
