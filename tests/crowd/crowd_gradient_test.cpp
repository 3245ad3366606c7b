#include <QTest>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/base/rng.h"
#include "core/crowd/crowd_gradient.h"

using namespace fw;

/// The batch of slopes in double beside noise_gradient, bit by bit.
class CrowdGradientTest : public QObject {
  Q_OBJECT

 private slots:
  void everyPointHasTheBitsOfTheScalarGradient_data() {
    QTest::addColumn<int>("octaves");
    QTest::addColumn<double>("period");
    for (const int octaves : {1, 2, 4, 7})
      for (const double period : {0.0, 1000.0, 40.0})
        QTest::addRow("%d octaves, period %g m", octaves, period) << octaves << period;
  }
  void everyPointHasTheBitsOfTheScalarGradient() {
    QFETCH(int, octaves);
    QFETCH(double, period);
    const NoiseStack stack{.wavelength_m = 250, .octaves = octaves, .lacunarity = 2.15};
    const NoiseField field = bind_noise(stack, 17, 0, period);
    const double reach_m[] = {1000, -3000, 4e6, -4e6};  // beyond every offset in both directions
    for (uint64_t round = 0; round < 40; ++round) {
      const size_t count = 700 + round;
      std::vector<double> x(count), y(count), value(count), dx(count), dy(count);
      for (uint64_t i = 0; i < count; ++i) {
        x[i] = reach_m[round % 4] * random_uniform(round, 2 * i);
        // Every seventh point on a lattice line, where the fraction is 0.
        y[i] = i % 7 == 0 ? -field.octaves[0].offset_y / field.octaves[0].frequency_per_m
                          : 1000 * random_uniform(round, 2 * i + 1);
      }
      const double phase = 0.37 * static_cast<double>(round) - 5;
      crowd_parts::noise_gradients(field, x, y, phase, value, dx, dy);
      for (size_t i = 0; i < count; ++i) {
        const NoiseGradient g = noise_gradient(field, x[i], y[i], phase);
        QCOMPARE(std::bit_cast<uint64_t>(value[i]), std::bit_cast<uint64_t>(g.value));
        QCOMPARE(std::bit_cast<uint64_t>(dx[i]), std::bit_cast<uint64_t>(g.d_dx));
        QCOMPARE(std::bit_cast<uint64_t>(dy[i]), std::bit_cast<uint64_t>(g.d_dy));
      }
    }
  }
};

QTEST_GUILESS_MAIN(CrowdGradientTest)
#include "crowd_gradient_test.moc"
