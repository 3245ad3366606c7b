// The designer's hand as text: what is read, what is refused and where, what belongs to the digest.
#include <QTest>

#include "core/model/template/hand_words.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/template/vocabulary_edit.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/template/messages.h"

using namespace fw;
using namespace fw::test;

namespace {

const std::string& tiny_text() {
  static const std::string text = write_template(tiny());
  return text;
}

/// Tiny with a hand: `hand` = the members of the group.
std::string with_hand(const std::string& hand) {
  std::string text = tiny_text();
  text.erase(text.rfind('}'));
  text.erase(text.find_last_not_of(" \n") + 1);
  return text + ",\n\"hand\": {" + hand + "}}\n";
}

Template read(const std::string& text) {
  Result<Template> result = parse_template(text, "t.json");
  if (!result) qFatal("%s", result.error().message.c_str());
  return std::move(result).value();
}

std::string a_class() {
  return read(tiny_text()).resources[0].slug;
}
std::string a_biome() {
  return read(tiny_text()).vocabulary.biomes[0].id;
}

/// A row in every list that needs nothing else.
std::string every_list() {
  return "\"pins\": [{\"id\": \"p1\", \"class\": \"" + a_class() +
         "\", \"x_m\": 100, \"y_m\": 200.5, \"group\": \"mine\"}],\n"
         "\"bans\": [{\"id\": \"x1\", \"of\": \"" +
         a_class() +
         "\", \"x_m\": 100, \"y_m\": 200}],\n"
         "\"areas\": [{\"id\": \"k1\", \"of\": \"all, -" +
         a_class() +
         "\", \"shape\": \"POINT (100 100)\", \"radius_m\": 50, \"density\": 0}],\n"
         "\"biome\": [{\"id\": \"b1\", \"class\": \"" +
         a_biome() +
         "\", \"shape\": \"POLYGON ((0 0, 100 0, 100 100))\"},\n"
         "  {\"id\": \"b2\", \"cells\": [\"3a 2 1b\"], \"key\": \"a " +
         a_biome() +
         ", b none\", \"top\": 4}],\n"
         "\"land\": [{\"id\": \"l1\", \"shape\": \"POINT (10 10)\", \"radius_m\": 5, \"is\": \"sea\"}],\n"
         "\"terrain\": [{\"id\": \"t1\", \"do\": \"raise\", \"shape\": \"POINT (10 10)\", \"radius_m\": 5, "
         "\"amount_m\": 20}],\n"
         "\"lines\": [{\"id\": \"n1\", \"shape\": \"LINESTRING (0 0, 10 10)\", \"from\": \"p1\"}],\n"
         "\"views\": [{\"id\": \"w1\", \"x_m\": 0, \"y_m\": 0, \"to_x_m\": 10, \"to_y_m\": 10}],\n"
         "\"rerolls\": [{\"id\": \"r1\", \"of\": \"points, danger\", \"shape\": \"POINT (10 10)\", "
         "\"radius_m\": 5, \"seed\": 7}]";
}

}  // namespace

class HandTextTest : public QObject {
  Q_OBJECT

 private slots:
  void aTemplateWithoutAHandSaysNothingOfIt() {
    QVERIFY(tiny_text().find("\"hand\"") == std::string::npos);
    QCOMPARE(template_digest(read(with_hand("\"pins\": []"))), template_digest(read(tiny_text())));
    QCOMPARE(write_template(read(with_hand(""))), tiny_text());
  }

  void everyListIsReadAndWrittenAgain() {
    const QString told = message_of(with_hand(every_list()));
    QCOMPARE(told, "accepted");
    const Template t = read(with_hand(every_list()));
    QCOMPARE(t.hand.pins[0].y_m, 200.5);
    QCOMPARE(t.hand.biome[1].place.runs.cells.size(), size_t{1});
    QCOMPARE(t.hand.rerolls[0].seed, uint64_t{7});
    const std::string text = write_template(t);
    QCOMPARE(write_template(read(text)), text);
    QVERIFY(text.find("\"pins\": [\n") != std::string::npos);
  }

  void aRowIsOneLineHoweverLong() {
    std::string line = "LINESTRING (0 0";
    for (int k = 1; k < 200; ++k) line += ", " + std::to_string(k) + " " + std::to_string(k % 7);
    const std::string text =
        write_template(read(with_hand("\"lines\": [{\"id\": \"n1\", \"shape\": \"" + line +
                                      ")\"}, {\"id\": \"n2\", \"shape\": \"LINESTRING (0 0, 1 1)\"}]")));
    const size_t row = text.find("{\"id\": \"n1\"");
    QVERIFY(row != std::string::npos);
    const std::string written = text.substr(row, text.find('\n', row) - row);
    QVERIFY2(written.find("199 3") != std::string::npos, written.c_str());
  }

  void whatIsOffOrForPeopleIsOutsideTheDigest() {
    const auto digest = [](const std::string& more) {
      return template_digest(read(
          with_hand("\"bans\": [{\"id\": \"x1\", \"of\": \"all\", \"x_m\": 1, \"y_m\": 2" + more + "}]")));
    };
    QCOMPARE(digest(", \"note\": \"here\", \"group\": \"g\""), digest(""));
    QVERIFY(digest("") != template_digest(read(tiny_text())));
    QVERIFY(digest(", \"radius_m\": 70") != digest(""));
    // The group is there, its only row is not.
    QCOMPARE(digest(", \"on\": \"no\""), digest(", \"on\": \"no\", \"radius_m\": 70"));
  }

  void zonesAndNotesAreOutsideTheDigest() {
    const std::string rows =
        "\"zones\": [{\"id\": \"z1\", \"shape\": \"POINT (9 9)\", \"radius_m\": 5}, {\"id\": \"z2\", "
        "\"shape\": \"LINESTRING (0 0, 9 9)\", \"radius_m\": 2, \"is\": \"wall\"}], "
        "\"notes\": [{\"id\": \"o1\", \"x_m\": 4, \"y_m\": 5, \"note\": \"Here\"}]";
    const Template t = read(with_hand(rows));
    QCOMPARE(t.hand.zones[1].is, ZoneIs::wall);
    QCOMPARE(t.hand.notes[0].note, std::string("Here"));
    QCOMPARE(template_digest(t), template_digest(read(tiny_text())));
    QVERIFY(is_empty(t.hand));  // for the world
    const std::string pin =
        "\"pins\": [{\"id\": \"p1\", \"class\": \"" + a_class() + "\", \"x_m\": 1, \"y_m\": 1}]";
    QCOMPARE(template_digest(read(with_hand(pin + ", " + rows))), template_digest(read(with_hand(pin))));
  }

  void aRowIsSetByItsId() {
    const Result<Template> t = parse_template_with(
        with_hand(every_list()), "t.json", {"hand.pins.p1.on=no", "hand.pins.p1.x_m=55", "hand.belt_m=90"});
    QVERIFY2(t, t ? "" : t.error().message.c_str());
    QVERIFY(!t.value().hand.pins[0].on);
    QCOMPARE(t.value().hand.pins[0].x_m, 55.0);
    QCOMPARE(t.value().hand.belt_m, 90.0);
    expect(message_of(with_hand(every_list()), {"hand.pins.p2.on=no"}, ErrorKind::usage),
           {"--set", "p2", "did you mean p1"});
  }

  void badRowsAreRefusedWithTheirPlace_data() {
    QTest::addColumn<QString>("hand");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const std::string& hand, const char* path, const char* words) {
      QTest::newRow(name) << QString::fromStdString(hand) << path << words;
    };
    const std::string cls = a_class(), pin = "\"class\": \"" + cls + "\", \"x_m\": 1, \"y_m\": 1";
    row("equal ids",
        "\"pins\": [{\"id\": \"a1\", " + pin +
            "}], \"bans\": [{\"id\": \"a1\", \"of\": \"all\", \"x_m\": 1, \"y_m\": 1}]",
        "hand.bans[0].id", "the id a1 again, first in hand.pins[0].id");
    row("digits alone", "\"pins\": [{\"id\": \"17\", " + pin + "}]", "hand.pins[0].id", "not digits alone");
    row("no id", "\"pins\": [{" + pin + "}]", "hand.pins[0]", "no key \"id\"");
    row("unknown class", "\"pins\": [{\"id\": \"p\", \"class\": \"" + cls + "x\", \"x_m\": 1, \"y_m\": 1}]",
        "hand.pins[0].class", "did you mean");
    row("unknown word", "\"bans\": [{\"id\": \"x\", \"of\": \"all, -" + cls + "x\", \"x_m\": 1, \"y_m\": 1}]",
        "hand.bans[0].of", "did you mean");
    row("broken shape", "\"terrain\": [{\"id\": \"t\", \"shape\": \"POLYGON ((0 0, 1 1\", \"radius_m\": 1}]",
        "hand.terrain[0].shape", "expected WKT");
    row("two corners", "\"land\": [{\"id\": \"l\", \"shape\": \"POLYGON ((0 0, 1 1))\"}]",
        "hand.land[0].shape", "POLYGON");
    row("far away", "\"pins\": [{\"id\": \"p\", \"class\": \"" + cls + "\", \"x_m\": 1e7, \"y_m\": 1}]",
        "hand.pins[0].x_m", "1000000");
    row("line without radius", "\"land\": [{\"id\": \"l\", \"shape\": \"LINESTRING (0 0, 9 9)\"}]",
        "hand.land[0].radius_m", "a radius above 0");
    row("no place", "\"land\": [{\"id\": \"l\"}]", "hand.land[0]", "neither a shape nor cells");
    row("two places",
        "\"land\": [{\"id\": \"l\", \"shape\": \"POINT (1 1)\", \"radius_m\": 3, \"cells\": [\"3a\"], "
        "\"key\": \"a yes\"}]",
        "hand.land[0]", "a shape and cells");
    const auto cells = [&](const char* title, const char* rows, const char* says) {
      row(title, std::string("\"land\": [{\"id\": \"l\", \"cells\": ") + rows + "}]", "hand.land[0].cells",
          says);
    };
    cells("odd runs", "[\"3a;\"]", "found \"3a;\" in row 1 of the cells at character 1");
    cells("less than nothing", "[\"5 3a\", \"12 -3a 4\"]",
          "found \"-3a\" in row 2 of the cells at character 4");
    cells("no letter", "[\"3?a\"]", "found \"3?a\" in row 1 of the cells at character 1, expected a run");
    cells("a number for runs", "[\"3a\", 7]", "found 7 in row 2 of the cells");
    cells("no list of runs", "\"3a\"", "expected a list of texts of runs");
    row("paint without class", "\"biome\": [{\"id\": \"b\", \"shape\": \"POINT (1 1)\", \"radius_m\": 3}]",
        "hand.biome[0].class", "found no class");
    row("key of another row", "\"biome\": [{\"id\": \"b\", \"cells\": [\"3a\"], \"key\": \"a nowhere\"}]",
        "hand.biome[0].key", "row of biomes");
    row("pin of a line", "\"lines\": [{\"id\": \"n\", \"shape\": \"LINESTRING (0 0, 1 1)\", \"to\": \"p9\"}]",
        "hand.lines[0].to", "row of pins");
    row("point as line", "\"lines\": [{\"id\": \"n\", \"shape\": \"POINT (0 0)\"}]", "hand.lines[0].shape",
        "LINESTRING");
    row("half a from", "\"pins\": [{\"id\": \"p\", " + pin + ", \"from_x_m\": 3}]", "hand.pins[0]",
        "both or none");
    row("seed",
        "\"rerolls\": [{\"id\": \"r\", \"of\": \"points\", \"shape\": \"POINT (1 1)\", \"radius_m\": 3, "
        "\"seed\": 1e17}]",
        "hand.rerolls[0].seed", "whole number");
    row("a letter twice",
        "\"biome\": [{\"id\": \"b\", \"cells\": [\"3a\"], \"key\": \"a " + a_biome() + ", a none\"}]",
        "hand.biome[0].key", "\"a\" twice");
    row("a letter twice of no table",
        "\"land\": [{\"id\": \"l\", \"cells\": [\"3a\"], \"key\": \"a yes, a no\"}]", "hand.land[0].key",
        "\"a\" twice");
    row("rarity of a landmark",
        "\"pins\": [{\"id\": \"p\", \"class\": \"" + read(tiny_text()).vocabulary.landmarks[0].id +
            "\", \"x_m\": 1, \"y_m\": 1, \"rarity\": \"" + read(tiny_text()).vocabulary.rarities.back().id +
            "\"}]",
        "hand.pins[0].rarity", "only enemies");
    row("smooth without a radius",
        "\"terrain\": [{\"id\": \"t\", \"do\": \"smooth\", \"shape\": \"POLYGON ((0 0, 9 9, 9 0))\"}]",
        "hand.terrain[0].radius_m", "how far smooth mixes");
    row("unknown list", "\"pinz\": []", "hand.pinz", "did you mean pins");
    row("import without digest",
        "\"imports\": [{\"id\": \"i\", \"what\": \"land\", \"file\": \"a.png\", \"columns\": 4, \"rows\": 4, "
        "\"sha256\": \"x\"}]",
        "hand.imports[0].sha256", "64 digits");
    row("zone without a shape", "\"zones\": [{\"id\": \"z\", \"is\": \"wall\"}]", "hand.zones[0]", "POLYGON");
    row("wall without an inside",
        "\"zones\": [{\"id\": \"z\", \"shape\": \"LINESTRING (0 0, 9 9)\", \"is\": \"wall\"}]",
        "hand.zones[0].radius_m", "above 0");
    row("unknown kind of zone",
        "\"zones\": [{\"id\": \"z\", \"shape\": \"POINT (0 0)\", \"radius_m\": 9, \"is\": \"wal\"}]",
        "hand.zones[0].is", "did you mean wall");
    row("note without a place", "\"notes\": [{\"id\": \"o\", \"note\": \"Here\"}]", "hand.notes[0]", "x_m");
  }
  void badRowsAreRefusedWithTheirPlace() {
    QFETCH(QString, hand);
    QFETCH(QString, path);
    QFETCH(QString, words);
    const QString told = message_of(with_hand(hand.toStdString()));
    QVERIFY2(told.contains(path) && told.contains(words) && told.contains("t.json:"), qPrintable(told));
  }

  void moreRegionsThanThereAreIsAContradiction() {
    std::string rows;
    for (int k = 0; k < 40; ++k)
      rows += (k ? ", " : "") + ("{\"id\": \"g" + std::to_string(k)) +
              "\", \"is\": \"exactly\", \"shape\": \"POINT (1 1)\", \"radius_m\": 3}";
    expect(message_of(with_hand("\"regions\": [" + rows + "]")),
           {"hand.regions", "40 rows that are exactly regions", "regions.controllable"});
  }

  void asManyImportsAsOtherRows() {
    std::string rows;
    for (int k = 0; k < 5000; ++k)
      rows += (k ? ",\n" : "") + ("{\"id\": \"i" + std::to_string(k)) +
              "\", \"what\": \"land\", \"file\": \"a.png\", \"columns\": 4, \"rows\": 4, \"sha256\": \"" +
              std::string(64, 'a') + "\"}";
    QCOMPARE(message_of(with_hand("\"imports\": [" + rows + "]")), "accepted");
    rows +=
        ", {\"id\": \"more\", \"what\": \"land\", \"file\": \"a.png\", \"columns\": 4, \"rows\": 4, "
        "\"sha256\": \"" +
        std::string(64, 'a') + "\"}";
    expect(message_of(with_hand("\"imports\": [" + rows + "]")), {"hand.imports", "5000"});
  }

  void renamedRowsAreFollowedAndRemovedOnesTakeTheirRowsAlong() {
    const Template t = read(with_hand(every_list()));
    const Result<Template> renamed = rename_row(t, "biomes", a_biome(), "elsewhere");
    QVERIFY(renamed);
    QCOMPARE(renamed.value().hand.biome[0].cls, std::string("elsewhere"));
    QCOMPARE(renamed.value().hand.biome[1].place.runs.key, std::string("a elsewhere, b none"));
    QCOMPARE(write_template(rename_row(renamed.value(), "biomes", "elsewhere", a_biome()).value()),
             write_template(t));
    const Result<RowRemoval> removed = remove_row(t, "biomes", a_biome());
    QVERIFY(removed);
    QCOMPARE(removed.value().tmpl.hand.biome.size(), size_t{1});
    QCOMPARE(removed.value().tmpl.hand.biome[0].place.runs.key, std::string("a none, b none"));
  }

  void aRenamedClassIsFollowedInTheHand() {
    Template t = read(with_hand(every_list()));
    const auto slug = find_parameter(t, "resources[0].class");
    QVERIFY(slug);
    slug->first->set(t, slug->second, std::string("another"));
    QCOMPARE(t.hand.pins[0].cls, std::string("another"));
    QCOMPARE(t.hand.areas[0].of, std::string("all, -another"));
    QVERIFY(check_edited(t).refusals.empty());
    rename_class_in_hand(t.hand, "another", "");
    QCOMPARE(t.hand.pins.size(), size_t{0});
    QCOMPARE(t.hand.bans.size(), size_t{0});
    QCOMPARE(t.hand.areas[0].of, std::string("all"));
  }

  void copiesShareRowsUntilOneIsEdited() {
    const Template t = read(with_hand(every_list()));
    Template copy = t;
    QVERIFY(copy.hand.pins.shares(0, t.hand.pins));
    copy.hand.pins.edit(0).x_m = 7;
    QVERIFY(!copy.hand.pins.shares(0, t.hand.pins));
    QCOMPARE(t.hand.pins[0].x_m, 100.0);
    QVERIFY(copy.hand.bans.shares(0, t.hand.bans));
  }

  void wordsNameClassesFamiliesKindsAndCategories() {
    const Template t = read(tiny_text());
    const HandWords all = read_hand_words("all", t).value();
    QVERIFY(all.has(Category::resource, 0) && all.has(Category::landmark, 0) && all.has(Category::enemy, 0));
    const HandWords but = read_hand_words("resource, -" + a_class(), t).value();
    QVERIFY(!but.has(Category::resource, 0) && but.has(Category::resource, 1) &&
            !but.has(Category::wildlife, 0));
    const HandWords family = read_hand_words(t.resources[0].family, t).value();
    QVERIFY(family.has(Category::resource, 0));
    QVERIFY(!read_hand_words("", t));
    QVERIFY(!read_hand_words("all,", t));
  }
};

FW_TEST(HandTextTest)
#include "test_hand_text.moc"
