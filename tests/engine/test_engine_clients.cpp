// Exports opened by the programs that they are made for. A program that is not installed is named as skipped.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
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

#define NEEDS(program)                                                                              \
  const QString program_path = QStandardPaths::findExecutable(program, {"/usr/bin", "/usr/games"}); \
  if (program_path.isEmpty()) QSKIP(program " is not installed")

class TestEngineClients : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  QSet<QString> uids_;

  QString path(const QString& name) const { return dir_.filePath("out/" + name); }

 private slots:
  void initTestCase() {
    const Outcome made = run({"export", "Tiny", "--seed", "3", "--resolution", "64", "--target", "all", "-o",
                              dir_.filePath("out"), "--set", "export.godot_version=3"});
    QVERIFY2(made.code == 0, made.err);
    for (const QJsonValue& row : QJsonDocument::fromJson(bytesOf(path("unreal/points.json"))).array())
      uids_ << row["Name"].toString();
    QVERIFY(uids_.size() > 100);
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
    QSet<QString> found;
    int tiles = 0;
    for (const QJsonValue& layer : map["layers"].toArray()) {
      for (const QJsonValue& object : layer["objects"].toArray())
        if (object["point"].toBool()) found << object["name"].toString();
      tiles += static_cast<int>(layer["data"].toArray().size());
    }
    QVERIFY(found == uids_);
    QCOMPARE(tiles % (64 * 64), 0);
    QVERIFY(tiles >= 4 * 64 * 64);
  }

  void godotImportsTheFolderWithoutErrors() {
    NEEDS("godot3-server");
    const QString project = dir_.filePath("project");
    QVERIFY(QDir().mkpath(project));
    QVERIFY(QProcess::execute("cp", {"-r", path("godot"), project + "/fieldwright"}) == 0);
    QFile settings(project + "/project.godot");
    QVERIFY(settings.open(QIODevice::WriteOnly));
    settings.write("config_version=4\n[application]\nconfig/name=\"fieldwright\"\n");
    settings.close();
    QFile script(project + "/look.gd");
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(R"(extends SceneTree
func count(node):
	var n = 1 if node is Position3D else 0
	for child in node.get_children():
		n += count(child)
	return n
func _init():
	var scenes = ["resource", "wildlife", "enemy", "landmark"]
	var n = 0
	for name in scenes:
		var path = "res://fieldwright/points_" + name + ".tscn"
		if ResourceLoader.exists(path):
			n += count(load(path).instance())
	print("points ", n)
	var shape = load("res://fieldwright/collision_x0_y0.tres")
	print("shape ", shape.map_width, " ", shape.map_data.size())
	quit()
)");
    script.close();
    const Outcome ran = call(program_path, {"--path", project, "-s", "look.gd"});
    // Whatever it says of the locale: nothing of our files may fail.
    QVERIFY2(!ran.err.contains("res://") && !ran.err.contains("Parse Error"), ran.err);
    QVERIFY2(ran.out.contains("points " + QByteArray::number(uids_.size())), ran.out + ran.err);
    QVERIFY2(ran.out.contains("shape 129 16641"), ran.out);
  }
};

QTEST_GUILESS_MAIN(TestEngineClients)
#include "test_engine_clients.moc"
