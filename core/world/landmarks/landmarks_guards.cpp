// Kinds of role guard: one per controllable region, at a distance from its seat.
// Utilities and rules: docs/world.md, 6.2.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "core/base/exact/exact_batch.h"
#include "core/base/geometry.h"
#include "core/base/parallel/parallel.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/region_slots.h"
#include "core/world/landmarks/site_rules.h"

namespace fw {
namespace {

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

constexpr size_t kFarthestRung = 3;  // the last that asks for a distance

/// Fills in the utility of every site.
void weigh_guards(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                  std::vector<RegionSite>& sites) {
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

/// Bridges as guards see them.
struct Tolls {
  MeasuredPlaces bridges;
  double weight = 0;
  double stretch = 1;  ///< longer side of the frame over 8000 m

  Tolls(const PlacementInputs& inputs, const LandmarkPlan& plan)
      : bridges(bridge_places(plan)), weight(inputs.tmpl.roads.toll) {
    const GridSpec& grid = inputs.map.code.grid;
    stretch = std::max(grid.width_m(), grid.height_m()) / 8000;
  }
  static std::vector<Vec2> bridge_places(const LandmarkPlan& plan) {
    std::vector<Vec2> out;
    for (const Crossing& crossing : plan.roads.crossings)
      if (crossing.type == CrossingType::bridge) out.push_back(crossing.position_m);
    return out;
  }
  /// None stands on the bridge itself.
  bool clear(Vec2 at) const {
    constexpr double kClear_m = 25;
    return bridges.nearest_m(at) > kClear_m * stretch;
  }
  void add_to(const GridSpec& grid, std::vector<RegionSite>& sites) const {
    constexpr double kNear_m = 60, kWidth_m = 70, kMostExponent = -700;
    std::vector<double> exponent(sites.size()), pull(sites.size());
    for (size_t i = 0; i < sites.size(); ++i) {
      const double q =
          std::max(bridges.nearest_m(grid.centre(sites[i].cell)) / stretch - kNear_m, 0.0) / kWidth_m;
      exponent[i] = std::max(-q * q, kMostExponent);
    }
    exact::exp(exponent, pull);
    for (size_t i = 0; i < sites.size(); ++i) sites[i].utility += weight * pull[i];
  }
};

RegionSlot guard_region(const PlacementInputs& inputs, const LandmarkSurvey& survey, const Tolls* tolls,
                        uint8_t code, Vec2 seat_m, const KindStanding* kept) {
  constexpr double kHair_m = 0.01;  // more than a position moves to whole millimetres
  const GridSpec& grid = inputs.map.code.grid;
  RegionSlot out;
  out.code = code;
  for (out.rung = 0; out.rung < kGuardLadder.size() && out.sites.empty(); ++out.rung) {
    const GuardRules& rules = kGuardLadder[out.rung];
    const double inner_m = std::max(rules.near_m - kHair_m, 0.0), outer_m = rules.far_m + kHair_m;
    for (const uint32_t cell : survey.region_cells[code - 1u]) {
      if (survey.border_m[cell] < static_cast<float>(rules.border_m) ||
          (rules.owner && (inputs.island.coast_m[cell] < 60 || !owners_cell(inputs, cell))) ||
          inputs.relief.slope[cell] >= static_cast<float>(rules.slope) ||
          (kept != nullptr && !kept->open(cell)))
        continue;
      const double rough2 = squared_distance(grid.centre(cell), seat_m);
      if (rough2 < inner_m * inner_m || rough2 > outer_m * outer_m) continue;
      const Vec2 at = landmark_position(inputs.map.code.grid, cell);
      const double d = std::sqrt(squared_distance(at, seat_m));
      if (d < rules.near_m || d > rules.far_m || (tolls != nullptr && !tolls->clear(at))) continue;
      out.sites.push_back({cell, at, 0});
    }
  }
  --out.rung;
  return out;
}

int best_guard(const RegionSlot& region, const std::vector<Vec2>& guards, const std::vector<Vec2>& others,
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

/// Where the seats of the first such kind stand, by region code; the region's centre without one.
std::vector<Vec2> homes(const PlacementInputs& inputs, const LandmarkPlan& plan) {
  const std::vector<LandmarkRow>& rows = inputs.tmpl.vocabulary.landmarks;
  const auto seat = std::find_if(rows.begin(), rows.end(),
                                 [](const LandmarkRow& row) { return row.role == LandmarkRole::seat; });
  std::vector<Vec2> out(inputs.map.regions.size() + 1);
  for (size_t r = 0; r < inputs.map.regions.size(); ++r) out[r + 1] = inputs.map.regions[r].centre_m;
  std::vector<uint8_t> known(out.size(), 0);  // the first one is its region's
  for (const Landmark& landmark : plan.landmarks) {
    const uint8_t code = region_of_landmark(inputs.map.code, landmark);
    if (static_cast<std::ptrdiff_t>(landmark.kind) != seat - rows.begin() || known[code] != 0) continue;
    known[code] = 1;
    out[code] = landmark_position(inputs.map.code.grid, landmark);
  }
  return out;
}

}  // namespace

void place_guards(const PlacementInputs& inputs, const LandmarkSurvey& survey, LandmarkKind kind,
                  LandmarkPlan& plan, const KindStanding* kept) {
  const GridSpec& grid = inputs.map.code.grid;
  const LandmarkRow& row = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(kind)];
  const double spacing2 = conflict_limit2(row.spacing_m);
  const double others2 = conflict_limit2(row.others_m);
  const std::vector<Vec2> others = all_positions(grid, plan);
  const std::vector<Vec2> home = homes(inputs, plan);
  const std::vector<uint8_t> codes = controllable_codes(inputs.map);
  const int asked = landmark_quota(row, inputs.map, controllable_regions(inputs.map));
  const int64_t quota = std::max<int64_t>(0, asked - (kept != nullptr ? kept->banned : 0));
  std::vector<RegionSlot> regions(codes.size());
  std::shared_ptr<const Tolls> tolls;
  if (!plan.roads.empty()) tolls = std::make_shared<const Tolls>(inputs, plan);
  const WeighSites weigh = [tolls](const PlacementInputs& of, const LandmarkSurvey& by,
                                   std::vector<RegionSite>& sites) {
    weigh_guards(of, by, sites);
    if (tolls != nullptr) tolls->add_to(of.map.code.grid, sites);
  };
  parallel_for(codes.size(), 1, [&](size_t i, size_t) {
    regions[i] = guard_region(inputs, survey, tolls.get(), codes[i], home[codes[i]], kept);
    weigh(inputs, survey, regions[i].sites);
  });
  std::optional<RegionStanding> standing;
  // One that stands already may be as far from its seat as the ladder goes.
  const auto may_stay = [&](uint32_t cell) {
    const GuardRules& rules = kGuardLadder[kFarthestRung];
    const double d = std::sqrt(squared_distance(landmark_position(grid, cell), home[inputs.map.code[cell]]));
    return inputs.island.coast_m[cell] >= 60 && owners_cell(inputs, cell) &&
           inputs.relief.slope[cell] < static_cast<float>(kGuardLadder[0].slope) && d >= rules.near_m &&
           d <= rules.far_m;
  };
  if (kept != nullptr) standing = settle_regions(*kept, inputs, quota, regions.size(), may_stay, regions);
  std::vector<Vec2> placed;
  for (const RegionSlot& region : regions)
    if (region.fixed_m) placed.push_back(*region.fixed_m);
  int64_t count = 0;
  for (RegionSlot& region : regions) {
    region.counted = count < quota;
    if (region.open && region.counted) {
      region.chosen = best_guard(region, placed, others, spacing2, others2);
      if (region.chosen >= 0) placed.push_back(*region.place());
    }
    if (region.place() == nullptr) continue;
    ++count;
    if (region.fixed_m && !region.natural) continue;
    const Region& named = inputs.map.regions[region.code - 1u];
    if (region.rung > 0) report_rung(row, named, kGuardLadder[region.rung].words, plan.findings);
    const double nearest = nearest_m(others, *region.place());
    if (nearest * nearest < others2)
      report_rung(row, named, "a cell nearer to another landmark than asked", plan.findings);
  }
  record_regions({inputs, survey, kind, quota, weigh}, regions, standing ? &*standing : nullptr, plan);
}

std::vector<SiteTermValue> explain_tolls(const SiteInputs& site_inputs, uint32_t cell) {
  if (site_inputs.plan.roads.empty()) return {};
  const Tolls tolls(site_inputs.inputs, site_inputs.plan);
  const GridSpec& grid = site_inputs.inputs.map.code.grid;
  std::vector<RegionSite> there{{cell, grid.centre(cell), 0}};
  tolls.add_to(grid, there);
  return {{"bridge_m", tolls.bridges.nearest_m(grid.centre(cell)), tolls.weight, there[0].utility}};
}

std::vector<SiteTerm> guard_terms() {
  return {{.measure = "prominence", .weight = 1.2},
          {.measure = "border_m", .weight = 0.8, .shape = TermShape::bell, .at = 180, .width = 160},
          {.measure = "saliency", .weight = 0.4},
          {.measure = "flatness", .weight = 0.5}};
}

}  // namespace fw
