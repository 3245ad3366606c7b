// The Python package: its own tests, its types, and the tour's figures.

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/lib/programs.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

/// Whether Debian's Python has a module.
bool has(const char* module) {
  return run_with_package("/usr/bin/python3", {"-c", QString("import ") + module}).code == 0;
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
        run_with_package("/usr/bin/python3", {FIELDWRIGHT_SOURCE_DIR "/tests/lib/python/test_fieldwright.py",
                                              FIELDWRIGHT_SOURCE_DIR "/tests/lib/golden/crowd-42-600.txt"});
    QVERIFY2(tests.code == 0, tests.out.constData());
  }

  void itsTypesAreStrict() {
    const QString mypy = "/usr/bin/mypy";
    if (!QFile::exists(mypy)) QSKIP("missing: mypy");
    QTemporaryDir cache;
    const Outcome checked =
        run_with_package(mypy, {"--strict", "--python-executable", "/usr/bin/python3", "--cache-dir",
                                cache.path(), FIELDWRIGHT_SOURCE_DIR "/app/python/fieldwright"});
    QVERIFY2(checked.code == 0, checked.out.constData());
  }

  // What the sources say of types is what the modules hold.
  void itsTypesAreThoseOfTheModules() {
    const QString stubtest = "/usr/bin/stubtest";
    if (!QFile::exists(stubtest)) QSKIP("missing: mypy");
    QTemporaryDir folder;
    const Outcome checked =
        run_with_package(stubtest,
                         {"--allowlist", FIELDWRIGHT_SOURCE_DIR "/tests/lib/python/stubtest-allowed.txt",
                          "--ignore-unused-allowlist", "fieldwright"},
                         folder.path(), {{"MYPYPATH", FIELDWRIGHT_SOURCE_DIR "/app/python"}});
    QVERIFY2(checked.code == 0, checked.out.constData());
  }

  void theWheelCarriesItsOwnLibrary() {
    if (!has("pip")) QSKIP("missing: python3-pip");
    QTemporaryDir folder;
    const Outcome made = run_with_package("/usr/bin/python3",
                                          {"-m", "pip", "wheel", "--no-deps", "--no-index", "--quiet", "-w",
                                           folder.path(), FIELDWRIGHT_SOURCE_DIR "/app/python"},
                                          folder.path(), {{"FIELDWRIGHT_BUILD", FIELDWRIGHT_BINARY_DIR}});
    QVERIFY2(made.code == 0, made.out.constData());
    const QStringList wheels = QDir(folder.path()).entryList({"fieldwright-*-cp39-abi3-*.whl"}, QDir::Files);
    QVERIFY2(wheels.size() == 1, made.out.constData());
    const QString unpacked = folder.filePath("unpacked");
    const Outcome opened =
        run_with_package("/usr/bin/python3", {"-m", "zipfile", "-e", folder.filePath(wheels[0]), unpacked});
    QVERIFY2(opened.code == 0, opened.out.constData());
    const Outcome used = run_with_package(
        "/usr/bin/python3",
        {"-c",
         "import fieldwright as fw; crowd = fw.Crowd(fw.Params('crowd', "
         "'curl_dual').set_tick(1 / 60), fw.Ground.torus(1000), 42, 2000); a = crowd.agents(2000); "
         "crowd.begin(a); "
         "[crowd.step(a, t) for t in range(600)]; print(a.digest(600)); "
         "print([l.split()[-1] for l in open('/proc/self/maps') if 'libfieldwright' in l][0])"},
        folder.path(), {{"PYTHONPATH", unpacked}});
    QFile golden(FIELDWRIGHT_SOURCE_DIR "/tests/lib/golden/crowd-42-600.txt");
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QVERIFY2(used.out.startsWith(golden.readAll()), used.out.constData());
    QVERIFY2(used.out.contains("unpacked/fieldwright/libfieldwright.so.0"), used.out.constData());
  }

  void theTourDrawsFiveFigures() {
    if (!has("matplotlib")) QSKIP("missing: Debian's python3-matplotlib");
    QTemporaryDir folder;
    const Outcome tour = run_with_package(
        "/usr/bin/python3", {FIELDWRIGHT_SOURCE_DIR "/examples/python/tour.py", folder.path(), "--quick"});
    QVERIFY2(tour.code == 0, tour.out.constData());
    const QStringList figures = QDir(folder.path()).entryList({"*.png"}, QDir::Files, QDir::Name);
    QCOMPARE(figures,
             (QStringList{"1-world.png", "2-danger.png", "3-crowd.png", "4-clock.png", "5-spawn.png"}));
    for (const QString& name : figures) {
      const QImage image(folder.filePath(name));
      QVERIFY2(image.width() >= 600 && image.height() >= 400, qPrintable(name));
      QVERIFY2(colours(image) > 30, qPrintable(name));
    }
    QVERIFY2(tour.out.count("(m)") == 2 * 5, tour.out.constData());  // it says the titles of every axis
  }
};

FW_TEST(LibPythonTest)
#include "test_lib_python.moc"
