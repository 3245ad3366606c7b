#include "core/field/tile_order.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/parallel.h"

namespace fw {

namespace {

constexpr size_t kPiece = 16384;
/// A strip is as high as the square that so many points take up on average, and cut into tiles a quarter as
/// wide.
constexpr double kPointsPerSquare = 64;
constexpr double kTilesPerSquare = 4;

/// One axis cut into equal parts.
struct Cuts {
  double from_m = 0;
  double per_m = 0;
  uint32_t count = 1;

  uint32_t of(double at_m) const {
    return std::min(static_cast<uint32_t>((at_m - from_m) * per_m), count - 1);
  }
};
Cuts cuts(double low_m, double high_m, double part_m) {
  const double length_m = high_m - low_m;
  if (!(length_m > 0 && part_m > 0)) return {low_m, 0, 1};
  const double count = std::clamp(std::ceil(length_m / part_m), 1.0, 65536.0);
  return {low_m, count / length_m, static_cast<uint32_t>(count)};
}

struct Tiles {
  Cuts strips, along;

  size_t count() const { return size_t{strips.count} * along.count; }
  uint32_t of(double x_m, double y_m) const {
    const uint32_t strip = strips.of(y_m), tile = along.of(x_m);
    return strip * along.count + ((strip & 1) != 0 ? along.count - 1 - tile : tile);
  }
};

/// The least and the greatest of some numbers, at least one.
struct Range {
  double low, high;
};
Range range_of(std::span<const double> values) {
  // Several at a time: one comparison need not wait for the one before.
  std::array<double, 8> low, high;
  low.fill(values[0]), high.fill(values[0]);
  size_t i = 0;
  for (; i + low.size() <= values.size(); i += low.size())
    for (size_t k = 0; k < low.size(); ++k) {
      low[k] = std::min(low[k], values[i + k]);
      high[k] = std::max(high[k], values[i + k]);
    }
  for (; i < values.size(); ++i) low[0] = std::min(low[0], values[i]), high[0] = std::max(high[0], values[i]);
  return {*std::min_element(low.begin(), low.end()), *std::max_element(high.begin(), high.end())};
}

Tiles tiles_over(std::span<const double> x_m, std::span<const double> y_m) {
  const Range x = range_of(x_m), y = range_of(y_m);
  const double squares = static_cast<double>(x_m.size()) / kPointsPerSquare;
  const double side_m = std::sqrt((x.high - x.low) * (y.high - y.low) / squares);
  return {cuts(y.low, y.high, side_m), cuts(x.low, x.high, side_m / kTilesPerSquare)};
}

}  // namespace

std::vector<uint32_t> tile_order(std::span<const double> x_m, std::span<const double> y_m) {
  assert(x_m.size() == y_m.size() && x_m.size() < 0xFFFFFFFFu);
  const size_t n = x_m.size();
  std::vector<uint32_t> order(n), tile(n);
  if (n == 0) return order;
  const Tiles tiles = tiles_over(x_m, y_m);
  parallel_for(n, kPiece, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) tile[i] = tiles.of(x_m[i], y_m[i]);
  });
  std::vector<uint32_t> next(tiles.count() + 1);
  for (const uint32_t t : tile) ++next[t + 1];
  for (size_t t = 1; t < next.size(); ++t) next[t] += next[t - 1];
  for (size_t i = 0; i < n; ++i) order[next[tile[i]]++] = static_cast<uint32_t>(i);
  return order;
}

}  // namespace fw
