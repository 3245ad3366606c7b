#include <QFile>
#include <QTest>

#include "core/crowd/crowd.h"
#include "core/experiment/parameters_page.h"
#include "tests/support/test_main.h"

using namespace fw;

class TestParametersPage : public QObject {
  Q_OBJECT

 private slots:
  void everyParameterOfTheCrowdHasItsRow() {
    const QString page = QString::fromStdString(study_parameters_page());
    for (const auto& row : crowd_tuning())
      if (row.rule.path != "crowd.method")
        QVERIFY2(
            page.contains("| `" + QString::fromUtf8(row.rule.path.data(), qsizetype(row.rule.path.size())) +
                          "` |"),
            row.rule.path.data());
  }

  void methodsThatDifferFromTheRestAreNamed() {
    QVERIFY(study_parameters_page().find("curl_dual 0.5") != std::string::npos);  // crowd.beta
  }

  void thePageInTheDocsIsCurrent() {
    const QString path = QStringLiteral(FIELDWRIGHT_SOURCE_DIR) + "/docs/study-parameters.md";
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_UPDATE_DOCS")) {
      QFile out(path);
      QVERIFY(out.open(QIODevice::WriteOnly));
      out.write(QByteArray::fromStdString(study_parameters_page()));
    }
    QFile page(path);
    QVERIFY(page.open(QIODevice::ReadOnly));
    QVERIFY2(page.readAll().toStdString() == study_parameters_page(),
             "docs/study-parameters.md is stale: run this test once with FIELDWRIGHT_UPDATE_DOCS=1");
  }
};

FW_TEST(TestParametersPage)
#include "test_parameters_page.moc"
