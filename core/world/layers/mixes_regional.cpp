#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/exact/exact_math.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"

namespace fw {
namespace {

// Kernels, floors and cuts of the regional mixes, with their reasons: docs/world.md, 4.1.
constexpr std::array<double, kDangers> kBandTier{0.05, 0.40, 0.78,
                                                 1.12};  // region tier at which each band's affinity peaks
constexpr double kTierWidth = 0.30;
constexpr double kBlackOutsideNeutral = 0.12;
constexpr double kGreenInNeutral = 0.02;
constexpr double kNeutralFill = 0.95;           // Black stays in neutral ground up to this part of it
constexpr DangerMix kFloors{0.07, 0.12, 0, 0};  // a safe pocket for the settlement and a buffer round it
constexpr double kDangerPrune = 0.03;
constexpr double kBiomePrune = 0.045;
// How closely the rows follow the fields. Less where two touching regions would share next to no class: their
// whole border would then be a seam whatever the cells do.
constexpr std::array<double, 5> kBiomeFollow{1.6, 1.5, 1.4, 1.3, 1.2};
constexpr double kLeastOverlap = 0.05;
constexpr double kLongBorder_m = 500;
constexpr int kBiomeKept = 2;
constexpr double kScoreStep = 0.01;  // mean scores are rounded so that nearby resolutions prune alike

template <size_t N>
std::vector<double> shares_of(const std::array<double, N>& mix) {
  double total = 0;
  for (const double x : mix) total += x;
  std::vector<double> out(mix.begin(), mix.end());
  if (total > 0)
    for (double& x : out) x /= total;
  return out;
}

MixProblem empty_problem(const RegionMap& map, size_t classes) {
  MixProblem p;
  p.area = region_area_shares(map);
  p.kernel.assign(map.regions.size(), std::vector<double>(classes, 0.0));
  p.floors.assign(map.regions.size(), std::vector<double>(classes, 0.0));
  p.asked.resize(map.regions.size());
  return p;
}

double neutral_share(const RegionMap& map) {
  const std::vector<double> area = region_area_shares(map);
  double share = 0;
  for (size_t r = 0; r < area.size(); ++r)
    if (map.regions[r].neutral) share += area[r];
  return share;
}

MixProblem danger_problem(const RegionMap& map, const Template& tmpl) {
  MixProblem p = empty_problem(map, kDangers);
  p.columns = shares_of(tmpl.danger);
  p.prune_below = kDangerPrune;
  p.pruned_may_return = true;
  const double outside = p.columns[3] <= kNeutralFill * neutral_share(map) ? 0.0 : kBlackOutsideNeutral;
  for (size_t r = 0; r < map.regions.size(); ++r) {
    const Region& region = map.regions[r];
    for (size_t k = 0; k < kDangers; ++k) {
      const double z = (region.tier - kBandTier[k]) / kTierWidth;
      p.kernel[r][k] = exact::exp(-z * z) + 1e-9;
      if (!region.neutral) p.floors[r][k] = kFloors[k];
    }
    if (region.neutral)
      p.kernel[r][0] *= kGreenInNeutral;
    else
      p.kernel[r][3] *= outside;
  }
  for (const RegionMix& row : tmpl.region_mixes)
    if (row.danger && row.region >= 1 && row.region <= static_cast<int>(map.regions.size()))
      p.asked[static_cast<size_t>(row.region) - 1] = shares_of(*row.danger);
  return p;
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%d.%d %%", static_cast<int>(share * 1000 + 0.5) / 10,
                static_cast<int>(share * 1000 + 0.5) % 10);
  return text;
}

void tell_black_outside(const RegionMap& map, const MixProblem& p, Findings& findings) {
  double outside = 0;
  for (size_t r = 0; r < map.regions.size(); ++r)
    if (!map.regions[r].neutral) outside += p.area[r] * map.regions[r].danger_target[3];
  if (outside < 5e-4) return;
  const double room = kNeutralFill * neutral_share(map);
  std::string message = percent(outside) + " of the island is Black outside neutral ground; ";
  if (p.columns[3] > room)
    message += "Black is " + percent(p.columns[3]) + " and neutral ground holds " + percent(room) +
               ": lower danger.black to " + percent(room) + " or raise factions.neutral to " +
               percent(p.columns[3] / kNeutralFill) + ".";
  else
    message += "rows of region_mixes ask for it.";
  findings.push_back({Severity::warning, "black_outside_neutral", "danger.black", message});
}

/// Nested bands cannot show a row that skips a band between two others.
void tell_skipped_bands(const RegionMap& map, Findings& findings) {
  for (size_t r = 0; r < map.regions.size(); ++r) {
    const DangerMix& mix = map.regions[r].danger_target;
    int low = kDangers;
    int high = -1;
    for (int k = 0; k < kDangers; ++k)
      if (mix[static_cast<size_t>(k)] > 0) {
        low = std::min(low, k);
        high = k;
      }
    for (int k = low + 1; k < high; ++k) {
      if (mix[static_cast<size_t>(k)] > 0) continue;
      findings.push_back(
          {Severity::warning, "danger_row_skips_band", "regions[" + std::to_string(r + 1) + "]",
           "The danger row of " + map.regions[r].name + " skips " +
               std::string(kDangerSlugs[static_cast<size_t>(k)]) +
               ": bands are nested, so the row cannot be reached exactly; give it at least 1.0 %."});
    }
  }
}

void tell_unreachable(const MixSolution& solution, const char* layer, Findings& findings) {
  if (solution.column_error <= 1e-3) return;
  findings.push_back({Severity::warning, "island_mix_unreachable", layer,
                      std::string("The regional rows miss the island's ") + layer + " mix by " +
                          percent(solution.column_error) +
                          (solution.asked_exceeds ? "; region_mixes fix more of a class than the island has."
                                                  : "; a share is too small to be spread over regions.")});
}

/// Metres of border between every two regions.
MixMatrix border_lengths(const RegionMap& map) {
  MixMatrix length(map.regions.size(), std::vector<double>(map.regions.size(), 0.0));
  const GridSpec& grid = map.code.grid;
  const auto see = [&](uint8_t a, uint8_t b) {
    if (a == 0 || b == 0 || a == b) return;
    length[a - 1u][b - 1u] += grid.cell_m;
    length[b - 1u][a - 1u] += grid.cell_m;
  };
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      if (column + 1 < grid.columns) see(map.code.at(column, row), map.code.at(column + 1, row));
      if (row + 1 < grid.rows) see(map.code.at(column, row), map.code.at(column, row + 1));
    }
  return length;
}

/// The least sum_k min(row_a, row_b) over derived rows with a long common border.
double least_overlap(const MixProblem& p, const MixMatrix& rows, const MixMatrix& border_m) {
  double least = 1;
  for (size_t a = 0; a < rows.size(); ++a)
    for (size_t b = a + 1; b < rows.size(); ++b) {
      if (border_m[a][b] < kLongBorder_m || p.asked[a] || p.asked[b]) continue;
      double shared = 0;
      for (size_t k = 0; k < rows[a].size(); ++k) shared += std::min(rows[a][k], rows[b][k]);
      least = std::min(least, shared);
    }
  return least;
}

}  // namespace

void derive_danger_mixes(RegionMap& map, const Template& tmpl, Findings& findings) {
  const MixProblem problem = danger_problem(map, tmpl);
  const MixSolution solution = solve_mixes(problem);
  for (size_t r = 0; r < map.regions.size(); ++r) {
    std::copy(solution.rows[r].begin(), solution.rows[r].end(), map.regions[r].danger_target.begin());
    map.regions[r].danger_asked = problem.asked[r].has_value();
  }
  tell_unreachable(solution, "danger", findings);
  tell_black_outside(map, problem, findings);
  tell_skipped_bands(map, findings);
}

void derive_biome_mixes(RegionMap& map, const Template& tmpl, const MixMatrix& mean_score) {
  MixProblem p = empty_problem(map, kBiomes);
  p.columns = shares_of(tmpl.biomes);
  p.prune_below = kBiomePrune;
  p.kept_entries = kBiomeKept;
  for (const RegionMix& row : tmpl.region_mixes)
    if (row.biomes && row.region >= 1 && row.region <= static_cast<int>(map.regions.size()))
      p.asked[static_cast<size_t>(row.region) - 1] = shares_of(*row.biomes);
  const MixMatrix border_m = border_lengths(map);
  MixSolution solution;
  for (const double follow : kBiomeFollow) {
    for (size_t r = 0; r < map.regions.size(); ++r)
      for (size_t k = 0; k < kBiomes; ++k)
        p.kernel[r][k] = exact::exp(follow * kScoreStep * std::floor(mean_score[r][k] / kScoreStep + 0.5));
    solution = solve_mixes(p);
    if (least_overlap(p, solution.rows, border_m) >= kLeastOverlap) break;
  }
  for (size_t r = 0; r < map.regions.size(); ++r) {
    std::copy(solution.rows[r].begin(), solution.rows[r].end(), map.regions[r].biome_target.begin());
    map.regions[r].biome_asked = p.asked[r].has_value();
  }
}

}  // namespace fw
