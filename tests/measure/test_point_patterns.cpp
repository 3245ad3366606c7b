// Ripley's K, pair correlation, nearest neighbours and coverage distance: two roads, known patterns,
// invariances, degenerate input.

#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/measure/motion/coverage.h"
#include "core/measure/pattern/point_pattern.h"
#include "tests/measure/angles.h"
#include "tests/measure/reference.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr double kSide = 256;

struct Pattern {
  std::vector<double> x, y;

  void add(double px, double py) { x.push_back(px), y.push_back(py); }
};

/// Uniform points on a lattice of 1/1024 m, so that shifts and mirrors are exact.
Pattern uniform(size_t count, uint64_t seed) {
  Pattern p;
  RandomCursor random{seed, 0};
  for (size_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(random.below(256 * 1024)) / 1024;
    p.add(x, static_cast<double>(random.below(256 * 1024)) / 1024);
  }
  return p;
}

double distance(double dx, double dy, bool torus) {
  dx = std::fabs(dx), dy = std::fabs(dy);
  if (torus) dx = std::min(dx, kSide - dx), dy = std::min(dy, kSide - dy);
  return std::hypot(dx, dy);
}

/// Reference: the nearest site by comparing all.
Nearest nearest_by_brute_force(const Pattern& sites, double x, double y, bool torus, size_t self) {
  Nearest best{kNoSite, INFINITY};
  for (size_t j = 0; j < sites.x.size(); ++j) {
    const double d = distance(sites.x[j] - x, sites.y[j] - y, torus);
    if (j != self && d < best.distance_m) best = {uint32_t(j), d};
  }
  return best;
}

const std::vector<double> kRadii{4, 8, 16, 24, 32, 48, 64};
const std::vector<EdgeCorrection> kCorrected{EdgeCorrection::torus, EdgeCorrection::translation,
                                             EdgeCorrection::isotropic};

}  // namespace

class TestPointPatterns : public QObject {
  Q_OBJECT

 private slots:
  void theTorusKCountsEveryPairWithinTheRadius() {
    const Pattern p = uniform(300, 1);
    const std::vector<double> radii{3, 10, 40, 128};
    const PairCurves curves = pair_curves(p.x, p.y, kSide, EdgeCorrection::torus, radii);
    for (size_t k = 0; k < radii.size(); ++k) {
      int64_t pairs = 0;
      for (size_t i = 0; i < p.x.size(); ++i)
        for (size_t j = 0; j < p.x.size(); ++j)
          pairs += i != j && distance(p.x[i] - p.x[j], p.y[i] - p.y[j], true) <= radii[k];
      COMPARE_CLOSE(curves.k_m2[k], double(pairs) * kSide * kSide / (300.0 * 299.0), 1e-12);
    }
  }

  void uniformPointsHaveKOfADiscAndPairCorrelationOne() {
    for (const EdgeCorrection edge : kCorrected) {
      PairSums sums = pair_sums(kSide, edge, kRadii);
      for (uint64_t seed = 0; seed < 40; ++seed) {
        const Pattern p = uniform(300, 100 + seed);
        add_pattern(sums, p.x, p.y);
      }
      const PairCurves curves = pair_curves(sums);
      double inner = 0;
      for (size_t k = 0; k < kRadii.size(); ++k) {
        const double disc = kPi * kRadii[k] * kRadii[k];
        // Unordered pairs seen give the counting error; corrections at the edge widen it by less than half.
        const double pairs = 0.5 * sums.ordered_pairs * disc / (kSide * kSide);
        QVERIFY2(std::fabs(curves.k_m2[k] / disc - 1) < 5 * 1.5 / std::sqrt(pairs),
                 qPrintable(QStringLiteral("edge %1, r %2").arg(int(edge)).arg(kRadii[k])));
        if (k > 0) {
          const double ring_pairs = pairs * (1 - inner / disc);
          QVERIFY(std::fabs(curves.g[k - 1] - 1) < 5 * 1.5 / std::sqrt(ring_pairs));
        }
        inner = disc;
      }
    }
  }

  void withoutCorrectionKIsTooLow() {
    PairSums sums = pair_sums(kSide, EdgeCorrection::none, kRadii);
    for (uint64_t seed = 0; seed < 10; ++seed) {
      const Pattern p = uniform(300, 200 + seed);
      add_pattern(sums, p.x, p.y);
    }
    QVERIFY(pair_curves(sums).k_m2.back() < 0.9 * kPi * 64 * 64);
  }

  void aRegularLatticeIsKnownExactly() {
    Pattern p;
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j) p.add(16.0 * i, 16.0 * j);
    const Arena torus{kSide, Border::torus};
    QCOMPARE(nearest_neighbour_mean_m(p.x, p.y, torus), 16.0);
    const std::vector<double> radii{15.5, 16, 22, 23, 32};
    const PairCurves curves = pair_curves(p.x, p.y, kSide, EdgeCorrection::torus, radii);
    const std::vector<double> neighbours{0, 4, 4, 8, 12};  // 16 m: 4; 22.6 m: 4 more; 32 m: 4 more
    for (size_t k = 0; k < radii.size(); ++k)
      COMPARE_CLOSE(curves.k_m2[k], neighbours[k] * kSide * kSide / 255, 1e-12);
    QCOMPARE(curves.g[1], 0.0);
  }

  void shiftingTheTorusChangesNothing() {
    const Pattern p = uniform(200, 2);
    Pattern moved = p;
    for (double& x : moved.x) x = std::fmod(x + 100.5, kSide);
    for (double& y : moved.y) y = std::fmod(y + 33.25, kSide);
    QCOMPARE(pair_curves(moved.x, moved.y, kSide, EdgeCorrection::torus, kRadii).k_m2,
             pair_curves(p.x, p.y, kSide, EdgeCorrection::torus, kRadii).k_m2);
    const Arena torus{kSide, Border::torus};
    QCOMPARE(nearest_neighbour_mean_m(moved.x, moved.y, torus), nearest_neighbour_mean_m(p.x, p.y, torus));
  }

  void turningTheSquareChangesNothing() {
    const Pattern p = uniform(200, 3);
    Pattern turned;
    for (size_t i = 0; i < p.x.size(); ++i) turned.add(p.y[i], kSide - 1.0 / 1024 - p.x[i]);
    // The turn maps the lattice onto itself but for one step, so the square is a step narrower.
    const double side = kSide - 1.0 / 1024;
    for (const EdgeCorrection edge :
         {EdgeCorrection::none, EdgeCorrection::translation, EdgeCorrection::isotropic})
      COMPARE_ARRAYS(pair_curves(turned.x, turned.y, side, edge, kRadii).k_m2,
                     pair_curves(p.x, p.y, side, edge, kRadii).k_m2, 1e-9);
  }

  void patternsPoolByPairs() {
    const Pattern a = uniform(40, 4), b = uniform(160, 5);
    PairSums both = pair_sums(kSide, EdgeCorrection::isotropic, kRadii);
    add_pattern(both, a.x, a.y);
    add_pattern(both, b.x, b.y);
    const auto ka = pair_curves(a.x, a.y, kSide, EdgeCorrection::isotropic, kRadii).k_m2,
               kb = pair_curves(b.x, b.y, kSide, EdgeCorrection::isotropic, kRadii).k_m2,
               k = pair_curves(both).k_m2;
    const double pa = 40 * 39, pb = 160 * 159;
    for (size_t i = 0; i < k.size(); ++i) COMPARE_CLOSE(k[i], (ka[i] * pa + kb[i] * pb) / (pa + pb), 1e-12);
  }

  void pointsInCornersHaveFiniteWeights() {
    const std::vector<double> x{0, kSide, 0, kSide, 0}, y{0, 0, kSide, kSide, 0};
    const std::vector<double> radii{1, 200, 256, 362.1};
    for (const EdgeCorrection edge : {EdgeCorrection::translation, EdgeCorrection::isotropic})
      for (const double k : pair_curves(x, y, kSide, edge, radii).k_m2) QVERIFY(std::isfinite(k) && k >= 0);
    // Two points share a corner: each sees a quarter of its circle, however small.
    const std::vector<double> near_x{0, 0.001}, near_y{0, 0};
    const double k =
        pair_curves(near_x, near_y, kSide, EdgeCorrection::isotropic, std::vector<double>{1}).k_m2[0];
    // From the corner 4 = 1 / (1/4), from its neighbour 1 / (1/2).
    COMPARE_CLOSE(k, kSide * kSide * (4 + 2) / 2, 0.35);
  }

  void noneOneAndTwoPointsGiveZerosAndNeverNaN() {
    const Arena torus{kSide, Border::torus};
    for (const size_t n : {0, 1}) {
      const Pattern p = uniform(n, 6);
      for (const EdgeCorrection edge : kCorrected) {
        const PairCurves curves = pair_curves(p.x, p.y, kSide, edge, kRadii);
        for (const double k : curves.k_m2) QCOMPARE(k, 0.0);
        for (const double g : curves.g) QCOMPARE(g, 0.0);
      }
      QCOMPARE(nearest_neighbour_mean_m(p.x, p.y, torus), 0.0);
      for (const Nearest& other : nearest_others(p.x, p.y, torus)) QCOMPARE(other.index, kNoSite);
    }
    const std::vector<double> x{1, 255}, y{10, 10};
    QCOMPARE(nearest_neighbour_mean_m(x, y, torus), 2.0);
    QCOMPARE(nearest_neighbour_mean_m(x, y, {kSide, Border::reflect}), 254.0);
    QCOMPARE(coverage_distance_m({}, {}, x, y, torus), 0.0);
    QCOMPARE(coverage_distance_m(x, y, {}, {}, torus), 0.0);
    QCOMPARE(coverage_index(3, kSide, 0), 0.0);
  }

  void theNearestIsFoundHoweverThePointsLie() {
    Pattern corner;  // all sites in one corner, queries everywhere: the search has to widen to the end
    RandomCursor random{7, 0};
    for (int i = 0; i < 100; ++i) {
      const double x = random.uniform(0, 5);
      corner.add(x, random.uniform(0, 5));
    }
    const Pattern single = uniform(1, 8), spread = uniform(250, 9), queries = uniform(150, 10);
    for (const Pattern* sites : std::initializer_list<const Pattern*>{&corner, &single, &spread})
      for (const bool torus : {true, false}) {
        const Arena arena{kSide, torus ? Border::torus : Border::reflect};
        const auto got = nearest_sites(queries.x, queries.y, sites->x, sites->y, arena);
        for (size_t i = 0; i < queries.x.size(); ++i) {
          const Nearest truth = nearest_by_brute_force(*sites, queries.x[i], queries.y[i], torus, kNoSite);
          QCOMPARE(got[i].index, truth.index);
          COMPARE_CLOSE(got[i].distance_m, truth.distance_m, 1e-12);
        }
        const auto others = nearest_others(sites->x, sites->y, arena);
        for (size_t i = 0; sites->x.size() > 1 && i < others.size(); ++i)
          QCOMPARE(others[i].index, nearest_by_brute_force(*sites, sites->x[i], sites->y[i], torus, i).index);
      }
  }

  void equallyNearSitesGiveTheLowestIndex() {
    const std::vector<double> x{20, 10, 20, 30}, y{30, 20, 10, 20}, qx{20}, qy{20};
    QCOMPARE(nearest_sites(qx, qy, x, y, {kSide, Border::torus})[0].index, 0u);
    const std::vector<double> px{5, 5, 5}, py{7, 7, 7};  // three points in one place
    const auto others = nearest_others(px, py, {kSide, Border::torus});
    QCOMPARE(others[0].index, 1u);
    QCOMPARE(others[2].index, 0u);
    QCOMPARE(others[2].distance_m, 0.0);
  }

  void uniformPointsHaveTheKnownNearestDistances() {
    const Arena torus{kSide, Border::torus};
    double nn = 0, index = 0;
    const int runs = 20;
    for (int s = 0; s < runs; ++s) {
      const Pattern p = uniform(500, 300 + s), samples = uniform(1000, 400 + s);
      nn += nearest_neighbour_mean_m(p.x, p.y, torus) / (0.5 * kSide / std::sqrt(500.0)) / runs;
      index += coverage_index(coverage_distance_m(samples.x, samples.y, p.x, p.y, torus), kSide, 500) / runs;
    }
    // The distance has a relative sd of 0.52; 10,000 points and 20 patterns leave well under 1 %.
    QVERIFY2(std::fabs(nn - 1) < 0.03, qPrintable(QString::number(nn)));
    QVERIFY2(std::fabs(index - 1) < 0.03, qPrintable(QString::number(index)));
  }

  void oneThreadAndTwoGiveTheSameBits() {
    const Pattern p = uniform(700, 11);
    std::vector<double> k[2];
    double nn[2];
    for (const int threads : {1, 2}) {
      const ThreadLimit limit(threads);
      k[threads - 1] = pair_curves(p.x, p.y, kSide, EdgeCorrection::isotropic, kRadii).k_m2;
      nn[threads - 1] = nearest_neighbour_mean_m(p.x, p.y, {kSide, Border::reflect});
    }
    QCOMPARE(k[0], k[1]);  // std::vector's ==: every bit but the sign of zero
    QVERIFY(nn[0] == nn[1]);
  }
};

FW_TEST(TestPointPatterns)
#include "test_point_patterns.moc"
