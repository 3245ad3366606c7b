#include <QToolButton>
#include <cmath>
#include <numeric>

#include "app/gui/template/mix/mix_bar.h"
#include "app/gui/template/mix/mix_editor.h"
#include "core/base/rng.h"
#include "core/base/seed.h"
#include "panel_hand.h"

using namespace fw;

namespace {

double sum_of(const DangerMix& mix) {
  return std::accumulate(mix.begin(), mix.end(), 0.0);
}

MixBar* bar_of(PanelHand& hand, const char* group) {
  hand.panel.jump_to(group);
  return qobject_cast<MixBar*>(hand.focus());
}

}  // namespace

class TestTemplateMix : public QObject {
  Q_OBJECT

 private slots:
  void theMouseDragsABorderAndItsNeighboursTrade() {
    PanelHand hand;
    const std::string text = hand.text();
    MixBar* bar = bar_of(hand, "danger");
    QVERIFY(bar);
    const DangerMix before = hand.document.tmpl().danger;
    const double width = bar->width() - 6.0;  // the bar has a margin of 3 px
    const QPoint border(static_cast<int>(std::lround(3 + width * (before[0] + before[1]))),
                        bar->height() / 2);
    const int by = static_cast<int>(width / 10);
    QTest::mousePress(bar, Qt::LeftButton, {}, border);
    for (int k = 1; k <= 5; ++k) QTest::mouseMove(bar, border + QPoint(by * k / 5, 0));
    QTest::mouseRelease(bar, Qt::LeftButton, {}, border + QPoint(by, 0));
    const DangerMix after = hand.document.tmpl().danger;
    const double moved = by / width;
    QCOMPARE(after[0], before[0]);
    QVERIFY2(std::fabs(after[1] - before[1] - moved) < 0.002,
             qPrintable(QString::number(after[1] - before[1])));
    QVERIFY(std::fabs(after[2] - before[2] + moved) < 0.002);
    QCOMPARE(after[3], before[3]);
    QCOMPARE(hand.steps(), 1);
    // Beside every border nothing is grabbed.
    const QPoint inside(static_cast<int>(3 + width * after[0] / 2), bar->height() / 2);
    QTest::mousePress(bar, Qt::LeftButton, {}, inside);
    QTest::mouseMove(bar, inside + QPoint(20, 0));
    QTest::mouseRelease(bar, Qt::LeftButton, {}, inside + QPoint(20, 0));
    QVERIFY(hand.document.tmpl().danger == after);
    hand.undo_all();
    QVERIFY(hand.text() == text);
  }

  void aMixAlwaysSumsToOneUnderRandomDrags() {
    PanelHand hand;
    hand.panel.jump_to("danger");
    auto* bar = qobject_cast<MixBar*>(hand.focus());
    QVERIFY(bar);
    RandomCursor random{derive(2, "panel/mix")};
    for (int k = 0; k < 40; ++k) {
      const int steps = hand.steps();
      QList<QPointF> way{QPointF(random.uniform(0, bar->width()), 15)};
      for (int i = 0; i < 5; ++i) way.push_back(QPointF(random.uniform(-20, bar->width() + 20), 15));
      drag(*bar, way);
      QVERIFY(std::fabs(sum_of(hand.document.tmpl().danger) - 1) < 1e-9);
      QVERIFY(hand.steps() <= steps + 1);
    }
    QVERIFY(hand.steps() > 0);
    QVERIFY(hand.document.tmpl().biomes == full_template().biomes);
  }

  void aMixIsWorkedByKeyboardAlone() {
    PanelHand hand;
    hand.panel.jump_to("danger");
    const DangerMix before = hand.document.tmpl().danger;
    QTest::keyClick(hand.focus(), Qt::Key_Tab);
    QTest::keyClick(hand.focus(), Qt::Key_Right);
    QTest::keyClick(hand.focus(), Qt::Key_Right);
    const DangerMix after = hand.document.tmpl().danger;
    QVERIFY(qobject_cast<MixBar*>(hand.focus()));
    QCOMPARE(after[0], before[0]);
    QVERIFY(std::fabs(after[1] - before[1] - 0.02) < 1e-9);
    QVERIFY(std::fabs(after[2] - before[2] + 0.02) < 1e-9);
    QCOMPARE(hand.steps(), 1);
    for (int tab = 0; tab < 2; ++tab) QTest::keyClick(hand.focus(), Qt::Key_Tab);
    QVERIFY(!qobject_cast<MixBar*>(hand.focus()));
  }

  void lockedSharesStayWhenAnotherIsTyped() {
    PanelHand hand;
    hand.panel.jump_to("danger.green");
    QWidget* page = hand.focus();
    while (!qobject_cast<MixEditor*>(page)) page = page->parentWidget();
    for (QToolButton* lock : page->findChildren<QToolButton*>())
      if (lock->accessibleName() == QStringLiteral("Lock red")) lock->click();
    const double red = hand.document.tmpl().danger[2];
    hand.panel.jump_to("danger.green");
    hand.type("50");
    QCOMPARE(hand.document.tmpl().danger[0], 0.5);
    QCOMPARE(hand.document.tmpl().danger[2], red);
    QVERIFY(std::fabs(sum_of(hand.document.tmpl().danger) - 1) < 1e-9);
  }

  void aRegionsMixIsFixedAndDerivedAgain() {
    PanelHand hand;
    hand.panel.jump_to("region_mixes[1].danger.red");
    QTest::keyClick(hand.focus(), Qt::Key_Space);
    QVERIFY(hand.document.tmpl().region_mixes[1].danger == hand.document.tmpl().danger);
    hand.panel.jump_to("region_mixes[1].danger.red");
    hand.type("40");
    QCOMPARE((*hand.document.tmpl().region_mixes[1].danger)[2], 0.4);
    QVERIFY(!hand.document.tmpl().region_mixes[1].biomes);
    hand.undo_all();
    QVERIFY(!hand.document.tmpl().region_mixes[1].danger);
  }
};

QTEST_MAIN(TestTemplateMix)
#include "test_template_mix.moc"
