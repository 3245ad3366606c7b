#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>

#include "app/gui/map/compare/compare_view.h"
#include "app/gui/map/compare/map_difference.h"
#include "map_test.h"
#include "tests/support/window_test.h"

using namespace fw;

class TestMapCompare : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { picture_ = test::tiny_picture(); }

  void aWorldDoesNotDifferFromItself() {
    const MapDifference d = map_difference(*picture_->world, *picture_->world);
    QVERIFY(d.comparable && d.figures.same());
    QVERIFY(d.added_m.empty() && d.gone_m.empty() && d.moved.empty());
    for (int y = 0; y < d.cells.height(); ++y)
      for (int x = 0; x < d.cells.width(); ++x) QCOMPARE(qAlpha(d.cells.pixel(x, y)), 0);
  }
  void inkedCellsAndMovedPointsAreThoseOfTheDiff() {
    const auto other = test::tiny_picture(2);
    const MapDifference d = map_difference(*picture_->world, *other->world, &layer_of(&World::biome));
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
  void layersThatDifferAreCountedCellByCell() {
    // The second world is coarser, so that it is brought to the first one's cells.
    const auto coarser = test::tiny_picture(2, 64);
    const World &a = *picture_->world, &b = *coarser->world;
    const Raster<uint8_t> all = differing_layers(a, b);
    QVERIFY(all.grid == a.grid);
    std::vector<int> sum(all.size(), 0);
    const WorldDiff figures = diff_worlds(a, b);
    for (const WorldLayer& world_layer : kWorldLayers) {
      if (world_layer.codes == nullptr) continue;
      const Raster<uint8_t> one = differing_layers(a, b, &world_layer);
      int64_t cells = 0;
      for (size_t cell = 0; cell < one.size(); ++cell) sum[cell] += one[cell], cells += one[cell];
      for (const WorldDiff::Layer& layer : figures.layers)
        if (layer.name == world_layer.diff_name) QCOMPARE(cells, layer.cells);
    }
    for (size_t cell = 0; cell < all.size(); ++cell) QCOMPARE(static_cast<int>(all[cell]), sum[cell]);
  }
  void aDifferenceIsDrawnOnceUntilTheMapMoves() {
    const auto other = test::tiny_picture(2);
    const auto d = std::make_shared<const MapDifference>(map_difference(*picture_->world, *other->world));
    QVERIFY(d->added_m.size() + d->gone_m.size() + d->moved.size() > 10);
    const MapDecoration draw = difference_decoration(d);
    int asked = 0;
    double shift = 0;
    const auto painted = [&] {
      asked = 0;
      QImage image(200, 200, QImage::Format_ARGB32_Premultiplied);
      image.fill(Qt::white);
      QPainter p(&image);
      draw(
          p,
          [&](Vec2 m) {
            ++asked;
            return QPointF(m.x, d->window.north_m - m.y) * (200 / d->window.north_m) + QPointF(shift, 0);
          },
          QRectF(0, 0, 200, 200));
      return image;
    };
    const QImage first = painted();
    QVERIFY(asked > 10);
    QCOMPARE(painted(), first);
    QVERIFY2(asked <= 2, qPrintable(QString::number(asked)));
    shift = 40;
    QVERIFY(painted() != first);
    QVERIFY(asked > 10);
  }
  void aDifferenceGoesWithTheMapItBelongsTo() {
    CompareView compare;
    compare.set_resolution(64);
    compare.set_picture(picture_);
    QVERIFY(test::settle(compare));
    compare.show_difference(true);
    QVERIFY(compare.difference());
    const auto coarse = make_picture(picture_->tmpl, 48, true, nullptr).value();
    QVERIFY(coarse->coarse);
    compare.set_picture(picture_);  // is being compared when the next map comes
    compare.set_picture(coarse);
    QVERIFY(!compare.difference());
    QThreadPool::globalInstance()->waitForDone();
    QVERIFY(test::settle(compare));
    QVERIFY(!compare.difference());
    compare.set_picture(picture_);
    QVERIFY(test::settle(compare));
    QVERIFY(compare.difference());
  }
  void theLastSeedIsComparedWithTheOneBefore() {
    CompareView compare;
    compare.set_resolution(64);
    compare.set_picture(test::tiny_picture(kMaxSeed, 48));
    QVERIFY(test::settle(compare));
    QCOMPARE(compare.right().picture()->tmpl->seed, kMaxSeed - 1);
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
  void theBarOfANarrowViewHasTwoRowsAndCutsNoText() {
    CompareView compare;
    compare.setMinimumWidth(260);
    compare.show();
    for (const int width : {900, 514}) {
      compare.resize(width, 480);
      QVERIFY(QTest::qWaitFor([&] { return compare.width() == width; }, kWaitLimit_ms));
      QCoreApplication::processEvents();
      QRect before;
      for (const auto* button : compare.findChildren<QToolButton*>()) {
        if (button->text().isEmpty()) continue;
        QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
        const QRect here(button->mapTo(&compare, QPoint()), button->size());
        QVERIFY(!here.intersects(before) && compare.rect().contains(here));
        before = here;
      }
      const auto* layers = compare.findChild<QComboBox*>();
      QVERIFY(layers->width() >= layers->sizeHint().width());
      const int apart =
          layers->mapTo(&compare, QPoint()).y() - compare.seed_field()->mapTo(&compare, QPoint()).y();
      QCOMPARE(apart > 10, width < 600);
    }
  }
  void aWorldOfAnotherSizeDoesNotMoveThisOne() {
    CompareView compare;
    compare.set_resolution(64);
    compare.resize(900, 480);
    compare.show();
    compare.set_picture(picture_);
    QVERIFY(test::settle(compare));
    auto large = std::make_shared<Template>(*picture_->tmpl);
    large->frame.width_m *= 3;
    large->frame.height_m *= 3;
    const auto compare_with = [&](const std::shared_ptr<const Template>& other) {
      const MapWindow before = compare.left().map_window();
      compare.compare_template(other, {});
      QVERIFY(test::settle(compare));
      QVERIFY(compare.left().map_window() == before);
    };
    compare_with(large);
    QVERIFY(compare.right().fitted());  // each shows its whole frame
    QVERIFY(compare.right().map_window().metres_per_px > 2 * compare.left().map_window().metres_per_px);
    QCOMPARE(compare.seed_field()->text(), QString());
    compare.left().zoom_by(3, {120, 90});
    same_view(compare);
    compare_with(picture_->tmpl);
    same_view(compare);
    compare.compare_seed(7);
    QVERIFY(test::settle(compare));
    QCOMPARE(compare.seed_field()->text(), QStringLiteral("7"));
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
    tmpl->land.fraction = 0.4;
    compare.compare_template(tmpl, {});
    QVERIFY(test::settle(compare));
    QCOMPARE(compare.right().picture()->tmpl->land.fraction, 0.4);
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

FW_WINDOW_TEST(TestMapCompare)
#include "test_map_compare.moc"
