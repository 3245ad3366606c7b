#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace fw {

/// The nearest whole number, ties to even; |x| < 2^51. One addition, as the processor rounds.
inline int64_t nearest_whole(double x) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52: the sum's last bit is worth 1
  return std::bit_cast<int64_t>(x + kShift) - std::bit_cast<int64_t>(kShift);
}

/// A square arena as whole numbers: a unit is 2^-30 of the side (8 km: 7.5 um), coordinates lie in [0, 2^30).
/// Differences are exact, and sums of whole numbers do not depend on their order.
struct FixedPlane {
  static constexpr int32_t kSide = 1 << 30;

  double m_per_unit = 1.0 / kSide, units_per_m = kSide;
  bool torus = false;

  FixedPlane() = default;
  FixedPlane(double side_m, bool wraps)
      : m_per_unit(side_m / kSide), units_per_m(kSide / side_m), torus(wraps) {}

  /// The unit nearest to a coordinate, wrapped (torus) or taken to the nearest place inside; 0 for what is no
  /// number.
  int32_t at(double m) const {
    double units = m * units_per_m;
    if (!(std::abs(units) < 0x1p50)) return 0;
    return inside(nearest_whole(units));
  }
  /// Wrapped or taken to the nearest place inside.
  int32_t inside(int64_t units) const {
    if (torus) return static_cast<int32_t>(units & (kSide - 1));
    return static_cast<int32_t>(std::clamp<int64_t>(units, 0, kSide - 1));
  }
  double metres(int32_t units) const { return units * m_per_unit; }

  /// to - from; on a torus the shortest way, in [-2^29, 2^29).
  int32_t difference(int32_t to, int32_t from) const { return wrapped(to, from, torus ? 2 : 0); }
  /// The same with the choice made beforehand: `spare` = 2 on a torus, else 0.
  static int32_t wrapped(int32_t to, int32_t from, int spare) {
    const uint32_t apart = static_cast<uint32_t>(to) - static_cast<uint32_t>(from);
    return static_cast<int32_t>(apart << spare) >> spare;
  }
  /// For wrapped().
  int spare_bits() const { return torus ? 2 : 0; }
};

}  // namespace fw
