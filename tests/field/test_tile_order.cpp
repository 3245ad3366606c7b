#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/base/seed.h"
#include "core/field/noise/tile_order.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

struct PlacesByTile {
  std::vector<double> x, y;

  PlacesByTile(size_t count, double width_m, double height_m) {
    RandomCursor random{derive(7, "points")};
    for (size_t i = 0; i < count; ++i) {
      x.push_back(random.uniform(-100, -100 + width_m));
      y.push_back(random.uniform(300, 300 + height_m));
    }
  }
};

bool is_permutation_of_all(std::vector<uint32_t> order) {
  std::sort(order.begin(), order.end());
  for (size_t i = 0; i < order.size(); ++i)
    if (order[i] != i) return false;
  return true;
}

}  // namespace

class TileOrderTest : public QObject {
  Q_OBJECT

 private slots:
  void everyPointComesUpOnce() {
    for (const size_t count : {0u, 1u, 2u, 63u, 1000u, 40000u}) {
      const PlacesByTile p(count, 1000, 700);
      const std::vector<uint32_t> order = tile_order(p.x, p.y);
      QCOMPARE(order.size(), count);
      QVERIFY(is_permutation_of_all(order));
    }
  }

  void pointsOnALineOrInOnePlaceAreNoTrouble() {
    for (const double height_m : {0.0, 1e-300})
      for (const double width_m : {0.0, 500.0}) {
        const PlacesByTile p(5000, width_m, height_m);
        QVERIFY(is_permutation_of_all(tile_order(p.x, p.y)));
      }
    const std::vector<uint32_t> same = tile_order(std::vector<double>(9, 4.0), std::vector<double>(9, 5.0));
    QVERIFY(std::is_sorted(same.begin(), same.end()));
  }

  void aFewPointsInARowLieClose() {
    constexpr size_t kCount = 100000, kRow = 256;
    const PlacesByTile p(kCount, 1000, 1000);
    const std::vector<uint32_t> order = tile_order(p.x, p.y);
    double most_m = 0, sum_m2 = 0;
    for (size_t begin = 0; begin + kRow <= kCount; begin += kRow) {
      double west = 1e9, east = -1e9, south = 1e9, north = -1e9;
      for (size_t k = begin; k < begin + kRow; ++k) {
        west = std::min(west, p.x[order[k]]), east = std::max(east, p.x[order[k]]);
        south = std::min(south, p.y[order[k]]), north = std::max(north, p.y[order[k]]);
      }
      most_m = std::max({most_m, east - west, north - south});
      sum_m2 += (east - west) * (north - south);
    }
    // 256 of 100,000 points fill 2560 m2; strips are 25 m high.
    QVERIFY2(sum_m2 / (kCount / kRow) < 1.6 * 2560, qPrintable(QString::number(sum_m2 / (kCount / kRow))));
    QVERIFY2(most_m < 150, qPrintable(QString::number(most_m)));
  }

  void threadsDoNotChangeTheOrder() {
    const PlacesByTile p(50000, 1000, 300);
    std::vector<uint32_t> one, two;
    {
      const ThreadLimit limit(1);
      one = tile_order(p.x, p.y);
    }
    {
      const ThreadLimit limit(2);
      two = tile_order(p.x, p.y);
    }
    QVERIFY(one == two);
  }
};

FW_TEST(TileOrderTest)
#include "test_tile_order.moc"
