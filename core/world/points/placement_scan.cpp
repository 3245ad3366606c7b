#include "core/world/points/placement_scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/exact/exact_batch.h"
#include "core/base/exact/rng.h"
#include "core/field/quantile/quantile.h"
#include "core/world/fit/block_lanes.h"
#include "core/world/points/placement_arrivals.h"

namespace fw {

namespace {

enum class Verdict : uint8_t { waiting, accepted, too_near, closed };  // closed: whatever the radius

/// How far a candidate keeps from others, in spacings: the numbers up to a share take that factor
/// (docs/world.md, 5.1).
constexpr std::array<double, 4> kRadiusFactors{1.0, 1.33, 1.67, 2.67};
constexpr std::array<double, 3> kRadiusShares{0.35, 0.65, 0.90};

/// The jittered position in whole millimetres, still inside its cell.
Vec2 draw_position(const ScanRules& rules, uint32_t cell) {
  const uint64_t counter = uint64_t{cell} * 4;
  const Vec2 centre = rules.grid.centre(cell);
  const auto jitter_m = [&](uint64_t number) {
    return (random_uniform(rules.substream_at(cell), counter + number) - 0.5) * rules.grid.cell_m;
  };
  Vec2 at{to_millimetres(centre.x + jitter_m(1)), to_millimetres(centre.y + jitter_m(2))};
  // Rounding may step over the edge; cells narrower than a millimetre do not occur.
  if (rules.grid.column_at(at.x) != rules.grid.column_of(cell))
    at.x = to_millimetres(at.x + (at.x < centre.x ? 0.001 : -0.001));
  if (rules.grid.row_at(at.y) != rules.grid.row_of(cell))
    at.y = to_millimetres(at.y + (at.y < centre.y ? 0.001 : -0.001));
  return at;
}

bool inside_keep_out(std::span<const KeepOut> discs, Vec2 position_m) {
  for (const KeepOut& disc : discs)
    if (squared_distance(position_m, disc.centre_m) < conflict_limit2(disc.radius_m)) return true;
  return false;
}

/// Sums of lambda by region, in the candidates' order. Neighbours mostly share a region, so its sum stays in
/// a register.
std::vector<double> regional_integrals(const Candidates& candidates, const ScanRules& rules) {
  std::vector<double> integral(rules.regions, 0.0);
  uint8_t region = 1;
  double sum = 0;
  for (size_t i = 0; i < candidates.cells.size(); ++i) {
    const uint8_t here = rules.region[candidates.cells[i]];
    if (here != region) {
      integral[region - 1u] = sum;
      region = here;
      sum = integral[region - 1u];
    }
    sum += candidates.lambda[i];
  }
  integral[region - 1u] = sum;
  return integral;
}

constexpr size_t kAhead = 32;  // arrivals that are drawn together

/// Candidates about to be decided, in order of arrival.
struct Drawn {
  size_t count = 0;
  std::array<uint32_t, kAhead> slot;
  std::array<uint32_t, kAhead> cell;
  std::array<double, kAhead> x, y;  ///< position, m
  std::array<double, kAhead> radius_m;
};

using Uniforms = std::array<std::array<double, kAhead>, 3>;

/// Positions and radii of many, without a branch: draw_position's bits but for those that rounding took out
/// of their cell, which are marked as odd.
FW_VECTOR_CLONES
void draw_in_cells(const GridSpec& grid, const Uniforms& u, Drawn& drawn, std::array<uint8_t, kAhead>& odd) {
  const double columns = grid.columns, rows = grid.rows, cell_m = grid.cell_m, height_m = grid.height_m();
  const double per_row = 1 / columns;
  const size_t count = drawn.count;
  for (size_t i = 0; i < count; ++i) {
    const auto cell = static_cast<double>(drawn.cell[i]);
    const double row = std::floor((cell + 0.5) * per_row);  // far from whole numbers
    const double column = cell - row * columns;
    const double x_m = (column + 0.5) * cell_m + (u[0][i] - 0.5) * cell_m;
    const double y_m = (rows - row - 0.5) * cell_m + (u[1][i] - 0.5) * cell_m;
    const double x = std::floor(x_m * 1000 + 0.5) / 1000, y = std::floor(y_m * 1000 + 0.5) / 1000;
    drawn.x[i] = x;
    drawn.y[i] = y;
    odd[i] = (std::floor(x / cell_m) != column) | (std::floor((height_m - y) / cell_m) != row);
    double factor = kRadiusFactors[0];
    for (size_t k = 0; k < kRadiusShares.size(); ++k)
      factor = u[2][i] < kRadiusShares[k] ? factor : kRadiusFactors[k + 1];
    drawn.radius_m[i] = factor;  // a factor of the spacing; metres later
  }
}

/// Position and radius of each. `spacing_m` = by slot; empty = that of the rules.
void draw_candidates(const ScanRules& rules, std::span<const double> spacing_m, bool bare, Drawn& drawn) {
  std::array<uint64_t, kAhead> counter;
  Uniforms u;
  std::array<uint8_t, kAhead> odd;
  for (size_t number = 1; number <= 3; ++number) {
    for (size_t i = 0; i < drawn.count; ++i) counter[i] = uint64_t{drawn.cell[i]} * 4 + number;
    random_uniform(rules.substream, std::span(counter).first(drawn.count),
                   std::span(u[number - 1]).first(drawn.count));
    if (rules.dice != nullptr)
      for (size_t i = 0; i < drawn.count; ++i)
        u[number - 1][i] = random_uniform(rules.substream_at(drawn.cell[i]), counter[i]);
  }
  draw_in_cells(rules.grid, u, drawn, odd);
  for (size_t i = 0; i < drawn.count; ++i) {
    if (bare)
      drawn.radius_m[i] = rules.floor_m;
    else
      drawn.radius_m[i] *= spacing_m.empty() ? rules.spacing_m : spacing_m[drawn.slot[i]];
    if (odd[i] == 0 && rules.places == nullptr) continue;
    Vec2 position_m{drawn.x[i], drawn.y[i]};
    if (odd[i] != 0) position_m = draw_position(rules, drawn.cell[i]);
    if (rules.places != nullptr) position_m = rules.places->settle(drawn.cell[i], position_m);
    drawn.x[i] = position_m.x;
    drawn.y[i] = position_m.y;
  }
}

struct Scan {
  const Candidates& candidates;
  const ScanRules& rules;
  ArrivalOrder& order;
  SpacingIndex& index;
  std::vector<Verdict>& verdicts;
  ScanResult& result;
  int64_t budget_left = 0;  ///< of all regions together

  bool full() const { return static_cast<int64_t>(result.points.size()) >= rules.quota; }

  void accept(uint32_t slot, uint32_t cell, Vec2 position_m, double radius_m) {
    verdicts[slot] = Verdict::accepted;
    index.insert(position_m, radius_m);
    result.points.push_back({position_m, cell, candidates.rank[slot]});
    result.radii_m.push_back(radius_m);
  }

  /// Whether a candidate is still to be decided.
  bool waits(uint32_t slot, uint32_t cell, const std::vector<int64_t>& budgets, bool bare) const {
    const Verdict verdict = verdicts[slot];
    // With the same radii a conflict remains one: accepted points are never removed.
    if (verdict == Verdict::accepted || verdict == Verdict::closed) return false;
    if (verdict == Verdict::too_near && !bare) return false;
    return budgets.empty() || budgets[rules.region[cell] - 1u] > 0;
  }

  /// True if a point accepted since `first` is too near.
  bool conflicts_since(size_t first, Vec2 position_m, double radius_m) const {
    bool near = false;
    for (size_t i = first; i < result.points.size(); ++i)
      near |= squared_distance(position_m, result.points[i].position_m) <
              conflict_limit2(std::min(radius_m, result.radii_m[i]));
    return near;
  }

  /// Decides candidates in order of arrival. All are compared with the points accepted before them at once;
  /// what is left to each are those accepted meanwhile.
  void decide(const Drawn& drawn, std::vector<int64_t>& budgets, bool bare) {
    const auto all = [&](const std::array<double, kAhead>& of) { return std::span(of).first(drawn.count); };
    std::array<uint8_t, kAhead> near;
    index.find_conflicts({all(drawn.x), all(drawn.y), all(drawn.radius_m)},
                         std::span(near).first(drawn.count));
    const size_t first = result.points.size();
    for (size_t i = 0; i < drawn.count && !full(); ++i) {
      const uint32_t slot = drawn.slot[i];
      if (!waits(slot, drawn.cell[i], budgets, bare))
        continue;  // an earlier candidate may have used the budget
      const Vec2 position_m{drawn.x[i], drawn.y[i]};
      if (inside_keep_out(rules.keep_out, position_m)) {
        verdicts[slot] = Verdict::closed;
      } else if (near[i] != 0 || conflicts_since(first, position_m, drawn.radius_m[i]) ||
                 (rules.forbids && rules.forbids(position_m, drawn.radius_m[i]))) {
        verdicts[slot] = Verdict::too_near;
      } else {
        accept(slot, drawn.cell[i], position_m, drawn.radius_m[i]);
        if (!budgets.empty()) --budgets[rules.region[drawn.cell[i]] - 1u], --budget_left;
      }
    }
  }

  /// One pass in arrival order. `budgets` empty = none; `bare` = every candidate at the hard floor.
  void run(std::vector<int64_t> budgets, bool bare) {
    budget_left = budgets.empty() ? rules.quota : std::accumulate(budgets.begin(), budgets.end(), int64_t{0});
    Drawn ahead;
    for (size_t rank = 0; rank < order.size() && !full() && budget_left > 0;) {
      ahead.count = 0;
      for (const size_t end = std::min(rank + kAhead, order.size()); rank < end; ++rank) {
        const auto [key, slot, cell] = order.at(rank);
        if (!waits(slot, cell, budgets, bare)) continue;
        ahead.slot[ahead.count] = slot;
        ahead.cell[ahead.count++] = cell;
        __builtin_prefetch(&candidates.rank[slot]);
      }
      draw_candidates(rules, candidates.spacing_m, bare, ahead);
      decide(ahead, budgets, bare);
    }
  }
};

/// For all radii of a scan and of the points before it.
SpacingIndex spacing_index(const ScanRules& rules, std::span<const Placed> earlier,
                           std::span<const double> earlier_radii_m, size_t most_points) {
  double least_m = rules.floor_m;
  for (const double radius_m : earlier_radii_m) least_m = std::min(least_m, radius_m);
  SpacingIndex index(rules.grid, least_m, kRadiusFactors.back() * rules.spacing_m,
                     earlier.size() + most_points);
  for (size_t i = 0; i < earlier.size(); ++i) index.insert(earlier[i].position_m, earlier_radii_m[i]);
  return index;
}

struct AllScans {
  const Candidates& candidates;
  const ScanRules& rules;
  const std::vector<double>& integral;
  std::span<const Placed> earlier;
  std::span<const double> earlier_radii_m;
  std::span<const uint32_t> closed;  ///< cells
};

ScanResult scan_all(const AllScans& all, std::vector<int64_t> budgets) {
  const Candidates& candidates = all.candidates;
  const ScanRules& rules = all.rules;
  ScanResult result;
  const size_t most = std::min(static_cast<size_t>(rules.quota), candidates.cells.size());
  result.points.reserve(most);
  result.radii_m.reserve(most);
  // Twice the quota arrive before most are full, and some more of few.
  ArrivalOrder order(candidates.cells, candidates.lambda, rules.substream,
                     std::accumulate(all.integral.begin(), all.integral.end(), 0.0),
                     rules.quota * 5 / 2 + 512, rules.dice);
  SpacingIndex index = spacing_index(rules, all.earlier, all.earlier_radii_m, most);
  std::vector<Verdict> verdicts(candidates.cells.size(), Verdict::waiting);
  for (const uint32_t cell : all.closed) {
    const auto slot = std::lower_bound(candidates.cells.begin(), candidates.cells.end(), cell);
    if (slot != candidates.cells.end() && *slot == cell)
      verdicts[static_cast<size_t>(slot - candidates.cells.begin())] = Verdict::closed;
  }
  Scan scan{candidates, rules, order, index, verdicts, result};
  scan.run(std::move(budgets), false);
  if (!scan.full()) scan.run({}, false);
  if (!scan.full()) scan.run({}, true);
  for (const Verdict v : verdicts)
    result.refused_spacing += v == Verdict::too_near || v == Verdict::closed ? 1 : 0;
  return result;
}

}  // namespace

double Candidates::spacing_at(uint32_t cell, double rules_m) const {
  if (spacing_m.empty()) return rules_m;
  const auto at = std::lower_bound(cells.begin(), cells.end(), cell);
  return at != cells.end() && *at == cell ? spacing_m[static_cast<size_t>(at - cells.begin())] : rules_m;
}

ScanResult scan_candidates(const Candidates& candidates, const ScanRules& rules,
                           std::span<const Placed> earlier, std::span<const double> earlier_radii_m) {
  if (rules.quota <= 0 || candidates.cells.empty()) return {};
  const std::vector<double> integral = regional_integrals(candidates, rules);
  return scan_all({candidates, rules, integral, earlier, earlier_radii_m, {}},
                  largest_remainder(integral, rules.quota));
}

ScanResult fill_gaps(const Candidates& candidates, const ScanRules& rules, std::vector<int64_t> budgets,
                     const StandingPoints& standing) {
  if (rules.quota <= 0 || candidates.cells.empty()) return {};
  const std::vector<double> integral = regional_integrals(candidates, rules);
  return scan_all({candidates, rules, integral, standing.points, standing.radii_m, standing.closed},
                  std::move(budgets));
}

CellDraw draw_of_cell(const ScanRules& rules, uint32_t cell) {
  Drawn drawn;
  drawn.count = 1;
  drawn.cell[0] = cell;
  draw_candidates(rules, {}, false, drawn);
  return {{drawn.x[0], drawn.y[0]}, drawn.radius_m[0]};
}

}  // namespace fw
