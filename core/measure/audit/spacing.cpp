#include "core/measure/audit/spacing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>

#include "core/model/template/spacing_rules.h"

namespace fw {
namespace {

double square(double v) {
  return v * v;
}

/// The spacing that the template gives a class.
double asked_spacing_m(const PointClassInfo& info, const Template& tmpl) {
  if (info.category == Category::landmark) {
    const auto kind = find_row(tmpl.vocabulary.landmarks, info.slug);
    return kind ? tmpl.vocabulary.landmarks[*kind].spacing_m : 0;
  }
  for (const PointClass& cls : tmpl.classes(info.category))
    if (cls.slug == info.slug) return cls.spacing_m;
  return 0;
}

/// The spacing that finally applied to a class: the least over its ledger rows, else the template's.
double kept_spacing_m(const World& world, int class_index, double asked_m) {
  double least = std::numeric_limits<double>::infinity();
  for (const QuotaLedger& row : world.ledger)
    if (row.class_index == class_index && row.spacing_m > 0) least = std::min(least, row.spacing_m);
  return std::isfinite(least) ? least : asked_m;
}

AuditReport::Spacing spacing_row(std::string_view cls, double asked_m, double min_m,
                                 std::span<const double> nearest_m) {
  double sum = 0;
  for (const double d : nearest_m) sum += d;
  return {std::string(cls), asked_m, min_m, *std::min_element(nearest_m.begin(), nearest_m.end()),
          sum / static_cast<double>(nearest_m.size())};
}

/// A raised enemy keeps its distance from its own kind and every higher one.
void add_rarity_row(std::vector<AuditReport::Spacing>& rows, const PointSet& points, Rarity rarity,
                    const RarityRow& rules) {
  const double asked_m = rules.spacing_m;
  std::vector<Vec2> positions;
  std::vector<bool> own;
  for (const Point& p : points.points) {
    if (points.class_of(p).category != Category::enemy || p.rarity < rarity) continue;
    positions.push_back(p.position_m);
    own.push_back(p.rarity == rarity);
  }
  if (positions.size() < 2) return;
  const std::vector<double> all = nearest_neighbour_m(positions);
  std::vector<double> nearest;
  for (size_t i = 0; i < all.size(); ++i)
    if (own[i]) nearest.push_back(all[i]);
  if (nearest.empty()) return;
  AuditReport::Spacing row = spacing_row(rules.id, asked_m, asked_m, nearest);
  if (row.observed_min_m < asked_m - kSpacingTolerance_m) row.min_m = asked_m * spacing_floor(rules);
  rows.push_back(std::move(row));
}

}  // namespace

std::vector<double> nearest_neighbour_m(std::span<const Vec2> points) {
  // A sweep over x: the search to either side ends where the x distance alone exceeds the best distance so
  // far.
  std::vector<size_t> order(points.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return points[a].x != points[b].x ? points[a].x < points[b].x : a < b;
  });
  std::vector<double> out(points.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const Vec2 p = points[order[i]];
    double best = std::numeric_limits<double>::infinity();
    for (size_t j = i; j-- > 0;) {
      const Vec2 q = points[order[j]];
      if (square(p.x - q.x) >= best) break;
      best = std::min(best, squared_distance(p, q));
    }
    for (size_t j = i + 1; j < order.size(); ++j) {
      const Vec2 q = points[order[j]];
      if (square(q.x - p.x) >= best) break;
      best = std::min(best, squared_distance(p, q));
    }
    out[order[i]] = std::sqrt(best);
  }
  return out;
}

std::vector<AuditReport::Spacing> measure_spacing(const World& world, const Template& tmpl) {
  std::vector<std::vector<Vec2>> positions(world.points.classes.size());
  for (const Point& p : world.points.points)
    positions[static_cast<size_t>(p.class_index)].push_back(p.position_m);
  std::vector<AuditReport::Spacing> rows;
  for (size_t c = 0; c < positions.size(); ++c) {
    if (positions[c].size() < 2) continue;
    const PointClassInfo& info = world.points.classes[c];
    const double asked_m = asked_spacing_m(info, tmpl);
    rows.push_back(spacing_row(info.slug, asked_m, kept_spacing_m(world, static_cast<int>(c), asked_m),
                               nearest_neighbour_m(positions[c])));
  }
  const std::vector<RarityRow>& rarities = tmpl.vocabulary.rarities;
  for (size_t k = 1; k < rarities.size(); ++k)
    add_rarity_row(rows, world.points, static_cast<Rarity>(k + 1), rarities[k]);
  return rows;
}

}  // namespace fw
