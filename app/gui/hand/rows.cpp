#include "app/gui/hand/rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <type_traits>

#include "app/gui/hand/gestures.h"
#include "app/gui/template/place.h"
#include "core/base/number_text.h"
#include "core/model/template/hand/hand_id.h"
#include "core/model/template/hand_words.h"

namespace fw {
namespace {

/// Calls visit(list's name, rows) for the list of that name.
template <typename AnyHand, typename Visit>
void with_list(AnyHand& hand, std::string_view list, const Visit& visit) {
  visit_hand(hand, [&](std::string_view name, auto& rows) {
    if (name == list) visit(rows);
  });
}

template <typename Rows>
using RowOf = std::remove_cvref_t<decltype(std::declval<Rows>()[0])>;

double millimetres(double metres) {
  return std::round(metres * 1000) / 1000;
}

void move(double& x, double& y, Vec2 by) {
  x = millimetres(x + by.x);
  y = millimetres(y + by.y);
}

void move(std::string& shape, Vec2 by) {
  if (std::string moved = moved_shape(shape, by); !moved.empty()) shape = std::move(moved);
}

template <typename Row>
void move_row(Row& row, Vec2 by) {
  if constexpr (std::is_same_v<Row, ViewRow>) move(row.to_x_m, row.to_y_m, by);
  if constexpr (std::is_same_v<Row, RegionRow>) {
    if (row.x_m && row.y_m) move(*row.x_m, *row.y_m, by);
  } else if constexpr (requires { row.x_m; }) {
    move(row.x_m, row.y_m, by);
  }
  if constexpr (requires { row.place; }) move(row.place.shape, by);
  if constexpr (requires { row.shape; }) move(row.shape, by);
}

std::string value_in_words(const ParameterValue& value) {
  if (const double* number = std::get_if<double>(&value)) return number_text(*number);
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "yes" : "no";
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  std::string all;
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
    for (const std::string& text : *texts) all += text + "\n";
  return all;
}

/// Gives the rows of `spots` that have no id one of their own.
void name_rows(Template& tmpl, const std::vector<HandSpot>& spots, std::set<std::string>& names) {
  for (const HandSpot& spot : spots) {
    const auto taken = [&](const std::string& wish) { return find_hand_row(tmpl.hand, wish).has_value(); };
    const std::string id = hand_id(spot.list, hand_row_text(tmpl, spot), taken);
    names.insert(id);
    with_list(tmpl.hand, spot.list, [&](auto& rows) { rows.edit(spot.row).id = id; });
  }
}

/// Applies a change to every row of `ids`.
template <typename Change>
void edit_rows(Template& tmpl, const std::set<std::string>& ids, const Change& change) {
  visit_hand(tmpl.hand, [&](std::string_view, auto& rows) {
    for (size_t k = 0; k < rows.size(); ++k)
      if (ids.contains(rows[k].id)) change(rows.edit(k));
  });
}

}  // namespace

std::optional<HandSpot> find_hand_row(const Hand& hand, std::string_view id) {
  std::optional<HandSpot> found;
  if (id.empty()) return found;
  visit_hand(hand, [&](std::string_view list, const auto& rows) {
    for (size_t k = 0; k < rows.size() && !found; ++k)
      if (rows[k].id == id) found = HandSpot{std::string(list), k};
  });
  return found;
}

std::optional<HandEntry> hand_entry(const Hand& hand, std::string_view id) {
  const std::optional<HandSpot> spot = find_hand_row(hand, id);
  return spot ? std::optional(entry_at(hand, *spot)) : std::nullopt;
}

HandEntry entry_at(const Hand& hand, const HandSpot& spot) {
  HandEntry entry{spot.list, {}};
  with_list(hand, spot.list, [&](const auto& rows) { entry.row = rows[spot.row]; });
  return entry;
}

const HandRow& row_at(const Hand& hand, const HandSpot& spot) {
  const HandRow* row = nullptr;
  with_list(hand, spot.list, [&](const auto& rows) { row = &rows[spot.row]; });
  assert(row);
  return *row;
}

size_t hand_size(const Hand& hand, std::string_view list) {
  size_t size = 0;
  with_list(hand, list, [&](const auto& rows) { size = rows.size(); });
  return size;
}

std::string hand_row_text(const Template& tmpl, const HandSpot& spot) {
  std::string text;
  const ParameterList* list = find_list("hand." + spot.list);
  if (!list) return text;
  for (const Place& column : columns_of(*list, tmpl)) {
    const std::string name = member_of(column.parameter->path);
    if (name == "id" || name == "group" || name == "note" || name == "source") continue;
    const std::string value =
        value_in_words(column.parameter->get(tmpl, {spot.row, column.at.inner, column.at.key}));
    if (!value.empty()) text += name + "=" + value + ";";
  }
  return text;
}

std::string add_hand_row(Template& tmpl, const HandEntry& entry) {
  std::string id;
  with_list(tmpl.hand, entry.list, [&](auto& rows) {
    if (const auto* row = std::get_if<RowOf<decltype(rows)>>(&entry.row)) {
      id = row->id;
      rows.push_back(*row);
    }
  });
  std::set<std::string> named;
  if (id.empty()) name_rows(tmpl, {{entry.list, hand_size(tmpl.hand, entry.list) - 1}}, named);
  return id.empty() ? *named.begin() : id;
}

void remove_hand_rows(Template& tmpl, const std::set<std::string>& ids) {
  visit_hand(tmpl.hand, [&](std::string_view, auto& rows) {
    for (size_t k = rows.size(); k-- > 0;)
      if (ids.contains(rows[k].id)) rows.erase(k);
  });
  for (size_t k = 0; k < tmpl.hand.lines.size(); ++k)
    for (std::string LineRow::*end : {&LineRow::from, &LineRow::to})
      if (ids.contains(tmpl.hand.lines[k].*end)) (tmpl.hand.lines.edit(k).*end).clear();
}

void switch_hand_rows(Template& tmpl, const std::set<std::string>& ids, bool on) {
  edit_rows(tmpl, ids, [on](HandRow& row) { row.on = on; });
}

void group_hand_rows(Template& tmpl, const std::set<std::string>& ids, const std::string& group) {
  edit_rows(tmpl, ids, [&group](HandRow& row) { row.group = group; });
}

void move_hand_rows(Template& tmpl, const std::set<std::string>& ids, Vec2 by_m) {
  edit_rows(tmpl, ids, [by_m](auto& row) { move_row(row, by_m); });
}

std::set<std::string> duplicate_hand_rows(Template& tmpl, const std::set<std::string>& ids, Vec2 by_m) {
  std::vector<HandSpot> copies;
  visit_hand(tmpl.hand, [&](std::string_view list, auto& rows) {
    for (size_t k = 0; k < rows.size(); ++k) {
      if (!ids.contains(rows[k].id)) continue;
      auto copy = rows[k];
      copy.id.clear();
      copy.source.clear();                                           // no import made it
      if constexpr (requires { copy.number; }) copy.number.reset();  // the original keeps it
      move_row(copy, by_m);
      rows.insert(++k, std::move(copy));
      copies.push_back({std::string(list), k});
    }
  });
  std::set<std::string> names;
  name_rows(tmpl, copies, names);
  return names;
}

void arrange_hand_rows(Template& tmpl, std::string_view list, const std::set<std::string>& ids,
                       size_t before) {
  with_list(tmpl.hand, list, [&](auto& rows) {
    std::remove_cvref_t<decltype(rows)> arranged;
    for (size_t k = 0; k <= rows.size(); ++k) {
      if (k == before)
        for (const auto& row : rows)
          if (ids.contains(row.id)) arranged.push_back(row);
      if (k < rows.size() && !ids.contains(rows[k].id)) arranged.push_back(rows[k]);
    }
    rows = std::move(arranged);
  });
}

PinRow pin_of_point(const Template& tmpl, const World& world, size_t point) {
  const Point& p = world.points.points[point];
  const PointClassInfo& info = world.points.class_of(p);
  PinRow pin;
  pin.cls = info.slug;
  if (!find_pin_class(tmpl, info.slug, {})) pin.category = kCategorySlugs[static_cast<size_t>(info.category)];
  pin.x_m = p.position_m.x;
  pin.y_m = p.position_m.y;
  if (p.number >= 0) pin.number = p.number;
  return pin;
}

BanRow ban_of_point(const World& world, size_t point) {
  const Point& p = world.points.points[point];
  BanRow ban;
  ban.of = world.points.class_of(p).slug;
  ban.x_m = p.position_m.x;
  ban.y_m = p.position_m.y;
  return ban;
}

std::optional<size_t> point_of_pin(const World& world, std::string_view id) {
  const std::vector<Point>& points = world.points.points;
  for (size_t k = 0; k < points.size(); ++k)
    if (!id.empty() && points[k].hand == id) return k;
  return std::nullopt;
}

}  // namespace fw
