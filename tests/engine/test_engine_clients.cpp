// Exports opened by the programs that they are made for: of odd/odd.json, which is not square, has words of
// its own, islets, rivers, a drawing of its own and texts that have to be quoted everywhere. A program that
// is not installed is named as skipped.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/command_run.h"

namespace {

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

/// What a program says and how it ends; -2: it took too long.
Outcome call(const QString& program, const QStringList& arguments, const QString& folder = {},
             int most_ms = 120000) {
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

}  // namespace

/// A module of npm that a script of tests/engine/clients loads; FIELDWRIGHT_NODE_MODULES says where they lie.
#define NEEDS_MODULE(name)                                                         \
  if (!QFile::exists(qEnvironmentVariable("FIELDWRIGHT_NODE_MODULES") + "/" name)) \
  QSKIP("the npm module " name " is not in FIELDWRIGHT_NODE_MODULES")

#define NEEDS(program)                                                                              \
  const QString program_path = QStandardPaths::findExecutable(program, {"/usr/bin", "/usr/games"}); \
  if (program_path.isEmpty()) QSKIP(program " is not installed")

class TestEngineClients : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  QSet<QString> uids_;
  QMap<QString, QSet<QString>> shapes_;  ///< uids by kind: point, line, area

  QString script(const char* name) const {
    return QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/tests/engine/clients/") + name;
  }
  QString path(const QString& name) const { return dir_.filePath("out/" + name); }
  QJsonDocument jsonAt(const QString& name) const { return QJsonDocument::fromJson(bytesOf(path(name))); }

 private slots:
  void initTestCase() {
    qputenv("QT_QPA_PLATFORM", "offscreen");  // Tiled draws nothing here
    const Outcome made =
        run({"export", FIELDWRIGHT_SOURCE_DIR "/tests/engine/odd/odd.json", "--resolution", "96", "--target",
             "all", "--set", "export.godot_version=3", "-o", dir_.filePath("out")});
    QVERIFY2(made.code == 0, made.err);
    for (const QJsonValue& row : jsonAt("unreal/points.json").array()) uids_ << row["Name"].toString();
    QVERIFY(uids_.size() > 100);
    for (const QJsonValue& row : jsonAt("unreal/splines.json").array())
      shapes_[row["Kind"].toString()] << row["Name"].toString();
    QVERIFY(shapes_["line"].size() > 100 && shapes_["point"].size() > 3 && shapes_["area"].size() > 5);
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
    const QJsonObject map = QJsonDocument::fromJson(bytesOf(dir_.filePath("map.json"))).object();
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
    QVERIFY(colours.size() > 8 && !colours.contains(QString()));
    QVERIFY(found == uids_ + shapes_["point"]);
    QVERIFY(lines == shapes_["line"]);
    QVERIFY(areas.contains(shapes_["area"]));
    const int cells = map["width"].toInt() * map["height"].toInt();
    QVERIFY(map["height"].toInt() < map["width"].toInt() / 2);
    QCOMPARE(tiles % cells, 0);
    QVERIFY(tiles >= 4 * cells);
  }

  void godotImportsTheFolderWithoutErrors() {
    NEEDS("godot3-server");
    const QString project = dir_.filePath("project");
    QVERIFY(QDir().mkpath(project));
    QVERIFY(QProcess::execute("cp", {"-r", path("godot"), project + "/fieldwright"}) == 0);
    writeFile(project + "/project.godot", "config_version=4\n[application]\nconfig/name=\"fieldwright\"\n");
    // The studio's own scene for a class.
    writeFile(project + "/a \"quoted\".tscn",
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
    QVERIFY2(ran.out.contains("ground ok"), ran.out);
  }

  void theValidatorAndThreeJsTakeTheGlb() {
    NEEDS("node");
    NEEDS_MODULE("gltf-validator");
    NEEDS_MODULE("three");
    const Outcome ran = call(program_path, {script("check_gltf.mjs"), path("gltf/world.glb")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    const auto lines = shapes_["line"].size() + shapes_["area"].size();
    QCOMPARE(QByteArray(ran.out.trimmed()),
             "ok " + QByteArray::number(uids_.size()) + " " + QByteArray::number(lines));
  }

  void blenderTakesTheGlb() {
    NEEDS("blender");
    const Outcome ran = call(program_path, {"-b", "--factory-startup", "--python-exit-code", "1", "--python",
                                            script("check_blender.py"), "--", path("gltf/world.glb")});
    QVERIFY2(ran.code == 0 && ran.out.contains("ok " + QByteArray::number(uids_.size())), ran.out + ran.err);
  }

  void chromiumShowsThePageFromItsFolder() {
    NEEDS("chromium");
    NEEDS_MODULE("puppeteer-core");
    const Outcome ran = call("node", {script("check_web.mjs"), path("web")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QCOMPARE(QByteArray(ran.out.trimmed()), "ok " + QByteArray::number(uids_.size()) + " 8");
  }

  void chromiumShowsAPageOfManyPoints() {
    NEEDS("chromium");
    NEEDS_MODULE("puppeteer-core");
    const Outcome made =
        run({"export", "Tiny", "--seed", "3", "--resolution", "512", "--target", "web", "--set",
             "resources[0].quota=20500", "--set", "resources[0].spacing_m=5", "-o", dir_.filePath("many")});
    QVERIFY2(made.code == 0, made.err);
    const Outcome ran = call("node", {script("check_web.mjs"), dir_.filePath("many/web")});
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QVERIFY2(ran.out.startsWith("ok 2"), ran.out);
  }

  void luantiBuildsTheGroundAndSetsTheThings() {
    NEEDS("minetestserver");
    const QString world = dir_.filePath("luanti");
    QVERIFY(QDir().mkpath(world + "/worldmods"));
    QVERIFY(QProcess::execute("cp", {"-r", path("luanti/fieldwright"), world + "/worldmods/"}) == 0);
    QVERIFY(QProcess::execute("cp", {"-r", script("luanti_look"), world + "/worldmods/look"}) == 0);
    writeFile(world + "/world.mt", "gameid = devtest\nbackend = dummy\n");
    const Outcome ran = call(program_path, {"--world", world, "--gameid", "devtest", "--port", "30987",
                                            "--config", "/dev/null", "--logfile", ""});
    QVERIFY2(ran.out.contains("look ok ") || ran.err.contains("look ok "), ran.out + ran.err);
  }

  void postgresLoadsTwiceAndChangesNothingTheSecondTime() {
    NEEDS("psql");
    const QStringList bins = QDir("/usr/lib/postgresql").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    if (bins.isEmpty()) QSKIP("postgresql is not installed");
    const Outcome ran = call("/bin/sh", {script("check_postgis.sh"),
                                         "/usr/lib/postgresql/" + bins.last() + "/bin", path("postgis")});
    if (ran.code == 77) QSKIP(ran.out + ran.err);
    QVERIFY2(ran.code == 0, ran.out + ran.err);
    QVERIFY2(ran.out.contains("points " + QByteArray::number(uids_.size())), ran.out);
  }
};

QTEST_GUILESS_MAIN(TestEngineClients)
#include "test_engine_clients.moc"
