// What the examples give to engines that Debian does not have, compiled and played against stand-ins: the
// plug-in for Godot 4 and the component for Unreal. Godot 3, which Debian has, runs its plug-in in
// test_lib_install.

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/lib/programs.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

const QString kTree = FIELDWRIGHT_SOURCE_DIR;
const QStringList kCompiled{"-Wall", "-Wextra", "-Werror", "-I" + kTree + "/app/lib"};

}  // namespace

class LibEnginesTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  const QByteArray expected_ = contents(kTree + "/tests/lib/golden/crowd-42-600.txt");

  static Outcome beside_the_library(const QString& program, const QStringList& arguments = {}) {
    return run_merged("env",
                      QStringList{"LD_LIBRARY_PATH=" + QFileInfo(LIBRARY).path(), program} + arguments);
  }

 private slots:
  void initTestCase() {
#ifdef __SANITIZE_ADDRESS__
    QSKIP("programs of others know nothing of this library's sanitizers");
#endif
  }

  void godot4sPluginPlaysTheGoldenCrowd() {
    const QString godot = kTree + "/examples/godot", stand_in = kTree + "/tests/lib/godot4";
    const QString plugin = folder_.filePath("plugin.so"), host = folder_.filePath("host");
    const QStringList c = kCompiled + QStringList{"-std=c99", "-D_GNU_SOURCE", "-I" + stand_in};
    const Outcome built =
        run_merged("gcc", c + QStringList{"-shared", "-fPIC", godot + "/crowd_state.c",
                                          godot + "/godot4/fieldwright_extension.c", LIBRARY, "-o", plugin});
    QVERIFY2(built.code == 0, built.out.constData());
    const Outcome hosted = run_merged(
        "gcc", c + QStringList{"-fsanitize=address,undefined", stand_in + "/host.c", "-ldl", "-o", host});
    QVERIFY2(hosted.code == 0, hosted.out.constData());
    const Outcome played = beside_the_library(host, {plugin});
    QVERIFY2(played.code == 0, played.out.constData());
    QCOMPARE(played.out, expected_);
    // Godot finds what its files name.
    const QByteArray names = contents(godot + "/godot4/game/fieldwright.gdextension");
    QVERIFY(names.contains("entry_symbol = \"fieldwright_init\"") && names.contains("windows.x86_64"));
    QVERIFY(contents(godot + "/game/crowd.gdnlib").contains("Windows.64=\"res://fieldwright_crowd.dll\""));
  }

  void unrealsComponentPlaysTheGoldenCrowd() {
    const QString unreal = kTree + "/examples/unreal/Fieldwright", stand_in = kTree + "/tests/lib/unreal";
    const QString program = folder_.filePath("play");
    const Outcome built = run_merged(
        "g++", kCompiled + QStringList{"-std=c++17", "-fno-exceptions", "-fno-rtti", "-I" + stand_in,
                                       "-I" + unreal, stand_in + "/play.cpp",
                                       unreal + "/FieldwrightCrowdComponent.cpp", LIBRARY, "-o", program});
    QVERIFY2(built.code == 0, built.out.constData());
    const Outcome played = beside_the_library(program);
    QVERIFY2(played.code == 0, played.out.constData());
    QCOMPARE(played.out, expected_);
  }

  void unrealsRulesNameTheLibrarysFiles() {
    if (QStandardPaths::findExecutable("mcs").isEmpty()) QSKIP("missing: mono-mcs, mono-runtime");
    const QString program = folder_.filePath("Rules.exe");
    const Outcome built = run_merged("mcs", {"-warn:4", "-warnaserror", "-out:" + program,
                                             kTree + "/examples/unreal/Fieldwright/Fieldwright.Build.cs",
                                             kTree + "/tests/lib/unreal/UnrealBuildTool.cs"});
    QVERIFY2(built.code == 0, built.out.constData());
    const QByteArray named = run_merged("mono", {program}).out;
    QCOMPARE(named, QByteArray("module/ThirdParty/include\nmodule/ThirdParty/Win64/fieldwright.lib\n"
                               "module/ThirdParty/Win64/fieldwright.dll\nmodule/ThirdParty/include\n"
                               "module/ThirdParty/Linux/libfieldwright.so\n"
                               "module/ThirdParty/Linux/libfieldwright.so.0\n"));
  }
};

FW_TEST(LibEnginesTest)
#include "test_lib_engines.moc"
