#include "tests/terrain/terrain_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "core/field/filter.h"
#include "core/field/summits.h"
#include "core/model/world/water.h"
#include "core/water/drainage/drainage.h"
#include "core/water/lakes/contour.h"
#include "core/water/plan/shore_openness.h"

namespace fw {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return kNone;
  const auto at = static_cast<size_t>(q * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

/// A mask with a rim of empty cells, sides of cells 1 m.
Mask padded(const Mask& in, int rim) {
  Mask out(GridSpec{in.grid.columns + 2 * rim, in.grid.rows + 2 * rim, 1.0});
  for (int row = 0; row < in.grid.rows; ++row)
    for (int column = 0; column < in.grid.columns; ++column)
      out.at(column + rim, row + rim) = in.at(column, row) != 0;
  return out;
}

Mask inverse(Mask in) {
  for (uint8_t& c : in.cells) c = c == 0;
  return in;
}

/// The cells farther than `radius` from the mask, or within it.
Mask within(const Mask& of, double radius) {
  const Raster<float> away = distance_to(of);
  Mask out(of.grid);
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(away[i]) <= radius;
  return out;
}

double count(const Mask& m) {
  return static_cast<double>(std::ranges::count_if(m.cells, [](uint8_t c) { return c != 0; }));
}

double contour_length(const Mask& mask) {
  Raster<float> shape(mask.grid);
  for (size_t i = 0; i < mask.size(); ++i) shape[i] = mask[i] != 0 ? 1.0F : 0.0F;
  double length = 0;
  for (const std::vector<Vec2>& ring : contour_lines(gaussian(shape, 0.8 * mask.grid.cell_m), 0.5F))
    for (size_t i = 0; i < ring.size(); ++i)
      length += std::sqrt(squared_distance(ring[i], ring[(i + 1) % ring.size()]));
  return length;
}

Mask ground_of(const World& world) {
  Mask ground(world.grid);
  for (size_t i = 0; i < ground.size(); ++i) ground[i] = world.on_island(i) ? 1 : 0;
  return ground;
}

Raster<float> ground_heights(const World& world, const Mask& ground) {
  Raster<float> height = world.height_m;
  for (size_t i = 0; i < height.size(); ++i)
    if (ground[i] == 0) height[i] = 0;
  return height;
}

bool is_lake(const World& world, size_t cell) {
  return world.water.size() != 0 && world.water[cell] == static_cast<uint8_t>(WaterCode::lake);
}

/// Concavity of channels: slope ~ area^-theta, medians of bins of .2 decades.
double concavity(const Mask& ground, const Raster<float>& height) {
  const GridSpec& g = ground.grid;
  Raster<float> filled = height;
  const Flood flood = fill_depressions(ground, {}, filled);
  std::vector<double> area(ground.size(), 0);
  std::vector<uint32_t> to(ground.size(), UINT32_MAX);
  std::vector<double> fall(ground.size(), 0);
  for (const uint32_t cell : flood.order) {
    area[cell] = g.cell_area_m2();
    if (flood.back[cell] == cell) continue;
    for (const uint32_t other : neighbours(g, cell)) {
      if (ground[other] == 0) continue;
      const double s = static_cast<double>(filled[cell] - filled[other]) /
                       std::sqrt(squared_distance(g.centre(size_t{cell}), g.centre(size_t{other})));
      if (s > fall[cell]) fall[cell] = s, to[cell] = other;
    }
  }
  std::vector<uint32_t> down = flood.order;
  std::stable_sort(down.begin(), down.end(), [&](uint32_t a, uint32_t b) { return filled[a] > filled[b]; });
  for (const uint32_t cell : down)
    if (to[cell] != UINT32_MAX) area[to[cell]] += area[cell];
  const double f = g.width_m() / 8000, first = 5 + 2 * std::log10(f);
  std::vector<std::vector<double>> bins(40);
  for (const uint32_t cell : down) {
    if (to[cell] == UINT32_MAX || fall[cell] <= 1e-5) continue;
    const double bin = (std::log10(area[cell]) - first) / 0.2;
    if (bin >= 0 && bin < 40) bins[static_cast<size_t>(bin)].push_back(std::log10(fall[cell]));
  }
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (size_t k = 0; k < bins.size(); ++k) {
    if (bins[k].size() <= 10) continue;
    const double x = first + 0.2 * static_cast<double>(k) + 0.1, y = quantile(bins[k], 0.5);
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return n > 2 ? -(n * sxy - sx * sy) / (n * sxx - sx * sx) : kNone;
}

}  // namespace

double figure(const Figures& figures, std::string_view name) {
  const auto at = std::ranges::find_if(figures, [&](const auto& f) { return f.first == name; });
  return at == figures.end() ? kNone : at->second;
}

ShoreFigures measure_shore(const Mask& piece) {
  const double area = count(piece);
  const double radius = std::max(2.0, std::floor(0.08 * std::sqrt(area)));
  const Mask land = padded(piece, static_cast<int>(radius) + 2);
  ShoreFigures out;
  out.index = contour_length(land) / (2 * std::sqrt(std::numbers::pi * area));
  const Mask closed = inverse(within(inverse(within(land, radius)), radius));
  Mask bays = closed;
  for (size_t i = 0; i < bays.size(); ++i) bays[i] = closed[i] != 0 && land[i] == 0;
  out.bays = count(bays) / area;
  const Mask core = inverse(within(inverse(land), radius));
  const Mask opened = within(core, radius);
  double capes = 0;
  for (size_t i = 0; i < land.size(); ++i) capes += land[i] != 0 && opened[i] == 0 ? 1 : 0;
  out.capes = capes / area;
  for (const int64_t cells : list_components(bays).cells)
    out.bay_count += static_cast<double>(cells) >= 0.001 * area ? 1 : 0;
  double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  for (size_t i = 0; i < piece.size(); ++i) {
    if (piece[i] == 0) continue;
    const double c = piece.grid.column_of(i), r = piece.grid.row_of(i);
    x += c, y += r, xx += c * c, yy += r * r, xy += c * r;
  }
  const double vx = xx / area - x * x / area / area, vy = yy / area - y * y / area / area,
               cxy = xy / area - x * y / area / area;
  const double root = std::sqrt((vx - vy) * (vx - vy) / 4 + cxy * cxy), mean = (vx + vy) / 2;
  out.aspect = std::sqrt((mean + root) / std::max(mean - root, 1e-9));
  return out;
}

std::vector<ShoreFigures> measure_shores(const World& world, int64_t least_cells) {
  const Components pieces = label_components(ground_of(world));
  std::vector<size_t> large;
  for (size_t k = 0; k < pieces.cells.size(); ++k)
    if (pieces.cells[k] >= least_cells) large.push_back(k);
  std::stable_sort(large.begin(), large.end(),
                   [&](size_t a, size_t b) { return pieces.cells[a] > pieces.cells[b]; });
  std::vector<ShoreFigures> out;
  for (const size_t k : large) {
    Mask piece(world.grid);
    for (size_t i = 0; i < piece.size(); ++i) piece[i] = pieces.id[i] == static_cast<int32_t>(k);
    out.push_back(measure_shore(piece));
  }
  return out;
}

Figures measure_relief(const World& world) {
  const Mask ground = ground_of(world);
  const Raster<float> height = ground_heights(world, ground);
  const Raster<float> slope = gradient_norm(height);
  const Mask inner = erode(ground, 2);
  std::vector<double> heights, slopes;
  for (size_t i = 0; i < ground.size(); ++i) {
    if (ground[i] != 0) heights.push_back(static_cast<double>(height[i]));
    if (inner[i] != 0) slopes.push_back(static_cast<double>(slope[i]));
  }
  const double low = *std::ranges::min_element(heights), high = *std::ranges::max_element(heights);
  const double mean =
      std::accumulate(heights.begin(), heights.end(), 0.0) / static_cast<double>(heights.size());
  Raster<float> filled = height;
  fill_depressions(ground, {}, filled);
  double pits = 0;
  for (size_t i = 0; i < ground.size(); ++i)
    pits += ground[i] != 0 && !is_lake(world, i) && filled[i] - height[i] > 0.5F ? 1 : 0;
  const auto top = static_cast<float>(quantile(heights, 0.9));
  Mask highest(world.grid);
  for (size_t i = 0; i < ground.size(); ++i) highest[i] = ground[i] != 0 && height[i] >= top;
  const auto flat = std::ranges::count_if(slopes, [](double s) { return s < 0.05; });
  return {{"integral", (mean - low) / (high - low)},
          {"slope", quantile(slopes, 0.5)},
          {"slope_p90", quantile(slopes, 0.9)},
          {"flat", static_cast<double>(flat) / static_cast<double>(slopes.size())},
          {"pits", pits / static_cast<double>(heights.size())},
          {"theta", concavity(ground, height)},
          {"top_pieces", static_cast<double>(list_components(highest).cells.size())},
          {"summits", static_cast<double>(find_summits(height, ground, 0.08 * high).size())}};
}

Figures measure_islets(const World& world) {
  Mask islets(world.grid);
  for (size_t i = 0; i < islets.size(); ++i) islets[i] = world.land[i] != 0 && !world.on_island(i);
  std::vector<double> areas;
  for (const int64_t cells : list_components(islets).cells) areas.push_back(static_cast<double>(cells));
  std::ranges::sort(areas, std::greater<>());
  const double ground = count(ground_of(world));
  const double all = std::accumulate(areas.begin(), areas.end(), 0.0);
  double hill = kNone;
  if (areas.size() >= 8) {
    double logs = 0;
    for (const double a : areas) logs += std::log(a / areas.back());
    hill = logs > 0 ? static_cast<double>(areas.size() - 1) / logs : kNone;
  }
  return {{"islets", static_cast<double>(areas.size())},
          {"islet_share", all / ground},
          {"largest_islet", areas.empty() ? 0 : areas[0] / ground},
          {"islet_hill", hill}};
}

Figures measure_harbours(const World& world) {
  const GridSpec& g = world.grid;
  const Mask ground = ground_of(world);
  const double scale = std::max(g.width_m(), g.height_m()) / 8000;
  const Openness openness = measure_openness(ground, scale);
  // Share of sea within 600 m, at every shore cell.
  const double reach_m = 600 * scale;
  Raster<float> sea(g);
  for (size_t i = 0; i < sea.size(); ++i) sea[i] = world.land[i] == 0 ? 1.0F : 0.0F;
  const int r = static_cast<int>(reach_m / g.cell_m);
  const auto open_sea = [&](size_t cell) {
    double sum = 0, all = 0;
    for (int dr = -r; dr <= r; ++dr)
      for (int dc = -r; dc <= r; ++dc) {
        if (dr * dr + dc * dc > r * r) continue;
        ++all;
        const int column = g.column_of(cell) + dc, row = g.row_of(cell) + dr;
        if (g.contains(column, row)) sum += static_cast<double>(sea.at(column, row));
      }
    return sum / all;
  };
  std::vector<double> open;
  for (size_t cell = 0; cell < g.cells(); ++cell)
    if (openness.shore[cell] != 0) open.push_back(open_sea(cell));
  std::ranges::sort(open);
  double mouths = 0, sheltered = 0;
  std::vector<Vec2> used;
  for (const River& river : world.water_network.rivers) {
    if (river.reaches.empty() || used.size() == 5) continue;
    const Vec2 at = world.water_network.reaches[static_cast<size_t>(river.reaches.back())].vertices_m.back();
    const uint32_t shore = openness.nearest[g.cell_at(at)];
    if (shore == UINT32_MAX || squared_distance(g.centre(size_t{shore}), at) > 16 * g.cell_area_m2())
      continue;
    if (std::ranges::any_of(used,
                            [&](Vec2 u) { return squared_distance(u, at) < 150 * 150 * scale * scale; }))
      continue;
    used.push_back(at);
    ++mouths;
    const double here = open_sea(shore);
    const auto rank = std::ranges::lower_bound(open, here) - open.begin();
    sheltered += static_cast<double>(rank) < 0.4 * static_cast<double>(open.size()) ? 1 : 0;
  }
  // A sheltered bay: shore of low openness, joined over two cells.
  Mask calm(g);
  for (size_t cell = 0; cell < g.cells(); ++cell)
    calm[cell] = openness.shore[cell] != 0 && openness.rank[cell] < 0.3F;
  const Components bays = label_components(dilate(calm, 2));
  std::vector<uint8_t> has_site(bays.cells.size(), 0);
  for (const HarbourSite& site : world.coast.harbour_sites) {
    const int32_t bay = bays.id[g.cell_at(site.position_m)];
    if (bay >= 0) has_site[static_cast<size_t>(bay)] = 1;
  }
  return {{"mouths", mouths},
          {"sheltered_mouths", sheltered},
          {"harbour_sites", static_cast<double>(world.coast.harbour_sites.size())},
          {"sheltered_harbours", static_cast<double>(std::accumulate(has_site.begin(), has_site.end(), 0))}};
}

Figures measure_rims(const World& world) {
  const GridSpec& g = world.grid;
  const Raster<float> height = ground_heights(world, world.land);
  const Raster<float> slope = gradient_norm(height);
  Raster<float> curvature(g);
  for (int row = 1; row + 1 < g.rows; ++row)
    for (int column = 1; column + 1 < g.columns; ++column)
      curvature.at(column, row) =
          std::fabs(height.at(column - 1, row) + height.at(column + 1, row) + height.at(column, row - 1) +
                    height.at(column, row + 1) - 4 * height.at(column, row)) /
          static_cast<float>(g.cell_area_m2());
  Mask dry = erode(ground_of(world), 3);
  Mask wet(g);
  for (size_t i = 0; i < wet.size() && world.water.size() != 0; ++i)
    wet[i] = world.water[i] > static_cast<uint8_t>(WaterCode::sea);
  wet = dilate(wet, 2);
  std::vector<double> everywhere;
  for (size_t i = 0; i < dry.size(); ++i) {
    dry[i] = dry[i] != 0 && wet[i] == 0;
    if (dry[i] != 0) everywhere.push_back(static_cast<double>(curvature[i]));
  }
  const double usual = quantile(everywhere, 0.95);
  std::vector<double> steepest, curved;
  for (const Footprint& plan : world.footprints) {
    Mask inside(g);
    double cells = 0;
    for (size_t i = 0; i < inside.size(); ++i) {
      bool in = false;
      const Vec2 p = g.centre(i);
      const std::vector<Vec2>& ring = plan.outline_m;
      for (size_t a = 0, b = ring.size() - 1; a < ring.size(); b = a++)
        if ((ring[a].y > p.y) != (ring[b].y > p.y) &&
            p.x < (ring[b].x - ring[a].x) * (p.y - ring[a].y) / (ring[b].y - ring[a].y) + ring[a].x)
          in = !in;
      inside[i] = in;
      cells += in ? 1 : 0;
    }
    if (cells < 4) continue;
    const Mask outer = dilate(inside, 3), inner = erode(inside, 2);
    std::vector<double> slopes, curves;
    for (size_t i = 0; i < outer.size(); ++i)
      if (outer[i] != 0 && inner[i] == 0 && dry[i] != 0) {
        slopes.push_back(static_cast<double>(slope[i]));
        curves.push_back(static_cast<double>(curvature[i]));
      }
    if (slopes.size() < 5) continue;
    steepest.push_back(*std::ranges::max_element(slopes));
    curved.push_back(quantile(curves, 0.95) / usual);
  }
  return {{"plans", static_cast<double>(steepest.size())},
          {"rim_slope", quantile(steepest, 0.9)},
          {"rim_curvature", quantile(curved, 0.9)}};
}

double overlap(const World& a, const World& b) {
  double both = 0, either = 0;
  for (size_t i = 0; i < a.grid.cells(); ++i) {
    both += a.on_island(i) && b.on_island(i) ? 1 : 0;
    either += a.on_island(i) || b.on_island(i) ? 1 : 0;
  }
  return both / either;
}

}  // namespace fw
