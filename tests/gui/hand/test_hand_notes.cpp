// Zones, walls and notes of the hand: drawn, named, moved, taken away and undone by mouse and keys.

#include <QLineEdit>
#include <QSignalSpy>

#include "app/gui/hand/gestures.h"
#include "app/gui/hand/row_texts.h"
#include "core/field/shape.h"
#include "hand_host.h"
#include "tests/support/shapes.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

class TestHandNotes : public QObject {
  Q_OBJECT

  std::unique_ptr<HandHost> host_;
  Vec2 middle_;

  QLineEdit* field() const {
    for (auto* found : host_->view.findChildren<QLineEdit*>())  // one that closed may wait for its end
      if (found->isVisible()) return found;
    return nullptr;
  }
  void put_note(Vec2 at, const QString& text) {
    host_->use(HandTool::note);
    host_->click(at, Qt::ControlModifier);
    QVERIFY(field());
    QTest::keyClicks(field(), text);
    QTest::keyClick(field(), Qt::Key_Return);
  }
  HandHost& host() { return *host_; }

 private slots:
  void init() {
    host_ = std::make_unique<HandHost>();
    middle_ = host_->hand->world()->regions.front().centre_m;
  }
  void cleanup() { host_.reset(); }

  void cornersRoundAGroundMakeAZoneAndTwoOrOneAWallOfTheRadius() {
    host().use(HandTool::zone);
    for (const Vec2 by : {Vec2{0, 0}, {200, 0}, {200, 200}}) host().click(middle_ + by, Qt::ControlModifier);
    host().press(Qt::Key_Return);
    QCOMPARE(host().rows().zones.size(), size_t{1});
    QCOMPARE(host().rows().zones[0].is, ZoneIs::zone);
    QCOMPARE(host().rows().zones[0].radius_m, 0.0);
    QVERIFY(shape_of(host().rows().zones[0].shape).kind == Shape::Kind::polygons);
    HandOptions options = host().hand->options();
    options.zone = ZoneIs::wall;
    options.radius_m = 25;
    host().hand->set_options(options);
    host().click(middle_ + Vec2{-100, 0}, Qt::ControlModifier);
    host().click(middle_ + Vec2{-100, 250}, Qt::ControlModifier);
    host().press(Qt::Key_Return);
    host().click(middle_ + Vec2{0, -200}, Qt::ControlModifier);
    host().press(Qt::Key_Return);
    QCOMPARE(host().rows().zones.size(), size_t{3});
    QVERIFY(shape_of(host().rows().zones[1].shape).kind == Shape::Kind::lines);
    QVERIFY(shape_of(host().rows().zones[2].shape).kind == Shape::Kind::points);
    for (const size_t k : {size_t{1}, size_t{2}}) {
      QCOMPARE(host().rows().zones[k].is, ZoneIs::wall);
      QCOMPARE(host().rows().zones[k].radius_m, 25.0);
    }
    QCOMPARE(host().steps(), 3);
    QVERIFY(host().document.valid());
    QVERIFY(host().document.findings().empty());
  }
  void aDragRoundAGroundIsAZoneOfItsOutline() {
    host().use(HandTool::zone);
    std::vector<Vec2> way;
    for (int k = 0; k < 40; ++k)
      way.push_back(middle_ + Vec2{std::cos(k * 0.157) - 1, std::sin(k * 0.157)} * 180.0);
    host().drag(way);
    QCOMPARE(host().rows().zones.size(), size_t{1});
    const Shape shape = shape_of(host().rows().zones[0].shape);
    QVERIFY(inside_m(shape, 0, middle_ - Vec2{180, 0}) > 100);
  }
  void theFlagAndItsTextAreOneStep() {
    const std::string before = host().text();
    put_note(middle_, "Too narrow here");
    QCOMPARE(host().rows().notes.size(), size_t{1});
    QCOMPARE(host().rows().notes[0].note, std::string("Too narrow here"));
    QCOMPARE(host().steps(), 1);
    QVERIFY(host().document.history().undoText().contains("Too narrow here"));
    QVERIFY(!field());
    put_note(middle_ + Vec2{250, 0}, "And here");
    QCOMPARE(host().steps(), 2);
    host().document.history().undo();
    QCOMPARE(host().rows().notes.size(), size_t{1});
    host().document.history().undo();
    QCOMPARE(host().text(), before);
  }
  void aClickElsewhereTakesTheTextAndEscapeDoesNot() {
    host().use(HandTool::note);
    host().click(middle_, Qt::ControlModifier);
    QTest::keyClicks(field(), "first");
    host().click(middle_ + Vec2{300, 0}, Qt::ControlModifier);  // the next flag
    QCOMPARE(host().rows().notes[0].note, std::string("first"));
    QVERIFY(field());
    QTest::keyClicks(field(), "second");
    QTest::keyClick(field(), Qt::Key_Escape);
    QCOMPARE(host().rows().notes.size(), size_t{2});
    QCOMPARE(host().rows().notes[1].note, std::string());
    QCoreApplication::processEvents();
    host().click(middle_ + Vec2{0, 300}, Qt::ControlModifier);
    QCoreApplication::processEvents();  // a field that opens while another closes stays
    QVERIFY(field());
    QTest::keyClicks(field(), "third");
    host().view.setFocus(Qt::TabFocusReason);
    QTRY_COMPARE(host().rows().notes[2].note, std::string("third"));
  }
  void aDoubleClickOnAFlagOpensItsTextAgain() {
    put_note(middle_, "Old");
    const std::string id = host().rows().notes[0].id;
    host().use(HandTool::select);
    for (const QEvent::Type type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease,
                                    QEvent::MouseButtonDblClick, QEvent::MouseButtonRelease})
      host().send(type, host().at(middle_) - QPointF(0, 10));  // on the flag, above its foot
    QVERIFY(field());
    QCOMPARE(field()->text(), QString("Old"));
    field()->selectAll();
    QTest::keyClicks(field(), "New");
    QTest::keyClick(field(), Qt::Key_Return);
    QCOMPARE(host().rows().notes[0].note, std::string("New"));
    QCOMPARE(host().rows().notes[0].id, id);
    QCOMPARE(host().steps(), 2);
  }
  void aNoteIsPutFromTheKeyboard() {
    host().use(HandTool::note);
    host().press(Qt::Key_Return);  // at the cross
    QVERIFY(field());
    QTest::keyClicks(field(), "By keys");
    host().press(Qt::Key_Return);
    QCOMPARE(host().rows().notes[0].note, std::string("By keys"));
    QCOMPARE(QApplication::focusWidget(), &host().view);
    const Vec2 at{host().rows().notes[0].x_m, host().rows().notes[0].y_m};
    host().use(HandTool::select);
    host().press(Qt::Key_Up);
    QCOMPARE(host().rows().notes[0].y_m, at.y + 1);
    host().press(Qt::Key_Delete);
    QVERIFY(host().rows().notes.empty());
  }
  void zonesAndNotesMoveAreCopiedAndDeletedWithTheOthers() {
    put_note(middle_, "Here");
    host().use(HandTool::zone);
    for (const Vec2 by : {Vec2{100, 100}, {250, 100}, {250, 250}})
      host().click(middle_ + by, Qt::ControlModifier);
    host().press(Qt::Key_Return);
    const std::string before = host().text();
    const std::string zone = host().rows().zones[0].id, note = host().rows().notes[0].id;
    const std::string shape = host().rows().zones[0].shape;
    host().use(HandTool::select);
    host().hand->select({{zone, note}, {}});
    host().hand->nudge({10, -20});
    QCOMPARE(host().rows().zones[0].shape, moved_shape(shape, {10, -20}));
    host().hand->duplicate_selected();
    QCOMPARE(host().rows().zones.size(), size_t{2});
    QCOMPARE(host().rows().notes[1].note, std::string("Here"));
    host().hand->remove_selected();  // the copies
    QCOMPARE(host().rows().zones.size(), size_t{1});
    host().hand->switch_selected(false);
    while (host().document.history().index() > 2) host().document.history().undo();
    QCOMPARE(host().text(), before);
  }
  void theBrushDrawsWallsAndTheRubberTakesThem() {
    host().use(HandTool::brush);
    host().paint_into("zones");
    host().drag({middle_, middle_ + Vec2{100, 30}, middle_ + Vec2{260, -40}});
    QCOMPARE(host().rows().zones.size(), size_t{1});
    QCOMPARE(host().rows().zones[0].radius_m, host().hand->options().radius_m);
    host().use(HandTool::erase);
    host().drag({middle_ + Vec2{100, -100}, middle_ + Vec2{100, 100}});
    QVERIFY(host().rows().zones.empty());
  }
  void noPassingStateIsShownOfThem() {
    QSignalSpy sketched(host().hand.get(), &HandCanvas::sketched);
    put_note(middle_, "Here");
    host().use(HandTool::zone);
    host().drag({middle_, middle_ + Vec2{80, 0}, middle_ + Vec2{80, 80}, middle_ + Vec2{10, 60}});
    QCOMPARE(host().rows().zones.size(), size_t{1});
    QCOMPARE(sketched.size(), 0);
  }
  void aTextIsDrawnBesideItsFlagAndAWallIsHatched() {
    const auto ink_of = [&](bool text, ZoneIs is) {
      Template t = host().document.tmpl();
      NoteRow note;
      note.id = "o1";
      note.x_m = middle_.x;
      note.y_m = middle_.y;
      if (text) note.note = "A long text beside the flag";
      t.hand.notes.push_back(note);
      ZoneRow zone;
      zone.id = "z1";
      zone.shape = "POINT (" + std::to_string(middle_.x) + " " + std::to_string(middle_.y - 300) + ")";
      zone.radius_m = 120;
      zone.is = is;
      t.hand.zones.push_back(zone);
      const QImage image = paint_figures(*FigureMaker().make(t, nullptr), host().view.map_window());
      std::pair<int, int> count{0, 0};  // pixels right of the flag, strongly inked ones inside the zone
      const QPoint flag = host().at(middle_).toPoint(), inside = host().at(middle_ - Vec2{0, 300}).toPoint();
      for (int x = 20; x < 120; ++x)
        for (int y = -24; y < -2; ++y) count.first += qAlpha(image.pixel(flag + QPoint(x, y))) > 0;
      for (int x = -12; x < 12; ++x)
        for (int y = -12; y < 12; ++y) count.second += qAlpha(image.pixel(inside + QPoint(x, y))) > 60;
      return count;
    };
    QCOMPARE(ink_of(false, ZoneIs::zone), std::pair(0, 0));
    const auto both = ink_of(true, ZoneIs::wall);
    QVERIFY(both.first > 300);
    QVERIFY(both.second > 30);
  }
  void textsOfRowsSayWhatTheyAre() {
    const Template& t = host().document.tmpl();
    NoteRow note;
    note.note = "Look\nhere";
    QCOMPARE(row_what({"notes", note}, t), QString("Look here"));
    ZoneRow zone;
    zone.id = "z7";
    zone.is = ZoneIs::wall;
    zone.shape = "LINESTRING (0 0, 100 0)";
    zone.radius_m = 10;
    QCOMPARE(row_what({"zones", zone}, t), QString("wall z7"));
    QCOMPARE(row_extent({"zones", zone}, t)->high.x, 110.0);
  }
};

FW_WINDOW_TEST(TestHandNotes)
#include "test_hand_notes.moc"
