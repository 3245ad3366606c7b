// Pair statistics by distance: two roads to one answer, analytic fields, invariances, degenerate input.

#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/measure/motion/coverage.h"
#include "core/measure/motion/flow.h"
#include "tests/measure/angles.h"
#include "tests/measure/reference.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Agents on a lattice of 1/1024 m, so that shifts and torus distances are exact.
struct Crowd {
  Arena arena{512, Border::torus};
  std::vector<double> x, y;
  std::vector<float> heading_x, heading_y, speed;

  void head(size_t i, double angle_rad) {
    const exact::SinCos sc = exact::sincos(angle_rad);
    heading_x[i] = static_cast<float>(sc.cos);
    heading_y[i] = static_cast<float>(sc.sin);
  }
  FlowSnapshot snapshot() const { return {x, y, heading_x, heading_y, speed}; }
};

Crowd crowd_of(size_t count, uint64_t seed) {
  Crowd c;
  RandomCursor random{seed, 0};
  c.heading_x.resize(count);
  c.heading_y.resize(count);
  for (size_t i = 0; i < count; ++i) {
    c.x.push_back(static_cast<double>(random.below(512 * 1024)) / 1024);
    c.y.push_back(static_cast<double>(random.below(512 * 1024)) / 1024);
    c.speed.push_back(static_cast<float>(random.uniform(0.5, 1.5)));
    c.head(i, random.uniform(0, kTwoPi));
  }
  return c;
}

const std::vector<double> kEdges{5, 10, 20, 40, 80, 160, 250};

FlowSums sums_of(const Crowd& c, std::span<const double> edges) {
  FlowSums sums = flow_sums(edges);
  add_snapshot(sums, c.snapshot(), c.arena);
  return sums;
}

/// Reference: every pair, with the distance by trying all nine copies of the torus.
FlowSums sums_by_brute_force(const Crowd& c, std::span<const double> edges) {
  FlowSums sums = flow_sums(edges);
  double mean = 0;
  for (const float v : c.speed) mean += v;
  mean /= double(c.speed.size());
  for (size_t i = 0; i < c.x.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      double d = INFINITY;
      for (int sx = -1; sx <= 1; ++sx)
        for (int sy = -1; sy <= 1; ++sy)
          if (c.arena.torus() || (sx == 0 && sy == 0))
            d = std::min(
                d, std::hypot(c.x[i] - c.x[j] + sx * c.arena.side_m, c.y[i] - c.y[j] + sy * c.arena.side_m));
      const auto upper = std::upper_bound(edges.begin(), edges.end(), d);
      if (upper == edges.begin() || upper == edges.end()) continue;
      const size_t b = size_t(upper - edges.begin()) - 1;
      const double dot = double(c.heading_x[i]) * c.heading_x[j] + double(c.heading_y[i]) * c.heading_y[j];
      const double cross = double(c.heading_x[i]) * c.heading_y[j] - double(c.heading_y[i]) * c.heading_x[j];
      const double turn = std::atan2(cross, dot);
      ++sums.pairs[b];
      sums.cos_sum[b] += dot;
      sums.angle2_sum[b] += turn * turn;
      sums.speed_product_sum[b] += (c.speed[i] - mean) * (c.speed[j] - mean);
      sums.speed_diff2_sum[b] += (double(c.speed[i]) - c.speed[j]) * (double(c.speed[i]) - c.speed[j]);
    }
  return sums;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double p, double q) {
    return std::bit_cast<uint64_t>(p) == std::bit_cast<uint64_t>(q);
  });
}

bool finite(const FlowCurves& c) {
  for (const auto* v :
       {&c.s_dir, &c.speed_correlation, &c.heading_semivariogram_rad2, &c.speed_semivariogram})
    for (const double value : *v)
      if (!std::isfinite(value)) return false;
  return true;
}

}  // namespace

class TestFlowMetrics : public QObject {
  Q_OBJECT

 private slots:
  void everyPairFallsIntoTheBinOfItsDistance_data() {
    QTest::addColumn<bool>("torus");
    QTest::addColumn<double>("last_edge");
    QTest::newRow("all pairs, torus") << true << 250.0;
    QTest::newRow("all pairs, plane") << false << 250.0;
    QTest::newRow("neighbour search, torus") << true << 80.0;
    QTest::newRow("neighbour search, plane") << false << 80.0;
  }
  void everyPairFallsIntoTheBinOfItsDistance() {
    QFETCH(bool, torus);
    QFETCH(double, last_edge);
    Crowd c = crowd_of(500, 3);
    c.arena.border = torus ? Border::torus : Border::reflect;
    std::vector<double> edges = kEdges;
    while (edges.back() > last_edge) edges.pop_back();
    const FlowSums got = sums_of(c, edges), expected = sums_by_brute_force(c, edges);
    COMPARE_ARRAYS(got.pairs, expected.pairs, 0);
    COMPARE_ARRAYS(got.cos_sum, expected.cos_sum, 1e-9);
    COMPARE_ARRAYS(got.angle2_sum, expected.angle2_sum, 1e-9);
    COMPARE_ARRAYS(got.speed_product_sum, expected.speed_product_sum, 1e-9);
    COMPARE_ARRAYS(got.speed_diff2_sum, expected.speed_diff2_sum, 1e-9);
  }

  void theFirstBinAloneEqualsTheFirstBinOfAll() {
    const Crowd c = crowd_of(1500, 4);
    const FlowSums all = sums_of(c, std::vector<double>{0, 10, 60, 250});
    const FlowSums first = sums_of(c, std::vector<double>{0, 10});
    QVERIFY(first.pairs[0] > 500);
    QCOMPARE(first.pairs[0], all.pairs[0]);
    COMPARE_CLOSE(first.cos_sum[0], all.cos_sum[0], 1e-11);
  }

  void aPairOnAnEdgeBelongsToTheBinAbove() {
    Crowd c = crowd_of(2, 1);
    c.x = {500, 8}, c.y = {100, 100};  // 20 m apart across the border
    QCOMPARE(sums_of(c, std::vector<double>{0, 20, 40}).pairs, (std::vector<int64_t>{0, 1}));
    QCOMPARE(sums_of(c, std::vector<double>{0, 10, 20}).pairs, (std::vector<int64_t>{0, 0}));
  }

  void anAlignedCrowdIsSimilarAtAllDistances() {
    Crowd c = crowd_of(300, 5);
    for (size_t i = 0; i < c.x.size(); ++i) c.head(i, 2.5);
    const FlowCurves curves = flow_curves(sums_of(c, kEdges));
    for (size_t b = 0; b < curves.s_dir.size(); ++b) {
      QVERIFY(curves.pairs[b] > 0);
      COMPARE_CLOSE(curves.s_dir[b], 1.0, 2e-7);  // float headings
      QCOMPARE(curves.heading_semivariogram_rad2[b], 0.0);
    }
    COMPARE_CLOSE(polarization(c.heading_x, c.heading_y), 1.0, 1e-7);
    QCOMPARE(heading_entropy(c.heading_x, c.heading_y), 0.0);
  }

  void headingsThatTurnAlongXFollowTheBesselFunction() {
    // theta = k x: the mean of cos(k r cos(phi)) over directions phi is J0(k r).
    Crowd c = crowd_of(3000, 6);
    const double k = 2 * kTwoPi / c.arena.side_m;
    for (size_t i = 0; i < c.x.size(); ++i) c.head(i, k * c.x[i]);
    std::vector<double> edges;
    for (double r = 10; r <= 240; r += 10) edges.push_back(r);
    const FlowCurves curves = flow_curves(sums_of(c, edges));
    // The bins' width and the finite sample leave about 0.01.
    for (size_t b = 0; b < curves.s_dir.size(); ++b)
      QVERIFY2(std::fabs(curves.s_dir[b] - std::cyl_bessel_j(0, k * curves.r_m[b])) < 0.02,
               qPrintable(QString::number(curves.r_m[b])));
  }

  void shiftingTheTorusChangesNothing() {
    const Crowd c = crowd_of(400, 7);
    Crowd moved = c;
    for (size_t i = 0; i < c.x.size(); ++i) {
      moved.x[i] = std::fmod(c.x[i] + 200.25, c.arena.side_m);
      moved.y[i] = std::fmod(c.y[i] + 77.5, c.arena.side_m);
    }
    const FlowSums before = sums_of(c, kEdges), after = sums_of(moved, kEdges);
    QCOMPARE(after.pairs, before.pairs);
    QVERIFY(same_bits(after.cos_sum, before.cos_sum));
    QVERIFY(same_bits(after.angle2_sum, before.angle2_sum));
  }

  void turningAllHeadingsChangesNoSimilarity() {
    const Crowd c = crowd_of(400, 8);
    Crowd turned = c;
    for (size_t i = 0; i < c.x.size(); ++i)
      turned.head(i, exact::atan2(c.heading_y[i], c.heading_x[i]) + 1.234);
    const FlowCurves before = flow_curves(sums_of(c, kEdges)), after = flow_curves(sums_of(turned, kEdges));
    COMPARE_ARRAYS(after.s_dir, before.s_dir, 1e-6);  // float headings
    COMPARE_ARRAYS(after.heading_semivariogram_rad2, before.heading_semivariogram_rad2, 1e-6);
    COMPARE_CLOSE(polarization(turned.heading_x, turned.heading_y), polarization(c.heading_x, c.heading_y),
                  1e-6);
  }

  void snapshotsArePooledByPairs() {
    const Crowd few = crowd_of(50, 9), many = crowd_of(200, 10);
    FlowSums both = flow_sums(kEdges);
    add_snapshot(both, few.snapshot(), few.arena);
    add_snapshot(both, many.snapshot(), many.arena);
    const FlowCurves a = flow_curves(sums_of(few, kEdges)), b = flow_curves(sums_of(many, kEdges)),
                     ab = flow_curves(both);
    QCOMPARE(both.snapshots, int64_t{2});
    for (size_t k = 0; k < ab.s_dir.size(); ++k) {
      const double na = double(a.pairs[k]), nb = double(b.pairs[k]);
      COMPARE_CLOSE(ab.s_dir[k], (a.s_dir[k] * na + b.s_dir[k] * nb) / (na + nb), 1e-12);
    }
  }

  void emptyTinyAndUniformCrowdsGiveZerosAndNeverNaN() {
    for (const size_t n : {0, 1, 2}) {
      Crowd c = crowd_of(n, 11);
      for (float& v : c.speed) v = 0.7f;
      const FlowCurves curves = flow_curves(sums_of(c, kFlowEdges_m));
      QVERIFY(finite(curves));
      for (const double value : curves.speed_correlation) QCOMPARE(value, 0.0);
      int64_t pairs = 0;
      for (const int64_t p : curves.pairs) pairs += p;
      QCOMPARE(pairs, int64_t(n == 2 ? 1 : 0));
    }
    QVERIFY(finite(flow_curves(flow_sums())));
    QCOMPARE(polarization({}, {}), 0.0);
    QCOMPARE(heading_entropy({}, {}), 0.0);
  }

  void oneThreadAndTwoGiveTheSameBits() {
    const Crowd c = crowd_of(1000, 12);
    for (const std::vector<double>& edges : {kEdges, std::vector<double>{0, 10}}) {
      FlowSums one, two;
      {
        const ThreadLimit limit(1);
        one = sums_of(c, edges);
      }
      {
        const ThreadLimit limit(2);
        two = sums_of(c, edges);
      }
      QVERIFY(same_bits(one.cos_sum, two.cos_sum));
      QVERIFY(same_bits(one.angle2_sum, two.angle2_sum));
      QVERIFY(same_bits(one.speed_product_sum, two.speed_product_sum));
    }
  }

  void aCorrelationLengthIsInterpolatedFromOneAtDistanceZero() {
    const std::vector<double> r{10, 20, 30}, values{0.8, 0.6, 0.2};
    const std::vector<int64_t> pairs{5, 5, 5}, gap{5, 0, 5};
    const CorrelationLength half = correlation_length(r, values, pairs, 0.5);
    QVERIFY(half.reached);
    COMPARE_CLOSE(half.distance_m, 22.5, 1e-12);
    COMPARE_CLOSE(correlation_length(r, values, gap, 0.5).distance_m, 20.0, 1e-12);
    COMPARE_CLOSE(correlation_length(r, values, pairs, 0.9).distance_m, 5.0, 1e-12);
    const CorrelationLength never = correlation_length(r, values, pairs, 0.1);
    QVERIFY(!never.reached);
    QCOMPARE(never.distance_m, 30.0);
    QVERIFY(!correlation_length({}, {}, {}).reached);
  }

  void entropyIsOneForEvenHeadingsAndUnchangedByASectorsTurn() {
    Crowd c = crowd_of(360, 13);
    for (size_t i = 0; i < 360; ++i) c.head(i, kTwoPi * (double(i) + 0.5) / 360);
    COMPARE_CLOSE(heading_entropy(c.heading_x, c.heading_y), 1.0, 1e-12);
    for (size_t i = 0; i < 360; ++i) c.head(i, 0.3 + 0.004 * double(i));
    const double before = heading_entropy(c.heading_x, c.heading_y);
    for (size_t i = 0; i < 360; ++i) c.head(i, 0.3 + 0.004 * double(i) + kTwoPi / 36 * 5);
    QVERIFY(before > 0.3 && before < 0.8);
    COMPARE_CLOSE(heading_entropy(c.heading_x, c.heading_y), before, 1e-12);
  }

  void aHeadingDueWestCountsInTheFirstSector() {
    const std::vector<float> x{-1, -1}, y{0, -1e-3f};  // pi, and just above -pi
    QCOMPARE(heading_entropy(x, y, 4), 0.0);
  }
};

FW_TEST(TestFlowMetrics)
#include "test_flow_metrics.moc"
