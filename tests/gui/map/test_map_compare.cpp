#include <QLineEdit>
#include <QTest>

#include "app/gui/map/compare_view.h"
#include "map_test.h"

using namespace fw;

class TestMapCompare : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { picture_ = test::tiny_picture(); }

  void aWorldDoesNotDifferFromItself() {
    const MapDifference d = map_difference(*picture_->world, *picture_->world, DifferenceOf::all);
    QVERIFY(d.comparable && d.figures.same());
    QVERIFY(d.added_m.empty() && d.gone_m.empty() && d.moved.empty());
    for (int y = 0; y < d.cells.height(); ++y)
      for (int x = 0; x < d.cells.width(); ++x) QCOMPARE(qAlpha(d.cells.pixel(x, y)), 0);
  }
  void inkedCellsAndMovedPointsAreThoseOfTheDiff() {
    const auto other = test::tiny_picture(2);
    const MapDifference d = map_difference(*picture_->world, *other->world, DifferenceOf::biome);
    int64_t inked = 0;
    for (int y = 0; y < d.cells.height(); ++y)
      for (int x = 0; x < d.cells.width(); ++x) inked += qAlpha(d.cells.pixel(x, y)) > 0 ? 1 : 0;
    for (const WorldDiff::Layer& layer : d.figures.layers)
      if (layer.name == "biome") QCOMPARE(inked, layer.cells);
    QVERIFY(inked > 0);
    size_t moved = 0, added = 0, gone = 0;
    for (const WorldDiff::Class& c : d.figures.classes)
      moved += c.moved.size(), added += c.added.size(), gone += c.gone.size();
    QCOMPARE(d.moved.size(), moved);
    QCOMPARE(d.added_m.size(), added);
    QCOMPARE(d.gone_m.size(), gone);
    QVERIFY(!difference_text(d).isEmpty());
  }
  void bothMapsMoveZoomAndPointTogether() {
    CompareView compare;
    compare.set_resolution(64);
    compare.resize(900, 480);
    compare.show();
    compare.set_picture(picture_);
    QVERIFY(test::settle(compare));
    QVERIFY(compare.right().picture());
    compare.left().zoom_by(3, {120, 90});
    same_view(compare);
    compare.right().centre_on({1000, 1200});
    same_view(compare);
    QTest::mouseMove(&compare.left(), {100, 100});
    QTest::mouseMove(&compare.left(), {140, 120});
    QVERIFY(compare.right().foreign_cursor());
    const Vec2 place = compare.left().place_at({140, 120});
    QVERIFY(std::sqrt(squared_distance(*compare.right().foreign_cursor(), place)) < 1);
    QTest::mouseClick(&compare.left(), Qt::LeftButton, {}, {140, 120});
    QVERIFY(compare.right().selection() &&
            compare.right().selection()->place_m == compare.left().selection()->place_m);
  }
  void anotherSeedAndAnotherTemplateAreMadeAndCompared() {
    CompareView compare;
    compare.set_resolution(64);
    compare.set_picture(picture_);
    compare.compare_seed(5);
    QVERIFY(test::settle(compare));
    QCOMPARE(compare.right().picture()->tmpl->seed, uint64_t{5});
    QVERIFY(compare.difference());
    const QString far = QStringLiteral("123456789012");  // more than 32 bits
    compare.seed_field()->selectAll();
    QTest::keyClicks(compare.seed_field(), far);
    QTest::keyClick(compare.seed_field(), Qt::Key_Return);
    QVERIFY(test::settle(compare));
    QCOMPARE(compare.right().picture()->tmpl->seed, uint64_t{123456789012});
    compare.show_difference(true);
    QVERIFY(compare.shows_difference());
    QVERIFY(!compare.right().isVisible());
    auto tmpl = std::make_shared<Template>(*picture_->tmpl);
    tmpl->island.land_fraction = 0.4;
    compare.compare_template(tmpl);
    QVERIFY(test::settle(compare));
    QCOMPARE(compare.right().picture()->tmpl->island.land_fraction, 0.4);
    QVERIFY(compare.difference()->figures.layers_comparable);
  }

 private:
  static void same_view(CompareView& compare) {
    const MapWindow &a = compare.left().map_window(), &b = compare.right().map_window();
    QCOMPARE(a.metres_per_px, b.metres_per_px);
    QVERIFY(std::sqrt(squared_distance(a.centre_m(), b.centre_m())) <= 2 * a.metres_per_px);
  }
  std::shared_ptr<const Picture> picture_;
};

QTEST_MAIN(TestMapCompare)
#include "test_map_compare.moc"
