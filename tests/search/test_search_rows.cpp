#include <signal.h>
#include <sys/resource.h>

#include <QElapsedTimer>
#include <memory>
#include <random>

#include "tests/search/search_runs.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Whole lines in the rows files of a folder.
uint64_t rows_of(const QString& folder) {
  uint64_t lines = 0;
  for (const QString& file : row_files(folder))
    lines += static_cast<uint64_t>(std::max<qsizetype>(0, bytes(file).count('\n') - 2));
  return lines;
}

}  // namespace

class TestSearchRows : public QObject {
  Q_OBJECT

  SearchHome home_;

 private slots:
  void shardsInAnyOrderMergeToTheSameBytes() {
    const SearchPlan plan = made_up_plan();
    make_up(home_.path("whole"), plan, {});
    QCOMPARE(run({"merge", home_.path("whole")}).code, 0);
    const QMap<QString, QByteArray> whole = results(home_.path("whole"));
    QCOMPARE(whole["results.csv"].count('\n'), 67);
    QStringList folders;
    for (uint64_t shard : {3, 1, 2}) {
      folders << home_.path(QString("shard%1").arg(shard));
      make_up(folders.back(), plan, {shard, 3});
    }
    const Outcome merged = run(QStringList{"merge", "-o", home_.path("merged")} + folders);
    QVERIFY2(merged.code == 0, merged.err);
    QCOMPARE(results(home_.path("merged")), whole);
    // A shard that is missing is named; one that is there twice counts once.
    const Outcome gap = run({"merge", folders[0], folders[2], "-o", home_.path("gap")});
    QCOMPARE(gap.code, 6);
    QVERIFY2(gap.err.contains("72 of 200 seeds have no row: 1..64,193..200"), gap.err);
    const Outcome partial = run({"merge", folders[0], folders[2], "-o", home_.path("gap"), "--partial"});
    QCOMPARE(partial.code, 0);
    QVERIFY(results(home_.path("gap"))["summary.json"].contains("\"missing\": \"1..64,193..200\""));
    const Outcome twice =
        run(QStringList{"merge", "-o", home_.path("twice")} + folders + QStringList{folders[1]});
    QCOMPARE(twice.code, 0);
    QVERIFY2(twice.out.contains("72 rows are there twice"), twice.out);
    QCOMPARE(results(home_.path("twice")), whole);
    for (uint64_t shard : {2, 1})
      make_up(home_.path("shared"), plan, {shard, 2});  // shards may share a folder
    QCOMPARE(run({"merge", home_.path("shared")}).code, 0);
    QCOMPARE(results(home_.path("shared")), whole);
  }

  void sixtyFourShardsOfTheirOwnFoldersMergeInAnyOrder() {
    SKIP_BY_DAY();
    SearchPlan plan = made_up_plan();
    plan.seeds = parse_seed_list("1..4090").value();
    make_up(home_.path("whole_of_64"), plan, {}, 40, 4090);
    QCOMPARE(run({"merge", home_.path("whole_of_64")}).code, 0);
    QStringList folders;
    for (uint64_t shard = 1; shard <= 64; ++shard) {
      folders << home_.path(QString("of_64_%1").arg(shard));
      make_up(folders.back(), plan, {shard, 64}, 40, 4090);
    }
    std::shuffle(folders.begin(), folders.end(), std::mt19937(64));
    const Outcome merged = run(QStringList{"merge", "-o", home_.path("merged_64")} + folders);
    QVERIFY2(merged.code == 0, merged.err);
    QCOMPARE(results(home_.path("merged_64")), results(home_.path("whole_of_64")));
  }

  void shardsMakeTheirBlocksAndNoOthers() {
    const SearchPlan plan = made_up_plan();
    make_up(home_.path("second"), plan, {1, 4});
    for (uint64_t shard : {2, 3}) make_up(home_.path("second"), plan, {shard, 4});
    const Outcome last = run({"search", home_.path("second"), "--shard", "4/4"});
    QVERIFY2(last.code == 0, last.err);
    QVERIFY2(last.out.contains("8 worlds made now, 0 of an earlier run"), last.out);
    QVERIFY(!files_in(home_.path("second")).contains("manifest.json"));
    QCOMPARE(run({"merge", home_.path("second")}).code, 0);
    const Outcome checked = run({"merge", home_.path("second"), "--check-sample", "0.02"});
    QCOMPARE(checked.code, 6);  // the others were made up
  }

  void anAlteredRowIsRefusedWithSeedAndFiles() {
    SKIP_BY_DAY();
    const QString a = home_.path("altered_a"), b = home_.path("altered_b");
    copy_search(home_.undisturbed(), a);
    copy_search(home_.undisturbed(), b);
    const QString file = row_files(b)[0];
    QList<QByteArray> lines = bytes(file).split('\n');
    const StoredPlan plan = read_plan(b.toStdString()).value();
    const size_t figures = read_rules(plan.plan).value().table.figures.size();
    SearchRow row = *parse_row(lines[5].toStdString(), figures);
    row.values[0] += 1e-9;
    lines[5] = QByteArray::fromStdString(row_line(row)).trimmed();
    write_file(file, lines.join('\n'));
    const Outcome merged = run({"merge", a, b, "-o", home_.path("altered")});
    QCOMPARE(merged.code, 6);
    QVERIFY2(
        merged.err.contains("seed " + QByteArray::number(qulonglong(row.seed)) + " came out differently"),
        merged.err);
    QVERIFY(merged.err.contains("altered_a") && merged.err.contains("altered_b"));
    QVERIFY(!QFile::exists(home_.path("altered/results.csv")));
    // Alone it is found by making the seed again.
    QCOMPARE(run({"merge", b}).code, 0);
    const Outcome checked = run({"merge", b, "--check-sample", "1"});
    QCOMPARE(checked.code, 6);
    QVERIFY2(checked.err.contains("comes out differently here"), checked.err);
  }

  void tornAndFlippedLinesAreSeedsToMakeAgain() {
    const QString folder = home_.path("damaged");
    copy_search(home_.undisturbed(), folder);
    const QString file = row_files(folder)[0];
    QByteArray text = bytes(file);
    QList<QByteArray> lines = text.split('\n');
    lines[10][12] = lines[10][12] ^ 1;
    text = lines.join('\n');
    text.chop(7);  // the last line lost its end
    write_file(file, text);
    const Outcome merged = run({"merge", folder});
    QCOMPARE(merged.code, 6);
    QVERIFY2(merged.err.contains("2 of 24 seeds have no row") && merged.err.contains("2 lines are damaged"),
             merged.err);
    const Outcome gone_on = run({"search", folder});
    QVERIFY2(gone_on.code == 0, gone_on.err);
    QVERIFY2(gone_on.out.contains("2 worlds made now, 22 of an earlier run"), gone_on.out);
    QCOMPARE(results(folder), results(home_.undisturbed()));
  }

  /// Killed at random moments, at night at twenty, then to the end. FIELDWRIGHT_KILLED_SEEDS=500 takes a minute.
  void aKilledSearchLosesNoFinishedSeed_data() {
    QTest::addColumn<int>("shards");
    QTest::newRow("one process") << 1;
    QTest::newRow("two shards of a folder") << 2;
  }
  void aKilledSearchLosesNoFinishedSeed() {
    QFETCH(int, shards);
    const int given = qEnvironmentVariableIntValue("FIELDWRIGHT_KILLED_SEEDS");
    const uint64_t seeds = given > 0 ? static_cast<uint64_t>(given) : 40;
    const auto words = [&](const QString& folder, const QStringList& more) {
      QStringList out{"--resolution", "32", "--quiet", "--keep", "2", "-o", folder};
      out << QStringList{"--seeds", "1.." + QString::number(seeds), "--where", "nature.solidity >= 0.84"};
      return QStringList{"search"} + tiny_words() + out + QStringList{"--maximise", "variety.local"} + more;
    };
    const auto shard_words = [&](const QString& folder, int shard) {
      return words(folder, {"--threads", QString::number(2 / shards), "--shard",
                            QString("%1/%2").arg(shard).arg(shards)});
    };
    const QString whole = home_.path(QString("not_killed%1").arg(shards));
    const QString folder = home_.path(QString("killed%1").arg(shards));
    const Outcome undisturbed = run(words(whole, {"--threads", "2"}));
    QVERIFY2(undisturbed.code == 0, undisturbed.err);
    std::mt19937 dice(20);
    uint64_t finished = 0;
    int kills = 0;
    const int most = nightly() ? 20 : 6;
    for (; kills < most && finished + 5 < seeds; ++kills) {
      std::vector<std::unique_ptr<QProcess>> processes;
      for (int shard = 1; shard <= shards; ++shard) {
        processes.push_back(std::make_unique<QProcess>());
        processes.back()->start(QStringLiteral(FIELDWRIGHT_COMMAND), shard_words(folder, shard));
        QVERIFY(processes.back()->waitForStarted());
      }
      const uint64_t until = finished + dice() % 3;
      QElapsedTimer clock;
      clock.start();
      while (rows_of(folder) < until && clock.elapsed() < 60000) QTest::qSleep(1);
      std::shuffle(processes.begin(), processes.end(), dice);
      for (auto& process : processes) {
        QTest::qSleep(static_cast<int>(dice() % (40 / shards)));
        process->kill();
        process->waitForFinished();
      }
      const uint64_t rows = rows_of(folder);
      QVERIFY(rows >= finished);
      finished = rows;
    }
    QCOMPARE(kills, most);
    QVERIFY(finished > 0);
    for (int shard = 1; shard <= shards; ++shard) {
      const Outcome last = run(shard_words(folder, shard));
      QVERIFY2(last.code == 0, last.err);
    }
    if (shards > 1) QCOMPARE(run({"merge", folder}).code, 0);
    QCOMPARE(results(folder), results(whole));
    QCOMPARE(rows_of(folder), seeds);  // every line that was written counts: no seed was made twice
  }

  /// A file may not grow beyond so many bytes, as on a disk that is full: first in a row, then in the
  /// results.
  void aFullDiskIsSaidInOneLineAndLosesNothing() {
    SKIP_BY_DAY();
    const QString folder = home_.path("full");
    for (const rlim_t most : {rlim_t{3000}, rlim_t{40000}}) {
      QProcess process;
      process.setChildProcessModifier([most] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{most, most};
        ::setrlimit(RLIMIT_FSIZE, &limit);
      });
      process.start(QStringLiteral(FIELDWRIGHT_COMMAND), search_words(folder, "1..24"));
      QVERIFY(process.waitForFinished(60000));
      const QByteArray said = process.readAllStandardError();
      QVERIFY2(process.exitCode() == 4 && said.count('\n') == 1 && said.contains("size limit"), said);
      QVERIFY(!QFile::exists(folder + "/manifest.json") && !QFile::exists(folder + "/results.csv"));
    }
    const Outcome last = run(search_words(folder, "1..24"));
    QVERIFY2(last.code == 0, last.err);
    QCOMPARE(results(folder), results(home_.undisturbed()));
  }

  void anInterruptedSearchSaysHowToGoOn() {
    const QString folder = home_.path("interrupted");
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

  void moreSeedsGoOnInTheSameFolder() {
    const QString whole = home_.path("more_whole");
    QCOMPARE(run(search_words(whole, "1..32")).code, 0);
    const QString again = home_.path("more_again"), bare = home_.path("more_bare");
    copy_search(home_.undisturbed(), again);
    const Outcome extended = run(search_words(again, "1..32"));
    QVERIFY2(extended.code == 0, extended.err);
    qsizetype rows = 0;  // of files with two lines of head
    for (const QString& file : row_files(again)) rows += contents(file).count('\n') - 2;
    QCOMPARE(rows, 32);  // no finished seed was made again
    copy_search(home_.undisturbed(), bare);
    const Outcome named = run({"search", bare, "--seeds", "25..32"});
    QVERIFY2(named.code == 0, named.err);
    for (const QString& folder : {again, bare}) {
      QCOMPARE(contents(folder + "/plan.json"), contents(whole + "/plan.json"));
      QVERIFY(results(folder) == results(whole));
    }
    // Seeds that are there already change nothing; other streams are refused.
    const QByteArray plan = contents(bare + "/plan.json");
    QCOMPARE(run({"search", bare, "--seeds", "3..9"}).code, 0);
    QCOMPARE(contents(bare + "/plan.json"), plan);
    const Outcome streams = run({"search", bare, "--seeds", "layout=1..3,noise=7,place=7"});
    QCOMPARE(streams.code, 2);
    QVERIFY2(streams.err.contains("other streams"), streams.err);
  }

  void anotherPlanTouchesNothing() {
    const QString folder = home_.path("other");
    copy_search(home_.undisturbed(), folder);
    const QStringList before = files_in(folder);
    const Outcome seeds = run(search_words(folder, "2..25"));
    QCOMPARE(seeds.code, 2);
    QVERIFY2(seeds.err.contains("it differs in seeds (\"1..24\" against \"2..25\")"), seeds.err);
    QStringList words = search_words(folder, "1..24");
    words << "--set"
          << "play.reach_s=200";
    const Outcome play = run(words);
    QCOMPARE(play.code, 2);
    QVERIFY2(play.err.contains("differs in play_digest"), play.err);
    QCOMPARE(files_in(folder), before);
    QCOMPARE(run({"search", folder, "--keep", "3"}).code, 2);
    QCOMPARE(run({"search", home_.root()}).code, 4);
  }

  void aShardInUseIsRefused() {
    const QString folder = home_.path("in_use");
    copy_search(home_.undisturbed(), folder);
    const StoredPlan plan = read_plan(folder.toStdString()).value();
    const SearchRules rules = read_rules(plan.plan).value();
    {
      const auto held = RowsFile::open(folder.toStdString(), Shard{}, rows_digest(plan.plan), rules.table);
      QVERIFY(held);
      const Outcome second = run({"search", folder});
      QCOMPARE(second.code, 2);
      QVERIFY2(second.err.contains("another process is working on the shard 1/1"), second.err);
    }
    QCOMPARE(run({"search", folder}).code, 0);
  }

  void aFolderThatCannotBeWrittenIsSaidInOneLine() {
    QDir().mkpath(home_.path("blocked"));
    write_file(home_.path("blocked/rows"), "a file in the place of the folder");
    const Outcome out = run(search_words(home_.path("blocked"), "1..3"));
    QCOMPARE(out.code, 4);
    QVERIFY2(out.err.contains("rows") && out.err.count('\n') == 1, out.err);
    const Outcome file = run(search_words(home_.path("blocked/rows"), "1..3"));
    QVERIFY2(file.code == 4 && file.err.count('\n') == 1, file.err);
  }
};

FW_TEST(TestSearchRows)
#include "test_search_rows.moc"
