// What is written can be read by others, and small inputs do not take the machine.

#include <QTest>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

class TestCaseOutputs : public QObject, private OwnFolder {
  Q_OBJECT

 private slots:
  void aTemplateIsPrinted() { QCOMPARE(run({"templates", "Tiny"}).code, 0); }
};

FW_TEST(TestCaseOutputs)
#include "test_case_outputs.moc"
