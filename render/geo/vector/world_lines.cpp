#include "render/geo/vector/world_lines.h"

#include <ogrsf_frmts.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "core/base/plain_text.h"
#include "render/geo/attribute_table.h"

namespace fw {

namespace lines {
namespace {

/// Kinds of columns.
constexpr auto text = AttributeKind::text, real = AttributeKind::real, integer = AttributeKind::integer;

/// Decimals of what the files say in metres and in other units.
constexpr int kMetreDecimals = 3, kOtherDecimals = 6;

std::unique_ptr<OGRGeometry> line(std::span<const Vec2> vertices_m, std::span<const float> heights_m = {}) {
  auto out = std::make_unique<OGRLineString>();
  out->setNumPoints(static_cast<int>(vertices_m.size()));
  for (size_t i = 0; i < vertices_m.size(); ++i) {
    const auto at = static_cast<int>(i);
    if (heights_m.empty())
      out->setPoint(at, vertices_m[i].x, vertices_m[i].y);
    else
      out->setPoint(at, vertices_m[i].x, vertices_m[i].y, static_cast<double>(heights_m[i]));
  }
  return out;
}

/// Closed rings, the outer one first.
std::unique_ptr<OGRGeometry> polygon(const std::vector<std::vector<Vec2>>& rings_m) {
  auto out = std::make_unique<OGRPolygon>();
  for (const std::vector<Vec2>& ring_m : rings_m) {
    OGRLinearRing ring;
    for (const Vec2 v : ring_m) ring.addPoint(v.x, v.y);
    ring.closeRings();
    out->addRing(&ring);
  }
  return out;
}

std::unique_ptr<OGRGeometry> place(Vec2 at_m) {
  return std::make_unique<OGRPoint>(at_m.x, at_m.y);
}

Attribute metres(double value) {
  return round_decimals(value, kMetreDecimals);
}

Attribute number(double value) {
  return round_decimals(value, kOtherDecimals);
}

/// "[ 1.5, 2.0 ]"
JsonText numbers(std::span<const double> values, int decimals = kMetreDecimals) {
  std::string list = "[";
  for (size_t i = 0; i < values.size(); ++i)
    list += (i > 0 ? ", " : " ") + json_real(round_decimals(values[i], decimals));
  return {list + " ]"};
}

/// "river-3": the k-th from 0.
std::string numbered(const char* what, size_t k) {
  return std::string(what) + "-" + std::to_string(k + 1);
}

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
                         {"widths_m", AttributeKind::json},
                         {"hand", text}};
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
                                numbers(std::vector<double>(reach.width_m.begin(), reach.width_m.end()), 2),
                                water.rivers[river].hand});
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
                         {"outlet", AttributeKind::json},
                         {"hand", text}};
  const std::vector<Lake>& all = world.water_network.lakes;
  for (size_t i = 0; i < all.size(); ++i) {
    const Lake& lake = all[i];
    layer.table.rows.push_back({numbered("lake", i), lake.name, number(lake.area_m2 * 1e-6),
                                metres(lake.level_m), metres(lake.depth_max_m), metres(lake.volume_m3),
                                numbers(std::array{lake.outlet_m.x, lake.outlet_m.y}), lake.hand});
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

std::string point_id(const World& world, int point) {
  return world.points.id_of(world.points.points[static_cast<size_t>(point)]);
}

std::string road_id(const World& world, int piece) {
  return numbered("road", static_cast<size_t>(piece));
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

}  // namespace
}  // namespace lines

LineLayer place_layer(const World& world) {
  using namespace lines;
  LineLayer layer{"places", "Named places of the land and the sea", wkbPoint, {}, {}, "places"};
  layer.table.columns = {{"id", text},     {"kind", text},     {"name", text},     {"culture", text},
                         {"size_m", real}, {"height_m", real}, {"number", integer}};
  for (size_t i = 0; i < world.places.size(); ++i) {
    const NamedPlace& named = world.places[i];
    layer.table.rows.push_back({numbered("place", i), slug(kPlaceKindSlugs, named.kind), named.name,
                                named.culture, metres(named.size_m), metres(named.height_m),
                                int64_t{named.number}});
    layer.geometries.push_back(place(named.at_m));
  }
  return layer;
}

namespace lines {
namespace {

/// Polygons whose inside is even-odd over all rings of the shape.
std::unique_ptr<OGRGeometry> even_odd(const OGRGeometry& shape) {
  std::vector<OGRGeometry*> rings;  // the factory takes them
  const auto add = [&rings](const OGRPolygon& polygon) {
    for (const OGRLinearRing* ring : polygon) {
      auto alone = std::make_unique<OGRPolygon>();
      alone->addRingDirectly(ring->clone());
      alone->closeRings();
      rings.push_back(alone.release());
    }
  };
  if (wkbFlatten(shape.getGeometryType()) == wkbPolygon) add(*shape.toPolygon());
  if (wkbFlatten(shape.getGeometryType()) == wkbMultiPolygon)
    for (const OGRPolygon* part : *shape.toMultiPolygon()) add(*part);
  if (rings.empty()) return nullptr;
  return std::unique_ptr<OGRGeometry>(
      OGRGeometryFactory::organizePolygons(rings.data(), static_cast<int>(rings.size()), nullptr));
}

/// The outer ring counter-clockwise, holes clockwise.
std::unique_ptr<OGRGeometry> wound(const OGRPolygon& polygon) {
  std::unique_ptr<OGRPolygon> out(polygon.clone());
  bool outer = true;
  for (OGRLinearRing* ring : *out) {
    if ((ring->isClockwise() != 0) == outer) ring->reverseWindingOrder();
    outer = false;
  }
  return out;
}

/// The polygons that are all places within the radius of a shape; none where it cannot be read.
Geometries polygons_of(const std::string& wkt, double radius_m) {
  constexpr int kQuadrantSegments = 8;
  Geometries out;
  OGRGeometry* read = nullptr;
  if (OGRGeometryFactory::createFromWkt(wkt.c_str(), nullptr, &read) != OGRERR_NONE) return out;
  std::unique_ptr<OGRGeometry> shape(read);
  if (auto inside = even_odd(*shape)) shape = std::move(inside);
  if (radius_m > 0) shape.reset(shape->Buffer(radius_m, kQuadrantSegments));
  if (!shape) return out;
  if (wkbFlatten(shape->getGeometryType()) == wkbPolygon) out.push_back(wound(*shape->toPolygon()));
  if (wkbFlatten(shape->getGeometryType()) == wkbMultiPolygon)
    for (const OGRPolygon* part : *shape->toMultiPolygon()) out.push_back(wound(*part));
  return out;
}

LineLayer zones(const Hand& hand) {
  LineLayer layer{"zones", "Zones and walls by hand", wkbPolygon, {}, {}, "zones"};
  layer.table.columns = {{"id", text}, {"row", text}, {"is", text}, {"group", text}, {"note", text}};
  for (const ZoneRow& row : hand.zones) {
    if (!row.on) continue;
    size_t part = 0;
    for (auto& shape : polygons_of(row.shape, row.radius_m)) {
      const std::string id = ++part == 1 ? row.id : row.id + "/" + std::to_string(part);
      layer.table.rows.push_back({id, row.id, slug(kZoneIsSlugs, row.is), row.group, row.note});
      layer.geometries.push_back(std::move(shape));
    }
  }
  return layer;
}

LineLayer notes(const Hand& hand) {
  LineLayer layer{"notes", "Notes by hand", wkbPoint, {}, {}, "notes"};
  layer.table.columns = {{"id", text}, {"note", text}, {"group", text}};
  for (const NoteRow& row : hand.notes) {
    if (!row.on) continue;
    layer.table.rows.push_back({row.id, row.note, row.group});
    layer.geometries.push_back(place({row.x_m, row.y_m}));
  }
  return layer;
}

}  // namespace
}  // namespace lines

std::vector<LineLayer> line_layers(const World& world, const Template& tmpl) {
  std::vector<LineLayer> layers;
  if (tmpl.water.rivers == Nature::natural) {
    layers.push_back(lines::rivers(world));
    layers.push_back(lines::lakes(world));
    layers.push_back(lines::waterfalls(world));
  }
  if (tmpl.coast.types == Nature::natural) layers.push_back(lines::shore(world));
  layers.push_back(lines::roads(world));
  layers.push_back(lines::crossings(world));
  if (tmpl.footprints.settlement_ha > 0 || tmpl.footprints.fort_ha > 0)
    layers.push_back(lines::footprints(world));
  layers.push_back(place_layer(world));
  if (!tmpl.hand.zones.empty()) layers.push_back(lines::zones(tmpl.hand));
  if (!tmpl.hand.notes.empty()) layers.push_back(lines::notes(tmpl.hand));
  return layers;
}

namespace {

double whole_millimetres(double v) {
  return std::nearbyint(v * 1000) / 1000;
}

ShapeKind kind_of(OGRwkbGeometryType type) {
  const OGRwkbGeometryType flat = wkbFlatten(type);
  return flat == wkbPoint ? ShapeKind::point : flat == wkbPolygon ? ShapeKind::area : ShapeKind::line;
}

/// The vertices of a line, or of a ring without the last one, which repeats the first.
std::vector<Vec2> vertices_of(const OGRSimpleCurve& curve, int left_out) {
  std::vector<Vec2> out;
  for (int i = 0; i + left_out < curve.getNumPoints(); ++i)
    out.push_back({whole_millimetres(curve.getX(i)), whole_millimetres(curve.getY(i))});
  return out;
}

GeoShape shape_of(const OGRGeometry& geometry) {
  GeoShape shape;
  switch (wkbFlatten(geometry.getGeometryType())) {
    case wkbPoint: {
      const OGRPoint& at = *geometry.toPoint();
      shape.parts = {{{whole_millimetres(at.getX()), whole_millimetres(at.getY())}}};
      break;
    }
    case wkbPolygon:
      for (const OGRLinearRing* ring : *geometry.toPolygon()) shape.parts.push_back(vertices_of(*ring, 1));
      break;
    default: {
      const OGRLineString& line = *geometry.toLineString();
      shape.parts = {vertices_of(line, 0)};
      for (int i = 0; line.Is3D() && i < line.getNumPoints(); ++i)
        shape.heights_m.push_back(whole_millimetres(line.getZ(i)));
    }
  }
  return shape;
}

}  // namespace

OGRwkbGeometryType geometry_type(ShapeKind kind) {
  return kind == ShapeKind::point ? wkbPoint : kind == ShapeKind::area ? wkbPolygon : wkbLineString;
}

Geometries geometries_of(const ShapeLayer& layer) {
  Geometries out;
  for (const GeoShape& shape : layer.shapes)
    out.push_back(layer.kind == ShapeKind::point  ? lines::place(shape.parts.front().front())
                  : layer.kind == ShapeKind::area ? lines::polygon(shape.parts)
                                                  : lines::line(shape.parts.front()));
  return out;
}

Result<std::vector<ShapeLayer>> world_shapes(const World& world, const Template& tmpl) {
  std::vector<ShapeLayer> out;
  std::vector<LineLayer> layers = line_layers(world, tmpl);
  layers.insert(layers.begin(), {"tracks", "", wkbLineString, track_attributes(world), {}, "tracks"});
  layers.front().geometries = track_geometries(world);
  for (LineLayer& layer : layers) {
    if (auto finite = check_finite(layer.table, layer.name); !finite) return finite.error();
    ShapeLayer& to = out.emplace_back();
    to.name = layer.name;
    to.file = layer.file;
    to.kind = kind_of(layer.type);
    to.table = std::move(layer.table);
    for (const auto& geometry : layer.geometries) to.shapes.push_back(shape_of(*geometry));
  }
  return out;
}

}  // namespace fw
