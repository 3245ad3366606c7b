// A session with the hand through the window, by mouse and keys: pin, ban, brush, save, open, undo, redo.

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QMouseEvent>
#include <QToolBar>

#include "app/gui/hand/canvas/hand_canvas.h"
#include "app/gui/hand/panel/hand_panel.h"
#include "app/gui/map/inspect/inspect_panel.h"
#include "app/gui/map/search/map_area.h"
#include "app/gui/window/help.h"
#include "app/gui/window/map_badge.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/gui/window/window_host.h"
#include "tests/support/files.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

class TestHandSession : public QObject {
  Q_OBJECT

  WindowHost host_;

  std::unique_ptr<MainWindow> opened() {
    auto window = host_.make();
    window->document().start(tiny());
    window->preview().set_resolution(160);
    window->resize(1400, 900);
    window->show();
    window->begin();
    if (!QTest::qWaitForWindowActive(window.get(), kWaitLimit_ms) || !settle(*window)) qFatal("no map");
    window->map().view().setFocus();
    return window;
  }
  static void send(MapView& view, QEvent::Type type, Vec2 place_m, Qt::KeyboardModifiers keys) {
    const Vec2 px = view.map_window().to_px(place_m) * (1 / view.map_window().device_scale);
    const QPointF at(px.x, px.y);
    const bool up = type == QEvent::MouseButtonRelease;
    QMouseEvent event(type, at, view.mapToGlobal(at),
                      type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                      up ? Qt::NoButton : Qt::LeftButton, keys);
    QApplication::sendEvent(&view, &event);
  }
  static void drag(MapView& view, const std::vector<Vec2>& way,
                   Qt::KeyboardModifiers keys = Qt::ControlModifier) {
    send(view, QEvent::MouseButtonPress, way.front(), keys);
    for (const Vec2& place : way) send(view, QEvent::MouseMove, place, keys);
    send(view, QEvent::MouseButtonRelease, way.back(), keys);
  }
  static void press(int key, Qt::KeyboardModifiers keys = {}) {
    QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key), keys);
  }

 private slots:
  void aSessionIsUndoneRedoneSavedAndOpened() {
    const auto window = opened();
    Document& document = window->document();
    MapView& view = window->map().view();
    const std::string first = write_template(document.tmpl());
    const Vec2 middle = window->preview().picture()->world->regions.front().centre_m;

    press(Qt::Key_P);
    QCOMPARE(window->hand().tool(), std::optional(HandTool::pin));
    drag(view, {middle});
    press(Qt::Key_X);
    drag(view, {middle + Vec2{120, 0}, middle + Vec2{180, 0}});
    press(Qt::Key_B);
    press(Qt::Key_BracketLeft);
    drag(view, {middle, middle + Vec2{40, 30}, middle + Vec2{90, 35}, middle + Vec2{160, 90}});
    QVERIFY(settle(*window));
    QCOMPARE(document.history().count(), 3);
    const Hand& hand = document.tmpl().hand;
    QCOMPARE(hand.pins.size() + hand.bans.size() + hand.biome.size(), size_t{3});

    // The window shows the world that the command makes of the file.
    const QString file = host_.folder.filePath("hand.json");
    QVERIFY(document.save_as(file));
    const Template saved = parse_template(contents(file).toStdString(), "hand.json").value();
    QCOMPARE(world_digests(*window->preview().picture()->world),
             world_digests(*generate(saved, saved.seeds(), 160).value()));
    QVERIFY(!window->preview().picture()->coarse);

    for (int k = 0; k < 3; ++k) window->findChild<QAction*>("undo")->trigger();
    QCOMPARE(write_template(document.tmpl()), first);
    QVERIFY(document.modified());
    for (int k = 0; k < 3; ++k) window->findChild<QAction*>("redo")->trigger();
    QCOMPARE(write_template(document.tmpl()), contents(file).toStdString());
    QVERIFY(!document.modified());

    QVERIFY(document.open(file));
    QCOMPARE(write_template(document.tmpl()), contents(file).toStdString());
    QVERIFY(window->hand().selection().empty());
    QVERIFY(settle(*window));
    QCOMPARE(window->hand().figures().size(), size_t{3});
  }
  void anOpenInspectFollowsTheArrow() {
    const auto window = opened();
    MapView& view = window->map().view();
    auto* inspect = window->findChild<InspectPanel*>();
    const World& world = *window->preview().picture()->world;
    const Vec2 middle = world.regions.front().centre_m;
    press(Qt::Key_V);
    const auto in_sight = [inspect] { return !inspect->visibleRegion().isEmpty(); };
    drag(view, {middle}, {});
    QVERIFY(!in_sight() && !inspect->pick());
    window->findChild<QDockWidget*>(QStringLiteral("inspect"))->raise();
    QVERIFY(QTest::qWaitFor(in_sight, kWaitLimit_ms));
    for (const size_t k : view.shown_points()) {
      const MapWindow& shown = view.map_window();
      const Vec2 px = shown.to_px(world.points.points[k].position_m) * (1 / shown.device_scale);
      if (view.point_at({px.x, px.y}) != k) continue;  // another one is nearer
      drag(view, {world.points.points[k].position_m}, {});
      QVERIFY(inspect->pick());
      QCOMPARE(inspect->pick()->point, std::optional(k));
      break;
    }
    const auto looked_at = inspect->pick();
    drag(view, {middle, middle + Vec2{90, 60}}, {});  // a rectangle is no look
    QCOMPARE(inspect->pick(), looked_at);
  }
  void aBrushRepaintsTheMapWhileItMovesAndTheWholeMapComesAfterIt() {
    const auto window = opened();
    MapView& view = window->map().view();
    const Vec2 middle = window->preview().picture()->world->regions.front().centre_m;
    const auto before = window->preview().picture();
    press(Qt::Key_B);
    send(view, QEvent::MouseButtonPress, middle, {});
    for (int k = 1; k < 10; ++k) send(view, QEvent::MouseMove, middle + Vec2{12.0 * k, 0}, {});
    QVERIFY(window->preview().sketching());
    QVERIFY(settle(*window));
    const auto passing = window->preview().picture();
    QVERIFY(passing != before && passing->coarse);
    QCOMPARE(passing->tmpl->hand.biome.size(), size_t{1});
    QVERIFY(window->document().tmpl().hand.biome.empty());
    QVERIFY(view.findChild<MapBadge*>()->isHidden());  // no word of an old or coarse map
    send(view, QEvent::MouseButtonRelease, middle + Vec2{108, 0}, {});
    QVERIFY(settle(*window));
    QVERIFY(!window->preview().picture()->coarse);
    QCOMPARE(window->preview().picture()->tmpl->hand.biome.size(), size_t{1});
  }
  void aDroppedGestureBringsTheMapBack() {
    const auto window = opened();
    MapView& view = window->map().view();
    const Vec2 middle = window->preview().picture()->world->regions.front().centre_m;
    const auto before = world_digests(*window->preview().picture()->world);
    press(Qt::Key_B);
    send(view, QEvent::MouseButtonPress, middle, {});
    for (int k = 1; k < 10; ++k) send(view, QEvent::MouseMove, middle + Vec2{12.0 * k, 0}, {});
    QVERIFY(settle(*window));
    press(Qt::Key_Escape);
    QVERIFY(settle(*window));
    QVERIFY(!window->preview().picture()->coarse);
    QCOMPARE(world_digests(*window->preview().picture()->world), before);
    QCOMPARE(window->document().history().count(), 0);
    send(view, QEvent::MouseButtonRelease, middle, {});
    QCOMPARE(window->document().history().count(), 0);
  }
  void aPinComesWithoutACoarseMap() {
    const auto window = opened();
    const Vec2 middle = window->preview().picture()->world->regions.front().centre_m;
    bool coarse = false;
    connect(&window->preview(), &Preview::shown, this,
            [&](const std::shared_ptr<const Picture>& picture) { coarse = coarse || picture->coarse; });
    press(Qt::Key_P);
    drag(window->map().view(), {middle});
    QVERIFY(settle(*window));
    QVERIFY(!coarse);
    QCOMPARE(window->preview().picture()->tmpl->hand.pins.size(), size_t{1});
  }
  void lettersChooseToolsOnTheMapAlone() {
    const auto window = opened();
    for (const HandToolRow& row : hand_tools()) {
      window->map().view().setFocus();
      QTest::keyClick(QApplication::focusWidget(), row.letter[0]);
      QCOMPARE(window->hand().tool(), std::optional(row.tool));
      QVERIFY(window->findChild<QAction*>(QLatin1String(row.name))->isChecked());
    }
    window->findChild<QAction*>("find_parameter")->trigger();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_P);
    QCOMPARE(window->hand().tool(), std::optional(hand_tools().back().tool));  // a P was typed
    const QString page = keys_page(*window->menuBar());
    for (const HandToolRow& row : hand_tools())
      QVERIFY(page.contains(QStringLiteral("<b>%1</b>").arg(row.letter)));
  }
  void aMessageAboutARowLeadsToThePanel() {
    const auto window = opened();
    window->document().edit("A pin of no class", [](Template& t) {
      PinRow pin;
      pin.id = "lost";
      pin.cls = "no_such_class";
      t.hand.pins.push_back(pin);
    });
    QVERIFY(!window->document().valid());
    auto* panel = window->findChild<HandPanel*>();
    QVERIFY(panel->jump_to(QString::fromStdString(window->document().findings().front().where)));
    QCOMPARE(window->hand().selection().rows, std::set<std::string>{"lost"});
  }
};

FW_WINDOW_TEST(TestHandSession)
#include "test_hand_session.moc"
