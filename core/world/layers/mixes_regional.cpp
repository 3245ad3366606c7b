#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

#include "core/base/exact/exact_math.h"
#include "core/field/quantile/quantile.h"
#include "core/model/cure.h"
#include "core/template/check/share_advice.h"
#include "core/world/fit/repair.h"
#include "core/world/layers/layers.h"
#include "core/world/layers/mixes.h"

namespace fw {
namespace {

// Kernels, floors and cuts of the regional mixes, with their reasons: docs/world.md, 4.1.
constexpr double kTierWidth = 0.30;
constexpr double kNeutralFill = 0.95;  // bands stay in neutral ground up to this part of it
// Shares below these are cut first, of at most four bands and eight biomes; of more, in proportion.
constexpr double kDangerPrune = 0.03;
constexpr double kBiomePrune = 0.045;
constexpr double kBiomeFollow = 2;  // how closely the rows follow the fields
constexpr int kBiomeKept = 2;
constexpr double kScoreStep = 0.01;  // mean scores are rounded so that nearby resolutions prune alike

std::vector<double> shares_of(std::vector<double> mix) {
  double total = 0;
  for (const double x : mix) total += x;
  if (total > 0)
    for (double& x : mix) x /= total;
  return mix;
}

/// The share below which entries are cut first: less where more classes than usual have a share.
double prune_below(double usual, ptrdiff_t usual_classes, const std::vector<double>& shares) {
  const auto classes = std::count_if(shares.begin(), shares.end(), [](double share) { return share > 0; });
  return classes <= usual_classes ? usual
                                  : usual * static_cast<double>(usual_classes) / static_cast<double>(classes);
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

/// Factors on the kernel of controllable regions: 0 for bands that have room in neutral ground, the worst
/// first.
std::vector<double> factors_outside_neutral(const RegionMap& map, const std::vector<BandRow>& bands,
                                            const std::vector<double>& shares) {
  double room = kNeutralFill * neutral_share(map);
  std::vector<double> factors(bands.size(), 1.0);
  for (size_t k = bands.size(); k-- > 0;) {
    factors[k] = bands[k].outside_neutral;
    if (bands[k].outside_neutral >= 1 || shares[k] > room) continue;
    factors[k] = 0;
    room -= shares[k];
  }
  return factors;
}

MixProblem danger_problem(const RegionMap& map, const Template& tmpl) {
  const std::vector<BandRow>& bands = tmpl.vocabulary.danger;
  MixProblem p = empty_problem(map, bands.size());
  p.columns = shares_of(row_shares(bands));
  p.prune_below = prune_below(kDangerPrune, 4, p.columns);
  p.pruned_may_return = true;
  const std::vector<double> outside = factors_outside_neutral(map, bands, p.columns);
  for (size_t r = 0; r < map.regions.size(); ++r) {
    const Region& region = map.regions[r];
    for (size_t k = 0; k < bands.size(); ++k) {
      const double z = (region.tier - bands[k].tier_at) / kTierWidth;
      p.kernel[r][k] = (exact::exp(-z * z) + 1e-9) * (region.neutral ? bands[k].in_neutral : outside[k]);
      if (!region.neutral) p.floors[r][k] = bands[k].floor;
    }
  }
  p.asked = rows_of_template(map, tmpl, &RegionMix::danger);
  return p;
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%d.%d %%", static_cast<int>(share * 1000 + 0.5) / 10,
                static_cast<int>(share * 1000 + 0.5) % 10);
  return text;
}

/// What gives a band room in neutral ground: less of it, or more ground.
std::vector<Cure> more_room(const Vocabulary& vocabulary, size_t band, double share, double neutral) {
  StatedShares bands = stated_shares("danger", vocabulary.danger);
  for (size_t k = 0; k < vocabulary.danger.size(); ++k)
    bands.may_change[k] = vocabulary.danger[k].outside_neutral >= 1;
  return {share_advice(bands, band, share),
          share_advice(stated_shares("factions", vocabulary.factions),
                       static_cast<size_t>(*vocabulary.neutral()), neutral)};
}

void tell_bands_outside(const RegionMap& map, const MixProblem& p, const Vocabulary& vocabulary,
                        Findings& findings) {
  const std::optional<Faction> neutral = vocabulary.neutral();
  if (!neutral) return;
  double room = kNeutralFill * neutral_share(map);
  for (size_t k = vocabulary.danger.size(); k-- > 0;) {
    const BandRow& band = vocabulary.danger[k];
    if (band.outside_neutral >= 1) continue;
    const double free = room;
    if (p.columns[k] <= free) room -= p.columns[k];
    double outside = 0;
    for (size_t r = 0; r < map.regions.size(); ++r)
      if (!map.regions[r].neutral) outside += p.area[r] * map.regions[r].danger_target[k];
    if (outside < 5e-4) continue;
    std::vector<Cure> cures;
    std::string message = percent(outside) + " of the land is " + band.label + " outside neutral ground; ";
    if (band.floor > 0) {
      cures = {{set_to("danger." + band.id + ".floor", 0)}};
      message += "every region with an owner is asked for " + percent(band.floor) + " of it." +
                 ways_out({cure_words(cures.front())});
    } else if (p.columns[k] > free) {
      cures = more_room(vocabulary, k, free, neutral_share(map) + (p.columns[k] - free) / kNeutralFill);
      message += band.label + " is " + percent(p.columns[k]) + " and neutral ground holds " + percent(free) +
                 "." + ways_out({cure_words(cures.front()), cure_words(cures.back())});
    } else
      message += "rows of region_mixes ask for it.";
    findings.push_back(with_cures(
        {Severity::warning, "band_outside_neutral", "danger[" + std::to_string(k) + "].share", message},
        cures));
  }
}

/// Nested bands cannot show a row that skips a band between two others.
void tell_skipped_bands(const RegionMap& map, const std::vector<BandRow>& bands, Findings& findings) {
  for (size_t r = 0; r < map.regions.size(); ++r) {
    const std::vector<double>& mix = map.regions[r].danger_target;
    size_t low = mix.size(), high = 0;
    for (size_t k = 0; k < mix.size(); ++k)
      if (mix[k] > 0) {
        low = std::min(low, k);
        high = k;
      }
    for (size_t k = low + 1; k < high; ++k) {
      if (mix[k] > 0) continue;
      findings.push_back({Severity::warning, "danger_row_skips_band",
                          "regions[" + std::to_string(r + 1) + "]",
                          "The danger row of " + map.regions[r].name + " skips " + bands[k].label +
                              ": bands are nested, so the row cannot be reached exactly; give it at least "
                              "1.0 %."});
    }
  }
}

void tell_unreachable(const MixSolution& solution, const char* layer, Findings& findings) {
  if (solution.column_error <= 1e-3) return;
  findings.push_back({Severity::warning, "island_mix_unreachable", layer,
                      std::string("The regional rows miss the land's ") + layer + " mix by " +
                          percent(solution.column_error) +
                          (solution.asked_exceeds ? "; region_mixes fix more of a class than the land has."
                                                  : "; a share is too small to be spread over regions.")});
}

/// The rows with those that the designer states. A row that the solution without it meets, in cells, leaves
/// it as it is.
MixSolution solve_with_stated(const RegionMap& map, const StatedRows& stated, MixProblem& p) {
  const std::vector<int64_t> cells = region_cell_counts(map);
  MixSolution solution = solve_mixes(p);
  std::vector<uint8_t> put(stated.size(), 0);
  for (bool met = false; !met;) {
    met = true;
    for (size_t r = 0; r < stated.size(); ++r) {
      if (!stated[r] || put[r] != 0 ||
          largest_remainder(*stated[r], cells[r]) == largest_remainder(solution.rows[r], cells[r]))
        continue;
      p.asked[r] = stated[r];
      put[r] = 1;
      met = false;
    }
    if (!met) solution = solve_mixes(p);
  }
  return solution;
}

}  // namespace

StatedRows rows_of_template(const RegionMap& map, const Template& tmpl,
                            std::optional<std::vector<double>> RegionMix::*row) {
  StatedRows out(map.regions.size());
  for (const RegionMix& mix : tmpl.region_mixes)
    if (mix.*row && mix.region >= 1 && mix.region <= static_cast<int>(map.regions.size()))
      out[static_cast<size_t>(mix.region) - 1] = shares_of(*(mix.*row));
  return out;
}

StatedRows rows_of_hand(const RegionMap& map, std::optional<std::vector<double>> RegionMix::*row) {
  StatedRows out(map.regions.size());
  for (const auto& [mix, id] : map.stated_mixes)
    if (mix.*row) out[static_cast<size_t>(mix.region) - 1] = shares_of(*(mix.*row));
  return out;
}

void derive_danger_mixes(RegionMap& map, const Template& tmpl, Findings& findings) {
  MixProblem problem = danger_problem(map, tmpl);
  const StatedRows stated = rows_of_hand(map, &RegionMix::danger);
  const MixSolution solution = solve_with_stated(map, stated, problem);
  const std::vector<int64_t> cells = region_cell_counts(map);
  for (size_t r = 0; r < map.regions.size(); ++r) {
    Region& region = map.regions[r];
    region.danger_asked = problem.asked[r] || stated[r];
    region.danger_target = problem.asked[r]
                               ? solution.rows[r]
                               : shares_of_cells(largest_remainder(solution.rows[r], cells[r]), cells[r]);
  }
  tell_unreachable(solution, "danger", findings);
  tell_bands_outside(map, problem, tmpl.vocabulary, findings);
  tell_skipped_bands(map, tmpl.vocabulary.danger, findings);
}

void derive_biome_mixes(RegionMap& map, const Template& tmpl, const MixMatrix& mean_sd) {
  const size_t biomes = tmpl.vocabulary.biomes.size();
  MixProblem p = empty_problem(map, biomes);
  p.columns = shares_of(row_shares(tmpl.vocabulary.biomes));
  p.prune_below = prune_below(kBiomePrune, 8, p.columns);
  p.kept_entries = kBiomeKept;
  for (const int64_t cells : region_cell_counts(map))
    p.least.push_back(kRepairedSpeckArea_m2 /
                      (static_cast<double>(std::max<int64_t>(cells, 1)) * map.code.grid.cell_area_m2()));
  for (size_t r = 0; r < map.regions.size(); ++r)
    for (size_t k = 0; k < biomes; ++k)
      p.kernel[r][k] = exact::exp(kBiomeFollow * kScoreStep * std::floor(mean_sd[r][k] / kScoreStep + 0.5));
  p.asked = rows_of_template(map, tmpl, &RegionMix::biomes);
  const StatedRows stated = rows_of_hand(map, &RegionMix::biomes);
  const MixSolution solution = solve_with_stated(map, stated, p);
  for (size_t r = 0; r < map.regions.size(); ++r) {
    map.regions[r].biome_target = solution.rows[r];
    map.regions[r].biome_asked = p.asked[r] || stated[r];
  }
}

}  // namespace fw
