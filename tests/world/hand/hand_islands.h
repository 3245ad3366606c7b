#pragma once

#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/model/world/digest.h"
#include "core/world/generate.h"
#include "core/world/land/spacing.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/worlds.h"
#include "tests/world/showcase_layers.h"

// Worlds of the showcases with pins, bans and areas, and what is asked of them.

namespace fw::test {

inline constexpr int kResolution = 256;
inline constexpr uint64_t kDice = 7;
inline constexpr const char* kShowcases[] = {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"};

using Shared = std::shared_ptr<const World>;

/// A template with a seed, and worlds of it with other hands. What no hand moves is made once.
struct HandIsland {
  Template tmpl;
  Shared natural;
  std::shared_ptr<StageCache> cache = std::make_shared<StageCache>();

  explicit HandIsland(const Template& of, uint64_t seed = 42) : tmpl(of) {
    tmpl.seed = seed;
    natural = with(tmpl);
  }
  Shared with(const Template& edited) const {
    return generate(edited, edited.seeds(), kResolution, {}, cache.get()).value();
  }
};

inline PinRow pin_at(const World& world, const std::string& cls, Vec2 at, int row = 0) {
  PinRow pin;
  pin.id = "p" + std::to_string(row);
  pin.cls = cls;
  for (const PointClassInfo& info : world.points.classes)
    if (info.slug == cls && info.category != Category::landmark)
      pin.category = kCategorySlugs[static_cast<size_t>(info.category)];
  pin.x_m = at.x;
  pin.y_m = at.y;
  return pin;
}

/// "Keep this point".
inline PinRow kept(const World& world, const Point& p, int row) {
  PinRow pin = pin_at(world, world.points.class_of(p).slug, p.position_m, row);
  pin.number = p.number;
  return pin;
}

inline int class_of(const World& world, const std::string& slug) {
  for (size_t c = 0; c < world.points.classes.size(); ++c)
    if (world.points.classes[c].slug == slug && world.points.classes[c].category != Category::landmark)
      return static_cast<int>(c);
  return -1;
}

inline std::vector<const Point*> points_of(const World& world, const std::string& slug) {
  std::vector<const Point*> out;
  for (const Point& p : world.points.points)
    if (p.class_index == class_of(world, slug)) out.push_back(&p);
  return out;
}

inline PointClass& class_row(Template& tmpl, const std::string& slug) {
  for (auto* list : {&tmpl.resources, &tmpl.wildlife, &tmpl.enemies})
    for (PointClass& cls : *list)
      if (cls.slug == slug) return cls;
  qFatal("no such class");
}

/// Everything of a point that a digest holds, and its id.
inline auto all_of(const World& world, const Point& p) {
  return std::tuple(world.points.id_of(p), p.position_m.x, p.position_m.y, p.region, p.faction, p.biome,
                    p.danger, p.rarity, p.intensity, p.hp_mult, p.dps_mult, p.level, p.loot, p.respawn_s,
                    p.height_m, p.name);
}

inline bool same_class(const World& a, const World& b, const std::string& slug) {
  const auto before = points_of(a, slug), after = points_of(b, slug);
  return std::equal(before.begin(), before.end(), after.begin(), after.end(),
                    [&](const Point* p, const Point* q) { return all_of(a, *p) == all_of(b, *q); });
}

inline bool told(const World& world, std::string_view code, std::string_view words = {}) {
  return std::any_of(world.findings.begin(), world.findings.end(), [&](const Finding& f) {
    return f.code == code && f.message.find(words) != std::string::npos;
  });
}

/// How many points of the class went and came, pins apart.
struct Change {
  int gone = 0, came = 0;
};
inline Change change_of(const World& before, const World& after, const std::string& slug) {
  std::set<std::pair<double, double>> was, is;
  for (const Point* p : points_of(before, slug)) was.emplace(p->position_m.x, p->position_m.y);
  for (const Point* p : points_of(after, slug))
    if (p->hand.empty()) is.emplace(p->position_m.x, p->position_m.y);
  Change change;
  for (const auto& p : was) change.gone += !is.contains(p);
  for (const auto& p : is) change.came += !was.contains(p);
  return change;
}

/// The least distance of a generated point to any other of its class.
inline double least_generated_m(const World& world, const std::string& slug) {
  double best2 = 1e30;
  const auto points = points_of(world, slug);
  for (const Point* p : points)
    for (const Point* q : points)
      if (p != q && p->hand.empty()) best2 = std::min(best2, squared_distance(p->position_m, q->position_m));
  return std::sqrt(best2);
}

inline double spacing_used(const World& world, const std::string& slug) {
  double least = 1e30;
  for (const QuotaLedger& row : world.ledger)
    if (row.class_index == class_of(world, slug)) least = std::min(least, row.spacing_m);
  return least;
}

/// Points that stand where they did have the ids that they had.
inline bool ids_stand(const World& before, const World& after) {
  std::map<std::tuple<int, double, double>, std::string> ids;
  for (const Point& p : before.points.points)
    ids[{p.class_index, p.position_m.x, p.position_m.y}] = before.points.id_of(p);
  return std::all_of(after.points.points.begin(), after.points.points.end(), [&](const Point& p) {
    const auto found = ids.find({p.class_index, p.position_m.x, p.position_m.y});
    return found == ids.end() || !p.hand.empty() || found->second == after.points.id_of(p);
  });
}

inline bool ids_are_unique(const World& world) {
  std::set<std::pair<int, std::string>> ids;
  for (const Point& p : world.points.points)
    if (!ids.emplace(p.class_index, world.points.id_of(p)).second) return false;
  return true;
}

inline bool is_sorted(const World& world) {
  const auto& points = world.points.points;
  for (size_t i = 1; i < points.size(); ++i) {
    const Point &a = points[i - 1], &b = points[i];
    if (a.class_index > b.class_index) return false;
    if (a.class_index == b.class_index && static_cast<uint32_t>(a.number) > static_cast<uint32_t>(b.number))
      return false;
  }
  return true;
}

/// A class of one of the showcases.
struct Chosen {
  size_t world;
  std::string slug;
};

/// The centre of the first cell that will do; (-1, -1) if none does.
inline Vec2 first_cell(const World& world, const std::function<bool(size_t)>& will_do) {
  for (size_t cell = 0; cell < world.grid.cells(); ++cell)
    if (will_do(cell)) return world.grid.centre(cell);
  return {-1, -1};
}

inline Vec2 random_ground(const World& world, int place) {
  for (uint64_t k = 0;; ++k) {
    const uint64_t at = static_cast<uint64_t>(place) * 1000 + k;
    const auto cell = static_cast<size_t>(random_below(kDice, at, world.grid.cells()));
    if (!world.on_island(cell)) continue;
    const Vec2 centre = world.grid.centre(cell);
    return {to_millimetres(centre.x + 3), to_millimetres(centre.y - 5)};
  }
}

inline const Point& random_point(const World& world, const std::string& slug, int place) {
  const auto points = points_of(world, slug);
  return *points[random_below(kDice + 1, static_cast<uint64_t>(place), points.size())];
}

inline bool stands_at(const World& world, const PinRow& pin) {
  return std::any_of(world.points.points.begin(), world.points.points.end(), [&](const Point& p) {
    return p.hand == pin.id && p.position_m == Vec2{to_millimetres(pin.x_m), to_millimetres(pin.y_m)} &&
           world.points.class_of(p).slug == pin.cls;
  });
}

/// Other classes have not moved a bit.
inline void expect_others_same(const HandIsland& i, const World& world, const std::string& slug) {
  for (const PointClassInfo& info : i.natural->points.classes) {
    if (info.category == Category::landmark || info.slug == slug || same_class(*i.natural, world, info.slug))
      continue;
    std::string which;
    const auto before = points_of(*i.natural, info.slug), after = points_of(world, info.slug);
    for (size_t k = 0; k < std::min(before.size(), after.size()); ++k)
      if (all_of(*i.natural, *before[k]) != all_of(world, *after[k]))
        which += " " + world.points.id_of(*after[k]) + " (rarity " +
                 std::to_string(static_cast<int>(before[k]->rarity)) + " to " +
                 std::to_string(static_cast<int>(after[k]->rarity)) + ")";
    QTest::qFail((info.slug + " changed after an edit of " + slug + ":" + which).c_str(), __FILE__, __LINE__);
  }
}

/// Pins, bans and areas of many classes.
inline Template busy_hand(const HandIsland& i) {
  Template edited = i.tmpl;
  int row = 0;
  for (const auto* list : {&i.tmpl.resources, &i.tmpl.wildlife, &i.tmpl.enemies})
    for (const PointClass& cls : *list) {
      PinRow pin = pin_at(*i.natural, cls.slug, random_ground(*i.natural, row), row);
      if (row % 3 == 0) pin.number = row;
      if (row % 5 == 0) pin.counts = false;
      if (row % 4 == 0 && !points_of(*i.natural, cls.slug).empty()) {
        const Vec2 from = points_of(*i.natural, cls.slug).front()->position_m;
        pin.from_x_m = from.x;
        pin.from_y_m = from.y;
      }
      edited.hand.pins.push_back(pin);
      ++row;
    }
  BanRow ban;
  ban.id = "b1";
  ban.of = "all";
  ban.x_m = ban.y_m = 4000;
  ban.radius_m = 500;
  edited.hand.bans.push_back(ban);
  AreaRow area;
  area.id = "a1";
  area.of = "all, -" + i.tmpl.resources.front().slug;
  area.place.shape = "POLYGON((2000 2000,5000 2500,3500 5000))";
  area.density = 2.5;
  area.feather_m = 150;
  edited.hand.areas.push_back(area);
  return edited;
}

/// The three showcases, and ten of their classes: every third or so of those with a quota.
struct HandIslands {
  std::vector<HandIsland> islands;
  std::vector<Chosen> chosen;
};
inline HandIslands make_hand_islands() {
  HandIslands of;
  for (const char* name : kShowcases) of.islands.emplace_back(showcase_template(name));
  for (size_t w = 0; w < of.islands.size(); ++w) {
    std::vector<std::string> slugs;
    for (const auto* list :
         {&of.islands[w].tmpl.resources, &of.islands[w].tmpl.wildlife, &of.islands[w].tmpl.enemies})
      for (const PointClass& cls : *list)
        if (points_of(*of.islands[w].natural, cls.slug).size() >= 20) slugs.push_back(cls.slug);
    const size_t wanted = w == 0 ? 4 : 3;
    for (size_t k = 0; k < wanted; ++k)
      of.chosen.push_back({w, slugs[k * (slugs.size() - 1) / (wanted - 1)]});
  }
  if (of.chosen.size() != 10) qFatal("ten classes");
  return of;
}

}  // namespace fw::test
