// Outposts, shrines, expeditions, elite zones and quest hubs: greedy facility location over the best cell of
// each 62.5 m block.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/exact/exact_batch.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/facility.h"
#include "core/world/landmarks/landmark_survey.h"

namespace fw {
namespace {

constexpr double kRefused = -std::numeric_limits<double>::infinity();
constexpr double kBlock_m = 62.5;
constexpr size_t kDemandSamples = 1500;

/// The rules of one kind, weights as in docs/world.md, 6.3: utility of cells (kRefused off the mask), demand
/// weight of a cell, coverage weight.
struct KindRules {
  std::function<void(std::span<const uint32_t> cells, std::span<double> utility)> utility;
  std::function<double(uint32_t cell)> demand;
  double coverage_weight = 1;
  bool neutral_only = false;
};

/// A utility of its own for every cell.
template <typename Of>
auto each_cell(const Of& of) {
  return [of](std::span<const uint32_t> cells, std::span<double> utility) {
    for (size_t i = 0; i < cells.size(); ++i) utility[i] = of(cells[i]);
  };
}

/// A utility with one term weight * exp(-q^2), all exponentials of many cells at once. `q_of` = kRefused off
/// the mask; `sum(cell, term)` adds up.
template <typename Q, typename Sum>
auto with_bell(double weight, const Q& q_of, const Sum& sum) {
  return [weight, q_of, sum](std::span<const uint32_t> cells, std::span<double> utility) {
    std::vector<double> exponent(cells.size());
    std::vector<uint32_t> allowed;
    for (const uint32_t cell : cells) {
      const double q = q_of(cell);
      if (q == kRefused) continue;
      exponent[allowed.size()] = -q * q;
      allowed.push_back(cell);
    }
    std::vector<double> bell(allowed.size());
    exact::exp(std::span(exponent).first(allowed.size()), bell);
    std::fill(utility.begin(), utility.end(), kRefused);
    for (size_t i = 0, k = 0; k < allowed.size(); ++i)
      if (cells[i] == allowed[k]) {
        utility[i] = sum(cells[i], weight * bell[k]);
        ++k;
      }
  };
}

/// Places to measure to, side by side in memory.
class Places {
 public:
  explicit Places(const std::vector<Vec2>& points) {
    for (const Vec2 p : points) {
      x_.push_back(p.x);
      y_.push_back(p.y);
    }
  }

  /// nearest_m of the points.
  double nearest_m(Vec2 at) const {
    constexpr size_t kLanes = 8;
    std::array<double, kLanes> best;
    best.fill(std::numeric_limits<double>::infinity());
    const auto closer = [&](size_t i, double& least) {
      const double dx = x_[i] - at.x, dy = y_[i] - at.y;
      const double d2 = dx * dx + dy * dy;
      least = d2 < least ? d2 : least;
    };
    size_t i = 0;
    for (; i + kLanes <= x_.size(); i += kLanes)
      for (size_t l = 0; l < kLanes; ++l) closer(i + l, best[l]);
    for (; i < x_.size(); ++i) closer(i, best[0]);
    return std::sqrt(*std::min_element(best.begin(), best.end()));
  }

 private:
  std::vector<double> x_, y_;
};

bool band_in(const PlacementInputs& inputs, uint32_t cell, Danger low, Danger high) {
  const int band = inputs.danger.band[cell] - 1;
  return band >= static_cast<int>(low) && band <= static_cast<int>(high);
}

bool neutral_cell(const PlacementInputs& inputs, uint32_t cell) {
  return inputs.map.regions[inputs.map.code[cell] - 1u].neutral;
}

KindRules outpost_rules(const PlacementInputs& g, const LandmarkSurvey& s) {
  return {each_cell([&g, &s](uint32_t c) {
            if (!neutral_cell(g, c) || g.relief.slope[c] >= 0.40F || g.island.coast_m[c] <= 120)
              return kRefused;
            return 0.7 * s.terrain->flatness[c] + 0.5 * static_cast<double>(s.terrain->saliency[c]) -
                   static_cast<double>(g.danger.calibrated[c]);
          }),
          [&g](uint32_t c) { return (neutral_cell(g, c) ? 1 : 0) + 0.001; }, 3.0, true};
}

/// The arguments are kept by the caller while the rules live.
KindRules shrine_rules(const PlacementInputs& g, const LandmarkSurvey& s, const Places& junctions,
                       const Raster<float>& track_m, const Raster<float>& entropy_share) {
  return {with_bell(
              1.3,
              [&](uint32_t c) {
                if (!(track_m[c] < 120) || g.relief.slope[c] >= 0.5F) return kRefused;
                return junctions.nearest_m(g.map.code.grid.centre(c)) / 130;
              },
              [&](uint32_t c, double at_junction) {
                return at_junction + 0.5 * static_cast<double>(entropy_share[c]) +
                       0.25 * static_cast<double>(s.terrain->saliency[c]);
              }),
          [](uint32_t) { return 1.0; }, 2.2, false};
}

KindRules expedition_rules(const PlacementInputs& g, const LandmarkSurvey& s,
                           const std::vector<Vec2>& settlements, const Raster<float>& around) {
  return {each_cell([&](uint32_t c) {
            if (s.terrain->height_rank[c] < 0.68F || !band_in(g, c, Danger::yellow, Danger::black) ||
                g.relief.slope[c] >= 0.6F || around[c] <= 0.45F)
              return kRefused;
            const double ds = nearest_m(settlements, g.map.code.grid.centre(c));
            if (ds <= 700) return kRefused;
            return static_cast<double>(s.terrain->height_rank[c]) -
                   0.8 * half_z(g.relief.concavity_m[c], s.terrain->concavity) +
                   0.9 * static_cast<double>(around[c]) + 0.5 * std::min(ds / 2000, 1.0) +
                   0.3 * static_cast<double>(s.terrain->saliency[c]);
          }),
          [](uint32_t) { return 1.0; }, 1.6, false};
}

KindRules elite_rules(const PlacementInputs& g, const LandmarkSurvey& s, const Raster<float>& track_m,
                      const Raster<float>& room_m) {
  return {
      with_bell(
          0.4,
          [&](uint32_t c) {
            if (!band_in(g, c, Danger::red, Danger::black) || room_m[c] < 110 || g.relief.slope[c] >= 0.45F)
              return kRefused;
            return static_cast<double>(track_m[c]) / 250;
          },
          [&](uint32_t c, double at_track) {
            return 1.2 * static_cast<double>(g.danger.calibrated[c]) +
                   0.8 * std::min(static_cast<double>(room_m[c]) / 300, 1.0) + 0.6 * s.terrain->flatness[c] +
                   at_track + 0.3 * static_cast<double>(s.terrain->saliency[c]);
          }),
      [&g](uint32_t c) { return (band_in(g, c, Danger::red, Danger::black) ? 1 : 0) + 0.02; }, 1.6, false};
}

KindRules hub_rules(const PlacementInputs& g, const LandmarkSurvey& s, const Raster<float>& track_m) {
  return {with_bell(
              0.4,
              [&](uint32_t c) {
                if (!band_in(g, c, Danger::green, Danger::yellow) || g.relief.slope[c] >= 0.4F ||
                    g.island.coast_m[c] <= 60)
                  return kRefused;
                return static_cast<double>(track_m[c]) / 200;
              },
              [&](uint32_t c, double at_track) {
                return 0.6 * s.terrain->flatness[c] + 0.6 * static_cast<double>(s.terrain->saliency[c]) +
                       at_track;
              }),
          [&g](uint32_t c) { return (band_in(g, c, Danger::green, Danger::yellow) ? 1 : 0) + 0.02; }, 2.0,
          false};
}

/// Entropy over its maximum inside the mask of shrines; the rest of the raster is 0.
Raster<float> entropy_share(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                            const Raster<float>& track_m) {
  std::vector<uint32_t> cells;
  for (const uint32_t cell : survey.land)
    if (track_m[cell] < 120) cells.push_back(cell);
  const std::vector<double> entropy = local_entropy(inputs, cells);
  double top = 0;
  for (const double e : entropy) top = std::max(top, e);
  Raster<float> out(inputs.map.code.grid);
  if (top > 0)
    for (size_t i = 0; i < cells.size(); ++i) out[cells[i]] = static_cast<float>(entropy[i] / top);
  return out;
}

/// Distance to the nearest cell that is not Red or Black land.
Raster<float> dangerous_room(const PlacementInputs& inputs) {
  Mask outside(inputs.map.code.grid);
  for (size_t c = 0; c < outside.size(); ++c)
    outside[c] =
        inputs.map.code[c] == 0 || !band_in(inputs, static_cast<uint32_t>(c), Danger::red, Danger::black) ? 1
                                                                                                          : 0;
  return distance_to(outside);
}

struct BlockSites {
  std::vector<FacilitySite> sites;  ///< the best cell of each block that keeps clear of the other kinds
  int64_t mask_cells = 0;
  int64_t beside_others = 0;
};

/// A cell of land and its utility.
struct Best {
  uint32_t cell = 0;
  double utility = kRefused;
};

/// The best cell of every block of `side` x `side` cells (ties to the lowest index), row by row of blocks;
/// `mask_cells` receives how many cells of each row the rules allow.
std::vector<Best> best_of_blocks(const GridSpec& grid, const std::vector<uint32_t>& land,
                                 const KindRules& rules, int side, std::vector<int64_t>& mask_cells) {
  const auto columns = static_cast<uint32_t>(grid.columns);
  const auto step = static_cast<uint32_t>(side);
  const size_t across = (columns + step - 1) / step;
  mask_cells.assign(static_cast<size_t>((grid.rows + side - 1) / side), 0);
  std::vector<Best> best(across * mask_cells.size());
  parallel_for(mask_cells.size(), 2, [&](size_t begin, size_t end) {
    std::vector<double> utility;
    for (size_t b = begin; b < end; ++b) {
      const auto first = static_cast<uint32_t>(b) * step * columns;
      const auto from = std::lower_bound(land.begin(), land.end(), first);
      const auto to = std::lower_bound(from, land.end(), first + step * columns);
      const std::span<const uint32_t> cells(land.data() + (from - land.begin()),
                                            static_cast<size_t>(to - from));
      utility.resize(cells.size());
      rules.utility(cells, utility);
      for (size_t i = 0; i < cells.size(); ++i) {
        if (utility[i] == kRefused) continue;
        ++mask_cells[b];
        Best& there = best[b * across + (cells[i] - first) % columns / step];
        if (utility[i] > there.utility) there = {cells[i], utility[i]};
      }
    }
  });
  return best;
}

BlockSites find_sites(const PlacementInputs& inputs, const LandmarkSurvey& survey, const KindRules& rules,
                      const std::vector<KeepOut>& others) {
  const GridSpec& grid = inputs.map.code.grid;
  const int side = std::max(1, static_cast<int>(kBlock_m / grid.cell_m + 0.5));
  std::vector<int64_t> mask_cells;
  const std::vector<Best> best = best_of_blocks(grid, survey.land, rules, side, mask_cells);
  BlockSites out;
  for (const int64_t n : mask_cells) out.mask_cells += n;
  for (const auto& [cell, utility] : best) {
    if (utility == kRefused) continue;
    const Vec2 at = landmark_position(grid, cell);
    const bool clear = std::none_of(others.begin(), others.end(), [at](const KeepOut& o) {
      return squared_distance(at, o.centre_m) < conflict_limit2(o.radius_m);
    });
    if (clear)
      out.sites.push_back({cell, at, utility, rules.neutral_only ? inputs.map.code[cell] - 1 : 0});
    else
      ++out.beside_others;
  }
  return out;
}

std::vector<FacilityDemand> demand_samples(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                           const KindRules& rules) {
  std::vector<FacilityDemand> out;
  const size_t stride = std::max<size_t>(1, survey.land.size() / kDemandSamples);
  double sum = 0;
  for (size_t i = 0; i < survey.land.size(); i += stride) {
    const uint32_t cell = survey.land[i];
    out.push_back({inputs.map.code.grid.centre(cell), rules.demand(cell)});
    sum += out.back().weight;
  }
  for (FacilityDemand& d : out) d.weight /= sum;
  return out;
}

void place_kind(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                const KindRules& rules, LandmarkPlan& plan) {
  const GridSpec& grid = inputs.map.code.grid;
  const double asked_m = inputs.tmpl.spacing.landmark_m[static_cast<size_t>(kind)];
  const double others_m = landmark_others_m(inputs.tmpl, kind);
  std::vector<KeepOut> others;
  for (const Landmark& l : plan.landmarks) others.push_back({landmark_position(grid, l.cell), others_m});
  BlockSites found = find_sites(inputs, survey, rules, others);

  FacilityProblem problem;
  problem.demand = demand_samples(inputs, survey, rules);
  problem.coverage_weight = rules.coverage_weight;
  problem.quota = inputs.tmpl.landmarks[static_cast<size_t>(kind)];
  problem.spacing_m = asked_m;
  problem.groups = static_cast<int>(std::max<size_t>(1, inputs.map.regions.size()));
  if (rules.neutral_only) {
    int neutral = 0;
    for (const Region& r : inputs.map.regions) neutral += r.neutral ? 1 : 0;
    problem.group_cap = neutral > 0 ? (problem.quota + neutral - 1) / neutral : 0;
  }
  problem.sites = std::move(found.sites);
  const FacilityChoice choice = locate_facilities(problem);

  std::vector<float> utilities;
  for (const FacilitySite& s : problem.sites) utilities.push_back(static_cast<float>(s.utility));
  const std::vector<float> ranks = rank(utilities);
  for (size_t i = 0; i < choice.sites.size(); ++i)
    plan.landmarks.push_back({kind,
                              static_cast<int>(i),
                              problem.sites[choice.sites[i]].cell,
                              static_cast<double>(ranks[choice.sites[i]]),
                              {}});
  QuotaLedger row;
  row.class_index = static_cast<int>(kind);
  row.quota = problem.quota;
  row.placed = static_cast<int64_t>(choice.sites.size());
  row.refused_mask = static_cast<int64_t>(survey.land.size()) - found.mask_cells;
  row.refused_spacing = choice.refused_spacing + found.beside_others;
  row.spacing_m = choice.spacing_m;
  const double area_m2 = static_cast<double>(found.mask_cells) * grid.cell_area_m2();
  row.capacity = asked_m > 0 ? kJammedPacking * area_m2 / (choice.spacing_m * choice.spacing_m)
                             : static_cast<double>(problem.sites.size());
  plan.ledger.push_back(row);
  report_landmarks(kind, row, asked_m, plan.findings);
}

}  // namespace

FacilitySurvey survey_facilities(const PlacementInputs& inputs, const LandmarkSurvey& survey) {
  const std::array<int, kLandmarkKinds>& asked = inputs.tmpl.landmarks;
  FacilitySurvey out;
  parallel_invoke({[&] {
                     constexpr double kAround_m = 187.5;
                     if (asked[static_cast<size_t>(LandmarkKind::expedition)] > 0)
                       out.danger_around =
                           masked_gaussian(inputs.danger.calibrated, survey.terrain->land,
                                           gaussian(survey.terrain->land, kAround_m), kAround_m);
                   },
                   [&] {
                     if (asked[static_cast<size_t>(LandmarkKind::elite_zone)] > 0)
                       out.dangerous_room_m = dangerous_room(inputs);
                   }});
  return out;
}

void place_facilities(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                      const FacilitySurvey& facilities, const Raster<float>& track_m, LandmarkPlan& plan) {
  if (inputs.tmpl.landmarks[static_cast<size_t>(kind)] <= 0) {
    QuotaLedger row;
    row.class_index = static_cast<int>(kind);
    row.spacing_m = inputs.tmpl.spacing.landmark_m[static_cast<size_t>(kind)];
    plan.ledger.push_back(row);
    return;
  }
  switch (kind) {
    case LandmarkKind::settlement:
    case LandmarkKind::fort:
      assert(false);  // placed by place_settlements and place_forts
      return;
    case LandmarkKind::outpost:
      return place_kind(inputs, survey, kind, outpost_rules(inputs, survey), plan);
    case LandmarkKind::shrine: {
      const Raster<float> entropy = entropy_share(inputs, survey, track_m);
      const Places junctions(plan.junctions_m);
      return place_kind(inputs, survey, kind, shrine_rules(inputs, survey, junctions, track_m, entropy),
                        plan);
    }
    case LandmarkKind::expedition: {
      const std::vector<Vec2> settlements =
          positions_of(inputs.map.code.grid, plan.landmarks, LandmarkKind::settlement);
      return place_kind(inputs, survey, kind,
                        expedition_rules(inputs, survey, settlements, facilities.danger_around), plan);
    }
    case LandmarkKind::elite_zone:
      return place_kind(inputs, survey, kind,
                        elite_rules(inputs, survey, track_m, facilities.dangerous_room_m), plan);
    case LandmarkKind::quest_hub:
      return place_kind(inputs, survey, kind, hub_rules(inputs, survey, track_m), plan);
  }
}

}  // namespace fw
