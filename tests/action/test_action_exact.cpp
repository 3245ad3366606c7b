#include <QTest>
#include <algorithm>
#include <cmath>

#include "action_study.h"
#include "core/base/cell_list.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

const SeedBundle kExactSeeds = SeedBundle::from_master(3);

ActionParams exact(DrawOrder draw, double alpha = 1) {
  ActionParams p = action_preset(ActionMethod::exact);
  p.draw = draw;
  p.alpha = alpha;
  return p;
}

constexpr DrawOrder kExactDraws[] = {DrawOrder::random, DrawOrder::hilbert, DrawOrder::longest_waiting};

}  // namespace

class TestActionExact : public QObject {
  Q_OBJECT

 private slots:
  void startsStayWithinOneStartOfTheRate() {
    for (const double alpha : {0.0, 0.5, 1.0})
      for (const DrawOrder draw : kExactDraws) {
        const Action action = bind_action(exact(draw, alpha), {1000, Border::torus}, kExactSeeds);
        ActionState state = start_action(action, 2000);
        const double remainder = state.remainder;
        double started = 0;
        for (int t = 1; t <= 300; ++t) {
          step_action(action, state);
          started += static_cast<double>(state.started.size());
          const double asked = t * 2000 * 0.113 / (8.0 / 3.0) + remainder;
          QVERIFY(started <= asked + 1e-6 && started > asked - 1 - 1e-6);
        }
      }
  }

  void theSolvedProbabilitiesAddUpToTheDuty() {
    for (const RateLink link : {RateLink::exponential, RateLink::linear})
      for (const double duty : {0.02, 0.113, 0.45}) {
        ActionParams p = exact(DrawOrder::independent, 0.5);
        p.link = link;
        p.duty_target = duty;
        const Action action = bind_action(p, {1000, Border::torus}, kExactSeeds);
        ActionState state = start_action(action, 1000);
        for (int t = 0; t < 80; ++t) {
          step_action(action, state);
          double sum = 0;
          for (const double chance : state.scratch.probability) {
            QVERIFY(chance >= 0 && chance <= 1);
            sum += chance;
          }
          QVERIFY(std::abs(sum / (1000 * duty / (8.0 / 3.0)) - 1) < 1e-9);
        }
      }
  }

  void aRateBeyondTheIdleAgentsIsHeldAtThem() {
    ActionParams p = exact(DrawOrder::hilbert);
    p.duty_target = 0.7;
    p.phase_map = PhaseMap::raw;
    p.epsilon = 0;
    p.bandwidth_s = 2;  // almost no agent may start between two fronts
    const Action action = bind_action(p, {1000, Border::torus}, kExactSeeds);
    ActionState state = start_action(action, 500);
    for (int t = 0; t < 120; ++t) {
      const auto idle = std::count_if(state.active_until.begin(), state.active_until.end(),
                                      [&](int64_t until) { return until <= state.tick; });
      step_action(action, state);
      QVERIFY(state.asked <= static_cast<double>(idle));
      QVERIFY(std::isfinite(state.scale) && std::isfinite(state.remainder) && state.remainder < 1.0001);
    }
  }

  // Starts per tick that are a whole number leave the same remainder for ever.
  void everyAgentStartsAtAWholeRate() {
    ActionParams p = exact(DrawOrder::hilbert);
    p.duty_target = 0.12;  // 45 starts of 1000 agents
    p.epsilon = 0.3;
    const Action action = bind_action(p, {700, Border::torus}, kExactSeeds);
    ActionState state = start_action(action, 1000);
    std::vector<int> starts(1000, 0);
    for (int t = 0; t < 900; ++t) {
      step_action(action, state);
      QCOMPARE(state.started.size(), size_t{45});
      for (const uint32_t agent : state.started) ++starts[agent];
    }
    const auto [least, most] = std::minmax_element(starts.begin(), starts.end());
    QVERIFY(*least >= 15 && *most <= 70);  // 40 on average
  }

  void theRateIsExactTheWaveIsGoneAndTheFrontStays() {
    const StudySummary s = run_seeds(exact(DrawOrder::hilbert), 1, 2);
    QVERIFY(std::abs(s.mean.duty - 0.113) < 0.0003);
    QVERIFY(s.mean.rate_error_60 < 1.0 / (60 * 84.75) + 1e-9);
    QVERIFY(s.mean.wave < 0.02);
    QVERIFY(s.mean.front_coherence > 0.45);
    QVERIFY(std::abs(s.mean.coverage - 0.915) < 0.012);
  }

  void aRawPhaseIsOneGlobalWave() {
    const StudyFigures raw = run_study(action_preset(ActionMethod::perlin_phase), 1);
    QVERIFY(std::abs(raw.wave - 0.861) < 0.03);
    QVERIFY(raw.fano > 25);
  }

  void theCurveCoversMoreThanARandomOrder() {
    const StudyFigures random = run_study(exact(DrawOrder::random), 1);
    const StudyFigures curve = run_study(exact(DrawOrder::hilbert), 1);
    QVERIFY(curve.coverage > random.coverage + 0.025);
    QVERIFY(std::abs(random.coverage - 0.875) < 0.012);
  }

  void theLongestWaitingComeFirstAndGapsAreBounded() {
    const StudyFigures waiting = run_study(exact(DrawOrder::longest_waiting), 1);
    const StudyFigures curve = run_study(exact(DrawOrder::hilbert), 1);
    QVERIFY(waiting.longest_gap <= 60);
    QVERIFY(curve.longest_gap > 150);
    QVERIFY(waiting.front_coherence > 0.45);
    QVERIFY(waiting.rate_error_60 < 1.0 / (60 * 84.75) + 1e-9);
  }

  void classOffsetsTradeTheSharedFrontForVariety() {
    ActionParams p = action_preset(ActionMethod::perlin_phase);
    p.phase_classes = 4;
    const StudyFigures classes = run_study(p, 1);
    QVERIFY(classes.wave < 0.03);             // the global wave of the raw phase is gone,
    QVERIFY(classes.front_coherence > 0.45);  // within a class the front is not
  }

  void agentsThatMoveAreDrawnAlongTheCurveOfTheirNewPlaces() {
    const Action action = bind_action(exact(DrawOrder::hilbert), {1000, Border::torus}, kExactSeeds);
    ActionState state = start_action(action, 1000);
    std::vector<double> x = state.x_m, y = state.y_m;
    for (int t = 0; t < 10; ++t) {
      step_action(action, x, y, state);
      ActionState fresh = start_action(action, x, y);
      step_action(action, fresh);
      QVERIFY(state.curve == fresh.curve);
      for (double& v : x) v = v + 3.0 < 1000 ? v + 3.0 : v - 997.0;
    }
    // Neighbours along the curve are neighbours on the ground.
    double sum = 0;
    for (size_t k = 1; k < 1000; ++k) {
      const uint32_t a = state.curve[k - 1], b = state.curve[k];
      sum += std::hypot(state.curve_x_m[a] - state.curve_x_m[b], state.curve_y_m[a] - state.curve_y_m[b]);
    }
    QVERIFY(sum / 999 < 2 * 1000 / std::sqrt(1000.0));
  }

  void theHybridLiesBetweenItsParts() {
    const StudyFigures hybrid = run_study(exact(DrawOrder::hilbert, 0.5), 1);
    QVERIFY(std::abs(hybrid.front_coherence - 0.238) < 0.03);
    QVERIFY(std::abs(hybrid.coverage - 0.930) < 0.012);
    QVERIFY(run_study(exact(DrawOrder::hilbert, 0), 1).front_coherence == 0);
  }
};

FW_TEST(TestActionExact)
#include "test_action_exact.moc"
