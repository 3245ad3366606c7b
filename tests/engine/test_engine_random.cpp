// Random templates of 64 cells through all targets: each ends in a sentence or in exports that read back.
// Their number is FIELDWRIGHT_RANDOM_EXPORTS (8).
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/engine/ground_check.h"
#include "tests/random_template.h"
#include "tests/support/test_main.h"

class TestEngineRandom : public QObject {
  Q_OBJECT

  int exported_ = 0, templates_ = 0;

 private slots:
  void initTestCase() {
    if (const char* missing = missing_for_ground_check(); *missing != 0) QSKIP(missing);
  }

  void everyTemplateEndsInASentenceOrInExports_data() {
    bool given = false;
    const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_RANDOM_EXPORTS", &given);
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= (given ? asked : 8); ++seed)
      QTest::newRow(("template " + std::to_string(seed)).c_str()) << seed;
  }
  void everyTemplateEndsInASentenceOrInExports() {
    QFETCH(int, seed);
    ++templates_;
    const QTemporaryDir dir;
    QFile file(dir.filePath("random.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(fw::test::random_template(static_cast<uint64_t>(seed))));
    file.close();
    const Outcome render =
        run({"render", dir.filePath("random.json"), "--resolution", "64", "--set", "relief.detail=0",
             "--views", "none", "--formats", "geojson,geotiff", "-o", dir.filePath("render")});
    if (render.code != 0) {
      QCOMPARE(render.code, 3);
      QVERIFY2(render.err.size() > 30, render.err);
      return;
    }
    ++exported_;
    const Outcome made =
        run({"export", dir.filePath("render"), "--target", "all", "-o", dir.filePath("out")});
    QVERIFY2(made.code == 0, made.err);
    for (const QString& target : QDir(dir.filePath("out")).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
      const Outcome proven =
          run({"verify", dir.filePath("out/" + target), "--against", dir.filePath("render")});
      QVERIFY2(proven.code == 0, proven.out + proven.err);
    }
    const Outcome checked = check_ground(dir.path());
    QVERIFY2(checked.code == 0, checked.out + checked.err);
  }

  void someOfThemAreWorlds() {
    if (templates_ == 0) QSKIP("none was made");
    QVERIFY(exported_ > templates_ / 3);
  }
};

FW_TEST(TestEngineRandom)
#include "test_engine_random.moc"
