// Metrics of series and events: known signals, two roads to one answer, degenerate input.

#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/measure/audit/counts.h"
#include "core/measure/motion/intervals.h"
#include "core/measure/pattern/spectrum.h"
#include "core/measure/pattern/summary.h"
#include "tests/measure/angles.h"
#include "tests/measure/reference.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

std::vector<double> normal_series(size_t count, uint64_t seed) {
  std::vector<double> out;
  for (size_t t = 0; t < count; ++t) out.push_back(random_normal(seed, t));
  return out;
}

std::vector<double> poisson_counts(size_t count, double mean, uint64_t seed) {
  RandomCursor random{seed, 0};
  std::vector<double> out;
  for (size_t t = 0; t < count; ++t) out.push_back(random.poisson(mean));
  return out;
}

/// Starts and activity of agents that act for two ticks at random, restarts included; agent 0 never acts.
struct Actions {
  size_t agents = 30;
  std::vector<std::vector<uint8_t>> started, active;  // [tick][agent]

  explicit Actions(size_t ticks) {
    RandomCursor random{5, 0};
    std::vector<size_t> until(agents, 0);
    for (size_t t = 0; t < ticks; ++t) {
      std::vector<uint8_t> s(agents), a(agents);
      for (size_t i = 1; i < agents; ++i) {
        s[i] = random.uniform() < 0.08;
        if (s[i]) until[i] = t + 2;
        a[i] = t < until[i];
      }
      started.push_back(s);
      active.push_back(a);
    }
  }
};

}  // namespace

class TestSeriesMetrics : public QObject {
  Q_OBJECT

 private slots:
  void equalNumbersHaveNoSpreadAtAll() {
    const std::vector<double> tenths(37, 0.1);  // 37 * 0.1 is not a representable sum
    const Summary s = summarize(tenths);
    QCOMPARE(s.mean, 0.1);
    QCOMPARE(s.sd, 0.0);
    QCOMPARE(s.skew, 0.0);
    QCOMPARE(s.cv(), 0.0);
    QCOMPARE(pearson(tenths, tenths), 0.0);
    QCOMPARE(percentile(tenths, 0.95), 0.1);
  }

  void noNumbersGiveZeros() {
    const std::vector<double> none;
    QCOMPARE(summarize(none).count, int64_t{0});
    QCOMPARE(summarize(none).cv(), 0.0);
    QCOMPARE(percentile(none, 0.5), 0.0);
    QCOMPARE(pearson(none, none), 0.0);
    QCOMPARE(summarize(TickHistogram{}).mean, 0.0);
    QCOMPARE(percentile(TickHistogram{}, 0.5), 0.0);
    QCOMPARE(percentile(std::vector<double>{3}, 0.95), 3.0);
    QCOMPARE(percentile(std::vector<double>{3, 5}, 0.25), 3.5);
  }

  void aHistogramSaysWhatItsNumbersSay() {
    TickHistogram histogram;
    std::vector<double> listed;
    RandomCursor random{1, 0};
    for (int i = 0; i < 400; ++i) {
      const int64_t k = random.poisson(6.0);
      histogram.add(k);
      listed.push_back(double(k));
    }
    const Summary a = summarize(histogram), b = summarize(listed);
    QCOMPARE(a.count, b.count);
    QCOMPARE(a.min, b.min);
    QCOMPARE(a.max, b.max);
    COMPARE_CLOSE(a.mean, b.mean, 1e-12);
    COMPARE_CLOSE(a.sd, b.sd, 1e-12);
    COMPARE_CLOSE(a.skew, b.skew, 1e-12);
    for (const double share : {0.0, 0.05, 0.333, 0.5, 0.95, 1.0})
      COMPARE_CLOSE(percentile(histogram, share), percentile(listed, share), 1e-12);
  }

  void correlationIsOneForALineAndMinusOneForItsMirror() {
    const std::vector<double> a{1, 2, 4, 8}, up{3, 5, 9, 17}, down{-1, -2, -4, -8};
    COMPARE_CLOSE(pearson(a, up), 1.0, 1e-12);
    COMPARE_CLOSE(pearson(a, down), -1.0, 1e-12);
  }

  void aSinusoidsEnergyIsHalfItsSquaredAmplitudeAtItsFrequency() {
    std::vector<double> series;
    for (int t = 0; t < 600; ++t) series.push_back(7 + 3 * std::sin(kTwoPi * 8 * t / 100 + 0.4));
    const std::vector<double> power = welch_power(series, {100, 50, false, true});
    for (size_t k = 0; k < power.size(); ++k) COMPARE_CLOSE(power[k], k == 8 ? 4.5 : 0.0, 1e-9);
    // A Hann window spreads it over three frequencies and keeps the sum, at any phase.
    const BandEnergy energy = band_energy(series, kActionSpectrum);
    COMPARE_CLOSE(energy.low, 4.5, 1e-9);
    COMPARE_CLOSE(energy.high, 0.0, 1e-9);
  }

  void theBandsTogetherHoldTheSignalsVariance() {
    const std::vector<double> noise = normal_series(20000, 3);
    for (const WelchSetup& setup : {kActionSpectrum, kCrowdSpectrum, WelchSetup{101, 50, false, true}}) {
      const BandEnergy energy = band_energy(noise, setup);
      // Half of the frequencies lie on either side of the cut; 400 windows of 25 frequencies leave 2 %.
      QVERIFY(std::fabs(energy.low + energy.high - 1) < 0.05);
      QVERIFY(std::fabs(energy.ratio() - 1) < 0.1);
    }
    // Without taper the split is exact in every window.
    const std::vector<double> window(noise.begin(), noise.begin() + 101);  // odd: no Nyquist line
    const BandEnergy exact_split = band_energy(window, {101, 101, false, true}, 0.1);
    const Summary s = summarize(window);
    COMPARE_CLOSE(exact_split.low + exact_split.high, s.sd * s.sd, 1e-12);
  }

  void theCutItselfCountsAsLow() {
    std::vector<double> series;
    for (int t = 0; t < 100; ++t) series.push_back(std::cos(kTwoPi * 0.25 * t));
    const BandEnergy energy = band_energy(series, {100, 50, false, true}, 0.25);
    COMPARE_CLOSE(energy.low, 0.5, 1e-12);
    COMPARE_CLOSE(energy.high, 0.0, 1e-12);
  }

  void constantAndShortSeriesHaveNoEnergy() {
    const std::vector<double> constant(300, 0.3);
    const BandEnergy none = band_energy(constant, kActionSpectrum),
                     brief = band_energy(std::vector<double>(99, 1.0), kActionSpectrum);
    QCOMPARE(none.low, 0.0);
    QCOMPARE(none.high, 0.0);
    QCOMPARE(none.ratio(), 0.0);
    QCOMPARE(brief.ratio(), 0.0);
    QVERIFY(welch_power(std::vector<double>(99, 1.0), kActionSpectrum).empty());
    QCOMPARE(kinetic_signal({}), 0.0);
  }

  void poissonCountsHaveFanoFactorOne() {
    const std::vector<double> counts = poisson_counts(20000, 5, 4);
    // The estimate's sd is sqrt(2 / windows).
    QVERIFY(std::fabs(fano_factor(counts) - 1) < 5 * std::sqrt(2.0 / 20000));
    QVERIFY(std::fabs(fano_factor(counts, 10, 10) - 1) < 5 * std::sqrt(2.0 / 2000));
    QCOMPARE(fano_factor(std::vector<double>(100, 4.0), 7), 0.0);
    QCOMPARE(fano_factor(std::vector<double>(100, 0.0)), 0.0);
    QCOMPARE(fano_factor(counts, 20001), 0.0);
  }

  void secondDifferencesSeeCurvatureAlone() {
    std::vector<double> line, zigzag;
    for (int t = 0; t < 50; ++t) line.push_back(3.0 * t), zigzag.push_back(t % 2);
    QCOMPARE(second_difference_energy(line), 0.0);
    QCOMPARE(second_difference_energy(zigzag), 4.0);
    QCOMPARE(second_difference_energy(std::vector<double>{1, 2}), 0.0);
  }

  void theRateErrorIsTheWorstWindows() {
    std::vector<double> counts(300, 2.0);
    QCOMPARE(worst_rate_error(counts, 2.0), 0.0);
    counts[150] = 8;  // 126 instead of 120 in the windows that hold it
    COMPARE_CLOSE(worst_rate_error(counts, 2.0), 0.05, 1e-12);
    counts[20] = counts[21] = counts[22] = counts[23] = 0;
    COMPARE_CLOSE(worst_rate_error(counts, 2.0), 8.0 / 120, 1e-12);
    QCOMPARE(worst_rate_error(std::vector<double>(59, 1.0), 2.0), 0.0);
  }

  void loadLooksAtWindowsSideBySide() {
    const std::vector<double> counts{1, 1, 4, 0, 0, 0, 9};  // the last value fills no window
    const Load l = load(counts, 2);
    QCOMPARE(l.windows, int64_t{3});
    COMPARE_CLOSE(l.mean, 2.0, 1e-12);
    COMPARE_CLOSE(l.variance, 8.0 / 3, 1e-12);
    COMPARE_CLOSE(l.peak_to_mean, 2.0, 1e-12);
    QCOMPARE(load({}, 2).peak_to_mean, 0.0);
    QCOMPARE(load(std::vector<double>(10, 0.0), 2).peak_to_mean, 0.0);
  }

  void eventsBecomeCountsPerTick() {
    const std::vector<int64_t> ticks{0, 2, 2, 4, 5, -1};
    QCOMPARE(counts_per_tick(ticks, 5), (std::vector<double>{1, 0, 2, 0, 1}));
    QVERIFY(counts_per_tick(ticks, 0).empty());
  }

  void spawnIntervalsCountSimultaneousEvents() {
    std::vector<int64_t> even, batches;
    for (int64_t t = 0; t < 3000; t += 30) {
      even.push_back(t);
      for (int k = 0; k < 3; ++k) batches.push_back(t);
    }
    QCOMPARE(isi_cv(even), 0.0);
    // Batches of three: two of three intervals are 0, the third is 30; sqrt(3 - 1) but for the last batch's
    // end.
    QVERIFY(std::fabs(isi_cv(batches) - std::sqrt(2.0)) < 0.02);
    QCOMPARE(isi_cv(std::vector<int64_t>{5}), 0.0);
    QCOMPARE(isi_cv(std::vector<int64_t>{5, 5, 5}), 0.0);
    QVERIFY(event_intervals({}).empty());
  }

  void oneProposalASixthTickWithCycleQuotaGivesTheKnownIsi() {
    // 96 of 100 slots of a cycle are used, six cycles: 570 intervals of 6 ticks, five of 30.
    std::vector<int64_t> ticks;
    for (int64_t cycle = 0; cycle < 6; ++cycle)
      for (int64_t slot = 0; slot < 96; ++slot) ticks.push_back(cycle * 600 + slot * 6);
    COMPARE_CLOSE(isi_cv(ticks), 0.3589, 5e-5);
  }

  void burstinessRunsFromRegularToPoissonToBursts() {
    std::vector<double> exponential, bursts(1000, 0.001);
    for (uint64_t i = 0; i < 20000; ++i) exponential.push_back(-std::log(random_uniform(9, i)));
    bursts[500] = 1000;
    QCOMPARE(burstiness(summarize(std::vector<double>(50, 3.0))), -1.0);
    QVERIFY(std::fabs(burstiness(summarize(exponential))) < 0.02);
    QVERIFY(burstiness(summarize(bursts)) > 0.9);
    QCOMPARE(burstiness(Summary{}), 0.0);
  }

  void theActivityLogAgreesWithReadingEachAgentsRow() {
    const Actions actions(400);
    ActivityLog log = activity_log(actions.agents);
    for (size_t t = 0; t < 400; ++t) add_row(log, actions.started[t], actions.active[t]);

    TickHistogram intervals, gaps;
    double active = 0;
    for (size_t i = 0; i < actions.agents; ++i) {
      int64_t last_start = -1, last_active = -1;
      for (int64_t t = 0; t <= 400; ++t) {
        const bool end = t == 400, acts = !end && actions.active[size_t(t)][i];
        if (!end && actions.started[size_t(t)][i]) {
          if (last_start >= 0) intervals.add(t - last_start);
          last_start = t;
        }
        active += acts;
        if (!acts && !end) continue;
        const int64_t idle = t - last_active - 1;
        if (acts && last_active >= 0 && idle > 0) gaps.add(idle);
        last_active = t;
      }
    }
    QCOMPARE(log.intervals.count, intervals.count);
    QCOMPARE(log.gaps.count, gaps.count);
    QCOMPARE(longest_gap_ticks(log), int64_t(gaps.count.size()) - 1);
    COMPARE_CLOSE(duty_cycle(log), active / (400.0 * 30), 1e-12);
    QCOMPARE(summarize(log.starts).mean * 400, summarize(log.agent_starts).mean * 30);
  }

  void anEmptyLogIsAllZeros() {
    const ActivityLog log = activity_log(0);
    QCOMPARE(duty_cycle(log), 0.0);
    QCOMPARE(longest_gap_ticks(log), int64_t{0});
  }

  void aRunBeforeTheFirstActionIsNoGap() {
    ActivityLog log = activity_log(1);
    for (const int on : {0, 0, 0, 0, 1, 0, 0, 1, 0})
      add_row(log, std::vector<uint8_t>{uint8_t(on)}, std::vector<uint8_t>{uint8_t(on)});
    QCOMPARE(longest_gap_ticks(log), int64_t{2});
    QCOMPARE(log.intervals.count, (std::vector<int64_t>{0, 0, 0, 1}));
  }
};

FW_TEST(TestSeriesMetrics)
#include "test_series_metrics.moc"
