#include "core/field/noise/tile_order.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/base/vector_clones.h"
#include "core/field/noise/noise_points.h"

namespace fw {

namespace {

constexpr size_t kPiece = 16384;
/// Number of parts in which points are counted and placed in parallel; fixed for any thread count.
constexpr size_t kParts = 4;
/// A strip is as high as a square that holds this many points on average; its tiles are a quarter as wide.
constexpr double kPointsPerSquare = 64;
constexpr double kTilesPerSquare = 4;

/// One axis cut into equal parts.
struct Cuts {
  double from_m = 0;
  double per_m = 0;
  uint32_t count = 1;

  /// Converts through int: every SIMD level has that conversion.
  uint32_t of(double at_m) const {
    return static_cast<uint32_t>(static_cast<int32_t>(std::min((at_m - from_m) * per_m, count - 1.0)));
  }
};
Cuts cuts(double low_m, double high_m, double part_m, double most) {
  const double length_m = high_m - low_m;
  if (!(length_m > 0 && part_m > 0)) return {low_m, 0, 1};
  const double count = std::clamp(std::ceil(length_m / part_m), 1.0, std::min(most, 65536.0));
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

Tiles tiles_over(const PointSpan& points) {
  const PointExtent e = extent_of(points);
  const double squares = static_cast<double>(points.size()) / kPointsPerSquare;
  const double side_m = std::sqrt((e.east - e.west) * (e.north - e.south) / squares);
  // Of a long and narrow crowd no more parts than points would fill.
  return {cuts(e.south, e.north, side_m, std::floor(squares) + 1),
          cuts(e.west, e.east, side_m / kTilesPerSquare, std::floor(squares * kTilesPerSquare) + 1)};
}

FW_VECTOR_CLONES
void find_tiles(const Tiles& tiles, const double* x_m, const double* y_m, size_t count, uint32_t* tile) {
  for (size_t i = 0; i < count; ++i) tile[i] = tiles.of(x_m[i], y_m[i]);
}

/// A counting sort of the points by tile, stable: the parts follow each other within a tile.
void sort_by_tile(size_t tiles, TileOrder& out) {
  const size_t n = out.tile.size(), part = (n + kParts - 1) / kParts;
  out.next.assign(kParts * tiles, 0);
  // By reference: a copy of what a loop captures would be allocated.
  const auto count_part = [&](size_t begin, size_t end) {
    uint32_t* count = out.next.data() + begin / part * tiles;
    for (size_t i = begin; i < end; ++i) ++count[out.tile[i]];
  };
  parallel_for(n, part, std::cref(count_part));
  uint32_t sum = 0;
  for (size_t t = 0; t < tiles; ++t)
    for (size_t p = 0; p < kParts; ++p) sum += std::exchange(out.next[p * tiles + t], sum);
  const auto place_part = [&](size_t begin, size_t end) {
    uint32_t* next = out.next.data() + begin / part * tiles;
    for (size_t i = begin; i < end; ++i) out.order[next[out.tile[i]]++] = static_cast<uint32_t>(i);
  };
  parallel_for(n, part, std::cref(place_part));
}

/// Tiles of so many points at most: 4 of a square of 64 points, twice as many where strips or tiles are
/// single.
size_t most_tiles(size_t points) {
  return points / 7 + 8;
}

}  // namespace

void reserve_tile_order(size_t points, TileOrder& out) {
  out.order.reserve(points), out.tile.reserve(points), out.next.reserve(kParts * most_tiles(points));
}

void tile_order(std::span<const double> x_m, std::span<const double> y_m, TileOrder& out) {
  assert(x_m.size() == y_m.size() && x_m.size() < 0xFFFFFFFFu);
  const size_t n = x_m.size();
  out.order.resize(n), out.tile.resize(n);
  if (n == 0) return;
  const Tiles tiles = tiles_over({x_m, y_m});
  const auto find_part = [&](size_t begin, size_t end) {
    find_tiles(tiles, x_m.data() + begin, y_m.data() + begin, end - begin, out.tile.data() + begin);
  };
  parallel_for(n, kPiece, std::cref(find_part));
  sort_by_tile(tiles.count(), out);
}

std::vector<uint32_t> tile_order(std::span<const double> x_m, std::span<const double> y_m) {
  TileOrder out;
  tile_order(x_m, y_m, out);
  return std::move(out.order);
}

}  // namespace fw
