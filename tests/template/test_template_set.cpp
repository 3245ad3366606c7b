#include <QTest>
#include <algorithm>

#include "core/template/template_io.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

Result<Template> with(const std::vector<std::string>& settings,
                      std::string_view text = find_builtin("Tiny")->text) {
  return parse_template_with(text, "t.json", settings);
}

void expect_error(const std::vector<std::string>& settings, ErrorKind kind,
                  std::initializer_list<const char*> fragments) {
  const Result<Template> result = with(settings);
  if (result) QFAIL("accepted");
  QCOMPARE(static_cast<int>(result.error().kind), static_cast<int>(kind));
  for (const char* fragment : fragments)
    if (!QString::fromStdString(result.error().message).contains(fragment))
      QFAIL(result.error().message.c_str());
}

}  // namespace

class TemplateSetTest : public QObject {
  Q_OBJECT

 private slots:
  void scalarsWordsAndGroupsCanBeSet() {
    const Result<Template> t =
        with({"frame.width_m=4000", "name=Other", "modes.layers=strict_quantile", "modes.factions=field",
              "danger.red.level=[1, 2]", "land.islets=false", "relief.massif.towards=45",
              "biomes.forest.tags=[\"tall\"]", "factions.green.home=north_east"});
    QVERIFY2(t, t ? "" : t.error().message.c_str());
    QCOMPARE(t.value().frame.width_m, 4000.0);
    QCOMPARE(t.value().frame.height_m, 3000.0);
    QCOMPARE(t.value().name, std::string("Other"));
    QVERIFY(t.value().layer_mode == LayerMode::strict_quantile);
    QCOMPARE(t.value().vocabulary.danger[2].level[1], 2.0);
    QVERIFY(!t.value().land.islets);
    QCOMPARE(t.value().relief.massif_towards, std::string("45"));
    QCOMPARE(t.value().vocabulary.biomes[1].tags, std::vector<std::string>{"tall"});
    QVERIFY(t.value().vocabulary.factions[0].home->x == 1 && t.value().vocabulary.factions[0].home->y == 1);
  }
  void aCalendarStandsOutsideTheDigestAndReturnsFromItsText() {
    const Result<Template> t =
        with({"calendar.day_s=1200", "calendar.daylight=[6, 18]", "calendar.repeat=no", "noise.day.cells_t=5",
              "calendar.curves=[{\"id\":\"shift\",\"hours\":[0,8.5,20],\"shares\":[0.1,0.9,0.4]}]",
              "calendar.crowd=shift"});
    QVERIFY2(t, t ? "" : t.error().message.c_str());
    const Calendar& c = t.value().calendar;
    QCOMPARE(c.day_s, 1200.0);
    QVERIFY(c.daylight_low_h == 6 && c.daylight_high_h == 18 && !c.repeat);
    QCOMPARE(c.day.cells_t, 5);
    QCOMPARE(c.crowd, std::string("shift"));
    QCOMPARE(c.curves.at(0).hours, (std::vector<double>{0, 8.5, 20}));
    QCOMPARE(template_digest(t.value()), template_digest(with({}).value()));
    const std::string text = write_template(t.value());
    const Result<Template> again = parse_template(text, "again");
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(write_template(again.value()), text);
    for (const BuiltinTemplate& builtin : builtin_templates())
      QVERIFY(write_template(with({}, builtin.text).value()).find("calendar") == std::string::npos);
  }
  void datesOfClassesStandOutsideTheDigestAndReturnFromTheirText() {
    const std::vector<std::string> curve{
        "calendar.curves=[{\"id\":\"shift\",\"hours\":[0,8.5,20],\"shares\":[0.1,0.9,0.4]}]"};
    const Result<Template> t =
        with({curve[0], "resources[0].active=shift", "wildlife[0].peak=autumn", "wildlife[0].peak_depth=.3",
              "enemies[0].active=night", "enemies[0].active_depth=.9"});
    QVERIFY2(t, t ? "" : t.error().message.c_str());
    QCOMPARE(t.value().resources[0].dates.active, std::string("shift"));
    QVERIFY(t.value().wildlife[0].dates.peak == PeakSeason::autumn);
    QCOMPARE(t.value().wildlife[0].dates.peak_depth, 0.3);
    QCOMPARE(t.value().enemies[0].dates.active_depth, 0.9);
    QCOMPARE(template_digest(t.value()), template_digest(with({}).value()));
    const std::string text = write_template(t.value());
    const Result<Template> again = parse_template(text, "again");
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(write_template(again.value()), text);
    QVERIFY(calendar_paths(with({}).value()).size() == 4 && calendar_paths(t.value()).size() == 10);
    expect_error({"enemies[0].active=nihgt"}, ErrorKind::invalid_template, {"enemies[0].active", "nihgt", "night"});
    expect_error({"enemies[0].peak=monsoon"}, ErrorKind::invalid_template, {"enemies[0].peak", "monsoon", "autumn"});
    expect_error({"enemies[0].peak_depth=2"}, ErrorKind::invalid_template, {"peak_depth", "from 0 to 1"});
    for (const BuiltinTemplate& builtin : builtin_templates())
      for (const char* key : {"active", "peak", "spacing_floor_m"})
        QVERIFY(write_template(with({}, builtin.text).value()).find(std::string("\"") + key) ==
                std::string::npos);
  }
  void aFloorOfTheSpacingIsInTheDigest() {
    const Result<Template> t = with({"enemies[0].spacing_floor_m=20"});
    QVERIFY2(t, t ? "" : t.error().message.c_str());
    QVERIFY(template_digest(t.value()) != template_digest(with({}).value()));
    QCOMPARE(parse_template(write_template(t.value()), "again").value().enemies[0].spacing_floor_m,
             std::optional<double>(20));
    expect_error({"enemies[0].spacing_floor_m=-1"}, ErrorKind::invalid_template,
                 {"spacing_floor_m", "from 0 to 100000"});
  }
  void layersCutStrictlyHaveAFieldOfFactions() {
    expect_error({"modes.layers=strict_quantile", "modes.factions=regions"}, ErrorKind::invalid_template,
                 {"modes.factions", "found regions with modes.layers strict_quantile", "expected field"});
  }
  void yesAndNoAndNumbersAreReadAsInEveryTable() {
    for (const auto& [yes, no] : {std::pair("yes", "no"), std::pair("true", "false")}) {
      const Result<Template> t =
          with({std::string("landmarks.shrine.named=") + no, std::string("landmarks.fort.named=") + yes,
                "land.fraction=.5", "land.scale_m=2e2"});
      QVERIFY2(t, t ? "" : t.error().message.c_str());
      const Vocabulary& v = t.value().vocabulary;
      QVERIFY(!v.landmarks[*find_row(v.landmarks, "shrine")].named && v.landmarks[1].named);
      QCOMPARE(t.value().land.fraction, 0.5);
      QCOMPARE(t.value().land.scale_m, 200.0);
    }
    expect_error({"landmarks.fort.named=maybe"}, ErrorKind::invalid_template,
                 {"found \"maybe\", expected true or false"});
    expect_error({"land.fraction=nan"}, ErrorKind::invalid_template, {"found \"nan\", expected a number"});
  }
  void aRowAloneMeansItsShareOrCount() {
    const Template t = with({"danger.black=0.1", "danger.red=0.25", "landmarks.shrine=5"}).value();
    QCOMPARE(t.vocabulary.danger[3].share, 0.1);
    const auto shrine = std::ranges::find(t.vocabulary.landmarks, "shrine", &LandmarkRow::id);
    QVERIFY(shrine != t.vocabulary.landmarks.end() && shrine->count == 5);
  }
  void aRowIsAddressedByNumberOrByClass() {
    const Result<Template> t =
        with({"resources[1].quota=7", "resources.timber.quota=8", "enemies.lost.danger.black=2"});
    QVERIFY(t);
    QCOMPARE(t.value().resources[1].quota, 7);
    QCOMPARE(t.value().resources[0].quota, 8);
    QCOMPARE(t.value().enemies[1].danger_affinity[3], 2.0);
  }
  void aWholeRowCanBeReplaced() {
    const Result<Template> t = with({"wildlife[0]={\"class\": \"goat\"}"});
    QVERIFY(t);
    QCOMPARE(t.value().wildlife[0].slug, std::string("goat"));
  }
  void theLastSettingWins() { QCOMPARE(with({"seed=3", "seed=4"}).value().seed, uint64_t{4}); }
  void aMixThatTheFileLeavesOutStartsFromItsRows() {
    const Result<Template> t = with({"danger.green=0.25", "danger.black=0.28"},
                                    "{\"format\": 3, \"name\": \"x\", \"vocabulary\": \"classic\"}");
    QVERIFY(t);
    QCOMPARE(row_shares(t.value().vocabulary.danger), (std::vector<double>{0.25, 0.25, 0.22, 0.28}));
  }
  void anUnknownPathIsAUsageErrorWithASuggestion() {
    expect_error({"frame.width=4"}, ErrorKind::usage, {"--set frame.width=4", "did you mean width_m?"});
    expect_error({"land.fractoin=4"}, ErrorKind::usage, {"land.fractoin", "did you mean fraction?"});
    expect_error({"width_m=4"}, ErrorKind::usage, {"did you mean frame.width_m?"});
    expect_error({"factions.gren.share=4"}, ErrorKind::usage, {"did you mean green?"});
    expect_error({"resources.timbr.quota=4"}, ErrorKind::usage, {"did you mean timber?"});
    expect_error({"resources[9].quota=4"}, ErrorKind::usage, {"resources has 4 rows"});
    expect_error({"format=1"}, ErrorKind::usage, {"no parameter format"});
    expect_error({"seed"}, ErrorKind::usage, {"path=value"});
    expect_error({"=1"}, ErrorKind::usage, {"--set =1: expected path=value"});
    expect_error({"seed.x=1"}, ErrorKind::usage, {});
  }
  void aBadValueIsCheckedLikeTheFileAndNamesTheSetting() {
    expect_error({"frame.width_m=big"}, ErrorKind::invalid_template,
                 {"--set frame.width_m=big: frame.width_m", "found \"big\"", "500 to 200000"});
    expect_error({"danger.black=0.5"}, ErrorKind::invalid_template, {"danger", "sum to 1.35"});
    expect_error({"resources[0].class=hemp"}, ErrorKind::invalid_template, {"hemp again"});
  }
  void settingChangesTheDigest() {
    QVERIFY(template_digest(with({}).value()) != template_digest(with({"relief.ridge=0.41"}).value()));
    QCOMPARE(template_digest(with({}).value()), template_digest(with({"seed=9"}).value()));
  }
};

FW_TEST(TemplateSetTest)
#include "test_template_set.moc"
