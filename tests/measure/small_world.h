#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "tests/vocabulary_of.h"

namespace fw::test {

/// A layer written as a picture: '.' is 0, '1' .. '9' the code.
inline Raster<uint8_t> picture(double cell_m, std::initializer_list<std::string_view> rows) {
  const int columns = static_cast<int>(rows.begin()->size());
  Raster<uint8_t> out(GridSpec{columns, static_cast<int>(rows.size()), cell_m});
  out.cells.clear();
  for (const std::string_view row : rows)
    for (const char c : row) out.cells.push_back(c == '.' ? 0 : static_cast<uint8_t>(c - '0'));
  return out;
}

inline Point point_at(const World& world, int class_index, int number, Vec2 at) {
  Point p;
  p.class_index = class_index;
  p.number = number;
  p.position_m = at;
  const size_t cell = world.grid.cell_at(at);
  p.region = world.region[cell];
  p.danger = static_cast<Danger>(world.danger[cell] - 1);
  p.biome = static_cast<Biome>(world.biome[cell] - 1);
  p.faction = static_cast<Faction>(world.faction[cell] - 1);
  p.height_m = world.height_m[cell];
  return p;
}

enum : int { kHemp, kWolf, kSettlement, kFort, kExpedition };

template <typename Row>
std::vector<Row> rows_named(std::initializer_list<const char*> ids) {
  std::vector<Row> rows(ids.size());
  for (size_t k = 0; k < rows.size(); ++k) rows[k].id = rows[k].label = ids.begin()[k];
  return rows;
}

/// Words with every role that the audit asks for.
inline Vocabulary small_vocabulary() {
  Vocabulary v;
  v.factions = rows_named<FactionRow>({"green", "purple", "yellow", "neutral"});
  v.factions[3].role = FactionRole::neutral;
  v.biomes = rows_named<BiomeRow>(
      {"grassland", "forest", "wetland", "tropical", "highland", "snow", "arid", "enchanted"});
  v.danger = rows_named<BandRow>({"green", "yellow", "red", "black"});
  v.danger[0].safe = true;
  v.danger[2].strong = v.danger[3].strong = true;
  v.landmarks = rows_named<LandmarkRow>({"settlement", "fort", "shrine", "expedition"});
  v.landmarks[0].role = LandmarkRole::seat;
  v.landmarks[1].role = LandmarkRole::guard;
  v.landmarks[2].site.prefer = {{.measure = "junction_m"}};
  v.landmarks[3].site.require = {{.measure = "height_rank", .min = 0.68}};
  v.landmarks[3].strong = true;
  v.landmarks[3].count = 1;
  v.rarities = rows_named<RarityRow>({"ordinary", "elite", "named", "boss"});
  v.rarities[1].spacing_m = 150;
  v.rarities[2].spacing_m = 420;
  v.rarities[2].count = 0;
  v.rarities[2].ladder = {{.from_band = "red", .spacing_factor = 5.0 / 7}, {.from_band = "yellow"}};
  v.rarities[3].spacing_m = 800;
  v.rarities[3].count = 1;
  v.rarities[3].ladder = {{.from_band = "red", .near = {"strong"}, .within_m = 400, .spacing_factor = 0.6}};
  return v;
}

/// 8 x 8 cells of 100 m, one row of sea: a neutral north and a green south, small enough to count by hand.
inline World small_world() {
  World w;
  w.template_name = "Small";
  w.seeds = SeedBundle::from_master(7);
  w.vocabulary = small_vocabulary();
  w.region = picture(
      100, {"11111111", "11111111", "11111111", "22222222", "22222222", "22222222", "22222222", "........"});
  w.grid = w.region.grid;
  w.danger = picture(
      100, {"44444444", "44443333", "33333333", "22222222", "22221111", "11111111", "11111111", "........"});
  w.biome = picture(
      100, {"55555555", "55555555", "55555555", "22221111", "22221111", "22221111", "22221111", "........"});
  w.faction = picture(
      100, {"44444444", "44444444", "44444444", "11111111", "11111111", "11111111", "11111111", "........"});
  w.type = picture(
      100, {"11112222", "11112222", "11112222", "33332222", "33332222", "33331111", "33331111", "........"});
  w.land = Raster<uint8_t>(w.grid);
  w.height_m = Raster<float>(w.grid, -5.0f);
  for (size_t i = 0; i < w.land.size(); ++i) {
    w.land[i] = w.region[i] != 0;
    if (w.land[i]) w.height_m[i] = 100.0f - static_cast<float>(i);
  }
  Region north;
  north.name = "Calmere";
  north.neutral = true;
  north.owner = faction_named(w.vocabulary, "neutral");
  north.danger_target = {0, 0, 0.5, 0.5};
  north.danger_asked = true;
  north.biome_target = {0, 0, 0, 0, 1, 0, 0, 0};
  Region south;
  south.name = "Dunwick";
  south.owner = faction_named(w.vocabulary, "green");
  south.danger_target = {0.625, 0.375, 0, 0};
  south.biome_target = {0.5, 0.5, 0, 0, 0, 0, 0, 0};
  w.regions.push_back(north);
  w.regions.push_back(south);

  w.points.classes = {{Category::resource, "hemp", "Hemp", "fibres", Tier::rare, {}},
                      {Category::enemy, "wolf", "Wolf", "wolf", Tier::none, {}},
                      {Category::landmark, "settlement", "Settlement", "", Tier::none,
                       kind_named(w.vocabulary, "settlement")},
                      {Category::landmark, "fort", "Fort", "", Tier::none, kind_named(w.vocabulary, "fort")},
                      {Category::landmark, "expedition", "Expedition", "", Tier::none,
                       kind_named(w.vocabulary, "expedition")}};
  w.points.points = {point_at(w, kHemp, 0, {50, 750}),        point_at(w, kHemp, 1, {150, 750}),
                     point_at(w, kHemp, 2, {50, 150}),        point_at(w, kWolf, 0, {150, 650}),
                     point_at(w, kWolf, 1, {750, 650}),       point_at(w, kWolf, 2, {750, 150}),
                     point_at(w, kSettlement, 0, {650, 150}), point_at(w, kFort, 0, {150, 250}),
                     point_at(w, kExpedition, 0, {50, 750})};
  w.points.points[3].rarity = rarity_named(w.vocabulary, "boss");
  w.points.points[4].rarity = rarity_named(w.vocabulary, "ordinary");
  w.points.points[5].rarity = rarity_named(w.vocabulary, "ordinary");
  w.ledger = {{kHemp, 0, 4, 3, 10, 20, 30, 0, 0, 90}, {kWolf, 0, 3, 3, 0, 0, 0, 0, 0, 200}};
  w.junctions_m = {{650, 150}};
  return w;
}

/// The template that small_world() obeys but for one hemp plant.
inline Template small_template() {
  Template t;
  t.name = "Small";
  t.vocabulary = small_vocabulary();
  const auto state = [](auto& rows, std::initializer_list<int> cells) {
    for (size_t k = 0; k < rows.size(); ++k) rows[k].share = cells.begin()[k] / 56.0;
  };
  state(t.vocabulary.danger, {20, 12, 12, 12});
  state(t.vocabulary.biomes, {16, 16, 0, 0, 24, 0, 0, 0});
  state(t.vocabulary.factions, {32, 0, 0, 24});
  PointClass hemp = fresh_class(t.vocabulary);
  hemp.slug = "hemp";
  hemp.quota = 4;
  hemp.spacing_m = 100;
  t.resources = {hemp};
  PointClass wolf = fresh_class(t.vocabulary);
  wolf.slug = "wolf";
  wolf.quota = 3;
  wolf.biome_affinity = {0, 0, 0, 0, 1, 0, 0, 0};
  t.enemies = {wolf};
  return t;
}

}  // namespace fw::test
