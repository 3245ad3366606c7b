#include <QTest>
#include <cmath>

#include "../small_waters.h"
#include "core/measure/audit/audit_findings.h"
#include "core/measure/audit/water_audit.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

struct Watered {
  World world = test::round_ground();
  Template tmpl;

  Watered() {
    test::add_small_waters(world, tmpl);
    Region region;
    region.area_m2 = 36e6;
    world.regions.push_back(region);
    tmpl.lakes.count = 1;
    tmpl.lakes.largest_share = world.water_network.lakes.front().area_m2 / region.area_m2;
  }

  AuditReport::WaterRow row(const std::string& what) const {
    for (const AuditReport::WaterRow& row : measure_water(world, tmpl))
      if (row.what == what) return row;
    return {};
  }
};

}  // namespace

class WaterAuditTest : public QObject {
  Q_OBJECT
 private slots:
  void aSoundNetworkMeetsEveryTarget() {
    const Watered made;
    for (const AuditReport::WaterRow& row : measure_water(made.world, made.tmpl))
      QVERIFY2(row.met, row.what.c_str());
    QCOMPARE(made.row("rivers").actual, 2.0);
    QCOMPARE(made.row("order").actual, 2.0);
    QCOMPARE(made.row("uphill").actual, 0.0);
    QCOMPARE(made.row("drained_share").actual, 1.0);
  }

  void aRisingBedAndARiverThatEndsNowhereAreFound() {
    Watered made;
    made.world.water_network.reaches[0].bed_m[5] += 2;
    QVERIFY(!made.row("uphill").met);
    made.world.water_network.reaches[1].into_index = -1;
    QVERIFY(!made.row("drained_share").met);
    QVERIFY(made.row("drained_share").actual < 1);
    made.world.water_network.lakes.clear();
    made.world.water_network.reaches[2].into = ReachInto::river;
    made.world.water_network.reaches[2].into_index = 0;
    QVERIFY(!made.row("lakes").met);
  }

  void lakesThatAreMissingAreNotMetButAFindingOfTheGenerationExplainsThem() {
    Watered made;
    made.tmpl.lakes.count = 3;
    const AuditReport::WaterRow row = made.row("lakes");
    QVERIFY(row.actual < 3 && !row.met && !is_told(made.world, row));
    made.world.findings.push_back({Severity::warning, "lake_missing", "lakes.count", ""});
    QVERIFY(!made.row("lakes").met);
    QVERIFY(is_told(made.world, row));
    made.world.faction = Raster<uint8_t>(made.world.grid);
    AuditReport report;
    report.water = {row};
    const auto is_found = [&] {
      const Findings findings = judge_audit(report, made.world, made.tmpl).findings;
      return std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
        return f.code == "water_target" && f.where == "water.lakes";
      });
    };
    QVERIFY(!is_found());
    made.world.findings.clear();
    QVERIFY(is_found());
  }

  void lakesWithoutAShareAreNotAskedFor() {
    Watered made;
    made.world.water_network.lakes.clear();
    made.tmpl.lakes.count = 35;
    made.tmpl.lakes.largest_share = 0;
    QCOMPARE(made.row("lakes").target, 0.0);
    QVERIFY(made.row("lakes").met);
    QVERIFY(made.row("lake_share").met);
  }

  void roadsAreCountedByClass() {
    const Watered made;
    const std::vector<AuditReport::RoadRow> rows = measure_roads(made.world);
    QCOMPARE(rows.size(), size_t{3});
    QCOMPARE(rows[0].bridges, 1);
    QCOMPARE(rows[2].fords, 1);
    QCOMPARE(rows[0].towns_reached, 2);
    QVERIFY(rows[0].km > rows[1].km);
  }

  void pointsOutsideTheirConditionsAreViolations() {
    Watered made;
    PointClass fish;
    fish.slug = "fish";
    fish.quota = 2;
    fish.conditions.ground = GroundKind::river;
    fish.conditions.near[near_index("bridge")] = DistanceRange{0, 500};
    made.tmpl.resources = {fish};
    made.world.points.classes = {{Category::resource, "fish", "Fish", "", Tier::common, {}}};
    Point in, out;
    in.position_m = made.world.water_network.reaches[2].vertices_m[20];
    out.position_m = {2000, 4000};
    made.world.points.points = {in, out};
    const std::vector<AuditReport::ConditionRow> rows = measure_conditions(made.world, made.tmpl);
    QCOMPARE(rows.size(), size_t{2});
    QCOMPARE(rows[0].feature, std::string("ground"));
    QCOMPARE(rows[0].violations, int64_t{1});
    QCOMPARE(rows[1].feature, std::string("bridge"));
    QCOMPARE(rows[1].violations, int64_t{1});
    QVERIFY(rows[1].observed_max_m > 500);
    QVERIFY2(std::isnan(rows[0].low_m) && std::isnan(rows[0].observed_max_m), "the ground has no distances");
    made.world.points.points[1].hand = "pin";
    for (const AuditReport::ConditionRow& row : measure_conditions(made.world, made.tmpl))
      QCOMPARE(row.violations, int64_t{0});
    made.world.points.points.clear();
    QVERIFY(std::isnan(measure_conditions(made.world, made.tmpl)[1].observed_min_m));
  }

  void groundPlansWithoutTheirAreaOrAGateAreFound() {
    Watered made;
    const AuditReport::WaterRow none = made.row("footprints");
    QVERIFY2(none.what.empty(), "none are asked for");
    made.world.vocabulary.landmarks.clear();
    LandmarkRow& town = made.world.vocabulary.landmarks.emplace_back();
    town.id = "town";
    town.role = LandmarkRole::seat;
    made.world.points.classes = {{Category::landmark, "town", "Town", "", Tier::common, {}}};
    made.world.points.points.resize(1);
    made.world.footprints.resize(1);
    Footprint& plan = made.world.footprints.front();
    plan.point = 0;
    plan.area_m2 = 30000;
    plan.gates.resize(1);
    made.tmpl.footprints.settlement_ha = 3;
    QVERIFY(made.row("footprints").met);
    QCOMPARE(made.row("footprints").actual, 1.0);
    QVERIFY(made.row("footprint_gates").met);
    plan.area_m2 = 28000;
    plan.gates.clear();
    QVERIFY(!made.row("footprints").met);
    QVERIFY(!made.row("footprint_gates").met);
    made.world.findings.push_back({Severity::warning, "footprint_area", "footprints.settlement_ha", ""});
    QVERIFY(!made.row("footprints").met);
    QVERIFY2(is_told(made.world, made.row("footprints")), "what generation told is explained");
    made.world.footprints.clear();
    made.tmpl.water.rivers = Nature::none;
    QCOMPARE(measure_water(made.world, made.tmpl).size(), size_t{1});
  }

  void aTemplateWithoutThemHasNoRows() {
    Watered made;
    made.tmpl.water.rivers = Nature::none;
    made.world.water = {};
    QVERIFY(measure_water(made.world, made.tmpl).empty());
    QVERIFY(measure_conditions(made.world, made.tmpl).empty());
  }
};

FW_TEST(WaterAuditTest)
#include "test_water_audit.moc"
