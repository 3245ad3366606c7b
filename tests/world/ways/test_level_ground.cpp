// Cut and fill round ground plans: slopes, and what keeps its height.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/field/filter.h"
#include "core/world/roads/footprints.h"
#include "core/world/roads/outline.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

namespace {

using namespace fw;
using namespace fw::test;

constexpr double kSteep = 0.3;  // of the hillside, to the east

/// A hillside, and square ground plans on it.
struct Hillside {
  GridSpec grid{128, 128, 4};
  Raster<float> height_m{grid}, surface_m{grid};
  Raster<uint8_t> region{grid, 1}, water{grid};
  GroundPlans plans;

  Hillside() {
    for (size_t cell = 0; cell < grid.cells(); ++cell)
      surface_m[cell] = height_m[cell] = static_cast<float>(20 + kSteep * grid.centre(cell).x);
  }
  void add_plan(Vec2 at, double half_m, double base_m) {
    Footprint plan;
    plan.outline_m = {at + Vec2{-half_m, -half_m}, at + Vec2{half_m, -half_m}, at + Vec2{half_m, half_m},
                      at + Vec2{-half_m, half_m}};
    plans.footprints.push_back(plan);
    plans.level.push_back({at, base_m, {0, 0}, half_m * 2 / std::sqrt(3.141592653589793)});
  }
  LevelledGround levelled(const Template& tmpl) const {
    return level_ground(tmpl, plans, {height_m, region, water, surface_m});
  }
};

double steepest(const Raster<float>& height_m) {
  const Raster<float> slope = gradient_norm(height_m);
  return static_cast<double>(*std::max_element(slope.cells.begin(), slope.cells.end()));
}

}  // namespace

class TestLevelGround : public QObject {
  Q_OBJECT

 private slots:
  void cutAndFillAreNoSteeperThanTheBatterAndEndAtTheGround() {
    Hillside hill;
    const Vec2 at{256, 256};
    hill.add_plan(at, 30, 20 + kSteep * at.x);
    Template tmpl = builtin("Minimal");
    for (const double batter : {0.5, 0.8, 1.5}) {
      tmpl.footprints.batter = batter;
      const LevelledGround made = hill.levelled(tmpl);
      QVERIFY2(steepest(made.height_m) < batter + 0.1, qPrintable(QString::number(steepest(made.height_m))));
      for (size_t cell = 0; cell < hill.grid.cells(); ++cell) {
        const Vec2 p = hill.grid.centre(cell);
        const bool inside = ring_holds(hill.plans.footprints[0].outline_m, p);
        if (inside) QCOMPARE(made.height_m[cell], static_cast<float>(20 + kSteep * at.x));
        if (!inside && ring_distance_m(hill.plans.footprints[0].outline_m, p) > 70)
          QCOMPARE(made.height_m[cell], hill.height_m[cell]);
      }
      for (const uint32_t cell : made.cells) QVERIFY(made.height_m[cell] != hill.height_m[cell]);
      QVERIFY(std::is_sorted(made.cells.begin(), made.cells.end()));
    }
  }

  void theGroundOfOtherPlansStays() {
    Hillside hill;
    hill.add_plan({200, 256}, 24, 20 + kSteep * 200);
    hill.add_plan({262, 256}, 24, 20 + kSteep * 262);
    const LevelledGround made = hill.levelled(builtin("Minimal"));
    for (size_t cell = 0; cell < hill.grid.cells(); ++cell)
      for (size_t k = 0; k < 2; ++k)
        if (ring_holds(hill.plans.footprints[k].outline_m, hill.grid.centre(cell)))
          QCOMPARE(made.height_m[cell], static_cast<float>(hill.plans.level[k].base_m));
  }

  void groundByWaterIsCutNoLowerThanItsLevelAndFilledLittle() {
    Hillside hill;
    // A channel across the slope, above the plan and below it.
    for (size_t cell = 0; cell < hill.grid.cells(); ++cell) {
      const double x = hill.grid.centre(cell).x;
      if (std::fabs(x - 302) < 3 || std::fabs(x - 210) < 3) {
        hill.water[cell] = static_cast<uint8_t>(WaterCode::river);
        hill.height_m[cell] -= 3;
        hill.surface_m[cell] = hill.height_m[cell] + 1;
      }
    }
    hill.add_plan({256, 256}, 30, 20 + kSteep * 256);
    const LevelledGround made = hill.levelled(builtin("Minimal"));
    for (size_t cell = 0; cell < hill.grid.cells(); ++cell) {
      if (hill.water[cell] != 0) QCOMPARE(made.height_m[cell], hill.height_m[cell]);
      const double x = hill.grid.centre(cell).x;
      if (std::fabs(x - 302) < 8 && hill.water[cell] == 0)
        QVERIFY(made.height_m[cell] >= hill.surface_m[hill.grid.cell_at({302, 256})]);
      if (std::fabs(x - 210) < 6 && hill.water[cell] == 0)
        QVERIFY(made.height_m[cell] <= hill.height_m[cell] + 1);
    }
  }

  void theHighestCellKeepsItsHeight() {
    Hillside hill;
    const size_t summit = hill.grid.cell_at({300, 256});
    hill.height_m[summit] = 500;
    hill.add_plan({256, 256}, 30, 20 + kSteep * 256);
    QCOMPARE(hill.levelled(builtin("Minimal")).height_m[summit], 500.0F);
    hill.add_plan({300, 256}, 12, 100);
    const LevelledGround made = hill.levelled(builtin("Minimal"));
    QCOMPARE(*std::max_element(made.height_m.cells.begin(), made.height_m.cells.end()), 500.0F);
  }

  void withoutPlansNothingChanges() {
    const LevelledGround made = Hillside().levelled(builtin("Minimal"));
    QVERIFY(made.cells.empty());
    QVERIFY(made.height_m.cells == Hillside().height_m.cells);
  }
};

FW_TEST(TestLevelGround)
#include "test_level_ground.moc"
