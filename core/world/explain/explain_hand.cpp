#include "core/world/explain/explain_hand.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/number_text.h"
#include "core/model/template/hand_words.h"
#include "core/world/explain/explain_text_internal.h"
#include "core/world/land/spacing.h"
#include "core/world/points/content.h"

namespace fw {
namespace {

double distance_m(Vec2 a, Vec2 b) {
  return std::sqrt(squared_distance(a, b));
}

bool bans(const BanRow& ban, double spacing_m, Vec2 p) {
  return distance_m({ban.x_m, ban.y_m}, p) <= ban_radius_m(ban, spacing_m);
}

/// What an area multiplies weights by in the place's cell, which is a part of it or not.
double density_at(const World& world, const ClassArea& area, Vec2 p) {
  const double inside = inside_m(area.shape, area.radius_m, world.grid.centre(world.grid.cell_at(p)));
  return 1 + (area.density - 1) * area_share(area, inside);
}

/// How many points the class's natural numbers and quotas make: fillers have higher ones.
int64_t first_filler(const World& world, int class_index) {
  int64_t sum = 0;
  for (const QuotaLedger& row : world.ledger)
    if (row.class_index == class_index) sum += row.quota;
  return sum;
}

constexpr std::array kNamedCategories{Category::resource, Category::wildlife, Category::enemy,
                                      Category::landmark};

double spacing_of(const Template& tmpl, Category category, size_t row) {
  return category == Category::landmark ? tmpl.vocabulary.landmarks[row].spacing_m
                                        : tmpl.classes(category)[row].spacing_m;
}

/// The radius with which a ban reaches a place, of the first class or kind for which it does.
std::optional<double> reach_over(const Template& tmpl, const BanRow& ban, Vec2 position_m) {
  const Result<HandWords> words = read_hand_words(ban.of, tmpl);
  if (!words) return {};
  for (const Category category : kNamedCategories) {
    const size_t rows =
        category == Category::landmark ? tmpl.vocabulary.landmarks.size() : tmpl.classes(category).size();
    for (size_t row = 0; row < rows; ++row) {
      const double spacing_m = spacing_of(tmpl, category, row);
      if (words.value().has(category, row) && bans(ban, spacing_m, position_m))
        return ban_radius_m(ban, spacing_m);
    }
  }
  return {};
}

std::string origin_of(const World& world, const Point& p) {
  if (p.hand.empty())
    return p.number < first_filler(world, p.class_index) ? "natural" : "generated in place of another";
  const auto told = std::find_if(world.hand.begin(), world.hand.end(),
                                 [&](const HandOutcome& o) { return o.id == p.hand; });
  const bool more = told != world.hand.end() && !told->reason.empty();
  return "pinned by " + p.hand + (more ? ", " + told->reason : "");
}

}  // namespace

std::string refused_by_hand(const World& world, const ClassHand& hand, double spacing_m, Vec2 position_m) {
  for (const BanRow* ban : hand.bans)
    if (bans(*ban, spacing_m, position_m)) return "ban " + ban->id;
  for (const ClassArea* area : hand.areas)
    if (density_at(world, *area, position_m) <= 0)
      return (area->listed ? "area " : "view ") + area->id + " of density 0";
  return {};
}

std::vector<ExplainRow> explain_hand_points(const World& world, const Template& tmpl, Vec2 position_m) {
  if (is_empty(tmpl.hand)) return {};
  Rows rows;
  for (const PinRow& pin : tmpl.hand.pins) {
    const std::optional<PinClass> cls = find_pin_class(tmpl, pin.cls, pin.category);
    if (!pin.on || !cls) continue;
    const double away_m = distance_m({pin.x_m, pin.y_m}, position_m);
    if (away_m <= std::max(spacing_of(tmpl, cls->category, cls->row), world.grid.cell_m))
      rows.push_back({"hand", "pins " + pin.id,
                      "pin of " + pin.cls + " at " + whole_metres(away_m) + state_of_row(world, pin)});
  }
  for (const BanRow& ban : tmpl.hand.bans)
    if (const std::optional<double> reach_m = reach_over(tmpl, ban, position_m); ban.on && reach_m)
      rows.push_back({"hand", "bans " + ban.id,
                      "ban of " + ban.of + " within " + whole_metres(*reach_m) + state_of_row(world, ban)});
  const ClassHands hands = sort_hand_by_class(tmpl);
  for (const auto& area : hands.areas) {
    const double density = density_at(world, *area, position_m);
    if (density == 1) continue;
    HandRow row;
    row.id = area->id;
    rows.push_back({"hand", (area->listed ? "areas " : "views ") + area->id,
                    (area->listed ? "area" : "view that stays clear") +
                        (", density " + decimal_text(density, 3) + " here") + state_of_row(world, row)});
  }
  for (const Point& p : world.points.points)
    if (distance_m(p.position_m, position_m) <= world.grid.cell_m)
      rows.push_back({"hand", world.points.id_of(p), origin_of(world, p)});
  return rows;
}

}  // namespace fw
