#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <numeric>

#include "app/gui/map/compare/compare_view.h"
#include "app/gui/map/map_overview.h"
#include "app/gui/map/map_paint.h"
#include "app/gui/map/map_view.h"
#include "app/gui/map/ruler.h"
#include "app/gui/map/search/map_area.h"
#include "core/world/plan/stage_cache.h"
#include "map_test.h"
#include "render/overlay/overlay_paint.h"
#include "tests/enclosed_area.h"
#include "tests/support/window_test.h"

using namespace fw;

class TestMapView : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { picture_ = test::tiny_picture(); }

  void init() {
    map_ = std::make_unique<MapView>();
    map_->resize(600, 420);
    map_->set_look(map_look(View::zoom_quadrants));
    map_->set_picture(picture_);
    map_->show();
    QVERIFY(test::settle(*map_));
  }
  void cleanup() { map_.reset(); }

  void theWheelKeepsThePlaceUnderTheCursor() {
    const QPointF at(433, 127);
    const Vec2 before = map_->place_at(at);
    const double scale = map_->map_window().metres_per_px;
    for (const int notch : {120, 120, -240, 360}) wheel(at, notch);
    QVERIFY(map_->map_window().metres_per_px < 0.6 * scale);
    QVERIFY(near(map_->place_at(at), before, 1e-6));
  }
  void marksOfTheLastMapStayUntilTheNextAreThere() {
    const auto coarse = make_picture(picture_->tmpl, kCoarseResolution, true, nullptr).value();
    MapView fresh;  // one that knows no other map
    fresh.resize(map_->size());
    fresh.set_look(map_->look());
    fresh.set_picture(coarse);
    fresh.show();
    QVERIFY(test::settle(fresh));
    const QImage bare = fresh.grab().toImage(), full = map_->grab().toImage();
    map_->set_picture(coarse);
    QVERIFY(test::settle(*map_));
    const QImage dimmed = map_->grab().toImage();
    // At points with a symbol it is between the bare draft and the full map.
    int between = 0, points = 0;
    for (const Point& p : picture_->world->points.points) {
      const Vec2 px = map_->map_window().to_px(p.position_m);
      const QPoint at(static_cast<int>(px.x), static_cast<int>(px.y));
      if (!full.rect().contains(at) || full.pixel(at) == bare.pixel(at)) continue;
      ++points;
      between += dimmed.pixel(at) != bare.pixel(at) && dimmed.pixel(at) != full.pixel(at) ? 1 : 0;
    }
    QVERIFY(points > 20);
    QVERIFY2(between > points * 8 / 10, qPrintable(QString("%1 of %2").arg(between).arg(points)));
    const auto next = make_picture(test::tiny_picture(2)->tmpl, kCoarseResolution, true, nullptr).value();
    map_->set_picture(next);  // another world: nothing of this one stays
    QVERIFY(test::settle(*map_));
    fresh.set_picture(next);
    QVERIFY(test::settle(fresh));
    QCOMPARE(map_->grab().toImage(), fresh.grab().toImage());
  }
  void watersStandWhileTheirGroundDoesAndOtherMarksAreDimmed() {
    Template tmpl = test::builtin("WindswardLike");
    StageCache cache;
    const auto full_of = std::make_shared<const Template>(tmpl);
    const auto full = make_picture(full_of, 128, false, &cache).value();
    tmpl.vocabulary.biomes[0].share -= 0.02;  // moves no ground
    tmpl.vocabulary.biomes[1].share += 0.02;
    const auto coarse =
        make_picture(std::make_shared<const Template>(tmpl), kCoarseResolution, true, &cache).value();
    QVERIFY(have_one_ground(*full->world, *coarse->world));
    QVERIFY(!have_one_ground(*full->world, *picture_->world));
    MapLook look = map_->look();  // what crosses rivers is left out
    for (ViewLayer& layer : look.layers)
      layer.shown = layer.layer == MapLayer::biome || layer.layer == MapLayer::water ||
                    layer.layer == MapLayer::coast || layer.layer == MapLayer::wildlife;
    map_->set_look(look);
    map_->set_picture(full);
    QVERIFY(test::settle(*map_));
    const QImage before = map_->grab().toImage();
    map_->set_picture(coarse);
    QVERIFY(test::settle(*map_));
    const QImage after = map_->grab().toImage();
    int rivers = 0, moved = 0, symbols = 0, dimmed = 0;
    for (const Lake& lake : full->world->water_network.lakes) {
      const Vec2 px = map_->map_window().to_px(lake.rings_m.front().front());
      const QPoint at(static_cast<int>(px.x), static_cast<int>(px.y));
      if (!before.rect().contains(at)) continue;
      ++rivers;
      moved += before.pixel(at) != after.pixel(at);
    }
    for (const Reach& reach : full->world->water_network.reaches) {
      const Vec2 px = map_->map_window().to_px(reach.vertices_m[reach.vertices_m.size() / 2]);
      const QPoint at(static_cast<int>(px.x), static_cast<int>(px.y));
      if (!before.rect().contains(at)) continue;
      ++rivers;
      moved += before.pixel(at) != after.pixel(at);
    }
    for (const Point& p : full->world->points.points) {
      if (full->world->points.class_of(p).category != Category::wildlife) continue;
      const Vec2 px = map_->map_window().to_px(p.position_m);
      const QPoint at(static_cast<int>(px.x), static_cast<int>(px.y));
      if (!before.rect().contains(at)) continue;
      ++symbols;
      dimmed += before.pixel(at) != after.pixel(at);
    }
    QVERIFY(rivers > 30 && symbols > 50);
    QVERIFY2(moved * 6 < rivers, qPrintable(QString("%1 of %2").arg(moved).arg(rivers)));  // under a symbol
    // Not every point has a symbol at this scale.
    QVERIFY2(dimmed * 3 > symbols, qPrintable(QString("%1 of %2").arg(dimmed).arg(symbols)));
  }
  void aDragMovesTheMapByItsPixels() {
    for (const Qt::MouseButton button : {Qt::LeftButton, Qt::MiddleButton}) {
      const Vec2 grip = map_->place_at({200, 200});
      QTest::mousePress(map_.get(), button, {}, {200, 200});
      drag_to({260, 170}, button);
      QTest::mouseRelease(map_.get(), button, {}, {260, 170});
      QVERIFY(near(map_->place_at({260, 170}), grip, 1e-6));
    }
    QVERIFY(!map_->selection());  // a drag is no click
  }
  void fitShowsTheWholeFrameAndFollowsTheSize() {
    map_->zoom_by(7, {10, 10});
    map_->fit();
    const auto whole = [&] {
      const MapWindow& w = map_->map_window();
      const double side = picture_->atlas->longer_m();
      return w.west_m <= 0 && w.north_m >= side && w.west_m + w.width_m() >= side &&
             w.north_m - w.height_m() <= 0 && std::min(w.width_m(), w.height_m()) < 1.1 * side;
    };
    QVERIFY(whole());
    map_->resize(300, 500);
    QVERIFY(whole());
    map_->zoom_to_actual();
    QCOMPARE(map_->map_window().metres_per_px, picture_->world->grid.cell_m);
  }
  void aResizedViewKeepsItsMiddleAndScale() {
    map_->zoom_by(5, {150, 150});
    const MapWindow before = map_->map_window();
    map_->resize(500, 300);
    QCOMPARE(map_->map_window().metres_per_px, before.metres_per_px);
    QVERIFY(near(map_->map_window().centre_m(), before.centre_m(), before.metres_per_px));
  }
  void theKeyboardAloneMovesZoomsAndLooks() {
    map_->setFocus();
    map_->zoom_by(4, {300, 210});
    const Vec2 before = map_->map_window().centre_m();
    const double scale = map_->map_window().metres_per_px;
    QTest::keyClick(map_.get(), Qt::Key_Right);
    QVERIFY(map_->map_window().centre_m().x > before.x);
    QTest::keyClick(map_.get(), Qt::Key_Up);
    QVERIFY(map_->map_window().centre_m().y > before.y);
    QTest::keyClick(map_.get(), Qt::Key_Plus);
    QVERIFY(map_->map_window().metres_per_px < scale);
    QTest::keyClick(map_.get(), Qt::Key_Minus);
    QCOMPARE(map_->map_window().metres_per_px, scale);
    QSignalSpy picked(map_.get(), &MapView::picked);
    QTest::keyClick(map_.get(), Qt::Key_Return);
    QCOMPARE(picked.size(), 1);
    QVERIFY(near(map_->selection()->place_m, map_->map_window().centre_m(), scale));
    QTest::keyClick(map_.get(), Qt::Key_Escape);
    QVERIFY(!map_->selection());
  }
  void theNewestWindowIsPaintedAndWaitingOnesAreSkipped() {
    QSignalSpy repainted(map_.get(), &MapView::repainted);
    constexpr int kMoves = 40;
    for (int i = 0; i < kMoves; ++i) map_->zoom_by(i % 2 == 0 ? 1.3 : 1 / 1.29, {300, 200});
    QVERIFY(!map_->settled());
    QVERIFY(test::settle(*map_));
    QVERIFY(repainted.size() >= 1);
    QVERIFY2(repainted.size() < kMoves / 2, qPrintable(QString::number(repainted.size())));
    const auto exact = draw_map(*picture_->atlas, map_->look(), map_->map_window()).value();
    const QImage shown =
        map_->grab(QRect(200, 100, 100, 100)).toImage().convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < 100; y += 9)
      for (int x = 0; x < 100; x += 9)
        QCOMPARE(shown.pixel(x, y),
                 exact.argb[static_cast<size_t>(100 + y) * 600 + static_cast<size_t>(200 + x)]);
  }
  void aClickOnASymbolPicksItsPoint() {
    map_->zoom_by(3, {300, 210});
    int hits = 0, tried = 0;
    for (size_t i = 0; i < picture_->world->points.points.size(); ++i) {
      const Vec2 px = map_->map_window().to_px(picture_->world->points.points[i].position_m);
      if (px.x < 20 || px.y < 20 || px.x > 420 || px.y > 400) continue;
      QTest::mouseClick(map_.get(), Qt::LeftButton, {}, QPointF(px.x, px.y).toPoint());
      ++tried;
      QVERIFY(map_->selection());
      if (map_->selection()->point == i) ++hits;
    }
    QVERIFY(tried > 5);
    QVERIFY(10 * hits >= 9 * tried);  // some lie under another symbol
    map_->set_look(MapLook{});
    QTest::mouseClick(map_.get(), Qt::LeftButton, {}, {300, 210});
    QVERIFY(map_->selection() && !map_->selection()->point);  // what is hidden cannot be hit
  }
  void aMeasureIsClickedTakenBackAndFinished() {
    map_->set_tool(MapTool::distance);
    QSignalSpy told(map_.get(), &MapView::measured);
    const std::vector<QPoint> path{{100, 100}, {200, 100}, {200, 180}};
    for (const QPoint& at : path) QTest::mouseClick(map_.get(), Qt::LeftButton, {}, at);
    QCOMPARE(map_->ruler().vertices_m().size(), path.size());
    const double mpp = map_->map_window().metres_per_px;
    QCOMPARE(told.last().at(0).toString(), map_->ruler().text(MapTool::distance));
    QVERIFY(map_->ruler().text(MapTool::distance).contains(length_text(180 * mpp)));
    QTest::keyClick(map_.get(), Qt::Key_Backspace);
    QCOMPARE(map_->ruler().vertices_m().size(), size_t{2});
    QTest::mouseDClick(map_.get(), Qt::LeftButton, {}, {250, 250});
    QVERIFY(map_->ruler().done());
    map_->set_tool(MapTool::inspect);
    QVERIFY(map_->ruler().empty());
  }
  void anOverlayIsDrawnWhereItsWindowLies() {
    QImage red(60, 42, QImage::Format_ARGB32_Premultiplied);
    red.fill(Qt::red);
    MapWindow window = map_->map_window();  // the same ground with a tenth of the pixels
    window.metres_per_px *= 10;
    window.width_px = 60;
    window.height_px = 42;
    map_->set_overlay(red, window);
    QCOMPARE(map_->grab().toImage().pixelColor(300, 200), QColor(Qt::red));
    window.west_m += window.width_m();
    map_->set_overlay(red, window);
    QVERIFY(map_->grab().toImage().pixelColor(300, 200) != QColor(Qt::red));
  }
  void theOverviewsRectangleMovesTheMap() {
    map_->zoom_by(6, {300, 210});
    QVERIFY(test::settle(*map_));
    MapOverview& overview = map_->overview();
    QVERIFY(overview.isVisible());
    const QPointF grip = overview.frame_of_map().center();
    QTest::mousePress(&overview, Qt::LeftButton, {}, grip.toPoint());
    QMouseEvent move(QEvent::MouseMove, grip + QPointF(14, -9), overview.mapToGlobal(grip + QPointF(14, -9)),
                     Qt::LeftButton, Qt::LeftButton, {});
    QApplication::sendEvent(&overview, &move);
    QVERIFY(std::abs(overview.frame_of_map().center().x() - grip.x() - 14) < 1.5);
    QVERIFY(std::abs(overview.frame_of_map().center().y() - grip.y() + 9) < 1.5);
    map_->fit();
    QVERIFY(overview.isHidden());  // where all is seen there is nothing to overview
  }
  void cellsOfAHighlightAreInkedWhereTheyLie() {
    const GridSpec& grid = picture_->world->grid;
    for (const double zoom : {0.3, 1.0, 6.0}) {
      map_->fit();
      map_->zoom_by(zoom, {300, 210});
      const MapWindow& window = map_->map_window();
      std::vector<size_t> all(grid.cells());
      std::iota(all.begin(), all.end(), size_t{0});
      all.push_back(grid.cells() + 7);  // of a larger grid
      const QImage frame = cells_image(all, grid, window);
      for (const QPoint at : {QPoint(3, 3), QPoint(300, 210), QPoint(317, 199), QPoint(599, 419)}) {
        const Vec2 place = window.to_m({at.x() + 0.5, at.y() + 0.5});
        const bool in = place.x > 0 && place.y > 0 && place.x < grid.width_m() && place.y < grid.height_m();
        QCOMPARE(qAlpha(frame.pixel(at)), in ? 255 : 0);
      }
      // A lone cell can be seen at any scale and covers its own ground only.
      const size_t cell = grid.cell_at(window.to_m({300, 210}));
      const QImage one = cells_image({cell}, grid, window);
      const double side = std::max(2.0, grid.cell_m / window.metres_per_px);
      int inked = 0;
      for (int y = 0; y < one.height(); ++y)
        for (int x = 0; x < one.width(); ++x) inked += qAlpha(one.pixel(x, y)) > 0 ? 1 : 0;
      QVERIFY(inked >= (side - 1) * (side - 1) && inked <= (side + 1) * (side + 1));
    }
  }
  void aHighlightOfCellsFollowsTheMap() {
    map_->zoom_by(4, {300, 210});
    QImage veil(600, 420, QImage::Format_ARGB32_Premultiplied);
    veil.fill(Qt::black);  // only marks differ
    map_->set_overlay(veil, map_->map_window());
    const size_t cell = picture_->world->grid.cell_at(map_->place_at({300, 210}));
    const Vec2 middle = picture_->world->grid.centre(cell);
    const auto seen = [&] {
      const Vec2 px = map_->map_window().to_px(middle);
      return map_->grab().toImage().pixelColor(QPointF(px.x, px.y).toPoint());
    };
    const QColor before = seen();
    MapHighlight highlight;
    highlight.cells = {cell};
    map_->highlight(highlight);
    QVERIFY(seen() != before);
    map_->centre_on(middle + Vec2{100, 60});
    QVERIFY(seen() != before);
    map_->clear_highlight();
    QCOMPARE(seen(), before);
  }
  void aCalmMapIsThatOfAFilm() {
    const auto symbol = [&] {  // of a point that the look shows
      const PointSet& set = picture_->world->points;
      for (const Point& p : set.points) {
        const Vec2 px = map_->map_window().to_px(p.position_m);
        if (map_->point_at({px.x, px.y})) return QPointF(px.x, px.y);
      }
      return QPointF();
    }();
    QVERIFY(map_->point_at(symbol));
    map_->set_calm(true);
    QVERIFY(test::settle(*map_));
    QVERIFY2(!map_->point_at(symbol), "what is not drawn is not picked");
    const MapWindow& window = map_->map_window();
    auto film = draw_map(*picture_->atlas, calm_look(map_->look()), window, MapDetail::full, {}).value();
    mute_map(*picture_->atlas, window,
             {film.argb.data(), film.width_px, film.height_px, static_cast<size_t>(film.width_px)});
    const QImage shown = map_->grab().toImage();
    for (const QPoint& at : {QPoint(300, 200), QPoint(250, 120), QPoint(360, 300)})
      QCOMPARE(shown.pixel(at), film.argb[static_cast<size_t>(at.y()) * static_cast<size_t>(film.width_px) +
                                          static_cast<size_t>(at.x())]);
    QVERIFY(map_->look() == map_look(View::zoom_quadrants));  // the reader's look is as it was
    map_->set_calm(false);
    QVERIFY(test::settle(*map_));
    QVERIFY(map_->point_at(symbol));
  }
  void aLegendStandsInTheCornerAndGoesWithItsOverlay() {
    const auto corner = [&] { return map_->grab().toImage().pixel(40, 30); };
    const QRgb before = corner();
    QImage card(80, 40, QImage::Format_ARGB32_Premultiplied);
    card.fill(Qt::red);
    map_->set_overlay({}, map_->map_window(), card);
    QCOMPARE(corner(), QColor(Qt::red).rgb());
    map_->clear_overlay();
    QCOMPARE(corner(), before);
  }
  void aPictureThatCannotBePaintedIsTold() {
    MapArea area;
    QSignalSpy failed(&area, &MapArea::failed);
    area.view().resize(20000, 8000);  // hidden, so that only the painter would need the memory
    area.set_picture(picture_);
    QVERIFY(QTest::qWaitFor([&] { return !failed.isEmpty(); }, kWaitLimit_ms));
    QVERIFY(failed.front().at(0).toString().contains(QStringLiteral("20000")));
    QVERIFY(test::settle(area.view()));
    CompareView compare;
    QSignalSpy compare_failed(&compare, &CompareView::failed);
    compare.left().resize(20000, 8000);
    compare.left().set_picture(picture_);
    QVERIFY(QTest::qWaitFor([&] { return !compare_failed.isEmpty(); }, kWaitLimit_ms));
  }
  void aRegionIsOutlinedByAWorker() {
    MapHighlight highlight;
    highlight.regions = {1};
    map_->highlight(highlight);
    QVERIFY(QTest::qWaitFor([&] { return !map_->highlighted().outlines.empty(); }, kWaitLimit_ms));
    for (const Polyline& line : map_->highlighted().outlines) QVERIFY(line.closed);
    const double area = test::enclosed_area_m2(map_->highlighted().outlines);
    QVERIFY(std::abs(area / picture_->world->regions[0].area_m2 - 1) < 0.1);
  }
  void theSelectedPointIsFoundAgainOnAnotherWorld() {
    map_->select(MapPick{{}, size_t{2}});
    const std::string id = picture_->world->points.id_of(picture_->world->points.points[2]);
    const auto other = test::tiny_picture(7);
    map_->set_picture(other);
    QVERIFY(map_->selection()->point);
    QCOMPARE(other->world->points.id_of(other->world->points.points[*map_->selection()->point]), id);
  }
  void everyActionHasAShortcutOfItsOwnAndAText() {
    MapArea area;
    QStringList keys;
    QVERIFY(area.actions().size() >= 12);
    for (const QAction* action : area.actions()) {
      QVERIFY(!action->text().isEmpty() && !action->statusTip().isEmpty());
      QVERIFY(!action->shortcuts().isEmpty());
      for (const QKeySequence& key : action->shortcuts()) keys << key.toString();
    }
    const auto count = keys.size();
    keys.removeDuplicates();
    QCOMPARE(keys.size(), count);
  }

 private:
  static bool near(Vec2 a, Vec2 b, double by) { return std::sqrt(squared_distance(a, b)) <= by; }
  void wheel(QPointF at, int angle) {
    QWheelEvent event(at, map_->mapToGlobal(at), {}, {0, angle}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(map_.get(), &event);
  }
  void drag_to(QPointF at, Qt::MouseButton button) {
    QMouseEvent event(QEvent::MouseMove, at, map_->mapToGlobal(at), Qt::NoButton, button, {});
    QApplication::sendEvent(map_.get(), &event);
  }

  std::shared_ptr<const Picture> picture_;
  std::unique_ptr<MapView> map_;
};

FW_WINDOW_TEST(TestMapView)
#include "test_map_view.moc"
