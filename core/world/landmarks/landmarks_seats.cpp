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
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/region_slots.h"
#include "core/world/landmarks/town_ground.h"

namespace fw {
namespace {

constexpr double kSeatReach_m = 1500;
constexpr double kSeatRepulsion = 3;
constexpr int kDescentPasses = 2;

struct SeatRules {
  double region_border_m;  ///< in an 8 km frame; less in smaller ones
  double coast_m;
  bool owner;
  double slope_about;  ///< less than this (TownGround::slope)
  double slope_here;   ///< of the cell (Relief::slope)
  std::string_view words;
};
constexpr double kAnySlope = std::numeric_limits<double>::infinity();
constexpr std::array<SeatRules, 9> kSeatLadder{{
    {220, 90, true, 0.16, 0.23, ""},
    {220, 90, true, 0.24, 0.23, "slopes about up to 0.24"},
    {110, 90, true, 0.4, 0.23, "110 m instead of 220 m from other regions, slopes about up to 0.4"},
    {0, 90, true, 0.4, 0.23, "no distance from other regions, slopes about up to 0.4"},
    {0, 45, true, kAnySlope, 0.23, "no distance from other regions, 45 m from the coast, any slope about"},
    {0, 45, false, kAnySlope, 0.23,
     "no distance from other regions, 45 m from the coast, any slope about, a cell of another faction"},
    {0, 45, true, kAnySlope, 0.4, "no distance from other regions, 45 m from the coast, a slope up to 0.4"},
    {0, 45, false, kAnySlope, kAnySlope,
     "no distance from other regions, 45 m from the coast, any slope, a cell of another faction"},
    {0, 0, false, kAnySlope, kAnySlope, "any cell of the region with dry ground about"},
}};
constexpr size_t kLevelRungs = 5;                              // on level ground of the owner
constexpr double kHarbourReach_m = 220, kHarbourCoast_m = 30;  // in an 8 km frame
/// Tried first, within kHarbourReach_m of the region's harbour site.
constexpr std::array<SeatRules, 2> kHarbourLadder{{
    {110, kHarbourCoast_m, true, 0.16, 0.23, ""},
    {110, kHarbourCoast_m, true, 0.24, 0.23, ""},
}};

/// What is known when seats are looked for.
struct SeatGround {
  const PlacementInputs& inputs;
  const LandmarkSurvey& survey;
  const TownGround& ground;
  std::vector<std::vector<Vec2>> harbours_m;  ///< harbour sites by region code

  SeatGround(const PlacementInputs& of, const LandmarkSurvey& by, const TownGround& on)
      : inputs(of), survey(by), ground(on), harbours_m(of.map.regions.size() + 1) {
    for (const auto& [cell, site] : harbour_cells(of))
      harbours_m[of.map.code[cell]].push_back(site.position_m);
  }
  float harbour_reach_m() const { return static_cast<float>(kHarbourReach_m * ground.stretch); }
  /// Whether the harbour site of the cell's own region is in reach.
  bool at_own_harbour(uint32_t cell) const {
    const Vec2 at = inputs.map.code.grid.centre(cell);
    const double reach_m = kHarbourReach_m * ground.stretch;
    return std::ranges::any_of(harbours_m[inputs.map.code[cell]],
                               [&](Vec2 site) { return squared_distance(site, at) <= reach_m * reach_m; });
  }
  float border_limit_m(const SeatRules& rules) const {
    return static_cast<float>(rules.region_border_m * std::min(1.0, ground.stretch));
  }
  /// Near any harbour site a town may stand nearer to the sea.
  float coast_limit_m(const SeatRules& rules, uint32_t cell) const {
    if (ground.harbour_m[cell] > harbour_reach_m()) return static_cast<float>(rules.coast_m);
    return static_cast<float>(std::min(rules.coast_m, kHarbourCoast_m * ground.stretch));
  }
  /// The same but for its band and rows of the hand.
  bool admits(const SeatRules& rules, uint32_t cell) const {
    return ground.room[cell] != 0 && ground.slope[cell] < static_cast<float>(rules.slope_about) &&
           inputs.relief.slope[cell] < static_cast<float>(rules.slope_here) &&
           inputs.island.coast_m[cell] >= coast_limit_m(rules, cell) &&
           survey.region_border_m[cell] >= border_limit_m(rules) &&
           (!rules.owner || owners_cell(inputs, cell));
  }
};

/// Fills in the utility of every site.
void weigh_seats(const TownGround& ground, const PlacementInputs& inputs, const LandmarkSurvey& survey,
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
  const std::vector<double> pull = water_pull(ground, inputs.tmpl.roads.town_water, cells);
  for (size_t i = 0; i < sites.size(); ++i)
    sites[i].utility = 1.6 * bell[3 * i] + 1.6 * ground.flatness[cells[i]] + 0.6 * bell[3 * i + 1] +
                       0.5 * static_cast<double>(survey.terrain->saliency[cells[i]]) + 0.4 * bell[3 * i + 2] +
                       pull[i];
}

/// A region's cells for a town by some rules, without utilities.
std::vector<RegionSite> sites_by(const SeatGround& of, const SeatRules& rules, bool at_harbour, uint8_t code,
                                 const KindStanding* kept) {
  const std::vector<uint32_t>& cells = of.survey.region_cells[code - 1u];
  const BandCodes bands = town_bands(of.inputs.tmpl.vocabulary, of.inputs.danger.band, cells);
  std::vector<RegionSite> sites;
  for (const uint32_t cell : cells)
    if (bands[of.inputs.danger.band[cell]] != 0 && (!at_harbour || of.at_own_harbour(cell)) &&
        of.admits(rules, cell) && (kept == nullptr || kept->open(cell)))
      sites.push_back({cell, landmark_position(of.inputs.map.code.grid, cell), 0});
  return sites;
}

/// A region whose town is looked for.
struct SeatRegion {
  RegionSlot slot;
  bool at_harbour = false;  ///< its sites are those about its harbour site alone
};

/// Its cells by the first rung that has any.
SeatRegion seat_region(const SeatGround& of, uint8_t code, const KindStanding* kept) {
  SeatRegion out;
  out.slot.code = code;
  if (!of.harbours_m[code].empty())
    for (const SeatRules& rules : kHarbourLadder)
      if (out.slot.sites.empty()) out.slot.sites = sites_by(of, rules, true, code, kept);
  out.at_harbour = !out.slot.sites.empty();
  for (size_t rung = 0; rung < kSeatLadder.size() && out.slot.sites.empty(); ++rung) {
    out.slot.rung = rung;
    out.slot.sites = sites_by(of, kSeatLadder[rung], false, code, kept);
  }
  return out;
}

/// A natural town that once gave way to another's spacing keeps the rung that it stands by.
void keep_rung(const SeatGround& of, const KindStanding& kept, SeatRegion& region) {
  for (const Landmark& natural : kept.natural) {
    if (of.inputs.map.code[natural.cell] != region.slot.code || has_cell(region.slot.sites, natural.cell))
      continue;
    for (size_t rung = 0; rung < kLevelRungs; ++rung) {
      std::vector<RegionSite> sites = sites_by(of, kSeatLadder[rung], false, region.slot.code, &kept);
      if (!has_cell(sites, natural.cell)) continue;
      region.slot.sites = std::move(sites);
      region.slot.rung = rung;
      region.at_harbour = false;
      return;
    }
  }
}

/// What a seat keeps from others.
struct SeatSpacing {
  double own_m;              ///< from seats
  std::vector<Vec2> others;  ///< landmarks placed before
  double others2;            ///< squared limit of conflict with them
  const TownGround& ground;

  int broken(const RegionSite& site) const {
    const auto near = [&](Vec2 other) { return squared_distance(other, site.position_m) < others2; };
    return static_cast<int>(std::count_if(others.begin(), others.end(), near)) +
           (ground.hemmed[site.cell] != 0 ? 1 : 0);
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

/// A town that stands too near to another one is chosen again on level ground of its whole region, by the
/// first rung that keeps it away; if none does, it stays.
void choose_again(const SeatGround& of, const WeighSites& weigh, const SeatSpacing& spacing,
                  const KindStanding* kept, std::vector<RegionSlot>& towns) {
  const double limit_m = std::sqrt(conflict_limit2(spacing.own_m));
  for (size_t t = 0; t < towns.size(); ++t) {
    if (!towns[t].open || towns[t].place() == nullptr) continue;
    if (nearest_other(towns, t, *towns[t].place()) >= limit_m) continue;
    const RegionSlot before = towns[t];
    for (size_t rung = 0; rung < kLevelRungs; ++rung) {
      RegionSlot& town = towns[t];
      town.sites = sites_by(of, kSeatLadder[rung], false, town.code, kept);
      town.rung = rung;
      weigh(of.inputs, of.survey, town.sites);
      town.chosen = best_seat(towns, t, spacing, false);
      if (town.place() != nullptr && nearest_other(towns, t, *town.place()) >= limit_m) break;
      town = before;
    }
  }
}

}  // namespace

void place_seats(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                 LandmarkPlan& plan, const KindStanding* kept) {
  const GridSpec& grid = inputs.map.code.grid;
  const LandmarkRow& row = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(kind)];
  std::vector<uint8_t> codes = controllable_codes(inputs.map);
  const int asked = landmark_quota(row, inputs.map, controllable_regions(inputs.map));
  const int64_t quota = std::max<int64_t>(0, asked - (kept != nullptr ? kept->banned : 0));
  const std::shared_ptr<const TownGround> ground = survey_town_ground(inputs);
  const SeatGround of(inputs, survey, *ground);
  const SeatSpacing spacing{row.spacing_m, all_positions(grid, plan), conflict_limit2(row.others_m), *ground};
  const size_t eligible = std::min(codes.size(), static_cast<size_t>(std::max(asked, 0)));
  if (kept == nullptr) codes.resize(eligible);
  std::vector<RegionSlot> towns(codes.size());
  const WeighSites weigh = [ground](const PlacementInputs& in, const LandmarkSurvey& by,
                                    std::vector<RegionSite>& sites) { weigh_seats(*ground, in, by, sites); };
  parallel_for(towns.size(), 1, [&](size_t t, size_t) {
    SeatRegion region = seat_region(of, codes[t], kept);
    if (kept != nullptr) keep_rung(of, *kept, region);
    towns[t] = std::move(region.slot);
    weigh(inputs, survey, towns[t].sites);
  });
  std::optional<RegionStanding> standing;
  if (kept != nullptr)
    standing = settle_regions(
        *kept, inputs, quota, eligible, [](uint32_t) { return false; }, towns);
  for (int pass = 0; pass <= kDescentPasses; ++pass)
    for (size_t t = 0; t < towns.size(); ++t)
      if (towns[t].open) towns[t].chosen = best_seat(towns, t, spacing, pass == 0);
  choose_again(of, weigh, spacing, kept, towns);

  for (size_t t = 0; t < towns.size(); ++t) {
    RegionSlot& town = towns[t];
    town.counted = t < eligible;
    if (town.place() != nullptr && town.rung > 0 && (!town.fixed_m || town.natural))
      report_rung(row, inputs.map.regions[town.code - 1u], kSeatLadder[town.rung].words, plan.findings);
  }
  record_regions({inputs, survey, kind, quota, weigh}, towns, standing ? &*standing : nullptr, plan);
}

namespace {

std::string metres_text(double m) {
  return std::isfinite(m) ? decimal_text(m, 0) + " m" : "without end";
}

/// What of a rung's rules fails at a cell, but for the harbour.
std::vector<std::string> broken_rules(const SeatGround& of, const SeatRules& rules, uint32_t cell) {
  const PlacementInputs& g = of.inputs;
  const auto coast_m = g.island.coast_m[cell], border_m = of.survey.region_border_m[cell];
  std::vector<std::string> out;
  if (of.ground.room[cell] == 0) out.emplace_back("no dry ground about for a town");
  if (g.relief.slope[cell] >= static_cast<float>(rules.slope_here))
    out.push_back("slope " + decimal_text(static_cast<double>(g.relief.slope[cell])) + ", asked below " +
                  decimal_text(rules.slope_here));
  else if (of.ground.slope[cell] >= static_cast<float>(rules.slope_about))
    out.push_back("slope about " + decimal_text(static_cast<double>(of.ground.slope[cell])) +
                  ", asked below " + decimal_text(rules.slope_about));
  if (coast_m < of.coast_limit_m(rules, cell))
    out.push_back(metres_text(static_cast<double>(coast_m)) + " from the sea, asked " +
                  metres_text(static_cast<double>(of.coast_limit_m(rules, cell))));
  if (border_m < of.border_limit_m(rules))
    out.push_back(metres_text(static_cast<double>(border_m)) + " from another region, asked " +
                  metres_text(static_cast<double>(of.border_limit_m(rules))));
  if (rules.owner && !owners_cell(g, cell)) out.emplace_back("held by another faction than its region");
  return out;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

}  // namespace

std::string explain_seat_place(const SiteInputs& site_inputs, uint32_t cell) {
  const PlacementInputs& g = site_inputs.inputs;
  const uint8_t code = g.map.code[cell];
  if (code == 0) return "no ground";
  const Region& region = g.map.regions[code - 1u];
  if (region.neutral) return "refused: " + region.name + " has no owner, so no town";
  const std::shared_ptr<const TownGround> ground = survey_town_ground(g);
  const SeatGround of(g, site_inputs.survey, *ground);
  const BandCodes bands =
      town_bands(g.tmpl.vocabulary, g.danger.band, site_inputs.survey.region_cells[code - 1u]);
  const bool peopled = bands[g.danger.band[cell]] != 0;
  const SeatRegion sought = seat_region(of, code, nullptr);
  if (sought.at_harbour && has_cell(sought.slot.sites, cell))
    return "allowed: within " + metres_text(static_cast<double>(of.harbour_reach_m())) +
           " of the harbour site of " + region.name + ", whose town stands there first";
  const std::string first =
      sought.at_harbour ? ", but the town of " + region.name + " is first looked for at its harbour site"
                        : "";
  std::vector<std::string> broken = broken_rules(of, kSeatLadder[0], cell);
  if (!peopled)
    broken.insert(broken.begin(), "danger band " + g.tmpl.vocabulary.danger[g.danger.band[cell] - 1u].id +
                                      " is not where people settle");
  if (broken.empty()) return "allowed: meets every rule" + first;
  for (size_t rung = 1; peopled && rung < kSeatLadder.size(); ++rung)
    if (of.admits(kSeatLadder[rung], cell))
      return "only where " + region.name + " has no better ground: " + joined(broken) + first;
  return "refused: " + joined(broken);
}

std::vector<SiteTermValue> explain_seat(const SiteInputs& site_inputs, uint32_t cell) {
  const PlacementInputs& g = site_inputs.inputs;
  if (g.map.code[cell] == 0) return {};
  const std::shared_ptr<const TownGround> ground = survey_town_ground(g);
  const double centre_m = std::sqrt(
      squared_distance(g.map.code.grid.centre(cell), g.map.regions[g.map.code[cell] - 1u].centre_m));
  const double coast_m = static_cast<double>(g.island.coast_m[cell]);
  const double danger = static_cast<double>(g.danger.calibrated[cell]);
  const auto saliency = static_cast<double>(site_inputs.survey.terrain->saliency[cell]);
  const auto bell = [](double q) { return exact::exp(std::max(-q * q, -700.0)); };
  std::vector<SiteTermValue> out{{"danger", danger, 1.6, 1.6 * exact::exp(-danger / 0.25)},
                                 {"flatness", ground->flatness[cell], 1.6, 1.6 * ground->flatness[cell]},
                                 {"centre_m", centre_m, 0.6, 0.6 * bell(centre_m / (std::sqrt(2.0) * 500))},
                                 {"saliency", saliency, 0.5, 0.5 * saliency},
                                 {"coast_m", coast_m, 0.4, 0.4 * bell((coast_m - 300) / 350)}};
  for (const SiteTermValue& pull : explain_pull(*ground, g.tmpl.roads.town_water, cell)) out.push_back(pull);
  return out;
}

}  // namespace fw
