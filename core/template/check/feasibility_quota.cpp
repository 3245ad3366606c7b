#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/model/cure.h"
#include "core/model/template/spacing_rules.h"
#include "core/model/world/habitat.h"
#include "core/template/check/feasibility_internal.h"

namespace fw::feasibility {
namespace {

/// Share of the land where the class may live: biomes and bands taken as independent.
double habitat_share(const Template& t, Category category, const PointClass& cls) {
  double share = 0;
  const Vocabulary& v = t.vocabulary;
  for (size_t b = 0; b < v.biomes.size(); ++b)
    for (size_t d = 0; d < v.danger.size(); ++d)
      if (habitat_weight(v, category, cls, static_cast<Biome>(b), static_cast<Danger>(d)) > 0)
        share += v.biomes[b].share * v.danger[d].share;
  return share;
}

bool any_biome(const Template& t, const PointClass& cls) {
  for (size_t b = 0; b < t.vocabulary.biomes.size(); ++b)
    if (cls.biome_affinity[b] > 0 && t.vocabulary.biomes[b].share > 0) return true;
  return false;
}

std::string wanted_biomes(const Vocabulary& v, const PointClass& cls) {
  std::string words;
  for (size_t b = 0; b < v.biomes.size(); ++b)
    if (cls.biome_affinity[b] > 0) words += (words.empty() ? "" : ", ") + v.biomes[b].label;
  return words;
}

std::string wanted_bands(const Vocabulary& v, Category category, const PointClass& cls) {
  PointClass anywhere = cls;
  anywhere.biome_affinity.assign(v.biomes.size(), 1.0);
  std::string words;
  for (size_t d = 0; d < v.danger.size(); ++d)
    if (habitat_weight(v, category, anywhere, Biome{}, static_cast<Danger>(d)) > 0)
      words += (words.empty() ? "" : ", ") + v.danger[d].label;
  return words;
}

Finding empty_mask(const Template& t, Category category, const PointClass& cls, const std::string& path) {
  const bool biome_missing = !any_biome(t, cls);
  const std::string biomes = wanted_biomes(t.vocabulary, cls);
  const std::string bands = wanted_bands(t.vocabulary, category, cls);
  std::string why;
  if (biome_missing)
    why = biomes.empty() ? "states no biome where it lives"
                         : "lives only in " + biomes + ", which have no share of the land";
  else
    why = bands.empty() ? "has no danger band where it lives"
                        : "lives only in danger " + bands + ", which have no share of the land";
  const std::string cure =
      biome_missing
          ? (biomes.empty() ? "Give " + path + ".biomes a weight" : "Give one of these biomes a share")
          : (bands.empty() ? "Widen its danger bands" : "Give one of these bands a share");
  const Cure none{set_to(path + ".quota", 0)};
  return with_cures(
      {biome_missing ? Severity::error : band_severity(t), biome_missing ? "no_biome" : "no_danger_band",
       path + (biome_missing ? ".biomes" : ".danger"),
       cls.label + " " + why + ", but its quota is " + std::to_string(cls.quota) + ". " + cure + " or " +
           cure_words(none) + "."},
      {none});
}

void check_class(const Template& t, Category category, const PointClass& cls, const std::string& path,
                 Findings& findings) {
  if (cls.quota <= 0) return;
  const double share = habitat_share(t, category, cls);
  if (share <= 0) {
    findings.push_back(empty_mask(t, category, cls, path));
    return;
  }
  const double per = quota_places(t, cls);
  const double count = cls.quota * per;
  const double area = class_area_m2(t, category, cls);
  const double spacing_m = hard_spacing_m(cls, cls.spacing_m);
  const char* const spacing_key = spacing_m < cls.spacing_m ? ".spacing_floor_m" : ".spacing_m";
  const double most = spacing_capacity(area, spacing_m);
  const double load = count / most;
  if (load <= kComfortableLoad || count <= 1) return;
  const std::string facts = cls.label + ": " + rounded_text(count) + " at " + number_text(spacing_m) +
                            " m apart in about " + rounded_text(area / 1e6, 3) + " km2, where about " +
                            rounded_text(std::floor(most)) + " fit";
  const double goal = load > 1 ? 1.0 : kComfortableLoad;
  const std::vector<Cure> ways =
      relaxations(path + ".quota", count / per, path + spacing_key, spacing_m, area / per, goal);
  const std::string what = load > 1 ? ": some will be missing. "
                                    : " (" + rounded_text(100 * load, 3) + " %, above " +
                                          number_text(100 * kComfortableLoad) +
                                          " %): the points will look evenly spaced. ";
  findings.push_back(with_cures({Severity::warning, load > 1 ? "quota_over_capacity" : "quota_near_capacity",
                                 path + ".quota", facts + what + relaxation_words(ways)},
                                ways));
}

}  // namespace

double land_area_m2(const Template& t) {
  return t.frame.width_m * t.frame.height_m * t.land.fraction;
}

double quota_places(const Template& t, const PointClass& cls) {
  const double pieces = t.land.shape == LandShape::archipelago ? t.land.islands : 1;
  return cls.quota_by == QuotaBy::region ? region_count(t) : cls.quota_by == QuotaBy::piece ? pieces : 1;
}

double class_area_m2(const Template& t, Category category, const PointClass& cls) {
  return land_area_m2(t) * habitat_share(t, category, cls) * conditions_share(t, cls.conditions);
}

double neutral_share(const Template& t) {
  const std::optional<Faction> row = t.vocabulary.neutral();
  return row ? t.vocabulary.factions[static_cast<size_t>(*row)].share : 0;
}

int landmark_count(const Template& t, const LandmarkRow& kind) {
  const bool seats = kind.role != LandmarkRole::site;
  const int count = kind.count.value_or(seats ? t.regions.controllable : 0);
  if (seats || kind.per == CountPer::island) return count;
  if (kind.per == CountPer::region) return count * region_count(t);
  int owners = 0;
  for (const FactionRow& row : t.vocabulary.factions)
    owners += row.role == FactionRole::owner && row.share > 0 ? 1 : 0;
  return count * owners;
}

double landmark_land_share(const Template& t, const LandmarkRow& kind) {
  if (kind.role != LandmarkRole::site) return 1 - neutral_share(t);
  double share = 1;
  for (const SiteCondition& condition : kind.site.require) {
    const auto named = [&condition](std::string_view id) {
      return std::find(condition.in.begin(), condition.in.end(), id) != condition.in.end();
    };
    double met = 0;
    if (condition.measure == "band") {
      for (const BandRow& row : t.vocabulary.danger) met += named(row.id) ? row.share : 0;
    } else if (condition.measure == "biome") {
      for (const BiomeRow& row : t.vocabulary.biomes) met += named(row.id) ? row.share : 0;
    } else if (condition.measure == "region" || condition.measure == "faction") {
      const bool by_role = condition.measure == "region";
      for (const FactionRow& row : t.vocabulary.factions)
        met +=
            named(row.id) || (by_role && named(row.role == FactionRole::neutral ? "neutral" : "controllable"))
                ? row.share
                : 0;
    } else {
      continue;
    }
    share *= met;
  }
  return share;
}

std::vector<Cure> relaxations(const std::string& count_path, double count, const std::string& spacing_path,
                              double spacing_m, double area_m2, double load) {
  // Counts and whole metres are rounded towards what surely fits.
  const double fitting_count = std::floor(load * spacing_capacity(area_m2, spacing_m));
  const double fitting_spacing = std::floor(std::sqrt(kJammedPacking * load * area_m2 / count));
  std::vector<Cure> ways;
  if (!count_path.empty()) ways.push_back({lower_to(count_path, fitting_count)});
  ways.push_back({lower_to(spacing_path, fitting_spacing)});
  return ways;
}

std::string relaxation_words(const std::vector<Cure>& ways) {
  std::string text;
  for (const Cure& way : ways) text += (text.empty() ? "Lower " : " or ") + target_words(way.front());
  return text + " m.";
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
