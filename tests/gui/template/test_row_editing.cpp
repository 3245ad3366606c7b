#include <QColorDialog>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>

#include "app/gui/template/editors/field_form.h"
#include "app/gui/template/editors/place_editor.h"
#include "app/gui/template/field_label.h"
#include "app/gui/template/list/list_editor.h"
#include "app/gui/template/list/list_model.h"
#include "app/gui/template/list/list_table.h"
#include "app/gui/template/number/number_spin.h"
#include "app/gui/template/place.h"
#include "app/gui/template/row_look.h"
#include "panel_hand.h"
#include "render/map/symbols/pictograms.h"
#include "tests/gui/mouse_input.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

/// A hand on the table of one page.
struct RowHand : PanelHand {
  ListEditor* editor = nullptr;
  ListTable* table = nullptr;

  explicit RowHand(const char* list, const Template& t = full_template()) : PanelHand(t) {
    panel.jump_to(list);
    for (auto* one : panel.findChildren<ListEditor*>())
      if (one->isVisible() && !editor) editor = one;
    table = editor->findChild<ListTable*>();
  }

  const Template& t() const { return document.tmpl(); }
  const Vocabulary& v() const { return t().vocabulary; }
};

/// Waits for a modal window of this kind and lets a hand work in it.
template <typename Window, typename Work>
void when_it_opens(Work work) {
  auto* timer = new QTimer;
  timer->setInterval(10);
  QObject::connect(timer, &QTimer::timeout, timer, [timer, work] {
    auto* window = qobject_cast<Window*>(QApplication::activeModalWidget());
    if (!window) return;
    timer->deleteLater();
    work(*window);
  });
  timer->start();
}

std::vector<std::vector<double>> weights(const Template& t) {
  std::vector<std::vector<double>> all;
  for (const auto* list : {&t.resources, &t.wildlife, &t.enemies})
    for (const PointClass& cls : *list) all.push_back(cls.biome_affinity);
  return all;
}

}  // namespace

class TestRowEditing : public QObject {
  Q_OBJECT

 private slots:
  void aBiomeRenamedInTheFormIsFollowedByAllThatNamesIt() {
    Template start = full_template();
    const std::string old = start.vocabulary.biomes[1].id;
    start.vocabulary.landmarks.back().site.require.push_back({"biome", {}, {}, {}, {}, {old}});
    RowHand hand("biomes", start);
    const std::string before = hand.text();
    const auto weighed = weights(hand.t());
    QVERIFY(before.find('"' + old + '"') != std::string::npos);
    hand.panel.jump_to("biomes[1].id");
    hand.type("taiga");
    QCOMPARE(hand.v().biomes[1].id, std::string("taiga"));
    QCOMPARE(hand.steps(), 1);
    QVERIFY(hand.text().find('"' + old + '"') == std::string::npos);
    QVERIFY(weights(hand.t()) == weighed);
    QCOMPARE(hand.v().landmarks.back().site.require.back().in, std::vector<std::string>{"taiga"});
    // Pages keyed by biomes know the new name at once.
    QVERIFY(hand.panel.jump_to("resources[0].biomes.taiga"));
    hand.type("7");
    QCOMPARE(hand.t().resources[0].biome_affinity[1], 7.0);
    hand.document.history().undo();
    hand.document.history().undo();
    QVERIFY(hand.text() == before);
    QVERIFY(hand.panel.jump_to(QString::fromStdString("resources[0].biomes." + old)));
  }

  void anIdThatIsTakenOrNoSlugIsRefusedAndSaid() {
    RowHand hand("biomes");
    const std::string before = hand.text();
    for (const QString& wrong : {QString::fromStdString(hand.v().biomes[0].id), QStringLiteral("No Slug")}) {
      hand.panel.jump_to("biomes[1].id");
      QWidget* field = hand.focus()->parentWidget()->parentWidget();
      hand.type(wrong);
      QVERIFY(hand.text() == before);
      QCOMPARE(qobject_cast<QLineEdit*>(hand.focus())->text().toStdString(), hand.v().biomes[1].id);
      const auto labels = field->findChildren<QLabel*>();
      QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().size() > 20;
      }));
    }
    QCOMPARE(hand.steps(), 0);
  }

  void aBandThatClassesNameIsRemovedAfterAQuestionThatListsThem() {
    RowHand hand("danger");
    const std::string before = hand.text();
    const size_t bands = hand.v().danger.size();
    QString asked;
    const auto answer = [&](const char* word) {
      when_it_opens<QMessageBox>([&asked, word](QMessageBox& box) {
        asked = box.informativeText();
        for (QAbstractButton* button : box.buttons())
          if (button->text().remove('&') == QLatin1String(word)) return button->click();
        box.reject();
      });
      hand.editor->select({bands - 1});
      hand.editor->remove();
    };
    answer("Cancel");
    QVERIFY(hand.text() == before);
    QCOMPARE(hand.steps(), 0);
    answer("Remove");
    QVERIFY2(asked.contains(QString::fromStdString(hand.t().resources[0].label), Qt::CaseInsensitive) ||
                 asked.contains("Resources"),
             qPrintable(asked));
    QCOMPARE(hand.v().danger.size(), bands - 1);
    QCOMPARE(hand.steps(), 1);
    for (const PointClass& cls : hand.t().resources) QVERIFY(static_cast<size_t>(cls.danger_max) < bands - 1);
    double sum = 0;
    for (const double share : row_shares(hand.v().danger)) sum += share;
    QVERIFY(std::fabs(sum - 1) < 1e-9);
    hand.document.history().undo();
    QVERIFY(hand.text() == before);
    QCOMPARE(hand.table->model()->rowCount(), static_cast<int>(bands));
  }

  void rowsDraggedKeepTheirValuesAndAllThatNamesThem() {
    RowHand hand("biomes");
    const std::string before = hand.text();
    const Template first = hand.t();
    const std::unique_ptr<QMimeData> rows(hand.table->model()->mimeData({hand.table->model()->index(0, 0)}));
    QVERIFY(hand.table->model()->dropMimeData(rows.get(), Qt::MoveAction, 3, 0, {}));
    QCOMPARE(hand.steps(), 1);
    QCOMPARE(hand.editor->selected(), std::vector<size_t>{2});
    const BiomeRow &was = first.vocabulary.biomes[0], &is = hand.v().biomes[2];
    QCOMPARE(is.id, was.id);
    QCOMPARE(is.share, was.share);
    QCOMPARE(is.prior.height, was.prior.height);
    for (size_t k = 0; k < first.resources.size(); ++k)
      QCOMPARE(hand.t().resources[k].biome_affinity[2], first.resources[k].biome_affinity[0]);
    hand.document.history().undo();
    QVERIFY(hand.text() == before);
  }

  void rowsAreAddedAndDuplicatedWhereTheSelectionIs() {
    RowHand hand("landmarks");
    const std::string before = hand.text();
    const std::vector<std::string> ids = table_ids(hand.t(), "landmarks");
    hand.editor->select({2});
    hand.editor->add();
    QCOMPARE(hand.v().landmarks[3].id, "landmark_" + std::to_string(ids.size() + 1));
    QCOMPARE(hand.editor->selected(), std::vector<size_t>{3});
    hand.editor->select({2});
    hand.editor->duplicate();
    QCOMPARE(hand.v().landmarks[3].id, ids[2] + "_2");
    QCOMPARE(hand.v().landmarks[3].spacing_m, hand.v().landmarks[2].spacing_m);
    QCOMPARE(hand.v().landmarks[3].site.require.size(), hand.v().landmarks[2].site.require.size());
    QCOMPARE(hand.steps(), 2);
    hand.document.history().undo();
    hand.document.history().undo();
    QVERIFY(hand.text() == before);
  }

  void aTableKeepsTheRowsThatItNeeds() {
    RowHand hand("biomes");
    hand.table->selectAll();
    hand.editor->remove();
    QCOMPARE(hand.steps(), 0);
    QVERIFY(!hand.v().biomes.empty());
  }

  void aColourPickedReachesTheTemplateAndGoesBackToThePalette() {
    RowHand hand("biomes");
    hand.document.edit("Palette", [](Template& t) { t.vocabulary.biomes[0].colour.reset(); });
    hand.panel.jump_to("biomes[0].colour");
    auto* button = qobject_cast<QToolButton*>(hand.focus());
    QVERIFY(button);
    QCOMPARE(button->text(), QStringLiteral("from the palette"));
    when_it_opens<QColorDialog>([](QColorDialog& dialog) {
      dialog.setCurrentColor(QColor(0x12, 0x34, 0x56));
      dialog.accept();
    });
    button->click();
    QVERIFY(hand.v().biomes[0].colour == Rgb::hex(0x123456));
    QCOMPARE(button->text(), QStringLiteral("#123456"));
    QCOMPARE(hand.steps(), 2);
    button->menu()->actions().back()->trigger();
    QVERIFY(!hand.v().biomes[0].colour);
  }

  void aSymbolIsChosenByItsPicture() {
    RowHand hand("landmarks");
    hand.panel.jump_to("landmarks[2].symbol");
    auto* combo = qobject_cast<QComboBox*>(hand.focus());
    QVERIFY(combo);
    QCOMPARE(combo->count() >= static_cast<int>(pictogram_names().size()), true);
    const std::string_view name = pictogram_names().back();
    const int at = combo->findData(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    QVERIFY(!combo->itemIcon(at).isNull());
    combo->setCurrentIndex(at);
    emit combo->activated(at);
    QCOMPARE(hand.v().landmarks[2].symbol, std::string(name));
  }

  void conditionsOfAKindAreRowsOfATableInItsDetails() {
    RowHand hand("landmarks");
    size_t kind = 0;
    while (hand.v().landmarks[kind].site.require.empty()) ++kind;
    const size_t conditions = hand.v().landmarks[kind].site.require.size();
    const std::string path = "landmarks[" + std::to_string(kind) + "].site.require";
    QVERIFY(hand.panel.jump_to(QString::fromStdString(path)));
    ListEditor* inner = nullptr;
    for (QWidget* at = hand.focus(); at && !inner; at = at->parentWidget())
      inner = qobject_cast<ListEditor*>(at);
    QVERIFY(inner && inner != hand.editor);
    inner->add();
    QCOMPARE(hand.v().landmarks[kind].site.require.size(), conditions + 1);
    const std::string last = path + "[" + std::to_string(conditions) + "].measure";
    QVERIFY(hand.panel.jump_to(QString::fromStdString(last)));
    auto* combo = qobject_cast<QComboBox*>(hand.focus());
    QVERIFY(combo);
    const int slope = combo->findData("slope");
    combo->setCurrentIndex(slope);
    emit combo->activated(slope);
    QCOMPARE(hand.v().landmarks[kind].site.require.back().measure, std::string("slope"));
    // Another kind's conditions are its own.
    const size_t other = kind == 0 ? 1 : 0;
    hand.editor->select({other});
    QCOMPARE(inner->findChild<ListTable*>()->model()->rowCount(),
             static_cast<int>(hand.v().landmarks[other].site.require.size()));
  }

  void aCultureIsAddedWrittenAndGivenToAFaction() {
    Template start = full_template();
    start.vocabulary.names.clear();
    RowHand hand("names", start);
    const std::string before = hand.text();
    QCOMPARE(hand.table->model()->rowCount(), 0);
    hand.editor->add();
    QCOMPARE(hand.v().names.size(), size_t{1});
    QVERIFY(hand.document.valid());
    hand.panel.jump_to("names[0].id");
    hand.type("oasis");
    hand.panel.jump_to("names[0].starts");
    QCOMPARE(hand.focus()->accessibleName(), QStringLiteral("Starts"));
    hand.type("\"Al \", Qasr,  Umm");
    QCOMPARE(hand.v().names[0].starts, (std::vector<std::string>{"Al ", "Qasr", "Umm"}));
    hand.panel.jump_to("factions[0].names");
    auto* combo = qobject_cast<QComboBox*>(hand.focus());
    QVERIFY(combo);
    QCOMPARE(combo->itemText(0), QStringLiteral("classic"));
    const int at = combo->findData("oasis");
    QCOMPARE(combo->itemText(at), QStringLiteral("Oasis"));
    combo->setCurrentIndex(at);
    emit combo->activated(at);
    QCOMPARE(hand.v().factions[0].names, std::string("oasis"));
    // Another id: the faction follows.
    hand.panel.jump_to("names[0].id");
    hand.type("desert");
    QCOMPARE(hand.v().factions[0].names, std::string("desert"));
    QCOMPARE(hand.steps(), 5);
    while (hand.document.history().canUndo()) hand.document.history().undo();
    QVERIFY(hand.text() == before);
  }

  void aCultureThatAFactionHasIsRemovedAfterAQuestion() {
    Template start = full_template();
    start.vocabulary.factions[1].names = start.vocabulary.names[0].id;
    RowHand hand("names", start);
    const std::string before = hand.text();
    QString asked;
    when_it_opens<QMessageBox>([&asked](QMessageBox& box) {
      asked = box.informativeText();
      for (QAbstractButton* button : box.buttons())
        if (button->text().remove('&') == QLatin1String("Remove")) return button->click();
    });
    hand.editor->select({0});
    hand.editor->remove();
    QVERIFY2(asked.contains("Factions") && asked.contains("names"), qPrintable(asked));
    QVERIFY(hand.v().names.empty());
    QCOMPARE(hand.v().factions[1].names, std::string(kFirstNames));
    QCOMPARE(hand.v().factions.size(), start.vocabulary.factions.size());
    QCOMPARE(hand.steps(), 1);
    hand.document.history().undo();
    QVERIFY(hand.text() == before);
  }

  void partsOfNamesAreTakenOnEnterOrWhenTheFocusLeavesAndEscapeTakesThemBack() {
    RowHand hand("names");
    hand.panel.jump_to("names[0].ends");
    auto* edit = qobject_cast<QPlainTextEdit*>(hand.focus());
    QVERIFY(edit);
    const QString shown = edit->toPlainText();
    QTest::keyClicks(edit, "x");
    QTest::keyClick(edit, Qt::Key_Escape);
    QCOMPARE(edit->toPlainText(), shown);
    QCOMPARE(hand.steps(), 0);
    edit->setPlainText("vik\nnes\tfjell, \"\"");  // a pasted column of a spreadsheet too
    QTest::keyClick(edit, Qt::Key_Tab);
    QVERIFY(hand.focus() != edit);
    QCOMPARE(hand.v().names[0].ends, (std::vector<std::string>{"vik", "nes", "fjell", ""}));
    QCOMPARE(hand.steps(), 1);
    hand.panel.jump_to("names[0].starts");
    hand.type(QString(30, 'a'));
    QVERIFY(!hand.document.valid());
    QVERIFY(hand.text().find(std::string(30, 'a')) != std::string::npos);  // held, and marked
    QCOMPARE(hand.document.findings().front().where, std::string("names[0].starts"));
    hand.document.history().undo();
    QVERIFY(hand.document.valid());
  }

  void theSwatchBesideAShareIsThatOfTheRow() {
    RowHand hand("factions");
    for (const size_t row : {size_t{0}, size_t{2}, size_t{1}}) {
      hand.panel.jump_to(QStringLiteral("factions[%1].share").arg(row));
      FieldLabel* label = nullptr;
      for (QWidget* at = hand.focus(); at && !label; at = at->parentWidget())
        if (auto* field = qobject_cast<ParameterField*>(at)) label = field->findChild<FieldLabel*>();
      QVERIFY(label);
      const QImage shown = label->grab().toImage();
      const QRgb wanted = row_colour(hand.t(), "factions", row)->rgb();
      bool found = false;
      for (int y = 0; y < shown.height(); ++y)
        for (int x = 0; x < shown.width(); ++x) found |= shown.pixel(x, y) == wanted;
      QVERIFY2(found, std::to_string(row).c_str());
    }
  }

  void aHomeIsChosenByAWordByNumbersOrOnTheMap() {
    RowHand hand("factions");
    const std::string before = hand.text();
    const auto home = [&] { return hand.v().factions[0].home; };
    QVERIFY(!home());
    hand.panel.jump_to("factions[0].home");
    auto* combo = qobject_cast<QComboBox*>(hand.focus());
    QVERIFY(combo);
    QCOMPARE(combo->currentText(), QStringLiteral("not stated"));
    const auto choose = [&](const char* word) {
      const int at = combo->findData(word);
      combo->setCurrentIndex(at);
      emit combo->activated(at);
    };
    choose("north_east");
    QVERIFY(home() == (Vec2{1, 1}));
    QVERIFY(hand.document.history().undoText().contains("north east"));
    QWidget* field = combo->parentWidget();
    const auto spins = field->findChildren<NumberSpin*>();
    QCOMPARE(spins.size(), 2);
    spins[0]->setFocus();
    hand.type("0.25");
    QVERIFY(home() == (Vec2{0.25, 1}));
    QCOMPARE(combo->currentText(), QStringLiteral("a place of its own"));
    auto* pad = field->findChild<PlacePad*>();
    const int steps = hand.steps();
    const QPointF middle = QRectF(pad->rect()).center();
    drag(*pad, {middle + QPointF(-20, 9), middle + QPointF(12, -4), middle + QPointF(2, 1)});
    QVERIFY(home() == (Vec2{0.5, 0.5}));  // snaps
    QCOMPARE(combo->currentText(), QStringLiteral("centre"));
    QCOMPARE(combo->findText("a place of its own"), -1);
    QCOMPARE(hand.steps(), steps + 1);
    send_mouse(*pad, QEvent::MouseButtonPress, {-50, 500});  // outside: the nearest side
    QVERIFY(home() == (Vec2{0, 0}));
    send_mouse(*pad, QEvent::MouseButtonRelease, {-50, 500});
    pad->setFocus();
    QTest::keyClick(pad, Qt::Key_Up);
    QTest::keyClick(pad, Qt::Key_Right);
    QVERIFY(home() == (Vec2{0.05, 0.05}));
    choose("");
    QVERIFY(!home());
    spins[1]->setFocus();
    hand.type("0.75");
    QVERIFY(home() == (Vec2{0.5, 0.75}));
    QVERIFY(hand.document.valid());
    while (hand.document.history().canUndo()) hand.document.history().undo();
    QVERIFY(hand.text() == before);
    QCOMPARE(combo->currentText(), QStringLiteral("not stated"));
  }

  void sortsOfPointsAreCalledAsTheTemplateSays() {
    PanelHand hand;
    hand.document.edit("Words", [](Template& t) { t.vocabulary.categories.resource = "Pickups"; });
    const QAbstractItemModel* pages = hand.panel.findChild<QTreeView*>()->model();
    QCOMPARE(pages->match(pages->index(0, 0), Qt::DisplayRole, "Pickups", -1, Qt::MatchRecursive).size(), 1);
  }
};

FW_WINDOW_TEST(TestRowEditing)
#include "test_row_editing.moc"
