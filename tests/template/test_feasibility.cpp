#include <QTest>
#include <map>
#include <regex>

#include "core/model/world/habitat.h"
#include "core/template/check/feasibility.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

Template with(const std::vector<std::string>& settings, const char* name = "Tiny") {
  Result<Template> t = parse_template_with(find_builtin(name)->text, name, settings);
  if (!t) qFatal("%s", t.error().message.c_str());
  return std::move(t).value();
}

/// Settings that give rows of a table these shares and all others of Tiny none, and more settings after them.
std::vector<std::string> shares(const std::string& table, const std::map<std::string, std::string>& of,
                                const std::vector<std::string>& more = {}) {
  std::vector<std::string> settings;
  for (const std::string& id : table_ids(with({}), table))
    settings.push_back(table + "." + id + ".share=" + (of.contains(id) ? of.at(id) : "0"));
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

const Finding* find(const Findings& findings, const std::string& code, const std::string& where) {
  for (const Finding& f : findings)
    if (f.code == code && f.where == where) return &f;
  return nullptr;
}

bool has(const Template& t, Severity severity, const std::string& code, const std::string& where) {
  const Findings findings = check_feasibility(t);
  const Finding* f = find(findings, code, where);
  return f && f->severity == severity && !f->message.empty();
}

}  // namespace

class FeasibilityTest : public QObject {
  Q_OBJECT

 private slots:
  void noShippedTemplateIsContradictory() {
    for (const BuiltinTemplate& b : builtin_templates())
      for (const Finding& f : check_feasibility(parse_template(b.text, b.name).value()))
        QVERIFY2(f.severity != Severity::error,
                 (std::string(b.name) + " " + f.where + ": " + f.message).c_str());
  }
  void theMainTemplatesOverfillNothing() {
    for (const char* name : {"WindswardLike", "EdengroveLike", "Tiny"})
      for (const Finding& f : check_feasibility(with({}, name)))
        QVERIFY2(f.code != "quota_over_capacity", f.message.c_str());
  }
  void whatLooksLikeTheSeaAndMayStandAnywhereIsTold() {
    const auto told = [](const Template& t, const std::string& where) {
      return has(t, Severity::info, "sea_kind_inland", where);
    };
    for (const BuiltinTemplate& b : builtin_templates())
      for (const Finding& f : check_feasibility(parse_template(b.text, b.name).value()))
        QVERIFY2(f.code != "sea_kind_inland", (std::string(b.name) + ": " + f.message).c_str());
    Template t = with({}, "ArchipelagoLike");
    const size_t dock = *find_row(t.vocabulary.landmarks, "dock");
    const std::string of_dock = "landmarks[" + std::to_string(dock) + "].site.require";
    std::vector<SiteCondition>& require = t.vocabulary.landmarks[dock].site.require;
    std::erase_if(require, [](const SiteCondition& c) { return c.measure == "coast_m"; });
    QVERIFY(told(t, of_dock));
    SiteCondition away;
    away.measure = "coast_m";
    away.min = 300;  // no limit upwards
    require.push_back(away);
    QVERIFY(told(t, of_dock));
    require.back().max = 400;
    QVERIFY(!told(t, of_dock));
    require.pop_back();
    t.vocabulary.landmarks[dock].count = 0;
    QVERIFY(!told(t, of_dock));
    // A class has its family's symbol.
    const auto crab = std::ranges::find(t.resources, "crab_ground", &PointClass::slug);
    const std::string of_crab = "resources[" + std::to_string(crab - t.resources.begin()) + "].ground";
    crab->conditions.ground = GroundKind::land;
    QVERIFY(told(t, of_crab));
    crab->conditions.near[near_index("coast")] = DistanceRange{0, 1e6};
    QVERIFY(told(t, of_crab));
    crab->conditions.near[near_index("coast")] = DistanceRange{0, 100};
    QVERIFY(!told(t, of_crab));
  }
  void aBeachThatThereIsNoneOfIsRefused() {
    const auto message = [](const std::vector<std::string>& settings) {
      std::vector<std::string> all{"resources.timber.ground=beach", "resources.timber.quota=20"};
      all.insert(all.end(), settings.begin(), settings.end());
      const Result<Template> t = parse_template_with(find_builtin("Tiny")->text, "Tiny", all);
      return t ? QString("accepted") : QString::fromStdString(t.error().message);
    };
    QCOMPARE(message({}), QString("accepted"));
    const QString untyped = message({"coast.types=none"}), inland = message({"land.shape=inland"});
    QVERIFY2(untyped.contains("found beach, but coast.types is none; set it to natural"),
             qPrintable(untyped));
    QVERIFY2(inland.contains("found beach, but land.shape is inland"), qPrintable(inland));
    QCOMPARE(message({"coast.types=none", "resources.timber.quota=0"}), QString("accepted"));
  }
  void rowsOfTheHandThatOneMayNotHaveMeantAreTold() {
    Template t = with({});
    AreaRow area;
    area.id = "a1";
    area.of = "all";
    area.place.shape = "POLYGON ((1000 1000, 1400 1401, 1400 1000, 1000 1401))";
    t.hand.areas.push_back(area);
    TerrainRow hill;
    hill.id = "t1";
    hill.place.shape = "POINT (5 5)";
    hill.place.radius_m = 3;
    t.hand.terrain.push_back(hill);
    ViewRow view;
    view.id = "v1";
    t.hand.views.push_back(view);
    QVERIFY(has(t, Severity::warning, "area_without_effect", "hand.areas[0].density"));
    QVERIFY(has(t, Severity::warning, "view_without_length", "hand.views[0].to_x_m"));
    QVERIFY(has(t, Severity::warning, "shape_crosses_itself", "hand.areas[0].shape"));
    QVERIFY(has(t, Severity::warning, "terrain_without_amount", "hand.terrain[0].amount_m"));
    const Findings findings = check_feasibility(t);
    QVERIFY(find(findings, "shape_crosses_itself", "hand.areas[0].shape")
                ->message.find("a1 crosses itself at 1200, 1200.5") != std::string::npos);
    t.hand.areas.edit(0).on = false;
    t.hand.terrain.edit(0).amount_m = 5;
    t.hand.views.edit(0).to_x_m = 5;
    for (const Finding& f : check_feasibility(t)) QVERIFY2(!f.where.starts_with("hand."), f.message.c_str());
  }
  void aQuotaWithoutItsBiomeIsContradictory() {
    QVERIFY(has(with({"resources.timber.biomes={\"snow\": 1}"}), Severity::error, "no_biome",
                "resources[0].biomes"));
    QVERIFY(has(with({"resources.timber.biomes={}"}), Severity::error, "no_biome", "resources[0].biomes"));
    const Findings none =
        check_feasibility(with({"resources.timber.biomes={\"snow\": 1}", "resources.timber.quota=0"}));
    QVERIFY(!find(none, "no_biome", "resources[0].biomes"));
  }
  void aQuotaWithoutItsBandIsContradictory() {
    const auto without_black = [](const char* setting) {
      return with(shares("danger", {{"green", "0.5"}, {"yellow", "0.3"}, {"red", "0.2"}}, {setting}));
    };
    QVERIFY(has(without_black("resources.glowcaps.danger_min=black"), Severity::error, "no_danger_band",
                "resources[2].danger"));
    QVERIFY(has(without_black("enemies.lost.danger={\"black\": 1}"), Severity::error, "no_danger_band",
                "enemies[1].danger"));
    QVERIFY(has(with({"wildlife.rabbit.danger_max=black", "wildlife.rabbit.danger_min=red"}), Severity::error,
                "no_danger_band", "wildlife[0].danger"));
  }
  void rawThresholdsLeaveTheBandsOpen() {
    const Template t = with(shares("danger", {{"green", "1"}}, {"modes.danger=raw_thresholds"}));
    QVERIFY(has(t, Severity::warning, "no_danger_band", "resources[2].danger"));
    QVERIFY(has(t, Severity::warning, "rarity_without_ground", "rarities[3].count"));
  }
  void rangesFromTheCoastCountOnTheStripOfShoreOrSea() {
    // Of the 400 m of sea that classes know, 5 and 300.
    const std::string narrow = "resources.timber.near.coast=[30, 35]",
                      wide = "resources.timber.near.coast=[50, 350]";
    const std::vector<std::string> sea{"resources.timber.ground=sea", "resources.timber.quota=60"};
    QVERIFY(
        find(check_feasibility(with({sea[0], sea[1], narrow})), "quota_over_capacity", "resources[0].quota"));
    QVERIFY(
        !find(check_feasibility(with({sea[0], sea[1], wide})), "quota_over_capacity", "resources[0].quota"));
  }
  void aRangeFromTheCoastBeyondTheGroundAskedForIsRefused() {
    for (const auto& [ground, range] :
         {std::pair{"sea", "[1500, 9000]"}, {"shore", "[61, 90]"}, {"beach", "[61, 90]"}}) {
      const Result<Template> t = parse_template_with(find_builtin("Tiny")->text, "Tiny",
                                                     {std::string("resources.timber.ground=") + ground,
                                                      std::string("resources.timber.near.coast=") + range});
      QVERIFY2(!t && t.error().message.find("near.coast") != std::string::npos,
               t ? "accepted" : t.error().message.c_str());
    }
  }
  void aQuotaOverCapacityNamesARelaxationThatWorks() {
    const Template t = with({"resources.timber.quota=900"});
    const Findings findings = check_feasibility(t);
    const Finding* f = find(findings, "quota_over_capacity", "resources[0].quota");
    QVERIFY(f);
    std::smatch m;
    QVERIFY2(std::regex_search(f->message, m,
                               std::regex("Lower resources\\[0\\]\\.quota to (\\d+) or "
                                          "resources\\[0\\]\\.spacing_m to (\\d+) m")),
             f->message.c_str());
    const std::string fewer = m[1];
    const std::string nearer = m[2];
    QVERIFY(std::stoi(fewer) > 0 && std::stoi(fewer) < 900);
    for (const std::string& cure :
         {"resources.timber.quota=" + fewer, "resources.timber.spacing_m=" + nearer}) {
      const Findings after = check_feasibility(with({"resources.timber.quota=900", cure}));
      QVERIFY2(!find(after, "quota_over_capacity", "resources[0].quota"), cure.c_str());
    }
    const std::string one_more = std::to_string(std::stoi(fewer) + 1);
    QVERIFY(find(check_feasibility(with({"resources.timber.quota=" + one_more})), "quota_over_capacity",
                 "resources[0].quota"));
  }
  void aCrowdedQuotaIsWarnedOf() {
    QVERIFY(has(with({"resources.timber.quota=150"}), Severity::warning, "quota_near_capacity",
                "resources[0].quota"));
  }
  void aQuotaPerRegionCountsEveryRegion() {
    QVERIFY(!find(check_feasibility(with({"resources.timber.quota=40"})), "quota_near_capacity",
                  "resources[0].quota"));
    QVERIFY(has(with({"resources.timber.quota=40", "resources.timber.quota_by=region"}), Severity::warning,
                "quota_near_capacity", "resources[0].quota"));
  }
  void settlementsAndFortsFollowTheRegions() {
    QVERIFY(has(with({"landmarks.settlement=4"}), Severity::error, "landmark_count_unlike_regions",
                "landmarks[0].count"));
    QVERIFY(has(with({"landmarks.fort=2"}), Severity::error, "landmark_count_unlike_regions",
                "landmarks[1].count"));
  }
  void outpostsNeedNeutralGround() {
    const Template t = with({"regions.neutral=0"});
    QVERIFY(has(t, Severity::error, "landmark_without_neutral_regions", "landmarks[2].count"));
    QVERIFY(has(t, Severity::error, "neutral_share_without_regions", "factions.neutral.share"));
    QVERIFY(has(with(shares("factions", {{"green", "1"}})), Severity::error, "neutral_regions_without_share",
                "factions.neutral.share"));
  }
  void aBandOverTheNeutralShareNamesTheSmallestChange() {
    const Findings findings = check_feasibility(
        with(shares("danger", {{"green", "0.3"}, {"yellow", "0.2"}, {"red", "0.2"}, {"black", "0.3"}})));
    const Finding* f = find(findings, "band_over_neutral", "danger[3].share");
    QVERIFY(f && f->severity == Severity::warning);
    QVERIFY2(f->message.find("Lower danger.black.share to 0.25 and raise danger.green.share to 0.35, or "
                             "raise factions.neutral.share to 0.3 and lower factions.green.share to 0.22") !=
                 std::string::npos,
             f->message.c_str());
    QVERIFY(!find(check_feasibility(with({})), "band_over_neutral", "danger[3].share"));
  }
  void fixedRegionsMayNotExceedTheIsland() {
    const char* all_black =
        "region_mixes=[{\"region\": 2, \"danger\": {\"black\": 1}}, {\"region\": 3, \"danger\": {\"black\": "
        "1}}]";
    QVERIFY(has(with({all_black}), Severity::error, "region_mixes_over_island", "region_mixes"));
    const char* all_green =
        "region_mixes=[{\"region\": 1, \"danger\": {\"green\": 1}}, {\"region\": 2, \"danger\": {\"green\": "
        "1}}, "
        "{\"region\": 3, \"danger\": {\"green\": 1}}]";
    QVERIFY(has(with(shares("danger", {{"green", "0.2"}, {"black", "0.8"}}, {all_green})), Severity::error,
                "region_mixes_under_island", "region_mixes"));
    const char* possible = "region_mixes=[{\"region\": 1, \"danger\": {\"red\": 0.4, \"black\": 0.6}}]";
    for (const Finding& f : check_feasibility(with({possible})))
      QVERIFY2(f.severity != Severity::error, f.message.c_str());
  }
  void aRegionWithoutAMiddleBandIsWarnedOf() {
    QVERIFY(has(with({"region_mixes=[{\"region\": 1, \"danger\": {\"green\": 0.5, \"red\": 0.5}}]"}),
                Severity::warning, "danger_row_with_gap", "region_mixes[0].danger"));
  }
  void landmarksNeedRoom() {
    QVERIFY(has(with({"landmarks.shrine=60"}), Severity::warning, "landmarks_over_capacity",
                "landmarks[6].count"));
    std::vector<std::string> far_apart;
    for (const std::string& kind : table_ids(with({}), "landmarks"))
      far_apart.push_back("landmarks." + kind + ".others_m=1500");
    QVERIFY(has(with(far_apart), Severity::warning, "landmarks_over_capacity", "landmarks"));
  }
  void aLandmarkNeedsABandWhereItMayStand() {
    QVERIFY(has(with(shares("danger", {{"green", "1"}})), Severity::error, "landmark_without_ground",
                "landmarks[8].count"));
    QVERIFY(has(with(shares("danger", {{"black", "1"}})), Severity::error, "landmark_without_ground",
                "landmarks[9].count"));
  }
  void bossesNeedEnemiesAndDanger() {
    QVERIFY(has(with({"rarities.named=500"}), Severity::error, "more_rare_than_enemies", "rarities"));
    QVERIFY(has(with(shares("danger", {{"green", "1"}})), Severity::error, "rarity_without_ground",
                "rarities[3].count"));
  }
  void aWavelengthMustSuitTheIsland() {
    QVERIFY(has(with({"noise.type.wavelength_m=20"}), Severity::error, "wavelength_below_resolution",
                "noise.type.wavelength_m"));
    QVERIFY(has(with({"noise.type.wavelength_m=90000"}), Severity::warning, "wavelength_over_island",
                "noise.type.wavelength_m"));
  }
  void anIslandThatFillsItsFrameIsTold() {
    QVERIFY(has(with({"land.fraction=0.82"}), Severity::info, "land_at_frame", "land.fraction"));
    QVERIFY(!has(with({"land.fraction=0.8"}), Severity::info, "land_at_frame", "land.fraction"));
    QVERIFY(!has(with({"land.fraction=0.9", "land.shape=coast"}), Severity::info, "land_at_frame",
                 "land.fraction"));
  }
  void aLimitOnTheSeaInAnInlandWorldIsTold() {
    const std::vector<std::string> coast{"biomes.tropical.only.coast_m.max=400"};
    QVERIFY(!has(with(coast), Severity::warning, "limit_without_sea", "biomes[3].only.coast_m"));
    QVERIFY(has(with({"land.shape=inland", "land.fraction=1", coast[0]}), Severity::warning,
                "limit_without_sea", "biomes[3].only.coast_m"));
  }
  void theCostGrowsWithTheCellsAndNeverOverflows() {
    const Template t = with({}, "WindswardLike");
    const CostEstimate small = estimate_cost(t, 512, 2);
    const CostEstimate large = estimate_cost(t, 1024, 2);
    QVERIFY(large.bytes > 2.5 * small.bytes && large.bytes < 4 * small.bytes);  // a part is fixed
    QVERIFY(estimate_cost(t, 512, 16).bytes > small.bytes);
    QCOMPARE(large.cell_octaves, 4 * small.cell_octaves);
    QVERIFY(small.bytes > 20e6 && small.bytes < 500e6);
    QVERIFY(estimate_cost(t, 2000000000, 1).bytes > 1e20);
  }
  void habitatFollowsBandRangeAndWildlifeKeepsOutOfDanger() {
    const Vocabulary v = with({}).vocabulary;
    PointClass cls = fresh_class(v);
    const auto weight = [&](Category category, int biome, int band) {
      return habitat_weight(v, category, cls, static_cast<Biome>(biome), static_cast<Danger>(band));
    };
    cls.biome_affinity[1] = 0.5;
    cls.danger_min = static_cast<Danger>(1);
    cls.danger_max = static_cast<Danger>(2);
    QCOMPARE(weight(Category::resource, 1, 0), 0.0);
    QCOMPARE(weight(Category::resource, 1, 2), 0.5);
    QCOMPARE(weight(Category::resource, 5, 2), 0.0);
    QCOMPARE(weight(Category::wildlife, 1, 1), 0.3);
    QCOMPARE(weight(Category::wildlife, 1, 2), 0.0);
    cls.danger_affinity = {0, 1, 2, 3};
    QCOMPARE(weight(Category::enemy, 1, 3), 1.5);
    QCOMPARE(weight(Category::enemy, 1, 0), 0.0);
  }
};

FW_TEST(FeasibilityTest)
#include "test_feasibility.moc"
