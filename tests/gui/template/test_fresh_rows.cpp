// Rows that are added in the window begin valid and visible.

#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QPointer>
#include <QTimer>

#include "app/gui/template/editors/name_samples.h"
#include "app/gui/template/fresh_row.h"
#include "app/gui/template/list/list_editor.h"
#include "app/gui/template/place.h"
#include "core/model/colour/colour_science.h"
#include "core/model/colour/palette.h"
#include "panel_hand.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

struct FreshHand : PanelHand {
  using PanelHand::PanelHand;

  ListEditor& editor(const char* list) {
    panel.jump_to(list);
    for (ListEditor* one : panel.findChildren<ListEditor*>())
      if (one->isVisible()) return *one;
    qFatal("no table on the page");
  }
};

double sum_of(const Template& t, const std::string& table) {
  double sum = 0;
  for (const Place& p : shares_of(t, table)) sum += std::get<double>(p.parameter->get(t, p.at));
  return sum;
}

}  // namespace

class TestFreshRows : public QObject {
  Q_OBJECT
 private slots:
  void aRowAddedToAnyTableOfAnyTemplateLeavesItValid() {
    for (const char* name : {"Minimal", "Tiny"}) {
      Document document;
      document.start(test::builtin(name));
      for (const char* list : {"factions", "names", "biomes", "danger", "landmarks", "families", "rarities",
                               "resources", "wildlife", "enemies"}) {
        ListEditor editor(document, {find_list(list)}, ListEditor::Room::page);
        const size_t rows = find_list(list)->size(document.tmpl(), {});
        editor.add();
        editor.duplicate();
        QCOMPARE(find_list(list)->size(document.tmpl(), {}), rows + 2);
        for (const Finding& f : document.findings())
          QVERIFY2(f.severity != Severity::error,
                   (std::string(name) + " " + list + ": " + f.message).c_str());
      }
      for (const char* table : {"factions", "biomes", "danger"})
        QVERIFY(std::abs(sum_of(document.tmpl(), table) - 1) < 1e-9);
    }
  }

  void aNewResourceHasANameAFamilyABiomeAndANumber() {
    FreshHand hand(test::builtin("Minimal"));
    hand.editor("resources").add();
    const PointClass& first = hand.document.tmpl().resources.at(0);
    QCOMPARE(first.label, std::string("Resource 1"));
    QCOMPARE(first.slug, std::string("resource_1"));
    QCOMPARE(hand.document.tmpl().vocabulary.families.size(), size_t{1});
    QCOMPARE(first.family, hand.document.tmpl().vocabulary.families[0].id);
    QCOMPARE(first.biome_affinity, std::vector<double>{1});
    QVERIFY(first.quota > 0);
    QCOMPARE(hand.steps(), 1);
    hand.editor("resources").add();
    QCOMPARE(hand.document.tmpl().resources.at(1).label, std::string("Resource 2"));
    QVERIFY(hand.document.valid());
  }

  void anIdFollowsItsLabelUntilItIsStatedOrExported() {
    FreshHand hand(test::builtin("Minimal"));
    hand.editor("resources").add();
    const auto give = [&](const char* path, const char* text) {
      hand.panel.jump_to(path);
      hand.type(QString::fromUtf8(text));
    };
    const auto slug = [&] { return hand.document.tmpl().resources.at(0).slug; };
    QCOMPARE(slug_of_label("K\u00F6nigs  Silber!"), std::string("konigs_silber"));
    give("resources[0].label", "King's Silver!");
    QCOMPARE(slug(), std::string("king_s_silver"));
    give("resources[0].class", "silver");  // stated
    give("resources[0].label", "Argent");
    QCOMPARE(slug(), std::string("silver"));
    give("resources[0].label", "Silver");  // an id that happens to be the label's follows again
    hand.document.settle();                // exported
    give("resources[0].label", "Gold");
    QCOMPARE(slug(), std::string("silver"));
    hand.editor("factions").add();
    give("factions[1].label", "Red Guild");
    QCOMPARE(hand.document.tmpl().vocabulary.factions.at(1).id, std::string("red_guild"));
    give("factions[0].label", "Blue Guild");  // a row of the file keeps its id
    QCOMPARE(hand.document.tmpl().vocabulary.factions.at(0).id, std::string("owners"));
  }

  void aCopyIsNumberedByItsName() {
    FreshHand hand(test::builtin("Minimal"));
    ListEditor& editor = hand.editor("landmarks");
    editor.add();
    hand.panel.jump_to("landmarks[0].label");
    hand.type("Watchtower");
    editor.select({0});
    editor.duplicate();
    editor.select({1});
    editor.duplicate();
    const auto& kinds = hand.document.tmpl().vocabulary.landmarks;
    QCOMPARE(kinds.at(1).label, std::string("Watchtower 2"));
    QCOMPARE(kinds.at(1).id, std::string("watchtower_2"));
    QCOMPARE(kinds.at(2).label, std::string("Watchtower 3"));
    QCOMPARE(kinds.at(0).count, std::optional<int>(3));
  }

  void aNewBandStandsBetweenItsNeighboursAndIsLikeTheOneBefore() {
    FreshHand hand;
    const std::vector<BandRow> before = hand.document.tmpl().vocabulary.danger;
    ListEditor& editor = hand.editor("danger");
    editor.select({1});
    editor.add();
    const std::vector<BandRow>& bands = hand.document.tmpl().vocabulary.danger;
    QVERIFY(bands[2].threshold > bands[1].threshold && bands[2].threshold < bands[3].threshold);
    QVERIFY(bands[2].tier_at > bands[1].tier_at && bands[2].tier_at < bands[3].tier_at);
    QCOMPARE(bands[2].label, std::string("Band 5"));
    QVERIFY(bands[2].share > 0);
    QCOMPARE(bands[2].level, before[1].level);
    QVERIFY(hand.document.valid());
  }

  void aNewRowsColourKeepsOffTheOthers() {
    for (const char* table : {"biomes", "factions", "families"}) {
      FreshHand hand;
      ListEditor& editor = hand.editor(table);
      for (int k = 0; k < 2; ++k) editor.add();
      const Palette p = make_palette(hand.document.tmpl().vocabulary);
      const std::vector<Rgb>& colours = std::string(table) == "biomes"     ? p.biome
                                        : std::string(table) == "factions" ? p.faction
                                                                           : p.family;
      const size_t first = editor.selected().front() - 1;
      for (size_t fresh = first; fresh < first + 2; ++fresh)
        for (size_t k = 0; k < colours.size(); ++k)
          if (k != fresh) QVERIFY(ciede2000(lab_of(colours[k]), lab_of(colours[fresh])) >= 8);
    }
  }

  void aFamilyIsMadeInTheBoxThatNamesIt() {
    FreshHand hand(test::builtin("Minimal"));
    hand.editor("resources").add();
    QVERIFY(hand.panel.jump_to("resources[0].family"));
    const QPointer<QComboBox> box = qobject_cast<QComboBox*>(hand.focus());
    QVERIFY(box);
    const int fresh = box->count() - 1;
    QVERIFY(box->itemText(fresh).startsWith("New family"));
    // Keys that step through the closed box pass over it.
    const QString held = box->currentText();
    bool asked = false;
    QTimer::singleShot(0, [&asked] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      asked = dialog != nullptr;
      if (dialog) dialog->reject();
    });
    QTest::keyClick(box, Qt::Key_End);
    QCoreApplication::processEvents();
    QVERIFY(!asked);
    QCOMPARE(box->currentText(), held);
    QCOMPARE(hand.steps(), 1);
    QTimer::singleShot(0, [] {
      auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
      dialog->setTextValue("Ores");
      dialog->accept();
    });
    box->setCurrentIndex(fresh);
    emit box->activated(fresh);
    QCOMPARE(hand.document.tmpl().resources[0].family, std::string("ores"));
    QCOMPARE(hand.document.tmpl().vocabulary.families.back().label, std::string("Ores"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(box && box->isVisible());  // the form stays where it is
    QCOMPARE(hand.steps(), 2);
    QCOMPARE(box->currentText(), QStringLiteral("Ores"));
  }

  void sampleNamesFollowTheSyllablesAndSayWhenThereAreNoMore() {
    FreshHand hand(test::builtin("Minimal"));
    hand.editor("names").add();
    QCOMPARE(sample_names(hand.document.tmpl(), 0, 10).size(), 10);
    const auto shown = [&] {
      return hand.panel.findChild<NameSamples*>()
          ->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly)
          ->text();
    };
    QCOMPARE(shown().count(','), 9);
    hand.document.edit("Syllables", [](Template& t) {
      NameRow& row = t.vocabulary.names[0];
      row.starts = {"Zor"};
      row.middles = {};
      row.ends = {"akum", "unbar"};
    });
    const QStringList names = sample_names(hand.document.tmpl(), 0, 10);
    QVERIFY(names.size() >= 1 && names.size() <= 2);
    for (const QString& name : names) QVERIFY2(name.startsWith("Zor"), qPrintable(name));
    QVERIFY2(shown().startsWith("Zor") && shown().contains("no more"), qPrintable(shown()));
  }

  void rulesOfAKindBeginValid() {
    FreshHand hand;
    for (const char* list : {"landmarks[].site.require", "landmarks[].site.prefer"}) {
      size_t site = 0;
      const auto& kinds = hand.document.tmpl().vocabulary.landmarks;
      while (kinds[site].role != LandmarkRole::site) ++site;
      ListEditor editor(hand.document, {find_list(list), site}, ListEditor::Room::part);
      editor.add();
      QVERIFY2(hand.document.valid(), list);
    }
  }
};

FW_WINDOW_TEST(TestFreshRows)
#include "test_fresh_rows.moc"
