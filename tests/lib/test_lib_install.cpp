// From an installed tree alone: CMake's package, pkg-config, the C and the C++ example, and the lockstep
// example.

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/lib/programs.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

#define VERIFY_RUNS(outcome)                      \
  do {                                            \
    const Outcome got = (outcome);                \
    QVERIFY2(got.code == 0, got.out.constData()); \
  } while (false)

}  // namespace

class LibInstallTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString prefix_ = folder_.filePath("installed");
  QString static_prefix_ = folder_.filePath("installed-static");  ///< the static parts alone

  QString example(const QString& name, const QStringList& options = {}) {
    return example_with(prefix_, name, options);
  }
  /// Builds examples/NAME against an installed tree; where its programs are.
  QString example_with(const QString& prefix, const QString& name, const QStringList& options = {}) {
    const QString build = folder_.filePath("build-" + name + "-" + QFileInfo(prefix).fileName());
    const Outcome configured =
        run_merged("cmake", QStringList{"-S", FIELDWRIGHT_SOURCE_DIR "/examples/" + name, "-B", build,
                                        "-DCMAKE_PREFIX_PATH=" + prefix, "-DCMAKE_BUILD_TYPE=Release",
                                        "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror"} +
                                options);
    if (configured.code != 0) qWarning("%s", configured.out.constData());
    const Outcome built = run_merged("cmake", {"--build", build});
    if (built.code != 0) qWarning("%s", built.out.constData());
    return build + "/";
  }

 private slots:
  void initTestCase() {
#ifdef __SANITIZE_ADDRESS__
    QSKIP("programs of others know nothing of this library's sanitizers");
#endif
    for (const QString component : {"library", "development"})
      VERIFY_RUNS(run_merged(
          "cmake", {"--install", FIELDWRIGHT_BINARY_DIR, "--component", component, "--prefix", prefix_}));
    VERIFY_RUNS(run_merged(
        "cmake", {"--install", FIELDWRIGHT_BINARY_DIR, "--component", "static", "--prefix", static_prefix_}));
  }

  void theExampleBuildsAndBothLanguagesAgree() {
    const QString build = example("cmake");
    const Outcome c = run_merged(build + "crowd_c", {}), cpp = run_merged(build + "crowd_cpp", {});
    VERIFY_RUNS(c);
    VERIFY_RUNS(cpp);
    QCOMPARE(c.out, cpp.out);
    // The frozen digest: 2,000 agents after ten seconds, the same on every machine.
    QFile golden(FIELDWRIGHT_SOURCE_DIR "/tests/lib/golden/crowd-42-600.txt");
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QCOMPARE(c.out, golden.readAll());
  }

  // The same two programs with the parts inside: they need no file of Fieldwright's.
  void theStaticPartsLinkIntoAProgram() {
    const QString build = example_with(static_prefix_, "cmake");
    QFile golden(FIELDWRIGHT_SOURCE_DIR "/tests/lib/golden/crowd-42-600.txt");
    QVERIFY(golden.open(QIODevice::ReadOnly));
    const QByteArray expected = golden.readAll();
    for (const QString program : {"crowd_c", "crowd_cpp"}) {
      const Outcome out = run_merged(build + program, {});
      VERIFY_RUNS(out);
      QCOMPARE(out.out, expected);
      QVERIFY(!run_merged("ldd", {build + program}).out.contains("libfieldwright"));
    }
  }

  // A part has what it needs and no more: a crowd takes no world with it.
  void aStaticPartLeavesOutTheOthers() {
    const QString source = folder_.filePath("parts.c"), program = folder_.filePath("parts");
    QFile file(source);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "#include <fieldwright.h>\n#include <stdio.h>\n"
        "int main(void) { fw_params* p = 0; fw_context* c = 0; fw_error e;\n"
        "  if (fw_open(FW_ABI, 0, &c, &e) != FW_OK || fw_params_open(c, \"crowd\", 0, &p, &e) != FW_OK)\n"
        "    return puts(e.message), 1;\n"
        "  fw_params_close(p); fw_close(c); return 0; }\n");
    file.close();
    QDirIterator pc(static_prefix_, {"fieldwright.pc"}, QDir::Files, QDirIterator::Subdirectories);
    QVERIFY(pc.hasNext());
    const QString places = QFileInfo(pc.next()).path();
    VERIFY_RUNS(run_merged("env", {"PKG_CONFIG_PATH=" + places, "sh", "-c",
                                   "eval cc -std=c99 -Wall -Wextra -Werror " + source +
                                       " $(pkg-config --static --cflags --libs fieldwright) -o " + program}));
    VERIFY_RUNS(run_merged(program, {}));
    const QByteArray symbols = run_merged("nm", {"-C", program}).out;
    QVERIFY(symbols.contains("fw_params_open") && !symbols.contains("fw_world_generate"));
    QVERIFY(QFileInfo(program).size() <
            QFileInfo(FIELDWRIGHT_BINARY_DIR "/lib/libfieldwright_world.a").size() / 2);
  }

  void threeMachinesStayInLockstep() {
    const QString program = example("lockstep") + "lockstep";
    const Outcome calm = run_merged(program, {"--ticks", "3000"}),
                  late = run_merged(program, {"--ticks", "3000", "--late", "1500"});
    VERIFY_RUNS(calm);
    VERIFY_RUNS(late);
    QVERIFY2(calm.out.contains("2 clients: no difference"), calm.out.constData());
    QVERIFY2(late.out.contains("3 clients: no difference"), late.out.constData());
    QCOMPARE(late.out.right(33), calm.out.right(33));  // the digest
    // One bit of one heading on one machine: tick and agent are named.
    const Outcome flipped = run_merged(program, {"--ticks", "3000", "--flip", "1800"});
    QCOMPARE(flipped.code, 6);
    static const QRegularExpression kFlipped("flipped a bit of agent (\\d+) at tick 1800");
    const QByteArray agent = kFlipped.match(QString::fromUtf8(flipped.out)).captured(1).toUtf8();
    QVERIFY2(flipped.out.contains("tick 1800: client 1 differs in agent " + agent + "\n"),
             flipped.out.constData());
  }

  void aWindowOfAHundredThousandAgents() {
    if (run_merged("pkg-config", {"--exists", "sdl2"}).code != 0) QSKIP("missing: libsdl2-dev");
    const QString program = example("sdl") + "crowd_window";
    const Outcome shown = run_merged("env", {"SDL_VIDEODRIVER=dummy", program, "200"});
    VERIFY_RUNS(shown);
    static const QRegularExpression kSaid(
        "200 frames, (\\d+) in the middle, (\\d+) living, (\\d+) pixels lit: ([0-9a-f]{32})");
    const auto said = kSaid.match(QString::fromUtf8(shown.out));
    QVERIFY2(said.hasMatch(), shown.out.constData());
    QVERIFY(said.captured(1).toInt() > 10000 && said.captured(1).toInt() < 40000);
    QVERIFY(said.captured(3).toInt() > 50000);
    const Outcome again = run_merged("env", {"SDL_VIDEODRIVER=dummy", program, "200"});
    QCOMPARE(again.out, shown.out);
  }

  void aWindowOfTwentyThousandBodies() {
    if (run_merged("pkg-config", {"--exists", "sdl2"}).code != 0) QSKIP("missing: libsdl2-dev");
    const QString program = example("sdl") + "bodies_window";
    const QByteArray shown = run_merged("env", {"SDL_VIDEODRIVER=dummy", program, "60"}).out;
    static const QRegularExpression kSaid("60 steps, 800 angry: ([0-9a-f]{32})");
    const auto said = kSaid.match(QString::fromUtf8(shown));
    QVERIFY2(said.hasMatch(), shown.constData());
    const QByteArray again = run_merged("env", {"SDL_VIDEODRIVER=dummy", program, "60"}).out;
    QVERIFY2(again.contains(said.captured(1).toUtf8()), again.constData());
  }

  // Godot 3's headers are in a source package of Debian's: examples/godot/headers.sh fetches them.
  void godotStepsTheSameCrowd() {
    const QString headers = FIELDWRIGHT_SOURCE_DIR "/build/godot-headers";
    if (QStandardPaths::findExecutable("godot3-server").isEmpty()) QSKIP("missing: godot3-server");
    if (!QFile::exists(headers + "/gdnative_api_struct.gen.h"))
      QSKIP("missing: examples/godot/headers.sh build/godot-headers fetches Godot's headers");
    const QString build = example("godot", {"-DGODOT_HEADERS=" + headers});
    const Outcome game = run_merged(
        "env", {"HOME=" + folder_.path(), "godot3-server", "--path", build + "fieldwright_crowd/game", "--ticks=600"});
    QFile golden(FIELDWRIGHT_SOURCE_DIR "/tests/lib/golden/crowd-42-600.txt");
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QVERIFY2(game.code == 0 && game.out.contains(golden.readAll()), game.out.constData());
  }

  void whatDesktopsAreToldIsValid() {
    const QString appstream = "/usr/bin/appstreamcli", desktop = "/usr/bin/desktop-file-validate";
    for (const QString& tool : {appstream, desktop})
      if (!QFile::exists(tool)) QSKIP(qPrintable("missing: " + tool));
    VERIFY_RUNS(run_merged(
        appstream,
        {"validate", "--no-net", FIELDWRIGHT_SOURCE_DIR "/resources/org.fieldwright.Designer.metainfo.xml"}));
    const Outcome checked =
        run_merged(desktop, {FIELDWRIGHT_SOURCE_DIR "/resources/fieldwright-designer.desktop"});
    QVERIFY2(checked.code == 0 && checked.out.isEmpty(), checked.out.constData());
  }

  // The header's numbers are the product's; what packages state by themselves follows them.
  void packagesStateTheVersionOfTheHeader() {
    const std::pair<const char*, QByteArray> places[] = {
        {"/debian/changelog", "fieldwright (" FIELDWRIGHT_VERSION ")"},
        {"/resources/org.fieldwright.Designer.metainfo.xml", "<release version=\"" FIELDWRIGHT_VERSION "\""}};
    for (const auto& [path, words] : places) {
      QFile file(QString(FIELDWRIGHT_SOURCE_DIR) + path);
      QVERIFY2(file.open(QIODevice::ReadOnly) && file.readAll().contains(words), path);
    }
  }

  // Within an interface functions are added, none is taken away: packages of others depend on it.
  void theDebianSymbolsAreTheLibrarys() {
    QFile listed(FIELDWRIGHT_SOURCE_DIR "/debian/libfieldwright0.symbols");
    QVERIFY(listed.open(QIODevice::ReadOnly));
    QStringList expected, found;
    for (const QByteArray& line : listed.readAll().split('\n'))
      if (line.startsWith(" fw_")) expected << line.mid(1, line.indexOf('@') - 1);
    for (const QByteArray& line :
         run_merged("nm", {"-D", "--defined-only", FIELDWRIGHT_BINARY_DIR "/lib/libfieldwright.so"})
             .out.split('\n'))
      if (line.contains(" T fw_"))
        found << line.mid(line.indexOf("fw_"), line.indexOf('@') - line.indexOf("fw_"));
    expected.sort(), found.sort();
    QCOMPARE(found, expected);
  }

  // Functions are added to an interface, nothing of it is changed. The header's functions with empty bodies
  // tell the compiler's view of every type; the accepted one is a file. After an addition: run this test once
  // with FIELDWRIGHT_ACCEPT=1 in the environment, and commit the file.
  void theInterfaceOnlyGrows() {
    if (QStandardPaths::findExecutable("abidiff").isEmpty()) QSKIP("missing: abigail-tools");
    QFile header(FIELDWRIGHT_SOURCE_DIR "/app/lib/fieldwright.h"), source(folder_.filePath("bodies.c"));
    QVERIFY(header.open(QIODevice::ReadOnly) && source.open(QIODevice::WriteOnly));
    QString text = QString::fromUtf8(header.readAll());
    static const QRegularExpression kComment("/\\*.*?\\*/", QRegularExpression::DotMatchesEverythingOption),
        kFunction("^FW_API ([^;]*);", QRegularExpression::MultilineOption);
    text.remove(kComment).replace(kFunction,
                                  "__attribute__((visibility(\"default\"))) \\1 { __builtin_trap(); }");
    source.write(text.toUtf8());
    source.close();
    const QString library = folder_.filePath("libfieldwright.so.0"),
                  accepted = FIELDWRIGHT_SOURCE_DIR "/tests/lib/abi/libfieldwright.abi";
    VERIFY_RUNS(run_merged("gcc", {"-std=c2x", "-w", "-g", "-shared", "-fPIC", "-fvisibility=hidden",
                                   "-Wl,-soname,libfieldwright.so.0", source.fileName(), "-o", library}));
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_ACCEPT"))
      VERIFY_RUNS(run_merged("abidw", {"--no-corpus-path", "--no-comp-dir-path", "--no-show-locs",
                                       "--out-file", accepted, library}));
    const Outcome compared = run_merged("abidiff", {"--no-added-syms", accepted, library});
    QVERIFY2(compared.code == 0, compared.out.constData());
    // It sees what it is asked about: a member taken away from a struct.
    text.replace("double area_m2, centre_x_m, centre_y_m, tier;", "double area_m2, centre_x_m, centre_y_m;");
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write(text.toUtf8());
    source.close();
    VERIFY_RUNS(run_merged("gcc", {"-std=c2x", "-w", "-g", "-shared", "-fPIC", "-fvisibility=hidden",
                                   "-Wl,-soname,libfieldwright.so.0", source.fileName(), "-o", library}));
    QVERIFY(run_merged("abidiff", {"--no-added-syms", accepted, library}).code != 0);
  }

  void oneLineOfCcIsEnoughWithPkgConfig() {
    // The folder may stand anywhere: the file names its places from its own.
    const QString moved = folder_.filePath("moved elsewhere");
    VERIFY_RUNS(run_merged("cp", {"-a", prefix_, moved}));
    QStringList pc;
    QDirIterator files(moved, {"fieldwright.pc"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) pc << files.next();
    QVERIFY2(pc.size() == 1, qPrintable(pc.join(' ')));
    const QString places = QFileInfo(pc[0]).path(), libraries = QFileInfo(places).path();
    const Outcome version =
        run_merged("env", {"PKG_CONFIG_PATH=" + places, "pkg-config", "--modversion", "fieldwright"});
    QCOMPARE(version.out, QByteArray(FIELDWRIGHT_VERSION "\n"));
    VERIFY_RUNS(
        run_merged("env",
                   {"PKG_CONFIG_PATH=" + places, "sh", "-c",
                    "eval cc -std=c99 -Wall -Wextra -Werror " FIELDWRIGHT_SOURCE_DIR
                    "/examples/pkgconfig/fronts.c $(pkg-config --cflags --libs fieldwright) -o fronts"},
                   folder_.path()));
    const Outcome fronts = run_merged("env", {"LD_LIBRARY_PATH=" + libraries, folder_.filePath("fronts")});
    VERIFY_RUNS(fronts);
    QCOMPARE(fronts.out.count('\n'), 2 * 25);
    QVERIFY(fronts.out.count('#') > 50 && fronts.out.count(' ') > 500);
  }
};

FW_TEST(LibInstallTest)
#include "test_lib_install.moc"
