// The Python package: its own tests, its types, and the tour's figures.

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Outcome {
  int code = -1;
  QByteArray said;
};

Outcome run(const QString& program, const QStringList& arguments, const QString& folder = {}) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("PYTHONPATH", FIELDWRIGHT_BINARY_DIR "/app/python");
  environment.insert("PYTHONDONTWRITEBYTECODE", "1");
  environment.insert("MPLBACKEND", "Agg");
  process.setProcessEnvironment(environment);
  process.setProcessChannelMode(QProcess::MergedChannels);
  if (!folder.isEmpty()) process.setWorkingDirectory(folder);
  process.start(program, arguments);
  if (!process.waitForFinished(240000)) return {-1, "did not end: " + program.toUtf8()};
  return {process.exitCode(), process.readAll()};
}

/// Whether Debian's Python has a module.
bool has(const char* module) {
  return run("/usr/bin/python3", {"-c", QString("import ") + module}).code == 0;
}

/// Distinct colours of a figure: a blank one has few.
qsizetype colours(const QImage& image) {
  QSet<QRgb> seen;
  for (int y = 0; y < image.height(); y += 3)
    for (int x = 0; x < image.width(); x += 3) seen.insert(image.pixel(x, y));
  return seen.size();
}

}  // namespace

class LibPythonTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    for (const char* module : {"cffi", "numpy"})
      if (!has(module)) QSKIP(qPrintable(QString("missing: Debian's python3-%1").arg(module)));
    if (!QFile::exists(FIELDWRIGHT_BINARY_DIR "/app/python/fieldwright/_fw.abi3.so"))
      QSKIP("missing: python3-dev and python3-cffi when this tree was configured");
  }

  void thePackagesOwnTestsPass() {
    const Outcome tests =
        run("/usr/bin/python3", {FIELDWRIGHT_SOURCE_DIR "/tests/lib/python/test_fieldwright.py",
                                 FIELDWRIGHT_SOURCE_DIR "/tests/lib/golden/crowd-42-600.txt"});
    QVERIFY2(tests.code == 0, tests.said.constData());
  }

  void itsTypesAreStrict() {
    const QString mypy = "/usr/bin/mypy";
    if (!QFile::exists(mypy)) QSKIP("missing: mypy");
    QTemporaryDir cache;
    const Outcome checked = run(mypy, {"--strict", "--python-executable", "/usr/bin/python3", "--cache-dir",
                                       cache.path(), FIELDWRIGHT_SOURCE_DIR "/app/python/fieldwright"});
    QVERIFY2(checked.code == 0, checked.said.constData());
  }

  void theTourDrawsFiveFigures() {
    if (!has("matplotlib")) QSKIP("missing: Debian's python3-matplotlib");
    QTemporaryDir folder;
    const Outcome tour = run("/usr/bin/python3",
                             {FIELDWRIGHT_SOURCE_DIR "/examples/python/tour.py", folder.path(), "--quick"});
    QVERIFY2(tour.code == 0, tour.said.constData());
    const QStringList figures = QDir(folder.path()).entryList({"*.png"}, QDir::Files, QDir::Name);
    QCOMPARE(figures,
             (QStringList{"1-world.png", "2-danger.png", "3-crowd.png", "4-clock.png", "5-spawn.png"}));
    for (const QString& name : figures) {
      const QImage image(folder.filePath(name));
      QVERIFY2(image.width() >= 600 && image.height() >= 400, qPrintable(name));
      QVERIFY2(colours(image) > 30, qPrintable(name));
    }
    QVERIFY2(tour.said.count("(m)") == 2 * 5, tour.said.constData());  // it says the titles of every axis
  }
};

QTEST_GUILESS_MAIN(LibPythonTest)
#include "test_lib_python.moc"
