// How wet and sunny ground is.
#include <QTest>
#include <cmath>

#include "core/model/template/plan_grid.h"
#include "core/world/land/island.h"
#include "core/world/land/wet_ground.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

const Template& tmpl() {
  static const Template t = test::tiny();
  return t;
}

/// Ground that falls to the south by .1 and from both sides to a valley in the middle by .2.
Island valley(int cells) {
  const GridSpec grid = frame_grid(tmpl().frame, cells);
  Island island;
  island.main = Mask(grid, 0);
  island.height_m = Raster<float>(grid, -5.0F);
  const double wide = grid.width_m();
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    const Vec2 p = grid.centre(cell);
    if (p.x < 0.1 * wide || p.x > 0.9 * wide || p.y < 0.1 * wide || p.y > 0.9 * wide) continue;
    island.main[cell] = 1;
    island.height_m[cell] =
        static_cast<float>(5 + 0.1 * (p.y - 0.1 * wide) + 0.2 * std::fabs(p.x - wide / 2));
  }
  return island;
}

WetGround wet_of(const Island& island) {
  return survey_wet_ground(tmpl(), SeedBundle::from_master(1), island, nullptr);
}

float at(const Raster<float>& values, double x, double y) {
  const GridSpec& grid = values.grid;
  return values[grid.cell_at({x * grid.width_m(), y * grid.height_m()})];
}

}  // namespace

class TestWetGround : public QObject {
  Q_OBJECT

 private slots:
  void aValleyIsWetterThanItsSlopesAndItsMouthThanItsHead() {
    const WetGround wet = wet_of(valley(256));
    QVERIFY(at(wet.wet, 0.5, 0.3) > 0.9F);
    QVERIFY(at(wet.wet, 0.5, 0.3) > at(wet.wet, 0.3, 0.3) + 0.3F);
    QVERIFY(at(wet.wet, 0.5, 0.15) > at(wet.wet, 0.5, 0.85));
  }
  void wetnessIsARankOfTheGround() {
    const Island island = valley(128);
    const WetGround wet = wet_of(island);
    double sum = 0, cells = 0;
    for (size_t cell = 0; cell < island.main.size(); ++cell) {
      if (island.main[cell] == 0) {
        QCOMPARE(wet.wet[cell], 0.0F);
        QCOMPARE(wet.sun[cell], 0.0F);
        continue;
      }
      QVERIFY(wet.wet[cell] > 0 && wet.wet[cell] < 1);
      sum += static_cast<double>(wet.wet[cell]);
      cells += 1;
    }
    QVERIFY(std::fabs(sum / cells - 0.5) < 1e-3);
  }
  void groundThatFallsToTheSouthIsSunny() {
    Island island = valley(128);
    QVERIFY(std::fabs(at(wet_of(island).sun, 0.3, 0.5) - 0.4F) < 0.02F);  // .1 of .25
    for (size_t cell = 0; cell < island.main.size(); ++cell)
      if (island.main[cell] != 0) island.height_m[cell] = 400 - island.height_m[cell];
    QVERIFY(std::fabs(at(wet_of(island).sun, 0.3, 0.5) + 0.4F) < 0.02F);
    for (size_t cell = 0; cell < island.main.size(); ++cell)
      if (island.main[cell] != 0) island.height_m[cell] = 20;
    QVERIFY(std::fabs(at(wet_of(island).sun, 0.3, 0.5)) < 1e-4F);
  }
  void anotherGridHasTheRanksOfItsOwnGround() {
    const WetGround plan = wet_of(valley(256));
    const Mask land = valley(128).main;
    const WetGround coarse = wet_ground_on(plan, land);
    QVERIFY(coarse.wet.grid == land.grid);
    double sum = 0, cells = 0;
    for (size_t cell = 0; cell < land.size(); ++cell) {
      sum += static_cast<double>(coarse.wet[cell]);
      cells += land[cell];
    }
    QVERIFY(std::fabs(sum / cells - 0.5) < 1e-3);
    QVERIFY(std::fabs(at(coarse.wet, 0.5, 0.3) - at(plan.wet, 0.5, 0.3)) < 0.1F);
    QVERIFY(wet_ground_on(plan, valley(256).main).wet.cells == plan.wet.cells);
  }
};

FW_TEST(TestWetGround)
#include "test_wet_ground.moc"
