// The experiment command as a pipeline sees it.

#include <signal.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestExperiment : public QObject, private OwnFolder {
  Q_OBJECT

 private slots:
  void aTinyStudyWritesItsFolderAndPrintsTheComparison() {
    const Outcome done = run({"experiment", "spawn", "--scale", "small", "--seeds", "2", "--methods",
                              "uniform,a_full", "-o", path("tiny")});
    QVERIFY2(done.code == 0, done.err.constData());
    QVERIFY(done.out.contains("spawn, small"));
    QVERIFY(done.out.contains("a_full"));
    QVERIFY(done.out.contains("coverage_distance"));
    const QStringList names = files_in(path("tiny"));
    for (const char* name : {"runs.csv", "runs.json", "summary.csv", "summary.json", "comparison.csv",
                             "series.csv", "manifest.json"})
      QVERIFY2(names.contains(QString::fromLatin1(name)), name);
    QCOMPARE(names.filter("runs/").size(), 4);
  }

  void jsonGoesToStdoutAndQuietSaysNothing() {
    const QStringList again = {"experiment", "spawn",     "--scale",        "small", "--seeds",
                               "2",          "--methods", "uniform,a_full", "-o",    path("tiny")};
    const Outcome json = run(again + QStringList{"--json"});
    QCOMPARE(json.code, 0);
    const QJsonArray rows = QJsonDocument::fromJson(json.out).object().value("summary").toArray();
    QVERIFY(!rows.isEmpty());
    QCOMPARE(rows.first().toObject().value("n").toInt(), 2);
    const Outcome quiet = run(again + QStringList{"--quiet"});
    QCOMPARE(quiet.code, 0);
    QVERIFY(quiet.out.isEmpty() && quiet.err.isEmpty());
    const Outcome events = run(again + QStringList{"--progress=json", "--quiet"});
    QVERIFY(events.err.startsWith("{\"stage\":"));
  }

  void aSettingAndASeedRangeReachTheRuns() {
    const Outcome done = run({"experiment", "crowd", "--scale", "small", "--seeds", "7..7", "--methods", "ou",
                              "--set", "crowd.speed_mps=0.5", "-o", path("tuned"), "--json"});
    QVERIFY2(done.code == 0, done.err.constData());
    QFile table(path("tuned/runs.csv"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QByteArray text = table.readAll();
    QVERIFY(text.contains("\ncrowd,published,small,nominal,ou,7,speed_mean,0.5"));
  }

  void strictExitsSixWhenAMeanLiesOutside() {
    SKIP_BY_DAY();
    // Five seeds at medium, judged against the reading's band; a fixed speed of 0.5 cannot reach it.
    const QStringList study = {"experiment", "crowd",       "--seeds", "5",
                               "--methods",  "urw",         "--set",   "crowd.speed_mps=0.5",
                               "-o",         path("strict")};
    const Outcome loose = run(study);
    QVERIFY2(loose.code == 0, loose.err.constData());
    QVERIFY(loose.out.contains("outside"));
    QCOMPARE(run(study + QStringList{"--strict"}).code, 6);
  }

  void aSignalStopsAStudyAndItsFinishedRunsAreUsedAgain() {
    SKIP_BY_DAY();
    const QStringList study = {"experiment", "spawn",  "--scale", "medium",        "--seeds",   "40",
                               "--methods",  "a_full", "-o",      path("stopped"), "--threads", "1"};
    QProcess process;
    process.start(QStringLiteral(FIELDWRIGHT_COMMAND), study + QStringList{"--progress=json"});
    QVERIFY(process.waitForStarted());
    process.setReadChannel(QProcess::StandardError);
    QVERIFY(process.waitForReadyRead(60000));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    const QStringList kept = files_in(path("stopped"));
    QVERIFY(!kept.isEmpty() && kept.size() < 40);
    QCOMPARE(kept.filter("runs/").size(), kept.size());
    QStringList shorter = study;
    shorter[5] = "1";
    const Outcome done = run(shorter);
    QCOMPARE(done.code, 0);
    QVERIFY2(done.err.contains("0 runs and 1 from before"), done.err.constData());
  }

  void badInputGetsItsExitCodeAndWritesNothing_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const auto study = [&](const QStringList& more) {
      return QStringList{"experiment", "crowd", "-o", path("never")} + more;
    };
    QTest::newRow("no study") << QStringList{"experiment", "-o", path("never")} << 2 << "expected a study";
    QTest::newRow("unknown study") << QStringList{"experiment", "crowed", "-o", path("never")} << 2
                                   << "did you mean crowd";
    QTest::newRow("no folder") << QStringList{"experiment", "crowd"} << 2 << "-o DIR";
    QTest::newRow("unknown scale") << study({"--scale", "medium,huge"}) << 2 << "small, medium, large";
    QTest::newRow("no scale") << study({"--scale", ","}) << 2 << "--scale";
    QTest::newRow("unknown method") << study({"--methods", "vicsec"}) << 2 << "did you mean vicsek";
    QTest::newRow("another study's method") << study({"--methods", "uniform"}) << 2 << "crowd study";
    QTest::newRow("unknown preset") << study({"--preset", "beter"}) << 2 << "did you mean better";
    QTest::newRow("unknown sweep") << study({"--sweep", "fields"}) << 2 << "did you mean field";
    QTest::newRow("a sweep it lacks")
        << QStringList{"experiment", "spawn", "-o", path("never"), "--sweep", "field"} << 2
        << "no such sweep";
    QTest::newRow("no seeds") << study({"--seeds", "0"}) << 2 << "--seeds 0";
    QTest::newRow("seeds the wrong way round") << study({"--seeds", "9..3"}) << 2 << "A <= B";
    QTest::newRow("seeds that are no numbers") << study({"--seeds", "many"}) << 2 << "--seeds many";
    QTest::newRow("too many seeds") << study({"--seeds", "1..5000"}) << 2 << "at most 1000";
    QTest::newRow("unknown setting") << study({"--set", "crowd.bta=1"}) << 2 << "did you mean crowd.beta";
    QTest::newRow("setting out of range") << study({"--set", "crowd.beta=7"}) << 2 << "crowd.beta";
    QTest::newRow("a file in the folder's place")
        << QStringList{"experiment", "crowd", "-o", QStringLiteral(FIELDWRIGHT_COMMAND)} << 4 << "folder";
    QTest::newRow("a folder that cannot be made")
        << QStringList{"experiment", "crowd", "-o", "/proc/nowhere/study"} << 4 << "/proc/nowhere";
  }
  void badInputGetsItsExitCodeAndWritesNothing() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const Outcome done = run(arguments);
    QVERIFY2(done.code == code, done.err.constData());
    QVERIFY2(done.err.contains(says.toUtf8()), done.err.constData());
    QVERIFY(done.out.isEmpty());
    QVERIFY(!QFile::exists(path("never")));
  }

  void aRendersFolderIsRefused() {
    QDir().mkpath(path("render"));
    QFile manifest(path("render/manifest.json"));
    QVERIFY(manifest.open(QIODevice::WriteOnly));
    manifest.write("{\"template\": \"Tiny\"}");
    manifest.close();
    const Outcome done = run({"experiment", "crowd", "-o", path("render")});
    QCOMPARE(done.code, 4);
    QVERIFY(done.err.contains("choose another folder"));
    QCOMPARE(files_in(path("render")), QStringList{"manifest.json"});
  }
};

FW_TEST(TestExperiment)
#include "test_experiment.moc"
