// `fieldwright simulate` as a pipeline sees it: its folder, runs that were killed, bad requests.

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <random>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestSimulate : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString path(const QString& name) const { return folder_.filePath(name); }
  QStringList simulate(const QString& name, int days, const QStringList& more = {}) const {
    QStringList words{"simulate", "Tiny", "--seed", "3", "--days", QString::number(days), "--players", "12"};
    for (const char* set : {"relief.erosion=none", "water.rivers=none", "coast.types=none",
                            "resources[0].renewal=moving", "calendar.year_d=40", "ecology.players=12"})
      words << "--set" << set;
    return words + QStringList{"--event", "wipe:day=12,region=1", "--quiet", "-o", path(name)} + more;
  }
  /// Names and bytes of all files in a folder.
  QMap<QString, QByteArray> bytes(const QString& name) const {
    QMap<QString, QByteArray> all;
    for (const QString& file : files_in(path(name))) {
      QFile in(path(name) + "/" + file);
      if (in.open(QIODevice::ReadOnly)) all[file] = in.readAll();
    }
    return all;
  }

  /// Starts the command, which tells its days.
  static void start(QProcess& process, QStringList words) {
    words.removeAll("--quiet");
    process.setReadChannel(QProcess::StandardError);
    process.start(QStringLiteral(FIELDWRIGHT_COMMAND), words + QStringList{"--progress=json"});
    QVERIFY(process.waitForStarted());
  }
  /// The day that such a process has told, when it is at least `day`; 0 = it ended before.
  static int day_reached(QProcess& process, int day) {
    static const QRegularExpression told("\"day (\\d+)\"");
    for (;;) {
      while (process.canReadLine())
        if (const auto at = told.match(QString::fromUtf8(process.readLine()));
            at.hasMatch() && at.captured(1).toInt() >= day)
          return at.captured(1).toInt();
      if (!process.waitForReadyRead(60000) && process.state() == QProcess::NotRunning) return 0;
    }
  }

 private slots:
  void initTestCase() { QCOMPARE(run(simulate("whole", 35)).code, 0); }

  void theFolderHoldsTablesMapsChartsAndTheState() {
    const QStringList files = files_in(path("whole"));
    for (const char* name :
         {"series.csv", "events.csv", "audit_time.json", "audit_time.csv", "maps/day_00000.tif",
          "maps/day_00030.tif", "charts/spots.svg", "charts/spots.png", "state.bin", "manifest.json"})
      QVERIFY2(files.contains(name), qPrintable(QString(name) + " in " + files.join(" ")));
    QVERIFY(!files.contains("checkpoint.bin"));
    const QByteArray series = bytes("whole")["series.csv"];
    QVERIFY(series.startsWith("day,category,class,target,stock,shown,"));
    QCOMPARE(series.count("\n34,"), series.count("\n0,"));
    QVERIFY(series.count("\n0,") > 3);
    QVERIFY(bytes("whole")["events.csv"].contains("\n12,0,wipe,"));
    const QJsonObject audit = QJsonDocument::fromJson(bytes("whole")["audit_time.json"]).object();
    QVERIFY(audit["rows"].toArray().size() > 3);
  }
  void theSameBytesOnOneTwoAndSevenThreads() {
    const auto whole = bytes("whole");
    for (const char* threads : {"1", "7"}) {
      QCOMPARE(run(simulate(threads, 35, {"--threads", threads})).code, 0);
      QVERIFY(bytes(threads) == whole);
    }
  }
  void aLongerRunGoesOnFromTheEndOfAShorterOne() {
    QCOMPARE(run(simulate("longer", 15)).code, 0);
    QCOMPARE(run(simulate("longer", 35)).code, 0);
    QVERIFY(bytes("longer") == bytes("whole"));
    const Outcome shorter = run(simulate("longer", 20));
    QCOMPARE(shorter.code, 2);
    QVERIFY(shorter.err.contains("35 days"));
  }
  // FIELDWRIGHT_KILLS times: 200 in ./bootstrap nightly, of a run so long that it has checkpoints.
  void aRunThatIsKilledInsideGoesOnToTheSameBytes() {
    const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_KILLS");
    const int kills = asked > 0 ? asked : 3, days = asked > 0 ? 400 : 35;
    if (days != 35) QCOMPARE(run(simulate("undisturbed", days)).code, 0);
    std::mt19937 random(8);
    std::uniform_int_distribution<int> more_d(0, 39), threads(0, 2), more_us(0, 3000);
    for (int kill = 0; kill < kills; ++kill) {
      const char* counts[] = {"1", "2", "7"};
      QProcess process;
      start(process, simulate("killed", days, {"--threads", counts[threads(random)]}));
      const int first_d = day_reached(process, 1);
      QVERIFY2(first_d > 0, "the run ended before it was killed");
      const int last_d = std::min(first_d + more_d(random), days - 1);
      QVERIFY2(day_reached(process, last_d) > 0, "the run ended before it was killed");
      QThread::usleep(static_cast<unsigned long>(more_us(random)));
      process.kill();
      QVERIFY(process.waitForFinished());
      QCOMPARE(process.exitStatus(), QProcess::CrashExit);
      QVERIFY(!QFile::exists(path("killed/manifest.json")));
    }
    const Outcome last = run(simulate("killed", days));
    QVERIFY2(last.code == 0, last.err.constData());
    QVERIFY(bytes("killed") == bytes(days == 35 ? "whole" : "undisturbed"));
  }
  void anInterruptStopsItAndItGoesOn() {
    QProcess process;
    start(process, simulate("interrupted", 35));
    QVERIFY(day_reached(process, 14) > 0);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(!QFile::exists(path("interrupted/manifest.json")));
    QCOMPARE(run(simulate("interrupted", 35)).code, 0);
    QVERIFY(bytes("interrupted") == bytes("whole"));
  }
  /// A tmpfs that grows until the run fits: full in a part, a map, the state or the files at the end.
  void aDiskThatIsFullIsSaidInOneLineAndTheRunGoesOn() {
    // Mounts of this process alone: they end with it.
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      QSKIP("a tmpfs needs root");
    const QString disk = path("disk");
    QVERIFY(QDir().mkpath(disk));
    const auto mount_with = [&](int kib, unsigned long flags) {
      const QByteArray size = "size=" + QByteArray::number(kib) + "k";
      return ::mount("tmpfs", disk.toUtf8(), "tmpfs", flags, size.constData()) == 0;
    };
    int kib = 64;
    if (!mount_with(kib, 0)) QSKIP("a tmpfs needs root");
    const auto unmount = qScopeGuard([&] { ::umount2(disk.toUtf8(), MNT_DETACH); });
    int full = 0;
    for (;; kib *= 4, ++full) {
      QVERIFY(kib <= 1 << 16 && mount_with(kib, MS_REMOUNT));
      const Outcome out = run(simulate("disk/run", 35));
      if (out.code == 0) break;
      QVERIFY2(out.code == 4 && out.err.count('\n') == 1 && out.err.contains("the disk is full"), out.err);
      QVERIFY(!QFile::exists(path("disk/run/manifest.json")));
    }
    QVERIFY2(full >= 2, qPrintable(QString::number(full)));
    QVERIFY(bytes("disk/run") == bytes("whole"));
  }
  void aDamagedPartIsMadeAgain() {
    QCOMPARE(run(simulate("damaged", 35)).code, 0);
    QFile part(path("damaged/parts/00001.json"));
    QVERIFY(part.open(QIODevice::ReadWrite));
    part.seek(part.size() / 2);
    part.write("9");
    part.close();
    QVERIFY(QFile::remove(path("damaged/manifest.json")));
    QCOMPARE(run(simulate("damaged", 35, {"--force"})).code, 0);
    QVERIFY(bytes("damaged") == bytes("whole"));
  }
  void verifyHoldsItsFilesAgainstTheManifest() {
    const Outcome good = run({"verify", path("whole")});
    QVERIFY2(good.code == 0, good.err.constData());
    QVERIFY2(good.out.contains("files of a simulation"), good.out.constData());
    QCOMPARE(run(simulate("altered", 13)).code, 0);
    QFile series(path("altered/series.csv"));
    QVERIFY(series.open(QIODevice::Append));
    series.write(" ");
    series.close();
    const Outcome bad = run({"verify", path("altered")});
    QCOMPARE(bad.code, 6);
    QVERIFY2(bad.out.contains("mismatch: series.csv"), bad.out.constData());
  }
  void moreMemoryThanAllowedIsToldBeforeTheFirstDay() {
    QStringList words = simulate("large", 100000);
    const Outcome large = run(words + QStringList{"--max-memory", "512M"});
    QCOMPARE(large.code, 5);
    QVERIFY2(large.err.contains("--days 100000: needs about ") && large.err.contains("--max-memory"),
             large.err.constData());
    QVERIFY(!QFile::exists(path("large")));
  }
  void anothersFolderIsRefusedUnlessFresh() {
    QCOMPARE(run(simulate("mine", 5, {"--load", "0"})).code, 0 + 2);  // day 12 is not within 5
    QCOMPARE(run(simulate("mine", 13)).code, 0);
    const Outcome other = run(simulate("mine", 13, {"--load", "2"}));
    QCOMPARE(other.code, 2);
    QVERIFY2(other.err.contains("players"), other.err.constData());
    QCOMPARE(run(simulate("mine", 13, {"--load", "2", "--fresh"})).code, 0);
    QCOMPARE(run({"render", "Tiny", "--resolution", "64", "--formats", "geojson", "--views", "overview", "-o",
                  path("render"), "--quiet"})
                 .code,
             0);
    QCOMPARE(run(simulate("render", 13)).code, 4);
  }
  void badRequestsAreToldBeforeAnyWork_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("said");
    const auto event = [](const char* text) { return QStringList{"--event", text}; };
    QTest::newRow("kind") << event("flood:day=3") << "wipe:day=";
    QTest::newRow("key") << event("wipe:day=3,regoin=2") << "did you mean region";
    QTest::newRow("no day") << event("wipe:region=2") << "day=120";
    QTest::newRow("share") << event("wipe:day=3,share=2") << "from 0 to 1";
    QTest::newRow("day") << event("stop:day=x") << "whole number";
    QTest::newRow("late") << event("stop:day=99") << "not within";
    QTest::newRow("region") << event("wipe:day=3,region=77") << "there is no such region";
    QTest::newRow("class") << event("wipe:day=3,class=wlof") << "wlof";
    QTest::newRow("load") << event("load:day=3,times=1000,days=2") + QStringList{"--players", "200"}
                          << "expected at most 100000";
    QTest::newRow("comma") << event("stop:day=3,") << "after its last comma";
    QTest::newRow("days") << QStringList{"--days", "0"} << "days";
  }
  void badRequestsAreToldBeforeAnyWork() {
    QFETCH(QStringList, words);
    QFETCH(QString, said);
    QStringList asked{"simulate", "Tiny", "--seed",     "3", "--set", "relief.erosion=none",
                      "--quiet",  "-o",   path("never")};
    if (!words.contains("--days"))
      asked << "--days"
            << "20";
    const Outcome outcome = run(asked + words);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(said.toUtf8()), outcome.err.constData());
    QVERIFY(!QFile::exists(path("never")));
  }
};

FW_TEST(TestSimulate)
#include "test_simulate.moc"
