#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>
#include <algorithm>

#include "app/gui/messages/message_model.h"
#include "app/gui/messages/messages_panel.h"
#include "tests/gui/panels/panels_fixture.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

int rows(const MessagesPanel& panel) {
  return panel.table()->model()->rowCount();
}

void spoil(Document& document) {
  document.edit("Slug", [](Template& t) { t.resources[1].slug = t.resources[0].slug; });
}

}  // namespace

class TestMessagesPanel : public QObject {
  Q_OBJECT

 private slots:
  void findingsComeAndGoWithTheTemplate() {
    Document document;
    document.start(tiny());
    MessagesPanel panel(document);
    const int quiet = rows(panel);
    spoil(document);
    QCOMPARE(rows(panel), static_cast<int>(document.findings().size()));
    QVERIFY(rows(panel) > quiet);
    document.history().undo();
    QCOMPARE(rows(panel), quiet);
  }
  void aPlaceFitsOnOneLine() {
    Document document;
    document.start(tiny());
    MessagesPanel panel(document);
    panel.resize(900, 200);
    panel.show();
    document.edit("Settlements", [](Template& t) {
      t.vocabulary.landmarks[0].count = t.vocabulary.landmarks[0].count.value_or(0) + 1;
    });
    QVERIFY(rows(panel) > 0);
    const QString place = panel.table()->model()->index(0, MessageModel::kWhere).data().toString();
    QVERIFY(panel.table()->columnWidth(MessageModel::kWhere) >
            panel.table()->fontMetrics().horizontalAdvance(place));
  }
  void aCureIsOneClickAndOneUndoStep() {
    Document document;
    document.start(tiny());
    MessagesPanel panel(document);
    panel.show();
    document.edit("Settlements", [](Template& t) { t.vocabulary.landmarks[0].count = 7; });
    panel.table()->setCurrentIndex(panel.table()->model()->index(0, 0));
    auto* cure = panel.findChild<QPushButton*>("cure");
    QVERIFY(cure && cure->isEnabled());
    const int steps = document.history().count();
    cure->click();
    QCOMPARE(*document.tmpl().vocabulary.landmarks[0].count, document.tmpl().regions.controllable);
    QVERIFY(document.valid());
    QCOMPARE(document.history().count(), steps + 1);
    document.history().undo();
    QCOMPARE(*document.tmpl().vocabulary.landmarks[0].count, 7);
  }
  void aCureOfTheWorldHoldsUntilItsValuesChange() {
    Template t = tiny();
    t.resources[0].quota = 3000;
    Document document;
    document.start(t);
    MessagesPanel panel(document);
    panel.show();
    panel.show_picture(picture_of(t));
    const auto choose = [&] {
      for (int row = 0; row < rows(panel); ++row) {
        const QModelIndex at = panel.table()->model()->index(row, 0);
        if (at.data().toString().contains("placed; no place is left")) panel.table()->setCurrentIndex(at);
      }
      return panel.findChild<QPushButton*>("cure");
    };
    QVERIFY(choose() && choose()->isEnabled());
    document.edit("Another quota", [](Template& s) { s.resources[0].quota = 2000; });
    QPushButton* left = choose();
    QVERIFY(left && !left->isEnabled());
    QVERIFY2(left->toolTip().contains("this was found when"), qPrintable(left->toolTip()));
    document.edit("The field goes", [](Template& s) { s.resources.erase(s.resources.begin()); });
    QVERIFY(choose() && !choose()->isEnabled());
  }
  void activatingAFindingJumpsToItsPath() {
    Document document;
    document.start(tiny());
    MessagesPanel panel(document);
    panel.show();
    spoil(document);
    QSignalSpy jumped(&panel, &MessagesPanel::jump);
    panel.table()->setCurrentIndex(panel.table()->model()->index(0, 0));
    QTest::keyClick(panel.table(), Qt::Key_Return);
    QCOMPARE(jumped.count(), 1);
    QCOMPARE(jumped[0][0].toString(), QString::fromStdString(document.findings().front().where));
  }
  void findingsOfTheWorldAskTheMap() {
    Document document;
    Template t = tiny();
    t.resources[0].quota = 3000;
    document.start(t);
    MessagesPanel panel(document);
    panel.show();
    const auto picture = picture_of(t);
    panel.show_picture(picture);
    QCOMPARE(rows(panel), static_cast<int>(document.findings().size() + picture->audit.findings.size()));
    QVERIFY(!picture->audit.findings.empty());
    QSignalSpy located(&panel, &MessagesPanel::locate);
    panel.table()->setCurrentIndex(panel.table()->model()->index(rows(panel) - 1, 0));
    QTest::keyClick(panel.table(), Qt::Key_Return);
    QCOMPARE(located.count(), 1);
    const auto shown = located[0][0].value<Finding>();  // the least severe is the last row
    QVERIFY(std::ranges::any_of(picture->audit.findings, [&](const Finding& f) {
      return f.code == shown.code && f.message == shown.message;
    }));
  }
  void aFactThatIsForeseenIsSaidOnce() {
    Document document;
    Template t = tiny();
    for (size_t k = 0; k < 4; ++k)
      t.vocabulary.danger[k].share = std::array{0.3, 0.2, 0.1, 0.4}[k];  // more Black than neutral ground
    document.start(t);
    MessagesPanel panel(document);
    const auto picture = picture_of(document.tmpl());
    const auto has = [](const Findings& findings, const char* code) {
      return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.code == code; });
    };
    QVERIFY(has(document.findings(), "band_over_neutral"));
    QVERIFY(has(picture->audit.findings, "band_outside_neutral"));
    panel.show_picture(picture);
    QCOMPARE(rows(panel), static_cast<int>(document.findings().size() + picture->audit.findings.size()) - 1);
    document.edit("Black", [](Template& now) { now.vocabulary = tiny().vocabulary; });
    QCOMPARE(rows(panel), static_cast<int>(document.findings().size() + picture->audit.findings.size()));
  }
  void errorsStandAboveOlderNotes() {
    Document document;
    document.start(tiny());
    MessagesPanel panel(document);
    panel.report_note(QStringLiteral("an old note"));
    panel.report_failure(QStringLiteral("a new failure on 3 km2"));
    panel.report_note(QStringLiteral("a new note"));
    const auto* table = panel.table()->model();
    QCOMPARE(table->index(0, 0).data().toString(), QStringLiteral("a new failure on 3 km²"));
    QCOMPARE(table->index(rows(panel) - 1, 0).data().toString(), QStringLiteral("an old note"));
  }
  void placesAreWordsAndNamesStayNames() {
    QCOMPARE(place_words("resources[3].spacing_m"), QStringLiteral("Resources 4, spacing"));
    QCOMPARE(place_words("landmarks.elite_zone"), QStringLiteral("Landmarks, elite zone"));
    QCOMPARE(place_words("regions[2]"), QStringLiteral("Regions 2"));
    QCOMPARE(place_words("Nord.Ham"), QStringLiteral("Nord.Ham"));
    QCOMPARE(place_words(""), QString());
  }
  void theTitleCountsErrorsAndWarnings() {
    Document document;
    document.start(tiny());
    MessagesPanel panel(document);
    QSignalSpy titles(&panel, &MessagesPanel::title_changed);
    QCOMPARE(panel.title(), QStringLiteral("Messages"));
    panel.report_note(QStringLiteral("saved"));
    QCOMPARE(panel.title(), QStringLiteral("Messages"));
    panel.report_failure(QStringLiteral("out of memory"));
    QCOMPARE(panel.title(), QStringLiteral("Messages (1)"));
    QCOMPARE(titles.last()[0].toString(), panel.title());
  }
  void severitiesCanBeHidden() {
    Document document;
    document.start(tiny());
    MessagesPanel panel(document);
    panel.report_note(QStringLiteral("a note"));
    panel.report_failure(QStringLiteral("a failure"));
    const int all = rows(panel);
    panel.show_severity(Severity::info, false);
    QCOMPARE(rows(panel), all - 1);
    panel.show_severity(Severity::error, false);
    QCOMPARE(rows(panel), all - 2);
    panel.show_severity(Severity::info, true);
    panel.show_severity(Severity::error, true);
    QCOMPARE(rows(panel), all);
    panel.clear_log();
    QCOMPARE(rows(panel), all - 2);
  }
  void whatIsCopiedHoldsTheWords() {
    Document document;
    document.start(tiny());
    MessagesPanel panel(document);
    panel.report_failure(QStringLiteral("the first"));
    panel.report_failure(QStringLiteral("the <second>"));
    panel.copy();
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), qsizetype{rows(panel)});
    QVERIFY(lines.first().endsWith(QStringLiteral("the <second>")));
  }
  void aLongLogForgetsItsOldest() {
    Document document;
    document.start(tiny());
    MessagesPanel panel(document);
    const int findings = rows(panel);
    for (int i = 0; i < 500; ++i) panel.report_note(QString::number(i));
    QVERIFY(rows(panel) <= findings + 200);
    QCOMPARE(panel.table()->model()->index(findings, 0).data().toString(), QStringLiteral("499"));
  }
};

FW_WINDOW_TEST(TestMessagesPanel)
#include "test_messages_panel.moc"
