// What the studies run: scales, methods, sweeps, and how a run is known.

#include <QTest>
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/experiment/protocol.h"
#include "core/experiment/published.h"
#include "core/experiment/studies.h"
#include "core/experiment/study_action.h"
#include "core/experiment/study_crowd.h"
#include "core/experiment/study_spawn.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

std::vector<PlannedRun> plan(const StudyRequest& request) {
  auto planned = plan_study(request);
  if (!planned) qWarning("%s", planned.error().message.c_str());
  return planned ? std::move(planned).value() : std::vector<PlannedRun>{};
}

StudyRequest one_seed(Study study) {
  StudyRequest request;
  request.study = study;
  request.last_seed = 1;
  return request;
}

const PlannedRun& run_of(const std::vector<PlannedRun>& runs, const std::string& method) {
  return *std::find_if(runs.begin(), runs.end(),
                       [&](const PlannedRun& run) { return run.key.group.method == method; });
}

}  // namespace

class TestProtocol : public QObject {
  Q_OBJECT

 private slots:
  void theCrowdScalesAreThePapers() {
    const CrowdScale s = crowd_scale(Scale::small), m = crowd_scale(Scale::medium),
                     l = crowd_scale(Scale::large);
    QVERIFY(s.agents == 200 && s.ticks == 360 && s.snapshot_ticks == 5 && s.side_m == 1000);
    QVERIFY(m.agents == 1200 && m.ticks == 720 && m.snapshot_ticks == 10 && m.side_m == 1000);
    QVERIFY(l.agents == 3200 && l.ticks == 1080 && l.snapshot_ticks == 15 && l.side_m == 1000);
  }

  void theActionScalesAreThePapers() {
    const ActionScale s = action_scale(Scale::small), m = action_scale(Scale::medium),
                      l = action_scale(Scale::large);
    QVERIFY(s.agents == 800 && s.side_m == 600 && s.ticks == 1200);
    QVERIFY(m.agents == 2000 && m.side_m == 1000 && m.ticks == 1800);
    QVERIFY(l.agents == 8000 && l.side_m == 2000 && l.ticks == 3600);
    for (const ActionScale& scale : {s, m, l}) QVERIFY(scale.warmup_ticks == 60 && scale.snapshot_ticks == 5);
  }

  void theSpawnScalesAreThePapersAndReachTheController() {
    StudyRequest request = one_seed(Study::spawn);
    request.scales = {Scale::small, Scale::medium, Scale::large};
    request.methods = {"uniform"};
    const auto runs = plan(request);
    QCOMPARE(runs.size(), size_t{3});
    const int ticks[] = {2400, 3600, 7200}, targets[] = {80, 128, 256}, quotas[] = {48, 96, 192};
    const int players[] = {6, 8, 12}, samples[] = {1024, 2048, 4096};
    const double sides[] = {90, 120, 240};
    for (size_t i = 0; i < 3; ++i) {
      const auto& setup = *setup_of<SpawnSetup>(runs[i]);
      QCOMPARE(setup.scale.ticks, ticks[i]);
      QCOMPARE(setup.scale.side_m, sides[i]);
      QCOMPARE(setup.scale.coverage_samples, samples[i]);
      QCOMPARE(setup.params.target, targets[i]);
      QCOMPARE(setup.params.quota, quotas[i]);
      QCOMPARE(setup.params.players, players[i]);
      QCOMPARE(setup.params.cycle_s, 600);
    }
  }

  void everyMethodBelongsToExactlyOnePreset() {
    const size_t ours[] = {1, 1, 2}, all[] = {8, 11, 11};
    for (const Study study : {Study::crowd, Study::action, Study::spawn}) {
      const auto published = study_methods(study, Preset::published);
      const auto better = study_methods(study, Preset::better);
      QCOMPARE(better.size(), ours[static_cast<size_t>(study)]);
      QCOMPARE(published.size() + better.size(), all[static_cast<size_t>(study)]);
      std::set<std::string> names(published.begin(), published.end());
      names.insert(better.begin(), better.end());
      QCOMPARE(names.size(), all[static_cast<size_t>(study)]);
    }
  }

  void theFieldSweepsAreThePapersGrids() {
    StudyRequest crowd = one_seed(Study::crowd);
    crowd.sweep = Sweep::field;
    crowd.methods = {"perlin_dual"};
    const auto triples = plan(crowd);
    QCOMPARE(triples.size(), size_t{3});
    const auto& last = setup_of<CrowdSetup>(triples[2])->params;
    QCOMPARE(last.heading.wavelength_m, 1 / 0.016);
    QCOMPARE(last.speed.wavelength_m, 1 / 0.017);
    QCOMPARE(last.heading.drift_per_s, 0.004);

    StudyRequest action = one_seed(Study::action);
    action.sweep = Sweep::field;
    action.methods = {"perlin"};
    const auto grid = plan(action);
    QCOMPARE(grid.size(), size_t{36});
    std::set<std::string> names;
    std::set<double> wavelengths, lacunarities;
    for (const PlannedRun& run : grid) {
      names.insert(run.key.group.variant);
      wavelengths.insert(setup_of<ActionSetup>(run)->params.field.wavelength_m);
      lacunarities.insert(setup_of<ActionSetup>(run)->params.field.lacunarity);
    }
    QCOMPARE(names.size(), size_t{36});
    QVERIFY(wavelengths == (std::set<double>{1 / 0.005, 1 / 0.01, 1 / 0.02}));
    QVERIFY(lacunarities == (std::set<double>{1.8, 2.2}));
  }

  void theMiddleTripleOfTheFieldSweepIsTheNominalSetting() {
    StudyRequest request = one_seed(Study::crowd);
    const auto nominal = plan(request);
    request.sweep = Sweep::field;
    const auto swept = plan(request);
    for (const char* method : {"perlin_dual", "curlnoise", "curl_dual"}) {
      const auto& plain = setup_of<CrowdSetup>(run_of(nominal, method))->params;
      const auto middle = std::find_if(swept.begin(), swept.end(), [&](const PlannedRun& run) {
        return run.key.group.method == method && run.key.group.variant == "f0.01_fv0.011_drift0.002";
      });
      QVERIFY(middle != swept.end());
      const auto& params = setup_of<CrowdSetup>(*middle)->params;
      QVERIFY(std::abs(params.heading.wavelength_m / plain.heading.wavelength_m - 1) < 1e-12);
      QVERIFY(std::abs(params.speed.wavelength_m / plain.speed.wavelength_m - 1) < 1e-12);
      QVERIFY(std::abs(params.potential.wavelength_m / plain.potential.wavelength_m - 1) < 1e-12);
      QCOMPARE(params.heading.drift_per_s, plain.heading.drift_per_s);
    }
  }

  void theAgentsSweepChangesTheNumberOfAgentsAlone() {
    StudyRequest request = one_seed(Study::crowd);
    request.sweep = Sweep::agents;
    request.methods = {"vicsek"};
    std::vector<size_t> agents;
    for (const PlannedRun& run : plan(request)) agents.push_back(setup_of<CrowdSetup>(run)->scale.agents);
    QVERIFY(agents == (std::vector<size_t>{500, 1000, 2000, 4000}));
  }

  void aSettingReachesEveryMethodAndChangesTheDigest() {
    StudyRequest request = one_seed(Study::crowd);
    const auto plain = plan(request);
    request.settings = {"crowd.beta=0.25"};
    const auto tuned = plan(request);
    for (size_t i = 0; i < plain.size(); ++i) {
      QCOMPARE(setup_of<CrowdSetup>(tuned[i])->params.beta, 0.25);
      QVERIFY(run_digest(plain[i], "1") != run_digest(tuned[i], "1"));
    }
  }

  void aRunsDigestTellsMethodSeedScaleVariantAndVersionApart() {
    std::set<std::string> digests;
    size_t runs = 0;
    for (const Study study : {Study::crowd, Study::action, Study::spawn}) {
      StudyRequest request = one_seed(study);
      request.scales = {Scale::small, Scale::medium};
      request.last_seed = 2;
      for (const PlannedRun& run : plan(request)) {
        digests.insert(run_digest(run, "1"));
        digests.insert(run_digest(run, "2"));
        ++runs;
      }
    }
    QCOMPARE(runs, size_t{2 * 2 * (8 + 11 + 11)});
    QCOMPARE(digests.size(), 2 * runs);
  }

  void badRequestsSayWhatTheyFound_data() {
    QTest::addColumn<int>("study");
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<int>("sweep");
    QTest::addColumn<int>("seeds");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown method") << 0 << "vicsec"
                                    << "" << 0 << 1 << "vicsek";
    QTest::newRow("another study's method") << 0 << "poisson"
                                            << "" << 0 << 1 << "crowd study";
    QTest::newRow("unknown setting") << 0 << ""
                                     << "crowd.bta=1" << 0 << 1 << "crowd.beta";
    QTest::newRow("setting out of range") << 0 << ""
                                          << "crowd.beta=7" << 0 << 1 << "0 to 1";
    QTest::newRow("no value") << 1 << ""
                              << "action.ema" << 0 << 1 << "path=value";
    QTest::newRow("method as a setting") << 2 << ""
                                         << "spawn.method=uniform" << 0 << 1 << "--methods";
    QTest::newRow("no such sweep") << 2 << ""
                                   << "" << 1 << 1 << "spawn study has no such sweep";
    QTest::newRow("agents sweep of actions") << 1 << ""
                                             << "" << 2 << 1 << "none or field";
    QTest::newRow("no field to sweep") << 0 << "ou"
                                       << "" << 1 << 1 << "reads no noise field";
    QTest::newRow("no seeds") << 0 << ""
                              << "" << 0 << 0 << "--seeds";
    QTest::newRow("too many seeds") << 0 << ""
                                    << "" << 0 << 1001 << "at most 1000";
  }
  void aSlugHasOneTitleInAllStudies() {
    std::map<std::string, std::string> titles;
    for (const auto study : kStudies)
      for (const Method& method : study().methods) {
        const auto [at, added] = titles.emplace(method.slug, method.title);
        QVERIFY2(added || at->second == method.title, at->first.c_str());
      }
  }
  void oneWalkIsLargeAndOthersAreRefused() {
    StudyRequest request;
    request.study = Study::tactics;
    request.scales = {Scale::large};
    request.scenes = {"uni_1", "mood", "goals"};
    QVERIFY(plan_study(request));
    for (const char* scene : {"circle_250", "uni_2", "avoid"}) {
      request.scenes = {scene};
      const auto refused = plan_study(request);
      QVERIFY(!refused && refused.error().kind == ErrorKind::usage);
      QVERIFY(QString::fromStdString(refused.error().message).contains("--scenes uni_1"));
    }
  }
  void badRequestsSayWhatTheyFound() {
    QFETCH(int, study);
    QFETCH(QString, method);
    QFETCH(QString, setting);
    QFETCH(int, sweep);
    QFETCH(int, seeds);
    QFETCH(QString, says);
    StudyRequest request;
    request.study = static_cast<Study>(study);
    request.sweep = static_cast<Sweep>(sweep);
    request.last_seed = static_cast<uint64_t>(seeds);
    if (!method.isEmpty()) request.methods = {method.toStdString()};
    if (!setting.isEmpty()) request.settings = {setting.toStdString()};
    const auto planned = plan_study(request);
    QVERIFY(!planned);
    QCOMPARE(planned.error().kind, ErrorKind::usage);
    QVERIFY2(QString::fromStdString(planned.error().message).contains(says), planned.error().message.c_str());
  }

  void aMethodOutsideThePresetIsRefused() {
    StudyRequest request = one_seed(Study::spawn);
    request.preset = Preset::published;
    request.methods = {"a_full"};
    const auto planned = plan_study(request);
    QVERIFY(!planned);
    QVERIFY(planned.error().message.find("better") != std::string::npos);
  }

  void publishedValuesBelongToNominalRunsOfPublishedMethods() {
    const GroupKey medium{"crowd", "published", "medium", "nominal", "urw"};
    QCOMPARE(published_value(medium, "jerk_snapshot"), std::optional<double>(0.156));
    QVERIFY(!published_value(medium, "polarization"));
    GroupKey other = medium;
    other.variant = "n500";
    QVERIFY(!published_value(other, "jerk_snapshot"));
    for (const Study study : {Study::crowd, Study::action, Study::spawn})
      for (const std::string& method : study_methods(study, Preset::better))
        for (const char* metric : {"s_dir_5", "coverage", "isi_cv", "duty"})
          QVERIFY(!published_value({std::string(row_of(study).slug), "better", "medium", "nominal", method},
                                   metric));
  }
};

FW_TEST(TestProtocol)
#include "test_protocol.moc"
