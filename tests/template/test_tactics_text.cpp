// Rows of `tactics` as text: outside every identity, read and written again, refused with their place, and
// what they name followed when it gets another id.
#include <QTest>

#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/template/vocabulary_edit.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

const std::string& island_text() {
  static const std::string text = write_template(tiny());
  return text;
}

/// Tiny with zones and the members of the group `tactics`.
std::string with_tactics(const std::string& tactics) {
  std::string text = island_text();
  text.erase(text.rfind('}'));
  text.erase(text.find_last_not_of(" \n") + 1);
  return text +
         ",\n\"hand\": {\"zones\": [{\"id\": \"market\", \"shape\": \"POINT (500 500)\", \"radius_m\": 40},\n"
         "  {\"id\": \"palisade\", \"shape\": \"LINESTRING (0 0, 90 90)\", \"radius_m\": 5, \"is\": \"wall\"}]},\n"
         "\"tactics\": {" +
         tactics + "}}\n";
}

constexpr const char* kRows =
    R"("goals": [{"id": "towns", "of": "settlement", "share": 0.6, "next": "trade"},
  {"id": "trade", "zone": "market", "share": 0.2, "stay_s": [30, 90], "next": "same", "assign": "field"}],
"stimuli": [{"id": "bell", "zone": "market", "at_s": 10, "for_s": 5, "every_s": 60},
  {"id": "blow", "sort": "damage", "x_m": 120.5, "y_m": 7}],
"squads": [{"id": "guard", "of": "settlement", "size": 8, "target": "trade", "rest_share": 0, "tokens": 2}])";

Template parsed(const std::string& text) {
  Result<Template> result = parse_template(text, "t.json");
  if (!result) qFatal("%s", result.error().message.c_str());
  return std::move(result).value();
}

void set_at(Template& tmpl, const std::string& path, const std::string& value) {
  const auto found = find_parameter(tmpl, path);
  if (!found) qFatal("no %s", path.c_str());
  found->first->set(tmpl, found->second, value);
}

}  // namespace

class TestTacticsText : public QObject {
  Q_OBJECT

 private slots:
  void rowsAreReadAndWrittenAgain() {
    const Template tmpl = parsed(with_tactics(kRows));
    QCOMPARE(tmpl.tactics.goals.size(), size_t{2});
    QCOMPARE(tmpl.tactics.goals[1].stay_s[1], 90.0);
    QVERIFY(tmpl.tactics.goals[1].assign == GoalAssign::field);
    QVERIFY(tmpl.tactics.stimuli[1].sort == StimulusSort::damage);
    QCOMPARE(tmpl.tactics.squads[0].rest_share, std::optional(0.0));
    QVERIFY(!tmpl.tactics.squads[0].flank_share);
    QVERIFY(!tmpl.tactics.squads[0].speed_mps);
    QCOMPARE(tmpl.tactics.squads[0].tokens, std::optional(2));
    const std::string text = write_template(tmpl);
    QCOMPARE(write_template(parsed(text)), text);
    QVERIFY(text.find("flank_share") == std::string::npos);
  }

  void rowsAreOutsideTheDigestAndLeftOutWhileEmpty() {
    const Template tmpl = parsed(with_tactics(kRows));
    QCOMPARE(template_digest(tmpl), template_digest(tiny()));
    QVERIFY(write_template(tiny()).find("tactics") == std::string::npos);
    QVERIFY(template_part(tmpl, {"tactics."}) != template_part(tiny(), {"tactics."}));
  }

  void aSettingStatesAWholeList() {
    const auto tmpl = parse_template_with(island_text(), "t.json",
                                          {R"(tactics.goals=[{"id":"towns","of":"settlement","share":0.6}])",
                                           "tactics.goals.towns.radius_m=35"});
    QVERIFY2(tmpl, tmpl ? "" : tmpl.error().message.c_str());
    QCOMPARE(tmpl.value().tactics.goals.at(0).share, 0.6);
    QCOMPARE(tmpl.value().tactics.goals.at(0).radius_m, 35.0);
  }

  void whatContradictsIsRefusedWithItsPlace_data() {
    QTest::addColumn<QString>("rows");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* rows, const char* place, const char* words) {
      QTest::newRow(name) << rows << place << words;
    };
    row("shares over 1", R"("goals": [{"id": "a", "of": "settlement", "share": 0.7},
  {"id": "b", "of": "settlement", "share": 0.4}])",
        "tactics.goals[1].share", "sum to 1.1");
    row("no kind", R"("goals": [{"id": "a", "of": "setlement"}])", "tactics.goals[0].of",
        "did you mean settlement");
    row("no zone", R"("goals": [{"id": "a", "zone": "markt"}])", "tactics.goals[0].zone",
        "did you mean market");
    row("a wall", R"("goals": [{"id": "a", "zone": "palisade"}])", "tactics.goals[0].zone", "is a wall");
    row("neither", R"("goals": [{"id": "a"}])", "tactics.goals[0]", "neither of nor zone");
    row("both", R"("goals": [{"id": "a", "of": "settlement", "zone": "market"}])", "tactics.goals[0].zone",
        "beside of");
    row("no such next", R"("goals": [{"id": "a", "zone": "market", "next": "b"}])", "tactics.goals[0].next",
        "home, same");
    row("an id twice", R"("goals": [{"id": "a", "zone": "market"}, {"id": "a", "zone": "market"}])",
        "tactics.goals[1].id", "again");
    row("a word as id", R"("goals": [{"id": "home", "zone": "market"}])", "tactics.goals[0].id", "word");
    row("a long stay first", R"("goals": [{"id": "a", "zone": "market", "stay_s": [9, 3]}])",
        "tactics.goals[0].stay_s", "low not above high");
    row("no target", R"("squads": [{"id": "a", "zone": "market", "target": ""}])", "tactics.squads[0].target",
        "player");
    row("no goal", R"("squads": [{"id": "a", "zone": "market", "target": "gate"}])",
        "tactics.squads[0].target", "player");
    row("posts over 1", R"("squads": [{"id": "a", "zone": "market", "rest_share": 0.8, "flank_share": 0.3}])",
        "tactics.squads[0]", "sum to 1.1");
    row("nobody attacks", R"("squads": [{"id": "a", "zone": "market", "tokens": 0}])",
        "tactics.squads[0].tokens", "from 1 to 100");
    row("no time", R"("stimuli": [{"id": "a", "for_s": 0}])", "tactics.stimuli[0].for_s", "from 0.001");
    row("one alone", R"("squads": [{"id": "a", "zone": "market", "size": 1}])", "tactics.squads[0].size",
        "from 2 to 100");
    row("again too soon", R"("stimuli": [{"id": "a", "for_s": 9, "every_s": 3}])",
        "tactics.stimuli[0].every_s", "before it comes again");
    row("no sort", R"("stimuli": [{"id": "a", "sort": "noize"}])", "tactics.stimuli[0].sort",
        "did you mean noise");
  }
  void whatContradictsIsRefusedWithItsPlace() {
    QFETCH(QString, rows);
    QFETCH(QString, place);
    QFETCH(QString, words);
    const Result<Template> read = parse_template(with_tactics(rows.toStdString()), "t.json");
    QVERIFY(!read);
    const QString message = QString::fromStdString(read.error().message);
    QVERIFY(read.error().kind == ErrorKind::invalid_template);
    QVERIFY2(message.startsWith("t.json:") && message.contains(": " + place + ": found ") &&
                 message.contains(words) && !message.contains('\n'),
             qPrintable(message));
  }

  void whatRowsNameKeepsItsRowsWhenItIsRenamed() {
    Template tmpl = parsed(with_tactics(kRows));
    set_at(tmpl, "hand.zones.market.id", "bazaar");
    QCOMPARE(tmpl.tactics.goals[1].zone, std::string("bazaar"));
    QCOMPARE(tmpl.tactics.stimuli[0].zone, std::string("bazaar"));
    set_at(tmpl, "tactics.goals.trade.id", "barter");
    QCOMPARE(tmpl.tactics.goals[0].next, std::string("barter"));
    QCOMPARE(tmpl.tactics.squads[0].target, std::string("barter"));
    auto renamed = rename_row(tmpl, "landmarks", "settlement", "burgh");
    QVERIFY(renamed);
    QCOMPARE(renamed.value().tactics.goals[0].of, std::string("burgh"));
    QCOMPARE(renamed.value().tactics.squads[0].of, std::string("burgh"));
    QVERIFY(check_edited(renamed.value()).refusals.empty());
    Template wild = parsed(with_tactics("\"goals\": [{\"id\": \"a\", \"of\": \"-settlement, " +
                                        tmpl.resources[0].slug + "\"}]"));
    set_at(wild, "resources[0].class", "amber");
    QCOMPARE(wild.tactics.goals[0].of, std::string("-settlement, amber"));
  }

  void aCopyOfAGoalTakesNoReferences() {
    Template tmpl = parsed(with_tactics(kRows));
    tmpl.tactics.goals.push_back(tmpl.tactics.goals[1]);
    set_at(tmpl, "tactics.goals[2].id", "other");
    QCOMPARE(tmpl.tactics.goals[0].next, std::string("trade"));
  }

  void goalsGoWithTheKindThatTheyMean() {
    Template tmpl = parsed(with_tactics(R"("goals": [{"id": "a", "of": "settlement", "share": 1},
  {"id": "b", "of": "settlement, fort"}])"));
    const auto removed = remove_row(tmpl, "landmarks", "fort");
    QVERIFY(removed);
    QCOMPARE(removed.value().tmpl.tactics.goals.size(), size_t{2});
    QCOMPARE(removed.value().tmpl.tactics.goals[1].of, std::string("settlement"));
  }
};

FW_TEST(TestTacticsText)
#include "test_tactics_text.moc"
