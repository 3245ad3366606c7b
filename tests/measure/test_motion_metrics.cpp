// Smoothness, paths, cells and fronts: known motions and fronts, invariances, degenerate input.

#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/measure/motion/coverage.h"
#include "core/measure/motion/fronts.h"
#include "core/measure/motion/paths.h"
#include "core/measure/pattern/lattice_statistics.h"
#include "core/measure/pattern/summary.h"
#include "tests/measure/angles.h"
#include "tests/measure/reference.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

template <typename Record>
void add_heading(Record& record, double angle_rad, double speed_mps) {
  const exact::SinCos sc = exact::sincos(angle_rad);
  add_row(record, std::vector<float>{float(sc.cos)}, std::vector<float>{float(sc.sin)},
          std::vector<float>{float(speed_mps)});
}

void add_position(TortuosityRecord& record, double x, double y) {
  add_row(record, std::vector<double>{x}, std::vector<double>{y});
}

std::vector<double> random_cells(size_t count, uint64_t seed) {
  std::vector<double> out;
  for (size_t c = 0; c < count; ++c) out.push_back(random_normal(seed, c));
  return out;
}

}  // namespace

class TestMotionMetrics : public QObject {
  Q_OBJECT

 private slots:
  void uniformMotionAndUniformAccelerationHaveNoJerk() {
    JerkRecord record = jerk_record(10);
    for (int t = 0; t < 8; ++t) add_heading(record, 0.0, 0.5 + 0.25 * t);
    QCOMPARE(jerk(record).count, int64_t{6});
    QCOMPARE(jerk(record).mean, 0.0);
    QCOMPARE(jerk(record).p95, 0.0);
  }

  void aCircleHasTheKnownJerkInBothForms() {
    // |v(t+1) - 2 v(t) + v(t-1)| = 4 v sin^2(turn / 2), over the spacing.
    for (const double spacing : {1.0, 10.0}) {
      JerkRecord record = jerk_record(spacing);
      const double turn = 0.05 * spacing, speed = 1.2;
      for (int s = 0; s < 30; ++s) add_heading(record, turn * s, speed);
      const double expected = 4 * speed * std::pow(std::sin(turn / 2), 2) / spacing;
      COMPARE_CLOSE(jerk(record).mean, expected, 1e-6);
      COMPARE_CLOSE(jerk(record).p95, expected, 1e-6);
    }
  }

  void fewerThanThreeRowsHaveNoJerk() {
    JerkRecord record = jerk_record(1);
    QCOMPARE(jerk(record).mean, 0.0);
    add_heading(record, 0, 1);
    add_heading(record, 2, 1);
    QCOMPARE(jerk(record).count, int64_t{0});
    QCOMPARE(jerk(record).mean, 0.0);
  }

  void aSteadyTurnCorrelatesLikeItsCosine() {
    LagSums sums = lag_sums(6);
    for (int t = 0; t < 40; ++t) add_heading(sums, 0.2 * t, t % 2 ? 1.5 : 0.5);
    const Autocorrelation a = autocorrelation(sums);
    for (int k = 1; k <= 6; ++k) {
      COMPARE_CLOSE(a.heading[size_t(k) - 1], std::cos(0.2 * k), 1e-6);
      COMPARE_CLOSE(a.speed[size_t(k) - 1], k % 2 ? -1.0 : 1.0, 1e-12);
    }
  }

  void equalSpeedsAndUnreachedLagsGiveZero() {
    LagSums sums = lag_sums(5);
    for (int t = 0; t < 4; ++t) add_heading(sums, 0.0, 0.1 * 7);
    const Autocorrelation a = autocorrelation(sums);
    QCOMPARE(a.speed, (std::vector<double>{0, 0, 0, 0, 0}));
    COMPARE_CLOSE(a.heading[2], 1.0, 1e-7);
    QCOMPARE(a.heading[3], 0.0);
  }

  void aStraightPathHasTortuosityOneAcrossTheBorderToo() {
    TortuosityRecord record = tortuosity_record({100, Border::torus}, 60);
    for (int t = 0; t < 300; ++t) add_position(record, std::fmod(3.0 * t, 100), std::fmod(4.0 * t, 100));
    QCOMPARE(tortuosity(record).count, int64_t{240});
    COMPARE_CLOSE(tortuosity(record).mean, 1.0, 1e-6);
    COMPARE_CLOSE(tortuosity(record).p95, 1.0, 1e-6);
  }

  void aZigzagAndAHalfCircleHaveTheKnownTortuosity() {
    TortuosityRecord zigzag = tortuosity_record({1000, Border::torus}, 10);
    for (int t = 0; t < 50; ++t) add_position(zigzag, 3.0 * t, 4.0 * (t % 2));
    COMPARE_CLOSE(tortuosity(zigzag).mean, 5.0 / 3, 1e-6);
    TortuosityRecord circle = tortuosity_record({1000, Border::reflect}, 60);
    for (int t = 0; t < 200; ++t)
      add_position(circle, 500 + 40 * std::cos(kTwoPi * t / 120), 500 + 40 * std::sin(kTwoPi * t / 120));
    COMPARE_CLOSE(tortuosity(circle).mean, kTwoPi / 4, 1e-3);  // a polygon of 120 sides
  }

  void windowsFollowTheHopAndStillAgentsAreLeftOut() {
    TortuosityRecord record = tortuosity_record({100, Border::torus}, 4, 3);
    for (int t = 0; t < 12; ++t) add_row(record, std::vector<double>{5, 1.0 * t}, std::vector<double>{5, 2});
    QCOMPARE(tortuosity(record).count, int64_t{3});  // windows end at steps 4, 7 and 10; one agent moves
    TortuosityRecord brief = tortuosity_record({100, Border::torus}, 60);
    add_position(brief, 1, 1);
    QCOMPARE(tortuosity(brief).mean, 0.0);
  }

  void aPathBackToItsStartIsCapped() {
    TortuosityRecord record = tortuosity_record({100, Border::torus}, 2);
    for (int t = 0; t < 5; ++t) add_position(record, 10 + 3 * (t % 2), 10);
    QCOMPARE(tortuosity(record).mean, kTortuosityCap);
  }

  void coverageForgetsWhatIsOlderThanTheWindow() {
    VisitMap map = visit_map({100, 10});
    QCOMPARE(visited_share(map), 0.0);
    for (int t = 0; t < 10; ++t) add_row(map, t, std::vector<double>{10.0 * t + 5}, std::vector<double>{5});
    QCOMPARE(visited_share(map, 10), 0.10);
    QCOMPARE(visited_share(map, 3), 0.03);
    QCOMPARE(visited_share(map, 1), 0.01);
    add_row(map, 40, std::vector<double>{5}, std::vector<double>{5});
    QCOMPARE(visited_share(map, 31), 0.01);
    QCOMPARE(visited_share(map, 32), 0.02);
    QCOMPARE(visited_share(map, 1000), 0.10);
  }

  void cellsAreCountedAndBorderPointsStayInside() {
    QCOMPARE(grid_of_cell_size(1000, 23.8).per_side, 42);
    QCOMPARE(grid_of_cell_size(10, 100).per_side, 1);
    const CellGrid grid{100, 10};
    const std::vector<double> x{0, 99.999, 100, 15, 15}, y{0, 99.999, 100, 25, 25};
    const std::vector<double> counts = cell_counts(x, y, grid);
    QCOMPARE(counts[0], 1.0);
    QCOMPARE(counts[99], 2.0);
    QCOMPARE(counts[21], 2.0);
    QCOMPARE(occupied_share(x, y, grid), 0.03);
    QCOMPARE(occupied_share({}, {}, grid), 0.0);
  }

  void regionalVariationCanLeaveThePopulationsScatterOut() {
    const std::vector<double> population{10, 30, 0, 20}, starts{5, 15, 0, 10}, uneven{1, 20, 0, 9};
    QVERIFY(regional_cv(starts) > 0.5);
    COMPARE_CLOSE(regional_cv_per_head(starts, population), 0.0, 1e-12);
    // Rates .1, .667, .45 with weights 10, 30, 20 about .5.
    COMPARE_CLOSE(regional_cv_per_head(uneven, population),
                  std::sqrt((10 * .16 + 30 / 36.0 + 20 * .0025) / 60) / .5, 1e-12);
    QCOMPARE(regional_cv(std::vector<double>(4, 0.0)), 0.0);
    QCOMPARE(regional_cv_per_head(std::vector<double>(4, 0.0), population), 0.0);
    QCOMPARE(regional_cv_per_head(starts, std::vector<double>(4, 0.0)), 0.0);
  }

  void moransIIsMinusOneOnAChessboardAndHighOnARamp() {
    std::vector<double> board, ramp;
    for (int r = 0; r < 8; ++r)
      for (int c = 0; c < 8; ++c) board.push_back((r + c) % 2), ramp.push_back(c);
    for (const bool torus : {false, true})
      COMPARE_CLOSE(morans_i(board, 8, 8, Contiguity::rook, torus), -1.0, 1e-12);
    QVERIFY(std::fabs(morans_i(board, 8, 8, Contiguity::queen, true)) < 1e-12);  // corners undo the sides
    QVERIFY(morans_i(ramp, 8, 8, Contiguity::rook, false) > 0.8);
    QCOMPARE(morans_i(std::vector<double>(64, 0.1), 8, 8, Contiguity::queen, false), 0.0);
    QCOMPARE(morans_i(std::vector<double>{3}, 1, 1, Contiguity::rook, false), 0.0);
  }

  void moransIOfRandomValuesIsNearItsExpectation() {
    double mean = 0;
    const int runs = 400;
    for (int s = 0; s < runs; ++s)
      mean += morans_i(random_cells(100, 50 + s), 10, 10, Contiguity::rook, true) / runs;
    // One value scatters by 1 / sqrt(links) = 0.07.
    QVERIFY2(std::fabs(mean + 1.0 / 99) < 5 * 0.07 / std::sqrt(runs), qPrintable(QString::number(mean)));
  }

  void moransIDoesNotDependOnWhereTheTorusIsCut() {
    const std::vector<double> values = random_cells(70, 3);  // 10 columns, 7 rows
    std::vector<double> moved(70);
    for (int r = 0; r < 7; ++r)
      for (int c = 0; c < 10; ++c)
        moved[size_t((r + 3) % 7 * 10 + (c + 4) % 10)] = values[size_t(r * 10 + c)];
    for (const Contiguity contiguity : {Contiguity::rook, Contiguity::queen})
      COMPARE_CLOSE(morans_i(moved, 10, 7, contiguity, true), morans_i(values, 10, 7, contiguity, true),
                    1e-12);
  }

  void unusedCellsTakeNoPart() {
    std::vector<double> values = random_cells(25, 4);
    std::vector<uint8_t> used(25, 1);
    used[7] = used[12] = 0;
    const double before = morans_i(values, 5, 5, Contiguity::rook, true, used);
    values[7] = 1e6;
    QCOMPARE(morans_i(values, 5, 5, Contiguity::rook, true, used), before);
    QCOMPARE(morans_i(values, 5, 5, Contiguity::rook, true, std::vector<uint8_t>(25, 0)), 0.0);
    const CellShares shares = cell_shares(std::vector<double>{1, 0}, std::vector<double>{4, 0});
    QCOMPARE(shares.share, (std::vector<double>{0.25, 0}));
    QCOMPARE(shares.used, (std::vector<uint8_t>{1, 0}));
  }

  void startsAtTheirPhasesAreCoherentAndOppositeOnesAreNot() {
    std::vector<int64_t> ticks;
    std::vector<double> at, opposite, quarter;
    for (int64_t t = 0; t < 600; t += 7) {
      ticks.push_back(t);
      at.push_back(double(t % 60) / 60);
      opposite.push_back(double((t + 30) % 60) / 60);
      quarter.push_back(double((t + 15) % 60) / 60);
    }
    const auto coherence = [&](const std::vector<double>& phases) {
      CoherenceSum sum;
      for (size_t i = 0; i < ticks.size(); ++i) sum.add(ticks[i], phases[i], 60);
      return sum.value();
    };
    COMPARE_CLOSE(coherence(at), 1.0, 1e-12);
    COMPARE_CLOSE(coherence(opposite), -1.0, 1e-12);
    COMPARE_CLOSE(coherence(quarter), 0.0, 1e-12);
    QCOMPARE(CoherenceSum{}.value(), 0.0);
  }

  void aGlobalWaveIsItsRelativeAmplitude() {
    std::vector<double> wave, shifted, spike;
    for (int t = 0; t < 600; ++t) {
      wave.push_back(5 * (1 + 0.3 * std::cos(kTwoPi * t / 60)));
      shifted.push_back(5 * (1 + 0.3 * std::cos(kTwoPi * (t - 17) / 60)));
      spike.push_back(t % 60 == 11);
    }
    COMPARE_CLOSE(wave_amplitude(wave, 60), 0.3, 1e-9);
    COMPARE_CLOSE(wave_amplitude(shifted, 60), 0.3, 1e-9);
    COMPARE_CLOSE(wave_amplitude(spike, 60), 2.0, 1e-9);
    COMPARE_CLOSE(wave_amplitude(std::vector<double>(600, 3.0), 60), 0.0, 1e-12);
    QCOMPARE(wave_amplitude(std::vector<double>(60, 0.0), 60), 0.0);
  }

  void spawnsThatFollowTheirMapCohereWithItAndNotWithAnother() {
    std::vector<int64_t> ticks;
    std::vector<double> own, other;
    for (uint64_t i = 0; i < 900; ++i) {
      const double level = random_uniform(1, i);
      ticks.push_back(int64_t(i / 300) * 600 + int64_t(level * 600));
      own.push_back(level);
      other.push_back(random_uniform(2, i));
    }
    const SpawnCoherence c = spawn_coherence(ticks, other, own, 600);
    QVERIFY(c.own > 0.99999);
    QVERIFY(std::fabs(c.ref) < 5 / std::sqrt(900.0));
    QCOMPARE(spawn_coherence(ticks, std::vector<double>(900, 0.5), own, 600).ref, 0.0);
    QCOMPARE(spawn_coherence({}, {}, {}, 600).own, 0.0);
  }

  void aFrontThatSweepsTheMapHasNeighboursInPhase() {
    const Arena arena{120, Border::reflect};
    std::vector<int64_t> sweep, random_ticks;
    std::vector<double> x, y;
    for (uint64_t i = 0; i < 600; ++i) {
      x.push_back(120 * random_uniform(3, i));
      y.push_back(120 * random_uniform(4, i));
      const int64_t cycle = int64_t(i / 100) * 600;
      sweep.push_back(cycle + int64_t(x.back() * 5));
      random_ticks.push_back(cycle + int64_t(random_below(5, i, 600)));
    }
    QVERIFY(neighbour_phase(sweep, x, y, 600, arena) > 0.9);
    QVERIFY(std::fabs(neighbour_phase(random_ticks, x, y, 600, arena)) < 0.25);
  }

  void neighboursOfAnotherCycleDoNotCount() {
    const Arena arena{100, Border::reflect};
    // In one place, a tick apart, but the border of the cycles lies between each pair.
    const std::vector<int64_t> tick{599, 600, 10, 1100}, two{599, 600};
    const std::vector<double> x{10, 10, 50, 50}, y{10, 10, 50, 50};
    COMPARE_CLOSE(neighbour_phase(tick, x, y, 600, arena), -1.0, 0.3);
    QCOMPARE(neighbour_phase(two, std::vector<double>{1, 1}, std::vector<double>{1, 1}, 600, arena), 0.0);
    QCOMPARE(neighbour_phase({}, {}, {}, 600, arena), 0.0);
  }
};

FW_TEST(TestMotionMetrics)
#include "test_motion_metrics.moc"
