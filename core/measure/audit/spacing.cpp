#include "core/measure/audit/spacing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <string_view>

#include "core/model/template/spacing_rules.h"

namespace fw {
namespace {

constexpr double kFar_m = std::numeric_limits<double>::infinity();

double square(double v) {
  return v * v;
}

/// Ids of pins that keep no distance.
using FreePins = std::set<std::string, std::less<>>;

FreePins free_pins(const Hand& hand) {
  FreePins ids;
  for (const PinRow& pin : hand.pins)
    if (pin.spacing == PinSpacing::none) ids.insert(pin.id);
  return ids;
}

/// Distance from every point to the nearest of others; +infinity without others.
std::vector<double> nearest_of_m(std::span<const Vec2> points, std::vector<Vec2> others) {
  std::sort(others.begin(), others.end(), [](Vec2 a, Vec2 b) { return a.x < b.x; });
  std::vector<double> out;
  for (const Vec2 p : points) {
    const auto middle =
        std::lower_bound(others.begin(), others.end(), p.x, [](Vec2 o, double x) { return o.x < x; });
    double best = kFar_m;
    for (auto o = middle; o != others.end() && square(o->x - p.x) < best; ++o)
      best = std::min(best, squared_distance(p, *o));
    for (auto o = middle; o != others.begin() && square(p.x - (o - 1)->x) < best; --o)
      best = std::min(best, squared_distance(p, *(o - 1)));
    out.push_back(std::sqrt(best));
  }
  return out;
}

/// Null for kinds of landmark.
const PointClass* class_of(const PointClassInfo& info, const Template& tmpl) {
  if (info.category == Category::landmark) return nullptr;
  for (const PointClass& cls : tmpl.classes(info.category))
    if (cls.slug == info.slug) return &cls;
  return nullptr;
}

/// The spacing that the template gives a class or a kind.
double asked_spacing_m(const PointClassInfo& info, const Template& tmpl) {
  if (info.category == Category::landmark) {
    const auto kind = find_row(tmpl.vocabulary.landmarks, info.slug);
    return kind ? tmpl.vocabulary.landmarks[*kind].spacing_m : 0;
  }
  const PointClass* cls = class_of(info, tmpl);
  return cls != nullptr ? cls->spacing_m : 0;
}

/// The spacing that finally holds for a class: the least over its ledger rows, else the template's; of a
/// class with a floor what the floor leaves of it.
double kept_spacing_m(const World& world, int class_index, const Template& tmpl) {
  const PointClassInfo& info = world.points.classes[static_cast<size_t>(class_index)];
  double least = std::numeric_limits<double>::infinity();
  for (const QuotaLedger& row : world.ledger)
    if (row.class_index == class_index && row.spacing_m > 0) least = std::min(least, row.spacing_m);
  if (!std::isfinite(least)) least = asked_spacing_m(info, tmpl);
  const PointClass* cls = class_of(info, tmpl);
  return cls != nullptr ? hard_spacing_m(*cls, least) : least;
}

/// Some points whose distances count.
struct Spaced {
  std::vector<Vec2> generated;
  std::vector<Vec2> pins;  ///< that keep the class's spacing
  std::vector<Vec2> all_pins;

  void add(const Point& p, const FreePins& free) {
    if (p.hand.empty()) return generated.push_back(p.position_m);
    all_pins.push_back(p.position_m);
    if (!free.contains(p.hand)) pins.push_back(p.position_m);
  }
  size_t size() const { return generated.size() + all_pins.size(); }
  std::vector<Vec2> all() const {
    std::vector<Vec2> out = generated;
    out.insert(out.end(), all_pins.begin(), all_pins.end());
    return out;
  }
};

double least(std::span<const double> distances_m, double otherwise_m) {
  const auto at = std::min_element(distances_m.begin(), distances_m.end());
  return at == distances_m.end() || !std::isfinite(*at) ? otherwise_m : *at;
}

/// Pairs of pins stand as the designer put them: they are in the mean and in hand_min_m alone.
AuditReport::Spacing spacing_row(std::string_view cls, double asked_m, double min_m, const Spaced& points) {
  const std::vector<double> nearest_m = nearest_neighbour_m(points.all());
  double sum = 0;
  for (const double d : nearest_m) sum += d;
  AuditReport::Spacing row{std::string(cls), asked_m, min_m, min_m,
                           sum / static_cast<double>(nearest_m.size())};
  const double apart_m = least(nearest_neighbour_m(points.generated), kFar_m);
  const double to_pins_m = least(nearest_of_m(points.generated, points.pins), kFar_m);
  if (std::min(apart_m, to_pins_m) < kFar_m) row.observed_min_m = std::min(apart_m, to_pins_m);
  row.hand_min_m = least(nearest_neighbour_m(points.all_pins), 0);
  return row;
}

/// A raised enemy keeps its distance from its own kind and every higher one.
void add_rarity_row(std::vector<AuditReport::Spacing>& rows, const PointSet& points, Rarity rarity,
                    const RarityRow& rules) {
  const double asked_m = rules.spacing_m;
  std::vector<Vec2> positions;
  std::vector<const Point*> raised;
  for (const Point& p : points.points) {
    if (points.class_of(p).category != Category::enemy || p.rarity < rarity) continue;
    positions.push_back(p.position_m);
    raised.push_back(&p);
  }
  if (positions.size() < 2) return;
  const std::vector<double> all = nearest_neighbour_m(positions);
  double sum = 0, count = 0, nearest2 = kFar_m, of_pins2 = kFar_m;
  for (size_t i = 0; i < all.size(); ++i) {
    if (raised[i]->rarity != rarity) continue;
    sum += all[i];
    ++count;
    for (size_t j = 0; j < all.size(); ++j) {
      if (j == i) continue;
      double& of = raised[i]->hand.empty() || raised[j]->hand.empty() ? nearest2 : of_pins2;
      of = std::min(of, squared_distance(positions[i], positions[j]));
    }
  }
  if (count == 0) return;
  AuditReport::Spacing row{rules.id, asked_m, asked_m, nearest2 < kFar_m ? std::sqrt(nearest2) : asked_m,
                           sum / count};
  row.hand_min_m = of_pins2 < kFar_m ? std::sqrt(of_pins2) : 0;
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
  const FreePins free = free_pins(tmpl.hand);
  std::vector<Spaced> positions(world.points.classes.size());
  for (const Point& p : world.points.points) positions[static_cast<size_t>(p.class_index)].add(p, free);
  std::vector<AuditReport::Spacing> rows;
  for (size_t c = 0; c < positions.size(); ++c) {
    if (positions[c].size() < 2) continue;
    const PointClassInfo& info = world.points.classes[c];
    rows.push_back(spacing_row(info.slug, asked_spacing_m(info, tmpl),
                               kept_spacing_m(world, static_cast<int>(c), tmpl), positions[c]));
  }
  const std::vector<RarityRow>& rarities = tmpl.vocabulary.rarities;
  for (size_t k = 1; k < rarities.size(); ++k)
    add_rarity_row(rows, world.points, static_cast<Rarity>(k + 1), rarities[k]);
  return rows;
}

}  // namespace fw
