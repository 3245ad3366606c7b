#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "core/model/cure.h"
#include "core/template/check/feasibility_internal.h"

// How much of the land meets conditions, before there is a world: estimates for the capacity of classes.
namespace fw::feasibility {
namespace {

/// Share of the land within a distance, measured on the islands of the shipped templates
/// (docs/world.md, 5.1).
struct WithinStep {
  double distance_m, share;
};
constexpr WithinStep kRiver[]{{0, 0.03}, {25, 0.07}, {60, 0.16}, {150, 0.40}};
constexpr WithinStep kRoad[]{{0, 0.01}, {25, 0.06}, {60, 0.14}, {150, 0.31}};
constexpr WithinStep kLake[]{{0, 0.012}, {25, 0.016}, {60, 0.024}, {150, 0.05}};
constexpr double kBridges = 9, kJunctions = 20;  // of an island
constexpr double kSide_m = 8000;                 // the frame of these figures
constexpr double kBeachShare = 0.5;              // of the shore: beaches and marshes

double within(std::span<const WithinStep> steps, double d) {
  for (size_t i = 1; i < steps.size(); ++i)
    if (d <= steps[i].distance_m)
      return steps[i - 1].share + (steps[i].share - steps[i - 1].share) * (d - steps[i - 1].distance_m) /
                                      (steps[i].distance_m - steps[i - 1].distance_m);
  // What is not yet near falls off at the rate of the last step.
  const WithinStep& last = steps.back();
  return 1 - (1 - last.share) * std::pow(1 - last.share, (d - last.distance_m) / last.distance_m);
}

/// Of so many places anywhere on the land.
double within_of_places(double count, double d, double area_m2) {
  return 1 - std::exp(-count * std::numbers::pi * d * d / area_m2);
}

/// Of the shore of round ground.
double within_of_coast(double d, double area_m2) {
  const double inner = 1 - d / std::sqrt(area_m2 / std::numbers::pi);
  return inner <= 0 ? 1 : 1 - inner * inner;
}

double count_of_role(const Template& t, LandmarkRole role) {
  double count = 0;
  for (const LandmarkRow& kind : t.vocabulary.landmarks)
    count += kind.role == role ? landmark_count(t, kind) : 0;
  return count;
}

double count_of_harbours(const Template& t) {
  double count = 0;
  for (const LandmarkRow& kind : t.vocabulary.landmarks)
    for (const SiteCondition& condition : kind.site.require)
      count += condition.measure == "mooring" ? landmark_count(t, kind) : 0;
  return count;
}

/// One for every faction with regions, as far as there are seats.
double capitals(const Template& t) {
  const auto owners =
      std::count_if(t.vocabulary.factions.begin(), t.vocabulary.factions.end(),
                    [](const FactionRow& row) { return row.role != FactionRole::neutral && row.share > 0; });
  return std::min(static_cast<double>(owners), count_of_role(t, LandmarkRole::seat));
}

/// Share of the land within d by a measure such as "river_m".
double within_of(const Template& t, std::string_view measure, double d) {
  const double area = land_area_m2(t), scaled = d * kSide_m / t.frame.longer_m();
  if (measure == "river_m") return within(kRiver, scaled);
  if (measure == "lake_m") return within(kLake, scaled);
  if (measure == "water_m") return 1 - (1 - within(kRiver, scaled)) * (1 - within(kLake, scaled));
  if (measure == "road_m") return within(kRoad, scaled);
  if (measure == "coast_m") return within_of_coast(d, area);
  const double count = measure == "harbour_m"      ? count_of_harbours(t)
                       : measure == "settlement_m" ? count_of_role(t, LandmarkRole::seat)
                       : measure == "capital_m"    ? capitals(t)
                       : measure == "city_m"       ? capitals(t) + count_of_role(t, LandmarkRole::seat) / 8
                       : measure == "town_m"       ? count_of_role(t, LandmarkRole::seat) / 2
                       : measure == "fort_m"       ? count_of_role(t, LandmarkRole::guard)
                       : measure == "bridge_m"     ? kBridges
                                                   : kJunctions;
  return within_of_places(count, d, area);
}

double ground_share(const Template& t, GroundKind ground) {
  const double area = land_area_m2(t);
  double lakes = 0;
  for (int k = 1; k <= t.lakes.count; ++k) lakes += t.lakes.largest_share / k;
  switch (ground) {
    case GroundKind::land:
      break;
    case GroundKind::river:
      return kRiver[0].share;
    case GroundKind::lake:
      return lakes;
    case GroundKind::fresh:
      return kRiver[0].share + lakes;
    case GroundKind::shore:
      return within_of_coast(kShoreReach_m, area);
    case GroundKind::beach:
      return kBeachShare * within_of_coast(kShoreReach_m, area);
    case GroundKind::sea: {
      const double radius = std::sqrt(area / std::numbers::pi), out = 1 + kSeaReach_m / radius;
      return out * out - 1;
    }
  }
  return 1;
}

/// Pictograms of what belongs to the sea or another water.
constexpr std::string_view kSeaSymbols[]{"fish", "dock", "anchor", "ship", "wreck", "wave", "lighthouse"};

bool is_sea_symbol(const std::string& symbol) {
  return std::ranges::find(kSeaSymbols, symbol) != std::end(kSeaSymbols);
}

/// The measures that tie a place to water.
bool measures_water(std::string_view slug) {
  constexpr std::string_view kWaters[]{"coast_m", "river_m", "lake_m", "water_m", "harbour_m", "mooring"};
  return std::ranges::find(kWaters, slug) != std::end(kWaters);
}

bool kept_at_water(const LandmarkRow& kind) {
  return std::ranges::any_of(kind.site.require, [](const SiteCondition& c) {
    return measures_water(c.measure) && (c.max || c.below || c.measure == "mooring");
  });
}

bool kept_at_water(const Template& t, const Conditions& conditions) {
  if (conditions.ground != GroundKind::land) return true;
  for (size_t k = 0; k < kNearFeatures; ++k)
    if (conditions.near[k] && measures_water(kNear[k]->slug) && (*conditions.near[k])[1] < t.frame.longer_m())
      return true;
  return false;
}

}  // namespace

void check_sea_kinds(const Template& t, Findings& findings) {
  const auto add = [&](const std::string& path, const std::string& label, const std::string& symbol,
                       const std::string& mend, std::vector<Cure> cures) {
    findings.push_back(
        with_cures({Severity::info, "sea_kind_inland", path,
                    label + " has the symbol " + symbol +
                        ", but nothing keeps it at water: it may stand anywhere on land. " + mend},
                   std::move(cures)));
  };
  const Vocabulary& v = t.vocabulary;
  for (size_t k = 0; k < v.landmarks.size(); ++k) {
    const LandmarkRow& kind = v.landmarks[k];
    if (kind.role != LandmarkRole::site || landmark_count(t, kind) == 0) continue;
    if (is_sea_symbol(kind.symbol) && !kept_at_water(kind))
      add("landmarks[" + std::to_string(k) + "].site.require", kind.label, kind.symbol,
          "Ask for coast_m, water_m or mooring in landmarks." + kind.id +
              ".site.require, or choose another symbol.",
          {});
  }
  const std::pair<Category, const char*> lists[] = {
      {Category::resource, "resources"}, {Category::wildlife, "wildlife"}, {Category::enemy, "enemies"}};
  for (const auto& [category, name] : lists) {
    const std::vector<PointClass>& classes = t.classes(category);
    for (size_t i = 0; i < classes.size(); ++i) {
      const PointClass& cls = classes[i];
      const std::optional<size_t> family = find_row(v.families, cls.family);
      if (cls.quota <= 0 || !family || !is_sea_symbol(v.families[*family].symbol)) continue;
      if (kept_at_water(t, cls.conditions)) continue;
      const std::string ground = std::string(name) + "." + cls.slug + ".ground";
      std::vector<Cure> cures{{set_to(ground, "sea")}, {set_to(ground, "shore")}};
      if (t.coast.types != Nature::none) cures.push_back({set_to(ground, "beach")});
      add(std::string(name) + "[" + std::to_string(i) + "].ground", cls.label, v.families[*family].symbol,
          "Set " + ground + " to sea, shore or beach, or state near.coast or near.water.",
          t.land.shape == LandShape::inland ? std::vector<Cure>{} : std::move(cures));
    }
  }
}

double conditions_share(const Template& t, const Conditions& conditions) {
  double share = ground_share(t, conditions.ground);
  for (size_t k = 0; k < kNearFeatures; ++k)
    if (const auto& range = conditions.near[k]) {
      const std::string_view measure = kNear[k]->slug;
      const double reach_m = coast_reach_m(conditions.ground);
      if (measure == "coast_m" && std::isfinite(reach_m)) {  // a strip along the coast
        share *= (std::min((*range)[1], reach_m) - std::min((*range)[0], reach_m)) / reach_m;
        continue;
      }
      const double below = (*range)[0] > 0 ? within_of(t, measure, (*range)[0]) : 0;
      share *= std::max(0.0, within_of(t, measure, (*range)[1]) - below);
    }
  return share;
}

}  // namespace fw::feasibility
