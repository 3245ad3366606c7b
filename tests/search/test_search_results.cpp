#include <QRegularExpression>

#include "core/search/choice.h"
#include "tests/search/search_runs.h"

using namespace fw;
using namespace fw::test;

class TestSearchResults : public QObject {
  Q_OBJECT

  SearchHome home_;

 private slots:
  void theBestComeFirst() {
    double last = 1e300;
    const QList<QByteArray> lines = results(home_.undisturbed())["results.csv"].split('\n');
    QVERIFY(lines.size() > 4);
    for (qsizetype k = 1; k + 1 < lines.size(); ++k) {
      const double score = lines[k].split(',')[2].toDouble();
      QVERIFY(score <= last);
      last = score;
    }
  }

  void theDatabaseHoldsWhatTheTableHolds() {
    const QString folder = home_.path("database");
    copy_search(home_.undisturbed(), folder);
    const Outcome made = run({"search", folder, "--formats", "csv,sqlite"});
    QVERIFY2(made.code == 0, made.err);
    QVERIFY(!filesIn(folder).contains("results.json"));
    QCOMPARE(results(folder)["results.csv"], results(home_.undisturbed())["results.csv"]);
    QProcess reader;
    reader.start("ogr2ogr",
                 {"-f", "CSV", "/vsistdout/", folder + "/results.sqlite", "-sql",
                  "SELECT r.rank, r.seed, r.score, r.\"fairness.room\" FROM results r ORDER BY r.rank"});
    QVERIFY(reader.waitForFinished());
    const QList<QByteArray> database = reader.readAllStandardOutput().replace('"', "").trimmed().split(
        '\n');  // whole numbers stand in quotes
    const QList<QByteArray> table = results(folder)["results.csv"].trimmed().split('\n');
    QCOMPARE(database.size(), table.size());
    const qsizetype room = table[0].split(',').indexOf("fairness.room");
    for (qsizetype k = 1; k < table.size(); ++k) {
      const QList<QByteArray> a = table[k].split(','), b = database[k].split(',');
      QCOMPARE(b[0], a[0]);
      QCOMPARE(b[1], a[1]);
      QVERIFY(std::abs(b[2].toDouble() - a[2].toDouble()) < 1e-12);
      QVERIFY(std::abs(b[3].toDouble() - a[room].toDouble()) < 1e-12);
    }
    const QByteArray first = results(folder)["results.sqlite"];
    QVERIFY(first.startsWith("SQLite format 3"));
    QCOMPARE(run({"search", folder, "--formats", "csv,sqlite"}).code, 0);
    QVERIFY(results(folder)["results.sqlite"] == first);
    const Outcome refused = run({"search", folder, "--formats", "parquet"});
    QVERIFY2(refused.code == 2 && refused.err.contains("csv, json, sqlite"), refused.err);
  }

  void chosenAnewAmongThePasses() {
    const Outcome merged =
        run({"merge", home_.path("anew"), home_.undisturbed(), "--and-where", "travel.reach >= 0.7",
             "--minimise", "travel.remote_p95_s", "--keep", "2", "--diverse", "none"});
    QVERIFY2(merged.code == 0, merged.err);
    const QByteArray text = results(home_.path("anew"))["results.csv"];
    QVERIFY(text.count('\n') > 2 &&
            text.count('\n') < results(home_.undisturbed())["results.csv"].count('\n'));
    QCOMPARE(results(home_.path("anew"))["kept.json"].count("\"seed\""), 2);
  }

  void theGalleryIsOnePageWithACardForEveryKeptWorld() {
    const QByteArray page = results(home_.undisturbed())["gallery.html"];
    QCOMPARE(page.count("<article"), 2);
    QCOMPARE(page.count("data:image/webp;base64,"), 2);
    QVERIFY(page.contains("default-src 'none'") && !page.contains("http:") && !page.contains("https:"));
    QVERIFY(page.contains("fieldwright render kept/") && page.contains("id=\"more\""));
    QVERIFY(page.size() < 2 * 3'000'000 / 50);
    for (const char* name : {"charts/figures.svg", "charts/acceptance.png", "charts/expressive_range.svg"})
      QVERIFY2(results(home_.undisturbed()).contains(name), name);
  }

  void aKeptTemplateMakesTheWorldThatWasFound() {
    const QByteArray kept = results(home_.undisturbed())["kept.json"];
    const QRegularExpression name("kept/(\\d+)\\.json");
    const auto match = name.match(QString::fromUtf8(kept));
    QVERIFY(match.hasMatch());
    const Outcome audit =
        run({"audit", home_.undisturbed() + "/" + match.captured(0), "--resolution", "48", "--kpi", "--csv"});
    QVERIFY2(audit.code == 0, audit.err);
    const QList<QByteArray> head = results(home_.undisturbed())["results.csv"].split('\n')[0].split(',');
    for (const QByteArray& line : results(home_.undisturbed())["results.csv"].split('\n'))
      if (line.split(',').value(1) == match.captured(1).toUtf8()) {
        const QByteArray value = line.split(',')[head.indexOf("variety.local")];
        QVERIFY2(audit.out.contains(value), value + " in\n" + audit.out);
      }
  }

  void theKeptOfTheUsualWorldsDifferMoreThanThePlainBest() {
    SearchPlan plan;
    plan.tmpl = parse_template(find_builtin("WindswardLike")->text, "WindswardLike").value();
    plan.keep = 12;
    plan.diverse = usual_diversity();
    double sum = 0;
    const std::pair<const char*, bool> scores[]{{"fairness.resources", false}, {"fairness.worst", false},
                                                {"fairness.advantage", false}, {"variety.local", true},
                                                {"travel.reach", true},        {"pacing.ramp", true}};
    for (const auto& [score, maximise] : scores) {
      plan.score = score;
      plan.maximise = maximise;
      const SearchRules rules = read_rules(plan).value();
      SearchTally tally;
      for (size_t k = 0; k < 256; ++k) {
        Pass pass{k + 1, rules.usual_worlds[*rules.table.find(score)][k], {}};
        for (const std::vector<double>& column : rules.usual_worlds) pass.values.push_back(column[k]);
        tally.passes.push_back(std::move(pass));
      }
      const auto rows_of = [&](const std::vector<size_t>& chosen) {
        std::vector<std::vector<double>> rows;
        for (const size_t k : chosen) {
          rows.emplace_back();
          for (const size_t figure : rules.diverse)
            rows.back().push_back(tally.passes[k].values[figure] / usual_deviation(rules.table, figure, {}));
        }
        return rows;
      };
      sort_passes(plan, tally.passes);
      const auto apart = rows_of(choose_kept(plan, rules, tally));
      std::reverse(tally.passes.begin(), tally.passes.end());
      sort_passes(plan, tally.passes);
      QVERIFY(rows_of(choose_kept(plan, rules, tally)) == apart);
      std::vector<size_t> best(plan.keep);
      for (size_t k = 0; k < best.size(); ++k) best[k] = k;
      const double ratio = least_distance(apart) / least_distance(rows_of(best));
      QVERIFY2(ratio > 1.2, qPrintable(QString("%1 %2").arg(score).arg(ratio)));
      sum += ratio;
    }
    QVERIFY2(sum / 6 >= 1.4, qPrintable(QString::number(sum / 6)));
  }
};

QTEST_GUILESS_MAIN(TestSearchResults)
#include "test_search_results.moc"
