#include <signal.h>

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "app/job/folder/file_io.h"
#include "app/job/search/merge.h"
#include "app/job/search/search.h"
#include "app/job/search/search_look.h"
#include "app/job/search/usual_values.h"
#include "core/base/hash.h"
#include "core/search/choice.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/cli/command_run.h"

using namespace fw;
namespace fs = std::filesystem;

namespace {

// Half of the worlds end on the ground, a few at each later stage.
constexpr const char* kWhere[]{"nature.solidity >= 0.91", "variety.local >= 2.0",
                               "travel.reach >= 0.3 and dispersion.vmr < 3"};

QStringList search_words(const QString& folder, const QString& seeds, const QStringList& more = {}) {
  QStringList words{"search",    "Tiny", "--resolution", "48", "--seeds",    seeds,
                    "-o",        folder, "--keep",       "2",  "--maximise", "variety.local",
                    "--threads", "2",    "--quiet"};
  for (const char* where : kWhere) words << "--where" << where;
  return words + more;
}

QByteArray bytes(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

/// The results of a folder, name by name.
QMap<QString, QByteArray> results(const QString& folder) {
  QMap<QString, QByteArray> out;
  for (const QString& name : filesIn(folder))
    if (!name.startsWith("rows/") && name != "plan.json") out[name] = bytes(folder + "/" + name);
  return out;
}

QStringList row_files(const QString& folder) {
  QStringList out;
  for (const QString& name : filesIn(folder))
    if (name.startsWith("rows/") && name.endsWith(".csv")) out << folder + "/" + name;
  return out;
}

void put(const QString& path, const QByteArray& text) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(text);
}

/// Copies plan and rows, not the results.
void copy_search(const QString& from, const QString& to) {
  QDir().mkpath(to + "/rows");
  QFile::copy(from + "/plan.json", to + "/plan.json");
  for (const QString& file : row_files(from)) QFile::copy(file, to + "/rows/" + QFileInfo(file).fileName());
}

/// A search whose worlds were never made: every third passes.
SearchPlan made_up_plan() {
  SearchPlan plan;
  plan.tmpl = parse_template(find_builtin("Tiny")->text, "Tiny").value();
  plan.resolution = 32;
  plan.seeds = parse_seed_list("1..200").value();
  plan.where = {"nature.solidity >= 0.999", "audit.passed = 1"};
  plan.score = "travel.reach";
  plan.keep = 3;
  plan.diverse = usual_diversity();
  return plan;
}

SearchRow made_up_row(uint64_t seed, size_t figures, uint64_t passing_every) {
  SearchRow row{seed, RowFate::rejected, KpiStage::ground, 0, "", {}};
  if (seed % passing_every == 0) row.fate = RowFate::passed, row.stage = KpiStage::points;
  for (size_t k = 0; k < figures; ++k)
    row.values.push_back(row.fate == RowFate::passed || k == 0
                             ? static_cast<double>(splitmix64(seed * 100 + k) % 1000) / 1000
                             : std::nan(""));
  if (row.fate == RowFate::rejected) row.values[2] = 0.9 + static_cast<double>(seed % 90) / 1000;
  return row;
}

/// Its folder, with the rows of a shard.
void make_up(const QString& folder, const SearchPlan& plan, const Shard& shard, uint64_t passing_every = 3) {
  QDir().mkpath(folder);
  const std::string text = plan_json(plan);
  put(folder + "/plan.json", QByteArray::fromStdString(text));
  const SearchRules rules = read_rules(plan).value();
  auto rows = RowsFile::open(folder.toStdString(), shard, plan_digest(text), rules.table);
  QVERIFY(rows);
  for (uint64_t place = 0; place < std::min<uint64_t>(plan.seeds.size(), 1000); ++place)
    if (shard.holds(place))
      QVERIFY(
          rows.value().append(made_up_row(plan.seeds.at(place), rules.table.figures.size(), passing_every)));
  QVERIFY(rows.value().finish());
}

/// The first stage of which some figure is not what the whole world shows; -1 if there is none.
int first_different_stage(const Template& tmpl, uint64_t seed, int resolution) {
  const PlayParams play = play_of(tmpl.play, tmpl.vocabulary);
  const auto whole = generate(tmpl, SeedBundle::from_master(seed), resolution).value();
  const KpiFigures all = measure_kpi(*whole, play);
  StageCache cache(1);
  KpiFigures staged;
  for (int s = 0; s < 5; ++s) {
    const auto world =
        generate(tmpl, SeedBundle::from_master(seed), resolution, {}, &cache, static_cast<GenerateScope>(s))
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

  QTemporaryDir home_;
  QString undisturbed_;

  QString path(const QString& name) const { return home_.filePath(name); }

 private slots:
  /// 24 seeds, as one process without trouble makes them.
  void initTestCase() {
    undisturbed_ = path("undisturbed");
    const Outcome made = run(search_words(undisturbed_, "1..24"));
    QVERIFY2(made.code == 0, made.err);
    QVERIFY(results(undisturbed_).contains("manifest.json"));
    const QByteArray text = results(undisturbed_)["results.csv"];
    const qsizetype passed = text.count('\n') - 1;
    QVERIFY2(passed > 3 && passed < 35, qPrintable(QString::number(passed)));
  }

  void everyStageMeasuresWhatTheWholeWorldShows() {
    for (const char* name : {"Tiny", "WindswardLike"}) {
      const Template tmpl = parse_template(find_builtin(name)->text, name).value();
      QCOMPARE(first_different_stage(tmpl, 3, 96), -1);
    }
    const Template watered = parse_template_with(find_builtin("Tiny")->text, "Tiny",
                                                 {"water.rivers=natural", "coast.types=natural",
                                                  "roads.mode=network", "relief.erosion=fluvial"})
                                 .value();
    QCOMPARE(first_different_stage(watered, 3, 96), -1);
  }

  void lookingStageByStageRejectsExactlyWhatFailsInTheWholeWorld() {
    const QString all = path("all");
    const Outcome made = run(search_words(all, "1..24", {"--record", "all"}));
    QVERIFY2(made.code == 0, made.err);
    QCOMPARE(results(all)["results.csv"], results(undisturbed_)["results.csv"]);
    QCOMPARE(results(all)["summary.json"], results(undisturbed_)["summary.json"]);
    QCOMPARE(results(all)["kept.json"], results(undisturbed_)["kept.json"]);
  }

  void theBestComeFirst() {
    double last = 1e300;
    const QList<QByteArray> lines = results(undisturbed_)["results.csv"].split('\n');
    QVERIFY(lines.size() > 4);
    for (qsizetype k = 1; k + 1 < lines.size(); ++k) {
      const double score = lines[k].split(',')[2].toDouble();
      QVERIFY(score <= last);
      last = score;
    }
  }

  void shardsInAnyOrderMergeToTheSameBytes() {
    const SearchPlan plan = made_up_plan();
    make_up(path("whole"), plan, {});
    QCOMPARE(run({"merge", path("whole")}).code, 0);
    const QMap<QString, QByteArray> whole = results(path("whole"));
    QCOMPARE(whole["results.csv"].count('\n'), 67);
    QStringList folders;
    for (uint64_t shard : {3, 1, 2}) {
      folders << path(QString("shard%1").arg(shard));
      make_up(folders.back(), plan, {shard, 3});
    }
    const Outcome merged = run(QStringList{"merge", path("merged")} + folders);
    QVERIFY2(merged.code == 0, merged.err);
    QCOMPARE(results(path("merged")), whole);
    // A shard that is missing is named; one that is there twice counts once.
    const Outcome gap = run({"merge", path("gap"), folders[0], folders[2]});
    QCOMPARE(gap.code, 6);
    QVERIFY2(gap.err.contains("72 of 200 seeds have no row: 1..64,193..200"), gap.err);
    const Outcome partial = run({"merge", path("gap"), folders[0], folders[2], "--partial"});
    QCOMPARE(partial.code, 0);
    QVERIFY(results(path("gap"))["summary.json"].contains("\"missing\": \"1..64,193..200\""));
    const Outcome twice = run(QStringList{"merge", path("twice")} + folders + QStringList{folders[1]});
    QCOMPARE(twice.code, 0);
    QVERIFY2(twice.out.contains("72 rows are there twice"), twice.out);
    QCOMPARE(results(path("twice")), whole);
    for (uint64_t shard : {2, 1}) make_up(path("shared"), plan, {shard, 2});  // shards may share a folder
    QCOMPARE(run({"merge", path("shared")}).code, 0);
    QCOMPARE(results(path("shared")), whole);
  }

  void shardsMakeTheirBlocksAndNoOthers() {
    const SearchPlan plan = made_up_plan();
    make_up(path("second"), plan, {1, 4});
    for (uint64_t shard : {2, 3}) make_up(path("second"), plan, {shard, 4});
    const Outcome last = run({"search", path("second"), "--shard", "4/4"});
    QVERIFY2(last.code == 0, last.err);
    QVERIFY2(last.out.contains("8 worlds made now, 0 of an earlier run"), last.out);
    QVERIFY(!filesIn(path("second")).contains("manifest.json"));
    QCOMPARE(run({"merge", path("second")}).code, 0);
    const Outcome checked = run({"merge", path("second"), "--check-sample", "0.02"});
    QCOMPARE(checked.code, 6);  // the others were made up
  }

  void anAlteredRowIsRefusedWithSeedAndFiles() {
    const QString a = path("altered_a"), b = path("altered_b");
    copy_search(undisturbed_, a);
    copy_search(undisturbed_, b);
    const QString file = row_files(b)[0];
    QList<QByteArray> lines = bytes(file).split('\n');
    const StoredPlan plan = read_plan(b.toStdString()).value();
    const size_t figures = read_rules(plan.plan).value().table.figures.size();
    SearchRow row = *parse_row(lines[5].toStdString(), figures);
    row.values[0] += 1e-9;
    lines[5] = QByteArray::fromStdString(row_line(row)).trimmed();
    put(file, lines.join('\n'));
    const Outcome merged = run({"merge", path("altered"), a, b});
    QCOMPARE(merged.code, 6);
    QVERIFY2(
        merged.err.contains("seed " + QByteArray::number(qulonglong(row.seed)) + " came out differently"),
        merged.err);
    QVERIFY(merged.err.contains("altered_a") && merged.err.contains("altered_b"));
    QVERIFY(!QFile::exists(path("altered/results.csv")));
    // Alone it is found by making the seed again.
    QCOMPARE(run({"merge", b}).code, 0);
    const Outcome checked = run({"merge", b, "--check-sample", "1"});
    QCOMPARE(checked.code, 6);
    QVERIFY2(checked.err.contains("comes out differently here"), checked.err);
  }

  void tornAndFlippedLinesAreSeedsToMakeAgain() {
    const QString folder = path("damaged");
    copy_search(undisturbed_, folder);
    const QString file = row_files(folder)[0];
    QByteArray text = bytes(file);
    QList<QByteArray> lines = text.split('\n');
    lines[10][12] = lines[10][12] ^ 1;
    text = lines.join('\n');
    text.chop(7);  // the last line lost its end
    put(file, text);
    const Outcome merged = run({"merge", folder});
    QCOMPARE(merged.code, 6);
    QVERIFY2(merged.err.contains("2 of 24 seeds have no row") && merged.err.contains("2 lines are damaged"),
             merged.err);
    const Outcome gone_on = run({"search", folder});
    QVERIFY2(gone_on.code == 0, gone_on.err);
    QVERIFY2(gone_on.out.contains("2 worlds made now, 22 of an earlier run"), gone_on.out);
    QCOMPARE(results(folder), results(undisturbed_));
  }

  void aKilledSearchLosesNoFinishedSeed() {
    const QString folder = path("killed");
    uint64_t finished = 0;
    for (int k = 0; k < 6; ++k) {
      QProcess process;
      process.start(QStringLiteral(FIELDWRIGHT_COMMAND), search_words(folder, "1..24"));
      QVERIFY(process.waitForStarted());
      QTest::qWait(200 + 97 * k);
      process.kill();
      process.waitForFinished();
      if (!QFile::exists(folder + "/plan.json")) continue;
      uint64_t rows = 0;
      for (const QString& file : row_files(folder)) {
        const QByteArray text = bytes(file);
        rows += static_cast<uint64_t>(std::max<qsizetype>(0, text.count('\n') - 2));
      }
      QVERIFY(rows >= finished);
      finished = rows;
    }
    QVERIFY(finished > 0);
    const Outcome last = run(search_words(folder, "1..24"));
    QVERIFY2(last.code == 0, last.err);
    QCOMPARE(results(folder), results(undisturbed_));
    uint64_t lines = 0;
    for (const QString& file : row_files(folder))
      lines += static_cast<uint64_t>(std::max<qsizetype>(0, bytes(file).count('\n') - 2));
    QCOMPARE(lines, uint64_t{24});  // every line that was written counts: no seed was made twice
  }

  void anInterruptedSearchSaysHowToGoOn() {
    const QString folder = path("interrupted");
    QProcess process;
    QStringList words = search_words(folder, "1..20000");
    words.removeAll("--quiet");
    process.start(QStringLiteral(FIELDWRIGHT_COMMAND), words);
    QVERIFY(process.waitForStarted());
    QElapsedTimer clock;
    clock.start();
    while (row_files(folder).isEmpty() && clock.elapsed() < 20000) QTest::qWait(20);
    QTest::qWait(200);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitCode(), 130);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains("go on with 'fieldwright search " + folder.toUtf8()), said);
    QVERIFY(!QFile::exists(folder + "/manifest.json"));
  }

  void anotherPlanTouchesNothing() {
    const QString folder = path("other");
    copy_search(undisturbed_, folder);
    const QStringList before = filesIn(folder);
    const Outcome seeds = run(search_words(folder, "1..25"));
    QCOMPARE(seeds.code, 2);
    QVERIFY2(seeds.err.contains("it differs in seeds (\"1..24\" against \"1..25\")"), seeds.err);
    QStringList words = search_words(folder, "1..24");
    words << "--set"
          << "play.reach_s=200";
    const Outcome play = run(words);
    QCOMPARE(play.code, 2);
    QVERIFY2(play.err.contains("differs in play_digest"), play.err);
    QCOMPARE(filesIn(folder), before);
    QCOMPARE(run({"search", folder, "--keep", "3"}).code, 2);
    QCOMPARE(run({"search", home_.path()}).code, 4);
  }

  void aShardInUseIsRefused() {
    const QString folder = path("in_use");
    copy_search(undisturbed_, folder);
    const StoredPlan plan = read_plan(folder.toStdString()).value();
    const SearchRules rules = read_rules(plan.plan).value();
    {
      const auto held = RowsFile::open(folder.toStdString(), Shard{}, plan_digest(plan.text), rules.table);
      QVERIFY(held);
      const Outcome second = run({"search", folder});
      QCOMPARE(second.code, 2);
      QVERIFY2(second.err.contains("another process is working on the shard 1/1"), second.err);
    }
    QCOMPARE(run({"search", folder}).code, 0);
  }

  void wordsThatMakeNoSenseAreRefusedInOneLine() {
    const auto code_and_line = [&](const QStringList& words, int code, const char* says) {
      const Outcome out = run(words);
      QVERIFY2(out.code == code && out.err.contains(says) && out.err.count('\n') == 1,
               out.err + QByteArray::number(out.code));
    };
    const QString f = path("nonsense");
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
    code_and_line({"merge", path("nothing")}, 4, "plan.json");
    QVERIFY(!QFile::exists(f));
  }

  void aSearchThatFindsTooFewSaysSo() {
    SearchPlan plan = made_up_plan();
    plan.keep = 100;
    make_up(path("few"), plan, {}, 50);
    QCOMPARE(run({"search", path("few"), "--strict"}).code, 6);
    QVERIFY(QFile::exists(path("few") + "/manifest.json"));
    QCOMPARE(run({"search", path("few")}).code, 0);
  }

  void aHopelessSearchSaysWhatStandsInTheWay() {
    SearchPlan plan = made_up_plan();
    plan.seeds = parse_seed_list("1..100000").value();
    make_up(path("hopeless"), plan, {}, 5000);
    const Outcome out = run({"search", path("hopeless"), "--give-up"});
    QCOMPARE(out.code, 0);
    QVERIFY2(out.err.contains("\"nature.solidity >= 0.999\" alone ends 100 %"), out.err);
    QVERIFY2(out.err.contains("nearest to it: nature.solidity 0.9"), out.err);
    QVERIFY2(out.err.contains("without it at most 100 % would pass"), out.err);
    QVERIFY2(out.out.contains("seeds have no row"), out.out);
  }

  void aLimitEndsAtTheSameSeedWithAnyThreads() {
    QMap<QString, QByteArray> first;
    for (const char* threads : {"1", "2"}) {
      const QString folder = path(QString("limit") + threads);
      QStringList words = search_words(folder, "1..24", {"--limit", "3"});
      words[words.indexOf("--threads") + 1] = threads;
      QCOMPARE(run(words).code, 0);
      QCOMPARE(results(folder)["results.csv"].count('\n'), 4);
      if (first.isEmpty()) first = results(folder);
      QCOMPARE(results(folder), first);
    }
  }

  void chosenAnewAmongThePasses() {
    const Outcome merged = run({"merge", path("anew"), undisturbed_, "--and-where", "travel.reach >= 0.7",
                                "--minimise", "travel.remote_p95_s", "--keep", "2", "--diverse", "none"});
    QVERIFY2(merged.code == 0, merged.err);
    const QByteArray text = results(path("anew"))["results.csv"];
    QVERIFY(text.count('\n') > 2 && text.count('\n') < results(undisturbed_)["results.csv"].count('\n'));
    QCOMPARE(results(path("anew"))["kept.json"].count("\"seed\""), 2);
  }

  void theGalleryIsOnePageWithACardForEveryKeptWorld() {
    const QByteArray page = results(undisturbed_)["gallery.html"];
    QCOMPARE(page.count("<article"), 2);
    QCOMPARE(page.count("data:image/webp;base64,"), 2);
    QVERIFY(page.contains("default-src 'none'") && !page.contains("http:") && !page.contains("https:"));
    QVERIFY(page.contains("fieldwright render kept/") && page.contains("id=\"more\""));
    QVERIFY(page.size() < 2 * 3'000'000 / 50);
    for (const char* name : {"charts/figures.svg", "charts/acceptance.png", "charts/expressive_range.svg"})
      QVERIFY2(results(undisturbed_).contains(name), name);
  }

  void ranksAmongUsualWorldsComeFromTheCacheOfTheTemplate() {
    qputenv("XDG_CACHE_HOME", path("cache").toUtf8());
    const Template tmpl = parse_template(find_builtin("Tiny")->text, "Tiny").value();
    const fs::path file = usual_cache_file(tmpl, 32);
    QVERIFY(QString::fromStdString(file.string()).startsWith(path("cache")));
    QVERIFY(file != usual_cache_file(tmpl, 48));
    Template faster = tmpl;
    faster.play.speed_mps = 6;
    QVERIFY(file != usual_cache_file(faster, 32));
    std::string table = "# made up: " + usual_key(tmpl, 32) + "\nseed,nature.solidity\n";
    for (int k = 1; k <= 256; ++k)
      table += std::to_string(k) + "," + std::to_string(0.85 + k * 0.00035) + "\n";
    fs::create_directories(file.parent_path());
    put(QString::fromStdString(file.string()), QByteArray::fromStdString(table));
    const Outcome found = run({"search", "Tiny", "--resolution", "32", "--seeds", "1..8", "-o",
                               path("ranked"), "--quiet", "--where", "nature.solidity.pct >= 60"});
    QVERIFY2(found.code == 0, found.err);
    const double limit = 0.85 + 154 * 0.00035;  // 154 of 256 are 60.2 %, 153 are 59.8 %
    const QList<QByteArray> head = results(path("ranked"))["results.csv"].split('\n')[0].split(',');
    int passes = 0;
    for (const QByteArray& line : results(path("ranked"))["results.csv"].split('\n').mid(1)) {
      if (line.isEmpty()) continue;
      ++passes;
      QVERIFY(line.split(',')[head.indexOf("nature.solidity")].toDouble() >= limit);
    }
    QVERIFY2(passes > 0 && passes < 8, qPrintable(QString::number(passes)));
  }

  void shippedUsualTablesAreTrueForTheirTemplates() {
    for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike", "Tiny"}) {
      const Template tmpl = parse_template(find_builtin(name)->text, name).value();
      const FigureTable table = search_figures(tmpl, 512);
      const UsualColumns columns = shipped_usual_values(tmpl, 512, table);
      const size_t figure = *table.find("nature.solidity");
      QVERIFY2(columns[figure].size() == 256, name);
      const auto world =
          generate(tmpl, SeedBundle::from_master(3), 512, {}, nullptr, GenerateScope::ground).value();
      const KpiFigures measured = measure_kpi(*world, play_of(tmpl.play, tmpl.vocabulary), KpiStage::ground);
      const double value = find_kpi("nature.solidity")->value(measured);
      QVERIFY2(std::abs(value - columns[figure][2]) < 2e-6, name);
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

  void aFolderThatCannotBeWrittenIsSaidInOneLine() {
    QDir().mkpath(path("blocked"));
    put(path("blocked/rows"), "a file in the place of the folder");
    const Outcome out = run(search_words(path("blocked"), "1..3"));
    QCOMPARE(out.code, 4);
    QVERIFY2(out.err.contains("rows") && out.err.count('\n') == 1, out.err);
    const Outcome file = run(search_words(path("blocked/rows"), "1..3"));
    QVERIFY2(file.code == 4 && file.err.count('\n') == 1, file.err);
  }

  void aKeptTemplateMakesTheWorldThatWasFound() {
    const QByteArray kept = results(undisturbed_)["kept.json"];
    const QRegularExpression name("kept/(\\d+)\\.json");
    const auto match = name.match(QString::fromUtf8(kept));
    QVERIFY(match.hasMatch());
    const Outcome audit =
        run({"audit", undisturbed_ + "/" + match.captured(0), "--resolution", "48", "--kpi", "--csv"});
    QVERIFY2(audit.code == 0, audit.err);
    const QList<QByteArray> head = results(undisturbed_)["results.csv"].split('\n')[0].split(',');
    for (const QByteArray& line : results(undisturbed_)["results.csv"].split('\n'))
      if (line.split(',').value(1) == match.captured(1).toUtf8()) {
        const QByteArray value = line.split(',')[head.indexOf("variety.local")];
        QVERIFY2(audit.out.contains(value), value + " in\n" + audit.out);
      }
  }
};

QTEST_GUILESS_MAIN(TestSearch)
#include "test_search.moc"
