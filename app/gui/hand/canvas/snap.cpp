#include "app/gui/hand/canvas/snap.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/field/shape.h"

namespace fw {
namespace {

/// The nearest so far, within reach.
struct Nearest {
  Vec2 from;
  double squared_m2;
  std::optional<Snap> snap{};

  void offer(Vec2 at, SnapTo to, const std::string& id = {}) {
    const double d = squared_distance(from, at);
    if (d >= squared_m2) return;
    squared_m2 = d;
    snap = Snap{at, to, id};
  }
  void offer_edge(Vec2 a, Vec2 b, SnapTo to) {
    const Vec2 d = b - a;
    const double length2 = d.x * d.x + d.y * d.y;
    if (length2 == 0) return;
    const double t = std::clamp(((from.x - a.x) * d.x + (from.y - a.y) * d.y) / length2, 0.0, 1.0);
    offer(a + d * t, to);
  }
  void offer_line(const std::vector<Vec2>& line, bool closed, SnapTo to) {
    for (size_t k = 1; k < line.size(); ++k) offer_edge(line[k - 1], line[k], to);
    if (closed && line.size() > 2) offer_edge(line.back(), line.front(), to);
  }
  void offer_lines(const Polylines& lines, SnapTo to) {
    for (const Polyline& line : lines) offer_line(line.points, line.closed, to);
  }
};

void add_shape(SnapShapes& shapes, const std::string& wkt) {
  const Result<Shape> shape = read_shape(wkt);
  if (!shape) return;
  for (std::vector<Vec2> part : shape.value().parts) {
    if (shape.value().kind == Shape::Kind::polygons && !part.empty()) part.push_back(part.front());
    shapes.lines_m.push_back(std::move(part));
  }
}

}  // namespace

QString snap_word(SnapTo to) {
  const auto said = [](const char* text) { return QCoreApplication::translate("fw::Snap", text); };
  switch (to) {
    case SnapTo::point:
      return said("point");
    case SnapTo::vertex:
      return said("corner");
    case SnapTo::edge:
      return said("edge");
    case SnapTo::track:
      return said("track");
    case SnapTo::coast:
      return said("coast");
    case SnapTo::border:
      break;
  }
  return said("region border");
}

SnapShapes snap_shapes(const Hand& hand) {
  SnapShapes shapes;
  for (const PinRow& pin : hand.pins) {
    shapes.pins_m.push_back({pin.x_m, pin.y_m});
    shapes.pin_ids.push_back(pin.id);
  }
  visit_hand(hand, [&](std::string_view, const auto& rows) {
    for (const auto& row : rows) {
      // A brush's stroke has no corners of its own.
      if constexpr (requires { row.place; }) {
        if (row.place.radius_m == 0) add_shape(shapes, row.place.shape);
      } else if constexpr (requires { row.shape; }) {
        add_shape(shapes, row.shape);
      }
    }
  });
  return shapes;
}

std::optional<Snap> snap_place(Vec2 place_m, double reach_m, const SnapShapes& shapes,
                               const std::vector<Vec2>& points_m, const Atlas* atlas) {
  Nearest near{place_m, reach_m * reach_m};
  for (size_t k = 0; k < shapes.pins_m.size(); ++k)
    near.offer(shapes.pins_m[k], SnapTo::point, shapes.pin_ids[k]);
  for (const Vec2& point : points_m) near.offer(point, SnapTo::point);
  for (const std::vector<Vec2>& line : shapes.lines_m)
    for (const Vec2& vertex : line) near.offer(vertex, SnapTo::vertex);
  if (near.snap) return near.snap;
  for (const std::vector<Vec2>& line : shapes.lines_m) near.offer_line(line, false, SnapTo::edge);
  if (atlas) {
    near.offer_lines(atlas->track, SnapTo::track);
    near.offer_lines(atlas->ground->coast, SnapTo::coast);
    near.offer_lines(atlas->ground->region_border, SnapTo::border);
  }
  return near.snap;
}

}  // namespace fw
