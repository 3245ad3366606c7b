#include "core/field/noise/lattice_table_internal.h"

#include <cmath>

#include "core/base/vector_clones.h"

namespace fw::lattice {

namespace {

/// What the gradients of one layer add to a code.
using Shares = std::array<uint32_t, 16>;
constexpr Shares shares_of_layer(uint32_t factor) {
  constexpr auto step = [](float component) { return static_cast<uint32_t>(component + 1.0f); };
  Shares out{};
  for (size_t g = 0; g < out.size(); ++g)
    out[g] = factor * (step(kGradientX[g]) | step(kGradientY[g]) << 4 | step(kGradientZ[g]) << 8);
  return out;
}
constexpr Shares kLowShares = shares_of_layer(3), kHighShares = shares_of_layer(1);

/// hash_x: the hash shares of the row's lattice points.
FW_VECTOR_CLONES
void fill_row(const Slice& s, const std::vector<uint32_t>& hash_x, uint32_t hash_y, uint16_t* codes) {
  const HashKey low = s.key0, high = s.key1;
  const uint32_t* x = hash_x.data();
  const size_t count = hash_x.size();
  for (size_t i = 0; i < count; ++i) {
    const uint32_t point = x[i] + hash_y;
    codes[i] = static_cast<uint16_t>(kLowShares[gradient_index(low, point)] +
                                     kHighShares[gradient_index(high, point)]);
  }
}

/// Cells farther out could overflow int32.
constexpr double kFarthestCell = 1e9;

/// The lattice points around the cells from `low` to `high`.
struct LatticeStretch {
  double from, count;
};
LatticeStretch lattice_points(double low, double high) {
  const double from = std::nearbyint(low);
  return {from, std::nearbyint(high) - from + 2};
}
/// The smallest range around it that begins at an even index and has an even length.
LatticeStretch evened(LatticeStretch s) {
  const double from = 2 * std::floor(s.from / 2);
  return {from, 2 * std::ceil((s.from + s.count - from) / 2)};
}

}  // namespace

CodedBlends coded_blends(float low_weight, float high_weight) {
  CodedBlends out{};
  for (int low = 0; low < 3; ++low)
    for (int high = 0; high < 3; ++high)
      out[static_cast<size_t>(3 * low + high)] =
          static_cast<float>(low - 1) * low_weight + static_cast<float>(high - 1) * high_weight;
  return out;
}

void cut_table(const Slice& s, const PointExtent& e, size_t most, LatticeTable& out) {
  // Rounding is monotonic, so the rectangle's edges bound all its points.
  const LatticeStretch x =
      evened(lattice_points(e.west * s.frequency + s.offset_x, e.east * s.frequency + s.offset_x));
  const LatticeStretch y =
      lattice_points(e.south * s.frequency + s.offset_y, e.north * s.frequency + s.offset_y);
  const bool near = std::fabs(x.from) < kFarthestCell && std::fabs(y.from) < kFarthestCell;
  out.codes.clear();
  out.columns = out.rows = 0;
  if (!(near && x.count >= 2 && y.count >= 2 && x.count * y.count <= static_cast<double>(most))) return;
  const auto columns = static_cast<size_t>(x.count), rows = static_cast<size_t>(y.count);
  out.from_x = static_cast<int32_t>(x.from), out.from_y = static_cast<int32_t>(y.from);
  out.columns = static_cast<int32_t>(columns), out.rows = static_cast<int32_t>(rows);
  if (out.codes.capacity() < columns * rows + 1) out.codes.reserve((columns + 2) * (rows + 1) + 1);
  out.codes.resize(columns * rows + 1);
  if (out.hash_x.capacity() < columns) out.hash_x.reserve(columns + 2);
  out.hash_x.resize(columns);
  for (size_t i = 0; i < columns; ++i)
    out.hash_x[i] = hash_point(wrapped(out.from_x + static_cast<int32_t>(i), s.period), 0);
  for (size_t j = 0; j < rows; ++j) {
    const uint32_t hash_y = hash_point(0, wrapped(out.from_y + static_cast<int32_t>(j), s.period));
    fill_row(s, out.hash_x, hash_y, out.codes.data() + j * columns);
  }
}

}  // namespace fw::lattice
