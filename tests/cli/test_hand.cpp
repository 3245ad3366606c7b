// The designer's hand from the command line: imports, bundles, merges, packs.

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestHand : public QObject, private OwnFolder {
  Q_OBJECT

  static Outcome good(const QStringList& arguments) {
    const Outcome done = run(arguments);
    if (done.code != 0) qWarning("%s\n%s", qPrintable(arguments.join(' ')), done.err.constData());
    return done;
  }
  QStringList render(const QString& tmpl, const QString& folder) const {
    return {
        "render",  tmpl,       "--seed",   "3",   "--resolution", "512", "--formats", "geojson,gpkg,geotiff",
        "--views", "overview", "--map-px", "200", "--dpi",        "36",  "-o",        path(folder)};
  }
  /// Tiny, changed.
  QString tiny(const QString& name, const QByteArray& from = "", const QByteArray& to = "") const {
    QByteArray text = run({"templates", "Tiny"}).out;
    if (!from.isEmpty()) text.replace(from, to);
    return write(name, text);
  }

 private slots:
  void initTestCase() { QCOMPARE(good(render("Tiny", "natural")).code, 0); }

  void aRendersLayersComeBackToTheSameCells_data() {
    QTest::addColumn<QString>("tmpl");
    QTest::addColumn<QString>("resolution");
    QTest::addColumn<QStringList>("layers");
    const QStringList ground{"land", "height"}, classes{"biome", "faction", "danger", "region"};
    QTest::newRow("of another resolution than the plan's") << "Tiny"
                                                           << "256" << ground + QStringList{"biome"};
    if (!nightly()) return;
    QTest::newRow("Tiny") << "Tiny"
                          << "512" << ground + classes;
    QTest::newRow("Windsward") << "WindswardLike"
                               << "512" << ground + classes;
  }
  void aRendersLayersComeBackToTheSameCells() {
    QFETCH(QString, tmpl);
    QFETCH(QString, resolution);
    QFETCH(QStringList, layers);
    const QString name = tmpl + resolution;
    const auto rendered = [&](const QString& from, const QString& to) {
      return good({"render", from, "--seed", "3", "--resolution", resolution, "--formats", "geojson,geotiff",
                   "--views", "overview", "--map-px", "200", "--dpi", "36", "-o", path(to)})
          .code;
    };
    QCOMPARE(rendered(tmpl, name), 0);
    QString from = write(name + ".json", run({"templates", tmpl}).out);
    for (const QString& layer : layers) {
      const QString file = layer == "height" ? "/height16.png" : "/layers/" + layer + ".tif";
      const QString to = path(name + layer + ".json");
      QStringList import{"hand", "import", path(name) + file, "--what", layer, "--into", from, "-o", to};
      const Outcome done = good(import);
      QCOMPARE(done.code, 0);
      QVERIFY2(done.out.contains("1 row added"), done.out.constData());
      from = to;
    }
    QCOMPARE(rendered(from, name + "again"), 0);
    // The state of every row: all that they say is there already.
    const Outcome diff = good({"diff", path(name), path(name + "again"), "--json"});
    const QJsonObject said = QJsonDocument::fromJson(diff.out).object();
    const QStringList same{"land", "region", "biome", "faction", "danger"};
    for (const QJsonValue& layer : said["layers"].toArray())
      if (same.contains(layer["layer"].toString()))
        QVERIFY2(layer["cells"].toInt() == 0, diff.out.constData());
    QCOMPARE(said["hand"]["added"].toArray().size(), layers.size());
  }

  void aBundleWithImportsVerifiesByItself() {
    SKIP_BY_DAY();
    tiny("V.json");
    QCOMPARE(good({"hand", "import", path("natural/layers/land.tif"), "--what", "land", "--into",
                   path("V.json"), "--force"})
                 .code,
             0);
    QCOMPARE(good(render(path("V.json"), "bundle")).code, 0);
    const QStringList names = files_in(path("bundle"));
    QVERIFY(names.contains("layers/hand.tif"));
    QCOMPARE(names.filter("hand/").size(), 1);
    QVERIFY(contents_of("bundle/manifest.json").contains("\"hand\": {\"rows\": 1, \"digest\""));
    // Nothing beside the folder is needed.
    QFile::remove(path("V.json"));
    QDir(path("V.hand")).removeRecursively();
    const Outcome proof = run({"verify", path("bundle")});
    QVERIFY2(proof.code == 0, proof.out + proof.err);
    const QString file = path("bundle/" + names.filter("hand/").first());
    QFile::remove(file);
    QVERIFY(run({"verify", path("bundle")}).code != 0);
  }

  void aTemplateWithoutAHandHasNoneOfItsFiles() {
    const QStringList names = files_in(path("natural"));
    QVERIFY(names.filter("hand").isEmpty());
    QVERIFY(!contents_of("natural/manifest.json").contains("hand"));
    QVERIFY(!contents_of("natural/audit.json").contains("\"hand\""));
  }

  void whatIsMissingOrAlteredIsToldAndExitsFour() {
    tiny("M.json");
    QCOMPARE(good({"hand", "import", path("natural/layers/land.tif"), "--what", "land", "--into",
                   path("M.json"), "--force"})
                 .code,
             0);
    QCOMPARE(run({"check", path("M.json")}).code, 0);
    const QString file = "M.hand/" + files_in(path("M.hand")).first();
    const QByteArray good_bytes = contents_of(file);
    for (const QByteArray& bytes :
         {QByteArray("no picture"), good_bytes.left(good_bytes.size() / 2), QByteArray()}) {
      write(file, bytes);
      for (const QStringList& command :
           {QStringList{"check", path("M.json")}, QStringList{"audit", path("M.json"), "--seed", "1"},
            render(path("M.json"), "never")}) {
        const Outcome failed = run(command);
        QCOMPARE(failed.code, 4);
        QVERIFY2(failed.err.contains(QFileInfo(file).fileName().toUtf8()), failed.err.constData());
        QVERIFY2(failed.err.contains("import it again"), failed.err.constData());
      }
    }
    QVERIFY(!QFile::exists(path("never/manifest.json")));
    QFile::remove(path(file));
    QCOMPARE(run({"check", path("M.json")}).code, 4);
    QCOMPARE(run({"check", path("M.json"), "--without-hand"}).code, 0);
    const QByteArray id =
        QJsonDocument::fromJson(contents_of("M.json"))["hand"]["imports"][0]["id"].toString().toUtf8();
    QCOMPARE(run({"check", path("M.json"), "--set", "hand.imports." + id + ".on=no"}).code, 0);
  }

  void anImportThatFailsOrIsTriedLeavesTheTemplateAlone() {
    tiny("D.json");
    const QByteArray before = contents_of("D.json");
    const QStringList import{"hand",   "import",      path("natural/layers/land.tif"), "--what", "land",
                             "--into", path("D.json")};
    QCOMPARE(run(import).code, 4);  // it exists, and neither -o nor --force
    const Outcome tried = run(import + QStringList{"--dry-run", "--json"});
    QCOMPARE(tried.code, 0);
    const QJsonObject said = QJsonDocument::fromJson(tried.out).object();
    QCOMPARE(said["added"].toArray().size(), 1);
    QVERIFY(said["written"].isNull());
    QCOMPARE(run({"hand", "import", write("junk.tif", "II*"), "--what", "height", "--into", path("D.json"),
                  "--force"})
                 .code,
             4);
    QCOMPARE(run({"hand", "import", path("natural/fields.tif"), "--what", "biome", "--into", path("D.json"),
                  "--force"})
                 .code,
             4);
    QCOMPARE(run({"hand", "import", path("natural/height16.png"), "--what", "height", "--raw", "10x10,middle",
                  "--into", path("D.json"), "--force"})
                 .code,
             2);
    QCOMPARE(contents_of("D.json"), before);
    QVERIFY(!QFile::exists(path("D.hand")));
    QCOMPARE(
        run({"hand", "import", path("natural/layers/land.tif"), "--what", "land", "--into", "Tiny"}).code, 2);
  }

  void pointsOfARenderBecomePinsInTheirPlaces() {
    tiny("P.json");
    const Outcome done = good({"hand", "import", path("natural/points.geojson"), "--what", "points", "--into",
                               path("P.json"), "-o", path("P2.json")});
    QCOMPARE(done.code, 0);
    const QJsonArray points =
        QJsonDocument::fromJson(contents_of("natural/points.geojson"))["features"].toArray();
    const QJsonArray pins = QJsonDocument::fromJson(contents_of("P2.json"))["hand"]["pins"].toArray();
    QCOMPARE(pins.size(), points.size());
    for (int k = 0; k < pins.size(); ++k) {
      const QJsonArray at = points[k]["geometry"]["coordinates"].toArray();
      QVERIFY(std::fabs(pins[k]["x_m"].toDouble() - at[0].toDouble()) <= 0.001);
      QVERIFY(std::fabs(pins[k]["y_m"].toDouble() - at[1].toDouble()) <= 0.001);
      QCOMPARE(pins[k]["class"].toString(), points[k]["properties"]["class"].toString());
    }
    // And out again, and back.
    QCOMPARE(good({"hand", "export", path("P2.json"), "-o", path("P.gpkg")}).code, 0);
    QCOMPARE(good({"hand", "import", path("P.gpkg"), "--what", "rows", "--into", path("P2.json"), "-o",
                   path("P3.json")})
                 .code,
             0);
    QCOMPARE(contents_of("P3.json"), contents_of("P2.json"));
    const Outcome list = good({"hand", "list", path("P2.json"), "--json"});
    QCOMPARE(QJsonDocument::fromJson(list.out).array().size(), pins.size());
    const Outcome states = good({"hand", "list", path("P2.json"), "--seed", "3", "--resolution", "128"});
    QVERIFY2(states.out.contains("held"), states.out.constData());
  }

  void mergesTakeBothSidesOrTellWhatBothChanged() {
    const auto with = [&](const QString& name, const QByteArray& rows) {
      return tiny(name, "\"name\"", "\"hand\": {\"pins\": [" + rows + "]}, \"name\"");
    };
    const QByteArray cls =
        QJsonDocument::fromJson(run({"templates", "Tiny"}).out)["resources"][0]["class"].toString().toUtf8();
    const QByteArray key =
        cls.isEmpty() ? QJsonDocument::fromJson(run({"templates", "Tiny"}).out)["resources"][0]["slug"]
                            .toString()
                            .toUtf8()
                      : cls;
    const auto pin = [&](const QByteArray& id, int x) {
      return "{\"id\": \"" + id + "\", \"class\": \"" + key + "\", \"x_m\": " + QByteArray::number(x) +
             ", \"y_m\": 100}";
    };
    with("base.json", pin("p1", 100) + ", " + pin("p2", 100));
    with("ours.json", pin("p1", 200) + ", " + pin("p2", 100));
    with("theirs.json", pin("p1", 100) + ", " + pin("p2", 300) + ", " + pin("p3", 400));
    const QStringList sides{"hand", "merge", path("base.json"), path("ours.json"), path("theirs.json")};
    const Outcome merged = good(sides + QStringList{"-o", path("merged.json")});
    QCOMPARE(merged.code, 0);
    const QJsonArray rows = QJsonDocument::fromJson(contents_of("merged.json"))["hand"]["pins"].toArray();
    QCOMPARE(rows.size(), 3);
    QCOMPARE(rows[0]["x_m"].toInt(), 200);
    QCOMPARE(rows[1]["x_m"].toInt(), 300);
    with("theirs.json", pin("p1", 300) + ", " + pin("p2", 100));
    const QByteArray before = contents_of("ours.json");
    const Outcome conflict = run(sides + QStringList{"-o", path("ours.json"), "--force"});
    QCOMPARE(conflict.code, 6);
    QVERIFY2(conflict.out.contains("hand.pins.p1"), conflict.out.constData());
    QCOMPARE(contents_of("ours.json"), before);
  }

  void mergesAndFreezesCarryTheImportsToWhereTheyWrite() {
    QDir(folder_.path()).mkpath("there");
    tiny("mbase.json");
    const auto import = [&](const QString& layer, const QString& from, const QString& to) {
      return good({"hand", "import", path("natural/layers/" + layer + ".tif"), "--what", layer, "--into",
                   path(from), "-o", path(to)})
          .code;
    };
    QCOMPARE(import("land", "mbase.json", "mours.json"), 0);
    QCOMPARE(import("biome", "mbase.json", "mtheirs.json"), 0);
    QCOMPARE(good({"hand", "pack", path("mtheirs.json"), "-o", path("mtheirs.fwt")}).code, 0);
    for (const QString theirs : {"mtheirs.json", "mtheirs.fwt"}) {
      QDir(path("there")).removeRecursively();
      QDir(folder_.path()).mkpath("there");
      const Outcome merged = good({"hand", "merge", path("mbase.json"), path("mours.json"), path(theirs),
                                   "-o", path("there/M.json")});
      QCOMPARE(merged.code, 0);
      QCOMPARE(merged.err, QByteArray());
      QCOMPARE(files_in(path("there/M.hand")).size(), 2);
      QCOMPARE(good({"check", path("there/M.json")}).code, 0);
    }
    // No plain template takes the place or the name of a pack.
    const QByteArray packed = contents_of("mtheirs.fwt");
    for (const QString to : {"mtheirs.fwt", "new.fwt"}) {
      const Outcome refused = run({"hand", "merge", path("mbase.json"), path("mours.json"),
                                   path("mtheirs.fwt"), "-o", path(to), "--force"});
      QCOMPARE(refused.code, 2);
      QVERIFY(refused.err.contains("hand pack"));
    }
    QCOMPARE(contents_of("mtheirs.fwt"), packed);
    QVERIFY(!QFileInfo::exists(path("new.fwt")));
    for (const QString from : {"mtheirs.json", "mtheirs.fwt"}) {
      const QString to = path("there/F" + QFileInfo(from).suffix() + ".json");
      QCOMPARE(
          good({"hand", "freeze", path(from), "--seed", "3", "--shape",
                "POLYGON ((900 900, 1100 900, 1100 1100, 900 1100, 900 900))", "--layers", "biome", "-o", to})
              .code,
          0);
      QCOMPARE(good({"check", to}).code, 0);
    }
  }

  void aFileOfAnImportsNameIsLeftAloneAndRefusedWhereItIsAnother() {
    const QString name = QFileInfo(files_in(path("mours.hand")).first()).fileName();
    QVERIFY(QDir(path("beside")).mkpath("F.hand"));
    const QString there = "beside/F.hand/" + name, to = path("beside/F.json");
    write(there, "another");
    const QList<QStringList> commands{
        {"hand", "merge", path("mbase.json"), path("mours.json"), path("mbase.json"), "-o", to},
        {"hand", "freeze", path("mours.json"), "--seed", "3", "--class", "timber", "-o", to}};
    for (const QStringList& command : commands) {
      const Outcome refused = run(command);
      QCOMPARE(refused.code, 4);
      QVERIFY2(refused.err.contains("another file of this name lies there"), refused.err.constData());
      QVERIFY(!QFile::exists(to));
      QCOMPARE(contents_of(there), QByteArray("another"));
    }
    const QByteArray same = contents_of("mours.hand/" + name);
    write(there, same);
    for (const QStringList& command : commands) {
      QCOMPARE(good(command).code, 0);
      QCOMPARE(contents_of(there), same);
      QFile::remove(to);
    }
  }

  void aMergeTellsOfPixelsThatNoSideHas() {
    QVERIFY(QFile::copy(path("mours.json"), path("picked")));
    const QStringList sides{"hand", "merge", path("mbase.json"), path("picked"), path("mbase.json")};
    const Outcome merged = run(sides + QStringList{"-o", path("picked"), "--force"});
    QCOMPARE(merged.code, 0);
    QVERIFY2(merged.err.contains("land-"), merged.err.constData());
    QVERIFY2(merged.err.contains("missing"), merged.err.constData());
    QVERIFY(!QFile::exists(path("picked.hand")));
  }

  void aMergeForGitLeavesTheFilesToGit() {
    // As its merge driver runs: temporary files of other names, the imports in the folder of the real one.
    QVERIFY(QDir(folder_.path()).mkpath("tree/Isle.hand"));
    for (const QString& name : files_in(path("mours.hand")))
      QVERIFY(QFile::copy(path("mours.hand/" + name), path("tree/Isle.hand/" + name)));
    QVERIFY(QFile::copy(path("mours.json"), path("tree/.merge_file_a")));
    const QStringList sides{"hand", "merge", path("mbase.json"), path("tree/.merge_file_a"),
                            path("mtheirs.json")};
    const Outcome merged =
        good(sides + QStringList{"-o", path("tree/.merge_file_a"), "--force", "--without-files"});
    QCOMPARE(merged.code, 0);
    QCOMPARE(merged.err, QByteArray());
    QCOMPARE(QDir(path("tree")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             (QStringList{".merge_file_a", "Isle.hand"}));
    const QJsonObject hand = QJsonDocument::fromJson(contents_of("tree/.merge_file_a"))["hand"].toObject();
    QCOMPARE(hand["imports"].toArray().size(), 2);
    // No plain template takes the place of a pack this way either.
    QCOMPARE(run(sides + QStringList{"-o", path("mtheirs.fwt"), "--force", "--without-files"}).code, 2);
  }

  void aPackIsTakenWhereATemplateIs() {
    SKIP_BY_DAY();
    tiny("K.json");
    QCOMPARE(good({"hand", "import", path("natural/layers/land.tif"), "--what", "land", "--into",
                   path("K.json"), "--force"})
                 .code,
             0);
    QCOMPARE(good({"hand", "pack", path("K.json"), "-o", path("K.fwt")}).code, 0);
    QCOMPARE(run({"check", path("K.fwt")}).code, 0);
    QCOMPARE(good(render(path("K.fwt"), "packed")).code, 0);
    QCOMPARE(good(render(path("K.json"), "loose")).code, 0);
    QCOMPARE(contents_of("packed/manifest.json"), contents_of("loose/manifest.json"));
    QCOMPARE(run({"verify", path("packed")}).code, 0);
    QByteArray bytes = contents_of("K.fwt");
    bytes.truncate(bytes.size() - 40);
    QCOMPARE(run({"check", write("cut.fwt", bytes)}).code, 4);
    for (const qsizetype left : {qsizetype{4}, qsizetype{700}, bytes.size()}) {
      const Outcome cut = run({"check", write("cut.fwt", bytes.left(left))});
      QVERIFY2(cut.err.contains("broken off"), cut.err.constData());
    }
  }

  void aFreezeOfAnUnknownRegionNamesTheRegionsThereAre() {
    const QString file = tiny("R.json");
    const Outcome none =
        run({"hand", "freeze", file, "--seed", "3", "--region", "Qq", "-o", path("R2.json")});
    QCOMPARE(none.code, 2);
    const QByteArray text = contents_of("natural/regions.geojson");
    int named = 0;
    for (const QJsonValue& region : QJsonDocument::fromJson(text)["features"].toArray())
      named += none.err.contains(region["properties"]["name"].toString().toUtf8()) ? 1 : 0;
    QVERIFY2(named == 4 && none.err.contains("\"Qq\""), none.err.constData());
  }

  void pointsAreFrozenAtAnyResolutionAndCellsAtThePlans() {
    SKIP_BY_DAY();
    const QString file = tiny("P.json"), to = path("P2.json");
    const QStringList freeze{"hand",         "freeze", file, "--seed", "3",
                             "--resolution", "256",    "-o", to,       "--force"};
    QCOMPARE(good(freeze + QStringList{"--class", "timber"}).code, 0);
    const QStringList world{"--seed",  "3",        "--resolution", "256", "--formats", "geojson",
                            "--views", "overview", "--map-px",     "200", "--dpi",     "36",
                            "-o"};
    QCOMPARE(good(QStringList{"render", file} + world + QStringList{path("P-natural")}).code, 0);
    QCOMPARE(good(QStringList{"render", to} + world + QStringList{path("P-frozen")}).code, 0);
    const Outcome diff = run({"diff", path("P-natural"), path("P-frozen"), "--json"});
    const QJsonObject said = QJsonDocument::fromJson(diff.out).object();
    QVERIFY2(said["points"]["moved"].toInt() == 0 && said["points"]["gone"].toInt() == 0,
             diff.out.left(2000).constData());
    const Outcome shape = good(freeze + QStringList{"--shape", "POLYGON ((0 0, 4000 0, 4000 4000, 0 4000))",
                                                    "--layers", "points,landmarks"});
    QCOMPARE(shape.code, 0);
    const Outcome refused =
        run(freeze + QStringList{"--shape", "POLYGON ((0 0, 4000 0, 4000 4000, 0 4000))"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("--resolution 512"), refused.err.constData());
  }

  void optionsOfTheHandAreTakenWhereTheyMeanSomething() {
    SKIP_BY_DAY();
    const QString ours = path("mours.json"), pack = path("without.fwt");
    QCOMPARE(good({"hand", "pack", ours, "--without-hand", "--set", "land.fraction=0.4", "-o", pack}).code,
             0);
    QCOMPARE(good({"render", pack, "--resolution", "64", "--views", "none", "--formats", "geojson", "-o",
                   path("without")})
                 .code,
             0);
    const QByteArray text = contents_of("without/template.json");
    QVERIFY(!text.contains("\"hand\""));
    QVERIFY2(text.contains("\"fraction\": 0.4"), text.constData());
    const QByteArray id =
        QJsonDocument::fromJson(contents_of("mours.json"))["hand"]["imports"][0]["id"].toString().toUtf8();
    QCOMPARE(
        good({"hand", "export", ours, "--set", "hand.imports." + id + ".note=sent", "-o", path("s.gpkg")})
            .code,
        0);
    // Where nothing would be left to do, they are refused.
    QCOMPARE(run({"hand", "export", ours, "--without-hand", "-o", path("t.gpkg")}).code, 2);
    QCOMPARE(run({"verify", path("natural"), "--without-hand"}).code, 2);
    const Outcome layers = run({"hand", "freeze", ours, "--seed", "3", "--class", "timber", "--layers",
                                "biome", "-o", path("never.json")});
    QCOMPARE(layers.code, 2);
    QVERIFY2(layers.err.contains("--layers"), layers.err.constData());
    QCOMPARE(good(render(ours, "by-hand")).code, 0);
    const Outcome diff = good({"diff", path("natural"), path("by-hand"), "--without-hand", "--json"});
    QVERIFY2(QJsonDocument::fromJson(diff.out)["same"].toBool(), diff.out.constData());
    QVERIFY(!QJsonDocument::fromJson(good({"diff", path("natural"), path("by-hand"), "--json"}).out)["same"]
                 .toBool());
  }

  void whatTheGroundFindsOfARowHasItsLineAndIndexAndIsToldOnce() {
    SKIP_BY_DAY();
    tiny("G.json", "\"name\"",
         "\"hand\": {\"terrain\": [\n{\"id\": \"t0\", \"shape\": \"POINT (2000 2000)\", \"radius_m\": 50, "
         "\"amount_m\": 3},\n{\"id\": \"t1\", \"shape\": \"POINT (-900 0)\", \"radius_m\": 30, "
         "\"amount_m\": 5},\n{\"id\": \"t2\", \"shape\": \"POINT (2000 2000)\", \"radius_m\": 30}]}, "
         "\"name\"");
    const QByteArray text = contents_of("G.json");
    const auto line_of = [&](const char* id) {
      return QString::number(text.left(text.indexOf("\"id\": \"" + QByteArray(id))).count('\n') + 1);
    };
    const QStringList check{"check", path("G.json"), "--seed", "3", "--resolution", "128", "--ground"};
    const Outcome told = good(check);
    const QString t1 = "G.json:" + line_of("t1") + ":1: hand.terrain[1]: ";
    QVERIFY2(told.err.contains(t1.toUtf8()), told.err.constData());
    QCOMPARE(told.err.count("t2 of terrain"), 1);
    const Outcome json = good(check + QStringList{"--json"});
    bool found = false;
    for (const QJsonValue& finding : QJsonDocument::fromJson(json.out).array()) {
      if (finding["where"].toString() != "hand.terrain.t1") continue;
      found = true;
      QCOMPARE(finding["place"]["path"].toString(), QString("hand.terrain[1]"));
      QCOMPARE(QString::number(finding["place"]["line"].toInt()), line_of("t1"));
    }
    QVERIFY(found);
  }

  void explainAndCheckTellOfTheRows() {
    SKIP_BY_DAY();
    const QByteArray natural = run({"templates", "Tiny"}).out;
    tiny("E.json", "\"name\"",
         "\"hand\": {\"land\": [{\"id\": \"s1\", \"shape\": \"POINT (10 10)\", \"radius_m\": 30, \"is\": "
         "\"sea\"}],"
         "\"bans\": [{\"id\": \"x1\", \"of\": \"all\", \"x_m\": 2000, \"y_m\": 2000, \"radius_m\": 50}]}, "
         "\"name\"");
    const Outcome said =
        good({"explain", path("E.json"), "--seed", "3", "--resolution", "128", "--at", "2010,2000"});
    QVERIFY2(said.out.contains("x1"), said.out.constData());
    tiny("E2.json", "\"name\"",
         "\"hand\": {\"biome\": [{\"id\": \"b1\", \"shape\": \"POINT (2000 2000)\", \"radius_m\": 300, "
         "\"class\": \"forest\"}],"
         "\"bans\": [{\"id\": \"x1\", \"of\": \"all\", \"x_m\": 2000, \"y_m\": 2000, \"radius_m\": 50}]}, "
         "\"name\"");
    const Outcome both =
        good({"explain", path("E2.json"), "--seed", "3", "--resolution", "128", "--at", "2010,2000"});
    QVERIFY2(both.out.contains("bans x1") && both.out.contains("biome b1"), both.out.constData());
    QCOMPARE(both.out.count("\nhand\n"), 1);
    const Outcome checked = good({"check", path("E.json"), "--seed", "3", "--resolution", "128", "--ground"});
    QVERIFY2(checked.out.contains("with seed 3"), checked.out.constData());
    QVERIFY(!run({"explain", "Tiny", "--seed", "3", "--resolution", "128", "--at", "2010,2000"})
                 .out.contains("\nhand\n"));
  }
};

FW_TEST(TestHand)
#include "test_hand.moc"
