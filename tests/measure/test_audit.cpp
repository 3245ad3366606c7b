#include <QTest>

#include "core/measure/audit/audit.h"
#include "core/measure/audit/audit_findings.h"
#include "tests/measure/small_world.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

const AuditReport::Mix* mix_of(const AuditReport& report, std::string_view layer, std::string_view region,
                               std::string_view cls) {
  for (const auto& row : report.mix)
    if (row.layer == layer && row.region == region && row.cls == cls) return &row;
  return nullptr;
}

const AuditReport::Quota* quota_of(const AuditReport& report, std::string_view category,
                                   std::string_view cls) {
  for (const auto& row : report.quota)
    if (row.category == category && row.cls == cls) return &row;
  return nullptr;
}

const AuditReport::Colocation* colocation_of(const AuditReport& report, std::string_view a,
                                             std::string_view b) {
  for (const auto& row : report.colocation)
    if (row.a == a && row.b == b) return &row;
  return nullptr;
}

int64_t findings_of(const AuditReport& report, std::string_view code) {
  return std::count_if(report.findings.begin(), report.findings.end(),
                       [&](const Finding& f) { return f.code == code; });
}

/// A world that keeps every promise: the missing hemp is placed.
World complete_world() {
  World w = small_world();
  w.points.points.push_back(point_at(w, kHemp, 3, {350, 350}));
  return w;
}

PinRow pin(const char* id) {
  PinRow row;
  row.id = id;
  row.cls = "hemp";
  return row;
}

/// Hemp where a pin put it.
Point pinned(const World& world, const char* id, Vec2 at) {
  Point p;
  p.class_index = kHemp;
  p.number = -1;
  p.position_m = at;
  p.region = world.region[world.grid.cell_at(at)];
  p.hand = id;
  return p;
}

}  // namespace

class TestAudit : public QObject {
  Q_OBJECT
 private slots:
  void aWorldThatKeepsEveryPromisePasses() {
    const AuditReport report = audit(complete_world(), small_template());
    for (const Finding& f : report.findings) qInfo("%s %s", f.code.c_str(), f.message.c_str());
    QVERIFY(report.passed);
    QCOMPARE(findings_of(report, "mix_error"), 0);
    QCOMPARE(findings_of(report, "quota_shortfall"), 0);
  }

  void aShortQuotaIsReportedWithItsReasonsAndFails() {
    const AuditReport report = audit(small_world(), small_template());
    const auto* hemp = quota_of(report, "resource", "hemp");
    QVERIFY(hemp);
    QCOMPARE(hemp->target, 4);
    QCOMPARE(hemp->actual, 3);
    QCOMPARE(hemp->shortfall, 1);
    QCOMPARE(hemp->refused_mask, 10);
    QCOMPARE(hemp->refused_spacing, 20);
    QCOMPARE(hemp->refused_density, 30);
    QVERIFY(!report.passed);
    QCOMPARE(findings_of(report, "quota_shortfall"), 1);
  }

  void theCountComesFromThePointsNotFromTheLedger() {
    World w = complete_world();
    w.ledger[0].placed = 99;
    w.points.points.erase(w.points.points.begin());
    QCOMPARE(quota_of(audit(w, small_template()), "resource", "hemp")->actual, 3);
  }

  void aTargetThatLeftNoLedgerRowStillGetsALine() {
    World w = small_world();
    w.ledger.clear();
    const AuditReport report = audit(w, small_template());
    QCOMPARE(quota_of(report, "resource", "hemp")->shortfall, 1);
    const auto* fort = quota_of(report, "landmark", "fort");
    QVERIFY(fort);
    QCOMPARE(fort->actual, 1);
  }

  void aKindThatCountsRegionsHasTheTargetOfItsLedger() {
    Template t = small_template();
    LandmarkRow& row = t.vocabulary.landmarks.back();
    row.count = 3;
    row.per = CountPer::region;
    World w = small_world();
    QuotaLedger ledger;
    for (size_t c = 0; c < w.points.classes.size(); ++c)
      if (w.points.classes[c].slug == row.id) ledger.class_index = static_cast<int>(c);
    ledger.quota = 3;  // one region meets the kind's conditions
    std::erase_if(w.ledger, [&](const QuotaLedger& l) { return l.class_index == ledger.class_index; });
    w.ledger.push_back(ledger);
    const auto* quota = quota_of(audit(w, t), "landmark", row.id);
    QVERIFY(quota);
    QCOMPARE(quota->target, 3);
  }

  void bossesAndNamedHaveRowsWithReasons() {
    Template t = small_template();
    rarity_row(t.vocabulary, "boss").count = 2;
    rarity_row(t.vocabulary, "named").count = 1;
    const AuditReport report = audit(complete_world(), t);
    const auto* boss = quota_of(report, "rarity", "boss");
    QCOMPARE(boss->actual, 1);
    QCOMPARE(boss->shortfall, 1);
    QCOMPARE(boss->refused_mask, 1);     // the wolf in Green
    QCOMPARE(boss->refused_spacing, 0);  // 600 m away, 480 m would do
    QCOMPARE(boss->refused_density, 1);
    QCOMPARE(quota_of(report, "rarity", "named")->shortfall, 1);
  }

  void ranksThatPinsStateAreCountedByHand() {
    Template t = small_template();
    rarity_row(t.vocabulary, "boss").count = 2;
    World w = complete_world();
    const auto boss = std::ranges::find(w.points.points, rarity_named(w.vocabulary, "boss"), &Point::rarity);
    boss->hand = "p1";
    PinRow pin;
    pin.id = "p1";
    t.hand.pins.push_back(pin);
    QCOMPARE(quota_of(audit(w, t), "rarity", "boss")->by_hand, 0);
    t.hand.pins.edit(0).rarity = "boss";
    QCOMPARE(quota_of(audit(w, t), "rarity", "boss")->by_hand, 1);
  }

  void withoutPaintNoMixOfTheIslandGoesAnywhere() {
    const World w = complete_world();
    Template t = small_template();
    t.hand.mix = HandMix::follow;
    QVERIFY(audit(w, t).passed);
    t.vocabulary.danger[0].share += 0.1;  // the regions' rows still come to the old one
    const AuditReport report = audit(w, t);
    QVERIFY(!report.passed);
    QCOMPARE(findings_of(report, "mix_error"), 1);
    QCOMPARE(findings_of(report, "mix_by_hand"), 0);
  }

  void mixesCompareRegionAndIslandWithTheirTargets() {
    World w = complete_world();
    const auto* black = mix_of(audit(w, small_template()), "danger", "", "black");
    QCOMPARE(black->actual, 12.0 / 56);
    w.danger[0] = 3;
    const AuditReport report = audit(w, small_template());
    QCOMPARE(mix_of(report, "danger", "Calmere", "black")->actual, 11.0 / 24);
    QCOMPARE(mix_of(report, "danger", "Calmere", "black")->asked, true);
    QCOMPARE(mix_of(report, "danger", "Dunwick", "green")->asked, false);
    QCOMPARE(mix_of(report, "danger", "Dunwick", "green")->error, 0.0);
    QVERIFY(report.passed);  // one cell of so coarse a grid is what rounding may take
    w.danger[1] = 3;
    const AuditReport worse = audit(w, small_template());
    QVERIFY(!worse.passed);
    QVERIFY(findings_of(worse, "mix_error") >= 1);
  }

  void factionTargetsAreIslandWide() {
    const AuditReport report = audit(complete_world(), small_template());
    QVERIFY(mix_of(report, "faction", "", "green"));
    QVERIFY(!mix_of(report, "faction", "Dunwick", "green"));
  }

  void pointsCloserThanTheSpacingFinallyUsedAreAViolation() {
    World w = complete_world();
    QCOMPARE(findings_of(audit(w, small_template()), "spacing_violation"), 0);  // 100 m apart, 90 m allowed
    w.ledger[0].spacing_m = 100.0004;
    QCOMPARE(findings_of(audit(w, small_template()), "spacing_violation"), 0);  // rounding
    w.ledger[0].spacing_m = 60;
    const AuditReport relaxed = audit(w, small_template());
    QCOMPARE(relaxed.spacing.front().min_m, 60.0);
    QCOMPARE(relaxed.spacing.front().asked_m, 100.0);  // the template's, before relaxation
    w.ledger[0].spacing_m = 100.1;
    const AuditReport report = audit(w, small_template());
    QCOMPARE(findings_of(report, "spacing_violation"), 1);
    QVERIFY(!report.passed);
  }

  void pinsStandAsNearToEachOtherAsTheyWerePut() {
    World w = complete_world();
    Template t = small_template();
    t.hand.pins.push_back(pin("p1"));
    t.hand.pins.push_back(pin("p2"));
    w.points.points.push_back(pinned(w, "p1", {550, 550}));
    w.points.points.push_back(pinned(w, "p2", {551, 550}));
    const AuditReport report = audit(w, t);
    QCOMPARE(findings_of(report, "spacing_violation"), 0);
    QCOMPARE(report.spacing.front().cls, std::string("hemp"));
    QCOMPARE(report.spacing.front().hand_min_m, 1.0);
    QCOMPARE(report.spacing.front().observed_min_m, 100.0);
    // What is generated keeps its distance from a pin, unless that one keeps none.
    w.points.points.push_back(pinned(w, "p3", {55, 150}));
    t.hand.pins.push_back(pin("p3"));
    QCOMPARE(findings_of(audit(w, t), "spacing_violation"), 1);
    QCOMPARE(audit(w, t).spacing.front().observed_min_m, 5.0);
    t.hand.pins.edit(2).spacing = PinSpacing::none;
    QCOMPARE(findings_of(audit(w, t), "spacing_violation"), 0);
  }

  void aClassOfPinsAloneHasNoDistanceToBreak() {
    World w = complete_world();
    Template t = small_template();
    for (Point& p : w.points.points)
      if (p.class_index == kHemp) p.hand = "p" + std::to_string(p.number);
    w.points.points[0].position_m = w.points.points[1].position_m;
    const AuditReport report = audit(w, t);
    QCOMPARE(report.spacing.front().hand_min_m, 0.0);
    QCOMPARE(findings_of(report, "spacing_violation"), 0);
  }

  void quotasCountPinsThatCountAndAskForNoneThatIsBanned() {
    World w = complete_world();
    Template t = small_template();
    w.ledger[0].quota = 6;
    w.ledger[0].banned = 2;
    w.ledger[0].by_hand = 1;
    t.hand.pins.push_back(pin("p1"));
    t.hand.pins.push_back(pin("p2"));
    t.hand.pins.edit(1).counts = false;
    const auto actual = quota_of(audit(w, t), "resource", "hemp")->actual;
    w.points.points.push_back(pinned(w, "p1", {350, 350}));
    w.points.points.push_back(pinned(w, "p2", {450, 350}));
    const AuditReport report = audit(w, t);
    const auto* hemp = quota_of(report, "resource", "hemp");
    QCOMPARE(hemp->actual, actual + 1);
    QCOMPARE(hemp->target, 6);
    QCOMPARE(hemp->by_hand, 1);
    QCOMPARE(hemp->banned, 2);
    QCOMPARE(hemp->shortfall, std::max<int64_t>(0, 4 - hemp->actual));
  }

  void aPinOffTheGroundIsInNoBandAndNoRegion() {
    World w = complete_world();
    Template t = small_template();
    const AuditReport before = audit(w, t);
    Point p = pinned(w, "p1", {-5000, 90000});
    p.class_index = kWolf;
    p.region = 0;
    p.rarity = rarity_named(w.vocabulary, "boss");
    w.points.points.push_back(p);
    const AuditReport report = audit(w, t);
    for (size_t i = 0; i < report.rarity.size(); ++i)
      QCOMPARE(report.rarity[i].count, before.rarity[i].count);
    for (size_t i = 0; i < report.colocation.size(); ++i)
      QVERIFY(report.colocation[i].share >= 0 && report.colocation[i].share <= 1);
    QCOMPARE(report.regions.size(), before.regions.size());
  }

  void aBossThatHadToStandCloserIsTold() {
    World w = complete_world();
    Template t = small_template();
    rarity_row(t.vocabulary, "boss").count = 2;
    w.points.points[4].rarity = rarity_named(w.vocabulary, "boss");  // 600 m from the other
    AuditReport report = audit(w, t);
    QCOMPARE(findings_of(report, "spacing_relaxed"), 1);
    QCOMPARE(report.spacing.back().cls, std::string("boss"));
    QCOMPARE(report.spacing.back().min_m, 480.0);
    QCOMPARE(report.spacing.back().observed_min_m, 600.0);
    w.points.points[4].position_m.x = 600;  // 450 m: below the last rung
    report = audit(w, t);
    QCOMPARE(findings_of(report, "spacing_violation"), 1);
  }

  void everyControllableRegionNeedsSettlementAndFort() {
    World w = complete_world();
    AuditReport report = audit(w, small_template());
    QVERIFY(report.regions[1].seat);
    QVERIFY(report.regions[1].guards[0]);
    QCOMPARE(report.regions[1].seat_band, std::string("green"));
    QCOMPARE(findings_of(report, "missing_settlement"), 0);  // the neutral one needs none
    w.points.points[6].danger = band_named(w.vocabulary, "red");
    w.points.points.erase(w.points.points.begin() + 7);
    report = audit(w, small_template());
    QCOMPARE(findings_of(report, "settlement_not_green"), 1);
    QCOMPARE(findings_of(report, "missing_fort"), 1);
  }

  void colocationComparesWithUniformPoints() {
    const AuditReport report = audit(complete_world(), small_template());
    const auto* boss = colocation_of(report, "boss", "strong_site_400m");
    QCOMPARE(boss->share, 1.0);
    // Of the 24 Red and Black cells (rows 0-2) 12 lie within 400 m of (50, 750): 5 + 4 + 4, less one beyond.
    int near = 0;
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 8; ++column) near += column * column + row * row <= 16;
    QCOMPARE(boss->expected, near / 24.0);
    QCOMPARE(colocation_of(report, "rare_node", "red_black")->share, 0.5);
    QCOMPARE(colocation_of(report, "rare_node", "red_black")->expected, 24.0 / 56);
    QCOMPARE(colocation_of(report, "wolf", "home_biome")->share, 2.0 / 3);
    QCOMPARE(colocation_of(report, "wolf", "home_biome")->expected, 24.0 / 56);
    QCOMPARE(colocation_of(report, "settlement", "green")->share, 1.0);
    QVERIFY(!colocation_of(report, "shrine", "junction_150m"));  // no shrine, no row
    QCOMPARE(colocation_of(report, "expedition", "height_rank_mean")->share, double(float(55.5 / 56)));
  }

  void rarityIsCountedByBand() {
    const AuditReport report = audit(complete_world(), small_template());
    int64_t all = 0;
    for (const auto& row : report.rarity) {
      all += row.count;
      if (row.rarity == "boss") QCOMPARE(row.count, row.band == "black" ? 1 : 0);
    }
    QCOMPARE(all, 3);
  }

  void aSeamAlongARegionBorderShows() {
    const AuditReport report = audit(complete_world(), small_template());
    for (const auto& row : report.seam)
      if (row.layer == "faction") QVERIFY(row.score > 10);
    QVERIFY(findings_of(report, "seam_visible") >= 1);  // biomes change exactly at the border here
    QVERIFY(std::none_of(report.findings.begin(), report.findings.end(),
                         [](const Finding& f) { return f.code == "seam_visible" && f.where == "faction"; }));
  }

  void aShortfallThatGenerationReportedIsNotToldTwice() {
    World w = small_world();
    w.findings = {{Severity::warning, "quota_shortfall", "resources[0].quota", "hemp: 3 of 4 placed"}};
    AuditReport report = audit(w, small_template());
    QVERIFY(!report.passed);
    QCOMPARE(findings_of(report, "quota_shortfall"), 1);
    QCOMPARE(report.findings.front().message, std::string("hemp: 3 of 4 placed"));
    // Two of four is another fact than the one reported.
    w.points.points.erase(w.points.points.begin());
    report = audit(w, small_template());
    QCOMPARE(quota_of(report, "resource", "hemp")->actual, 2);
    QCOMPARE(findings_of(report, "quota_shortfall"), 2);
    // A report about another class does not count.
    w = small_world();
    w.findings = {{Severity::warning, "quota_shortfall", "enemies[0].quota", "wolf: 3 of 4 placed"}};
    QCOMPARE(findings_of(audit(w, small_template()), "quota_shortfall"), 2);
  }

  void shortLandmarksAndRaritiesAreNotToldTwice() {
    World w = complete_world();
    Template t = small_template();
    rarity_row(t.vocabulary, "boss").count = 2;  // one stands
    kind_row(t.vocabulary, "fort").count = 2;
    w.ledger.push_back({kFort, 0, 2, 1, 0, 0, 0, 0, 0, 0});
    QCOMPARE(findings_of(audit(w, t), "quota_shortfall"), 2);
    w.findings = {{Severity::warning, "landmark_shortfall", "landmarks.fort", "1 of 2"},
                  {Severity::warning, "rarity_shortfall", "rarities.boss", "1 of 2"}};
    const AuditReport report = audit(w, t);
    QVERIFY(!report.passed);
    QCOMPARE(findings_of(report, "quota_shortfall"), 0);
    QCOMPARE(quota_of(report, "rarity", "boss")->shortfall, 1);
    QCOMPARE(quota_of(report, "landmark", "fort")->shortfall, 1);
  }

  void aRelaxedSpacingThatGenerationReportedIsNotToldTwice() {
    World w = complete_world();
    Template t = small_template();
    rarity_row(t.vocabulary, "boss").count = 2;
    w.points.points[4].rarity = rarity_named(w.vocabulary, "boss");
    QCOMPARE(findings_of(audit(w, t), "spacing_relaxed"), 1);
    w.findings = {{Severity::info, "rarity_relaxed", "rarities.boss", "1 boss at rung 2"}};
    QCOMPARE(findings_of(audit(w, t), "spacing_relaxed"), 0);
  }

  void rowsWithoutARoleMakeNoFindings() {
    World w = complete_world();
    Template t = small_template();
    for (Vocabulary* v : {&w.vocabulary, &t.vocabulary})
      for (LandmarkRow& kind : v->landmarks) kind.role = LandmarkRole::site;
    const AuditReport report = audit(w, t);
    QVERIFY(report.seat_kind.empty());
    QVERIFY(report.guard_kinds.empty());
    QVERIFY(std::none_of(report.findings.begin(), report.findings.end(),
                         [](const Finding& f) { return f.code.starts_with("missing_"); }));
  }

  void aQuotaByPieceNamesTheIsland() {
    World w = complete_world();
    w.regions[1].piece = 2;
    w.ledger[0].piece = 2;
    w.ledger[0].quota = 1;
    const AuditReport report = audit(w, small_template());
    QCOMPARE(report.quota.front().region, std::string("island 2"));
    QCOMPARE(report.quota.front().actual, 2);  // those of the south
  }

  void aFactionMayStandOnEveryPieceOfGroundOnce() {
    World w = complete_world();
    for (size_t i = 0; i < w.faction.size(); ++i)
      if (w.region[i] == 2) w.faction[i] = w.grid.column_of(i) == 4 ? 2 : 1;  // two halves
    QCOMPARE(findings_of(audit(w, small_template()), "too_many_components"), 1);
    w.regions.push_back(w.regions[1]);
    w.regions[2].name = "Eastern";
    w.regions[2].piece = 2;
    for (size_t i = 0; i < w.region.size(); ++i)
      if (w.region[i] == 2 && w.grid.column_of(i) > 4) w.region[i] = 3;
    QCOMPARE(findings_of(audit(w, small_template()), "too_many_components"), 0);
  }

  void aFrameThatIsMostlyGroundMayHaveMorePatches() {
    AuditReport report;
    AuditReport::Contiguity bands;
    bands.layer = "danger";
    bands.cls = "red";
    bands.patches = 42;
    report.contiguity = {bands};
    for (const auto& [ground_cells, found] : {std::pair{36, 1}, std::pair{50, 0}}) {
      World w = small_world();
      w.grid = GridSpec::square(8000, 8);
      w.region = Raster<uint8_t>(w.grid);
      std::fill_n(w.region.cells.begin(), ground_cells, uint8_t{1});  // square kilometres
      const AuditVerdict verdict = judge_audit(report, w, small_template());
      QCOMPARE(std::ranges::count(verdict.findings, "too_many_components", &Finding::code), found);
    }
  }

  void generationsFindingsComeFirst() {
    World w = complete_world();
    w.findings = {{Severity::info, "spacing_relaxed", "resources[0]", "hemp at 90 m"}};
    const AuditReport report = audit(w, small_template());
    QCOMPARE(report.findings.front().where, std::string("resources[0]"));
  }
};

FW_TEST(TestAudit)
#include "test_audit.moc"
