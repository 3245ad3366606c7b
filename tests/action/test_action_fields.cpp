#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/action/action.h"
#include "core/base/exact/rng.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr Arena kArena{1000, Border::torus};
const SeedBundle kSeeds = SeedBundle::from_master(5);
constexpr double kTarget = 0.044;

struct Points {
  std::vector<double> x_m, y_m;
};

Points scatter(size_t count, double side_m) {
  Points points;
  for (size_t i = 0; i < count; ++i) {
    points.x_m.push_back(side_m * random_uniform(1, i));
    points.y_m.push_back(side_m * random_uniform(2, i));
  }
  return points;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Share of the points in each sixth of the cycle.
std::array<double, 6> sixths(const std::vector<float>& phase) {
  std::array<double, 6> share{};
  for (const float u : phase) share[static_cast<size_t>(u * 6)] += 1 / static_cast<double>(phase.size());
  return share;
}

}  // namespace

class TestActionFields : public QObject {
  Q_OBJECT

 private slots:
  void theMeanRateOfTheHazardIsTheTargetAtEveryTick() {
    const Action action = bind_action(action_preset(ActionMethod::perlin), kArena, kSeeds);
    ActionState state = start_action(action, 1000);
    for (int t = 0; t < 100; ++t) {
      step_action(action, state);
      QVERIFY(std::abs(mean(state.rate_per_s) - kTarget) < 1e-15);
      const auto [low, high] = std::minmax_element(state.rate_per_s.begin(), state.rate_per_s.end());
      QVERIFY(*low > 0 && *high > 1.2 * *low);  // scaled, not flattened
    }
  }

  void theMeanRateOfAScaledMixtureIsTheTargetAtEveryTick() {
    ActionParams p = action_preset(ActionMethod::perlin_hybrid);
    p.norm = RateNorm::mixture;
    const Action action = bind_action(p, kArena, kSeeds);
    ActionState state = start_action(action, 1000);
    for (int t = 0; t < 100; ++t) {
      step_action(action, state);
      QVERIFY(std::abs(mean(state.rate_per_s) - kTarget) < 1e-15);
    }
  }

  void everyAgentsPhaseRateHasTheTargetMeanOverACycle() {
    ActionParams p = action_preset(ActionMethod::perlin_phase);
    const Action action = bind_action(p, kArena, kSeeds);
    ActionState state = start_action(action, 200);
    std::vector<double> sum(200, 0);
    for (int t = 0; t < 60; ++t) {
      step_action(action, state);
      for (size_t i = 0; i < 200; ++i) sum[i] += state.rate_per_s[i];
    }
    for (const double s : sum) QVERIFY(std::abs(s / 60 - kTarget) < 1e-15);
  }

  void theFieldAtPointsIsTheNoiseDefinition() {
    const Action action = bind_action(action_preset(ActionMethod::perlin), kArena, kSeeds);
    const Points points = scatter(300, 1000);
    std::vector<float> field(300);
    action_field(action, 250, points.x_m, points.y_m, field);
    for (size_t i = 0; i < 300; ++i) {
      const float n = noise_value(action.field, points.x_m[i], points.y_m[i], 0.002 * 250);
      QCOMPARE(field[i], (n + 1) * 0.5f);
    }
  }

  void theFieldClosesRoundTheTorusAtTheSweepsLacunarities() {
    for (const double lacunarity : {1.8, 2.0, 2.2}) {
      ActionParams p = action_preset(ActionMethod::perlin);
      p.field.lacunarity = lacunarity;
      const Action action = bind_action(p, kArena, kSeeds);
      const Points points = scatter(100, 1000);
      std::vector<double> shifted = points.x_m;
      for (double& x : shifted) x += 1000;
      std::vector<float> here(100), there(100);
      action_field(action, 3, points.x_m, points.y_m, here);
      action_field(action, 3, shifted, points.y_m, there);
      for (size_t i = 0; i < 100; ++i) QVERIFY(std::abs(here[i] - there[i]) < 1e-5f);
    }
  }

  void aResampledFieldHoldsWithinItsCycleAndChangesAfter() {
    ActionParams p = action_preset(ActionMethod::perlin);
    p.field.update = FieldUpdate::resample;
    p.field.cycle_s = 30;
    const Action action = bind_action(p, kArena, kSeeds);
    const Points points = scatter(50, 1000);
    std::vector<float> first(50), last(50), next(50);
    action_field(action, 0, points.x_m, points.y_m, first);
    action_field(action, 29, points.x_m, points.y_m, last);
    action_field(action, 30, points.x_m, points.y_m, next);
    QVERIFY(first == last);
    QVERIFY(last != next);
  }

  void equalisedPhasesAreEvenWhereRawOnesCrowd() {
    const Points points = scatter(20000, 1000);
    std::vector<float> phase(points.x_m.size());
    for (const PhaseMap map : {PhaseMap::raw, PhaseMap::equalised}) {
      ActionParams p = action_preset(ActionMethod::exact);
      p.phase_map = map;
      action_phase(bind_action(p, kArena, kSeeds), 60, points.x_m, points.y_m, phase);
      const auto share = sixths(phase);
      const auto [least, most] = std::minmax_element(share.begin(), share.end());
      if (map == PhaseMap::raw) QVERIFY(*most > 0.35 && *least < 0.02);
      if (map == PhaseMap::equalised) QVERIFY(*most < 0.19 && *least > 0.145);
    }
  }

  void equalisingKeepsTheOrderOfTheField() {
    const Action action = bind_action(action_preset(ActionMethod::exact), kArena, kSeeds);
    const Points points = scatter(500, 1000);
    std::vector<float> field(500), phase(500);
    action_field(action, 90, points.x_m, points.y_m, field);
    action_phase(action, 90, points.x_m, points.y_m, phase);
    for (size_t i = 1; i < 500; ++i)
      if (field[i] > field[i - 1]) QVERIFY(phase[i] >= phase[i - 1]);
  }

  void agentsCarryThePhaseOfTheirPlace() {
    ActionParams p = action_preset(ActionMethod::exact);
    p.jitter_s = 0;
    const Action action = bind_action(p, kArena, kSeeds);
    ActionState state = start_action(action, 500);
    std::vector<float> phase(500);
    for (int64_t t = 0; t < 75; ++t) {
      step_action(action, state);
      action_phase(action, t, state.x_m, state.y_m, phase);
      for (size_t i = 0; i < 500; ++i)
        QCOMPARE(state.phase_tick[i], static_cast<int32_t>(double(phase[i]) * 60));
    }
  }

  void jitterMovesAPhaseByAtMostItself() {
    ActionParams p = action_preset(ActionMethod::exact);
    p.jitter_s = 2;
    const Action action = bind_action(p, kArena, kSeeds);
    ActionState state = start_action(action, 2000);
    step_action(action, state);
    std::vector<float> phase(2000);
    action_phase(action, 0, state.x_m, state.y_m, phase);
    std::array<int, 5> seen{};
    for (size_t i = 0; i < 2000; ++i) {
      const int moved = (state.phase_tick[i] - static_cast<int>(double(phase[i]) * 60) + 90) % 60 - 30;
      QVERIFY(std::abs(moved) <= 2);
      ++seen[static_cast<size_t>(moved + 2)];
    }
    for (const int count : seen) QVERIFY(count > 330 && count < 470);
  }

  void classesDivideTheCycleEvenly() {
    ActionParams p = action_preset(ActionMethod::exact);
    p.jitter_s = 0;
    p.phase_classes = 4;
    const Action action = bind_action(p, kArena, kSeeds);
    const std::vector<double> x(8, 400), y(8, 300);
    ActionState state = start_action(action, x, y);
    step_action(action, state);
    for (size_t i = 0; i < 8; ++i) {
      QCOMPARE(state.phase_class[i], i % 4);
      QCOMPARE((state.phase_tick[i] - state.phase_tick[0] + 60) % 60, static_cast<int>(15 * (i % 4)));
    }
  }

  void theRateAtPointsIsTheTargetOnAverageAndPeaksAtItsPhase() {
    ActionParams p = action_preset(ActionMethod::exact);
    const Action action = bind_action(p, kArena, kSeeds);
    const std::vector<double> x{123}, y{456};
    std::vector<float> rate(1), phase(1);
    double sum = 0, best = 0;
    int64_t best_tick = 0;
    for (int64_t t = 0; t < 30; ++t) {
      action_rate(action, t, x, y, rate);
      sum += rate[0];
      if (rate[0] > best) best = rate[0], best_tick = t;
    }
    action_phase(action, 0, x, y, phase);
    for (int64_t t = 30; t < 60; ++t) {
      action_rate(action, t, x, y, rate);
      sum += rate[0];
    }
    const auto own = static_cast<int64_t>(double(phase[0]) * 60);
    if (own < 30) QCOMPARE(best_tick, own);
    QVERIFY(std::abs(sum / 60 - kTarget) < 0.1 * kTarget);  // the phase is read again halfway
  }

  void anArenaThatReflectsNeedsNoPeriod() {
    const Action action = bind_action(action_preset(ActionMethod::exact), {1000, Border::reflect}, kSeeds);
    for (const Octave& octave : action.field.octaves) QCOMPARE(octave.period, 0);
    ActionState state = start_action(action, 300);
    for (int t = 0; t < 60; ++t) step_action(action, state);
    QVERIFY(!state.started.empty());
  }
};

FW_TEST(TestActionFields)
#include "test_action_fields.moc"
