#include <QTest>
#include <array>
#include <cmath>
#include <vector>

#include "core/ecology/food_web.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// A predator and one prey, or several alike.
Template chain(double winter, double players, double swing, int preys, double cycle_d) {
  Template tmpl;
  tmpl.ecology.winter = winter, tmpl.ecology.players = players;
  PointClass predator;
  predator.slug = "hunter", predator.quota = 12;
  predator.life.swing = swing, predator.life.cycle_d = cycle_d;
  for (int k = 0; k < preys; ++k) {
    PointClass prey;
    prey.slug = "prey_" + std::to_string(k), prey.quota = 20;
    predator.life.prey.push_back({prey.slug, {}});
    tmpl.wildlife.push_back(prey);
  }
  tmpl.wildlife.push_back(predator);
  return tmpl;
}
FoodWeb web_of(const Template& tmpl) {
  std::vector<int> wildlife;
  std::vector<double> quotas;
  for (size_t i = 0; i < tmpl.wildlife.size(); ++i)
    wildlife.push_back(static_cast<int>(i)), quotas.push_back(tmpl.wildlife[i].quota);
  return make_food_web(tmpl, wildlife, quotas);
}

struct Swings {
  double prey = 0, predator = 0, period_d = 0;
};

/// Half-ranges over means and the prey's period, in the second half of a number of years.
Swings swings_of(const FoodWeb& web, int years) {
  std::vector<double> x(web.classes.size(), 1);
  x[0] = 1.25;
  const int hours = years * 360 * 24;
  std::array<double, 2> low{9, 9}, high{0, 0}, sum{0, 0};
  std::vector<int> peaks;
  double before = 0, at = 0;
  for (int h = 0; h < hours; ++h) {
    step_web(web, h, 1, false, x);
    if (h < hours / 2) continue;
    for (size_t i : {0u, 1u})
      low[i] = std::min(low[i], x[i]), high[i] = std::max(high[i], x[i]), sum[i] += x[i];
    if (before < at && at >= x[0]) peaks.push_back(h);
    before = at, at = x[0];
  }
  const double steps = hours / 2.0;
  return {
      (high[0] - low[0]) / 2 / (sum[0] / steps), (high[1] - low[1]) / 2 / (sum[1] / steps),
      peaks.size() > 1 ? (peaks.back() - peaks.front()) / 24.0 / static_cast<double>(peaks.size() - 1) : 0};
}

/// Rosenzweig and MacArthur's web with our integrator: theta 1, Holling II, no territory. Whether it moves
/// away from its rest state.
bool leaves_rest(double rest_over_capacity, double full) {
  const double beta = (1 - full) / full, capacity = 1 / rest_over_capacity, r = 0.4, rho = 0.2;
  const double a = r * (1 - rest_over_capacity) * (beta + 1);
  std::array<double, 2> x{1 + 1e-4, 1}, first{}, ahead{}, second{};
  const auto away = [&] { return std::hypot(x[0] - 1, x[1] - 1); };
  const auto run = [&](int days) {
    double most = 0;
    for (int h = 0; h < days * 24; ++h) {
      heun_step(x, 1.0 / 24, first, ahead, second, [&](std::span<const double> at, std::span<double> out) {
        const double eaten = a * at[0] / (beta + at[0]);
        out[0] = r * at[0] * (1 - at[0] / capacity) - eaten * at[1];
        out[1] = rho * at[1] * ((beta + 1) * at[0] / (beta + at[0]) - 1);
      });
      most = std::max(most, away());
    }
    return most;
  };
  run(300);
  const double early = run(100);
  run(3000);
  return run(100) > early;
}

}  // namespace

class TestFoodWeb : public QObject {
  Q_OBJECT

 private slots:
  void cyclesOfTheIntegratorBeginWhereTheoryHasThem() {
    for (const auto& [full, begins] : {std::pair{0.5, 0.3333}, {0.7, 0.4118}, {0.8, 0.4444}, {0.9, 0.4737}}) {
      double low = begins - 0.02, high = begins + 0.02;
      QVERIFY(leaves_rest(low, full) && !leaves_rest(high, full));
      while (high - low > 0.0005) {
        const double middle = (low + high) / 2;
        (leaves_rest(middle, full) ? low : high) = middle;
      }
      const double found = (low + high) / 2;
      QVERIFY2(std::fabs(found - begins) <= 0.002, qPrintable(QString::number(found)));
    }
  }

  void territoryDecidesTheSwing() {
    FoodWeb web = web_of(chain(0, 0, 0.3, 1, 60));
    QVERIFY(std::fabs(hopf_territory(web) - 0.619) <= 0.002);
    const std::array<std::array<double, 4>, 4> rows{
        {{0, .364, .239, 73}, {.3, .316, .178, 68}, {.6, .248, .129, 67}, {.9, .131, .065, 73}}};
    for (const auto& [of_hopf, prey, predator, period_d] : rows) {
      web.classes[1].sigma = of_hopf * hopf_territory(web);
      const Swings s = swings_of(web, 10);
      QVERIFY2(std::fabs(s.prey - prey) <= 0.01 && std::fabs(s.predator - predator) <= 0.01 &&
                   std::fabs(s.period_d - period_d) <= 1.5,
               qPrintable(QString("%1 %2 %3").arg(s.prey).arg(s.predator).arg(s.period_d)));
    }
  }

  void restStaysRest() {
    FoodWeb web = web_of(chain(0, 0, 0.3, 3, 60));
    web.classes[3].sigma = 1.2 * hopf_territory(web);
    std::vector<double> x(4, 1);
    step_web(web, 0, 10 * 360 * 24, false, x);
    for (const double one : x) QVERIFY(std::fabs(one - 1) <= 1e-9);
  }

  void restStaysRestWhereTheDesignLoadHunts() {
    FoodWeb web = web_of(chain(0, 200, 0.3, 2, 60));
    web.classes[2].sigma = 1.2 * hopf_territory(web);
    std::vector<double> x(3, 1);
    step_web(web, 0, 360 * 24, true, x);
    for (const double one : x) QVERIFY(std::fabs(one - 1) <= 1e-9);
  }

  void flowsExplainEveryChange() {
    const FoodWeb web = web_of(chain(0.15, 200, 0.3, 2, 60));
    std::vector<double> x{1.3, 0.8, 1.1};
    const std::vector<double> before = x;
    WebFlows flows(web);
    step_web(web, 1000, 24 * 30, true, x, &flows);
    for (size_t i = 0; i < x.size(); ++i) {
      double change = flows.grown[i] - flows.starved[i] - flows.hunted[i];
      for (size_t l = 0; l < web.links.size(); ++l)
        if (web.links[l].prey == i) change -= flows.eaten[l];
      QVERIFY(std::fabs(x[i] - before[i] - change) <= 1e-12);
    }
  }

  void calibrationKeepsTheSwingAndTheMean() {
    for (const double players : {0.0, 200.0})
      for (const double swing : {0.15, 0.3, 0.45}) {
        const Template tmpl = chain(0.15, players, swing, 3, 78);
        FoodWeb web = web_of(tmpl);
        Findings findings;
        calibrate(web, tmpl.calendar, 2, findings);
        QCOMPARE(findings.empty(), swing > 0.25);  // the seasons alone swing by a fifth
        if (!findings.empty()) {
          QCOMPARE(findings[0].code, std::string("season_exceeds_swing"));
          QCOMPARE(findings[0].cures.size(), size_t{1});
        }
        QVERIFY(web.classes[3].swing_found <= std::max(swing, 0.23));
        // Eight years on, from where runs begin: the mean is the quota.
        std::vector<double> x, sum(4);
        for (const WebClass& c : web.classes) x.push_back(c.start);
        const int hours = 8 * 360 * 24;
        for (int h = 0; h < hours; ++h) {
          step_web(web, h, 1, true, x);
          for (size_t i = 0; i < 4; ++i) sum[i] += x[i] / hours;
        }
        for (size_t i = 0; i < 4; ++i) {
          const WebClass& c = web.classes[i];
          QVERIFY2(std::fabs(sum[i] * c.unit / c.quota - 1) <= 0.01,
                   qPrintable(QString::number(sum[i] * c.unit / c.quota)));
        }
      }
  }

  void hardWintersLeaveNumbers() {
    for (const double winter : {0.5, 0.7, 0.9}) {
      Template tmpl = chain(winter, 200, 0.3, 2, 60);
      PointClass alone;
      alone.slug = "alone", alone.quota = 30, alone.life.cycle_d = 5;
      tmpl.wildlife.push_back(alone);
      FoodWeb web = web_of(tmpl);
      Findings findings;
      calibrate(web, tmpl.calendar, 0, findings);
      for (const WebClass& c : web.classes) {
        QVERIFY2(std::isfinite(c.unit) && c.unit > 0, qPrintable(QString::number(winter)));
        QVERIFY(std::isfinite(c.start) && c.start > 0 && std::isfinite(c.swing_found));
      }
      for (const Finding& finding : findings) {
        QVERIFY(finding.message.find("lower ecology.winter") != std::string::npos);
        QVERIFY(finding.message.find("nan") == std::string::npos);
        // A cure is one that the template takes and that is enough.
        const bool in_range = web.classes[2].swing_found <= 0.6;
        QCOMPARE(finding.cures.size(), size_t{in_range ? 1u : 0u});
        QCOMPARE(finding.message.find("raise") != std::string::npos, in_range);
        if (in_range) QVERIFY(std::stod(finding.cures[0][0].value) >= web.classes[2].swing_found);
      }
    }
  }

  void aWebTooLongToTryKeepsItsLargestTerritory() {
    const Template tmpl = chain(0.15, 200, 0.3, 40, 4000);
    FoodWeb web = web_of(tmpl);
    Findings findings;
    calibrate(web, tmpl.calendar, 0, findings);
    QVERIFY(!findings.empty());
    QCOMPARE(findings[0].code, std::string("food_web_long"));
    QCOMPARE(findings[0].where, std::string("wildlife.hunter.cycle_d"));
    QVERIFY(web.classes[40].sigma >= 1 && web.classes[40].swing_found > 0);
    for (const WebClass& c : web.classes) QVERIFY(std::isfinite(c.unit) && c.unit > 0);
  }

  void longNamesAreToldWhole() {
    Template tmpl = chain(0.15, 0, 0.1, 1, 60);
    tmpl.wildlife[1].slug = std::string(400, 'w');
    FoodWeb web = web_of(tmpl);
    Findings findings;
    calibrate(web, tmpl.calendar, 0, findings);
    QCOMPARE(findings.size(), size_t{1});
    QVERIFY(findings[0].message.ends_with("or lower ecology.winter."));
  }

  void predatorsPeakAfterTheirPrey() {
    const Template tmpl = chain(0.15, 0, 0.45, 3, 78);
    FoodWeb web = web_of(tmpl);
    Findings findings;
    calibrate(web, tmpl.calendar, 0, findings);
    std::vector<double> x, prey, predator;
    for (const WebClass& c : web.classes) x.push_back(c.start);
    for (int day = 0; day < 720; ++day) {
      step_web(web, day * 24, 24, false, x);
      prey.push_back(x[0] - 1), predator.push_back(x[3] - 1);
    }
    int lag_d = 0;
    double most = -1e9;
    for (int lag = -39; lag <= 39; ++lag) {
      double together = 0;
      for (size_t t = 40; t < 680; ++t) together += prey[t] * predator[t + static_cast<size_t>(lag)];
      if (together > most) most = together, lag_d = lag;
    }
    QVERIFY2(lag_d >= 0.1 * 78 && lag_d <= 0.35 * 78, qPrintable(QString::number(lag_d)));
  }

  void quotasDoNotMoveTheRestState() {
    Template tmpl = chain(0, 0, 0.3, 2, 60);
    tmpl.wildlife[0].quota = 500, tmpl.wildlife[1].quota = 3;
    FoodWeb web = web_of(tmpl);
    QVERIFY(std::fabs(web.links[0].diet - 500.0 / 503) <= 1e-12);
    web.classes[2].sigma = 1;
    std::vector<double> x(3, 1);
    step_web(web, 0, 360 * 24, false, x);
    for (const double one : x) QVERIFY(std::fabs(one - 1) <= 1e-9);
  }

  void aPreyOfTwoPredatorsIsSharedAmongThem() {
    Template tmpl = chain(0.15, 0, 0.3, 2, 60);
    PointClass other = tmpl.wildlife[2];
    other.slug = "other", other.quota = 5, other.life.cycle_d = 90;
    other.life.prey.pop_back();
    tmpl.wildlife.push_back(other);
    FoodWeb web = web_of(tmpl);
    std::vector<double> x(4, 1);
    FoodWeb still = web;
    std::fill(still.season.begin(), still.season.end(), 1);
    for (WebClass& c : still.classes) c.sigma = c.predator ? 1 : 0;
    step_web(still, 0, 360 * 24, false, x);
    for (const double one : x) QVERIFY(std::fabs(one - 1) <= 1e-9);
    Findings findings;
    calibrate(web, tmpl.calendar, 0, findings);
    QVERIFY(web.classes[2].swing_found <= 0.3 && web.classes[3].swing_found <= 0.3);
  }
};

FW_TEST(TestFoodWeb)
#include "test_food_web.moc"
