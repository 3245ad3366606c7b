#include <QTest>
#include <cmath>

#include "app/job/search/search_plan.h"
#include "app/job/sweep/sweep.h"
#include "app/job/sweep/tune.h"
#include "core/template/template_io.h"
#include "tests/search/search_runs.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

QStringList sweep_words(const QString& folder, const QStringList& more = {}) {
  return QStringList{"sweep"} + tiny_words() +
         QStringList{"--resolution",
                     "48",
                     "--seeds",
                     "1..3",
                     "-o",
                     folder,
                     "--quiet",
                     "--threads",
                     "2",
                     "--vary",
                     "land.fraction=0.4..0.6/3",
                     "--vary",
                     "danger.black=0.05,0.2,1.5"} +
         more;
}

/// The cells of a line of a CSV file whose first cells are these.
QList<QByteArray> line_of(const QByteArray& csv, const QByteArray& begin) {
  for (const QByteArray& line : csv.split('\n'))
    if (line.startsWith(begin)) return line.split(',');
  return {};
}

}  // namespace

class TestSweep : public QObject {
  Q_OBJECT

  QTemporaryDir home_;
  QString path(const QString& name) const { return home_.filePath(name); }

 private slots:
  void initTestCase() {
    const Outcome made = run(sweep_words(path("whole")));
    QVERIFY2(made.code == 0, made.err);
  }

  void aShareThatIsSetLeavesTheOthersTheirProportions() {
    const Template before = tiny();
    const auto& bands = before.vocabulary.danger;
    const std::string id = bands.back().id;
    const Template after = template_with(before, {{"danger." + id, "0.3"}}).value();
    QCOMPARE(after.vocabulary.danger.back().share, 0.3);
    double sum = 0;
    for (const auto& band : after.vocabulary.danger) sum += band.share;
    QVERIFY(std::abs(sum - 1) < 1e-9);
    const double scale = 0.7 / (1 - bands.back().share);
    for (size_t k = 0; k + 1 < bands.size(); ++k)
      QVERIFY(std::abs(after.vocabulary.danger[k].share - scale * bands[k].share) < 2e-6);
    QVERIFY(!template_with(before, {{"danger." + id, "0.7"}, {"danger." + bands[0].id, "0.7"}}));
  }

  void axesAreReadAndRefusedInWords() {
    const SweepAxis range = parse_axis("land.fraction=0.4..0.7/7", tiny()).value();
    QCOMPARE(range.levels(), size_t{7});
    QCOMPARE(range.word_at(0.5), std::string("0.55"));
    const SweepAxis whole{"a number of rows", 3, 9, true};
    QCOMPARE(whole.word_at(0.4), std::string("5"));
    QCOMPARE(whole.settled(0.4), 1.0 / 3);
    const auto says = [](const char* text) {
      const auto axis = parse_axis(text, tiny());
      return axis ? std::string("taken") : axis.error().message;
    };
    QVERIFY(says("land.fractoin=0.4..0.7").find("land.fraction") != std::string::npos);
    QVERIFY(says("land.fraction=0.7..0.4").find("LOW < HIGH") != std::string::npos);
    QVERIFY(says("land.fraction=0.4..70").find("expected") != std::string::npos);
    QVERIFY(says("land.fraction=0.4..0.7/1").find("steps") != std::string::npos);
    QVERIFY(says("land.fraction").find("PATH=LOW..HIGH") != std::string::npos);
  }

  void everyPointIsARowAndContradictoryOnesSaySo() {
    const QByteArray points = results(path("whole"))["points.csv"];
    QCOMPARE(points.count('\n'), 10);
    QVERIFY(points.startsWith("point,land.fraction,danger.black,verdict,worlds,"));
    QCOMPARE(line_of(points, "4,")[1], QByteArray("0.5"));
    QCOMPARE(line_of(points, "4,")[2], QByteArray("0.2"));
    QCOMPARE(line_of(points, "4,")[4], QByteArray("3"));
    QVERIFY2(line_of(points, "5,")[3].startsWith("infeasible: "), line_of(points, "5,")[3]);
    QCOMPARE(results(path("whole"))["runs.csv"].count('\n'), 1 + 6 * 3);
  }

  void aPointsMeanIsThatOfItsWorlds() {
    const QMap<QString, QByteArray> files = results(path("whole"));
    const auto head = files["points.csv"].split('\n')[0].split(',');
    const auto runs_head = files["runs.csv"].split('\n')[0].split(',');
    double sum = 0;
    for (const QByteArray seed : {"1", "2", "3"})
      sum += line_of(files["runs.csv"], "4," + seed + ",")[runs_head.indexOf("variety.local")].toDouble();
    const double mean = line_of(files["points.csv"], "4,")[head.indexOf("variety.local")].toDouble();
    QVERIFY(std::abs(mean - sum / 3) < 1e-12);
    // The world of a run is that of the template with these values.
    Template tmpl = template_with(tiny(), {{"land.fraction", "0.5"}, {"danger.black", "0.2"}}).value();
    const FigureTable table = search_figures(tmpl, 48);
    const auto row = measure_world(tmpl, 48, table, 2, {});
    QVERIFY(row && row->fate == RowFate::passed);
    QCOMPARE(line_of(files["runs.csv"], "4,2,")[runs_head.indexOf("variety.local")].toDouble(),
             row->values[*table.find("variety.local")]);
  }

  void whatMovesAFigureShowsInItsEffects() {
    const QByteArray effects = results(path("whole"))["effects.csv"];
    const auto room = line_of(effects, "fairness.room,land.fraction,correlation");
    QCOMPARE(room.size(), 6);
    for (const QByteArray name : {"luck.csv", "summary.json", "charts/effects.svg", "charts/parameter_1.png"})
      QVERIFY2(results(path("whole")).contains(name), name);
    QVERIFY(results(path("whole"))["summary.json"].contains("\"infeasible\": 3"));
  }

  void aSweepGoesOnAndMergesToTheSameBytes() {
    const QMap<QString, QByteArray> whole = results(path("whole"));
    const Outcome again = run({"sweep", path("whole")});
    QVERIFY2(again.code == 0 && again.out.contains("0 worlds made now, 27 of an earlier run"),
             again.out + again.err);
    QCOMPARE(results(path("whole")), whole);
    // A shard without its last lines, and one that is not there.
    QDir().mkpath(path("shard/rows"));
    QFile::copy(path("whole/plan.json"), path("shard/plan.json"));
    QByteArray rows = bytes(path("whole/rows/1of1-000001.csv"));
    QList<QByteArray> lines = rows.split('\n');
    lines = lines.mid(0, lines.size() - 4);
    QFile file(path("shard/rows/1of1-000001.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(lines.join('\n') + "\n");
    file.close();
    const Outcome gap = run({"merge", path("shard")});
    QVERIFY2(gap.code == 6 && gap.err.contains("3 of 27 runs have no row"), gap.err);
    const Outcome merged = run({"merge", path("shard"), path("whole"), "-o", path("merged")});
    QVERIFY2(merged.code == 0 && merged.out.contains("24 rows are there twice"), merged.out + merged.err);
    QCOMPARE(results(path("merged")), whole);
    QCOMPARE(run({"sweep", path("shard"), "--quiet"}).code, 0);
    QCOMPARE(results(path("shard")), whole);
    const Outcome other = run(sweep_words(path("whole"), {"--design", "lhs"}));
    QVERIFY2(other.code == 2 && other.err.contains("holds another sweep: it differs in design"), other.err);
    QCOMPARE(run({"search", path("whole")}).code, 4);
    QCOMPARE(run(sweep_words(path("much"), {"--design", "grid", "--samples", "3"})).code, 2);
  }

  void morrisAndSobolDesignsWriteTheirMeasures() {
    for (const auto& [design, measure] : {std::pair("morris", "mu_star"), std::pair("sobol", "total")}) {
      const QString folder = path(design);
      const Outcome made = run(QStringList{"sweep"} + tiny_words() +
                               QStringList{"--resolution", "32", "--seeds", "1..2", "-o", folder, "--quiet",
                                           "--vary", "land.fraction=0.4..0.6", "--vary",
                                           "danger.black=0.05..0.2", "--design", design, "--samples", "3"});
      QVERIFY2(made.code == 0, made.err);
      QCOMPARE(results(folder)["points.csv"].count('\n'), QByteArray(design) == "morris" ? 10 : 13);
      const QByteArray begin = QByteArray("travel.reach,danger.black,") + measure;
      QVERIFY2(!line_of(results(folder)["effects.csv"], begin).isEmpty(),
               results(folder)["effects.csv"].left(600));
    }
  }

  void goalsReadOffAnotherTemplateAreMet_data() {
    QTest::addColumn<int>("parameters");
    QTest::addColumn<double>("most");
    QTest::newRow("two parameters") << 2 << 0.02;
    QTest::newRow("four") << 4 << 0.10;
    QTest::newRow("six") << 6 << 0.10;
  }
  /// The share of the start's loss that is left after 200 evaluations, on the seeds that it was tuned on.
  void goalsReadOffAnotherTemplateAreMet() {
    QFETCH(int, parameters);
    QFETCH(double, most);
    if (!qEnvironmentVariableIsSet("FIELDWRIGHT_TUNE_HIDDEN"))
      QSKIP("takes minutes; FIELDWRIGHT_TUNE_HIDDEN=1");
    const struct {
      const char *path, *range, *hidden;
    } kHidden[]{{"land.roughness", "0.1..1.5", "1.1"}, {"land.fraction", "0.3..0.7", "0.42"},
                {"relief.ridge", "0..1", "0.75"},      {"noise.height.persistence", "0.3..0.7", "0.6"},
                {"land.scale_m", "150..600", "420"},   {"relief.massif.weight", "0..1", "0.7"}};
    const QStringList common{"--resolution", "96", "--seeds", "1..2"};
    QStringList audit = QStringList{"audit"} + tiny_words() + QStringList{"--kpi", "--csv"},
                tune = QStringList{"tune"} + tiny_words() + QStringList{"--evaluations", "200", "--json"};
    for (int k = 0; k < parameters; ++k) {
      audit << "--set" << QString("%1=%2").arg(kHidden[k].path, kHidden[k].hidden);
      tune << "--vary" << QString("%1=%2").arg(kHidden[k].path, kHidden[k].range);
    }
    const Outcome hidden = run(audit + common);
    QVERIFY2(hidden.code == 0, hidden.err);
    const QList<QByteArray> lines = hidden.out.split('\n');
    const QList<QByteArray> names = lines[0].split(',');
    for (const char* name : {"nature.coast_index", "nature.solidity", "nature.relief_hurst",
                             "nature.hypsometric", "frontier.km", "travel.reach"}) {
      const qsizetype column = names.indexOf(name);
      QVERIFY2(column > 0, name);
      const double mean =
          (lines[1].split(',')[column].toDouble() + lines[2].split(',')[column].toDouble()) / 2;
      tune << "--goal" << QString("%1=%2").arg(name).arg(mean, 0, 'g', 12);
    }
    const QString folder = path(QString("hidden_%1").arg(parameters));
    const Outcome made = run(tune + common + QStringList{"-o", folder});
    QVERIFY2(made.code == 0, made.err);
    const auto figure = [&](const QByteArray& name) {
      const qsizetype at = made.out.indexOf("\"" + name + "\":");
      return made.out.mid(at + name.size() + 3).split(',')[0].toDouble();
    };
    const double left = figure("tuning_after") / figure("tuning_before");
    QVERIFY2(left <= most, qPrintable(QString("%1 of the loss is left: ").arg(left) + made.out));
  }

  void tuningComesNearerToItsGoalOnFreshSeeds() {
    const QString folder = path("tuned");
    const Outcome made =
        run(QStringList{"tune"} + tiny_words() +
            QStringList{"--resolution", "48", "--seeds", "1..2", "--vary", "land.roughness=0.2..1.5",
                        "--vary", "land.fraction=0.35..0.65", "--goal", "nature.coast_index=1.45",
                        "--evaluations", "24", "-o", folder, "--json"});
    QVERIFY2(made.code == 0, made.err);
    const auto figure = [&](const QByteArray& name) {
      const qsizetype at = made.out.indexOf("\"" + name + "\":");
      return made.out.mid(at + name.size() + 3).split(',')[0].toDouble();
    };
    QVERIFY2(figure("after") < 0.5 * figure("before"), made.out);
    QVERIFY2(figure("tuning_after") < 0.2 * figure("tuning_before"), made.out);
    QVERIFY(results(folder)["report.html"].contains("--set land.roughness="));
    QCOMPARE(results(folder)["evaluations.csv"].count('\n'), 25);
    QCOMPARE(run({"check", folder + "/tuned.json"}).code, 0);
    const Outcome again = run({"tune", "Tiny", "--goal", "travel.raech=1", "--vary", "land.fraction=0.4..0.6",
                               "--seeds", "1", "-o", folder});
    QVERIFY2(again.code == 2 && again.err.contains("travel.reach"), again.err);
    QCOMPARE(run({"tune", "Tiny", "--goal", "travel.reach=1", "--vary", "danger.black=0.1,0.2", "--seeds",
                  "1", "-o", folder})
                 .code,
             2);
  }

  void goalsThatNoValueMeetsTogetherAreRefusedWithBoth() {
    const FigureTable table = search_figures(tiny(), 512);
    const auto refusal = [&](std::vector<std::string> goals) {
      TuneJob job;
      job.goals = std::move(goals);
      const auto read = parse_goals(job, table);
      return read ? std::string() : read.error().message;
    };
    for (const auto& [one, other] :
         std::vector<std::pair<std::string, std::string>>{{"travel.reach >= 0.9", "travel.reach <= 0.1"},
                                                          {"travel.reach = 0.5", "travel.reach = 0.6"},
                                                          {"travel.reach < 0.5", "travel.reach >= 0.5"},
                                                          {"travel.reach = 0.5", "travel.reach > 0.5"}}) {
      const std::string text = refusal({one, "travel.choke <= 1", other});
      QVERIFY2(text.find("\"" + one + "\"") != std::string::npos, text.c_str());
      QVERIFY2(text.find("\"" + other + "\"") != std::string::npos, text.c_str());
      QVERIFY2(text.find("contradict") != std::string::npos, text.c_str());
    }
    QCOMPARE(refusal({"travel.reach >= 0.1", "travel.reach <= 0.1", "travel.choke <= 0"}), std::string());
    QTemporaryDir scratch;
    const Outcome both =
        run({"tune", "Tiny", "--vary", "land.fraction=0.4..0.6", "--seeds", "1", "--goal",
             "travel.reach>=0.9", "--goal", "travel.reach<=0.1", "-o", scratch.filePath("t")});
    QVERIFY2(both.code == 2 && both.err.contains("contradict"), both.err);
    QVERIFY(!QFileInfo::exists(scratch.filePath("t")));
  }
};

FW_TEST(TestSweep)
#include "test_sweep.moc"
