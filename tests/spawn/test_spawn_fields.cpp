#include <QTest>
#include <array>
#include <map>

#include "spawn_run.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

Spawner medium_spawner(SpawnMethod method) {
  return bind_at(scaled_preset(method, kMedium), kMedium, 1);
}

}  // namespace

class TestSpawnFields : public QObject {
  Q_OBJECT

 private slots:
  void anEqualisedFieldGivesEveryPhaseTheSameArea() {
    for (const SpawnArea& area : {square_area(120), ring_area()}) {
      const Spawner spawner =
          bind_spawn(scaled_preset(SpawnMethod::a_full, kMedium), area, SeedBundle::from_master(2));
      const Front front = spawn_front(spawner, 3);
      std::array<int, 10> share{};
      RandomCursor cursor{99};
      for (int i = 0; i < 20000; ++i)
        ++share[static_cast<size_t>(10 * front_value(front, draw_point(area, cursor)))];
      for (const int count : share) QVERIFY(std::abs(count - 2000) < 300);
    }
  }

  void consecutiveFieldsDriftOrAreNew() {
    const auto correlation = [](SpawnMethod method) {
      const Spawner spawner = medium_spawner(method);
      std::vector<double> x, y;
      for (const Vec2 p : area_lattice(spawner.area, 3)) x.push_back(p.x), y.push_back(p.y);
      std::vector<double> a(x.size()), b(x.size());
      double mean = 0;
      for (int64_t cycle = 0; cycle < 20; ++cycle) {
        front_values(spawn_front(spawner, cycle), x, y, a);
        front_values(spawn_front(spawner, cycle + 1), x, y, b);
        mean += pearson(a, b) / 20;
      }
      return mean;
    };
    QVERIFY(std::fabs(correlation(SpawnMethod::perlin_a)) < 0.15);
    QVERIFY(std::fabs(correlation(SpawnMethod::a_full) - 0.8) < 0.1);  // the spec's figure
    QVERIFY(correlation(SpawnMethod::facility) > 0.999999);            // one field for the whole run
  }

  void drawsAreUniformOnAMask() {
    const SpawnArea area = ring_area();
    std::map<size_t, int> hits;
    RandomCursor cursor{1};
    const int draws = 100 * static_cast<int>(area.mask->cells.size());
    for (int i = 0; i < draws; ++i) ++hits[area.mask->open.grid.cell_at(draw_point(area, cursor))];
    QCOMPARE(hits.size(), area.mask->cells.size());
    double chi2 = 0;
    for (const auto& [cell, count] : hits) chi2 += (count - 100.0) * (count - 100.0) / 100;
    const auto freedom = static_cast<double>(hits.size() - 1);
    QVERIFY(std::fabs(chi2 - freedom) < 4 * std::sqrt(2 * freedom));
  }

  void stratifiedPointsTakeTheirParts() {
    RandomCursor cursor{7};
    const auto square = stratified_points(square_area(160), 16, cursor);
    const GridSpec grid = GridSpec::square(160, 16);
    for (size_t i = 0; i < square.size(); ++i) QCOMPARE(grid.cell_at(square[i]), i);
    const SpawnArea ring = ring_area();
    const auto masked = stratified_points(ring, 8, cursor);
    QCOMPARE(masked.size(), size_t{64});
    const auto& cells = ring.mask->cells;
    for (size_t i = 0; i < masked.size(); ++i) {
      const auto at = std::find(cells.begin(), cells.end(), ring.mask->open.grid.cell_at(masked[i]));
      const auto position = static_cast<size_t>(at - cells.begin());
      QVERIFY(position >= i * cells.size() / 64 && position < (i + 1) * cells.size() / 64);
    }
  }
};

FW_TEST(TestSpawnFields)
#include "test_spawn_fields.moc"
