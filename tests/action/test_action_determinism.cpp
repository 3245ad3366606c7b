#include <QFile>
#include <QTest>

#include "core/action/action.h"
#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/field/simd_level.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Everything a run decides: who started at each tick and until when.
std::string digest(const ActionParams& params, size_t agents, int ticks) {
  const Action action = bind_action(params, {600, Border::torus}, SeedBundle::from_master(42));
  ActionState state = start_action(action, agents);
  Sha256 sha;
  for (int t = 0; t < ticks; ++t) {
    step_action(action, state);
    sha.update(state.started.data(), state.started.size() * sizeof(uint32_t));
    sha.update(state.active_until.data(), state.active_until.size() * sizeof(int64_t));
  }
  return sha.hex();
}

ActionParams exact_with(DrawOrder draw) {
  ActionParams p = action_preset(ActionMethod::exact);
  p.draw = draw;
  p.alpha = 0.5;
  return p;
}

/// Every method under its preset, then the draws of the exact rate mixed with the hazard.
std::vector<std::pair<std::string, ActionParams>> everything() {
  std::vector<std::pair<std::string, ActionParams>> all;
  for (size_t m = 0; m < kActionMethodSlugs.size(); ++m)
    all.emplace_back(kActionMethodSlugs[m], action_preset(static_cast<ActionMethod>(m)));
  for (size_t d = 0; d < kDrawOrderSlugs.size(); ++d)
    all.emplace_back("exact_hybrid_" + std::string(kDrawOrderSlugs[d]),
                     exact_with(static_cast<DrawOrder>(d)));
  return all;
}

}  // namespace

class TestActionDeterminism : public QObject {
  Q_OBJECT

 private slots:
  void threadsDoNotChangeAStart() {
    constexpr size_t kManyPieces = 9000;
    for (const auto& [name, params] : everything()) {
      std::vector<std::string> seen;
      for (const int threads : {1, 2}) {
        const ThreadLimit limit(threads);
        seen.push_back(digest(params, kManyPieces, 12));
      }
      QVERIFY2(seen[0] == seen[1], name.c_str());
    }
  }

  void simdLevelsDoNotChangeAStart() {
    const std::vector<std::string> levels = simd_levels();
    const std::string expected = digest(exact_with(DrawOrder::hilbert), 700, 40);
    for (const std::string& level : levels) {
      QVERIFY(set_simd_level(level));
      QCOMPARE(digest(exact_with(DrawOrder::hilbert), 700, 40), expected);
    }
    QVERIFY(set_simd_level(levels.front()));
  }

  // A change here changes what every user's agents do. If it is meant: run this test once with
  // FIELDWRIGHT_ACCEPT=1 in the environment, run action_figures_test to see that the figures still hold, and
  // commit the new file with the reason.
  void theStartsOfAKnownSeedAreWhatTheyAlwaysWere() {
    QByteArray actual;
    for (const auto& [name, params] : everything())
      actual += QByteArray::fromStdString(name + " " + digest(params, 500, 130) + "\n");
    QFile golden(FIELDWRIGHT_SOURCE_DIR "/tests/action/golden/starts.txt");
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_ACCEPT")) {
      QVERIFY(golden.open(QIODevice::WriteOnly));
      golden.write(actual);
      return;
    }
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QCOMPARE(actual, golden.readAll());
  }
};

FW_TEST(TestActionDeterminism)
#include "test_action_determinism.moc"
