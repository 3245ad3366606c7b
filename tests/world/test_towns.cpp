#include <QTest>
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/field/filter.h"
#include "core/world/land/spacing.h"
#include "core/world/landmarks/site_rules.h"
#include "core/world/landmarks/town_ground.h"
#include "synthetic_ground.h"
#include "tests/support/test_main.h"

using namespace fw;
using test::kind;
using test::kind_row;
using test::make_synthetic;
using test::place_landmarks;
using test::small_template;
using test::SyntheticGround;

namespace {

/// Of a frame of 4 km; lengths grow with it.
constexpr double kHarbourReach_m = 110;

/// A synthetic ground, and a shore with harbour sites where the test puts them.
struct Shore {
  std::unique_ptr<SyntheticGround> ground;
  Coast coast;

  Mask good;  ///< safe, level ground, away from other regions and the sea

  explicit Shore(uint64_t seed, const Template& tmpl = small_template())
      : ground(make_synthetic(tmpl, seed, 128)) {
    const PlacementInputs g = inputs();
    const Raster<float> slope = survey_town_ground(g)->slope;
    const Raster<float> border_m = survey_of(g).region_border_m;
    good = peopled_ground(g.tmpl.vocabulary, g.map, g.danger.band);
    for (size_t c = 0; c < good.size(); ++c)
      if (slope[c] >= 0.15F || border_m[c] < 60 || g.island.coast_m[c] < 30) good[c] = 0;
  }
  PlacementInputs inputs() const {
    PlacementInputs out = ground->ground();
    out.coast = &coast;
    return out;
  }
  /// A shore cell of the region with such ground of its own within 100 m; none if it has no such.
  std::optional<uint32_t> shore_of(uint8_t code) const {
    const Raster<uint8_t>& codes = ground->map.code;
    const GridSpec& grid = codes.grid;
    Mask own = good;
    for (size_t c = 0; c < own.size(); ++c) own[c] = codes[c] == code ? own[c] : 0;
    const Raster<float> away_m = distance_to(own);
    for (uint32_t cell = 0; cell < grid.cells(); ++cell)
      if (codes[cell] == code && ground->island.coast_m[cell] < 1.5F * static_cast<float>(grid.cell_m) &&
          away_m[cell] < 100)
        return cell;
    return std::nullopt;
  }
  /// shore_of() every region with an owner that has one.
  std::vector<uint32_t> owned_shores() const {
    std::vector<uint32_t> cells;
    for (uint8_t code = 1; code <= ground->map.regions.size(); ++code)
      if (!ground->map.regions[code - 1u].neutral)
        if (const auto at = shore_of(code)) cells.push_back(*at);
    return cells;
  }
  static LandmarkSurvey survey_of(const PlacementInputs& g) {
    return survey_landmarks(g.tmpl, g.seeds, g.island, g.relief, g.map,
                            std::make_shared<LandmarkTerrain>(
                                survey_terrain(g.tmpl, g.seeds, g.island, g.relief, g.island.main)));
  }
  void add_harbour(uint32_t cell) {
    const GridSpec& grid = ground->map.code.grid;
    coast.harbour_sites.push_back({grid.centre(size_t{cell}), cell, 1});
  }
};

std::optional<Vec2> town_in(const PlacementInputs& g, const LandmarkPlan& plan, uint8_t code) {
  for (const Landmark& l : plan.landmarks)
    if (l.kind == kind("settlement") && g.map.code[l.cell] == code)
      return landmark_position(g.map.code.grid, l.cell);
  return std::nullopt;
}

}  // namespace

class TestTowns : public QObject {
  Q_OBJECT

 private slots:
  void theDistanceToOtherRegionsTakesNoCoastForABorder() {
    const Shore shore(3);
    const PlacementInputs g = shore.inputs();
    const GridSpec& grid = g.map.code.grid;
    const LandmarkSurvey survey = Shore::survey_of(g);
    std::vector<Vec2> borders;
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column) {
        const uint8_t own = g.map.code.at(column, row);
        bool border = false;
        for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
          if (grid.contains(column + dc, row + dr)) {
            const uint8_t other = g.map.code.at(column + dc, row + dr);
            border = border || (own != 0 && other != 0 && other != own);
          }
        if (border) borders.push_back(grid.centre(column, row));
      }
    for (size_t i = 0; i < survey.land.size(); i += 211) {
      const uint32_t cell = survey.land[i];
      QVERIFY(std::abs(static_cast<double>(survey.region_border_m[cell]) -
                       nearest_m(borders, grid.centre(size_t{cell}))) < 0.01);
      QVERIFY(survey.region_border_m[cell] + 1.5F * static_cast<float>(grid.cell_m) >= survey.border_m[cell]);
    }
  }

  void ofOneRegionNoOtherIsNear() {
    Template tmpl = small_template();
    tmpl.regions.controllable = 1;
    tmpl.regions.neutral = 0;
    const Shore shore(3, tmpl);
    const PlacementInputs g = shore.inputs();
    const LandmarkSurvey survey = Shore::survey_of(g);
    for (const uint32_t cell : survey.land) QVERIFY(std::isinf(survey.region_border_m[cell]));
  }

  void aTownStandsAtTheHarbourSiteOfItsRegion() {
    int harbours = 0;
    for (const uint64_t seed : {3u, 5u, 8u}) {
      Shore shore(seed);
      for (const uint32_t at : shore.owned_shores()) {
        shore.coast.harbour_sites.clear();
        shore.add_harbour(at);
        const PlacementInputs g = shore.inputs();
        const auto town = town_in(g, place_landmarks(g), g.map.code[at]);
        QVERIFY(town.has_value());
        const double away_m = std::sqrt(squared_distance(*town, shore.coast.harbour_sites[0].position_m));
        QVERIFY2(away_m <= kHarbourReach_m, qPrintable(QString("%1 m").arg(away_m)));
        ++harbours;
      }
    }
    QVERIFY(harbours >= 3);
  }

  void theHarbourSiteOfANeighbourDrawsNoTownOverTheBorder() {
    Shore shore(5);
    for (const uint32_t at : shore.owned_shores()) {
      shore.coast.harbour_sites.clear();
      shore.add_harbour(at);
      const PlacementInputs g = shore.inputs();
      const LandmarkPlan plan = place_landmarks(g);
      std::vector<Vec2> towns = positions_of(g.map.code.grid, plan.landmarks, kind("settlement"));
      QCOMPARE(std::ranges::count_if(towns,
                                     [&](Vec2 town) {
                                       return squared_distance(town, g.map.code.grid.centre(size_t{at})) <
                                              kHarbourReach_m * kHarbourReach_m;
                                     }),
               1);
    }
  }

  void ofTwoHarbourTownsThatStandTooNearOneIsChosenAgain() {
    Template tmpl = small_template();
    kind_row(tmpl, "settlement").spacing_m = 800;
    int pairs = 0;
    for (const uint64_t seed : {3u, 5u, 8u, 9u}) {
      Shore shore(seed, tmpl);
      for (const uint32_t at : shore.owned_shores()) shore.add_harbour(at);
      const PlacementInputs g = shore.inputs();
      const GridSpec& grid = g.map.code.grid;
      for (const HarbourSite& a : shore.coast.harbour_sites)
        for (const HarbourSite& b : shore.coast.harbour_sites)
          pairs += &a < &b && squared_distance(a.position_m, b.position_m) < 800 * 800 ? 1 : 0;
      const std::vector<Vec2> towns = positions_of(grid, place_landmarks(g).landmarks, kind("settlement"));
      for (size_t i = 0; i < towns.size(); ++i)
        for (size_t j = 0; j < i; ++j) QVERIFY(squared_distance(towns[i], towns[j]) >= 799.9 * 799.9);
    }
    QVERIFY(pairs > 0);
  }

  void noTownStandsOnSteepGroundWhereItsRegionHasBetter() {
    for (const uint64_t seed : {3u, 5u, 8u}) {
      const Shore shore(seed);
      const PlacementInputs g = shore.inputs();
      const std::shared_ptr<const TownGround> ground = survey_town_ground(g);
      for (const Landmark& l : place_landmarks(g).landmarks)
        if (l.kind == kind("settlement") && ground->slope[l.cell] >= 0.24F) {
          const LandmarkSurvey survey = Shore::survey_of(g);
          const Mask peopled = peopled_ground(g.tmpl.vocabulary, g.map, g.danger.band);
          for (const uint32_t c : survey.region_cells[g.map.code[l.cell] - 1u])
            QVERIFY(ground->slope[c] >= 0.24F || peopled[c] == 0 || survey.region_border_m[c] < 110 ||
                    g.island.coast_m[c] < 90 || ground->room[c] == 0);
        }
    }
  }

  void explanationsSayWhyATownStandsThere() {
    Shore shore(5);
    for (const uint32_t at : shore.owned_shores()) {
      shore.coast.harbour_sites.clear();
      shore.add_harbour(at);
      const PlacementInputs g = shore.inputs();
      const LandmarkPlan plan = place_landmarks(g);
      const LandmarkSurvey survey = Shore::survey_of(g);
      const SiteSurvey sites;
      const Raster<float> none;
      const LandmarkPlan before;
      const SiteInputs inputs{g, survey, sites, none, before};
      for (const Landmark& l : plan.landmarks) {
        if (l.kind != kind("settlement")) continue;
        const QString why = QString::fromStdString(explain_seat_place(inputs, l.cell));
        const bool harbour = g.map.code[l.cell] == g.map.code[at];
        QVERIFY2(harbour ? why.contains("of the harbour site of Region") : !why.startsWith("refused"),
                 qPrintable(why));
      }
      for (uint32_t cell = 0; cell < g.map.code.size(); cell += 301)
        if (g.map.code[cell] != 0 && g.map.regions[g.map.code[cell] - 1u].neutral)
          QVERIFY(explain_seat_place(inputs, cell).ends_with("has no owner, so no town"));
    }
  }
};

FW_TEST(TestTowns)
#include "test_towns.moc"
