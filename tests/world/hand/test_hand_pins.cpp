// Pins, bans and areas of point classes: what is stated stands, and the rest goes by the rules.

#include <QTest>
#include <cmath>

#include "core/field/shape.h"
#include "core/model/world/features.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/world/hand/hand_islands.h"
#include "tests/world/hand/rows_at.h"

using namespace fw;
using namespace fw::test;

class TestHandPins : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    HandIslands of = make_hand_islands();
    islands_ = std::move(of.islands);
    chosen_ = std::move(of.chosen);
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
      QCOMPARE(differing(*i.natural, *suspended), QString());
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
    QCOMPARE(differing(world, *suspended), QString());
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

  void aBanThatLeavesAClassShortIsNamed() {
    const Chosen& c = chosen_[1];
    const HandIsland& i = islands_[c.world];
    Template edited = i.tmpl;
    edited.hand.bans.push_back(ban_at("b1", c.slug, {4000, 4000}, 20000));
    const Shared world = i.with(edited);
    QVERIFY(points_of(*world, c.slug).empty());
    QVERIFY(told(*world, "quota_shortfall", "make it smaller: row b1"));
  }

  void aPinOnGroundThatItsClassDoesNotAskForIsTold() {
    const Template rivers = builtin("WindswardLike");
    const auto seeds = SeedBundle::from_master(42);
    const auto before = generate(rivers, seeds, 256).value();
    const auto in_lake = std::ranges::find(before->water.cells, static_cast<uint8_t>(WaterCode::lake));
    QVERIFY(in_lake != before->water.cells.end());
    const Vec2 lake = before->grid.centre(static_cast<size_t>(in_lake - before->water.cells.begin()));
    const Vec2 fort = feature_sources(*before).forts_m.front();
    Template edited = rivers;
    const auto pin = [&](const char* id, const char* cls, Vec2 at) {
      edited.hand.pins.push_back(pin_named(id, cls, at));
    };
    pin("t1", "settlement", lake);
    pin("q1", "quest_hub", lake);
    pin("g1", "grain", lake);
    pin("f1", "river_fish", fort);
    pin("c1", "bandit", fort);
    const auto world = generate(edited, seeds, 256).value();
    QVERIFY(told(*world, "pin_off_habitat", "Pin t1 stands in water (lake), where"));
    QVERIFY(told(*world, "pin_off_habitat", "Pin q1 stands in water (lake), where"));
    QVERIFY(told(*world, "pin_off_habitat", "g1 (in water: lake)"));
    QVERIFY(told(*world, "pin_off_habitat", "f1 (not on ground river)"));
    QVERIFY(told(*world, "pin_off_habitat", "c1 (near."));
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
    const Vec2 at = points_of(*i.natural, c.slug)[5]->position_m;
    BanRow ban = ban_at("b1", c.slug, at, 600);
    ban.instead = BanInstead::none;
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

  void aBanTellsThePointsInsideAndThePinsThatStandThereAllTheSame() {
    const Chosen& c = chosen_[0];
    const HandIsland& i = islands_[c.world];
    const Point natural = *points_of(*i.natural, c.slug)[2];
    Template edited = i.tmpl;
    for (const char* id : {"x1", "x2"}) {
      edited.hand.bans.push_back(ban_at(id, c.slug, natural.position_m, 1));
      // Both keep it away, although one alone takes it.
    }
    const Shared gone = i.with(edited);
    for (const char* id : {"x1", "x2"}) {
      QCOMPARE(outcome(*gone, id).asked, 1.0);
      QCOMPARE(outcome(*gone, id).got, 1.0);
    }
    edited.hand.pins.push_back(pin_at(*i.natural, c.slug, natural.position_m));
    const Shared stands = i.with(edited);
    QCOMPARE(outcome(*stands, "x1").state, HandState::held);
    QCOMPARE(outcome(*stands, "x1").got, 1.0);
    QVERIFY(outcome(*stands, "x1").reason.find("p0") != std::string::npos);
  }

  void bansAndAreasOffTheFrameAreSuspended() {
    const Chosen& c = chosen_[0];
    const HandIsland& i = islands_[c.world];
    Template edited = i.tmpl;
    edited.hand.bans.push_back(ban_at("x1", "all", {-900, 400}, 200));
    AreaRow area;
    area.id = "a1";
    area.of = c.slug;
    area.place.shape = "POLYGON((-900 -900,-100 -900,-100 -100))";
    area.density = 3;
    edited.hand.areas.push_back(area);
    const Shared world = i.with(edited);
    for (const char* id : {"x1", "a1"}) {
      QCOMPARE(outcome(*world, id).state, HandState::suspended);
      QVERIFY(outcome(*world, id).reason.find("off the frame") != std::string::npos);
      QVERIFY(told(*world, "row_suspended", id));
    }
    QCOMPARE(differing(*i.natural, *world), QString());
  }

  void aPinMovedFromWhereNothingStandsIsTold() {
    const Chosen& c = chosen_[0];
    const HandIsland& i = islands_[c.world];
    const Point natural = *points_of(*i.natural, c.slug)[2];
    Template edited = i.tmpl;
    PinRow pin = pin_at(*i.natural, c.slug, random_ground(*i.natural, 4));
    pin.from_x_m = natural.position_m.x;
    pin.from_y_m = natural.position_m.y;
    edited.hand.pins.push_back(pin);
    QVERIFY(!told(*i.with(edited), "pin_moved_from_nothing"));
    edited.hand.pins.edit(0).from_x_m = 1.0;
    edited.hand.pins.edit(0).from_y_m = 1.0;
    QVERIFY(told(*i.with(edited), "pin_moved_from_nothing", "p0"));
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

  void rarerEnemiesKeepTheDistanceThatAStatedRarityAsksFor() {
    for (const HandIsland& i : islands_) {
      const std::vector<RarityRow>& rarities = i.tmpl.vocabulary.rarities;
      const auto rarest = static_cast<Rarity>(rarities.size());
      const auto& points = i.natural->points.points;
      const auto rare = std::ranges::find_if(points, [&](const Point& p) { return p.rarity == rarest; });
      QVERIFY(rare != points.end());
      for (size_t r = 1; r + 1 < rarities.size(); ++r) {
        Template edited = i.tmpl;
        const Vec2 beside = rare->position_m + Vec2{0.4 * rarities[r].spacing_m, 0};
        PinRow pin = pin_at(*i.natural, i.tmpl.enemies.back().slug, beside, 1);
        pin.rarity = rarities[r].id;
        pin.where = PinWhere::anywhere;
        edited.hand.pins.push_back(pin);
        const Shared world = i.with(edited);
        QVERIFY(stands_at(*world, pin));
        for (const Point& p : world->points.points)
          if (p.hand.empty() && p.rarity > static_cast<Rarity>(r + 1))
            QVERIFY(std::sqrt(squared_distance(p.position_m, beside)) >= rarities[r].spacing_m - 1e-6);
      }
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
      QCOMPARE(differing(*i.natural, *i.with(frozen)), QString());
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

 private:
  std::vector<HandIsland> islands_;
  std::vector<Chosen> chosen_;
};

FW_TEST(TestHandPins)
#include "test_hand_pins.moc"
