// Ids and names that a system cannot hold as files become none, in whatever folder they appear.

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <utility>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

const QByteArray kDrawing =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><path d='M20 20h60v60h-60z'/></svg>";

/// What Windows cannot hold, and names that it takes for one.
QStringList problems_in(const QString& folder) {
  static const QRegularExpression kDevice(
      "^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\\$|conout\\$)\\s*(\\..*)"
      "?$",
      QRegularExpression::CaseInsensitiveOption);
  static const QRegularExpression kLetters("[<>:\"\\\\|?*\\x00-\\x1f]|[. ]$");
  QStringList problems;
  QSet<QString> seen;
  QDirIterator files(folder, QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden,
                     QDirIterator::Subdirectories);
  int count = 0;
  while (files.hasNext()) {
    const QString name = QFileInfo(files.next()).fileName(), whole = files.filePath().toCaseFolded();
    ++count;
    if (kDevice.match(name).hasMatch() || kLetters.match(name).hasMatch() || seen.contains(whole))
      problems << files.filePath();
    seen << whole;
  }
  if (count < 3) problems << folder + ": holds next to nothing";
  return problems;
}

}  // namespace

class TestCaseNames : public QObject, private OwnFolder {
  Q_OBJECT

  QString template_, odd_symbols_;

  /// Ends with a report where the command fails.
  bool made(const QStringList& arguments, const QString& folder) {
    const Outcome out = run(arguments + QStringList{"--quiet", "-o", folder});
    if (out.code != 0) qWarning("%s: %s", qPrintable(arguments.join(' ')), out.err.constData());
    const QStringList problems = problems_in(folder);
    if (!problems.isEmpty()) qWarning("%s", qPrintable(problems.join('\n')));
    return out.code == 0 && problems.isEmpty();
  }
  void verifies(const QString& folder) {
    const Outcome out = run({"verify", folder, "--quiet"});
    QVERIFY2(out.code == 0, out.err.constData());
  }

 private slots:
  void initTestCase() {
    // Every table has rows whose ids are devices of Windows.
    QByteArray text = run({"templates", "Tiny", "--flat"}).out;
    const std::pair<const char*, const char*> ids[] = {{"green", "nul"},
                                                       {"purple", "prn"},
                                                       {"grassland", "con"},
                                                       {"forest", "aux"},
                                                       {"wetland", "com1"},
                                                       {"settlement", "lpt1"},
                                                       {"to.settlement_m", "to.lpt1_m"},
                                                       {"fort", "lpt9"},
                                                       {"wood", "com2"},
                                                       {"ordinary", "com3"},
                                                       {"timber", "com4"},
                                                       {"rabbit", "com5"},
                                                       {"beast", "com6"}};
    for (const auto& [from, to] : ids) {
      const QByteArray before = QByteArray("\"") + from + "\"";
      QVERIFY2(text.contains(before), from);
      text.replace(before, QByteArray("\"") + to + "\"");
    }
    QJsonObject root = QJsonDocument::fromJson(text).object();
    root["name"] = "AUX. <What?>";
    root["water"] = QJsonObject{{"rivers", "none"}};
    root["relief"] = QJsonObject{{"erosion", "none"}};
    template_ = write("odd.json", QJsonDocument(root).toJson());
    const Outcome checked = run({"check", template_});
    QVERIFY2(checked.code == 0, checked.out + checked.err);
    // Drawings under such names: two that differ by case, a device, letters that our folders do not hold.
    QJsonArray landmarks = root["landmarks"].toArray();
    const QString symbols[] = {"Tower.svg", "tower.svg", "con.svg", QString::fromUtf8("Türm 2.svg")};
    for (int k = 0; k < 4; ++k) {
      QJsonObject row = landmarks[k].toObject();
      row["symbol"] = symbols[k];
      landmarks[k] = row;
      write(symbols[k], QByteArray(kDrawing).replace("M20", "M2" + QByteArray::number(k)));
    }
    root["landmarks"] = landmarks;
    odd_symbols_ = write("symbols.json", QJsonDocument(root).toJson());
  }

  void rendersAndExportsToEveryTarget() {
    const QString render = path("render"), exported = path("exported");
    QVERIFY(made({"render", template_, "--resolution", "64", "--map-px", "160", "--dpi", "36", "--formats",
                  "png,svg,geojson,geotiff,gpkg,flatgeobuf", "--views", "overview"},
                 render));
    verifies(render);
    QVERIFY(made({"export", render, "--target", "all"}, exported));
    for (const QString& target : QDir(exported).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
      QVERIFY(QFile::exists(exported + "/" + target + "/export.json"));
    }
    verifies(exported + "/unreal");
    // The ids themselves stay; Unity is told what files of theirs are called.
    QVERIFY(contents(exported + "/unreal/points.json").contains("\"com4\""));
    const QByteArray unity = contents(exported + "/unity/fieldwright.json");
    QVERIFY(unity.contains("{\"name\": \"con\", \"file\": \"con_\""));
    QVERIFY(unity.contains("{\"name\": \"snow\", \"file\": \"snow\""));
  }

  void searchesFilmsAndSimulations() {
    QVERIFY(made({"search", template_, "--resolution", "64", "--seeds", "1..2", "--where",
                  "nature.solidity>0", "--keep", "2"},
                 path("search")));
    QVERIFY(made({"animate", template_, "--resolution", "64", "--overlay", "spawn", "--size", "128",
                  "--duration", "0.2"},
                 path("film")));
    QVERIFY(made({"simulate", template_, "--days", "2"}, path("simulated")));
  }

  // A template names its drawings itself, so its text stays; their copies get names that every folder holds,
  // and are found under them.
  void copiesOfDrawingsAreFoundUnderTheirOwnNames() {
    const QString render = path("drawn"), again = path("again"), packed = path("packed.fwt");
    const QStringList choices{"--resolution",        "64",      "--map-px", "160", "--dpi", "36", "--formats",
                              "svg,geojson,geotiff", "--views", "overview"};
    QVERIFY(made(QStringList{"render", odd_symbols_} + choices, render));
    for (const QString name : {"Tower.svg", "tower_2.svg", "con_.svg", "T_rm_2.svg"})
      QVERIFY2(QFile::exists(render + "/" + name), qPrintable(name));
    QVERIFY(contents(render + "/template.json").contains("\"con.svg\""));
    // From the folder alone, and from a pack: the same map.
    QVERIFY(made(QStringList{"render", render + "/template.json"} + choices, again));
    QCOMPARE(contents(again + "/overview.svg"), contents(render + "/overview.svg"));
    const Outcome pack = run({"hand", "pack", odd_symbols_, "-o", packed});
    QVERIFY2(pack.code == 0, pack.err.constData());
    QVERIFY(made({"render", packed, "--resolution", "64", "--views", "none", "--formats", "geojson"},
                 path("unpacked")));
    for (const QString name : {"Tower.svg", "tower_2.svg", "con_.svg", "T_rm_2.svg"})
      QCOMPARE(contents(path("unpacked") + "/" + name), contents(render + "/" + name));
  }

  // Copies of imports, too: two that differ by case, and two devices of equal pixels.
  void copiesOfImportsAreFoundUnderTheirOwnNames() {
    const QString layers = path("render") + "/layers/", source = path("imports.json"),
                  render = path("imported"), again = path("imported_again"), packed = path("imported.fwt");
    if (!QFile::exists(layers + "land.tif")) QSKIP("the render of the first test failed");
    write_file(source, contents(template_));
    for (const QString what : {"land", "biome"}) {
      const Outcome out =
          run({"hand", "import", layers + what + ".tif", "--what", what, "--into", source, "--force"});
      QVERIFY2(out.code == 0, out.err.constData());
    }
    QJsonObject root = QJsonDocument::fromJson(contents(source)).object(), hand = root["hand"].toObject();
    QJsonArray rows = hand["imports"].toArray();
    QCOMPARE(rows.size(), 2);
    rows << rows[0] << rows[0];
    const QString files[] = {"Wood.png", "wood.png", "con.png", "aux.png"};
    for (int k = 0; k < 4; ++k) {
      QJsonObject row = rows[k].toObject();
      QVERIFY(QFile::copy(path("imports.hand") + "/" + row["file"].toString(),
                          path("imports.hand") + "/" + files[k]));
      row["id"] = "row_" + QString::number(k), row["file"] = files[k];
      rows[k] = row;
    }
    hand["imports"] = rows, root["hand"] = hand;
    write_file(source, QJsonDocument(root).toJson());
    const QStringList choices{"--resolution", "64", "--views", "none", "--formats", "geojson,geotiff"};
    QVERIFY(made(QStringList{"render", source} + choices, render));
    QCOMPARE(QDir(render + "/hand").entryList(QDir::Files).size(), 3);
    QVERIFY(QFile::exists(render + "/hand/Wood.png"));
    QVERIFY(contents(render + "/template.json").contains("\"wood.png\""));
    verifies(render);
    const Outcome pack = run({"hand", "pack", source, "-o", packed});
    QVERIFY2(pack.code == 0, pack.err.constData());
    QVERIFY(made(QStringList{"render", packed} + choices, again));
    QCOMPARE(contents(again + "/layers/biome.tif"), contents(render + "/layers/biome.tif"));
  }

  // A name that is a file's of the render already, but for case, is refused before the work.
  void aDrawingDoesNotTakeTheNameOfAPlate() {
    QJsonObject root = QJsonDocument::fromJson(contents(template_)).object();
    QJsonArray landmarks = root["landmarks"].toArray();
    QJsonObject row = landmarks[0].toObject();
    row["symbol"] = "Overview.svg";
    landmarks[0] = row;
    root["landmarks"] = landmarks;
    write("Overview.svg", kDrawing);
    const Outcome out = run({"render", write("plate.json", QJsonDocument(root).toJson()), "--resolution",
                             "64", "--formats", "svg", "-o", path("refused")});
    QCOMPARE(out.code, 3);
    QVERIFY2(out.err.contains("Overview.svg"), out.err.constData());
  }

  // What stands in a manifest of others under such a name is not touched.
  void aManifestWithSuchNamesIsNotOurs() {
    const QString folder = path("render");
    if (!QFile::exists(folder + "/manifest.json")) QSKIP("the render of the first test failed");
    for (const char* name : {"con.geojson", "layers/nul", "points.geojson."}) {
      QByteArray manifest = contents(folder + "/manifest.json");
      write_file(folder + "/manifest.json", manifest.replace("places.geojson", name));
      const Outcome out = run({"verify", folder});
      QVERIFY2(out.code == 4, out.out + out.err);
      write_file(folder + "/manifest.json", manifest.replace(name, "places.geojson"));
    }
  }
};

FW_TEST(TestCaseNames)
#include "test_case_names.moc"
