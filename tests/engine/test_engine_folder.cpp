// What an export does to its folder: both sources alike, nothing touched without need, nothing of others
// lost.
#include <sys/stat.h>

#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QPainterPath>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

const QStringList kWorld{"Tiny", "--seed", "3", "--resolution", "64"};
const QString kOneMore = "resources[0].quota=25";
const QStringList kRivers = kWorld + QStringList{"--set", "footprints.settlement_ha=2"};

/// Inode and time of every file.
QStringList marksOf(const QString& folder) {
  QStringList marks;
  for (const QString& name : files_in(folder)) {
    struct stat info {};
    ::stat(qPrintable(folder + "/" + name), &info);
    marks << QStringLiteral("%1 %2 %3.%4")
                 .arg(name)
                 .arg(info.st_ino)
                 .arg(info.st_mtim.tv_sec)
                 .arg(info.st_mtim.tv_nsec);
  }
  return marks;
}

Outcome exportTo(const QString& folder, const QStringList& source, const QString& targets,
                 const QStringList& more = {}) {
  return run(QStringList{"export"} + source + QStringList{"--target", targets, "-o", folder} + more);
}

}  // namespace

class TestEngineFolder : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  QString path(const QString& name) const { return dir_.filePath(name); }

  /// What a script of a page's data assigns.
  QJsonObject dataOf(const QString& name) const {
    const QByteArray text = contents(path(name));
    const qsizetype from = text.indexOf('{'), end = text.lastIndexOf('}');
    return QJsonDocument::fromJson(text.mid(from, end + 1 - from)).object();
  }
  static QPointF placeOf(const QJsonValue& at) { return {at[0].toDouble(), at[1].toDouble()}; }

  /// The first file of two folders that is not the same in both.
  QString firstDifference(const QString& a, const QString& b) const {
    const QStringList names = files_in(path(a));
    if (names != files_in(path(b))) return "other files";
    for (const QString& name : names)
      if (contents(path(a + "/" + name)) != contents(path(b + "/" + name))) return name;
    return {};
  }

 private slots:
  void initTestCase() {
    const Outcome render =
        run(QStringList{"render"} + kWorld +
            QStringList{"--views", "none", "--formats", "geojson,geotiff", "-o", path("render")});
    QVERIFY2(render.code == 0, render.err);
    const Outcome made = exportTo(path("out"), {path("render")}, "all");
    QVERIFY2(made.code == 0, made.err);
  }

  void aFolderAndATemplateGiveTheSameBytes() {
    const Outcome made = exportTo(path("made"), kWorld, "all");
    QVERIFY2(made.code == 0, made.err);
    QVERIFY(files_in(path("out")).size() > 60);
    QCOMPARE(firstDifference("made", "out"), QString());
  }

  void aPageHasAPictureOfItsFrameAndNamesInsideTheirAreas() {
    const QJsonObject ground = dataOf("out/web/data/picture.js");
    const QImage picture = QImage::fromData(QByteArray::fromBase64(ground["jpeg"].toString().toLatin1()));
    QCOMPARE(std::max(picture.width(), picture.height()), 2048);
    const QJsonObject world = dataOf("out/web/data/world.js");
    QVERIFY(world["picture"].toBool());
    const QJsonArray corners = ground["corners"].toArray();
    const double pixel = std::abs(corners[1][0].toDouble() - corners[0][0].toDouble()) / picture.width();
    for (const int axis : {0, 1}) {
      QVERIFY(std::abs(corners[1][axis].toDouble() - world["north_east"][axis].toDouble()) <= pixel);
      QVERIFY(std::abs(corners[3][axis].toDouble() - world["south_west"][axis].toDouble()) <= pixel);
    }
    QMap<QString, QPointF> at;
    for (const QJsonValue& name : dataOf("out/web/data/names.js")["features"].toArray())
      if (name["properties"]["kind"] == "region")
        at[name["properties"]["name"].toString()] = placeOf(name["geometry"]["coordinates"]);
    const QJsonArray regions = dataOf("out/web/data/regions.js")["features"].toArray();
    QVERIFY(!regions.isEmpty());
    QCOMPARE(at.size(), regions.size());
    for (const QJsonValue& region : regions) {
      QPainterPath area;
      for (const QJsonValue& polygon : region["geometry"]["coordinates"].toArray())
        for (const QJsonValue& ring : polygon.toArray()) {
          QPolygonF corner;
          for (const QJsonValue& place : ring.toArray()) corner << placeOf(place);
          area.addPolygon(corner);
        }
      const QString name = region["properties"]["name"].toString();
      QVERIFY2(area.contains(at[name]), qPrintable(name));
    }
  }

  void aFolderOfAnotherWorldGivesAPageWithoutAPicture() {
    const QString manifest = path("render/manifest.json");
    const QByteArray text = contents(manifest);
    static const QRegularExpression danger("\"danger\": \"[0-9a-f]{64}\"");
    write_file(manifest,
               QString::fromUtf8(text).replace(danger, "\"danger\": \"" + QString(64, '0') + "\"").toUtf8());
    QVERIFY(contents(manifest) != text);
    const Outcome made = exportTo(path("otherwise"), {path("render")}, "web");
    write_file(manifest, text);
    QVERIFY2(made.code == 0, made.err);
    QVERIFY2((made.out + made.err).contains("another world"), made.out + made.err);
    QVERIFY(!dataOf("otherwise/web/data/world.js")["picture"].toBool());
    QVERIFY(!QFile::exists(path("otherwise/web/data/picture.js")));
  }

  void threadsAndInstructionsChangeNoByte_data() {
    QTest::addColumn<QStringList>("options");
    for (const char* threads : {"1", "2", "7"}) QTest::newRow(threads) << QStringList{"--threads", threads};
    QTest::newRow("scalar") << QStringList{"--simd", "scalar"};
  }
  void threadsAndInstructionsChangeNoByte() {
    QFETCH(QStringList, options);
    QVERIFY(QDir(path("other-way")).removeRecursively());
    const Outcome made = exportTo(path("other-way"), kWorld, "all", options);
    QVERIFY2(made.code == 0, made.err);
    QCOMPARE(firstDifference("other-way", "out"), QString());
  }

  void theyDoSoWithRiversAndRoads() {
    SKIP_BY_DAY();
    const Outcome render =
        run(QStringList{"render"} + kRivers +
            QStringList{"--views", "none", "--formats", "geojson,geotiff", "-o", path("rivers")});
    QVERIFY2(render.code == 0, render.err);
    const QString targets = "csv,tiled,gltf,postgis,luanti,unity,unreal,server";
    const Outcome read = exportTo(path("rivers-read"), {path("rivers")}, targets);
    QVERIFY2(read.code == 0, read.err);
    const Outcome made = exportTo(path("rivers-made"), kRivers, targets);
    QVERIFY2(made.code == 0, made.err);
    QCOMPARE(firstDifference("rivers-made", "rivers-read"), QString());
    // Altered lines are refused like altered points.
    QByteArray roads = contents(path("rivers/roads.geojson"));
    write_file(path("rivers/roads.geojson"), roads.replace("\"traffic\": 1", "\"traffic\": 2"));
    const Outcome refused = exportTo(path("never"), {path("rivers")}, "csv");
    QCOMPARE(refused.code, 6);
    QVERIFY2(refused.err.contains("roads.geojson"), refused.err);
  }

  void aRenderWithoutTheFilesIsMadeAnew() {
    const Outcome render = run(QStringList{"render"} + kWorld +
                               QStringList{"--views", "none", "--formats", "gpkg", "-o", path("bare")});
    QVERIFY2(render.code == 0, render.err);
    const Outcome made = exportTo(path("of-bare"), {path("bare")}, "csv");
    QVERIFY2(made.code == 0, made.err);
    QCOMPARE(contents(path("of-bare/csv/points.csv")), contents(path("out/csv/points.csv")));
  }

  void anAlteredRenderIsRefusedByName() {
    const Outcome render =
        run(QStringList{"render"} + kWorld +
            QStringList{"--views", "none", "--formats", "geojson,geotiff", "-o", path("altered")});
    QVERIFY2(render.code == 0, render.err);
    QByteArray points = contents(path("altered/points.geojson"));
    write_file(path("altered/points.geojson"), points.replace("\"level\"", "\"Level\""));
    const Outcome made = exportTo(path("of-altered"), {path("altered")}, "csv");
    QCOMPARE(made.code, 6);
    QVERIFY2(made.err.contains("points.geojson"), made.err);
    QVERIFY(!QFile::exists(path("of-altered/csv/export.json")));
  }

  void aSecondExportTouchesNothing() {
    const QStringList before = marksOf(path("out"));
    const Outcome again = exportTo(path("out"), {path("render")}, "all");
    QVERIFY2(again.code == 0, again.err);
    QCOMPARE(again.out.count(" 0 written, "), 10);
    QCOMPARE(marksOf(path("out")), before);
  }

  void aPageOfManyPointsBringsThemInTiles() {
    SKIP_BY_DAY();
    QStringList many{"Tiny", "--seed", "3", "--resolution", "512"};
    for (const char* setting :
         {"resources[0].quota=20500", "resources[0].spacing_m=2", "resources[0].gate=0"})
      many << "--set" << setting;
    const Outcome ran = exportTo(path("many"), many, "web");
    QVERIFY2(ran.code == 0, ran.err);
    QVERIFY(contents(path("many/web/data/world.js")).contains("\"points_in_tiles\": true"));
    const QByteArray points = contents(path("many/web/data/points.js"));
    QVERIFY(points.count("\"uid\"") > 20000);
    QVERIFY(!points.contains("\"intensity\""));  // what the search does not look at
    qsizetype with = 0, tiles = 0;
    for (const QString& name : files_in(path("many/web"))) {
      if (!name.startsWith("tiles/")) continue;
      const QByteArray tile = contents(path("many/web/" + name));
      QVERIFY(tile.contains("\"points\": \""));
      with += !tile.contains("\"points\": \"\"");
      ++tiles;
    }
    QVERIFY(with > tiles / 4);
    const Outcome few = exportTo(path("few"), kWorld, "web");
    QVERIFY2(few.code == 0, few.err);
    QVERIFY(contents(path("few/web/data/world.js")).contains("\"points_in_tiles\": false"));
    QVERIFY(contents(path("few/web/data/points.js")).contains("\"intensity\""));
  }

  void noFileHoldsAPathADateOrAHost() {
    for (const QString& name : files_in(path("out"))) {
      const QByteArray bytes = contents(path("out/" + name));
      QVERIFY2(!bytes.contains(dir_.path().toUtf8()), qPrintable(name));
      if (name.endsWith(".json") || name.endsWith(".tmx") || name.endsWith(".sql"))
        QVERIFY2(!bytes.contains('\r'), qPrintable(name));
    }
  }

  void whatIsNoLongerWrittenGoesAndTheFilesOfOthersStay() {
    QVERIFY(exportTo(path("less"), kWorld, "tiled").code == 0);
    write_file(path("less/tiled/world.tiled-project"), "mine");
    const Outcome again = exportTo(path("less"), kWorld, "tiled", {"--set", "export.tile_px=8"});
    QVERIFY2(again.code == 0, again.err);
    QCOMPARE(contents(path("less/tiled/world.tiled-project")), QByteArray("mine"));
    QVERIFY(exportTo(path("less"), kWorld, "unity").code == 0);
    const QByteArray manifest = contents(path("less/unity/export.json"));
    QVERIFY(manifest.contains("\"ground_x0_z0.raw\""));
    const Outcome tiles = exportTo(path("less"), kWorld, "unity", {"--tiles", "2"});
    QVERIFY2(tiles.code == 0, tiles.err);
    QVERIFY(QFile::exists(path("less/unity/ground_x1_z1.raw")));
    QVERIFY(exportTo(path("less"), kWorld, "unity").code == 0);
    QVERIFY(!QFile::exists(path("less/unity/ground_x1_z1.raw")));
  }

  void aFileChangedByHandStopsTheExport() {
    QVERIFY(exportTo(path("hand"), kWorld, "csv").code == 0);
    const QStringList before = marksOf(path("hand"));
    write_file(path("hand/csv/points.csv"), "mine\n");
    const Outcome refused = exportTo(path("hand"), kWorld, "csv", {"--vertices", "257"});
    QCOMPARE(refused.code, 4);
    QVERIFY2(refused.err.contains("points.csv") && refused.err.contains("--force"), refused.err);
    QCOMPARE(contents(path("hand/csv/points.csv")), QByteArray("mine\n"));
    QCOMPARE(files_in(path("hand")).size(), before.size());
    QCOMPARE(exportTo(path("hand"), kWorld, "csv", {"--force"}).code, 0);
    QVERIFY(contents(path("hand/csv/points.csv")).startsWith("uid,"));
  }

  void aForeignFolderIsLeftAloneUnlessForced() {
    QVERIFY(QDir().mkpath(path("foreign/csv")));
    write_file(path("foreign/csv/notes.txt"), "mine");
    QCOMPARE(exportTo(path("foreign"), kWorld, "csv").code, 4);
    QCOMPARE(files_in(path("foreign")), QStringList{"csv/notes.txt"});
    QCOMPARE(exportTo(path("foreign"), kWorld, "csv", {"--force"}).code, 0);
    QCOMPARE(contents(path("foreign/csv/notes.txt")), QByteArray("mine"));
  }

  void wrongWordsAndPlacesAreRefused() {
    const Outcome word = exportTo(path("never"), kWorld, "unrael");
    QCOMPARE(word.code, 2);
    QVERIFY2(word.err.contains("unreal"), word.err);
    const Outcome none = run(QStringList{"export"} + kWorld + QStringList{"-o", path("never")});
    QCOMPARE(none.code, 2);
    QCOMPARE(exportTo(path("render/inside"), {path("render")}, "csv").code, 2);
    QCOMPARE(exportTo(path("never"), {path("absent")}, "csv").code, 4);
    QCOMPARE(exportTo(path("never"), {dir_.path()}, "csv").code, 2);
    const Outcome sides = exportTo(path("never"), kWorld, "unreal", {"--vertices", "1000"});
    QCOMPARE(sides.code, 2);
    QVERIFY2(sides.err.contains("505 and 1009"), sides.err);
    const Outcome tiles = exportTo(path("never"), kWorld, "unreal", {"--vertices", "16257", "--tiles", "3"});
    QCOMPARE(tiles.code, 2);
    QVERIFY2(tiles.err.contains("found 3, expected 2"), tiles.err);
    QVERIFY(!QDir(path("never")).exists());
  }

  void verifyProvesAnExportAndItsWorld() {
    for (const QString target : {"csv", "web", "unreal"}) {
      const Outcome proven = run({"verify", path("out/" + target), "--against", path("render")});
      QVERIFY2(proven.code == 0, proven.err + proven.out);
    }
    QVERIFY(exportTo(path("other"), {"Tiny", "--seed", "4", "--resolution", "64"}, "csv").code == 0);
    QCOMPARE(run({"verify", path("other/csv"), "--against", path("render")}).code, 6);
    write_file(path("other/csv/regions.csv"), "mine");
    const Outcome altered = run({"verify", path("other/csv")});
    QCOMPARE(altered.code, 6);
    QVERIFY2(altered.out.contains("regions.csv"), altered.out);
  }

  void aMappingNamesAssetsAndAnUnknownClassIsAWarning() {
    write_file(path("map.json"),
               "{\"format\": 1, \"export\": {\"things\": [\n"
               "      {\"class\": \"landmark\", \"asset\": \"res://any.tscn\"},\n"
               "      {\"class\": \"no_such_class\", \"asset\": \"x\"}]}}");
    const Outcome made = exportTo(path("mapped"), kWorld, "unity", {"--mapping", path("map.json"), "--json"});
    QVERIFY2(made.code == 0, made.err);
    QVERIFY2(made.out.contains("no_such_class"), made.out);
    QVERIFY(contents(path("mapped/unity/fieldwright.json")).contains("\"asset\": \"res://any.tscn\""));
    write_file(path("wrong.json"),
               "{\"format\": 1, \"export\": {\"things\": [{\"class\": \"landmark\", \"asst\": \"x\"}]}}");
    const Outcome wrong = exportTo(path("never"), kWorld, "unity", {"--mapping", path("wrong.json")});
    QCOMPARE(wrong.code, 3);
    QVERIFY2(wrong.err.contains("wrong.json:1:") && wrong.err.contains("asset"), wrong.err);
  }

  void theBlockIsNoPartOfTheWorld() {
    QVERIFY(exportTo(path("block"), kWorld, "csv",
                     {"--set", "export.root=Elsewhere", "--set", "export.tile_px=8"})
                .code == 0);
    QCOMPARE(contents(path("block/csv/export.json")), contents(path("out/csv/export.json")));
  }

  void aFullDiskLeavesTheOlderExportWhole() {
    QVERIFY(exportTo(path("full"), kWorld, "csv,unity").code == 0);
    const QStringList before = marksOf(path("full"));
    // No file may grow beyond 100 KB: what a write finds on a full disk, without a disk of one's own.
    QProcess shell;
    shell.start("/bin/sh",
                {"-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\"", FIELDWRIGHT_COMMAND, "export",
                 "Tiny", "--seed", "4", "--resolution", "64", "--target", "unity", "-o", path("full")});
    QVERIFY(shell.waitForFinished(60000));
    const QByteArray said = shell.readAllStandardError();
    QVERIFY2(shell.exitCode() == 4, said);
    QCOMPARE(marksOf(path("full")), before);
    QCOMPARE(run({"verify", path("full/unity")}).code, 0);
  }

  void aKilledExportLeavesTheOlderOneWhole() {
    SKIP_BY_DAY();
    QVERIFY(exportTo(path("killed"), kWorld, "web").code == 0);
    const QByteArray manifest = contents(path("killed/web/export.json"));
    for (const int after_ms : {120, 200, 300, 450}) {
      QProcess process;
      process.start(FIELDWRIGHT_COMMAND, {"export", "Tiny", "--seed", "5", "--resolution", "64", "--target",
                                          "web", "-o", path("killed")});
      QVERIFY(process.waitForStarted());
      process.waitForFinished(after_ms);
      process.kill();
      process.waitForFinished();
      // Either the old export or the new one, never a mixture.
      const Outcome proven = run({"verify", path("killed/web")});
      QVERIFY2(proven.code == 0, proven.out + proven.err);
      if (contents(path("killed/web/export.json")) != manifest) break;
    }
    const Outcome again = exportTo(path("killed"), kWorld, "web");
    QVERIFY2(again.code == 0, again.err);
    QCOMPARE(contents(path("killed/web/export.json")), manifest);
  }

  void oneMoreOfAQuotaIsOneMoreObjectAndNothingElse() {
    SKIP_BY_DAY();
    const auto uids = [&](const QString& folder) {
      QMap<QString, QByteArray> rows;
      for (const QByteArray& line : contents(path(folder + "/csv/points.csv")).split('\n').mid(1)) {
        if (line.isEmpty()) continue;
        QList<QByteArray> cells = line.split(',');
        const QString uid = QString::fromUtf8(cells.takeFirst());
        cells.removeFirst();  // the id counts
        rows[uid] = cells.join(',');
      }
      return rows;
    };
    const QString targets = "csv,godot,unity,unreal,web";
    QVERIFY(exportTo(path("quota"), kWorld, targets).code == 0);
    const auto before = uids("quota");
    const QStringList marks = marksOf(path("quota"));
    const Outcome more = exportTo(path("quota"), kWorld + QStringList{"--set", kOneMore}, targets);
    QVERIFY2(more.code == 0, more.err);
    const auto after = uids("quota");
    QCOMPARE(after.size(), before.size() + 1);
    for (auto row = before.begin(); row != before.end(); ++row) {
      QVERIFY2(after.contains(row.key()), qPrintable(row.key()));
      QCOMPARE(after[row.key()], row.value());
    }
    int untouched = 0;
    for (const QString& mark : marksOf(path("quota")))
      for (const char* part : {"height", "weights", "terrain", "ground_x", "classes/", "collision", "tiles/"})
        if (mark.contains(QString::fromLatin1(part))) {
          QVERIFY2(marks.contains(mark), qPrintable(mark));
          ++untouched;
          break;
        }
    QVERIFY(untouched > 20);
  }
};

FW_TEST(TestEngineFolder)
#include "test_engine_folder.moc"
