#include <QTest>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/field/noise/noise_lattice.h"
#include "core/field/noise/noise_points.h"
#include "core/field/simd_level.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

NoiseStack stack_of(double wavelength_m, int octaves, double persistence = 0.52, double lacunarity = 2.15) {
  NoiseStack stack;
  stack.wavelength_m = wavelength_m;
  stack.octaves = octaves;
  stack.persistence = persistence;
  stack.lacunarity = lacunarity;
  return stack;
}

struct Points {
  std::vector<double> x, y;
};

Points random_points(size_t count, double side_m) {
  Points p;
  RandomCursor random{derive(7, "points")};
  for (size_t i = 0; i < count; ++i) {
    p.x.push_back(random.uniform(-side_m, side_m));
    p.y.push_back(random.uniform(-side_m, side_m));
  }
  return p;
}

/// Perlin's noise as the textbook has it: eight corner dot products, three linear blends, all in double.
double textbook(const Octave& octave, double x_m, double y_m, double phase) {
  const double px = x_m * octave.frequency_per_m + octave.offset_x;
  const double py = y_m * octave.frequency_per_m + octave.offset_y;
  const double pt = phase + octave.offset_t;
  const double fx = px - std::floor(px), fy = py - std::floor(py), ft = pt - std::floor(pt);
  const auto corner = [&](int i, int j, int k) {
    const auto key = lattice::hash_key(octave.lattice_seed, static_cast<int64_t>(std::floor(pt)) + k);
    const int ix = lattice::wrapped(static_cast<int>(std::floor(px)) + i, octave.period);
    const int iy = lattice::wrapped(static_cast<int>(std::floor(py)) + j, octave.period);
    const uint32_t g = lattice::gradient_index(key, lattice::hash_point(ix, iy));
    return lattice::kGradientX[g] * (fx - i) + lattice::kGradientY[g] * (fy - j) +
           lattice::kGradientZ[g] * (ft - k);
  };
  const auto mix = [](double s, double a, double b) { return a + s * (b - a); };
  const double u = lattice::fade(fx), v = lattice::fade(fy), w = lattice::fade(ft);
  const auto layer = [&](int k) {
    return mix(v, mix(u, corner(0, 0, k), corner(1, 0, k)), mix(u, corner(0, 1, k), corner(1, 1, k)));
  };
  return mix(w, layer(0), layer(1));
}

std::string digest(const Raster<float>& raster) {
  Sha256 hash;
  for (const float v : raster.cells) {
    const auto bits = std::bit_cast<uint32_t>(v);
    const std::array<uint8_t, 4> bytes = {static_cast<uint8_t>(bits), static_cast<uint8_t>(bits >> 8),
                                          static_cast<uint8_t>(bits >> 16), static_cast<uint8_t>(bits >> 24)};
    hash.update(bytes.data(), bytes.size());
  }
  return hash.hex();
}

/// Restores the best level when a test ends, also when it fails half way.
struct BestLevelAfterwards {
  ~BestLevelAfterwards() { set_simd_level(simd_levels().front()); }
};

size_t first_difference(const std::vector<float>& a, const std::vector<float>& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (std::bit_cast<uint32_t>(a[i]) != std::bit_cast<uint32_t>(b[i])) return i;
  return a.size();
}

}  // namespace

class NoiseTest : public QObject {
  Q_OBJECT

 private slots:
  void everyLevelAndRoadGivesTheSameBits_data() {
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("rows");
    QTest::addColumn<double>("wavelength_m");
    QTest::addColumn<double>("period_m");
    QTest::addColumn<double>("phase");
    QTest::newRow("one cell") << 1 << 1 << 700.0 << 0.0 << 0.0;
    QTest::newRow("narrow") << 3 << 40 << 700.0 << 0.0 << 0.3;
    QTest::newRow("odd") << 67 << 31 << 500.0 << 0.0 << -3.7;
    QTest::newRow("wide") << 301 << 17 << 900.0 << 0.0 << 12.0;
    QTest::newRow("torus") << 129 << 77 << 300.0 << 1000.0 << 0.81;
    QTest::newRow("near one lattice cell per sample") << 100 << 21 << 16.2 << 0.0 << 0.25;
    QTest::newRow("several chunks wide") << 2087 << 6 << 431.0 << 0.0 << 0.6;
    QTest::newRow("whole vectors, several chunks") << 2064 << 7 << 57.0 << 0.0 << 0.6;
    QTest::newRow("several chunks wide, several pieces high") << 1040 << 70 << 57.0 << 0.0 << 0.6;
    QTest::newRow("one row, coarse to fine") << 1040 << 1 << 70.0 << 0.0 << 0.1;
    QTest::newRow("one column") << 1 << 45 << 70.0 << 0.0 << 0.1;
    QTest::newRow("far longer than the grid") << 35 << 5 << 4e7 << 0.0 << 0.9;
    QTest::newRow("far finer than the samples") << 35 << 5 << 0.01 << 0.0 << 0.9;
    QTest::newRow("torus of one lattice cell") << 48 << 33 << 800.0 << 700.0 << 0.4;
    QTest::newRow("torus, whole vectors") << 1024 << 9 << 140.0 << 16000.0 << 0.4;
    QTest::newRow("finer than the samples") << 90 << 20 << 9.0 << 0.0 << 0.25;
    QTest::newRow("torus finer than the samples") << 65 << 65 << 20.0 << 1015.625 << 0.5;
  }
  void everyLevelAndRoadGivesTheSameBits() {
    QFETCH(int, columns);
    QFETCH(int, rows);
    QFETCH(double, wavelength_m);
    QFETCH(double, period_m);
    QFETCH(double, phase);
    const BestLevelAfterwards restore;
    const NoiseField field = bind_noise(stack_of(wavelength_m, 5), derive(3, "noise/a"), 0, period_m);
    const GridSpec grid{columns, rows, 15.625};
    Points centres;
    std::vector<float> truth;
    for (size_t i = 0; i < grid.cells(); ++i) {
      const Vec2 p = grid.centre(i);
      centres.x.push_back(p.x);
      centres.y.push_back(p.y);
      truth.push_back(noise_value(field, p.x, p.y, phase));
    }
    for (const std::string& level : simd_levels()) {
      QVERIFY(set_simd_level(level));
      const Raster<float> raster = noise_raster(field, grid, phase);
      const size_t wrong = first_difference(raster.cells, truth);
      QVERIFY2(wrong == truth.size(),
               qPrintable(QString("raster, %1, cell %2").arg(level.c_str()).arg(wrong)));
      std::vector<float> scattered(truth.size());
      sample_noise(field, centres.x, centres.y, phase, scattered);
      const size_t off = first_difference(scattered, truth);
      QVERIFY2(off == truth.size(), qPrintable(QString("points, %1, point %2").arg(level.c_str()).arg(off)));
    }
  }

  void scatteredPointsAnywhereEqualTheScalarPath() {
    const BestLevelAfterwards restore;
    for (const double side_m : {40000.0, 450.0}) {  // many turns of the torus, and less than one
      const Points p = random_points(5003, side_m);
      for (const double period_m : {0.0, 1000.0}) {
        const NoiseField field = bind_noise(stack_of(800, 4), derive(5, "noise/b"), 0, period_m);
        for (const std::string& level : simd_levels()) {
          QVERIFY(set_simd_level(level));
          std::vector<float> out(p.x.size());
          sample_noise(field, p.x, p.y, 0.4, out);
          for (size_t i = 0; i < out.size(); ++i)
            QCOMPARE(std::bit_cast<uint32_t>(out[i]),
                     std::bit_cast<uint32_t>(noise_value(field, p.x[i], p.y[i], 0.4)));
        }
      }
    }
  }

  // Half way between two cell centres the nearest is the even one, in every kernel.
  void pointsOnLatticeLinesEqualTheScalarPathAndTheTextbook() {
    const BestLevelAfterwards restore;
    NoiseField field = bind_noise(stack_of(4, 1), derive(5, "noise/l"), 0);
    field.octaves[0].offset_x = 0.25, field.octaves[0].offset_y = -0.25;
    const GridSpec grid{96, 80, 2};  // every second centre of a column and of a row lies on a line
    Points p;
    for (size_t i = 0; i < grid.cells(); ++i) {
      p.x.push_back(grid.centre(i).x);
      p.y.push_back(grid.centre(i).y);
    }
    for (const std::string& level : simd_levels()) {
      QVERIFY(set_simd_level(level));
      const Raster<float> raster = noise_raster(field, grid, 0.4);
      std::vector<float> scattered(p.x.size());
      sample_noise(field, p.x, p.y, 0.4, scattered);
      for (size_t i = 0; i < p.x.size(); ++i) {
        const float truth = noise_value(field, p.x[i], p.y[i], 0.4);
        QCOMPARE(std::bit_cast<uint32_t>(raster.cells[i]), std::bit_cast<uint32_t>(truth));
        QCOMPARE(std::bit_cast<uint32_t>(scattered[i]), std::bit_cast<uint32_t>(truth));
        QVERIFY(std::fabs(truth - textbook(field.octaves[0], p.x[i], p.y[i], 0.4)) <= 2e-7);
      }
    }
  }

  void pointsThatFollowEachOtherEqualTheScalarPath_data() {
    QTest::addColumn<double>("step_m");
    QTest::addColumn<double>("period_m");
    // Whole blocks in one lattice cell, hardly two points in one, and anything between.
    QTest::addColumn<double>("lacunarity");
    QTest::addColumn<bool>("at_zero");
    for (const double step_m : {0.02, 0.6, 3.0, 9.0, 40.0})
      for (const double period_m : {0.0, 60.0, 1000.0})
        QTest::addRow("%g of %g", step_m, period_m) << step_m << period_m << 2.15 << false;
    // Octaves in each other's units, and lattice cells so near 0 that fractions have every bit.
    for (const double step_m : {0.02, 0.6, 9.0})
      for (const bool at_zero : {false, true})
        QTest::addRow("%g, doubled octaves, %d", step_m, at_zero) << step_m << 0.0 << 2.0 << at_zero;
  }
  void pointsThatFollowEachOtherEqualTheScalarPath() {
    QFETCH(double, step_m);
    QFETCH(double, period_m);
    QFETCH(double, lacunarity);
    QFETCH(bool, at_zero);
    const BestLevelAfterwards restore;
    Points p{{0.0}, {0.0}};  // from the origin to either side
    RandomCursor random{derive(8, "walk")};
    while (p.x.size() < 3001) {
      p.x.push_back(p.x.back() + random.uniform(-step_m, step_m));
      p.y.push_back(p.y.back() + random.uniform(-step_m, step_m));
    }
    NoiseField field = bind_noise(stack_of(160, 5, 0.52, lacunarity), derive(5, "noise/w"), 0, period_m);
    if (at_zero)
      for (Octave& octave : field.octaves) octave.offset_x = 0.3, octave.offset_y = -0.7;
    for (const std::string& level : simd_levels()) {
      QVERIFY(set_simd_level(level));
      std::vector<float> value(p.x.size()), dx(p.x.size()), dy(p.x.size()), plain(p.x.size());
      sample_noise(field, p.x, p.y, 0.4, plain);
      sample_noise_gradient(field, p.x, p.y, 0.4, value, dx, dy);
      for (size_t i = 0; i < p.x.size(); ++i) {
        const NoiseSlope n = noise_slope(field, p.x[i], p.y[i], 0.4);
        QCOMPARE(std::bit_cast<uint32_t>(plain[i]), std::bit_cast<uint32_t>(n.value));
        QCOMPARE(std::bit_cast<uint32_t>(value[i]), std::bit_cast<uint32_t>(n.value));
        QCOMPARE(std::bit_cast<uint32_t>(dx[i]), std::bit_cast<uint32_t>(n.d_dx));
        QCOMPARE(std::bit_cast<uint32_t>(dy[i]), std::bit_cast<uint32_t>(n.d_dy));
      }
    }
  }

  void pointsReadTheSameFromATableOfTheLatticeAndByHashes() {
    const BestLevelAfterwards restore;
    const PointExtent extent{-310, 290, -700, 40};
    Points p = random_points(1000, 290);
    for (const double x : {extent.west, extent.east})
      for (const double y : {extent.south, extent.north}) p.x.push_back(x), p.y.push_back(y);
    for (double& y : p.y) y = std::min(y, extent.north);
    for (const double period_m : {0.0, 333.0}) {
      const NoiseField field = bind_noise(stack_of(90, 4), derive(5, "noise/t"), 0, period_m);
      const NoiseMoment hashed = noise_moment(field, 0.7, extent, 0);
      const NoiseMoment looked_up = noise_moment(field, 0.7, extent, 100000);
      for (const std::string& level : simd_levels()) {
        QVERIFY(set_simd_level(level));
        std::vector<float> truth(p.x.size()), out(p.x.size());
        sample_noise(hashed, {p.x, p.y}, truth);
        sample_noise(looked_up, {p.x, p.y}, out);
        QCOMPARE(first_difference(out, truth), truth.size());
      }
    }
  }

  void aSinglePlaceIsReadFromATableWhereItLiesInItAndByHashesElsewhere() {
    const PointExtent extent{-310, 290, -700, 40};
    const Points p = random_points(4000, 900);
    for (const double period_m : {0.0, 333.0}) {
      const NoiseField field = bind_noise(stack_of(90, 4), derive(5, "noise/t"), 0, period_m);
      const NoiseMoment moment = noise_moment(field, 0.7, extent, 100000);
      for (size_t i = 0; i < p.x.size(); ++i)
        QCOMPARE(std::bit_cast<uint32_t>(noise_value(moment, p.x[i], p.y[i])),
                 std::bit_cast<uint32_t>(noise_value(field, p.x[i], p.y[i], 0.7)));
    }
  }

  void aPlaceThatIsNoNumberHarmsNoOther() {
    const BestLevelAfterwards restore;
    const NoiseField field = bind_noise(stack_of(900, 3), derive(5, "noise/n"), 0);
    Points p = random_points(300, 500);
    std::vector<float> truth(p.x.size()), out(p.x.size());
    sample_noise(field, p.x, p.y, 0.4, truth);
    p.x[5] = p.y[150] = std::numeric_limits<double>::quiet_NaN();
    for (const std::string& level : simd_levels()) {
      QVERIFY(set_simd_level(level));
      sample_noise(field, p.x, p.y, 0.4, out);
      for (size_t i = 0; i < out.size(); ++i)
        QVERIFY(i == 5 || i == 150 ? std::isnan(out[i]) : out[i] == truth[i]);
    }
  }

  void threadsDoNotChangeARaster() {
    const NoiseField field = bind_noise(stack_of(900, 5), 11);
    std::vector<std::string> digests;
    for (const int threads : {1, 2, 7}) {
      const ThreadLimit limit(threads);
      digests.push_back(digest(noise_raster(field, GridSpec::square(8000, 200), 0.2)));
    }
    QCOMPARE(digests[1], digests[0]);
    QCOMPARE(digests[2], digests[0]);
  }

  void everyOctaveAgreesWithTextbookPerlinInDouble() {
    const NoiseField field = bind_noise(stack_of(1000, 4), derive(9, "noise/c"), 0);
    const Points p = random_points(60000, 8000);
    double worst = 0;
    for (const Octave& octave : field.octaves) {
      NoiseField single;
      single.octaves = {octave};
      single.octaves[0].amplitude = 1;
      for (const double phase : {0.0, 0.37, 5.9}) {
        std::vector<float> out(p.x.size());
        sample_noise(single, p.x, p.y, phase, out);
        for (size_t i = 0; i < out.size(); ++i)
          worst = std::max(worst, std::fabs(out[i] - textbook(octave, p.x[i], p.y[i], phase)));
      }
    }
    qInfo("largest difference from textbook Perlin: %.3g", worst);
    QVERIFY(worst <= 2e-7);
  }

  void derivativesAgreeWithFiniteDifferences() {
    const NoiseField field = bind_noise(stack_of(1000, 3), derive(9, "noise/d"), 0);
    const auto value = [&](double x, double y, double t) {
      double sum = 0;
      for (const Octave& octave : field.octaves) sum += octave.amplitude * textbook(octave, x, y, t);
      return sum;
    };
    const Points p = random_points(400, 5000);
    for (size_t i = 0; i < p.x.size(); ++i) {
      const double x = p.x[i], y = p.y[i], t = 0.61;
      const NoiseGradient g = noise_gradient(field, x, y, t);
      const double h = 0.01, ht = 1e-5;
      QVERIFY(std::fabs(g.value - value(x, y, t)) < 1e-13);
      QVERIFY(std::fabs(g.d_dx - (value(x + h, y, t) - value(x - h, y, t)) / (2 * h)) < 1e-9);
      QVERIFY(std::fabs(g.d_dy - (value(x, y + h, t) - value(x, y - h, t)) / (2 * h)) < 1e-9);
      QVERIFY(std::fabs(g.d_dt - (value(x, y, t + ht) - value(x, y, t - ht)) / (2 * ht)) < 1e-7);
    }
  }

  void batchSlopesAreTheScalarOnesAndAgreeWithTheDoubleGradient() {
    const BestLevelAfterwards restore;
    const Points p = random_points(3001, 20000);
    for (const double period_m : {0.0, 1000.0}) {
      const NoiseField field = bind_noise(stack_of(800, 4), derive(9, "noise/e"), 0, period_m);
      double steepest = 0;
      for (const Octave& octave : field.octaves) steepest += octave.amplitude * octave.frequency_per_m;
      for (const std::string& level : simd_levels()) {
        QVERIFY(set_simd_level(level));
        std::vector<float> value(p.x.size()), dx(p.x.size()), dy(p.x.size()), plain(p.x.size());
        sample_noise_gradient(field, p.x, p.y, 0.4, value, dx, dy);
        sample_noise(field, p.x, p.y, 0.4, plain);
        QCOMPARE(first_difference(value, plain), plain.size());
        for (size_t i = 0; i < value.size(); ++i) {
          const NoiseSlope n = noise_slope(field, p.x[i], p.y[i], 0.4);
          QCOMPARE(std::bit_cast<uint32_t>(dx[i]), std::bit_cast<uint32_t>(n.d_dx));
          QCOMPARE(std::bit_cast<uint32_t>(dy[i]), std::bit_cast<uint32_t>(n.d_dy));
          const NoiseGradient g = noise_gradient(field, p.x[i], p.y[i], 0.4);
          QVERIFY(std::fabs(n.d_dx - g.d_dx) <= 2e-6 * steepest);
          QVERIFY(std::fabs(n.d_dy - g.d_dy) <= 2e-6 * steepest);
        }
      }
    }
  }

  void aTorusRepeatsAfterItsPeriodAndAnEndlessFieldDoesNot() {
    const double period_m = 1000;
    const NoiseField torus = bind_noise(stack_of(320, 4, 0.5, 1.8), 21, 0, period_m);
    const NoiseField endless = bind_noise(stack_of(320, 4, 0.5, 1.8), 21, 0);
    for (const Octave& octave : torus.octaves)
      QCOMPARE(octave.frequency_per_m * period_m, double(octave.period));
    const Points p = random_points(300, 700);
    double moved = 0;
    for (size_t i = 0; i < p.x.size(); ++i) {
      const float here = noise_value(torus, p.x[i], p.y[i], 0.3);
      QVERIFY(std::fabs(noise_value(torus, p.x[i] + period_m, p.y[i], 0.3) - here) < 1e-6);
      QVERIFY(std::fabs(noise_value(torus, p.x[i], p.y[i] - 3 * period_m, 0.3) - here) < 1e-6);
      moved = std::max<double>(moved, std::fabs(noise_value(endless, p.x[i] + period_m, p.y[i], 0.3) -
                                                noise_value(endless, p.x[i], p.y[i], 0.3)));
    }
    QVERIFY(moved > 0.1);
  }

  void aDroppedOctaveLeavesTheOthersWhereTheyWere() {
    const NoiseStack stack = stack_of(1000, 6, 0.5, 2.0);  // 1000 500 250 125 62.5 31.25
    const NoiseField all = bind_noise(stack, 5, 0), some = bind_noise(stack, 5, 100);
    QCOMPARE(all.octaves.size(), size_t{6});
    QCOMPARE(bind_noise(stack, 5).octaves.size(), size_t{6});  // 31.25 m is just kept
    QCOMPARE(some.octaves.size(), size_t{4});
    double sum = 0;
    for (size_t k = 0; k < some.octaves.size(); ++k) {
      QCOMPARE(some.octaves[k].lattice_seed, all.octaves[k].lattice_seed);
      QCOMPARE(some.octaves[k].offset_x, all.octaves[k].offset_x);
      QCOMPARE(some.octaves[k].offset_t, all.octaves[k].offset_t);
      sum += some.octaves[k].amplitude;
    }
    QVERIFY(std::fabs(sum - 1) < 1e-6);
  }

  void substreamsGiveUnrelatedFields() {
    const GridSpec grid = GridSpec::square(20000, 96);
    const Raster<float> a = noise_raster(bind_noise(stack_of(900, 4), derive(1, "noise/a")), grid);
    const Raster<float> b = noise_raster(bind_noise(stack_of(900, 4), derive(1, "noise/b")), grid);
    double aa = 0, bb = 0, ab = 0, ma = 0, mb = 0;
    for (size_t i = 0; i < a.size(); ++i) ma += a[i], mb += b[i];
    ma /= double(a.size()), mb /= double(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      aa += (a[i] - ma) * (a[i] - ma), bb += (b[i] - mb) * (b[i] - mb), ab += (a[i] - ma) * (b[i] - mb);
    }
    const double sd = std::sqrt(aa / double(a.size()));
    QVERIFY2(sd > 0.08 && sd < 0.30, qPrintable(QString::number(sd)));
    QVERIFY(std::fabs(ma) < 0.05);
    QVERIFY(std::fabs(ab / std::sqrt(aa * bb)) < 0.15);
  }

  void allTwelveGradientsComeUpEquallyOften() {
    std::array<int, 16> count{};
    const auto key = lattice::hash_key(99, 4);
    for (int y = -128; y < 128; ++y)
      for (int x = -128; x < 128; ++x) ++count[lattice::gradient_index(key, lattice::hash_point(x, y))];
    for (const int c : count) QVERIFY(std::abs(c - 4096) < 5 * 62);  // 5 sd of a fair draw
  }

  void driftMovesSmoothlyAndResampleHoldsWithinACycle() {
    NoiseStack stack = stack_of(500, 3);
    const NoiseField drift = bind_noise(stack, 8, 0);
    QVERIFY(std::fabs(noise_value(drift, 100, 200, 0.5) - noise_value(drift, 100, 200, 0.5001)) < 1e-3);
    QCOMPARE(noise_value(bind_noise(stack, 8, 0, 0, 4), 100, 200, 0), noise_value(drift, 100, 200, 0));
    stack.update = FieldUpdate::resample;
    const NoiseField held = bind_noise(stack, 8, 0, 0, 3), again = bind_noise(stack, 8, 0, 0, 3);
    const NoiseField next = bind_noise(stack, 8, 0, 0, 4);
    int same = 0;
    for (int i = 0; i < 50; ++i) {
      QCOMPARE(noise_value(held, 37.0 * i, 11.0 * i, 0), noise_value(again, 37.0 * i, 11.0 * i, 0));
      same += std::fabs(noise_value(held, 37.0 * i, 11.0 * i, 0) - noise_value(next, 37.0 * i, 11.0 * i, 0)) <
              1e-3f;
    }
    QVERIFY(same < 10);
  }

  void stateFeaturesShiftThePhaseAndScaleTheValue() {
    NoiseStack stack = stack_of(600, 4);
    stack.state_features = {{"heat", 0.5, -0.25, 0, 0.4}, {"noise", 0, 0, 0.7, 0}};
    const Points p = random_points(1111, 3000);
    std::vector<float> heat(p.x.size()), loud(p.x.size());
    for (size_t i = 0; i < heat.size(); ++i) {
      heat[i] = static_cast<float>(random_uniform(4, i));
      loud[i] = static_cast<float>(random_uniform(5, i));
    }
    const NoiseField field = bind_noise(stack, 13, 0);
    for (const bool phase_shift : {true, false}) {
      if (!phase_shift) stack.state_features[1].offset_t = 0;
      const std::array<std::span<const float>, 2> state = {heat, loud};
      std::vector<float> out(p.x.size());
      sample_context(stack, field, p.x, p.y, 0.2, state, out);
      for (size_t i = 0; i < out.size(); ++i) {
        const double x = p.x[i] + heat[i] * 0.5 * 600, y = p.y[i] - heat[i] * 0.25 * 600;
        const double t = 0.2 + loud[i] * (phase_shift ? 0.7 : 0.0);
        const double expected = noise_value(field, x, y, t) * (1 + 0.4 * (heat[i] - 0.5));
        QVERIFY(std::fabs(out[i] - expected) < 1e-6);
      }
    }
  }

  void normalisingStaysInRange() {
    std::vector<float> v = {-1, 0, 1};
    normalise_half(v);
    QCOMPARE(v, (std::vector<float>{0, 0.5f, 1}));
  }

  // Every world depends on these bits. If they change on purpose, every stored world changes: raise the
  // project's version, note it in the change log, then put the digest printed by the failing test here.
  void aSmallRasterHasItsRecordedDigest() {
    const NoiseField field =
        bind_noise(stack_of(1700, 5), derive(SeedBundle::from_master(42).noise_stream(), "noise/golden"));
    const std::string expected = "8b7cf1b72b6de0159fa22fd1476977a50654b055327da6193e26acc336cce728";
    const std::string found = digest(noise_raster(field, GridSpec::square(8000, 64), 0.25));
    QVERIFY2(found == expected, found.c_str());
  }
};

FW_TEST(NoiseTest)
#include "test_noise.moc"
