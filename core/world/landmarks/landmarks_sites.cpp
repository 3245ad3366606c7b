// Kinds of role site: facility location over the best cell of each 62.5 m block.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/model/template/spacing_rules.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/facility.h"
#include "core/world/landmarks/site_rules.h"
#include "core/world/landmarks/standing.h"

namespace fw {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();
constexpr double kBlock_m = 62.5;
constexpr size_t kDemandSamples = 1500;

/// How the count of a kind is spread over groups of regions.
struct SiteGroups {
  int quota = 0;
  int cap = 0;  ///< in each group; 0 = none
  int groups = 1;
  RegionTable group{};  ///< by region code
};

/// The regions that a kind counts per region or owner: those that its rules name, else the controllable ones.
RegionTable counted_regions(const RegionMap& map, const LandmarkRow& row, RegionTable allowed) {
  const bool named = row.per == CountPer::region &&
                     std::any_of(row.site.require.begin(), row.site.require.end(),
                                 [](const SiteCondition& c) { return c.measure == "region"; });
  const RegionTable controllable = controllable_regions(map);
  for (size_t code = 0; code < allowed.size() && !named; ++code) allowed[code] &= controllable[code];
  return allowed;
}

SiteGroups site_groups(const RegionMap& map, const LandmarkRow& row, const RegionTable& regions) {
  SiteGroups out;
  out.quota = landmark_quota(row, map, regions);
  if (row.per == CountPer::island && !row.site.cap_per_region) return out;
  const bool owners = row.per == CountPer::owner;
  out.groups = static_cast<int>(owners ? kMaxFactions : map.regions.size());
  for (size_t r = 0; r < map.regions.size(); ++r)
    out.group[r + 1] = static_cast<uint8_t>(owners ? static_cast<size_t>(map.regions[r].owner) : r);
  const auto count = static_cast<int>(std::count(regions.begin(), regions.end(), 1));
  const int even = count > 0 ? (out.quota + count - 1) / count : 0;
  out.cap = row.per == CountPer::island ? even : *row.count;
  return out;
}

struct BlockSites {
  std::vector<FacilitySite> sites;  ///< the best cell of each block that keeps clear of the other kinds
  int64_t mask_cells = 0;
  int64_t beside_others = 0;
};

/// A cell of land and its utility.
struct Best {
  uint32_t cell = 0;
  double utility = kNone;
};

/// The best cell of every block of `side` x `side` cells (ties to the lowest index), row by row of blocks;
/// `mask_cells` receives how many cells of each row the rules allow.
std::vector<Best> best_of_blocks(const GridSpec& grid, const std::vector<uint32_t>& land,
                                 const SiteRating& rules, const KindStanding* kept, int side,
                                 std::vector<int64_t>& mask_cells) {
  const auto columns = static_cast<uint32_t>(grid.columns);
  const auto step = static_cast<uint32_t>(side);
  const size_t across = (columns + step - 1) / step;
  mask_cells.assign(static_cast<size_t>((grid.rows + side - 1) / side), 0);
  std::vector<Best> best(across * mask_cells.size());
  parallel_for(mask_cells.size(), 2, [&](size_t begin, size_t end) {
    RatedCells rated;
    for (size_t b = begin; b < end; ++b) {
      const auto first = static_cast<uint32_t>(b) * step * columns;
      const auto from = std::lower_bound(land.begin(), land.end(), first);
      const auto to = std::lower_bound(from, land.end(), first + step * columns);
      const std::span<const uint32_t> cells(land.data() + (from - land.begin()),
                                            static_cast<size_t>(to - from));
      rules.rate(cells, rated);
      mask_cells[b] = static_cast<int64_t>(rated.cells.size());
      for (size_t i = 0; i < rated.cells.size(); ++i) {
        if (kept != nullptr && !kept->open(rated.cells[i])) continue;
        Best& there = best[b * across + (rated.cells[i] - first) % columns / step];
        if (rated.utility[i] > there.utility) there = {rated.cells[i], rated.utility[i]};
      }
    }
  });
  return best;
}

bool keeps_clear(Vec2 at, const std::vector<KeepOut>& others) {
  return std::none_of(others.begin(), others.end(), [at](const KeepOut& o) {
    return squared_distance(at, o.centre_m) < conflict_limit2(o.radius_m);
  });
}

BlockSites find_sites(const SiteInputs& site_inputs, const SiteRating& rules, const SiteGroups& groups,
                      const std::vector<KeepOut>& others, const KindStanding* kept) {
  const Raster<uint8_t>& code = site_inputs.inputs.map.code;
  const int side = std::max(1, static_cast<int>(kBlock_m / code.grid.cell_m + 0.5));
  std::vector<int64_t> mask_cells;
  const std::vector<Best> best =
      best_of_blocks(code.grid, site_inputs.survey.land, rules, kept, side, mask_cells);
  BlockSites out;
  for (const int64_t n : mask_cells) out.mask_cells += n;
  for (const auto& [cell, utility] : best) {
    if (utility == kNone) continue;
    const Vec2 at = landmark_position(code.grid, cell);
    if (keeps_clear(at, others))
      out.sites.push_back(
          {cell, at, utility + site_luck(site_inputs.inputs, at).contribution, groups.group[code[cell]]});
    else
      ++out.beside_others;
  }
  return out;
}

/// Cells of land on a lattice of the frame, which a cell of shore more or less does not move: with about
/// kDemandSamples of them where half the frame is land, finer while there are few.
std::vector<uint32_t> demand_cells(const GridSpec& grid, const std::vector<uint32_t>& land) {
  const double pitch_m = std::sqrt(grid.width_m() * grid.height_m() / (1.8 * kDemandSamples));
  std::vector<uint32_t> cells;
  for (int pitch = std::max(1, static_cast<int>(pitch_m / grid.cell_m + 0.5));; pitch /= 2) {
    cells.clear();
    for (const uint32_t cell : land)
      if (grid.column_of(cell) % pitch == pitch / 2 && grid.row_of(cell) % pitch == pitch / 2)
        cells.push_back(cell);
    if (pitch == 1 || cells.size() >= kDemandSamples / 3) return cells;
  }
}

std::vector<FacilityDemand> demand_samples(const SiteInputs& site_inputs, const SiteRating& rules) {
  const std::vector<uint32_t> cells = demand_cells(site_inputs.inputs.map.code.grid, site_inputs.survey.land);
  const std::vector<double> weight = rules.demand(cells);
  std::vector<FacilityDemand> out;
  double sum = 0;
  for (size_t i = 0; i < cells.size(); ++i) {
    out.push_back({site_inputs.inputs.map.code.grid.centre(cells[i]), weight[i]});
    sum += weight[i];
  }
  if (sum > 0)
    for (FacilityDemand& d : out) d.weight /= sum;
  return out;
}

/// What is known of a kind when its sites are located.
struct SiteKind {
  const SiteInputs& site_inputs;
  LandmarkKind kind;
  const LandmarkRow& row;
  const SiteRating& rules;
  const SiteGroups& groups;
  const std::vector<KeepOut>& others;  ///< round the landmarks of earlier kinds
  int64_t mask_cells = 0;
  int64_t beside_others = 0;
};

bool may_stand(const SiteKind& of, uint32_t cell) {
  RatedCells rated;
  of.rules.rate({&cell, 1}, rated);
  return !rated.cells.empty();
}

/// Which natural sites stay, and how many are to be found besides them and the pins.
SettledStanding settle_sites(const SiteKind& of, const KindStanding& kept, FacilityProblem& problem) {
  const GridSpec& grid = of.site_inputs.inputs.map.code.grid;
  const Raster<uint8_t>& code = of.site_inputs.inputs.map.code;
  const StandingRules rules{grid, of.row.spacing_m, problem.quota,
                            [&](const Landmark& natural) {
                              return may_stand(of, natural.cell) &&
                                     keeps_clear(landmark_position(grid, natural), of.others);
                            },
                            [&](uint32_t cell) { return code[cell] == 0 ? -1 : code[cell]; }};
  SettledStanding standing = settle_standing(kept, rules);
  const auto stand = [&](const Landmark& landmark) {
    const uint8_t region = region_of_landmark(code, landmark);
    problem.standing.push_back({landmark.cell, landmark_position(grid, landmark), 0,
                                region == 0 ? -1 : static_cast<int>(of.groups.group[region])});
  };
  int64_t stays = 0;
  for (size_t n = 0; n < kept.natural.size(); ++n) {
    if (standing.stays[n] == 0) continue;
    stand(kept.natural[n]);
    ++stays;
  }
  for (const LandmarkPin& pin : kept.pins) stand(pin.landmark);
  int64_t generated = std::max<int64_t>(0, problem.quota - kept.counting());
  // On the natural ground the natural solver found no more than these.
  const auto land = static_cast<int64_t>(of.site_inputs.survey.land.size());
  if (land - of.mask_cells == kept.ledger.refused_mask)
    generated = std::min(generated, static_cast<int64_t>(kept.natural.size()));
  problem.wanted = static_cast<int>(std::max<int64_t>(0, generated - stays));
  if (problem.wanted == 0 && (stays > 0 || kept.natural.empty())) problem.spacing_m = kept.ledger.spacing_m;
  return standing;
}

/// The pins' utilities among those of the sites, 0 where there are none to compare with.
std::vector<double> pin_ranks(const SiteKind& of, const KindStanding& kept, const FacilityProblem& problem) {
  std::vector<double> out;
  for (const LandmarkPin& pin : kept.pins) {
    double utility = 0, below = 0;
    if (region_of_landmark(of.site_inputs.inputs.map.code, pin.landmark) != 0) {
      for (const SiteTermValue& term : of.rules.explain(pin.landmark.cell)) utility += term.contribution;
      const GridSpec& grid = of.site_inputs.inputs.map.code.grid;
      utility += site_luck(of.site_inputs.inputs, landmark_position(grid, pin.landmark.cell)).contribution;
    }
    for (const FacilitySite& site : problem.sites) below += site.utility < utility ? 1 : 0;
    const auto count = static_cast<double>(problem.sites.size());
    out.push_back(count > 0 ? std::min((below + 0.5) / count, 1.0) : 0);
  }
  return out;
}

/// The greatest quota below `placed` + 1 that is met: a smaller one weighs coverage otherwise and relaxes its
/// spacing later, so it may be missed too.
int64_t fitting_quota(FacilityProblem problem, int64_t placed) {
  while (placed > 0) {
    problem.quota = static_cast<int>(placed);
    const auto got = static_cast<int64_t>(locate_facilities(problem).sites.size());
    if (got >= placed) break;
    placed = std::min(got, placed - 1);
  }
  return placed;
}

/// Appends the chosen sites and the ledger's row.
void record_sites(const SiteKind& of, FacilityProblem problem, const KindStanding* kept, LandmarkPlan& plan) {
  const GridSpec& grid = of.site_inputs.inputs.map.code.grid;
  SettledStanding standing;
  if (kept != nullptr) standing = settle_sites(of, *kept, problem);
  const FacilityChoice choice = locate_facilities(problem);
  std::vector<float> utilities;
  for (const FacilitySite& s : problem.sites) utilities.push_back(static_cast<float>(s.utility));
  const std::vector<float> ranks = rank(utilities);
  std::vector<Landmark> chosen;
  for (size_t i = 0; i < choice.sites.size(); ++i)
    chosen.push_back({of.kind, static_cast<int>(i), problem.sites[choice.sites[i]].cell,
                      static_cast<double>(ranks[choice.sites[i]])});
  QuotaLedger ledger;
  ledger.class_index = static_cast<int>(of.kind);
  ledger.quota = problem.quota;
  ledger.placed = static_cast<int64_t>(choice.sites.size());
  ledger.refused_mask = static_cast<int64_t>(of.site_inputs.survey.land.size()) - of.mask_cells;
  ledger.refused_spacing = choice.refused_spacing + of.beside_others;
  ledger.spacing_m = choice.spacing_m;
  const double area_m2 = static_cast<double>(of.mask_cells) * grid.cell_area_m2();
  ledger.capacity = of.row.spacing_m > 0 ? spacing_capacity(area_m2, choice.spacing_m)
                                         : static_cast<double>(problem.sites.size());
  if (kept == nullptr) {
    plan.landmarks.insert(plan.landmarks.end(), chosen.begin(), chosen.end());
  } else {
    const int64_t stays = std::count(standing.stays.begin(), standing.stays.end(), 1);
    ledger.by_hand = kept->counting();
    ledger.banned = kept->banned;
    ledger.placed += stays + ledger.by_hand;
    if (stays > 0) ledger.spacing_m = std::min(ledger.spacing_m, kept->ledger.spacing_m);
    append_standing(*kept, standing, std::move(chosen), pin_ranks(of, *kept, problem),
                    static_cast<int>(std::max<int64_t>(ledger.quota, kept->ledger.quota)), grid,
                    plan.landmarks);
    report_pins(of.row, *kept, ledger.quota, grid, plan.findings);
    for (const LandmarkPin& pin : kept->pins)
      if (region_of_landmark(of.site_inputs.inputs.map.code, pin.landmark) == 0 ||
          !std::binary_search(of.site_inputs.survey.land.begin(), of.site_inputs.survey.land.end(),
                              pin.landmark.cell) ||
          !may_stand(of, pin.landmark.cell))
        report_off_habitat(of.row, pin, of.site_inputs.inputs.island.water, plan.findings);
  }
  plan.ledger.push_back(ledger);
  const bool missed = kept == nullptr && ledger.placed < ledger.quota && of.groups.cap == 0;
  report_landmarks(of.row, ledger, kept, missed ? fitting_quota(problem, ledger.placed) : ledger.placed,
                   plan.findings);
}

}  // namespace

void place_sites(const SiteInputs& site_inputs, LandmarkKind kind, LandmarkPlan& plan,
                 const KindStanding* kept) {
  const PlacementInputs& inputs = site_inputs.inputs;
  const LandmarkRow& row = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(kind)];
  if (row.count.value_or(0) <= 0 && (kept == nullptr || kept->pins.empty())) {
    QuotaLedger ledger;
    ledger.class_index = static_cast<int>(kind);
    ledger.spacing_m = row.spacing_m;
    plan.ledger.push_back(ledger);
    return;
  }
  SiteRating rules(site_inputs, row);
  RegionTable regions = rules.regions();
  if (row.per != CountPer::island) {
    regions = counted_regions(inputs.map, row, regions);
    rules.restrict_to(regions);
  }
  const SiteGroups groups = site_groups(inputs.map, row, regions);
  std::vector<KeepOut> others;
  for (const Landmark& l : plan.landmarks)
    others.push_back({landmark_position(inputs.map.code.grid, l), row.others_m});
  BlockSites found = find_sites(site_inputs, rules, groups, others, kept);

  FacilityProblem problem;
  problem.anchors = derive(inputs.seeds.of(SeedPart::landmarks).layout_stream(), "sites." + row.id);
  problem.demand = demand_samples(site_inputs, rules);
  double squares = 0;
  for (const FacilityDemand& d : problem.demand) squares += d.weight * d.weight;
  if (squares > 0)  // the inverse of their participation
    problem.demand_area_m2 = static_cast<double>(site_inputs.survey.land.size()) *
                             inputs.map.code.grid.cell_area_m2() /
                             (squares * static_cast<double>(problem.demand.size()));
  problem.coverage_weight = row.site.cover.weight;
  if (row.site.cover.reach_m > 0) problem.reach_m = row.site.cover.reach_m;
  problem.quota = std::max(0, groups.quota - static_cast<int>(kept != nullptr ? kept->banned : 0));
  problem.spacing_m = row.spacing_m;
  problem.relax = row.site.relax;
  problem.group_cap = groups.cap;
  problem.groups = std::max(1, groups.groups);
  problem.sites = std::move(found.sites);
  record_sites({site_inputs, kind, row, rules, groups, others, found.mask_cells, found.beside_others},
               std::move(problem), kept, plan);
}

}  // namespace fw
