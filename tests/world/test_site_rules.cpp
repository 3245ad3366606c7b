#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/world/land/spacing.h"
#include "core/world/landmarks/site_rules.h"
#include "core/world/roads/track_distance.h"
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

constexpr double kRefused = -1e300;

/// A small world with all that rules read, as it is after the tracks.
struct Surveyed {
  std::unique_ptr<SyntheticGround> synthetic;
  PlacementInputs inputs;
  LandmarkSurvey survey;
  LandmarkPlan plan;
  SiteSurvey sites;
  Raster<float> track_m;
  SiteInputs ground;

  explicit Surveyed(const Template& tmpl)
      : synthetic(make_synthetic(tmpl, 5, 96)),
        inputs(synthetic->ground()),
        survey(survey_landmarks(
            inputs.tmpl, inputs.seeds, inputs.island, inputs.relief, inputs.map,
            std::make_shared<LandmarkTerrain>(survey_terrain(inputs.tmpl, inputs.seeds, inputs.island,
                                                             inputs.relief, inputs.island.main)))),
        plan(place_landmarks(inputs)),
        sites(survey_sites(inputs, survey, 0, inputs.tmpl.vocabulary.landmarks.size())),
        track_m(track_distance(inputs.map.code.grid, plan.tracks)),
        ground{inputs, survey, sites, track_m, plan} {}

  double danger(uint32_t c) const { return static_cast<double>(inputs.danger.calibrated[c]); }
  double saliency(uint32_t c) const { return static_cast<double>(survey.terrain->saliency[c]); }
  double flat(uint32_t c) const { return survey.terrain->flatness[c]; }
  double bell(double q) const { return std::exp(-q * q); }
  bool neutral(uint32_t c) const { return inputs.map.regions[inputs.map.code[c] - 1u].neutral; }
  int band(uint32_t c) const { return inputs.danger.band[c] - 1; }
  double nearest(const std::vector<Vec2>& points, uint32_t c) const {
    return nearest_m(points, inputs.map.code.grid.centre(c));
  }
  double number(std::string_view slug, uint32_t cell) const {
    std::vector<double> value(1);
    number_measure(ground, LandmarkRow{}, slug).read({&cell, 1}, value);
    return value[0];
  }
};

const Surveyed& surveyed() {
  static const Surveyed made(small_template());
  return made;
}

/// The utility of every cell of land, kRefused where the kind may not stand.
std::vector<double> utilities(const Surveyed& w, const LandmarkRow& row) {
  RatedCells rated;
  SiteRating(w.ground, row).rate(w.survey.land, rated);
  std::vector<double> out(w.survey.land.size(), kRefused);
  for (size_t i = 0, k = 0; i < out.size() && k < rated.cells.size(); ++i)
    if (w.survey.land[i] == rated.cells[k]) out[i] = rated.utility[k++];
  return out;
}

/// Whether the row's utilities are those of a formula, cell by cell.
template <typename Formula>
void compare(const Surveyed& w, const LandmarkRow& row, const Formula& formula) {
  const std::vector<double> got = utilities(w, row);
  size_t allowed = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    const double expected = formula(w.survey.land[i]);
    QCOMPARE(got[i] == kRefused, expected == kRefused);
    QVERIFY(std::abs(got[i] - expected) <= 1e-12 * std::max(1.0, std::abs(expected)));
    allowed += got[i] != kRefused ? 1 : 0;
  }
  QVERIFY(allowed > 0);
  QVERIFY(allowed < got.size());
}

const LandmarkRow& classic(std::string_view id) {
  const Vocabulary& v = surveyed().inputs.tmpl.vocabulary;
  return v.landmarks[*find_row(v.landmarks, id)];
}

SiteCondition in(std::string measure, std::vector<std::string> ids) {
  SiteCondition c;
  c.measure = std::move(measure);
  c.in = std::move(ids);
  return c;
}

size_t count_allowed(const SiteCondition& condition) {
  LandmarkRow row;
  row.site.require = {condition};
  const std::vector<double> all = utilities(surveyed(), row);
  return static_cast<size_t>(std::count_if(all.begin(), all.end(), [](double u) { return u != kRefused; }));
}

template <typename Is>
size_t count_land(const Is& is) {
  const std::vector<uint32_t>& land = surveyed().survey.land;
  return static_cast<size_t>(std::count_if(land.begin(), land.end(), is));
}

}  // namespace

class TestSiteRules : public QObject {
  Q_OBJECT

 private slots:
  void everyListedMeasureCanBeReadAndNoOther() {
    for (const SiteMeasure& listed : kSiteMeasures) {
      const std::string slug(listed.slug);
      const bool number = number_measure(surveyed().ground, LandmarkRow{}, slug).read != nullptr;
      const bool classes = class_measure(surveyed().inputs, surveyed().plan, in(slug, {})).codes != nullptr;
      QCOMPARE(number, listed.kind == MeasureKind::number);
      QCOMPARE(classes, listed.kind == MeasureKind::ids);
    }
    QVERIFY(number_measure(surveyed().ground, LandmarkRow{}, "moons").read == nullptr);
    QVERIFY(class_measure(surveyed().inputs, surveyed().plan, in("moons", {})).codes == nullptr);
  }

  void limitsIncludeOrExcludeTheirValue() {
    const uint32_t cell = surveyed().survey.land[surveyed().survey.land.size() / 2];
    for (const std::string measure : {"slope", "coast_m", "flatness", "to.settlement_m"}) {
      const double value = surveyed().number(measure, cell);
      const auto admits = [&](const SiteCondition& c) {
        LandmarkRow row;
        row.site.require = {c};
        RatedCells rated;
        SiteRating(surveyed().ground, row).rate({&cell, 1}, rated);
        return rated.cells.size() == 1;
      };
      SiteCondition none, min, max, above, below;
      none.measure = min.measure = max.measure = above.measure = below.measure = measure;
      min.min = max.max = above.above = below.below = value;
      QVERIFY(admits(none));
      QVERIFY(admits(min));
      QVERIFY(admits(max));
      QVERIFY(!admits(above));
      QVERIFY(!admits(below));
      min.min = above.above = value + 0.001;
      max.max = below.below = value - 0.001;
      QVERIFY(!admits(min) && !admits(max) && !admits(above) && !admits(below));
      min.min = above.above = value - 0.001;
      max.max = below.below = value + 0.001;
      QVERIFY(admits(min) && admits(max) && admits(above) && admits(below));
    }
  }

  void whatACellLacksIsSaidInTheWordsOfTheRow() {
    const Surveyed& w = surveyed();
    const uint32_t cell = w.survey.land[w.survey.land.size() / 2];
    LandmarkRow row;
    SiteCondition near;
    near.measure = "coast_m";
    near.max = w.number("coast_m", cell) - 1;
    SiteCondition anywhere;
    anywhere.measure = "slope";
    row.site.require = {near, anywhere, in("band", {})};
    SiteRating rating(w.ground, row);
    const std::vector<std::string> broken = rating.broken(cell);
    QCOMPARE(broken.size(), size_t{2});
    QVERIFY(broken[0].starts_with("coast_m is ") && broken[0].find(", asked at most ") != std::string::npos);
    QVERIFY(broken[1].starts_with("band is none of"));
    // What the regions allow is no word of the row.
    rating.restrict_to(RegionTable{});
    QVERIFY(rating.broken(cell) == broken);
  }

  void limitsOfSinglePrecisionAreRoundedToIt() {
    SiteCondition c;
    c.above = 0.4;
    QVERIFY(range_of(c, true).least > static_cast<double>(0.4F));
    QVERIFY(range_of(c, false).least > 0.4);
    QVERIFY(range_of(c, false).least < range_of(c, true).least);
  }

  void everyShapeIsItsFormula() {
    const Surveyed& w = surveyed();
    struct Case {
      TermShape shape;
      double (*formula)(double value);
    };
    const Case cases[] = {
        {TermShape::linear, [](double v) { return v; }},
        {TermShape::exp, [](double v) { return std::exp(-v / 300); }},
        {TermShape::bell, [](double v) { return std::exp(-(v - 200) / 150 * (v - 200) / 150); }},
        {TermShape::saturate, [](double v) { return std::min(v / 200, 1.0); }}};
    SiteCondition away;
    away.measure = "coast_m";
    away.above = 90;
    for (const Case& c : cases) {
      LandmarkRow row;
      row.site.require = {away};
      SiteTerm term{"coast_m", -1.5, c.shape, 200, 150, 300};
      row.site.prefer = {term, {"danger", 0.25}};
      compare(w, row, [&](uint32_t cell) {
        const double coast_m = static_cast<double>(w.inputs.island.coast_m[cell]);
        return coast_m > 90 ? -1.5 * c.formula(coast_m) + 0.25 * w.danger(cell) : kRefused;
      });
    }
  }

  void theDistanceToNothingIsFiniteInATerm() {
    Template tmpl = small_template();
    for (LandmarkRow& row : tmpl.vocabulary.landmarks) row.joins_tracks = false;
    const Surveyed bare(tmpl);
    LandmarkRow row;
    row.site.prefer = {{"track_m", 1}, {"junction_m", -2}, {"to.nothing_m", 0.5}};
    for (const double u : utilities(bare, row)) QVERIFY(std::isfinite(u));
  }

  void conditionsOnClassesAskForTheCellsClass() {
    const Surveyed& w = surveyed();
    QCOMPARE(count_allowed(in("band", {"red", "black"})),
             count_land([&](uint32_t c) { return w.band(c) >= 2; }));
    QCOMPARE(count_allowed(in("region", {"neutral"})), count_land([&](uint32_t c) { return w.neutral(c); }));
    QCOMPARE(count_allowed(in("region", {"controllable"})),
             count_land([&](uint32_t c) { return !w.neutral(c); }));
    const std::string owner = w.inputs.tmpl.vocabulary.factions[1].id;
    QCOMPARE(count_allowed(in("faction", {owner})),
             count_land([&](uint32_t c) { return w.inputs.faction.code[c] == 2; }));
    QCOMPARE(count_allowed(in("region", {owner})),
             count_land([&](uint32_t c) { return w.inputs.faction.code[c] == 2; }));
    QCOMPARE(count_allowed(in("biome", {"forest", "snow"})), count_land([&](uint32_t c) {
               return w.inputs.biome.code[c] == 2 || w.inputs.biome.code[c] == 6;
             }));
    QCOMPARE(count_allowed(in("island", {"main"})), w.survey.land.size());
    QCOMPARE(count_allowed(in("band", {})), size_t{0});
  }

  void aTagAllowsTheBiomesThatHaveIt() {
    Template tmpl = small_template();
    for (BiomeRow& row : tmpl.vocabulary.biomes) row.tags.clear();
    tmpl.vocabulary.biomes[2].tags = {"wet", "low"};
    tmpl.vocabulary.biomes[5].tags = {"wet"};
    const Surveyed w(tmpl);
    LandmarkRow row;
    row.site.require = {in("biome_tag", {"wet"})};
    compare(w, row, [&](uint32_t c) {
      const int biome = w.inputs.biome.code[c];
      return biome == 3 || biome == 6 ? 0.0 : kRefused;
    });
  }

  void roomIsTheDistanceOutOfTheAllowedBands() {
    const Surveyed& w = surveyed();
    const GridSpec& grid = w.inputs.map.code.grid;
    const NumberMeasure room = number_measure(w.ground, classic("elite_zone"), "room_m");
    for (size_t i = 0; i < w.survey.land.size(); i += 97) {
      const uint32_t cell = w.survey.land[i];
      double expected2 = 1e30;
      for (uint32_t c = 0; c < grid.cells(); ++c)
        if (w.inputs.map.code[c] == 0 || w.band(c) < 2)
          expected2 = std::min(expected2, squared_distance(grid.centre(c), grid.centre(cell)));
      std::vector<double> value(1);
      room.read({&cell, 1}, value);
      QVERIFY(std::abs(value[0] - std::sqrt(expected2)) < 0.01);
    }
  }

  // The shipped rows against the rules as they stood in the code before they were rows.
  void outpostsFollowTheirFormula() {
    const Surveyed& w = surveyed();
    compare(w, classic("outpost"), [&](uint32_t c) {
      if (!w.neutral(c) || w.inputs.relief.slope[c] >= 0.40F || w.inputs.island.coast_m[c] <= 120)
        return kRefused;
      return 0.7 * w.flat(c) + 0.5 * w.saliency(c) - w.danger(c);
    });
  }

  void shrinesFollowTheirFormula() {
    const Surveyed& w = surveyed();
    std::vector<uint32_t> cells;
    for (const uint32_t c : w.survey.land)
      if (w.track_m[c] < 120) cells.push_back(c);
    const std::vector<double> entropy = local_entropy(w.inputs, cells);
    const double top = *std::max_element(entropy.begin(), entropy.end());
    compare(w, classic("shrine"), [&](uint32_t c) {
      if (!(w.track_m[c] < 120) || w.inputs.relief.slope[c] >= 0.5F) return kRefused;
      const auto at = static_cast<size_t>(std::lower_bound(cells.begin(), cells.end(), c) - cells.begin());
      return 1.3 * w.bell(w.nearest(w.plan.junctions_m, c) / 130) +
             0.5 * static_cast<double>(static_cast<float>(entropy[at] / top)) + 0.25 * w.saliency(c);
    });
  }

  void expeditionsFollowTheirFormula() {
    const Surveyed& w = surveyed();
    const auto settlements = positions_of(w.inputs.map.code.grid, w.plan.landmarks, kind("settlement"));
    compare(w, classic("expedition"), [&](uint32_t c) {
      const float around = w.sites.danger_around[c], rank = w.survey.terrain->height_rank[c];
      const double ds = w.nearest(settlements, c);
      if (rank < 0.68F || w.band(c) < 1 || w.inputs.relief.slope[c] >= 0.6F || around <= 0.45F || ds <= 700)
        return kRefused;
      return static_cast<double>(rank) -
             0.8 * half_z(w.inputs.relief.concavity_m[c], w.survey.terrain->concavity) +
             0.9 * static_cast<double>(around) + 0.5 * std::min(ds / 2000, 1.0) + 0.3 * w.saliency(c);
    });
  }

  void eliteZonesFollowTheirFormula() {
    const Surveyed& w = surveyed();
    const Raster<float>& room_m = w.sites.rooms.at(0).room_m;
    compare(w, classic("elite_zone"), [&](uint32_t c) {
      if (w.band(c) < 2 || room_m[c] < 110 || w.inputs.relief.slope[c] >= 0.45F) return kRefused;
      return 1.2 * w.danger(c) + 0.8 * std::min(static_cast<double>(room_m[c]) / 300, 1.0) + 0.6 * w.flat(c) +
             0.4 * w.bell(static_cast<double>(w.track_m[c]) / 250) + 0.3 * w.saliency(c);
    });
  }

  void questHubsFollowTheirFormula() {
    const Surveyed& w = surveyed();
    compare(w, classic("quest_hub"), [&](uint32_t c) {
      if (w.band(c) > 1 || w.inputs.relief.slope[c] >= 0.4F || w.inputs.island.coast_m[c] <= 60)
        return kRefused;
      return 0.6 * w.flat(c) + 0.6 * w.saliency(c) + 0.4 * w.bell(static_cast<double>(w.track_m[c]) / 200);
    });
  }

  void demandIsOneWhereItsConditionIsMetAndElsewhereALittle() {
    const Surveyed& w = surveyed();
    const std::vector<double> weight = SiteRating(w.ground, classic("outpost")).demand(w.survey.land);
    for (size_t i = 0; i < weight.size(); ++i)
      QCOMPARE(weight[i], (w.neutral(w.survey.land[i]) ? 1 : 0) + 0.001);
    for (const double all : SiteRating(w.ground, classic("shrine")).demand(w.survey.land)) QCOMPARE(all, 1.0);
  }

  void anExplanationAddsUpToTheUtility() {
    const Surveyed& w = surveyed();
    for (const char* id : {"outpost", "shrine", "expedition", "elite_zone", "quest_hub"}) {
      const std::vector<double> all = utilities(w, classic(id));
      for (size_t i = 0; i < all.size(); i += 7) {
        if (all[i] == kRefused) continue;
        double sum = 0;
        for (const SiteTermValue& term : explain_site(w.ground, kind(id), w.survey.land[i]))
          sum += term.contribution;
        const Vec2 at = landmark_position(w.inputs.map.code.grid, w.survey.land[i]);
        QVERIFY(std::abs(sum - all[i] - site_luck(w.inputs, at).contribution) < 1e-12);
      }
    }
    QCOMPARE(explain_site(w.ground, kind("settlement"), w.survey.land[0]).size(), size_t{9});
    QCOMPARE(explain_site(w.ground, kind("fort"), w.survey.land[0]).size(), size_t{5});  // with the toll
  }

  void aCountPerRegionIsMetInEveryRegionThatCounts() {
    Template tmpl = small_template();
    LandmarkRow row;
    row.id = "camp";
    row.count = 2;
    row.per = CountPer::region;
    row.spacing_m = 100;
    row.others_m = 0;
    tmpl.vocabulary.landmarks = {row};
    const auto placed_in = [](const Template& t) {
      const auto g = make_synthetic(t, 3, 96);
      const LandmarkPlan plan = place_landmarks(g->ground());
      std::multiset<int> regions;
      for (const Landmark& l : plan.landmarks) regions.insert(g->map.code[l.cell]);
      return regions;
    };
    const std::multiset<int> controllable = placed_in(tmpl);
    QCOMPARE(controllable.size(), size_t{12});
    for (int code = 3; code <= 8; ++code) QCOMPARE(controllable.count(code), size_t{2});
    tmpl.vocabulary.landmarks[0].site.require = {in("region", {"neutral"})};
    const std::multiset<int> neutral = placed_in(tmpl);
    QCOMPARE(neutral.size(), size_t{4});
    for (int code = 1; code <= 2; ++code) QCOMPARE(neutral.count(code), size_t{2});
  }

  void aCountPerOwnerIsMetForEveryOwner() {
    Template tmpl = small_template();
    LandmarkRow row;
    row.id = "camp";
    row.count = 3;
    row.per = CountPer::owner;
    row.spacing_m = 100;
    tmpl.vocabulary.landmarks = {row};
    const auto g = make_synthetic(tmpl, 3, 96);
    std::multiset<int> owners;
    for (const Landmark& l : place_landmarks(g->ground()).landmarks)
      owners.insert(static_cast<int>(g->map.regions[g->map.code[l.cell] - 1u].owner));
    QCOMPARE(owners.size(), size_t{9});
    for (int owner = 0; owner < 3; ++owner) QCOMPARE(owners.count(owner), size_t{3});
  }

  void kindsBeforeTheTracksMayReadRoomAndDangerAround() {
    Template tmpl = small_template();
    LandmarkRow& outpost = kind_row(tmpl, "outpost");
    SiteCondition room, around;
    room.measure = "room_m";
    room.min = 60;
    around.measure = "danger_around";
    around.min = 0.2;
    outpost.site.require = {in("band", {"yellow", "red"}), room, around};
    outpost.site.cap_per_region = false;
    const auto g = make_synthetic(tmpl, 3, 96);
    int count = 0;
    for (const Landmark& l : place_landmarks(g->ground()).landmarks) {
      if (l.kind != kind("outpost")) continue;
      ++count;
      QVERIFY(g->danger.band[l.cell] == 2 || g->danger.band[l.cell] == 3);
    }
    QVERIFY(count > 0);
  }

  void aGuardWithoutASeatStandsAboutTheRegionsCentre() {
    Template tmpl = small_template();
    tmpl.vocabulary.landmarks = {kind_row(tmpl, "fort")};
    const auto g = make_synthetic(tmpl, 3, 96);
    const LandmarkPlan plan = place_landmarks(g->ground());
    QCOMPARE(plan.landmarks.size(), size_t{6});
    for (const Landmark& l : plan.landmarks) {
      const double d = std::sqrt(squared_distance(landmark_position(g->map.code.grid, l.cell),
                                                  g->map.regions[g->map.code[l.cell] - 1u].centre_m));
      QVERIFY(d >= 300 && d <= 1600);
    }
  }

  void anAbsentCountOfASeatIsOneInEveryControllableRegion() {
    Template tmpl = small_template();
    kind_row(tmpl, "settlement").count.reset();
    const auto g = make_synthetic(tmpl, 3, 96);
    const LandmarkPlan plan = place_landmarks(g->ground());
    QCOMPARE(plan.ledger[0].quota, int64_t{6});
    QCOMPARE(plan.ledger[0].placed, int64_t{6});
  }

  void aSeatMayStandInEverySafeBand() {
    Template tmpl = small_template();
    tmpl.vocabulary.danger[0].safe = false;
    tmpl.vocabulary.danger[1].safe = true;
    const auto g = make_synthetic(tmpl, 3, 96);
    for (const Landmark& l : place_landmarks(g->ground()).landmarks) {
      if (l.kind != kind("settlement")) continue;
      bool has_safe = false;
      for (size_t c = 0; c < g->map.code.size(); ++c)
        has_safe = has_safe || (g->map.code[c] == g->map.code[l.cell] && g->danger.band[c] == 2);
      if (has_safe) QCOMPARE(static_cast<int>(g->danger.band[l.cell]), 2);
    }
  }

  void rowsThatNoCellHasChangeNothing() {
    Template tmpl = small_template();
    const auto before = make_synthetic(tmpl, 3, 96);
    auto after = make_synthetic(tmpl, 3, 96);
    Vocabulary& rows = after->tmpl.vocabulary;
    rows.biomes.resize(kMaxBiomes);
    rows.danger.resize(kMaxBands);
    const LandmarkPlan a = place_landmarks(before->ground()), b = place_landmarks(after->ground());
    QCOMPARE(a.landmarks.size(), b.landmarks.size());
    for (size_t i = 0; i < a.landmarks.size(); ++i) {
      QCOMPARE(a.landmarks[i].cell, b.landmarks[i].cell);
      QCOMPARE(a.landmarks[i].utility_rank, b.landmarks[i].utility_rank);
    }
  }

  void worldsWithoutKindsHaveNoLandmarks() {
    Template tmpl = small_template();
    tmpl.vocabulary.landmarks.clear();
    const auto g = make_synthetic(tmpl, 3, 64);
    const LandmarkPlan plan = place_landmarks(g->ground());
    QVERIFY(plan.landmarks.empty() && plan.ledger.empty() && plan.tracks.empty());
  }
};

FW_TEST(TestSiteRules)
#include "test_site_rules.moc"
