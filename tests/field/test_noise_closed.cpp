// Noise that returns: the phase counted modulo a whole number of cells.
#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/field/simd_level.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr size_t kClosedPlaces = 20000;

NoiseField closed_field(int cells_t, int octaves = 2, uint64_t seed = 5) {
  return bind_noise({.wavelength_m = 900, .octaves = octaves, .cells_t = cells_t},
                    derive(seed, "noise/closed"), 0);
}

struct ClosedPlaces {
  std::vector<double> x_m, y_m;
};
ClosedPlaces closed_places(double side_m, size_t count = kClosedPlaces) {
  ClosedPlaces p;
  RandomCursor random{derive(11, "places")};
  for (size_t i = 0; i < count; ++i) {
    p.x_m.push_back(random.uniform(0, side_m));
    p.y_m.push_back(random.uniform(0, side_m));
  }
  return p;
}

std::vector<float> closed_values(const NoiseField& field, const ClosedPlaces& p, double phase) {
  std::vector<float> out(p.x_m.size());
  sample_noise(field, p.x_m, p.y_m, phase, out);
  return out;
}

size_t equal_bits(const std::vector<float>& a, const std::vector<float>& b) {
  size_t equal = 0;
  for (size_t i = 0; i < a.size(); ++i)
    equal += std::bit_cast<uint32_t>(a[i]) == std::bit_cast<uint32_t>(b[i]) ? 1 : 0;
  return equal;
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return most;
}

double spread(const std::vector<float>& values) {
  double sum = 0, squares = 0;
  for (const float v : values) sum += static_cast<double>(v), squares += static_cast<double>(v) * v;
  const auto n = static_cast<double>(values.size());
  return std::sqrt(squares / n - sum / n * sum / n);
}

}  // namespace

class TestNoiseClosed : public QObject {
  Q_OBJECT

 private slots:
  void afterItsCellsAFieldReturnsBitForBit() {
    const ClosedPlaces p = closed_places(1e6);
    for (const int cells : {1, 3, 4, 64}) {
      size_t returned = 0;
      for (uint64_t seed = 1; seed <= 5; ++seed) {
        const NoiseField field = closed_field(cells, 2, seed);
        const std::vector<float> begin = closed_values(field, p, 0), half = closed_values(field, p, 0.375);
        returned += equal_bits(begin, closed_values(field, p, cells)) == kClosedPlaces ? 1 : 0;
        QCOMPARE(equal_bits(begin, closed_values(field, p, -5.0 * cells)), kClosedPlaces);
        QCOMPARE(equal_bits(half, closed_values(field, p, 0.375 + 4000.0 * cells)), kClosedPlaces);
        const double step = largest_difference(begin, closed_values(field, p, cells * (1 - 0x1p-30)));
        QVERIFY2(step <= 1e-6, std::to_string(step).c_str());
      }
      QCOMPARE(returned, size_t{5});
      qInfo("%d cells: n(0) = n(cells) at %zu of %zu places, 5 seeds", cells, kClosedPlaces, kClosedPlaces);
    }
  }

  void betweenItChangesAsAnEndlessFieldDoes() {
    const ClosedPlaces p = closed_places(1e6);
    const NoiseField endless = closed_field(0);
    for (const int cells : {1, 2, 3, 4, 12}) {
      const NoiseField field = closed_field(cells);
      double closed = 0, open = 0;
      for (int k = 0; k < 24; ++k) {
        const double phase = cells * k / 24.0;
        closed += std::pow(spread(closed_values(field, p, phase)), 2) / 24;
        open += std::pow(spread(closed_values(endless, p, phase + 1000)), 2) / 24;
      }
      closed = std::sqrt(closed), open = std::sqrt(open);
      qInfo("%2d cells: sd %.4f closed, %.4f endless", cells, closed, open);
      QVERIFY(std::abs(closed / open - 1) < (cells == 1 ? 0.06 : 0.01));
    }
  }

  void atTheSeamItsSlopeGoesOn() {
    const ClosedPlaces p = closed_places(1e6, 1000);
    const NoiseField field = closed_field(3);
    double most = 0;
    for (size_t i = 0; i < p.x_m.size(); ++i) {
      const double before = noise_gradient(field, p.x_m[i], p.y_m[i], 3 - 1e-7).d_dt;
      const double after = noise_gradient(field, p.x_m[i], p.y_m[i], 0).d_dt;
      most = std::max(most, std::abs(after - before));
      // The value in double and the kernel's agree in closed fields too.
      const double value = noise_gradient(field, p.x_m[i], p.y_m[i], 2.9).value;
      QVERIFY(std::abs(value - static_cast<double>(noise_value(field, p.x_m[i], p.y_m[i], 2.9))) < 1e-6);
    }
    QVERIFY(most < 1e-5);
  }

  void everyRoadLevelAndThreadCountGivesTheSameBits() {
    const GridSpec grid{67, 31, 40};
    ClosedPlaces centres;
    for (size_t i = 0; i < grid.cells(); ++i)
      centres.x_m.push_back(grid.centre(i).x), centres.y_m.push_back(grid.centre(i).y);
    struct Restore {
      ~Restore() { set_simd_level(simd_levels().front()); }
    } restore;
    for (const int cells : {1, 3, 64}) {
      const NoiseField field = closed_field(cells, 4);
      const double phase = cells - 0.25;  // between the last layer and the first
      std::vector<float> plain, slopes;
      for (size_t i = 0; i < grid.cells(); ++i) {
        plain.push_back(noise_value(field, centres.x_m[i], centres.y_m[i], phase));
        slopes.push_back(noise_slope(field, centres.x_m[i], centres.y_m[i], phase).d_dx);
      }
      for (const std::string& level : simd_levels()) {
        QVERIFY(set_simd_level(level));
        for (const int threads : {1, 2, 7}) {
          const ThreadLimit limit(threads);
          QCOMPARE(equal_bits(noise_raster(field, grid, phase).cells, plain), plain.size());
          QCOMPARE(equal_bits(closed_values(field, centres, phase), plain), plain.size());
          std::vector<float> value(plain.size()), dx(plain.size()), dy(plain.size());
          sample_noise_gradient(field, centres.x_m, centres.y_m, phase, value, dx, dy);
          QCOMPARE(equal_bits(value, plain), plain.size());
          QCOMPARE(equal_bits(dx, slopes), plain.size());
        }
      }
    }
  }

  void withoutCellsNothingChanges() {
    const ClosedPlaces p = closed_places(1e6, 100);
    // A closed field's layers are the endless one's while none is wrapped: only the offset is rounded.
    const NoiseField endless = closed_field(0);
    for (const Octave& octave : endless.octaves) QCOMPARE(octave.cells_t, 0);
    const std::vector<float> early = closed_values(endless, p, 0), late = closed_values(endless, p, 3);
    QVERIFY(equal_bits(early, late) < 10);
  }
};

FW_TEST(TestNoiseClosed)
#include "test_noise_closed.moc"
