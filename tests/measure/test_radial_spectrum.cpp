#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/field/noise/noise.h"
#include "core/measure/pattern/spectrum.h"
#include "tests/measure/angles.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

Raster<float> wave(int n, double side_m, int waves_x, int waves_y) {
  Raster<float> out(GridSpec::square(side_m, n));
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column)
      out.at(column, row) = static_cast<float>(5 + std::cos(kTwoPi * (waves_x * column + waves_y * row) / n));
  return out;
}

size_t peak(const RadialSpectrum& spectrum) {
  return static_cast<size_t>(std::max_element(spectrum.density_m2.begin(), spectrum.density_m2.end()) -
                             spectrum.density_m2.begin());
}

}  // namespace

class TestRadialSpectrum : public QObject {
  Q_OBJECT

 private slots:
  void aPlaneWavePeaksAtItsFrequencyInAnyDirection() {
    for (const auto& [x, y, ring] : {std::array{10, 0, 10}, std::array{0, 10, 10}, std::array{6, 8, 10},
                                     std::array{-8, 6, 10}, std::array{24, 7, 25}}) {
      const RadialSpectrum spectrum = radial_spectrum(wave(64, 6400, x, y));
      QCOMPARE(spectrum.frequency_per_m.size(), size_t{32});
      QCOMPARE(spectrum.frequency_per_m[peak(spectrum)], ring / 6400.0);
    }
  }
  void whiteNoiseIsFlatAtItsVariance() {
    constexpr int n = 96;
    Raster<float> noise(GridSpec::square(960, n));
    for (size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<float>(random_uniform(17, i) - 0.5);
    const RadialSpectrum spectrum = radial_spectrum(noise);
    const double expected = 1.0 / 12 * 960 * 960 / (n * n);  // variance over the lines of the plane
    double sum = 0;
    for (size_t k = 8; k < spectrum.density_m2.size(); ++k) sum += spectrum.density_m2[k] / expected;
    const double mean = sum / static_cast<double>(spectrum.density_m2.size() - 8);
    QVERIFY2(std::fabs(mean - 1) < 0.06, qPrintable(QString::number(mean)));
  }
  void aSecondOctaveAddsPowerAtItsWavelength() {
    const GridSpec grid = GridSpec::square(8000, 128);
    NoiseStack stack{2000, 1, 0.5, 4.0};
    const RadialSpectrum one = radial_spectrum(noise_raster(bind_noise(stack, 9), grid));
    stack.octaves = 2;  // 500 m: ring 16
    const RadialSpectrum two = radial_spectrum(noise_raster(bind_noise(stack, 9), grid));
    double before = 0, after = 0;
    for (size_t k = 14; k < 18; ++k) {
      before += one.density_m2[k];
      after += two.density_m2[k];
    }
    QVERIFY(after > 20 * before);
  }
  void aConstantHasNoPowerAndOtherShapesNone() {
    const RadialSpectrum flat = radial_spectrum(Raster<float>(GridSpec::square(100, 16), 3.25F));
    for (const double power : flat.density_m2) QCOMPARE(power, 0.0);
    QVERIFY(radial_spectrum(Raster<float>(GridSpec{8, 16, 1})).density_m2.empty());
    QVERIFY(radial_spectrum(Raster<float>()).density_m2.empty());
  }
};

FW_TEST(TestRadialSpectrum)
#include "test_radial_spectrum.moc"
