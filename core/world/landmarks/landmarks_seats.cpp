// Kinds of role seat: one per controllable region, by coordinate descent over all of its cells.
// Utilities and rules: docs/world.md, 6.1.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/base/exact/exact_batch.h"
#include "core/base/exact/exact_math.h"
#include "core/base/geometry.h"
#include "core/base/parallel/parallel.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/region_slots.h"
#include "core/world/landmarks/town_water.h"

namespace fw {
namespace {

constexpr double kSeatReach_m = 1500;
constexpr double kSeatRepulsion = 3;
constexpr int kDescentPasses = 2;

struct SeatRules {
  double border_m;
  double coast_m;
  bool owner;
  std::string_view words;
  double slope = std::numeric_limits<double>::infinity();  ///< less than this (TownWater::slope)
};
constexpr std::array<SeatRules, 6> kSeatLadder{{
    {220, 90, true, ""},
    {110, 90, true, "110 m instead of 220 m from the border"},
    {0, 90, true, "no distance from the border"},
    {0, 45, true, "no distance from the border, 45 m from the coast"},
    {0, 45, false, "no distance from the border, 45 m from the coast, a cell of another faction"},
    {0, 0, false, "any cell of the region"},
}};
/// Where there are rivers or natural coasts.
constexpr std::array<SeatRules, 7> kWaterLadder{{
    {220, 90, true, "", 0.16},
    {220, 90, true, "a slope up to 0.24", 0.24},
    {110, 90, true, "110 m instead of 220 m from the border, a slope up to 0.4", 0.4},
    {0, 90, true, "no distance from the border, a slope up to 0.4", 0.4},
    {0, 45, true, "no distance from the border, 45 m from the coast, a slope up to 0.4", 0.4},
    {0, 45, false, "no distance from the border, 45 m from the coast, a cell of another faction"},
    {0, 0, false, "any cell of the region with dry ground about"},
}};
constexpr double kHarbourReach_m = 220, kHarbourCoast_m = 30;  // in an 8 km frame

/// Fills in the utility of every site.
void weigh_seats(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                 std::vector<RegionSite>& sites) {
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

/// The same with the pull of water; other weights for flatness, centre and coast.
void weigh_seats_by_water(const TownWater& water, const PlacementInputs& inputs, const LandmarkSurvey& survey,
                          std::vector<RegionSite>& sites) {
  std::vector<double> exponent(3 * sites.size()), bell(exponent.size());
  std::vector<uint32_t> cells;
  for (size_t i = 0; i < sites.size(); ++i) {
    const uint32_t cell = sites[i].cell;
    cells.push_back(cell);
    const double q2 = squared_distance(inputs.map.code.grid.centre(cell),
                                       inputs.map.regions[inputs.map.code[cell] - 1u].centre_m);
    const double shore = (static_cast<double>(inputs.island.coast_m[cell]) - 300) / 350;
    exponent[3 * i] = -static_cast<double>(inputs.danger.calibrated[cell]) / 0.25;
    exponent[3 * i + 1] = -q2 / (2.0 * 500 * 500);
    exponent[3 * i + 2] = -shore * shore;
  }
  exact::exp(exponent, bell);
  const std::vector<double> pull = water_pull(water, inputs.tmpl.roads.town_water, cells);
  for (size_t i = 0; i < sites.size(); ++i)
    sites[i].utility = 1.6 * bell[3 * i] + 1.6 * water.flatness[cells[i]] + 0.6 * bell[3 * i + 1] +
                       0.5 * static_cast<double>(survey.terrain->saliency[cells[i]]) + 0.4 * bell[3 * i + 2] +
                       pull[i];
}

std::span<const SeatRules> ladder_of(const TownWater* water) {
  if (water != nullptr) return kWaterLadder;
  return kSeatLadder;
}

/// Whether a cell has what the rules ask of water and ground, and is far enough from the sea.
bool admits(const PlacementInputs& inputs, const TownWater* water, const SeatRules& rules, uint32_t cell) {
  double coast_m = rules.coast_m;
  if (water != nullptr) {
    if (water->room[cell] == 0 || water->slope[cell] >= static_cast<float>(rules.slope)) return false;
    if (water->harbour_m[cell] <= static_cast<float>(kHarbourReach_m * water->stretch))
      coast_m = std::min(coast_m, kHarbourCoast_m * water->stretch);
  }
  return inputs.island.coast_m[cell] >= static_cast<float>(coast_m);
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

RegionSlot seat_region(const PlacementInputs& inputs, const LandmarkSurvey& survey, const TownWater* water,
                       uint8_t code, const KindStanding* kept) {
  const std::vector<uint32_t>& cells = survey.region_cells[code - 1u];
  RegionSlot out;
  out.code = code;
  const BandCodes bands = seat_bands(inputs, cells);
  const std::span<const SeatRules> ladder = ladder_of(water);
  for (out.rung = 0; out.rung < ladder.size() && out.sites.empty(); ++out.rung) {
    const SeatRules& rules = ladder[out.rung];
    for (const uint32_t cell : cells) {
      if (bands[inputs.danger.band[cell]] == 0 ||
          survey.border_m[cell] < static_cast<float>(rules.border_m) || !admits(inputs, water, rules, cell) ||
          (rules.owner && !owners_cell(inputs, cell)) || (kept != nullptr && !kept->open(cell)))
        continue;
      out.sites.push_back({cell, landmark_position(inputs.map.code.grid, cell), 0});
    }
  }
  --out.rung;
  return out;
}

/// What a seat keeps from others.
struct SeatSpacing {
  double own_m;              ///< from seats
  std::vector<Vec2> others;  ///< landmarks placed before
  double others2;            ///< squared limit of conflict with them
  const TownWater* water;    ///< null without any

  int broken(const RegionSite& site) const {
    const auto near = [&](Vec2 other) { return squared_distance(other, site.position_m) < others2; };
    return static_cast<int>(std::count_if(others.begin(), others.end(), near)) +
           (water != nullptr && water->hemmed[site.cell] != 0 ? 1 : 0);
  }
};

double nearest_other(const std::vector<RegionSlot>& towns, size_t self, Vec2 at) {
  double best2 = kInfinity;
  for (size_t t = 0; t < towns.size(); ++t)
    if (const Vec2* place = towns[t].place(); t != self && place != nullptr)
      best2 = std::min(best2, squared_distance(at, *place));
  return std::sqrt(best2);
}

int best_seat(const std::vector<RegionSlot>& towns, size_t self, const SeatSpacing& spacing,
              bool first_pass) {
  int best = -1;
  double best_value = -kInfinity;
  const double limit_m = std::sqrt(conflict_limit2(spacing.own_m));
  for (size_t s = 0; s < towns[self].sites.size(); ++s) {
    const RegionSite& site = towns[self].sites[s];
    if (site.utility <= best_value) continue;  // neighbours only take from it
    const double t = nearest_other(towns, self, site.position_m);
    const double push = first_pass ? 0 : std::clamp(1 - t / kSeatReach_m, 0.0, 1.0);
    const double value = site.utility - kSeatRepulsion * push * push - (t < limit_m ? kBrokenDistance : 0) -
                         kBrokenDistance * spacing.broken(site);
    if (value > best_value) {
      best_value = value;
      best = static_cast<int>(s);
    }
  }
  return best;
}

}  // namespace

void place_seats(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                 LandmarkPlan& plan, const KindStanding* kept) {
  const GridSpec& grid = inputs.map.code.grid;
  const LandmarkRow& row = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(kind)];
  std::vector<uint8_t> codes = controllable_codes(inputs.map);
  const int asked = landmark_quota(row, inputs.map, controllable_regions(inputs.map));
  const int64_t quota = std::max<int64_t>(0, asked - (kept != nullptr ? kept->banned : 0));
  const std::shared_ptr<const TownWater> water = survey_town_water(inputs);
  const SeatSpacing spacing{row.spacing_m, all_positions(grid, plan), conflict_limit2(row.others_m),
                            water.get()};
  const size_t eligible = std::min(codes.size(), static_cast<size_t>(std::max(asked, 0)));
  if (kept == nullptr) codes.resize(eligible);
  std::vector<RegionSlot> towns(codes.size());
  WeighSites weigh = weigh_seats;
  if (water != nullptr)
    weigh = [water](const PlacementInputs& of, const LandmarkSurvey& by, std::vector<RegionSite>& sites) {
      weigh_seats_by_water(*water, of, by, sites);
    };
  parallel_for(towns.size(), 1, [&](size_t t, size_t) {
    towns[t] = seat_region(inputs, survey, water.get(), codes[t], kept);
    weigh(inputs, survey, towns[t].sites);
  });
  std::optional<RegionStanding> standing;
  if (kept != nullptr)
    standing = settle_regions(
        *kept, inputs, quota, eligible, [](uint32_t) { return false; }, towns);
  for (int pass = 0; pass <= kDescentPasses; ++pass)
    for (size_t t = 0; t < towns.size(); ++t)
      if (towns[t].open) towns[t].chosen = best_seat(towns, t, spacing, pass == 0);

  for (size_t t = 0; t < towns.size(); ++t) {
    RegionSlot& town = towns[t];
    town.counted = t < eligible;
    if (town.place() != nullptr && town.rung > 0 && (!town.fixed_m || town.natural))
      report_rung(row, inputs.map.regions[town.code - 1u], ladder_of(water.get())[town.rung].words,
                  plan.findings);
  }
  record_regions({inputs, survey, kind, quota, weigh}, towns, standing ? &*standing : nullptr, plan);
}

std::vector<SiteTermValue> explain_seat_by_water(const SiteInputs& site_inputs, uint32_t cell) {
  const PlacementInputs& g = site_inputs.inputs;
  const std::shared_ptr<const TownWater> water = survey_town_water(g);
  if (water == nullptr || g.map.code[cell] == 0) return {};
  const double centre_m = std::sqrt(
      squared_distance(g.map.code.grid.centre(cell), g.map.regions[g.map.code[cell] - 1u].centre_m));
  const double coast_m = static_cast<double>(g.island.coast_m[cell]);
  const double danger = static_cast<double>(g.danger.calibrated[cell]);
  const auto saliency = static_cast<double>(site_inputs.survey.terrain->saliency[cell]);
  const auto bell = [](double q) { return exact::exp(std::max(-q * q, -700.0)); };
  std::vector<SiteTermValue> out{{"danger", danger, 1.6, 1.6 * exact::exp(-danger / 0.25)},
                                 {"flatness", water->flatness[cell], 1.6, 1.6 * water->flatness[cell]},
                                 {"centre_m", centre_m, 0.6, 0.6 * bell(centre_m / (std::sqrt(2.0) * 500))},
                                 {"saliency", saliency, 0.5, 0.5 * saliency},
                                 {"coast_m", coast_m, 0.4, 0.4 * bell((coast_m - 300) / 350)}};
  for (const SiteTermValue& pull : explain_pull(*water, g.tmpl.roads.town_water, cell)) out.push_back(pull);
  return out;
}

std::vector<SiteTerm> seat_terms() {
  const double centre_m = std::sqrt(2.0) * 500;
  return {{.measure = "danger", .weight = 1.6, .shape = TermShape::exp, .scale = 0.25},
          {.measure = "flatness"},
          {.measure = "centre_m", .weight = 0.9, .shape = TermShape::bell, .width = centre_m},
          {.measure = "saliency", .weight = 0.5},
          {.measure = "coast_m", .weight = 0.5, .shape = TermShape::bell, .at = 350, .width = 350}};
}

}  // namespace fw
