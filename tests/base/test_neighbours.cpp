#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "core/base/cell_list.h"
#include "core/base/exact/rng.h"
#include "core/base/geometry.h"
#include "core/base/seed.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

struct Cloud {
  std::vector<double> x, y;
};

Cloud cloud(size_t n, double side) {
  RandomCursor random{derive(7, "cloud")};
  Cloud c;
  for (size_t i = 0; i < n; ++i)
    c.x.push_back(random.uniform(0, side)), c.y.push_back(random.uniform(0, side));
  return c;
}

std::vector<uint32_t> by_cells(const Cloud& c, const CellList& list, double x, double y, double radius) {
  std::vector<uint32_t> found;
  visit_within(list, c.x, c.y, x, y, radius, [&](uint32_t i, double, double, double) { found.push_back(i); });
  std::sort(found.begin(), found.end());
  return found;
}

/// The same from runs of cells, which hold farther points too.
std::vector<uint32_t> by_runs(const Cloud& c, const CellList& list, double x, double y, double radius) {
  std::vector<uint32_t> found;
  visit_runs(list, x, y, radius, [&](uint32_t begin, uint32_t end) {
    for (uint32_t k = begin; k < end; ++k) {
      const uint32_t i = list.members[k];
      double dx = c.x[i] - x, dy = c.y[i] - y;
      if (list.torus) dx = torus_delta(dx, list.side_m), dy = torus_delta(dy, list.side_m);
      if (dx * dx + dy * dy <= radius * radius) found.push_back(i);
    }
  });
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<uint32_t> by_hand(const Cloud& c, bool torus, double side, double x, double y, double radius) {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < c.x.size(); ++i) {
    double dx = std::fabs(c.x[i] - x), dy = std::fabs(c.y[i] - y);
    if (torus) dx = std::min(dx, side - dx), dy = std::min(dy, side - dy);
    if (dx * dx + dy * dy <= radius * radius) found.push_back(i);
  }
  return found;
}

}  // namespace

class NeighboursTest : public QObject {
  Q_OBJECT

 private slots:
  void cellsFindExactlyThePairsThatComparingAllFinds_data() {
    QTest::addColumn<bool>("torus");
    QTest::addColumn<int>("points");
    QTest::addColumn<double>("radius");
    for (const bool torus : {false, true})
      for (const int points : {1, 2, 30, 900})
        for (const double radius : {3.0, 20.0, 49.9})
          QTest::addRow("%s %d points, %g m", torus ? "torus" : "square", points, radius)
              << torus << points << radius;
  }
  void cellsFindExactlyThePairsThatComparingAllFinds() {
    QFETCH(bool, torus);
    QFETCH(int, points);
    QFETCH(double, radius);
    const Cloud c = cloud(static_cast<size_t>(points), 100);
    const CellList list = bin_points(c.x, c.y, 100, 10, torus);
    for (size_t i = 0; i < std::min<size_t>(c.x.size(), 60); ++i) {
      QCOMPARE(by_cells(c, list, c.x[i], c.y[i], radius), by_hand(c, torus, 100, c.x[i], c.y[i], radius));
      QCOMPARE(by_runs(c, list, c.x[i], c.y[i], radius), by_hand(c, torus, 100, c.x[i], c.y[i], radius));
    }
    for (const double edge : {0.0, 99.999999})
      QCOMPARE(by_cells(c, list, edge, 50, radius), by_hand(c, torus, 100, edge, 50, radius));
  }

  void theHilbertCurveVisitsEveryCellByStepsOfOne() {
    constexpr int bits = 5, side = 1 << bits;
    std::vector<std::pair<int, int>> at(side * side, {-1, -1});
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x)
        at[hilbert_index(static_cast<uint32_t>(x), static_cast<uint32_t>(y), bits)] = {x, y};
    for (size_t i = 0; i < at.size(); ++i) {
      QVERIFY(at[i].first >= 0);
      if (i > 0)
        QCOMPARE(std::abs(at[i].first - at[i - 1].first) + std::abs(at[i].second - at[i - 1].second), 1);
    }
  }

  void poissonCountsHaveTheirMeanAsVariance() {
    for (const double mean : {0.0, 0.3, 2.9, 40.0}) {
      RandomCursor random{derive(3, "poisson")};
      double sum = 0, squares = 0;
      constexpr int n = 40000;
      for (int i = 0; i < n; ++i) {
        const double k = random.poisson(mean);
        sum += k, squares += k * k;
      }
      const double found = sum / n, variance = squares / n - found * found;
      QVERIFY2(std::fabs(found - mean) <= 5 * std::sqrt(mean / n), qPrintable(QString::number(found)));
      QVERIFY2(std::fabs(variance - mean) <= 0.05 * mean + 1e-12, qPrintable(QString::number(variance)));
    }
  }

  void normalDrawsOfACursorAreStandard() {
    RandomCursor random{derive(3, "normal")};
    double sum = 0, squares = 0;
    constexpr int n = 40000;
    for (int i = 0; i < n; ++i) {
      const double z = random.normal();
      sum += z, squares += z * z;
    }
    QVERIFY(std::fabs(sum / n) < 0.025);
    QVERIFY(std::fabs(squares / n - 1) < 0.03);
  }

  void shufflingKeepsEveryValueAndMovesMost() {
    std::vector<int> values(1000);
    std::iota(values.begin(), values.end(), 0);
    RandomCursor random{derive(3, "shuffle")};
    shuffle(values, random);
    int stayed = 0;
    for (int i = 0; i < 1000; ++i) stayed += values[static_cast<size_t>(i)] == i;
    QVERIFY(stayed < 10);
    std::sort(values.begin(), values.end());
    for (int i = 0; i < 1000; ++i) QCOMPARE(values[static_cast<size_t>(i)], i);
  }
};

FW_TEST(NeighboursTest)
#include "test_neighbours.moc"
