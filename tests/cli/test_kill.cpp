// A re-render killed at any moment: the folder holds the old render or the new one, whole, and verify proves
// it.

#include <signal.h>

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <random>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestKill : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QStringList render(int seed) const {
    return {"render",
            "Tiny",
            "--resolution",
            "32",
            "--formats",
            "geojson",
            "--quiet",
            "--threads",
            "1",
            "--seed",
            QString::number(seed),
            "-o",
            folder_.filePath("world")};
  }
  int seed_there() const {
    QFile file(folder_.filePath("world/manifest.json"));
    if (!file.open(QIODevice::ReadOnly)) return -1;
    return QJsonDocument::fromJson(file.readAll()).object()["seed"].toObject()["noise"].toInt(-1);
  }

 private slots:
  // FIELDWRIGHT_KILLS times: 200 in ./bootstrap nightly.
  void aReRenderThatIsKilledAtAnyMomentLeavesAWholeRender() {
    const int asked = qEnvironmentVariableIntValue("FIELDWRIGHT_KILLS");
    const int kills = asked > 0 ? asked : 6;
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(run(render(0)).code, 0);
    const auto whole_us = static_cast<int>(clock.nsecsElapsed() / 1000);
    std::mt19937 random(8);
    std::uniform_int_distribution<int> moment(0, whole_us);
    int stands = 0;
    for (int kill = 1; kill <= kills; ++kill) {
      QProcess process;
      process.start(QStringLiteral(FIELDWRIGHT_COMMAND), render(kill));
      QVERIFY(process.waitForStarted());
      QThread::usleep(static_cast<unsigned long>(moment(random)));
      process.kill();
      QVERIFY(process.waitForFinished());
      const Outcome proof = run({"verify", folder_.filePath("world"), "--quiet"});
      QVERIFY2(proof.code == 0, (proof.out + proof.err).constData());
      const int found = seed_there();
      QVERIFY2(found == stands || found == kill, qPrintable(QString("%1 after %2").arg(found).arg(stands)));
      stands = found;
    }
    QCOMPARE(run(render(kills + 1)).code, 0);
    QVERIFY(files_in(folder_.path()).filter(QStringLiteral(".fieldwright")).isEmpty());
  }
};

FW_TEST(TestKill)
#include "test_kill.moc"
