// Spare spots of nodes that move: beside the points, by the same rules, and nothing else changes.

#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/model/world/habitat.h"
#include "core/template/check/feasibility.h"
#include "core/world/plan/stage_cache.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/support/worlds.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kSpotResolution = 128;

std::vector<std::string> moving(std::vector<std::string> more = {}) {
  more.push_back("resources[0].renewal=moving");
  return more;
}

std::shared_ptr<const World> made(const Template& tmpl, StageCache* cache = nullptr) {
  return generate(tmpl, SeedBundle::from_master(7), kSpotResolution, {}, cache).value();
}

bool told(const Findings& findings, std::string_view code) {
  return std::ranges::any_of(findings, [code](const Finding& f) { return f.code == code; });
}

}  // namespace

class TestSpareSpots : public QObject {
  Q_OBJECT

 private slots:
  void nothingElseOfTheWorldChanges() {
    const Template without = tiny(), with = tiny(moving());
    const auto before = world_digests(*made(without)), after = world_digests(*made(with));
    QVERIFY(made(without)->spare_spots.empty());
    QCOMPARE(after.size(), before.size() + 1);
    QCOMPARE(after.back().first, std::string("spare_spots"));
    QVERIFY(std::equal(before.begin(), before.end(), after.begin()));
  }
  void aTemplateThatStatesNoneKeepsItsTextAndDigest() {
    const Template plain = tiny();
    QVERIFY(write_template(plain).find("renewal") == std::string::npos);
    Template rested = plain;
    rested.resources[0].renewal.rest_s = 60;
    QCOMPARE(template_digest(rested), template_digest(plain));
    QVERIFY(template_digest(tiny(moving())) != template_digest(plain));
    QVERIFY(template_digest(tiny(moving({"resources[0].spare=2"}))) != template_digest(tiny(moving())));
  }
  void thereAreAsManyAsAskedAndTheyKeepTheSpacing() {
    const Template tmpl = tiny(moving({"resources[0].spacing_m=40", "resources[0].spare=1.5"}));
    const auto world = made(tmpl);
    const PointClass& cls = tmpl.resources[0];
    QCOMPARE(world->spare_spots.size(), size_t{1});
    std::vector<Vec2> all = world->spare_spots[0].spots_m;
    QCOMPARE(all.size(), size_t(std::llround(1.5 * cls.quota)));
    for (const Vec2 at : all) {
      const size_t cell = world->grid.cell_at(at);
      QVERIFY(world->on_island(cell));
      QVERIFY(habitat_weight(tmpl.vocabulary, Category::resource, cls,
                             static_cast<Biome>(world->biome[cell] - 1),
                             static_cast<Danger>(world->danger[cell] - 1)) > 0);
    }
    for (const Point& p : world->points.points)
      if (p.class_index == world->spare_spots[0].class_index) all.push_back(p.position_m);
    for (size_t a = 0; a < all.size(); ++a)
      for (size_t b = 0; b < a; ++b) QVERIFY(squared_distance(all[a], all[b]) >= 40 * 40 * (1 - 1e-9));
  }
  void aQuotaByRegionHasSpotsInEveryRegion() {
    const Template tmpl = tiny(moving({"resources[0].quota_by=region", "resources[0].quota=2",
                                       "resources[0].spacing_m=30", "resources[0].gate=0"}));
    const auto world = made(tmpl);
    std::vector<int> in_region(world->regions.size() + 1);
    for (const Vec2 at : world->spare_spots.at(0).spots_m)
      ++in_region[world->region[world->grid.cell_at(at)]];
    int points = 0;
    for (const QuotaLedger& row : world->ledger)
      if (row.class_index == 0 && row.placed == row.quota)
        points += in_region[size_t(row.region)] == 6 ? 1 : 0;
    QVERIFY(points > 0);
  }
  void bansKeepThemAwayAndPinsDoToo() {
    const auto natural = made(tiny(moving()));
    const Vec2 spot = natural->spare_spots[0].spots_m[0];
    Template banned = tiny(moving());
    BanRow ban;
    ban.id = "b1", ban.of = banned.resources[0].slug, ban.x_m = spot.x, ban.y_m = spot.y, ban.radius_m = 80;
    banned.hand.bans.push_back(ban);
    const auto without = made(banned);
    for (const Vec2 other : without->spare_spots[0].spots_m)
      QVERIFY(squared_distance(other, spot) >= 80 * 80 * (1 - 1e-9));
    Template pinned = tiny(moving());
    PinRow pin;
    pin.id = "p1", pin.cls = pinned.resources[0].slug, pin.x_m = spot.x, pin.y_m = spot.y;
    pinned.hand.pins.push_back(pin);
    const auto world = made(pinned);
    const double spacing_m = world->ledger[0].spacing_m * 0.25;
    for (const Vec2 other : world->spare_spots[0].spots_m)
      QVERIFY(squared_distance(other, spot) >= spacing_m * spacing_m);
  }
  void anEditOfSpareMakesNoOtherStageAgain() {
    StageCache cache;
    const auto first = made(tiny(moving()), &cache);
    const auto second = made(tiny(moving({"resources[0].spare=2", "resources[0].rest_s=77"})), &cache);
    QVERIFY(world_digests(*second) ==
            world_digests(*made(tiny(moving({"resources[0].spare=2", "resources[0].rest_s=77"})))));
    QVERIFY(second->spare_spots[0].spots_m.size() < first->spare_spots[0].spots_m.size());
  }
  void theSameBitsOnAnyNumberOfThreads() {
    const Template tmpl = tiny(moving());
    const auto many = world_digests(*made(tmpl));
    const ThreadLimit one(1);
    QVERIFY(world_digests(*made(tmpl)) == many);
  }
  void checkTellsHowManyFitAndWhatLoadTheyBear() {
    QVERIFY(!told(check_feasibility(tiny()), "harvest_load"));
    QVERIFY(told(check_feasibility(tiny(moving({"resources[0].spare=20", "resources[0].spacing_m=900"}))),
                 "spots_over_capacity") ||
            told(check_feasibility(tiny(moving({"resources[0].spare=20", "resources[0].spacing_m=900"}))),
                 "quota_over_capacity"));
    Template loaded = tiny(moving());
    loaded.ecology.players = 10;
    QVERIFY(told(check_feasibility(loaded), "harvest_load"));
    QVERIFY(!told(check_feasibility(loaded), "load_over_spots"));
    loaded.ecology.players = 100000;
    QVERIFY(told(check_feasibility(loaded), "load_over_spots"));
  }
};

FW_TEST(TestSpareSpots)
#include "test_spare_spots.moc"
