#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/world/landmarks/facility.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/points/placement.h"
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

FacilityProblem random_problem(uint64_t seed) {
  RandomCursor random{derive(seed, "facility"), 0};
  FacilityProblem p;
  for (uint32_t i = 0; i < 60; ++i)
    p.sites.push_back(
        {i, {random.uniform(0, 4000), random.uniform(0, 4000)}, random.uniform(), static_cast<int>(i % 3)});
  for (int i = 0; i < 97; ++i)
    p.demand.push_back({{random.uniform(0, 4000), random.uniform(0, 4000)}, 1 / 97.0});
  std::sort(p.demand.begin(), p.demand.end(),
            [](const FacilityDemand& a, const FacilityDemand& b) { return a.position_m.y > b.position_m.y; });
  p.demand_area_m2 = 4000.0 * 4000;
  p.coverage_weight = 2;
  p.quota = 5;
  p.spacing_m = 600;
  p.groups = 3;
  return p;
}

double objective(const FacilityProblem& p, const std::vector<size_t>& chosen) {
  double value = 0;
  for (const size_t s : chosen) value += p.sites[s].utility;
  for (const FacilityDemand& d : p.demand) {
    double nearest = p.reach_m;
    for (const size_t s : chosen)
      nearest = std::min(nearest, std::sqrt(squared_distance(d.position_m, p.sites[s].position_m)));
    value += p.coverage_weight * p.quota * d.weight * (1 - nearest / p.reach_m);
  }
  return value;
}

bool keeps_spacing(const FacilityProblem& p, const std::vector<size_t>& chosen) {
  for (size_t i = 0; i < chosen.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (squared_distance(p.sites[chosen[i]].position_m, p.sites[chosen[j]].position_m) <
          p.spacing_m * p.spacing_m)
        return false;
  return true;
}

/// The greedy choice by the definition, without any bookkeeping.
std::vector<size_t> plain_greedy(const FacilityProblem& p) {
  std::vector<size_t> chosen;
  while (static_cast<int>(chosen.size()) < p.quota) {
    double best = -1e30;
    size_t site = p.sites.size();
    for (size_t s = 0; s < p.sites.size(); ++s) {
      if (std::find(chosen.begin(), chosen.end(), s) != chosen.end()) continue;
      std::vector<size_t> with = chosen;
      with.push_back(s);
      if (!keeps_spacing(p, with)) continue;
      if (objective(p, with) > best + 1e-12) {
        best = objective(p, with);
        site = s;
      }
    }
    if (site == p.sites.size()) break;
    chosen.push_back(site);
  }
  return chosen;
}

}  // namespace

class TestLandmarks : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    for (const uint64_t seed : {3u, 5u, 8u}) {
      grounds_.push_back(make_synthetic(small_template(), seed, 128));
      plans_.push_back(place_landmarks(grounds_.back()->ground()));
    }
  }

  void everyControllableRegionHasASettlementAndAFort() {
    for (size_t w = 0; w < plans_.size(); ++w) {
      const RegionMap& map = grounds_[w]->map;
      for (size_t r = 0; r < map.regions.size(); ++r)
        for (const LandmarkKind town : {kind("settlement"), kind("fort")}) {
          const auto count =
              std::count_if(plans_[w].landmarks.begin(), plans_[w].landmarks.end(),
                            [&](const Landmark& l) { return l.kind == town && map.code[l.cell] == r + 1; });
          QCOMPARE(static_cast<int>(count), map.regions[r].neutral ? 0 : 1);
        }
    }
  }

  void aSettlementStandsInTheLowestBandOfItsRegion() {
    for (size_t w = 0; w < plans_.size(); ++w) {
      const SyntheticGround& g = *grounds_[w];
      for (const Landmark& l : plans_[w].landmarks) {
        if (l.kind != kind("settlement")) continue;
        for (size_t c = 0; c < g.map.code.size(); ++c)
          if (g.map.code[c] == g.map.code[l.cell]) QVERIFY(g.danger.band[c] >= g.danger.band[l.cell]);
      }
    }
  }

  void landmarksOfOneKindKeepTheSpacingOfTheLedger() {
    for (size_t w = 0; w < plans_.size(); ++w)
      for (const QuotaLedger& row : plans_[w].ledger) {
        const auto at = positions_of(grounds_[w]->map.code.grid, plans_[w].landmarks,
                                     static_cast<LandmarkKind>(row.class_index));
        QCOMPARE(static_cast<int64_t>(at.size()), row.placed);
        for (size_t i = 0; i < at.size(); ++i)
          for (size_t j = 0; j < i; ++j) QVERIFY(std::sqrt(squared_distance(at[i], at[j])) >= row.spacing_m);
      }
  }

  void laterKindsKeepClearOfEarlierOnes() {
    for (size_t w = 0; w < plans_.size(); ++w) {
      const GridSpec& grid = grounds_[w]->map.code.grid;
      for (const Landmark& l : plans_[w].landmarks) {
        if (l.kind < kind("outpost")) continue;
        for (const Landmark& other : plans_[w].landmarks)
          if (other.kind < l.kind)
            QVERIFY(std::sqrt(squared_distance(landmark_position(grid, l.cell),
                                               landmark_position(grid, other.cell))) >=
                    grounds_[w]->tmpl.vocabulary.landmarks[static_cast<size_t>(l.kind)].others_m);
      }
    }
  }

  void everyKindKeepsItsMask() {
    for (size_t w = 0; w < plans_.size(); ++w) {
      const SyntheticGround& g = *grounds_[w];
      const Raster<float> track_m = track_distance(g.map.code.grid, plans_[w].tracks);
      for (const Landmark& l : plans_[w].landmarks) {
        const int band = g.danger.band[l.cell] - 1;
        if (l.kind == kind("outpost")) QVERIFY(g.map.regions[g.map.code[l.cell] - 1u].neutral);
        if (l.kind == kind("shrine")) QVERIFY(track_m[l.cell] < 120);
        if (l.kind == kind("expedition")) QVERIFY(band >= 1);
        if (l.kind == kind("elite_zone")) QVERIFY(band >= 2);
        if (l.kind == kind("quest_hub")) QVERIFY(band <= 1);
      }
    }
  }

  void tracksJoinPlacedAnchorsInsideThePlan() {
    for (const LandmarkPlan& plan : plans_) {
      QVERIFY(!plan.tracks.empty());
      for (const Track& t : plan.tracks)
        for (const int end : {t.from_point, t.to_point}) {
          if (end < 0) continue;  // at the network
          QVERIFY(end < static_cast<int>(plan.landmarks.size()));
          QVERIFY(plan.landmarks[end].kind <= kind("outpost"));
        }
    }
  }

  void settlementsOutpostsAndExpeditionsHaveDistinctNames() {
    for (const LandmarkPlan& plan : plans_)
      for (const Landmark& l : plan.landmarks) {
        const bool named =
            l.kind == kind("settlement") || l.kind == kind("outpost") || l.kind == kind("expedition");
        QCOMPARE(!l.name.empty(), named);
        if (l.kind == kind("outpost")) QVERIFY(l.name.ends_with(" Post"));
        if (l.kind == kind("expedition")) QVERIFY(l.name.ends_with(" Deep"));
        for (const Landmark& other : plan.landmarks)
          if (named && &other != &l) QVERIFY(other.name != l.name || other.kind != l.kind);
      }
  }

  void theChoiceByAnchorsIsNearlyAsGoodAsTheGreedyOne() {
    double all = 0, least = 1;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      const FacilityProblem p = random_problem(seed);
      const FacilityChoice got = locate_facilities(p);
      const std::vector<size_t> plain = plain_greedy(p);
      QCOMPARE(got.sites.size(), plain.size());
      QVERIFY(keeps_spacing(p, got.sites));
      const double part = objective(p, got.sites) / objective(p, plain);
      all += part / 20;
      least = std::min(least, part);
    }
    QVERIFY2(all > 0.9 && least > 0.75, qPrintable(QString("mean %1, least %2").arg(all).arg(least)));
  }

  void aSiteThatGoesMovesFewFacilities() {
    size_t moved = 0, all = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      FacilityProblem p = random_problem(seed);
      const FacilityChoice before = locate_facilities(p);
      p.sites.erase(p.sites.begin() + static_cast<std::ptrdiff_t>(before.sites.front()));
      const FacilityChoice after = locate_facilities(p);
      for (const size_t s : before.sites) {
        if (s == before.sites.front()) continue;
        ++all;
        const uint32_t own = s > before.sites.front() ? p.sites[s - 1].cell : p.sites[s].cell;
        moved += std::ranges::none_of(after.sites, [&](size_t t) { return p.sites[t].cell == own; }) ? 1 : 0;
      }
    }
    QVERIFY2(moved * 4 < all, qPrintable(QString("%1 of %2").arg(moved).arg(all)));
  }

  void aCapPerGroupHolds() {
    FacilityProblem p = random_problem(4);
    p.group_cap = 2;
    const FacilityChoice got = locate_facilities(p);
    std::array<int, 3> used{};
    for (const size_t s : got.sites) ++used[p.sites[s].group];
    QCOMPARE(*std::max_element(used.begin(), used.end()), 2);
  }

  void aShortageShrinksTheSpacingAndSaysSo() {
    FacilityProblem p = random_problem(4);
    p.sites.resize(8);
    p.spacing_m = 1500;
    const FacilityChoice got = locate_facilities(p);
    QVERIFY(got.spacing_m < 1500);
    Template crowded = small_template();
    kind_row(crowded, "quest_hub").count = 400;
    const auto g = make_synthetic(crowded, 3, 64);
    const LandmarkPlan plan = place_landmarks(g->ground());
    QVERIFY(plan.ledger.back().placed < 400);
    QVERIFY(std::any_of(plan.findings.begin(), plan.findings.end(),
                        [](const Finding& f) { return f.code == "landmark_shortfall"; }));
  }

  void entropyIsThatOfTheClassSharesAround() {
    const SyntheticGround& g = *grounds_[0];
    const GridSpec& grid = g.map.code.grid;
    const uint32_t cell = plans_[0].landmarks[0].cell;
    const int half = static_cast<int>(188 / grid.cell_m);
    std::array<double, kMaxBiomes> biome{};
    std::array<double, kMaxBands> band{};
    double n = 0;
    for (int row = grid.row_of(cell) - half; row <= grid.row_of(cell) + half; ++row)
      for (int column = grid.column_of(cell) - half; column <= grid.column_of(cell) + half; ++column) {
        if (!grid.contains(column, row) || g.map.code.at(column, row) == 0) continue;
        ++biome[g.biome.code.at(column, row) - 1];
        ++band[g.danger.band.at(column, row) - 1];
        ++n;
      }
    double expected = 0;
    for (const double k : biome) expected -= k > 0 ? k / n * std::log(k / n) : 0;
    for (const double k : band) expected -= k > 0 ? k / n * std::log(k / n) : 0;
    QVERIFY(std::abs(local_entropy(g.ground(), {cell})[0] - expected) < 1e-9);
  }

 private:
  std::vector<std::unique_ptr<SyntheticGround>> grounds_;
  std::vector<LandmarkPlan> plans_;
};

FW_TEST(TestLandmarks)
#include "test_landmarks.moc"
