// Pins, bans and areas of point classes: what is stated stands, and the rest moves as little as it needs.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/base/parallel/parallel.h"
#include "core/base/rng.h"
#include "core/field/shape.h"
#include "core/model/world/digest.h"
#include "core/world/explain/explain.h"
#include "core/world/generate.h"
#include "core/world/land/spacing.h"
#include "core/world/stage_cache.h"
#include "tests/world/showcase_layers.h"

using namespace fw;

namespace {

constexpr int kResolution = 256;
constexpr const char* kShowcases[] = {"WindswardLike", "ShatteredMountainLike", "EdengroveLike"};

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

PinRow pin_at(const World& world, const std::string& cls, Vec2 at, int row = 0) {
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
PinRow kept(const World& world, const Point& p, int row) {
  PinRow pin = pin_at(world, world.points.class_of(p).slug, p.position_m, row);
  pin.number = p.number;
  return pin;
}

int class_of(const World& world, const std::string& slug) {
  for (size_t c = 0; c < world.points.classes.size(); ++c)
    if (world.points.classes[c].slug == slug && world.points.classes[c].category != Category::landmark)
      return static_cast<int>(c);
  return -1;
}

std::vector<const Point*> points_of(const World& world, const std::string& slug) {
  std::vector<const Point*> out;
  for (const Point& p : world.points.points)
    if (p.class_index == class_of(world, slug)) out.push_back(&p);
  return out;
}

PointClass& class_row(Template& tmpl, const std::string& slug) {
  for (auto* list : {&tmpl.resources, &tmpl.wildlife, &tmpl.enemies})
    for (PointClass& cls : *list)
      if (cls.slug == slug) return cls;
  qFatal("no such class");
}

/// Everything of a point that a digest holds, and its id.
auto all_of(const World& world, const Point& p) {
  return std::tuple(world.points.id_of(p), p.position_m.x, p.position_m.y, p.region, p.faction, p.biome,
                    p.danger, p.rarity, p.intensity, p.hp_mult, p.dps_mult, p.level, p.loot, p.respawn_s,
                    p.height_m, p.name);
}

bool same_class(const World& a, const World& b, const std::string& slug) {
  const auto before = points_of(a, slug), after = points_of(b, slug);
  return std::equal(before.begin(), before.end(), after.begin(), after.end(),
                    [&](const Point* p, const Point* q) { return all_of(a, *p) == all_of(b, *q); });
}

std::string parts_that_differ(const World& a, const World& b) {
  std::string out;
  const auto before = world_digests(a), after = world_digests(b);
  for (size_t i = 0; i < before.size(); ++i)
    if (before[i] != after[i]) out += before[i].first + " ";
  return out;
}

bool told(const World& world, std::string_view code, std::string_view words = {}) {
  return std::any_of(world.findings.begin(), world.findings.end(), [&](const Finding& f) {
    return f.code == code && f.message.find(words) != std::string::npos;
  });
}

const HandOutcome& outcome(const World& world, const std::string& id) {
  for (const HandOutcome& o : world.hand)
    if (o.id == id) return o;
  qFatal("no outcome");
}

/// How many points of the class went and came, pins apart.
struct Change {
  int gone = 0, came = 0;
};
Change change_of(const World& before, const World& after, const std::string& slug) {
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
double least_generated_m(const World& world, const std::string& slug) {
  double best2 = 1e30;
  const auto points = points_of(world, slug);
  for (const Point* p : points)
    for (const Point* q : points)
      if (p != q && p->hand.empty()) best2 = std::min(best2, squared_distance(p->position_m, q->position_m));
  return std::sqrt(best2);
}

double spacing_used(const World& world, const std::string& slug) {
  double least = 1e30;
  for (const QuotaLedger& row : world.ledger)
    if (row.class_index == class_of(world, slug)) least = std::min(least, row.spacing_m);
  return least;
}

/// Points that stand where they did have the ids that they had.
bool ids_stand(const World& before, const World& after) {
  std::map<std::tuple<int, double, double>, std::string> ids;
  for (const Point& p : before.points.points)
    ids[{p.class_index, p.position_m.x, p.position_m.y}] = before.points.id_of(p);
  return std::all_of(after.points.points.begin(), after.points.points.end(), [&](const Point& p) {
    const auto found = ids.find({p.class_index, p.position_m.x, p.position_m.y});
    return found == ids.end() || !p.hand.empty() || found->second == after.points.id_of(p);
  });
}

bool ids_are_unique(const World& world) {
  std::set<std::pair<int, std::string>> ids;
  for (const Point& p : world.points.points)
    if (!ids.emplace(p.class_index, world.points.id_of(p)).second) return false;
  return true;
}

bool is_sorted(const World& world) {
  const auto& points = world.points.points;
  for (size_t i = 1; i < points.size(); ++i) {
    const Point &a = points[i - 1], &b = points[i];
    if (a.class_index > b.class_index) return false;
    if (a.class_index == b.class_index && static_cast<uint32_t>(a.number) > static_cast<uint32_t>(b.number))
      return false;
  }
  return true;
}

/// Ten classes of the three showcases: every third or so of those with a quota.
struct Chosen {
  size_t world;
  std::string slug;
};
constexpr uint64_t kDice = 7;

}  // namespace

class TestHandPoints : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    for (const char* name : kShowcases) islands_.emplace_back(showcase_template(name));
    for (size_t w = 0; w < islands_.size(); ++w) {
      std::vector<std::string> slugs;
      for (const auto* list :
           {&islands_[w].tmpl.resources, &islands_[w].tmpl.wildlife, &islands_[w].tmpl.enemies})
        for (const PointClass& cls : *list)
          if (points_of(*islands_[w].natural, cls.slug).size() >= 20) slugs.push_back(cls.slug);
      const size_t wanted = w == 0 ? 4 : 3;
      for (size_t k = 0; k < wanted; ++k)
        chosen_.push_back({w, slugs[k * (slugs.size() - 1) / (wanted - 1)]});
    }
    QCOMPARE(chosen_.size(), size_t{10});
  }

  void rowsThatAreOffChangeNothing() {
    const HandIsland& i = islands_[0];
    Template edited = i.tmpl;
    PinRow pin = pin_at(*i.natural, chosen_[0].slug, {4000, 4000});
    pin.on = false;
    edited.hand.pins.push_back(pin);
    const Shared world = i.with(edited);
    QCOMPARE(parts_that_differ(*i.natural, *world), std::string());
    QCOMPARE(outcome(*world, "p0").state, HandState::off);
  }

  void aPinOnANaturalPointThatKeepsItsNumberChangesNoBit() {
    for (const HandIsland& i : islands_) {
      Template edited = i.tmpl;
      int row = 0;
      for (size_t k = 0; k < i.natural->points.points.size(); k += 7) {
        const Point& p = i.natural->points.points[k];
        if (i.natural->points.class_of(p).category == Category::landmark) continue;
        edited.hand.pins.push_back(kept(*i.natural, p, row++));
      }
      const Shared world = i.with(edited);
      QCOMPARE(parts_that_differ(*i.natural, *world), std::string());
      QVERIFY(std::all_of(world->hand.begin(), world->hand.end(),
                          [](const HandOutcome& o) { return o.state == HandState::held && o.got == 1; }));
    }
  }

  void freezingEveryPointChangesNoBit() {
    for (const HandIsland& i : islands_) {
      Template edited = i.tmpl;
      int row = 0;
      for (const Point& p : i.natural->points.points)
        if (i.natural->points.class_of(p).category != Category::landmark)
          edited.hand.pins.push_back(kept(*i.natural, p, row++));
      const Shared world = i.with(edited);
      QCOMPARE(parts_that_differ(*i.natural, *world), std::string());
      for (const QuotaLedger& ledger : world->ledger)
        if (world->points.classes[static_cast<size_t>(ledger.class_index)].category != Category::landmark)
          QCOMPARE(ledger.by_hand, ledger.placed);
    }
  }

  void freezingAnEditedWorldChangesNoBit() {
    const HandIsland& i = islands_[1];
    const std::string slug = chosen_[4].slug;
    Template edited = i.tmpl;
    for (int k = 0; k < 6; ++k) {
      BanRow ban;
      ban.id = "b" + std::to_string(k);
      ban.of = slug;
      const Vec2 at = points_of(*i.natural, slug)[static_cast<size_t>(3 * k)]->position_m;
      ban.x_m = at.x;
      ban.y_m = at.y;
      edited.hand.bans.push_back(ban);
    }
    const Shared banned = i.with(edited);
    QVERIFY(parts_that_differ(*i.natural, *banned) != std::string());
    for (const int every : {1, 2, 5}) {
      Template frozen = edited;
      int row = 0;
      for (const Point* p : points_of(*banned, slug))
        if (row++ % every == 0) frozen.hand.pins.push_back(kept(*banned, *p, row));
      QCOMPARE(parts_that_differ(*banned, *i.with(frozen)), std::string());
    }
  }

  void aBanWithoutAPointAndAnAreaOfDensityOneChangeNothing() {
    const HandIsland& i = islands_[2];
    Template edited = i.tmpl;
    AreaRow area;
    area.id = "a1";
    area.of = "all";
    area.place.shape = "POINT(4000 4000)";
    area.place.radius_m = 1500;
    area.feather_m = 200;
    edited.hand.areas.push_back(area);
    BanRow ban;
    ban.id = "b1";
    ban.of = "all";
    ban.x_m = ban.y_m = 1;
    edited.hand.bans.push_back(ban);
    const Shared world = i.with(edited);
    QCOMPARE(parts_that_differ(*i.natural, *world), std::string());
    QCOMPARE(outcome(*world, "a1").got, outcome(*world, "a1").asked);
    QVERIFY(outcome(*world, "a1").got > 0);
  }

  // The figures of the page: 40 places for each of 10 classes.

  void aPinTakesOnePlaceAndTheOthersStand() {
    const auto edit = [&](const HandIsland& i, const std::string& slug, int place, Template& edited) {
      edited.hand.pins.push_back(pin_at(*i.natural, slug, random_ground(*i.natural, place)));
    };
    const Figures f = try_all(edit, 1);
    report("a pin", f);
    QVERIFY(f.mean <= 0.05);
    QVERIFY(f.worst <= 4);
  }

  void aBanSendsOnePointElsewhereAndTheOthersStand() {
    const auto edit = [&](const HandIsland& i, const std::string& slug, int place, Template& edited) {
      const Vec2 at = random_point(*i.natural, slug, place).position_m;
      BanRow ban;
      ban.id = "b1";
      ban.of = slug;
      ban.x_m = at.x;
      ban.y_m = at.y;
      edited.hand.bans.push_back(ban);
    };
    const Figures f = try_all(edit, 2);
    report("a ban", f);
    QVERIFY(f.mean <= 0.05);
    QVERIFY(f.worst <= 4);
  }

  void aPointMovedLeavesTheOthersStanding() {
    const auto edit = [&](const HandIsland& i, const std::string& slug, int place, Template& edited) {
      const Point& p = random_point(*i.natural, slug, place);
      const double angle = 6.283185307 * random_uniform(kDice, 1000u + static_cast<uint64_t>(place));
      PinRow pin = kept(*i.natural, p, 0);
      pin.x_m += 60 * std::cos(angle);
      pin.y_m += 60 * std::sin(angle);
      pin.from_x_m = p.position_m.x;
      pin.from_y_m = p.position_m.y;
      pin.where = PinWhere::anywhere;
      edited.hand.pins.push_back(pin);
    };
    const Figures f = try_all(edit, 1);
    report("a point moved", f);
    QVERIFY(f.mean <= 0.30);
    QVERIFY(f.worst <= 5);
  }

  void halfTheQuotaAllAndFiveMoreCanBePinned_data() {
    QTest::addColumn<int>("per_cent");
    QTest::addColumn<int>("more");
    QTest::newRow("half") << 50 << 0;
    QTest::newRow("all") << 100 << 0;
    QTest::newRow("five more") << 100 << 5;
  }
  void halfTheQuotaAllAndFiveMoreCanBePinned() {
    QFETCH(int, per_cent);
    QFETCH(int, more);
    for (const Chosen& c : chosen_) {
      const HandIsland& i = islands_[c.world];
      const int quota = class_row(const_cast<Template&>(i.tmpl), c.slug).quota;
      const int pins = quota * per_cent / 100 + more;
      Template edited = i.tmpl;
      for (int k = 0; k < pins; ++k)
        edited.hand.pins.push_back(pin_at(*i.natural, c.slug, random_ground(*i.natural, k), k));
      const Shared world = i.with(edited);
      const auto points = points_of(*world, c.slug);
      QCOMPARE(points.size(), size_t(std::max(quota, pins)));
      QCOMPARE(std::count_if(points.begin(), points.end(), [](const Point* p) { return !p->hand.empty(); }),
               std::ptrdiff_t{pins});
      for (const PinRow& pin : edited.hand.pins) QVERIFY(stands_at(*world, pin));
      QCOMPARE(told(*world, "pins_over_quota"), more > 0);
      QVERIFY(least_generated_m(*world, c.slug) >= spacing_used(*world, c.slug) - 1e-9);
      QVERIFY(ids_are_unique(*world) && is_sorted(*world));
      if (per_cent == 50) QVERIFY(ids_stand(*i.natural, *world));
    }
  }

  void pinsAMetreApartBothStandAndAreTold() {
    const Chosen& c = chosen_[1];
    const HandIsland& i = islands_[c.world];
    Template edited = i.tmpl;
    const Vec2 at = random_ground(*i.natural, 3);
    edited.hand.pins.push_back(pin_at(*i.natural, c.slug, at, 1));
    edited.hand.pins.push_back(pin_at(*i.natural, c.slug, {at.x + 1, at.y}, 2));
    const Shared world = i.with(edited);
    for (const PinRow& pin : edited.hand.pins) QVERIFY(stands_at(*world, pin));
    QVERIFY(told(*world, "pins_too_close", "1 m apart"));
    QCOMPARE(points_of(*world, c.slug).size(), points_of(*i.natural, c.slug).size());
    QVERIFY(least_generated_m(*world, c.slug) >= spacing_used(*world, c.slug) - 1e-9);
    // Without a distance of their own they keep nobody away.
    Template free = i.tmpl;
    for (const PinRow& row : edited.hand.pins) {
      PinRow pin = row;
      pin.spacing = PinSpacing::none;
      free.hand.pins.push_back(pin);
    }
    QVERIFY(!told(*i.with(free), "pins_too_close"));
  }

  void aPinAtSeaOnAnIsletOrOffTheFrameIsSuspendedUnlessItMayStandAnywhere_data() {
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    QTest::addColumn<QString>("why");
    const World& world = *islands_[0].natural;
    const Vec2 sea = first_cell(world, [&](size_t c) { return world.land[c] == 0 && world.sea_m[c] > 300; });
    QTest::newRow("at sea") << sea.x << sea.y << "at sea; the nearest ground is";
    QTest::newRow("west of the frame") << -500.0 << 4000.0 << "off the frame; the nearest ground is";
    QTest::newRow("far off") << 900000.0 << -900000.0 << "off the frame; the nearest ground is";
  }
  void aPinAtSeaOnAnIsletOrOffTheFrameIsSuspendedUnlessItMayStandAnywhere() {
    QFETCH(double, x);
    QFETCH(double, y);
    QFETCH(QString, why);
    const HandIsland& i = islands_[0];
    for (const Chosen& c : chosen_) {
      if (c.world != 0) continue;
      Template edited = i.tmpl;
      edited.hand.pins.push_back(pin_at(*i.natural, c.slug, {x, y}));
      const Shared suspended = i.with(edited);
      QCOMPARE(parts_that_differ(*i.natural, *suspended), std::string());
      QCOMPARE(outcome(*suspended, "p0").state, HandState::suspended);
      QVERIFY(outcome(*suspended, "p0").reason.find(why.toStdString()) != std::string::npos);
      QVERIFY(told(*suspended, "pin_suspended", why.toStdString()));
      edited.hand.pins.edit(0).where = PinWhere::anywhere;
      const Shared stands = i.with(edited);
      QVERIFY(stands_at(*stands, edited.hand.pins[0]));
      const auto points = points_of(*stands, c.slug);
      QCOMPARE(points.size(), points_of(*i.natural, c.slug).size());
      QCOMPARE(points.back()->region, uint8_t{0});
      QCOMPARE(stands->points.id_of(*points.back()), c.slug + "-p0");
      QVERIFY(!world_digests(*stands).empty());
    }
  }

  void aPinOnAnIsletIsSuspendedUnlessItMayStandAnywhere() {
    Template tmpl = islands_[0].tmpl;
    tmpl.land.detail = 0.5;
    tmpl.land.roughness = 0.6;
    const HandIsland i(tmpl, 3);
    const World& world = *i.natural;
    const Vec2 islet = first_cell(world, [&](size_t c) { return world.land[c] != 0 && !world.on_island(c); });
    QVERIFY(islet.x >= 0);
    Template edited = i.tmpl;
    edited.hand.pins.push_back(pin_at(world, chosen_[0].slug, islet));
    const Shared suspended = i.with(edited);
    QCOMPARE(parts_that_differ(world, *suspended), std::string());
    QVERIFY(told(*suspended, "pin_suspended", "on an islet; the nearest ground is"));
    edited.hand.pins.edit(0).where = PinWhere::anywhere;
    QVERIFY(stands_at(*i.with(edited), edited.hand.pins[0]));
  }

  void theNearestGroundThatASuspendedPinIsToldOfWouldDo() {
    const HandIsland& i = islands_[0];
    Template edited = i.tmpl;
    edited.hand.pins.push_back(pin_at(*i.natural, chosen_[0].slug, {30, 20}));
    const std::string reason = outcome(*i.with(edited), "p0").reason;
    const size_t at = reason.find(" at ") + 4;
    const size_t comma = reason.find(", ", at);
    edited.hand.pins.edit(0).x_m = std::stod(reason.substr(at, comma - at));
    edited.hand.pins.edit(0).y_m = std::stod(reason.substr(comma + 2));
    QCOMPARE(outcome(*i.with(edited), "p0").state, HandState::held);
  }

  void theNearestGroundIsTheNearest() {
    const HandIsland& i = islands_[1];
    const World& world = *i.natural;
    Template edited = i.tmpl;
    std::vector<Vec2> places{{-300, 5000}, {9000, 9000}, {0, 0}};
    for (uint64_t k = 0; places.size() < 30; ++k) {
      const auto cell = static_cast<size_t>(random_below(kDice + 2, k, world.grid.cells()));
      if (world.land[cell] == 0) places.push_back(world.grid.centre(cell));
    }
    for (size_t k = 0; k < places.size(); ++k)
      edited.hand.pins.push_back(pin_at(world, chosen_[4].slug, places[k], static_cast<int>(k)));
    const Shared told = i.with(edited);
    for (size_t k = 0; k < places.size(); ++k) {
      double best2 = 1e30;
      for (size_t cell = 0; cell < world.grid.cells(); ++cell)
        if (world.on_island(cell))
          best2 = std::min(best2, squared_distance(world.grid.centre(cell), places[k]));
      const std::string& reason = outcome(*told, "p" + std::to_string(k)).reason;
      const size_t at = reason.find("ground is ") + 10;
      QVERIFY(std::abs(std::stod(reason.substr(at)) - std::sqrt(best2)) < 0.06);
    }
  }

  void quotasByRegionCountPinsWhereTheyStand() {
    Template tmpl = islands_[0].tmpl;
    const std::string slug = chosen_[0].slug;
    class_row(tmpl, slug).quota_by = QuotaBy::region;
    class_row(tmpl, slug).quota = 4;
    const HandIsland i(tmpl);
    Template edited = tmpl;
    const size_t regions = i.natural->regions.size();
    std::vector<int> pins_in(regions + 1, 0);
    for (int k = 0; k < 24; ++k) {
      const Vec2 at = random_ground(*i.natural, k);
      ++pins_in[i.natural->region[i.natural->grid.cell_at(at)]];
      edited.hand.pins.push_back(pin_at(*i.natural, slug, at, k));
    }
    for (int k = 0; k < 6; ++k) {  // more than one region's quota
      const Vec2 at{i.natural->regions[0].centre_m.x + 40 * k, i.natural->regions[0].centre_m.y};
      ++pins_in[i.natural->region[i.natural->grid.cell_at(at)]];
      edited.hand.pins.push_back(pin_at(*i.natural, slug, at, 100 + k));
    }
    const Shared world = i.with(edited);
    std::vector<int> before(regions + 1, 0), after(regions + 1, 0);
    for (const Point* p : points_of(*i.natural, slug)) ++before[p->region];
    for (const Point* p : points_of(*world, slug)) ++after[p->region];
    for (size_t r = 1; r <= regions; ++r) QCOMPARE(after[r], std::max(before[r], pins_in[r]));
    for (const QuotaLedger& row : world->ledger)
      if (row.class_index == class_of(*world, slug)) {
        QCOMPARE(row.by_hand, int64_t{pins_in[static_cast<size_t>(row.region)]});
        QCOMPARE(row.placed, int64_t{after[static_cast<size_t>(row.region)]});
      }
    QVERIFY(told(*world, "pins_over_quota", "in region " + i.natural->regions[0].name));
    QVERIFY(least_generated_m(*world, slug) >= spacing_used(*world, slug) - 1e-9);
    QVERIFY(ids_are_unique(*world));
  }

  void aPinThatDoesNotCountStandsBesideTheQuota() {
    const Chosen& c = chosen_[2];
    const HandIsland& i = islands_[c.world];
    Template edited = i.tmpl;
    PinRow pin = pin_at(*i.natural, c.slug, random_ground(*i.natural, 11));
    pin.counts = false;
    edited.hand.pins.push_back(pin);
    const Shared world = i.with(edited);
    QCOMPARE(points_of(*world, c.slug).size(), points_of(*i.natural, c.slug).size() + 1);
    for (const QuotaLedger& row : world->ledger)
      if (row.class_index == class_of(*world, c.slug)) QCOMPARE(row.by_hand, int64_t{0});
  }

  void aBanForGoodLowersTheQuota() {
    const Chosen& c = chosen_[3];
    const HandIsland& i = islands_[c.world];
    Template edited = i.tmpl;
    BanRow ban;
    ban.id = "b1";
    ban.of = c.slug;
    ban.instead = BanInstead::none;
    const Vec2 at = points_of(*i.natural, c.slug)[5]->position_m;
    ban.x_m = at.x;
    ban.y_m = at.y;
    ban.radius_m = 600;
    edited.hand.bans.push_back(ban);
    const Shared world = i.with(edited);
    int64_t inside = 0;
    for (const Point* p : points_of(*i.natural, c.slug))
      inside += squared_distance(p->position_m, at) <= 360000;
    QVERIFY(inside > 0);
    QCOMPARE(outcome(*world, "b1").got, static_cast<double>(inside));
    QCOMPARE(int64_t(points_of(*world, c.slug).size()),
             int64_t(points_of(*i.natural, c.slug).size()) - inside);
    for (const Point* p : points_of(*world, c.slug)) QVERIFY(squared_distance(p->position_m, at) > 360000);
    QVERIFY(!told(*world, "quota_shortfall", c.slug));
    QCOMPARE(change_of(*i.natural, *world, c.slug).came, 0);
  }

  void anAreaOfDensityZeroHoldsNoneAndOneOfThreeHoldsMore() {
    const Chosen& c = chosen_[0];
    const HandIsland& i = islands_[c.world];
    const Vec2 at = points_of(*i.natural, c.slug)[2]->position_m;
    const auto inside = [&](const World& world) {
      const auto points = points_of(world, c.slug);
      return std::count_if(points.begin(), points.end(), [&](const Point* p) {
        return squared_distance(world.grid.centre(world.grid.cell_at(p->position_m)), at) <= 1200.0 * 1200;
      });
    };
    const auto with_density = [&](double density) {
      Template edited = i.tmpl;
      AreaRow area;
      area.id = "a1";
      area.of = c.slug;
      area.place.shape = "POINT(" + std::to_string(at.x) + " " + std::to_string(at.y) + ")";
      area.place.radius_m = 1200;
      area.density = density;
      edited.hand.areas.push_back(area);
      return i.with(edited);
    };
    const Shared none = with_density(0), more = with_density(3);
    QVERIFY(inside(*i.natural) > 2);
    QCOMPARE(inside(*none), 0);
    QCOMPARE(outcome(*none, "a1").got, 0.0);
    QVERIFY(inside(*more) > inside(*i.natural));
    QCOMPARE(outcome(*more, "a1").got, static_cast<double>(inside(*more)));
    for (const Shared& world : {none, more}) {
      QCOMPARE(points_of(*world, c.slug).size(), points_of(*i.natural, c.slug).size());
      QVERIFY(ids_stand(*i.natural, *world) && ids_are_unique(*world) && is_sorted(*world));
      expect_others_same(i, *world, c.slug);
    }
  }

  void aViewThatStaysClearHoldsNoneOfItsWords() {
    const Chosen& c = chosen_[0];
    const HandIsland& i = islands_[c.world];
    ViewRow view;
    view.id = "v1";
    const Vec2 from = points_of(*i.natural, c.slug)[1]->position_m;
    const Vec2 to = points_of(*i.natural, c.slug)[6]->position_m;
    view.x_m = from.x;
    view.y_m = from.y;
    view.to_x_m = to.x;
    view.to_y_m = to.y;
    view.width_m = 300;
    view.clear = c.slug;
    Template edited = i.tmpl;
    edited.hand.views.push_back(view);
    const Shared world = i.with(edited);
    const auto in_corridor = [&](const Point* p) {
      const Vec2 at = world->grid.centre(world->grid.cell_at(p->position_m));
      Shape line;
      line.kind = Shape::Kind::lines;
      line.parts = {{from, to}};
      return inside_m(line, 150, at) > 0;
    };
    const auto before = points_of(*i.natural, c.slug), after = points_of(*world, c.slug);
    QVERIFY(std::any_of(before.begin(), before.end(), in_corridor));
    QVERIFY(std::none_of(after.begin(), after.end(), in_corridor));
    QCOMPARE(after.size(), before.size());
  }

  void anAreaThatLeavesAClassNoCellIsTold() {
    const Chosen& c = chosen_[0];
    const HandIsland& i = islands_[c.world];
    Template edited = i.tmpl;
    AreaRow area;
    area.id = "a1";
    area.of = c.slug;
    area.place.shape = "POLYGON((-10 -10,9000 -10,9000 9000,-10 9000))";
    area.density = 0;
    edited.hand.areas.push_back(area);
    const Shared world = i.with(edited);
    QVERIFY(points_of(*world, c.slug).empty());
    QVERIFY(told(*world, "area_empties_class", "a1"));
    // Pins stand all the same.
    edited.hand.pins.push_back(pin_at(*i.natural, c.slug, random_ground(*i.natural, 1)));
    QCOMPARE(points_of(*i.with(edited), c.slug).size(), size_t{1});
  }

  void whatAPinStatesStandsAndTheRestGoesByTheRules() {
    const HandIsland& i = islands_[0];
    const std::string slug = i.tmpl.enemies.front().slug;
    const Vec2 at = random_ground(*i.natural, 9);
    Template edited = i.tmpl;
    PinRow pin = pin_at(*i.natural, slug, at);
    pin.name = "Old Tom";
    pin.label = "A wolf of its own";
    pin.level = 77;
    pin.loot = 0.5;
    pin.rarity = edited.vocabulary.rarities.back().id;
    edited.hand.pins.push_back(pin);
    const Shared world = i.with(edited);
    const Point& p = *points_of(*world, slug).back();
    QCOMPARE(p.hand, std::string("p0"));
    QCOMPARE(p.name, std::string("Old Tom"));
    QCOMPARE(world->points.label_of(p), std::string("A wolf of its own"));
    QCOMPARE(p.level, 77);
    QCOMPARE(p.loot, 0.5);
    QVERIFY(p.intensity > 0 && p.intensity < 1);
    const BandRow& band = world->vocabulary.danger[static_cast<size_t>(p.danger)];
    QVERIFY(p.respawn_s >= band.respawn_s[0] - 1 && p.respawn_s <= band.respawn_s[1] + 1);
    QCOMPARE(world->vocabulary.id_of(p.rarity), *pin.rarity);
    QVERIFY(p.hp_mult > band.hp_mult[0]);
  }

  void statedRaritiesCountAndNaturalOnesStay() {
    for (const HandIsland& i : islands_) {
      const RarityRow& rarest = i.tmpl.vocabulary.rarities.back();
      QVERIFY(rarest.count.has_value());
      const auto raised = [&](const World& world) {
        std::vector<const Point*> out;
        for (const Point& p : world.points.points)
          if (p.rarity == static_cast<Rarity>(i.tmpl.vocabulary.rarities.size())) out.push_back(&p);
        return out;
      };
      Template edited = i.tmpl;
      PinRow pin = pin_at(*i.natural, i.tmpl.enemies.back().slug, random_ground(*i.natural, 5));
      pin.rarity = rarest.id;
      edited.hand.pins.push_back(pin);
      const Shared world = i.with(edited);
      const auto before = raised(*i.natural), after = raised(*world);
      QCOMPARE(after.size(), std::max(before.size(), size_t{1}));
      size_t stay = 0;
      for (const Point* p : after)
        stay += std::any_of(before.begin(), before.end(),
                            [&](const Point* q) { return q->position_m == p->position_m; });
      QVERIFY(stay + 2 >= before.size());
    }
  }

  void aJammedClassStandsWhereItStoodAndIsFilledOnLowerRungs() {
    Template tmpl = islands_[0].tmpl;
    const std::string slug = chosen_[1].slug;
    PointClass& cls = class_row(tmpl, slug);
    cls.spacing_m *= 4;
    cls.gate = 0.7;
    const HandIsland first(tmpl);
    // As many as the first rung just holds, and more than any rung holds.
    for (const int quota : {static_cast<int>(points_of(*first.natural, slug).size()) * 9 / 10, 5000}) {
      cls.quota = quota;
      const HandIsland i(tmpl);
      const auto natural = points_of(*i.natural, slug);
      Template frozen = i.tmpl;
      int row = 0;
      for (const Point* p : natural) frozen.hand.pins.push_back(kept(*i.natural, *p, row++));
      QCOMPARE(parts_that_differ(*i.natural, *i.with(frozen)), std::string());
      for (int place = 0; place < 10; ++place) {
        Template edited = i.tmpl;
        const Vec2 at = random_point(*i.natural, slug, place).position_m;
        BanRow ban;
        ban.id = "b1";
        ban.of = slug;
        ban.x_m = at.x;
        ban.y_m = at.y;
        edited.hand.bans.push_back(ban);
        const Shared world = i.with(edited);
        const Change change = change_of(*i.natural, *world, slug);
        QCOMPARE(change.gone, 1);
        QVERIFY(change.came <= 2);
        if (natural.size() == static_cast<size_t>(quota)) QCOMPARE(change.came, 1);
        QVERIFY(least_generated_m(*world, slug) >= spacing_used(*world, slug) - 1e-9);
        QVERIFY(ids_stand(*i.natural, *world) && ids_are_unique(*world));
      }
    }
  }

  void explainNamesTheRowsOverAPlace() {
    const Chosen& c = chosen_[0];
    const HandIsland& i = islands_[c.world];
    Template edited = busy_hand(i);
    const Vec2 at = points_of(*i.natural, c.slug)[4]->position_m;
    PinRow pin = pin_at(*i.natural, c.slug, at, 900);
    edited.hand.pins.push_back(pin);
    const auto pinned = explain(*i.with(edited), edited, at);
    QVERIFY(std::any_of(pinned.begin(), pinned.end(), [&](const ExplainRow& row) {
      return row.name == c.slug + "-p900" &&
             row.value.starts_with("pinned by p900, took the place of " + c.slug);
    }));
    BanRow ban;
    ban.id = "b9";
    ban.of = chosen_[1].slug;  // of the point in this place it would take the place first
    ban.x_m = at.x + 10;
    ban.y_m = at.y;
    edited.hand.bans.push_back(ban);
    const Shared world = i.with(edited);
    const auto rows = explain(*world, edited, at);
    const auto has = [&](const std::string& topic, const std::string& name, const char* words) {
      return std::any_of(rows.begin(), rows.end(), [&](const ExplainRow& row) {
        return row.topic == topic && row.name == name && row.value.find(words) != std::string::npos;
      });
    };
    QVERIFY(has("hand", "p900", "pin of"));
    QVERIFY(has("hand", "b9", "ban of"));
    QVERIFY(has("hand", c.slug + "-p900", "pinned by p900"));
    const auto inside = explain(*world, edited, {3500, 3200});
    QVERIFY(std::any_of(inside.begin(), inside.end(), [](const ExplainRow& row) {
      return row.topic == "hand" && row.name == "a1" && row.value == "area, density 2.5 here";
    }));
    QVERIFY(std::none_of(rows.begin(), rows.end(), [](const ExplainRow& row) { return row.value.empty(); }));
  }

  void anotherOrderOfTheRowsGivesTheSameWorld() {
    const Chosen& c = chosen_[5];
    const HandIsland& i = islands_[c.world];
    Template forth = i.tmpl, back = i.tmpl;
    for (int k = 0; k < 30; ++k) {
      PinRow pin = pin_at(*i.natural, c.slug, random_ground(*i.natural, k), k);
      pin.number = 500 + k;
      forth.hand.pins.push_back(pin);
      back.hand.pins.insert(0, pin);
    }
    QCOMPARE(parts_that_differ(*i.with(forth), *i.with(back)), std::string());
  }

  void pinsOfOneNumberDoNotShareAnId() {
    const Chosen& c = chosen_[6];
    const HandIsland& i = islands_[c.world];
    Template edited = i.tmpl;
    for (int k = 0; k < 2; ++k) {
      PinRow pin = pin_at(*i.natural, c.slug, random_ground(*i.natural, 20 + k), k);
      pin.number = 3;
      edited.hand.pins.push_back(pin);
    }
    const Shared world = i.with(edited);
    QVERIFY(ids_are_unique(*world) && is_sorted(*world));
    QCOMPARE(outcome(*world, "p0").state, HandState::held);
    QCOMPARE(outcome(*world, "p1").state, HandState::part);
  }

  void aPinOfAnotherClassRemakesNoStageOfAClass() {
    const HandIsland& i = islands_[0];
    Template edited = i.tmpl;
    const auto stages_run = [&](const Template& tmpl) {
      std::vector<std::string> run;
      Progress progress;
      progress.report = [&](std::string_view phase, double) { run.emplace_back(phase); };
      const auto world = generate(tmpl, tmpl.seeds(), kResolution, progress, i.cache.get());
      return std::count(run.begin(), run.end(), "points");
    };
    for (int k = 0; k < 4; ++k)
      edited.hand.pins.push_back(pin_at(*i.natural, chosen_[0].slug, random_ground(*i.natural, k), k));
    stages_run(edited);
    QCOMPARE(stages_run(edited), 0);
    edited.hand.pins.insert(0, pin_at(*i.natural, chosen_[1].slug, random_ground(*i.natural, 9), 9));
    QCOMPARE(stages_run(edited), 1);
    edited.hand.pins.erase(0);
    QCOMPARE(stages_run(edited), 0);
    // Attributes are filled in afterwards.
    edited.hand.pins.edit(0).name = "Another";
    QCOMPARE(stages_run(edited), 0);
  }

  void aCachedWorldIsTheFreshOneAtAnyThreadCount() {
    for (const HandIsland& i : islands_) {
      const Template edited = busy_hand(i);
      const Shared cached = i.with(edited);
      for (const int threads : {1, 2, 7}) {
        const ThreadLimit limit(threads);
        const auto fresh = generate(edited, edited.seeds(), kResolution).value();
        QCOMPARE(parts_that_differ(*cached, *fresh), std::string());
        QCOMPARE(fresh->findings.size(), cached->findings.size());
      }
    }
  }

  void aHandOfAnotherSeedHoldsToo() {
    for (const HandIsland& i : islands_) {
      Template edited = busy_hand(i);
      edited.seed = 4711;
      const auto world = generate(edited, edited.seeds(), kResolution).value();
      QVERIFY(ids_are_unique(*world) && is_sorted(*world));
      for (const PinRow& pin : edited.hand.pins)
        QVERIFY(outcome(*world, pin.id).state == HandState::suspended || stands_at(*world, pin));
      for (const QuotaLedger& row : world->ledger) QVERIFY(row.placed <= std::max(row.quota, row.by_hand));
    }
  }

 private:
  struct Figures {
    double mean = 0;
    int worst = 0;
  };
  using Edit = std::function<void(const HandIsland&, const std::string&, int, Template&)>;

  /// The centre of the first cell that will do; (-1, -1) if none does.
  static Vec2 first_cell(const World& world, const std::function<bool(size_t)>& will_do) {
    for (size_t cell = 0; cell < world.grid.cells(); ++cell)
      if (will_do(cell)) return world.grid.centre(cell);
    return {-1, -1};
  }

  static Vec2 random_ground(const World& world, int place) {
    for (uint64_t k = 0;; ++k) {
      const uint64_t at = static_cast<uint64_t>(place) * 1000 + k;
      const auto cell = static_cast<size_t>(random_below(kDice, at, world.grid.cells()));
      if (!world.on_island(cell)) continue;
      const Vec2 centre = world.grid.centre(cell);
      return {to_millimetres(centre.x + 3), to_millimetres(centre.y - 5)};
    }
  }

  static const Point& random_point(const World& world, const std::string& slug, int place) {
    const auto points = points_of(world, slug);
    return *points[random_below(kDice + 1, static_cast<uint64_t>(place), points.size())];
  }

  static bool stands_at(const World& world, const PinRow& pin) {
    return std::any_of(world.points.points.begin(), world.points.points.end(), [&](const Point& p) {
      return p.hand == pin.id && p.position_m == Vec2{to_millimetres(pin.x_m), to_millimetres(pin.y_m)} &&
             world.points.class_of(p).slug == pin.cls;
    });
  }

  /// Other classes have not moved a bit.
  static void expect_others_same(const HandIsland& i, const World& world, const std::string& slug) {
    for (const PointClassInfo& info : i.natural->points.classes)
      if (info.category != Category::landmark && info.slug != slug &&
          !same_class(*i.natural, world, info.slug))
        QTest::qFail((info.slug + " changed after an edit of " + slug).c_str(), __FILE__, __LINE__);
  }

  /// 40 places for each class; figures of what changes besides the `meant` points.
  Figures try_all(const Edit& edit, int meant) {
    Figures figures;
    int tries = 0, sum = 0;
    for (const Chosen& c : chosen_) {
      const HandIsland& i = islands_[c.world];
      for (int place = 0; place < 40; ++place) {
        Template edited = i.tmpl;
        edit(i, c.slug, place, edited);
        const Shared world = i.with(edited);
        const Change change = change_of(*i.natural, *world, c.slug);
        const int further = std::max(0, change.gone + change.came - meant);
        sum += further;
        ++tries;
        figures.worst = std::max(figures.worst, further);
        if (points_of(*world, c.slug).size() != points_of(*i.natural, c.slug).size())
          QTest::qFail(qPrintable(QString::fromStdString(c.slug) + ": the count changed"), __FILE__,
                       __LINE__);
        if (least_generated_m(*world, c.slug) < spacing_used(*world, c.slug) - 1e-9)
          QTest::qFail("a generated point stands too near", __FILE__, __LINE__);
        if (!ids_stand(*i.natural, *world) || !ids_are_unique(*world) || !is_sorted(*world))
          QTest::qFail("ids", __FILE__, __LINE__);
        expect_others_same(i, *world, c.slug);
      }
    }
    figures.mean = static_cast<double>(sum) / tries;
    return figures;
  }

  static void report(const char* what, const Figures& f) {
    qInfo("%s: %.4f further points change, at most %d", what, f.mean, f.worst);
  }

  /// Pins, bans and areas of many classes.
  static Template busy_hand(const HandIsland& i) {
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

  std::vector<HandIsland> islands_;
  std::vector<Chosen> chosen_;
};

QTEST_GUILESS_MAIN(TestHandPoints)
#include "test_hand_points.moc"
