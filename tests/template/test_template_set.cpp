#include <QtTest>

#include "core/template/template_io.h"

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
        with({"island.side_m=4000", "name=Other", "modes.layers=strict_quantile",
              "factions={\"green\": 0.5, \"neutral\": 0.5}", "bands.red.level=[1, 2]"});
    QVERIFY2(t, t ? "" : t.error().message.c_str());
    QCOMPARE(t.value().island.side_m, 4000.0);
    QCOMPARE(t.value().name, std::string("Other"));
    QVERIFY(t.value().layer_mode == LayerMode::strict_quantile);
    QCOMPARE(t.value().factions, (FactionMix{0.5, 0, 0, 0.5}));
    QCOMPARE(t.value().bands[2].level[1], 2.0);
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
  void aMixThatTheFileLeavesOutStartsFromItsDefault() {
    const Result<Template> t =
        with({"danger.green=0.25", "danger.black=0.28"}, "{\"format\": 1, \"name\": \"x\"}");
    QVERIFY(t);
    QCOMPARE(t.value().danger, (DangerMix{0.25, 0.25, 0.22, 0.28}));
  }
  void anUnknownPathIsAUsageErrorWithASuggestion() {
    expect_error({"island.side=4"}, ErrorKind::usage, {"--set island.side=4", "did you mean side_m?"});
    expect_error({"side_m=4"}, ErrorKind::usage, {"did you mean island.side_m?"});
    expect_error({"resources.timbr.quota=4"}, ErrorKind::usage, {"did you mean timber?"});
    expect_error({"resources[9].quota=4"}, ErrorKind::usage, {"resources has 4 rows"});
    expect_error({"format=1"}, ErrorKind::usage, {"no parameter format"});
    expect_error({"seed"}, ErrorKind::usage, {"path=value"});
    expect_error({"=1"}, ErrorKind::usage, {"no parameter"});
    expect_error({"seed.x=1"}, ErrorKind::usage, {});
  }
  void aBadValueIsCheckedLikeTheFileAndNamesTheSetting() {
    expect_error({"island.side_m=big"}, ErrorKind::invalid_template,
                 {"--set island.side_m=big: island.side_m", "found \"big\"", "500 to 100000"});
    expect_error({"danger.black=0.5"}, ErrorKind::invalid_template, {"danger", "sum to 1.35"});
    expect_error({"resources[0].class=hemp"}, ErrorKind::invalid_template, {"hemp again"});
  }
  void settingChangesTheDigest() {
    QVERIFY(template_digest(with({}).value()) != template_digest(with({"island.ridge=0.41"}).value()));
    QCOMPARE(template_digest(with({}).value()), template_digest(with({"seed=9"}).value()));
  }
};

QTEST_GUILESS_MAIN(TemplateSetTest)
#include "test_template_set.moc"
