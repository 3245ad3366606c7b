#include <QTest>

#include "core/template/template_io.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

QString message_of(const std::string& text) {
  const Result<Template> result = parse_template(text, "t.json");
  if (result) return "accepted";
  if (result.error().kind != ErrorKind::invalid_template) return "wrong kind of error";
  return QString::fromStdString(result.error().message);
}

/// A template of three lines whose third is `line`.
std::string with_line(const std::string& line) {
  return "{\"format\": 3, \"vocabulary\": \"classic\",\n \"name\": \"x\",\n " + line + "}";
}

/// A table that states the shares of some rows: "danger": [{"id": "red", "share": 0.2}].
std::string with_shares(const std::string& table,
                        const std::vector<std::pair<std::string, std::string>>& shares) {
  std::string rows;
  for (const auto& [id, share] : shares)
    rows += (rows.empty() ? "" : ", ") + ("{\"id\": \"" + id) + "\", \"share\": " + share + "}";
  return with_line("\"" + table + "\": [" + rows + "]");
}

void expect(const std::string& text, std::initializer_list<const char*> fragments) {
  const QString message = message_of(text);
  for (const char* fragment : fragments)
    if (!message.contains(QString::fromUtf8(fragment)))
      QFAIL(qPrintable("no \"" + QString::fromUtf8(fragment) + "\" in: " + message));
}

std::string tiny() {
  return std::string(find_builtin("Tiny")->text);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  if (at == std::string::npos) qFatal("the text to replace is not there");
  return text.replace(at, from.size(), to);
}

}  // namespace

class TemplateErrorsTest : public QObject {
  Q_OBJECT

 private slots:
  void aBrokenTextNamesLineAndColumn() {
    expect("{\"format\": 3,\n  \"name\" \"x\"}", {"t.json:2:1", "not valid JSON", "expected"});
  }
  void anEmptyTextIsRefused() { expect("", {"t.json:1:1", "unexpected end of input"}); }
  void aCutTextIsRefused() { expect(tiny().substr(0, 500), {"t.json:", "not valid JSON"}); }
  void trailingTextIsRefused() {
    expect("{\"format\": 3, \"name\": \"x\"} y", {"t.json:1:28", "not valid JSON"});
  }
  void anArrayAtTheTopIsRefused() { expect("[1]", {"t.json:1:1", "found an array", "expected an object"}); }
  void aKeyStatedTwiceNamesBothPlaces() {
    expect(with_line("\"seed\": 1,\n \"seed\": 2"), {"t.json:4:2", "\"seed\"", "twice", "t.json:3:2"});
  }
  void aKeyTwiceThroughAnEscapeIsFound() {
    expect(with_line("\"seed\": 1,\n \"\\u0073eed\": 2"), {"t.json:4:2", "t.json:3:2"});
  }
  void deepNestingIsRefused() {
    expect(with_line("\"x-deep\": " + std::string(100000, '[')), {"t.json:3:", "64 levels"});
  }
  void anOversizedFileIsRefused() {
    expect(std::string((8u << 20) + 1, ' '), {"t.json", "8388609 bytes", "at most 8388608"});
  }
  void tooManyValuesAreRefused() {
    std::string zeros = "0";
    for (int i = 0; i < 410000; ++i) zeros += ",0";
    expect(with_line("\"x-big\": [" + zeros + "]"), {"t.json:3:", "400000 values"});
  }
  void aCalendarThatCannotBeNamesTheValue() {
    const auto curve = [](const std::string& id, const std::string& hours, const std::string& shares) {
      return with_line("\"calendar\": {\"curves\": [{\"id\": \"" + id + "\", \"hours\": " + hours +
                       ", \"shares\": " + shares + "}]}");
    };
    expect(curve("shift", "[6, 5]", "[0, 1]"),
           {"t.json:3:", "calendar.curves[0].hours", "found 5 after 6", "ascending"});
    expect(curve("shift", "[6]", "[1]"), {"calendar.curves[0].hours", "found 1 hours", "at least 2"});
    expect(curve("shift", "[6, 18]", "[1]"),
           {"calendar.curves[0].shares", "found 1 shares for 2 hours", "as many"});
    expect(curve("shift", "[6, 25]", "[0, 1]"), {"calendar.curves[0].hours", "expected at most 16 numbers from 0 to 24 (h)"});
    expect(curve("day", "[6, 18]", "[0, 1]"), {"calendar.curves[0].id", "built-in", "day"});
    expect(with_line("\"calendar\": {\"crowd\": \"nights\"}"),
           {"t.json:3:", "calendar.crowd", "\"nights\"", "did you mean", "night"});
    expect(with_line("\"calendar\": {\"year_d\": 12, \"start_d\": 12.5}"),
           {"calendar.start_d", "found 12.5", "below 12"});
    expect(with_line("\"calendar\": {\"daylight\": [0.5, 16]}"), {"calendar.daylight", "1 to 23", "(h)"});
    expect(with_line("\"calendar\": {\"daylight\": [16, 8]}"), {"calendar.daylight", "low not above high"});
    expect(with_line("\"noise\": {\"day\": {\"drift_per_s\": 1}}"), {"noise.day", "drift_per_s"});
  }
  void badUtf8IsRefused() { expect(with_line("\"description\": \"\xC3(\""), {"t.json:3:", "UTF-8"}); }
  void columnsCountCharactersNotBytes() {
    expect(with_line("\"description\": \"\u00e4\u00f6\u00fc\", \"seed\": -1"), {"t.json:3:32", "seed"});
  }
  void aPathHasAPlaceInTheText() {
    const std::string text = "{\"danger\": {\"red\": 1},\n \"resources\": [{}, {\"quota\": 5}]}";
    const auto place = [&](const char* path) { return template_place(text, "t.json", {}, path).text(); };
    QCOMPARE(place("danger.red"), std::string("t.json:1:20"));
    QCOMPARE(place("resources[1].quota"), std::string("t.json:2:30"));
    // Values that the text does not state: the nearest stated value around them.
    QCOMPARE(place("resources[1].spacing_m"), std::string("t.json:2:20"));
    QCOMPARE(place("resources[7].quota"), std::string("t.json:2:15"));
    QCOMPARE(place("island"), std::string("t.json:1:1"));
    QCOMPARE(template_place("{", "t.json", {}, "island").text(), std::string("t.json"));
  }
  void aRowNamedByItsIdHasItsOwnPlaceAndIndex() {
    const std::string text =
        "{\"hand\": {\"pins\": [\n {\"id\": \"p0\", \"class\": \"p1\"},\n {\"id\": \"p1\", \"x_m\": 5}]},\n"
        " \"resources\": [{\"class\": \"iron\", \"quota\": 5}]}";
    const auto place = [&](const char* path) { return template_place(text, "t.json", {}, path); };
    QCOMPARE(place("hand.pins.p1").text(), std::string("t.json:3:2"));
    QCOMPARE(place("hand.pins.p1").path, std::string("hand.pins[1]"));
    QCOMPARE(place("hand.pins.p1.x_m").text(), std::string("t.json:3:22"));
    QCOMPARE(place("hand.pins.p1.x_m").path, std::string("hand.pins[1].x_m"));
    QCOMPARE(place("resources.iron.quota").path, std::string("resources[0].quota"));
    QCOMPARE(place("resources.iron.quota").text(), std::string("t.json:4:43"));
    // What the text does not have stays as it was named.
    QCOMPARE(place("hand.pins.p7.x_m").path, std::string("hand.pins.p7.x_m"));
    QCOMPARE(place("hand.pins[1].y_m").path, std::string("hand.pins[1].y_m"));
    QCOMPARE(place("hand.lines.l1").path, std::string("hand.lines.l1"));
  }
  void aValueOfASettingHasTheSettingAsItsPlace() {
    const std::string text =
        "{\"format\": 3, \"name\": \"T\", \"vocabulary\": \"classic\",\n"
        " \"resources\": [{\"class\": \"iron\", \"quota\": 5, \"spacing_m\": 9}]}";
    const std::vector<std::string> settings{"resources.iron.quota=7", "seed=3"};
    const TemplatePlace set = template_place(text, "t.json", settings, "resources[0].quota");
    QCOMPARE(set.text(), std::string("--set resources.iron.quota=7"));
    QCOMPARE(set.setting, settings[0]);
    QCOMPARE(set.line, size_t{0});
    QCOMPARE(template_place(text, "t.json", settings, "resources[0].spacing_m").text(),
             std::string("t.json:2:59"));
    QCOMPARE(template_place(text, "t.json", settings, "seed").text(), std::string("--set seed=3"));
    // A row of the vocabulary that the text leaves as it is.
    QCOMPARE(template_place(text, "t.json", settings, "danger[1].share").text(), std::string("t.json:1:1"));
  }
  void messagesStayShortWhateverTheTextHolds() {
    const std::string key(500000, 'k'), digits(1000000, '9');
    for (const std::string& text :
         {with_line("\"" + key + "\": 1"), with_line("\"" + key + "\": 1,\n \"" + key + "\": 2"),
          with_line("\"land\": {\"" + key + "\": 1}"), with_line("\"seed\": " + digits),
          with_line("\"name\": \"" + key + "\""), with_line("\"seed\": \"" + key + "\"")}) {
      const QString message = message_of(text);
      QVERIFY2(message.startsWith("t.json:") && message.size() < 500, qPrintable(message.left(200)));
    }
  }
  void keysAreShownWithoutControlCharacters() {
    const QString message = message_of(with_line("\"\\u001b[31m\": 1"));
    QVERIFY2(message.contains("\\u001b[31m"), qPrintable(message));
    QVERIFY(!message.contains(QChar(0x1b)));
  }
  void notANumberIsRefused() { expect(with_line("\"seed\": NaN"), {"t.json:3:", "not valid JSON"}); }
  void anEndlessNumberIsRefused() { expect(with_line("\"anchor_lon_deg\": 1e400"), {"t.json:3:", "1e400"}); }
  void aWordForANumberIsRefused() {
    expect(with_line("\"frame\": {\"width_m\": \"big\"}"),
           {"t.json:3:23: frame.width_m", "found \"big\"", "expected a number from 500 to 200000 (m)"});
  }
  void aNumberForAWordIsRefused() {
    expect(with_line("\"description\": 7"), {"t.json:3:17: description", "found 7", "expected text"});
  }
  void aNumberForAGroupIsRefused() {
    expect(with_line("\"land\": 7"), {"t.json:3:10: land", "found 7", "expected an object"});
  }
  void anObjectForAListIsRefused() {
    expect(with_line("\"resources\": {}"),
           {"t.json:3:15: resources", "found an object", "expected an array"});
  }
  void aValueOutOfRangeIsRefused() {
    expect(with_line("\"frame\": {\"width_m\": 3}"),
           {"t.json:3:23: frame.width_m", "found 3", "500 to 200000"});
  }
  void aFractionForACountIsRefused() {
    expect(with_line("\"regions\": {\"controllable\": 2.5}"),
           {"t.json:3:30: regions.controllable", "found 2.5", "expected a whole number from 1 to 200"});
  }
  void aWholeNumberWrittenWithAPointIsAccepted() {
    QCOMPARE(message_of(with_line("\"regions\": {\"controllable\": 3.0, \"neutral\": 2e0}")), "accepted");
  }
  void theLargestSeedIsAcceptedAndTheNextRefused() {
    QCOMPARE(message_of(with_line("\"seed\": 9007199254740991")), "accepted");
    expect(with_line("\"seed\": 9007199254740992"),
           {"t.json:3:10: seed", "found 9007199254740992", "9007199254740991"});
    expect(with_line("\"seed\": 99999999999999999999999"), {"t.json:3:10: seed"});
    expect(with_line("\"seed\": -1"), {"t.json:3:10: seed", "found -1"});
  }
  void aMixThatDoesNotSumToOneStatesSumAndDifference() {
    expect(with_shares("danger", {{"green", "0.5"}, {"yellow", "0.25"}, {"red", "0.2"}, {"black", "0.1"}}),
           {"t.json:3:12: danger", "sum to 1.05", "0.05 too much", "expected a sum of 1"});
    expect(with_shares("factions", {{"green", "0.5"}, {"purple", "0"}, {"yellow", "0"}, {"neutral", "0"}}),
           {"factions", "sum to 0.5", "0.5 too little"});
  }
  void aMixMayMissByRounding() {
    QCOMPARE(message_of(with_shares(
                 "danger",
                 {{"green", "0.3333333"}, {"yellow", "0.3333333"}, {"red", "0.3333333"}, {"black", "0"}})),
             "accepted");
  }
  void anUnknownKeyGetsASuggestion() {
    expect(with_line("\"land\": {\"fractoin\": 0.5}"),
           {"t.json:3:11: land.fractoin", "unknown key", "did you mean fraction?"});
  }
  void aKeyInTheWrongPlaceGetsItsPath() {
    expect(with_line("\"width_m\": 8000"), {"t.json:3:2: width_m", "did you mean frame.width_m?"});
  }
  void anUnknownBiomeGetsASuggestion() {
    expect(with_line("\"wildlife\": [{\"class\": \"elk\", \"biomes\": {\"gras land\": 1}}]"),
           {"t.json:3:", "wildlife[0].biomes", "did you mean grassland?"});
  }
  void anUnknownBandGetsASuggestion() {
    expect(with_line("\"wildlife\": [{\"class\": \"elk\", \"danger_max\": \"yelow\"}]"),
           {"t.json:3:46: wildlife[0].danger_max", "found \"yelow\"", "did you mean yellow?"});
  }
  void anUnknownFactionGetsASuggestion() {
    expect(with_line("\"hand\": {\"regions\": [{\"id\": \"r1\", \"owner\": \"grene\"}]}"),
           {"hand.regions[0].owner", "did you mean green?"});
  }
  void anUnknownLayerToTakeASeedFromIsRefused() {
    expect(with_line("\"noise\": {\"danger\": {\"seed_of\": \"biom\"}}"),
           {"noise.danger.seed_of", "did you mean biome?"});
  }
  void aClassWithoutASlugIsRefused() {
    expect(with_line("\"enemies\": [{\"quota\": 3}]"), {"t.json:3:14: enemies[0]", "no key \"class\""});
    expect(with_line("\"enemies\": [{\"class\": \"\"}]"),
           {"enemies[0].class", "found \"\"", "a-z, 0-9 and _"});
    expect(with_line("\"enemies\": [{\"class\": \"Angry Earth\"}]"), {"enemies[0].class", "expected a slug"});
  }
  void aClassInTwoListsIsRefused() {
    expect(with_line("\"wildlife\": [{\"class\": \"elk\"}],\n \"enemies\": [{\"class\": \"elk\"}]"),
           {"t.json:4:24: enemies[0].class", "elk again", "wildlife[0].class"});
  }
  void anOverlongTextIsRefused() {
    expect(with_line("\"enemies\": [{\"class\": \"a\", \"label\": \"" + std::string(201, 'a') + "\"}]"),
           {"enemies[0].label", "0 to 200 characters"});
  }
  void anEmptyNameIsRefused() {
    expect("{\"format\": 3,\n \"name\": \"\"}", {"t.json:2:10: name", "1 to 64"});
  }
  void aMissingNameIsRefused() { expect("{\"format\": 3}", {"t.json:1:1", "no key \"name\""}); }
  void aNameThatLooksLikeAPathIsRefused() {
    expect("{\"format\": 3, \"name\": \"../etc\"}", {"name", "without slashes"});
    expect("{\"format\": 3, \"name\": \"a\\\\b\"}", {"name", "without slashes"});
    expect("{\"format\": 3, \"name\": \"a\\u0000b\"}", {"name", "control characters"});
  }
  void tooManyClassesAreRefused() {
    std::string rows;
    for (int i = 0; i < 201; ++i)
      rows += (i ? ", " : "") + std::string("{\"class\": \"c") + std::to_string(i) + "\"}";
    expect(with_line("\"enemies\": [" + rows + "]"), {"enemies", "201 rows", "at most 200"});
  }
  void anOversizedQuotaIsRefused() {
    expect(with_line("\"enemies\": [{\"class\": \"a\", \"quota\": 100001}]"),
           {"enemies[0].quota", "0 to 100000"});
  }
  void tooManyOctavesAreRefused() {
    expect(with_line("\"noise\": {\"type\": {\"octaves\": 17}}"), {"noise.type.octaves", "1 to 16"});
  }
  void thresholdsMustAscend() {
    expect(with_line("\"danger\": [{\"id\": \"red\", \"threshold\": 0.2}]"),
           {"t.json:3:40: danger[2].threshold", "ascending thresholds"});
  }
  void aLimitUpsideDownOrBeyondItsRangeIsRefused() {
    expect(
        with_line("\"biomes\": [{\"id\": \"snow\", \"only\": {\"height\": {\"min\": 0.9, \"max\": 0.8}}}]"),
        {"biomes[5].only.height.min", "found 0.9 above max, which is 0.8"});
    expect(with_line("\"biomes\": [{\"id\": \"snow\", \"only\": {\"wet\": {\"min\": 1.5}}}]"),
           {"biomes[5].only.wet.min", "0 to 1"});
  }
  void aRangeUpsideDownIsRefused() {
    expect(with_line("\"danger\": [{\"id\": \"red\", \"level\": [9, 3]}]"),
           {"danger[2].level", "found an array", "low not above high"});
  }
  void bandLimitsUpsideDownAreRefused() {
    expect(
        with_line("\"wildlife\": [{\"class\": \"elk\", \"danger_min\": \"red\", \"danger_max\": \"green\"}]"),
        {"wildlife[0].danger_min", "red above danger_max green"});
  }
  void aRegionMixedTwiceOrNotThereIsRefused() {
    expect(
        with_line("\"region_mixes\": [{\"region\": 2}, {\"region\": 2}, {\"region\": 50}]"),
        {"region_mixes[1].region", "region 2 again", "region_mixes[2].region", "found 50", "from 1 to 13"});
  }
  void everyFaultIsReportedOnItsOwnLine() {
    const QString message = message_of(with_line("\"seed\": -1, \"sede\": 2, \"relief\": {\"ridge\": 9}"));
    QCOMPARE(message.split('\n').size(), 3);
  }
  void aMissingFormatIsExplained() {
    expect("{\"name\": \"x\"}", {"t.json:1:1", "no key \"format\"", "\"format\": 3"});
  }
  void anOlderFormatNamesTheVersionThatBringsItUpToDate() {
    for (const char* format : {"0", "1"}) {
      const std::string text = std::string("{\"format\": ") + format + ", \"name\": \"x\", \"island\": {}}";
      const QString message = message_of(text);
      QCOMPARE(message,
               QString("t.json:1:12: format: found %1, expected 3; 'fieldwright templates --migrate' of "
                       "version 0.3.0 makes format 2 of it, which is read")
                   .arg(format));
      QVERIFY(!parse_unfinished(text, "t.json"));
    }
  }
  void aNewerFormatIsExplained() {
    expect("{\"format\": 4, \"name\": \"x\"}", {"t.json:1:12", "found 4", "newer version of the program"});
    expect("{\"format\": 1e300, \"name\": \"x\"}", {"format"});
    expect("{\"format\": \"1\", \"name\": \"x\"}", {"found \"1\"", "whole number"});
    expect("{\"format\": 1.5, \"name\": \"x\"}", {"found 1.5", "whole number"});
  }
  void emptyListsAreLegal() {
    QCOMPARE(message_of(with_line("\"resources\": [], \"wildlife\": [], \"enemies\": []")), "accepted");
  }
  void aShippedTemplateWithOneSlipNamesItsLine() {
    expect(replaced(tiny(), "\"spacing_m\": 60", "\"spacing\": 60"),
           {"t.json:", "resources[0].spacing", "did you mean spacing_m?"});
  }
  void anyMutationIsAcceptedOrRefusedButNeverCrashes() {
    const std::string original = tiny();
    uint64_t word = 1;
    const auto next = [&word](size_t bound) {
      word = word * 6364136223846793005u + 1442695040888963407u;
      return static_cast<size_t>((word >> 33) % bound);
    };
    int refused = 0;
    for (int round = 0; round < 3000; ++round) {
      std::string text = original;
      for (size_t edits = 1 + next(4); edits > 0; --edits) {
        const size_t at = next(text.size());
        switch (next(4)) {
          case 0:
            text[at] = static_cast<char>(next(256));
            break;
          case 1:
            text.erase(at, 1 + next(20));
            break;
          case 2:
            text.insert(at, text.substr(next(text.size()), next(30)));
            break;
          default:
            text[at] = "{}[]\",:0-.e"[next(11)];
            break;
        }
      }
      const Result<Template> result = parse_template(text, "t.json");
      if (!result) {
        ++refused;
        QVERIFY(!result.error().message.empty());
      } else {
        QVERIFY(parse_template(write_template(result.value()), "again.json"));
      }
    }
    QVERIFY(refused > 1000);
  }
};

FW_TEST(TemplateErrorsTest)
#include "test_template_errors.moc"
