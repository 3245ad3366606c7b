// What is written is whole, in its own place, and can be read by others.

#include <unistd.h>

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QTest>
#include <QThread>
#include <memory>
#include <random>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

const QString kTargets = QStringLiteral("csv,godot,tiled,web,luanti");

QStringList targets() {
  return kTargets.split(',');
}

}  // namespace

class TestCaseOutputs : public QObject, private OwnFolder {
  Q_OBJECT

  /// A small, fast island without water: a kill in the middle is one of writing. A strip has a quarter of the cells.
  const QString island_ =
      write("island.json", contents(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/tests/fuzz/corpus/template.json"))
                               .replace("\"height_m\": 3000", "\"height_m\": 750"));

  /// A render of a seed, made once.
  QString render_of(int seed) const {
    const QString folder = path(QStringLiteral("r%1").arg(seed));
    if (QFile::exists(folder + "/manifest.json")) return folder;
    const Outcome made =
        run({"render", island_, "--resolution", "64", "--map-px", "160", "--dpi", "36", "--formats",
             "geojson,geotiff", "--quiet", "--seed", QString::number(seed), "-o", folder});
    if (made.code != 0) qFatal("%s", made.err.constData());
    return folder;
  }
  QStringList export_of(int seed, const QString& to) const {
    return {"export", render_of(seed), "--target", kTargets, "--quiet", "--threads", "1", "-o", path(to)};
  }
  /// The seed of a target's world; -1 without export.json.
  int seed_in(const QString& target) const {
    const QByteArray text = contents(path(target + "/export.json"));
    return QJsonDocument::fromJson(text).object()["world"].toObject()["seed"].toObject()["noise"].toInt(-1);
  }

 private slots:
  // FIELDWRIGHT_KILLS times: 200 in ./bootstrap nightly.
  void anExportKilledAtAnyMomentLeavesTargetsThatVerifyProves() {
    const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_KILLS");
    const int kills = asked > 0 ? asked : 2;
    QCOMPARE(run(export_of(1, "killed")).code, 0);
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(run(export_of(2, "killed")).code, 0);
    const auto whole_us = static_cast<int>(clock.nsecsElapsed() / 1000);
    std::mt19937 random(21);
    // Most of the moments near the end, where the files move.
    std::uniform_int_distribution<int> late(whole_us / 2, whole_us * 11 / 10), any(0, whole_us);
    for (int kill = 1; kill <= kills; ++kill) {
      QProcess process;
      process.start(QStringLiteral(FIELDWRIGHT_COMMAND), export_of(1 + kill % 2, "killed"));
      QVERIFY(process.waitForStarted());
      QThread::usleep(static_cast<unsigned long>(kill % 4 == 0 ? any(random) : late(random)));
      process.kill();
      QVERIFY(process.waitForFinished());
      for (const QString& target : targets()) {
        const Outcome proof = run({"verify", path("killed/" + target), "--quiet"});
        QVERIFY2(proof.code == 0, (target.toUtf8() + ": " + proof.out + proof.err).constData());
      }
    }
    QCOMPARE(run(export_of(1, "killed")).code, 0);
    QVERIFY(files_in(path("killed")).filter(QStringLiteral(".fieldwright")).isEmpty());
  }

  void ofExportsAtOnceTheLastOneStandsWholeInAllItsTargets() {
    for (int round = 0; round < (nightly() ? 3 : 1); ++round) {
      QVERIFY(QDir(path("at-once")).removeRecursively());
      std::vector<std::unique_ptr<QProcess>> exports;
      for (const int seed : {1, 2, 1}) {
        exports.push_back(std::make_unique<QProcess>());
        exports.back()->start(QStringLiteral(FIELDWRIGHT_COMMAND), export_of(seed, "at-once"));
      }
      for (const auto& one : exports) {
        QVERIFY(one->waitForFinished(60000));
        QVERIFY2(one->exitCode() == 0, one->readAllStandardError());
      }
      for (const QString& target : targets()) {
        const Outcome proof = run({"verify", path("at-once/" + target)});
        QVERIFY2(proof.code == 0, (target.toUtf8() + ": " + proof.out + proof.err).constData());
        QCOMPARE(seed_in("at-once/" + target), seed_in("at-once/csv"));
      }
      const Outcome again = run(export_of(1, "at-once"));
      QVERIFY2(again.code == 0, again.err);
    }
  }

  void anExportThatOneTargetRefusesChangesNone() {
    QCOMPARE(run(export_of(1, "refused")).code, 0);
    write_file(path("refused/web/index.html"), "mine");
    QCOMPARE(run(export_of(2, "refused")).code, 4);
    for (const QString& target : targets()) QCOMPARE(seed_in("refused/" + target), 1);
    QCOMPARE(contents(path("refused/web/index.html")), QByteArray("mine"));
  }

  void nothingIsWrittenThroughALinkThatLiesInTheFolder_data() {
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("link");
    const QStringList exported{"export", island_, "--seed", "1", "--resolution", "64", "--target", "csv,web"};
    QTest::newRow("target") << exported << "csv";
    QTest::newRow("folder of a target") << exported << "web/data";
    if (!nightly()) return;
    QTest::newRow("second target") << exported << "web";
    QTest::newRow("folder of tiles") << exported << "web/tiles";
    const QStringList search{"search",       island_, "--seeds", "1..4",
                             "--resolution", "48",    "--where", "nature.solidity >= 0.1",
                             "--threads",    "1"};
    QTest::newRow("rows of a search") << search << "rows";
    QTest::newRow("kept worlds") << search << "kept";
    QTest::newRow("charts of a search") << search << "charts";
    const QStringList sweep{"sweep",     island_, "--vary",       "land.fraction=0.3..0.5/2",
                            "--seeds",   "1..1",  "--resolution", "48",
                            "--threads", "1"};
    QTest::newRow("rows of a sweep") << sweep << "rows";
    QTest::newRow("runs of a study") << QStringList{"experiment", "spawn", "--scale", "small", "--seeds", "1"}
                                     << "runs";
    QTest::newRow("layers of a render")
        << QStringList{"render", island_, "--resolution", "48", "--views", "none", "--formats", "geotiff"}
        << "layers";
  }
  void nothingIsWrittenThroughALinkThatLiesInTheFolder() {
    QFETCH(QStringList, command);
    QFETCH(QString, link);
    QVERIFY(QDir(path("victim")).removeRecursively() && QDir(path("linked")).removeRecursively());
    QVERIFY(QDir().mkpath(path("victim")));
    QVERIFY(QDir().mkpath(path("linked/" + link)) && QDir().rmdir(path("linked/" + link)));
    QCOMPARE(::symlink(qPrintable(path("victim")), qPrintable(path("linked/" + link))), 0);
    const bool inside = link.contains('/');  // a folder without export.json holds something
    const Outcome refused = run(command + (inside ? QStringList{"--force"} : QStringList{}) +
                                QStringList{"-o", path("linked"), "--quiet"});
    QVERIFY2(refused.code == 4, (QByteArray::number(refused.code) + refused.err).constData());
    QVERIFY2(refused.err.contains("symbolic link"), refused.err);
    QCOMPARE(files_in(path("victim")), QStringList());
  }

  void aManifestAloneTakesNoFileOfOthersAway_data() {
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("other");  ///< options of the second run
    QTest::addColumn<QString>("in");         ///< folder of the manifest
    QTest::addColumn<QString>("manifest");
    const QStringList render{"render", island_, "--resolution", "48", "--views", "none", "--quiet"};
    QTest::newRow("render") << render << QStringList{"--formats", "geojson"} << ""
                            << "manifest.json";
    QTest::newRow("export") << QStringList{"export", island_,    "--seed", "1",      "--resolution",
                                           "48",     "--target", "csv",    "--quiet"}
                            << QStringList{"--vertices", "33"} << "csv/"
                            << "export.json";
    if (!nightly()) return;
    const QStringList search{"search",       island_, "--seeds", "1..2",
                             "--resolution", "48",    "--where", "nature.solidity >= 0.1",
                             "--threads",    "1",     "--quiet", "--force"};
    QTest::newRow("search") << search << QStringList{"--formats", "csv"} << ""
                            << "manifest.json";
    QTest::newRow("sweep") << QStringList{"sweep",     island_, "--vary",       "land.fraction=0.3..0.5/2",
                                          "--seeds",   "1..1",  "--resolution", "48",
                                          "--threads", "1",     "--quiet",      "--force"}
                           << QStringList{} << ""
                           << "manifest.json";
    QTest::newRow("study") << QStringList{"experiment", "spawn", "--scale", "small",
                                          "--seeds",    "1",     "--quiet"}
                           << QStringList{"--timing"} << ""
                           << "manifest.json";
    QTest::newRow("film") << QStringList{"animate",  island_, "--resolution", "48", "--overlay", "crowd",
                                         "--agents", "9",     "--size",       "96", "--fps",     "2",
                                         "--quiet"}
                          << QStringList{"--duration", "2"} << ""
                          << "manifest.json";
  }
  void aManifestAloneTakesNoFileOfOthersAway() {
    QFETCH(QStringList, command);
    QFETCH(QStringList, other);
    QFETCH(QString, in);
    QFETCH(QString, manifest);
    const QString to = path("forged-" + QString(QTest::currentDataTag()));
    const QStringList into{"-o", to};
    const Outcome first = run(command + into);
    QVERIFY2(first.code == 0, first.err);
    // Files of the user, which the manifest is made to list with their size and SHA-256.
    const QStringList names{"diary.txt",           "notes.csv", "photo.png", "layers/mine.tif", "wood.svg",
                            "imports/heights.tif", "chart.svg", "empty",     "kept/mine.json",  "data.js"};
    QByteArray text = contents(to + "/" + in + manifest), rows;
    for (const QString& name : names) {
      QDir().mkpath(QFileInfo(to + "/" + in + name).path());
      const QByteArray bytes = name == "empty" ? QByteArray() : "mine " + name.toUtf8();
      write_file(to + "/" + in + name, bytes);
      rows += "\n    {\"name\": \"" + name.toUtf8() + "\", \"size\": " + QByteArray::number(bytes.size()) +
              ", \"sha256\": \"" + QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex() +
              "\"},";
    }
    QVERIFY(text.contains("\"files\": ["));
    write_file(to + "/" + in + manifest, text.replace("\"files\": [", "\"files\": [" + rows));
    const Outcome again = run(command + other + into);
    QVERIFY2(again.code == 0, again.err);
    for (const QString& name : names) QVERIFY2(QFile::exists(to + "/" + in + name), qPrintable(name));
    QVERIFY(!contents(to + "/" + in + manifest).contains("diary.txt"));
  }

  void whatThisProgramWroteGoesWhenItIsNotWrittenAgain_data() {
    QTest::addColumn<QStringList>("before");
    QTest::addColumn<QStringList>("after");
    const QStringList all{"--set", "water.rivers=natural",      "--set", "coast.types=natural",
                          "--set", "footprints.settlement_ha=2"};
    const QStringList render{"render", island_, "--resolution", "64",     "--map-px",
                             "160",    "--dpi", "36",           "--quiet"};
    QTest::newRow("render") << render + all +
                                   QStringList{"--kpi", "--formats",
                                               "png,svg,pdf,geojson,gpkg,geotiff,flatgeobuf"}
                            << render + QStringList{"--views", "none", "--formats", "flatgeobuf"};
    if (!nightly()) return;
    const QStringList exported{"export", island_,    "--seed", "1",      "--resolution",
                               "64",     "--target", "all",    "--quiet"};
    QTest::newRow("export") << exported + all + QStringList{"--set", "export.godot_version=3"} << exported;
    const QStringList search{"search",       island_,    "--seeds", "1..6",
                             "--resolution", "48",       "--where", "nature.solidity >= 0.1",
                             "--quiet",      "--formats"};
    QTest::newRow("search") << search + QStringList{"csv,json,sqlite"} << search + QStringList{"csv"};
  }
  void whatThisProgramWroteGoesWhenItIsNotWrittenAgain() {
    QFETCH(QStringList, before);
    QFETCH(QStringList, after);
    const QString to = path("stale-" + QString(QTest::currentDataTag())), fresh = to + "-fresh";
    const Outcome first = run(before + QStringList{"-o", to});
    QVERIFY2(first.code == 0, first.err);
    const qsizetype many = files_in(to).size();
    const Outcome second = run(after + QStringList{"-o", to});
    QVERIFY2(second.code == 0, second.err);
    QCOMPARE(run(after + QStringList{"-o", fresh}).code, 0);
    // Rows of a search stay: they are its work, not its results.
    const auto results = [](const QString& folder) {
      QStringList names = files_in(folder);
      names.removeIf([](const QString& name) { return name.startsWith("rows/"); });
      return names;
    };
    QVERIFY(results(to).size() < many);
    QCOMPARE(results(to), results(fresh));
  }

  void charactersThatActOnATerminalNeverReachItFromANameOfAFile() {
    // An escape, a return, C1's escape, a change of direction, a bell and a line that looks like one of ours.
    const QString odd = QString("\x1b\r") + QChar(0x9b) + QChar(0x202e) + "\a";
    const QByteArray line = "\nfieldwright: all is well";
    const QString folder = path("x" + odd + "31m" + line);
    const auto plain = [&](const QByteArray& said) {
      for (const QChar act : odd)
        if (said.contains(QString(act).toUtf8())) return false;
      return !said.contains(line);
    };
    const QList<QStringList> commands{
        {"render", island_, "--resolution", "48", "--views", "none", "--formats", "geojson", "-o", folder},
        {"verify", folder},
        {"audit", folder + "/nothing.json"},
        {"export", island_, "--seed", "1", "--resolution", "48", "--target", "csv", "-o", folder + "/x"},
        {"verify", folder + "/x/csv"},
        {"search", island_, "--seeds", "1..2", "--resolution", "48", "--where", "nature.solidity >= 0.1",
         "-o", folder + "/s"},
        {"search", folder + "/s"},
        {"sweep", island_, "--vary", "land.fraction=0.3..0.5/2", "--seeds", "1..1", "--resolution", "48",
         "-o", folder + "/w"},
        {"experiment", "spawn", "--scale", "small", "--seeds", "1", "-o", folder + "/e"},
        {"animate", island_, "--resolution", "48", "--overlay", "crowd", "--agents", "9", "--size", "96",
         "--fps", "2", "--duration", "1", "-o", folder + "/f.webp"},
        {"fields", island_, "--resolution", "48", "-o", folder + "/f.tif"},
        {"diff", folder, folder + "/nowhere"},
        {"hand", "freeze", island_, "-o", folder + "/frozen.json"},
        {"merge", folder + "/none", folder + "/s"},
        {"templates", folder},
        {"render", folder + "/nothing.json", "-o", path("q")},
    };
    for (const QStringList& command : commands) {
      const Outcome ran = run(command);
      QVERIFY2(plain(ran.out) && plain(ran.err),
               (command.first().toUtf8() + ": " + ran.out + ran.err).constData());
    }
    const Outcome json = run({"verify", folder, "--json"});
    QVERIFY(QJsonDocument::fromJson(json.out).isObject());
    const Outcome exported = run({"export", "Tiny", "--seed", "1", "--resolution", "48", "--target", "csv",
                                  "-o", folder + "/x", "--json"});
    const QJsonDocument done = QJsonDocument::fromJson(exported.out);
    QCOMPARE(done.array().first().toObject()["folder"].toString(), folder + "/x/csv");
  }

  void namesThatDifferHaveSchemasAndWorkbooksThatDiffer() {
    const QByteArray island = contents(island_);
    QSet<QByteArray> schemas, stagings;
    QSet<QString> books;
    QStringList names{"蓬萊", "瀛洲", "Été", "Ete", "A B", "A-B", "CON"};
    if (nightly())
      names += QStringList{"ete",
                            "A_B",
                            "***",
                            "Con",
                            "aux",
                            "say \"hi\"",
                            "$load$; x",
                            "it's",
                            QString("x").repeated(60),
                            QString("蓬").repeated(40),
                            QString("蓬").repeated(39) + "萊"};
    for (const QString& name : names) {
      QByteArray text = island;
      QByteArray quoted = QJsonDocument(QJsonArray{name}).toJson(QJsonDocument::Compact);
      text.replace("\"name\": \"Tiny\"", "\"name\": " + quoted.mid(1, quoted.size() - 2));
      const QString file = write("named.json", text);
      const Outcome made = run({"export", file, "--seed", "1", "--resolution", "48", "--target",
                                "postgis,csv", "--quiet", "--force", "-o", path("named")});
      QVERIFY2(made.code == 0, made.err);
      for (const QByteArray& line : contents(path("named/postgis/load.sql")).split('\n')) {
        if (line.startsWith("CREATE SCHEMA IF NOT EXISTS ")) schemas << line;
        if (line.startsWith("CREATE SCHEMA fieldwright_in_")) stagings << line;
      }
      const QStringList found = QDir(path("named/csv")).entryList({"*.xlsx"});
      const QByteArray exported = contents(path("named/csv/export.json"));
      for (const QString& book : found)
        if (exported.contains(book.toUtf8())) {
          if (name.toUtf8() != name.toLatin1()) books << book;
          QVERIFY2(!QStringList({"con.xlsx", "aux.xlsx"}).contains(book), qPrintable(book));
        }
    }
    QCOMPARE(schemas.size(), names.size());
    QCOMPARE(stagings.size(), names.size());
    QVERIFY(books.size() >= (nightly() ? 4 : 2));
    for (const QByteArray& schema : schemas)
      QVERIFY(schema.size() <= qsizetype(sizeof "CREATE SCHEMA IF NOT EXISTS \"\";") - 1 + 63 + 2);
  }

  void aSchemaThatALoadOrPostgresqlKeepsIsRefused_data() {
    QTest::addColumn<QString>("root");
    for (const char* root :
         {"fieldwright_in_0123", "pg_x", "fieldwright_in", "pg_catalog", "information_schema"}) {
      QTest::newRow(root) << root;
      if (!nightly() && QByteArray(root) == "pg_x") return;
    }
  }
  void aSchemaThatALoadOrPostgresqlKeepsIsRefused() {
    QFETCH(QString, root);
    const QString mapping =
        write("m.json", "{\"format\": 1, \"export\": {\"root\": \"" + root.toUtf8() + "\"}}");
    const Outcome stated = run({"export", "Tiny", "--seed", "1", "--resolution", "48", "--target", "postgis",
                                "--mapping", mapping, "--quiet", "-o", path("kept-name")});
    QCOMPARE(stated.code, 3);
    QVERIFY2(stated.err.contains("export.root"), stated.err);
    QByteArray text = run({"templates", "Tiny"}).out;
    text.replace("\"name\": \"Tiny\"", "\"name\": \"" + root.toUtf8() + "\"");
    const Outcome named = run({"export", write("named.json", text), "--seed", "1", "--resolution", "48",
                               "--target", "csv,postgis", "--quiet", "-o", path("kept-name")});
    QCOMPARE(named.code, 3);
    QVERIFY(!QFile::exists(path("kept-name/csv/export.json")));
  }

  void aTextThatSpreadsheetsReadAsACharacterStaysAsItIs() {
    QByteArray text = run({"templates", "Tiny"}).out;
    text.replace("\"iron vein\"", "\"_x0041_ _x00e9__x_ _x005F_x0041_\"");
    QVERIFY(text.contains("_x0041_"));
    const Outcome made = run({"export", write("escaped.json", text), "--seed", "1", "--resolution", "48",
                              "--target", "csv", "--quiet", "-o", path("escaped")});
    QVERIFY2(made.code == 0, made.err);
    const Outcome strings =
        run_program("unzip", {"-p", path("escaped/csv/tiny.xlsx"), "xl/sharedStrings.xml"});
    if (strings.code == -1) QSKIP("unzip is not there");
    QVERIFY2(strings.out.contains("_x005F_x0041_ _x005F_x00e9__x_ _x005F_x005F_x005F_x0041_"),
             strings.out.left(4000));
    QVERIFY(contents(path("escaped/csv/points.csv")).contains("_x0041_ _x00e9__x_ _x005F_x0041_"));
  }

  void codesThatAreNoCharactersAreRefusedInTexts_data() {
    QTest::addColumn<QByteArray>("written");
    for (const char* written : {"\\uffff", "\\ufffe", "\\ufdd0", "\\ufdef", "\\ud83f\\udffe", "\xEF\xBF\xBF",
                                "\xEF\xBF\xBE", "\xF4\x8F\xBF\xBF"})
      QTest::newRow(QByteArray(written).toPercentEncoding()) << QByteArray(written);
  }
  void codesThatAreNoCharactersAreRefusedInTexts() {
    QFETCH(QByteArray, written);
    const QByteArray tiny = run({"templates", "Tiny"}).out;
    for (const char* text : {"\"name\": \"Tiny\"", "\"iron vein\""}) {
      QByteArray changed = tiny, with = text;
      with.chop(1);
      QVERIFY(changed.contains(text));
      changed.replace(text, with + written + '"');
      const Outcome checked = run({"check", write("odd.json", changed)});
      QVERIFY2(checked.code == 3, checked.out + checked.err);
    }
    const Outcome set = run({"check", "Tiny", "--set", "name=" + QString::fromUtf8("a\xEF\xBF\xBF")});
    QVERIFY(set.code != 0);
  }
};

FW_TEST(TestCaseOutputs)
#include "test_case_outputs.moc"
