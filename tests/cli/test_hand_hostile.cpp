// Broken and hostile hands through the command: one line with the place, nothing written, nothing lost.

#include <sys/resource.h>

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestHandHostile : public QObject, private OwnFolder {
  Q_OBJECT

  QByteArray tiny_, class_, biome_;

  /// Tiny with these members of a group hand.
  QByteArray with_hand(const QByteArray& members) const {
    QByteArray text = tiny_;
    return text.insert(text.indexOf('{') + 1, "\"hand\": {\n" + members + "\n},\n");
  }
  QStringList render(const QString& tmpl, const QString& folder) const {
    return {"render",    tmpl,      "--seed",  "3",  "--resolution", "64",
            "--formats", "geotiff", "--quiet", "-o", path(folder)};
  }
  /// Everything in the folder, with its bytes; of the huge file its size.
  QMap<QString, QByteArray> everything() const {
    QMap<QString, QByteArray> all;
    for (const QString& name : files_in(folder_.path())) {
      const qint64 size = QFileInfo(path(name)).size();
      all[name] = size > (1 << 24) ? QByteArray::number(size) : contents_of(name);
    }
    return all;
  }
  /// A template with a raster of land beside it; its row's file.
  QString with_import(const QString& name) const {
    write(name + ".json", tiny_);
    const Outcome done = run({"hand", "import", path("layers/land.tif"), "--what", "land", "--into",
                              path(name + ".json"), "--force"});
    if (done.code != 0) qWarning("%s", done.err.constData());
    return name + ".hand/" + files_in(path(name + ".hand")).value(0);
  }

 private slots:
  void initTestCase() {
    tiny_ = run({"templates", "Tiny"}).out;
    const QJsonObject tmpl = QJsonDocument::fromJson(tiny_).object();
    class_ = tmpl["resources"][0]["class"].toString().toUtf8();
    biome_ = tmpl["biomes"][0]["id"].toString().toUtf8();
    QVERIFY(!class_.isEmpty() && !biome_.isEmpty());
    QCOMPARE(run(render("Tiny", "natural")).code, 0);
    QVERIFY(QFile::rename(path("natural/layers"), path("layers")));
    QVERIFY(QDir(path("natural")).removeRecursively());
  }

  void aBadValueIsOneLineWithItsPlace_data() {
    QTest::addColumn<QByteArray>("hand");
    QTest::addColumn<QByteArray>("value");  // where it stands, as written
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QByteArray& hand, const QByteArray& value, const char* where,
                        const char* found, const char* expected) {
      QTest::newRow(name) << hand << value << QString(where) << QString(found) << QString(expected);
    };
    const auto land = [](const QByteArray& shape) {
      return "\"land\": [\n  {\"id\": \"l1\", \"shape\": " + shape + ", \"radius_m\": 5}]";
    };
    const auto shape = [&](const char* name, const QByteArray& wkt, const char* found, const char* expected) {
      row(name, land("\"" + wkt + "\""), "\"" + wkt + "\"", "hand.land[0].shape", found, expected);
    };
    shape("WKT that breaks off", "POLYGON ((0 0, 100 0, 100", "end", "expected");
    shape("a ring of two vertices", "POLYGON ((0 0, 100 0, 0 0))", "2 different vertices", "at least 3");
    shape("a ring without area", "POLYGON ((0 0, 50 0, 100 0, 0 0))", "a ring without area", "one line");
    shape("not a number in WKT", "POINT (NaN 3)", "NaN", "expected");
    shape("an endless number in WKT", "POINT (inf 3)", "inf", "expected");
    shape("beyond 1,000 km in WKT", "POINT (1000001 3)", "1000001", "1000 km");
    shape("no WKT", "CIRCLE (3 3)", "CIRCLE", "POLYGON");
    const QByteArray pin = "\"class\": \"" + class_ + "\", \"x_m\": 1, \"y_m\": 1";
    row("beyond 1,000 km",
        "\"pins\": [\n {\"id\": \"p\", \"class\": \"" + class_ + "\", \"x_m\": 1000001, \"y_m\": 1}]",
        "1000001", "hand.pins[0].x_m", "1000001", "1000000");
    row("an unknown class",
        "\"pins\": [\n {\"id\": \"p\", \"class\": \"" + class_ + "x\", \"x_m\": 1, \"y_m\": 1}]",
        "\"" + class_ + "x\"", "hand.pins[0].class", "x\"", qPrintable("did you mean " + class_));
    row("an unknown word",
        "\"bans\": [\n {\"id\": \"x\", \"of\": \"all, -" + class_ + "x\", \"x_m\": 1, \"y_m\": 1}]",
        "\"all, -" + class_ + "x\"", "hand.bans[0].of", "x", qPrintable("did you mean " + class_));
    row("equal ids",
        "\"pins\": [{\"id\": \"a1\", " + pin +
            "}],\n\"bans\": [{\"id\":  \"a1\", \"of\": \"all\", \"x_m\": 1, \"y_m\": 1}]",
        " \"a1\", \"of\"", "hand.bans[0].id", "the id a1 again, first in hand.pins[0].id", "once");
    row("an id of digits", "\"pins\": [{\"id\": \"17\", " + pin + "}]", "\"17\"", "hand.pins[0].id", "17",
        "not digits alone");
    const auto cells = [&](const char* name, const QByteArray& runs, const char* found,
                           const char* expected) {
      row(name, "\"biome\": [\n {\"id\": \"b\", \"cells\": " + runs + ", \"key\": \"a " + biome_ + "\"}]",
          runs, "hand.biome[0].cells", found, expected);
    };
    cells("runs over the grid", "[\"12\", \"510 3a\"]", "\"3a\" in row 2", "at most 2 more cells");
    cells("runs below the grid", "[" + QByteArray("\"1a\", ").repeated(513) + "\"\"]", "514 rows",
          "512 rows and 512 columns");
    cells("a letter that the key has not", "[\"3a 2b\"]", "\"2b\" in row 1", "a letter of the key: a");
    cells("a run of nothing", "[\"0a\"]", "\"0a\"", "from 1");
    cells("a run beyond all numbers", "[\"99999999999999999999a\"]", "99999", "at most 512");
    row("a key of no row",
        "\"biome\": [{\"id\": \"b\", \"cells\": [\"3a\"], \"key\": \"a " + biome_ + "x\"}]",
        "\"a " + biome_ + "x\"", "hand.biome[0].key", "x", qPrintable("did you mean " + biome_));
    const auto reroll = [&](const char* name, const QByteArray& seed) {
      row(name,
          "\"rerolls\": [\n {\"id\": \"r\", \"of\": \"points\", \"shape\": \"POINT (1 1)\", \"radius_m\": 3, "
          "\"seed\": " +
              seed + "}]",
          seed, "hand.rerolls[0].seed", seed.constData(), "9007199254740991");
    };
    reroll("a seed out of range", "9007199254740993");
    reroll("a seed below 0", "-1");
    row("a list that there is not", "\"pinz\": []", "\"pinz\"", "hand.pinz", "pinz", "did you mean pins");
    row("a column that there is not", "\"pins\": [{\"id\": \"p\", " + pin + ", \"lable\": \"x\"}]",
        "\"lable\"", "hand.pins[0].lable", "lable", "did you mean label");
    row("a row that is none", "\"pins\": [7]", "7", "hand.pins[0]", "7", "an object");
    row("a list that is none", "\"pins\": {}", "{}", "hand.pins", "object", "an array");
  }
  void aBadValueIsOneLineWithItsPlace() {
    QFETCH(QByteArray, hand);
    QFETCH(QByteArray, value);
    QFETCH(QString, where);
    QFETCH(QString, found);
    QFETCH(QString, expected);
    const QByteArray text = with_hand(hand);
    qsizetype at = text.indexOf(value);
    QVERIFY(at > 0);
    while (text[at] == ' ') ++at;
    const QByteArray before = text.left(at);
    const QString place = QStringLiteral("bad.json:%1:%2: ")
                              .arg(before.count('\n') + 1)
                              .arg(before.size() - before.lastIndexOf('\n'));
    write("bad.json", text);
    const auto state = everything();
    for (const QStringList& command :
         {QStringList{"check", path("bad.json")}, render(path("bad.json"), "never"),
          QStringList{"hand", "export", path("bad.json"), "-o", path("never.gpkg")}}) {
      const Outcome outcome = run(command);
      const QString said = QString::fromUtf8(outcome.err);
      QVERIFY2(outcome.code == 3, outcome.err.constData());
      QVERIFY2(said.count('\n') == 1, outcome.err.constData());
      QVERIFY2(said.contains(place), qPrintable(place + "\n" + said));
      QVERIFY2(said.contains(where) && said.contains("found") && said.contains(found) &&
                   said.contains("expected") && said.contains(expected),
               outcome.err.constData());
    }
    QCOMPARE(everything(), state);
  }

  void textThatIsNoJsonNamesItsPlace() {
    write("nan.json", with_hand("\"pins\": [{\"id\": \"p\",\n\"x_m\": NaN}]"));
    const Outcome outcome = run({"check", path("nan.json")});
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("nan.json:") && outcome.err.contains("not valid JSON"),
             outcome.err.constData());
  }

  void whatIsCrossedOrOffTheFrameIsTakenAsDrawnAndTold() {
    write("odd.json",
          with_hand("\"biome\": [{\"id\": \"bow\", \"class\": \"" + biome_ +
                    "\", \"shape\": \"POLYGON ((1200 1200, 1800 1800, 1800 1200, 1200 1800))\"},\n"
                    "{\"id\": \"partly\", \"class\": \"" +
                    biome_ +
                    "\", \"shape\": \"POLYGON ((-500 1900, 1500 1900, 1500 2000, -500 2000))\"},\n"
                    "{\"id\": \"wholly\", \"class\": \"" +
                    biome_ +
                    "\", \"shape\": \"POINT (90000 90000)\", \"radius_m\": 50}],\n"
                    "\"pins\": [{\"id\": \"far\", \"class\": \"" +
                    class_ + "\", \"x_m\": -400, \"y_m\": 1}]"));
    const Outcome outcome =
        run({"hand", "list", path("odd.json"), "--seed", "3", "--resolution", "128", "--json"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QMap<QString, QString> state;
    for (const QJsonValue& row : QJsonDocument::fromJson(outcome.out).array()) {
      state[row["id"].toString()] = row["state"].toString();
      if (row["state"] != "held") QVERIFY2(!row["reason"].toString().isEmpty(), outcome.out.constData());
    }
    QVERIFY2(state["bow"] == "held", outcome.out.constData());
    QCOMPARE(state["partly"], QString("part"));
    QCOMPARE(state["wholly"], QString("suspended"));
    QCOMPARE(state["far"], QString("suspended"));
    const Outcome told = run({"check", path("odd.json"), "--ground", "--seed", "3"});
    QVERIFY2(told.code == 0 && told.err.contains("Row wholly of biome does nothing") &&
                 told.err.contains("pin far"),
             (told.out + told.err).constData());
  }

  void aFileOfAnImportThatCannotBeTakenExitsFourWithItsNameAndWhatToDo_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"missing", "altered", "cut", "linked", "too large", "16 bits", "three bands",
                             "a name with a slash", "a name that goes up", "other columns"})
      QTest::newRow(kind) << QString(kind);
  }
  void aFileOfAnImportThatCannotBeTakenExitsFourWithItsNameAndWhatToDo() {
    QFETCH(QString, kind);
    const QString file = with_import("I");
    const QByteArray good = contents_of(file);
    QString name = QFileInfo(file).fileName();
    const auto rename_to = [&](const char* other) {
      write("I.json", contents_of("I.json").replace(name.toUtf8(), other));
      name = other;
    };
    if (kind == "missing") QVERIFY(QFile::remove(path(file)));
    // Another picture of the same size: that of the danger's layer, imported the same way.
    if (kind == "altered") {
      QCOMPARE(run({"hand", "import", path("layers/faction.tif"), "--what", "faction", "--into",
                    path("I.json"), "-o", path("J.json")})
                   .code,
               0);
      const QString other = files_in(path("J.hand")).filter("faction").value(0);
      write(file, contents_of("J.hand/" + other));
    }
    if (kind == "cut") write(file, good.left(good.size() / 2));
    if (kind == "linked") {
      write("real.png", good);
      QVERIFY(QFile::remove(path(file)) && QFile::link(path("real.png"), path(file)));
    }
    if (kind == "too large") QVERIFY(QFile::resize(path(file), qint64{49} << 20));
    if (kind == "16 bits" || kind == "three bands") {
      // Byte 24 of a PNG is its bits, 25 its kind of colour; the reader sees them before the checksum.
      QByteArray other = good;
      other[kind == "16 bits" ? 24 : 25] = kind == "16 bits" ? 16 : 2;
      write(file, other);
    }
    if (kind == "a name with a slash") rename_to("sub/land.png");
    if (kind == "a name that goes up") rename_to("..");
    if (kind == "other columns") {
      QByteArray text = contents_of("I.json");
      text.replace(QRegularExpression("\"columns\": 64").pattern().toUtf8(), "\"columns\": 63");
      write("I.json", text);
    }
    const auto state = everything();
    for (const QStringList& command :
         {QStringList{"check", path("I.json")}, render(path("I.json"), "never"),
          QStringList{"hand", "pack", path("I.json"), "-o", path("never.fwt")}}) {
      const Outcome outcome = run(command);
      QVERIFY2(outcome.code == 4, (outcome.out + outcome.err).constData());
      QVERIFY2(outcome.err.count('\n') == 1 && outcome.err.contains(name.toUtf8()) &&
                   outcome.err.contains("import it again") && outcome.err.contains("on=no") &&
                   outcome.err.contains("hand.imports[0].file"),
               outcome.err.constData());
    }
    QCOMPARE(everything(), state);
    // What to do: the row off, and all else goes on.
    QByteArray text = contents_of("I.json");
    text.replace("\"what\": \"land\"", "\"what\": \"land\", \"on\": \"no\"");
    write("I.json", text);
    const Outcome off = run({"check", path("I.json")});
    QVERIFY2(off.code == 0, off.err.constData());
    for (const QString& left : {path("I.json"), path("J.json")}) QFile::remove(left);
    for (const QString& left : {path("I.hand"), path("J.hand")}) QDir(left).removeRecursively();
  }

  void sourcesThatCannotBeTakenExitFourAndLeaveTheTemplate_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    write("junk.geojson", "{\"type\": \"FeatureCollection\", \"features\": [");
    write("junk.png", "\x89PNG\r\n\x1a\n");
    write("junk.gpkg", QByteArray("SQLite format 3").append('\0').append(QByteArray(4000, 'x')));
    write("empty.csv", "");
    write("huge.r16", "");
    QFile::resize(path("huge.r16"), (qint64{256} << 20) + 2);
    const auto row = [&](const char* name, const QStringList& arguments, int code, const char* says) {
      QTest::newRow(name) << arguments << code << QString(says);
    };
    row("missing", {"lost.tif", "--what", "land"}, 4, "lost.tif");
    row("broken GeoJSON", {"junk.geojson", "--what", "points"}, 4, "junk.geojson");
    row("broken PNG", {"junk.png", "--what", "land"}, 4, "junk.png");
    row("broken GeoPackage", {"junk.gpkg", "--what", "rows"}, 4, "junk.gpkg");
    row("an empty table", {"empty.csv", "--what", "points"}, 4, "empty.csv");
    row("a folder", {"layers", "--what", "land"}, 4, "not a plain file");
    row("too large", {"huge.r16", "--what", "height", "--raw", "8192x16384,little"}, 4, "the limit is");
    row("another number of samples", {"layers/land.tif", "--what", "height", "--raw", "7x7,little"}, 4, "98");
    row("an unknown kind", {"layers/land.tif", "--what", "castles"}, 2, "castles");
    row("shapes of a raster", {"layers/land.tif", "--what", "points"}, 2, "raster");
    row("a bad place", {"layers/land.tif", "--what", "land", "--place", "1,2"}, 2, "--place");
    row("samples of no sides", {"layers/land.tif", "--what", "height", "--raw", ","}, 2, "--raw");
    row("a bad map", {"layers/land.tif", "--what", "land", "--map", "1 lnad"}, 2, "did you mean land");
  }
  void sourcesThatCannotBeTakenExitFourAndLeaveTheTemplate() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    write("S.json", tiny_);
    const auto state = everything();
    arguments[0] = path(arguments[0]);
    const Outcome outcome =
        run(QStringList{"hand", "import"} + arguments + QStringList{"--into", path("S.json"), "--force"});
    QVERIFY2(outcome.code == code, (outcome.out + outcome.err).constData());
    QVERIFY2(outcome.err.contains(says.toUtf8()) && outcome.err.count('\n') == 1, outcome.err.constData());
    QCOMPARE(everything(), state);
  }

  void aMergeImportOrFreezeThatFailsLeavesTheFileAsItWas() {
    write("F.json", with_hand("\"bans\": [{\"id\": \"x1\", \"of\": \"all\", \"x_m\": 1, \"y_m\": 2}]"));
    write("broken.json", tiny_.left(tiny_.size() / 2));
    const QString file = path("F.json");
    auto state = everything();
    const QStringList failing[] = {
        {"hand", "merge", file, file, path("broken.json"), "-o", file, "--force"},
        {"hand", "merge", path("lost.json"), file, file, "-o", file, "--force"},
        {"hand", "freeze", file, "--seed", "3", "--region", "Nowhere", "-o", file, "--force"},
        {"hand", "freeze", file, "--seed", "3", "--shape", "POLYGON ((0 0, 1", "-o", file, "--force"},
        {"hand", "freeze", file, "--seed", "3", "--class", class_ + "x", "-o", file, "--force"},
        {"hand", "freeze", file, "--seed", "3", "--point", "none-1", "-o", file, "--force"},
        {"hand", "freeze", file, "--seed", "3", "-o", file, "--force"},
        {"hand", "export", file, "-o", path("no/such/folder.gpkg")},
        {"hand", "pack", file, "-o", path("F.json")}};
    for (const QStringList& command : failing) {
      const Outcome outcome = run(command);
      QVERIFY2(outcome.code != 0 && outcome.code != 1 && outcome.code != -1,
               qPrintable(command.join(' ') + "\n" + outcome.err));
      QVERIFY2(outcome.err.startsWith("fieldwright: ") && outcome.err.count('\n') == 1,
               outcome.err.constData());
      QCOMPARE(everything(), state);
    }
    // A disk that is full: neither the template nor its folder of files changes.
    with_import("Full");
    state = everything();
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit tight = before;
    tight.rlim_cur = 400;
    setrlimit(RLIMIT_FSIZE, &tight);
    const Outcome full = run({"hand", "import", path("layers/biome.tif"), "--what", "biome", "--into",
                              path("Full.json"), "--force"});
    setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY2(full.code == 4, (full.out + full.err).constData());
    QCOMPARE(everything(), state);
  }
};

FW_TEST(TestHandHostile)
#include "test_hand_hostile.moc"
