// `fieldwright atlas`, and plates on sheets, as a pipeline sees them.

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTest>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

QStringList atlas(const QString& folder, const QStringList& more = {}) {
  return QStringList{"atlas", "Tiny", "--seed", "3", "--resolution", "96", "--sheet", "A4", "-o", folder} +
         more;
}

QJsonObject json(const QString& path) {
  return QJsonDocument::fromJson(contents(path)).object();
}

}  // namespace

class TestAtlas : public QObject, private OwnFolder {
  Q_OBJECT

 private slots:
  void anAtlasHasItsThreeFilesAndRepeatsAtAnyThreadCount() {
    const Outcome done = run(atlas(path("one"), {"--threads", "1", "--json"}));
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(files_in(path("one")), QStringList({"atlas.pdf", "manifest.json", "places.csv"}));
    const QJsonObject told = QJsonDocument::fromJson(done.out).object();
    const QJsonObject stored = json(path("one/manifest.json"))["atlas"].toObject();
    for (const char* key : {"scale", "sheets", "pages", "places"}) QCOMPARE(told[key], stored[key]);
    QVERIFY(stored["sheets"].toInt() >= 1 && stored["sheets"].toInt() <= 30);
    const QList<QByteArray> lines = contents(path("one/places.csv")).split('\n');
    QCOMPARE(lines.size() - 2, qsizetype{stored["places"].toInt()});  // heading, end
    QCOMPARE(run(atlas(path("two"), {"--threads", "2", "--simd", "scalar"})).code, 0);
    for (const QString& name : files_in(path("one")))
      QVERIFY2(contents(path("one/" + name)) == contents(path("two/" + name)), qPrintable(name));
  }
  void everyNameOfTheListIsTextInThePdf() {
    SKIP_BY_DAY();
    if (QStandardPaths::findExecutable("pdftotext").isEmpty()) QSKIP("pdftotext is not installed");
    QCOMPARE(run(atlas(path("text"))).code, 0);
    const Outcome text = run_program("pdftotext", {"-layout", path("text/atlas.pdf"), "-"});
    const QString all = QString::fromUtf8(text.out);
    const QList<QByteArray> lines = contents(path("text/places.csv")).split('\n');
    for (qsizetype i = 1; i + 1 < lines.size(); ++i) {
      const QString name = QString::fromUtf8(lines[i].left(lines[i].indexOf(',')));
      QVERIFY2(all.contains(name), qPrintable(name));
    }
  }
  void anAtlasOfARenderIsTheAtlasOfItsTemplate() {
    SKIP_BY_DAY();
    QCOMPARE(run({"render", "Tiny", "--seed", "3", "--resolution", "96", "--formats", "none", "-o",
                  path("render")})
                 .code,
             0);
    QCOMPARE(run({"atlas", path("render"), "--sheet", "A4", "-o", path("of render")}).code, 0);
    QCOMPARE(run(atlas(path("of template"))).code, 0);
    for (const char* name : {"/atlas.pdf", "/places.csv"})
      QVERIFY(contents(path("of render") + name) == contents(path("of template") + name));
    const Outcome refused = run({"atlas", path("render"), "--seed", "4", "-o", path("never")});
    QCOMPARE(refused.code, 2);
  }
  void foldersOfOthersStayAsTheyAre() {
    QCOMPARE(
        run({"render", "Tiny", "--seed", "3", "--resolution", "64", "--formats", "none", "-o", path("mine")})
            .code,
        0);
    const Outcome refused = run(atlas(path("mine")));
    QCOMPARE(refused.code, 4);
    QVERIFY(refused.err.contains("not an atlas's"));
    QCOMPARE(run(atlas(path("book"))).code, 0);
    const Outcome other = run({"render", "Tiny", "--resolution", "64", "-o", path("book")});
    QCOMPARE(other.code, 4);
    QVERIFY(other.err.contains("holds an atlas"));
    QCOMPARE(run({"verify", path("book")}).code, 4);
    QCOMPARE(run(atlas(path("book"), {"--scale", "20000"})).code, 0);  // its own is replaced
  }
  void aPlateOnASheetIsVerifiedWithItsFurtherPages() {
    // At this scale the map takes the whole sheet, and the panel the next page.
    const Outcome done = run({"render",       "Tiny",        "--seed",  "3",
                              "--resolution", "64",          "--set",   "frame.height_m=1500",
                              "--sheet",      "A4",          "--scale", "11500",
                              "--dpi",        "60",          "--views", "overview,enemies_danger",
                              "--formats",    "png,svg,pdf", "-o",      path("sheet")});
    QVERIFY2(done.code == 0, done.err.constData());
    const QJsonObject plates = json(path("sheet/manifest.json"))["plates"].toObject();
    QCOMPARE(plates["sheet"].toString(), QStringLiteral("A4"));
    QVERIFY(plates["scale"].toInt() >= 500);
    const QStringList names = files_in(path("sheet"));
    const QStringList further = names.filter(QStringLiteral("_2."));
    QVERIFY(!further.isEmpty());
    for (const QString& name : further) QVERIFY2(!name.endsWith(".pdf"), qPrintable(name));
    QStringList listed;
    for (const QJsonValue& file : json(path("sheet/manifest.json"))["files"].toArray())
      listed << file.toObject()["name"].toString();
    for (const QString& name : further) QVERIFY2(listed.contains(name), qPrintable(name));
    const Outcome verified = run({"verify", path("sheet")});
    QVERIFY2(verified.code == 0, verified.out.constData());
    // A render without a sheet takes the further pages away.
    QCOMPARE(run({"render", "Tiny", "--seed", "3", "--resolution", "64", "--map-px", "200", "--dpi", "36",
                  "--views", "overview", "--formats", "png", "-o", path("sheet")})
                 .code,
             0);
    QVERIFY(files_in(path("sheet")).filter(QStringLiteral("_2.")).isEmpty());
  }
  void badInputGetsItsExitCodeAndWritesNothing_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const QString out = path("never");
    const auto render = [&](const QStringList& more) {
      return QStringList{"render", "Tiny", "--resolution", "64", "-o", out} + more;
    };
    QTest::newRow("pixels and sheet") << render({"--map-px", "800", "--sheet", "A4"}) << 2 << "--sheet";
    QTest::newRow("pixels and scale") << render({"--map-px", "800", "--scale", "9000"}) << 2 << "--scale";
    QTest::newRow("scale 0") << render({"--scale", "0"}) << 2 << "500 to 10000000";
    QTest::newRow("scale too small") << render({"--scale", "499"}) << 2 << "500 to 10000000";
    QTest::newRow("scale too large") << render({"--scale", "10000001"}) << 2 << "500 to 10000000";
    QTest::newRow("scale no number") << render({"--scale", "nan"}) << 2 << "scale";
    QTest::newRow("empty scale") << render({"--scale="}) << 2 << "scale";
    QTest::newRow("sheet") << render({"--sheet", "A0"}) << 2 << "A4";
    QTest::newRow("does not fit") << render({"--sheet", "A4", "--scale", "1000"}) << 2
                                  << "fieldwright atlas --scale 1000";
    QTest::newRow("over Cairo's limit") << render({"--scale", "500", "--dpi", "2400"}) << 5 << "32767";
    QTest::newRow("map of no pixels") << render({"--scale", "10000000"}) << 2 << "at least 64";
    const auto book = [&](const QStringList& more) { return atlas(out, more); };
    QTest::newRow("atlas scale") << book({"--scale", "3"}) << 2 << "500 to 10000000";
    QTest::newRow("atlas of many sheets")
        << atlas(out, {"--set", "frame.width_m=60000", "--set", "frame.height_m=60000", "--scale", "500"})
        << 5 << "--scale";
    QTest::newRow("atlas palette") << book({"--palette", "neon"}) << 2 << "colour_blind_safe";
    QTest::newRow("atlas to stdout") << atlas("-") << 2 << "folder";
    QTest::newRow("atlas memory") << book({"--max-memory", "1M"}) << 5 << "memory";
  }
  void badInputGetsItsExitCodeAndWritesNothing() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const Outcome outcome = run(arguments);
    QVERIFY2(outcome.code == code, outcome.err.constData());
    QVERIFY2(QString::fromUtf8(outcome.err).contains(says), outcome.err.constData());
    QVERIFY(!QFile::exists(path("never")));
  }
};

FW_TEST(TestAtlas)
#include "test_atlas.moc"
