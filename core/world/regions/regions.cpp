#include "core/world/regions/regions.h"

#include <algorithm>
#include <numeric>

#include "core/base/rng.h"
#include "core/field/filter.h"
#include "core/world/cancel.h"
#include "core/world/land/island_outline.h"
#include "core/world/regions/names.h"
#include "core/world/regions/regions_plan.h"
#include "core/world/regions/regions_raster.h"
#include "core/world/regions/regions_share.h"

namespace fw {
namespace {

constexpr int kAttempts = 8;
constexpr double kSmallestShare = 0.55;  // of its part's mean; below it the draw is repeated
constexpr double kSmoothSigma_m = 31.25;

struct Shape {
  int64_t cells = 0;
  double x = 0, y = 0;  ///< mean of the cell centres, m
};

std::vector<Shape> shapes_of(const Raster<uint8_t>& labels, int count) {
  std::vector<Shape> shapes(static_cast<size_t>(count));
  const GridSpec& g = labels.grid;
  for (int row = 0; row < g.rows; ++row) {
    const double y = g.y_of(row);
    // Neighbours mostly share a label: its sums stay in registers.
    for (int column = 0; column < g.columns;) {
      const uint8_t label = labels.at(column, row);
      if (label == 0) {
        ++column;
        continue;
      }
      Shape s = shapes[label - 1u];
      for (; column < g.columns && labels.at(column, row) == label; ++column) {
        ++s.cells;
        s.x += g.x_of(column);
        s.y += y;
      }
      shapes[label - 1u] = s;
    }
  }
  for (Shape& s : shapes)
    if (s.cells > 0) {
      s.x /= static_cast<double>(s.cells);
      s.y /= static_cast<double>(s.cells);
    }
  return shapes;
}

/// The smallest region over the mean of its own part: neutral and controllable regions need not be alike.
double smallest_share(const std::vector<Shape>& shapes, int neutral) {
  double smallest = 1;
  const auto n = static_cast<size_t>(neutral);
  for (const auto& [begin, end] : {std::pair{size_t{0}, n}, {n, shapes.size()}}) {
    int64_t sum = 0, least = INT64_MAX;
    for (size_t r = begin; r < end; ++r) {
      sum += shapes[r].cells;
      least = std::min(least, shapes[r].cells);
    }
    if (sum > 0)
      smallest = std::min(
          smallest, static_cast<double>(least) * static_cast<double>(end - begin) / static_cast<double>(sum));
  }
  return smallest;
}

/// A label that lost all its cells (tiny rasters, absurd counts) gets one back from the largest region.
void revive_lost_labels(Raster<uint8_t>& labels, int count) {
  std::vector<Shape> shapes = shapes_of(labels, count);
  for (int label = 1; label <= count; ++label) {
    if (shapes[static_cast<size_t>(label - 1)].cells > 0) continue;
    const auto largest = std::max_element(shapes.begin(), shapes.end(),
                                          [](const Shape& a, const Shape& b) { return a.cells < b.cells; });
    if (largest->cells < 2) return;
    const auto from = static_cast<uint8_t>(largest - shapes.begin() + 1);
    // Its last cell in scan order: a corner, so what remains most likely stays one piece.
    for (size_t cell = labels.size(); cell-- > 0;)
      if (labels[cell] == from) {
        labels[cell] = static_cast<uint8_t>(label);
        break;
      }
    shapes = shapes_of(labels, count);
  }
}

int64_t land_cells(const Mask& land) {
  return std::count_if(land.cells.begin(), land.cells.end(), [](uint8_t l) { return l != 0; });
}

/// The regions on the plan: draws until the smallest is large enough, else the draw whose smallest is
/// largest.
Raster<uint8_t> plan_regions(const Template& tmpl, const SeedBundle& seeds, const Mask& plan,
                             const Progress& progress) {
  const int count = tmpl.regions.neutral + tmpl.regions.controllable;
  const std::vector<RegionPart> parts = split_neutral(tmpl, seeds, plan);
  const int64_t wanted = neutral_cells(tmpl, land_cells(plan));
  Raster<uint8_t> best(plan.grid);
  double best_share = -1;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    stop_if_cancelled(progress);
    Raster<uint8_t> labels = draw_regions(parts, seeds, attempt, plan.grid);
    stop_if_cancelled(progress);
    connect_labels(labels);
    for (int pass = 0; pass < 2; ++pass) smooth_labels(labels, count, kSmoothSigma_m);
    connect_labels(labels);
    // A neutral piece on another headland, severed from its region, went to a controllable one (or the other
    // way round), and smoothing shifts bent borders: the share of the two groups is settled last.
    settle_neutral_cells(labels, tmpl.regions.neutral, wanted,
                         neutral_border_distance(labels, tmpl.regions.neutral));
    const double share = smallest_share(shapes_of(labels, count), tmpl.regions.neutral);
    if (share > best_share) {
      best_share = share;
      best = std::move(labels);
    }
    if (best_share > kSmallestShare) break;
  }
  revive_lost_labels(best, count);
  return best;
}

/// Renumbers: neutral labels first (as drawn), each group from north to south by mean y.
void order_by_north(Raster<uint8_t>& labels, int neutral, int count) {
  const std::vector<Shape> shapes = shapes_of(labels, count);
  std::vector<int> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  const auto further_north = [&](int a, int b) {
    const double ya = shapes[static_cast<size_t>(a)].y, yb = shapes[static_cast<size_t>(b)].y;
    return ya != yb ? ya > yb : a < b;
  };
  std::sort(order.begin(), order.begin() + neutral, further_north);
  std::sort(order.begin() + neutral, order.end(), further_north);
  std::vector<uint8_t> code(static_cast<size_t>(count) + 1, 0);
  for (size_t i = 0; i < order.size(); ++i)
    code[static_cast<size_t>(order[i]) + 1] = static_cast<uint8_t>(i + 1);
  for (uint8_t& label : labels.cells) label = code[label];
}

/// How hard a region is: grows to the north with a little luck; neutral ground is beyond the scale.
void set_tiers(std::vector<Region>& regions, const std::vector<Shape>& plan, uint64_t substream) {
  double north = 0, south = 0;
  for (size_t r = 0; r < plan.size(); ++r) {
    north = r == 0 ? plan[r].y : std::max(north, plan[r].y);
    south = r == 0 ? plan[r].y : std::min(south, plan[r].y);
  }
  for (size_t r = 0; r < regions.size(); ++r) {
    const double northness = north > south ? (plan[r].y - south) / (north - south) : 0;
    const double luck = random_normal(substream, r);
    regions[r].tier = regions[r].neutral ? 1.05 : std::clamp(0.92 * northness + 0.06 * luck, 0.0, 0.85);
  }
}

}  // namespace

RegionMap make_regions(const Template& tmpl, const SeedBundle& seeds, const Island& island,
                       const Progress& progress) {
  const int neutral = tmpl.regions.neutral;
  const int count = neutral + tmpl.regions.controllable;
  RegionMap map;
  map.code = Raster<uint8_t>(island.main.grid);
  if (count == 0) return map;

  const GridSpec plan_spec = plan_grid(tmpl);
  const Mask plan = island.plan.grid == plan_spec ? island.plan : resample_nearest(island.main, plan_spec);
  map.plan_code = plan_regions(tmpl, seeds, plan, progress);
  stop_if_cancelled(progress);
  order_by_north(map.plan_code, neutral, count);
  if (island.main.grid == plan_spec && island.main.cells == plan.cells) {
    map.code = map.plan_code;
  } else {
    map.code = rasterise_labels(map.plan_code, count, island.main);
    settle_neutral_cells(map.code, neutral, neutral_cells(tmpl, land_cells(island.main)),
                         neutral_border_distance(map.plan_code, neutral));
    revive_lost_labels(map.code, count);
  }

  const std::vector<Shape> shapes = shapes_of(map.code, count);
  const std::vector<std::string> names = make_names(seeds, "names.region", count);
  for (size_t r = 0; r < shapes.size(); ++r) {
    Region region;
    region.name = names[r];
    region.neutral = static_cast<int>(r) < neutral;
    region.owner = Faction::neutral;
    region.area_m2 = static_cast<double>(shapes[r].cells) * map.code.grid.cell_area_m2();
    region.centre_m = {shapes[r].x, shapes[r].y};
    map.regions.push_back(std::move(region));
  }
  set_tiers(map.regions, shapes_of(map.plan_code, count), derive(seeds.layout_stream(), "tier"));
  return map;
}

}  // namespace fw
