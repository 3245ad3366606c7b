#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/base/seed.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/field/noise/tile_order.h"
#include "core/field/quantile/quantile.h"
#include "core/field/simd_level.h"
#include "textbook_perlin.h"

#ifdef FIELDWRIGHT_BENCH_LIBNOISE
#include <libnoise/noise.h>
#endif

// The field kernels against references measured in the same run. Contenders and references of a race take
// turns, every one in pieces of a few milliseconds, and the least time of each piece counts: what neighbours
// on the machine take away falls on all alike and mostly out. A row's time is the contender's least; its
// counters are the references' least times over it. Wavelengths are in cells: the danger stack of the
// published world is 41.7 cells, 5 octaves, p .52, l 2.15.

namespace {

using namespace fw;

constexpr int kSide = 1024;
constexpr size_t kPoints = 1'000'000;

NoiseStack danger() {
  return {.wavelength_m = 1000.0 / 24, .octaves = 5, .persistence = 0.52, .lacunarity = 2.15};
}
NoiseStack heading() {
  return {.wavelength_m = 100, .octaves = 4, .persistence = 0.5, .lacunarity = 2.0};
}

/// One contestant: `run(piece)` for each of `pieces`; its time is the sum of every piece's least.
struct Entry {
  std::string name;
  size_t pieces;
  std::function<void(size_t piece)> run;
  bool reference = false;
  bool two_threads = false;
  std::vector<double> best_ms{};

  double ms() const { return std::accumulate(best_ms.begin(), best_ms.end(), 0.0); }
};

/// CPU time of this thread, which other load affects least; work on two threads needs the wall clock.
double now_ms(bool wall) {
  timespec t{};
  clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

struct Race {
  int rounds;
  std::vector<Entry> entries;

  void hold() {
    for (Entry& e : entries) e.two_threads = e.name.ends_with("/two_threads");
    for (Entry& e : entries) e.best_ms.assign(e.pieces, std::numeric_limits<double>::infinity());
    for (int round = 0; round < rounds; ++round) {
      for (Entry& e : entries) {
        for (int again = 0; again < (e.reference ? 1 : 4); ++again) {
          for (size_t piece = 0; piece < e.pieces; ++piece) {
            const double start = now_ms(e.two_threads);
            e.run(piece);
            e.best_ms[piece] = std::min(e.best_ms[piece], now_ms(e.two_threads) - start);
          }
        }
      }
    }
  }
};

struct Points {
  std::vector<double> x, y;
  std::vector<float> value, dx, dy;

  Points() : x(kPoints), y(kPoints), value(kPoints), dx(kPoints), dy(kPoints) {
    for (size_t i = 0; i < kPoints; ++i) {
      x[i] = 1000 * random_uniform(1, i);
      y[i] = 1000 * random_uniform(2, i);
    }
  }
};

const TextbookPerlin& perlin() {
  static const TextbookPerlin perlin;
  return perlin;
}
Raster<float>& canvas() {
  static Raster<float> raster(GridSpec{kSide, kSide, 1.0});
  return raster;
}
Points& points() {
  static Points points;
  return points;
}

/// Calls add(name, level, threads) for every SIMD level on one and two threads.
template <typename Add>
void for_each_level(const Add& add) {
  for (const std::string& level : simd_levels())
    for (const int threads : {1, 2})
      add(level + (threads == 1 ? "/one_thread" : "/two_threads"), level, threads);
}

constexpr int kRowsPerPiece = 32;
constexpr size_t kRowPieces = kSide / kRowsPerPiece;

template <typename At>
Entry per_pixel(const std::string& name, At at) {
  return {name, kRowPieces,
          [at](size_t piece) {
            const int first = static_cast<int>(piece) * kRowsPerPiece;
            for (int row = first; row < first + kRowsPerPiece; ++row)
              for (int column = 0; column < kSide; ++column)
                canvas().at(column, row) = static_cast<float>(at(column + 0.5, row + 0.5));
            benchmark::ClobberMemory();
          },
          true};
}

#ifdef FIELDWRIGHT_BENCH_LIBNOISE
Entry libnoise_reference(const NoiseStack& stack) {
  const auto module = std::make_shared<noise::module::Perlin>();
  module->SetFrequency(1 / stack.wavelength_m);
  module->SetOctaveCount(stack.octaves);
  module->SetPersistence(stack.persistence);
  module->SetLacunarity(stack.lacunarity);
  const double z = 0.3 * stack.wavelength_m;
  return per_pixel("libnoise", [module, z](double x, double y) { return module->GetValue(x, y, z); });
}
#endif

Race raster_race(const NoiseStack& stack) {
  Race race{12, {}};
  race.entries.push_back(
      per_pixel("textbook", [stack](double x, double y) { return perlin().octaves(stack, x, y, 0.3); }));
#ifdef FIELDWRIGHT_BENCH_LIBNOISE
  race.entries.push_back(libnoise_reference(stack));
#endif
  const NoiseField field = bind_noise(stack, derive(1, "bench"), 0);
  for_each_level([&](const std::string& name, const std::string& level, int threads) {
    race.entries.push_back({name, 1, [=](size_t) {
                              const ThreadLimit limit(threads);
                              set_simd_level(level);
                              fill_noise(field, canvas().grid, 0.3, canvas().cells);
                            }});
  });
  // As many cells in the shape of a large raster's strip.
  race.entries.push_back({"strip_8192x128/one_thread", 1, [=](size_t) {
                            const ThreadLimit limit(1);
                            set_simd_level(simd_levels().front());
                            fill_noise(field, GridSpec{8 * kSide, kSide / 8, 1.0}, 0.3, canvas().cells);
                          }});
  race.entries.push_back({"fresh_raster/one_thread", 1, [=](size_t) {
                            const ThreadLimit limit(1);
                            set_simd_level(simd_levels().front());
                            benchmark::DoNotOptimize(noise_raster(field, canvas().grid, 0.3).cells.data());
                          }});
  return race;
}

/// The same points as `points`, in tile order.
Points& ordered_points() {
  static Points ordered = [] {
    Points p;
    const std::vector<uint32_t> order = tile_order(points().x, points().y);
    for (size_t i = 0; i < kPoints; ++i) p.x[i] = points().x[order[i]], p.y[i] = points().y[order[i]];
    return p;
  }();
  return ordered;
}

Race order_race() {
  Race race{8, {}};
  for (const int threads : {1, 2})
    race.entries.push_back({threads == 1 ? "one_thread" : "two_threads", 1, [=](size_t) {
                              const ThreadLimit limit(threads);
                              benchmark::DoNotOptimize(tile_order(points().x, points().y).data());
                            }});
  return race;
}

Race point_race(Points& (*scattered)(), bool slopes, double period_m) {
  Race race{8, {}};
  constexpr size_t kPieces = 50, kPerPiece = kPoints / kPieces;
  race.entries.push_back({"textbook", kPieces,
                          [=](size_t piece) {
                            Points& p = scattered();
                            for (size_t i = piece * kPerPiece; i < (piece + 1) * kPerPiece; ++i)
                              p.value[i] =
                                  static_cast<float>(perlin().octaves(heading(), p.x[i], p.y[i], 0.3));
                            benchmark::ClobberMemory();
                          },
                          true});
  const NoiseField field = bind_noise(heading(), derive(1, "bench"), 0, period_m);
  for_each_level([&](const std::string& name, const std::string& level, int threads) {
    // Two threads need all points at once to share them.
    const size_t pieces = threads == 1 ? kPieces : 1, count = kPoints / pieces;
    race.entries.push_back({name, pieces, [=](size_t piece) {
                              const ThreadLimit limit(threads);
                              set_simd_level(level);
                              Points& p = scattered();
                              const size_t first = piece * count;
                              const auto x = std::span(p.x).subspan(first, count);
                              const auto y = std::span(p.y).subspan(first, count);
                              const auto value = std::span(p.value).subspan(first, count);
                              if (slopes)
                                sample_noise_gradient(field, x, y, 0.3, value,
                                                      std::span(p.dx).subspan(first, count),
                                                      std::span(p.dy).subspan(first, count));
                              else
                                sample_noise(field, x, y, 0.3, value);
                            }});
  });
  return race;
}

/// 12 Voronoi regions, their cells, six bands of unequal size each.
struct RegionalProblem {
  Raster<float> values;
  Raster<uint8_t> regions;
  std::vector<std::vector<uint32_t>> cells;
  std::vector<std::vector<int64_t>> counts;
  Raster<uint8_t> out;

  RegionalProblem()
      : values(noise_raster(bind_noise(danger(), derive(2, "bench"), 0), canvas().grid, 0.1)),
        regions(values.grid),
        cells(12),
        out(values.grid) {
    const std::array<double, 6> shares = {0.1, 0.2, 0.25, 0.2, 0.15, 0.1};
    for (uint32_t i = 0; i < values.size(); ++i) {
      const Vec2 at = values.grid.centre(i);
      double nearest = std::numeric_limits<double>::infinity();
      for (uint8_t r = 0; r < 12; ++r) {
        const Vec2 site{kSide * random_uniform(5, r), kSide * random_uniform(6, r)};
        const double d = squared_distance(at, site);
        if (d < nearest) nearest = d, regions[i] = static_cast<uint8_t>(r + 1);
      }
      cells[regions[i] - 1u].push_back(i);
    }
    for (const auto& own : cells)
      counts.push_back(largest_remainder(shares, static_cast<int64_t>(own.size())));
  }
};
RegionalProblem& regional() {
  static RegionalProblem problem;
  return problem;
}

/// One region the plain way: its cells found, sorted by (value, index), cut into bands.
void sort_region(size_t r) {
  RegionalProblem& p = regional();
  std::vector<uint32_t> cells = p.cells[r];
  std::sort(cells.begin(), cells.end(), [&](uint32_t a, uint32_t b) {
    return p.values[a] != p.values[b] ? p.values[a] < p.values[b] : a < b;
  });
  size_t next = 0;
  for (size_t k = 0; k < p.counts[r].size(); ++k)
    for (int64_t n = 0; n < p.counts[r][k]; ++n) p.out[cells[next++]] = static_cast<uint8_t>(k + 1);
}

Race quantile_race() {
  Race race{12, {{"std_sort", 12, sort_region, true}}};
  for_each_level([&](const std::string& name, const std::string& level, int threads) {
    race.entries.push_back({name, 1, [=](size_t) {
                              const ThreadLimit limit(threads);
                              set_simd_level(level);
                              const RegionalProblem& p = regional();
                              benchmark::DoNotOptimize(
                                  regional_quantile_map(p.values, p.regions, p.counts).cells.data());
                            }});
  });
  race.entries.push_back({"lists/one_thread", 1, [](size_t) {
                            const ThreadLimit limit(1);
                            RegionalProblem& p = regional();
                            for (size_t r = 0; r < p.cells.size(); ++r)
                              quantile_cut(p.values, p.cells[r], p.counts[r], p.out);
                          }});
  return race;
}

/// Filters without an outside reference; two threads are compared with one.
Race filter_race() {
  Race race{12, {}};
  const auto add = [&](const std::string& name, std::function<void()> run) {
    for (const int threads : {1, 2})
      race.entries.push_back({name + (threads == 1 ? "/one_thread" : "/two_threads"), 1, [=](size_t) {
                                const ThreadLimit limit(threads);
                                set_simd_level(simd_levels().front());
                                run();
                              }});
  };
  for (const int sigma : {3, 16, 40})
    add("gaussian_" + std::to_string(sigma), [sigma] { gaussian(regional().values, sigma); });
  Mask mask(canvas().grid), everywhere(canvas().grid, 1);
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = regional().values[i] > 0.2f;
  add("distance_to", [mask] { distance_to(mask); });
  add("rank_on", [everywhere] { rank_on(regional().values, everywhere); });
  add("label_components", [mask] { label_components(mask); });
  return race;
}

const Race& race_of(const std::string& name, const std::function<Race()>& make) {
  static std::map<std::string, Race> held;
  auto [at, fresh] = held.try_emplace(name);
  if (fresh) {
    at->second = make();
    at->second.hold();
    set_simd_level(simd_levels().front());
  }
  return at->second;
}

void report(benchmark::State& state, const Race& race, const Entry& entry) {
  for (auto _ : state) state.SetIterationTime(entry.ms() * 1e-3);
  for (const Entry& other : race.entries)
    if (other.reference && &other != &entry) state.counters["x_" + other.name] = other.ms() / entry.ms();
}

void add_race(const std::string& name, const std::function<Race()>& make) {
  const Race names = make();
  for (size_t i = 0; i < names.entries.size(); ++i) {
    const auto row = [=](benchmark::State& state) {
      const Race& race = race_of(name, make);
      report(state, race, race.entries[i]);
    };
    benchmark::RegisterBenchmark((name + "/" + names.entries[i].name).c_str(), row)
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1)
        ->UseManualTime();
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  add_race("raster/danger", [] { return raster_race(danger()); });
  add_race("raster/heading", [] { return raster_race(heading()); });
  add_race("points/heading", [] { return point_race(points, false, 0); });
  add_race("points/torus", [] { return point_race(points, false, 1000); });
  add_race("points/slopes", [] { return point_race(points, true, 0); });
  add_race("ordered_points/heading", [] { return point_race(ordered_points, false, 0); });
  add_race("ordered_points/torus", [] { return point_race(ordered_points, false, 1000); });
  add_race("ordered_points/slopes", [] { return point_race(ordered_points, true, 0); });
  add_race("tile_order", order_race);
  add_race("quantile", quantile_race);
  add_race("filter", filter_race);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
