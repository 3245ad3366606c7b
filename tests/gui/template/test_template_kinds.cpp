#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QToolButton>

#include "app/gui/template/list/kind_list.h"
#include "app/gui/template/list/list_editor.h"
#include "app/gui/template/list/list_model.h"
#include "app/gui/template/list/list_table.h"
#include "app/gui/template/number/number_spin.h"
#include "panel_hand.h"

using namespace fw;

namespace {

enum Column { kClass, kQuota, kSpacing };

struct KindHand : PanelHand {
  ListEditor* editor = nullptr;
  ListTable* table = nullptr;

  KindHand() {
    panel.jump_to("landmarks");
    editor = panel.findChild<ListEditor*>();
    table = editor->findChild<ListTable*>();
  }

  const Template& t() const { return document.tmpl(); }
  QModelIndex cell(int row, Column column) const { return table->model()->index(row, column); }
  QString shown(int row, Column column) const { return cell(row, column).data().toString(); }
  size_t kind(const char* slug) const {
    return static_cast<size_t>(std::find(kLandmarkSlugs.begin(), kLandmarkSlugs.end(), slug) -
                               kLandmarkSlugs.begin());
  }
  bool offers(const char* name) const {
    for (const QToolButton* button : editor->findChildren<QToolButton*>())
      if (button->accessibleName() == QLatin1String(name)) return button->isVisibleTo(editor);
    return false;
  }
  void type_into(const QModelIndex& at, const QString& text) {
    table->setFocus();
    table->setCurrentIndex(at);
    QTest::keyClick(table, Qt::Key_F2);
    auto* spin = table->findChild<NumberSpin*>();
    QVERIFY(spin);
    QTest::keyClick(spin, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(spin, text);
    QTest::keyClick(spin, Qt::Key_Return);
  }
};

}  // namespace

class TestTemplateKinds : public QObject {
  Q_OBJECT

 private slots:
  void everyLandmarkKindIsARowOfItsQuotaAndSpacing() {
    KindHand hand;
    QCOMPARE(hand.table->model()->rowCount(), static_cast<int>(kLandmarkKinds));
    for (int row = 0; row < hand.table->model()->rowCount(); ++row) {
      const auto k = static_cast<size_t>(row);
      QCOMPARE(hand.shown(row, kClass), QString::fromUtf8(kLandmarkSlugs[k].data()).replace('_', ' '));
      QCOMPARE(hand.shown(row, kQuota).toInt(), hand.t().landmarks[k]);
      QCOMPARE(hand.shown(row, kSpacing).toDouble(), hand.t().spacing.landmark_m[k]);
      QVERIFY(!(hand.cell(row, kClass).flags() & Qt::ItemIsEditable));
      for (const char* path : {"landmarks.%1", "spacing.%1_m"}) {
        const QString at = QString(path).arg(QString::fromUtf8(kLandmarkSlugs[k].data()));
        QVERIFY2(hand.panel.jump_to(at), qPrintable(at));
        QCOMPARE(hand.editor->selected(), std::vector<size_t>{k});
      }
    }
  }

  void everyKindWearsItsOwnBadge() {
    KindHand hand;
    QList<QImage> badges;
    for (int row = 0; row < hand.table->model()->rowCount(); ++row) {
      badges.push_back(hand.cell(row, kClass).data(Qt::DecorationRole).value<QIcon>().pixmap(16).toImage());
      QVERIFY(!badges.back().isNull());
      for (int other = 0; other < row; ++other) QVERIFY(badges[row] != badges[other]);
    }
  }

  void cellsAreEditedAndUndoneByteForByte() {
    KindHand hand;
    const std::string before = hand.text();
    const size_t shrine = hand.kind("shrine");
    hand.type_into(hand.cell(static_cast<int>(shrine), kQuota), "5");
    QTRY_COMPARE_WITH_TIMEOUT(hand.t().landmarks[shrine], 5, kWaitLimit_ms);
    hand.type_into(hand.cell(static_cast<int>(shrine), kSpacing), "700");
    QTRY_COMPARE_WITH_TIMEOUT(hand.t().spacing.landmark_m[shrine], 700.0, kWaitLimit_ms);
    QCOMPARE(hand.document.history().undoText(), QStringLiteral("Shrine, spacing: 780 to 700 m"));
    QCOMPARE(hand.steps(), 2);
    hand.undo_all();
    QVERIFY(hand.text() == before);
  }

  void aKindIsTakenAwayAndBroughtBackAtItsDefault() {
    KindHand hand;
    const size_t fort = hand.kind("fort"), hub = hand.kind("quest_hub");
    hand.editor->select({fort, hub});
    QTest::keyClick(hand.table, Qt::Key_Delete);
    QCOMPARE(hand.t().landmarks[fort], 0);
    QCOMPARE(hand.t().landmarks[hub], 0);
    QCOMPARE(hand.steps(), 1);
    QCOMPARE(hand.editor->selected(), (std::vector<size_t>{fort, hub}));
    QTest::keyClick(hand.table, Qt::Key_Insert);
    QCOMPARE(hand.t().landmarks[fort], hand.t().regions.controllable);
    QCOMPARE(hand.t().landmarks[hub], 1);
    QCOMPARE(hand.steps(), 2);
    QVERIFY(hand.document.valid());
    hand.editor->add();  // none is away
    QCOMPARE(hand.steps(), 2);
  }

  void resetGivesTheDefaultsOfTheSelectedRowsOnly() {
    KindHand hand;
    const Template before = hand.t();
    hand.document.edit("Spacing", [](Template& t) { t.spacing.landmark_m = {1, 2, 3, 4, 5, 6, 7}; });
    hand.editor->select({1});
    hand.editor->reset();
    QCOMPARE(hand.t().landmarks[1], before.regions.controllable);
    QCOMPARE(hand.t().spacing.landmark_m[1], SpacingParams().landmark_m[1]);
    QCOMPARE(hand.t().spacing.landmark_m[2], 3.0);
    QCOMPARE(hand.t().landmarks[2], before.landmarks[2]);
  }

  void whatTheFormatFixesIsNotOfferedAndTheTableSaysWhy() {
    KindHand hand;
    const std::string before = hand.text();
    for (const char* there : {"Add", "Remove", "Reset"}) QVERIFY2(hand.offers(there), there);
    for (const char* absent : {"Duplicate", "Move Up", "Move Down"}) QVERIFY2(!hand.offers(absent), absent);
    hand.editor->select({1});
    hand.editor->duplicate();
    hand.editor->move(1);
    hand.editor->copy();
    hand.editor->paste();
    QVERIFY(hand.text() == before);
    const auto labels = hand.editor->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains("format fixes");
    }));
  }

  void sortingAndFilteringChangeOnlyTheView() {
    KindHand hand;
    const std::string before = hand.text();
    hand.table->sortByColumn(kSpacing, Qt::DescendingOrder);
    double last = 1e9;
    for (int row = 0; row < hand.table->model()->rowCount(); ++row) {
      const double spacing = hand.cell(row, kSpacing).data(ListModel::kSortRole).toDouble();
      QVERIFY(spacing <= last);
      last = spacing;
    }
    hand.editor->findChild<QLineEdit*>()->setText("out");
    QCOMPARE(hand.table->model()->rowCount(), 1);
    QCOMPARE(hand.shown(0, kClass), QStringLiteral("outpost"));
    QVERIFY(hand.text() == before);
  }

  void aFindingMarksItsCell() {
    KindHand hand;
    const int fort = static_cast<int>(hand.kind("fort"));
    hand.type_into(hand.cell(fort, kQuota), "3");
    QTRY_VERIFY_WITH_TIMEOUT(!hand.document.valid(), kWaitLimit_ms);
    QVERIFY(hand.cell(fort, kQuota).data(Qt::BackgroundRole).isValid());
    QVERIFY(hand.cell(fort, kQuota).data(Qt::ToolTipRole).toString().contains("fort"));
    QVERIFY(!hand.cell(fort, kSpacing).data(Qt::BackgroundRole).isValid());
    QVERIFY(!hand.cell(fort - 1, kQuota).data(Qt::BackgroundRole).isValid());
    hand.type_into(hand.cell(fort, kQuota), QString::number(hand.t().regions.controllable));
    QTRY_VERIFY_WITH_TIMEOUT(hand.document.valid(), kWaitLimit_ms);
    QVERIFY(!hand.cell(fort, kQuota).data(Qt::BackgroundRole).isValid());
  }

  void settlementsAndFortsFollowTheControllableRegionsInOneStep() {
    KindHand hand;
    const std::string before = hand.text();
    const int regions = hand.t().regions.controllable;
    hand.panel.jump_to("regions.controllable");
    hand.type("26");
    QCOMPARE(hand.t().regions.controllable, 26);
    QCOMPARE(hand.t().landmarks[0], 26);
    QCOMPARE(hand.t().landmarks[1], 26);
    QVERIFY(hand.document.valid());
    QCOMPARE(hand.steps(), 1);
    QCOMPARE(hand.document.history().undoText(), QStringLiteral("Controllable: %1 to 26").arg(regions));
    hand.document.history().undo();
    QVERIFY(hand.text() == before);
  }

  void aNumberOfFortsOfItsOwnStaysThroughADragThatPassesIt() {
    KindHand hand;
    const int regions = hand.t().regions.controllable;
    hand.document.edit("Forts", [regions](Template& t) { t.landmarks[1] = regions + 2; });
    hand.panel.jump_to("regions.controllable");
    for (int up = 0; up < 4; ++up) QTest::keyClick(hand.focus(), Qt::Key_Up);
    QCOMPARE(hand.t().regions.controllable, regions + 4);
    QCOMPARE(hand.t().landmarks[0], regions + 4);
    QCOMPARE(hand.t().landmarks[1], regions + 2);
    QCOMPARE(hand.steps(), 2);
  }

  void anErrorOnAnotherPageIsSaidWhereItAroseWhileItLasts() {
    KindHand hand;
    hand.document.edit("Forts", [](Template& t) { t.landmarks[1] = t.regions.controllable + 2; });
    const auto said = [&hand] {
      for (const QLabel* label : hand.panel.findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains("On the page Landmarks")) return true;
      return false;
    };
    hand.panel.jump_to("regions.controllable");
    QVERIFY(!said());  // it was there before
    hand.document.edit("Regions", [](Template& t) { t.regions.controllable += 1; });
    QVERIFY(said());
    hand.panel.jump_to("island.side_m");
    QVERIFY(!said());
    hand.panel.jump_to("regions.controllable");
    QVERIFY(said());
    hand.document.history().undo();
    QVERIFY(!said());
  }
};

QTEST_MAIN(TestTemplateKinds)
#include "test_template_kinds.moc"
