#include <QTest>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/base/exact/rng.h"
#include "core/crowd/crowd.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr double kPi = std::numbers::pi;
const SeedBundle kSeeds = SeedBundle::from_master(4);

double angle_of(const Agents& a, size_t i) {
  return std::atan2(static_cast<double>(a.heading_y[i]), static_cast<double>(a.heading_x[i]));
}
double wrap_angle(double a) {
  return std::remainder(a, 2 * kPi);
}
double between(double a, double b) {
  return std::fabs(wrap_angle(a - b));
}

CrowdState one_agent(double x, double y, double heading, double speed) {
  CrowdState s;
  s.agents.resize(1);
  s.agents.id[0] = 0;
  s.agents.x_m[0] = x, s.agents.y_m[0] = y;
  s.agents.heading_x[0] = static_cast<float>(std::cos(heading));
  s.agents.heading_y[0] = static_cast<float>(std::sin(heading));
  s.agents.speed_mps[0] = static_cast<float>(speed);
  return s;
}

/// urw without noise: agents that walk straight on.
CrowdParams straight() {
  CrowdParams p = crowd_preset(CrowdMethod::urw);
  p.turn_noise_rad = 0;
  return p;
}

}  // namespace

class CrowdStepTest : public QObject {
  Q_OBJECT

 private slots:
  // The textbook kinematics in angles and libm, compared with the step's unit vectors.
  void perlinDualIsThePapersUpdate() {
    CrowdParams p = crowd_preset(CrowdMethod::perlin_dual);
    p.jitter_rad = 0;
    const Crowd crowd = bind_crowd(p, {}, kSeeds);
    CrowdState s = start_crowd(crowd, 700);
    for (int t = 0; t < 3; ++t) {
      const CrowdState before = s;
      step_crowd(crowd, s);
      for (size_t i = 0; i < s.agents.size(); ++i) {
        const double x = before.agents.x_m[i], y = before.agents.y_m[i];
        const double n = static_cast<double>(noise_value(crowd.heading, x, y, 0.002 * t));
        const double m = static_cast<double>(noise_value(crowd.speed, x, y, 0.002 * t));
        const auto sum =
            0.9 * std::polar(1.0, angle_of(before.agents, i)) + 0.1 * std::polar(1.0, 2 * kPi * (n + 1) / 2);
        const double heading = std::arg(sum);
        const double speed =
            0.8 * static_cast<double>(before.agents.speed_mps[i]) + 0.2 * (0.6 + 0.8 * (m + 1) / 2);
        QVERIFY(between(angle_of(s.agents, i), heading) < 1e-5);
        QVERIFY(std::fabs(static_cast<double>(s.agents.speed_mps[i]) - speed) < 1e-6);
        const double dx = s.agents.x_m[i] - (x + speed * std::cos(heading));
        const double dy = s.agents.y_m[i] - (y + speed * std::sin(heading));
        QVERIFY(std::fabs(std::remainder(dx, 1000)) < 1e-4 && std::fabs(std::remainder(dy, 1000)) < 1e-4);
      }
    }
  }

  void perlinSingleReadsItsSpeedFromTheHeadingField() {
    const Crowd crowd = bind_crowd(crowd_preset(CrowdMethod::perlin_single), {}, kSeeds);
    const std::vector<double> x{10, 500.5, 999}, y{20, 31, 640};
    const CrowdTargets t = crowd_targets(crowd, 8, x, y);
    for (size_t i = 0; i < x.size(); ++i) {
      const double heading =
          std::atan2(static_cast<double>(t.heading_y[i]), static_cast<double>(t.heading_x[i]));
      const double n01 = (static_cast<double>(t.speed_mps[i]) - 0.6) / 0.8;
      QVERIFY(between(heading, 2 * kPi * n01) < 1e-5);
    }
  }

  void curlDualFollowsTheContoursOfThePotential() {
    const Crowd crowd = bind_crowd(crowd_preset(CrowdMethod::curl_dual), {}, kSeeds);
    for (uint64_t i = 0; i < 300; ++i) {
      const std::vector<double> x{1000 * random_uniform(1, i)}, y{1000 * random_uniform(2, i)};
      const NoiseGradient g = noise_gradient(crowd.potential, x[0], y[0], 0.002 * 5);
      const CrowdTargets t = crowd_targets(crowd, 5, x, y);
      const double hx = static_cast<double>(t.heading_x[0]), hy = static_cast<double>(t.heading_y[0]);
      QVERIFY(std::fabs(hx * g.d_dx + hy * g.d_dy) < 2e-5 * std::hypot(g.d_dx, g.d_dy));
      QVERIFY(hx * g.d_dy - hy * g.d_dx > 0);  // (d psi / dy, -d psi / dx), not its opposite
    }
  }

  void centralDifferencesAgreeWithTheAnalyticCurl() {
    CrowdParams p = crowd_preset(CrowdMethod::curlnoise);
    p.potential.octaves = 1;
    p.potential.wavelength_m = 400;
    const Crowd curl = bind_crowd(p, {}, kSeeds);
    p.method = CrowdMethod::curl_dual;
    const Crowd analytic = bind_crowd(p, {}, kSeeds);
    std::vector<double> x, y;
    for (uint64_t i = 0; i < 500; ++i)
      x.push_back(1000 * random_uniform(1, i)), y.push_back(1000 * random_uniform(2, i));
    const CrowdTargets a = crowd_targets(curl, 3, x, y), b = crowd_targets(analytic, 3, x, y);
    double cosine = 0;
    for (size_t i = 0; i < x.size(); ++i)
      cosine += static_cast<double>(a.heading_x[i] * b.heading_x[i] + a.heading_y[i] * b.heading_y[i]);
    QVERIFY2(cosine / 500 > 0.999, qPrintable(QString::number(cosine / 500)));
  }

  void piecewiseShowsItsNodesAtTheCorners() {
    const Crowd crowd = bind_crowd(crowd_preset(CrowdMethod::piecewise), {}, kSeeds);
    QCOMPARE(crowd.nodes_per_side, 13);
    const CrowdTargets t =
        crowd_targets(crowd, 0, std::vector<double>{0, 80, 960, 240}, std::vector<double>{0, 0, 960, 400});
    const size_t node[] = {0, 1, 12 * 13 + 12, 5 * 13 + 3};
    for (size_t i = 0; i < 4; ++i) {
      QVERIFY(std::fabs(t.heading_x[i] - crowd.node_x[node[i]]) < 1e-5f);
      QVERIFY(std::fabs(t.heading_y[i] - crowd.node_y[node[i]]) < 1e-5f);
    }
  }

  void vicsekIsTheSumOverAllAgentsWithinTheRadius_data() {
    QTest::addColumn<bool>("torus");
    QTest::addColumn<int>("agents");
    QTest::addColumn<double>("radius_m");
    // From one cell with all agents to rows of many candidates; on a torus at most half the side.
    for (const bool torus : {true, false})
      for (const int agents : {1, 9, 1000, 3000})
        for (const double radius_m : {3.0, 45.0, 130.0, 200.0})
          QTest::addRow("%d %d %g", torus, agents, radius_m) << torus << agents << radius_m;
  }
  void vicsekIsTheSumOverAllAgentsWithinTheRadius() {
    QFETCH(bool, torus);
    QFETCH(int, agents);
    QFETCH(double, radius_m);
    CrowdParams p = crowd_preset(CrowdMethod::vicsek);
    p.vicsek_noise_rad = 0;
    p.vicsek_radius_m = radius_m;
    const Arena arena{400, torus ? Border::torus : Border::reflect};
    const Crowd crowd = bind_crowd(p, arena, kSeeds);
    CrowdState s = start_crowd(crowd, static_cast<size_t>(agents));
    const Agents before = s.agents;
    step_crowd(crowd, s);
    for (size_t i = 0; i < before.size(); ++i) {
      std::complex<double> sum = 0;
      for (size_t j = 0; j < before.size(); ++j) {
        double dx = before.x_m[j] - before.x_m[i], dy = before.y_m[j] - before.y_m[i];
        if (torus) dx = std::remainder(dx, 400), dy = std::remainder(dy, 400);
        if (dx * dx + dy * dy > radius_m * radius_m) continue;
        sum += std::complex<double>(before.heading_x[j], before.heading_y[j]);
      }
      const bool at_wall =
          !torus && (before.x_m[i] < 2 || before.x_m[i] > 398 || before.y_m[i] < 2 || before.y_m[i] > 398);
      QVERIFY(at_wall || between(angle_of(s.agents, i), std::arg(sum)) < 1e-4);
    }
  }

  void ouStaysAroundItsOwnHeadingAndSpeed() {
    const Crowd crowd = bind_crowd(crowd_preset(CrowdMethod::ou), {}, kSeeds);
    CrowdState s = start_crowd(crowd, 2000);
    const Agents start = s.agents;
    double turn2 = 0, speed = 0, speed2 = 0, count = 0;
    for (int t = 0; t < 60; ++t) {
      step_crowd(crowd, s);
      if (t < 10) continue;
      for (size_t i = 0; i < s.agents.size(); ++i) {
        const double d = wrap_angle(angle_of(s.agents, i) - angle_of(start, i));
        const double v = static_cast<double>(s.agents.speed_mps[i]);
        turn2 += d * d, speed += v, speed2 += v * v, count += 1;
      }
    }
    // AR(1) with factor 1 - .9: stationary sd = sigma / sqrt(1 - .01). 100,000 readings: 4 sd of a sd = .9 %.
    const double gain = 1 / std::sqrt(1 - 0.01), mean = speed / count;
    QVERIFY(std::fabs(std::sqrt(turn2 / count) / (0.1 * gain) - 1) < 0.01);
    QVERIFY(std::fabs(mean - 1) < 4 * 0.06 / std::sqrt(count));
    QVERIFY(std::fabs(std::sqrt(speed2 / count - mean * mean) / (0.05 * gain) - 1) < 0.01);
  }

  void urwTurnsBySigmaAndForgetsWithIt() {
    const Crowd crowd = bind_crowd(crowd_preset(CrowdMethod::urw), {}, kSeeds);
    CrowdState s = start_crowd(crowd, 20000);
    const Agents start = s.agents;
    for (int t = 1; t <= 6; ++t) {
      step_crowd(crowd, s);
      double cosine = 0;
      for (size_t i = 0; i < start.size(); ++i)
        cosine += std::cos(angle_of(s.agents, i) - angle_of(start, i));
      // Mean cosine of a sum of t normal turns: exp(-t sigma^2 / 2).
      QVERIFY(std::fabs(cosine / 20000 - std::exp(-t * 0.08)) < 4 * 0.7 / std::sqrt(20000.0));
    }
  }

  void aSpeedRelaxedAsOuFollowsItsFieldWithNoise() {
    CrowdParams p = crowd_preset(CrowdMethod::perlin_dual);
    p.speed_update = SpeedUpdate::ou;
    p.speed_min_mps = p.speed_max_mps = 1.2;  // a flat target
    p.speed_rate = 0.3;
    p.speed_noise = 0.1;
    const Crowd crowd = bind_crowd(p, {}, kSeeds);
    CrowdState s = start_crowd(crowd, 20000);
    for (int t = 0; t < 40; ++t) step_crowd(crowd, s);
    double sum = 0, sum2 = 0;
    for (const float f : s.agents.speed_mps) {
      const double v = static_cast<double>(f);
      sum += v, sum2 += v * v;
    }
    const double mean = sum / 20000, sd = std::sqrt(sum2 / 20000 - mean * mean);
    const double expected = 0.1 / std::sqrt(1 - 0.7 * 0.7);
    QVERIFY(std::fabs(mean - 1.2) < 4 * expected / std::sqrt(20000.0));
    QVERIFY(std::fabs(sd / expected - 1) < 4 / std::sqrt(40000.0));
  }

  void aTorusWrapsAndKeepsTheHeading() {
    const Crowd crowd = bind_crowd(straight(), {}, kSeeds);
    CrowdState s = one_agent(999.75, 0.25, -kPi / 4, 1);
    step_crowd(crowd, s);
    QVERIFY(std::fabs(s.agents.x_m[0] - (999.75 + std::sqrt(0.5) - 1000)) < 1e-6);
    QVERIFY(std::fabs(s.agents.y_m[0] - (0.25 - std::sqrt(0.5) + 1000)) < 1e-6);
    QVERIFY(between(angle_of(s.agents, 0), -kPi / 4) < 1e-6);
    s = one_agent(0, 0, kPi, 1e-20);  // a step so short that the sum rounds to the side itself
    step_crowd(crowd, s);
    QVERIFY(s.agents.x_m[0] >= 0 && s.agents.x_m[0] < 1000);
  }

  void aWallReflectsPlaceAndHeading() {
    const Crowd crowd = bind_crowd(straight(), {1000, Border::reflect}, kSeeds);
    CrowdState s = one_agent(999.5, 0.25, -kPi / 4, 1);
    step_crowd(crowd, s);
    QVERIFY(std::fabs(s.agents.x_m[0] - (2000 - 999.5 - std::sqrt(0.5))) < 1e-6);
    QVERIFY(std::fabs(s.agents.y_m[0] - (std::sqrt(0.5) - 0.25)) < 1e-6);
    QVERIFY(between(angle_of(s.agents, 0), 3 * kPi / 4) < 1e-6);
  }

  void agentsNeitherLeaveAWalledArenaNorStickToItsWalls() {
    for (size_t m = 0; m < kCrowdMethodSlugs.size(); ++m) {
      const Arena arena{600, Border::reflect};
      const Crowd crowd = bind_crowd(crowd_preset(static_cast<CrowdMethod>(m)), arena, kSeeds);
      CrowdState s = start_crowd(crowd, 1000);
      for (int t = 0; t < 500; ++t) step_crowd(crowd, s);
      int at_wall = 0;
      for (size_t i = 0; i < 1000; ++i) {
        const double x = s.agents.x_m[i], y = s.agents.y_m[i];
        QVERIFY(x >= 0 && x < 600 && y >= 0 && y < 600);
        at_wall += std::min({x, y, 600 - x, 600 - y}) < 10;
      }
      // The strip holds 6.6 % of the land.
      QVERIFY2(at_wall < 200, qPrintable(QString("%1: %2").arg(kCrowdMethodSlugs[m].data()).arg(at_wall)));
    }
  }

  void driftMovesAFieldSmoothlyAndResampleHoldsItForACycle() {
    const std::vector<double> x{333.3}, y{444.4};
    CrowdParams p = crowd_preset(CrowdMethod::perlin_dual);
    const Crowd drift = bind_crowd(p, {}, kSeeds);
    p.heading.update = FieldUpdate::resample;
    p.heading.cycle_s = 60;
    const Crowd resample = bind_crowd(p, {}, kSeeds);
    const auto heading = [&](const Crowd& crowd, int64_t tick) {
      const CrowdTargets t = crowd_targets(crowd, tick, x, y);
      return std::atan2(static_cast<double>(t.heading_y[0]), static_cast<double>(t.heading_x[0]));
    };
    for (int64_t tick = 0; tick < 59; ++tick) {
      const double step = between(heading(drift, tick + 1), heading(drift, tick));
      QVERIFY(step > 0 && step < 0.05);
      QCOMPARE(heading(resample, tick + 1), heading(resample, 0));
    }
    QVERIFY(between(heading(resample, 60), heading(resample, 59)) > 0.01);
    QCOMPARE(heading(resample, 119), heading(resample, 60));
    QVERIFY(between(heading(resample, 120), heading(resample, 60)) > 0.01);
  }

  void aPeriodicLatticeHasNoSeam() {
    for (const bool periodic : {true, false}) {
      CrowdParams p = crowd_preset(CrowdMethod::curl_dual);
      p.periodic_lattice = periodic;
      const Crowd crowd = bind_crowd(p, {}, kSeeds);
      double worst = 1;
      for (double y = 5; y < 1000; y += 45) {
        const CrowdTargets t =
            crowd_targets(crowd, 0, std::vector<double>{0, 999.9999}, std::vector<double>{y, y});
        worst = std::min(
            worst, static_cast<double>(t.heading_x[0] * t.heading_x[1] + t.heading_y[0] * t.heading_y[1]));
      }
      QVERIFY2(periodic ? worst > 0.999 : worst < 0.5, qPrintable(QString::number(worst)));
    }
  }

  void starts() {
    for (const bool on_field : {false, true}) {
      CrowdParams p = crowd_preset(CrowdMethod::perlin_dual);
      p.start_on_field = on_field;
      const Crowd crowd = bind_crowd(p, {}, kSeeds);
      const Agents a = start_crowd(crowd, 5000).agents;
      const CrowdTargets t = crowd_targets(crowd, 0, a.x_m, a.y_m);
      double follows = 0, x = 0;
      for (size_t i = 0; i < a.size(); ++i) {
        follows += static_cast<double>(a.heading_x[i] * t.heading_x[i] + a.heading_y[i] * t.heading_y[i]);
        x += a.x_m[i];
        QCOMPARE(a.speed_mps[i], 1.0f);
      }
      QVERIFY(on_field ? follows / 5000 > 0.9999 : std::fabs(follows / 5000) < 0.05);
      QVERIFY(std::fabs(x / 5000 - 500) < 4 * 289 / std::sqrt(5000.0));
    }
  }

  void jitterSpreadsTheTargetAndNothingElse() {
    CrowdParams p = crowd_preset(CrowdMethod::curl_dual);
    p.beta = 0;  // the new heading is the target
    p.jitter_rad = 0.3;
    const Crowd crowd = bind_crowd(p, {}, kSeeds);
    CrowdState s = start_crowd(crowd, 20000);
    const CrowdTargets t = crowd_targets(crowd, 0, s.agents.x_m, s.agents.y_m);
    step_crowd(crowd, s);
    double sum = 0, sum2 = 0;
    for (size_t i = 0; i < s.agents.size(); ++i) {
      const double d = wrap_angle(angle_of(s.agents, i) - std::atan2(static_cast<double>(t.heading_y[i]),
                                                                     static_cast<double>(t.heading_x[i])));
      sum += d, sum2 += d * d;
    }
    QVERIFY(std::fabs(sum / 20000) < 4 * 0.3 / std::sqrt(20000.0));
    QVERIFY(std::fabs(std::sqrt(sum2 / 20000) / 0.3 - 1) < 4 / std::sqrt(40000.0));
  }
};

FW_TEST(CrowdStepTest)
#include "test_crowd_step.moc"
