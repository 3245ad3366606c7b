#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/search/design.h"
#include "core/search/effects.h"
#include "core/search/minimise.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr double kPi = 3.14159265358979323846;

/// Ishigami and Homma's function on the unit cube, a = 7, b = 0.1.
double ishigami(const UnitPoint& u) {
  const auto angle = [&](size_t k) { return -kPi + 2 * kPi * u[k]; };
  const double s1 = std::sin(angle(0)), s2 = std::sin(angle(1)), x3 = angle(2);
  return s1 + 7 * s2 * s2 + 0.1 * x3 * x3 * x3 * x3 * s1;
}

std::vector<double> values_at(const std::vector<UnitPoint>& points, double (*f)(const UnitPoint&)) {
  std::vector<double> out;
  for (const UnitPoint& point : points) out.push_back(f(point));
  return out;
}

bool near(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance;
}

}  // namespace

class TestDesigns : public QObject {
  Q_OBJECT

 private slots:
  void aGridHoldsEveryCombinationOnce() {
    const std::vector<size_t> counts{3, 1, 2};
    const auto points = grid_design(counts);
    QCOMPARE(points.size(), grid_size(counts, 100));
    const std::set<UnitPoint> different(points.begin(), points.end());
    QCOMPARE(different.size(), size_t{6});
    QVERIFY(different.contains({0.5, 0.5, 1}));
    QCOMPARE(grid_size(std::vector<size_t>{1000, 1000}, 100000), size_t{0});
  }

  void everyPartOfALatinHypercubeHoldsOnePoint() {
    const auto points = lhs_design(3, 17, 5);
    for (size_t d = 0; d < 3; ++d) {
      std::set<int> parts;
      for (const UnitPoint& point : points) {
        parts.insert(static_cast<int>(point[d] * 17));
        QVERIFY(near(point[d] * 17 - std::floor(point[d] * 17), 0.5, 1e-9));
      }
      QCOMPARE(parts.size(), size_t{17});
    }
    QCOMPARE(points, lhs_design(3, 17, 5));
    QVERIFY(points != lhs_design(3, 17, 6));
  }

  void morrisIsExactOnALinearFunction() {
    const auto points = morris_design(4, 6, 1);
    QCOMPARE(points.size(), size_t{30});
    const auto values =
        values_at(points, [](const UnitPoint& u) { return 3 * u[0] - 2 * u[1] + 0.5 * u[3] + 7; });
    const auto effects = morris_effects(points, values);
    const double slope[]{3, -2, 0, 0.5};
    for (size_t d = 0; d < 4; ++d) {
      QCOMPARE(effects[d].count, size_t{6});
      QVERIFY(near(effects[d].mu, slope[d], 1e-12) && near(effects[d].mu_star, std::abs(slope[d]), 1e-12));
      QVERIFY(near(effects[d].sigma, 0, 1e-12));
    }
  }

  void morrisLeavesOutWhatHasNoValue() {
    const auto points = morris_design(2, 3, 1);
    std::vector<double> values = values_at(points, [](const UnitPoint& u) { return u[0]; });
    values[0] = std::numeric_limits<double>::quiet_NaN();
    const auto effects = morris_effects(points, values);
    QCOMPARE(effects[0].count + effects[1].count, size_t{5});
    QVERIFY(near(effects[0].mu, 1, 1e-12));
  }

  void sobolIndicesAgreeWithIshigamisTheory() {
    const auto points = sobol_design(3, 4096);
    QCOMPARE(points.size(), size_t{4096 * 5});
    const auto indices = sobol_indices(3, values_at(points, ishigami), 1);
    const double first[]{0.3139, 0.4424, 0}, total[]{0.5576, 0.4424, 0.2437};
    for (size_t d = 0; d < 3; ++d) {
      QVERIFY2(near(indices[d].first, first[d], 0.02), qPrintable(QString::number(indices[d].first)));
      QVERIFY2(near(indices[d].total, total[d], 0.02), qPrintable(QString::number(indices[d].total)));
      QVERIFY(indices[d].first_low <= indices[d].first && indices[d].first <= indices[d].first_high);
      QVERIFY(indices[d].total_low <= indices[d].total && indices[d].total <= indices[d].total_high);
      QVERIFY(indices[d].first_high - indices[d].first_low < 0.15);
    }
  }

  void whatTheTemplateDoesIsToldFromWhatTheSeedDoes() {
    std::vector<std::vector<double>> of_template, of_seed;
    for (int p = 0; p < 6; ++p) {
      of_template.push_back({p * 1.0, p * 1.0 + 0.1, p * 1.0 - 0.1});
      of_seed.push_back({0.01 * p, 1 + 0.01 * p, 2 + 0.01 * p});
    }
    const TemplateOrLuck a = template_or_luck(of_template), b = template_or_luck(of_seed);
    QVERIFY(a.ratio > 10 && a.share_point > 0.99);
    QVERIFY(b.ratio < 0.1 && b.share_seed > 0.99);
    QVERIFY(near(a.share_point + a.share_seed + a.share_rest, 1, 1e-12));
    of_seed[2][0] = std::numeric_limits<double>::quiet_NaN();  // that point is left out
    QVERIFY(template_or_luck(of_seed).share_seed > 0.99);
    QVERIFY(std::isnan(template_or_luck({{1, 2}}).ratio));
  }

  void theMinimumOfABowlIsFoundWithinTheEvaluations() {
    size_t calls = 0;
    const auto bowl = [&](const std::vector<double>& at, double& value) {
      ++calls;
      value = 0;
      for (size_t k = 0; k < at.size(); ++k) {
        const double off = at[k] - 0.2 - 0.15 * static_cast<double>(k);
        value += off * off;
      }
      return true;
    };
    const Minimum found = minimise({0.9, 0.9, 0.1, 0.5}, 0.2, 300, bowl);
    QVERIFY(calls <= 300 && found.evaluations == calls);
    QVERIFY2(found.value < 1e-4, qPrintable(QString::number(found.value)));
    calls = 0;
    QCOMPARE(minimise({0.9, 0.9, 0.1, 0.5}, 0.2, 300, bowl).at, found.at);
    const Minimum corner = minimise({0.5, 0.5}, 0.2, 100, [](const std::vector<double>& at, double& value) {
      value = at[0] + at[1];
      return true;
    });
    QVERIFY(corner.value < 1e-3);  // at the limits of both
    size_t stops = 0;
    const Minimum stopped =
        minimise({0.5}, 0.2, 100, [&](const std::vector<double>&, double&) { return ++stops < 4; });
    QCOMPARE(stopped.evaluations, size_t{3});
  }
};

FW_TEST(TestDesigns)
#include "test_designs.moc"
