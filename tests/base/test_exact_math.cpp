#include <QTest>
#include <cmath>
#include <limits>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kPoints = 200000;

/// Distance from the truth in units of the result's last place.
double ulps(double found, long double truth) {
  const double last =
      std::nextafter(std::fabs(found), std::numeric_limits<double>::infinity()) - std::fabs(found);
  return static_cast<double>(std::fabs(static_cast<long double>(found) - truth) / last);
}

}  // namespace

/// Against the C library's long double functions, whose 64-bit mantissa leaves 11 bits to spare.
class ExactMathTest : public QObject {
  Q_OBJECT

 private slots:
  void expIsWithinTwoUlp() {
    RandomCursor random{1};
    for (int i = 0; i < kPoints; ++i) {
      const double x = i % 2 == 0 ? random.uniform(-700, 709) : random.uniform(-1, 1);
      QVERIFY2(ulps(exact::exp(x), std::exp(static_cast<long double>(x))) <= 2,
               qPrintable(QString::number(x, 'g', 17)));
    }
    QCOMPARE(exact::exp(0), 1.0);
    QCOMPARE(exact::exp(-746), 0.0);
    QVERIFY(exact::exp(-745) > 0);
    QVERIFY(std::isinf(exact::exp(710)));
  }

  void logIsWithinTwoUlp() {
    RandomCursor random{2};
    for (int i = 0; i < kPoints; ++i) {
      const double x = i % 3 == 0   ? exact::exp(random.uniform(-700, 700))
                       : i % 3 == 1 ? random.uniform(0.5, 2)
                                    : 1 + random.uniform(-1e-6, 1e-6);
      QVERIFY2(ulps(exact::log(x), std::log(static_cast<long double>(x))) <= 2,
               qPrintable(QString::number(x, 'g', 17)));
    }
    QCOMPARE(exact::log(1), 0.0);
    const double smallest = std::numeric_limits<double>::denorm_min();
    QVERIFY(ulps(exact::log(smallest), std::log(static_cast<long double>(smallest))) <= 2);
  }

  void sineAndCosineAreWithinTwoUlp() {
    RandomCursor random{3};
    for (int i = 0; i < kPoints; ++i) {
      // The second kind lies next to multiples of pi/2, where one of the two nearly vanishes.
      const double quarter = static_cast<double>(random.below(600000)) * 1.5707963267948966;
      const double x = i % 3 == 0 ? random.uniform(-1e6, 1e6) : i % 3 == 1 ? quarter : random.uniform(-7, 7);
      const exact::SinCos v = exact::sincos(x);
      QVERIFY2(ulps(v.sin, std::sin(static_cast<long double>(x))) <= 2,
               qPrintable(QString::number(x, 'g', 17)));
      QVERIFY2(ulps(v.cos, std::cos(static_cast<long double>(x))) <= 2,
               qPrintable(QString::number(x, 'g', 17)));
    }
    QCOMPARE(exact::sincos(0).sin, 0.0);
    QCOMPARE(exact::sincos(0).cos, 1.0);
  }

  void atan2IsWithinTwoUlpInEveryQuadrant() {
    RandomCursor random{4};
    for (int i = 0; i < kPoints; ++i) {
      const double scale = i % 2 == 0 ? 1 : exact::exp(random.uniform(-30, 30));
      const double y = random.uniform(-5, 5) * scale, x = random.uniform(-5, 5);
      QVERIFY(ulps(exact::atan2(y, x),
                   std::atan2(static_cast<long double>(y), static_cast<long double>(x))) <= 2);
    }
    QCOMPARE(exact::atan2(0, 0), 0.0);
    QCOMPARE(exact::atan2(0, -1), M_PI);
    const double none = std::nan(""), far = std::numeric_limits<double>::infinity();
    for (const auto& [y, x] : {std::pair{none, 1.0}, {1.0, none}, {none, none}, {far, far}, {-far, far}})
      QVERIFY(std::isnan(exact::atan2(y, x)));
    QCOMPARE(exact::atan2(-0.0, -1), M_PI);
    QCOMPARE(exact::atan2(2, 0), M_PI / 2);
    QCOMPARE(exact::atan2(-1e-320, 0), -M_PI / 2);
  }

  void powIsAccurateOverThirtyDecades() {
    RandomCursor random{5};
    double worst = 0;
    for (int i = 0; i < kPoints; ++i) {
      const double x = i % 2 == 0 ? random.uniform(0, 30) : random.uniform(0.9, 1.1),
                   y = random.uniform(-60, 60);
      const double found = exact::pow(x, y);
      if (found < 1e-30 || found > 1e30) continue;
      const long double truth = std::pow(static_cast<long double>(x), static_cast<long double>(y));
      worst = std::max(worst, static_cast<double>(std::fabs(found / truth - 1)));
    }
    QVERIFY2(worst < 1e-14, qPrintable(QString::number(worst)));
    QCOMPARE(exact::pow(0, 2.5), 0.0);
    QCOMPARE(exact::pow(0, 0), 1.0);
    QCOMPARE(exact::pow(7, 0), 1.0);
    QCOMPARE(exact::pow(2, 10), 1024.0);
    QCOMPARE(exact::pow(1e300, 5), std::numeric_limits<double>::infinity());
    QCOMPARE(exact::pow(1e-300, 5), 0.0);
  }
};

FW_TEST(ExactMathTest)
#include "test_exact_math.moc"
