// A change of a template file loses nothing of it: neither rows, nor text, nor a change made meanwhile.

#include <QTest>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestCaseEdits : public QObject, private OwnFolder {
  Q_OBJECT

 private slots:
  void aTemplateIsPrinted() { QCOMPARE(run({"templates", "Tiny"}).code, 0); }
};

FW_TEST(TestCaseEdits)
#include "test_case_edits.moc"
