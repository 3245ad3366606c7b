#include <algorithm>
#include <array>
#include <cmath>

#include "render/map/figures/figures_internal.h"
#include "render/map/scene/scale_table.h"
#include "render/map/scene/simplified.h"

namespace fw::figures {
namespace {

Vec2 unit(Vec2 v) {
  const double length = std::sqrt(v.x * v.x + v.y * v.y);
  return length > 0 ? v * (1 / length) : Vec2{1, 0};
}

/// Two walls beside the road whose ends bend away from it.
void add_bridge(const Crossing& crossing, Collector& to) {
  const FigureScale& scale = to.scale();
  const Vec2 middle = scale.px(crossing.position_m);
  const Vec2 along = unit({crossing.direction.x, -crossing.direction.y});
  const Vec2 across{-along.y, along.x};
  const double half = scale.px(crossing.span_m) / 2 / scale.unit_px + 2.6;  // units
  const auto at = [&](double forward, double sideways) {
    return middle + (along * forward + across * sideways) * scale.unit_px;
  };
  for (const bool casing : {true, false})
    for (const double side : {-1.0, 1.0})
      to.line({at(-half - 2.2, side * 5.2), at(-half, side * 2.7), at(half, side * 2.7),
               at(half + 2.2, side * 5.2)},
              casing ? to.style().light : to.style().bridge, casing ? 2.8 : 1.25, casing ? 0.6 : 1);
}

void add_ford(const Crossing& crossing, Collector& to) {
  const FigureScale& scale = to.scale();
  const Vec2 along = unit({crossing.direction.x, -crossing.direction.y});
  const double off = scale.px(crossing.span_m) / 2 + 2.6 * scale.unit_px;
  for (const double side : {-1.0, 1.0}) {
    const Vec2 at = scale.px(crossing.position_m) + along * (side * off);
    to.disc(at, 2.0, to.style().light, 0.85);
    to.disc(at, 1.25, to.style().bridge);
  }
}

/// By piece: false for tracks and trails that lead to nothing but landmarks of other kinds.
std::vector<bool> pieces_with_goals(const Atlas& atlas, const std::vector<LandmarkKind>& goals) {
  const Roads& roads = atlas.world.roads;
  const PointSet& points = atlas.world.points;
  std::vector<bool> kept(roads.pieces.size(), true);
  if (goals.size() == atlas.words().landmarks.size()) return kept;
  std::vector<int> degree;
  for (const RoadNode& node : roads.nodes) degree.push_back(node.degree);
  const auto ends_for_nothing = [&](int k) {
    const auto n = static_cast<size_t>(k);
    const RoadNode& node = roads.nodes[n];
    if (degree[n] != 1) return false;
    if (node.point < 0) return node.degree > 1;  // a junction once, whose other branches are gone
    const LandmarkKind kind = points.class_of(points.points[static_cast<size_t>(node.point)]).landmark;
    return std::find(goals.begin(), goals.end(), kind) == goals.end();
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t k = 0; k < kept.size(); ++k) {
      const auto [a, b] = roads.pieces[k].nodes;
      if (!kept[k] || roads.pieces[k].type == RoadClass::road ||
          !(ends_for_nothing(a) || ends_for_nothing(b)))
        continue;
      kept[k] = false;
      changed = true;
      for (const int node : {a, b}) --degree[static_cast<size_t>(node)];
    }
  }
  return kept;
}

/// A road's line on the page, without bends that its casing would fill.
std::vector<Vec2> road_line(const RoadPiece& piece, const FigureScale& scale) {
  return simplified(to_pixels(piece.vertices_m, scale), kRoadTriangle_mm2 * scale.mm_px * scale.mm_px);
}

}  // namespace

void add_roads(const Atlas& atlas, const std::vector<LandmarkKind>& goals, Collector& to) {
  const Roads& roads = atlas.world.roads;
  const std::vector<bool> shown = shown_roads(atlas, goals, to.scale().denominator);
  const bool crossings = shown_at(ScaleRow::roads, to.scale().denominator).value >= kRoadClassSlugs.size();
  const auto is_hidden = [&](const Crossing& crossing) {
    const auto k = static_cast<size_t>(crossing.piece);
    return !crossings || (k < shown.size() && !shown[k]);
  };
  const auto each = [&](RoadClass type, const auto& draw) {
    for (size_t k = 0; k < roads.pieces.size(); ++k)
      if (roads.pieces[k].type == type && shown[k]) draw(road_line(roads.pieces[k], to.scale()));
  };
  using Line = std::vector<Vec2>;
  // All casings before all fills, so that roads meet without a seam.
  const MapStyle& style = to.style();
  each(RoadClass::trail, [&](Line line) { to.stroke(std::move(line), style.trail); });
  each(RoadClass::track, [&](Line line) { to.casing(std::move(line), style.way); });
  each(RoadClass::road, [&](Line line) { to.casing(std::move(line), style.road); });
  each(RoadClass::track, [&](Line line) { to.stroke(std::move(line), style.way); });
  for (const Crossing& crossing : roads.crossings)
    if (crossing.type == CrossingType::bridge && !is_hidden(crossing)) add_bridge(crossing, to);
  each(RoadClass::road, [&](Line line) { to.stroke(std::move(line), style.road); });
  for (const Crossing& crossing : roads.crossings)
    if (crossing.type == CrossingType::ford && !is_hidden(crossing)) add_ford(crossing, to);
}

void add_footprints(const Atlas& atlas, Collector& to) {
  const World& world = atlas.world;
  if (shown_at(ScaleRow::ground_plans, to.scale().denominator).show == Show::none) return;
  for (const Footprint& plan : world.footprints) {
    const PointClassInfo& cls = world.points.class_of(world.points.points[static_cast<size_t>(plan.point)]);
    const bool town =
        world.vocabulary.landmarks[static_cast<size_t>(cls.landmark)].role == LandmarkRole::seat;
    const std::vector<Vec2> ring = to_pixels(plan.outline_m, to.scale());
    to.fill({ring}, to.style().town_ground, 0.72);
    to.ring(ring, to.style().light, 3.0, 0.5);
    to.ring(ring, town ? to.style().town : to.style().fort, 1.5);
    for (const Gate& gate : plan.gates) {
      to.disc(to.scale().px(gate.position_m), 2.6, town ? to.style().town : to.style().fort);
      to.disc(to.scale().px(gate.position_m), 1.5, to.style().light);
    }
  }
}

}  // namespace fw::figures

namespace fw {

std::vector<bool> shown_roads(const Atlas& atlas, const std::vector<LandmarkKind>& goals,
                              double denominator) {
  const std::vector<RoadPiece>& pieces = atlas.world.roads.pieces;
  std::vector<bool> shown = figures::pieces_with_goals(atlas, goals);
  const auto classes = static_cast<size_t>(shown_at(ScaleRow::roads, denominator).value);
  for (size_t k = 0; k < pieces.size(); ++k)
    if (static_cast<size_t>(pieces[k].type) >= classes) shown[k] = false;
  return shown;
}

}  // namespace fw
