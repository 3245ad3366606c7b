#include <QTemporaryDir>
#include <QTest>

#include "core/template/template_io.h"
#include "tests/support/test_main.h"
#include "tests/template/messages.h"

using namespace fw;
using namespace fw::test;

namespace {

/// A small template of another studio's words; `more` are members of its own.
std::string small(const std::string& landmarks = "", const std::string& more = "") {
  return "{\"format\": 3, \"name\": \"x\",\n"
         " \"factions\": [{\"id\": \"us\", \"share\": 0.8}, {\"id\": \"none\", \"share\": 0.2, \"role\": "
         "\"neutral\"}],\n"
         " \"biomes\": [{\"id\": \"moor\", \"share\": 1, \"tags\": [\"wet\"]}],\n"
         " \"danger\": [{\"id\": \"calm\", \"share\": 0.5}, {\"id\": \"wild\", \"share\": 0.5, \"strong\": "
         "true}],\n"
         " \"families\": [{\"id\": \"gem\", \"of\": \"resource\"}, {\"id\": \"bug\", \"of\": \"enemy\"}],\n"
         " \"landmarks\": [" +
         landmarks +
         "],\n"
         " \"rarities\": [{\"id\": \"plain\"}, {\"id\": \"king\", \"count\": 0, \"ladder\": [{\"from_band\": "
         "\"wild\"}]}]" +
         more + "}";
}

}  // namespace

class TemplateRowsTest : public QObject {
  Q_OBJECT

 private slots:
  void aTemplateOfItsOwnWordsIsRead() {
    QCOMPARE(message_of(small()), "accepted");
    const Template t = parse_template(small(), "t.json").value();
    QCOMPARE(t.vocabulary.factions[0].label, std::string("Us"));
    QCOMPARE(t.vocabulary.danger[1].threshold, 0.5);
    QCOMPARE(t.vocabulary.danger[1].tier_at, 0.05 + 1.07);
    QCOMPARE(write_template(parse_template(write_template(t), "t").value()), write_template(t));
  }
  void aTableOfTooManyRowsOrOfNoneAtAllIsToldOnce() {
    std::string row = "{\"id\": \"f0\", \"share\": 1, \"role\": \"owner\"}", rows = row;
    for (int n = 1; n < 13; ++n) rows += ", " + row;
    const std::string rest = ", \"vocabulary\": \"classic\"}";
    for (const std::string& stated : {"[" + rows + "]", std::string("7")}) {
      const QString message = message_of("{\"format\": 3, \"name\": \"x\", \"factions\": " + stated + rest);
      expect(message, {"factions: found"});
      QVERIFY2(!message.contains("found no rows"), qPrintable(message));
    }
  }
  void aTableWithoutRowsIsRefused() {
    expect(message_of("{\"format\": 3, \"name\": \"x\"}"), {"factions", "found no rows", "\"vocabulary\""});
  }
  void twoRowsOfOneIdAreRefused() {
    expect(message_of(small("", ", \"comment\": 1"), {"danger[1].id=calm"}),
           {"danger[1].id", "the id calm again, first in danger[0].id"});
    expect(message_of("{\"format\": 3, \"name\": \"x\", \"vocabulary\": \"classic\",\n"
                      " \"biomes\": [{\"id\": \"reef\"}, {\"id\": \"reef\"}]}"),
           {"t.json:2:36: biomes[9].id", "reef again"});
  }
  void anIdThatIsNoSlugIsRefused() {
    expect(message_of(small("{\"id\": \"Big House\"}")), {"t.json:6:", "landmarks[0].id", "expected a slug"});
  }
  void sharesThatDoNotSumAreRefused() {
    expect(message_of(small(), {"factions.us=0.9"}), {"factions", "sum to 1.1", "expected a sum of 1"});
  }
  void anotherNeutralFactionIsRefused() {
    expect(message_of(small(), {"factions.us.role=neutral"}),
           {"factions[1].role", "another neutral faction", "no faction of the role owner"});
  }
  void neutralRegionsNeedANeutralFaction() {
    expect(message_of(small(), {"factions.none.role=owner"}), {"regions.neutral", "role neutral"});
    QCOMPARE(message_of(small(), {"factions.none.role=owner", "regions.neutral=0"}), "accepted");
  }
  void unknownIdsGetASuggestion() {
    const std::string resource =
        ", \"resources\": [{\"class\": \"ruby\", \"family\": \"gen\",\n"
        " \"biomes\": {\"moore\": 1}, \"danger_min\": \"wilt\"}]";
    expect(message_of(small("", resource)), {"resources[0].biomes.moore", "did you mean moor?",
                                             "resources[0].danger_min", "did you mean wild?"});
    expect(message_of(small("", ", \"resources\": [{\"class\": \"ruby\", \"family\": \"gen\"}]")),
           {"resources[0].family", "did you mean gem?"});
    expect(message_of(small("", ", \"resources\": [{\"class\": \"ruby\", \"family\": \"bug\"}]")),
           {"resources[0].family", "expected one of resource"});
  }
  void aLadderThatNamesNoKindIsRefused() {
    expect(message_of(small("{\"id\": \"dock\"}"), {"rarities.king.ladder[0].near=[\"duck\"]"}),
           {"rarities[1].ladder[0].near", "found \"duck\"", "did you mean dock?"});
    expect(message_of(small(), {"rarities.king.ladder[0].to_band=wilds"}),
           {"rarities[1].ladder[0].to_band", "did you mean wild?"});
    QCOMPARE(message_of(small(), {"rarities.king.ladder[0].near=[\"strong\"]"}), "accepted");
  }
  void distancesGoToKindsPlacedBefore() {
    const auto rule = [](const char* measure) {
      return std::string("{\"id\": \"dock\"}, {\"id\": \"mine\", \"site\": {\"prefer\": [{\"measure\": \"") +
             measure + "\"}]}}, {\"id\": \"tomb\"}";
    };
    QCOMPARE(message_of(small(rule("to.dock_m"))), "accepted");
    expect(message_of(small(rule("to.tomb_m"))), {"landmarks[1].site.prefer[0].measure", "placed after"});
    expect(message_of(small(rule("to.mine_m"))), {"placed with this one"});
    expect(message_of(small(rule("to.dick_m"))), {"there is not", "did you mean to.dock_m?"});
    expect(message_of(small(rule("slop"))), {"landmarks[1].site.prefer[0].measure", "found \"slop\""});
    expect(message_of(small(rule("band"))), {"landmarks[1].site.prefer[0].measure"});
  }
  void tracksAreKnownOnlyAfterTheKindsThatTheyJoin() {
    const char* rule =
        "{\"id\": \"inn\", \"site\": {\"require\": [{\"measure\": \"track_m\", \"max\": 90}]}}";
    const std::string dock = "{\"id\": \"dock\", \"joins_tracks\": true}";
    QCOMPARE(message_of(small(dock + ", " + rule)), "accepted");
    expect(message_of(small(rule + std::string(", ") + dock)),
           {"landmarks[0].site.require[0].measure", "once tracks are laid after dock"});
  }
  void conditionsHoldWhatTheirMeasureTells() {
    const auto rule = [](const std::string& condition) {
      return small("{\"id\": \"dock\", \"site\": {\"require\": [{" + condition + "}]}}");
    };
    QCOMPARE(message_of(rule("\"measure\": \"band\", \"in\": [\"wild\"]")), "accepted");
    QCOMPARE(message_of(rule("\"measure\": \"region\", \"in\": [\"controllable\", \"us\"]")), "accepted");
    QCOMPARE(message_of(rule("\"measure\": \"biome_tag\", \"in\": [\"wet\"]")), "accepted");
    expect(message_of(rule("\"measure\": \"band\", \"in\": [\"wald\"]")),
           {"require[0].in", "did you mean wild?"});
    expect(message_of(rule("\"measure\": \"band\", \"min\": 1")), {"expected \"in\" with ids"});
    expect(message_of(rule("\"measure\": \"slope\"")), {"no limit", "expected min, max, above or below"});
  }
  void seatsAndGuardsAreFew() {
    expect(message_of(small("{\"id\": \"a\", \"role\": \"seat\"}, {\"id\": \"b\", \"role\": \"seat\"}")),
           {"landmarks[1].role", "another seat"});
    expect(message_of(small("{\"id\": \"a\", \"role\": \"guard\"}")),
           {"landmarks[0].role", "without a kind"});
  }
  void bandsAscendAndLeaveRoom() {
    expect(message_of(small(), {"danger.calm.threshold=0.2"}), {"danger[0].threshold", "expected 0"});
    expect(message_of(small(), {"danger.calm.floor=0.7", "danger.wild.floor=0.7"}),
           {"floors that sum to 1.4"});
    expect(message_of(small("",
                            ", \"wildlife\": [{\"class\": \"elk\", \"danger_min\": \"wild\",\n"
                            " \"danger_max\": \"calm\"}]")),
           {"wildlife[0].danger_min", "found wild above danger_max calm"});
  }
  void theFrameIsAtMostFourToOne() {
    expect(message_of(small(), {"frame.width_m=40000"}), {"frame", "at most 4 : 1"});
    expect(message_of(small(), {"regions.controllable=200", "regions.neutral=51"}), {"251 regions"});
    expect(message_of(small(), {"land.sea_sides=[\"west\", \"up\"]"}), {"land.sea_sides", "north, east"});
    expect(message_of(small(), {"land.shape=coast", "land.sea_sides=[]"}), {"land.sea_sides", "no side"});
    expect(message_of(small(), {"land.fraction=0.95"}), {"land.fraction", "at most 0.9"});
    QCOMPARE(parse_template_with(small(), "t", {"land.shape=inland"}).value().land.fraction, 1.0);
  }
  void aVocabularyBesideTheTemplateIsReadAndItsFaultsHaveItsPlaces() {
    QTemporaryDir folder;
    const auto write = [&folder](const char* name, const std::string& text) {
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text.c_str());
    };
    write("words.json",
          "{\"factions\": [{\"id\": \"us\", \"share\": 1}], \"biomes\": [{\"id\": \"moor\", \"share\": 1}],\n"
          " \"danger\": [{\"id\": \"calm\", \"share\": 1}], \"rarities\": [{\"id\": \"plain\"}]}");
    write("bad.json", "{\"factions\": [],\n \"biome\": []}");
    write("wrong.json", "{\"factions\": [\n {\"id\": \"us\", \"share\": 7}]}");
    const std::string name = folder.filePath("t.json").toStdString();
    const auto read = [&name](const std::string& words) {
      return parse_template(
          "{\"format\": 3, \"name\": \"x\", \"regions\": {\"neutral\": 0}, \"vocabulary\": \"" + words +
              "\"}",
          name);
    };
    QVERIFY(read("words.json"));
    QCOMPARE(read("words.json").value().vocabulary.biomes[0].id, std::string("moor"));
    expect(QString::fromStdString(read("bad.json").error().message),
           {"bad.json:2:2", "\"biome\"", "did you mean biomes?"});
    expect(QString::fromStdString(read("wrong.json").error().message),
           {"wrong.json:2:", "factions[0].share"});
    for (const char* hostile : {"no.json", "../x.json", "/etc/passwd", "", ".."})
      expect(QString::fromStdString(read(hostile).error().message), {"t.json:1:", "vocabulary"});
  }
  void nullTakesAnOptionalValueAway() {
    const Template t = parse_template(
                           "{\"format\": 3, \"name\": \"x\", \"vocabulary\": \"classic\",\n"
                           " \"factions\": [{\"id\": \"green\", \"colour\": null}]}",
                           "t")
                           .value();
    QVERIFY(!t.vocabulary.factions[0].colour && t.vocabulary.factions[1].colour);
    QCOMPARE(write_template(parse_template(write_compact(t), "t").value()), write_template(t));
  }
};

FW_TEST(TemplateRowsTest)
#include "test_template_rows.moc"
