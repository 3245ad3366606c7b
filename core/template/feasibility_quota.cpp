#include <cmath>

#include "core/model/habitat.h"
#include "core/model/number_text.h"
#include "core/template/feasibility_parts.h"

namespace fw::feasibility {
namespace {

constexpr double kJamming = 0.70;
// Above this load random placement begins to look like a lattice.
constexpr double kComfortableLoad = 0.35;

/// Share of the land where the class may live: biomes and bands taken as independent.
double habitat_share(const Template& t, Category category, const PointClass& cls) {
  double share = 0;
  for (size_t b = 0; b < kBiomes; ++b)
    for (size_t d = 0; d < kDangers; ++d)
      if (habitat_weight(category, cls, static_cast<Biome>(b), static_cast<Danger>(d)) > 0)
        share += t.biomes[b] * t.danger[d];
  return share;
}

bool any_biome(const Template& t, const PointClass& cls) {
  for (size_t b = 0; b < kBiomes; ++b)
    if (cls.biome_affinity[b] > 0 && t.biomes[b] > 0) return true;
  return false;
}

std::string wanted_biomes(const PointClass& cls) {
  std::string words;
  for (size_t b = 0; b < kBiomes; ++b)
    if (cls.biome_affinity[b] > 0) words += (words.empty() ? "" : ", ") + std::string(kBiomeSlugs[b]);
  return words;
}

std::string wanted_bands(Category category, const PointClass& cls) {
  PointClass anywhere = cls;
  anywhere.biome_affinity.fill(1);
  std::string words;
  for (size_t d = 0; d < kDangers; ++d)
    if (habitat_weight(category, anywhere, Biome::grassland, static_cast<Danger>(d)) > 0)
      words += (words.empty() ? "" : ", ") + std::string(kDangerSlugs[d]);
  return words;
}

Finding empty_mask(const Template& t, Category category, const PointClass& cls, const std::string& path) {
  const bool biome_missing = !any_biome(t, cls);
  const std::string biomes = wanted_biomes(cls);
  const std::string bands = wanted_bands(category, cls);
  std::string why;
  if (biome_missing)
    why = biomes.empty() ? "states no biome where it lives"
                         : "lives only in " + biomes + ", which have no share of the island";
  else
    why = bands.empty() ? "has no danger band where it lives"
                        : "lives only in danger " + bands + ", which have no share of the island";
  const std::string cure =
      biome_missing
          ? (biomes.empty() ? "Give " + path + ".biomes a weight" : "Give one of these biomes a share")
          : (bands.empty() ? "Widen its danger bands" : "Give one of these bands a share");
  return {biome_missing ? Severity::error : band_severity(t), biome_missing ? "no_biome" : "no_danger_band",
          path + (biome_missing ? ".biomes" : ".danger"),
          cls.label + " " + why + ", but its quota is " + std::to_string(cls.quota) + ". " + cure +
              " or set " + path + ".quota to 0."};
}

void check_class(const Template& t, Category category, const PointClass& cls, const std::string& path,
                 Findings& findings) {
  if (cls.quota <= 0) return;
  const double share = habitat_share(t, category, cls);
  if (share <= 0) {
    findings.push_back(empty_mask(t, category, cls, path));
    return;
  }
  const double regions = t.regions.controllable + t.regions.neutral;
  const double count = cls.quota_by == QuotaBy::region ? cls.quota * regions : cls.quota;
  const double area = land_area_m2(t) * share;
  const double most = capacity(area, cls.spacing_m);
  const double load = count / most;
  if (load <= kComfortableLoad || count <= 1) return;
  const double per = cls.quota_by == QuotaBy::region ? regions : 1;
  const std::string facts = cls.label + ": " + rounded_text(count) + " at " + number_text(cls.spacing_m) +
                            " m apart in about " + rounded_text(area / 1e6, 3) + " km2, where about " +
                            rounded_text(std::floor(most)) + " fit";
  const double goal = load > 1 ? 1.0 : kComfortableLoad;
  const std::string cure =
      relaxation(path + ".quota", count / per, path + ".spacing_m", cls.spacing_m, area / per, goal);
  if (load > 1)
    findings.push_back({Severity::warning, "quota_over_capacity", path + ".quota",
                        facts + ": some will be missing. " + cure});
  else
    findings.push_back({Severity::warning, "quota_near_capacity", path + ".quota",
                        facts + " (" + rounded_text(100 * load, 3) + " %, above " +
                            number_text(100 * kComfortableLoad) +
                            " %): the points will look evenly spaced. " + cure});
}

}  // namespace

double land_area_m2(const Template& t) {
  return t.island.side_m * t.island.side_m * t.island.land_fraction;
}

double capacity(double area_m2, double spacing_m) {
  return kJamming * area_m2 / (spacing_m * spacing_m);
}

double landmark_land_share(const Template& t, LandmarkKind kind) {
  const double neutral = t.factions[static_cast<size_t>(Faction::neutral)];
  const auto band = [&t](Danger d) { return t.danger[static_cast<size_t>(d)]; };
  switch (kind) {
    case LandmarkKind::settlement:
    case LandmarkKind::fort:
      return 1 - neutral;
    case LandmarkKind::outpost:
      return neutral;
    case LandmarkKind::expedition:
      return 1 - band(Danger::green);
    case LandmarkKind::elite_zone:
      return band(Danger::red) + band(Danger::black);
    case LandmarkKind::quest_hub:
      return band(Danger::green) + band(Danger::yellow);
    case LandmarkKind::shrine:
      break;
  }
  return 1;
}

std::string relaxation(const std::string& count_path, double count, const std::string& spacing_path,
                       double spacing_m, double area_m2, double load) {
  // Counts and whole metres are rounded towards what surely fits.
  const double fitting_count = std::floor(load * capacity(area_m2, spacing_m));
  const double fitting_spacing = std::floor(std::sqrt(kJamming * load * area_m2 / count));
  return "Lower " + count_path + " to " + number_text(fitting_count) + " or " + spacing_path + " to " +
         number_text(fitting_spacing) + " m.";
}

void check_quotas(const Template& t, Findings& findings) {
  const std::pair<Category, const char*> lists[] = {
      {Category::resource, "resources"}, {Category::wildlife, "wildlife"}, {Category::enemy, "enemies"}};
  for (const auto& [category, name] : lists) {
    const std::vector<PointClass>& classes = t.classes(category);
    for (size_t i = 0; i < classes.size(); ++i)
      check_class(t, category, classes[i], std::string(name) + "[" + std::to_string(i) + "]", findings);
  }
}

}  // namespace fw::feasibility
