// Small inputs do not take the machine, and a signal is answered.

#include <signal.h>

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <QThread>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

/// The template Tiny with rows of the hand.
QByteArray with_hand(const QString& list, const QJsonArray& rows) {
  QJsonObject root = QJsonDocument::fromJson(run({"templates", "Tiny"}).out).object();
  root["hand"] = QJsonObject{{list, rows}};
  return QJsonDocument(root).toJson(QJsonDocument::Compact);
}

QString square(const char* kind = "POLYGON") {
  return QString(kind) + " ((0 0, 3000 0, 3000 3000, 0 3000, 0 0))";
}

/// A line or ring to and fro over the frame.
QString zigzag(int vertices) {
  QStringList places;
  for (int k = 0; k < vertices; ++k)
    places << QStringLiteral("%1 %2").arg((k * 7919) % 3000).arg((k * 104729) % 3000);
  return places.join(", ");
}

QJsonArray smooth_rows(int count) {
  QJsonArray rows;
  for (int k = 0; k < count; ++k)
    rows << QJsonObject{
        {"id", QStringLiteral("s%1").arg(k)}, {"do", "smooth"}, {"shape", square()}, {"radius_m", 2000}};
  return rows;
}

double seconds_of(const QElapsedTimer& clock) {
  return static_cast<double>(clock.nsecsElapsed()) * 1e-9;
}

}  // namespace

class TestCaseLimits : public QObject, private OwnFolder {
  Q_OBJECT

  /// A program limited to so many MiB of addresses; -1 where a signal ended it.
  Outcome run_in(int mib, const QStringList& arguments) const {
    return run_program("/usr/bin/prlimit", QStringList{QStringLiteral("--as=%1").arg(qint64(mib) << 20),
                                                       QStringLiteral(FIELDWRIGHT_COMMAND)} +
                                               arguments);
  }

 private slots:
  void aSearchOfBillionsOfSeedsEndsWithItsLimit_data() {
    QTest::addColumn<QStringList>("seeds");
    QTest::newRow("one range") << QStringList{"--seeds", "0..1000000000000"};
    QTest::newRow("all") << QStringList{"--seeds", "0..9007199254740991"};
    QTest::newRow("ranges") << QStringList{"--seeds", "5..1000000000000,2000000000000..3000000000000"};
    QTest::newRow("of a stream") << QStringList{"--seeds", "place=0..1000000000000"};
  }
  void aSearchOfBillionsOfSeedsEndsWithItsLimit() {
    QFETCH(QStringList, seeds);
    QElapsedTimer clock;
    clock.start();
    const Outcome ran = run(QStringList{"search", "Tiny"} + seeds +
                            QStringList{"--resolution", "32", "--where", "1>0", "--limit", "1", "--keep", "1",
                                        "--threads", "1", "--quiet", "-o", path(QTest::currentDataTag())});
    QVERIFY2(ran.code == 0, ran.err);
    QVERIFY2(seconds_of(clock) < 10, qPrintable(QString::number(seconds_of(clock))));
  }

  void otherCommandsRefuseBillionsOfSeedsByTheirNumber_data() {
    QTest::addColumn<QStringList>("command");
    const QString many = "1..1000000000000";
    QTest::newRow("audit") << QStringList{"audit", "Tiny", "--seeds", many};
    QTest::newRow("sweep") << QStringList{"sweep",   "Tiny", "--vary", "land.fraction=0.3..0.5/2",
                                          "--seeds", many,   "-o",     path("s")};
    QTest::newRow("tune") << QStringList{
        "tune", "Tiny", "--vary", "land.fraction=0.3..0.5", "--goal", "travel.reach=0.5", "--seeds",
        many,   "-o",   path("t")};
    QTest::newRow("experiment") << QStringList{"experiment", "crowd", "--seeds", many, "-o", path("e")};
  }
  void otherCommandsRefuseBillionsOfSeedsByTheirNumber() {
    QFETCH(QStringList, command);
    const Outcome ran = run(command);
    QVERIFY2(ran.code == 2 || ran.code == 5, (QByteArray::number(ran.code) + ran.err).constData());
    QVERIFY2(ran.err.contains("seeds") && !ran.err.contains("out of memory"), ran.err);
  }

  void checkSaysWhatRowsOfTheHandCost_data() {
    QTest::addColumn<QString>("list");
    QTest::addColumn<QJsonArray>("rows");
    QTest::newRow("smooth") << "terrain" << smooth_rows(2000);
    QJsonArray areas, rerolls, paint;
    for (int k = 0; k < 60; ++k) {
      const QString ring = "POLYGON ((" + zigzag(4000) + "))";
      areas << QJsonObject{{"id", QStringLiteral("a%1").arg(k)},
                           {"of", "all"},
                           {"density", 2},
                           {"shape", ring},
                           {"feather_m", 2000}};
      paint << QJsonObject{
          {"id", QStringLiteral("p%1").arg(k)}, {"class", "forest"}, {"shape", ring}, {"force", "bias"}};
    }
    for (int k = 0; k < 2000; ++k)
      rerolls << QJsonObject{{"id", QStringLiteral("r%1").arg(k)},
                             {"of", "points"},
                             {"shape", square()},
                             {"seed", k},
                             {"blend_m", 3000}};
    QTest::newRow("areas") << "areas" << areas;
    QTest::newRow("paint") << "biome" << paint;
    QTest::newRow("rerolls") << "rerolls" << rerolls;
  }
  void checkSaysWhatRowsOfTheHandCost() {
    QFETCH(QString, list);
    QFETCH(QJsonArray, rows);
    const QString file = write(list + ".json", with_hand(list, rows));
    const Outcome checked = run({"check", file});
    QVERIFY2(checked.code == 0, checked.err.left(1000));
    QVERIFY2(checked.err.contains("hand_cost"), checked.err.left(1000));
    QCOMPARE(run({"check", file, "--strict", "--quiet"}).code, 6);
    const Outcome large = run({"check", file, "--resolution", "8192"});
    QVERIFY2(large.code == 5, large.err.left(1000));
  }

  void rowsThatCostLittleAreNotToldAbout() {
    const Outcome checked = run({"check", write("few.json", with_hand("terrain", smooth_rows(20)))});
    QVERIFY2(checked.code == 0 && !checked.err.contains("hand_cost"), checked.err);
  }

  void theMemoryOfDrawnLinesIsInTheEstimate() {
    QJsonArray rows;
    for (int k = 0; k < 100; ++k)
      rows << QJsonObject{{"id", QStringLiteral("l%1").arg(k)},
                          {"kind", "track"},
                          {"shape", "LINESTRING (" + zigzag(2000) + ")"}};
    const QString file = write("lines.json", with_hand("lines", rows));
    const auto mib = [](const Outcome& checked) {
      const QByteArray words = checked.out.mid(checked.out.indexOf("about ") + 6);
      return words.left(words.indexOf(' ')).toDouble() *
             (words.contains("GiB") && words.indexOf("GiB") < 12 ? 1024 : 1);
    };
    const Outcome with = run({"check", file}), without = run({"check", file, "--without-hand"});
    QVERIFY2(mib(with) > mib(without) + 1000, with.out + without.out);
  }

  void aSignalEndsWorkWithinASecond_data() {
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<int>("signal");
    const QString smooth = write("smooth.json", with_hand("terrain", smooth_rows(2000)));
    QJsonArray rerolls;
    for (int k = 0; k < 400; ++k)
      rerolls << QJsonObject{{"id", QStringLiteral("r%1").arg(k)},
                             {"of", "points, danger, biomes, factions"},
                             {"shape", square()},
                             {"seed", k},
                             {"blend_m", 3000}};
    const QString again = write("again.json", with_hand("rerolls", rerolls));
    QTest::newRow("audit") << QStringList{"audit", smooth} << SIGINT;
    QTest::newRow("check --ground") << QStringList{"check", smooth, "--ground"} << SIGTERM;
    QTest::newRow("rerolls") << QStringList{"audit", again} << SIGINT;
    QTest::newRow("hang-up") << QStringList{"render", smooth, "-o", path("r")} << SIGHUP;
    QTest::newRow("export") << QStringList{"export", smooth, "--target", "csv", "-o", path("x")} << SIGINT;
    QTest::newRow("search") << QStringList{"search", "WindswardLike", "--seeds", "1..100000", "--where",
                                           "1>0",    "--keep",        "1",       "-o",        path("s")}
                            << SIGINT;
    QTest::newRow("sweep") << QStringList{"sweep",   "WindswardLike", "--vary", "land.fraction=0.3..0.5/9",
                                          "--seeds", "1..100",        "-o",     path("w")}
                           << SIGTERM;
    QTest::newRow("animate") << QStringList{"animate", "WindswardLike", "--overlay", "crowd",
                                            "-o",      path("f.webp")}
                             << SIGINT;
  }
  void aSignalEndsWorkWithinASecond() {
    QFETCH(QStringList, command);
    QFETCH(int, signal);
    QProcess process;
    process.start(QStringLiteral(FIELDWRIGHT_COMMAND), command + QStringList{"--quiet", "--threads", "1"});
    QVERIFY(process.waitForStarted());
    QThread::msleep(900);
    QCOMPARE(process.state(), QProcess::Running);
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
    QVERIFY(process.waitForFinished(20000));
    QVERIFY2(seconds_of(clock) < 1.5, qPrintable(QString::number(seconds_of(clock))));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 128 + signal);
  }

  void littleMemoryIsToldAndNeverATrap_data() {
    QTest::addColumn<QStringList>("command");
    QTest::newRow("render") << QStringList{"render", "Tiny",  "--resolution", "64",        "--map-px",
                                           "256",    "--dpi", "38",           "--formats", "png"};
    QTest::newRow("pages") << QStringList{"render", "Tiny", "--resolution", "64", "--formats", "svg,pdf"};
    QTest::newRow("animate") << QStringList{"animate", "Tiny",     "--resolution", "64",     "--overlay",
                                            "crowd",   "--agents", "20",           "--size", "96",
                                            "--fps",   "2",        "--duration",   "1"};
    QTest::newRow("experiment") << QStringList{"experiment", "spawn", "--scale", "small", "--seeds", "1"};
  }
  void littleMemoryIsToldAndNeverATrap() {
    if (!QFile::exists("/usr/bin/prlimit")) QSKIP("prlimit is not there");
    QFETCH(QStringList, command);
    const bool film = command.first() == "animate";
    for (const int mib : {160, 192, 224, 256, 288, 320, 384}) {
      const QString to =
          path(QStringLiteral("%1-%2").arg(QTest::currentDataTag()).arg(mib)) + (film ? ".webp" : "");
      const Outcome ran = run_in(mib, command + QStringList{"--quiet", "-o", to});
      QVERIFY2(
          ran.code == 0 || ran.code == 5 || (ran.code == 4 && ran.err.contains("memory")),
          (QByteArray::number(mib) + " MiB: " + QByteArray::number(ran.code) + " " + ran.err).constData());
      if (ran.code != 0) QVERIFY2(ran.err.contains("memory"), ran.err);
    }
  }
};

FW_TEST(TestCaseLimits)
#include "test_case_limits.moc"
