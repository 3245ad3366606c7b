#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/exact/rng.h"
#include "core/tactics/alarm.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Agents that stand anywhere in the arena.
struct Standing {
  std::vector<double> x, y;
  AlarmState state;
  Standing(size_t n, const Arena& arena, uint64_t seed) {
    for (uint64_t i = 0; i < n; ++i)
      x.push_back(arena.side_m * random_uniform(seed, 2 * i)),
          y.push_back(arena.side_m * random_uniform(seed, 2 * i + 1));
    state.level.assign(n, 0), state.until.assign(n, 0), state.ready.assign(n, 0);
  }
};

/// Seconds at which each agent was alarmed first; -1 = never.
std::vector<double> run(const Alarm& alarm, const Arena& arena, Standing& crowd, double seconds,
                        auto ignites) {
  std::vector<double> first(crowd.x.size(), -1);
  const auto note = [&](int64_t tick) {
    for (size_t i = 0; i < first.size(); ++i)
      if (first[i] < 0 && tick < crowd.state.until[i]) first[i] = static_cast<double>(tick) * alarm.tick_s;
  };
  for (size_t i = 0; i < first.size(); ++i)
    if (ignites(crowd.x[i], crowd.y[i])) ignite(alarm, 0, i, 1, crowd.state);
  note(0);
  for (int64_t tick = alarm.round_ticks; static_cast<double>(tick) * alarm.tick_s <= seconds;
       tick += alarm.round_ticks) {
    alarm_round(alarm, arena, tick, crowd.x, crowd.y, crowd.state);
    note(tick);
  }
  return first;
}

/// Metres a second of the front: least squares of the distance from a line over the time of the alarm.
double plane_front_mps(double per_km2, double hear_m, uint64_t seed) {
  const Arena arena{1000, Border::reflect};
  AlarmParams p;
  p.range_m = 2000, p.hear_m = hear_m;
  const Alarm alarm = bind_alarm(p, 0.5);
  Standing crowd(static_cast<size_t>(per_km2), arena, seed);
  const double begin_m = 100;
  const auto first = run(alarm, arena, crowd, 60, [&](double x, double) { return x < begin_m; });
  // The front at a moment: the median of the farthest alarmed by strips.
  double st = 0, sd = 0, stt = 0, std_ = 0, n = 0;
  for (int64_t round = 3; static_cast<double>(round * alarm.round_ticks) * alarm.tick_s < 50; ++round) {
    const double t = static_cast<double>(round * alarm.round_ticks) * alarm.tick_s;
    std::vector<double> strip(20, 0);
    for (size_t i = 0; i < first.size(); ++i) {
      const auto k = static_cast<size_t>(crowd.y[i] / 50);
      if (first[i] >= 0 && first[i] <= t && crowd.y[i] > 100 && crowd.y[i] < 900)
        strip[k] = std::max(strip[k], crowd.x[i]);
    }
    std::vector<double> inner(strip.begin() + 2, strip.begin() + 18);
    std::nth_element(inner.begin(), inner.begin() + 8, inner.end());
    const double d = inner[8];
    if (d > 850) break;
    st += t, sd += d, stt += t * t, std_ += t * d, n += 1;
  }
  return (n * std_ - st * sd) / (n * stt - st * st);
}

}  // namespace

class TestAlarm : public QObject {
  Q_OBJECT

 private slots:
  void quantilesOfTheNormalAreThoseOfTheTables() {
    QVERIFY(std::fabs(normal_quantile(0.9) - 1.2815515655) < 1e-8);
    QVERIFY(std::fabs(normal_quantile(0.975) - 1.9599639845) < 1e-8);
    QVERIFY(std::fabs(normal_quantile(0.001) + 3.0902323062) < 1e-8);
    QVERIFY(std::fabs(normal_quantile(0.5)) < 1e-12);
  }

  void aRoundFollowsFromHearingAndSpeed() {
    const Alarm alarm = bind_alarm({}, 0.5);
    QCOMPARE(alarm.round_ticks, int64_t{5});
    QVERIFY(std::fabs(alarm.sigma_m - 12 * 2.5 / 1.2815515655) < 1e-6);
    QVERIFY(std::fabs(alarm.loss() - 0.15) < 1e-12);
  }

  void aPlaneFrontWalksAtTheStatedSpeed() {
    for (uint64_t seed = 100; seed < 103; ++seed) {
      const double dense = plane_front_mps(10000, 22, seed), thin = plane_front_mps(3000, 22, seed);
      qInfo("front: %.2f m/s at 10,000 / km2, %.2f at 3,000; 12 asked", dense, thin);
      QVERIFY(dense >= 10.8 && dense <= 12.6);
    }
  }

  void anAlarmEndsAsFarFromItsStimulusAsStated() {
    const Arena arena{1000, Border::reflect};
    for (const double range_m : {200.0, 350.0})
      for (uint64_t seed = 100; seed < 102; ++seed) {
        AlarmParams p;
        p.range_m = range_m;
        const Alarm alarm = bind_alarm(p, 0.5);
        Standing crowd(10000, arena, seed);
        const auto first = run(alarm, arena, crowd, 90, [&](double x, double y) {
          return std::hypot(x - 500, y - 500) <= alarm.ignites_m();
        });
        // Median over directions of the farthest that was alarmed.
        std::vector<double> far(24, 0);
        for (size_t i = 0; i < first.size(); ++i) {
          if (first[i] < 0) continue;
          const double a = std::atan2(crowd.y[i] - 500, crowd.x[i] - 500) / (2 * std::numbers::pi) + 0.5;
          double& f = far[std::min<size_t>(23, static_cast<size_t>(a * 24))];
          f = std::max(f, std::hypot(crowd.x[i] - 500, crowd.y[i] - 500));
        }
        std::nth_element(far.begin(), far.begin() + 12, far.end());
        const double reach = far[12], asked = range_m + alarm.ignites_m();
        qInfo("range %.0f: reaches %.0f m, %.0f asked with the stimulus", range_m, reach, asked);
        QVERIFY(std::fabs(reach / asked - 1) <= 0.12);
      }
  }

  void whoWasAlarmedRestsBeforeTheNextAlarm() {
    const Arena arena{300, Border::torus};
    const Alarm alarm = bind_alarm({}, 0.5);
    Standing crowd(900, arena, 3);
    ignite(alarm, 0, 0, 1, crowd.state);
    QCOMPARE(crowd.state.until[0], int64_t{30});
    ignite(alarm, 10, 0, 1, crowd.state);
    QCOMPARE(crowd.state.until[0], int64_t{30});
    ignite(alarm, 60, 0, 1, crowd.state);
    QCOMPARE(crowd.state.until[0], int64_t{30});
    ignite(alarm, 90, 0, 1, crowd.state);
    QCOMPARE(crowd.state.until[0], int64_t{120});
  }

  void aTorusAndAWideArenaSeeTheSameAlarm() {
    // A round far from all borders: nodes lie elsewhere, yet nearly the same agents hear it.
    Standing a(10000, {1000, Border::torus}, 9), b(10000, {1000, Border::reflect}, 9);
    const Alarm alarm = bind_alarm({}, 0.5);
    const auto here = [](double x, double y) { return std::hypot(x - 500, y - 500) <= 60; };
    const auto one = run(alarm, {1000, Border::torus}, a, 10, here),
               other = run(alarm, {1000, Border::reflect}, b, 10, here);
    size_t alarmed = 0, differ = 0;
    for (size_t i = 0; i < one.size(); ++i)
      alarmed += one[i] >= 0, differ += (one[i] >= 0) != (other[i] >= 0);
    QVERIFY(alarmed > 500);
    QVERIFY2(differ * 20 < alarmed, qPrintable(QString::number(differ)));
  }

  void tooFewAgentsAreFoundBeforeTheRun() {
    const Alarm alarm = bind_alarm({}, 0.5);
    QVERIFY(alarm_seen(alarm, 10000e-6) > 60);
    QVERIFY(alarm_seen(alarm, 2000e-6) < kFewestSeen);
    AlarmParams p;
    p.hear_m = hear_m_for(alarm, 1000e-6) * 1.1;
    QVERIFY(alarm_seen(bind_alarm(p, 0.5), 1000e-6) >= kFewestSeen);
  }
};

FW_TEST(TestAlarm)
#include "test_alarm.moc"
