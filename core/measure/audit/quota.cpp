#include "core/measure/audit/quota.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <string_view>

#include "core/measure/audit/water_audit.h"
#include "core/model/template/spacing_rules.h"
#include "core/model/world/place_rules.h"

namespace fw {
namespace {

/// Ids of the pins that no quota counts.
using PinIds = std::set<std::string, std::less<>>;

/// The ids of the pins that a predicate holds for.
template <typename Holds>
PinIds pins_that(const Hand& hand, const Holds& holds) {
  PinIds ids;
  for (const PinRow& pin : hand.pins)
    if (holds(pin)) ids.insert(pin.id);
  return ids;
}

int64_t count_points(const World& world, const QuotaLedger& ledger, const PinIds& uncounted) {
  const std::vector<Point>& points = world.points.points;
  return std::count_if(points.begin(), points.end(), [&](const Point& p) {
    if (p.class_index != ledger.class_index || (!p.hand.empty() && uncounted.contains(p.hand))) return false;
    if (ledger.piece > 0) return p.region > 0 && world.regions[p.region - 1u].piece == ledger.piece;
    return ledger.region == 0 || p.region == ledger.region;
  });
}

void settle(AuditReport::Quota& row) {
  row.shortfall = std::max<int64_t>(0, row.target - row.banned - row.actual);
}

AuditReport::Quota ledger_row(const World& world, const QuotaLedger& ledger, const PinIds& uncounted) {
  const PointClassInfo& info = world.points.classes[static_cast<size_t>(ledger.class_index)];
  AuditReport::Quota row;
  row.category = kCategorySlugs[static_cast<size_t>(info.category)];
  row.cls = info.slug;
  if (ledger.piece > 0) row.region = piece_name(ledger.piece);
  if (ledger.region > 0) row.region = world.regions[static_cast<size_t>(ledger.region - 1)].name;
  row.target = ledger.quota;
  row.actual = count_points(world, ledger, uncounted);
  row.by_hand = ledger.by_hand;
  row.banned = ledger.banned;
  row.refused_mask = ledger.refused_mask;
  row.refused_spacing = ledger.refused_spacing;
  row.refused_density = ledger.refused_density;
  settle(row);
  return row;
}

/// Targets of the template without a ledger row still get a row: nothing is dropped silently.
void add_if_missing(std::vector<AuditReport::Quota>& rows, const World& world, Category category,
                    std::string_view slug, int64_t target) {
  const std::string_view category_slug = kCategorySlugs[static_cast<size_t>(category)];
  const bool there = std::any_of(rows.begin(), rows.end(), [&](const AuditReport::Quota& row) {
    return row.category == category_slug && row.cls == slug;
  });
  if (there || target <= 0) return;
  AuditReport::Quota row;
  row.category = category_slug;
  row.cls = slug;
  row.target = target;
  for (const Point& p : world.points.points) {
    const PointClassInfo& info = world.points.class_of(p);
    row.actual += info.category == category && info.slug == slug;
  }
  settle(row);
  rows.push_back(std::move(row));
}

AuditReport::Quota rarity_row(const PointSet& set, const Vocabulary& vocabulary, Rarity rarity,
                              const PinIds& ranked) {
  const RarityRow& rules = vocabulary.rarities[static_cast<size_t>(rarity) - 1];
  const double least_m = rules.spacing_m * spacing_floor(rules);
  const Danger safest = least_band(rules, vocabulary);
  AuditReport::Quota row;
  row.category = "rarity";
  row.cls = rules.id;
  row.target = rules.count.value_or(0);
  std::vector<Vec2> raised;
  for (const Point& p : set.points) {
    row.actual += p.rarity == rarity;
    row.by_hand += p.rarity == rarity && !p.hand.empty() && ranked.contains(p.hand);
    if (p.rarity >= rarity) raised.push_back(p.position_m);
  }
  const double least2 = least_m * least_m;
  for (const Point& p : set.points) {
    if (set.class_of(p).category != Category::enemy || p.rarity >= rarity) continue;
    const bool crowded = std::any_of(raised.begin(), raised.end(), [&](Vec2 other) {
      return squared_distance(p.position_m, other) < least2;
    });
    if (p.region == 0 || p.danger < safest)
      ++row.refused_mask;
    else if (crowded)
      ++row.refused_spacing;
    else
      ++row.refused_density;
  }
  settle(row);
  return row;
}

/// How many of a landmark kind the template asks for where no ledger says it: a seat or guard without a count
/// stands in every region with an owner.
int64_t landmark_target(const LandmarkRow& kind, const World& world) {
  if (kind.role == LandmarkRole::site || kind.count) return kind.count.value_or(0);
  return std::count_if(world.regions.begin(), world.regions.end(),
                       [](const Region& region) { return !region.neutral; });
}

/// How often a quota counts.
int64_t times_of(QuotaBy by, const World& world) {
  if (by == QuotaBy::region) return static_cast<int64_t>(world.regions.size());
  int pieces = 1;
  if (by == QuotaBy::piece)
    for (const Region& region : world.regions) pieces = std::max(pieces, region.piece);
  return pieces;
}

}  // namespace

std::vector<AuditReport::Quota> measure_quota(const World& world, const Template& tmpl) {
  const Vocabulary& words = tmpl.vocabulary;
  std::vector<AuditReport::Quota> rows;
  const PinIds uncounted = pins_that(tmpl.hand, [](const PinRow& pin) { return !pin.counts; });
  for (const QuotaLedger& ledger : world.ledger) rows.push_back(ledger_row(world, ledger, uncounted));
  for (const Category category : kPointCategories)
    for (const PointClass& cls : tmpl.classes(category))
      add_if_missing(rows, world, category, cls.slug, cls.quota * times_of(cls.quota_by, world));
  for (const LandmarkRow& kind : words.landmarks)
    add_if_missing(rows, world, Category::landmark, kind.id, landmark_target(kind, world));
  const PinIds ranked = pins_that(tmpl.hand, [](const PinRow& pin) { return pin.rarity.has_value(); });
  for (size_t k = words.rarities.size(); k > 1; --k)
    if (words.rarities[k - 1].count)
      rows.push_back(rarity_row(world.points, words, static_cast<Rarity>(k), ranked));
  return rows;
}

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
