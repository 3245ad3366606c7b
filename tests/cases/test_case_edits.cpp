// A change of a template file loses nothing of it: neither rows, nor text, nor a change made meanwhile.

#include <grp.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <memory>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

/// Lines that `diff` takes away or adds.
int changed_lines(const QString& a, const QString& b) {
  const Outcome diff = run_program("diff", {a, b});
  int lines = 0;
  for (const QByteArray& line : diff.out.split('\n')) lines += line.startsWith('<') || line.startsWith('>');
  return lines;
}

QJsonArray rows_of(const QByteArray& text, const QString& list) {
  return QJsonDocument::fromJson(text)["hand"][list].toArray();
}

QStringList ids_of(const QByteArray& text, const QString& list) {
  QStringList ids;
  for (const QJsonValue& row : rows_of(text, list)) ids << row["id"].toString();
  return ids;
}

const QByteArray kDens = "id,x_m,y_m,class\nden1,1500,1500,beast\nden2,1600,1400,beast\n";
const QByteArray kDensWithoutIds = "x_m,y_m,class\n1500,1500,beast\n1600,1400,beast\n";

}  // namespace

class TestCaseEdits : public QObject, private OwnFolder {
  Q_OBJECT

  QByteArray tiny_;

  /// Tiny as the command prints it, in a file.
  QString tiny(const QString& name) { return write(name, tiny_); }

  /// An import into a template in its own place.
  Outcome import(const QString& source, const QString& what, const QString& into,
                 const QStringList& more = {}) {
    return run(QStringList{"hand", "import", source, "--what", what, "--into", into, "--force"} + more);
  }

  /// The same text in the layout of other programs.
  static QByteArray laid(const QByteArray& text, const char* python) {
    QProcess process;
    process.start("python3", {"-c", QString("import json,sys\nt=json.load(sys.stdin)\n") + python});
    process.write(text);
    process.closeWriteChannel();
    process.waitForFinished();
    return process.readAllStandardOutput();
  }

 private slots:
  void initTestCase() {
    const Outcome printed = run({"templates", "Tiny"});
    QCOMPARE(printed.code, 0);
    tiny_ = printed.out;
    write("words.json", run({"templates", "classic"}).out);
    write("pin.csv", "x_m,y_m,class\n1500,1500,beast\n");
  }

  void oneImportedPinIsAFewLines_data() {
    QTest::addColumn<QByteArray>("text");
    const auto dumped = [&](const char* how) { return laid(tiny_, how); };
    QTest::newRow("as printed") << tiny_;
    QTest::newRow("words of a file") << QByteArray(tiny_).replace("\"classic\"", "\"words.json\"");
    QTest::newRow("CRLF") << QByteArray(tiny_).replace("\n", "\r\n");
    if (!nightly()) return;
    QTest::newRow("no final newline") << tiny_.trimmed();
    QTest::newRow("two spaces") << dumped("print(json.dumps(t, indent=2))");
    QTest::newRow("tabs") << dumped("print(json.dumps(t, indent='\\t'))");
    QTest::newRow("one line") << dumped("print(json.dumps(t, separators=(',', ':')), end='')");
    QTest::newRow("sorted") << dumped("print(json.dumps(t, indent=4, sort_keys=True))");
  }
  void oneImportedPinIsAFewLines() {
    QFETCH(QByteArray, text);
    const QString before = write("before.json", text), after = write("after.json", text);
    const Outcome made = import(path("pin.csv"), "points", after);
    QVERIFY2(made.code == 0, made.err);
    QVERIFY2(changed_lines(before, after) <= 10, contents(after));
    const QByteArray now = contents(after);
    QCOMPARE(now.contains("\"classic\""), text.contains("\"classic\""));
    QCOMPARE(now.contains("words.json"), text.contains("words.json"));
    QCOMPARE(now.count('\n') - now.count("\r\n"), text.contains("\r\n") ? 0 : now.count('\n'));
    QCOMPARE(now.endsWith('\n'), text.endsWith('\n'));
    QCOMPARE(rows_of(now, "pins").size(), 1);
    QCOMPARE(run({"check", after}).code, 0);
    // Taken away again, the text is the author's own.
    write("none.csv", "x_m,y_m,class\n");
    QCOMPARE(import(path("none.csv"), "points", after, {"--as", "pin.csv"}).code, 0);
    QCOMPARE(contents(after), text);
  }

  void textOfTheAuthorStays() {
    const QByteArray text =
        "{ \"format\":3, \"comment\": [\"mine\",  1.50e0],\r\n  \"vocabulary\" : \"classic\",\r\n"
        "\t\"x-tool\": {\"b\": 1, \"a\": \"\\u00fc\\/\"},\r\n  \"seed\": 7.0, \"name\": \"T\\u0069ny\" }";
    const QString file = write("odd.json", text);
    write("sea.csv", "shape,a\n\"POLYGON ((1200 1200, 1500 1200, 1500 1500, 1200 1200))\",1\n");
    QCOMPARE(import(path("sea.csv"), "land", file, {"--fields", "is:=sea"}).code, 0);
    const QByteArray now = contents(file);
    for (const char* part :
         {"{ \"format\":3, \"comment\": [\"mine\",  1.50e0],\r\n  \"vocabulary\" : \"classic\",\r\n",
          "\t\"x-tool\": {\"b\": 1, \"a\": \"\\u00fc\\/\"},\r\n  \"seed\": 7.0",
          "\"name\": \"T\\u0069ny\" }"})
      QVERIFY2(now.contains(part), now);
  }

  void freezeAndMergeKeepTheLayout() {
    const QByteArray text =
        laid(tiny_, "print(json.dumps(t, indent='\\t'))").replace("\"classic\"", "\"words.json\"");
    const QString base = write("base.json", text), ours = write("ours.json", text),
                  theirs = write("theirs.json", text);
    const Outcome frozen = run(
        {"hand", "freeze", ours, "--class", "settlement", "--seed", "1", "-o", ours, "--force", "--quiet"});
    QVERIFY2(frozen.code == 0, frozen.err);
    QVERIFY(frozen.out.isEmpty());
    const int pins = static_cast<int>(rows_of(contents(ours), "pins").size());
    QVERIFY(pins > 0);
    QVERIFY2(changed_lines(base, ours) <= pins + 8, contents(ours));
    QVERIFY(contents(ours).contains("words.json"));
    write("theirs.json", QByteArray(text).replace("\"ridge\": 0.4", "\"ridge\": 0.55"));
    QCOMPARE(run({"hand", "merge", base, ours, theirs, "-o", ours, "--force"}).code, 0);
    QVERIFY(contents(ours).contains("\"ridge\": 0.55"));
    QVERIFY2(changed_lines(base, ours) <= pins + 10, contents(ours));
    QVERIFY(contents(ours).contains("words.json"));
  }

  void aTemplateElsewhereTakesItsVocabularyAlong() {
    SKIP_BY_DAY();
    QVERIFY(QDir(folder_.path()).mkpath("elsewhere"));
    const QString file = write("own.json", QByteArray(tiny_).replace("\"classic\"", "\"words.json\""));
    const QString there = path("elsewhere/T.json");
    QCOMPARE(import(path("pin.csv"), "points", file, {"-o", there}).code, 0);
    QCOMPARE(run({"check", there}).code, 0);
    QCOMPARE(contents_of("elsewhere/words.json"), contents_of("words.json"));
    write("elsewhere/words.json", "{}");  // of another template
    const Outcome refused = import(path("pin.csv"), "points", file, {"-o", path("elsewhere/U.json")});
    QCOMPARE(refused.code, 4);
    QVERIFY(!QFile::exists(path("elsewhere/U.json")));
    QCOMPARE(contents_of("elsewhere/words.json"), QByteArray("{}"));
  }

  void aReplacedFileKeepsItsModeAndGroup() {
    const QString file = tiny("mode.json"), list = write("list.csv", "old");
    gid_t group = ::getegid();
    std::vector<gid_t> groups(64);
    const int count = ::getgroups(static_cast<int>(groups.size()), groups.data());
    if (::geteuid() == 0)
      group = 65534;
    else
      for (int k = 0; k < count; ++k)
        if (groups[static_cast<size_t>(k)] != ::getegid()) group = groups[static_cast<size_t>(k)];
    for (const QString& one : {file, list}) {
      QVERIFY(::chown(qPrintable(one), static_cast<uid_t>(-1), group) == 0);
      QVERIFY(::chmod(qPrintable(one), 0664) == 0);
    }
    QCOMPARE(import(path("pin.csv"), "points", file).code, 0);
    QCOMPARE(run({"params", "crowd", "-o", list, "--force"}).code, 0);
    for (const QString& one : {file, list}) {
      struct stat info {};
      QVERIFY(::stat(qPrintable(one), &info) == 0);
      QCOMPARE(int(info.st_mode & 07777), 0664);
      QCOMPARE(info.st_gid, group);
    }
  }

  void otherNamesOfAFileAreTold() {
    const QString file = tiny("linked.json"), other = path("other_name.json");
    QVERIFY(::link(qPrintable(file), qPrintable(other)) == 0);
    const Outcome made = import(path("pin.csv"), "points", file);
    QCOMPARE(made.code, 0);
    QVERIFY2(made.err.contains("other name"), made.err);
    QCOMPARE(contents(other), tiny_);
  }

  void sixImportsAtOnceGiveSixPins() {
    SKIP_BY_DAY();
    const QString file = tiny("shared.json");
    std::vector<std::unique_ptr<QProcess>> running;
    for (int k = 0; k < 6; ++k) {
      const QString source = write(QString("one%1.csv").arg(k),
                                   QString("x_m,y_m,class\n%1,1400,beast\n").arg(1300 + 60 * k).toUtf8());
      running.push_back(std::make_unique<QProcess>());
      running.back()->start(FIELDWRIGHT_COMMAND,
                            {"hand", "import", source, "--what", "points", "--into", file, "--force"});
    }
    int done = 0;
    for (const auto& one : running) {
      QVERIFY(one->waitForFinished(120000));
      done += one->exitCode() == 0;
    }
    QCOMPARE(done, 6);
    QCOMPARE(rows_of(contents(file), "pins").size(), 6);
    QCOMPARE(changed_lines(write("before.json", tiny_), file), 10);
  }

  void aLockThatAKilledProcessHeldIsFree() {
    const QString file = tiny("locked.json");
    QProcess holder;
    holder.start("flock", {"-F", file, "sleep", "60"});
    QVERIFY(holder.waitForStarted());
    for (int tries = 0; tries < 100; ++tries) {
      QFile probe(file);
      QVERIFY(probe.open(QIODevice::ReadOnly));
      if (::flock(probe.handle(), LOCK_EX | LOCK_NB) != 0) break;
      ::flock(probe.handle(), LOCK_UN);
      QTest::qWait(20);
    }
    QProcess waiting;
    waiting.start(FIELDWRIGHT_COMMAND,
                  {"hand", "import", path("pin.csv"), "--what", "points", "--into", file, "--force"});
    QVERIFY(!waiting.waitForFinished(700));  // the holder may be about to write
    holder.kill();
    QVERIFY(holder.waitForFinished());
    QVERIFY(waiting.waitForFinished(60000));
    QCOMPARE(waiting.exitCode(), 0);
    QCOMPARE(rows_of(contents(file), "pins").size(), 1);
  }

  void aWaitingCommandAnswersASignal() {
    const QString file = tiny("signalled.json");
    QFile held(file);
    QVERIFY(held.open(QIODevice::ReadOnly) && ::flock(held.handle(), LOCK_EX) == 0);
    QProcess waiting;
    waiting.start(FIELDWRIGHT_COMMAND,
                  {"hand", "import", path("pin.csv"), "--what", "points", "--into", file, "--force"});
    QVERIFY(!waiting.waitForFinished(500));
    waiting.terminate();
    QVERIFY(waiting.waitForFinished(2000));
    QCOMPARE(waiting.exitCode(), 143);
    QCOMPARE(contents(file), tiny_);
  }

  void theSameImportAgainChangesNothing_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("list");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("fields");
    const QByteArray square = "\"POLYGON ((1200 1200, 1500 1200, 1500 1500, 1200 1200))\"";
    const QByteArray other = "\"POLYGON ((1600 1600, 1800 1600, 1800 1800, 1600 1600))\"";
    QTest::newRow("points") << "points"
                            << "pins" << kDensWithoutIds << "";
    QTest::newRow("lines")
        << "lines"
        << "lines"
        << QByteArray(
               "shape,a\n\"LINESTRING (1200 1200, 1700 1500)\",1\n\"LINESTRING (1300 1700, "
               "1700 1500)\",2\n")
        << "";
    QTest::newRow("areas") << "areas"
                           << "areas"
                           << "shape,a\n" + square + ",1\n" + other + ",2\n"
                           << "of:=all,density:=2";
    if (!nightly()) return;
    QTest::newRow("points with ids") << "points"
                                     << "pins" << kDens << "";
    QTest::newRow("bans") << "bans"
                          << "bans" << QByteArray("x_m,y_m\n1500,1500\n1600,1400\n") << "of:=all";
    QTest::newRow("biome") << "biome"
                           << "biome"
                           << "shape,class\n" + square + ",forest\n" + other + ",grassland\n"
                           << "";
    QTest::newRow("danger") << "danger"
                            << "danger"
                            << "shape,class\n" + square + ",red\n"
                            << "";
    QTest::newRow("faction") << "faction"
                             << "faction"
                             << "shape,class\n" + square + ",green\n"
                             << "";
    QTest::newRow("regions") << "regions"
                             << "regions"
                             << "shape,name\n" + square + ",Here\n" + other + ",There\n"
                             << "";
    QTest::newRow("land") << "land"
                          << "land"
                          << "shape,a\n" + square + ",1\n"
                          << "is:=sea";
    QTest::newRow("terrain") << "terrain"
                             << "terrain"
                             << "shape,a\n" + square + ",1\n"
                             << "do:=raise,amount_m:=20";
  }
  void theSameImportAgainChangesNothing() {
    QFETCH(QString, what);
    QFETCH(QString, list);
    QFETCH(QByteArray, text);
    QFETCH(QString, fields);
    const QString file = tiny("again.json"), source = write("again.csv", text);
    const QStringList more = fields.isEmpty() ? QStringList() : QStringList{"--fields", fields};
    const Outcome first = import(source, what, file, more);
    QVERIFY2(first.code == 0, first.err);
    const QByteArray made = contents(file);
    const auto rows = rows_of(made, list).size();
    QCOMPARE(rows, text.count('\n') - 1);
    const Outcome again = import(source, what, file, more);
    QVERIFY2(again.code == 0, again.err);
    QCOMPARE(contents(file), made);
    QVERIFY2(again.out.contains("0 rows added") && again.out.contains(" unchanged"), again.out);
    QVERIFY(run({"hand", "list", file}).out.contains("again.csv"));
    if (what != "points" && what != "biome" && what != "lines") return;  // the others go the same way
    // As it was before: added.
    QCOMPARE(import(source, what, file, more + QStringList{"--add"}).code, 0);
    QCOMPARE(rows_of(contents(file), list).size(), 2 * rows);
    // Under another name: another import.
    QCOMPARE(import(source, what, file, more + QStringList{"--as", "another"}).code, 0);
    QCOMPARE(rows_of(contents(file), list).size(), 3 * rows);
  }

  void featuresThatMoveOrGoTakeTheirRowsAlong_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("by id") << kDens;
    QTest::newRow("by place and class") << kDensWithoutIds;
  }
  void featuresThatMoveOrGoTakeTheirRowsAlong() {
    QFETCH(QByteArray, text);
    QByteArray start = tiny_;
    start.replace(
        "\n}\n",
        ",\n  \"hand\": {\"pins\": [{\"id\": \"mine\", \"class\": \"beast\", \"x_m\": 1400, \"y_m\": "
        "1700}]}\n}\n");
    const QString file = write("moves.json", start), source = write("dens.csv", text);
    QVERIFY2(import(source, "points", file).code == 0, contents(file));
    const QStringList ids = ids_of(contents(file), "pins");
    QCOMPARE(ids.size(), 3);
    QCOMPARE(ids.first(), QString("mine"));
    write("dens.csv", QByteArray(text).replace("1600,1400", "1650,1450"));
    const Outcome moved = import(source, "points", file, {"--json"});
    QCOMPARE(moved.code, 0);
    const QJsonObject told = QJsonDocument::fromJson(moved.out).object();
    QCOMPARE(told["replaced"].toArray().size(), 1);
    QCOMPARE(told["unchanged"].toInt(), 1);
    QCOMPARE(ids_of(contents(file), "pins"), ids);
    QCOMPARE(rows_of(contents(file), "pins").at(2)["x_m"].toInt(), 1650);
    write("dens.csv", text.left(text.lastIndexOf('\n', text.size() - 2) + 1));
    const Outcome gone = import(source, "points", file);
    QVERIFY2(gone.out.contains("1 row taken away"), gone.out);
    QCOMPARE(ids_of(contents(file), "pins"), ids.mid(0, 2));
  }

  void whatTheDesignerChangedStaysWhereTheFeatureDid() {
    SKIP_BY_DAY();
    const QString file = tiny("edited.json"), source = write("dens.csv", kDens);
    QCOMPARE(import(source, "points", file).code, 0);
    QByteArray text = contents(file);
    const qsizetype row = text.indexOf("\"den1\"");
    text.replace(text.indexOf("\"x_m\": 1500", row), 11, "\"x_m\": 1510");
    write_file(file, text);
    const Outcome kept = import(source, "points", file);
    QCOMPARE(contents(file), text);
    QVERIFY2(kept.out.contains("edited by hand"), kept.out);
    write("dens.csv", QByteArray(kDens).replace("1500,1500", "1520,1500"));
    const Outcome anew = import(source, "points", file);
    QCOMPARE(rows_of(contents(file), "pins").at(0)["x_m"].toInt(), 1520);
    QVERIFY2(anew.out.contains("made anew"), anew.out);
  }

  void aPinThatALineNeedsStays() {
    const QString file = tiny("needed.json"), source = write("dens.csv", kDens);
    QCOMPARE(import(source, "points", file).code, 0);
    QByteArray text = contents(file);
    const QString id = ids_of(text, "pins")[1];
    text.replace("\"pins\": [",
                 "\"lines\": [{\"id\": \"n1\", \"shape\": \"LINESTRING (1200 1200, 1600 1400)\", "
                 "\"to\": \"" +
                     id.toUtf8() + "\"}], \"pins\": [");
    write_file(file, text);
    write("dens.csv", kDens.left(kDens.indexOf("den2")));
    const Outcome told = import(source, "points", file);
    QVERIFY2(told.code == 0, told.err);
    QVERIFY2(told.out.contains("a line of the hand"), told.out);
    QVERIFY(ids_of(contents(file), "pins").contains(id));
  }

  void rowsComeBackFromAGeoPackageWithTheirImport() {
    const QString file = tiny("round.json"), source = write("dens.csv", kDens);
    QCOMPARE(import(source, "points", file).code, 0);
    const QByteArray made = contents(file);
    QCOMPARE(run({"hand", "export", file, "-o", path("hand.gpkg"), "--force"}).code, 0);
    QCOMPARE(import(path("hand.gpkg"), "rows", file).code, 0);
    QCOMPARE(contents(file), made);
    QCOMPARE(import(source, "points", file).code, 0);
    QCOMPARE(contents(file), made);
  }

  void pinsOnPinsAreTold() {
    const QString file = tiny("twice.json");
    QCOMPARE(import(path("pin.csv"), "points", file).code, 0);
    const Outcome told = import(path("pin.csv"), "points", file, {"--add"});
    QVERIFY2(told.out.contains("within 1 m of a pin of the template"), told.out);
  }

  void nothingTakenIsAFailure() {
    const QByteArray text = "x_m,y_m,class\n1500,1500,no_such_class\n1600,1400,neither\n";
    const QString file = tiny("nothing.json"), source = write("nothing.csv", text);
    for (const QStringList& more : {QStringList(), QStringList{"--strict"}, QStringList{"--dry-run"}}) {
      const Outcome made = import(source, "points", file, more + QStringList{"-o", path("O.json")});
      QCOMPARE(made.code, 4);
      QVERIFY2(made.err.contains("no_such_class"), made.err);
      QVERIFY(!QFile::exists(path("O.json")));
    }
    QCOMPARE(import(source, "points", file).code, 4);
    QCOMPARE(contents(file), tiny_);
    write("off.csv", "shape,a\n\"POLYGON ((90000 90000, 90001 90000, 90001 90001, 90000 90000))\",1\n");
    QCOMPARE(import(path("off.csv"), "areas", file, {"--fields", "of:=all"}).code, 4);
    QCOMPARE(contents(file), tiny_);
  }

  void optionsThatDoNotApplyAreRefused() {
    const QString file = tiny("options.json");
    write("area.csv", "shape,class\n\"POLYGON ((1200 1200, 1500 1200, 1500 1500, 1200 1200))\",forest\n");
    const QList<QStringList> of_shapes{{"--paint", "bias"}, {"--strength", "3"}, {"--feather-m", "80"},
                                       {"--mode", "add"},   {"--blend-m", "50"}, {"--id", "m1"},
                                       {"--band", "1"},     {"--low-m", "0"},    {"--high-m", "9"}};
    for (const QStringList& option : of_shapes) {
      const Outcome refused = import(path("area.csv"), "biome", file, option);
      QVERIFY2(refused.code == 2 && refused.err.contains(option[0].toUtf8()), refused.err);
    }
    QVERIFY2(
        import(path("area.csv"), "biome", file, {"--paint", "bias"}).err.contains("--fields force:=bias"),
        "");
    QCOMPARE(import(path("pin.csv"), "points", file, {"--dissolve", "class"}).code, 2);
    QCOMPARE(contents(file), tiny_);
    write("samples.r16", QByteArray(2 * 64 * 64, '\x40'));
    const QStringList raw{"--raw", "64x64,little"};
    for (const QStringList& option : QList<QStringList>{{"--layer", "a"},
                                                        {"--fields", "of:=all"},
                                                        {"--map", "1 forest"},
                                                        {"--strength", "1"},
                                                        {"--paint", "bias"},
                                                        {"--feather-m", "9"},
                                                        {"--blend-m", "9"},
                                                        {"--band", "2"}}) {
      const Outcome refused = import(path("samples.r16"), "height", file, raw + option);
      QVERIFY2(refused.code == 2 && refused.err.contains(option[0].toUtf8()), refused.err);
    }
    QCOMPARE(
        import(path("samples.r16"), "height", file, raw + QStringList{"--mode", "blend", "--blend-m", "9"})
            .code,
        0);
  }

  void aRasterAgainTakesItsOwnRow() {
    const QString file = tiny("raster.json");
    write("ground.r16", QByteArray(2 * 64 * 64, '\x40'));
    const QStringList raw{"--raw", "64x64,little"};
    QCOMPARE(import(path("ground.r16"), "height", file, raw).code, 0);
    const QByteArray made = contents(file);
    const Outcome again = import(path("ground.r16"), "height", file, raw);
    QVERIFY2(again.code == 0 && again.out.contains("1 row unchanged"), again.out + again.err);
    QCOMPARE(contents(file), made);
    const QStringList ids = ids_of(made, "imports");
    write("ground.r16", QByteArray(2 * 64 * 64, '\x50'));
    QCOMPARE(import(path("ground.r16"), "height", file, raw).code, 0);
    QVERIFY(contents(file) != made);
    QCOMPARE(ids_of(contents(file), "imports"), ids);
    QCOMPARE(import(path("ground.r16"), "height", file, raw + QStringList{"--add"}).code, 0);
    QCOMPARE(rows_of(contents(file), "imports").size(), 2);
  }

  void minusIsStandardInputAndOutput() {
    const auto piped = [&](const QStringList& arguments, const QByteArray& input) {
      QProcess process;
      process.setWorkingDirectory(folder_.path());
      process.start(FIELDWRIGHT_COMMAND, arguments);
      process.write(input);
      process.closeWriteChannel();
      process.waitForFinished(60000);
      return Outcome{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    };
    const QByteArray words = QByteArray(tiny_).replace("\"classic\"", "\"words.json\"");
    QCOMPARE(piped({"check", "-"}, words).code, 0);  // files beside it are those of the working folder
    const Outcome made =
        piped({"hand", "import", "pin.csv", "--what", "points", "--into", "-", "-o", "-"}, words);
    QVERIFY2(made.code == 0, made.err);
    QCOMPARE(rows_of(made.out, "pins").size(), 1);
    QVERIFY(made.out.contains("words.json"));
    QVERIFY(!QFile::exists(path("-")));
    const Outcome unnamed = piped({"hand", "import", "pin.csv", "--what", "points", "--into", "-"}, words);
    QCOMPARE(unnamed.code, 0);
    QCOMPARE(unnamed.out, made.out);
    const QString file = write("full.json", made.out);
    for (const QStringList& part : QList<QStringList>{{"export", file},
                                                      {"pack", file},
                                                      {"merge", file, file, file},
                                                      {"freeze", file, "--class", "beast"}}) {
      const Outcome out = piped(QStringList{"hand"} + part + QStringList{"-o", "-"}, {});
      QVERIFY2(out.code == 0, part[0].toUtf8() + out.err);
      QVERIFY2(out.out.size() > 500, part[0].toUtf8());
    }
    QVERIFY(piped({"hand", "export", file, "-o", "-"}, {}).out.startsWith("SQLite format 3"));
    const Outcome film = piped({"animate", file, "--overlay", "crowd", "--duration", "0.2", "--size", "200",
                                "--agents", "20", "-o", "-"},
                               {});
    QVERIFY2(film.out.startsWith("RIFF"), film.err);
    QCOMPARE(piped({"check", "-"}, {}).code, 4);
    QCOMPARE(piped({"render", "Tiny", "-o", "-"}, {}).code, 2);  // a folder
    QVERIFY(!QFile::exists(path("-")));
  }

  void quietIsQuiet() {
    const QString file = tiny("quiet.json");
    const Outcome made = import(path("pin.csv"), "points", file, {"--quiet"});
    QCOMPARE(made.code, 0);
    QVERIFY2(made.out.isEmpty() && made.err.isEmpty(), made.out + made.err);
    const Outcome tried = import(path("pin.csv"), "points", file, {"--quiet", "--dry-run"});
    QVERIFY2(tried.out.isEmpty() && tried.err.isEmpty(), tried.out + tried.err);
    QCOMPARE(QJsonDocument::fromJson(
                 import(path("pin.csv"), "points", file, {"--quiet", "--json"}).out)["unchanged"]
                 .toInt(),
             1);
  }

  void mergeOfSeveralFoldersNamesTheOneToWrite() {
    const Outcome refused = run({"merge", path("a"), path("b")});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("-o DIR"), refused.err);
  }
};

FW_TEST(TestCaseEdits)
#include "test_case_edits.moc"
