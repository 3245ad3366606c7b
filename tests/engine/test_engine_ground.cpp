// The ground, the meshes and the weights of exports of real worlds, made anew by a script in Python that
// shares nothing with the writers (clients/check_ground.py).
#include <QTemporaryDir>
#include <QTest>

#include "tests/engine/ground_check.h"
#include "tests/support/nightly.h"
#include "tests/support/test_main.h"

class TestEngineGround : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (const char* missing = missing_for_ground_check(); *missing != 0) QSKIP(missing);
  }

  /// Without detail, which tests/world/land/test_detail.cpp has.
  void everyVertexFollowsTheFormula_data() {
    QTest::addColumn<QString>("world");
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("resolution");
    QTest::addColumn<QByteArray>("islets");  ///< cells, least and greatest height
    QTest::newRow("FrontierLike, all of it land") << "FrontierLike" << 42 << 256 << QByteArray("0 0 0");
    QTest::newRow("odd") << FIELDWRIGHT_SOURCE_DIR "/tests/engine/odd/odd.json" << 11 << 256 << QByteArray();
    if (!nightly()) return;
    QTest::newRow("WindswardLike") << "WindswardLike" << 42 << 512 << QByteArray("4372 2.062 18.722");
    QTest::newRow("ShatteredMountainLike") << "ShatteredMountainLike" << 7 << 512 << QByteArray();
    QTest::newRow("EdengroveLike") << "EdengroveLike" << 99 << 512 << QByteArray("885 2.062 11.767");
    for (const char* name : {"ArchipelagoLike", "ColonyLike", "ContinentLike", "EdengroveLike", "Minimal",
                             "ShatteredMountainLike", "Tiny", "WindswardLike"})
      QTest::addRow("%s, 256 cells", name) << name << 42 << 256 << QByteArray();
  }
  void everyVertexFollowsTheFormula() {
    QFETCH(QString, world);
    QFETCH(int, seed);
    QFETCH(int, resolution);
    QFETCH(QByteArray, islets);
    const QTemporaryDir dir;
    const Outcome render = run({"render", world, "--seed", QString::number(seed), "--resolution",
                                QString::number(resolution), "--set", "relief.detail=0", "--views", "none",
                                "--formats", "geojson,geotiff", "-o", dir.filePath("render")});
    QVERIFY2(render.code == 0, render.err);
    const Outcome made = run({"export", dir.filePath("render"), "--target", "unreal,unity,godot,luanti,gltf",
                              "-o", dir.filePath("out")});
    QVERIFY2(made.code == 0, made.err);
    const Outcome checked = check_ground(dir.path());
    const QByteArray said = checked.out + checked.err;
    QVERIFY2(checked.code == 0 && said.startsWith("ok "), said);
    QVERIFY2(said.trimmed().endsWith(islets), said);
  }
};

FW_TEST(TestEngineGround)
#include "test_engine_ground.moc"
