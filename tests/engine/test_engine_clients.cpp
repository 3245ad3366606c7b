// Exports opened by the programs that they are made for: of WindswardLike 42, ShatteredMountainLike 7, and of
// odd/odd.json, which is not square, has words of its own, islets, rivers, a drawing of its own and texts
// that have to be quoted everywhere. A program that is not installed is named as skipped, or is a failure
// where FIELDWRIGHT_CLIENTS is "required".
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>
#include <cstring>
#include <vector>

#include "tests/engine/spawn_rows.h"
#include "tests/skip_client.h"
#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

/// What a program says and how it ends; -2: it took too long.
Outcome call(const QString& program, const QStringList& arguments, const QString& folder = {},
             int most_ms = 600000) {
  QProcess process;
  if (!folder.isEmpty()) process.setWorkingDirectory(folder);
  process.start(program, arguments);
  if (!process.waitForFinished(most_ms)) {
    process.kill();
    process.waitForFinished();
    return {-2, process.readAllStandardOutput(), process.readAllStandardError()};
  }
  return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// A world of the checks, as `render` takes it.
struct World {
  QString name;
  QStringList render;
};

const QString kOdd = "odd";

}  // namespace

/// A module of npm that a script of tests/engine/clients loads; FIELDWRIGHT_NODE_MODULES says where they lie.
#define NEEDS_MODULE(name)                                                         \
  if (!QFile::exists(qEnvironmentVariable("FIELDWRIGHT_NODE_MODULES") + "/" name)) \
  SKIP_CLIENT("the npm module " name " is not in FIELDWRIGHT_NODE_MODULES")

#define NEEDS(program)                                                                              \
  const QString program_path = QStandardPaths::findExecutable(program, {"/usr/bin", "/usr/games"}); \
  if (program_path.isEmpty()) SKIP_CLIENT(program " is not installed")

class TestEngineClients : public QObject {
  Q_OBJECT

  World world_;
  QTemporaryDir dir_;
  QSet<QString> uids_;
  QMap<QString, double> lengths_m_;      ///< of lines and rings in the plane, by uid
  QMap<QString, QSet<QString>> shapes_;  ///< uids by kind: point, line, area

  QString script(const char* name) const {
    return QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/tests/engine/clients/") + name;
  }
  QString path(const QString& name) const { return dir_.filePath("out/" + name); }
  QJsonDocument jsonAt(const QString& name) const { return QJsonDocument::fromJson(contents(path(name))); }

  /// In the plane, of vertices in centimetres.
  static double length_m(const QJsonArray& points) {
    double length = 0;
    for (int k = 1; k < points.size(); ++k) {
      const QJsonArray a = points[k - 1].toArray(), b = points[k].toArray();
      length += std::hypot(a[0].toDouble() - b[0].toDouble(), a[1].toDouble() - b[1].toDouble());
    }
    return length / 100;
  }

 public:
  explicit TestEngineClients(World world) : world_(std::move(world)) {}

 private slots:
  void initTestCase() {
    qputenv("QT_QPA_PLATFORM", "offscreen");  // Tiled draws nothing here
    // Without detail, as in test_engine_ground.
    const Outcome render = run(QStringList{"render"} + world_.render +
                               QStringList{"--set", "relief.detail=0", "--views", "none", "--formats",
                                           "geojson,geotiff", "-o", dir_.filePath("render")});
    QVERIFY2(render.code == 0, render.err);
    write_file(dir_.filePath("three.json"), "{\"format\": 1, \"export\": {\"godot_version\": 3}}");
    const Outcome made = run({"export", dir_.filePath("render"), "--target", "all", "--mapping",
                              dir_.filePath("three.json"), "-o", dir_.filePath("out")});
    QVERIFY2(made.code == 0, made.err);
    for (const QJsonValue& row : jsonAt("unreal/points.json").array()) uids_ << row["Name"].toString();
    QVERIFY(uids_.size() > 100);
    for (const QJsonValue& row : jsonAt("unreal/splines.json").array()) {
      shapes_[row["Kind"].toString()] << row["Name"].toString();
      if (row["Kind"] != "point") lengths_m_[row["Name"].toString()] = length_m(row["Points"].toArray());
    }
    QVERIFY(!shapes_["line"].isEmpty());
    if (world_.name == kOdd)
      QVERIFY(shapes_["line"].size() > 100 && shapes_["point"].size() > 3 && shapes_["area"].size() > 5);
    // What the ground has to be at places without symmetry, by the formula.
    const QString python = QStandardPaths::findExecutable("python3", {"/usr/bin"});
    if (python.isEmpty() || call(python, {"-c", "import numpy"}).code != 0)
      SKIP_CLIENT("python3 with numpy is not installed");
    if (QStandardPaths::findExecutable("gdal_translate").isEmpty()) SKIP_CLIENT("gdal-bin is not installed");
    const Outcome ground = call(python, {script("check_ground.py"), dir_.filePath("render"),
                                         dir_.filePath("out"), dir_.filePath("expected.json")});
    QVERIFY2(ground.code == 0, ground.out + ground.err);
  }

  void theUnrealScriptKeepsToItsOwnActors() {
    NEEDS("python3");
    const Outcome ran = call(
        program_path,
        {QStringLiteral(FIELDWRIGHT_SOURCE_DIR) + "/tests/engine/stand_in/check_unreal.py", path("unreal")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QVERIFY2(ran.out.contains("ok " + QByteArray::number(uids_.size())), ran.out);
  }

  void theUnityScriptKeepsToItsOwnObjects() {
    NEEDS("mcs");
    const QString folder = QStringLiteral(FIELDWRIGHT_SOURCE_DIR);
    const QString made = dir_.filePath("check.exe");
    const Outcome compiled =
        call(program_path, {"-out:" + made, "-r:System.Runtime.Serialization.dll",
                            path("unity/Editor/FieldwrightImport.cs"), path("unity/FieldwrightThing.cs"),
                            folder + "/tests/engine/stand_in/UnityStandIn.cs"});
    QVERIFY2(compiled.code == 0, compiled.out + compiled.err);
    QVERIFY(QDir().mkpath(dir_.filePath("scratch")));
    const Outcome ran = call("mono", {made, path("unity"), dir_.filePath("scratch")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QVERIFY2(ran.out.contains("ok " + QByteArray::number(uids_.size())), ran.out);
  }

  void tiledReadsEveryObjectAndTile() {
    NEEDS("tiled");
    const Outcome ran =
        call(program_path, {"--export-map", "json", path("tiled/world.tmx"), dir_.filePath("map.json")});
    QVERIFY2(ran.code == 0, ran.err);
    const QJsonObject map = QJsonDocument::fromJson(contents(dir_.filePath("map.json"))).object();
    QSet<QString> found, lines, areas, colours;
    int tiles = 0;
    for (const QJsonValue& layer : map["layers"].toArray()) {
      for (const QJsonValue& object : layer["objects"].toArray()) {
        const QString name = object["name"].toString();
        if (object["point"].toBool()) found << name;
        if (object.toObject().contains("polyline")) lines << name;
        if (object.toObject().contains("polygon")) areas << name;
      }
      tiles += static_cast<int>(layer["data"].toArray().size());
      if (layer["type"] == "objectgroup") colours << layer["color"].toString();
    }
    QVERIFY(colours.size() > 4 && !colours.contains(QString()));
    QVERIFY(found == uids_ + shapes_["point"]);
    QVERIFY(lines == shapes_["line"]);
    QVERIFY(areas.contains(shapes_["area"]));
    const int cells = map["width"].toInt() * map["height"].toInt();
    if (world_.name == kOdd) QVERIFY(map["height"].toInt() < map["width"].toInt() / 2);
    QCOMPARE(tiles % cells, 0);
    QVERIFY(tiles >= 4 * cells);
    // Every tile is its cell.
    QMap<QString, int> first;
    for (const QJsonValue& set : map["tilesets"].toArray())
      first[QFileInfo(set["source"].toString()).baseName()] = set["firstgid"].toInt();
    int compared = 0;
    for (const QJsonValue& layer : map["layers"].toArray()) {
      if (layer["type"] != "tilelayer") continue;
      const QString name = layer["name"].toString();
      const QImage codes(path("unreal/classes/" + name + ".png"));
      QVERIFY2(codes.width() == map["width"].toInt(), qPrintable(name));
      const QJsonArray gids = layer["data"].toArray();
      for (int cell = 0; cell < cells; ++cell, ++compared) {
        const int code = codes.constScanLine(cell / codes.width())[cell % codes.width()];
        QCOMPARE(gids[cell].toInt(), code == 0 ? 0 : first[name] + code - 1);
      }
    }
    QCOMPARE(compared, tiles);
  }

  void tiledDrawsTheClassesInTheirColours() {
    NEEDS("tmxrasterizer");
    const Outcome ran = call(program_path, {"--tilesize", "4", "--no-smoothing", "--show-layer", "biome",
                                            path("tiled/world.tmx"), dir_.filePath("map.png")});
    QVERIFY2(ran.code == 0, ran.err);
    const QImage picture(dir_.filePath("map.png")), codes(path("unreal/classes/biome.png")),
        tiles(path("tiled/biome.png"));
    QCOMPARE(picture.width(), 4 * codes.width());
    int wrong = 0, mirrored = 0;
    for (int r = 0; r < codes.height(); ++r)
      for (int c = 0; c < codes.width(); ++c) {
        const int code = codes.constScanLine(r)[c];
        if (code == 0) continue;
        const QRgb wanted = tiles.pixel((code - 1) * tiles.height(), 0);
        wrong += picture.pixel(4 * c + 2, 4 * r + 2) != wanted;
        mirrored += picture.pixel(4 * (codes.width() - 1 - c) + 2, 4 * r + 2) != wanted;
      }
    QCOMPARE(wrong, 0);
    QVERIFY(mirrored > 100);
  }

  void godotImportsTheFolderWithoutErrors() {
    NEEDS("godot3-server");
    const QString project = dir_.filePath("project");
    QVERIFY(QDir().mkpath(project));
    QVERIFY(QProcess::execute("cp", {"-r", path("godot"), project + "/fieldwright"}) == 0);
    write_file(project + "/project.godot", "config_version=4\n[application]\nconfig/name=\"fieldwright\"\n");
    // The studio's own scene for a class.
    write_file(project + "/a \"quoted\".tscn",
               "[gd_scene format=2]\n\n[node name=\"Cairn\" type=\"Position3D\"]\n");
    // The editor imports, but does not end without a display.
    QProcess editor;
    editor.start(program_path, {"--path", project, "--editor"});
    const auto imported = [&] {
      return !QDir(project + "/.import").entryList({"terrain.glb-*.scn"}).isEmpty();
    };
    QElapsedTimer clock;
    clock.start();
    while (!imported() && clock.elapsed() < 120000) QTest::qWait(200);
    QTest::qWait(1000);
    editor.kill();
    editor.waitForFinished();
    QVERIFY2(imported(), editor.readAllStandardError());
    QVERIFY(QFile::copy(script("look_godot.gd"), project + "/look.gd"));
    QVERIFY(QFile::copy(dir_.filePath("expected.json"), project + "/expected.json"));
    QVariantMap lengths;
    for (auto line = lengths_m_.begin(); line != lengths_m_.end(); ++line) lengths[line.key()] = *line;
    write_file(project + "/lengths.json", QJsonDocument::fromVariant(lengths).toJson());
    const Outcome ran = call(program_path, {"--path", project, "-s", "look.gd"});
    // Whatever it says of the locale: nothing of our files may fail.
    QVERIFY2(!ran.err.contains("res://") && !ran.err.contains("Parse Error"), ran.err);
    const QJsonValue surface = jsonAt("godot/export.json")["surface"];
    const int chunks = (surface["columns"].toInt() - 1) / 64 * ((surface["rows"].toInt() - 1) / 64);
    QVERIFY(chunks > 1);
    const auto points = uids_.size() + shapes_["point"].size();
    const auto curves = shapes_["line"].size() + shapes_["area"].size();
    QVERIFY2(ran.out.contains("points " + QByteArray::number(points) + " curves " +
                              QByteArray::number(curves) + " chunks " + QByteArray::number(chunks)),
             ran.out + ran.err);
    for (const char* part : {"ground ok", "formula ok", "lengths ok"})
      QVERIFY2(ran.out.contains(part), ran.out);
  }

  void godotDrawsTheTerrain() {
    NEEDS("godot3");
    if (QStandardPaths::findExecutable("xvfb-run").isEmpty()) SKIP_CLIENT("xvfb is not installed");
    const QString project = dir_.filePath("project");  // as it was imported
    if (!QFile::exists(project + "/.import")) QSKIP("nothing was imported");
    QVERIFY(QFile::copy(script("picture_godot.gd"), project + "/picture.gd"));
    const Outcome ran = call(
        "xvfb-run", {"-a", "-s", "-screen 0 900x500x24", program_path, "--path", project, "--video-driver",
                     "GLES2", "--audio-driver", "Dummy", "--resolution", "900x500", "-s", "picture.gd"});
    const qsizetype at = ran.out.indexOf("colours ");
    QVERIFY2(at >= 0 && ran.out.mid(at + 8).split('\n').first().toInt() > 100, ran.out + ran.err);
    // Seen from the south: the middle of the picture is the world's, its rim is not.
    const QImage picture(project + "/picture.png");
    QCOMPARE(picture.size(), QSize(900, 500));
    QVERIFY(picture.pixel(450, 260) != picture.pixel(3, 3));
  }

  void theValidatorAndThreeJsTakeTheGlb() {
    NEEDS("node");
    NEEDS_MODULE("gltf-validator");
    NEEDS_MODULE("three");
    const Outcome ran = call(
        program_path, {script("check_gltf.mjs"), path("gltf/world.glb"), dir_.filePath("expected.json")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    const auto lines = shapes_["line"].size() + shapes_["area"].size();
    QCOMPARE(QByteArray(ran.out.trimmed()),
             "ok " + QByteArray::number(uids_.size()) + " " + QByteArray::number(lines));
  }

  void blenderTakesTheGlb() {
    NEEDS("blender");
    const Outcome ran = call(program_path, {"-b", "--factory-startup", "--python-exit-code", "1", "--python",
                                            script("check_blender.py"), "--", path("gltf/world.glb"),
                                            dir_.filePath("expected.json")});
    QVERIFY2(ran.code == 0 && ran.out.contains("ok " + QByteArray::number(uids_.size())), ran.out + ran.err);
  }

  void chromiumShowsThePageFromItsFolder() {
    NEEDS("chromium");
    NEEDS_MODULE("puppeteer-core");
    const Outcome ran = call("node", {script("check_web.mjs"), path("web")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QCOMPARE(QByteArray(ran.out.split('\n').front()),
             "ok " + QByteArray::number(uids_.size()) + " 8");  // layers of lines, areas and marks
  }

  /// A hundred towns are many for a first view.
  void chromiumShowsAContinentInFewThings() {
    if (world_.name != kOdd) return;  // once
    NEEDS("chromium");
    NEEDS_MODULE("puppeteer-core");
    const Outcome made = run({"export", "ContinentLike", "--seed", "1009", "--resolution", "512", "--target",
                              "web", "-o", dir_.filePath("continent")});
    QVERIFY2(made.code == 0, made.err);
    const Outcome ran = call("node", {script("check_web.mjs"), dir_.filePath("continent/web")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
  }

  void chromiumShowsAPageOfManyPoints() {
    if (world_.name != kOdd) return;  // once
    NEEDS("chromium");
    NEEDS_MODULE("puppeteer-core");
    const Outcome made = run({"export", "Tiny", "--seed", "3", "--resolution", "512", "--target", "web",
                              "--set", "resources[0].quota=20500", "--set", "resources[0].spacing_m=2",
                              "--set", "resources[0].gate=0", "-o", dir_.filePath("many")});
    QVERIFY2(made.code == 0, made.err);
    const Outcome ran = call("node", {script("check_web.mjs"), dir_.filePath("many/web")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QVERIFY2(ran.out.startsWith("ok 2"), ran.out);
  }

  /// What a thing is called comes out letter by letter.
  void textsComeOutUnchangedInEveryTarget() {
    QSet<QString> labels;
    for (const QJsonValue& f : QJsonDocument::fromJson(contents(dir_.filePath("render/points.geojson")))
                                   .object()["features"]
                                   .toArray())
      labels << f["properties"]["label"].toString() << f["properties"]["name"].toString();
    labels.remove(QString());
    QVERIFY(labels.size() > 5);
    const auto found = [](QStringList texts) { return QSet<QString>(texts.begin(), texts.end()); };
    QStringList unreal, unity, gltf, web, tiled;
    for (const QJsonValue& row : jsonAt("unreal/points.json").array())
      unreal << row["Label"].toString() << row["OwnName"].toString();
    for (const QJsonValue& row : jsonAt("unity/fieldwright.json")["things"].toArray())
      unity << row["values"].toVariant().toStringList();
    QByteArray glb = contents(path("gltf/world.glb"));
    quint32 length = 0;
    std::memcpy(&length, glb.constData() + 12, 4);
    for (const QJsonValue& node : QJsonDocument::fromJson(glb.mid(20, length)).object()["nodes"].toArray())
      gltf << node["extras"]["label"].toString() << node["extras"]["name"].toString();
    QByteArray page = contents(path("web/data/points.js"));
    page = page.mid(page.indexOf("= {") + 2);
    page.chop(2);
    for (const QJsonValue& f : QJsonDocument::fromJson(page).object()["features"].toArray())
      web << f["properties"]["label"].toString() << f["properties"]["name"].toString();
    QXmlStreamReader xml(contents(path("tiled/world.tmx")));
    while (!xml.atEnd())
      if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("property"))
        tiled << xml.attributes().value("value").toString();
    QVERIFY(!xml.hasError());
    for (const auto& [target, texts] :
         {std::pair{"unreal", unreal}, {"unity", unity}, {"gltf", gltf}, {"web", web}, {"tiled", tiled}}) {
      const QSet<QString> missing = labels - found(texts);
      QVERIFY2(missing.isEmpty(),
               qPrintable(target + QString(": ") + QStringList(missing.values()).join(" | ")));
    }
  }

  void luantiBuildsTheGroundAndSetsTheThings() {
    NEEDS("minetestserver");
    const QString world = dir_.filePath("luanti");
    QVERIFY(QDir().mkpath(world + "/worldmods"));
    QVERIFY(QProcess::execute("cp", {"-r", path("luanti/fieldwright"), world + "/worldmods/"}) == 0);
    QVERIFY(QProcess::execute("cp", {"-r", script("luanti_look"), world + "/worldmods/look"}) == 0);
    write_file(world + "/world.mt", "gameid = devtest\nbackend = dummy\n");
    const Outcome ran = call(program_path, {"--world", world, "--gameid", "devtest", "--port", "30987",
                                            "--config", "/dev/null", "--logfile", ""});
    QVERIFY2(ran.out.contains("look ok ") || ran.err.contains("look ok "), ran.out + ran.err);
  }

  void postgresLoadsTwiceAndChangesNothingTheSecondTime() {
    NEEDS("psql");
    const QStringList bins = QDir("/usr/lib/postgresql").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    if (bins.isEmpty()) SKIP_CLIENT("postgresql is not installed");
    const Outcome ran = call("/bin/sh", {script("check_postgis.sh"),
                                         "/usr/lib/postgresql/" + bins.last() + "/bin", path("postgis")});
    if (ran.code == 77) SKIP_CLIENT(ran.out + ran.err);
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QVERIFY2(ran.out.contains("points " + QByteArray::number(uids_.size())), ran.out);
  }

  void postgresLoadsTheSpawnTablesWithoutAWord() {
    NEEDS("psql");
    const QStringList bins = QDir("/usr/lib/postgresql").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    if (bins.isEmpty()) SKIP_CLIENT("postgresql is not installed");
    const Outcome ran =
        call("/bin/sh", {script("check_server.sh"), "/usr/lib/postgresql/" + bins.last() + "/bin",
                         path("server"), dir_.filePath("loaded")});
    if (ran.code == 77) SKIP_CLIENT(ran.out + ran.err);
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QVERIFY2(ran.out.contains("points "), ran.out);
    // What PostgreSQL has runs as what SQLite has.
    Tables tables;
    for (const QString& name : QDir(dir_.filePath("loaded")).entryList({"*.columns"}, QDir::Files)) {
      const QString table = name.section('.', 0, 0), file = dir_.filePath("loaded/" + table);
      tables[table].columns = QString::fromUtf8(contents(file + ".columns")).trimmed().split(", ");
      for (const QString& row : QString::fromUtf8(contents(file)).split('\n', Qt::SkipEmptyParts))
        tables[table].rows << row.split('\t');
    }
    write_sqlite(tables, dir_.filePath("loaded.sqlite"));
    const QStringList options{"--hours", "1", "--events"};
    const Outcome own = run_program(FIELDWRIGHT_SPAWN_EXECUTOR, QStringList{path("server/spawn.sqlite")} +
                                                                    options + QStringList{path("a.csv")});
    const Outcome loaded =
        run_program(FIELDWRIGHT_SPAWN_EXECUTOR,
                    QStringList{dir_.filePath("loaded.sqlite")} + options + QStringList{path("b.csv")});
    QVERIFY2(own.code == 0, own.err);
    QCOMPARE(loaded.out, own.out);
    QVERIFY(contents(path("a.csv")) == contents(path("b.csv")));
  }
};

/// The tests over three worlds.
static int run_over_worlds(int argc, char** argv) {
  QCoreApplication app(argc, argv);
  const std::vector<World> worlds{
      {kOdd, {FIELDWRIGHT_SOURCE_DIR "/tests/engine/odd/odd.json", "--resolution", "96"}},
      {"WindswardLike", {"WindswardLike", "--seed", "42"}},
      {"ShatteredMountainLike", {"ShatteredMountainLike", "--seed", "7"}}};
  int failures = 0;
  for (const World& world : worlds) {
    TestEngineClients test(world);
    qInfo("%s", qPrintable(world.name));
    failures += QTest::qExec(&test, argc, argv);
  }
  return failures;
}

FW_TEST_RUN_BY(TestEngineClients, run_over_worlds)

#include "test_engine_clients.moc"
