#include <QComboBox>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>
#include <QSet>
#include <QToolButton>

#include "app/gui/template/list/list_table.h"
#include "app/gui/template/number/number_editor.h"
#include "panel_hand.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

/// Column titles of the table, left to right.
QStringList titles(const ListTable& table) {
  QStringList shown;
  for (int at = 0; at < table.horizontalHeader()->count(); ++at) {
    const int column = table.horizontalHeader()->logicalIndex(at);
    if (!table.isColumnHidden(column))
      shown.push_back(table.model()->headerData(column, Qt::Horizontal).toString());
  }
  return shown;
}

}  // namespace

/// Order in space, in the keyboard's way and in the history.
class TestTemplateOrder : public QObject {
  Q_OBJECT

 private slots:
  void aTableBeginsWithWhatIsReadAndChangedMostAndEndsWithTheSlug() {
    PanelHand hand;
    for (const char* list : {"resources", "wildlife", "enemies"}) {
      hand.panel.jump_to(list);
      ListTable* table = nullptr;
      for (auto* one : hand.panel.findChildren<ListTable*>())
        if (one->isVisible()) table = one;
      QVERIFY(table);
      QCOMPARE(titles(*table).mid(0, 3), (QStringList{"Label", "Quota", "Spacing"}));
      QCOMPARE(titles(*table).back(), QStringLiteral("Class"));
      QCOMPARE(table->horizontalScrollBar()->value(), 0);
      QCOMPARE(table->horizontalHeader()->visualIndex(table->currentIndex().column()), 0);
    }
    hand.panel.jump_to("region_mixes");
    for (auto* table : hand.panel.findChildren<ListTable*>())
      if (table->isVisible()) QCOMPARE(titles(*table).front(), QStringLiteral("Region"));
  }

  void theKeyboardGoesFromLeftToRight() {
    PanelHand hand;
    hand.panel.jump_to("land.fraction");
    QWidget* const number = hand.focus();
    QTest::keyClick(number, Qt::Key_Backtab);
    auto* slider = qobject_cast<ScaleSlider*>(hand.focus());
    QVERIFY(slider);
    QCOMPARE(slider->parentWidget(), number->parentWidget());
    QTest::keyClick(slider, Qt::Key_Tab);
    QCOMPARE(hand.focus(), number);
    QTest::keyClick(number, Qt::Key_Tab);
    QVERIFY(qobject_cast<QToolButton*>(hand.focus()));
    hand.panel.jump_to("region_mixes[0].danger.red");
    QTest::keyClick(hand.focus(), Qt::Key_Backtab);
    QCOMPARE(hand.focus()->accessibleName(), QStringLiteral("Lock red"));
    hand.panel.search();
    QTest::keyClick(hand.focus(), Qt::Key_Backtab);
    QCOMPARE(hand.focus()->accessibleName(), QStringLiteral("Page"));
  }

  void everyStopOfAPageIsReachedByTabInBothDirections() {
    PanelHand hand;
    hand.panel.jump_to("landmarks");
    QSet<QWidget*> there, back;
    for (int tab = 0; tab < 60; ++tab) {
      QTest::keyClick(hand.focus(), Qt::Key_Tab);
      there.insert(hand.focus());
    }
    for (int tab = 0; tab < 60; ++tab) {
      QTest::keyClick(hand.focus(), Qt::Key_Backtab);
      back.insert(hand.focus());
    }
    QCOMPARE(there, back);
    QVERIFY(there.size() >= 10);
  }

  void leavingTheSearchLeavesNothingToClear() {
    PanelHand hand;
    hand.panel.search();
    auto* search = qobject_cast<QLineEdit*>(hand.focus());
    QTest::keyClicks(search, "ridge");
    auto* clear = search->findChild<QToolButton*>();
    QTRY_COMPARE_WITH_TIMEOUT(clear->property("opacity").toDouble(), 1.0, kWaitLimit_ms);
    hand.panel.jump_to("relief.ridge");
    QVERIFY(search->text().isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(clear->property("opacity").toDouble(), 0.0, kWaitLimit_ms);
  }

  void everyLinkOfTheSearchSaysWhereItGoes() {
    PanelHand hand;
    for (const char* word : {"green", "forest", "share", "minimum"}) {
      hand.panel.search();
      hand.type(word);
      QStringList links;
      for (const QPushButton* link : hand.panel.findChildren<QPushButton*>())
        if (link->isVisible()) links.push_back(link->text());
      QVERIFY2(!links.isEmpty(), word);
      QCOMPARE(links.removeDuplicates(), 0);
    }
    hand.panel.search();
    hand.type("green");
    QStringList links;
    for (const QPushButton* link : hand.panel.findChildren<QPushButton*>())
      if (link->isVisible()) links.push_back(link->text());
    const QString wanted = QStringLiteral("Region mixes \u203A Danger \u203A Green");
    QVERIFY2(links.contains(wanted), qPrintable(links.join('\n')));
  }

  void theHistorySaysWhatBecameOfWhat() {
    PanelHand hand;
    const auto last = [&hand] { return hand.document.history().undoText(); };
    const auto give = [&hand](const char* path, const QString& value) {
      hand.panel.jump_to(path);
      hand.type(value);
    };
    hand.document.edit("Start", [](Template& t) {
      t.land.fraction = 0.5;
      t.noise.danger.octaves = 5;
      t.resources[0].spacing_m = 80;
      t.vocabulary.danger[0].level = {1, 20};
      t.resources[0].label = "Iron vein";
      t.vocabulary.danger[2].share += t.vocabulary.danger[3].share;
      t.vocabulary.danger[3].share = 0;
    });
    give("land.fraction", "0.4");
    QCOMPARE(last(), QStringLiteral("Fraction: 0.5 to 0.4"));
    give("noise.danger.octaves", "7");
    QCOMPARE(last(), QStringLiteral("Danger, octaves: 5 to 7"));
    give("resources[0].spacing_m", "90.5");
    QCOMPARE(last(), QStringLiteral("Iron vein, spacing: 80 to 90.5 m"));
    give("danger[0].level", "2");
    QCOMPARE(last(), QStringLiteral("Green, level: 1 \u2013 20 to 2 \u2013 20"));
    give("name", "Elsewhere");
    QCOMPARE(last(), QStringLiteral("Name: \u201CWindswardLike\u201D to \u201CElsewhere\u201D"));
    give("seeds.noise", "7");
    QCOMPARE(last(), QStringLiteral("Noise: derived to 7"));
    give("region_mixes[0].danger.red", "40");
    QCOMPARE(last(), QStringLiteral("Danger mix, red: 30 to 40 %"));
    hand.document.edit("Start", [](Template& t) { t.relief.ridge = 0.8; });
    hand.panel.jump_to("relief.ridge");
    for (int up = 0; up < 5; ++up) QTest::keyClick(hand.focus(), Qt::Key_Up);
    QCOMPARE(last(), QStringLiteral("Ridge: 0.8 to %1").arg(hand.document.tmpl().relief.ridge));
  }
};

FW_WINDOW_TEST(TestTemplateOrder)
#include "test_template_order.moc"
