#include <QTest>
#include <cmath>
#include <queue>

#include "core/measure/kpi/kpi.h"
#include "core/measure/kpi/travel.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

std::shared_ptr<const World> built_in(const char* name, uint64_t seed, int resolution) {
  Template tmpl = builtin(name);
  tmpl.seed = seed;
  return generate(tmpl, tmpl.seeds(), resolution).value();
}

/// Figures of three worlds at 512 cells, measured from exported files by a program in another language:
/// tests/measure/reference/kpi_of_render.py.
struct Expected {
  const char* name;
  double windsward_42, shattered_7, edengrove_99;
  double relative = 2e-4;
};
constexpr Expected kExpected[]{
    {"nature.coast_index", 1.7529, 2.0675, 1.6439},
    {"nature.coast_dimension", 1.0992, 1.0815, 1.0618},
    {"nature.solidity", 0.8295, 0.79864, 0.80185},
    {"nature.relief_hurst", 0.76571, 0.76958, 0.76311},
    {"nature.hypsometric", 0.26186, 0.21751, 0.24093},
    {"frontier.km", 8.4248, 10.148, 7.3822},
    {"fairness.frontier", 0.034759, 0.18281, 0.26249},
    {"variety.local", 2.5525, 2.5982, 2.4971},
    {"variety.iji", 0.79615, 0.71761, 0.72959},
    {"nature.patch_km2", 3.7982, 5.0071, 4.1713},
    {"travel.reach", 0.36967, 0.24985, 0.29675},
    {"travel.remote_p95_s", 1107, 5239.9, 1915.5},
    {"travel.choke", 0.46808, 0.48148, 0.45454, .02},
    {"travel.rival_least_s", 203.62, 695.48, 322.73},
    {"frontier.contested", 0.083213, 0.19648, 0.13468},
    {"fairness.resources", 0.3908, 0.57254, 0.27802},
    {"fairness.rare", 0.78609, 0.16912, 1.0446},
    {"towns.resources", 0.17234, 0.22116, 0.10768},
    {"fairness.sites", 0.52717, 0.74432, 0.48791},
    {"fairness.expedition_time", 0.053558, 0.42045, 0.1446},
    {"fairness.boss_time", 0.56361, 0.88269, 0.48043},
    {"fairness.neutral_time", 1.0181, 0.82538, 0.74521},
    {"fairness.rival_time", 0.46524, 0.48454, 0.25987},
    {"fairness.red_time", 1.389, 1.1316, 1.3834},
    {"fairness.room", 0.43066, 0.83742, 0.49357},
    {"fairness.control", 0.43454, 0.9143, 0.60931},
    {"fairness.worst", 1.389, 1.1316, 1.3834},
    {"fairness.advantage", 0.11082, 0.21502, 0.18318},
    {"pacing.ramp", 0.55787, 0.79449, 0.79135, .02},
    {"pacing.dull_s", 97.009, 108.62, 120.71, .02},
    {"pacing.foes_per_min", 0.77353, 0.77255, 0.6029, .02},
    {"pacing.goal_s", 876.93, 768.02, 938.79},
    {"pacing.red_least_s", 22.357, 18.4, 44.225},
    {"variety.biomes_near", 2.9923, 3.3373, 3.0953},
    {"variety.families_least", 4, 2, 5},
    {"dispersion.sites", 1.0758, 1.1706, 1.1204},
    {"dispersion.rare", 0.67694, 1.059, 0.82861},
    {"dispersion.pairs", 1.3849, 1.2207, 1.209},
    {"dispersion.vmr", 2.7037, 1.7614, 1.8303},
    {"dispersion.gap_max_m", 349.39, 349.39, 407.45},
};

/// Least times by a plain heap and its own costs.
std::vector<double> times_by_heap(const TravelGround& ground, int start) {
  constexpr int kSide = TravelGround::kSide;
  std::vector<double> time(ground.pace.size(), INFINITY);
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto pace = [&](int c, int r) {
    return c < 0 || r < 0 || c >= kSide || r >= kSide ? 0.0 : ground.pace[static_cast<size_t>(r * kSide + c)];
  };
  time[static_cast<size_t>(start)] = 0;
  open.emplace(0.0, start);
  while (!open.empty()) {
    const auto [t, node] = open.top();
    open.pop();
    if (t > time[static_cast<size_t>(node)]) continue;
    const int c = node % kSide, r = node / kSide;
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) {
        const int ax = std::abs(dx), ay = std::abs(dy);
        const bool knight = ax + ay == 3 && ax != 0 && ay != 0;
        if (!(knight || (std::max(ax, ay) == 1))) continue;
        if (pace(c + dx, r + dy) == 0) continue;
        double mean = (pace(c, r) + pace(c + dx, r + dy)) / 2;
        if (knight) {
          const int px = ax == 2 ? dx / 2 : 0, py = ay == 2 ? dy / 2 : 0;  // the straight one that it passes
          const int qx = dx - px, qy = dy - py;                            // and the diagonal one
          if (pace(c + px, r + py) == 0 || pace(c + qx, r + qy) == 0) continue;
          mean = (mean + (pace(c + px, r + py) + pace(c + qx, r + qy)) / 2) / 2;
        }
        const double reached = t + std::sqrt(double(dx * dx + dy * dy)) * ground.spacing_m * mean;
        const auto to = static_cast<size_t>((r + dy) * kSide + c + dx);
        if (reached >= time[to]) continue;
        time[to] = reached;
        open.emplace(reached, static_cast<int>(to));
      }
  }
  return time;
}

/// A world of one round island without relief: everything in one region, biome and band.
World disc(int resolution, double radius_m) {
  const auto model = built_in("Tiny", 1, 32);
  World world;
  world.vocabulary = model->vocabulary;
  world.grid = GridSpec::square(8000, resolution);
  world.region = Raster<uint8_t>(world.grid);
  world.biome = Raster<uint8_t>(world.grid);
  world.danger = Raster<uint8_t>(world.grid);
  world.height_m = Raster<float>(world.grid);
  world.danger_field = Raster<float>(world.grid);
  world.regions.resize(1);
  for (size_t cell = 0; cell < world.grid.cells(); ++cell)
    if (squared_distance(world.grid.centre(cell), {4000, 4000}) <= radius_m * radius_m)
      world.region[cell] = world.biome[cell] = world.danger[cell] = 1;
  return world;
}

}  // namespace

class TestKpi : public QObject {
  Q_OBJECT
 private slots:
  void figures_equal_those_of_another_program_data() {
    QTest::addColumn<int>("world");
    QTest::newRow("WindswardLike 42") << 0;
    QTest::newRow("ShatteredMountainLike 7") << 1;
    QTest::newRow("EdengroveLike 99") << 2;
  }
  void figures_equal_those_of_another_program() {
    QFETCH(int, world);
    constexpr const char* kNames[]{"WindswardLike", "ShatteredMountainLike", "EdengroveLike"};
    constexpr uint64_t kSeeds[]{42, 7, 99};
    const auto made = built_in(kNames[world], kSeeds[world], 512);
    const KpiFigures figures = measure_kpi(*made, play_of({}, made->vocabulary));
    QCOMPARE(std::size(kExpected), kpi_table().size());
    for (const Expected& row : kExpected) {
      const Kpi* kpi = find_kpi(row.name);
      QVERIFY2(kpi != nullptr, row.name);
      const double got = kpi->value(figures);
      const double wanted[]{row.windsward_42, row.shattered_7, row.edengrove_99};
      const QByteArray text = QByteArray(row.name) + ": " + QByteArray::number(got) + " instead of " +
                              QByteArray::number(wanted[world]);
      // Half a unit of the last digit that is stated.
      QVERIFY2(std::abs(got - wanted[world]) <= row.relative * wanted[world] + 6e-5, text.constData());
    }
  }
  void times_are_those_of_a_plain_heap() {
    const auto world = built_in("Tiny", 1, 128);
    const TravelGround ground = travel_ground(*world, play_of({}, world->vocabulary));
    const int start = static_cast<int>(ground.land[ground.land.size() / 3]);
    const TravelTimes times = travel_times(ground, {{start}, {0.0}, 1});
    const std::vector<double> expected = times_by_heap(ground, start);
    for (const uint32_t node : ground.land) {
      QVERIFY(std::isfinite(times.time_s[node]) == std::isfinite(expected[node]));
      QVERIFY(std::abs(times.time_s[node] - expected[node]) <= 1e-5 * expected[node]);
    }
  }
  void nobody_walks_through_a_lake() {
    World world = disc(256, 3000);
    const auto closed = [&world] {
      const TravelGround ground = travel_ground(world, play_of({}, world.vocabulary));
      return ground.pace[static_cast<size_t>(ground.square_at({4000, 4000}))] == 0;
    };
    QVERIFY(!closed());
    world.water = Raster<uint8_t>(world.grid);
    for (size_t cell = 0; cell < world.grid.cells(); ++cell)
      if (squared_distance(world.grid.centre(cell), {4000, 4000}) <= 500 * 500)
        world.water[cell] = static_cast<uint8_t>(WaterCode::lake);
    QVERIFY(closed());
    for (uint8_t& code : world.water.cells) code = code != 0 ? static_cast<uint8_t>(WaterCode::river) : 0;
    QVERIFY(!closed());
  }
  void a_way_takes_the_time_that_is_stated() {
    const auto world = built_in("Tiny", 1, 128);
    const TravelGround ground = travel_ground(*world, play_of({}, world->vocabulary));
    const int start = static_cast<int>(ground.land.front()), end = static_cast<int>(ground.land.back());
    const TravelTimes times = travel_times(ground, {{start}, {0.0}, 1});
    const std::vector<int> way = way_to(ground, times, {{end}, {0.0}, 1});
    QVERIFY(way.size() > 2);
    QCOMPARE(way.front(), start);
    QCOMPARE(way.back(), end);
    for (size_t i = 1; i < way.size(); ++i)
      QVERIFY(times.time_s[static_cast<size_t>(way[i])] > times.time_s[static_cast<size_t>(way[i - 1])]);
  }
  void a_disc_has_the_figures_of_a_disc() {
    const World world = disc(512, 3000);
    const KpiFigures f = measure_kpi(world, play_of({}, world.vocabulary), KpiStage::ground);
    QVERIFY(std::abs(find_kpi("nature.coast_index")->value(f) - 1) <= 0.005);
    QVERIFY(find_kpi("nature.solidity")->value(f) >= 0.99);
    QVERIFY(std::abs(find_kpi("nature.coast_dimension")->value(f) - 1) <= 0.05);
  }
  void nothing_placed_leaves_figures_undefined() {
    const World world = disc(64, 3000);
    const KpiFigures f = measure_kpi(world, play_of({}, world.vocabulary));
    for (const char* name : {"fairness.resources", "fairness.worst", "travel.reach", "pacing.ramp",
                             "dispersion.pairs", "dispersion.sites", "towns.resources"})
      QVERIFY2(std::isnan(find_kpi(name)->value(f)), name);
  }
  void stages_one_by_one_give_what_all_at_once_does() {
    const auto world = built_in("Tiny", 1, 128);
    const PlayParams play = play_of({}, world->vocabulary);
    const KpiFigures all = measure_kpi(*world, play);
    KpiFigures by_stage;
    for (const KpiStage stage :
         {KpiStage::ground, KpiStage::regions, KpiStage::layers, KpiStage::landmarks, KpiStage::points})
      add_kpi_stage(*world, play, stage, by_stage);
    for (const Kpi& row : kpi_table()) {
      const double a = row.value(all), b = row.value(by_stage);
      QVERIFY(a == b || (std::isnan(a) && std::isnan(b)));
    }
  }
};

FW_TEST(TestKpi)
#include "test_kpi.moc"
