// The C# binding: it is the header's, has the C compiler's layouts, and plays the golden crowd in mono. The
// component for Unity plays against a stand-in of Unity.

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

const QString kSources = FIELDWRIGHT_SOURCE_DIR;

}  // namespace

class LibCsharpTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  /// What csharp.py makes of the header.
  QByteArray made(const QString& what) {
    const Outcome out = run_merged(
        "python3", {kSources + "/app/lib/bindings/csharp.py", kSources + "/app/lib/fieldwright.h", what});
    if (out.code != 0) qWarning("%s", out.out.constData());
    return out.out;
  }
  /// Compiles C# with all warnings as errors, for the language that Unity and mono both know.
  Outcome compiled(const QString& program, const QStringList& sources) {
    return run_merged(
        "mcs",
        QStringList{"-unsafe", "-langversion:7.2", "-warn:4", "-warnaserror", "-out:" + program} + sources);
  }
  Outcome in_mono(const QString& program, const QString& what,
                  const QString& libraries = QFileInfo(LIBRARY).path()) {
    return run_merged("env", {"LD_LIBRARY_PATH=" + libraries, "mono", program, what});
  }

 private slots:
  void initTestCase() {
#ifdef __SANITIZE_ADDRESS__
    QSKIP("programs of others know nothing of this library's sanitizers");
#endif
  }

  // After a change of the header: csharp.py app/lib/fieldwright.h > examples/unity/Fieldwright.cs, or this
  // test once with FIELDWRIGHT_ACCEPT=1 in the environment.
  void theBindingIsMadeOfTheHeader() {
    const QString file = kSources + "/examples/unity/Fieldwright.cs";
    const QByteArray binding = made("binding");
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_ACCEPT")) write_file(file, binding);
    QVERIFY2(contents(file) == binding,
             "examples/unity/Fieldwright.cs is not what csharp.py makes of fieldwright.h");
    const QByteArray header = contents(kSources + "/app/lib/fieldwright.h");
    QCOMPARE(binding.count("[DllImport("), header.count("\nFW_API "));
    QCOMPARE(binding.count(" struct fw_"), header.count("typedef struct fw_"));
  }

  void everyStructHasTheCompilersLayout() {
    if (QStandardPaths::findExecutable("mcs").isEmpty()) QSKIP("missing: mono-mcs, mono-runtime");
    write_file(folder_.filePath("layout.c"), made("layout.c"));
    write_file(folder_.filePath("Layout.cs"), made("layout.cs"));
    const Outcome c =
        run_merged("gcc", {"-std=c99", "-Wall", "-Wextra", "-Werror", "-I" + kSources + "/app/lib",
                           folder_.filePath("layout.c"), LIBRARY, "-o", folder_.filePath("layout")});
    QVERIFY2(c.code == 0, c.out.constData());
    const Outcome cs = compiled(folder_.filePath("Binding.exe"),
                                {kSources + "/tests/lib/csharp/Binding.cs", folder_.filePath("Layout.cs"),
                                 kSources + "/examples/unity/Fieldwright.cs"});
    QVERIFY2(cs.code == 0, cs.out.constData());
    const Outcome expected =
        run_merged("env", {"LD_LIBRARY_PATH=" + QFileInfo(LIBRARY).path(), folder_.filePath("layout")});
    QVERIFY2(expected.code == 0 && expected.out.count('\n') > 200, expected.out.constData());
    const Outcome found = in_mono(folder_.filePath("Binding.exe"), "layout");
    QVERIFY2(found.code == 0 && found.out == expected.out, found.out.constData());
  }

  void theGoldenCrowdPlaysInMono() {
    if (!QFile::exists(folder_.filePath("Binding.exe"))) QSKIP("missing: mono-mcs, mono-runtime");
    const Outcome crowd = in_mono(folder_.filePath("Binding.exe"), "crowd");
    QCOMPARE(crowd.out, contents(kSources + "/tests/lib/golden/crowd-42-600.txt"));
  }

  void theLibraryCallsManagedMethods() {
    if (!QFile::exists(folder_.filePath("Binding.exe"))) QSKIP("missing: mono-mcs, mono-runtime");
    const Outcome called = in_mono(folder_.filePath("Binding.exe"), "callbacks");
    QVERIFY2(called.code == 0, called.out.constData());
  }

  void theUnityComponentPlaysOverStandIns() {
    if (!QFile::exists(folder_.filePath("Binding.exe"))) QSKIP("missing: mono-mcs, mono-runtime");
    const QString player = folder_.filePath("Player.exe");
    const Outcome cs = compiled(player, {kSources + "/tests/lib/csharp/UnityStandIn.cs",
                                         kSources + "/examples/unity/FieldwrightCrowd.cs",
                                         kSources + "/examples/unity/Fieldwright.cs"});
    QVERIFY2(cs.code == 0, cs.out.constData());
    const Outcome torus = in_mono(player, "torus");
    QVERIFY2(torus.code == 0, torus.out.constData());
    QCOMPARE(torus.out, in_mono(folder_.filePath("Binding.exe"), "crowd-float").out);
    for (const QString scene : {"land", "refused"}) {
      const Outcome played = in_mono(player, scene);
      QVERIFY2(played.code == 0, played.out.constData());
    }
    // A folder without the library, then one with a library that has no function but fw_open and fw_close.
    QVERIFY(QDir(folder_.path()).mkdir("libraries"));
    const QString libraries = folder_.filePath("libraries");
    const Outcome without = in_mono(player, "no_library", libraries);
    QVERIFY2(without.code == 0, without.out.constData());
    write_file(folder_.filePath("half.c"), "int fw_open(void) { return 0; }\nvoid fw_close(void) {}\n");
    const Outcome half = run_merged(
        "gcc", {"-shared", "-fPIC", folder_.filePath("half.c"), "-o", libraries + "/libfieldwright.so"});
    QVERIFY2(half.code == 0, half.out.constData());
    const Outcome missing = in_mono(player, "half_library", libraries);
    QVERIFY2(missing.code == 0, missing.out.constData());
  }
};

FW_TEST(LibCsharpTest)
#include "test_lib_csharp.moc"
