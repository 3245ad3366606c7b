#include <array>
#include <atomic>
#include <thread>

#include "app/job/search/search_look.h"
#include "core/measure/kpi/kpi.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"
#include "tests/search/search_runs.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// The first stage of which some figure is not what the whole world shows; -1 if there is none.
int first_different_stage(const Template& tmpl, uint64_t seed, int resolution) {
  const PlayParams play = play_of(tmpl.play, tmpl.vocabulary);
  const auto whole = generate(tmpl, SeedBundle::from_master(seed), resolution).value();
  const KpiFigures all = measure_kpi(*whole, play);
  StageCache cache(1);
  KpiFigures staged;
  constexpr std::array kScopes{GenerateScope::ground, GenerateScope::regions, GenerateScope::layers,
                               GenerateScope::landmarks, GenerateScope::whole};
  for (int s = 0; s < 5; ++s) {
    const auto world =
        generate(tmpl, SeedBundle::from_master(seed), resolution, {}, &cache, kScopes[static_cast<size_t>(s)])
            .value();
    add_kpi_stage(*world, play, static_cast<KpiStage>(s), staged);
    for (const Kpi& row : kpi_table()) {
      if (static_cast<int>(row.stage) != s) continue;
      const double a = row.value(staged), b = row.value(all);
      if (a != b && !(std::isnan(a) && std::isnan(b))) return s;
    }
  }
  return -1;
}

}  // namespace

class TestSearch : public QObject {
  Q_OBJECT

  SearchHome home_;

 private slots:
  void everyStageMeasuresWhatTheWholeWorldShows() {
    for (const Template& tmpl : {tiny(), dry_template("WindswardLike")})
      QCOMPARE(first_different_stage(tmpl, 3, 96), -1);
    QCOMPARE(first_different_stage(builtin("Tiny"), 3, 96), -1);
  }

  void lookingStageByStageRejectsExactlyWhatFailsInTheWholeWorld() {
    const QString staged = home_.path("staged"), all = home_.path("all");
    for (const Outcome& made :
         {run(search_words(staged, "1..72")), run(search_words(all, "1..72", {"--record", "all"}))})
      QVERIFY2(made.code == 0, made.err);
    const auto found = results(staged), found_in_all = results(all);
    QVERIFY(found["results.csv"].count('\n') > 10);
    for (const char* name : {"results.csv", "summary.json", "kept.json"})
      QCOMPARE(found_in_all[name], found[name]);
  }

  void wordsThatMakeNoSenseAreRefusedInOneLine() {
    const auto code_and_line = [&](const QStringList& words, int code, const char* says) {
      const Outcome out = run(words);
      QVERIFY2(out.code == code && out.err.contains(says) && out.err.count('\n') == 1,
               out.err + QByteArray::number(out.code));
    };
    const QString f = home_.path("nonsense");
    const QStringList base{"search", "Tiny", "--seeds", "1..3", "-o", f};
    code_and_line(base + QStringList{"--where", "fairness.resources <= 0,08"}, 2, "--where: column 24");
    code_and_line(base + QStringList{"--where", "fairnes.resources <= 1"}, 2,
                  "did you mean fairness.resources");
    code_and_line(base + QStringList{"--maximise", "travel.reach", "--minimise", "travel.choke"}, 2,
                  "expected one of them");
    code_and_line(base + QStringList{"--maximise", "travel.reach < 1"}, 2, "--maximise: column 1");
    code_and_line(base + QStringList{"--diverse", "travel.raech"}, 2, "did you mean travel.reach");
    code_and_line(base + QStringList{"--shard", "auto"}, 2, "Slurm");
    code_and_line(base + QStringList{"--shard", "2/1"}, 2, "expected i/n");
    code_and_line(base + QStringList{"--time", "2d"}, 2, "expected a time");
    code_and_line({"search", "Tiny", "-o", f}, 2, "--seeds");
    code_and_line({"search", "Tiny", "--seeds", "1..3"}, 2, "-o DIR");
    code_and_line({"search", "Nowhere", "--seeds", "1..3", "-o", f}, 4, "Nowhere");
    code_and_line({"merge", home_.path("nothing")}, 4, "plan.json");
    QVERIFY(!QFile::exists(f));
  }

  void aSearchThatFindsTooFewSaysSo() {
    SearchPlan plan = made_up_plan();
    plan.keep = 100;
    make_up(home_.path("few"), plan, {}, 50);
    QCOMPARE(run({"search", home_.path("few"), "--strict"}).code, 6);
    QVERIFY(QFile::exists(home_.path("few") + "/manifest.json"));
    QCOMPARE(run({"search", home_.path("few")}).code, 0);
  }

  void aHopelessSearchSaysWhatStandsInTheWay() {
    SearchPlan plan = made_up_plan();
    plan.seeds = parse_seed_list("1..100000").value();
    make_up(home_.path("hopeless"), plan, {}, 5000);
    const Outcome out = run({"search", home_.path("hopeless"), "--give-up"});
    QCOMPARE(out.code, 0);
    QVERIFY2(out.err.contains("\"nature.solidity >= 0.999\" alone ends 100 %"), out.err);
    QVERIFY2(out.err.contains("nearest to it: nature.solidity 0.9"), out.err);
    QVERIFY2(out.err.contains("without it at most 100 % would pass"), out.err);
    QVERIFY2(out.out.contains("seeds have no row"), out.out);
  }

  void heldAndReleasedItMakesTheSameRows() {
    SearchJob job;
    job.plan = read_plan(home_.undisturbed().toStdString()).value().plan;
    job.folder = home_.path("held").toStdString();
    job.threads = 2;
    SearchControl control;
    job.control = &control;
    std::atomic<size_t> passed{0};
    job.passed = [&](const Pass&) { ++passed; };
    Progress progress;
    progress.cancel = control.stopped();
    control.hold(true);
    std::thread search([&] {
      const Result<SearchDone> done = run_search(job, progress);
      if (!done) qWarning("%s", done.error().message.c_str());
    });
    QTest::qWait(100);
    const size_t while_held = passed;
    for (int k = 0; k < 12; ++k) {
      control.hold(k % 2 == 1);
      QTest::qWait(20);
    }
    control.hold(false);
    search.join();
    QCOMPARE(while_held, size_t{0});
    QCOMPARE(results(home_.path("held")), results(home_.undisturbed()));
    QCOMPARE(passed.load(), static_cast<size_t>(results(home_.undisturbed())["results.csv"].count('\n')) - 1);
    // Stopped while it is held it ends, too.
    job.folder = home_.path("stopped").toStdString();
    SearchControl other;
    job.control = &other;
    progress.cancel = other.stopped();
    other.hold(true);
    std::thread stopped([&] {
      const Result<SearchDone> done = run_search(job, progress);
      if (done || done.error().kind != ErrorKind::cancelled) qFatal("it did not say that it was stopped");
    });
    other.stop();
    stopped.join();
  }

  void seedsOfOneStreamAreTheWorldsOfThatStream() {
    const QString folder = home_.path("streams");
    const Outcome made =
        run(QStringList{"search"} + tiny_words() +
            QStringList{"--resolution", "48", "--seeds", "layout=1..5,noise=7,place=9", "--minimise",
                        "frontier.km", "--keep", "2", "--threads", "2", "-o", folder});
    QVERIFY2(made.code == 0, made.err);
    const QList<QByteArray> lines = results(folder)["results.csv"].trimmed().split('\n');
    QCOMPARE(lines.size(), qsizetype{6});
    const qsizetype first = lines[0].split(',').indexOf("nature.coast_index");
    for (const QByteArray& line : lines.mid(1)) {
      const QList<QByteArray> row = line.split(',');
      const Outcome audit = run(QStringList{"audit"} + tiny_words() +
                                QStringList{"--seed", "layout=" + row[1] + ",noise=7,place=9", "--resolution",
                                            "48", "--kpi", "--csv"});
      QVERIFY2(audit.code == 0, audit.err);
      for (qsizetype k = first; k < first + static_cast<qsizetype>(kpi_table().size()); ++k)
        QVERIFY2(row[k].isEmpty() || audit.out.contains(row[k]), row[k] + " of " + lines[0].split(',')[k]);
    }
    // One island, and a kept template makes the world that was found.
    QCOMPARE(lines[1].split(',')[first], lines[5].split(',')[first]);
    const QByteArray best = lines[1].split(',')[1];
    const Outcome kept =
        run({"audit", folder + "/kept/" + best + ".json", "--resolution", "48", "--kpi", "--csv"});
    QVERIFY2(kept.out.contains(lines[1].split(',')[lines[0].split(',').indexOf("frontier.km")]), kept.out);
    const Outcome again = run({"search", folder});
    QVERIFY2(again.out.contains("0 worlds made now, 5 of an earlier run"), again.out + again.err);
  }

  void aPreviewIsRefusedWhereItCannotJudge() {
    const auto refused = [&](const QStringList& more, const char* says) {
      const Outcome out = run(QStringList{"search", "Tiny", "--resolution", "64", "--seeds", "1..9", "-o",
                                          home_.path("no_preview")} +
                              more);
      QCOMPARE(out.code, 2);
      QVERIFY2(out.err.contains(says) && out.err.count('\n') == 1, out.err);
      QVERIFY(!QFile::exists(home_.path("no_preview")));
    };
    refused({"--preview", "32", "--where", "fairness.resources <= 0.1"}, "stand elsewhere");
    refused({"--preview", "64", "--where", "variety.local >= 2"}, "fewer cells");
    QCOMPARE(
        run({"search", "Tiny", "--seeds", "1..9", "--preview", "16", "-o", home_.path("no_preview")}).code,
        2);
  }

  void whatAPreviewRejectsIsCountedAndSampled() {
    const QString all = home_.path("unpreviewed"), folder = home_.path("previewed");
    SearchPlan plan;
    plan.tmpl = tiny();
    plan.resolution = 48;
    plan.seeds = parse_seed_list("1..120").value();
    plan.where = {"variety.local >= 2.5", "travel.reach >= 0.3"};
    plan.keep = 2;
    const auto begin = [&](const QString& in) {
      QDir().mkpath(in);
      write_file(in + "/plan.json", QByteArray::fromStdString(plan_json(plan)));
    };
    begin(all);
    QCOMPARE(run({"search", all, "--quiet"}).code, 0);
    plan.preview = SearchPreview{40, {}};
    const auto margins = calibrate_preview(plan, read_rules(plan).value(), {});
    QVERIFY(margins);
    QCOMPARE(margins.value().size(), size_t{1});
    QVERIFY(margins.value()[0] > 0 && margins.value()[0] < 0.6);
    plan.preview->margins = margins.value();
    begin(folder);
    const Outcome made = run({"search", folder});
    QVERIFY2(made.code == 0, made.err);
    QVERIFY2(made.out.contains("preview: rejected ") && made.out.contains("of passing worlds (95 %"),
             made.out);
    const StoredPlan stored = read_plan(folder.toStdString()).value();
    QCOMPARE(stored.plan.preview->resolution, 40);
    QCOMPARE(stored.plan.preview->margins.size(), size_t{1});
    QVERIFY(plan_json(stored.plan) == stored.text);
    const SearchRules rules = read_rules(stored.plan).value();
    const SearchTally tally =
        tally_rows(stored.plan, rules, rows_digest(stored.plan), {folder.toStdString()}).value();
    QVERIFY(tally.previewed[0] > 20 && tally.previewed[1] == 0);
    QVERIFY(tally.fates[static_cast<size_t>(RowFate::sampled)] > 0);
    QVERIFY(tally.missing.spans.empty());
    // What passes passes without a preview too, and hardly anything is missed.
    const QList<QByteArray> without = results(all)["results.csv"].split('\n');
    const QList<QByteArray> with = results(folder)["results.csv"].split('\n');
    const auto seeds_in = [](const QList<QByteArray>& lines) {
      QSet<QByteArray> seeds;
      for (qsizetype k = 1; k + 1 < lines.size(); ++k) seeds << lines[k].split(',').value(1);
      return seeds;
    };
    QVERIFY(seeds_in(without).contains(seeds_in(with)));
    QVERIFY(with.size() >= without.size() - 8);
    QVERIFY(with.size() > 10);
    QVERIFY(results(folder)["summary.json"].contains("\"sampled_that_hold\""));
    const Outcome again = run({"search", folder, "--json"});
    QVERIFY2(again.code == 0 && again.out.contains("\"worlds\": 120"), again.out);
    const Outcome checked = run({"merge", folder, "--check-sample", "0.05", "--quiet"});
    QVERIFY2(checked.code == 0, checked.err);
  }

  void aLimitEndsAtTheSameSeedWithAnyThreads() {
    QMap<QString, QByteArray> first;
    for (const char* threads : {"1", "2"}) {
      const QString folder = home_.path(QString("limit") + threads);
      QStringList words = search_words(folder, "1..24", {"--limit", "3"});
      words[words.indexOf("--threads") + 1] = threads;
      QCOMPARE(run(words).code, 0);
      QCOMPARE(results(folder)["results.csv"].count('\n'), 4);
      if (first.isEmpty()) first = results(folder);
      QCOMPARE(results(folder), first);
    }
  }
};

FW_TEST(TestSearch)
#include "test_search.moc"
