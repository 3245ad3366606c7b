#include <QTest>

#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/template/vocabulary_edit.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/template/messages.h"

using namespace fw;
using namespace fw::test;

class VocabularyEditTest : public QObject {
  Q_OBJECT

 private slots:
  void aRenamedRowIsFollowedEverywhereAndBack() {
    const struct {
      const char *table, *id;
    } rows[] = {{"factions", "purple"},      {"biomes", "forest"}, {"danger", "red"},
                {"landmarks", "settlement"}, {"families", "ore"},  {"rarities", "boss"}};
    const Template t = tiny();
    for (const auto& [table, id] : rows) {
      const Result<Template> renamed = rename_row(t, table, id, "another");
      QVERIFY2(renamed, renamed ? "" : renamed.error().message.c_str());
      QCOMPARE(refusals(renamed.value()), QString());
      QVERIFY(references_to(renamed.value(), table, id).empty());
      QCOMPARE(references_to(renamed.value(), table, "another").size(), references_to(t, table, id).size());
      QCOMPARE(
          QString::fromStdString(write_template(rename_row(renamed.value(), table, "another", id).value())),
          QString::fromStdString(write_template(t)));
    }
    QVERIFY(references_to(t, "biomes", "forest").size() >= 4);
    QVERIFY(references_to(t, "landmarks", "settlement").size() == 5);
  }
  void aRemovedRowTakesWhatNamesItWithIt() {
    const RowRemoval biome = remove_row(tiny(), "biomes", "forest").value();
    QCOMPARE(biome.tmpl.vocabulary.biomes.size(), size_t{7});
    QCOMPARE(refusals(biome.tmpl), QString());
    QVERIFY(std::find(biome.gone.begin(), biome.gone.end(), "resources[0].biomes.forest") !=
            biome.gone.end());
    QCOMPARE(biome.tmpl.resources[0].biome_affinity.size(), size_t{7});
    QCOMPARE(biome.tmpl.resources[1].biome_affinity[3], 1.0);  // highland moved up

    const RowRemoval band = remove_row(tiny(), "danger", "red").value();
    QCOMPARE(refusals(band.tmpl), QString());
    QCOMPARE(band.tmpl.vocabulary.id_of(band.tmpl.resources[2].danger_min), std::string("black"));

    const RowRemoval kind = remove_row(tiny(), "landmarks", "settlement").value();
    QCOMPARE(kind.tmpl.vocabulary.landmarks[6].site.require.size(), size_t{4});
    const RowRemoval family = remove_row(tiny(), "families", "ore").value();
    QCOMPARE(refusals(family.tmpl), QString());
    QCOMPARE(family.tmpl.resources[1].family, std::string("fluids"));
  }
  void rowsOfTheExportFollowWhatTheyShow() {
    Template t = tiny();
    t.exports.grounds.emplace_back().cls = "forest";
    t.exports.grounds.push_back({.layer = "danger", .cls = "red", .asset = ""});
    t.exports.grounds.push_back({.layer = "danger", .cls = "sea", .asset = ""});
    t.exports.things.emplace_back().cls = "shrine";
    t.exports.things.emplace_back().cls = t.resources[0].slug;
    QCOMPARE(refusals(t), QString());
    t = rename_row(t, "biomes", "forest", "taiga").value();
    t = rename_row(t, "danger", "red", "grim").value();
    t = rename_row(t, "landmarks", "shrine", "chapel").value();
    const auto slug = find_parameter(t, "resources[0].class");
    slug->first->set(t, slug->second, std::string("logs"));
    QCOMPARE(refusals(t), QString());
    QCOMPARE(t.exports.grounds[0].cls, std::string("taiga"));
    QCOMPARE(t.exports.grounds[1].cls, std::string("grim"));
    QCOMPARE(t.exports.grounds[2].cls, std::string("sea"));
    QCOMPARE(t.exports.things[0].cls, std::string("chapel"));
    QCOMPARE(t.exports.things[1].cls, std::string("logs"));
    t = remove_row(t, "biomes", "taiga").value().tmpl;
    t = remove_row(t, "landmarks", "chapel").value().tmpl;
    QCOMPARE(refusals(t), QString());
    QCOMPARE(t.exports.grounds.size(), size_t{2});
    QCOMPARE(t.exports.things.size(), size_t{1});
  }
  void everyRowOfEveryTableCanGo() {
    for (const char* table : {"biomes", "danger", "families"})
      for (const std::string& id : table_ids(tiny(), table))
        QCOMPARE(refusals(remove_row(tiny(), table, id).value().tmpl), QString());
  }
  void theLastRowOfATableStays() {
    Template t = tiny();
    for (const char* id : {"green", "yellow", "red"}) t = remove_row(t, "danger", id).value().tmpl;
    QCOMPARE(t.vocabulary.danger[0].share, 1.0);
    QVERIFY(!remove_row(t, "danger", "black"));
  }
  void rowsAreAddedCopiedAndMoved() {
    const Template added = add_row(tiny(), "biomes", "reef").value();
    QCOMPARE(refusals(added), QString());
    QCOMPARE(added.vocabulary.biomes.back().label, std::string("Reef"));
    QCOMPARE(added.resources[0].biome_affinity.size(), size_t{9});

    const Template copied = duplicate_row(tiny(), "biomes", "forest", "jungle").value();
    QCOMPARE(refusals(copied), QString());
    QCOMPARE(copied.vocabulary.biomes.back().share, 0.0);
    QCOMPARE(copied.resources[0].biome_affinity.back(), copied.resources[0].biome_affinity[1]);
    QCOMPARE(refusals(duplicate_row(tiny(), "factions", "neutral", "other").value()), QString());
    QCOMPARE(refusals(duplicate_row(tiny(), "danger", "green", "other").value()), QString());

    const Template moved = move_row(tiny(), "biomes", 1, 0).value();
    QCOMPARE(refusals(moved), QString());
    QCOMPARE(moved.resources[0].biome_affinity[0], 1.0);
    QCOMPARE(write_template(move_row(moved, "biomes", 0, 1).value()), write_template(tiny()));
  }
  void whatCannotBeDoneIsSaid() {
    QVERIFY(!rename_row(tiny(), "biomes", "forest", "snow"));
    QVERIFY(!rename_row(tiny(), "biomes", "forest", "No Slug"));
    QVERIFY(!rename_row(tiny(), "biomes", "nothing", "x"));
    QVERIFY(!rename_row(tiny(), "resources", "timber", "x"));
    QVERIFY(!move_row(tiny(), "danger", 0, 4));
    Template t = tiny();
    for (int i = 0; i < 8; ++i) t = add_row(t, "factions", "f" + std::to_string(i)).value();
    QVERIFY(!add_row(t, "factions", "one_more"));
  }
};

FW_TEST(VocabularyEditTest)
#include "test_vocabulary_edit.moc"
