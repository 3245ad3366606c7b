// The world over time in the Simulation dock: the same run as `fieldwright simulate`, and a window that stays
// responsive during it.

#include <QComboBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "app/gui/map/map_view.h"
#include "app/gui/preview/picture.h"
#include "app/gui/simulation/figure_plot.h"
#include "app/gui/simulation/setting_model.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/simulation/turnover_bars.h"
#include "app/job/simulate/event_text.h"
#include "app/job/simulate/simulate.h"
#include "core/ecology/blocks.h"
#include "core/model/template/plan_grid.h"
#include "tests/gui/ecology_run.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int64_t kDayTicks = kPartsADay;  // ticks

Template living_template(const std::vector<std::string>& settings = {}) {
  std::vector<std::string> all{"ecology.players=6", "calendar.year_d=40", "resources[0].renewal=moving"};
  all.insert(all.end(), settings.begin(), settings.end());
  return tiny(all);
}
/// On the plan grid, so that no run has to make a world of its own.
const std::shared_ptr<const Picture>& living_picture() {
  static const auto made =
      make_picture(std::make_shared<const Template>(living_template()), kPlanResolution, false, nullptr);
  return made.value();
}

/// A panel next to a map that shows the world over time.
struct RunDesk {
  MapView map;
  SimulationPanel panel{map};

  explicit RunDesk(const std::shared_ptr<const Picture>& picture = living_picture()) {
    map.resize(300, 260);
    map.set_picture(picture);
    map.show();
    panel.resize(360, 800);
    panel.set_picture(picture);
    panel.show();
    auto* kind = named<QComboBox>("Overlay");
    kind->setCurrentIndex(kind->findText(QStringLiteral("Ecology")));
  }
  template <typename Widget>
  Widget* named(const QString& name) {
    for (Widget* one : panel.findChildren<Widget*>())
      if (one->accessibleName() == name) return one;
    qFatal("no control is called %s", qPrintable(name));
    return nullptr;
  }
  bool waits(const std::function<bool()>& until) { return QTest::qWaitFor(until, kWaitLimit_ms); }
  bool comes_to(int64_t tick) {
    return waits([&] { return panel.frame() && panel.frame()->clock.tick == tick; });
  }
  bool goes_to(int64_t tick) {
    panel.player().seek(tick);
    return comes_to(tick);
  }
  /// Chooses an entry of the map's menu in the middle of a region.
  bool choose(const QString& beginning, size_t region = 0) {
    QMenu menu;
    panel.fill_menu(menu, panel_world().regions[region].centre_m);
    for (QAction* action : menu.actions())
      if (action->text().startsWith(beginning) && action->isEnabled()) return action->trigger(), true;
    return false;
  }
  const World& panel_world() const { return *map.picture()->world; }
};

}  // namespace

class TestEcologyRun : public QObject {
  Q_OBJECT

 private slots:
  void itsStocksAreThoseOfTheCommandToTheDigit() {
    // On another grid than the command's.
    RunDesk desk(
        make_picture(std::make_shared<const Template>(living_template()), 96, false, nullptr).value());
    desk.panel.set_running(true);
    QVERIFY(desk.goes_to(6 * kDayTicks + 40));
    QVERIFY(desk.choose("Wipe"));
    QVERIFY(desk.waits([&] { return desk.panel.frame()->panels[0].days->run == 1; }));
    QVERIFY(desk.goes_to(20 * kDayTicks));
    QCOMPARE(desk.panel.events().size(), size_t{1});
    const QStringList arguments = desk.panel.simulate_arguments();
    QCOMPARE(arguments.join(' '), QStringLiteral("--days 20 --event wipe:day=6,region=1"));

    QTemporaryDir folder;
    SimulateJob job;
    job.build.tmpl = living_template();
    job.build.seeds = job.build.tmpl.seeds();
    job.days = 20;
    job.events = {read_event("wipe:day=6,region=1").value()};
    job.folder = folder.filePath("run").toStdString();
    QVERIFY(run_simulate(job));
    const QString differs = differs_from_series(desk.panel.frame()->panels[0],
                                                folder.filePath(QStringLiteral("run/series.csv")), 20);
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
  }

  void theWindowStaysResponsiveDuringARun() {
    RunDesk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.waits([&] { return desk.panel.frame() != nullptr; }));
    Beat beat;
    desk.panel.player().seek(15 * kDayTicks);
    QTest::qWait(100);
    desk.panel.player().seek(30 * kDayTicks);
    QVERIFY(desk.comes_to(30 * kDayTicks));
    QVERIFY(desk.choose("Wipe"));
    desk.panel.set_playing(true);
    QVERIFY(desk.waits([&] { return desk.panel.frame()->clock.tick > 31 * kDayTicks; }));
    desk.panel.set_template(std::make_shared<const Template>(living_template({"ecology.winter=0.4"})));
    QTest::qWait(400);  // an edit rests before it counts
    desk.panel.set_template(std::make_shared<const Template>(living_template()));  // undone
    QTest::qWait(400);
    QVERIFY(
        desk.waits([&] { return desk.panel.frame() && desk.panel.frame()->clock.tick > 32 * kDayTicks; }));
    QVERIFY(desk.panel.playing());
    QVERIFY2(beat.longest_ms < 50, qPrintable(QString::number(beat.longest_ms)));
    // Other processes may have the cores for a while; a run's way takes longer.
    QVERIFY2(beat.longest_wall_ms < 1000, qPrintable(QString::number(beat.longest_wall_ms)));
  }

  void anEditKeepsDateAndEvents() {
    RunDesk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.goes_to(5 * kDayTicks));
    QVERIFY(desk.choose("Players leave"));
    QVERIFY(desk.goes_to(8 * kDayTicks));
    const auto before = desk.panel.frame();
    desk.panel.set_template(std::make_shared<const Template>(living_template({"ecology.winter=0.4"})));
    QVERIFY(desk.waits([&] { return desk.panel.frame() != before; }) && desk.comes_to(8 * kDayTicks));
    QCOMPARE(desk.panel.simulate_arguments().join(' '), QStringLiteral("--days 8 --event stop:day=5"));
    const auto edited = desk.panel.frame();
    QVERIFY(edited->panels[0].days->number != before->panels[0].days->number);
    desk.panel.set_template(std::make_shared<const Template>(living_template()));
    QVERIFY(desk.waits([&] { return desk.panel.frame() != edited; }) && desk.comes_to(8 * kDayTicks));
    QVERIFY(desk.panel.frame()->panels[0].days->number == before->panels[0].days->number);
    for (QPushButton* one : desk.panel.findChildren<QPushButton*>())
      if (one->text().remove('&') == QStringLiteral("Take back")) one->click();
    QVERIFY(desk.panel.events().empty());
    QVERIFY(desk.waits([&] { return desk.panel.frame() && desk.panel.frame()->panels[0].days->run == 0; }));
  }

  void editsOnTheWayBackToALateDateKeepIt() {
    constexpr int64_t kLate = 200 * kDayTicks;
    RunDesk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.goes_to(kLate));
    const QString command = desk.panel.simulate_arguments().join(' ');
    const auto edit = [&](const std::vector<std::string>& settings) {
      const auto before = desk.panel.frame();
      desk.panel.set_template(std::make_shared<const Template>(living_template(settings)));
      return desk.waits([&] { return desk.panel.frame() && desk.panel.frame() != before; });
    };
    QVERIFY(edit({"ecology.winter=0.4"}));
    QVERIFY(desk.panel.frame()->clock.tick < kLate);  // on its way
    QCOMPARE(desk.panel.simulate_arguments().join(' '), command);
    desk.panel.set_template(std::make_shared<const Template>(living_template({"ecology.winter=0.3"})));
    QTest::qWait(300);  // an edit rests before it counts
    desk.panel.set_template(std::make_shared<const Template>(living_template()));
    QTest::qWait(300);
    QVERIFY(desk.comes_to(kLate));
    QCOMPARE(desk.panel.simulate_arguments().join(' '), command);
  }

  void anotherNameKeepsDateAndEvents() {
    RunDesk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.goes_to(5 * kDayTicks));
    QVERIFY(desk.choose("Players leave"));
    Template renamed = living_template();
    renamed.name = "Renamed";
    desk.panel.set_picture(
        make_picture(std::make_shared<const Template>(renamed), kPlanResolution, false, nullptr).value());
    QCOMPARE(desk.panel.simulate_arguments().join(' '), QStringLiteral("--days 6 --event stop:day=5"));
    QVERIFY(desk.comes_to(5 * kDayTicks));
  }

  void aPauseEndsAWayAndAStepMakesItLonger() {
    constexpr int64_t kFar = 400 * kDayTicks;
    RunDesk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.waits([&] { return desk.panel.frame() != nullptr; }));
    desk.panel.player().seek(40 * kDayTicks);
    desk.panel.player().step(kPartsADay);
    QVERIFY(desk.comes_to(41 * kDayTicks));
    desk.panel.set_playing(true);
    desk.panel.player().seek(kFar);
    QVERIFY(desk.waits([&] { return desk.panel.frame()->clock.tick > 45 * kDayTicks; }));
    desk.panel.set_playing(false);
    QTest::qWait(400);
    const int64_t paused = desk.panel.frame()->clock.tick;
    QVERIFY(paused < kFar);
    QTest::qWait(400);
    QCOMPARE(desk.panel.frame()->clock.tick, paused);
  }

  void aRefusedEventLeavesTheOthers() {
    RunDesk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.waits([&] { return desk.panel.frame() != nullptr; }));
    QVERIFY(desk.choose("Wipe"));
    QVERIFY(desk.choose("Players leave"));
    const std::vector<RunEvent> both = desk.panel.events();
    QCOMPARE(both.size(), size_t{2});
    emit desk.panel.player().refused(both[0], QStringLiteral("there is no such region"));
    QVERIFY(desk.panel.events() == std::vector<RunEvent>{both[1]});
    emit desk.panel.player().refused(both[0], QStringLiteral("there is no such region"));
    QCOMPARE(desk.panel.events().size(), size_t{1});
  }

  void theListHasTheClassesThatLiveInTheWorld() {
    Template barren = living_template();
    for (double& weight : barren.wildlife.back().biome_affinity) weight = 0;
    RunDesk desk(
        make_picture(std::make_shared<const Template>(barren), kPlanResolution, false, nullptr).value());
    desk.panel.set_running(true);
    QVERIFY(desk.waits([&] { return desk.panel.frame() != nullptr; }));
    QStringList live, listed;
    for (const EcologyClass& one : desk.panel.frame()->panels[0].classes)
      live << QString::fromStdString(one.slug);
    const auto* classes = desk.named<QComboBox>("Classes");
    for (int i = 0; i < classes->count(); ++i) listed << classes->itemData(i).toString().section('.', 1);
    live.sort(), listed.sort();
    QVERIFY(!live.contains(QString::fromStdString(barren.wildlife.back().slug)));
    QCOMPARE(listed, live);
  }

  void theRightButtonIsLeftToOthersWhereNothingRuns() {
    RunDesk desk;
    QContextMenuEvent asked(QContextMenuEvent::Mouse, {20, 20}, desk.map.mapToGlobal(QPoint(20, 20)));
    QCoreApplication::sendEvent(&desk.map, &asked);
    QVERIFY(!asked.isAccepted());
  }

  void theMenuSaysWhatCanHappenThere() {
    RunDesk desk;
    QMenu before;
    desk.panel.fill_menu(before, desk.panel_world().regions[0].centre_m);
    QVERIFY(before.isEmpty());  // nothing runs
    desk.panel.set_running(true);
    QVERIFY(desk.waits([&] { return desk.panel.frame() != nullptr; }));
    QMenu menu;
    desk.panel.fill_menu(menu, desk.panel_world().regions[0].centre_m);
    QStringList texts;
    for (const QAction* action : menu.actions())
      if (!action->isSeparator()) texts << action->text();
    const QString name = QString::fromStdString(desk.panel_world().regions[0].name);
    QCOMPARE(texts.size(), 6);
    QVERIFY(texts[0].contains(name) && texts[1].contains(name));
    QSignalSpy wanted(&desk.panel, &SimulationPanel::command_wanted);
    QVERIFY(desk.choose("Copy as command"));
    QCOMPARE(wanted.first().first().toStringList().join(' '), QStringLiteral("--days 1"));
    QMenu at_sea;
    desk.panel.fill_menu(at_sea, {0, 0});
    for (const QAction* action : at_sea.actions()) QVERIFY(!action->text().startsWith("Wipe"));
  }

  void everyClassOfTheShownCategoryHasItsPlot() {
    RunDesk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.goes_to(3 * kDayTicks));
    const auto shown = [&] {
      QStringList names;
      for (const FigurePlot* plot : desk.panel.findChildren<FigurePlot*>())
        if (plot->isVisible()) names << plot->accessibleName();
      return names;
    };
    QCOMPARE(shown().size(), static_cast<int>(living_template().wildlife.size()));
    auto* classes = desk.named<QComboBox>("Classes");
    const int node =
        classes->findData(QString::fromStdString("resource." + living_template().resources[0].slug));
    QVERIFY(node >= 0);
    classes->setCurrentIndex(node);
    emit classes->activated(node);
    QVERIFY(
        desk.waits([&] { return shown().size() == static_cast<int>(living_template().resources.size()); }));
    QCOMPARE(desk.panel.frame()->clock.tick, 3 * kDayTicks);
  }

  void theClassOnShowHasItsTurnoverUnderItsPlot() {
    RunDesk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.goes_to(0));
    auto* bars = desk.panel.findChild<TurnoverBars*>();
    QVERIFY(!bars->isVisible());  // no day is over
    const QString slug = desk.named<QComboBox>("Classes")->currentData().toString().section('.', 1);
    const auto number = [&] {
      const auto frame = desk.panel.frame();
      for (const EcologyClass& one : frame->panels[0].classes)
        if (one.category == Category::wildlife && QString::fromStdString(one.slug) == slug) return one.number;
      return -1.0;
    };
    const auto change = [&] {
      const EcologyTurnover& sums = bars->sums();
      return sums.born - sums.eaten - sums.starved - sums.hunted;
    };
    const double start = number();
    QVERIFY(desk.goes_to(20 * kDayTicks));
    QVERIFY(bars->isVisible());
    QVERIFY(bars->sums().born > 0);
    QVERIFY(std::fabs(change() - (number() - start)) < 1e-6);
    QVERIFY(desk.goes_to(12 * kDayTicks));  // later days are known, and not counted
    QVERIFY(std::fabs(change() - (number() - start)) < 1e-6);
    QVERIFY(bars->y() > 0);
  }

  void aTemplateThatStatesNothingOfItIsToldInASentence() {
    RunDesk desk(make_picture(std::make_shared<const Template>(tiny()), 96, false, nullptr).value());
    QSignalSpy failed(&desk.panel, &SimulationPanel::failed);
    desk.panel.set_running(true);
    QVERIFY(desk.waits([&] { return !failed.isEmpty(); }));
    QVERIFY(failed[0][0].toString().contains("states nothing of the world over time"));
    for (const FigurePlot* plot : desk.panel.findChildren<FigurePlot*>()) QVERIFY(!plot->isVisible());
  }
};

FW_WINDOW_TEST(TestEcologyRun)
#include "test_ecology_run.moc"
