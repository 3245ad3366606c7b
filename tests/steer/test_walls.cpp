#include <QTest>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/steer/walls.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// A room with a court in its middle, a round pillar, and a crooked fence.
std::vector<WallShape> drawn() {
  return {{read_shape("POLYGON((20 20,60 20,60 60,20 60,20 20),(30 30,50 30,50 50,30 50,30 30))").value(), 0},
          {read_shape("POINT(80 80)").value(), 5},
          {read_shape("LINESTRING(5 70,15 90,35 75)").value(), 0.5}};
}

double farthest_inside(const std::vector<WallShape>& shapes, Vec2 at) {
  double most = -1e9;
  for (const WallShape& wall : shapes) most = std::max(most, inside_m(wall.shape, wall.radius_m, at));
  return most;
}

}  // namespace

class TestWalls : public QObject {
  Q_OBJECT

 private slots:
  void readingsAgreeWithTheShapesThemselves() {
    const std::vector<WallShape> shapes = drawn();
    const Arena arena{100, Border::torus};
    const Walls walls = bind_walls(arena, 100, 100, nullptr, shapes, 3);
    int near = 0, away = 0;
    for (uint64_t k = 0; k < 20000; ++k) {
      // Every fourth one on whole metres, where outlines and cells meet.
      Vec2 at{100 * random_uniform(1, 2 * k), 100 * random_uniform(1, 2 * k + 1)};
      if (k % 4 == 0) at = {std::floor(at.x), std::floor(at.y)};
      const double out_m = -farthest_inside(shapes, at);
      const WallReading wall = read_walls(walls, at.x, at.y, 3);
      if (std::abs(out_m) >= 2.999) {
        QVERIFY(out_m > 0 ? wall.distance_m >= 2.99 : wall.distance_m <= -2.99);
        continue;
      }
      ++near;
      QVERIFY2(std::abs(wall.distance_m - out_m) < 1e-5,
               qPrintable(QString("%1 %2: %3 and %4").arg(at.x).arg(at.y).arg(wall.distance_m).arg(out_m)));
      if (std::abs(out_m) < 1e-6) continue;
      QVERIFY(std::abs(std::hypot(wall.away_x, wall.away_y) - 1) < 1e-9);
      const WallReading farther = read_walls(walls, at.x + 1e-4 * wall.away_x, at.y + 1e-4 * wall.away_y, 3);
      away += farther.distance_m > wall.distance_m + 0.99e-4 ? 1 : 0;
    }
    QVERIFY2(near > 1000 && away > near * 85 / 100, qPrintable(QString("%1 of %2").arg(away).arg(near)));
  }

  void aPlaceInAWallIsTakenOut() {
    const std::vector<WallShape> shapes = drawn();
    const Walls walls = bind_walls({100, Border::reflect}, 100, 100, nullptr, shapes, 3);
    for (uint64_t k = 0; k < 5000; ++k) {
      const Vec2 at{100 * random_uniform(2, 2 * k), 100 * random_uniform(2, 2 * k + 1)};
      const Vec2 out = out_of_walls(walls, at, 0.4);
      QVERIFY2(farthest_inside(shapes, out) <= -0.3,
               qPrintable(QString("%1 %2 to %3 %4").arg(at.x).arg(at.y).arg(out.x).arg(out.y)));
      QVERIFY(std::min({out.x, out.y, 100 - out.x, 100 - out.y}) >= 0.4 - 1e-9);
    }
  }

  void drawnWallsNeedMemoryOfTheirPlaceNotOfTheFrame() {
    std::string ring = "POLYGON((";
    for (int k = 0; k < 1000; ++k) {
      const double turn = 6.283185307 * k / 1000;
      ring += (k == 0 ? "" : ",") + std::to_string(1500 + 1200 * std::cos(turn)) + " " +
              std::to_string(1500 + 1200 * std::sin(turn));
    }
    const WallShape polygon{read_shape(ring + "))").value(), 0};
    const Arena arena{3000, Border::reflect};
    const Walls round = bind_walls(arena, 3000, 3000, nullptr, {&polygon, 1}, 2);
    QVERIFY2(round.segment.size() < 20000, qPrintable(QString::number(round.segment.size())));
    QVERIFY(round.near.size() <= round.grid.cells());
    const WallReading deep = read_walls(round, 1500, 2000, 2);
    QVERIFY2(std::abs(deep.distance_m + 700) < 0.1, qPrintable(QString::number(deep.distance_m)));
    std::vector<WallShape> posts;
    for (int k = 0; k < 1000; ++k)
      posts.push_back({read_shape("POINT(" + std::to_string(3 * k) + " 1500)").value(), 1});
    const Walls fence = bind_walls(arena, 3000, 3000, nullptr, posts, 2);
    QCOMPARE(fence.segment.size(), posts.size());
    QVERIFY2(fence.near.size() < 9 * posts.size(), qPrintable(QString::number(fence.near.size())));
    QVERIFY(std::abs(read_walls(fence, 300, 1502, 2).distance_m - 1) < 1e-9);
  }

  void drawnWallsLeaveNoFreeArea() {
    const std::vector<WallShape> shapes = drawn();
    const Walls walls = bind_walls({100, Border::reflect}, 100, 100, nullptr, shapes, 0.1);
    const double expected_m2 = 10000 - 1200 - 78.5 - 48;  // a room without its court, a pillar, a fence
    QVERIFY2(std::abs(free_area_m2(walls) - expected_m2) < 20,
             qPrintable(QString::number(free_area_m2(walls))));
  }

  void theRimIsAWallOnlyWhereTheArenaDoesNotWrap() {
    QVERIFY(read_walls(bind_walls({100, Border::reflect}), 1, 50, 2).distance_m == 1);
    QVERIFY(!(read_walls(bind_walls({100, Border::torus}), 1, 50, 2).distance_m < 1e9));
    QVERIFY(!bind_walls({100, Border::torus}).any());
  }
};

FW_TEST(TestWalls)
#include "test_walls.moc"
