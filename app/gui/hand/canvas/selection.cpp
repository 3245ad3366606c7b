#include "app/gui/hand/canvas/selection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "app/gui/hand/rows.h"

namespace fw {
namespace {

double millimetres(double metres) {
  return std::round(metres * 1000) / 1000;
}

/// Makes pins of the selected points; `moved`: they leave their places.
HandSelection pinned(Template& tmpl, const World* world, const HandSelection& selection, Vec2 by_m) {
  HandSelection after{selection.rows, {}};
  for (const size_t k : points_of(selection, world)) {
    PinRow pin = pin_of_point(tmpl, *world, k);
    if (!(by_m == Vec2{})) {
      pin.from_x_m = pin.x_m;
      pin.from_y_m = pin.y_m;
      pin.x_m = millimetres(pin.x_m + by_m.x);
      pin.y_m = millimetres(pin.y_m + by_m.y);
    }
    after.rows.insert(add_hand_row(tmpl, {"pins", std::move(pin)}));
  }
  return after;
}

/// The list of a row and what it is about there.
template <typename Row>
std::string subject_of(std::string_view list, const Row& row) {
  std::string subject(list);
  if constexpr (requires { row.cls; }) subject += " " + row.cls;
  if constexpr (requires { row.of; }) subject += " " + row.of;
  if constexpr (std::is_same_v<Row, WaterRow>)
    subject += " " + std::to_string(static_cast<int>(row.kind));
  else if constexpr (requires { row.kind; })
    subject += " " + row.kind;
  if constexpr (requires { row.what; }) subject += " " + row.what;
  if constexpr (std::is_same_v<Row, TerrainRow>)
    subject += " " + std::to_string(static_cast<int>(row.action));
  if constexpr (std::is_same_v<Row, LandRow> || std::is_same_v<Row, ZoneRow>)
    subject += " " + std::to_string(static_cast<int>(row.is));
  return subject;
}

bool all_in(const std::set<std::string>& some, const std::set<std::string>& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

void toggle_ids(std::set<std::string>& ids, const std::set<std::string>& other, bool take) {
  for (const std::string& id : other) {
    if (take)
      ids.erase(id);
    else
      ids.insert(id);
  }
}

}  // namespace

bool HandSelection::has(const HandSelection& other) const {
  return !other.empty() && all_in(other.rows, rows) && all_in(other.points, points);
}

void HandSelection::toggle(const HandSelection& other) {
  const bool take = has(other);
  toggle_ids(rows, other.rows, take);
  toggle_ids(points, other.points, take);
}

std::vector<size_t> points_of(const HandSelection& selection, const World* world) {
  std::vector<size_t> found;
  if (!world || selection.points.empty()) return found;
  const PointSet& set = world->points;
  for (size_t k = 0; k < set.points.size(); ++k)
    if (set.points[k].hand.empty() && selection.points.contains(set.id_of(set.points[k]))) found.push_back(k);
  return found;
}

HandSelection still_there(HandSelection selection, const Template& tmpl, const World* world) {
  std::erase_if(selection.rows,
                [&](const std::string& id) { return !find_hand_row(tmpl.hand, id).has_value(); });
  if (!world || world->points.points.empty()) return selection;  // a coarse world has no points
  HandSelection left{selection.rows, {}};
  for (const size_t k : points_of(selection, world))
    left.points.insert(world->points.id_of(world->points.points[k]));
  return left;
}

HandSelection move_selected(Template& tmpl, const World* world, const HandSelection& selection, Vec2 by_m) {
  move_hand_rows(tmpl, selection.rows, by_m);
  return pinned(tmpl, world, selection, by_m);
}

HandSelection keep_selected(Template& tmpl, const World* world, const HandSelection& selection) {
  return pinned(tmpl, world, selection, {});
}

HandSelection remove_selected(Template& tmpl, const World* world, const HandSelection& selection) {
  remove_hand_rows(tmpl, selection.rows);
  for (const size_t k : points_of(selection, world)) add_hand_row(tmpl, {"bans", ban_of_point(*world, k)});
  return {};
}

HandSelection selection_of_point(const World& world, size_t point) {
  const Point& p = world.points.points[point];
  return p.hand.empty() ? HandSelection{{}, {world.points.id_of(p)}} : HandSelection{{p.hand}, {}};
}

HandSelection selection_within(const std::vector<Vec2>& polygon_m, const HandFigures& figures,
                               const World* world, const std::vector<size_t>& points) {
  HandSelection found;
  if (polygon_m.size() < 3) return found;
  for (const HandFigure& figure : figures)
    if (figure.on && is_within(figure, polygon_m)) found.rows.insert(figure.id);
  if (!world) return found;
  for (const size_t k : points) {
    const Point& p = world->points.points[k];
    if (p.hand.empty() && is_inside_polygon(polygon_m, p.position_m))
      found.points.insert(world->points.id_of(p));
  }
  return found;
}

HandSelection all_of_class(const HandSelection& selection, const Template& tmpl, const HandFigures& figures,
                           const World* world, Vec2 low_m, Vec2 high_m) {
  std::set<std::string> classes;
  for (const PinRow& pin : tmpl.hand.pins)
    if (selection.rows.contains(pin.id)) classes.insert(pin.cls);
  for (const size_t k : points_of(selection, world))
    classes.insert(world->points.class_of(world->points.points[k]).slug);
  const auto is_here = [&](Vec2 at) {
    return at.x >= low_m.x && at.y >= low_m.y && at.x <= high_m.x && at.y <= high_m.y;
  };
  HandSelection all;
  for (const PinRow& pin : tmpl.hand.pins)
    if (classes.contains(pin.cls) && is_here({pin.x_m, pin.y_m})) all.rows.insert(pin.id);
  std::set<std::string> about, alike;
  visit_hand(tmpl.hand, [&](std::string_view list, const auto& rows) {
    for (const auto& row : rows)
      if (selection.rows.contains(row.id)) about.insert(subject_of(list, row));
  });
  visit_hand(tmpl.hand, [&](std::string_view list, const auto& rows) {
    for (const auto& row : rows)
      if (list != "pins" && about.contains(subject_of(list, row))) alike.insert(row.id);
  });
  for (const HandFigure& figure : figures)
    if (alike.contains(figure.id) && figure.low_m.x <= high_m.x && figure.low_m.y <= high_m.y &&
        figure.high_m.x >= low_m.x && figure.high_m.y >= low_m.y)
      all.rows.insert(figure.id);
  if (!world) return all;
  for (const Point& p : world->points.points)
    if (p.hand.empty() && classes.contains(world->points.class_of(p).slug) && is_here(p.position_m))
      all.points.insert(world->points.id_of(p));
  return all;
}

std::optional<std::pair<Vec2, Vec2>> extent_of(const HandSelection& selection, const HandFigures& figures,
                                               const World* world) {
  std::optional<std::pair<Vec2, Vec2>> extent;
  const auto widen = [&](Vec2 low, Vec2 high) {
    if (!extent) extent = {low, high};
    extent->first = {std::min(extent->first.x, low.x), std::min(extent->first.y, low.y)};
    extent->second = {std::max(extent->second.x, high.x), std::max(extent->second.y, high.y)};
  };
  for (const HandFigure& figure : figures)
    if (selection.rows.contains(figure.id)) widen(figure.low_m, figure.high_m);
  for (const size_t k : points_of(selection, world)) {
    const Vec2 at = world->points.points[k].position_m;
    widen(at, at);
  }
  return extent;
}

bool changes_layers(std::string_view list) {
  constexpr std::array<std::string_view, 5> kOnTop{"pins", "bans", "areas", "lines", "views"};
  if (is_beside_world(list)) return false;
  return std::find(kOnTop.begin(), kOnTop.end(), list) == kOnTop.end();
}

}  // namespace fw
