// Options do what they say, or are refused: empty values, lists of nothing, --strict, completion.

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTest>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestCaseOptions : public QObject, private OwnFolder {
  Q_OBJECT

  /// What bash offers for the last of these words.
  QStringList offered(const QStringList& words) const {
    const QString script = path("completion.bash");
    const Outcome done = run_program(
        "bash", QStringList{"-c",
                            "source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($#-1)); _fieldwright; "
                            "printf '%s\\n' \"${COMPREPLY[@]}\"",
                            script} +
                    words);
    return QString::fromUtf8(done.out).split('\n', Qt::SkipEmptyParts);
  }

 private slots:
  void initTestCase() { write("completion.bash", run({"completion", "bash"}).out); }

  void anOptionWithAnEmptyValueIsRefused_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("option");
    const auto row = [](const char* name, const QStringList& words, const char* option) {
      QTest::newRow(name) << words << option;
    };
    const QStringList small{"--resolution", "64"};
    row("a seed", QStringList{"render", "Tiny", "--seed", "", "-o", path("out")} + small, "--seed");
    row("seeds", QStringList{"audit", "Tiny", "--seeds", "", "--csv"} + small, "--seeds");
    row("formats", QStringList{"render", "Tiny", "--formats=", "-o", path("out")} + small, "--formats");
    row("views of blanks", QStringList{"render", "Tiny", "--views", "  ", "-o", path("out")} + small,
        "--views");
    row("a template", QStringList{"audit", ""} + small, "TEMPLATE");
    row("a folder", QStringList{"render", "Tiny", "-o", ""} + small, "--output");
    row("a palette", QStringList{"render", "Tiny", "--palette", "", "-o", path("out")} + small, "--palette");
    row("memory", QStringList{"audit", "Tiny", "--max-memory", ""} + small, "--max-memory");
    row("a setting", QStringList{"audit", "Tiny", "--set", ""} + small, "--set");
    row("a map of an import", {"hand", "import", "x.tif", "--what", "land", "--into", "Tiny", "--map", ""},
        "--map");
    row("fields of an import",
        {"hand", "import", "x.csv", "--what", "points", "--into", "Tiny", "--fields", ""}, "--fields");
    row("a layer of an import",
        {"hand", "import", "x.csv", "--what", "points", "--into", "Tiny", "--layer", ""}, "--layer");
    row("a condition", {"search", "Tiny", "--seeds", "1..2", "--where", "", "-o", path("out")}, "--where");
    row("methods", {"experiment", "crowd", "--methods", ""}, "--methods");
    row("a target", {"export", "Tiny", "--target", "", "-o", path("out")}, "--target");
  }
  void anOptionWithAnEmptyValueIsRefused() {
    QFETCH(QStringList, words);
    QFETCH(QString, option);
    const Outcome done = run(words);
    QCOMPARE(done.code, 2);
    QVERIFY2(done.err.contains(option.toUtf8()) && done.err.contains("empty value"), done.err.constData());
    QVERIFY(done.out.isEmpty());
    QVERIFY(!QFile::exists(path("out")));
  }

  void noneIsAListOfNothing() {
    const Outcome done = run({"render", "Tiny", "--resolution", "64", "--views", "none", "--formats", "none",
                              "-o", path("nothing")});
    QVERIFY2(done.code == 0, done.err.constData());
    const QStringList files = files_in(path("nothing"));
    QVERIFY(files.contains("manifest.json"));
    for (const QString& file : files)
      QVERIFY2(file.endsWith(".json") || file == "audit.csv", qPrintable(file));
    QCOMPARE(run({"verify", path("nothing")}).code, 0);
    const Outcome search = run({"search", "Tiny", "--seeds", "1..2", "--resolution", "48", "--where", "1>0",
                                "--formats", "none", "-o", path("searched")});
    QVERIFY2(search.code == 0, search.err.constData());
    QVERIFY(files_in(path("searched")).filter("results.csv").isEmpty());
  }

  void anAuditTakesAListOfSeedsOrAFileOfThem() {
    const auto seeds_of = [](const Outcome& done) {
      QList<int> seeds;
      for (const QJsonValue& row : QJsonDocument::fromJson(done.out).array())
        seeds << row.toObject()["seed"].toInt();
      return seeds;
    };
    const QList<int> expected{3, 9, 17};
    const QStringList audit{"audit", "Tiny", "--resolution", "48", "--json"};
    QCOMPARE(seeds_of(run(audit + QStringList{"--seeds", "3,9,17"})), expected);
    const QString list = write("seeds.txt", "# the ones we like\n9\n3, 17..17\n");
    QCOMPARE(seeds_of(run(audit + QStringList{"--seed-list", list})), expected);
    QCOMPARE(run(audit + QStringList{"--seed-list", list, "--seeds", "1"}).code, 2);
    QCOMPARE(run(audit + QStringList{"--seed-list", path("missing.txt")}).code, 4);
    const Outcome many = run(audit + QStringList{"--seeds", "1..100001"});
    QCOMPARE(many.code, 2);
    QVERIFY2(many.err.contains("100001"), many.err.constData());
  }

  void strictCountsWarningsAndErrorsButNoNotes() {
    // Something that the template's arithmetic warns of, and a world that holds all that is asked.
    const Outcome calm = run({"audit", "Minimal", "--resolution", "64", "--strict"});
    const Outcome check = run({"check", "Minimal", "--strict"});
    QCOMPARE(calm.code, check.code);
    const QString crowded = "resources.hemp.quota=100000";
    for (const char* command : {"check", "audit", "explain"}) {
      QStringList words{command, "Tiny", "--resolution", "64", "--set", crowded};
      if (QByteArray(command) == "explain")
        words << "--at"
              << "500,500";
      const Outcome kind = run(words);
      if (kind.code == 3) QSKIP("the template is refused before");
      QCOMPARE(run(words + QStringList{"--strict"}).code, 6);
    }
  }

  void aTemplatesSettingsAreListed() {
    const Outcome all = run({"params", "template"});
    QCOMPARE(all.code, 0);
    QVERIFY(all.out.contains("resources[].quota"));
    const Outcome tiny = run({"params", "template", "Tiny", "--json"});
    QCOMPARE(tiny.code, 0);
    const QJsonArray rows = QJsonDocument::fromJson(tiny.out).array();
    int tried = 0;
    for (const QJsonValue& value : rows) {
      const QJsonObject row = value.toObject();
      if (!row["path"].toString().startsWith("factions.") || !row["value"].isDouble()) continue;
      // A setting to what it is already changes nothing.
      const QString setting =
          row["path"].toString() + "=" + QString::number(row["value"].toDouble(), 'g', 17);
      const Outcome done = run({"check", "Tiny", "--set", setting});
      QVERIFY2(done.code == 0, done.err.constData());
      ++tried;
    }
    QVERIFY(tried >= 4);
    QCOMPARE(run({"params", "template", "Nowhere"}).code, 4);
    QCOMPARE(run({"params", "templates"}).code, 2);
  }

  void aShellCompletesCommandsOptionsAndWords() {
    if (QStandardPaths::findExecutable("bash").isEmpty()) QSKIP("bash is not installed");
    QCOMPARE(offered({"fieldwright", "ren"}), QStringList{"render"});
    QCOMPARE(offered({"fieldwright", "hand", "im"}), QStringList{"import"});
    QCOMPARE(offered({"fieldwright", "render", "WindswardLik"}), QStringList{"WindswardLike"});
    QCOMPARE(offered({"fieldwright", "render", "Tiny", "--danger"}), QStringList{"--danger-patterns"});
    QCOMPARE(offered({"fieldwright", "render", "Tiny", "--views", "="}).contains("overview"), true);
    QCOMPARE(offered({"fieldwright", "render", "Tiny", "--formats", "png,geoj"}), QStringList{"png,geojson"});
    QCOMPARE(offered({"fieldwright", "render", "Tiny", "-o", "somewhere"}), QStringList());
    // Every option that help names is offered.
    for (const QString command : {"render", "search", "animate", "export", "atlas"}) {
      const QStringList options = offered({"fieldwright", command, "--"});
      const QString help = run({command, "--help"}).out;
      QVERIFY(options.size() > 8);
      for (const QString& option : options)
        QVERIFY2(help.contains(option), qPrintable(command + " " + option));
    }
    QCOMPARE(run({"completion", "fish"}).code, 2);
  }

  void theScriptForZshIsRead() {
    if (QStandardPaths::findExecutable("zsh").isEmpty()) QSKIP("zsh is not installed");
    const QString script = write("_fieldwright", run({"completion", "zsh"}).out);
    const Outcome done = run_program("zsh", {"-n", script});
    QVERIFY2(done.code == 0, done.err.constData());
  }
};

FW_TEST(TestCaseOptions)
#include "test_case_options.moc"
