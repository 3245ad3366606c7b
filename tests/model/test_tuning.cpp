#include <QTest>

#include "core/model/template/tuning.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

struct Knobs {
  double beta = 0.9;
  int fields = 1;
  int update = 0;
  bool on = false;
};

constexpr std::string_view kUpdates[] = {"ema", "ou"};
constexpr std::string_view kNoYes[] = {"no", "yes"};
const TuningRow<Knobs> kRows[] = {
    {{"knobs.beta", "", 0, 1, false, {}, "inertia"},
     [](const Knobs& k) { return k.beta; },
     [](Knobs& k, double v) { k.beta = v; }},
    {{"knobs.fields", "m", 1, 4, true, {}, "fields"},
     [](const Knobs& k) { return double(k.fields); },
     [](Knobs& k, double v) { k.fields = int(v); }},
    {{"knobs.update", "", 0, 0, false, kUpdates, "speed update"},
     [](const Knobs& k) { return double(k.update); },
     [](Knobs& k, double v) { k.update = int(v); }},
    tuning_row<Knobs, &Knobs::on>({.path = "knobs.on", .choices = kNoYes, .help = "switch"}),
};

std::string problem(const char* setting) {
  Knobs knobs;
  const auto done = tune_all<Knobs>(knobs, kRows, {setting}, "--method");
  return done ? "" : done.error().message;
}

}  // namespace

class TuningTest : public QObject {
  Q_OBJECT

 private slots:
  void settingsReachTheirParameter() {
    Knobs knobs;
    QVERIFY(bool(tune_all<Knobs>(knobs, kRows, {"knobs.beta=0.5"}, "--method")));
    QVERIFY(bool(tune_all<Knobs>(knobs, kRows, {"knobs.fields=3"}, "--method")));
    QVERIFY(bool(tune_all<Knobs>(knobs, kRows, {"knobs.update=ou"}, "--method")));
    QCOMPARE(knobs.beta, 0.5);
    QCOMPARE(knobs.fields, 3);
    QCOMPARE(knobs.update, 1);
    QVERIFY(bool(check<Knobs>(knobs, kRows)));
  }

  void yesAndTrueMeanTheSame() {
    for (const char* word : {"yes", "true", "no", "false"}) {
      Knobs knobs;
      QVERIFY(bool(tune_all<Knobs>(knobs, kRows, {std::string("knobs.on=") + word}, "--method")));
      QCOMPARE(knobs.on, word == std::string("yes") || word == std::string("true"));
    }
    QVERIFY(problem("knobs.update=yes").ends_with("expected one of ema, ou"));
  }

  void aMethodIsNoSetting() {
    Knobs knobs;
    QCOMPARE(tune_all<Knobs>(knobs, kRows, {"knobs.beta=0.5", "knobs.method=a"}, "--method").error().message,
             "--set knobs.method=a: choose the method with --method");
    QVERIFY(bool(tune_all<Knobs>(knobs, kRows, {"knobs.beta=0.5", "knobs.beta=0.75"}, "--method")));
    QCOMPARE(knobs.beta, 0.75);
  }

  void badSettingsNameWhatWasFoundAndExpected() {
    QCOMPARE(problem("knobs.beta=2"),
             "--set knobs.beta=2: knobs.beta: found 2, expected a number from 0 to 1");
    QCOMPARE(problem("knobs.beta=nan"),
             "--set knobs.beta=nan: knobs.beta: found \"nan\", expected a number from 0 to 1");
    QCOMPARE(problem("knobs.beta=0.5x"),
             "--set knobs.beta=0.5x: knobs.beta: found \"0.5x\", expected a number from 0 to 1");
    QCOMPARE(problem("knobs.fields=1.5"),
             "--set knobs.fields=1.5: knobs.fields: found 1.5, expected a whole number from 1 to 4 (m)");
    QCOMPARE(problem("knobs.update=emu"),
             "--set knobs.update=emu: knobs.update: found \"emu\", expected one of ema, ou");
    QCOMPARE(problem("knobs.bata=1"),
             "--set knobs.bata=1: there is no parameter knobs.bata; did you mean knobs.beta?");
    QCOMPARE(problem("fields=1"), "--set fields=1: there is no parameter fields; did you mean knobs.fields?");
    QCOMPARE(problem("knobs.beta"), "--set knobs.beta: expected path=value");
  }

  void checkingFindsANumberThatCodePutOutOfRange() {
    Knobs knobs;
    knobs.beta = -1;
    const auto done = check<Knobs>(knobs, kRows);
    QVERIFY(!done);
    QCOMPARE(done.error().message, "knobs.beta: found -1, expected a number from 0 to 1");
  }
};

FW_TEST(TuningTest)
#include "test_tuning.moc"
