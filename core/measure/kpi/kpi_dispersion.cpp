#include <algorithm>

#include "core/field/filter.h"
#include "core/measure/kpi/kpi_parts_internal.h"

namespace fw {
namespace {

constexpr double kPair_m = 300;
constexpr double kBlock_m = 500;
constexpr int64_t kMaskSample = 2000;
constexpr double kGoldenRatio = 0.6180339887498949;

template <typename Select>
std::vector<Vec2> places_of(const World& world, const Select& select) {
  std::vector<Vec2> out;
  for (const Point& p : world.points.points)
    if (p.region > 0 && select(world.points.class_of(p))) out.push_back(p.position_m);
  return out;
}

int64_t ground_cells(const World& world) {
  int64_t cells = 0;
  for (size_t cell = 0; cell < world.grid.cells(); ++cell) cells += world.on_island(cell) ? 1 : 0;
  return cells;
}

/// Mean distance to the nearest other over that of as many random places (Clark and Evans 1954), without
/// edge correction.
double clark_evans(const std::vector<Vec2>& places, double area_m2) {
  if (places.size() < 2 || area_m2 <= 0) return kUndefined;
  double sum = 0;
  for (size_t i = 0; i < places.size(); ++i) {
    double least = std::numeric_limits<double>::infinity();
    for (size_t j = 0; j < places.size(); ++j)
      if (j != i) least = std::min(least, squared_distance(places[i], places[j]));
    sum += std::sqrt(least);
  }
  const auto n = static_cast<double>(places.size());
  return sum / n / (0.5 * std::sqrt(area_m2 / n));
}

/// Pairs within kPair_m over all pairs.
double pair_share(const std::vector<Vec2>& places) {
  int64_t near = 0;
  for (size_t i = 0; i < places.size(); ++i)
    for (size_t j = i + 1; j < places.size(); ++j)
      near += squared_distance(places[i], places[j]) <= kPair_m * kPair_m ? 1 : 0;
  const auto n = static_cast<double>(places.size());
  return static_cast<double>(near) / (n * (n - 1) / 2);
}

/// Places spread evenly over the ground's cells in raster order.
std::vector<Vec2> spread_over_ground(const World& world) {
  std::vector<uint32_t> cells;
  for (uint32_t cell = 0; cell < world.grid.cells(); ++cell)
    if (world.on_island(cell)) cells.push_back(cell);
  std::vector<Vec2> out;
  if (cells.empty()) return out;
  for (int64_t i = 0; i < kMaskSample; ++i) {
    const double at = (static_cast<double>(i) + 0.5) * kGoldenRatio;
    const auto k = static_cast<size_t>((at - std::floor(at)) * static_cast<double>(cells.size()));
    out.push_back(world.grid.centre(static_cast<size_t>(cells[k])));
  }
  return out;
}

/// Variance over mean of counts in blocks at least half on the ground, each over its share of ground.
double variance_to_mean(const World& world, const std::vector<Vec2>& places) {
  const GridSpec& g = world.grid;
  const auto columns = static_cast<size_t>(g.width_m() / kBlock_m) + 1;
  const auto rows = static_cast<size_t>(g.height_m() / kBlock_m) + 1;
  const auto block_of = [&](Vec2 p) {
    return static_cast<size_t>(p.y / kBlock_m) * columns + static_cast<size_t>(p.x / kBlock_m);
  };
  std::vector<int64_t> ground(columns * rows, 0), points(columns * rows, 0);
  for (size_t cell = 0; cell < g.cells(); ++cell)
    if (world.on_island(cell)) ++ground[block_of(g.centre(cell))];
  for (const Vec2 p : places) ++points[block_of(p)];
  std::vector<double> counts;
  for (size_t b = 0; b < ground.size(); ++b) {
    const double share = static_cast<double>(ground[b]) * g.cell_area_m2() / (kBlock_m * kBlock_m);
    if (share >= 0.5) counts.push_back(static_cast<double>(points[b]) / share);
  }
  if (counts.size() < 2) return kUndefined;
  double mean = 0, variance = 0;
  for (const double n : counts) mean += n;
  mean /= static_cast<double>(counts.size());
  for (const double n : counts) variance += (n - mean) * (n - mean);
  variance /= static_cast<double>(counts.size());
  return mean > 0 ? variance / mean : kUndefined;
}

/// The greatest distance from land to a square with a point.
double greatest_gap_m(const World& world, const TravelGround& ground) {
  constexpr int kSide = TravelGround::kSide;
  Mask squares(GridSpec{kSide, kSide, ground.spacing_m});
  for (const Point& p : world.points.points) squares[static_cast<size_t>(ground.square_at(p.position_m))] = 1;
  const Raster<float> distance = distance_to(squares);
  double greatest = 0;
  for (const uint32_t node : ground.land) greatest = std::max(greatest, static_cast<double>(distance[node]));
  return std::isfinite(greatest) ? greatest : kUndefined;
}

}  // namespace

double measure_site_dispersion(const World& world) {
  return clark_evans(
      places_of(world, [](const PointClassInfo& c) { return c.category == Category::landmark; }),
      static_cast<double>(ground_cells(world)) * world.grid.cell_area_m2());
}

DispersionFigures measure_dispersion(const World& world, const Journeys& journeys) {
  const double area_m2 = static_cast<double>(ground_cells(world)) * world.grid.cell_area_m2();
  const auto resources =
      places_of(world, [](const PointClassInfo& c) { return c.category == Category::resource; });
  const auto rare = places_of(world, [](const PointClassInfo& c) {
    return c.category == Category::resource && c.tier == Tier::rare;
  });
  DispersionFigures out{kUndefined, clark_evans(rare, area_m2), kUndefined, kUndefined, kUndefined};
  if (resources.size() > 1) {
    const double of_ground = pair_share(spread_over_ground(world));
    if (of_ground > 0) out.pairs = pair_share(resources) / of_ground;
  }
  out.vmr = variance_to_mean(world, resources);
  if (!world.points.points.empty()) out.gap_max_m = greatest_gap_m(world, journeys.ground);
  return out;
}

}  // namespace fw
