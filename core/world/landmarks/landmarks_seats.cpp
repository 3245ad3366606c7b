// Kinds of role seat and guard: one per controllable region, chosen among all of the region's cells.
// Utilities and rules: docs/world.md, 6.1 and 6.2.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/exact/exact_batch.h"
#include "core/base/parallel/parallel.h"
#include "core/model/template/spacing_rules.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/landmark_survey.h"

namespace fw {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kBrokenDistance = 100;
constexpr double kSeatReach_m = 1500;
constexpr double kSeatRepulsion = 3;
constexpr int kDescentPasses = 2;

struct Site {
  uint32_t cell;
  Vec2 position_m;
  double utility;
};

/// The region's admissible cells, and how far the rules had to give way to find one.
struct SeatRegion {
  uint8_t code = 0;
  std::vector<Site> sites;
  size_t rung = 0;
  int chosen = -1;
};

std::vector<uint8_t> controllable(const RegionMap& map) {
  std::vector<uint8_t> codes;
  for (size_t r = 0; r < map.regions.size(); ++r)
    if (!map.regions[r].neutral) codes.push_back(static_cast<uint8_t>(r + 1));
  return codes;
}

bool owners_cell(const PlacementInputs& inputs, uint32_t cell) {
  const Region& region = inputs.map.regions[inputs.map.code[cell] - 1u];
  return inputs.faction.code[cell] == static_cast<uint8_t>(region.owner) + 1;
}

Vec2 position_of(const PlacementInputs& inputs, uint32_t cell) {
  return landmark_position(inputs.map.code.grid, cell);
}

struct SeatRules {
  double border_m;
  double coast_m;
  bool owner;
  std::string_view words;
};
constexpr std::array<SeatRules, 6> kSeatLadder{{
    {220, 90, true, ""},
    {110, 90, true, "110 m instead of 220 m from the border"},
    {0, 90, true, "no distance from the border"},
    {0, 45, true, "no distance from the border, 45 m from the coast"},
    {0, 45, false, "no distance from the border, 45 m from the coast, a cell of another faction"},
    {0, 0, false, "any cell of the region"},
}};

/// Fills in the utility of every site.
void weigh_seats(const PlacementInputs& inputs, const LandmarkSurvey& survey, std::vector<Site>& sites) {
  std::vector<double> exponent(3 * sites.size()), bell(exponent.size());
  for (size_t i = 0; i < sites.size(); ++i) {
    const uint32_t cell = sites[i].cell;
    const double danger = inputs.danger.calibrated[cell];
    const double coast_m = inputs.island.coast_m[cell];
    const double q2 = squared_distance(inputs.map.code.grid.centre(cell),
                                       inputs.map.regions[inputs.map.code[cell] - 1u].centre_m);
    const double shore = (coast_m - 350) / 350;
    exponent[3 * i] = -danger / 0.25;
    exponent[3 * i + 1] = -q2 / (2.0 * 500 * 500);
    exponent[3 * i + 2] = -shore * shore;
  }
  exact::exp(exponent, bell);
  for (size_t i = 0; i < sites.size(); ++i) {
    const uint32_t cell = sites[i].cell;
    sites[i].utility = 1.6 * bell[3 * i] + survey.terrain->flatness[cell] + 0.9 * bell[3 * i + 1] +
                       0.5 * static_cast<double>(survey.terrain->saliency[cell]) + 0.5 * bell[3 * i + 2];
  }
}

using BandCodes = std::array<uint8_t, 256>;  // 1 = allowed

/// The safe bands that the region has; without any, the lowest that it has.
BandCodes seat_bands(const PlacementInputs& inputs, const std::vector<uint32_t>& cells) {
  const std::vector<BandRow>& rows = inputs.tmpl.vocabulary.danger;
  BandCodes present{}, safe{};
  for (const uint32_t cell : cells) present[inputs.danger.band[cell]] = 1;
  for (size_t b = 0; b < rows.size(); ++b) safe[b + 1] = rows[b].safe ? present[b + 1] : 0;
  if (std::find(safe.begin(), safe.end(), 1) != safe.end()) return safe;
  BandCodes lowest{};
  const auto first = std::find(present.begin(), present.end(), 1);
  if (first != present.end()) lowest[static_cast<size_t>(first - present.begin())] = 1;
  return lowest;
}

SeatRegion seat_region(const PlacementInputs& inputs, const LandmarkSurvey& survey, uint8_t code) {
  const std::vector<uint32_t>& cells = survey.region_cells[code - 1u];
  SeatRegion out;
  out.code = code;
  const BandCodes bands = seat_bands(inputs, cells);
  for (out.rung = 0; out.rung < kSeatLadder.size() && out.sites.empty(); ++out.rung) {
    const SeatRules& rules = kSeatLadder[out.rung];
    for (const uint32_t cell : cells) {
      if (bands[inputs.danger.band[cell]] == 0 ||
          survey.border_m[cell] < static_cast<float>(rules.border_m) ||
          inputs.island.coast_m[cell] < static_cast<float>(rules.coast_m) ||
          (rules.owner && !owners_cell(inputs, cell)))
        continue;
      out.sites.push_back({cell, position_of(inputs, cell), 0});
    }
  }
  weigh_seats(inputs, survey, out.sites);
  --out.rung;
  return out;
}

/// What a seat keeps from others.
struct SeatSpacing {
  double own_m;              ///< from seats
  std::vector<Vec2> others;  ///< landmarks placed before
  double others2;            ///< squared limit of conflict with them

  int broken(Vec2 at) const {
    return static_cast<int>(std::count_if(others.begin(), others.end(),
                                          [&](Vec2 other) { return squared_distance(other, at) < others2; }));
  }
};

double nearest_other(const std::vector<SeatRegion>& towns, size_t self, Vec2 at) {
  double best2 = kInfinity;
  for (size_t t = 0; t < towns.size(); ++t)
    if (t != self && towns[t].chosen >= 0)
      best2 = std::min(best2, squared_distance(at, towns[t].sites[towns[t].chosen].position_m));
  return std::sqrt(best2);
}

int best_seat(const std::vector<SeatRegion>& towns, size_t self, const SeatSpacing& spacing,
              bool first_pass) {
  int best = -1;
  double best_value = -kInfinity;
  const double limit_m = std::sqrt(conflict_limit2(spacing.own_m));
  for (size_t s = 0; s < towns[self].sites.size(); ++s) {
    const Site& site = towns[self].sites[s];
    if (site.utility <= best_value) continue;  // neighbours only take from it
    const double t = nearest_other(towns, self, site.position_m);
    const double push = first_pass ? 0 : std::clamp(1 - t / kSeatReach_m, 0.0, 1.0);
    const double value = site.utility - kSeatRepulsion * push * push - (t < limit_m ? kBrokenDistance : 0) -
                         kBrokenDistance * spacing.broken(site.position_m);
    if (value > best_value) {
      best_value = value;
      best = static_cast<int>(s);
    }
  }
  return best;
}

/// The share of the region's admissible cells with a lower utility, ties by index.
double utility_rank(const std::vector<Site>& sites, int chosen) {
  int64_t below = 0;
  for (size_t s = 0; s < sites.size(); ++s)
    below += sites[s].utility < sites[chosen].utility ||
                     (sites[s].utility == sites[chosen].utility && static_cast<int>(s) < chosen)
                 ? 1
                 : 0;
  return (static_cast<double>(below) + 0.5) / static_cast<double>(sites.size());
}

void report_rung(const LandmarkRow& kind, const Region& region, std::string_view words, Findings& findings) {
  findings.push_back(
      {Severity::warning, "landmark_relaxed", "landmarks." + kind.id,
       kind.id + " of " + region.name + ": no cell meets the rules; took " + std::string(words)});
}

QuotaLedger seat_ledger(LandmarkKind kind, int64_t quota, int64_t placed, int64_t land, int64_t mask,
                        double spacing_m, double observed_m, const GridSpec& grid) {
  QuotaLedger row;
  row.class_index = static_cast<int>(kind);
  row.quota = quota;
  row.placed = placed;
  row.refused_mask = land - mask;
  row.spacing_m = std::min(spacing_m, observed_m);
  row.capacity = spacing_m > 0 ? spacing_capacity(static_cast<double>(mask) * grid.cell_area_m2(), spacing_m)
                               : static_cast<double>(mask);
  return row;
}

double least_distance(const std::vector<Vec2>& points) {
  double best2 = kInfinity;
  for (size_t i = 0; i < points.size(); ++i)
    for (size_t j = 0; j < i; ++j) best2 = std::min(best2, squared_distance(points[i], points[j]));
  return std::sqrt(best2);
}

struct GuardRules {
  double border_m;
  double slope;
  double near_m, far_m;
  bool owner;
  std::string_view words;
};
constexpr std::array<GuardRules, 5> kGuardLadder{{
    {80, 0.45, 450, 1300, true, ""},
    {0, 0.45, 450, 1300, true, "no distance from the border"},
    {0, 1e9, 450, 1300, true, "no distance from the border, any slope"},
    {0, 1e9, 300, 1600, true, "no distance from the border, any slope, 300-1600 m from the seat"},
    {0, 1e9, 0.001, 1e9, false, "any other cell of the region"},
}};

/// Fills in the utility of every site.
void weigh_guards(const PlacementInputs& inputs, const LandmarkSurvey& survey, std::vector<Site>& sites) {
  std::vector<double> exponent(sites.size()), bell(exponent.size());
  for (size_t i = 0; i < sites.size(); ++i) {
    const double frontier = (static_cast<double>(survey.border_m[sites[i].cell]) - 180) / 160;
    exponent[i] = -frontier * frontier;
  }
  exact::exp(exponent, bell);
  for (size_t i = 0; i < sites.size(); ++i) {
    const uint32_t cell = sites[i].cell;
    sites[i].utility = 1.2 * half_z(inputs.relief.prominence_m[cell], survey.terrain->prominence) +
                       0.8 * bell[i] + 0.4 * static_cast<double>(survey.terrain->saliency[cell]) +
                       0.5 * survey.terrain->flatness[cell];
  }
}

SeatRegion guard_region(const PlacementInputs& inputs, const LandmarkSurvey& survey, uint8_t code,
                        Vec2 seat_m) {
  constexpr double kHair_m = 0.01;  // more than a position moves to whole millimetres
  const GridSpec& grid = inputs.map.code.grid;
  SeatRegion out;
  out.code = code;
  for (out.rung = 0; out.rung < kGuardLadder.size() && out.sites.empty(); ++out.rung) {
    const GuardRules& rules = kGuardLadder[out.rung];
    const double inner_m = std::max(rules.near_m - kHair_m, 0.0), outer_m = rules.far_m + kHair_m;
    for (const uint32_t cell : survey.region_cells[code - 1u]) {
      if (survey.border_m[cell] < static_cast<float>(rules.border_m) ||
          (rules.owner && (inputs.island.coast_m[cell] < 60 || !owners_cell(inputs, cell))) ||
          inputs.relief.slope[cell] >= static_cast<float>(rules.slope))
        continue;
      const double rough2 = squared_distance(grid.centre(cell), seat_m);
      if (rough2 < inner_m * inner_m || rough2 > outer_m * outer_m) continue;
      const Vec2 at = position_of(inputs, cell);
      const double d = std::sqrt(squared_distance(at, seat_m));
      if (d < rules.near_m || d > rules.far_m) continue;
      out.sites.push_back({cell, at, 0});
    }
  }
  weigh_guards(inputs, survey, out.sites);
  --out.rung;
  return out;
}

int best_guard(const SeatRegion& region, const std::vector<Vec2>& guards, const std::vector<Vec2>& others,
               double spacing2, double others2) {
  int best = -1;
  double best_value = -kInfinity;
  for (size_t s = 0; s < region.sites.size(); ++s) {
    double value = region.sites[s].utility;
    if (value <= best_value) continue;  // neighbours only take from it
    for (const Vec2 f : guards)
      if (squared_distance(f, region.sites[s].position_m) < spacing2) value -= kBrokenDistance;
    for (const Vec2 t : others)
      if (squared_distance(t, region.sites[s].position_m) < others2) value -= kBrokenDistance;
    if (value > best_value) {
      best_value = value;
      best = static_cast<int>(s);
    }
  }
  return best;
}

std::vector<Vec2> all_positions(const GridSpec& grid, const LandmarkPlan& plan) {
  std::vector<Vec2> out;
  for (const Landmark& landmark : plan.landmarks) out.push_back(landmark_position(grid, landmark.cell));
  return out;
}

/// Where the seats of the first such kind stand, by region code; the region's centre without one.
std::vector<Vec2> homes(const PlacementInputs& inputs, const LandmarkPlan& plan) {
  const std::vector<LandmarkRow>& rows = inputs.tmpl.vocabulary.landmarks;
  const auto seat = std::find_if(rows.begin(), rows.end(),
                                 [](const LandmarkRow& row) { return row.role == LandmarkRole::seat; });
  std::vector<Vec2> out(inputs.map.regions.size() + 1);
  for (size_t r = 0; r < inputs.map.regions.size(); ++r) out[r + 1] = inputs.map.regions[r].centre_m;
  for (const Landmark& landmark : plan.landmarks)
    if (static_cast<std::ptrdiff_t>(landmark.kind) == seat - rows.begin())
      out[inputs.map.code[landmark.cell]] = landmark_position(inputs.map.code.grid, landmark.cell);
  return out;
}

}  // namespace

void place_seats(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                 LandmarkPlan& plan) {
  const GridSpec& grid = inputs.map.code.grid;
  const LandmarkRow& row = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(kind)];
  const std::vector<uint8_t> codes = controllable(inputs.map);
  const int quota = landmark_quota(row, inputs.map, controllable_regions(inputs.map));
  const SeatSpacing spacing{row.spacing_m, all_positions(grid, plan), conflict_limit2(row.others_m)};
  std::vector<SeatRegion> towns(std::min(codes.size(), static_cast<size_t>(std::max(quota, 0))));
  parallel_for(towns.size(), 1, [&](size_t t, size_t) { towns[t] = seat_region(inputs, survey, codes[t]); });
  for (size_t t = 0; t < towns.size(); ++t) towns[t].chosen = best_seat(towns, t, spacing, true);
  for (int pass = 0; pass < kDescentPasses; ++pass)
    for (size_t t = 0; t < towns.size(); ++t) towns[t].chosen = best_seat(towns, t, spacing, false);

  int64_t mask = 0;
  std::vector<Vec2> placed;
  for (const SeatRegion& town : towns) {
    mask += static_cast<int64_t>(town.sites.size());
    if (town.chosen < 0) continue;
    const Site& site = town.sites[town.chosen];
    if (town.rung > 0)
      report_rung(row, inputs.map.regions[town.code - 1u], kSeatLadder[town.rung].words, plan.findings);
    plan.landmarks.push_back(
        {kind, static_cast<int>(placed.size()), site.cell, utility_rank(town.sites, town.chosen), {}});
    placed.push_back(site.position_m);
  }
  plan.ledger.push_back(seat_ledger(kind, quota, static_cast<int64_t>(placed.size()),
                                    static_cast<int64_t>(survey.land.size()), mask, row.spacing_m,
                                    least_distance(placed), grid));
  report_landmarks(row, plan.ledger.back(), plan.findings);
}

void place_guards(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                  LandmarkPlan& plan) {
  const GridSpec& grid = inputs.map.code.grid;
  const LandmarkRow& row = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(kind)];
  const double spacing2 = conflict_limit2(row.spacing_m);
  const double others2 = conflict_limit2(row.others_m);
  const std::vector<Vec2> others = all_positions(grid, plan);
  const std::vector<Vec2> home = homes(inputs, plan);
  const std::vector<uint8_t> codes = controllable(inputs.map);
  const int quota = landmark_quota(row, inputs.map, controllable_regions(inputs.map));
  int64_t mask = 0;
  std::vector<Vec2> placed;
  std::vector<SeatRegion> regions(codes.size());
  parallel_for(codes.size(), 1, [&](size_t i, size_t) {
    regions[i] = guard_region(inputs, survey, codes[i], home[codes[i]]);
  });
  for (const SeatRegion& region : regions) {
    if (static_cast<int>(placed.size()) >= quota) break;
    mask += static_cast<int64_t>(region.sites.size());
    const int chosen = best_guard(region, placed, others, spacing2, others2);
    if (chosen < 0) continue;
    const std::string_view rung = kGuardLadder[region.rung].words;
    if (region.rung > 0) report_rung(row, inputs.map.regions[region.code - 1u], rung, plan.findings);
    const Site& site = region.sites[chosen];
    const double nearest = nearest_m(others, site.position_m);
    if (nearest * nearest < others2)
      report_rung(row, inputs.map.regions[region.code - 1u], "a cell nearer to another landmark than asked",
                  plan.findings);
    plan.landmarks.push_back(
        {kind, static_cast<int>(placed.size()), site.cell, utility_rank(region.sites, chosen), {}});
    placed.push_back(site.position_m);
  }
  plan.ledger.push_back(seat_ledger(kind, quota, static_cast<int64_t>(placed.size()),
                                    static_cast<int64_t>(survey.land.size()), mask, row.spacing_m,
                                    least_distance(placed), grid));
  report_landmarks(row, plan.ledger.back(), plan.findings);
}

std::vector<SiteTerm> seat_terms() {
  const double centre_m = std::sqrt(2.0) * 500;
  return {{.measure = "danger", .weight = 1.6, .shape = TermShape::exp, .scale = 0.25},
          {.measure = "flatness"},
          {.measure = "centre_m", .weight = 0.9, .shape = TermShape::bell, .width = centre_m},
          {.measure = "saliency", .weight = 0.5},
          {.measure = "coast_m", .weight = 0.5, .shape = TermShape::bell, .at = 350, .width = 350}};
}

std::vector<SiteTerm> guard_terms() {
  return {{.measure = "prominence", .weight = 1.2},
          {.measure = "border_m", .weight = 0.8, .shape = TermShape::bell, .at = 180, .width = 160},
          {.measure = "saliency", .weight = 0.4},
          {.measure = "flatness", .weight = 0.5}};
}

}  // namespace fw
