#include "core/template/parameter_rows.h"

namespace fw::table {
namespace {

constexpr size_t kMaxClasses = 200;
constexpr std::array<std::string_view, 2> kQuotaByWords{"island", "region"};

/// The rows that open every class: identity and home biomes. `list` names one of Template's class lists.
template <typename Ref>
void add_class_identity(Builder& table, const std::string& list, const std::string& what, Ref cls) {
  table.add(required(row(
      ParameterType::slug,
      {list + "[].class", "", "", 1, 64, "Slug of the " + what + "; unique in the template."},
      [cls](auto& t, size_t i) -> auto& { return cls(t, i).slug; })));
  table.add(row(
      ParameterType::text,
      {list + "[].label", "", "", 0, 200, "What people read; \"\" or absent = the slug in words."},
      [cls](auto& t, size_t i) -> auto& { return cls(t, i).label; }));
}

template <typename Ref>
void add_biomes(Builder& table, const std::string& list, Ref cls) {
  table.per_class(
      list + "[].biomes", kBiomeSlugs, 10, "Weight of the biome for this class; 0 = never there.",
      true, [cls](auto& t, size_t i) -> auto& { return cls(t, i).biome_affinity; });
}

template <typename Ref>
void add_band_range(Builder& table, const std::string& list, Ref cls) {
  table.add(choice_row(
      {list + "[].danger_min", "", "", 0, 0, "Least danger band where it may live."}, kDangerSlugs,
      0, [cls](auto& t, size_t i) -> auto& { return cls(t, i).danger_min; }));
  table.add(choice_row(
      {list + "[].danger_max", "", "", 0, 0, "Highest danger band where it may live."}, kDangerSlugs,
      0, [cls](auto& t, size_t i) -> auto& { return cls(t, i).danger_max; }));
}

template <typename Ref>
void add_quota(Builder& table, const std::string& list, Ref cls) {
  table.integer(
      {list + "[].quota", "", "", 0, 100000, "How many to place."}, [cls](auto& t, size_t i) -> auto& {
        return cls(t, i).quota;
      });
  table.add(choice_row(
      {list + "[].quota_by", "", "", 0, 0,
       "Whether the quota counts the whole island or each region separately."},
      kQuotaByWords, 0, [cls](auto& t, size_t i) -> auto& { return cls(t, i).quota_by; }));
  table.number(
      {list + "[].spacing_m", "", "m", 1, 100000, "Hard least distance inside the class."},
      [cls](auto& t, size_t i) -> auto& { return cls(t, i).spacing_m; });
}

template <typename Ref>
void add_gate(Builder& table, const std::string& list, Ref cls) {
  table.number(
      {list + "[].gate", "", "", 0, 0.99, "Rank of the feature field below which nothing spawns."},
      [cls](auto& t, size_t i) -> auto& { return cls(t, i).gate; });
  table.number(
      {list + "[].gamma", "", "", 0.01, 20, "Exponent of the gated rank; higher = more clustered."},
      [cls](auto& t, size_t i) -> auto& { return cls(t, i).gamma; });
}

void add_resources(Builder& table) {
  const auto cls = [](auto& t, size_t i) -> auto& {
    return t.resources[i];
  };
  table.lists.push_back({"resources", "resources", "class", kMaxClasses, "Resource nodes.",
                         [](const Template& t) { return t.resources.size(); },
                         [](Template& t, size_t n) {
                           PointClass fresh;
                           fresh.family = kResourceFamilySlugs[0];
                           fresh.tier = Tier::common;
                           t.resources.resize(n, fresh);
                         }});
  add_class_identity(table, "resources", "resource", cls);
  table.add(required(word_row(
      {"resources[].family", "", "", 0, 0, "Family: decides symbol and colour."},
      {kResourceFamilySlugs.begin(), kResourceFamilySlugs.end()}, [cls](auto& t, size_t i) -> auto& {
        return cls(t, i).family;
      })));
  table.add(choice_row(
      {"resources[].tier", "", "", 0, 0, "How precious it is."}, kTierSlugs,
      1, [cls](auto& t, size_t i) -> auto& { return cls(t, i).tier; }));
  add_biomes(table, "resources", cls);
  add_band_range(table, "resources", cls);
  add_quota(table, "resources", cls);
  add_gate(table, "resources", cls);
}

void add_wildlife(Builder& table) {
  const auto cls = [](auto& t, size_t i) -> auto& {
    return t.wildlife[i];
  };
  table.lists.push_back({"wildlife", "wildlife", "class", kMaxClasses, "Game animals.",
                         [](const Template& t) { return t.wildlife.size(); },
                         [](Template& t, size_t n) { t.wildlife.resize(n); }});
  add_class_identity(table, "wildlife", "animal", cls);
  add_biomes(table, "wildlife", cls);
  add_band_range(table, "wildlife", cls);
  add_quota(table, "wildlife", cls);
  add_gate(table, "wildlife", cls);
}

void add_enemies(Builder& table) {
  const auto cls = [](auto& t, size_t i) -> auto& {
    return t.enemies[i];
  };
  table.lists.push_back({"enemies", "enemies", "class", kMaxClasses, "Enemy families.",
                         [](const Template& t) { return t.enemies.size(); },
                         [](Template& t, size_t n) { t.enemies.resize(n); }});
  add_class_identity(table, "enemies", "enemy family", cls);
  add_biomes(table, "enemies", cls);
  table.per_class(
      "enemies[].danger", kDangerSlugs, 10, "Weight of the danger band for this family; 0 = never there.",
      false, [cls](auto& t, size_t i) -> auto& { return cls(t, i).danger_affinity; });
  add_quota(table, "enemies", cls);
  table.number(
      {"enemies[].landmark_pull", "", "", 0, 10, "Attraction to expeditions, elite zones and forts."},
      [cls](auto& t, size_t i) -> auto& { return cls(t, i).landmark_pull; });
  add_gate(table, "enemies", cls);
}

void add_band(Builder& table, size_t band) {
  const std::string group = "bands." + std::string(kDangerSlugs[band]);
  const auto about = [&group](const char* key, const char* unit, double max, const char* help) {
    return About{group + "." + key, std::string("bands.*.") + key, unit, 0, max, help};
  };
  const auto range = [&](About a, auto member) {
    table.add(row(
        ParameterType::range, std::move(a),
        [ band, member ](auto& t, size_t) -> auto& { return member(t.bands[band]); }));
  };
  const auto rate = [&](About a, auto member) {
    table.number(
        std::move(a), [ band, member ](auto& t, size_t) -> auto& { return member(t.bands[band]); });
  };
  range(
      about("hp_mult", "", 1e6, "Hit point multiplier, [low, high] by rank in the band."),
      [](auto& b) -> auto& { return b.hp_mult; });
  range(
      about("dps_mult", "", 1e6, "Damage multiplier, [low, high] by rank in the band."),
      [](auto& b) -> auto& { return b.dps_mult; });
  range(
      about("level", "", 10000, "Level, [low, high] by rank in the band."),
      [](auto& b) -> auto& { return b.level; });
  range(
      about("loot", "", 1000, "Loot quality, [low, high] by rank in the band."),
      [](auto& b) -> auto& { return b.loot; });
  range(
      about("respawn_s", "s", 1e7, "Respawn time, [low, high] by rank in the band."),
      [](auto& b) -> auto& { return b.respawn_s; });
  rate(
      about("elite_rate", "", 1, "Share of the band's enemies that are elite."),
      [](auto& b) -> auto& { return b.elite_rate; });
  rate(
      about("named_rate", "", 1, "Informative: the count comes from rarity.named."),
      [](auto& b) -> auto& { return b.named_rate; });
  rate(
      about("boss_rate", "", 1, "Informative: the count comes from rarity.boss."),
      [](auto& b) -> auto& { return b.boss_rate; });
}

void add_strength(Builder& table) {
  table.integer(
      {"rarity.boss", "", "", 0, 10000, "Number of bosses."},
      [](auto& t, size_t) -> auto& { return t.rarity.boss; });
  table.integer(
      {"rarity.named", "", "", 0, 10000, "Number of named enemies."},
      [](auto& t, size_t) -> auto& { return t.rarity.named; });
  table.number(
      {"rarity.boss_rank", "", "", 0, 1, "Least rank for a boss away from strong sites."},
      [](auto& t, size_t) -> auto& { return t.rarity.boss_rank; });
  for (size_t band = 0; band < kDangers; ++band) add_band(table, band);
}

void add_landmarks(Builder& table) {
  for (size_t k = 0; k < kLandmarkKinds; ++k)
    table.integer(
        {"landmarks." + std::string(kLandmarkSlugs[k]), "landmarks.*", "", 0, 1000,
         "How many; settlement and fort follow regions.controllable when left out."},
        [k](auto& t, size_t) -> auto& { return t.landmarks[k]; });
  for (size_t k = 0; k < kLandmarkKinds; ++k)
    table.number(
        {"spacing." + std::string(kLandmarkSlugs[k]) + "_m", "", "m", 0, 100000,
         "Least distance between two of this landmark."},
        [k](auto& t, size_t) -> auto& { return t.spacing.landmark_m[k]; });
  table.number(
      {"spacing.landmark_any_m", "", "m", 0, 100000, "Least distance between any two landmarks."},
      [](auto& t, size_t) -> auto& { return t.spacing.landmark_any_m; });
  table.number(
      {"spacing.boss_m", "", "m", 0, 100000, "Least distance between bosses."},
      [](auto& t, size_t) -> auto& { return t.spacing.boss_m; });
  table.number(
      {"spacing.named_m", "", "m", 0, 100000, "Least distance of a named enemy to bosses and named ones."},
      [](auto& t, size_t) -> auto& { return t.spacing.named_m; });
  table.number(
      {"spacing.elite_m", "", "m", 0, 100000, "Least distance between elites."},
      [](auto& t, size_t) -> auto& { return t.spacing.elite_m; });
  table.number(
      {"spacing.enemy_from_settlement_m", "", "m", 0, 100000, "Least distance of an enemy to a settlement."},
      [](auto& t, size_t) -> auto& { return t.spacing.enemy_from_settlement_m; });
}

}  // namespace

void add_content_rows(Builder& table) {
  add_resources(table);
  add_wildlife(table);
  add_enemies(table);
  add_strength(table);
  add_landmarks(table);
}

}  // namespace fw::table
