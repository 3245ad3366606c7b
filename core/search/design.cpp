#include "core/search/design.h"

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <string>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"

namespace fw {
namespace {

constexpr size_t kMorrisLevels = 4;

}  // namespace

size_t grid_size(std::span<const size_t> counts, size_t most) {
  size_t all = 1;
  for (const size_t n : counts) {
    if (n == 0 || all > most / n) return 0;
    all *= n;
  }
  return all;
}

std::vector<UnitPoint> grid_design(std::span<const size_t> counts) {
  std::vector<UnitPoint> points{UnitPoint()};
  for (const size_t n : counts) {
    std::vector<UnitPoint> longer;
    for (const UnitPoint& point : points)
      for (size_t k = 0; k < n; ++k) {
        longer.push_back(point);
        longer.back().push_back(n > 1 ? static_cast<double>(k) / static_cast<double>(n - 1) : 0.5);
      }
    points = std::move(longer);
  }
  return points;
}

std::vector<UnitPoint> lhs_design(size_t dimensions, size_t samples, uint64_t stream) {
  std::vector<UnitPoint> points(samples, UnitPoint(dimensions));
  for (size_t d = 0; d < dimensions; ++d) {
    std::vector<size_t> order(samples);
    for (size_t k = 0; k < samples; ++k) order[k] = k;
    RandomCursor cursor{derive(stream, "lhs " + std::to_string(d))};
    shuffle(order, cursor);
    for (size_t k = 0; k < samples; ++k)
      points[k][d] = (static_cast<double>(order[k]) + 0.5) / static_cast<double>(samples);
  }
  return points;
}

std::vector<UnitPoint> morris_design(size_t dimensions, size_t trajectories, uint64_t stream) {
  constexpr size_t kHalf = kMorrisLevels / 2;
  std::vector<UnitPoint> points;
  for (size_t r = 0; r < trajectories; ++r) {
    RandomCursor cursor{derive(stream, "morris " + std::to_string(r))};
    std::vector<size_t> level(dimensions), order(dimensions);
    for (size_t d = 0; d < dimensions; ++d) {
      level[d] = cursor.below(kMorrisLevels);
      order[d] = d;
    }
    shuffle(order, cursor);
    const auto add = [&] {
      UnitPoint point;
      for (const size_t l : level) point.push_back(static_cast<double>(l) / (kMorrisLevels - 1));
      points.push_back(std::move(point));
    };
    add();
    for (const size_t d : order) {
      level[d] = level[d] < kHalf ? level[d] + kHalf : level[d] - kHalf;
      add();
    }
  }
  return points;
}

std::vector<UnitPoint> sobol_design(size_t dimensions, size_t samples) {
  boost::random::sobol sequence(2 * dimensions);
  std::vector<UnitPoint> points;
  for (size_t j = 0; j < samples; ++j) {
    UnitPoint both;
    for (size_t d = 0; d < 2 * dimensions; ++d)
      both.push_back(static_cast<double>(sequence() >> 11) * 0x1p-53);
    const UnitPoint a(both.begin(), both.begin() + static_cast<std::ptrdiff_t>(dimensions));
    const UnitPoint b(both.begin() + static_cast<std::ptrdiff_t>(dimensions), both.end());
    points.push_back(a);
    points.push_back(b);
    for (size_t d = 0; d < dimensions; ++d) {
      points.push_back(a);
      points.back()[d] = b[d];
    }
  }
  return points;
}

}  // namespace fw
