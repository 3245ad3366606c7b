// `fieldwright export --watch`, as a person at work leaves it running.

#include <QProcess>
#include <QTest>
#include <csignal>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestExportWatch : public QObject, private OwnFolder {
  Q_OBJECT

 private slots:
  void aSavedChangeIsExportedAndABrokenOneIsToldAndSurvived() {
    QFile file(path("my.json"));
    const auto write = [&](const QByteArray& text) {
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text);
      file.close();
    };
    const QByteArray text = run({"templates", "Tiny"}).out;
    write(text);
    QProcess watch;
    watch.start(FIELDWRIGHT_COMMAND, {"export", path("my.json"), "--target", "csv", "--resolution", "64",
                                      "--watch", "-o", path("out")});
    QByteArray out, err;
    const auto says = [&](QByteArray& all, int times, const char* what) {
      return QTest::qWaitFor(
          [&] {
            watch.waitForReadyRead(20);
            out += watch.readAllStandardOutput();
            err += watch.readAllStandardError();
            return all.count(what) >= times;
          },
          20000);
    };
    QVERIFY2(says(out, 1, "watching"), err.constData());
    QVERIFY(QFile::exists(path("out/csv/export.json")));
    const QByteArray before = contents(path("out/csv/export.json"));
    write("{\"format\": 3,");
    QVERIFY(says(err, 1, "my.json:1:"));
    QVERIFY(says(out, 2, "watching"));
    QByteArray other = text;
    write(other.replace("\"seed\": 1", "\"seed\": 2"));
    QVERIFY(says(out, 3, "watching"));
    QVERIFY(contents(path("out/csv/export.json")) != before);
    ::kill(static_cast<pid_t>(watch.processId()), SIGINT);
    QVERIFY(watch.waitForFinished(20000));
    QCOMPARE(watch.exitCode(), 130);
  }
  void onlyAFileCanBeWatched() {
    const Outcome refused = run({"export", "Tiny", "--target", "csv", "--watch", "-o", path("none")});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("--watch: found Tiny"), refused.err.constData());
  }
};

FW_TEST(TestExportWatch)
#include "test_export_watch.moc"
