#include <QTest>
#include <cmath>
#include <set>

#include "core/action/action.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr Arena kAnyArena{1000, Border::torus};

std::string problem(const ActionParams& params, const Arena& arena = kAnyArena) {
  const auto done = check_action(params, arena);
  return done ? "" : done.error().message;
}

std::string setting_problem(const char* setting) {
  ActionParams params;
  const auto done = tune_all<ActionParams>(params, action_tuning(), {setting}, "--method");
  return done ? "" : done.error().message;
}

}  // namespace

class TestActionParameters : public QObject {
  Q_OBJECT

 private slots:
  void everyPresetIsAllowedAtEveryScaleAndKeepsItsMethod() {
    for (size_t m = 0; m < kActionMethodSlugs.size(); ++m)
      for (const double side_m : {600.0, 1000.0, 2000.0}) {
        const ActionParams params = action_preset(static_cast<ActionMethod>(m));
        QCOMPARE(problem(params, {side_m, Border::torus}), "");
        QCOMPARE(static_cast<size_t>(params.method), m);
        QVERIFY(std::abs(target_rate_per_s(params) - 0.044) < 1e-15);
      }
  }

  void everyRowReadsWhatItWrote() {
    std::set<std::string_view> paths;
    for (const auto& row : action_tuning()) {
      QVERIFY2(paths.insert(row.rule.path).second, row.rule.path.data());
      QVERIFY(row.rule.path.starts_with("action."));
      QVERIFY(!row.rule.help.empty());
      ActionParams params;
      const double top =
          row.rule.choices.empty() ? row.rule.max : static_cast<double>(row.rule.choices.size()) - 1;
      const double bottom = row.rule.choices.empty() ? row.rule.min : 0;
      for (const double value : {bottom, top}) {
        row.set(params, value);
        QCOMPARE(row.get(params), value);
      }
      const bool is_default = [&] {
        ActionParams other;
        row.set(other, row.get(ActionParams{}));
        return other == ActionParams{};
      }();
      QVERIFY2(is_default, row.rule.path.data());
    }
  }

  void everyRowRefusesWhatLiesOutside() {
    for (const auto& row : action_tuning()) {
      const double outside =
          row.rule.choices.empty() ? row.rule.max * 2 + 1 : static_cast<double>(row.rule.choices.size());
      QVERIFY(!check_value(row.rule, outside));
      ActionParams params;
      if (row.rule.path == "action.idle_only" || row.rule.path == "action.phase_classes") continue;
      row.set(params, outside);
      const std::string message = problem(params);
      QVERIFY2(message.starts_with(std::string(row.rule.path) + ": found "), message.c_str());
    }
  }

  void badSettingsNameWhatWasFoundAndExpected() {
    QCOMPARE(setting_problem("action.epsilon=1.5"),
             "--set action.epsilon=1.5: action.epsilon: found 1.5, expected a number from 0 to 1");
    QCOMPARE(setting_problem("action.draw=hillbert"),
             "--set action.draw=hillbert: action.draw: found \"hillbert\", expected one of independent, "
             "random, hilbert, longest_waiting");
    QCOMPARE(setting_problem("action.token_capacity=2.5"),
             "--set action.token_capacity=2.5: action.token_capacity: found 2.5, expected a whole number "
             "from 1 to 1000");
    QCOMPARE(setting_problem("action.bandwith_s=4"),
             "--set action.bandwith_s=4: there is no parameter action.bandwith_s; did you mean "
             "action.bandwidth_s?");
  }

  void numbersThatDoNotFitTogetherAreRefused() {
    ActionParams p = action_preset(ActionMethod::hawkes_inhibitory);
    p.hawkes_radius_m = 301;
    QCOMPARE(problem(p, {600, Border::torus}),
             "action.hawkes_radius_m: found 301, expected at most half the side of the arena, 300");
    QCOMPARE(problem(p), "");
    p = action_preset(ActionMethod::filtered);
    p.filtered_radius_m = 501;
    QCOMPARE(problem(p),
             "action.filtered_radius_m: found 501, expected at most half the side of the arena, 500");
    p = action_preset(ActionMethod::exact);
    p.duty_target = 0.8;
    QCOMPARE(problem(p),
             "action.duty_target: found 0.8, expected less than actions of 2.6666666666666665 ticks allow");
    p = action_preset(ActionMethod::exact);
    p.dt_s = 40;
    QCOMPARE(problem(p), "action.cycle_s: found 60, expected at least two ticks of action.dt_s");
  }

  void noiseReadsPerAgentCountPhasesAtTheirRefresh() {
    QCOMPARE(noise_samples_per_agent(action_preset(ActionMethod::poisson)), 0.0);
    QCOMPARE(noise_samples_per_agent(action_preset(ActionMethod::perlin)), 1.0);
    QCOMPARE(noise_samples_per_agent(action_preset(ActionMethod::perlin_phase)), 1.0 / 60);
    QCOMPARE(noise_samples_per_agent(action_preset(ActionMethod::perlin_hybrid)), 1 + 1.0 / 60);
    QCOMPARE(noise_samples_per_agent(action_preset(ActionMethod::exact)), 1.0 / 30);
  }
};

FW_TEST(TestActionParameters)
#include "test_action_parameters.moc"
