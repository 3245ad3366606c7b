#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/world/land/spacing.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/points/placement.h"
#include "core/world/points/rarity.h"
#include "synthetic_ground.h"
#include "tests/support/test_main.h"

using namespace fw;
using test::band;
using test::kind;
using test::make_synthetic;
using test::place_content;
using test::place_landmarks;
using test::rarity;
using test::small_template;
using test::SyntheticGround;

namespace {

struct Graded {
  std::unique_ptr<SyntheticGround> ground;
  LandmarkPlan plan;
  Content content;
};

Graded grade(const Template& tmpl, uint64_t seed) {
  Graded g;
  g.ground = make_synthetic(tmpl, seed, 128);
  g.plan = place_landmarks(g.ground->ground());
  g.content = place_content(g.ground->ground(), g.plan);
  return g;
}

std::vector<const Point*> of_rarity(const Content& content, Rarity rarity) {
  std::vector<const Point*> out;
  for (const Point& p : content.points.points)
    if (p.rarity == rarity) out.push_back(&p);
  return out;
}

double site_distance(const Graded& g, Vec2 at) {
  const GridSpec& grid = g.ground->map.code.grid;
  return std::min(nearest_m(positions_of(grid, g.plan.landmarks, kind("expedition")), at),
                  nearest_m(positions_of(grid, g.plan.landmarks, kind("elite_zone")), at));
}

}  // namespace

class TestRarity : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    for (const uint64_t seed : {3u, 5u, 8u, 13u}) worlds_.push_back(grade(small_template(), seed));
  }

  void onlyEnemiesHaveARarityAndEveryEnemyHasOne() {
    for (const Graded& g : worlds_)
      for (const Point& p : g.content.points.points)
        QCOMPARE(p.rarity != Rarity::none, g.content.points.class_of(p).category == Category::enemy);
  }

  void intensityIsTheRankInsideTheBand() {
    for (const Graded& g : worlds_)
      for (int b = 0; b < 4; ++b) {
        std::vector<double> ranks;
        for (const Point& p : g.content.points.points)
          if (p.rarity != Rarity::none && static_cast<int>(p.danger) == b) ranks.push_back(p.intensity);
        std::sort(ranks.begin(), ranks.end());
        for (size_t i = 0; i < ranks.size(); ++i)
          QVERIFY(std::abs(ranks[i] - (static_cast<double>(i) + 0.5) / static_cast<double>(ranks.size())) <
                  1e-6);
      }
  }

  void countsAreMetOrReported() {
    for (const Graded& g : worlds_)
      for (const auto& [which, wanted] : {std::pair{rarity("boss"), 3}, std::pair{rarity("named"), 6}}) {
        const int got = static_cast<int>(of_rarity(g.content, which).size());
        QVERIFY(got <= wanted);
        if (got < wanted)
          QVERIFY(std::any_of(g.content.findings.begin(), g.content.findings.end(),
                              [](const Finding& f) { return f.code == "rarity_shortfall"; }));
      }
  }

  void bossesStandInRedOrBlackByTheirLadder() {
    for (const Graded& g : worlds_) {
      const auto bosses = of_rarity(g.content, rarity("boss"));
      QVERIFY(!bosses.empty());
      for (const Point* p : bosses) {
        QVERIFY(p->danger >= band("red"));
        QVERIFY(site_distance(g, p->position_m) <= 400 || p->intensity >= 0.9);
        for (const Point* q : bosses)
          if (p != q) QVERIFY(std::sqrt(squared_distance(p->position_m, q->position_m)) >= 0.6 * 400);
      }
    }
  }

  void namedEnemiesFollowTheirLadder() {
    for (const Graded& g : worlds_) {
      const double named_m = 210;
      for (const Point* p : of_rarity(g.content, rarity("named"))) {
        QVERIFY(p->danger >= band("yellow"));
        QVERIFY(p->intensity >= (p->danger == band("yellow") ? 0.97 : 0.4));
        for (const Rarity other : {rarity("named"), rarity("boss")})
          for (const Point* q : of_rarity(g.content, other))
            if (p != q) QVERIFY(std::sqrt(squared_distance(p->position_m, q->position_m)) >= named_m * 5 / 7);
      }
    }
  }

  void elitesFollowTheRateOfTheirBand() {
    for (const Graded& g : worlds_) {
      for (int b = 0; b < 4; ++b) {
        int enemies = 0, elites = 0;
        for (const Point& p : g.content.points.points) {
          if (p.rarity == Rarity::none || static_cast<int>(p.danger) != b) continue;
          ++enemies;
          elites += p.rarity == rarity("elite") ? 1 : 0;
        }
        const int wanted = static_cast<int>(
            std::floor(g.ground->tmpl.vocabulary.danger[static_cast<size_t>(b)].elite_rate * enemies + 0.5));
        QVERIFY(elites <= wanted);
        if (elites < wanted)
          QVERIFY(std::any_of(g.content.findings.begin(), g.content.findings.end(), [&](const Finding& f) {
            return f.where ==
                   "danger." + g.ground->tmpl.vocabulary.danger[static_cast<size_t>(b)].id + ".elite_rate";
          }));
      }
      const auto elites = of_rarity(g.content, rarity("elite"));
      for (size_t i = 0; i < elites.size(); ++i)
        for (size_t j = 0; j < i; ++j)
          QVERIFY(std::sqrt(squared_distance(elites[i]->position_m, elites[j]->position_m)) >= 75);
    }
  }

  void featuresAreTheBandsRangesAtTheRank() {
    for (const Graded& g : worlds_)
      for (const Point& p : g.content.points.points) {
        if (p.rarity == Rarity::none) {
          QCOMPARE(p.hp_mult, 1.0);
          QCOMPARE(p.dps_mult, 1.0);
          QCOMPARE(p.level, 0);
          continue;
        }
        const BandRow& row = g.ground->tmpl.vocabulary.danger[static_cast<size_t>(p.danger)];
        const double hp_factor =
            g.ground->tmpl.vocabulary.rarities[static_cast<size_t>(p.rarity) - 1].hp_factor;
        const auto at = [&](const std::array<double, 2>& r) { return r[0] + (r[1] - r[0]) * p.intensity; };
        QVERIFY(std::abs(p.hp_mult - at(row.hp_mult) * hp_factor) <= 0.005 + 1e-9);
        QVERIFY(std::abs(p.dps_mult - at(row.dps_mult)) <= 0.0005 + 1e-9);
        QVERIFY(std::abs(p.level - at(row.level)) <= 0.5 + 1e-9);
        QVERIFY(std::abs(p.loot - at(row.loot)) <= 0.0005 + 1e-9);
        QVERIFY(std::abs(p.respawn_s - at(row.respawn_s)) <= 0.5 + 1e-9);
      }
  }

  void rarityNeverMovesAPoint() {
    Template other = small_template();
    other.vocabulary.rarities[2].count = 1;
    other.vocabulary.rarities[3].count = 1;
    other.vocabulary.rarities[3].ladder.back().least_rank = 0.95;
    other.vocabulary.danger[2].elite_rate = 0;
    const Graded g = grade(other, 5);
    const auto& a = g.content.points.points;
    const auto& b = worlds_[1].content.points.points;
    QCOMPARE(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) QVERIFY(a[i].position_m == b[i].position_m);
    QCOMPARE(of_rarity(g.content, rarity("boss")).size(), size_t{1});
  }

  void tooManyBossesAreReported() {
    Template greedy = small_template();
    greedy.vocabulary.rarities[3].count = 200;
    const Graded g = grade(greedy, 5);
    QVERIFY(std::any_of(g.content.findings.begin(), g.content.findings.end(), [](const Finding& f) {
      return f.code == "rarity_shortfall" && f.where == "rarities.boss";
    }));
  }

  void aRateIsAShareOfAllEnemiesAndKeepsItsSpacing() {
    Template tmpl = small_template();
    tmpl.vocabulary.rarities.resize(2);
    RarityRow& row = tmpl.vocabulary.rarities[1];
    row.rate = 0.1;
    row.spacing_m = 40;
    row.ladder.clear();
    const Graded g = grade(tmpl, 5);
    int enemies = 0;
    for (const Point& p : g.content.points.points) enemies += p.rarity != Rarity::none ? 1 : 0;
    const auto rare = of_rarity(g.content, Rarity{2});
    QCOMPARE(static_cast<int>(rare.size()), static_cast<int>(std::floor(0.1 * enemies + 0.5)));
    for (size_t i = 0; i < rare.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        QVERIFY(squared_distance(rare[i]->position_m, rare[j]->position_m) >= 40.0 * 40.0);
  }

  void aStepNearAKindAdmitsOnlyEnemiesThere() {
    Template tmpl = small_template();
    tmpl.vocabulary.rarities.resize(2);
    RarityRow& row = tmpl.vocabulary.rarities[1];
    row.count = 5;
    row.spacing_m = 10;
    row.ladder = {{"", "", 0, {"fort"}, 300, 1}};
    const Graded g = grade(tmpl, 5);
    const auto forts = positions_of(g.ground->map.code.grid, g.plan.landmarks, kind("fort"));
    const auto rare = of_rarity(g.content, Rarity{2});
    QVERIFY(!rare.empty());
    for (const Point* p : rare) QVERIFY(nearest_m(forts, p->position_m) <= 300);
  }

  void oneRarityIsOrdinaryForAll() {
    Template tmpl = small_template();
    tmpl.vocabulary.rarities.resize(1);
    for (const Point& p : grade(tmpl, 5).content.points.points)
      QVERIFY(p.rarity == Rarity::none || p.rarity == Rarity{1});
  }

 private:
  std::vector<Graded> worlds_;
};

FW_TEST(TestRarity)
#include "test_rarity.moc"
