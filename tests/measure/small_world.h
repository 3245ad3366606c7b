#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/template.h"
#include "core/model/world.h"

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

/// 8 x 8 cells of 100 m, one row of sea: a neutral north and a green south, small enough to count by hand.
inline World small_world() {
  World w;
  w.template_name = "Small";
  w.seeds = SeedBundle::from_master(7);
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
  north.danger_target = {0, 0, 0.5, 0.5};
  north.danger_asked = true;
  north.biome_target = {0, 0, 0, 0, 1, 0, 0, 0};
  Region south;
  south.name = "Dunwick";
  south.owner = Faction::green;
  south.danger_target = {0.625, 0.375, 0, 0};
  south.biome_target = {0.5, 0.5, 0, 0, 0, 0, 0, 0};
  w.regions.push_back(north);
  w.regions.push_back(south);

  w.points.classes = {
      {Category::resource, "hemp", "Hemp", "fibres", Tier::rare, {}},
      {Category::enemy, "wolf", "Wolf", "wolf", Tier::none, {}},
      {Category::landmark, "settlement", "Settlement", "", Tier::none, LandmarkKind::settlement},
      {Category::landmark, "fort", "Fort", "", Tier::none, LandmarkKind::fort},
      {Category::landmark, "expedition", "Expedition", "", Tier::none, LandmarkKind::expedition}};
  w.points.points = {point_at(w, kHemp, 0, {50, 750}),        point_at(w, kHemp, 1, {150, 750}),
                     point_at(w, kHemp, 2, {50, 150}),        point_at(w, kWolf, 0, {150, 650}),
                     point_at(w, kWolf, 1, {750, 650}),       point_at(w, kWolf, 2, {750, 150}),
                     point_at(w, kSettlement, 0, {650, 150}), point_at(w, kFort, 0, {150, 250}),
                     point_at(w, kExpedition, 0, {50, 750})};
  w.points.points[3].rarity = Rarity::boss;
  w.points.points[4].rarity = Rarity::ordinary;
  w.points.points[5].rarity = Rarity::ordinary;
  w.ledger = {{kHemp, 0, 4, 3, 10, 20, 30, 0, 0, 90}, {kWolf, 0, 3, 3, 0, 0, 0, 0, 0, 200}};
  w.junctions_m = {{650, 150}};
  return w;
}

/// The template that small_world() obeys but for one hemp plant.
inline Template small_template() {
  Template t;
  t.name = "Small";
  t.danger = {20.0 / 56, 12.0 / 56, 12.0 / 56, 12.0 / 56};
  t.biomes = {16.0 / 56, 16.0 / 56, 0, 0, 24.0 / 56, 0, 0, 0};
  t.factions = {32.0 / 56, 0, 0, 24.0 / 56};
  PointClass hemp;
  hemp.slug = "hemp";
  hemp.quota = 4;
  hemp.spacing_m = 100;
  t.resources = {hemp};
  PointClass wolf;
  wolf.slug = "wolf";
  wolf.quota = 3;
  wolf.biome_affinity = {0, 0, 0, 0, 1, 0, 0, 0};
  t.enemies = {wolf};
  t.rarity.boss = 1;
  t.landmarks[static_cast<size_t>(LandmarkKind::settlement)] = 1;
  t.landmarks[static_cast<size_t>(LandmarkKind::fort)] = 1;
  t.landmarks[static_cast<size_t>(LandmarkKind::expedition)] = 1;
  return t;
}

}  // namespace fw::test
