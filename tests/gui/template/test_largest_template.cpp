// The largest template that the limits of the acceptance allow, in the window's document: edits of rows reach
// all that names them, and undo gives the file's bytes.

#include <QAbstractButton>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cmath>

#include "app/gui/template/list/list_editor.h"
#include "app/gui/template/list/list_model.h"
#include "core/template/vocabulary_edit.h"
#include "panel_hand.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

constexpr int kFactions = 12, kBiomes = 24, kBands = 8, kKinds = 12;

std::string id(const char* stem, int k) {
  return std::string(stem) + "_" + std::to_string(k);
}

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

/// Items 0 to n - 1 with commas between.
template <typename Item>
std::string list(int n, const Item& item) {
  std::string out;
  for (int k = 0; k < n; ++k) out += (k ? ", " : "") + std::string(item(k));
  return out;
}

/// "biome_0": 0.1, ...: a weight for every row.
std::string weights(const char* stem, int n, int shift) {
  return "{" +
         list(n, [&](int k) { return quoted(id(stem, k)) + ": 0." + std::to_string(1 + (k + shift) % 9); }) +
         "}";
}

/// Equal shares of n rows by id; what is left goes to the first.
std::string equal_shares(const char* stem, int n) {
  const int each = 1000 / n;
  return "{" +
         list(n,
              [&](int k) {
                return quoted(id(stem, k)) + ": " +
                       std::to_string((k ? each : 1000 - each * (n - 1)) / 1000.0);
              }) +
         "}";
}

std::string rows(const char* stem, int n, const std::function<std::string(int)>& more) {
  const int each = 1000 / n;
  return "[" +
         list(n,
              [&](int k) {
                const int share = k ? each : 1000 - each * (n - 1);
                return "\n{\"id\": " + quoted(id(stem, k)) +
                       ", \"share\": " + std::to_string(share / 1000.0) + more(k) + "}";
              }) +
         "]";
}

std::string kinds() {
  const auto site = [](int k) {
    return "\"site\": {\"require\": [{\"measure\": \"band\", \"in\": [\"band_" + std::to_string(k % kBands) +
           "\", \"band_" + std::to_string((k + 3) % kBands) +
           "\"]}, {\"measure\": \"biome\", \"in\": [\"biome_" + std::to_string(k) + "\", \"biome_" +
           std::to_string(k + 12) +
           "\"]}, {\"measure\": \"biome_tag\", \"in\": [\"wet\"]}], \"prefer\": [{\"measure\": \"to.kind_" +
           std::to_string(k - 1) +
           "_m\", \"shape\": \"saturate\", \"at\": 900}], \"cover\": {\"demand\": "
           "{\"measure\": \"faction\", \"in\": [\"faction_" +
           std::to_string(k % kFactions) + "\"]}}}";
  };
  return "[" +
         list(kKinds,
              [&](int k) {
                const std::string row = "\n{\"id\": " + quoted(id("kind", k)) + ", \"named\": true, ";
                if (k == 0) return row + "\"role\": \"seat\", \"joins_tracks\": true}";
                if (k == 1) return row + "\"role\": \"guard\"}";
                return row + "\"count\": 3, \"strong\": true, " + site(k) + "}";
              }) +
         "]";
}

std::string classes(const char* stem, int n, const std::function<std::string(int)>& more) {
  return "[" +
         list(n,
              [&](int k) {
                return "\n{\"class\": " + quoted(id(stem, k)) +
                       ", \"quota\": 12, \"biomes\": " + weights("biome", kBiomes, k) + more(k) + "}";
              }) +
         "]";
}

std::string bands_of(int k) {
  return ", \"danger_min\": \"band_" + std::to_string(k % 5) + "\", \"danger_max\": \"band_" +
         std::to_string(4 + k % 4) + "\"";
}

std::string largest_template() {
  return "{\"format\": 3, \"name\": \"Largest\", \"regions\": {\"controllable\": 33, \"neutral\": 5},\n"
         "\"factions\": " +
         rows("faction", kFactions,
              [](int k) {
                return std::string(k == kFactions - 1 ? ", \"role\": \"neutral\""
                                                      : ", \"names\": \"culture\"");
              }) +
         ",\n\"names\": [{\"id\": \"culture\", \"epithets\": [\"\", \"Minor\"]}],\n\"biomes\": " +
         rows("biome", kBiomes, [](int k) { return k % 3 ? "" : ", \"tags\": [\"wet\"]"; }) +
         ",\n\"danger\": " +
         rows("band", kBands,
              [](int k) { return k < 3   ? ", \"safe\": true"
                                 : k > 5 ? ", \"strong\": true"
                                         : ""; }) +
         ",\n\"landmarks\": " + kinds() +
         ",\n\"families\": [{\"id\": \"goods\", \"of\": \"resource\"}, {\"id\": \"foes\", \"of\": "
         "\"enemy\"}],\n"
         "\"rarities\": [{\"id\": \"plain\"}, {\"id\": \"chief\", \"count\": 5, \"ladder\": [{\"from_band\": "
         "\"band_4\", \"to_band\": \"band_7\", \"near\": [\"kind_5\"]}, {\"from_band\": \"band_2\", "
         "\"to_band\": "
         "\"band_4\"}]}],\n\"region_mixes\": [{\"region\": 7, \"danger\": " +
         equal_shares("band", kBands) + ", \"biomes\": " + equal_shares("biome", kBiomes) +
         "}],\n\"resources\": " +
         classes("good", 8, [](int k) { return ", \"family\": \"goods\"" + bands_of(k); }) +
         ",\n\"wildlife\": " + classes("beast", 6, bands_of) + ",\n\"enemies\": " +
         classes("foe", 8,
                 [](int k) { return ", \"family\": \"foes\", \"danger\": " + weights("band", kBands, k); }) +
         "}";
}

/// A panel on the document that opened the template's file.
struct LargestHand : PanelHand {
  QTemporaryDir folder;
  std::string as_opened;

  LargestHand() {
    const QString file = folder.filePath("largest.json");
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly)) qFatal("no folder");
    out.write(largest_template().c_str());
    out.close();
    if (const auto opened = document.open(file); !opened) qFatal("%s", opened.error().message.c_str());
    as_opened = text();
  }

  const Template& t() const { return document.tmpl(); }
  const Vocabulary& v() const { return t().vocabulary; }
  ListEditor* editor(const char* table) {
    panel.jump_to(table);
    for (auto* one : panel.findChildren<ListEditor*>())
      if (one->isVisible()) return one;
    return nullptr;
  }
};

bool sums_to_one(const std::vector<double>& shares) {
  double sum = 0;
  for (const double share : shares) sum += share;
  return std::fabs(sum - 1) < 1e-9;
}

/// Answers the next question with the button of that word; the question's list goes to `asked`.
void answer_next_question(const char* word, QString& asked) {
  auto* timer = new QTimer;
  timer->setInterval(10);
  QObject::connect(timer, &QTimer::timeout, timer, [timer, word, &asked] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (!box) return;
    timer->deleteLater();
    asked = box->text() + "\n" + box->informativeText();
    for (QAbstractButton* button : box->buttons())
      if (button->text().remove('&') == QLatin1String(word)) return button->click();
    box->reject();
  });
  timer->start();
}

}  // namespace

class TestLargestTemplate : public QObject {
  Q_OBJECT

 private slots:
  void itOpensWithoutAnythingRefused() {
    LargestHand hand;
    QCOMPARE(hand.v().factions.size(), size_t{kFactions});
    QCOMPARE(hand.v().biomes.size(), size_t{kBiomes});
    QCOMPARE(hand.v().danger.size(), size_t{kBands});
    QCOMPARE(hand.v().landmarks.size(), size_t{kKinds});
    QVERIFY2(hand.document.valid(),
             hand.document.findings().empty() ? "" : hand.document.findings().front().message.c_str());
    QCOMPARE(hand.steps(), 0);
    for (const char* table : {"factions", "names", "biomes", "danger", "landmarks", "families", "rarities",
                              "resources", "wildlife", "enemies"}) {
      ListEditor* editor = hand.editor(table);
      QVERIFY2(editor, table);
      const int rows = editor->findChild<ListModel*>()->rowCount();
      QVERIFY2(rows == static_cast<int>(find_list(table)->size(hand.t(), {})),
               (std::string(table) + " " + std::to_string(rows)).c_str());
    }
  }

  void aBiomeRenamedIsFollowedByAllThatNamesIt() {
    LargestHand hand;
    const Template before = hand.t();
    const auto named = references_to(before, "biomes", "biome_6").size();
    QVERIFY(named >= 24);  // 22 classes, a region's mix, a condition
    hand.panel.jump_to("biomes[6].id");
    hand.type("steppe");
    QCOMPARE(hand.v().biomes[6].id, std::string("steppe"));
    QCOMPARE(hand.steps(), 1);
    QVERIFY(hand.document.valid());
    QVERIFY(hand.text().find("\"biome_6\"") == std::string::npos);
    QVERIFY(references_to(hand.t(), "biomes", "biome_6").empty());
    QCOMPARE(references_to(hand.t(), "biomes", "steppe").size(), named);
    for (size_t k = 0; k < before.resources.size(); ++k)
      QVERIFY(hand.t().resources[k].biome_affinity == before.resources[k].biome_affinity);
    for (size_t k = 0; k < before.enemies.size(); ++k)
      QVERIFY(hand.t().enemies[k].biome_affinity == before.enemies[k].biome_affinity);
    QVERIFY(hand.t().region_mixes[0].biomes == before.region_mixes[0].biomes);
    QCOMPARE(hand.v().landmarks[6].site.require[1].in, (std::vector<std::string>{"steppe", "biome_18"}));
    hand.document.history().undo();
    QVERIFY(hand.text() == hand.as_opened);
  }

  void aBandRemovedAfterTheQuestionTakesOrMovesWhatNamesIt() {
    LargestHand hand;
    const Template before = hand.t();
    ListEditor* editor = hand.editor("danger");
    QString asked;
    answer_next_question("Cancel", asked);
    editor->select({4});
    editor->remove();
    QVERIFY2(asked.contains("band 4") && asked.contains("one undo brings all back"), qPrintable(asked));
    QVERIFY2(asked.contains("Region mixes") || asked.contains("more"), qPrintable(asked));
    const auto named = references_to(before, "danger", "band_4");
    QVERIFY2(asked.contains(QStringLiteral("and %1 more").arg(named.size() - 12)), qPrintable(asked));
    QVERIFY(hand.text() == hand.as_opened);

    answer_next_question("Remove", asked);
    editor->remove();
    QCOMPARE(hand.v().danger.size(), size_t{kBands - 1});
    QCOMPARE(hand.steps(), 1);
    QVERIFY(hand.document.valid());
    QVERIFY(references_to(hand.t(), "danger", "band_4").empty());
    QVERIFY(hand.text().find("\"band_4\"") == std::string::npos);
    // Limits of classes go to the next band, which is number 4 now.
    QCOMPARE(before.resources[4].danger_min, Danger{4});
    QCOMPARE(hand.v().id_of(hand.t().resources[4].danger_min), std::string("band_5"));
    QCOMPARE(hand.v().id_of(hand.t().resources[0].danger_max), std::string("band_5"));
    QCOMPARE(hand.v().id_of(hand.t().wildlife[1].danger_max), std::string("band_5"));
    QCOMPARE(hand.v().id_of(hand.t().wildlife[3].danger_max), std::string("band_7"));
    // Weights of the other bands stay with their bands.
    std::vector<double> weights = before.enemies[2].danger_affinity;
    weights.erase(weights.begin() + 4);
    QVERIFY(hand.t().enemies[2].danger_affinity == weights);
    // Lists of ids lose it; kind_4 asked for band_4 or band_7.
    QCOMPARE(before.vocabulary.landmarks[4].site.require[0].in,
             (std::vector<std::string>{"band_4", "band_7"}));
    QCOMPARE(hand.v().landmarks[4].site.require[0].in, std::vector<std::string>{"band_7"});
    const std::vector<LadderStep>& ladder = hand.v().rarities[1].ladder;
    QCOMPARE(ladder[0].from_band, std::string("band_5"));
    QCOMPARE(ladder[1].to_band, std::string("band_5"));
    QCOMPARE(ladder[1].from_band, std::string("band_2"));
    // What summed to 1 does so again, in the same proportions.
    QVERIFY(sums_to_one(row_shares(hand.v().danger)));
    QVERIFY(sums_to_one(*hand.t().region_mixes[0].danger));
    for (size_t k = 0; k + 1 < kBands; ++k) QVERIFY(std::fabs(hand.v().danger[k].share - 1.0 / 7) < 1e-5);
    for (size_t k = 1; k + 1 < kBands; ++k)
      QVERIFY(hand.v().danger[k].threshold >= hand.v().danger[k - 1].threshold);
    hand.document.history().undo();
    QVERIFY(hand.text() == hand.as_opened);
  }

  void bothUndoneGiveTheFilesBytesAndRedoneTheSameAgain() {
    LargestHand hand;
    hand.panel.jump_to("biomes[6].id");
    hand.type("steppe");
    const std::string renamed = hand.text();
    QString asked;
    answer_next_question("Remove", asked);
    ListEditor* editor = hand.editor("danger");
    editor->select({4});
    editor->remove();
    const std::string removed = hand.text();
    QVERIFY(renamed != hand.as_opened && removed != renamed);
    QCOMPARE(hand.steps(), 2);
    hand.document.history().undo();
    QVERIFY(hand.text() == renamed);
    QCOMPARE(editor->findChild<ListModel*>()->rowCount(), kBands);
    hand.document.history().undo();
    QVERIFY(hand.text() == hand.as_opened);
    QVERIFY(hand.panel.jump_to("resources[0].biomes.biome_6"));
    hand.document.history().redo();
    hand.document.history().redo();
    QVERIFY(hand.text() == removed);
  }
};

FW_WINDOW_TEST(TestLargestTemplate)
#include "test_largest_template.moc"
