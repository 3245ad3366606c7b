// From an installed tree alone: CMake's package, pkg-config, the C and the C++ example, and the lockstep example.

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Outcome {
  int code = -1;
  QByteArray said;
};

Outcome run(const QString& program, const QStringList& arguments, const QString& folder = {}) {
  QProcess process;
  process.setProcessChannelMode(QProcess::MergedChannels);
  if (!folder.isEmpty()) process.setWorkingDirectory(folder);
  process.start(program, arguments);
  if (!process.waitForFinished(240000)) return {-1, "did not end: " + program.toUtf8()};
  return {process.exitCode(), process.readAll()};
}

#define VERIFY_RUNS(outcome) QVERIFY2((outcome).code == 0, (outcome).said.constData())

}  // namespace

class LibInstallTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString prefix_ = folder_.filePath("installed");

 private slots:
  void initTestCase() {
    for (const QString component : {"library", "development"})
      VERIFY_RUNS(run("cmake", {"--install", FIELDWRIGHT_BINARY_DIR, "--component", component, "--prefix", prefix_}));
  }

  void theExampleBuildsAndBothLanguagesAgree() {
    const QString build = folder_.filePath("build");
    VERIFY_RUNS(run("cmake", {"-S", FIELDWRIGHT_SOURCE_DIR "/examples/cmake", "-B", build,
                              "-DCMAKE_PREFIX_PATH=" + prefix_}));
    VERIFY_RUNS(run("cmake", {"--build", build}));
    const Outcome c = run(build + "/crowd_c", {}), cpp = run(build + "/crowd_cpp", {});
    VERIFY_RUNS(c);
    VERIFY_RUNS(cpp);
    QCOMPARE(c.said, cpp.said);
    // The frozen digest: 2,000 agents after ten seconds, the same on every machine.
    QFile golden(FIELDWRIGHT_SOURCE_DIR "/tests/lib/golden/crowd-42-600.txt");
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QCOMPARE(c.said, golden.readAll());
  }

  void pkgConfigNamesTheLibrary() {
    const QString pc = QDir(prefix_).entryList({"lib*"}).value(0);
    QString found;
    for (const QString& place : {QString("lib/pkgconfig"), QString("lib/x86_64-linux-gnu/pkgconfig"), pc + "/pkgconfig"})
      if (QFile::exists(prefix_ + "/" + place + "/fieldwright.pc")) found = prefix_ + "/" + place + "/fieldwright.pc";
    QFile file(found);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("-lfieldwright") && text.contains("Version: 0.3.0"));
  }
};

QTEST_GUILESS_MAIN(LibInstallTest)
#include "test_lib_install.moc"
