#include <QTest>
#include <cmath>

#include "core/base/exact/rng.h"
#include "render/chart/axes.h"
#include "render/chart/colours.h"
#include "render/chart/painters_internal.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

struct Lab {
  double l, a, b;
};

double linear(double c) {
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// sRGB to Oklab, the inverse of from_oklab.
Lab oklab(Rgb c) {
  const double r = linear(c.r), g = linear(c.g), b = linear(c.b);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double distance(Rgb x, Rgb y) {
  const Lab p = oklab(x), q = oklab(y);
  return std::sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) + (p.b - q.b) * (p.b - q.b));
}

/// What a deuteranope sees (Machado, Oliveira and Fernandes 2009, severity 1).
Rgb deuteranope(Rgb c) {
  const double r = linear(c.r), g = linear(c.g), b = linear(c.b);
  const auto gamma = [](double v) {
    v = std::clamp(v, 0.0, 1.0);
    return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
  };
  return {gamma(0.367322 * r + 0.860646 * g - 0.227968 * b),
          gamma(0.280085 * r + 0.672501 * g + 0.047413 * b),
          gamma(-0.011820 * r + 0.042940 * g + 0.968881 * b)};
}

}  // namespace

class ChartNumbersTest : public QObject {
  Q_OBJECT

 private slots:
  void ticksAreFewAscendingRoundAndHoldTheData() {
    for (uint64_t i = 0; i < 2000; ++i) {
      const double size = std::pow(10.0, 12 * random_uniform(1, i) - 6);
      const double low = size * (random_uniform(2, i) - 0.5), high = low + size * random_uniform(3, i);
      const ChartTicks ticks = linear_ticks(low, high, 9);
      QVERIFY(ticks.at.size() >= 2 && ticks.at.size() <= 9);
      QVERIFY(ticks.low <= low + 1e-8 * size && ticks.high >= high - 1e-8 * size);
      const double step = ticks.at[1] - ticks.at[0];
      const double lead = step / std::pow(10.0, std::floor(std::log10(step * 1.0000001)));
      QVERIFY2(std::fabs(lead - 1) < 1e-6 || std::fabs(lead - 2) < 1e-6 || std::fabs(lead - 5) < 1e-6,
               qPrintable(QString::number(lead)));
      for (size_t k = 1; k < ticks.at.size(); ++k) {
        QVERIFY(ticks.at[k] > ticks.at[k - 1]);
        QVERIFY2(ticks.labels[k] != ticks.labels[k - 1], ticks.labels[k].c_str());
      }
    }
  }
  void aKeptRangeStaysAndItsTicksLieInside() {
    const ChartTicks ticks = linear_ticks(-0.013, 1.07, 9, true);
    QCOMPARE(ticks.low, -0.013);
    QCOMPARE(ticks.high, 1.07);
    for (const double at : ticks.at) QVERIFY(at >= ticks.low && at <= ticks.high);
    QCOMPARE(ticks.labels.front(), std::string("0.0"));
  }
  void oneValueAloneStillHasARange() {
    for (const double v : {0.0, 5.0, -3e-7}) {
      const ChartTicks ticks = linear_ticks(v, v, 6);
      QVERIFY(ticks.low < v && ticks.high > v);
    }
  }
  void logTicksHoldTheData() {
    for (uint64_t i = 0; i < 500; ++i) {
      const double low = std::pow(10.0, 10 * random_uniform(4, i) - 5);
      const double high = low * std::pow(10.0, 6 * random_uniform(5, i));
      const ChartTicks ticks = log_ticks(low, high, 9);
      QVERIFY(ticks.at.size() >= 2);
      QVERIFY2(ticks.low <= low * 1.0000001 && ticks.high >= high * 0.9999999,
               qPrintable(QString("%1 %2 in %3 %4").arg(low).arg(high).arg(ticks.low).arg(ticks.high)));
    }
  }
  void figuresReadAsPeopleWriteThem() {
    QCOMPARE(figure_text(0.98876), std::string("0.989"));
    QCOMPARE(figure_text(12.345), std::string("12.3"));
    QCOMPARE(figure_text(-2), std::string("\u22122.00"));
    QCOMPARE(figure_text(0), std::string("0"));
    QCOMPARE(figure_text(0.00012), std::string("1.2·10⁻⁴"));
  }
  void theSequentialMapGrowsLighterEvenly() {
    double least = 1, most = 0;
    for (int i = 0; i < 40; ++i) {
      const double step = oklab(map_colour(ColourMap::sequential, (i + 1) / 40.0)).l -
                          oklab(map_colour(ColourMap::sequential, i / 40.0)).l;
      least = std::min(least, step), most = std::max(most, step);
    }
    QVERIFY(least > 0);
    QVERIFY2(most < 2 * least, qPrintable(QString("%1 %2").arg(least).arg(most)));
  }
  void theCyclicMapCloses() {
    QVERIFY(distance(map_colour(ColourMap::cyclic, 0), map_colour(ColourMap::cyclic, 0.999999)) < 1e-3);
    double most = 0;
    for (int i = 0; i < 36; ++i)
      most = std::max(most, distance(map_colour(ColourMap::cyclic, i / 36.0),
                                     map_colour(ColourMap::cyclic, (i + 1) / 36.0)));
    QVERIFY2(most < 0.06, qPrintable(QString::number(most)));
    QVERIFY(distance(map_colour(ColourMap::cyclic, 0.1), map_colour(ColourMap::cyclic, 0.6)) > 0.15);
  }
  void seriesColoursDifferForEveryEye() {
    for (const ChartTheme theme : {ChartTheme::light, ChartTheme::dark}) {
      const ChartColours& colours = chart_colours(theme);
      for (size_t i = 0; i < colours.series.size(); ++i) {
        QVERIFY2(distance(colours.series[i], colours.paper) > 0.15, qPrintable(QString("paper %1").arg(i)));
        for (size_t j = 0; j < i; ++j) {
          QVERIFY2(distance(colours.series[i], colours.series[j]) > 0.08,
                   qPrintable(QString("%1 %2").arg(i).arg(j)));
          const double seen = distance(deuteranope(colours.series[i]), deuteranope(colours.series[j]));
          QVERIFY2(seen > 0.04, qPrintable(QString("%1 %2: %3").arg(i).arg(j).arg(seen)));
        }
      }
    }
  }
  void aContourLiesWhereTheFieldHasItsLevel() {
    Raster<float> ramp(GridSpec::square(10, 10));
    for (int r = 0; r < 10; ++r)
      for (int c = 0; c < 10; ++c) ramp.at(c, r) = static_cast<float>(c);
    const auto lines = contour_segments(ramp, 3.25);
    QCOMPARE(lines.size(), size_t{9});
    for (const auto& [a, b] : lines) {
      QVERIFY(std::fabs(a.x - 3.75) < 1e-9);
      QVERIFY(std::fabs(b.x - 3.75) < 1e-9);
    }
    ramp.at(4, 4) = std::numeric_limits<float>::quiet_NaN();
    QCOMPARE(contour_segments(ramp, 3.25).size(), size_t{7});
  }
};

FW_TEST(ChartNumbersTest)
#include "test_chart_numbers.moc"
