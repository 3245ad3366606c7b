// Single runs: every figure of docs/formats.md, 6, the same bits at any thread count, and invariants.

#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "core/base/parallel/parallel.h"
#include "core/experiment/run.h"
#include "core/experiment/studies.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

std::vector<PlannedRun> small_runs(Study study, std::vector<std::string> methods, uint64_t last_seed = 1) {
  StudyRequest request;
  request.study = study;
  request.scales = {Scale::small};
  request.methods = std::move(methods);
  request.last_seed = last_seed;
  auto plan = plan_study(request);
  return plan ? std::move(plan).value() : std::vector<PlannedRun>{};
}

double figure(const RunResult& result, const std::string& metric) {
  for (const RunRow& row : result.rows)
    if (row.metric == metric) return row.value;
  qWarning("no figure %s", metric.c_str());
  return std::nan("");
}

/// Bit by bit, NaN included.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

bool same(const RunResult& a, const RunResult& b) {
  if (a.rows.size() != b.rows.size() || a.series.size() != b.series.size()) return false;
  for (size_t i = 0; i < a.rows.size(); ++i)
    if (a.rows[i].metric != b.rows[i].metric || !same_bits({a.rows[i].value}, {b.rows[i].value}))
      return false;
  for (size_t i = 0; i < a.series.size(); ++i)
    if (!same_bits(a.series[i].x, b.series[i].x) || !same_bits(a.series[i].y, b.series[i].y)) return false;
  return true;
}

const std::vector<std::string> kNamed[] = {
    {"s_dir_5", "jerk_snapshot", "jerk_p95", "jerk_tick", "coverage", "polarization", "heading_entropy",
     "tortuosity", "tortuosity_p95", "hf_lf", "speed_mean", "speed_sd", "speed_skew", "corr_length_heading"},
    {"coverage", "duty", "hf_lf", "fano", "front_coherence", "wave", "rate_error_60", "gap_p95",
     "longest_gap", "iei_mean", "iei_sd", "iei_cv", "burstiness", "second_difference", "morans_i",
     "regional_cv"},
    {"isi_cv", "coverage_distance", "coverage_index", "coherence_ref", "coherence_own", "spawns_per_cycle",
     "eliminations_per_cycle", "load_variance", "morans_i", "regional_cv", "nn_mean", "neighbour_phase"}};

/// A run of a study, or one for every kind of scene that it has.
std::vector<PlannedRun> runs_of_each_kind(Study study) {
  if (row_of(study).scenes == nullptr) return {small_runs(study, {})[0]};
  StudyRequest request;
  request.study = study;
  request.scales = {Scale::small};
  request.preset = Preset::all;
  request.last_seed = 1;
  std::vector<PlannedRun> runs;
  for (const auto& [scene, method] : {std::pair("bi_0.5", "field"),
                                      {"door_2.4", "field"},
                                      {"circle_24", "field"},
                                      {"goals", "balanced"},
                                      {"mood", "kept"},
                                      {"alarm", "kept"},
                                      {"ring", "paced"},
                                      {"day", "kept"}}) {
    request.scenes = {scene}, request.methods = {method};
    runs.push_back(plan_study(request).value().at(0));
  }
  return runs;
}

}  // namespace

class TestStudyRuns : public QObject {
  Q_OBJECT

 private slots:
  void everyNamedFigureIsThereOnceAndFinite_data() {
    QTest::addColumn<int>("study");
    QTest::addColumn<QString>("method");
    QTest::newRow("crowd") << 0 << "perlin_dual";
    QTest::newRow("action") << 1 << "perlin_phase";
    QTest::newRow("spawn") << 2 << "perlin_a";
  }
  void everyNamedFigureIsThereOnceAndFinite() {
    QFETCH(int, study);
    QFETCH(QString, method);
    const auto runs = small_runs(static_cast<Study>(study), {method.toStdString()});
    QCOMPARE(runs.size(), size_t{1});
    const auto result = execute(runs[0]);
    QVERIFY(result.has_value());
    std::set<std::string> names;
    for (const RunRow& row : result->rows) {
      QVERIFY2(names.insert(row.metric).second, row.metric.c_str());
      QVERIFY(row.run == runs[0].key);
    }
    for (const std::string& metric : kNamed[study]) {
      QVERIFY2(names.count(metric) == 1, metric.c_str());
      if (metric == "corr_length_heading") continue;  // a polarised crowd never decays to 1/e
      QVERIFY2(std::isfinite(figure(*result, metric)), metric.c_str());
    }
    QVERIFY(!result->series.empty());
    for (const Series& s : result->series) QVERIFY(s.x.size() == s.y.size() && !s.x.empty());
  }

  void aRunHasTheSameBitsOnOneThreadAndInParallelWithOthers() {
    std::vector<PlannedRun> runs = small_runs(Study::crowd, {"perlin_dual", "vicsek"}, 2);
    for (PlannedRun& run : small_runs(Study::action, {"exact", "constraint_token"}))
      runs.push_back(std::move(run));
    for (PlannedRun& run : small_runs(Study::spawn, {"a_full", "perlin_b"})) runs.push_back(std::move(run));
    std::vector<std::optional<RunResult>> alone, together(runs.size());
    {
      const ThreadLimit one(1);
      for (const PlannedRun& run : runs) alone.push_back(execute(run));
    }
    const ThreadLimit two(2);
    parallel_for(runs.size(), 1, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) together[i] = execute(runs[i]);
    });
    for (size_t i = 0; i < runs.size(); ++i)
      QVERIFY2(same(*alone[i], *together[i]), runs[i].key.group.method.c_str());
    QVERIFY(!same(*alone[0], *alone[1]));  // another seed is another run
  }

  void aStudyMeasuresWhatItsTablesName() {
    std::set<std::string_view> studied;
    for (const auto study : kStudies) {
      const StudyRow& row = study();
      QVERIFY(studied.insert(row.slug).second);
      QCOMPARE(find_study(row.slug), &row);
      std::set<std::string> figures, curves;
      for (const PlannedRun& run : runs_of_each_kind(static_cast<Study>(studied.size() - 1))) {
        const auto result = execute(run);
        for (const RunRow& one : result->rows) figures.insert(one.metric);
        for (const Series& one : result->series) curves.insert(one.name);
      }
      const auto measured = [&](std::string_view metric) {
        QVERIFY2(figures.contains(std::string(metric)), metric.data());
      };
      for (const StudyMetric& metric : row.metrics) measured(metric.name);
      for (const std::string_view metric : row.chief) measured(metric);
      for (const StudyCurve& curve : row.curves)
        QVERIFY2(curves.contains(std::string(curve.name)), curve.name.data());
      if (row.scatter != nullptr) measured(row.scatter->x), measured(row.scatter->y);
      const auto known = [&](const auto& rows) {
        for (const auto& one : rows) {
          measured(one.metric);
          QVERIFY2(find_method(row, one.method) != nullptr, one.method.data());
        }
      };
      known(row.published), known(row.bands), known(row.readings);
    }
    QVERIFY(find_study("no_such_study") == nullptr);
  }

  void aSetCancelFlagStopsARunWithoutAResult() {
    const std::atomic<bool> stop{true};
    for (const Study study : {Study::crowd, Study::action, Study::spawn}) {
      const auto runs = small_runs(study, {});
      QVERIFY(!execute(runs[0], &stop).has_value());
      QVERIFY(!time_run(runs[0], &stop).has_value());
    }
  }

  void crowdFiguresAreOnesThatCanBeKnownBeforehand() {
    const auto urw = execute(small_runs(Study::crowd, {"urw"})[0]);
    QVERIFY(std::abs(figure(*urw, "speed_mean") - 1) < 1e-6);  // fixed speed
    QVERIFY(figure(*urw, "speed_sd") < 1e-6);
    QVERIFY(std::abs(figure(*urw, "s_dir_5")) < 0.2);
    QVERIFY(figure(*urw, "heading_entropy") > 0.9);
    QCOMPARE(figure(*urw, "noise_samples"), 0.0);
    const auto perlin = execute(small_runs(Study::crowd, {"perlin_dual"})[0]);
    QVERIFY(figure(*perlin, "s_dir_5") > 0.9);
    QVERIFY(figure(*perlin, "polarization") > 3 * figure(*urw, "polarization"));
    QVERIFY(figure(*perlin, "jerk_snapshot") < 0.5 * figure(*urw, "jerk_snapshot"));
  }

  void actionFiguresAgreeWithEachOther() {
    const auto runs = small_runs(Study::action, {"poisson", "exact"});
    const auto poisson = execute(runs[0]), exact = execute(runs[1]);
    // Var / mean of Bernoulli starts is 1 - p; the interval's mean is 1 / p at most a horizon's edge away.
    QVERIFY(std::abs(figure(*poisson, "fano") - 0.956) < 0.15);
    QVERIFY(std::abs(figure(*poisson, "iei_mean") - 1 / 0.044) < 1.0);
    QVERIFY(std::abs(figure(*poisson, "front_coherence")) < 0.03);
    QVERIFY(figure(*exact, "rate_error_60") < 0.002);
    QVERIFY(figure(*exact, "fano") < 0.05);
    QVERIFY(figure(*exact, "front_coherence") > 0.4);
  }

  void spawnFiguresAgreeWithEachOther() {
    const auto runs = small_runs(Study::spawn, {"uniform", "a_full"});
    const auto uniform = execute(runs[0]), full = execute(runs[1]);
    QVERIFY(figure(*uniform, "spawns_per_cycle") <= 48);
    QVERIFY(std::isnan(figure(*uniform, "coherence_own")));  // no field of its own
    QVERIFY(figure(*full, "coherence_own") > 0.9);
    // c = coverage / (0.5 sqrt(A / N)) with A = 90 x 90 and N over 4 cycles.
    const double spawns = 4 * figure(*full, "spawns_per_cycle");
    const double index = figure(*full, "coverage_distance") / (0.5 * std::sqrt(90.0 * 90.0 / spawns));
    QVERIFY(std::abs(index - figure(*full, "coverage_index")) < 1e-9);
    const auto spawned = std::find_if(full->series.begin(), full->series.end(),
                                      [](const Series& s) { return s.name == "spawns_per_minute"; });
    QVERIFY(spawned != full->series.end());
    double sum = 0;
    for (const double y : spawned->y) sum += y;
    QCOMPARE(sum, spawns);
  }

  void timingGivesOneRowPerGroup() {
    const auto runs = small_runs(Study::spawn, {"uniform", "sinusoid"}, 2);
    std::vector<double> ms;
    for (const PlannedRun& run : runs) {
      ms.push_back(*time_run(run));
      QVERIFY(ms.back() > 0);
    }
    const auto rows = summarise_runtime(runs, ms);
    QCOMPARE(rows.size(), size_t{2});
    QCOMPARE(rows[0].runs, 2);
    QCOMPARE(rows[0].ms_per_tick, (ms[0] + ms[1]) / 2);
  }
};

FW_TEST(TestStudyRuns)
#include "test_study_runs.moc"
