#include "core/measure/audit/quota.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace fw {
namespace {

int64_t count_points(const PointSet& set, int class_index, int region) {
  return std::count_if(set.points.begin(), set.points.end(), [&](const Point& p) {
    return p.class_index == class_index && (region == 0 || p.region == region);
  });
}

void settle(AuditReport::Quota& row) {
  row.shortfall = std::max<int64_t>(0, row.target - row.actual);
}

AuditReport::Quota ledger_row(const World& world, const QuotaLedger& ledger) {
  const PointClassInfo& info = world.points.classes[static_cast<size_t>(ledger.class_index)];
  AuditReport::Quota row;
  row.category = kCategorySlugs[static_cast<size_t>(info.category)];
  row.cls = info.slug;
  if (ledger.region > 0) row.region = world.regions[static_cast<size_t>(ledger.region - 1)].name;
  row.target = ledger.quota;
  row.actual = count_points(world.points, ledger.class_index, ledger.region);
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

AuditReport::Quota rarity_row(const PointSet& set, Rarity rarity, int target, double least_m,
                              Danger least_band) {
  AuditReport::Quota row;
  row.category = "rarity";
  row.cls = kRaritySlugs[static_cast<size_t>(rarity)];
  row.target = target;
  std::vector<Vec2> raised;
  for (const Point& p : set.points) {
    row.actual += p.rarity == rarity;
    if (p.rarity >= rarity) raised.push_back(p.position_m);
  }
  const double least2 = least_m * least_m;
  for (const Point& p : set.points) {
    if (set.class_of(p).category != Category::enemy || p.rarity >= rarity) continue;
    const bool crowded = std::any_of(raised.begin(), raised.end(), [&](Vec2 other) {
      return squared_distance(p.position_m, other) < least2;
    });
    if (p.danger < least_band)
      ++row.refused_mask;
    else if (crowded)
      ++row.refused_spacing;
    else
      ++row.refused_density;
  }
  settle(row);
  return row;
}

}  // namespace

std::vector<AuditReport::Quota> measure_quota(const World& world, const Template& tmpl) {
  std::vector<AuditReport::Quota> rows;
  for (const QuotaLedger& ledger : world.ledger) rows.push_back(ledger_row(world, ledger));
  for (const Category category : {Category::resource, Category::wildlife, Category::enemy})
    for (const PointClass& cls : tmpl.classes(category)) {
      const int64_t times = cls.quota_by == QuotaBy::region ? static_cast<int64_t>(world.regions.size()) : 1;
      add_if_missing(rows, world, category, cls.slug, cls.quota * times);
    }
  for (size_t k = 0; k < kLandmarkKinds; ++k)
    add_if_missing(rows, world, Category::landmark, kLandmarkSlugs[k], tmpl.landmarks[k]);
  rows.push_back(rarity_row(world.points, Rarity::boss, tmpl.rarity.boss,
                            tmpl.spacing.boss_m * kBossSpacingFloor, Danger::red));
  rows.push_back(rarity_row(world.points, Rarity::named, tmpl.rarity.named,
                            tmpl.spacing.named_m * kNamedSpacingFloor, Danger::yellow));
  return rows;
}

}  // namespace fw
