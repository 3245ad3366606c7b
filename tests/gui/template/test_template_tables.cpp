#include <QClipboard>
#include <QHeaderView>
#include <QMimeData>
#include <QScrollBar>
#include <QSortFilterProxyModel>

#include "app/gui/template/list/list_editor.h"
#include "app/gui/template/list/list_model.h"
#include "app/gui/template/list/list_table.h"
#include "app/gui/template/number/number_spin.h"
#include "app/gui/template/place.h"
#include "panel_hand.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

struct TableHand : PanelHand {
  ListEditor* editor = nullptr;
  ListTable* table = nullptr;
  ListModel* model = nullptr;

  explicit TableHand(const char* list = "resources") {
    panel.jump_to(list);
    editor = panel.findChild<ListEditor*>();
    table = editor->findChild<ListTable*>();
    model = editor->findChild<ListModel*>();
  }

  std::vector<std::string> slugs() const {
    std::vector<std::string> all;
    for (const PointClass& cls : document.tmpl().resources) all.push_back(cls.slug);
    return all;
  }
  int column(const char* path) const {
    for (const Parameter& p : parameters())
      if (p.path == path) return model->column_of({&p});
    return -1;
  }
  QModelIndex shown(int row, const char* path) const { return table->model()->index(row, column(path)); }
};

}  // namespace

class TestTemplateTables : public QObject {
  Q_OBJECT

 private slots:
  void rowsAreAddedDuplicatedRemovedMovedAndUndone() {
    TableHand hand;
    const std::string before = hand.text();
    const std::vector<std::string> first = hand.slugs();
    hand.editor->select({1});
    hand.editor->add();
    QCOMPARE(hand.slugs()[2], "resource_" + std::to_string(first.size() + 1));
    QCOMPARE(hand.editor->selected(), std::vector<size_t>{2});
    hand.editor->select({1, 3});
    hand.editor->duplicate();
    QCOMPARE(hand.slugs()[4], first[1] + "_2");
    QCOMPARE(hand.document.tmpl().resources[4].quota, hand.document.tmpl().resources[1].quota);
    QCOMPARE(hand.document.tmpl().resources[5].slug, first[2] + "_2");
    hand.editor->move(1);
    QCOMPARE(hand.editor->selected(), (std::vector<size_t>{5, 6}));
    QCOMPARE(hand.slugs()[5], first[1] + "_2");
    hand.editor->remove();
    QCOMPARE(hand.slugs().size(), first.size() + 1);
    QVERIFY(hand.document.valid());
    QCOMPARE(hand.steps(), 4);
    hand.undo_all();
    QVERIFY(hand.text() == before);
    QCOMPARE(hand.model->rowCount(), static_cast<int>(first.size()));
  }

  void removingEverythingLeavesATableThatCanBeFilledAgain() {
    TableHand hand("region_mixes");
    hand.table->selectAll();
    hand.editor->remove();
    QCOMPARE(hand.model->rowCount(), 0);
    QVERIFY(hand.panel.jump_to("region_mixes"));
    hand.editor->remove();
    hand.editor->duplicate();
    hand.editor->add();
    hand.editor->add();
    QCOMPARE(hand.document.tmpl().region_mixes.size(), size_t{2});
    QCOMPARE(hand.document.tmpl().region_mixes[1].region, 2);
  }

  void rowsDraggedLandWhereTheyAreDropped() {
    TableHand hand;
    const std::vector<std::string> first = hand.slugs();
    const std::unique_ptr<QMimeData> rows(hand.table->model()->mimeData(
        {hand.shown(0, "resources[].class"), hand.shown(2, "resources[].class")}));
    QVERIFY(hand.table->model()->dropMimeData(rows.get(), Qt::MoveAction, 5, 0, {}));
    QCOMPARE(hand.slugs()[3], first[0]);
    QCOMPARE(hand.slugs()[4], first[2]);
    QCOMPARE(hand.slugs()[0], first[1]);
    QCOMPARE(hand.editor->selected(), (std::vector<size_t>{3, 4}));
    QCOMPARE(hand.steps(), 1);
  }

  void sortingAndFilteringChangeOnlyTheView() {
    TableHand hand;
    const std::string before = hand.text();
    hand.table->sortByColumn(hand.column("resources[].quota"), Qt::DescendingOrder);
    double last = 1e9;
    for (int row = 0; row < hand.table->model()->rowCount(); ++row) {
      const double quota = hand.shown(row, "resources[].quota").data(ListModel::kSortRole).toDouble();
      QVERIFY(quota <= last);
      last = quota;
    }
    hand.editor->select({5});
    hand.editor->move(1);
    QVERIFY(hand.text() == before);
    hand.editor->findChild<QLineEdit*>()->setText("ore");
    QVERIFY(hand.table->model()->rowCount() > 0);
    QVERIFY(hand.table->model()->rowCount() < hand.model->rowCount());
    QVERIFY(hand.panel.jump_to("resources[0].class"));
    QCOMPARE(hand.editor->selected(), std::vector<size_t>{0});
    QVERIFY(hand.text() == before);
  }

  void aCellIsEditedByKeyboard() {
    TableHand hand;
    hand.table->setCurrentIndex(hand.shown(3, "resources[].quota"));
    QTest::keyClick(hand.table, Qt::Key_F2);
    auto* spin = hand.table->findChild<NumberSpin*>();
    QVERIFY(spin);
    QTest::keyClick(spin, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(spin, "77");
    QTest::keyClick(spin, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(hand.document.tmpl().resources[3].quota, 77, kWaitLimit_ms);
    QCOMPARE(hand.steps(), 1);
    hand.table->setCurrentIndex(hand.shown(3, "resources[].gamma"));
    QTest::keyClick(hand.table, Qt::Key_F2);
    QTest::keyClick(hand.table->findChild<NumberSpin*>(), Qt::Key_Return);
    QCoreApplication::processEvents();
    QCOMPARE(hand.steps(), 1);
  }

  void rowsThatAreSelectedAreEditedTogether() {
    TableHand hand;
    const std::vector<PointClass> first = hand.document.tmpl().resources;
    QVERIFY(hand.panel.jump_to("resources[1].spacing_m"));
    hand.editor->select({1, 2, 5});
    hand.type("123");
    for (size_t k = 0; k < first.size(); ++k)
      QCOMPARE(hand.document.tmpl().resources[k].spacing_m,
               k == 1 || k == 2 || k == 5 ? 123 : first[k].spacing_m);
    QCOMPARE(hand.steps(), 1);
    QVERIFY(hand.document.history().undoText().contains("2 more"));
    // What names a row is its own.
    const auto fields = hand.editor->findChildren<ParameterField*>();
    for (const ParameterField* field : fields)
      if (field->place().parameter->path == "resources[].class") QVERIFY(!field->isEnabled());
    hand.document.history().undo();
    hand.editor->select({1});
    for (const ParameterField* field : fields)
      if (field->place().parameter->path == "resources[].class") QVERIFY(field->isEnabled());
  }

  void sharesOfSeveralRowsAreSetTogether() {
    Template t = full_template();
    const std::vector<Place> shares = shares_of(t, "biomes");
    set_places(t, {shares[1], shares[2]}, 0.25, t);
    QCOMPARE(t.vocabulary.biomes[1].share, 0.25);
    QCOMPARE(t.vocabulary.biomes[2].share, 0.25);
    double sum = 0;
    for (const BiomeRow& row : t.vocabulary.biomes) sum += row.share;
    QVERIFY(std::abs(sum - 1) < 1e-9);
  }

  void anErrorIsMarkedAtEveryRowThatHasIt() {
    TableHand hand;
    hand.document.edit("Families", [](Template& t) {
      for (const size_t k : {1, 2, 3, 7}) t.resources[k].family = "gone";
    });
    for (int k = 0; k < 9; ++k) {
      const bool bad = k == 1 || k == 2 || k == 3 || k == 7;
      QCOMPARE(hand.shown(k, "resources[].family").data(Qt::BackgroundRole).isValid(), bad);
    }
  }

  void aBadSlugIsMarkedAndFoundByItsPath() {
    TableHand hand;
    hand.panel.jump_to("resources[3].class");
    hand.type("Bad Slug");
    QVERIFY(!hand.document.valid());
    QCOMPARE(hand.document.findings().front().where, std::string("resources[3].class"));
    const QModelIndex cell = hand.shown(3, "resources[].class");
    QVERIFY(cell.data(Qt::BackgroundRole).isValid());
    QVERIFY(cell.data(Qt::ToolTipRole).toString().contains("slug"));
    QVERIFY(!hand.shown(2, "resources[].class").data(Qt::BackgroundRole).isValid());
    hand.panel.jump_to("frame.width_m");
    QVERIFY(hand.panel.jump_to("resources[3].class"));
    QCOMPARE(qobject_cast<QLineEdit*>(hand.focus())->text(), QStringLiteral("Bad Slug"));
    hand.type("good_slug");
    QVERIFY(hand.document.valid());
    QCOMPARE(hand.document.tmpl().resources[3].label, std::string("good slug"));
  }

  void whatCouldNotBeTakenIsDroppedWithItsRow() {
    TableHand hand;
    hand.document.edit("Alike", [](Template& t) { t.resources[3].quota = t.resources[4].quota = 40; });
    hand.panel.jump_to("resources[3].quota");
    hand.type("-7");
    QCOMPARE(qobject_cast<NumberSpin*>(hand.focus())->text(), QStringLiteral("-7"));
    hand.editor->select({4});
    QCOMPARE(qobject_cast<NumberSpin*>(hand.focus())->text(), QStringLiteral("40"));
    QCOMPARE(hand.steps(), 1);
  }

  void aDerivedLabelFollowsItsSlug() {
    TableHand hand;
    hand.document.edit("Label", [](Template& t) { t.resources[3].label = ""; });
    hand.panel.jump_to("resources[3].class");
    hand.type("blue_clay");
    QCOMPARE(hand.document.tmpl().resources[3].label, std::string("blue clay"));
  }

  void copiedRowsArePastedWithKeysOfTheirOwn() {
    TableHand hand;
    const std::vector<std::string> first = hand.slugs();
    hand.editor->select({0, 1});
    hand.editor->copy();
    QVERIFY(QApplication::clipboard()->text().startsWith("class\tlabel\tfamily"));
    hand.editor->select({first.size() - 1});
    hand.editor->paste();
    QCOMPARE(hand.slugs().size(), first.size() + 2);
    QCOMPARE(hand.slugs()[first.size()], first[0] + "_2");
    QCOMPARE(hand.document.tmpl().resources.back().biome_affinity,
             hand.document.tmpl().resources[1].biome_affinity);
    QVERIFY(hand.document.valid());
    QCOMPARE(hand.steps(), 1);
    QApplication::clipboard()->setText("");
    hand.editor->paste();
    QCOMPARE(hand.steps(), 1);
  }

  void undoKeepsSelectionAndScrollPosition() {
    TableHand hand;
    hand.editor->select({20});
    const int scrolled = hand.table->verticalScrollBar()->value();
    hand.document.edit("Quota", [](Template& t) { t.resources[2].quota = 5; });
    hand.document.history().undo();
    QCOMPARE(hand.editor->selected(), std::vector<size_t>{20});
    QCOMPARE(hand.table->verticalScrollBar()->value(), scrolled);
    hand.document.edit("Remove", [](Template& t) { t.resources.erase(t.resources.begin()); });
    QCOMPARE(hand.editor->selected(), std::vector<size_t>{19});
  }
};

FW_WINDOW_TEST(TestTemplateTables)
#include "test_template_tables.moc"
