#include <algorithm>
#include <array>
#include <string>

#include "render/geo/vector/line_parts_internal.h"

namespace fw::lines {
namespace {

std::string slug(const auto& slugs, auto value) {
  return std::string(slugs[static_cast<size_t>(value)]);
}

std::string into_text(const Reach& reach) {
  if (reach.into == ReachInto::edge) return "edge";
  if (reach.into == ReachInto::sea || reach.into_index < 0) return "sea";
  return numbered(reach.into == ReachInto::lake ? "lake" : "river", static_cast<size_t>(reach.into_index));
}

double mean_width_m(const Reach& reach) {
  double sum = 0;
  for (const float width : reach.width_m) sum += static_cast<double>(width);
  return reach.width_m.empty() ? 0 : sum / static_cast<double>(reach.width_m.size());
}

}  // namespace

std::string reach_id(const Water& water, size_t reach) {
  const auto river = static_cast<size_t>(water.reaches[reach].river);
  const std::vector<int>& own = water.rivers[river].reaches;
  const auto at = std::find(own.begin(), own.end(), static_cast<int>(reach));
  return numbered("river", river) + "/" + std::to_string(at - own.begin() + 1);
}

LineLayer rivers(const World& world) {
  const Water& water = world.water_network;
  LineLayer layer{"rivers", "Reaches of rivers, downstream; z is the bed", wkbLineString25D, {}, {},
                  "rivers"};
  layer.table.columns = {{"id", text},
                         {"river", text},
                         {"name", text},
                         {"order", integer},
                         {"into", text},
                         {"form", text},
                         {"discharge_m3_s", real},
                         {"width_m", real},
                         {"depth_m", real},
                         {"length_m", real},
                         {"slope", real},
                         {"falls", integer},
                         {"widths_m", AttributeKind::json}};
  for (size_t i = 0; i < water.reaches.size(); ++i) {
    const Reach& reach = water.reaches[i];
    const auto river = static_cast<size_t>(reach.river);
    const auto falls = std::count_if(water.falls.begin(), water.falls.end(), [i](const Waterfall& fall) {
      return static_cast<size_t>(fall.reach) == i;
    });
    layer.table.rows.push_back({reach_id(water, i), numbered("river", river), water.rivers[river].name,
                                int64_t{reach.order}, into_text(reach), slug(kReachFormSlugs, reach.form),
                                number(reach.discharge_m3_s), metres(mean_width_m(reach)),
                                metres(reach.depth_m), metres(reach.length_m), number(reach.slope),
                                static_cast<int64_t>(falls),
                                numbers(std::vector<double>(reach.width_m.begin(), reach.width_m.end()), 2)});
    layer.geometries.push_back(line(reach.vertices_m, reach.bed_m));
  }
  return layer;
}

LineLayer lakes(const World& world) {
  LineLayer layer{"lakes", "Lakes at their level", wkbPolygon, {}, {}, "lakes"};
  layer.table.columns = {{"id", text},
                         {"name", text},
                         {"area_km2", real},
                         {"level_m", real},
                         {"depth_max_m", real},
                         {"volume_m3", real},
                         {"outlet", AttributeKind::json}};
  const std::vector<Lake>& all = world.water_network.lakes;
  for (size_t i = 0; i < all.size(); ++i) {
    const Lake& lake = all[i];
    layer.table.rows.push_back({numbered("lake", i), lake.name, number(lake.area_m2 * 1e-6),
                                metres(lake.level_m), metres(lake.depth_max_m), metres(lake.volume_m3),
                                numbers(std::array{lake.outlet_m.x, lake.outlet_m.y})});
    layer.geometries.push_back(polygon(lake.rings_m));
  }
  return layer;
}

LineLayer waterfalls(const World& world) {
  LineLayer layer{"waterfalls", "Where a river's bed falls at once", wkbPoint, {}, {}, ""};
  layer.table.columns = {{"id", text}, {"river", text}, {"reach", text}, {"fall_m", real}};
  const Water& water = world.water_network;
  for (size_t i = 0; i < water.falls.size(); ++i) {
    const Waterfall& fall = water.falls[i];
    const auto reach = static_cast<size_t>(fall.reach);
    layer.table.rows.push_back({numbered("waterfall", i),
                                numbered("river", static_cast<size_t>(water.reaches[reach].river)),
                                reach_id(water, reach), metres(fall.fall_m)});
    layer.geometries.push_back(place(fall.position_m));
  }
  return layer;
}

LineLayer shore(const World& world) {
  LineLayer layer{"shore", "Stretches of the shore by type; land on the left", wkbLineString, {}, {},
                  "coast"};
  layer.table.columns = {{"id", text}, {"type", text}, {"length_m", real}};
  for (size_t i = 0; i < world.coast.stretches.size(); ++i) {
    const ShoreStretch& stretch = world.coast.stretches[i];
    layer.table.rows.push_back(
        {numbered("shore", i), slug(kShoreTypeSlugs, stretch.type), metres(stretch.length_m)});
    layer.geometries.push_back(line(stretch.vertices_m));
  }
  return layer;
}

}  // namespace fw::lines
