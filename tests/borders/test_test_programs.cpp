// Every class of tests is in the program of its folder, and the programs take a class by its name.

#include <QCoreApplication>
#include <QDirIterator>
#include <QFileInfo>
#include <QTest>

#include "tests/support/files.h"
#include "tests/support/process.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestTestPrograms : public QObject {
  Q_OBJECT

 private slots:
  void everyClassOfTestsIsNamedInItsFoldersListAndRegistered() {
    const QString root = QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/tests/");
    QDirIterator sources(root, {"test_*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    int classes = 0;
    while (sources.hasNext()) {
      const QString path = sources.next(), below = path.mid(root.size()), folder = below.section('/', 0, 0);
      if (folder == "support") continue;
      const QByteArray list = contents(root + folder + "/CMakeLists.txt"), text = contents(path);
      QVERIFY2(list.contains((below.mid(folder.size() + 1)).toUtf8()),
               qPrintable(below + ": not in tests/" + folder + "/CMakeLists.txt"));
      QVERIFY2(text.contains("\nFW_TEST") || text.contains("\nFW_WINDOW_TEST"),
               qPrintable(below + ": its class is registered by neither FW_TEST nor FW_WINDOW_TEST"));
      ++classes;
    }
    QVERIFY2(classes > 200, "the sources of tests are no longer found");
  }

  void aNameThatIsNoClassIsRefusedWithTheListOfThem() {
    const Outcome refused = run_program(QCoreApplication::applicationFilePath(), {"test_nothing"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("no class of tests is called test_nothing"), refused.err);
    QVERIFY2(refused.err.contains("\n  test_include_borders\n"), refused.err);
  }

  void aClassTakesTheArgumentsOfQtTest() {
    const Outcome listed =
        run_program(QCoreApplication::applicationFilePath(), {"test_doc_references", "-functions"});
    QCOMPARE(listed.code, 0);
    QVERIFY2(listed.out.contains("filesThatPagesLinkToExist()"), listed.out);
  }
};

FW_TEST(TestTestPrograms)
#include "test_test_programs.moc"
