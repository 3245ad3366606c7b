// Outposts, shrines, expeditions, elite zones and quest hubs: greedy facility location over the best cell of
// each 62.5 m block.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/exact_math.h"
#include "core/base/parallel.h"
#include "core/field/filter.h"
#include "core/world/landmarks_ground.h"
#include "core/world/placement.h"
#include "core/world/placement_scan.h"

namespace fw {
namespace {

constexpr double kRefused = -std::numeric_limits<double>::infinity();
constexpr double kBlock_m = 62.5;
constexpr size_t kDemandSamples = 1500;

/// The rules of one kind: utility of a cell (kRefused off the mask), demand weight of a cell, coverage
/// weight.
struct KindRules {
  std::function<double(uint32_t cell)> utility;
  std::function<double(uint32_t cell)> demand;
  double coverage_weight = 1;
  bool neutral_only = false;
};

bool band_in(const Ground& ground, uint32_t cell, Danger low, Danger high) {
  const int band = ground.danger.band[cell] - 1;
  return band >= static_cast<int>(low) && band <= static_cast<int>(high);
}

bool neutral_cell(const Ground& ground, uint32_t cell) {
  return ground.map.regions[ground.map.code[cell] - 1u].neutral;
}

KindRules outpost_rules(const Ground& g, const LandmarkGround& s) {
  return {[&g, &s](uint32_t c) {
            if (!neutral_cell(g, c) || g.relief.slope[c] >= 0.40F || g.island.coast_m[c] <= 120)
              return kRefused;
            return 0.7 * s.flatness[c] + 0.5 * static_cast<double>(s.saliency[c]) -
                   static_cast<double>(g.danger.calibrated[c]);
          },
          [&g](uint32_t c) { return (neutral_cell(g, c) ? 1 : 0) + 0.001; }, 3.0, true};
}

/// `track_m`, `extra` are kept by the caller while the rules live.
KindRules shrine_rules(const Ground& g, const LandmarkGround& s, const std::vector<Vec2>& junctions,
                       const Raster<float>& track_m, const Raster<float>& entropy_share) {
  return {[&](uint32_t c) {
            if (!(track_m[c] < 120) || g.relief.slope[c] >= 0.5F) return kRefused;
            const double dj = nearest_m(junctions, g.map.code.grid.centre(c)) / 130;
            return 1.3 * exact::exp(-dj * dj) + 0.5 * static_cast<double>(entropy_share[c]) +
                   0.25 * static_cast<double>(s.saliency[c]);
          },
          [](uint32_t) { return 1.0; }, 2.2, false};
}

KindRules expedition_rules(const Ground& g, const LandmarkGround& s, const std::vector<Vec2>& settlements,
                           const Raster<float>& around) {
  return {[&](uint32_t c) {
            if (s.height_rank[c] < 0.68F || !band_in(g, c, Danger::yellow, Danger::black) ||
                g.relief.slope[c] >= 0.6F || around[c] <= 0.45F)
              return kRefused;
            const double ds = nearest_m(settlements, g.map.code.grid.centre(c));
            if (ds <= 700) return kRefused;
            return static_cast<double>(s.height_rank[c]) -
                   0.8 * half_z(g.relief.concavity_m[c], s.concavity) + 0.9 * static_cast<double>(around[c]) +
                   0.5 * std::min(ds / 2000, 1.0) + 0.3 * static_cast<double>(s.saliency[c]);
          },
          [](uint32_t) { return 1.0; }, 1.6, false};
}

KindRules elite_rules(const Ground& g, const LandmarkGround& s, const Raster<float>& track_m,
                      const Raster<float>& room_m) {
  return {[&](uint32_t c) {
            if (!band_in(g, c, Danger::red, Danger::black) || room_m[c] < 110 || g.relief.slope[c] >= 0.45F)
              return kRefused;
            const double dp = static_cast<double>(track_m[c]) / 250;
            return 1.2 * static_cast<double>(g.danger.calibrated[c]) +
                   0.8 * std::min(static_cast<double>(room_m[c]) / 300, 1.0) + 0.6 * s.flatness[c] +
                   0.4 * exact::exp(-dp * dp) + 0.3 * static_cast<double>(s.saliency[c]);
          },
          [&g](uint32_t c) { return (band_in(g, c, Danger::red, Danger::black) ? 1 : 0) + 0.02; }, 1.6,
          false};
}

KindRules hub_rules(const Ground& g, const LandmarkGround& s, const Raster<float>& track_m) {
  return {
      [&](uint32_t c) {
        if (!band_in(g, c, Danger::green, Danger::yellow) || g.relief.slope[c] >= 0.4F ||
            g.island.coast_m[c] <= 60)
          return kRefused;
        const double dp = static_cast<double>(track_m[c]) / 200;
        return 0.6 * s.flatness[c] + 0.6 * static_cast<double>(s.saliency[c]) + 0.4 * exact::exp(-dp * dp);
      },
      [&g](uint32_t c) { return (band_in(g, c, Danger::green, Danger::yellow) ? 1 : 0) + 0.02; }, 2.0, false};
}

/// Entropy over its maximum inside the mask of shrines; the rest of the raster is 0.
Raster<float> entropy_share(const Ground& ground, const LandmarkGround& survey,
                            const Raster<float>& track_m) {
  std::vector<uint32_t> cells;
  for (const uint32_t cell : survey.land)
    if (track_m[cell] < 120) cells.push_back(cell);
  const std::vector<double> entropy = local_entropy(ground, cells);
  double top = 0;
  for (const double e : entropy) top = std::max(top, e);
  Raster<float> out(ground.map.code.grid);
  if (top > 0)
    for (size_t i = 0; i < cells.size(); ++i) out[cells[i]] = static_cast<float>(entropy[i] / top);
  return out;
}

/// Distance to the nearest cell that is not Red or Black land.
Raster<float> dangerous_room(const Ground& ground) {
  Mask outside(ground.map.code.grid);
  for (size_t c = 0; c < outside.size(); ++c)
    outside[c] =
        ground.map.code[c] == 0 || !band_in(ground, static_cast<uint32_t>(c), Danger::red, Danger::black) ? 1
                                                                                                          : 0;
  return distance_to(outside);
}

struct BlockSites {
  std::vector<FacilitySite> sites;  ///< the best cell of each block that keeps clear of the other kinds
  int64_t mask_cells = 0;
  int64_t beside_others = 0;
};

BlockSites find_sites(const Ground& ground, const LandmarkGround& survey, const KindRules& rules,
                      const std::vector<KeepOut>& others) {
  const GridSpec& grid = ground.map.code.grid;
  std::vector<double> utility(survey.land.size());
  parallel_for(survey.land.size(), 4096, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) utility[i] = rules.utility(survey.land[i]);
  });
  const int side = std::max(1, static_cast<int>(kBlock_m / grid.cell_m + 0.5));
  const int blocks = (grid.columns + side - 1) / side;
  std::vector<int64_t> best(static_cast<size_t>(blocks) * static_cast<size_t>((grid.rows + side - 1) / side),
                            -1);
  BlockSites out;
  for (size_t i = 0; i < utility.size(); ++i) {
    if (utility[i] == kRefused) continue;
    ++out.mask_cells;
    const uint32_t cell = survey.land[i];
    int64_t& b = best[static_cast<size_t>(grid.row_of(cell) / side) * blocks + grid.column_of(cell) / side];
    if (b < 0 || utility[i] > utility[b]) b = static_cast<int64_t>(i);
  }
  for (const int64_t i : best) {
    if (i < 0) continue;
    const uint32_t cell = survey.land[i];
    const Vec2 at = landmark_position(grid, cell);
    const bool clear = std::none_of(others.begin(), others.end(), [at](const KeepOut& o) {
      return squared_distance(at, o.centre_m) < conflict_limit2(o.radius_m);
    });
    if (clear)
      out.sites.push_back({cell, at, utility[i], rules.neutral_only ? ground.map.code[cell] - 1 : 0});
    else
      ++out.beside_others;
  }
  return out;
}

std::vector<FacilityDemand> demand_samples(const Ground& ground, const LandmarkGround& survey,
                                           const KindRules& rules) {
  std::vector<FacilityDemand> out;
  const size_t stride = std::max<size_t>(1, survey.land.size() / kDemandSamples);
  double sum = 0;
  for (size_t i = 0; i < survey.land.size(); i += stride) {
    const uint32_t cell = survey.land[i];
    out.push_back({ground.map.code.grid.centre(cell), rules.demand(cell)});
    sum += out.back().weight;
  }
  for (FacilityDemand& d : out) d.weight /= sum;
  return out;
}

void settle(const Ground& ground, const LandmarkGround& survey, LandmarkKind kind, const KindRules& rules,
            LandmarkPlan& plan) {
  const GridSpec& grid = ground.map.code.grid;
  const double asked_m = ground.tmpl.spacing.landmark_m[static_cast<size_t>(kind)];
  const double others_m = landmark_others_m(ground.tmpl, kind);
  std::vector<KeepOut> others;
  for (const Landmark& l : plan.landmarks) others.push_back({landmark_position(grid, l.cell), others_m});
  BlockSites found = find_sites(ground, survey, rules, others);

  FacilityProblem problem;
  problem.demand = demand_samples(ground, survey, rules);
  problem.coverage_weight = rules.coverage_weight;
  problem.quota = ground.tmpl.landmarks[static_cast<size_t>(kind)];
  problem.spacing_m = asked_m;
  problem.groups = static_cast<int>(std::max<size_t>(1, ground.map.regions.size()));
  if (rules.neutral_only) {
    int neutral = 0;
    for (const Region& r : ground.map.regions) neutral += r.neutral ? 1 : 0;
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

void place_facilities(const Ground& ground, const LandmarkGround& survey, LandmarkKind kind,
                      const Raster<float>& track_m, LandmarkPlan& plan) {
  if (ground.tmpl.landmarks[static_cast<size_t>(kind)] <= 0) {
    QuotaLedger row;
    row.class_index = static_cast<int>(kind);
    row.spacing_m = ground.tmpl.spacing.landmark_m[static_cast<size_t>(kind)];
    plan.ledger.push_back(row);
    return;
  }
  const GridSpec& grid = ground.map.code.grid;
  if (kind == LandmarkKind::outpost) {
    settle(ground, survey, kind, outpost_rules(ground, survey), plan);
  } else if (kind == LandmarkKind::expedition) {
    constexpr double kAround_m = 187.5;
    const Raster<float> around = masked_gaussian(ground.danger.calibrated, survey.land_mask,
                                                 gaussian(survey.land_mask, kAround_m), kAround_m);
    const std::vector<Vec2> settlements = positions_of(grid, plan.landmarks, LandmarkKind::settlement);
    settle(ground, survey, kind, expedition_rules(ground, survey, settlements, around), plan);
  } else if (kind == LandmarkKind::shrine) {
    const Raster<float> entropy = entropy_share(ground, survey, track_m);
    settle(ground, survey, kind, shrine_rules(ground, survey, plan.junctions_m, track_m, entropy), plan);
  } else if (kind == LandmarkKind::elite_zone) {
    const Raster<float> room_m = dangerous_room(ground);
    settle(ground, survey, kind, elite_rules(ground, survey, track_m, room_m), plan);
  } else {
    settle(ground, survey, kind, hub_rules(ground, survey, track_m), plan);
  }
}

}  // namespace fw
