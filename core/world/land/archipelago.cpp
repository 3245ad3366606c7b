#include "core/world/land/archipelago.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/model/template/frame_side.h"
#include "core/world/land/outline_score.h"

namespace fw {
namespace {

constexpr double kShareSpread = 1.1;     // of the logarithm of an island's share, at evenness 0
constexpr double kShareReach = 1.5;      // standard deviations
constexpr double kMostStretch = 1.5;     // length over width of an island before noise
constexpr int kLloydSteps = 30;          // territories get their area
constexpr int kMovingSteps = 5;          // of these: few, so that islands lie in no lattice
constexpr double kStep_m = 1.0 / 64;     // of the longer side: the lattice on which territories are balanced
constexpr double kTerritoryWarp = 0.16;  // of an island's room (the side of its even part of the frame)
constexpr double kSlope = 0.75;          // of the score, from an island's centre to its mean radius
constexpr double kBorderFalloff = 0.10;  // of an island's room
constexpr double kRoom = 1.15;           // least land on offer over land wanted
constexpr double kValleys = 0.8;         // weight of the drowned valleys: small islands keep their form
constexpr double kPotentialNoise = 0.065;

const NoiseStack kWarpStack{4000, 5, 0.48, 2.00};

/// A main island before noise.
struct Seat {
  Vec2 centre_m;
  double weight_m2 = 0;  ///< of its territory in the power diagram
  double share = 0;      ///< of the ground
  double cos = 1, sin = 0, stretch = 1;
};

/// Which island each place belongs to, on the plan grid, and how far away another's territory begins.
struct Territories {
  Raster<uint8_t> island;  ///< index + 1
  Raster<float> border_m;
};

size_t island_count(const Template& tmpl) {
  const int regions = std::max(1, region_count(tmpl));
  return static_cast<size_t>(std::clamp(tmpl.land.islands, 1, std::min(regions, 200)));
}

/// The side of an island's even part of the frame.
double room_m(const Template& tmpl, size_t islands) {
  return std::sqrt(tmpl.frame.width_m * tmpl.frame.height_m / static_cast<double>(islands));
}

/// Waves as long to an island as those of a single island are to it.
double room_scale(const Template& tmpl, size_t islands) {
  return room_m(tmpl, islands) / kFrameSide_m;
}

/// Shares of the ground, falling.
std::vector<double> draw_shares(const Template& tmpl, size_t count, uint64_t stream) {
  std::vector<double> shares(count);
  for (size_t k = 0; k < count; ++k) {
    const double luck = std::clamp(random_normal(derive(stream, "share"), k), -kShareReach, kShareReach);
    shares[k] = exact::exp(kShareSpread * (1 - tmpl.land.evenness) * luck);
  }
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& s : shares) s /= sum;
  std::sort(shares.begin(), shares.end(), std::greater<>());
  return shares;
}

size_t nearest_seat(const std::vector<Seat>& seats, Vec2 p) {
  size_t best = 0;
  double least = 0;
  for (size_t k = 0; k < seats.size(); ++k) {
    const double power = squared_distance(p, seats[k].centre_m) - seats[k].weight_m2;
    if (k == 0 || power < least) {
      least = power;
      best = k;
    }
  }
  return best;
}

/// Islands in the frame: drawn far apart, then moved and weighted until each has room for its share (Lloyd's
/// iteration on a power diagram).
std::vector<Seat> draw_seats(const Template& tmpl, const SeedBundle& seeds) {
  const size_t count = island_count(tmpl);
  const uint64_t stream = derive(seeds.noise_stream(), "archipelago");
  RandomCursor random{derive(stream, "seat"), 0};
  std::vector<Seat> seats;
  const std::vector<double> shares = draw_shares(tmpl, count, stream);
  for (size_t k = 0; k < count; ++k) {
    Seat best;
    double most = -1;
    for (int attempt = 0; attempt < 12; ++attempt) {
      const Vec2 p{random.uniform() * tmpl.frame.width_m, random.uniform() * tmpl.frame.height_m};
      double nearest = std::numeric_limits<double>::max();
      for (const Seat& s : seats) nearest = std::min(nearest, squared_distance(p, s.centre_m));
      if (nearest <= most) continue;
      most = nearest;
      best.centre_m = p;
    }
    const auto [sin, cos] = exact::sincos(random.uniform() * std::numbers::pi);
    best.share = shares[k];
    best.sin = sin;
    best.cos = cos;
    best.stretch = random.uniform(1, kMostStretch);
    seats.push_back(best);
  }

  const double step = tmpl.frame.longer_m() * kStep_m;
  const double frame_m2 = tmpl.frame.width_m * tmpl.frame.height_m;
  for (int turn = 0; turn < kLloydSteps; ++turn) {
    std::vector<double> cells(count, 0);
    std::vector<Vec2> sum(count);
    double all = 0;
    for (double y = step / 2; y < tmpl.frame.height_m; y += step)
      for (double x = step / 2; x < tmpl.frame.width_m; x += step) {
        const size_t k = nearest_seat(seats, {x, y});
        cells[k] += 1;
        sum[k] = sum[k] + Vec2{x, y};
        all += 1;
      }
    for (size_t k = 0; k < count; ++k) {
      seats[k].weight_m2 += 0.4 * (seats[k].share - cells[k] / all) * frame_m2;
      if (turn < kMovingSteps && cells[k] > 0)
        seats[k].centre_m = seats[k].centre_m + (sum[k] * (1 / cells[k]) - seats[k].centre_m) * 0.6;
    }
  }
  return seats;
}

/// Positions displaced by noise, of the cells of a grid.
class Warp {
 public:
  Warp(const Template& tmpl, const SeedBundle& seeds, size_t islands, const GridSpec& grid)
      : x_(outline_noise(kWarpStack, "coast.wx", room_scale(tmpl, islands), tmpl, seeds, grid)),
        y_(outline_noise(kWarpStack, "coast.wy", room_scale(tmpl, islands), tmpl, seeds, grid)),
        reach_m_(kTerritoryWarp / 0.35 * room_m(tmpl, islands)) {}
  Vec2 operator()(size_t cell) const {
    const Vec2 p = x_.grid.centre(cell);
    return {p.x + reach_m_ * static_cast<double>(x_[cell]), p.y + reach_m_ * static_cast<double>(y_[cell])};
  }

 private:
  Raster<float> x_, y_;
  double reach_m_;
};

Territories find_territories(const std::vector<Seat>& seats, const Warp& warp, const GridSpec& plan) {
  Territories t{Raster<uint8_t>(plan), {}};
  parallel_for(plan.cells(), 4096, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell)
      t.island[cell] = static_cast<uint8_t>(nearest_seat(seats, warp(cell)) + 1);
  });
  Mask border(plan);
  for (int row = 0; row < plan.rows; ++row)
    for (int column = 0; column < plan.columns; ++column) {
      const uint8_t here = t.island.at(column, row);
      if ((column + 1 < plan.columns && t.island.at(column + 1, row) != here) ||
          (row + 1 < plan.rows && t.island.at(column, row + 1) != here))
        border.at(column, row) = 1;
    }
  t.border_m = distance_to(border);
  for (float& d : t.border_m.cells)
    if (!(d < 1e9F)) d = 1e9F;  // a single island
  return t;
}

double edge_m(const FrameParams& frame, Vec2 p) {
  return std::min(std::min(p.x, frame.width_m - p.x), std::min(p.y, frame.height_m - p.y));
}

/// Half the strait to keep from a territory's border: the template's, or as much as leaves room for the land.
double half_strait_m(const Template& tmpl, const std::vector<Seat>& seats, const Territories& t) {
  const GridSpec& plan = t.island.grid;
  // The border lies up to a cell beside the cells marked, and islands of other grids follow by bilinear
  // values.
  const double slack = 2 * plan.cell_m;
  const double wanted = tmpl.land.fraction * static_cast<double>(plan.cells()) * kRoom;
  for (const double part : {1.0, 0.8, 0.6, 0.4, 0.2, 0.0}) {
    const double half = part * tmpl.land.strait_m / 2 + slack;
    std::vector<double> room(seats.size(), 0);
    for (size_t cell = 0; cell < plan.cells(); ++cell)
      room[t.island[cell] - 1u] += static_cast<double>(t.border_m[cell]) >= half ? 1 : 0;
    bool enough = true;
    for (size_t k = 0; k < seats.size(); ++k) enough = enough && room[k] >= seats[k].share * wanted;
    if (enough || part == 0.0) return half;
  }
  return slack;
}

/// Land score of every cell in its own island's territory, and where land may be.
struct Score {
  std::vector<double> shares;  ///< of the ground, by island
  Raster<uint8_t> island;      ///< Territories::island, on the plan grid
  FreeScore free;
  Raster<uint8_t> allowed;  ///< index of the island + 1; 0 in straits and at the frame's rim
};

Score archipelago_score(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys,
                        const GridSpec& grid) {
  const std::vector<Seat> seats = draw_seats(tmpl, seeds);
  const GridSpec plan = plan_grid(tmpl);
  const Warp warp(tmpl, seeds, seats.size(), grid);
  const Territories t = grid == plan ? find_territories(seats, warp, plan)
                                     : find_territories(seats, Warp(tmpl, seeds, seats.size(), plan), plan);
  const double half = half_strait_m(tmpl, seats, t);
  const double falloff = 1.6 * edge_falloff_m(tmpl), room = room_m(tmpl, seats.size());
  const double land_m2 = tmpl.land.fraction * tmpl.frame.width_m * tmpl.frame.height_m;
  const RimNoise rim = rim_noise(room_scale(tmpl, seats.size()), tmpl, seeds, grid);
  const SuperellipseNorm norm(tmpl.land.superellipse);
  Raster<float> first(grid);
  Score score{{}, {}, {}, Raster<uint8_t>(grid)};
  for (const Seat& s : seats) score.shares.push_back(s.share);
  parallel_for(grid.cells(), 4096, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell) {
      const Vec2 p = grid.centre(cell);
      const uint8_t island = t.island[t.island.grid.cell_at(p)];
      const Seat& s = seats[island - 1u];
      const double border = static_cast<double>(bilinear(t.border_m, p)) - half;
      if (border >= 0) score.allowed[cell] = island;
      const Vec2 d = warp(cell) - s.centre_m;
      const double radius = std::sqrt(s.share * land_m2 / std::numbers::pi), long_way = std::sqrt(s.stretch);
      const double u = (d.x * s.cos + d.y * s.sin) / (radius * long_way);
      const double v = (d.y * s.cos - d.x * s.sin) / radius * long_way;
      const double value = 1 - kSlope * norm(u, v) + rim_at(rim, cell, tmpl.land.roughness, tmpl.land.detail);
      first[cell] = static_cast<float>(value - edge_penalty(edge_m(tmpl.frame, p), falloff) -
                                       0.5 * edge_penalty(border, kBorderFalloff * room));
    }
  });
  score.island = t.island;
  score.free = drown(tmpl, std::move(first), rim, valleys, kValleys);
  return score;
}

/// A rectangle of cells.
struct Window {
  int left, top, right, bottom;  // inclusive
};

/// The cells where an island may lie, with a rim of sea.
Window window_of(const Raster<uint8_t>& allowed, uint8_t island) {
  const GridSpec& g = allowed.grid;
  Window w{g.columns, g.rows, -1, -1};
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column)
      if (allowed.at(column, row) == island)
        w = {std::min(w.left, column), std::min(w.top, row), std::max(w.right, column),
             std::max(w.bottom, row)};
  if (w.right < 0) return {0, 0, -1, -1};
  return {std::max(0, w.left - 1), std::max(0, w.top - 1), std::min(g.columns - 1, w.right + 1),
          std::min(g.rows - 1, w.bottom + 1)};
}

template <typename T>
Raster<T> cut_out(const Raster<T>& in, const Window& w) {
  Raster<T> out(
      GridSpec{std::max(0, w.right - w.left + 1), std::max(0, w.bottom - w.top + 1), in.grid.cell_m});
  for (int row = 0; row < out.grid.rows; ++row)
    for (int column = 0; column < out.grid.columns; ++column)
      out.at(column, row) = in.at(w.left + column, w.top + row);
  return out;
}

/// One island in its window.
struct IslandShore {
  Window window;
  Raster<float> score;
  Mask allowed;
  FittedShore shore;
};

/// The window of an island with its part of the scores; Window{0, 0, -1, -1} where a raster is too coarse.
IslandShore window_with(const Raster<float>& score, const Raster<uint8_t>& allowed, uint8_t island) {
  IslandShore out{window_of(allowed, island), {}, {}, {}};
  out.score = cut_out(score, out.window);
  out.allowed = cut_out(allowed, out.window);
  for (uint8_t& a : out.allowed.cells) a = a == island;
  return out;
}

IslandShore raise_island(const Raster<float>& score, const Raster<uint8_t>& allowed,
                         const Raster<uint8_t>& fixed, uint8_t island, int64_t target) {
  IslandShore out = window_with(score, allowed, island);
  if (out.score.size() == 0) return out;
  Raster<uint8_t> own = fixed.size() == 0 ? fixed : cut_out(fixed, out.window);
  for (size_t i = 0; i < own.size(); ++i)
    if (out.allowed[i] == 0) own[i] = own[i] == kFixedLand ? 0 : own[i];
  out.shore = make_shore(out.score, out.allowed, target, {}, own);
  return out;
}

/// Islands of the target sizes; what one has no room for the others take, the largest first.
std::vector<IslandShore> raise_islands(const Raster<float>& score, const Raster<uint8_t>& allowed,
                                       const Raster<uint8_t>& fixed, const std::vector<int64_t>& target) {
  std::vector<IslandShore> islands(target.size());
  parallel_for(target.size(), 1, [&](size_t k, size_t) {
    islands[k] = raise_island(score, allowed, fixed, static_cast<uint8_t>(k + 1), target[k]);
  });
  int64_t missing = 0;
  for (size_t k = 0; k < target.size(); ++k) missing += target[k] - islands[k].shore.cells;
  for (size_t k = 0; k < target.size() && missing > 0; ++k) {
    const int64_t before = islands[k].shore.cells;
    grow_shore(islands[k].shore, islands[k].score, islands[k].allowed, before + missing, {});
    missing -= islands[k].shore.cells - before;
  }
  return islands;
}

/// Calls f(cell of the frame, cell of the window) for every cell of an island's window.
template <typename F>
void visit_window(const IslandShore& island, const GridSpec& frame, const F& f) {
  const GridSpec& window = island.score.grid;
  for (size_t i = 0; i < window.cells(); ++i)
    f(frame.index(island.window.left + window.column_of(i), island.window.top + window.row_of(i)), i);
}

/// The shift of every island's shore, within its straits.
Raster<float> archipelago_shift(const Template& tmpl, const Score& score) {
  const GridSpec& grid = score.allowed.grid;
  const std::vector<int64_t> target = largest_remainder(score.shares, ground_cells(tmpl, grid));
  Raster<float> out(grid);
  parallel_for(target.size(), 1, [&](size_t k, size_t) {
    const IslandShore island = window_with(score.free.ground, score.allowed, static_cast<uint8_t>(k + 1));
    if (island.score.size() == 0) return;
    const Raster<float> shift = sloped_shore(island.score, island.allowed, target[k], {});
    visit_window(island, grid, [&](size_t cell, size_t i) {
      if (island.allowed[i] != 0) out[cell] = shift[i];
    });
  });
  return out;
}

Outline cut_archipelago(const Template& tmpl, Score score, const Raster<float>& shift,
                        const Raster<uint8_t>& plan, Raster<uint8_t> fixed) {
  const GridSpec& grid = score.allowed.grid;
  Raster<float> ranks = shifted(score.free.ground, shift);
  force_rim(ranks, {});
  if (plan.size() != 0) force_plan(ranks, plan);
  force_fixed(fixed, ranks);
  for (size_t cell = 0; cell < fixed.size(); ++cell) {
    if (fixed[cell] == kFixedSea) score.allowed[cell] = 0;
    // Land by hand belongs to the island whose territory it lies in, in its straits too.
    if (fixed[cell] == kFixedLand)
      score.allowed[cell] = score.island[score.island.grid.cell_at(grid.centre(cell))];
  }
  const std::vector<IslandShore> islands =
      raise_islands(ranks, score.allowed, fixed, largest_remainder(score.shares, ground_cells(tmpl, grid)));
  Outline outline{Raster<uint8_t>(grid), Mask(grid)};
  Mask raw(grid);
  for (size_t k = 0; k < islands.size(); ++k)
    visit_window(islands[k], grid, [&](size_t cell, size_t i) {
      const FittedShore& shore = islands[k].shore;
      if (shore.land[i] && outline.piece[cell] == 0) outline.piece[cell] = static_cast<uint8_t>(k + 1);
      if (tmpl.land.islets > 0 && islands[k].allowed[i] && score.free.islets[cell] >= shore.sea_level)
        raw[cell] = 1;
    });
  if (tmpl.land.islets > 0) outline.islets = find_islets(raw, outline.piece, least_islet(tmpl));
  fix_islets(fixed, outline.piece, outline.islets);
  return outline;
}

}  // namespace

PlanOutline plan_archipelago(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys) {
  Score score = archipelago_score(tmpl, seeds, valleys, plan_grid(tmpl));
  Raster<float> shift = archipelago_shift(tmpl, score);
  return {cut_archipelago(tmpl, std::move(score), shift, {}, {}), std::move(shift)};
}

Outline make_archipelago(const Template& tmpl, const SeedBundle& seeds, const ValleyField& valleys,
                         const Raster<float>& shift, const GridSpec& grid, const Raster<uint8_t>& plan,
                         Raster<uint8_t> fixed) {
  return cut_archipelago(tmpl, archipelago_score(tmpl, seeds, valleys, grid), shift, plan, std::move(fixed));
}

Raster<float> archipelago_potential(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid) {
  const std::vector<Seat> seats = draw_seats(tmpl, seeds);
  const GridSpec plan = plan_grid(tmpl);
  const double half_room = room_m(tmpl, seats.size()) / 2;
  const Territories t = find_territories(seats, Warp(tmpl, seeds, seats.size(), plan), plan);
  const RimNoise rim = rim_noise(room_scale(tmpl, seats.size()), tmpl, seeds, grid);
  Raster<float> out(grid);
  for (size_t cell = 0; cell < out.size(); ++cell) {
    const Vec2 p = grid.centre(cell);
    const double inner = std::min(static_cast<double>(bilinear(t.border_m, p)), edge_m(tmpl.frame, p));
    out[cell] =
        static_cast<float>(inner / half_room + kPotentialNoise * static_cast<double>(rim.rough[cell]));
  }
  return out;
}

}  // namespace fw
