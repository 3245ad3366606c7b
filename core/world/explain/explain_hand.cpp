#include "core/world/explain/explain_hand.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/model/number_text.h"
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
  const ClassHands hands = sort_hand_by_class(tmpl);
  if (hands.empty()) return {};
  Rows rows, ban_rows, area_rows;
  std::set<std::string> seen;  // a row that concerns many classes is told once
  size_t c = 0;
  for (const PointClassRow& row : point_class_rows(tmpl)) {
    const ClassHand& hand = hands.classes[c++];
    const double spacing_m = row.cls->spacing_m;
    for (const PinRow* pin : hand.pins) {
      const double away_m = distance_m({pin->x_m, pin->y_m}, position_m);
      if (away_m <= std::max(spacing_m, world.grid.cell_m))
        rows.push_back({"hand", pin->id, "pin of " + row.cls->slug + " at " + whole_metres(away_m)});
    }
    for (const BanRow* ban : hand.bans)
      if (bans(*ban, spacing_m, position_m) && seen.insert(ban->id).second)
        ban_rows.push_back({"hand", ban->id,
                            "ban of " + ban->of + " within " + whole_metres(ban_radius_m(*ban, spacing_m))});
    for (const ClassArea* area : hand.areas) {
      const double density = density_at(world, *area, position_m);
      if (density == 1 || !seen.insert(area->id).second) continue;
      area_rows.push_back({"hand", area->id,
                           (area->listed ? "area" : "view that stays clear") +
                               (", density " + decimal_text(density, 3) + " here")});
    }
  }
  rows.insert(rows.end(), ban_rows.begin(), ban_rows.end());
  rows.insert(rows.end(), area_rows.begin(), area_rows.end());
  for (const Point& p : world.points.points)
    if (distance_m(p.position_m, position_m) <= world.grid.cell_m)
      rows.push_back({"hand", world.points.id_of(p), origin_of(world, p)});
  return rows;
}

}  // namespace fw
