#include "core/world/land/island_outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/field/quantile/quantile.h"

namespace fw {
namespace {

// Lengths that describe the frame are stated for a frame of this side and grow with it.
constexpr double kFrameSide_m = 8000;
constexpr double kEdgeFalloff_m = 420;
// Lengths that describe the shore are the same in every frame.
constexpr double kOpening_m = 15.625;
constexpr double kIsletGap_m = 46.875;
constexpr double kIsletArea_m2 = 14650;

constexpr double kWarp = 0.30;
constexpr double kSuperellipse = 2.6;
constexpr double kForced = 1e6;  // far outside the range of the elevation of the outline

const NoiseStack kCoastStack{1818, 5, 0.50, 2.20};

/// (1 + t^p)^(1/p) on [0, 1]: the superellipse norm of (1, t). A table because two powers per cell cost more
/// than the noise; linear interpolation over 2048 pieces is exact to 1e-7.
class SuperellipseNorm {
 public:
  SuperellipseNorm() {
    for (size_t i = 0; i < values_.size(); ++i) {
      const double t = static_cast<double>(i) / kPieces;
      values_[i] = exact::pow(1.0 + exact::pow(t, kSuperellipse), 1.0 / kSuperellipse);
    }
  }
  double operator()(double u, double v) const {
    const double a = std::fabs(u), b = std::fabs(v);
    const double large = std::max(a, b);
    if (large <= 0) return 0;
    const double at = std::min(a, b) / large * kPieces;
    const auto piece = std::min(static_cast<size_t>(at), static_cast<size_t>(kPieces - 1));
    const double f = at - static_cast<double>(piece);
    return large * (values_[piece] + f * (values_[piece + 1] - values_[piece]));
  }

 private:
  static constexpr int kPieces = 2048;
  std::array<double, kPieces + 1> values_{};
};

/// The outline's noise describes the frame: its waves grow with it, so a small island is no smoother than a
/// large one.
Raster<float> frame_noise(NoiseStack stack, std::string_view tag, const Template& tmpl,
                          const SeedBundle& seeds, const GridSpec& grid) {
  const double frame = tmpl.island.side_m / kFrameSide_m;
  stack.wavelength_m *= frame;
  const double shortest_m = kShortestWorldOctave_m * std::min(frame, 1.0);
  return noise_raster(bind_noise(stack, derive(seeds.noise_stream(), tag), shortest_m), grid,
                      tmpl.noise.phase);
}

/// Land score of a place: a warped superellipse, rough at the rim, falling off towards the frame.
Raster<float> outline_elevation(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid) {
  const double side = tmpl.island.side_m;
  const double frame = side / kFrameSide_m;
  const double falloff = kEdgeFalloff_m * frame;
  const Raster<float> warp_x = frame_noise(tmpl.noise.height, "coast.wx", tmpl, seeds, grid);
  const Raster<float> warp_y = frame_noise(tmpl.noise.height, "coast.wy", tmpl, seeds, grid);
  const Raster<float> rough = frame_noise(kCoastStack, "coast.f", tmpl, seeds, grid);
  const double roughness = tmpl.island.coast_roughness;
  const SuperellipseNorm norm;
  Raster<float> elevation(grid);
  parallel_for(static_cast<size_t>(grid.rows), 16, [&](size_t begin, size_t end) {
    for (size_t row = begin; row < end; ++row) {
      const double y = grid.y_of(static_cast<int>(row));
      for (int column = 0; column < grid.columns; ++column) {
        const size_t cell = grid.index(column, static_cast<int>(row));
        const double x = grid.x_of(column);
        const double u = 2 * x / side - 1 + kWarp * static_cast<double>(warp_x[cell]);
        const double v = 2 * y / side - 1 + kWarp * static_cast<double>(warp_y[cell]);
        const double edge = std::min(std::min(x, side - x), std::min(y, side - y));
        const double near_edge = std::clamp((falloff - edge) / falloff, 0.0, 1.0);
        elevation[cell] = static_cast<float>(1 - norm(u, v) + roughness * static_cast<double>(rough[cell]) -
                                             1.2 * near_edge * std::sqrt(near_edge));
      }
    }
  });
  return elevation;
}

/// The frame's rim is always sea, so every shore is a closed line.
void force_rim(Raster<float>& elevation) {
  const GridSpec& g = elevation.grid;
  for (int i = 0; i < g.columns; ++i) {
    elevation.at(i, 0) = elevation.at(i, g.rows - 1) = static_cast<float>(-2 * kForced);
    elevation.at(0, i) = elevation.at(g.columns - 1, i) = static_cast<float>(-2 * kForced);
  }
}

/// Deep inside the plan's island is land, far outside is sea; only the strip between is decided by this grid.
void force_plan(Raster<float>& elevation, const Mask& plan) {
  Mask sea = plan;
  for (uint8_t& c : sea.cells) c = !c;
  const Raster<float> inside = distance_to(sea);
  const Raster<float> outside = distance_to(plan);
  const GridSpec& g = elevation.grid;
  const double strip = std::max(2 * plan.grid.cell_m, g.cell_m);
  for (size_t cell = 0; cell < elevation.size(); ++cell) {
    const size_t at = plan.grid.cell_at(g.centre(cell));
    if (static_cast<double>(outside[at]) > strip) elevation[cell] = static_cast<float>(-kForced);
    if (static_cast<double>(inside[at]) > strip) elevation[cell] = static_cast<float>(kForced);
  }
}

struct Cleaned {
  Mask main;
  int64_t cells = 0;
};

/// Largest piece, holes filled, opened, largest piece again.
Cleaned clean_island(const Mask& raw) {
  Mask main = fill_holes(largest_component(raw));
  // Half a cell or less is no step: at 256 cells per side an opening by a whole cell would eat twice as much.
  const int steps = static_cast<int>(kOpening_m / main.grid.cell_m + 0.49);
  if (steps > 0) main = largest_component(dilate(erode(main, steps), steps));
  int64_t cells = 0;
  for (const uint8_t c : main.cells) cells += c;
  return {std::move(main), cells};
}

Mask at_least(const std::vector<uint32_t>& ascending_cells, int64_t count, const GridSpec& grid) {
  Mask raw(grid);
  const auto total = static_cast<int64_t>(ascending_cells.size());
  for (int64_t i = std::max<int64_t>(0, total - count); i < total; ++i)
    raw[ascending_cells[static_cast<size_t>(i)]] = 1;
  return raw;
}

/// True if turning sea cell (column, row) to land joins nothing and encloses nothing: its ring of eight
/// changes between land and sea exactly twice and it touches land by an edge.
bool is_simple(const Mask& land, int column, int row) {
  static constexpr int kRingX[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static constexpr int kRingY[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  int changes = 0;
  bool edge = false;
  for (int k = 0; k < 8; ++k) {
    const bool here = land.at(column + kRingX[k], row + kRingY[k]) != 0;
    const bool next = land.at(column + kRingX[(k + 1) % 8], row + kRingY[(k + 1) % 8]) != 0;
    changes += here != next;
    edge = edge || (here && k % 2 == 0);
  }
  return edge && changes == 2;
}

/// Adds the highest cells along the shore one by one until the count is met; the piece stays one without
/// holes.
void grow_to(Cleaned& island, const Raster<float>& elevation, int64_t target) {
  const GridSpec& g = elevation.grid;
  using Entry = std::pair<float, int64_t>;  // elevation, minus the cell: ties go to the lowest index
  std::priority_queue<Entry> shore;
  const auto offer = [&](int column, int row) {
    if (column < 1 || row < 1 || column >= g.columns - 1 || row >= g.rows - 1) return;
    const size_t cell = g.index(column, row);
    if (!island.main[cell]) shore.push({elevation[cell], -static_cast<int64_t>(cell)});
  };
  const auto offer_neighbours = [&](size_t cell) {
    const int column = g.column_of(cell), row = g.row_of(cell);
    offer(column, row - 1);
    offer(column - 1, row);
    offer(column + 1, row);
    offer(column, row + 1);
  };
  for (int row = 1; row < g.rows - 1; ++row)
    for (int column = 1; column < g.columns - 1; ++column) {
      const size_t cell = g.index(column, row);
      const auto above = static_cast<size_t>(g.columns);
      if (island.main[cell] == 0 && (island.main[cell - 1] | island.main[cell + 1] |
                                     island.main[cell - above] | island.main[cell + above]) != 0)
        offer(column, row);
    }
  while (island.cells < target && !shore.empty()) {
    const auto cell = static_cast<size_t>(-shore.top().second);
    shore.pop();
    if (island.main[cell] || !is_simple(island.main, g.column_of(cell), g.row_of(cell))) continue;
    island.main[cell] = 1;
    ++island.cells;
    offer_neighbours(cell);
  }
}

struct Level {
  Cleaned island;
  int64_t raw_cells = 0;  ///< cells above the sea level before cleaning
};

/// The sea level that leaves the cleaned main island at most `target` cells and as close as its pieces allow:
/// the level is moved by what is missing, inside a bracket that shrinks to nothing.
Level solve_sea_level(const std::vector<uint32_t>& order, int64_t target, const GridSpec& grid) {
  // Growing along the shore is the same as lowering the sea while the rest is this small.
  const int64_t close_enough = target / 1500 + 1;
  int64_t low = 0, high = static_cast<int64_t>(order.size()) + 1;
  int64_t count = target;
  Level best{{Mask(grid), 0}, 0};
  while (high - low > 1) {
    Cleaned cleaned = clean_island(at_least(order, count, grid));
    const int64_t missing = target - cleaned.cells;
    if (missing >= 0) {
      low = count;
      if (cleaned.cells > best.island.cells) best = {std::move(cleaned), count};
      if (missing <= close_enough) break;
    } else {
      high = count;
    }
    // A step that overshoots by a little on purpose: the next evaluation then closes the bracket from below.
    int64_t next = count + missing - (missing < 0 ? close_enough / 2 : 0);
    if (next <= low || next >= high || std::llabs(missing) > target / 8) next = low + (high - low) / 2;
    if (next == count) next = low + (high - low) / 2;
    count = next;
  }
  return best;
}

/// The other pieces above the sea level, at a distance from the main island.
Mask find_islets(const Mask& raw, const Mask& main) {
  const GridSpec& g = main.grid;
  const int steps = std::max(1, static_cast<int>(kIsletGap_m / g.cell_m + 0.5));
  const Mask near_main = dilate(main, steps);
  Mask rest(g);
  for (size_t cell = 0; cell < rest.size(); ++cell) rest[cell] = raw[cell] && !near_main[cell];
  const Components pieces = label_components(rest);
  for (size_t cell = 0; cell < rest.size(); ++cell)
    if (rest[cell])
      rest[cell] =
          static_cast<double>(pieces.cells[static_cast<size_t>(pieces.id[cell])]) * g.cell_area_m2() >=
          kIsletArea_m2;
  return rest;
}

}  // namespace

GridSpec plan_grid(const Template& tmpl) {
  return GridSpec::square(tmpl.island.side_m, kPlanResolution);
}

uint64_t noise_substream(const SeedBundle& seeds, const NoiseStack& stack, std::string_view own_tag) {
  return derive(seeds.noise_stream(), stack.seed_of.empty() ? own_tag : std::string_view(stack.seed_of));
}

Outline make_outline(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid, const Mask& plan) {
  Raster<float> free = outline_elevation(tmpl, seeds, grid);
  force_rim(free);
  Raster<float> elevation = free;
  if (plan.size() != 0) force_plan(elevation, plan);
  const auto target =
      static_cast<int64_t>(std::floor(tmpl.island.land_fraction * static_cast<double>(grid.cells()) + 0.5));
  const Mask everywhere(grid, 1);
  const std::vector<uint32_t> order = ascending(elevation, everywhere);
  Level level = solve_sea_level(order, target, grid);
  if (level.island.cells == 0 && target > 0) level.island = clean_island(at_least(order, target, grid));
  grow_to(level.island, elevation, target);

  // Islets were no decision of the plan: they follow from the free elevation at the same sea level.
  float sea_level = std::numeric_limits<float>::infinity();
  const auto total = static_cast<int64_t>(order.size());
  if (level.raw_cells > 0) sea_level = elevation[order[static_cast<size_t>(total - level.raw_cells)]];
  Mask raw(grid);
  for (size_t cell = 0; cell < raw.size(); ++cell) raw[cell] = free[cell] >= sea_level;
  Mask islets = find_islets(raw, level.island.main);
  return {std::move(level.island.main), std::move(islets)};
}

}  // namespace fw
