// 20,000 weighted points with a least distance: the product's scan of the exponential clocks, its placement
// of a whole class (habitat, ranks, intensities and scan), and plain dart throwing by the same weights to the
// same count and radius in the same run. Ours gives a third of the points the bare radius and the others up
// to 2.67 times of it, and the result depends on nothing but seed and cell.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/noise/noise.h"
#include "core/world/generate.h"
#include "core/world/points/content.h"
#include "core/world/points/placement_scan.h"
#include "tests/world/synthetic_ground.h"

namespace {

using namespace fw;

constexpr double kSide_m = 8000;
constexpr int64_t kPoints = 20'000;
const double kSpacing_m = kSide_m * std::sqrt(0.20 / static_cast<double>(kPoints));  // N r^2 = .20

/// A whole square with weights that vary eightfold on the way.
struct Problem {
  GridSpec grid = GridSpec::square(kSide_m, kDefaultResolution);
  Raster<uint8_t> region{grid, 1};
  Candidates candidates;
  double top = 0;

  Problem() {
    const Raster<float> wave = noise_raster(bind_noise({.wavelength_m = 900}, derive(1, "bench")), grid);
    for (uint32_t cell = 0; cell < grid.cells(); ++cell) {
      candidates.cells.push_back(cell);
      candidates.lambda.push_back(std::exp(2.0 * wave[cell]));
      candidates.rank.push_back(0.5F);
      top = std::max(top, candidates.lambda.back());
    }
  }
};

const Problem& problem() {
  static const Problem made;
  return made;
}

void placement_scan(benchmark::State& state) {
  const Problem& p = problem();
  const ScanRules rules{p.grid, p.region, derive(7, "bench"), kSpacing_m, kPoints, 1, {}};
  size_t placed = 0;
  for (auto _ : state) placed = scan_candidates(p.candidates, rules, {}, {}).points.size();
  state.counters["placed"] = static_cast<double>(placed);
  state.counters["candidates"] = static_cast<double>(p.candidates.cells.size());
}
BENCHMARK(placement_scan)->Unit(benchmark::kMillisecond);

/// Accepted darts in bins as wide as the radius: a point that is too near lies in one of nine.
class Board {
 public:
  explicit Board(double radius_m)
      : radius_m_(radius_m), bins_(static_cast<int>(kSide_m / radius_m) + 1), bin_(bins_ * bins_) {}

  bool takes(Vec2 dart) {
    const int column = static_cast<int>(dart.x / radius_m_), row = static_cast<int>(dart.y / radius_m_);
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, bins_ - 1); ++r)
      for (int c = std::max(column - 1, 0); c <= std::min(column + 1, bins_ - 1); ++c)
        for (const Vec2 other : bin_[static_cast<size_t>(r * bins_ + c)])
          if (squared_distance(dart, other) < radius_m_ * radius_m_) return false;
    bin_[static_cast<size_t>(row * bins_ + column)].push_back(dart);
    return true;
  }

 private:
  double radius_m_;
  int bins_;
  std::vector<std::vector<Vec2>> bin_;
};

void placement_plain_darts(benchmark::State& state) {
  const Problem& p = problem();
  int64_t thrown = 0;
  for (auto _ : state) {
    RandomCursor random{derive(7, "darts"), 0};
    Board board(kSpacing_m);
    int64_t placed = 0;
    for (thrown = 0; placed < kPoints; ++thrown) {
      const Vec2 dart{random.uniform(0, kSide_m), random.uniform(0, kSide_m)};
      const size_t cell = p.grid.index(p.grid.column_at(dart.x), p.grid.row_at(dart.y));
      if (random.uniform() * p.top < p.candidates.lambda[cell] && board.takes(dart)) ++placed;
    }
  }
  state.counters["thrown"] = static_cast<double>(thrown);
}
BENCHMARK(placement_plain_darts)->Unit(benchmark::kMillisecond);

/// One class of 20,000 on an island of 8 km whose every habitat suits it.
void placement_class(benchmark::State& state) {
  const ThreadLimit one(1);
  Template tmpl = test::small_template();
  tmpl.frame = {kSide_m, kSide_m};
  const std::unique_ptr<test::SyntheticGround> made = test::make_synthetic(tmpl, 1, kDefaultResolution);
  PointClass crowd = tmpl.resources.front();
  crowd.biome_affinity.assign(crowd.biome_affinity.size(), 1.0);
  crowd.quota = static_cast<int>(kPoints);
  crowd.spacing_m = 10;
  crowd.gate = 0;
  size_t placed = 0;
  Raster<float> share(made->map.code.grid);
  for (auto _ : state)
    placed =
        test::place_class(made->ground(), Category::resource, crowd, LandmarkPlan{}, share).points.size();
  state.counters["placed"] = static_cast<double>(placed);
}
BENCHMARK(placement_class)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
