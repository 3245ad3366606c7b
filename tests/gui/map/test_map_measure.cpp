#include <QTest>

#include "app/gui/map/map_view.h"
#include "app/gui/map/ruler.h"
#include "tests/support/window_test.h"

using namespace fw;

class TestMapMeasure : public QObject {
  Q_OBJECT

 private slots:
  void aLineIsTheSumOfItsLegs() {
    const LineMeasure m = measure_line({{0, 0}, {3, 4}, {3, 16}});
    QCOMPARE(m.total_m, 17.0);
    QCOMPARE(m.last_m, 12.0);
    QCOMPARE(measure_line({{5, 5}}).total_m, 0.0);
    QCOMPARE(measure_line({}).last_m, 0.0);
  }
  void anAreaDoesNotDependOnPlaceOrDirection() {
    const std::vector<Vec2> square{{0, 0}, {100, 0}, {100, 50}, {0, 50}};
    QCOMPARE(measure_area(square).area_m2, 5000.0);
    QCOMPARE(measure_area(square).perimeter_m, 300.0);
    QCOMPARE(measure_area({square.rbegin(), square.rend()}).area_m2, 5000.0);
    std::vector<Vec2> far = square;
    for (Vec2& v : far) v = v + Vec2{1e7, -3e7};
    QCOMPARE(measure_area(far).area_m2, 5000.0);
  }
  void anOutlineOfTwoVerticesHasNoArea() {
    QCOMPARE(measure_area({{0, 0}, {10, 10}}).area_m2, 0.0);
    QCOMPARE(measure_area({}).perimeter_m, 0.0);
  }
  void theCursorIsALegUntilTheMeasureIsDone() {
    Ruler ruler;
    ruler.add({0, 0});
    QVERIFY(ruler.text(MapTool::distance).isEmpty());
    ruler.set_cursor(Vec2{0, 2500});
    QCOMPARE(ruler.drawn().size(), size_t{2});
    QVERIFY(ruler.text(MapTool::distance).contains(length_text(2500)));
    ruler.finish();
    QCOMPARE(ruler.drawn().size(), size_t{1});
    ruler.take_back();
    QVERIFY(ruler.empty());
  }
  void lengthsAndAreasAreReadInTheirUnits() {
    QLocale::setDefault(QLocale::c());
    QCOMPARE(length_text(850), QStringLiteral("850 m"));
    QCOMPARE(length_text(1240), QStringLiteral("1.24 km"));
    QCOMPARE(area_text(3.5e6), QStringLiteral("3.50 km\u00b2"));
    QCOMPARE(area_text(900), QStringLiteral("900 m\u00b2"));
  }
};

FW_WINDOW_TEST(TestMapMeasure)
#include "test_map_measure.moc"
