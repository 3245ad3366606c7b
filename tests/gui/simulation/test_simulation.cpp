// The Simulation dock: what its player hands out, and what a person does with it.

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryFile>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include "app/gui/map/map_view.h"
#include "app/gui/preview/picture.h"
#include "app/gui/simulation/figure_plot.h"
#include "app/gui/simulation/pair_view.h"
#include "app/gui/simulation/python_package.h"
#include "app/gui/simulation/setting_model.h"
#include "app/gui/simulation/simulation_panel.h"
#include "core/template/template_io.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

const std::shared_ptr<const Picture>& tiny_picture() {
  static const auto made = make_picture(std::make_shared<const Template>(tiny()), 96, false, nullptr);
  return made.value();
}

PlayerRequest request(Coordinator kind, std::vector<std::string> methods) {
  PlayerRequest r;
  r.picture = tiny_picture();
  r.simulation.coordinator = kind;
  r.simulation.agents = 800;
  r.methods = std::move(methods);
  return r;
}
MapWindow window(int width, int height) {
  return fit_window(tiny_picture()->atlas->frame_m(), width, height);
}

/// A player that keeps the newest frame.
struct Played {
  SimulationPlayer player;
  std::shared_ptr<const PlayerFrame> frame;
  int frames = 0;
  QString failure;

  Played() {
    QObject::connect(&player, &SimulationPlayer::framed, [this](const std::shared_ptr<const PlayerFrame>& f) {
      frame = f;
      ++frames;
    });
    QObject::connect(&player, &SimulationPlayer::failed, [this](const QString& m) { failure = m; });
  }
  bool comes_to(int64_t tick) {
    return QTest::qWaitFor([&] { return frame && frame->clock.tick == tick; }, kWaitLimit_ms);
  }
};

bool any_ink(const QImage& image) {
  for (int y = 0; y < image.height(); ++y) {
    const auto* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
    for (int x = 0; x < image.width(); ++x)
      if (row[x] != 0) return true;
  }
  return false;
}

/// A panel next to a map, on the small world.
struct Desk {
  MapView map;
  SimulationPanel panel{map};

  Desk() {
    map.resize(300, 260);
    map.set_picture(tiny_picture());
    map.show();
    panel.set_picture(tiny_picture());
    panel.show();
  }
  template <typename Widget>
  Widget* named(const QString& name) {
    for (Widget* one : panel.findChildren<Widget*>())
      if (one->accessibleName() == name) return one;
    qFatal("no control is called %s", qPrintable(name));
    return nullptr;
  }
  bool has_frame() {
    return QTest::qWaitFor([&] { return panel.frame() != nullptr; }, kWaitLimit_ms);
  }
};

}  // namespace

class TestSimulation : public QObject {
  Q_OBJECT

 private slots:
  void aStartedSimulationShowsItsFirstMomentInTheRequestedWindow() {
    Played p;
    p.player.set_windows({window(320, 200)});
    p.player.open(request(Coordinator::crowd, {"curl_dual"}));
    QVERIFY(p.comes_to(0));
    QCOMPARE(p.frame->panels.size(), size_t{1});
    QCOMPARE(p.frame->panels[0].layer.size(), QSize(320, 200));
    QVERIFY(p.frame->panels[0].window == window(320, 200));
    QVERIFY(any_ink(p.frame->panels[0].layer));
    p.player.set_windows({window(150, 150)});
    QVERIFY(
        QTest::qWaitFor([&] { return p.frame->panels[0].layer.size() == QSize(150, 150); }, kWaitLimit_ms));
    QCOMPARE(p.frame->clock.tick, int64_t{0});
  }

  void steppingSeekingAndGoingBackShowTheSamePicture() {
    Played p;
    p.player.set_windows({window(200, 200)});
    p.player.open(request(Coordinator::action, {"exact"}));
    QVERIFY(p.comes_to(0));
    for (int k = 1; k <= 5; ++k) {
      p.player.step();
      QVERIFY(p.comes_to(k));
    }
    const QImage fifth = p.frame->panels[0].layer;
    p.player.seek(90);
    QVERIFY(p.comes_to(90));
    QVERIFY(p.frame->panels[0].layer != fifth);
    p.player.seek(5);
    QVERIFY(p.comes_to(5));
    QCOMPARE(p.frame->panels[0].layer, fifth);
  }

  void playbackKeepsTheRequestedSpeed() {
    Played p;
    p.player.set_windows({window(100, 100)});
    p.player.set_speed(60);
    p.player.open(request(Coordinator::crowd, {"urw"}));
    QVERIFY(p.comes_to(0));
    QElapsedTimer clock;
    clock.start();
    p.player.set_playing(true);
    QVERIFY(QTest::qWaitFor([&] { return p.frame->clock.tick >= 60; }, kWaitLimit_ms));
    const double most = 60 * static_cast<double>(clock.elapsed()) / 1000;
    const auto tick = static_cast<double>(p.frame->clock.tick);
    // A busy machine may fall behind, but never runs ahead.
    QVERIFY2(tick <= most + 1, qPrintable(QStringLiteral("%1 of %2").arg(tick).arg(most)));
    p.player.set_playing(false);
    p.player.seek(5000);
    QVERIFY(p.comes_to(5000));
    QTest::qWait(200);
    QCOMPARE(p.frame->clock.tick, int64_t{5000});
  }

  void twoMethodsAreShownAtTheSameMoment() {
    Played p;
    p.player.set_windows({window(120, 120), window(80, 80)});
    p.player.open(request(Coordinator::crowd, {"curl_dual", "vicsek"}));
    p.player.step();
    QVERIFY(p.comes_to(1));
    QCOMPARE(p.frame->panels.size(), size_t{2});
    QCOMPARE(p.frame->panels[1].layer.size(), QSize(80, 80));
    QVERIFY(p.frame->panels[0].figures[1].value != p.frame->panels[1].figures[1].value);
  }

  void afterClosingNoFrameComes() {
    Played p;
    p.player.set_windows({window(100, 100)});
    p.player.open(request(Coordinator::crowd, {"urw"}));
    p.player.set_playing(true);
    QVERIFY(QTest::qWaitFor([&] { return p.frames > 3; }, kWaitLimit_ms));
    p.player.close();
    const int frames = p.frames;
    QTest::qWait(200);
    QCOMPARE(p.frames, frames);
  }

  void aRefusedSettingIsToldInWords() {
    Played p;
    PlayerRequest r = request(Coordinator::crowd, {"urw"});
    r.simulation.settings = {"crowd.beta=7"};
    p.player.open(r);
    QVERIFY(QTest::qWaitFor([&] { return !p.failure.isEmpty(); }, kWaitLimit_ms));
    QVERIFY(p.failure.contains("crowd.beta"));
  }

  void aPlayerCanGoAtAnyMoment() {
    for (int k = 0; k < 10; ++k) {
      Played p;
      p.player.set_windows({window(100, 100)});
      p.player.open(request(Coordinator::spawn, {"a_full"}));
      if (k % 2 == 0) p.player.seek(100000000);
      QTest::qWait(15 * k);
    }
  }

  void showingAddsAndRemovesTheMapLayer() {
    Desk desk;
    auto* show = desk.panel.findChild<QPushButton*>();
    for (auto* button : desk.panel.findChildren<QPushButton*>())
      if (button->isCheckable()) show = button;
    show->click();
    QVERIFY(desk.panel.running());
    QVERIFY(desk.has_frame());
    QVERIFY(QTest::qWaitFor([&] { return desk.map.settled(); }, kWaitLimit_ms));
    const QImage with = desk.map.grab().toImage();
    show->click();
    QVERIFY(!desk.panel.running());
    QTest::qWait(50);
    QVERIFY(desk.map.grab().toImage() != with);
  }

  void playPauseAndStepByTheKeyboard() {
    Desk desk;
    auto* play = desk.named<QToolButton>("Play");
    play->setFocus();
    QTest::keyClick(play, Qt::Key_Space);
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame() && desk.panel.frame()->clock.tick > 3; },
                            kWaitLimit_ms));
    QCOMPARE(play->accessibleName(), QString("Pause"));
    QTest::keyClick(play, Qt::Key_Space);
    QCOMPARE(play->accessibleName(), QString("Play"));
    constexpr int64_t before = 3000;  // a frame that was on its way is never this one
    desk.panel.player().seek(before);
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame()->clock.tick == before; }, kWaitLimit_ms));
    desk.named<QToolButton>("Step")->click();
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame()->clock.tick == before + 1; }, kWaitLimit_ms));
    auto* scrub = desk.named<QSlider>("Time");
    QCOMPARE(scrub->value(), static_cast<int>(before + 1));
    scrub->setFocus();
    QTest::keyClick(scrub, Qt::Key_Home);
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame()->clock.tick == 0; }, kWaitLimit_ms));
  }

  void aChangedNumberStartsAgainAndCanBeReset() {
    Desk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.has_frame());
    auto* model = desk.panel.findChild<SettingModel*>();
    QVERIFY(QTest::qWaitFor([&] { return model->rowCount() > 10; }, kWaitLimit_ms));
    int row = 0;
    while (model->rule_of(row).path != "crowd.beta") ++row;
    const QModelIndex cell = model->index(row, SettingModel::value_column);
    QVERIFY(!model->setData(cell, 7.0, Qt::EditRole));  // out of range
    QCOMPARE(model->value(row), 0.5);
    desk.panel.step_once();
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame() && desk.panel.frame()->clock.tick == 1; },
                            kWaitLimit_ms));
    QVERIFY(model->setData(cell, 0.75, Qt::EditRole));
    QVERIFY(model->changed(row));
    QCOMPARE(model->settings(), std::vector<std::string>{"crowd.beta=0.75"});
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame() && desk.panel.frame()->clock.tick == 0; },
                            kWaitLimit_ms));
    QTest::qWait(50);
    QCOMPARE(model->value(row), 0.75);
    model->reset(row);
    QVERIFY(model->settings().empty());
  }

  void aSecondMethodAsksForAPairOfMaps() {
    Desk desk;
    QSignalSpy pair(&desk.panel, &SimulationPanel::pair_wanted);
    desk.panel.set_running(true);
    QVERIFY(desk.has_frame());
    auto* beside = desk.named<QComboBox>("Second method");
    beside->setCurrentIndex(2);
    emit beside->activated(2);
    QVERIFY(pair.last().front().toBool());
    desk.panel.pair().resize(500, 260);
    desk.panel.pair().show();
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame() && desk.panel.frame()->panels.size() == 2; },
                            kWaitLimit_ms));
    desk.panel.set_running(false);
    QVERIFY(!pair.last().front().toBool());
  }

  void twoMethodsAreFittedAsTheMapWas() {
    Desk desk;
    QVERIFY(desk.map.fitted());
    auto* beside = desk.named<QComboBox>("Second method");
    beside->setCurrentIndex(2);
    desk.panel.set_running(true);
    PairView& pair = desk.panel.pair();
    pair.resize(640, 300);  // as the window does when it shows them
    pair.show();
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame() != nullptr; }, kWaitLimit_ms));
    const double side = tiny_picture()->atlas->longer_m();
    for (MapView* view : {&pair.left(), &pair.right()}) {
      QVERIFY(view->fitted());
      const MapWindow& seen = view->map_window();
      QVERIFY(seen.west_m <= 0 && seen.west_m + seen.width_m() >= side);
      QVERIFY(seen.north_m >= side && seen.north_m - seen.height_m() <= 0);
    }
    desk.panel.set_running(false);
    desk.map.zoom_by(3, QPointF(100, 80));
    desk.panel.set_running(true);
    QCOMPARE(pair.left().map_window().metres_per_px, desk.map.map_window().metres_per_px);
  }

  void aFrameHasALegend() {
    for (const auto& [kind, method] : {std::pair(Coordinator::crowd, "curl_dual"),
                                       {Coordinator::action, "exact"},
                                       {Coordinator::spawn, "a_full"}}) {
      Played p;
      p.player.set_windows({window(320, 200)});
      p.player.open(request(kind, {method}));
      QVERIFY(p.comes_to(0));
      QVERIFY(any_ink(p.frame->panels[0].legend));
    }
    Desk desk;
    desk.panel.set_running(true);
    QVERIFY(desk.has_frame());
    QVERIFY(!desk.map.legend().isNull());
    desk.panel.set_running(false);
    QVERIFY(desk.map.legend().isNull());
  }

  void whatCannotStartLeavesNothingOfWhatRanBefore() {
    Desk desk;
    desk.panel.set_playing(true);
    QVERIFY(desk.has_frame());
    QVERIFY(desk.panel.findChild<FigurePlot*>()->isVisible());
    Template bare = *tiny_picture()->tmpl;
    for (auto* list : {&bare.resources, &bare.wildlife, &bare.enemies}) list->clear();
    for (RarityRow& rarity : bare.vocabulary.rarities)
      if (rarity.count) rarity.count = 0;
    auto* kind = desk.named<QComboBox>("Overlay");
    QSignalSpy failed(&desk.panel, &SimulationPanel::failed);
    desk.panel.set_picture(make_picture(std::make_shared<const Template>(bare), 96, false, nullptr).value());
    kind->setCurrentIndex(2);
    QVERIFY(QTest::qWaitFor([&] { return !failed.isEmpty(); }, kWaitLimit_ms));
    QVERIFY(!desk.panel.playing());
    QCOMPARE(desk.named<QLabel>("Clock")->text(), QString());
    auto* play = desk.named<QToolButton>("Play");
    QVERIFY(!play->isEnabled());
    QVERIFY(!desk.panel.findChild<FigurePlot*>()->isVisible());
    QVERIFY(desk.map.legend().isNull());
    kind->setCurrentIndex(0);
    QVERIFY(desk.has_frame());
    QVERIFY(play->isEnabled() && desk.panel.findChild<FigurePlot*>()->isVisible());
  }

  void whatIsOnShowIsCopiedAsAProgram() {
    Desk desk;
    const auto copied = [&](const QString& words) {
      for (QPushButton* one : desk.panel.findChildren<QPushButton*>())
        if (one->text().remove(QLatin1Char('&')) == words) one->click();
      return QGuiApplication::clipboard()->text();
    };
    QVERIFY(copied(QStringLiteral("Copy as C")).contains(QStringLiteral("fw_crowd_open(")));
    QVERIFY(copied(QStringLiteral("Copy as Python")).contains(QStringLiteral("import fieldwright as fw")));
    desk.panel.clear();
    QGuiApplication::clipboard()->setText(QStringLiteral("kept"));
    QCOMPARE(copied(QStringLiteral("Copy as C")), QStringLiteral("kept"));
  }

  void thePythonThatIsCopiedRunsOrSaysHow() {
    Desk desk;
    desk.panel.copy_program(ProgramLanguage::python);
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY(text.startsWith(QStringLiteral("# ")));
    QVERIFY(with_package(text, {}).section('\n', 0, 0).contains(QStringLiteral("apt install")));
    if (python_package_folder(QCoreApplication::applicationDirPath()).isEmpty())
      QSKIP("missing: python3-dev and python3-cffi when this tree was configured");
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write(text.toUtf8());
    file.close();
    QProcess python;
    python.start(QStringLiteral("/usr/bin/python3"), {file.fileName()});
    QVERIFY(python.waitForFinished(60000));
    QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
    QVERIFY(!python.readAllStandardOutput().isEmpty());
  }

  void aMethodsTooltipExplainsItAndNamesItsSlug() {
    Desk desk;
    const auto* box = desk.named<QComboBox>("Method");
    QCOMPARE(box->currentText(), QStringLiteral("Curl dual"));
    QVERIFY(box->itemData(box->currentIndex(), Qt::ToolTipRole)
                .toString()
                .endsWith(QStringLiteral(" (curl_dual)")));
  }

  void whatADesignerShouldKnowStandsUnderTheControls() {
    Desk desk;
    auto* told = desk.named<QLabel>("Findings");
    desk.panel.set_running(true);
    QVERIFY(desk.has_frame());
    QVERIFY(!told->isVisible());
    Template reef = *tiny_picture()->tmpl;
    ZoneRow zone;
    zone.id = "reef", zone.shape = "POINT (5 5)", zone.radius_m = 3;
    reef.hand.zones.push_back(zone);
    GoalRow goal;
    goal.id = "bathers", goal.zone = "reef", goal.share = 0.5;
    reef.tactics.goals.push_back(goal);
    desk.panel.set_picture(make_picture(std::make_shared<const Template>(reef), 96, false, nullptr).value());
    QVERIFY(QTest::qWaitFor([&] { return told->isVisible(); }, kWaitLimit_ms));
    QVERIFY2(told->text().contains("nobody walks there"), qPrintable(told->text()));
    QVERIFY2(told->text().contains("bathers", Qt::CaseInsensitive) && !told->text().contains("tactics."),
             qPrintable(told->text()));
    desk.panel.set_running(false);
    QVERIFY(!told->isVisible());
  }

  void anotherWorldIsPlayedFromItsStart() {
    Desk desk;
    desk.panel.set_running(true);
    desk.panel.step_once();
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame() && desk.panel.frame()->clock.tick == 1; },
                            kWaitLimit_ms));
    const double before = desk.panel.frame()->panels[0].figures[1].value;
    Template other = *tiny_picture()->tmpl;
    other.seed = 99;
    desk.panel.set_picture(make_picture(std::make_shared<const Template>(other), 96, false, nullptr).value());
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame() && desk.panel.frame()->clock.tick == 0; },
                            kWaitLimit_ms));
    QVERIFY(desk.panel.frame()->panels[0].figures[1].value != before);
  }

  void theWindowNeverWaitsForASimulation() {
    Desk desk;
    desk.named<QSpinBox>("Agents")->setValue(20000);
    desk.panel.set_running(true);
    QVERIFY(desk.has_frame());
    desk.panel.player().seek(1'000'000'000);  // hours of work
    int turns = 0;
    QTimer beat;
    connect(&beat, &QTimer::timeout, [&] {
      ++turns;
      desk.panel.player().set_speed(10 + turns);
      desk.panel.set_playing(turns % 2 == 0);
      desk.map.zoom_by(1.01, QPointF(20, 20));
    });
    beat.start(0);
    QVERIFY(QTest::qWaitFor([&] { return turns >= 200; }, kWaitLimit_ms));
    desk.panel.go_to_start();
    QVERIFY(QTest::qWaitFor([&] { return desk.panel.frame()->clock.tick < 1'000'000; }, kWaitLimit_ms));
  }
  void aMapThatCannotBePaintedIsTold() {
    Desk desk;
    QSignalSpy failed(&desk.panel, &SimulationPanel::failed);
    emit desk.panel.pair().right().failed(QStringLiteral("no fonts"));
    QCOMPARE(failed.count(), 1);
    QCOMPARE(failed[0][0].toString(), QStringLiteral("no fonts"));
  }
};

FW_WINDOW_TEST(TestSimulation)
#include "test_simulation.moc"
