// The status bar's line about the newest edit.

#include <QStatusBar>
#include <QTest>

#include "app/gui/map/compare/compare_view.h"
#include "app/gui/window/edit_summary.h"
#include "app/gui/window/main_window.h"
#include "core/measure/world_diff.h"
#include "tests/gui/wait_limit.h"
#include "tests/gui/window/window_host.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"
#include "tests/support/worlds.h"

using namespace fw;
using namespace fw::test;

class TestEditSummary : public QObject {
  Q_OBJECT

  WindowHost host_;

  std::unique_ptr<MainWindow> opened() {
    auto window = host_.make();
    window->document().start(dry_template("Tiny"));
    window->preview().set_resolution(144);
    window->show();
    window->begin();
    return window;
  }
  static EditSummary& line_of(MainWindow& window) { return *window.findChild<EditSummary*>(); }
  static bool comes(const EditSummary& line) {
    return QTest::qWaitFor([&] { return !line.isHidden(); }, kWaitLimit_ms);
  }

 private slots:
  void anEditSaysHowMuchItChanged() {
    const auto window = opened();
    QVERIFY(settle(*window));
    QVERIFY(line_of(*window).isHidden());  // a first picture is no edit
    window->document().edit("land.fraction", [](Template& tmpl) { tmpl.land.fraction += 0.01; });
    QVERIFY(settle(*window));
    QVERIFY(comes(line_of(*window)));
    QVERIFY2(line_of(*window).text().startsWith("This edit: land "), qPrintable(line_of(*window).text()));
    QVERIFY2(line_of(*window).text().contains("regions "), qPrintable(line_of(*window).text()));
  }

  void aClickComparesWithTheWorldBefore() {
    const auto window = opened();
    QVERIFY(settle(*window));
    const std::shared_ptr<const Template> before = window->preview().picture()->tmpl;
    window->document().edit("land.fraction", [](Template& tmpl) { tmpl.land.fraction += 0.01; });
    QVERIFY(settle(*window));
    QVERIFY(comes(line_of(*window)));
    line_of(*window).click();
    auto* compare = window->findChild<CompareView*>();
    QVERIFY(compare->isVisible());
    QVERIFY(QTest::qWaitFor([&] { return compare->settled() && compare->other().picture(); }, kWaitLimit_ms));
    QCOMPARE(compare->other().picture()->tmpl->land.fraction, before->land.fraction);
  }

  void anotherSeedIsNoEdit() {
    const auto window = opened();
    QVERIFY(settle(*window));
    window->document().edit("seed", [](Template& tmpl) { ++tmpl.seed; });
    QVERIFY(settle(*window));
    QTest::qWait(300);
    QVERIFY(line_of(*window).isHidden());
  }

  void theLineTellsSharesAndLandmarks() {
    const auto world = world_of(dry_template("Tiny"), 5, 96);
    WorldDiff diff;
    diff.regions.push_back({1, "a", "b"});
    QCOMPARE(describe_edit(*world, diff), QString("This edit moved no land, faction or landmark"));
    diff.region_share = 0.004;
    WorldDiff::Class cls;
    cls.category = "landmark";
    cls.moved.push_back({"settlement-1", 40});
    diff.classes.push_back(cls);
    const QString text = describe_edit(*world, diff);
    QVERIFY2(text.startsWith("This edit: regions 0.4 %, 1 of ") && text.endsWith(" landmarks moved"),
             qPrintable(text));
    QVERIFY(describe_edit(*world, diff_worlds(*world, *world)).isEmpty());
  }
};

FW_WINDOW_TEST(TestEditSummary)
#include "test_edit_summary.moc"
