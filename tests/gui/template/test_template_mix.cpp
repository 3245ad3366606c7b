#include <QLabel>
#include <QToolButton>
#include <cmath>
#include <numeric>

#include "app/gui/template/mix/mix_bar.h"
#include "app/gui/template/mix/mix_editor.h"
#include "core/base/exact/rng.h"
#include "core/base/seed.h"
#include "core/model/world/world.h"
#include "core/template/vocabulary_edit.h"
#include "panel_hand.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

using DangerMix = std::vector<double>;

/// The shares of the world's bands.
DangerMix danger_of(const PanelHand& hand) {
  return row_shares(hand.document.tmpl().vocabulary.danger);
}

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
    const DangerMix before = danger_of(hand);
    const double width = bar->width() - 6.0;  // the bar has a margin of 3 px
    const QPoint border(static_cast<int>(std::lround(3 + width * (before[0] + before[1]))),
                        bar->height() / 2);
    const int by = static_cast<int>(width / 10);
    QTest::mousePress(bar, Qt::LeftButton, {}, border);
    for (int k = 1; k <= 5; ++k) QTest::mouseMove(bar, border + QPoint(by * k / 5, 0));
    QTest::mouseRelease(bar, Qt::LeftButton, {}, border + QPoint(by, 0));
    const DangerMix after = danger_of(hand);
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
    QVERIFY(danger_of(hand) == after);
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
      QVERIFY(std::fabs(sum_of(danger_of(hand)) - 1) < 1e-9);
      QVERIFY(hand.steps() <= steps + 1);
    }
    QVERIFY(hand.steps() > 0);
    QVERIFY(row_shares(hand.document.tmpl().vocabulary.biomes) ==
            row_shares(full_template().vocabulary.biomes));
  }

  void aMixIsWorkedByKeyboardAlone() {
    PanelHand hand;
    hand.panel.jump_to("danger");
    const DangerMix before = danger_of(hand);
    QTest::keyClick(hand.focus(), Qt::Key_Tab);
    QTest::keyClick(hand.focus(), Qt::Key_Right);
    QTest::keyClick(hand.focus(), Qt::Key_Right);
    const DangerMix after = danger_of(hand);
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
    hand.panel.jump_to("region_mixes[0].danger.green");
    QWidget* page = hand.focus();
    while (!qobject_cast<MixEditor*>(page)) page = page->parentWidget();
    for (QToolButton* lock : page->findChildren<QToolButton*>())
      if (lock->accessibleName() == QStringLiteral("Lock red")) lock->click();
    const auto mix = [&hand] { return *hand.document.tmpl().region_mixes[0].danger; };
    const double red = mix()[2];
    hand.panel.jump_to("region_mixes[0].danger.green");
    hand.type("50");
    QCOMPARE(mix()[0], 0.5);
    QCOMPARE(mix()[2], red);
    QVERIFY(std::fabs(sum_of(mix()) - 1) < 1e-9);
  }

  void theSharesOfTwelveRowsSumToOneByBarAndByField() {
    Template t = full_template();
    for (size_t k = t.vocabulary.factions.size(); k < kMaxFactions; ++k)
      t = add_row(t, "factions", "house_" + std::to_string(k)).value();
    PanelHand hand(t);
    MixBar* bar = bar_of(hand, "factions");
    QVERIFY(bar);
    const auto sum = [&hand] { return sum_of(row_shares(hand.document.tmpl().vocabulary.factions)); };
    RandomCursor random{derive(3, "panel/factions")};
    for (int k = 0; k < 20; ++k) {
      drag(*bar,
           {QPointF(random.uniform(0, bar->width()), 15), QPointF(random.uniform(0, bar->width()), 15)});
      QVERIFY(std::fabs(sum() - 1) < 1e-9);
    }
    QVERIFY(hand.steps() > 0);
    hand.panel.jump_to("factions[11].share");
    hand.type("0.25");
    QCOMPARE(hand.document.tmpl().vocabulary.factions[11].share, 0.25);
    QVERIFY(std::fabs(sum() - 1) < 1e-9);
    hand.document.edit(
        "More", [](Template& edited) { edited = remove_row(edited, "factions", "house_11").value().tmpl; });
    QCOMPARE(static_cast<int>(bar->shares().size()), 11);
    QVERIFY(std::fabs(sum_of(bar->shares()) - 1) < 1e-9);
  }

  void theMixOfBiomesTellsTheRoomOfThoseWithLimits() {
    PanelHand hand;
    MixBar* bar = bar_of(hand, "biomes");
    QVERIFY(bar);
    const auto* note = bar->parentWidget()->findChild<QLabel*>(QStringLiteral("room"));
    QVERIFY(note && note->text().isEmpty());
    World world;  // of 100 cells of ground
    world.vocabulary = hand.document.tmpl().vocabulary;
    world.region = Raster<uint8_t>(GridSpec::square(100, 10), 1);
    const std::vector<BiomeRow>& rows = world.vocabulary.biomes;
    size_t biome = 0;
    while (rows[biome].share <= 0.03) ++biome;
    world.biome_room = {{biome, 5, 3, {1}, {}}};
    hand.panel.show_room(world);
    QVERIFY2(note->text().contains(QString::fromStdString(rows[biome].label)), qPrintable(note->text()));
    QVERIFY2(note->text().contains(QStringLiteral("3")), qPrintable(note->text()));
    world.biome_room.clear();
    hand.panel.show_room(world);
    QVERIFY(note->text().isEmpty());
  }

  void aRegionsMixIsFixedAndDerivedAgain() {
    PanelHand hand;
    hand.panel.jump_to("region_mixes[1].danger.red");
    QTest::keyClick(hand.focus(), Qt::Key_Space);
    QVERIFY(hand.document.tmpl().region_mixes[1].danger == danger_of(hand));
    hand.panel.jump_to("region_mixes[1].danger.red");
    hand.type("40");
    QCOMPARE((*hand.document.tmpl().region_mixes[1].danger)[2], 0.4);
    QVERIFY(!hand.document.tmpl().region_mixes[1].biomes);
    hand.undo_all();
    QVERIFY(!hand.document.tmpl().region_mixes[1].danger);
  }
};

FW_WINDOW_TEST(TestTemplateMix)
#include "test_template_mix.moc"
