// The command as a pipeline sees it: exit codes, streams, files.

#include <signal.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

QStringList small(const QString& folder) {
  return {"render",   "Tiny", "--seed", "3",  "--resolution", "128",
          "--map-px", "300",  "--dpi",  "44", "-o",           folder};
}

}  // namespace

class TestCommand : public QObject, private OwnFolder {
  Q_OBJECT

 private slots:
  void aRenderWritesTheContractsFilesAndTheManifestListsThem() {
    const Outcome done = run(small(path("render")));
    QVERIFY2(done.code == 0, done.err.constData());
    const QStringList names = files_in(path("render"));
    for (const char* name :
         {"overview.png",       "resources_biomes.png", "enemies_danger.png", "landmarks_admin.png",
          "zoom_quadrants.png", "template.json",        "points.geojson",     "points.rfc7946.geojson",
          "regions.geojson",    "tracks.geojson",       "territory.gpkg",     "layers/land.tif",
          "layers/region.tif",  "layers/faction.tif",   "layers/biome.tif",   "layers/danger.tif",
          "layers/type.tif",    "fields.tif",           "height16.png",       "audit.json",
          "audit.csv",          "manifest.json",        "timings.json",       "elevation.tif",
          "layers/water.tif",   "rivers.geojson",       "lakes.geojson",      "coast.geojson",
          "roads.geojson",      "crossings.geojson",    "places.geojson",     "plates.json"})
      QVERIFY2(names.contains(QString::fromLatin1(name)), name);
    QCOMPARE(names.size(), 32);
    QCOMPARE(run({"verify", path("render")}).code, 0);
    QCOMPARE(run({"audit", path("render")}).code, 0);
  }

  void twoRendersHaveTheSameBytesAtAnyThreadCount() {
    QCOMPARE(run(small(path("one")) << "--threads"
                                    << "1")
                 .code,
             0);
    QCOMPARE(run(small(path("two")) << "--threads"
                                    << "2"
                                    << "--simd"
                                    << "scalar")
                 .code,
             0);
    for (const QString& name : files_in(path("one")))
      if (name != "timings.json")
        QVERIFY2(contents(path("one/" + name)) == contents(path("two/" + name)), qPrintable(name));
    QVERIFY(run({"diff", path("one"), path("two")}).out.contains("No difference"));
  }

  void verifyFindsAnAlteredFile() {
    QCOMPARE(run(small(path("altered")) << "--formats"
                                        << "geojson")
                 .code,
             0);
    QFile file(path("altered/points.geojson"));
    QVERIFY(file.open(QIODevice::Append));
    file.write(" ");
    file.close();
    const Outcome found = run({"verify", path("altered")});
    QCOMPARE(found.code, 6);
    QVERIFY(found.out.contains("points.geojson"));
  }

  void badInputGetsItsExitCodeAndWritesNothing_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const QString out = path("never");
    const auto render = [&](const QStringList& more) {
      return QStringList{"render", "Tiny", "-o", out} + more;
    };
    QTest::newRow("no command") << QStringList{} << 2 << "";
    QTest::newRow("unknown option") << render({"--sede", "1"}) << 2 << "sede";
    QTest::newRow("bad seed") << render({"--seed", "-1"}) << 2 << "seed";
    QTest::newRow("seed too large") << render({"--seed", "9007199254740992"}) << 2 << "9007199254740991";
    QTest::newRow("unknown setting") << render({"--set", "danger.geren=1"}) << 2 << "green";
    QTest::newRow("unknown view") << render({"--views", "overveiw"}) << 2 << "overveiw";
    QTest::newRow("unknown format") << render({"--formats", "tiff"}) << 2 << "geotiff";
    QTest::newRow("unknown SIMD level") << render({"--simd", "avx9"}) << 2 << "scalar";
    QTest::newRow("mix not 1") << render({"--set", "danger.green=0.9"}) << 3 << "danger";
    QTest::newRow("out of range") << render({"--set", "land.fraction=7"}) << 3 << "land.fraction";
    QTest::newRow("missing file") << QStringList{"render", path("none.json"), "-o", out} << 4 << "none.json";
    QTest::newRow("a file in the folder's place")
        << QStringList{"render",    "Tiny",    "--resolution", "64",
                       "--formats", "geojson", "-o",           write("file", "x")}
        << 4 << "file";
    QTest::newRow("absurd resolution") << render({"--resolution", "1000000"}) << 5 << "16384";
    QTest::newRow("too little memory") << render({"--max-memory", "1M"}) << 5 << "memory";
    QTest::newRow("page over Cairo's limit") << render({"--map-px", "32000"}) << 5 << "32767";
    QTest::newRow("unknown command") << QStringList{"paint", "Tiny"} << 2 << "paint";
    QTest::newRow("no such stack") << QStringList{"fields", "Tiny", "--layers", "type,biomes", "-o", out} << 2
                                   << "biomes";
    QTest::newRow("fields over the memory")
        << QStringList{"fields", "Tiny", "--max-memory", "1M", "--quiet", "-o", out + ".tif"} << 5
        << "--max-memory";
    QTest::newRow("fields of another ending")
        << QStringList{"fields", "Tiny", "-o", out + ".png"} << 2 << ".tif";
    QTest::newRow("no cells") << render({"--resolution", "0"}) << 2 << "32";
    const QString contradictory =
        write("three.json",
              "{\"format\": 3, \"name\": \"Three\", \"vocabulary\": \"classic\",\n"
              "\"regions\": {\"controllable\": 3}, \"landmarks\": [{\"id\": \"settlement\", \"count\": 5}]}");
    const QString place = QStringLiteral("three.json:2:");
    QTest::newRow("contradiction") << QStringList{"render", contradictory, "-o", out} << 3 << place;
    QTest::newRow("contradiction checked") << QStringList{"check", contradictory} << 3 << place;
    QTest::newRow("no render there") << QStringList{"verify", path("nowhere")} << 4 << "nowhere";
    QTest::newRow("outside the frame") << QStringList{"explain", "Tiny", "--at", "9999,1"} << 2 << "outside";
  }
  void badInputGetsItsExitCodeAndWritesNothing() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const Outcome outcome = run(arguments);
    QVERIFY2(outcome.code == code, outcome.err.constData());
    QVERIFY2(QString::fromUtf8(outcome.err).contains(says), outcome.err.constData());
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(!QFile::exists(path("never")));
    QVERIFY(files_in(folder_.path()).filter(QStringLiteral(".fieldwright")).isEmpty());
  }

  void aFindingNamesTheFilesPlaceOrTheSetting() {
    const QString file = write("crowded.json",
                               "{\"format\": 3, \"name\": \"Crowded\", \"vocabulary\": \"classic\",\n"
                               " \"resources\": [{\"class\": \"iron\", \"quota\": 90000, \"family\": "
                               "\"ore\", \"biomes\": {\"forest\": 1}}]}");
    const auto place = [&](const QStringList& more) {
      const Outcome outcome = run(QStringList{"check", file, "--json"} + more);
      for (const QJsonValue finding : QJsonDocument::fromJson(outcome.out).array())
        if (finding["where"].toString() == "resources[0].quota") return finding["place"].toObject();
      return QJsonObject();
    };
    const QJsonObject stated = place({});
    QCOMPARE(stated["file"].toString(), file);
    QCOMPARE(stated["line"].toInt(), 2);
    QCOMPARE(stated["column"].toInt(), 43);
    QCOMPARE(stated["path"].toString(), QStringLiteral("resources[0].quota"));
    QVERIFY(stated["set"].isNull());
    const QJsonObject set = place({"--set", "resources.iron.quota=80000"});
    QCOMPARE(set["set"].toString(), QStringLiteral("resources.iron.quota=80000"));
    for (const char* none : {"file", "line", "column"})
      QVERIFY(set.contains(QLatin1String(none)) && set[QLatin1String(none)].isNull());
    const Outcome told = run({"check", file, "--set", "resources.iron.quota=80000"});
    QVERIFY(told.err.contains("--set resources.iron.quota=80000: resources[0].quota: "));
  }

  void whatCannotBePrintedIsAFailure() {
    for (const QStringList& arguments : {QStringList{"check", "Tiny"}, QStringList{"--version"},
                                         QStringList{"render", "--help"}, QStringList{"templates"}}) {
      QProcess process;
      process.setStandardOutputFile(QStringLiteral("/dev/full"));
      process.start(QStringLiteral(FIELDWRIGHT_COMMAND), arguments);
      QVERIFY(process.waitForFinished());
      QVERIFY2(process.exitCode() == 4, qPrintable(arguments.join(' ')));
      QVERIFY(process.readAllStandardError().contains("standard output"));
    }
  }

  void aDifferenceWarnsOfFilesThatAreNotTheirManifests() {
    const QStringList made{"render", "Tiny", "--resolution", "64", "--formats", "geojson", "-o"};
    QCOMPARE(run(made + QStringList{path("whole")}).code, 0);
    QCOMPARE(run(made + QStringList{path("torn")}).code, 0);
    QVERIFY(run({"diff", path("whole"), path("torn")}).err.isEmpty());
    QVERIFY(QFile::remove(path("torn/tracks.geojson")));
    write("torn/audit.csv", "altered");
    const Outcome torn = run({"diff", path("whole"), path("torn")});
    QCOMPARE(torn.code, 0);
    QVERIFY2(torn.err.contains("tracks.geojson") && torn.err.contains("audit.csv"), torn.err.constData());
    QVERIFY(torn.out.contains("No difference"));
  }

  void memoryIsSaidBeforehandAndHeldTo() {
    const Outcome checked = run({"check", "Tiny", "--resolution", "256"});
    QCOMPARE(checked.code, 0);
    const QRegularExpressionMatch said =
        QRegularExpression("about (\\d+) MiB of memory to generate, (\\d+) MiB to render")
            .match(QString::fromUtf8(checked.out));
    QVERIFY2(said.hasMatch(), checked.out.constData());
    const int generate = said.captured(1).toInt(), render = said.captured(2).toInt();
    QVERIFY(generate > 0 && render > generate);
    const auto with = [&](const char* command, int mebibytes) {
      return run({command, "Tiny", "--resolution", "256", "--quiet", "--max-memory",
                  QString::number(mebibytes) + "M", "-o", path("held")})
          .code;
    };
    QCOMPARE(with("audit", generate - 1), 5);
    QCOMPARE(with("audit", generate), 0);
    QCOMPARE(with("render", render - 1), 5);
  }

  void aBrokenTemplateNamesFileLineAndColumn() {
    const Outcome outcome = run({"check", write("broken.json", "{\n  \"format\": 3,\n  \"name\": ,\n}\n")});
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("broken.json:3:"), outcome.err.constData());
  }

  void whatEarlierVersionsReadIsRefusedWithWhatToDo() {
    const auto refused = [&](const QStringList& words, int code, const char* says) {
      const Outcome outcome = run(words);
      QVERIFY2(outcome.code == code && outcome.err.contains(says), outcome.err.constData());
    };
    const QString old = write("old.json", R"({"format": 1, "name": "Old", "island": {"side_m": 3000}})");
    refused({"check", old}, 3, "'fieldwright templates --migrate' of version 0.3.0 makes format 2 of it");
    refused({"templates", "--migrate", old}, 2, "--migrate");
    const QString gone = write("gone.json", R"({"format": 3, "name": "Gone", "vocabulary": "rivers",
      "land": {"sunken_islets": true}})");
    refused({"check", gone}, 3, "gone.json:1:45: vocabulary: found \"rivers\"");
    refused({"check", gone}, 3, "gone.json:2:16: land.sunken_islets: found a key of an earlier version");
    refused({"check", "Tiny", "--set", "land.sunken_islets=true"}, 2, "there is no parameter");
    for (const QStringList& words :
         {QStringList{"check", "WindswardRivers"}, QStringList{"templates", "windswardrivers"},
          QStringList{"render", "WindswardRivers", "-o", path("never")}})
      refused(words, 4, "any more: WindswardLike took its place");
  }

  void aPrintedTemplateRendersTheSameWorld() {
    SKIP_BY_DAY();
    const QByteArray text = run({"templates", "tiny"}).out;
    const QString file = write("mine.json", text);
    QCOMPARE(run({"render", file, "--resolution", "64", "--formats", "geojson", "-o", path("a")}).code, 0);
    QCOMPARE(run({"render", "TINY", "--resolution", "64", "--formats", "geojson", "-o", path("b")}).code, 0);
    QVERIFY(!contents(path("a/manifest.json")).isEmpty());
    QCOMPARE(contents(path("a/manifest.json")), contents(path("b/manifest.json")));
  }

  void fieldsAreOneFileAndAnExistingOneStays() {
    const QStringList command{"fields", "Tiny", "--seed", "3", "--resolution", "200", "-o", path("f.tif")};
    const Outcome done = run(command);
    QVERIFY2(done.code == 0, done.err.constData());
    QVERIFY2(done.err.contains("MiB of memory"), done.err.constData());
    QVERIFY2(done.out.contains("3 bands of 200 x 200 cells"), done.out.constData());
    const QByteArray first = contents(path("f.tif"));
    QVERIFY(first.size() > 1000);
    QCOMPARE(run(command).code, 4);
    QCOMPARE(run(command + QStringList{"--force", "--threads", "1"}).code, 0);
    QVERIFY(contents(path("f.tif")) == first);
    QVERIFY(files_in(folder_.path()).filter(QStringLiteral(".fieldwright")).isEmpty());
  }

  void whatIsFrozenStandsInANewTemplateAndAnExistingOneStays() {
    SKIP_BY_DAY();
    const QStringList command{"hand", "freeze", "Tiny", "--seed", "3", "--class", "iron_vein"};
    const Outcome done = run(command + QStringList{"-o", path("frozen.json")});
    QVERIFY2(done.code == 0, done.err.constData());
    QVERIFY2(done.out.contains("of them pins"), done.out.constData());
    const QByteArray first = contents(path("frozen.json"));
    QVERIFY(first.contains("\"pins\""));
    QCOMPARE(run({"check", path("frozen.json")}).code, 0);
    QCOMPARE(run(command + QStringList{"-o", path("frozen.json")}).code, 4);
    QVERIFY(contents(path("frozen.json")) == first);
    for (const QStringList& wrong :
         {QStringList{"--class", "iron_vein", "--region", "X"}, QStringList{},
          QStringList{"--region", "Nowhere"},
          QStringList{"--shape", "POLYGON ((0 0, 4000 0, 0 4000))", "--resolution", "64"},
          QStringList{"--class", "iron_vein", "--layers", "sky"}}) {
      const Outcome refused =
          run(QStringList{"hand", "freeze", "Tiny"} + wrong + QStringList{"-o", path("wrong.json")});
      QVERIFY2(refused.code == 2, qPrintable(wrong.join(' ')));
      QVERIFY(!QFile::exists(path("wrong.json")));
    }
  }

  void jsonResultsAreJson() {
    SKIP_BY_DAY();
    for (const QStringList& arguments :
         {QStringList{"check", "Tiny", "--json"}, QStringList{"templates", "--json"},
          QStringList{"templates", "--schema"}, QStringList{"audit", "Tiny", "--resolution", "64", "--json"},
          QStringList{"explain", "Tiny", "--resolution", "64", "--at", "1500,1500", "--json"}}) {
      const Outcome outcome = run(arguments);
      QCOMPARE(outcome.code, 0);
      QVERIFY2(!QJsonDocument::fromJson(outcome.out).isNull(), qPrintable(arguments.join(' ')));
    }
  }

  void aSignalStopsARenderAndLeavesNothing() {
    QProcess process;
    process.start(QStringLiteral(FIELDWRIGHT_COMMAND), {"render", "WindswardLike", "--resolution", "2048",
                                                        "--progress=json", "-o", path("stopped")});
    QVERIFY(process.waitForStarted());
    process.setReadChannel(QProcess::StandardError);
    QVERIFY(process.waitForReadyRead(60000));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(!QFile::exists(path("stopped")));
  }

  void anAuditCanBeAPageOfOneWorld() {
    SKIP_BY_DAY();
    const Outcome page = run({"audit", "Tiny", "--resolution", "64", "--html", "--quiet"});
    QCOMPARE(page.code, 0);
    QVERIFY(page.out.startsWith("<!DOCTYPE html>"));
    QVERIFY(page.out.contains("<h1>Tiny</h1>"));
    for (const char* other : {"--csv", "--json"}) QCOMPARE(run({"audit", "Tiny", "--html", other}).code, 2);
    QCOMPARE(run({"audit", "Tiny", "--html", "--seeds", "1..2"}).code, 2);
  }

  void manySeedsGiveOneRowEach() {
    const Outcome outcome = run({"audit", "Tiny", "--resolution", "64", "--seeds", "1..4", "--csv"});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out.trimmed().count('\n'), 4);
  }

  void aWorldOfOtherWordsNamesNoClassicRowInAnyText() {
    SKIP_BY_DAY();
    const QString file = write("other.json", R"({
      "format": 3, "name": "Reefs", "frame": {"width_m": 4000, "height_m": 3000},
      "regions": {"controllable": 3, "neutral": 0, "neutral_at": "none"},
      "factions": [{"id": "divers", "label": "Divers", "share": 1, "role": "owner"}],
      "biomes": [{"id": "coral", "label": "Coral", "share": 0.5}, {"id": "kelp", "label": "Kelp", "share": 0.5}],
      "danger": [{"id": "still", "label": "Still", "share": 0.6, "safe": true},
                 {"id": "rough", "label": "Rough", "share": 0.4, "strong": true}],
      "families": [{"id": "pearl", "label": "Pearl", "of": "resource"}, {"id": "eel", "label": "Eel", "of": "enemy"}],
      "rarities": [{"id": "usual", "label": "Usual", "hp_factor": 1}],
      "landmarks": [{"id": "station", "label": "Station", "role": "seat", "named": true},
                    {"id": "buoy", "label": "Buoy", "role": "site", "count": 4, "spacing_m": 400}],
      "resources": [{"class": "nacre", "family": "pearl", "quota": 20, "biomes": {"kelp": 1}}],
      "enemies": [{"class": "moray", "family": "eel", "quota": 20, "biomes": {"coral": 1}}]})");
    const Outcome done =
        run({"render", file, "--resolution", "64", "--formats", "geojson,svg", "-o", path("other")});
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(run({"verify", path("other")}).code, 0);

    QFile classic(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/templates/vocabulary/classic.json"));
    QVERIFY(classic.open(QIODevice::ReadOnly));
    const QJsonObject tables = QJsonDocument::fromJson(classic.readAll()).object();
    QStringList words;
    for (const char* table : {"factions", "biomes", "danger", "landmarks", "families", "rarities"})
      for (const auto& row : tables[QLatin1String(table)].toArray())
        for (const char* key : {"id", "label"}) {
          const QString word = row.toObject()[QLatin1String(key)].toString().toLower();
          // A faction's role and a column of landmark kinds are words of the format.
          if (!word.isEmpty() && word != "neutral" && word != "named")
            words << QRegularExpression::escape(word);
        }
    QVERIFY(words.size() > 60);
    const QRegularExpression any("\\b(" + words.join('|') + ")\\b");
    const auto search = [&](const QString& where, const QByteArray& text) {
      const auto found = any.match(QString::fromUtf8(text).toLower());
      QVERIFY2(!found.hasMatch(), qPrintable(where + ": " + found.captured()));
    };
    search("summary", done.out + done.err);
    for (const QString& name : files_in(path("other"))) {
      search("a file's name", name.toUtf8());
      if (!name.endsWith(".png") && !name.endsWith(".tif") && !name.endsWith(".svg"))
        search(name, contents(path("other/" + name)));
    }
    for (const char* command : {"check", "audit"}) {
      const Outcome said = run({command, file});
      search(command, said.out + said.err);
    }
  }

  void aSaltIsNamedByExplainAndManifestAndHasAtMost64Characters() {
    QTemporaryDir folder;
    const QStringList salted{"--resolution", "48", "--set", "seeds.salt=Northern Reach"};
    const Outcome told = run(QStringList{"explain", "Tiny", "--at", "1500,1500"} + salted);
    QCOMPARE(told.code, 0);
    QVERIFY2(told.out.contains("Northern Reach"), told.out.constData());
    const Outcome rendered = run(
        QStringList{"render", "Tiny", "--views", "none", "--formats", "none", "-o", folder.filePath("out")} +
        salted);
    QCOMPARE(rendered.code, 0);
    QVERIFY(contents(folder.filePath("out/manifest.json")).contains("\"salt\": \"Northern Reach\""));
    QCOMPARE(run({"verify", folder.filePath("out")}).code, 0);
    QCOMPARE(run({"check", "Tiny", "--set", "seeds.salt=" + QString(64, 'x')}).code, 0);
    const Outcome refused = run({"check", "Tiny", "--set", "seeds.salt=" + QString(65, 'x')});
    QCOMPARE(refused.code, 3);
    QVERIFY2(refused.err.contains("64"), refused.err.constData());
  }
};

FW_TEST(TestCommand)
#include "test_command.moc"
