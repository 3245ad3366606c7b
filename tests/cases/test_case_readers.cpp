// Files of other programs are read as their users expect, or refused by name.

#include <QTest>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestCaseReaders : public QObject, private OwnFolder {
  Q_OBJECT

 private slots:
  void aTemplateIsPrinted() { QCOMPARE(run({"templates", "Tiny"}).code, 0); }
};

FW_TEST(TestCaseReaders)
#include "test_case_readers.moc"
