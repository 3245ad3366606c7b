// The medium-scale table of the action study, against the figures that an independent reading of the paper
// gave over 20 seeds. FIELDWRIGHT_ACTION_SEEDS=20 runs the full set and prints the table (a minute).

#include <QTest>
#include <cmath>

#include "action_study.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kReferenceRuns = 20;
/// Joint standard errors that a mean of a few seeds may lie off; 32 figures are compared.
constexpr double kMostErrors = 3.5;

struct Reference {
  double mean;
  double sd;  ///< of one run
};

struct Row {
  ActionMethod method;
  Reference coverage, duty, hf_lf, fano;
};

constexpr Row kRows[] = {
    {ActionMethod::perlin, {.881, .003}, {.107, .0003}, {.134, .010}, {.958, .037}},
    {ActionMethod::poisson, {.896, .003}, {.113, .0003}, {.129, .010}, {.955, .037}},
    {ActionMethod::filtered, {.923, .003}, {.127, .0003}, {.139, .010}, {.920, .037}},
    {ActionMethod::sinusoid, {.883, .003}, {.112, .0003}, {.0151, .0008}, {4.910, .10}},
    {ActionMethod::hawkes_inhibitory, {.873, .003}, {.098, .0003}, {.142, .010}, {.913, .037}},
    {ActionMethod::constraint_token, {.897, .003}, {.113, .0003}, {.130, .010}, {.929, .037}},
    {ActionMethod::constraint_roundrobin, {.162, .003}, {.0213, .0003}, {.0117, .0008}, {2.000, .01}},
    {ActionMethod::fixed, {.998, .003}, {.3135, .0003}, {.177, .018}, {.890, .037}},
};

int seeds() {
  const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_ACTION_SEEDS");
  return asked > 0 ? asked : 2;
}

/// Deviation in joint standard errors; the reference is also rounded to its last printed digit.
double deviation(double found, const Reference& reference, double rounding, int runs) {
  const double error = reference.sd * std::sqrt(1.0 / runs + 1.0 / kReferenceRuns);
  return (found - reference.mean) / std::hypot(error, rounding);
}

}  // namespace

class TestActionFigures : public QObject {
  Q_OBJECT

 private slots:
  void theTableIsTheOneThatReproducesThePaper() {
    for (const Row& row : kRows) {
      const StudySummary s = run_seeds(action_preset(row.method), 1, seeds());
      const std::string_view slug = kActionMethodSlugs[static_cast<size_t>(row.method)];
      const double off[] = {deviation(s.mean.coverage, row.coverage, .0005, s.runs),
                            deviation(s.mean.duty, row.duty, .0003, s.runs),
                            deviation(s.mean.hf_lf, row.hf_lf, .00005, s.runs),
                            deviation(s.mean.fano, row.fano, .0005, s.runs)};
      qInfo("%-22s coverage %.4f (%+.1f)  duty %.4f (%+.1f)  HF/LF %.4f (%+.1f)  Fano %.3f (%+.1f)",
            slug.data(), s.mean.coverage, off[0], s.mean.duty, off[1], s.mean.hf_lf, off[2], s.mean.fano,
            off[3]);
      for (const double errors : off) QVERIFY2(std::abs(errors) < kMostErrors, slug.data());
    }
  }

  void methodsDifferWhereThePaperSaysSo() {
    const auto one = [](ActionMethod method) { return run_study(action_preset(method), 1); };
    const StudyFigures poisson = one(ActionMethod::poisson), perlin = one(ActionMethod::perlin);
    const StudyFigures sinusoid = one(ActionMethod::sinusoid), filtered = one(ActionMethod::filtered);
    QVERIFY(perlin.coverage < poisson.coverage && poisson.coverage < filtered.coverage);
    QVERIFY(sinusoid.fano > 4 * poisson.fano);
    QVERIFY(sinusoid.hf_lf < 0.2 * poisson.hf_lf);
    QVERIFY(perlin.wave < 0.02);  // the hazard makes no global wave
  }
};

FW_TEST(TestActionFigures)
#include "test_action_figures.moc"
