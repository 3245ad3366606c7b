// From paths of the pointer to what rows say: no window, no template.

#include <QTest>
#include <cmath>
#include <numbers>
#include <set>

#include "app/gui/hand/gestures.h"
#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/base/seed.h"
#include "core/field/shape.h"
#include "core/model/template/hand/hand_id.h"
#include "tests/support/shapes.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

double distance_to_line(Vec2 p, const std::vector<Vec2>& line) {
  double best = 1e18;
  for (size_t k = 1; k < line.size(); ++k) {
    const Vec2 a = line[k - 1], d = line[k] - a;
    const double length2 = d.x * d.x + d.y * d.y;
    const double t =
        length2 > 0 ? std::clamp(((p.x - a.x) * d.x + (p.y - a.y) * d.y) / length2, 0.0, 1.0) : 0;
    best = std::min(best, squared_distance(p, a + d * t));
  }
  return std::sqrt(best);
}

/// A shaky way of a hand, a place every 4 m.
std::vector<Vec2> scribble(uint64_t seed, int places) {
  RandomCursor random{derive(seed, "scribble"), 0};
  std::vector<Vec2> way{{1000, 1000}};
  double heading = 0;
  for (int k = 0; k < places; ++k) {
    heading += (random.uniform() - 0.5) * 0.8;
    way.push_back(way.back() + Vec2{std::cos(heading), std::sin(heading)} * 4);
  }
  return way;
}

}  // namespace

class TestHandGestures : public QObject {
  Q_OBJECT

 private slots:
  void aSimplifiedStrokeKeepsItsEndsAndItsPlace() {
    for (const double radius : {5.0, 60.0, 320.0})
      for (uint64_t seed = 1; seed <= 20; ++seed) {
        const std::vector<Vec2> way = scribble(seed, 400);
        const double tolerance = stroke_tolerance_m(radius);
        const std::vector<Vec2> few = simplified(way, tolerance);
        QVERIFY(few.front() == way.front() && few.back() == way.back());
        QVERIFY(few.size() < way.size() / 2);
        for (const Vec2& place : way) QVERIFY(distance_to_line(place, few) <= tolerance + 1e-9);
      }
  }
  void theToleranceIsAThirtySecondOfTheRadiusAtLeastAMetre() {
    QCOMPARE(stroke_tolerance_m(320), 10.0);
    QCOMPARE(stroke_tolerance_m(8), 1.0);
  }
  void aStraightLineNeedsItsEndsAlone() {
    std::vector<Vec2> line;
    for (int k = 0; k <= 100; ++k) line.push_back({10.0 * k, 5.0 * k});
    QCOMPARE(simplified(line, 0.1).size(), size_t{2});
    QCOMPARE(simplified({{1, 2}}, 1).size(), size_t{1});
  }
  void aStrokeThatDidNotMoveIsAPoint() {
    QCOMPARE(stroke_shape({{100, 200}}, 50), std::string("POINT(100 200)"));
    QCOMPARE(stroke_shape({{100, 200}, {100.0001, 200}}, 50), std::string("POINT(100 200)"));
    QCOMPARE(shape_of(stroke_shape({{0, 0}, {100, 0}}, 50)).kind, Shape::Kind::lines);
    QVERIFY(stroke_shape({}, 50).empty());
  }
  void shapesAreWholeMillimetresAndRead() {
    const std::string wkt = polygon_shape({{0.00049, 0}, {100.12345, 0}, {50, 80.9999}});
    const Shape shape = shape_of(wkt);
    QCOMPARE(write_shape(shape), wkt);
    QVERIFY(shape.parts.front()[1] == (Vec2{100.123, 0}));
  }
  void outlinesWithoutAnInsideAreNoShapes() {
    QVERIFY(polygon_shape({}).empty());
    QVERIFY(polygon_shape({{0, 0}, {10, 10}}).empty());
    QVERIFY(polygon_shape({{0, 0}, {10, 10}, {0, 0}, {10, 10}}).empty());
    QVERIFY(polygon_shape({{0, 0}, {10, 10}, {20, 20}}).empty());
    QVERIFY(line_shape({{5, 5}, {5, 5}}).empty());
  }
  void aFreehandOutlineIsSimplifiedAllRound() {
    std::vector<Vec2> ring;
    for (int k = 0; k < 720; ++k) {
      const double a = k * std::numbers::pi / 360;
      ring.push_back({1000 + 300 * std::cos(a), 1000 + 300 * std::sin(a)});
    }
    const Shape shape = shape_of(polygon_shape(ring, 2));
    QVERIFY(shape.parts.front().size() < 60);
    QVERIFY(std::fabs(inside_m(shape, 0, {1000, 1000}) - 300) < 3);
  }
  void nothingDrawnIsTooLongForAShape() {
    const Shape shape = shape_of(stroke_shape(scribble(3, 60000), 5));
    QVERIFY(shape.parts.front().size() <= kMostShapeVertices);
  }
  void straightenedPlacesLieOnRaysOfFifteenDegrees() {
    for (int k = 0; k < 90; ++k) {
      const double a = 0.07 * k;
      const Vec2 to = straightened({100, 100}, Vec2{100 + 50 * std::cos(a), 100 + 50 * std::sin(a)});
      const double steps = std::atan2(to.y - 100, to.x - 100) / (std::numbers::pi / 12);
      QVERIFY(std::fabs(steps - std::round(steps)) < 1e-9);
    }
  }
  void placesAreRoundedToWhatAPixelHides() {
    QCOMPARE(rounding_step_m(0.4), 1.0);
    QCOMPARE(rounding_step_m(16), 10.0);
    QCOMPARE(rounding_step_m(250), 100.0);
    QVERIFY(rounded_to({1234.4, 877.6}, 10) == (Vec2{1230, 880}));
  }
  void typedNumbersAreAPlaceOrALengthAndAnAngle() {
    QVERIFY(typed_place("1200 340.5", {}) == (Vec2{1200, 340.5}));
    QVERIFY(typed_place(" -5, +7 ", {}) == (Vec2{-5, 7}));
    const Vec2 east = *typed_place("100 < 90", Vec2{10, 20});
    QVERIFY(std::fabs(east.x - 110) < 1e-9 && std::fabs(east.y - 20) < 1e-9);
    const Vec2 north = *typed_place("50<0", Vec2{10, 20});
    QVERIFY(std::fabs(north.y - 70) < 1e-9);
    for (const char* bad : {"", "12", "12 x", "1 2 3", "nan 1", "<5", "5 <"})
      QVERIFY2(!typed_place(bad, Vec2{}), bad);
    QVERIFY(!typed_place("100 < 90", {}));  // from where?
  }
  void idsAreALetterAndFiveDigitsOfTheRowsText() {
    const auto free = [](const std::string&) { return false; };
    const std::string id = hand_id("pins", "class=hemp;x_m=5;", free);
    QCOMPARE(id.size(), size_t{6});
    QCOMPARE(id[0], 'p');
    QCOMPARE(hand_id("pins", "class=hemp;x_m=5;", free), id);
    QVERIFY(hand_id("pins", "class=hemp;x_m=6;", free) != id);
    const uint64_t bits = fnv1a64("class=hemp;x_m=5;");
    QCOMPARE(id[1], "0123456789abcdefghjkmnpqrstvwxyz"[bits & 31]);
    std::set<std::string> taken, letters;
    for (int k = 0; k < 200; ++k)
      QVERIFY(taken.insert(hand_id("bans", "same", [&](const std::string& i) { return taken.contains(i); }))
                  .second);
    for (const char* list :
         {"pins", "bans", "areas", "biome", "danger", "faction", "regions", "land", "terrain", "waters",
          "lines", "views", "places", "rerolls", "imports", "zones", "notes"})
      QVERIFY2(letters.insert(hand_id(list, "x", free).substr(0, 1)).second, list);
  }
  void aMovedShapeMovesWhole() {
    QCOMPARE(moved_shape("LINESTRING (0 0, 10 5)", {1.5, -2}), std::string("LINESTRING(1.5 -2,11.5 3)"));
    QVERIFY(moved_shape("nonsense", {1, 1}).empty());
  }
};

FW_TEST(TestHandGestures)
#include "test_hand_gestures.moc"
