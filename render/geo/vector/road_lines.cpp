#include <string>

#include "core/base/plain_text.h"
#include "render/geo/json_text.h"
#include "render/geo/vector/line_parts_internal.h"
#include "render/geo/vector/region_fields.h"

namespace fw::lines {
namespace {

std::string point_id(const World& world, int point) {
  return world.points.id_of(world.points.points[static_cast<size_t>(point)]);
}

}  // namespace

std::string road_id(const World& world, int piece) {
  return numbered(world.roads.empty() ? "track" : "road", static_cast<size_t>(piece));
}

LineLayer roads(const World& world) {
  LineLayer layer{"roads", "Pieces of roads, tracks and trails", wkbLineString, {}, {}, "roads"};
  layer.table.columns = {{"id", text},       {"class", text},     {"traffic", integer},
                         {"length_m", real}, {"grade_max", real}, {"ends", AttributeKind::json}};
  for (size_t i = 0; i < world.roads.pieces.size(); ++i) {
    const RoadPiece& piece = world.roads.pieces[i];
    const auto end_id = [&](size_t end) {
      return road_node_id(world, static_cast<size_t>(piece.nodes[end]));
    };
    layer.table.rows.push_back(
        {numbered("road", i), std::string(kRoadClassSlugs[static_cast<size_t>(piece.type)]),
         int64_t{piece.traffic}, metres(piece.length_m), number(piece.grade_max),
         JsonText{"[ " + json_string(end_id(0)) + ", " + json_string(end_id(1)) + " ]"}});
    layer.geometries.push_back(line(piece.vertices_m));
  }
  return layer;
}

LineLayer crossings(const World& world) {
  LineLayer layer{"crossings", "Bridges and fords", wkbPoint, {}, {}, "crossings"};
  layer.table.columns = {{"id", text},     {"type", text},    {"river", text},    {"road", text},
                         {"span_m", real}, {"width_m", real}, {"angle_deg", real}};
  for (size_t i = 0; i < world.roads.crossings.size(); ++i) {
    const Crossing& crossing = world.roads.crossings[i];
    const Reach& reach = world.water_network.reaches[static_cast<size_t>(crossing.reach)];
    layer.table.rows.push_back(
        {numbered("crossing", i), std::string(kCrossingTypeSlugs[static_cast<size_t>(crossing.type)]),
         numbered("river", static_cast<size_t>(reach.river)), road_id(world, crossing.piece),
         metres(crossing.span_m), metres(crossing.width_m), metres(crossing.angle_deg)});
    layer.geometries.push_back(place(crossing.position_m));
  }
  return layer;
}

LineLayer footprints(const World& world) {
  LineLayer layer{"footprints", "Ground plans of settlements and forts", wkbPolygon, {}, {}, "footprints"};
  layer.table.columns = {{"id", text},    {"of", text},      {"area_m2", real},
                         {"grade", real}, {"walls_m", real}, {"gates", AttributeKind::json}};
  for (size_t i = 0; i < world.footprints.size(); ++i) {
    const Footprint& plan = world.footprints[i];
    std::string gates;
    for (const Gate& gate : plan.gates)
      gates += (gates.empty() ? " [ " : ", [ ") +
               json_real(round_decimals(gate.position_m.x, kMetreDecimals)) + ", " +
               json_real(round_decimals(gate.position_m.y, kMetreDecimals)) + ", " +
               json_string(road_id(world, gate.piece)) + " ]";
    layer.table.rows.push_back({numbered("footprint", i), point_id(world, plan.point), metres(plan.area_m2),
                                number(plan.grade), metres(plan.walls_m), JsonText{"[" + gates + " ]"}});
    layer.geometries.push_back(polygon({plan.outline_m}));
  }
  return layer;
}

}  // namespace fw::lines
