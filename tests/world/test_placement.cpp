#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/base/hash.h"
#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/model/world/habitat.h"
#include "core/world/land/spacing.h"
#include "core/world/points/class_field.h"
#include "core/world/points/placement.h"
#include "synthetic_ground.h"
#include "tests/support/test_main.h"

using namespace fw;
using test::make_synthetic;
using test::place_class;
using test::place_content;
using test::place_landmarks;
using test::small_template;
using test::SyntheticGround;

namespace {

constexpr int kResolution = 128;

double least_distance(const std::vector<Placed>& points) {
  double best2 = 1e30;
  for (size_t i = 0; i < points.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      best2 = std::min(best2, squared_distance(points[i].position_m, points[j].position_m));
  return std::sqrt(best2);
}

bool has_finding(const Findings& findings, std::string_view code, std::string_view words = {}) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
    return f.code == code && f.message.find(words) != std::string::npos;
  });
}

/// Everything of one class that must not depend on the other classes.
std::vector<Vec2> positions_of_class(const Content& content, std::string_view slug) {
  std::vector<Vec2> out;
  for (const Point& p : content.points.points)
    if (content.points.class_of(p).slug == slug) out.push_back(p.position_m);
  return out;
}

std::string content_digest(const Content& content) {
  Sha256 sha;
  for (const Point& p : content.points.points) {
    sha.update(content.points.id_of(p));
    const std::array<int64_t, 7> row{std::llround(p.position_m.x * 1000),
                                     std::llround(p.position_m.y * 1000),
                                     static_cast<int64_t>(p.rarity),
                                     p.level,
                                     std::llround(p.hp_mult * 100),
                                     std::llround(p.respawn_s),
                                     p.region};
    sha.update(row.data(), sizeof row);
    sha.update(p.name);
  }
  return sha.hex();
}

}  // namespace

class TestPlacement : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    ground_ = make_synthetic(small_template(), 5, kResolution);
    plan_ = place_landmarks(ground_->ground());
    content_ = place_content(ground_->ground(), plan_);
  }

  void everyQuotaIsMetOrReported() {
    for (const QuotaLedger& row : content_.ledger) {
      QVERIFY(row.placed <= row.quota);
      if (row.placed == row.quota) continue;
      QVERIFY(has_finding(content_.findings, "quota_shortfall") ||
              has_finding(content_.findings, "landmark_shortfall"));
    }
    for (size_t c = 0; c < 6; ++c) QCOMPARE(content_.ledger[c].placed, content_.ledger[c].quota);
  }

  void noTwoPointsOfAClassAreNearerThanItsSpacing() {
    for (const auto category : {Category::resource, Category::wildlife, Category::enemy})
      for (const PointClass& cls : ground_->tmpl.classes(category)) {
        Raster<float> share(ground_->map.code.grid);
        const PlacedClass got = place_class(ground_->ground(), category, cls, plan_, share);
        QVERIFY2(least_distance(got.points) >= got.ledger[0].spacing_m, cls.slug.c_str());
      }
  }

  void everyPointStandsInItsHabitatAwayFromTheCoastAndLandmarks() {
    const GridSpec& grid = ground_->map.code.grid;
    for (const Point& p : content_.points.points) {
      const PointClassInfo& info = content_.points.class_of(p);
      if (info.category == Category::landmark) continue;
      const auto& list = ground_->tmpl.classes(info.category);
      const auto cls =
          std::find_if(list.begin(), list.end(), [&](const auto& c) { return c.slug == info.slug; });
      QVERIFY(habitat_weight(ground_->tmpl.vocabulary, info.category, *cls, p.biome, p.danger) > 0);
      QVERIFY(ground_->island.coast_m[grid.cell_at(p.position_m)] >= kCoastMargin_m);
      for (const Landmark& l : plan_.landmarks) {
        const double d = std::sqrt(squared_distance(p.position_m, landmark_position(grid, l.cell)));
        QVERIFY(d >= kLandmarkMargin_m[static_cast<size_t>(info.category)]);
        if (l.kind != test::kind("settlement")) continue;
        if (info.category == Category::enemy) QVERIFY(d >= 130);
        if (info.category == Category::wildlife) QVERIFY(d >= 150);
      }
    }
  }

  void coordinatesAreWholeMillimetresInsideTheirCell() {
    const GridSpec& grid = ground_->map.code.grid;
    for (const PointClass& cls : ground_->tmpl.resources) {
      Raster<float> share(grid);
      for (const Placed& p : place_class(ground_->ground(), Category::resource, cls, plan_, share).points) {
        QCOMPARE(p.position_m.x, to_millimetres(p.position_m.x));
        QCOMPARE(p.position_m.y, to_millimetres(p.position_m.y));
        QCOMPARE(static_cast<uint32_t>(grid.cell_at(p.position_m)), p.cell);
      }
    }
  }

  void pointsAreSortedByCategoryClassAndNumber() {
    const auto& points = content_.points.points;
    for (size_t i = 1; i < points.size(); ++i) {
      const bool same = points[i].class_index == points[i - 1].class_index;
      QVERIFY(same ? points[i].number == points[i - 1].number + 1
                   : points[i].class_index > points[i - 1].class_index);
      if (!same) QCOMPARE(points[i].number, 0);
    }
  }

  void addingAClassLeavesTheOthersWhereTheyWere() {
    Template more = ground_->tmpl;
    PointClass extra = more.resources[0];
    extra.slug = "extra";
    more.resources.insert(more.resources.begin(), extra);
    const auto other = make_synthetic(more, 5, kResolution);
    const Content content = place_content(other->ground(), plan_);
    for (const char* slug : {"timber", "iron_vein", "sky_metal", "deer", "lost", "beast"})
      QVERIFY(positions_of_class(content, slug) == positions_of_class(content_, slug));
    QVERIFY(positions_of_class(content, "extra") != positions_of_class(content, "timber"));
  }

  void changingAQuotaLeavesTheOtherClassesWhereTheyWere() {
    Template changed = ground_->tmpl;
    changed.resources[0].quota = 17;
    changed.enemies[0].quota = 35;
    const auto other = make_synthetic(changed, 5, kResolution);
    const Content content = place_content(other->ground(), plan_);
    QCOMPARE(positions_of_class(content, "timber").size(), size_t{17});
    for (const char* slug : {"iron_vein", "sky_metal", "deer", "beast"})
      QVERIFY(positions_of_class(content, slug) == positions_of_class(content_, slug));
  }

  void theSeedOfThePlaceStreamMovesThePoints() {
    SyntheticGround& g = *ground_;
    const SeedBundle before = g.seeds;
    g.seeds.place = 77;
    const Content moved = place_content(g.ground(), plan_);
    g.seeds = before;
    QVERIFY(positions_of_class(moved, "beast") != positions_of_class(content_, "beast"));
  }

  void theResultIsTheSameAtAnyThreadCount() {
    for (const int threads : {1, 2, 5}) {
      const ThreadLimit limit(threads);
      const LandmarkPlan plan = place_landmarks(ground_->ground());
      const Content content = place_content(ground_->ground(), plan);
      QCOMPARE(content_digest(content), content_digest(content_));
      QVERIFY(content.intensity_enemy.cells == content_.intensity_enemy.cells);
    }
  }

  void theLedgerAccountsForEveryLandCellWhenAScanIsExhausted() {
    PointClass crowd = ground_->tmpl.resources[0];
    crowd.quota = 5000;
    crowd.spacing_m = 120;
    Raster<float> share(ground_->map.code.grid);
    const PlacedClass got = place_class(ground_->ground(), Category::resource, crowd, plan_, share);
    const QuotaLedger& row = got.ledger[0];
    const int64_t land = std::count_if(ground_->map.code.cells.begin(), ground_->map.code.cells.end(),
                                       [](uint8_t c) { return c != 0; });
    QVERIFY(row.placed < row.quota);
    QCOMPARE(row.placed + row.refused_mask + row.refused_density + row.refused_spacing, land);
  }

  void jammingIsReportedWithItsNumbersAfterEveryRung() {
    PointClass crowd = ground_->tmpl.resources[0];
    crowd.quota = 5000;
    crowd.spacing_m = 120;
    crowd.gate = 0.4;
    Raster<float> share(ground_->map.code.grid);
    const PlacedClass got = place_class(ground_->ground(), Category::resource, crowd, plan_, share);
    // One finding tells of .25, .10, 0, then three spacings.
    const auto is_ours = [](const Finding& f) { return f.code == "placement_relaxed"; };
    QCOMPARE(std::count_if(got.findings.begin(), got.findings.end(), is_ours), std::ptrdiff_t{1});
    const Finding told = *std::find_if(got.findings.begin(), got.findings.end(), is_ours);
    QCOMPARE(QString::fromStdString(told.message).count("of 5000 placed"), 6);
    QVERIFY(told.message.find("relaxed to gate 0.25, spacing 120 m") != std::string::npos);
    QVERIFY(has_finding(got.findings, "quota_shortfall", "no place is left at a spacing"));
    QVERIFY(has_finding(got.findings, "quota_shortfall", std::to_string(got.points.size()) + " of 5000"));
    QCOMPARE(got.ledger[0].gate, 0.0);
    QVERIFY(std::abs(got.ledger[0].spacing_m - 120 * 0.729) < 1e-9);
    QVERIFY(least_distance(got.points) >= got.ledger[0].spacing_m);
    QVERIFY(static_cast<double>(got.points.size()) > got.ledger[0].capacity * 0.5);
  }

  void aClassWithoutHabitatIsReported() {
    PointClass nowhere = ground_->tmpl.resources[0];
    nowhere.biome_affinity.assign(8, 0.0);
    Raster<float> share(ground_->map.code.grid);
    const PlacedClass got = place_class(ground_->ground(), Category::resource, nowhere, plan_, share);
    QVERIFY(got.points.empty());
    QVERIFY(has_finding(got.findings, "quota_shortfall", "no place is left in the habitat"));
    QCOMPARE(*std::max_element(share.cells.begin(), share.cells.end()), 0.0F);
  }

  void aNoiseKeptFromBeforeGivesTheSameField() {
    const PlacementInputs inputs = ground_->ground();
    const HabitatSurvey survey = survey_habitats(inputs, plan_);
    const std::vector<uint32_t> cells = placement_cells(inputs.island);
    QVERIFY(cells == survey.cells);
    for (const Category category : {Category::resource, Category::enemy})
      for (const PointClass& cls : inputs.tmpl.classes(category)) {
        const ClassNoise noise =
            make_class_noise(inputs.tmpl, inputs.seeds, inputs.map.code.grid, cells, category, cls);
        const ClassField fresh = find_cells(inputs, survey, category, cls, nullptr);
        const ClassField kept = find_cells(inputs, survey, category, cls, &noise);
        QVERIFY(!fresh.cells.empty());
        QVERIFY(fresh.cells == kept.cells);
        QVERIFY(fresh.weight == kept.weight);
        QVERIFY(fresh.rank == kept.rank);
        QCOMPARE(kept.type.size(), kept.cells.size());
      }
  }

  void aNoiseOfOtherCellsIsNotUsed() {
    const PlacementInputs inputs = ground_->ground();
    const HabitatSurvey survey = survey_habitats(inputs, plan_);
    const PointClass& cls = inputs.tmpl.resources[0];
    const ClassNoise of_no_cell;
    const ClassField fresh = find_cells(inputs, survey, Category::resource, cls, nullptr);
    const ClassField other = find_cells(inputs, survey, Category::resource, cls, &of_no_cell);
    QVERIFY(fresh.cells == other.cells);
    QVERIFY(fresh.rank == other.rank);
  }

  void theIntensityIsOneAtItsMaximumAndZeroBelowTheGate() {
    PointClass cls = ground_->tmpl.resources[0];
    cls.gate = 0.7;
    Raster<float> share(ground_->map.code.grid);
    const PlacedClass got = place_class(ground_->ground(), Category::resource, cls, plan_, share);
    QCOMPARE(*std::max_element(share.cells.begin(), share.cells.end()), 1.0F);
    for (const Placed& p : got.points) {
      QVERIFY(share[p.cell] > 0);
      QVERIFY(p.rank > got.ledger[0].gate);
    }
    const auto positive =
        std::count_if(share.cells.begin(), share.cells.end(), [](float v) { return v > 0; });
    const QuotaLedger& row = got.ledger[0];
    QVERIFY(static_cast<double>(positive) < 0.31 * static_cast<double>(positive + row.refused_density));
  }

  void regionalBudgetsFollowTheIntegralOfTheIntensity() {
    PointClass cls = ground_->tmpl.enemies[1];
    cls.quota = 60;
    cls.spacing_m = 5;
    Raster<float> share(ground_->map.code.grid);
    const PlacedClass got = place_class(ground_->ground(), Category::enemy, cls, plan_, share);
    std::vector<double> integral(ground_->map.regions.size(), 0.0);
    std::vector<int64_t> placed(integral.size(), 0);
    for (size_t c = 0; c < share.size(); ++c)
      if (ground_->map.code[c] != 0) integral[ground_->map.code[c] - 1u] += static_cast<double>(share[c]);
    for (const Placed& p : got.points) ++placed[ground_->map.code[p.cell] - 1u];
    QVERIFY(placed == largest_remainder(integral, cls.quota));
  }

  void aQuotaByRegionHoldsInEveryRegion() {
    PointClass cls = ground_->tmpl.enemies[1];
    cls.quota = 6;
    cls.quota_by = QuotaBy::region;
    Raster<float> share(ground_->map.code.grid);
    const PlacedClass got = place_class(ground_->ground(), Category::enemy, cls, plan_, share);
    QCOMPARE(got.ledger.size(), ground_->map.regions.size());
    for (const QuotaLedger& row : got.ledger) {
      const auto inside = std::count_if(got.points.begin(), got.points.end(), [&](const Placed& p) {
        return ground_->map.code[p.cell] == row.region;
      });
      QCOMPARE(static_cast<int64_t>(inside), row.placed);
      QVERIFY(row.placed == 6 || has_finding(got.findings, "quota_shortfall"));
    }
    QVERIFY(least_distance(got.points) >= cls.spacing_m * 0.729);
  }

  void aQuotaByPieceHoldsOnEveryPieceOfGround() {
    const auto g = make_synthetic(small_template(), 5, kResolution);
    for (size_t r = 0; r < g->map.regions.size(); ++r) g->map.regions[r].piece = r < 2 ? 2 : r < 4 ? 3 : 1;
    PointClass cls = g->tmpl.enemies[1];
    cls.quota = 9;
    cls.quota_by = QuotaBy::piece;
    Raster<float> share(g->map.code.grid);
    const PlacedClass got = place_class(g->ground(), Category::enemy, cls, plan_, share);
    QCOMPARE(got.ledger.size(), size_t{3});
    for (size_t row = 0; row < got.ledger.size(); ++row) {
      QCOMPARE(got.ledger[row].piece, static_cast<int>(row) + 1);
      QCOMPARE(got.ledger[row].region, 0);
      const auto inside = std::count_if(got.points.begin(), got.points.end(), [&](const Placed& p) {
        return g->map.regions[g->map.code[p.cell] - 1u].piece == got.ledger[row].piece;
      });
      QCOMPARE(static_cast<int64_t>(inside), got.ledger[row].placed);
      QCOMPARE(got.ledger[row].placed, int64_t{9});
    }
  }

  void oddTemplatesNeitherCrashNorHang() {
    Template none = small_template();
    none.resources.clear();
    none.wildlife.clear();
    none.enemies.clear();
    none.vocabulary.landmarks.clear();
    Template tiny = small_template();
    tiny.frame = {1000, 1000};
    Template flat = small_template();
    flat.regions.neutral = 0;
    flat.noise.feature.octaves = 1;
    flat.resources[0].quota_by = QuotaBy::region;
    flat.resources[1].spacing_m = 0;
    flat.resources[2].gate = 0.999;
    for (const Template& t : {none, tiny, flat})
      for (const uint64_t seed : {1u, 2u}) {
        const auto g = make_synthetic(t, seed, 64);
        const LandmarkPlan plan = place_landmarks(g->ground());
        const Content content = place_content(g->ground(), plan);
        for (const QuotaLedger& row : content.ledger)
          if (row.placed < row.quota) QVERIFY(!content.findings.empty());
      }
  }

  void aKnownGroundGivesKnownPoints() {
    // Without landmarks, so that only the rules of placement and rarity (and the noise below) can change it.
    const Content bare = place_content(ground_->ground(), LandmarkPlan{});
    QCOMPARE(QString::fromStdString(content_digest(bare)),
             QString("1b7eed7ebfe3385cafe8ece334ae0a222284d34abacac821248db6ff3f867072"));
  }

 private:
  std::unique_ptr<SyntheticGround> ground_;
  LandmarkPlan plan_;
  Content content_;
};

FW_TEST(TestPlacement)
#include "test_placement.moc"
