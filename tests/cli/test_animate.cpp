// `fieldwright animate` as a pipeline sees it.

#include <signal.h>

#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

/// A short and small film of the test island; `more` may give any of its options another value.
QStringList animate(const QString& overlay, const QString& output, const QStringList& more = {}) {
  QStringList arguments{"animate", "Tiny", "--overlay", overlay, "-o", output};
  const std::pair<const char*, const char*> defaults[] = {
      {"--seed", "3"}, {"--resolution", "96"}, {"--size", "120"}, {"--fps", "10"}, {"--duration", "0.6"}};
  for (const auto& [option, value] : defaults)
    if (!more.contains(QLatin1String(option))) arguments << option << value;
  return arguments + more;
}

}  // namespace

class TestAnimate : public QObject, private OwnFolder {
  Q_OBJECT

 private slots:
  void eachKindBecomesAWebpFilm_data() {
    QTest::addColumn<QString>("overlay");
    for (const char* kind : {"crowd", "action", "spawn"}) QTest::newRow(kind) << kind;
  }
  void eachKindBecomesAWebpFilm() {
    QFETCH(QString, overlay);
    const QString file = path(overlay + ".webp");
    const Outcome done = run(animate(overlay, file, {"--json"}));
    QVERIFY2(done.code == 0, done.err.constData());
    const QJsonObject said = QJsonDocument::fromJson(done.out).object();
    QCOMPARE(said["frames"].toInt(), 6);
    QCOMPARE(said["bytes"].toInteger(), QFile(file).size());
    const QByteArray bytes = contents(file);
    QCOMPARE(bytes.left(4), QByteArray("RIFF"));
    QCOMPARE(bytes.mid(8, 4), QByteArray("WEBP"));
    QCOMPARE(bytes.count("ANMF"), 6);
    QVERIFY(!bytes.contains("VP8 "));  // no lossy frame
  }

  void aFilmHasTheSameBytesAtAnyThreadCount() {
    QCOMPARE(run(animate("crowd", path("one.webp"), {"--threads", "1"})).code, 0);
    QCOMPARE(run(animate("crowd", path("two.webp"), {"--threads", "2", "--simd", "scalar"})).code, 0);
    QVERIFY(contents(path("one.webp")) == contents(path("two.webp")));
  }

  void aCrowdWithACalendarSleepsAtNight() {
    SKIP_BY_DAY();
    const QStringList day{"--set", "calendar.day_s=600", "--set", "calendar.crowd=day", "--speed",
                          "600",   "--duration",         "1",     "--agents",           "400"};
    const Outcome done = run(animate("crowd", path("day"),
                                     QStringList(day) << "--start"
                                                      << "day 0 00:00"));
    QVERIFY2(done.code == 0, done.err.constData());
    const QJsonObject manifest = QJsonDocument::fromJson(contents(path("day/manifest.json"))).object();
    QCOMPARE(manifest["calendar"].toString().size(), 64);
    QList<double> awake;
    for (const QByteArray& line : contents(path("day/figures.csv")).split('\n'))
      if (line.contains(",awake,")) awake << line.split(',')[4].toDouble();
    QCOMPARE(awake.size(), 10);
    QVERIFY(awake[0] == 0 && awake[5] == 1);  // midnight and noon
    // Who is awake was chosen before the last step, up to 4 s ago: 1/150 of this day.
    for (int i = 1; i <= 4; ++i)
      QVERIFY(awake[i] > awake[i - 1] && std::abs(awake[i] - awake[10 - i]) < 0.03);
  }
  void aPartOfTheMapIsShownAlone() {
    SKIP_BY_DAY();
    QCOMPARE(run(animate("crowd", path("whole"))).code, 0);
    QCOMPARE(run(animate("crowd", path("part"), {"--window", "2000,1500,800"})).code, 0);
    const QJsonObject manifest = QJsonDocument::fromJson(contents(path("part/manifest.json"))).object();
    QCOMPARE(manifest["window"].toObject()["side_m"].toDouble(), 800.0);
    QVERIFY(!manifest.contains("calendar"));
    QVERIFY(QImage(path("whole/frame_00000.png")) != QImage(path("part/frame_00000.png")));
  }
  void theManifestNamesThePlayerAndAgentsOnlyOfAgents() {
    SKIP_BY_DAY();
    const auto manifest = [&](const char* overlay, const char* name, const QStringList& more) {
      const Outcome done = run(animate(overlay, path(name), more));
      if (done.code != 0) qFatal("%s", done.err.constData());
      return QJsonDocument::fromJson(contents(path(QString(name) + "/manifest.json"))).object();
    };
    const QJsonObject none = manifest("mood", "none", {});
    QVERIFY(!none.contains("player") && none.contains("agents"));
    const QJsonObject stands = manifest("mood", "stands", {"--player", "1200,1300"});
    QCOMPARE(stands["player"].toObject()["y_m"].toDouble(), 1300.0);
    QCOMPARE(manifest("mood", "roams", {"--player", "roam"})["player"].toString(), QString("roam"));
    QVERIFY(!manifest("spawn", "spawn", {}).contains("agents"));
  }
  void badStartsAndWindowsAreRefused() {
    const auto refused = [&](const QStringList& more, const char* says) {
      const Outcome done = run(animate("crowd", path("none.webp"), more));
      QCOMPARE(done.code, 2);
      QVERIFY2(done.err.contains(says), done.err.constData());
    };
    refused({"--start", "day 2 18:30"}, "the template has no calendar");
    refused({"--set", "calendar.day_s=86400", "--start", "day 1 12:00"}, "differs from the defaults");
    refused({"--start", "noon"}, "expected seconds, or a date");
    refused({"--set", "calendar.day_s=600", "--start", "day 2 25:00"}, "expected seconds, or a date");
    refused({"--window", "2000,1500"}, "expected X,Y,SIDE");
    refused({"--window", "2000,1500,1"}, "expected 10 to");
    refused({"--window", "-1,1500,100"}, "expected a place in the frame");
    QVERIFY(!QFile::exists(path("none.webp")));
  }

  void aFolderGetsFramesFiguresAndAManifestOfThemAll() {
    const Outcome done = run(animate("action", path("frames"), {"--method", "exact,poisson"}));
    QVERIFY2(done.code == 0, done.err.constData());
    QStringList expected{"figures.csv", "manifest.json"};
    for (int i = 0; i < 6; ++i) expected << QString("frame_%1.png").arg(i, 5, 10, QChar('0'));
    expected.sort();
    QCOMPARE(files_in(path("frames")), expected);
    const QJsonObject manifest = QJsonDocument::fromJson(contents(path("frames/manifest.json"))).object();
    QCOMPARE(manifest["animation"].toString(), QString("action"));
    QCOMPARE(manifest["methods"].toArray().size(), 2);
    QCOMPARE(manifest["files"].toArray().size(), 7);
    const QImage frame(path("frames/frame_00000.png"));
    QCOMPARE(frame.width(), manifest["film"].toObject()["width_px"].toInt());
    QVERIFY(frame.width() > 240);
    QVERIFY(frame != QImage(path("frames/frame_00005.png")));
    // Per frame and method four figures.
    QCOMPARE(contents(path("frames/figures.csv")).count('\n'), 1 + 6 * 2 * 4);
    // Shorter: the frames that no longer belong to it go.
    QCOMPARE(run(animate("action", path("frames"), {"--duration", "0.3"})).code, 0);
    QCOMPARE(files_in(path("frames")).size(), 2 + 3);
  }

  void theWorldOverTimeIsFilmedInDays() {
    const QString folder = path("over_time");
    QCOMPARE(run(animate("ecology", folder,
                         {"--set", "ecology.players=4", "--set", "ecology.load=2", "--duration", "0.4"}))
                 .code,
             0);
    QFile figures(folder + "/figures.csv"), manifest(folder + "/manifest.json");
    QVERIFY(figures.open(QIODevice::ReadOnly) && manifest.open(QIODevice::ReadOnly));
    const QByteArray rows = figures.readAll();
    QVERIFY(rows.contains("\n0,0,living,wildlife."));
    const QList<QByteArray> lines = rows.trimmed().split('\n');
    const QList<QByteArray> last = lines.last().split(',');
    QCOMPARE(last[3], QByteArray("players"));
    QCOMPARE(last[4], QByteArray("8"));
    // Two days a second.
    QVERIFY(last[1].toDouble() > 0.4 * 86400 && last[1].toDouble() < 0.8 * 86400);
    QVERIFY(manifest.readAll().contains("\"ecology\""));
  }

  void aRenderDoesNotTakeAFilmsFolder() {
    QCOMPARE(run(animate("crowd", path("film"), {"--duration", "0.2"})).code, 0);
    const QStringList before = files_in(path("film"));
    const Outcome refused =
        run({"render", "Tiny", "--resolution", "64", "--formats", "geojson", "-o", path("film")});
    QCOMPARE(refused.code, 4);
    QVERIFY(refused.err.contains("film"));
    QCOMPARE(files_in(path("film")), before);
  }

  void settingsGoToTheWorldOrToTheSimulation() {
    QCOMPARE(
        run(animate("crowd", path("slow.webp"),
                    {"--method", "urw", "--set", "crowd.speed_mps=0", "--set", "relief.height_max_m=300"}))
            .code,
        0);
    QCOMPARE(run(animate("crowd", path("fast.webp"), {"--method", "urw", "--set", "crowd.speed_mps=9"})).code,
             0);
    QVERIFY(contents(path("slow.webp")) != contents(path("fast.webp")));
  }

  void anExistingFileIsKeptWithoutForce() {
    QFile file(path("mine.webp"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("mine");
    file.close();
    const Outcome refused = run(animate("crowd", path("mine.webp")));
    QCOMPARE(refused.code, 4);
    QVERIFY(refused.err.contains("--force"));
    QCOMPARE(contents(path("mine.webp")), QByteArray("mine"));
    QCOMPARE(run(animate("crowd", path("mine.webp"), {"--force"})).code, 0);
    QVERIFY(contents(path("mine.webp")).startsWith("RIFF"));
  }

  void badInputGetsItsExitCodeAndWritesNothing_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const QString out = path("never.webp");
    const auto bad = [&](const QStringList& more) { return animate("crowd", out, more); };
    QTest::newRow("overlay") << animate("crowds", out) << 2 << "crowd";
    QTest::newRow("method") << bad({"--method", "curl_daul"}) << 2 << "curl_dual";
    QTest::newRow("three methods") << bad({"--method", "urw,ou,vicsek"}) << 2 << "two";
    QTest::newRow("crowd path") << bad({"--set", "crowd.bta=1"}) << 2 << "crowd.beta";
    QTest::newRow("crowd range") << bad({"--set", "crowd.beta=2"}) << 2 << "crowd.beta";
    QTest::newRow("another kind's path") << bad({"--set", "spawn.quota=2"}) << 2 << "crowd";
    QTest::newRow("world path") << bad({"--set", "relief.higth=2"}) << 2 << "relief.higth";
    QTest::newRow("agents") << bad({"--agents", "0"}) << 2 << "agents";
    QTest::newRow("agents of spawning") << animate("spawn", out, {"--agents", "9"}) << 2 << "classes";
    QTest::newRow("classes of a crowd") << bad({"--classes", "hemp"}) << 2 << "agents";
    QTest::newRow("player of a crowd") << bad({"--player", "roam"}) << 2 << "--player";
    QTest::newRow("player nowhere") << animate("mood", out, {"--player", "here"}) << 2 << "X,Y";
    QTest::newRow("player off the frame")
        << animate("mood", out, {"--player", "1e6,5"}) << 2 << "expected a place in the frame";
    QTest::newRow("agents of squads") << animate("squad", out, {"--agents", "10"}) << 2 << "tactics.squads";
    QTest::newRow("nothing over time")
        << animate("ecology", out) << 5 << "states nothing of the world over time";
    QTest::newRow("two classes over time")
        << animate("ecology", out, {"--classes", "deer,elk"}) << 2 << "expected one";
    QTest::newRow("another's setting") << animate("mood", out, {"--set", "action.alpha=0"}) << 2 << "mood";
    QTest::newRow("shares over 1") << animate("mood", out, {"--set", "mood.share.curious=0.95"}) << 2
                                   << "mood.share";
    QTest::newRow("no size") << bad({"--size", "0"}) << 2 << "64";
    QTest::newRow("another kind of film") << animate("crowd", path("film.GIF")) << 2 << "webp";
    QTest::newRow("endless") << bad({"--speed", "1e9"}) << 5 << "--speed";
    QTest::newRow("late") << bad({"--start", "1e8"}) << 5 << "--start";
    QTest::newRow("fps") << bad({"--fps", "0"}) << 2 << "fps";
    QTest::newRow("duration") << bad({"--duration", "-1"}) << 2 << "duration";
    QTest::newRow("view") << bad({"--view", "overveiw"}) << 2 << "overview";
    QTest::newRow("layer") << bad({"--layers", "biomes"}) << 2 << "biome";
    QTest::newRow("class") << animate("spawn", out, {"--classes", "nothing"}) << 2 << "nothing";
    QTest::newRow("template") << QStringList{"animate", path("none.json"), "--overlay", "crowd", "-o", out}
                              << 4 << "none.json";
    QTest::newRow("mix") << bad({"--set", "danger.green=0.9"}) << 3 << "danger";
    QTest::newRow("no folder") << animate("crowd", path("nowhere/film.webp")) << 4 << "nowhere";
    QTest::newRow("size") << bad({"--size", "9000"}) << 5 << "8192";
    QTest::newRow("frames") << bad({"--duration", "99999", "--fps", "100"}) << 5 << "100000";
    QTest::newRow("memory") << bad({"--max-memory", "1M"}) << 5 << "memory";
  }
  void badInputGetsItsExitCodeAndWritesNothing() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const Outcome outcome = run(arguments);
    QVERIFY2(outcome.code == code, outcome.err.constData());
    QVERIFY2(QString::fromUtf8(outcome.err).contains(says), outcome.err.constData());
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(files_in(folder_.path()).filter("never").isEmpty());
    QVERIFY(files_in(folder_.path()).filter(".fieldwright").isEmpty());
  }

  void aFolderWithSomethingElseIsLeftAlone() {
    QVERIFY(QDir(folder_.path()).mkpath("other"));
    QFile manifest(path("other/manifest.json"));
    QVERIFY(manifest.open(QIODevice::WriteOnly));
    manifest.write("{\"study\": \"crowd\"}");
    manifest.close();
    const Outcome refused = run(animate("crowd", path("other")));
    QCOMPARE(refused.code, 4);
    QCOMPARE(files_in(path("other")), QStringList{"manifest.json"});
  }

  void interruptedItLeavesNothing_data() {
    QTest::addColumn<QString>("output");
    QTest::newRow("film") << "stopped.webp";
    QTest::newRow("folder") << "stopped";
  }
  void interruptedItLeavesNothing() {
    QFETCH(QString, output);
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    process.start(QStringLiteral(FIELDWRIGHT_COMMAND),
                  animate("crowd", path(output), {"--duration", "900", "--progress", "json"}));
    QVERIFY(process.waitForStarted());
    QByteArray seen;
    while (!seen.contains("\"frames\"") && process.waitForReadyRead(60000))
      seen += process.readAllStandardError();
    QVERIFY(seen.contains("\"frames\""));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(!QFile::exists(path(output)));
    QVERIFY(files_in(folder_.path()).filter(".fieldwright").isEmpty());
  }
};

FW_TEST(TestAnimate)
#include "test_animate.moc"
