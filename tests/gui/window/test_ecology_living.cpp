// More than a year of WindswardLiving in the window: a scrub, a wipe, play, and an edit that is undone.

#include <QComboBox>
#include <QMenu>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/window/main_window.h"
#include "app/job/simulate/event_text.h"
#include "app/job/simulate/simulate.h"
#include "core/ecology/blocks.h"
#include "core/template/template_io.h"
#include "tests/gui/ecology_run.h"
#include "tests/gui/window/window_host.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

class TestEcologyLiving : public QObject {
  Q_OBJECT

  WindowHost host_;

 private slots:
  void aScrubAWipeAndAnUndoneEditNeverHoldTheWindow() {
    constexpr int kYearLimit_ms = 600000;
    constexpr int64_t kScrubbed_d = 400, kDays = 403;
    const Template living = parse_template(find_builtin("WindswardLiving")->text, "WindswardLiving").value();
    const auto window = host_.make();
    window->resize(1280, 800);
    window->show();
    window->document().start(living);
    QVERIFY(settle(*window));
    auto* panel = window->findChild<SimulationPanel*>();
    const auto day = [&] { return panel->frame() ? panel->frame()->clock.tick / kPartsADay : -1; };
    auto* kind = panel->findChildren<QComboBox*>().front();
    kind->setCurrentIndex(kind->findText(QStringLiteral("Ecology")));
    panel->set_running(true);
    QVERIFY(QTest::qWaitFor([&] { return day() == 0; }, kYearLimit_ms));

    Beat beat;
    auto* scrub = panel->findChildren<QSlider*>().front();
    scrub->setMaximum(2 * kScrubbed_d * kPartsADay);
    scrub->setSliderPosition(kScrubbed_d * kPartsADay);
    QVERIFY(QTest::qWaitFor([&] { return day() == kScrubbed_d; }, kYearLimit_ms));
    QMenu menu;
    panel->fill_menu(menu, window->preview().picture()->world->regions[4].centre_m);
    menu.actions().front()->trigger();  // Wipe ... here
    QCOMPARE(panel->events().size(), size_t{1});
    panel->set_playing(true);
    QVERIFY(QTest::qWaitFor([&] { return day() > kScrubbed_d; }, kYearLimit_ms));
    window->document().edit(QStringLiteral("Winter"), [](Template& t) { t.ecology.winter = 0.5; });
    const auto played = panel->frame();
    QVERIFY(QTest::qWaitFor([&] { return panel->frame() && panel->frame() != played && day() < kScrubbed_d; },
                            kYearLimit_ms));  // the edited run is under way
    window->document().history().undo();
    QVERIFY(QTest::qWaitFor([&] { return day() < kScrubbed_d / 2; }, kYearLimit_ms));
    QVERIFY(panel->frame()->bound_for >= kScrubbed_d * kPartsADay);  // the date is kept
    QVERIFY(QTest::qWaitFor([&] { return day() >= kDays; }, kYearLimit_ms));
    panel->set_playing(false);
    qInfo("longest turn of the window's thread: %.1f ms", beat.longest_ms);
    QVERIFY2(beat.longest_ms < 50, qPrintable(QString::number(beat.longest_ms)));

    QTemporaryDir folder;
    SimulateJob job;
    job.build.tmpl = living;
    job.build.seeds = living.seeds();
    job.days = kDays;
    job.events = {read_event("wipe:day=400,region=5").value()};
    job.folder = folder.filePath(QStringLiteral("run")).toStdString();
    QVERIFY(run_simulate(job));
    const QString differs = differs_from_series(panel->frame()->panels[0],
                                                folder.filePath(QStringLiteral("run/series.csv")), kDays);
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
  }
};

FW_WINDOW_TEST(TestEcologyLiving)
#include "test_ecology_living.moc"
