// The audit of a run's rows: which days count, what passes, and why not.

#include <QTest>
#include <cmath>

#include "core/ecology/history.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Two classes: nodes (class 0) and animals (class 1).
struct Written {
  Template tmpl;
  World world;
  History history;

  Written() {
    tmpl.calendar.year_d = 40;
    PointClass hemp, deer;
    hemp.slug = "hemp", deer.slug = "deer";
    deer.life.swing = 0.3;
    tmpl.resources = {hemp}, tmpl.wildlife = {deer};
    world.points.classes = {{Category::resource, "hemp", "Hemp", "", Tier::common, {}},
                            {Category::wildlife, "deer", "Deer", "", Tier::none, {}}};
    world.ledger.resize(1);
    world.ledger[0].quota = 10, world.ledger[0].placed = 10;
    for (int day = 0; day < 100; ++day) {
      DayRow nodes, animals;
      nodes.day = animals.day = day;
      nodes.target = nodes.shown = 10;
      animals.cls = 1, animals.target = 100;
      animals.stock = 100 + 20 * std::sin(6.283185307179586 * day / 20);
      history.rows.push_back(nodes), history.rows.push_back(animals);
    }
  }
  TimeAudit audit() const { return audit_time(tmpl, world, 100, history); }
  const TimeRow& row(const TimeAudit& audit, int cls) const {
    for (const TimeRow& r : audit.rows)
      if (r.cls == cls) return r;
    qFatal("no such row");
  }
};

}  // namespace

class TestHistory : public QObject {
  Q_OBJECT

 private slots:
  void meansAreOfWholeYearsAfterHalfAYear() {
    const AuditDays two = audit_days(720, 360);
    QCOMPARE(two.from, int64_t{360});
    QCOMPARE(two.years, 1);
    QCOMPARE(audit_days(900, 360).from, int64_t{180});
    QCOMPARE(audit_days(900, 360).years, 2);
    QCOMPARE(audit_days(300, 360).from, int64_t{180});
    QCOMPARE(audit_days(300, 360).years, 0);
    QCOMPARE(audit_days(100, 360).from, int64_t{50});
  }
  void whatHoldsPasses() {
    const Written run;
    const TimeAudit audit = run.audit();
    QVERIFY(audit.passed);
    QCOMPARE(audit.rows.size(), size_t{4});
    QCOMPARE(audit.rows[0].cls, -1);
    QVERIFY(std::abs(run.row(audit, 1).swing - 0.2) < 0.005);
    QVERIFY(std::abs(run.row(audit, 1).mean - 100) < 1e-9);
    QVERIFY(run.row(audit, 0).reason == TimeReason::none);
  }
  void nodesThatStayAreHeldToNoNumber() {
    Written run;
    run.tmpl.resources[0].renewal.how = Renewal::fixed;
    for (DayRow& row : run.history.rows)
      if (row.cls == 0) row.shown = 4, row.rest_short = 1;
    const TimeAudit audit = run.audit();
    QVERIFY(audit.passed && !run.row(audit, 0).held);
    QVERIFY(run.row(audit, 0).reason == TimeReason::rest);
  }
  void aMeanThatIsOffFailsAndSaysWhy() {
    Written run;
    run.tmpl.resources[0].renewal = {Renewal::moving, 3600, 0};
    for (DayRow& row : run.history.rows)
      if (row.cls == 0) row.shown = 9, row.rest_short = 1;
    const TimeAudit audit = run.audit();
    QVERIFY(!audit.passed && !run.row(audit, 0).passed && run.row(audit, 1).passed);
    QVERIFY(run.row(audit, 0).reason == TimeReason::rest);
  }
  void spareSpotsAreCountedAsTheyArePlaced() {
    Written run;
    run.tmpl.resources[0].renewal.how = Renewal::moving;
    run.tmpl.resources[0].renewal.spare = 0.3;
    run.world.ledger.assign(3, run.world.ledger[0]);
    for (QuotaLedger& row : run.world.ledger) row.quota = row.placed = 8;
    run.world.spare_spots.resize(1);
    run.world.spare_spots[0].spots_m.resize(6);  // 2.4 rounded are 2 a row; .3 of all nodes were 7.2
    for (DayRow& row : run.history.rows)
      if (row.cls == 0) row.shown = 9, row.rest_short = 1;
    QVERIFY(run.row(run.audit(), 0).reason == TimeReason::rest);
    run.world.spare_spots[0].spots_m.resize(5);
    QVERIFY(run.row(run.audit(), 0).reason == TimeReason::mask);
  }
  void theLedgerSumsWhatItDoesNotExplain() {
    Written run;
    for (DayRow& row : run.history.rows)
      if (row.cls == 1) row.born = 1, row.moved_unlike = row.day % 2 == 0 ? 1e-3 : -1e-3;
    QVERIFY(std::abs(run.row(run.audit(), 1).ledger - 1e-3) < 1e-9);
  }
  void aSwingBeyondWhatIsAskedFails() {
    Written run;
    run.tmpl.wildlife[0].life.swing = 0.1;
    const TimeAudit audit = run.audit();
    QVERIFY(!run.row(audit, 1).passed);
    QVERIFY(run.row(audit, 1).reason == TimeReason::season);
  }
  void aReseedALedgerAndACapFail() {
    Written reseeded, ledger, cap;
    reseeded.history.happenings.push_back({3, 0, HappeningKind::reseed, 1, 0, Vec2{}, 10});
    ledger.history.rows[1].moved_unlike = 1e-3;
    cap.history.rows[0].over_cap = 1;
    QCOMPARE(reseeded.row(reseeded.audit(), 1).reseeded, 1);
    QVERIFY(!reseeded.audit().passed && !ledger.audit().passed && !cap.audit().passed);
  }
  void meansAreOfTheRunWithoutItsEvents() {
    Written run;
    run.history.without = run.history.rows;
    for (DayRow& row : run.history.rows) row.stock *= 0.5;
    QVERIFY(run.audit().passed);
  }
  void aRecoveryIsTheFirstDayAtNineTenths() {
    Written run;
    for (int day = 50; day < 60; ++day)
      run.history.watched.push_back({day, 0, 1, day < 57 ? 50.0 : 95.0, 100.0});
    run.history.watched.push_back({70, 1, 1, 10, 100});
    const TimeAudit audit = run.audit();
    const auto& recoveries = run.row(audit, 1).recoveries;
    QCOMPARE(recoveries.size(), size_t{2});
    QCOMPARE(*recoveries[0].recovery_d, 8.0);
    QVERIFY(!recoveries[1].recovery_d);
  }
  void loadsMultiplyAndAStopEndsThem() {
    RunEvent twice, thrice, stop;
    twice.kind = thrice.kind = HappeningKind::load, stop.kind = HappeningKind::stop;
    twice.day = 10, twice.times = 2, twice.days = 10;
    thrice.day = 15, thrice.times = 3, thrice.days = 2;
    stop.day = 19;
    const std::vector<RunEvent> events{twice, thrice, stop};
    QCOMPARE(load_on(events, 9), 1.0);
    QCOMPARE(load_on(events, 10), 2.0);
    QCOMPARE(load_on(events, 16), 6.0);
    QCOMPARE(load_on(events, 17), 2.0);
    QCOMPARE(load_on(events, 19), 0.0);
    QCOMPARE(load_on(events, 99), 0.0);
  }
};

FW_TEST(TestHistory)
#include "test_history.moc"
