#include <QTest>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/crowd/crowd.h"
#include "core/model/world/habitat.h"
#include "island.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr double kStrip_m = 50;

/// Share of a strip's cells (or agents) among all on land.
struct Strip {
  const Shore& shore;

  bool holds(size_t cell) const {
    return shore.distance_m[cell] > 0 && static_cast<double>(shore.distance_m[cell]) <= kStrip_m;
  }
  double share_of_land() const {
    double strip = 0, land = 0;
    for (size_t i = 0; i < shore.distance_m.size(); ++i) {
      land += shore.distance_m[i] > 0;
      strip += holds(i);
    }
    return strip / land;
  }
  double share_of(const Agents& a) const {
    double strip = 0;
    for (size_t i = 0; i < a.size(); ++i) strip += holds(shore.distance_m.grid.cell_at({a.x_m[i], a.y_m[i]}));
    return strip / static_cast<double>(a.size());
  }
};

size_t at_sea(const Shore& shore, const Agents& a) {
  size_t count = 0;
  for (size_t i = 0; i < a.size(); ++i) count += !shore.on_land(a.x_m[i], a.y_m[i]);
  return count;
}

Arena frame_of(const Shore& shore) {
  return {shore.distance_m.grid.width_m(), Border::reflect};
}

}  // namespace

class CrowdShoreTest : public QObject {
  Q_OBJECT

 private slots:
  void agentsNeitherEnterTheSeaNorCrowdTheCoast_data() {
    QTest::addColumn<int>("method");
    for (size_t m = 0; m < kCrowdMethodSlugs.size(); ++m)
      QTest::newRow(kCrowdMethodSlugs[m].data()) << static_cast<int>(m);
  }
  void agentsNeitherEnterTheSeaNorCrowdTheCoast() {
    QFETCH(int, method);
    const Shore shore = test::small_island(600);
    const Strip strip{shore};
    const Crowd crowd = bind_crowd(crowd_preset(static_cast<CrowdMethod>(method)), frame_of(shore),
                                   SeedBundle::from_master(5), &shore);
    CrowdState state = start_crowd(crowd, 10000);
    QCOMPARE(at_sea(shore, state.agents), size_t{0});
    double most = 0;
    for (int t = 0; t < 600; ++t) {
      step_crowd(crowd, state);
      QCOMPARE(at_sea(shore, state.agents), size_t{0});
      if (t % 50 == 49) most = std::max(most, strip.share_of(state.agents) / strip.share_of_land());
    }
    QVERIFY2(most <= 1.5, qPrintable(QString::number(most)));
  }

  void withoutMirroredCoursesAFieldWouldPileTheCrowdUp() {
    // What the memory is for: forgetting at once leaves the crowd pressed against the lee shore.
    const Shore shore = test::small_island(600);
    CrowdParams p = crowd_preset(CrowdMethod::perlin_dual);
    const auto share_after = [&](double memory_s) {
      p.shore_memory_s = memory_s;
      const Crowd crowd = bind_crowd(p, frame_of(shore), SeedBundle::from_master(5), &shore);
      CrowdState state = start_crowd(crowd, 2000);
      for (int t = 0; t < 600; ++t) step_crowd(crowd, state);
      return Strip{shore}.share_of(state.agents);
    };
    QVERIFY(share_after(1) > 1.5 * share_after(900));
  }

  void curlDualRunsAlongTheCoast() {
    const Shore shore = test::small_island(600);
    const Crowd crowd =
        bind_crowd(crowd_preset(CrowdMethod::curl_dual), frame_of(shore), SeedBundle::from_master(5), &shore);
    std::vector<double> x, y;
    for (uint64_t i = 0; i < 20000; ++i) {
      const double px = 1800 * random_uniform(1, i), py = 1800 * random_uniform(2, i);
      const double d = read_shore(shore, px, py).distance_m;
      if (d > 0 && d < 3) x.push_back(px), y.push_back(py);
    }
    QVERIFY(x.size() > 50);
    const CrowdTargets targets = crowd_targets(crowd, 0, x, y);
    double across = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const ShoreReading coast = read_shore(shore, x[i], y[i]);
      across += std::fabs(static_cast<double>(targets.heading_x[i]) * coast.slope_x +
                          static_cast<double>(targets.heading_y[i]) * coast.slope_y);
    }
    // A field blind to the coast would cross it at 2/pi on average.
    QVERIFY2(across / static_cast<double>(x.size()) < 0.2,
             qPrintable(QString::number(across / static_cast<double>(x.size()))));
  }

  void aShoreKnowsItsDistanceAndItsSlope() {
    const GridSpec grid = GridSpec::square(1000, 100);
    Mask land(grid);
    for (size_t i = 0; i < grid.cells(); ++i) land[i] = grid.centre(i).x > 400;
    const Shore shore = shore_of(land);
    for (const double x : {205.0, 300.0, 393.0, 447.0, 600.0, 781.3}) {
      const ShoreReading r = read_shore(shore, x, 512.7);
      QVERIFY2(std::fabs(r.distance_m - (x - 400)) < 1e-3, qPrintable(QString::number(x)));
      QVERIFY(std::fabs(r.slope_x - 1) < 1e-6 && std::fabs(r.slope_y) < 1e-6);
    }
    QVERIFY(shore.on_land(400.01, 3) && !shore.on_land(399.99, 3));
  }

  void theSlopeIsTheDistancesDerivativeAndContinuous() {
    const Shore shore = test::small_island(400);
    for (uint64_t i = 0; i < 500; ++i) {
      const double x = 50 + 1100 * random_uniform(3, i), y = 50 + 1100 * random_uniform(4, i);
      const double h = 1e-4;
      const auto at = [&](double px, double py) { return read_shore(shore, px, py); };
      const double dx = (at(x + h, y).distance_m - at(x - h, y).distance_m) / (2 * h);
      const double dy = (at(x, y + h).distance_m - at(x, y - h).distance_m) / (2 * h);
      QVERIFY(std::fabs(dx - at(x, y).slope_x) < 1e-3 && std::fabs(dy - at(x, y).slope_y) < 1e-3);
    }
  }

  void aWorldsShoreIsItsMainIslandAlone() {
    World world;
    world.grid = GridSpec::square(40, 4);
    world.coast_m = Raster<float>(world.grid, 0.0f);
    world.sea_m = Raster<float>(world.grid, 10.0f);
    world.coast_m.at(1, 1) = 10, world.sea_m.at(1, 1) = 0;
    const Shore shore = shore_of(world);
    for (size_t i = 0; i < shore.distance_m.size(); ++i)
      QCOMPARE(shore.distance_m[i], i == world.grid.index(1, 1) ? 5.0f : -5.0f);
    QVERIFY(shore.on_land(15, 25) && !shore.on_land(15, 15));
  }

  void lakesAreClosedToAgents() {
    World world;
    world.grid = GridSpec::square(400, 40);
    world.region = Raster<uint8_t>(world.grid, 0);
    world.water = Raster<uint8_t>(world.grid, 0);
    for (size_t i = 0; i < world.water.size(); ++i) {
      const double from_middle2 = squared_distance(world.grid.centre(i), {200, 200});
      if (from_middle2 < 150 * 150) world.region[i] = 1;
      if (from_middle2 < 50 * 50) world.water[i] = static_cast<uint8_t>(WaterCode::lake);
    }
    world.water_network.lakes.resize(1);
    const Shore shore = shore_of(world);
    size_t wet = 0;
    for (size_t i = 0; i < world.water.size(); ++i) {
      QCOMPARE(shore.distance_m[i] > 0, is_open(world, i));
      wet += world.water[i] != 0 ? 1 : 0;
    }
    QVERIFY(wet > 0);
  }

  void startsAreUniformOverTheLand() {
    const Shore shore = test::small_island(600);
    const Crowd crowd =
        bind_crowd(crowd_preset(CrowdMethod::urw), frame_of(shore), SeedBundle::from_master(3), &shore);
    const CrowdState state = start_crowd(crowd, 40000);
    const double expected = Strip{shore}.share_of_land(), found = Strip{shore}.share_of(state.agents);
    QVERIFY(std::fabs(found - expected) < 4 * std::sqrt(expected * (1 - expected) / 40000));
  }
};

FW_TEST(CrowdShoreTest)
#include "test_crowd_shore.moc"
