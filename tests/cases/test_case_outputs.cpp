// What is written is whole, in its own place, and can be read by others.

#include <unistd.h>

#include <QElapsedTimer>
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

  /// A render of a seed, made once.
  QString render_of(int seed) const {
    const QString folder = path(QStringLiteral("r%1").arg(seed));
    if (QFile::exists(folder + "/manifest.json")) return folder;
    const Outcome made = run({"render", "Tiny", "--resolution", "64", "--map-px", "160", "--formats",
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
    const int kills = asked > 0 ? asked : 16;
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
    for (int round = 0; round < 3; ++round) {
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
    const QStringList exported{"export", "Tiny", "--seed", "1", "--resolution", "64", "--target", "csv,web"};
    QTest::newRow("target") << exported << "csv";
    QTest::newRow("second target") << exported << "web";
    QTest::newRow("folder of a target") << exported << "web/data";
    QTest::newRow("folder of tiles") << exported << "web/tiles";
    const QStringList search{"search",       "Tiny", "--seeds", "1..4",
                             "--resolution", "48",   "--where", "nature.solidity >= 0.1",
                             "--threads",    "1"};
    QTest::newRow("rows of a search") << search << "rows";
    QTest::newRow("kept worlds") << search << "kept";
    QTest::newRow("charts of a search") << search << "charts";
    const QStringList sweep{"sweep",     "Tiny", "--vary",       "land.fraction=0.3..0.5/2",
                            "--seeds",   "1..1", "--resolution", "48",
                            "--threads", "1"};
    QTest::newRow("rows of a sweep") << sweep << "rows";
    QTest::newRow("runs of a study") << QStringList{"experiment", "spawn", "--scale", "small", "--seeds", "1"}
                                     << "runs";
    QTest::newRow("layers of a render")
        << QStringList{"render", "Tiny", "--resolution", "48", "--views", "none", "--formats", "geotiff"}
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

  void namesThatDifferHaveSchemasAndWorkbooksThatDiffer() {
    const QByteArray tiny = run({"templates", "Tiny"}).out;
    QSet<QByteArray> schemas, stagings;
    QSet<QString> books;
    const QStringList names{"蓬萊",
                            "瀛洲",
                            "Été",
                            "Ete",
                            "ete",
                            "A B",
                            "A-B",
                            "A_B",
                            "***",
                            "CON",
                            "Con",
                            "aux",
                            "say \"hi\"",
                            "$load$; x",
                            "it's",
                            QString("x").repeated(60),
                            QString("蓬").repeated(40),
                            QString("蓬").repeated(39) + "萊"};
    for (const QString& name : names) {
      QByteArray text = tiny;
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
    QVERIFY(books.size() >= 4);
    for (const QByteArray& schema : schemas)
      QVERIFY(schema.size() <= qsizetype(sizeof "CREATE SCHEMA IF NOT EXISTS \"\";") - 1 + 63 + 2);
  }

  void aSchemaThatALoadOrPostgresqlKeepsIsRefused_data() {
    QTest::addColumn<QString>("root");
    for (const char* root :
         {"fieldwright_in", "fieldwright_in_0123", "pg_catalog", "pg_x", "information_schema"})
      QTest::newRow(root) << root;
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
