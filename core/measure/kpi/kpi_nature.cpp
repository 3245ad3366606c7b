#include <algorithm>
#include <array>
#include <utility>

#include "core/measure/kpi/kpi_parts_internal.h"

namespace fw {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr std::array<double, 5> kScales{4, 8, 16, 32, 64};  // of a pixel: the longer side over 512

double pixel_m(const GridSpec& grid) {
  return std::max(grid.width_m(), grid.height_m()) / 512;
}

/// On the ground; off the frame is sea.
struct LandCells {
  const World& world;

  bool at(int column, int row) const {
    return world.grid.contains(column, row) && world.on_island(world.grid.index(column, row));
  }
};

Separated coast_pairs(const World& world) {
  const LandCells ground{world};
  const GridSpec& g = world.grid;
  Separated out;
  for (int r = -1; r < g.rows; ++r)
    for (int c = -1; c < g.columns; ++c) {
      const bool here = ground.at(c, r), east = ground.at(c + 1, r), south = ground.at(c, r + 1);
      out.straight += static_cast<int64_t>(here != east) + static_cast<int64_t>(here != south);
      out.diagonal +=
          static_cast<int64_t>(here != ground.at(c + 1, r + 1)) + static_cast<int64_t>(east != south);
    }
  return out;
}

/// Area of the convex hull of the ground's cell corners, in cells.
double hull_cells(const World& world) {
  using Corner = std::pair<int64_t, int64_t>;
  std::vector<Corner> corners;
  for (int r = 0; r < world.grid.rows; ++r) {
    int first = -1, last = -1;
    for (int c = 0; c < world.grid.columns; ++c)
      if (world.on_island(world.grid.index(c, r))) {
        if (first < 0) first = c;
        last = c;
      }
    if (first < 0) continue;
    for (const int y : {r, r + 1}) {
      corners.emplace_back(first, y);
      corners.emplace_back(last + 1, y);
    }
  }
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  if (corners.size() < 3) return 0;
  // Monotone chain (Andrew 1979).
  std::vector<Corner> hull;
  const auto add = [&hull](const Corner& p, size_t least) {
    const auto turn = [](const Corner& a, const Corner& b, const Corner& c) {
      return (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
    };
    while (hull.size() >= least && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
    hull.push_back(p);
  };
  for (const Corner& p : corners) add(p, 2);
  const size_t lower = hull.size() + 1;
  for (size_t i = corners.size() - 1; i-- > 0;) add(corners[i], lower);
  int64_t twice = 0;
  for (size_t i = 0; i + 1 < hull.size(); ++i)
    twice += hull[i].first * hull[i + 1].second - hull[i + 1].first * hull[i].second;
  return static_cast<double>(twice < 0 ? -twice : twice) / 2;
}

/// Minus the slope of ln (boxes with a coast cell) on ln (box).
double coast_dimension(const World& world) {
  const LandCells ground{world};
  const GridSpec& g = world.grid;
  const double pixel = pixel_m(g);
  std::vector<double> x, y;
  for (const double scale : kScales) {
    const double box_m = scale * pixel;
    const auto box_of = [&](int i) { return static_cast<size_t>((i + 0.5) * g.cell_m / box_m); };
    const size_t columns = box_of(g.columns - 1) + 1, rows = box_of(g.rows - 1) + 1;
    std::vector<uint8_t> has(columns * rows, 0);
    for (int r = 0; r < g.rows; ++r)
      for (int c = 0; c < g.columns; ++c)
        if (ground.at(c, r) &&
            !(ground.at(c - 1, r) && ground.at(c + 1, r) && ground.at(c, r - 1) && ground.at(c, r + 1)))
          has[box_of(r) * columns + box_of(c)] = 1;
    const auto boxes = std::count(has.begin(), has.end(), uint8_t{1});
    if (boxes == 0) return kUndefined;
    x.push_back(exact::log(scale));
    y.push_back(exact::log(static_cast<double>(boxes)));
  }
  return -slope_of(x, y);
}

/// Slope of ln (mean height difference) on ln (distance) along rows and columns.
double relief_hurst(const World& world) {
  const GridSpec& g = world.grid;
  std::vector<double> x, y;
  for (const double scale : kScales) {
    const int d = static_cast<int>(scale * pixel_m(g) / g.cell_m + 0.5);
    if (d < 1 || (!x.empty() && exact::log(d) <= x.back())) continue;
    double sum = 0;
    int64_t pairs = 0;
    for (int r = 0; r < g.rows; ++r)
      for (int c = 0; c < g.columns; ++c) {
        const size_t here = g.index(c, r);
        if (!world.on_island(here)) continue;
        const auto add = [&](int column, int row) {
          if (!g.contains(column, row)) return;
          const size_t there = g.index(column, row);
          if (!world.on_island(there)) return;
          sum += std::abs(static_cast<double>(world.height_m[here]) -
                          static_cast<double>(world.height_m[there]));
          ++pairs;
        };
        add(c + d, r);
        add(c, r + d);
      }
    if (pairs == 0 || sum <= 0) continue;
    x.push_back(exact::log(d));
    y.push_back(exact::log(sum / static_cast<double>(pairs)));
  }
  return x.size() < 2 ? kUndefined : slope_of(x, y);
}

}  // namespace

NatureFigures measure_nature(const World& world) {
  NatureFigures out{kUndefined, kUndefined, kUndefined, kUndefined, kUndefined};
  int64_t cells = 0;
  double height = 0, highest = 0;
  for (size_t cell = 0; cell < world.grid.cells(); ++cell) {
    if (!world.on_island(cell)) continue;
    ++cells;
    const auto h = static_cast<double>(world.height_m[cell]);
    height += h;
    highest = std::max(highest, h);
  }
  if (cells == 0) return out;
  const double area_m2 = static_cast<double>(cells) * world.grid.cell_area_m2();
  out.coast_index = coast_pairs(world).length_m(world.grid.cell_m) / (2 * std::sqrt(kPi * area_m2));
  out.coast_dimension = coast_dimension(world);
  out.solidity = static_cast<double>(cells) / hull_cells(world);
  out.relief_hurst = relief_hurst(world);
  if (highest > 0) out.hypsometric = height / static_cast<double>(cells) / highest;
  return out;
}

FrontierFigures measure_frontier(const World& world) {
  const GridSpec& g = world.grid;
  const size_t factions = world.vocabulary.factions.size();
  // Owner of a cell + 1; 0 = none, neutral or sea.
  std::vector<uint8_t> owner_of_region(world.regions.size() + 1, 0);
  for (size_t k = 0; k < world.regions.size(); ++k)
    if (!world.regions[k].neutral)
      owner_of_region[k + 1] = static_cast<uint8_t>(static_cast<size_t>(world.regions[k].owner) + 1);
  const auto owner_at = [&](int c, int r) -> size_t {
    return g.contains(c, r) ? owner_of_region[world.region.at(c, r)] : 0;
  };
  std::vector<int64_t> cells(factions + 1, 0);
  std::vector<Separated> by_owner(factions + 1);
  Separated all;
  for (int r = 0; r < g.rows; ++r)
    for (int c = 0; c < g.columns; ++c) {
      const size_t here = owner_at(c, r), east = owner_at(c + 1, r), south = owner_at(c, r + 1);
      ++cells[here];
      const auto add = [&](size_t a, size_t b, int64_t Separated::*kind) {
        if (a == 0 || b == 0 || a == b) return;
        ++(all.*kind);
        ++(by_owner[a].*kind);
        ++(by_owner[b].*kind);
      };
      add(here, east, &Separated::straight);
      add(here, south, &Separated::straight);
      add(here, owner_at(c + 1, r + 1), &Separated::diagonal);
      add(east, south, &Separated::diagonal);
    }
  FrontierFigures out;
  out.km = all.length_m(g.cell_m) / 1000;
  for (size_t f = 1; f <= factions; ++f) {
    const double area_km2 = static_cast<double>(cells[f]) * g.cell_area_m2() / 1e6;
    out.by_owner.push_back(area_km2 > 0 ? by_owner[f].length_m(g.cell_m) / 1000 / std::sqrt(area_km2)
                                        : kUndefined);
  }
  return out;
}

}  // namespace fw
