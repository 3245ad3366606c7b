// How evenly the clock lets each agent act, and how well starts keep to the turns of places.
// FIELDWRIGHT_SEEDS=5 in the environment measures the figures of docs/library.md, 8.

#include <QTest>
#include <cmath>
#include <numbers>

#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/measure/motion/fronts.h"
#include "core/measure/motion/intervals.h"
#include "library_calls.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr size_t kClockAgents = 2000;
constexpr int64_t kClockTicks = 1800;
constexpr double kCycle_s = 60, kSide_m = 1000;
/// Starts per tick: duty .113 over actions of 8 / 3 s.
constexpr double kRate = 0.113 / (8.0 / 3);

struct Figures {
  double rate_error = 0;    ///< of the mean rate, share
  double own_cv = 0;        ///< of the agents' own rates
  double coherence = 0;     ///< of starts with the turns of their places
  int64_t longest_gap = 0;  ///< between two actions of one agent, ticks
};

void measure(uint64_t seed, double speed_mps, Figures& out) {
  Context context;
  FW_VERIFY(fw_open(FW_ABI, nullptr, &context, error));
  fw_seeds seeds;
  fw_seeds_of(seed, &seeds);
  Params params;
  FW_VERIFY(fw_params_open(context, "action", "clock", &params, error));
  const fw_ground torus = ground(FW_TORUS, kSide_m);
  Handle<fw_action, fw_action_close> action;
  FW_VERIFY(fw_action_open(context, params, &torus, &seeds, kClockAgents, &action, error));
  Arrays agents(kClockAgents);
  std::vector<double> east(kClockAgents), north(kClockAgents);
  for (size_t i = 0; i < kClockAgents; ++i) {
    agents.x[i] = kSide_m * random_uniform(derive(seed, "x"), i);
    agents.y[i] = kSide_m * random_uniform(derive(seed, "y"), i);
    const double angle = 2 * std::numbers::pi * random_uniform(derive(seed, "way"), i);
    east[i] = speed_mps * std::cos(angle), north[i] = speed_mps * std::sin(angle);
  }
  FW_VERIFY(fw_action_join(action, kClockAgents, agents.id.data(), nullptr, error));
  const fw_agents columns = agents.columns();
  std::vector<uint32_t> started(kClockAgents);
  std::vector<int64_t> busy_until(kClockAgents, 0);
  ActivityLog log = activity_log(kClockAgents);
  CoherenceSum coherence;
  for (int64_t tick = 0; tick < kClockTicks; ++tick) {
    for (size_t i = 0; i < kClockAgents; ++i) {
      agents.x[i] = std::fmod(agents.x[i] + east[i] + kSide_m, kSide_m);
      agents.y[i] = std::fmod(agents.y[i] + north[i] + kSide_m, kSide_m);
    }
    size_t starts = 0;
    FW_VERIFY(fw_action_tick(action, tick, kClockAgents, &columns.id, &columns.x_m, &columns.y_m,
                             started.data(), &starts, error));
    std::vector<uint8_t> starts_now(kClockAgents, 0), active(kClockAgents, 0);
    FW_VERIFY(fw_action_at(action, tick, error));
    for (size_t k = 0; k < starts; ++k) {
      const double x = agents.x[started[k]], y = agents.y[started[k]];
      const fw_ask ask{x, y, x, y, tick, started[k], 0};
      fw_turn turn;
      FW_VERIFY(fw_action_ask(action, &ask, &turn, error));
      coherence.add(tick, turn.phase, kCycle_s);
      starts_now[started[k]] = 1, busy_until[started[k]] = turn.busy_until;
    }
    for (size_t i = 0; i < kClockAgents; ++i) active[i] = tick < busy_until[i];
    add_row(log, starts_now, active);
  }
  double sum = 0, squares = 0;
  for (const double starts : log.agent_starts) sum += starts, squares += starts * starts;
  const double mean = sum / kClockAgents;
  out.rate_error = mean / kClockTicks / kRate - 1;
  out.own_cv = std::sqrt(squares / kClockAgents - mean * mean) / mean;
  out.coherence = coherence.value();
  out.longest_gap = longest_gap_ticks(log);
}

}  // namespace

class LibClockTest : public QObject {
  Q_OBJECT

 private slots:
  void everyAgentKeepsItsRateAndItsPlacesTurn_data() {
    QTest::addColumn<double>("speed_mps");
    QTest::addColumn<double>("most_rate_error");
    QTest::addColumn<double>("most_cv");
    QTest::addColumn<int>("most_gap");
    QTest::addRow("standing") << 0.0 << 0.003 << 0.02 << 75;
    QTest::addRow("walking") << 1.0 << 0.025 << 0.03 << 110;
  }
  void everyAgentKeepsItsRateAndItsPlacesTurn() {
    QFETCH(double, speed_mps);
    QFETCH(double, most_rate_error);
    QFETCH(double, most_cv);
    QFETCH(int, most_gap);
    const int seeds = std::max(1, qEnvironmentVariableIntValue("FIELDWRIGHT_SEEDS"));
    Figures mean;
    for (int seed = 1; seed <= seeds; ++seed) {
      Figures f;
      measure(static_cast<uint64_t>(seed), speed_mps, f);
      mean.rate_error += f.rate_error / seeds, mean.own_cv += f.own_cv / seeds;
      mean.coherence += f.coherence / seeds;
      mean.longest_gap = std::max(mean.longest_gap, f.longest_gap);
    }
    if (seeds > 1)
      qInfo("rate %+.2f %%, own CV %.3f, coherence %.3f, longest gap %d", 100 * mean.rate_error, mean.own_cv,
            mean.coherence, static_cast<int>(mean.longest_gap));
    QVERIFY2(std::abs(mean.rate_error) <= most_rate_error, qPrintable(QString::number(mean.rate_error)));
    QVERIFY2(mean.own_cv <= most_cv, qPrintable(QString::number(mean.own_cv)));
    QVERIFY2(mean.coherence >= 0.5, qPrintable(QString::number(mean.coherence)));
    QVERIFY2(mean.longest_gap <= most_gap, qPrintable(QString::number(mean.longest_gap)));
  }
};

FW_TEST(LibClockTest)
#include "test_lib_clock.moc"
