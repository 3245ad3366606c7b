#include "core/world/layers/mixes.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/field/raster.h"
#include "core/world/layers/layers.h"

namespace fw {
namespace {

constexpr double kReturnSeed =
    1e-12;  // lets a pruned entry come back where the columns cannot be met without it
constexpr double kFinalCut = 0.01;     // a share below this is about a speck's area
constexpr double kLeastMargin = 1.25;  // of a region's least: the second solve moves what is left

double sum(const std::vector<double>& v) {
  double total = 0;
  for (const double x : v) total += x;
  return total;
}

std::vector<double> normalised(std::vector<double> v) {
  const double total = sum(v);
  if (total > 0)
    for (double& x : v) x /= total;
  return v;
}

/// The unasked part of a problem: floors and fixed rows taken out of the sums.
struct FreePart {
  std::vector<size_t> rows;  // indices of unasked regions
  MixMatrix floors;
  std::vector<double> row_sums;
  std::vector<double> column_sums;
  bool asked_exceeds = false;
};

/// Floors of a class shrink together where the island has too little of it.
void fit_floors(const MixProblem& p, const std::vector<double>& left, FreePart& part) {
  for (size_t k = 0; k < p.columns.size(); ++k) {
    double wanted = 0;
    for (size_t i = 0; i < part.rows.size(); ++i) wanted += p.area[part.rows[i]] * part.floors[i][k];
    const double room = 0.9 * left[k];
    if (wanted <= room || wanted <= 0) continue;
    for (auto& row : part.floors) row[k] *= room / wanted;
  }
}

FreePart free_part(const MixProblem& p) {
  FreePart part;
  std::vector<double> left = p.columns;
  for (size_t r = 0; r < p.area.size(); ++r) {
    if (p.asked[r]) {
      for (size_t k = 0; k < left.size(); ++k) left[k] -= p.area[r] * (*p.asked[r])[k];
    } else {
      part.rows.push_back(r);
      part.floors.push_back(p.floors[r]);
    }
  }
  for (double& x : left) {
    if (x < -1e-9) part.asked_exceeds = true;
    x = std::max(x, 0.0);
  }
  fit_floors(p, left, part);
  part.column_sums = left;
  for (size_t i = 0; i < part.rows.size(); ++i) {
    const double area = p.area[part.rows[i]];
    part.row_sums.push_back(area * (1 - sum(part.floors[i])));
    for (size_t k = 0; k < left.size(); ++k) part.column_sums[k] -= area * part.floors[i][k];
  }
  for (double& x : part.column_sums) x = std::max(x, 0.0);
  const double scale = sum(part.row_sums) / std::max(sum(part.column_sums), 1e-300);
  for (double& x : part.column_sums) x *= scale;
  return part;
}

/// Excess shares of each free row (the row sums to 1 - its floors).
MixMatrix solve_excess(const MixProblem& p, const FreePart& part, const MixMatrix& kernel) {
  MixMatrix mass = sinkhorn(kernel, part.row_sums, part.column_sums);
  for (size_t i = 0; i < mass.size(); ++i)
    for (double& x : mass[i]) x /= std::max(p.area[part.rows[i]], 1e-300);
  return mass;
}

/// Sets entries below `cut`, or `margin` times the least of their region, to zero, but never a class's
/// `kept_entries` largest by area nor a row's only entry.
void prune(const MixProblem& p, const FreePart& part, double cut, double margin, MixMatrix& excess) {
  const size_t classes = p.columns.size();
  MixMatrix kept = excess;
  for (size_t i = 0; i < kept.size(); ++i) {
    const double of_row = p.least.empty() ? cut : std::max(cut, margin * p.least[part.rows[i]]);
    for (double& x : kept[i])
      if (x < of_row) x = 0;
  }
  for (size_t k = 0; k < classes; ++k) {
    std::vector<size_t> order(excess.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return excess[a][k] * p.area[part.rows[a]] > excess[b][k] * p.area[part.rows[b]];
    });
    const size_t keep = std::min(order.size(), static_cast<size_t>(p.kept_entries));
    for (size_t i = 0; i < keep; ++i) kept[order[i]][k] = excess[order[i]][k];
  }
  for (size_t i = 0; i < kept.size(); ++i) {
    const double before = sum(excess[i]);
    const double after = sum(kept[i]);
    if (after <= 0) continue;
    for (size_t k = 0; k < classes; ++k) excess[i][k] = kept[i][k] * before / after;
  }
}

double column_error(const MixProblem& p, const MixMatrix& rows) {
  double worst = 0;
  for (size_t k = 0; k < p.columns.size(); ++k) {
    double share = 0;
    for (size_t r = 0; r < rows.size(); ++r) share += p.area[r] * rows[r][k];
    worst = std::max(worst, std::fabs(share - p.columns[k]));
  }
  return worst;
}

MixSolution solve_with_cut(const MixProblem& p, const FreePart& part, double cut) {
  MixMatrix kernel;
  for (const size_t r : part.rows) kernel.push_back(p.kernel[r]);
  MixMatrix excess = solve_excess(p, part, kernel);
  prune(p, part, cut, kLeastMargin, excess);
  if (p.pruned_may_return)
    for (size_t i = 0; i < excess.size(); ++i)
      for (size_t k = 0; k < p.columns.size(); ++k)
        if (kernel[i][k] > 0) excess[i][k] += kReturnSeed;
  excess = solve_excess(p, part, excess);
  prune(p, part, std::min(cut, kFinalCut), 1, excess);

  MixSolution out;
  out.asked_exceeds = part.asked_exceeds;
  out.rows.assign(p.area.size(), std::vector<double>(p.columns.size(), 0.0));
  for (size_t r = 0; r < p.area.size(); ++r)
    if (p.asked[r]) out.rows[r] = normalised(*p.asked[r]);
  for (size_t i = 0; i < part.rows.size(); ++i) {
    std::vector<double> row = excess[i];
    for (size_t k = 0; k < row.size(); ++k) row[k] += part.floors[i][k];
    out.rows[part.rows[i]] = normalised(std::move(row));
  }
  out.column_error = column_error(p, out.rows);
  return out;
}

std::vector<std::vector<int64_t>> target_cells(const RegionMap& map, std::vector<double> Region::*target) {
  const std::vector<int64_t> cells = region_cell_counts(map);
  std::vector<std::vector<int64_t>> out;
  for (size_t r = 0; r < map.regions.size(); ++r)
    out.push_back(largest_remainder(map.regions[r].*target, cells[r]));
  return out;
}

}  // namespace

MixSolution solve_mixes(const MixProblem& problem) {
  const FreePart part = free_part(problem);
  // Zeros can make a rare class unreachable: cut less until the island's mix holds again.
  constexpr double kTolerance = 1e-3;
  MixSolution best = solve_with_cut(problem, part, problem.prune_below);
  for (double cut = problem.prune_below / 2; best.column_error > kTolerance && cut > 1e-3; cut /= 2) {
    MixSolution next = solve_with_cut(problem, part, cut);
    if (next.column_error < best.column_error) best = std::move(next);
  }
  return best;
}

std::vector<int64_t> region_cell_counts(const RegionMap& map) {
  std::vector<int64_t> counts(map.regions.size(), 0);
  const uint8_t* code = map.code.cells.data();
  for (size_t i = 0, next = 0; i < map.code.size(); i = next) {
    next = end_of_run(code, i, map.code.size());
    if (code[i] != 0 && code[i] <= counts.size()) counts[code[i] - 1u] += static_cast<int64_t>(next - i);
  }
  return counts;
}

std::vector<double> region_area_shares(const RegionMap& map) {
  const std::vector<int64_t> counts = region_cell_counts(map);
  int64_t total = 0;
  for (const int64_t c : counts) total += c;
  std::vector<double> shares;
  for (const int64_t c : counts)
    shares.push_back(total > 0 ? static_cast<double>(c) / static_cast<double>(total) : 0);
  return shares;
}

std::vector<std::vector<int64_t>> danger_target_cells(const RegionMap& map) {
  return target_cells(map, &Region::danger_target);
}
std::vector<std::vector<int64_t>> biome_target_cells(const RegionMap& map) {
  return target_cells(map, &Region::biome_target);
}

std::vector<std::vector<int64_t>> class_cells(const RegionMap& map, const Raster<uint8_t>& code,
                                              size_t classes) {
  // As in region_cell_counts; a row of codes (0 = none, then the classes) for every code of a region, four
  // times, so that neighbouring cells do not wait for each other.
  constexpr size_t kTables = 4;
  const size_t codes = classes + 1;
  std::vector<int64_t> counts(kTables * 256 * codes, 0);
  for (size_t i = 0; i < code.size(); ++i) ++counts[(i % kTables * 256 + map.code[i]) * codes + code[i]];
  std::vector<std::vector<int64_t>> out(map.regions.size(), std::vector<int64_t>(classes, 0));
  for (size_t r = 0; r < out.size(); ++r)
    for (size_t k = 0; k < classes; ++k)
      for (size_t table = 0; table < kTables; ++table)
        out[r][k] += counts[(table * 256 + r + 1) * codes + k + 1];
  return out;
}

std::vector<double> shares_of_cells(const std::vector<int64_t>& cells, int64_t all) {
  std::vector<double> shares(cells.size(), 0.0);
  for (size_t k = 0; k < cells.size() && all > 0; ++k)
    shares[k] = static_cast<double>(cells[k]) / static_cast<double>(all);
  return shares;
}

namespace {

void measure(RegionMap& map, const Raster<uint8_t>& code, size_t classes, const std::vector<int64_t>& cells,
             std::vector<double> Region::*actual) {
  const std::vector<std::vector<int64_t>> counts = class_cells(map, code, classes);
  for (size_t r = 0; r < map.regions.size(); ++r)
    map.regions[r].*actual = shares_of_cells(counts[r], cells[r]);
}

}  // namespace

void measure_regional_mixes(RegionMap& map, const DangerLayer& danger, const ClassLayer& biome,
                            const ClassLayer& faction, const Vocabulary& vocabulary) {
  const std::vector<int64_t> cells = region_cell_counts(map);
  parallel_invoke(
      {[&] { measure(map, danger.band, vocabulary.danger.size(), cells, &Region::danger_actual); },
       [&] { measure(map, biome.code, vocabulary.biomes.size(), cells, &Region::biome_actual); },
       [&] { measure(map, faction.code, vocabulary.factions.size(), cells, &Region::faction_actual); }});
}

}  // namespace fw
