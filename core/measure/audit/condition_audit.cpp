#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/measure/audit/water_audit.h"
#include "core/model/world/place_rules.h"

namespace fw {
namespace {

/// A class's points that no pin put somewhere.
std::vector<const Point*> points_of(const World& world, Category category, const std::string& slug) {
  std::vector<const Point*> out;
  for (const Point& p : world.points.points) {
    const PointClassInfo& info = world.points.class_of(p);
    if (info.category == category && info.slug == slug && p.hand.empty()) out.push_back(&p);
  }
  return out;
}

bool on_asked_ground(const World& world, const PlaceRules& rules, GroundKind ground, const Point& p) {
  const size_t cell = world.grid.cell_at(p.position_m);
  if (ground != GroundKind::sea) return rules.on_ground(cell);
  // From cell to cell as placement measures: to the nearest cell of ground.
  return world.land[cell] == 0 && static_cast<double>(world.sea_m[cell]) <= kSeaReach_m + 0.01;
}

/// Distances of points as files show them may differ by a millimetre from what was placed.
constexpr double kRounding_m = 0.002;

void measure_class(const World& world, Category category, const PointClass& cls,
                   std::vector<AuditReport::ConditionRow>& rows) {
  const Conditions& conditions = cls.conditions;
  const bool wet = world.water.size() > 0;
  if (!conditions.stated() && !wet) return;
  const std::vector<const Point*> points = points_of(world, category, cls.slug);
  // Without conditions there is nothing to measure to.
  const PlaceRules rules =
      conditions.stated() ? place_rules(world, conditions) : PlaceRules(place_ground(world), conditions, {});
  const std::string category_slug(kCategorySlugs[static_cast<size_t>(category)]);
  AuditReport::ConditionRow ground{category_slug, cls.slug, "ground"};
  for (const Point* p : points)
    ground.violations += on_asked_ground(world, rules, conditions.ground, *p) ? 0 : 1;
  if (conditions.ground != GroundKind::land || ground.violations > 0) rows.push_back(ground);
  for (size_t k = 0; k < kNearFeatures; ++k) {
    if (!conditions.near[k]) continue;
    const auto [low, high] = *conditions.near[k];
    AuditReport::ConditionRow row{category_slug, cls.slug, std::string(near_key(*kNear[k])), low, high};
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const Point* p : points) {
      const double d = rules.distance_m(k, p->position_m);
      least = std::min(least, d);
      most = std::max(most, d);
      row.violations += d < low - kRounding_m || d > high + kRounding_m ? 1 : 0;
    }
    if (!points.empty() && std::isfinite(most)) {
      row.observed_min_m = least;
      row.observed_max_m = most;
    }
    rows.push_back(row);
  }
}

}  // namespace

std::vector<AuditReport::ConditionRow> measure_conditions(const World& world, const Template& tmpl) {
  std::vector<AuditReport::ConditionRow> rows;
  for (const Category category : kPointCategories)
    for (const PointClass& cls : tmpl.classes(category))
      if (cls.quota > 0) measure_class(world, category, cls, rows);
  return rows;
}

}  // namespace fw
