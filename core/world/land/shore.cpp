#include "core/world/land/shore.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "core/field/filter.h"
#include "core/field/quantile/quantile.h"
#include "core/model/template/frame_side.h"
#include "core/model/template/plan_grid.h"

namespace fw {
namespace {

constexpr double kOpening_m = 15.625;  // the same in every frame
// In a frame of 8 km; they grow with it, and are no less than so many cells of the plan.
constexpr double kIsletGap_m = 46.875;
constexpr double kIsletArea_m2 = 14650;
constexpr double kLeastGap_cells = 1.5, kLeastArea_cells = 4;
constexpr float kShoreSlope = 0.001F;  // of a score, per cell of the plan
constexpr float kDeepSlope = 0.4F;     // of that where water stands so deep, or land so high ...
constexpr float kDeep = 0.3F;          // ... over the slope: what is half filled ends along its contours
constexpr float kStrip = 0.5F;         // of scores on either side of the level, in which shores are sloped
constexpr float kTailShare = 0.01F;    // of a score outside the strip in its rank

/// Fills every gap that touches no edge in the sea.
Mask fill_gaps(const Mask& land, const LandEdges& edges) {
  if (!edges.any()) return fill_holes(land);
  const GridSpec& g = land.grid;
  Mask gaps(g);
  for (size_t i = 0; i < land.size(); ++i) gaps[i] = land[i] == 0;
  const Components parts = label_components(gaps);
  std::vector<uint8_t> open(parts.cells.size(), 0);
  const auto mark = [&](int column, int row) {
    const int32_t id = parts.id.at(column, row);
    if (id >= 0) open[static_cast<size_t>(id)] = 1;
  };
  for (int c = 0; c < g.columns; ++c) {
    if (!edges.north) mark(c, 0);
    if (!edges.south) mark(c, g.rows - 1);
  }
  for (int r = 0; r < g.rows; ++r) {
    if (!edges.west) mark(0, r);
    if (!edges.east) mark(g.columns - 1, r);
  }
  Mask out(g);
  for (size_t i = 0; i < land.size(); ++i)
    out[i] = parts.id[i] < 0 || open[static_cast<size_t>(parts.id[i])] == 0;
  return out;
}

/// The same, but what is fixed as sea stays, and so does what lies in it.
Mask fill_lakes(const Mask& land, const LandEdges& edges, const Raster<uint8_t>& fixed) {
  Mask out = fill_gaps(land, edges);
  if (fixed.size() == 0) return out;
  for (size_t cell = 0; cell < fixed.size(); ++cell)
    if (fixed[cell] == kFixedSea) out[cell] = 0;
  return largest_component(out);
}

struct Cleaned {
  Mask land;
  int64_t cells = 0;
};

/// The piece with the land that is fixed and joined to it.
Mask join_fixed(Mask land, const LandEdges& edges, const Raster<uint8_t>& fixed) {
  for (size_t cell = 0; cell < fixed.size(); ++cell)
    if (fixed[cell] == kFixedLand) land[cell] = 1;
  return fill_lakes(largest_component(land), edges, fixed);
}

/// Half a cell or less is no step: at 256 cells per side an opening by a whole cell would eat twice as much.
int opening_steps(const GridSpec& grid) {
  return static_cast<int>(kOpening_m / grid.cell_m + 0.49);
}

/// Largest piece, holes filled, opened, largest piece again.
Cleaned clean_piece(const Mask& raw, const LandEdges& edges, const Raster<uint8_t>& fixed) {
  Mask land = fill_lakes(largest_component(raw), edges, fixed);
  const int steps = opening_steps(land.grid);
  if (steps > 0) land = largest_component(dilate(erode(land, steps), steps));
  // The frame's corners, which opening rounds.
  if (steps > 0 && edges.any()) land = fill_lakes(land, edges, fixed);
  if (fixed.size() != 0) land = join_fixed(std::move(land), edges, fixed);
  int64_t cells = 0;
  for (const uint8_t c : land.cells) cells += c;
  return {std::move(land), cells};
}

Mask at_least(const std::vector<uint32_t>& ascending_cells, int64_t count, const GridSpec& grid) {
  Mask raw(grid);
  const auto total = static_cast<int64_t>(ascending_cells.size());
  for (int64_t i = std::max<int64_t>(0, total - count); i < total; ++i)
    raw[ascending_cells[static_cast<size_t>(i)]] = 1;
  return raw;
}

/// Land at a cell; beyond the frame what the edge says.
bool is_land(const Mask& land, const LandEdges& edges, int column, int row) {
  const GridSpec& g = land.grid;
  if (g.contains(column, row)) return land.at(column, row) != 0;
  const bool across = column < 0 ? edges.west : column >= g.columns ? edges.east : true;
  const bool down = row < 0 ? edges.north : row >= g.rows ? edges.south : true;
  return across && down;
}

/// True if turning sea cell (column, row) to land joins nothing and encloses nothing: its ring of eight
/// changes between land and sea exactly twice and it touches land by an edge.
bool is_simple(const Mask& land, const LandEdges& edges, int column, int row) {
  static constexpr int kRingX[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static constexpr int kRingY[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  bool ring[8];
  for (int k = 0; k < 8; ++k) ring[k] = is_land(land, edges, column + kRingX[k], row + kRingY[k]);
  int changes = 0;
  bool edge = false;
  for (int k = 0; k < 8; ++k) {
    changes += ring[k] != ring[(k + 1) % 8];
    edge = edge || (ring[k] && k % 2 == 0);
  }
  return edge && changes == 2;
}

struct Level {
  Cleaned piece;
  int64_t raw_cells = 0;  ///< cells above the sea level before cleaning
};

/// The sea level that leaves the cleaned piece at most `target` cells and as close as its parts allow: the
/// level is moved by what is missing, inside a bracket that shrinks to nothing.
Level solve_sea_level(const std::vector<uint32_t>& order, int64_t target, const GridSpec& grid,
                      const LandEdges& edges, const Raster<uint8_t>& fixed) {
  // Growing along the shore is the same as lowering the sea while the rest is this small.
  const int64_t close_enough = target / 1500 + 1;
  int64_t low = 0, high = static_cast<int64_t>(order.size()) + 1;
  int64_t count = target;
  Level best{{Mask(grid), 0}, 0};
  while (high - low > 1) {
    Cleaned cleaned = clean_piece(at_least(order, count, grid), edges, fixed);
    const int64_t missing = target - cleaned.cells;
    if (missing >= 0) {
      low = count;
      if (cleaned.cells > best.piece.cells) best = {std::move(cleaned), count};
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

/// Calls visit(neighbour) for the four cells beside one.
template <typename Visit>
void visit_beside(const GridSpec& g, uint32_t cell, const Visit& visit) {
  const auto columns = static_cast<uint32_t>(g.columns);
  const int column = g.column_of(cell);
  if (cell >= columns) visit(cell - columns);
  if (column > 0) visit(cell - 1);
  if (column + 1 < g.columns) visit(cell + 1);
  if (cell + columns < g.cells()) visit(cell + columns);
}

/// The least level at which water from the sources reaches every cell of `height`, all in [0, 2 kStrip]: it
/// rises by a slope with every cell, but not over cells of height 0 that it reaches at level 0, and to
/// 2 kStrip at most. Every level is what its lowest way allows, so the order of the cells decides nothing.
Raster<float> flood_slope(const Raster<float>& height, const std::vector<uint32_t>& sources) {
  constexpr float kTop = 2 * kStrip;
  std::vector<std::vector<uint32_t>> buckets(static_cast<size_t>(kTop / kShoreSlope) + 2);
  const auto bucket_of = [](float level) { return static_cast<size_t>(level / kShoreSlope); };
  Raster<float> out(height.grid, kTop);
  const auto offer = [&](uint32_t cell, float level) {
    if (level >= out[cell]) return;
    out[cell] = level;
    buckets[bucket_of(level)].push_back(cell);
  };
  for (const uint32_t cell : sources) offer(cell, height[cell]);
  for (size_t b = 0; b < buckets.size(); ++b) {
    for (size_t i = 0; i < buckets[b].size(); ++i) {
      const uint32_t cell = buckets[b][i];
      const float level = out[cell];
      if (bucket_of(level) != b) continue;  // reached lower since
      visit_beside(height.grid, cell, [&](uint32_t other) {
        if (height[other] <= 0 && level <= 0) return offer(other, 0);
        const float deep = std::clamp((level - height[other]) / kDeep, 0.0F, 1.0F);
        offer(other, std::max(height[other], level + kShoreSlope * (1 - (1 - kDeepSlope) * deep)));
      });
    }
    std::vector<uint32_t>().swap(buckets[b]);
  }
  return out;
}

/// The least (or with std::greater the greatest) value in the cross of `steps` about every cell.
template <typename Less>
void widen(Raster<float>& values, int steps, const Less& less) {
  const GridSpec& g = values.grid;
  for (int k = 0; k < steps; ++k) {
    const Raster<float> in = values;
    for (int row = 0; row < g.rows; ++row) {
      const auto take = [&](int from_row, int shift) {
        const int first = std::max(0, -shift), last = g.columns - std::max(0, shift);
        const float* from = &in.cells[g.index(0, from_row)] + shift;
        float* to = &values.cells[g.index(0, row)];
        for (int c = first; c < last; ++c) to[c] = less(from[c], to[c]) ? from[c] : to[c];
      };
      if (row > 0) take(row - 1, 0);
      if (row + 1 < g.rows) take(row + 1, 0);
      take(row, -1);
      take(row, 1);
    }
  }
}

/// The score of the cell that would be the last one of `target` land cells.
float level_of(const Raster<float>& score, const Mask& allowed, int64_t target) {
  std::vector<float> values;
  values.reserve(score.size());
  for (size_t cell = 0; cell < score.size(); ++cell)
    if (allowed[cell] != 0) values.push_back(score[cell]);
  if (values.empty()) return 0;
  const auto at =
      values.begin() + std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(values.size()) - target, 0,
                                                  static_cast<std::ptrdiff_t>(values.size()) - 1);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

Raster<float> sloped_shore(const Raster<float>& score, const Mask& allowed, int64_t target,
                           const LandEdges& edges) {
  const GridSpec& g = score.grid;
  constexpr float kTop = 2 * kStrip;
  const float bottom = level_of(score, allowed, target) - kStrip;
  Raster<float> height(g);
  std::vector<uint32_t> sea;
  for (uint32_t cell = 0; cell < height.size(); ++cell) {
    const int column = g.column_of(cell), row = g.row_of(cell);
    if (allowed[cell] == 0 || (column == 0 && !edges.west) || (row == 0 && !edges.north) ||
        (column + 1 == g.columns && !edges.east) || (row + 1 == g.rows && !edges.south))
      sea.push_back(cell);
    else
      height[cell] = std::clamp(score[cell] - bottom, 0.0F, kTop);
  }
  // Bays rise inland.
  Raster<float> level = flood_slope(height, sea);
  // What opening leaves, from the highest cell down: capes sink outwards.
  const int steps = opening_steps(g);
  widen(level, steps, std::less<>());
  uint32_t highest = 0;
  for (uint32_t cell = 0; cell < level.size(); ++cell)
    if (level[cell] > level[highest] || (level[cell] == level[highest] && score[cell] > score[highest]))
      highest = cell;
  for (float& v : level.cells) v = kTop - v;
  level = flood_slope(level, {highest});
  for (float& v : level.cells) v = kTop - v;
  widen(level, steps, std::greater<>());
  Raster<float> shift(g);
  for (size_t cell = 0; cell < shift.size(); ++cell) {
    const float own = score[cell] - bottom;
    shift[cell] = level[cell] - own + kTailShare * (own - std::clamp(own, 0.0F, kTop));
  }
  return shift;
}

LeastIslet least_islet(const Template& tmpl) {
  const double scale = tmpl.frame.shorter_m() / kFrameSide_m;
  const GridSpec plan = plan_grid(tmpl.frame);
  return {std::max(kIsletArea_m2 * scale * scale, kLeastArea_cells * plan.cell_area_m2()),
          std::max(kIsletGap_m * scale, kLeastGap_cells * plan.cell_m)};
}

void grow_shore(FittedShore& shore, const Raster<float>& score, const Mask& allowed, int64_t target,
                const LandEdges& edges) {
  const GridSpec& g = score.grid;
  using Entry = std::pair<float, int64_t>;  // score, minus the cell: ties go to the lowest index
  std::priority_queue<Entry> front;
  const auto offer = [&](int column, int row) {
    if (column < (edges.west ? 0 : 1) || row < (edges.north ? 0 : 1) ||
        column >= g.columns - (edges.east ? 0 : 1) || row >= g.rows - (edges.south ? 0 : 1))
      return;
    const size_t cell = g.index(column, row);
    if (!shore.land[cell] && allowed[cell]) front.push({score[cell], -static_cast<int64_t>(cell)});
  };
  const auto offer_neighbours = [&](size_t cell) {
    const int column = g.column_of(cell), row = g.row_of(cell);
    offer(column, row - 1);
    offer(column - 1, row);
    offer(column + 1, row);
    offer(column, row + 1);
  };
  const auto touches = [&](int column, int row) {
    return g.contains(column, row) && shore.land.at(column, row) != 0;
  };
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column)
      if (shore.land.at(column, row) == 0 && (touches(column - 1, row) || touches(column + 1, row) ||
                                              touches(column, row - 1) || touches(column, row + 1)))
        offer(column, row);
  while (shore.cells < target && !front.empty()) {
    const auto cell = static_cast<size_t>(-front.top().second);
    front.pop();
    if (shore.land[cell] || !is_simple(shore.land, edges, g.column_of(cell), g.row_of(cell))) continue;
    shore.land[cell] = 1;
    ++shore.cells;
    offer_neighbours(cell);
  }
}

FittedShore make_shore(const Raster<float>& score, const Mask& allowed, int64_t target,
                       const LandEdges& edges, const Raster<uint8_t>& fixed) {
  const std::vector<uint32_t> order = ascending(score, allowed);
  Level level = solve_sea_level(order, target, score.grid, edges, fixed);
  if (level.piece.cells == 0 && target > 0)
    level.piece = clean_piece(at_least(order, target, score.grid), edges, fixed);
  FittedShore shore{std::move(level.piece.land), level.piece.cells, std::numeric_limits<float>::infinity()};
  const auto raw_cells = std::min(static_cast<size_t>(level.raw_cells), order.size());
  if (raw_cells > 0) shore.sea_level = score[order[order.size() - raw_cells]];
  grow_shore(shore, score, allowed, target, edges);
  return shore;
}

Mask find_islets(const Mask& raw, const Mask& ground, const LeastIslet& least) {
  const GridSpec& g = ground.grid;
  const int steps = std::max(1, static_cast<int>(least.gap_m / g.cell_m + 0.5));
  const Mask near_ground = dilate(ground, steps);
  // What hangs on the ground is not cut off from it.
  const Components all = label_components(raw);
  std::vector<uint8_t> hangs(all.cells.size(), 0);
  for (size_t cell = 0; cell < raw.size(); ++cell)
    if (raw[cell] && ground[cell]) hangs[static_cast<size_t>(all.id[cell])] = 1;
  Mask rest(g);
  for (size_t cell = 0; cell < rest.size(); ++cell)
    rest[cell] = raw[cell] && !near_ground[cell] && !hangs[static_cast<size_t>(all.id[cell])];
  const Components pieces = label_components(rest);
  for (size_t cell = 0; cell < rest.size(); ++cell)
    if (rest[cell])
      rest[cell] =
          static_cast<double>(pieces.cells[static_cast<size_t>(pieces.id[cell])]) * g.cell_area_m2() >=
          least.area_m2;
  return rest;
}

void force_fixed(Raster<uint8_t>& fixed, Raster<float>& score) {
  constexpr auto kRim = static_cast<float>(-2 * kForcedScore);
  for (size_t cell = 0; cell < fixed.size(); ++cell) {
    if (score[cell] == kRim) fixed[cell] = 0;
    if (fixed[cell] == 0) continue;
    score[cell] = static_cast<float>(fixed[cell] == kFixedLand ? kForcedScore : -kForcedScore);
  }
}

Mask ground_of_all(const Raster<uint8_t>& fixed) {
  Mask raw(fixed.grid);
  for (size_t cell = 0; cell < raw.size(); ++cell) raw[cell] = fixed[cell] != kFixedSea;
  return clean_piece(raw, {true, true, true, true}, fixed).land;
}

void fix_islets(const Raster<uint8_t>& fixed, const Mask& ground, Mask& islets) {
  for (size_t cell = 0; cell < fixed.size(); ++cell)
    if (fixed[cell] != 0) islets[cell] = fixed[cell] == kFixedLand && ground[cell] == 0 ? 1 : 0;
}

}  // namespace fw
