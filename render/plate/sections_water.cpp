#include "render/plate/sections.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "render/map/figures/figures.h"
#include "render/map/scene/scale_table.h"
#include "render/page/numbers.h"
#include "render/plate/sections_internal.h"

namespace fw {
namespace {

constexpr double kHalf = 13;  // units: half the length of a sample

std::string kilometres(double metres) {
  return decimal(metres / 1000, 1) + " km";
}

/// A sample made of a small world's figures: what the map shows is what the legend shows.
using Sketch = std::function<void(World& world)>;

SymbolDrawer sample(MapLayer layer, const MapStyle& style, Sketch sketch) {
  return [layer, &style, sketch = std::move(sketch)](const Painter& pen, double x, double y, double) {
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
                      .look = style,
                      .symbols = {},
                      .kind_rank = {},
                      .ground = std::make_shared<const AtlasLayers>(AtlasLayers{.terrain = terrain,
                                                                                .biome = Leaders({}),
                                                                                .danger = Leaders({}),
                                                                                .faction = Leaders({}),
                                                                                .region = Leaders({})})};
    for (const MapFigure& figure :
         layer_figures(atlas, layer, {.window = window, .unit_px = 1, .style = style}))
      draw_figure(pen.cr, figure, -1e9, 1e9);
  };
}

const std::vector<Vec2> kAcross{{16 - kHalf, 16}, {16 + kHalf, 16}};

/// A river across the sample, whose bed starts at a height; with a fall there if it does not start at 0.
SymbolDrawer river_sample(const MapStyle& style, float bed_m = 0) {
  return sample(MapLayer::water, style, [bed_m](World& world) {
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

SymbolDrawer lake_sample(const MapStyle& style) {
  return sample(MapLayer::water, style, [](World& world) {
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

SymbolDrawer road_sample(const MapStyle& style, RoadClass type) {
  return sample(MapLayer::roads, style, [type](World& world) { put_road(type, world); });
}

SymbolDrawer crossing_sample(const MapStyle& style, CrossingType type) {
  return sample(MapLayer::roads, style, [type](World& world) {
    put_road(RoadClass::road, world);
    Crossing crossing;
    crossing.type = type;
    crossing.position_m = {16, 16};
    crossing.span_m = 5;
    crossing.direction = {1, 0};
    world.roads.crossings.push_back(crossing);
  });
}

SymbolDrawer shore_sample(const MapStyle& style, ShoreType type) {
  return sample(MapLayer::coast_type, style, [type](World& world) {
    ShoreStretch stretch;
    stretch.type = type;
    stretch.vertices_m = kAcross;
    world.coast.stretches.push_back(stretch);
  });
}

SymbolDrawer footprint_sample(const MapStyle& style) {
  return sample(MapLayer::footprints, style, [](World& world) {
    world.vocabulary.landmarks.emplace_back();
    world.points.classes.emplace_back();
    world.points.points.emplace_back();
    Footprint plan;
    plan.outline_m = {{6, 12}, {14, 9}, {26, 13}, {24, 22}, {9, 21}};
    world.footprints.push_back(plan);
  });
}

bool shown_at(const IsShown& is_shown, Vec2 place_m) {
  return is_shown({place_m}, false);
}

void add_roads(const MapStyle& style, const Roads& roads, double denominator, const IsShown& is_shown,
               std::vector<LegendItem>& items) {
  constexpr std::array<const char*, 3> kNames{"Road", "Track", "Trail"};
  const auto classes = static_cast<size_t>(shown_at(ScaleRow::roads, denominator).value);
  for (size_t k = 0; k < classes; ++k) {
    double length_m = 0;
    bool any = false;
    for (const RoadPiece& piece : roads.pieces) {
      if (piece.type != static_cast<RoadClass>(k)) continue;
      length_m += piece.length_m;
      any = any || is_shown(piece.vertices_m, false);
    }
    if (any)
      items.push_back({road_sample(style, static_cast<RoadClass>(k)), kNames[k], kilometres(length_m)});
  }
  if (classes < kNames.size()) return;  // without crossings
  for (const auto& [type, name] : {std::pair(CrossingType::bridge, "Bridge"), {CrossingType::ford, "Ford"}}) {
    int64_t count = 0;
    bool any = false;
    for (const Crossing& crossing : roads.crossings) {
      if (crossing.type != type) continue;
      ++count;
      any = any || shown_at(is_shown, crossing.position_m);
    }
    if (any) items.push_back({crossing_sample(style, type), name, grouped(count)});
  }
}

void add_shores(const MapStyle& style, const Coast& coast, const IsShown& is_shown,
                std::vector<LegendItem>& items) {
  constexpr std::array<std::pair<ShoreType, const char*>, 3> kTypes{
      {{ShoreType::cliff, "Cliff"}, {ShoreType::beach, "Beach"}, {ShoreType::marsh, "Salt marsh"}}};
  for (const auto& [type, name] : kTypes) {
    double length_m = 0;
    bool any = false;
    for (const ShoreStretch& stretch : coast.stretches) {
      if (stretch.type != type) continue;
      length_m += stretch.length_m;
      any = any || is_shown(stretch.vertices_m, false);
    }
    if (any) items.push_back({shore_sample(style, type), name, kilometres(length_m)});
  }
}

void add_waters(const MapStyle& style, const Water& water, const IsShown& is_shown,
                std::vector<LegendItem>& items) {
  double rivers_m = 0;
  bool any = false;
  for (const Reach& reach : water.reaches) {
    if (reach.form == ReachForm::lake_path) continue;
    rivers_m += reach.length_m;
    any = any || is_shown(reach.vertices_m, false);
  }
  if (any) items.push_back({river_sample(style), "River", kilometres(rivers_m)});
  if (std::any_of(water.lakes.begin(), water.lakes.end(), [&](const Lake& lake) {
        return !lake.rings_m.empty() && is_shown(lake.rings_m.front(), true);
      }))
    items.push_back({lake_sample(style), "Lake", grouped(static_cast<int64_t>(water.lakes.size()))});
  if (std::any_of(water.falls.begin(), water.falls.end(),
                  [&](const auto& fall) { return shown_at(is_shown, fall.position_m); }))
    items.push_back({river_sample(style, 1), "Waterfall", grouped(static_cast<int64_t>(water.falls.size()))});
}

}  // namespace

std::vector<LegendItem> water_items(const Atlas& atlas, double denominator, const IsShown& is_shown) {
  const World& world = atlas.world;
  const IsShown shown =
      is_shown ? is_shown : [](const std::vector<Vec2>& points_m, bool) { return !points_m.empty(); };
  std::vector<LegendItem> items;
  add_waters(atlas.look, world.water_network, shown, items);
  add_roads(atlas.look, world.roads, denominator, shown, items);
  add_shores(atlas.look, world.coast, shown, items);
  const auto plan_shown = [&](const Footprint& plan) { return is_shown(plan.outline_m, true); };
  const bool plans = shown_at(ScaleRow::ground_plans, denominator).show != Show::none;
  if (is_shown && plans && std::any_of(world.footprints.begin(), world.footprints.end(), plan_shown))
    items.push_back({footprint_sample(atlas.look), "Ground plan", ""});
  return items;
}

}  // namespace fw
