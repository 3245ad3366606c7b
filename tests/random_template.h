#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/model/template/site_measures.h"
#include "core/template/template_io.h"

// Templates of random words, rules and shapes.
namespace fw::test {

using nlohmann::json;

/// Draws of one template.
class Dice {
 public:
  explicit Dice(uint64_t seed) : random_{derive(seed, "random.template"), 0} {}
  int from(int low, int high) {
    return low + static_cast<int>(random_.below(static_cast<size_t>(high - low + 1)));
  }
  double real(double low, double high) { return std::round(random_.uniform(low, high) * 1000) / 1000; }
  bool chance(double p) { return random_.uniform() < p; }
  template <typename List>
  auto one_of(const List& list) {
    return list[random_.below(std::size(list))];
  }

 private:
  RandomCursor random_;
};

/// Shares in whole thousandths that sum to 1.
inline std::vector<double> shares(Dice& dice, int n) {
  std::vector<int> part(static_cast<size_t>(n), 1000 / n / 2);
  int left = 1000 - n * (1000 / n / 2);
  while (left > 0) {
    const int more = std::min(left, dice.from(1, 60));
    part[static_cast<size_t>(dice.from(0, n - 1))] += more;
    left -= more;
  }
  std::vector<double> out;
  for (const int p : part) out.push_back(p / 1000.0);
  return out;
}

inline std::string id(const char* stem, int k) {
  return std::string(stem) + "_" + std::to_string(k);
}

inline json ids(Dice& dice, const char* stem, int n) {
  json out = json::array();
  for (int k = 0; k < n; ++k)
    if (dice.chance(0.6)) out.push_back(id(stem, k));
  if (out.empty()) out.push_back(id(stem, dice.from(0, n - 1)));
  return out;
}

struct Counts {
  int factions, biomes, bands, kinds;
};

inline json factions_of(Dice& dice, int n, bool neutral) {
  json rows = json::array();
  const std::vector<double> share = shares(dice, n);
  for (int k = 0; k < n; ++k) {
    json row{{"id", id("f", k)}, {"share", share[static_cast<size_t>(k)]}};
    if (neutral && k == n - 1) row["role"] = "neutral";
    if (dice.chance(0.2))
      row["home"] = {dice.real(0, 1), dice.real(0, 1)}, row["home_weight"] = dice.real(0, 10);
    rows.push_back(row);
  }
  return rows;
}

inline json biomes_of(Dice& dice, int n) {
  json rows = json::array();
  const std::vector<double> share = shares(dice, n);
  for (int k = 0; k < n; ++k) {
    json prior = json::object();
    for (const char* key : {"height", "slope", "coast", "south", "danger", "mid_height", "constant"})
      if (dice.chance(0.4)) prior[key] = dice.real(-2, 2);
    rows.push_back({{"id", id("b", k)}, {"share", share[static_cast<size_t>(k)]}, {"prior", prior}});
    if (k == 0 || dice.chance(0.3)) rows.back()["tags"] = {"wet"};
  }
  return rows;
}

inline json bands_of(Dice& dice, int n) {
  json rows = json::array();
  const std::vector<double> share = shares(dice, n);
  double below = 0;
  for (int k = 0; k < n; ++k) {
    json row{
        {"id", id("d", k)}, {"share", share[static_cast<size_t>(k)]}, {"threshold", std::min(below, 0.999)}};
    row["tier_at"] = 0.05 + 1.07 * k / std::max(1, n - 1);
    row["safe"] = k <= n / 3;
    row["strong"] = k >= n - 2;
    row["floor"] = k < 2 && n > 2 ? dice.real(0, 0.1) : 0.0;
    row["elite_rate"] = dice.real(0, 0.4);
    below += share[static_cast<size_t>(k)];
    rows.push_back(row);
  }
  return rows;
}

/// Names of cultures with few or many parts, for some of the factions.
inline void add_names(Dice& dice, json& t) {
  const int cultures = dice.from(0, 4);
  json rows = json::array();
  for (int k = 0; k < cultures; ++k) {
    json row{{"id", id("n", k)}};
    for (const char* part : {"starts", "middles", "ends", "epithets"}) {
      if (dice.chance(0.4)) continue;
      json texts = json::array();
      for (int i = dice.from(1, 8); i > 0; --i)
        texts.push_back(std::string(1, static_cast<char>('a' + dice.from(0, 25))));
      row[part] = texts;
    }
    rows.push_back(row);
  }
  if (cultures > 0) t["names"] = rows;
  for (json& faction : t["factions"])
    if (cultures > 0 && dice.chance(0.7)) faction["names"] = id("n", dice.from(0, cultures - 1));
  for (json& kind : t["landmarks"]) kind["named"] = dice.chance(0.5);
}

/// Any measure but those of water and roads, which these templates switch off.
inline const SiteMeasure& any_measure(Dice& dice) {
  const std::set<std::string_view> off{"river_m",  "lake_m",    "water_m",    "harbour_m",  "road_m",
                                       "bridge_m", "mooring",   "river_flow", "river_fall", "settlement_m",
                                       "fort_m",   "capital_m", "city_m",     "town_m"};
  const SiteMeasure* m = nullptr;
  do m = &kSiteMeasures[static_cast<size_t>(dice.from(0, static_cast<int>(kSiteMeasures.size()) - 1))];
  while (off.count(m->slug) == 1);
  return *m;
}

/// Any rule that the words allow; measures of tracks only where tracks are laid before.
inline json condition(Dice& dice, const Counts& n, int kind, bool after_tracks) {
  const SiteMeasure& m = any_measure(dice);
  const std::string measure(m.slug);
  if ((m.after_tracks || measure.starts_with("biome")) && !after_tracks)
    return {{"measure", "slope"}, {"below", dice.real(0.2, 1)}};
  if (measure == "band") return {{"measure", measure}, {"in", ids(dice, "d", n.bands)}};
  if (measure == "biome") return {{"measure", measure}, {"in", ids(dice, "b", n.biomes)}};
  if (measure == "faction") return {{"measure", measure}, {"in", ids(dice, "f", n.factions)}};
  if (measure == "region") return {{"measure", measure}, {"in", {"controllable"}}};
  if (measure == "island") return {{"measure", measure}, {"in", {dice.chance(0.5) ? "main" : "any"}}};
  if (measure == "standing") return {{"measure", measure}, {"in", {"capital", "town"}}};
  if (measure == "biome_tag") return {{"measure", measure}, {"in", {"wet"}}};
  if (kind > 0 && dice.chance(0.2))
    return {{"measure", "to." + id("k", dice.from(0, kind - 1)) + "_m"}, {"above", dice.real(10, 300)}};
  const bool metres = m.unit == "m";
  json out{{"measure", measure}};
  out[dice.one_of(std::vector<const char*>{"min", "above"})] =
      metres ? dice.real(0, 200) : dice.real(-0.2, 0.4);
  if (dice.chance(0.3)) out["max"] = metres ? dice.real(300, 3000) : dice.real(0.5, 2);
  return out;
}

inline json term(Dice& dice, bool after_tracks) {
  const SiteMeasure* m = nullptr;
  do m = &any_measure(dice);
  while (m->kind == MeasureKind::ids || (m->after_tracks && !after_tracks));
  json out{{"measure", std::string(m->slug)}, {"weight", dice.real(-2, 2)}};
  switch (dice.from(0, 3)) {
    case 1:
      out["shape"] = "exp", out["scale"] = dice.real(0.05, 500);
      break;
    case 2:
      out["shape"] = "bell", out["at"] = dice.real(0, 300), out["width"] = dice.real(0.1, 300);
      break;
    case 3:
      out["shape"] = "saturate", out["at"] = dice.real(0.1, 500);
      break;
    default:
      break;
  }
  return out;
}

inline json kinds_of(Dice& dice, const Counts& n) {
  json rows = json::array();
  const int last_joining = dice.from(0, n.kinds);
  for (int k = 0; k < n.kinds; ++k) {
    const bool after = k > last_joining;
    json row{{"id", id("k", k)}, {"spacing_m", dice.real(50, 900)}, {"others_m", dice.real(0, 300)}};
    if (k == 0 && dice.chance(0.7))
      row["role"] = "seat";
    else if (k == 1 && rows[0].value("role", "") == "seat" && dice.chance(0.7))
      row["role"] = "guard";
    else {
      row["count"] = dice.from(0, 12);
      json require = json::array(), prefer = json::array();
      for (int c = dice.from(0, 3); c > 0; --c) require.push_back(condition(dice, n, k, after));
      for (int c = dice.from(1, 4); c > 0; --c) prefer.push_back(term(dice, after));
      row["site"] = {{"require", require}, {"prefer", prefer}, {"cover", {{"weight", dice.real(0, 3)}}}};
    }
    row["joins_tracks"] = k == last_joining || (k < last_joining && dice.chance(0.5));
    row["strong"] = dice.chance(0.3);
    rows.push_back(row);
  }
  return rows;
}

inline json point_classes(Dice& dice, const Counts& n, const char* stem, int most) {
  json rows = json::array();
  for (int k = dice.from(0, most); k > 0; --k) {
    json row{{"class", id(stem, k)}, {"quota", dice.from(0, 40)}, {"spacing_m", dice.real(20, 200)}};
    for (int b = 0; b < n.biomes; ++b)
      if (dice.chance(0.5)) row["biomes"][id("b", b)] = dice.real(0.1, 1);
    if (!row.contains("biomes")) row["biomes"] = {{id("b", 0), 1}};
    rows.push_back(row);
  }
  return rows;
}

/// The text of the template of a seed; not every one can be a world.
inline std::string random_template(uint64_t seed) {
  Dice dice(seed);
  const Counts n{dice.from(1, 12), dice.from(1, 24), dice.from(1, 8), dice.from(0, 12)};
  const bool neutral = n.factions > 1 && dice.chance(0.7);
  const double width = dice.real(2000, 20000);
  json t{{"format", 3}, {"name", "Random"}, {"seed", seed}};
  t["frame"] = {{"width_m", width}, {"height_m", std::round(width * dice.real(0.3, 2.5))}};
  const std::string shape(dice.one_of(kLandShapeSlugs));
  t["land"] = {{"shape", shape},
               {"fraction", shape == "inland" ? 1.0 : dice.real(0.05, 0.9)},
               {"roughness", dice.real(0, 1.5)},
               {"detail", dice.real(0, 1)},
               {"drowned", dice.real(0, 1)},
               {"stretch", dice.real(1, 3)},
               {"superellipse", dice.real(1, 4)},
               {"islets", dice.chance(0.3) ? 0.0 : dice.real(0, 1)}};
  t["relief"] = {{"erosion", dice.chance(0.5) ? "fluvial" : "none"},
                 {"height_max_m", std::round(dice.real(1, 9000))},
                 {"plains", dice.real(0, 0.7)},
                 {"grain", dice.real(0.3, 3)},
                 {"detail", dice.real(0, 2)}};
  if (shape == "archipelago") t["land"]["islands"] = dice.from(2, 12);
  if (shape == "coast")
    t["land"]["sea_sides"] =
        json::array({dice.one_of(std::vector<const char*>{"north", "east", "south", "west"})});
  t["regions"] = {{"controllable", dice.from(1, 24)},
                  {"neutral", neutral ? dice.from(1, 6) : 0},
                  {"neutral_at", dice.one_of(std::vector<const char*>{"north", "south_west", "centre", "rim",
                                                                      "border", "spread"})},
                  {"tier_towards", dice.one_of(std::vector<const char*>{"north", "east", "centre", "rim"})}};
  t["factions"] = factions_of(dice, n.factions, neutral);
  t["biomes"] = biomes_of(dice, n.biomes);
  t["danger"] = bands_of(dice, n.bands);
  t["landmarks"] = kinds_of(dice, n);
  t["families"] = json::array({{{"id", "goods"}, {"of", "resource"}}});
  t["rarities"] = json::array({{{"id", "plain"}}, {{"id", "tough"}, {"hp_factor", 2}, {"spacing_m", 100}}});
  t["resources"] = point_classes(dice, n, "res", 4);
  for (json& row : t["resources"]) row["family"] = "goods";
  t["wildlife"] = point_classes(dice, n, "wild", 3);
  t["enemies"] = point_classes(dice, n, "foe", 3);
  add_names(dice, t);
  return t.dump(1);
}

}  // namespace fw::test
