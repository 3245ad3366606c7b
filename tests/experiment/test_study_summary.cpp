// Means, intervals and verdicts, against manual results or printed tables.

#include <QTest>
#include <array>
#include <cmath>

#include "core/experiment/published.h"
#include "core/experiment/summary.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

const GroupKey kUrw{"crowd", "published", "medium", "nominal", "urw"};

std::vector<RunRow> rows_of(const GroupKey& group, const std::string& metric, std::vector<double> values) {
  std::vector<RunRow> rows;
  for (size_t i = 0; i < values.size(); ++i) rows.push_back({{group, i + 1}, metric, values[i], "m"});
  return rows;
}

bool near(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance;
}

}  // namespace

class TestStudySummary : public QObject {
  Q_OBJECT

 private slots:
  void studentsTAgreesWithPrintedTables() {
    // Two-sided 95 %, as in any statistics book.
    const std::pair<int, double> table[] = {{1, 12.7062},  {2, 4.30265},   {3, 3.18245},  {4, 2.77645},
                                            {5, 2.57058},  {9, 2.26216},   {10, 2.22814}, {19, 2.09302},
                                            {30, 2.04227}, {120, 1.97993}, {999, 1.96234}};
    for (const auto& [degrees, t] : table)
      QVERIFY2(near(student_t95(degrees), t, 6e-5 * t / 2), qPrintable(QString::number(degrees)));
  }

  void anIntervalEqualsTheManualResult() {
    // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squared departures 32, sd sqrt(32/7) = 2.13809,
    // standard error 0.755929, t(7) = 2.36462, half-width 1.78749.
    const std::array<double, 8> values{2, 4, 4, 4, 5, 5, 7, 9};
    const Estimate e = estimate(values);
    QCOMPARE(e.n, 8);
    QCOMPARE(e.mean, 5.0);
    QVERIFY(near(e.sd, 2.13809, 1e-5));
    QVERIFY(near(e.standard_error(), 0.755929, 1e-6));
    QVERIFY(near(e.ci95, 1.78749, 2e-5));
  }

  void figuresThatARunDoesNotHaveDoNotCount() {
    const double none = std::nan("");
    const std::array<double, 4> values{1, none, 3, none};
    QCOMPARE(estimate(values).n, 2);
    QCOMPARE(estimate(values).mean, 2.0);
    const std::array<double, 1> single{7};
    QCOMPARE(estimate(single).mean, 7.0);
    QVERIFY(std::isnan(estimate(single).ci95));
    QCOMPARE(estimate(std::span<const double>{}).n, 0);
    QVERIFY(std::isnan(estimate(std::span<const double>{}).mean));
  }

  void aSummaryRowHasThePublishedValueAndTheDeviation() {
    const auto summary = summarise(rows_of(kUrw, "jerk_snapshot", {0.146, 0.147, 0.148, 0.147, 0.147}));
    QCOMPARE(summary.size(), size_t{1});
    QCOMPARE(summary[0].n, 5);
    QVERIFY(near(summary[0].mean, 0.147, 1e-12));
    QCOMPARE(summary[0].published, std::optional<double>(0.156));
    QVERIFY(near(*summary[0].deviation, -0.009, 1e-12));
    QCOMPARE(summary[0].unit, std::string("m"));
    // Inside the reading's band although it misses the published value: deviation is not judged.
    QCOMPARE(summary[0].verdict, Verdict::inside);
    QVERIFY(!any_outside(summary));
  }

  void aMeanOutsideItsBandIsMarkedUnlessSeedsAreFew() {
    const auto outside = summarise(rows_of(kUrw, "jerk_snapshot", {0.156, 0.156, 0.156, 0.156, 0.157}));
    QCOMPARE(outside[0].verdict, Verdict::outside);
    QVERIFY(any_outside(outside));
    const auto few = summarise(rows_of(kUrw, "jerk_snapshot", {0.156, 0.156}));
    QCOMPARE(few[0].verdict, Verdict::too_few);
    QVERIFY(!any_outside(few));
    const auto other = summarise(rows_of(kUrw, "speed_mean", {1, 1, 1, 1, 1}));
    QCOMPARE(other[0].verdict, Verdict::none);
  }

  void aFigureOfTheReadingIsJudgedByTwoJointStandardErrors() {
    // Poisson's coverage: 0.896, seed sd 0.003 over 20 seeds, printed to 0.001.
    const GroupKey poisson{"action", "published", "medium", "nominal", "poisson"};
    const Estimate ours{0.9, 0.004, 0, 16};
    const auto band = reference_band(poisson, "coverage", ours);
    QVERIFY(band.has_value());
    const double joint = std::sqrt(0.004 * 0.004 / 16 + 0.003 * 0.003 / 20);
    QVERIFY(near(band->low, 0.896 - 2 * joint - 0.0005, 1e-12));
    QVERIFY(near(band->high, 0.896 + 2 * joint + 0.0005, 1e-12));
    // The scatter was not published: ours is used instead.
    const GroupKey uniform{"spawn", "published", "medium", "nominal", "uniform"};
    const auto isi = reference_band(uniform, "isi_cv", {0.36, 0.02, 0, 20});
    QVERIFY(near(isi->high - isi->low, 4 * std::sqrt(2 * 0.02 * 0.02 / 20) + 0.001, 1e-12));
  }

  void anUnrelatedFieldsCoherenceIsJudgedByWidthAlone() {
    const GroupKey a{"spawn", "published", "medium", "nominal", "perlin_a"};
    const auto band = reference_band(a, "coherence_ref", {0.04, 0.06, 0, 16});
    QVERIFY(near(band->high, 3 * 0.06 / 4, 1e-12));
    QCOMPARE(band->low, -band->high);
  }

  void ourMethodsThresholdsAreOneSided() {
    const GroupKey ours{"crowd", "better", "medium", "nominal", "curl_dual"};
    QCOMPARE(reference_band(ours, "s_dir_5", {})->low, 0.99);
    QVERIFY(std::isinf(reference_band(ours, "s_dir_5", {})->high));
    QCOMPARE(reference_band(ours, "jerk_snapshot", {})->high, 0.0126);
    QCOMPARE(reference_band(ours, "coverage", {})->low, 0.75);
    QCOMPARE(reference_band(ours, "polarization", {})->high, 0.06);
    const GroupKey full{"spawn", "better", "large", "nominal", "a_full"};
    QCOMPARE(reference_band(full, "isi_cv", {})->high, 0.12);
    QCOMPARE(reference_band(full, "coverage_index", {})->high, 0.88);
  }

  void groupsKeepTheirOrderAndTheirMetricsApart() {
    GroupKey ou = kUrw;
    ou.method = "ou";
    std::vector<RunRow> rows;
    for (const uint64_t seed : {1, 2})
      for (const GroupKey& group : {kUrw, ou})
        for (const char* metric : {"coverage", "tortuosity"})
          rows.push_back({{group, seed}, metric, static_cast<double>(seed), ""});
    const auto summary = summarise(rows);
    QCOMPARE(summary.size(), size_t{4});
    QVERIFY(summary[0].group == kUrw && summary[0].metric == "coverage");
    QVERIFY(summary[1].group == kUrw && summary[1].metric == "tortuosity");
    QVERIFY(summary[2].group == ou);
    for (const SummaryRow& row : summary) QVERIFY(row.n == 2 && row.mean == 1.5);
  }

  void curvesAreAveragedPointByPoint() {
    const double none = std::nan("");
    std::vector<Series> series;
    series.push_back({{kUrw, 1}, "s_dir", "", "distance", "m", {5, 15}, {1, none}});
    series.push_back({{kUrw, 2}, "s_dir", "", "distance", "m", {5, 15}, {3, 4}});
    series.push_back({{kUrw, 1}, "polarization", "", "time", "s", {1}, {0.5}});
    const auto means = average(series);
    QCOMPARE(means.size(), size_t{2});
    QCOMPARE(means[0].mean, (std::vector<double>{2, 4}));
    QVERIFY(near(means[0].ci95[0], student_t95(1) * 1.0, 1e-9));  // sd sqrt(2), standard error 1
    QVERIFY(std::isnan(means[0].ci95[1]));
    QCOMPARE(means[1].x_name, std::string("time"));
  }
};

FW_TEST(TestStudySummary)
#include "test_study_summary.moc"
