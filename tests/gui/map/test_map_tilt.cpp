#include <QAbstractButton>
#include <QAction>
#include <QSignalSpy>
#include <QTest>

#include "app/gui/map/map_view.h"
#include "app/gui/map/search/map_area.h"
#include "map_test.h"
#include "render/map/oblique/scenery.h"
#include "tests/support/window_test.h"

using namespace fw;

/// The map seen from the side.
class TestMapTilt : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { picture_ = test::tiny_picture(); }

  void init() {
    area_ = std::make_unique<MapArea>();
    area_->resize(500, 400);
    area_->set_picture(picture_);
    area_->show();
    QVERIFY(test::settle(view()));
    view().set_tilt(MapTilt{.view = {.azimuth = 20, .scenery = false}});
    QVERIFY(test::settle(view()));
  }
  void cleanup() { area_.reset(); }

  void thePictureIsThatOfTheColumnPassOfThePlate() {
    const ObliqueMapView eye = view().oblique_view();
    const Atlas& atlas = *picture_->atlas;
    const MapWindow window = oblique_ground_window(atlas, eye, ObliqueDetail::rest);
    const PaintedGround ground =
        paint_map_ground(atlas, view().look(), eye, window, ObliqueDetail::rest).value();
    ObliqueImage plain;
    const LandscapeLook& survey = map_style().landscape;
    draw_columns(ground, frame_ground(atlas), eye.camera, 2, survey, pixel_of(survey.sky), plain);
    const ObliqueMap map = draw_oblique_map(atlas, view().look(), eye, ground, ObliqueDetail::rest).value();
    QVERIFY(map.image.away_m == plain.away_m);
    size_t alike = 0;  // symbols and names lie over the rest
    for (size_t i = 0; i < plain.argb.size(); ++i) alike += plain.argb[i] == map.image.argb[i] ? 1 : 0;
    QVERIFY(alike > plain.argb.size() / 2);
  }
  void aPlaceComesBackFromWhereItsSymbolStands() {
    const std::vector<size_t> shown = view().shown_points();
    QVERIFY(!shown.empty());
    const ObliqueMapView eye = view().oblique_view();
    const PaintedGround ground =
        paint_map_ground(*picture_->atlas, view().look(), eye,
                         oblique_ground_window(*picture_->atlas, eye, ObliqueDetail::rest),
                         ObliqueDetail::rest)
            .value();
    size_t found = 0;
    for (const size_t k : shown) {
      const Vec2 place = picture_->world->points.points[k].position_m;
      const Vec2 px = ObliqueProjection(eye.camera).to_px(place, height_at(ground, place));
      found += view().point_at({px.x, px.y}) == k ? 1 : 0;
      const Vec2 back = view().place_at({px.x, px.y});
      QVERIFY(squared_distance(back, place) < 9 * 60 * 60);
    }
    QVERIFY(static_cast<double>(found) >= 0.98 * static_cast<double>(shown.size()));
  }
  void marksOnTheGroundLieOnTheLandscapeAndGoWithTheirPainter() {
    const QImage bare = view().grab().toImage();
    const GridSpec& grid = picture_->world->grid;
    view().set_ground_marks([](const MapWindow& window) {
      QImage image(window.width_px, window.height_px, QImage::Format_ARGB32_Premultiplied);
      image.fill(Qt::magenta);
      return image;
    });
    QVERIFY(test::settle(view()));
    const Vec2 middle{grid.width_m() / 2, grid.height_m() / 2};
    size_t pink = 0;
    const QImage marked = view().grab().toImage();
    for (int y = 0; y < marked.height(); y += 5)
      for (int x = 0; x < marked.width(); x += 5) {
        const QColor here = marked.pixelColor(x, y);
        pink += here.red() > 150 && here.green() < 90 && here.blue() > 150 ? 1 : 0;
      }
    QVERIFY(pink > 500);
    QVERIFY(view().is_seen(middle));
    view().set_ground_marks({});
    QVERIFY(test::settle(view()));
    QVERIFY(view().grab().toImage() == bare);
  }
  void zoomingKeepsThePlaceUnderTheCursor() {
    const QPointF at(260, 230);
    const Vec2 before = view().place_at(at);
    const double scale = view().map_window().metres_per_px;
    view().zoom_by(2, at);
    QVERIFY(test::settle(view()));
    QVERIFY(view().map_window().metres_per_px < 0.6 * scale);
    QVERIFY(squared_distance(view().place_at(at), before) < 16 * scale * scale);
  }
  void theRightButtonAndTheKeysTurnAndTilt() {
    QTest::mousePress(&view(), Qt::RightButton, {}, {200, 200});
    QMouseEvent move(QEvent::MouseMove, QPointF(240, 220), view().mapToGlobal(QPointF(240, 220)),
                     Qt::NoButton, Qt::RightButton, {});
    QCoreApplication::sendEvent(&view(), &move);
    QTest::mouseRelease(&view(), Qt::RightButton, {}, {240, 220});
    QCOMPARE(view().tilt()->view.azimuth, 20 + 0.35 * 40);
    QCOMPARE(view().tilt()->view.elevation, 34 + 0.35 * 20);
    QTest::keyClick(&view(), Qt::Key_Home);
    QVERIFY(view().tilt() == MapTilt{});
    QTest::keyClick(&view(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(view().tilt()->view.azimuth, 15.0);
    for (int k = 0; k < 30; ++k) QTest::keyClick(&view(), Qt::Key_PageUp);
    QCOMPARE(view().tilt()->view.elevation, kMostElevation_deg);
  }
  void aToolOfTheMapEndsItAndTheActionBringsItBack() {
    view().set_tool(MapTool::distance);
    QVERIFY(!view().tilt());
    QAction* action = area_->map_actions().tilt;
    QVERIFY(!action->isChecked());
    action->trigger();
    QVERIFY(view().tilt() && action->isChecked());
    QCOMPARE(view().tool(), MapTool::inspect);
    action->trigger();
    QVERIFY(!view().tilt());
  }
  void theButtonHandsOnTheViewForThePlate() {
    QSignalSpy wanted(&area_->tilt_bar(), &TiltBar::plate_wanted);
    area_->tilt_bar().findChild<QAbstractButton*>(QStringLiteral("tilt_use"))->click();
    QCOMPARE(wanted.size(), 1);
    QVERIFY(area_->tilt_bar().start() == view().tilt()->view);
  }

 private:
  MapView& view() const { return area_->view(); }

  std::shared_ptr<const Picture> picture_;
  std::unique_ptr<MapArea> area_;
};

FW_WINDOW_TEST(TestMapTilt)
#include "test_map_tilt.moc"
