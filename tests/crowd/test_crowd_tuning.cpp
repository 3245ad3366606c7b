#include <QTest>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "core/crowd/crowd.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

const Arena kArena{};

QString refusal(const CrowdParams& params, const Arena& arena = kArena, size_t agents = 100) {
  const auto result = check_crowd(params, arena, agents);
  return result ? QString() : QString::fromStdString(result.error().message);
}

CrowdParams dual() {
  return crowd_preset(CrowdMethod::perlin_dual);
}

}  // namespace

class CrowdTuningTest : public QObject {
  Q_OBJECT

 private slots:
  void everyPresetPassesItsOwnCheck() {
    for (size_t m = 0; m < kCrowdMethodSlugs.size(); ++m) {
      const CrowdParams p = crowd_preset(static_cast<CrowdMethod>(m));
      QCOMPARE(static_cast<size_t>(p.method), m);
      QCOMPARE(refusal(p), QString());
    }
  }

  void pathsAreUniqueAndEveryRowGivesBackWhatItWasGiven() {
    std::set<std::string> seen;
    for (const auto& row : crowd_tuning()) {
      QVERIFY2(seen.insert(std::string(row.rule.path)).second, row.rule.path.data());
      QVERIFY2(!row.rule.help.empty(), row.rule.path.data());
      CrowdParams p;
      const double top =
          row.rule.choices.empty() ? row.rule.max : static_cast<double>(row.rule.choices.size()) - 1;
      const double bottom = row.rule.choices.empty() ? row.rule.min : 0;
      for (const double v : {top, bottom}) {
        row.set(p, v);
        QVERIFY2(row.get(p) == v, row.rule.path.data());
      }
      for (const auto& other : crowd_tuning())  // no row writes another row's number
        if (other.rule.path != row.rule.path)
          QVERIFY2(other.get(p) == other.get(CrowdParams{}), other.rule.path.data());
    }
  }

  void parametersWithoutTheirTypeHaveTheSameRowsAndNumbers() {
    const CrowdParams p = crowd_preset(CrowdMethod::vicsek);
    TunedParams tuned(p, crowd_tuning());
    QCOMPARE(tuned.size(), crowd_tuning().size());
    for (size_t row = 0; row < tuned.size(); ++row) {
      QCOMPARE(&tuned.rule(row), &crowd_tuning()[row].rule);
      QCOMPARE(tuned.get(row), crowd_tuning()[row].get(p));
      const double other = tuned.rule(row).choices.empty() ? tuned.rule(row).max : 1;
      TunedParams changed = tuned;
      changed.set(row, other);
      QCOMPARE(changed.get(row), other);
      QCOMPARE(tuned.get(row), crowd_tuning()[row].get(p));  // a copy has numbers of its own
    }
    QVERIFY(tuned.as<CrowdParams>() != nullptr);
    QVERIFY(tuned.as<NoiseStack>() == nullptr);
  }

  void aSettingIsAWordOrANumberByItsPath() {
    TunedParams tuned(CrowdParams{}, crowd_tuning());
    QVERIFY(tune(tuned, "crowd.method=vicsek"));
    QVERIFY(tune(tuned, "crowd.heading.wavelength_m=160"));
    QVERIFY(tune(tuned, "crowd.speed.update=resample"));
    QVERIFY(tune(tuned, "crowd.periodic_lattice=no"));
    const CrowdParams& p = *tuned.as<CrowdParams>();
    QVERIFY(p.method == CrowdMethod::vicsek && p.heading.wavelength_m == 160);
    QVERIFY(p.speed.update == FieldUpdate::resample && !p.periodic_lattice);
    const auto wrong = tune(tuned, "crowd.bta=1");
    QVERIFY(!wrong);
    QCOMPARE(QString::fromStdString(wrong.error().message),
             QStringLiteral("--set crowd.bta=1: there is no parameter crowd.bta; did you mean crowd.beta?"));
  }

  void aBadNumberIsRefusedWithItsPath() {
    CrowdParams p = dual();
    p.beta = 1.5;
    QCOMPARE(refusal(p), QStringLiteral("crowd.beta: found 1.5, expected a number from 0 to 1"));
    p = dual();
    p.jitter_rad = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(refusal(p).startsWith("crowd.jitter_rad: found a number that is not finite"));
    p = dual();
    p.heading.octaves = 0;
    QCOMPARE(refusal(p),
             QStringLiteral("crowd.heading.octaves: found 0, expected a whole number from 1 to 12"));
    p = dual();
    p.speed.wavelength_m = -5;
    QVERIFY(refusal(p).startsWith("crowd.speed.wavelength_m: found -5"));
  }

  void whatNumbersSayTogetherIsChecked() {
    CrowdParams p = dual();
    p.speed_min_mps = 2;
    QCOMPARE(refusal(p),
             QStringLiteral("crowd.speed_min_mps: found 2, expected at most crowd.speed_max_mps = 1.4"));
    p = crowd_preset(CrowdMethod::vicsek);
    p.vicsek_radius_m = 501;
    QCOMPARE(refusal(p),
             QStringLiteral("crowd.vicsek_radius_m: found 501, expected at most half the 1000 m arena"));
    p.method = CrowdMethod::urw;  // an unused radius is not checked
    QCOMPARE(refusal(p), QString());
    p = dual();
    p.speed_max_mps = 300;
    QVERIFY(refusal(p).startsWith("crowd.dt_s: a step of 300 m"));
    p = dual();
    p.heading.state_features.push_back({.name = "density"});
    QVERIFY(refusal(p).contains("state features"));
  }

  void arenasAndCountsThatMakeNoSenseAreRefused() {
    QVERIFY(refusal(dual(), {.side_m = 0}).startsWith("arena: found a side of 0 m"));
    QVERIFY(refusal(dual(), {.side_m = std::numeric_limits<double>::quiet_NaN()}).startsWith("arena:"));
    QVERIFY(refusal(dual(), kArena, 0).startsWith("crowd: found 0 agents"));
    const auto many = check_crowd(dual(), kArena, size_t{1} << 32);
    QVERIFY(!many);
    QVERIFY(many.error().kind == ErrorKind::limit);
  }

  void noiseSamplesAreThoseThePaperCounts() {
    QCOMPARE(noise_samples_per_agent(dual()), 2);
    QCOMPARE(noise_samples_per_agent(crowd_preset(CrowdMethod::perlin_single)), 1);
    QCOMPARE(noise_samples_per_agent(crowd_preset(CrowdMethod::curlnoise)), 4);
    QCOMPARE(noise_samples_per_agent(crowd_preset(CrowdMethod::curl_dual)), 2);
    for (const CrowdMethod m :
         {CrowdMethod::ou, CrowdMethod::urw, CrowdMethod::piecewise, CrowdMethod::vicsek})
      QCOMPARE(noise_samples_per_agent(crowd_preset(m)), 0);
    CrowdParams p = dual();
    p.second_weight = 0.2;
    p.curl_weight = 0.2;
    QCOMPARE(noise_samples_per_agent(p), 4);
  }
};

FW_TEST(CrowdTuningTest)
#include "test_crowd_tuning.moc"
