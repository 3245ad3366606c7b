#include "render/plate/sections_water.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "render/map/figures/figures.h"
#include "render/page/numbers.h"

namespace fw {
namespace {

constexpr double kHalf = 13;  // units: half the length of a sample

std::string kilometres(double metres) {
  return decimal(metres / 1000, 1) + " km";
}

/// A sample made of a small world's figures: what the map shows is what the legend shows.
using Sketch = std::function<void(World& world)>;

SymbolDrawer sample(MapLayer layer, Sketch sketch) {
  return [layer, sketch = std::move(sketch)](const Painter& pen, double x, double y, double) {
    World world;
    world.grid = {32, 32, 1};
    // A metre a unit, (16, 16) metres at (x, y).
    const MapWindow window{16 - x, 16 + y, 1, 1 << 20, 1 << 20, 1};
    sketch(world);
    MapTerrain terrain;
    if (layer == MapLayer::coast_type) terrain.look_m = 0.19;  // signs as close as on a map of 8 km
    const Template tmpl;
    const AuditReport audit;
    const Atlas atlas{.world = world,
                      .tmpl = tmpl,
                      .audit = audit,
                      .palette = {},
                      .style = {},
                      .symbols = {},
                      .kind_rank = {},
                      .ground = std::make_shared<const AtlasLayers>(AtlasLayers{.terrain = terrain,
                                                                                .biome = Leaders({}),
                                                                                .danger = Leaders({}),
                                                                                .faction = Leaders({}),
                                                                                .region = Leaders({})})};
    for (const MapFigure& figure : layer_figures(atlas, layer, {window, 1}))
      draw_figure(pen.cr, figure, -1e9, 1e9);
  };
}

const std::vector<Vec2> kAcross{{16 - kHalf, 16}, {16 + kHalf, 16}};

/// A river across the sample, whose bed starts at a height; with a fall there if it does not start at 0.
SymbolDrawer river_sample(float bed_m = 0) {
  return sample(MapLayer::water, [bed_m](World& world) {
    Reach reach;
    reach.discharge_m3_s = 1;
    reach.vertices_m = kAcross;
    reach.bed_m = {bed_m, 0};
    reach.width_m = {0, 0};
    world.water_network.reaches.push_back(reach);
    River river;
    river.reaches = {0};
    world.water_network.rivers.push_back(river);
    if (bed_m > 0) world.water_network.falls.push_back({{16, 16}, 0, 0, static_cast<double>(bed_m)});
  });
}

SymbolDrawer lake_sample() {
  return sample(MapLayer::water, [](World& world) {
    Lake lake;
    lake.rings_m = {{{6, 16}, {9, 11}, {17, 10}, {25, 13}, {26, 18}, {19, 22}, {10, 21}}};
    world.water_network.lakes.push_back(lake);
  });
}

void put_road(RoadClass type, World& world) {
  RoadPiece piece;
  piece.type = type;
  piece.vertices_m = kAcross;
  world.roads.pieces.push_back(piece);
}

SymbolDrawer road_sample(RoadClass type) {
  return sample(MapLayer::roads, [type](World& world) { put_road(type, world); });
}

SymbolDrawer crossing_sample(CrossingType type) {
  return sample(MapLayer::roads, [type](World& world) {
    put_road(RoadClass::road, world);
    Crossing crossing;
    crossing.type = type;
    crossing.position_m = {16, 16};
    crossing.span_m = 5;
    crossing.direction = {1, 0};
    world.roads.crossings.push_back(crossing);
  });
}

SymbolDrawer shore_sample(ShoreType type) {
  return sample(MapLayer::coast_type, [type](World& world) {
    ShoreStretch stretch;
    stretch.type = type;
    stretch.vertices_m = kAcross;
    world.coast.stretches.push_back(stretch);
  });
}

void add_roads(const Roads& roads, std::vector<LegendItem>& items) {
  constexpr std::array<const char*, 3> kNames{"Road", "Track", "Trail"};
  for (size_t k = 0; k < kNames.size(); ++k) {
    double length_m = 0;
    for (const RoadPiece& piece : roads.pieces)
      if (piece.type == static_cast<RoadClass>(k)) length_m += piece.length_m;
    if (length_m > 0)
      items.push_back({road_sample(static_cast<RoadClass>(k)), kNames[k], kilometres(length_m)});
  }
  for (const auto& [type, name] : {std::pair(CrossingType::bridge, "Bridge"), {CrossingType::ford, "Ford"}}) {
    const auto count = std::count_if(roads.crossings.begin(), roads.crossings.end(),
                                     [type = type](const Crossing& c) { return c.type == type; });
    if (count > 0) items.push_back({crossing_sample(type), name, grouped(count)});
  }
}

void add_shores(const Coast& coast, std::vector<LegendItem>& items) {
  constexpr std::array<std::pair<ShoreType, const char*>, 3> kTypes{
      {{ShoreType::cliff, "Cliff"}, {ShoreType::beach, "Beach"}, {ShoreType::marsh, "Salt marsh"}}};
  for (const auto& [type, name] : kTypes) {
    double length_m = 0;
    for (const ShoreStretch& stretch : coast.stretches)
      if (stretch.type == type) length_m += stretch.length_m;
    if (length_m > 0) items.push_back({shore_sample(type), name, kilometres(length_m)});
  }
}

}  // namespace

std::vector<LegendItem> water_items(const Atlas& atlas) {
  const World& world = atlas.world;
  const Water& water = world.water_network;
  std::vector<LegendItem> items;
  double rivers_m = 0;
  for (const Reach& reach : water.reaches)
    if (reach.form != ReachForm::lake_path) rivers_m += reach.length_m;
  if (!water.rivers.empty()) items.push_back({river_sample(), "River", kilometres(rivers_m)});
  if (!water.lakes.empty())
    items.push_back({lake_sample(), "Lake", grouped(static_cast<int64_t>(water.lakes.size()))});
  if (!water.falls.empty())
    items.push_back({river_sample(1), "Waterfall", grouped(static_cast<int64_t>(water.falls.size()))});
  add_roads(world.roads, items);
  add_shores(world.coast, items);
  return items;
}

}  // namespace fw
