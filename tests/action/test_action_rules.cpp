#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/action/action.h"
#include "core/base/cell_list.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr Arena kSmallArena{300, Border::torus};
const SeedBundle kRuleSeeds = SeedBundle::from_master(11);

ActionParams preset(ActionMethod method) {
  return action_preset(method);
}

/// Starts of every tick.
using Starts = std::vector<std::vector<uint32_t>>;

Starts run(const ActionParams& params, size_t agents, int ticks, const SeedBundle& seeds = kRuleSeeds,
           const Arena& arena = kSmallArena) {
  const Action action = bind_action(params, arena, seeds);
  ActionState state = start_action(action, agents);
  Starts starts;
  for (int t = 0; t < ticks; ++t) {
    step_action(action, state);
    starts.push_back(state.started);
  }
  return starts;
}

size_t total(const Starts& starts) {
  size_t sum = 0;
  for (const auto& tick : starts) sum += tick.size();
  return sum;
}

double distance2(const ActionState& state, uint32_t a, uint32_t b, const Arena& arena) {
  double dx = state.x_m[a] - state.x_m[b], dy = state.y_m[a] - state.y_m[b];
  if (arena.torus()) dx = torus_delta(dx, arena.side_m), dy = torus_delta(dy, arena.side_m);
  return dx * dx + dy * dy;
}

/// Pairs of starts nearer than radius_m and at most `age` ticks apart, over a whole run.
size_t near_pairs(const ActionParams& params, size_t agents, int ticks, double radius_m, int age) {
  const Starts starts = run(params, agents, ticks);
  const Action action = bind_action(params, kSmallArena, kRuleSeeds);
  const ActionState state = start_action(action, agents);
  size_t pairs = 0;
  for (size_t t = 0; t < starts.size(); ++t)
    for (size_t k = 0; k < starts[t].size(); ++k)
      for (size_t s = t - std::min<size_t>(t, static_cast<size_t>(age)); s <= t; ++s)
        for (const uint32_t other : starts[s])
          if (s < t || other < starts[t][k])
            pairs += distance2(state, starts[t][k], other, kSmallArena) <= radius_m * radius_m ? 1 : 0;
  return pairs;
}

QString slug(ActionMethod method) {
  return QString::fromStdString(std::string(kActionMethodSlugs[static_cast<size_t>(method)]));
}

constexpr auto kMethods = [] {
  std::array<ActionMethod, kActionMethodSlugs.size()> all{};
  for (size_t m = 0; m < all.size(); ++m) all[m] = static_cast<ActionMethod>(m);
  return all;
}();

}  // namespace

class TestActionRules : public QObject {
  Q_OBJECT

 private slots:
  void startsAreAscendingAndLastTheirDuration() {
    for (const ActionMethod method : kMethods) {
      const Action action = bind_action(preset(method), kSmallArena, kRuleSeeds);
      ActionState state = start_action(action, 400);
      std::vector<int64_t> until(400, 0);
      for (size_t i = 0; i < 400; ++i) QVERIFY(!state.active(i));
      for (int64_t t = 0; t < 150; ++t) {
        step_action(action, state);
        QCOMPARE(state.tick, t + 1);
        QVERIFY(std::is_sorted(state.started.begin(), state.started.end()));
        QVERIFY(std::adjacent_find(state.started.begin(), state.started.end()) == state.started.end());
        for (const uint32_t agent : state.started) {
          if (action.params.idle_only) QVERIFY2(until[agent] <= t, qPrintable(slug(method)));
          const int64_t duration = action_duration_ticks(action, agent, t);
          QVERIFY(duration == 2 || duration == 3);
          until[agent] = t + duration;
        }
        QVERIFY(until == state.active_until);
        for (size_t i = 0; i < 400; ++i) QCOMPARE(state.active(i), until[i] > t);
      }
    }
  }

  void durationsHaveTheirMean() {
    const ActionParams params = preset(ActionMethod::poisson);
    const Action action = bind_action(params, kSmallArena, kRuleSeeds);
    double sum = 0;
    for (uint32_t i = 0; i < 20000; ++i) sum += static_cast<double>(action_duration_ticks(action, i, 7));
    QCOMPARE(mean_duration_ticks(params), 8.0 / 3.0);
    QVERIFY(std::abs(sum / 20000 - 8.0 / 3.0) < 4 * 0.4714 / std::sqrt(20000.0));
  }

  void methodsWithoutTheirMechanismAreThePoissonMethod() {
    const Starts poisson = run(preset(ActionMethod::poisson), 500, 120);
    QVERIFY(total(poisson) > 2000);
    ActionParams p = preset(ActionMethod::sinusoid);
    p.sinusoid_amplitude = 0;
    QVERIFY(run(p, 500, 120) == poisson);
    p = preset(ActionMethod::filtered);
    p.filtered_gain = 1, p.filtered_cap = 1000;
    QVERIFY(run(p, 500, 120) == poisson);
    p = preset(ActionMethod::hawkes_inhibitory);
    p.hawkes_strength = 0;
    QVERIFY(run(p, 500, 120) == poisson);
    p = preset(ActionMethod::constraint_token);
    p.token_capacity = 1000;
    QVERIFY(run(p, 500, 120) == poisson);
    p = preset(ActionMethod::constraint_roundrobin);  // every region always open, demand = target
    p.robin_slots = 1, p.robin_cap = 1000;
    QVERIFY(run(p, 500, 120) == poisson);
    p = preset(ActionMethod::perlin);  // a flat hazard
    p.epsilon = 1, p.lambda_0_per_s = 0.044, p.link = RateLink::linear, p.idle_only = false;
    QVERIFY(run(p, 500, 120) == poisson);
  }

  void aMethodsOwnMechanismCostsStarts() {
    const size_t poisson = total(run(preset(ActionMethod::poisson), 500, 120));
    QVERIFY(total(run(preset(ActionMethod::hawkes_inhibitory), 500, 120)) < poisson);
    ActionParams filtered = preset(ActionMethod::filtered);
    filtered.filtered_gain = 1;  // the published gain proposes more than it refuses
    QVERIFY(total(run(filtered, 500, 120)) < poisson);
    QVERIFY(total(run(preset(ActionMethod::constraint_roundrobin), 500, 120)) < poisson);
  }

  void aFilterOfOneKeepsStartsApart() {
    ActionParams p = preset(ActionMethod::filtered);
    p.filtered_cap = 1;
    QCOMPARE(near_pairs(p, 800, 60, p.filtered_radius_m, 1), size_t{0});
    QVERIFY(near_pairs(p, 800, 60, p.filtered_radius_m, 2) > 0);  // the window ends there
    p.filtered_cap = 1000;
    QVERIFY(near_pairs(p, 800, 60, p.filtered_radius_m, 1) > 500);
  }

  void theFilterNeverExceedsItsCapAroundAStart() {
    const ActionParams p = preset(ActionMethod::filtered);
    const Action action = bind_action(p, kSmallArena, kRuleSeeds);
    ActionState state = start_action(action, 1500);
    std::vector<uint32_t> before;
    bool met_cap = false;
    for (int t = 0; t < 100; ++t) {
      step_action(action, state);
      // Same-tick neighbours may have come later; those of the tick before were there already.
      for (const uint32_t agent : state.started) {
        const auto near = std::count_if(before.begin(), before.end(), [&](uint32_t other) {
          return distance2(state, agent, other, kSmallArena) <= p.filtered_radius_m * p.filtered_radius_m;
        });
        QVERIFY(near < p.filtered_cap);
        met_cap = met_cap || near == p.filtered_cap - 1;
      }
      before = state.started;
    }
    QVERIFY(met_cap);
  }

  void anInhibitionBeyondOneForbidsButNeverTurnsNegative() {
    ActionParams p = preset(ActionMethod::hawkes_inhibitory);
    p.hawkes_strength = 100;
    QCOMPARE(near_pairs(p, 800, 60, p.hawkes_radius_m, 3), size_t{0});
    QVERIFY(total(run(p, 800, 60)) > 200);
  }

  void inhibitionReachesAcrossTheSeamOnlyOnATorus() {
    const std::vector<double> x{1, 299}, y{150, 150};
    ActionParams p = preset(ActionMethod::hawkes_inhibitory);
    p.hawkes_strength = 100, p.lambda_0_per_s = 1;
    for (const Border border : {Border::torus, Border::reflect}) {
      const Action action = bind_action(p, {300, border}, kRuleSeeds);
      ActionState state = start_action(action, x, y);
      int together = 0;
      for (int t = 0; t < 400; ++t) {
        step_action(action, state);
        together += state.started.size() == 2 ? 1 : 0;
      }
      QCOMPARE(together > 0, border == Border::reflect);
    }
  }

  void tokensInUseAreTheActionsThatRunAndNeverMoreThanTheCapacity() {
    ActionParams p = preset(ActionMethod::constraint_token);
    p.lambda_0_per_s = 0.3;  // crowded, so that requests wait and are dropped
    const Action action = bind_action(p, kSmallArena, kRuleSeeds);
    ActionState state = start_action(action, 1500);
    std::vector<std::pair<size_t, int64_t>> running;  // cell, end
    size_t starts = 0;
    bool full = false;
    for (int64_t t = 0; t < 150; ++t) {
      step_action(action, state);
      for (const uint32_t agent : state.started) {
        const auto cell =
            static_cast<size_t>(state.y_m[agent] / 50) * 6 + static_cast<size_t>(state.x_m[agent] / 50);
        running.emplace_back(cell, t + action_duration_ticks(action, agent, t));
      }
      starts += state.started.size();
      std::vector<int32_t> in_use(36, 0);
      for (const auto& [cell, end] : running) in_use[cell] += end > t ? 1 : 0;
      QVERIFY(in_use == state.tokens_in_use);
      for (const int32_t used : in_use) {
        QVERIFY(used <= p.token_capacity);
        full = full || used == p.token_capacity;
      }
      std::vector<uint8_t> waiting(1500, 0);
      for (const TokenRequest& request : state.waiting) {
        QVERIFY(t - request.tick <= 8);
        QVERIFY(++waiting[request.agent] == 1);
      }
      QVERIFY(waiting == state.is_waiting);
    }
    QVERIFY(full && !state.waiting.empty());
    QVERIFY(starts < total(run(preset(ActionMethod::poisson), 1500, 150)) * 3);
  }

  void onlyOpenRegionsStartAndNeverMoreThanTheCap() {
    const ActionParams p = preset(ActionMethod::constraint_roundrobin);
    const Action action = bind_action(p, kSmallArena, kRuleSeeds);
    ActionState state = start_action(action, 2000);
    for (int64_t t = 0; t < 90; ++t) {
      step_action(action, state);
      std::array<int, 16> starts{};
      for (const uint32_t agent : state.started)
        ++starts[static_cast<size_t>(state.y_m[agent] / 75) * 4 + static_cast<size_t>(state.x_m[agent] / 75)];
      for (int region = 0; region < 16; ++region) {
        const bool open = region % 12 == (t % 30) * 12 / 30;
        QVERIFY(open ? starts[static_cast<size_t>(region)] == 12 : starts[static_cast<size_t>(region)] == 0);
      }
    }
  }

  void roundRobinServesEveryMemberBeforeAnyoneTwice() {
    ActionParams p = preset(ActionMethod::constraint_roundrobin);
    p.lambda_0_per_s = 1;  // certain demand
    std::vector<int> served(600, 0);
    for (const auto& tick : run(p, 600, 900))
      for (const uint32_t agent : tick) ++served[agent];
    const Action action = bind_action(p, kSmallArena, kRuleSeeds);
    const ActionState state = start_action(action, 600);
    std::array<std::vector<int>, 16> by_region;
    for (size_t i = 0; i < 600; ++i)
      by_region[static_cast<size_t>(state.y_m[i] / 75) * 4 + static_cast<size_t>(state.x_m[i] / 75)]
          .push_back(served[i]);
    for (const auto& counts : by_region) {
      const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
      QVERIFY(*least > 0 && *most - *least <= 1);
    }
  }

  void fixedIntervalsHaveTheirMeanAndNeverFallBelowATick() {
    const ActionParams p = preset(ActionMethod::fixed);
    std::vector<int> last(1000, -1);
    double sum = 0, count = 0;
    const Starts starts = run(p, 1000, 400);
    for (int t = 0; t < 400; ++t)
      for (const uint32_t agent : starts[static_cast<size_t>(t)]) {
        if (last[agent] < 0) QVERIFY(t <= 8);
        if (last[agent] >= 0) sum += t - last[agent], ++count;
        last[agent] = t;
      }
    QVERIFY(std::none_of(last.begin(), last.end(), [](int t) { return t < 0; }));
    // A start waits half a tick on average for the tick it falls into; intervals begin at the tick.
    QVERIFY(std::abs(sum / count - 8.5) < 4 * 2.05 / std::sqrt(count));
  }

  void theFirstAgentsOfALargerPopulationDrawTheSame() {
    for (const ActionMethod method : {ActionMethod::poisson, ActionMethod::sinusoid, ActionMethod::fixed}) {
      const Starts few = run(preset(method), 200, 60);
      Starts many = run(preset(method), 400, 60);
      for (auto& tick : many) std::erase_if(tick, [](uint32_t agent) { return agent >= 200; });
      QVERIFY(few == many);
    }
  }

  void theNoiseStreamMovesFieldsAndThePlaceStreamEverything() {
    SeedBundle noise = kRuleSeeds, place = kRuleSeeds;
    noise.noise = 12, place.place = 12;
    for (const ActionMethod method : kMethods) {
      const Starts base = run(preset(method), 300, 80);
      QVERIFY2(run(preset(method), 300, 80, place) != base, qPrintable(slug(method)));
      QCOMPARE(run(preset(method), 300, 80, noise) != base, noise_samples_per_agent(preset(method)) > 0);
    }
  }

  void anEmptyPopulationIsNoError() {
    for (const ActionMethod method : kMethods) QCOMPARE(total(run(preset(method), 0, 5)), size_t{0});
  }
};

FW_TEST(TestActionRules)
#include "test_action_rules.moc"
