// The tools on a map, by mouse and by keys.

#include <QLineEdit>
#include <QSignalSpy>

#include "app/gui/hand/gestures.h"
#include "core/field/shape.h"
#include "hand_host.h"
#include "tests/support/shapes.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

bool near(Vec2 a, Vec2 b, double metres) {
  return squared_distance(a, b) <= metres * metres;
}

}  // namespace

class TestHandCanvas : public QObject {
  Q_OBJECT

  std::unique_ptr<HandHost> host_;
  Vec2 middle_;

 private slots:
  void init() {
    host_ = std::make_unique<HandHost>();
    middle_ = host_->hand->world()->regions.front().centre_m;
  }
  void cleanup() { host_.reset(); }

  void aClickPinsTheChosenClassThere() {
    host_->use(HandTool::pin);
    host_->click(middle_, Qt::ControlModifier);
    QCOMPARE(host_->rows().pins.size(), size_t{1});
    const PinRow& pin = host_->rows().pins[0];
    QCOMPARE(pin.cls, host_->hand->options().pin_class);
    QVERIFY(near({pin.x_m, pin.y_m}, middle_, 2 * host_->view.map_window().metres_per_px));
    QCOMPARE(host_->hand->selection().rows, std::set<std::string>{pin.id});
    QCOMPARE(host_->steps(), 1);
  }
  void aStrokeIsOneStepHoweverLong() {
    host_->use(HandTool::brush);
    std::vector<Vec2> way;
    for (int k = 0; k <= 60; ++k) way.push_back(middle_ + Vec2{5.0 * k - 150, 40 * std::sin(k / 9.0)});
    host_->drag(way);
    QCOMPARE(host_->steps(), 1);
    QCOMPARE(host_->rows().biome.size(), size_t{1});
    const PaintRow& row = host_->rows().biome[0];
    QCOMPARE(row.place.radius_m, host_->hand->options().radius_m);
    QCOMPARE(row.cls, host_->hand->options().cls.at("biome"));
    const Shape shape = shape_of(row.place.shape);
    QVERIFY(shape.parts.front().size() < 40);
    for (const Vec2& place : way) QVERIFY(inside_m(shape, row.place.radius_m, place) > 0);
  }
  void passingStatesAreShownAndEscapeLeavesNoTrace() {
    const std::string before = host_->text();
    QSignalSpy sketched(host_->hand.get(), &HandCanvas::sketched);
    QSignalSpy ended(host_->hand.get(), &HandCanvas::ended);
    host_->use(HandTool::brush);
    host_->send(QEvent::MouseButtonPress, host_->at(middle_));
    for (int k = 1; k < 6; ++k) host_->hover(middle_ + Vec2{30.0 * k, 0});
    QVERIFY(sketched.size() >= 3);
    const auto passing = sketched.last().at(0).value<std::shared_ptr<const Template>>();
    QCOMPARE(passing->hand.biome.size(), size_t{1});
    QCOMPARE(host_->text(), before);  // the document knows nothing of it
    host_->press(Qt::Key_Escape);
    QCOMPARE(ended.size(), 1);
    host_->send(QEvent::MouseButtonRelease, host_->at(middle_));
    QCOMPARE(host_->text(), before);
    QCOMPARE(host_->steps(), 0);
  }
  void pinsHaveNoPassingStates() {
    QSignalSpy sketched(host_->hand.get(), &HandCanvas::sketched);
    host_->use(HandTool::pin);
    host_->click(middle_);
    host_->use(HandTool::ban);
    host_->drag({middle_, middle_ + Vec2{80, 0}});
    QCOMPARE(sketched.size(), 0);
  }
  void aDragSetsTheRadiusOfABan() {
    host_->use(HandTool::ban);
    host_->drag({middle_, middle_ + Vec2{30, 0}, middle_ + Vec2{90, 0}}, Qt::ControlModifier);
    QVERIFY(std::fabs(*host_->rows().bans[0].radius_m - 90) <= 2 * host_->view.map_window().metres_per_px);
    host_->click(middle_ + Vec2{200, 0}, Qt::ControlModifier);
    QVERIFY(!host_->rows().bans[1].radius_m);  // half of the class's spacing
  }
  void cornersAreTakenBackEndedAndDropped() {
    host_->use(HandTool::polygon);
    const std::vector<Vec2> corners{middle_, middle_ + Vec2{200, 0}, middle_ + Vec2{200, 200},
                                    middle_ + Vec2{0, 200}};
    for (const Vec2& corner : corners) host_->click(corner, Qt::ControlModifier);
    QCOMPARE(host_->hand->drawing().path_m.size(), size_t{4});
    host_->press(Qt::Key_Backspace);
    QCOMPARE(host_->hand->drawing().path_m.size(), size_t{3});
    QCOMPARE(host_->steps(), 0);
    host_->press(Qt::Key_Return);
    QCOMPARE(host_->steps(), 1);
    QCOMPARE(shape_of(host_->rows().biome[0].place.shape).parts.front().size(), size_t{3});
    for (const Vec2& corner : corners) host_->click(corner, Qt::ControlModifier);
    host_->press(Qt::Key_Escape);
    QVERIFY(!host_->hand->drawing_now());
    QCOMPARE(host_->steps(), 1);
    for (const Vec2& corner : {corners[0], corners[1]}) host_->click(corner, Qt::ControlModifier);
    host_->press(Qt::Key_Return);  // two corners are no outline
    QCOMPARE(host_->steps(), 1);
  }
  void shiftDrawsStraightAndCtrlDoesNotSnap() {
    host_->use(HandTool::line);
    host_->click(middle_, Qt::ControlModifier);
    host_->click(middle_ + Vec2{300, 20}, Qt::ShiftModifier);
    const std::vector<Vec2> path = host_->hand->drawing().path_m;
    QVERIFY(std::fabs(path[1].y - path[0].y) < 0.002);
    host_->press(Qt::Key_Escape);
    host_->use(HandTool::pin);
    const size_t k = host_->lone_point();
    const Vec2 point = host_->hand->world()->points.points[k].position_m;
    const Vec2 beside = point + Vec2{6, 0} * host_->view.map_window().metres_per_px;
    host_->click(beside);
    QVERIFY(near({host_->rows().pins[0].x_m, host_->rows().pins[0].y_m}, point, 0.01));
    host_->click(beside, Qt::ControlModifier);
    QVERIFY(!near({host_->rows().pins[1].x_m, host_->rows().pins[1].y_m}, point, 0.01));
  }
  void typedNumbersPutACorner() {
    host_->use(HandTool::line);
    host_->click(middle_, Qt::ControlModifier);
    const Vec2 first = host_->hand->drawing().path_m.front();
    host_->press(Qt::Key_2);
    auto* entry = host_->view.findChild<QLineEdit*>();
    QVERIFY(entry && entry->isVisible());
    QCOMPARE(QApplication::focusWidget(), entry);
    QTest::keyClicks(entry, "50 < 90");
    QTest::keyClick(entry, Qt::Key_Return);
    QCOMPARE(host_->hand->drawing().path_m.size(), size_t{2});
    QVERIFY(near(host_->hand->drawing().path_m.back(), first + Vec2{250, 0}, 0.01));
    QCOMPARE(QApplication::focusWidget(), &host_->view);
    host_->press(Qt::Key_Return);
    QCOMPARE(host_->rows().lines.size(), size_t{1});
  }
  void aTypedNumberIsTheRadiusOfABan() {
    host_->use(HandTool::ban);
    host_->press(Qt::Key_Return);  // at the cross
    host_->press(Qt::Key_8);
    auto* entry = host_->view.findChild<QLineEdit*>();
    QVERIFY(entry && entry->isVisible());
    QTest::keyClicks(entry, "5");
    QTest::keyClick(entry, Qt::Key_Return);
    QCOMPARE(host_->rows().bans.size(), size_t{1});
    QCOMPARE(host_->rows().bans[0].radius_m, std::optional(85.0));
  }
  void allOfTheClassHereIsThatOfTheListToo() {
    host_->document.edit("Paint", [this](Template& t) {
      for (const char* cls : {"forest", "forest", "grassland"}) {
        PaintRow row;
        row.id = "b" + std::to_string(t.hand.biome.size());
        row.cls = cls;
        row.place = {point_shape(middle_ + Vec2{90.0 * double(t.hand.biome.size()), 0}), 40, {}};
        t.hand.biome.push_back(std::move(row));
      }
    });
    host_->use(HandTool::select);
    host_->hand->select({{"b0"}, {}});
    host_->hand->select_all_of_class();
    QCOMPARE(host_->hand->selection().rows, (std::set<std::string>{"b0", "b1"}));
  }
  void aGeneratedPointIsDraggedDeletedAndKept() {
    const size_t k = host_->lone_point();
    const Point point = host_->hand->world()->points.points[k];
    const std::string id = host_->hand->world()->points.id_of(point);
    host_->use(HandTool::select);
    host_->click(point.position_m);
    QCOMPARE(host_->hand->selection(), (HandSelection{{}, {id}}));
    host_->drag({point.position_m, point.position_m + Vec2{70, 0}, point.position_m + Vec2{140, 40}},
                Qt::ControlModifier);
    QCOMPARE(host_->steps(), 1);
    QCOMPARE(host_->rows().pins[0].number, std::optional(point.number));
    QVERIFY(near({*host_->rows().pins[0].from_x_m, *host_->rows().pins[0].from_y_m}, point.position_m, 0.01));
    QVERIFY(near({host_->rows().pins[0].x_m, host_->rows().pins[0].y_m}, point.position_m + Vec2{140, 40},
                 2 * host_->view.map_window().metres_per_px));
    host_->document.history().undo();
    host_->make_world();
    host_->click(point.position_m);
    host_->press(Qt::Key_Delete);
    QCOMPARE(host_->rows().bans.size(), size_t{1});
    host_->document.history().undo();
    host_->make_world();
    host_->click(point.position_m);
    host_->hand->keep_selected();
    QCOMPARE(host_->rows().pins.size(), size_t{1});
    QVERIFY(!host_->rows().pins[0].from_x_m);
  }
  void arrowsNudgeAndTheirRunIsOneStep() {
    host_->use(HandTool::pin);
    host_->click(middle_, Qt::ControlModifier);
    const double x = host_->rows().pins[0].x_m, y = host_->rows().pins[0].y_m;
    const MapWindow window = host_->view.map_window();
    host_->use(HandTool::select);
    host_->hand->select({{host_->rows().pins[0].id}, {}});
    host_->press(Qt::Key_Right);
    host_->press(Qt::Key_Right);
    host_->press(Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(host_->rows().pins[0].x_m, x + 2);
    QCOMPARE(host_->rows().pins[0].y_m, y + 10);
    QCOMPARE(host_->steps(), 2);
    QVERIFY(host_->view.map_window() == window);
    host_->press(Qt::Key_Escape);
    QVERIFY(host_->hand->selection().empty());
    host_->press(Qt::Key_Right);
    QVERIFY(!(host_->view.map_window() == window));  // now they move the map
  }
  void aRectangleSelectsWhatLiesInIt() {
    host_->use(HandTool::select);
    const MapWindow& w = host_->view.map_window();
    const auto corner = [&](double x, double y) { return w.to_m({x, y}); };
    host_->drag({corner(2, 2), corner(300, 300), corner(798, 798)});
    const size_t all = host_->hand->selection().points.size();
    QVERIFY(all > 5);
    host_->drag({corner(2, 2), corner(200, 200), corner(400, 798)});
    QVERIFY(host_->hand->selection().points.size() < all);
    host_->click(corner(3, 3));
    QVERIFY(host_->hand->selection().empty());
    QCOMPARE(host_->steps(), 0);  // selecting is no step
  }
  void everythingGoesFromTheKeyboardAtTheCross() {
    const auto cross = [&] { return host_->view.map_window().centre_m(); };
    host_->view.centre_on(middle_);
    host_->use(HandTool::pin);
    host_->press(Qt::Key_Return);
    QCOMPARE(host_->rows().pins.size(), size_t{1});
    host_->use(HandTool::brush);
    host_->press(Qt::Key_Return);
    QVERIFY(host_->hand->drawing_now());
    host_->press(Qt::Key_Right);
    host_->press(Qt::Key_Up);
    host_->press(Qt::Key_Return);
    QCOMPARE(host_->rows().biome.size(), size_t{1});
    QCOMPARE(shape_of(host_->rows().biome[0].place.shape).kind, Shape::Kind::lines);
    host_->use(HandTool::area);
    host_->press(Qt::Key_Return);
    for (const int key : {Qt::Key_Right, Qt::Key_Up, Qt::Key_Left}) {
      host_->press(key);
      host_->press(Qt::Key_Return);
    }
    QCOMPARE(host_->hand->drawing().path_m.size(), size_t{4});
    host_->press(Qt::Key_Return);  // again at the same place: the end
    QCOMPARE(host_->rows().areas.size(), size_t{1});
    host_->use(HandTool::view);
    host_->press(Qt::Key_Return);
    host_->press(Qt::Key_Down, Qt::ShiftModifier);
    host_->press(Qt::Key_Return);
    QCOMPARE(host_->rows().views.size(), size_t{1});
    QVERIFY(host_->rows().views[0].to_y_m < host_->rows().views[0].y_m);
    host_->view.centre_on({host_->rows().pins[0].x_m, host_->rows().pins[0].y_m});
    host_->use(HandTool::select);
    host_->hand->select({});
    host_->press(Qt::Key_Return);
    QVERIFY(host_->hand->selection().rows.contains(host_->rows().pins[0].id));
    // A rectangle from the cross to where it comes to lie.
    const size_t pins = host_->rows().pins.size();
    host_->press(Qt::Key_Escape);
    host_->view.centre_on({20, 20});
    host_->press(Qt::Key_Return);
    host_->view.centre_on({2980, 2980});
    host_->press(Qt::Key_Return);
    QVERIFY(host_->hand->selection().points.size() > 20);
    QVERIFY(host_->hand->selection().rows.size() >= pins);
    QVERIFY(near(cross(), {2980, 2980}, 50));
  }
  void bracketsAndDigitsSetTheBrush() {
    host_->use(HandTool::brush);
    const HandOptions before = host_->hand->options();
    host_->press(Qt::Key_BracketRight);
    QVERIFY(host_->hand->options().radius_m > before.radius_m);
    host_->press(Qt::Key_BracketLeft);
    QVERIFY(std::fabs(host_->hand->options().radius_m - before.radius_m) <= 10);
    host_->press(Qt::Key_BraceRight, Qt::ShiftModifier);
    QVERIFY(host_->hand->options().feather_m > before.feather_m);
    host_->press(Qt::Key_2);
    QCOMPARE(host_->hand->options().cls.at("biome"), host_->document.tmpl().vocabulary.biomes[1].id);
    host_->press(Qt::Key_9);  // there is none
    QCOMPARE(host_->hand->options().cls.at("biome"), host_->document.tmpl().vocabulary.biomes[1].id);
    QCOMPARE(host_->steps(), 0);
  }
  void bracesSetTheFalloffOfTerrain() {
    host_->use(HandTool::terrain);
    const double usual = falloff_of(host_->hand->options());
    QCOMPARE(usual, host_->hand->options().radius_m);
    host_->press(Qt::Key_BraceRight, Qt::ShiftModifier);
    const double wide = falloff_of(host_->hand->options());
    QVERIFY(wide > usual);
    host_->drag({middle_, middle_ + Vec2{60, 0}});
    QCOMPARE(host_->rows().terrain.size(), size_t{1});
    QCOMPARE(host_->rows().terrain[0].falloff_m, std::optional(wide));
  }
  void pinsOfALargeGroupHaveOneOutline() {
    const auto marks = [&](const std::string& group) {
      Template t = host_->document.tmpl();
      for (int k = 0; k < 12; ++k) {
        PinRow pin;
        pin.id = "p" + std::to_string(k) + "x";
        pin.cls = t.resources.front().slug;
        pin.x_m = middle_.x + 300 * (k % 4);
        pin.y_m = middle_.y + 300 * (k / 4);
        pin.group = group;
        t.hand.pins.push_back(pin);
      }
      FigureMaker maker;
      return paint_figures(*maker.make(t, nullptr), host_->view.map_window());
    };
    // Where the ring of the pin in the middle of all would be.
    const QPointF inner = host_->at(middle_ + Vec2{300, 300}) + QPointF(10, 0);
    const auto ink = [&](const QImage& image) { return qAlpha(image.pixel(inner.toPoint())); };
    QVERIFY(ink(marks({})) > 200);
    QVERIFY(ink(marks("Kept")) < 60);
    const QPointF beside = host_->at(middle_) - QPointF(10, 0);  // the outline round all
    QVERIFY(qAlpha(marks("Kept").pixel(beside.toPoint())) > 100);
  }
  void altTakesTheClassUnderThePointer() {
    host_->use(HandTool::brush);
    const World& world = *host_->hand->world();
    for (size_t cell = 0; cell < world.grid.cells(); cell += 53) {
      if (!world.on_island(cell)) continue;
      const Vec2 place = world.grid.centre(cell);
      if (host_->view.point_at(host_->at(place))) continue;
      host_->click(place, Qt::AltModifier);
      QCOMPARE(host_->hand->options().cls.at("biome"),
               world.vocabulary.biomes[size_t(world.biome[cell] - 1)].id);
    }
    const size_t k = host_->lone_point();
    host_->click(world.points.points[k].position_m, Qt::AltModifier);
    QCOMPARE(host_->hand->options().pin_class, world.points.class_of(world.points.points[k]).slug);
    QCOMPARE(host_->steps(), 0);
  }
  void marksAreDrawnWhereRowsAreAndNotWhenHidden() {
    host_->use(HandTool::select);
    QVERIFY(QTest::qWaitFor([&] { return host_->view.settled() && host_->hand->settled(); }, kWaitLimit_ms));
    const QImage before = host_->view.grab().toImage();
    host_->document.edit("Terrain", [&](Template& t) {
      TerrainRow row;
      row.id = "hill";
      row.place = {"POINT (" + std::to_string(middle_.x) + " " + std::to_string(middle_.y) + ")", 150, {}};
      t.hand.terrain.push_back(row);
    });
    QVERIFY(QTest::qWaitFor([&] { return host_->hand->settled(); }, kWaitLimit_ms));
    const QImage with = host_->view.grab().toImage();
    const QPoint middle = host_->at(middle_).toPoint();
    QVERIFY(with.pixel(middle) != before.pixel(middle));
    QCOMPARE(with.pixel(5, 400), before.pixel(5, 400));
    host_->hand->show_marks(false);
    QCOMPARE(host_->view.grab().toImage().pixel(middle), before.pixel(middle));
  }
  void anotherToolOfTheMapEndsTheGesture() {
    host_->use(HandTool::polygon);
    host_->click(middle_, Qt::ControlModifier);
    host_->view.set_tool(MapTool::inspect);
    QVERIFY(!host_->hand->tool());
    QVERIFY(!host_->hand->drawing_now());
    QSignalSpy picked(&host_->view, &MapView::picked);
    host_->click(middle_);
    QCOMPARE(picked.size(), 1);
    QCOMPARE(host_->steps(), 0);
  }
  void undoingEverythingGivesTheFirstTextBack() {
    const std::string before = host_->text();
    for (const HandToolRow& row : hand_tools()) {
      host_->use(row.tool);
      host_->drag({middle_, middle_ + Vec2{60, 20}, middle_ + Vec2{150, 120}, middle_ + Vec2{20, 160}},
                  Qt::ControlModifier);
      if (host_->hand->drawing_now()) {
        host_->click(middle_ + Vec2{150, 90}, Qt::ControlModifier);
        host_->click(middle_ + Vec2{20, 160}, Qt::ControlModifier);
        host_->press(Qt::Key_Return);
      }
    }
    QVERIFY(host_->steps() >= 9);
    const std::string after = host_->text();
    while (host_->document.history().canUndo()) host_->document.history().undo();
    QCOMPARE(host_->text(), before);
    while (host_->document.history().canRedo()) host_->document.history().redo();
    QCOMPARE(host_->text(), after);
  }
};

FW_WINDOW_TEST(TestHandCanvas)
#include "test_hand_canvas.moc"
