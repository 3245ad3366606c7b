#include "core/world/hand/content/hand_lines.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/field/shape.h"
#include "core/world/hand/content/line_ground.h"
#include "core/world/land/hand_places.h"
#include "core/world/land/spacing.h"
#include "core/world/points/pin_places.h"

namespace fw {
namespace {

/// As RoadClass: kinds of lines that are drawn.
constexpr std::span kDrawnSlugs = std::span(kRoadClassSlugs).first<2>();

/// A line drawn by hand: its places in steps, and the nodes that it passes.
struct DrawnLine {
  std::vector<Vec2> vertices_m;
  std::vector<int> nodes;
  std::vector<size_t> at;  ///< by node: its place among the vertices
  RoadClass type = RoadClass::track;
  std::string from, to;  ///< pins; "" = a free end
};

/// The nodes nearest to a line's places, each once in a row.
void find_nodes(const GridSpec& g, double spacing_m, DrawnLine& line) {
  const std::vector<Vec2>& places = line.vertices_m;
  for (size_t k = 0; k < places.size(); ++k) {
    const auto index = [spacing_m](double along) {
      return std::clamp(static_cast<int>(std::floor(along / spacing_m + 0.25)), 0, NodeGrid::kSide - 1);
    };
    const int node = index(g.height_m() - places[k].y) * NodeGrid::kSide + index(places[k].x);
    if (!line.nodes.empty() && line.nodes.back() == node) continue;
    line.nodes.push_back(node);
    line.at.push_back(k);
  }
  if (line.at.size() > 1) line.at.back() = places.size() - 1;
}

/// The place of a pin that a line's end names; nothing where there is none.
std::optional<Vec2> pin_place(const PlacementInputs& inputs, const std::string& id) {
  for (const PinRow& pin : inputs.tmpl.hand.pins)
    if (pin.on && pin.id == id && settle_pin(pin, inputs.island, inputs.map.code).stands)
      return Vec2{to_millimetres(pin.x_m), to_millimetres(pin.y_m)};
  return {};
}

/// Joins the end of a line to its pin; says what is missing.
std::string join_end(const PlacementInputs& inputs, const std::string& id, bool first,
                     std::vector<Vec2>& vertices) {
  if (id.empty()) return {};
  const std::optional<Vec2> at = pin_place(inputs, id);
  if (!at) return "no pin " + id + " is there, so this end is free";
  if (first && vertices.front() != *at) vertices.insert(vertices.begin(), *at);
  if (!first && vertices.back() != *at) vertices.push_back(*at);
  return {};
}

std::vector<DrawnLine> draw_lines(const PlacementInputs& inputs, HandTold& told) {
  std::vector<DrawnLine> out;
  const Hand& hand = inputs.tmpl.hand;
  const GridSpec& g = inputs.island.main.grid;
  const double spacing_m = std::max(g.width_m(), g.height_m()) / NodeGrid::kSide;
  const LineWaters waters = line_waters(g, inputs.water);
  for (const LineRow& row : hand.lines) {
    if (!row.on) continue;
    const auto suspend = [&](std::string why) {
      told.outcomes.push_back(suspended_row("lines", row, std::move(why)));
    };
    const auto type = std::find(kDrawnSlugs.begin(), kDrawnSlugs.end(), row.kind);
    if (type == kDrawnSlugs.end()) {
      suspend("there is no kind of line " + row.kind + ", only road and track");
      continue;
    }
    const Result<Shape> shape = read_shape(row.shape);
    if (!shape || shape.value().kind != Shape::Kind::lines) {
      suspend(shape ? "its shape is no line" : shape.error().message);
      continue;
    }
    std::vector<Vec2> vertices = shape.value().parts.front();
    std::string reason = join_end(inputs, row.from, true, vertices);
    const std::string other = join_end(inputs, row.to, false, vertices);
    if (!other.empty()) reason += (reason.empty() ? "" : "; ") + other;
    if (is_off_frame({Shape::Kind::lines, {vertices}}, 0, inputs.tmpl.frame)) {
      suspend(kOffFrame);
      continue;
    }
    DrawnLine line;
    line.vertices_m = in_steps(vertices, spacing_m, g);
    line.type = static_cast<RoadClass>(type - kDrawnSlugs.begin());
    find_nodes(g, spacing_m, line);
    line.from = row.from;
    line.to = row.to;
    out.push_back(std::move(line));
    tell_line(row, off_ground(vertices, inputs.island, waters), std::move(reason), told);
  }
  return out;
}

}  // namespace

RoadRoutes draw_road_lines(const PlacementInputs& inputs) {
  RoadRoutes out;
  for (DrawnLine& line : draw_lines(inputs, out.hand)) {
    RoadRoute route;
    route.type = line.type;
    route.path = std::move(line.nodes);
    route.at = std::move(line.at);
    route.line = std::move(line.vertices_m);
    route.from_pin = std::move(line.from);
    route.to_pin = std::move(line.to);
    out.routes.push_back(std::move(route));
  }
  return out;
}

}  // namespace fw
