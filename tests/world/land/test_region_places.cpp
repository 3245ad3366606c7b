#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/field/filter.h"
#include "core/world/regions/owners_deficit.h"
#include "core/world/regions/regions.h"
#include "core/world/regions/regions_share.h"
#include "land_template.h"
#include "tests/support/test_main.h"
#include "tests/world/land/made_regions.h"

using namespace fw;
using namespace fw::test;

namespace {

Template placed(const char* neutral_at, const char* tier_towards, int controllable = 14, int neutral = 4) {
  Template t = land_template();
  t.regions.neutral_at = neutral_at;
  t.regions.tier_towards = tier_towards;
  t.regions.controllable = controllable;
  t.regions.neutral = neutral;
  return t;
}

Template islands(int count, const char* neutral_at = "north") {
  Template t = placed(neutral_at, "north", 20, 5);
  t.land.shape = LandShape::archipelago;
  t.land.islands = count;
  t.land.fraction = 0.4;
  t.frame = {12000, 12000};
  return t;
}

Template continent(int controllable, int neutral, size_t owners) {
  Template t = land_template(std::vector<double>(owners, 0.8 / static_cast<double>(owners)));
  t.land.shape = LandShape::coast;
  t.land.sea_sides = {"north", "east", "south"};
  t.land.fraction = 0.6;
  t.land.detail = 0.3;
  t.frame = {40000, 30000};
  t.regions.controllable = controllable;
  t.regions.neutral = neutral;
  return t;
}

double neutral_share(const RegionMap& map) {
  double held = 0, all = 0;
  for (const Region& r : map.regions) {
    all += r.area_m2;
    if (r.neutral) held += r.area_m2;
  }
  return held / all;
}

/// Mean position of the cells of neutral (or of controllable) regions.
Vec2 centre_of(const RegionMap& map, bool neutral) {
  Vec2 sum;
  double area = 0;
  for (const Region& r : map.regions)
    if (r.neutral == neutral) {
      sum = sum + r.centre_m * r.area_m2;
      area += r.area_m2;
    }
  return sum * (1 / area);
}

/// Correlation of the controllable regions' tiers with a value of their centres.
template <typename Value>
double tier_correlation(const RegionMap& map, const Value& value) {
  double n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (const Region& r : map.regions) {
    if (r.neutral) continue;
    const double x = value(r.centre_m), y = r.tier;
    n += 1, sx += x, sy += y, sxx += x * x, syy += y * y, sxy += x * y;
  }
  return (n * sxy - sx * sy) / std::sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
}

/// Every region is one piece, all ground is covered, and each lies on the piece of ground that it names.
void verify_cover(const MadeRegions& m) {
  int64_t unlike = 0;
  for (size_t i = 0; i < m.map.code.size(); ++i)
    unlike += (m.map.code[i] != 0) != (m.island.main[i] != 0) ||
              (m.map.code[i] != 0 && m.map.regions[m.map.code[i] - 1u].piece != m.island.piece[i]);
  QCOMPARE(unlike, int64_t{0});
  const Components pieces = label_components(m.map.code);
  QCOMPARE(pieces.cells.size(), m.map.regions.size());
  QCOMPARE(std::set<int>(pieces.label.begin(), pieces.label.end()).size(), m.map.regions.size());
}

/// The most separate lands that an owner has on one piece of ground.
int most_blocks(const MadeRegions& m) {
  Raster<uint8_t> owner(m.map.code.grid);
  for (size_t i = 0; i < owner.size(); ++i)
    if (m.map.code[i] != 0 && !m.map.regions[m.map.code[i] - 1u].neutral)
      owner[i] = static_cast<uint8_t>(static_cast<int>(m.map.regions[m.map.code[i] - 1u].owner) + 1);
  const Components blocks = label_components(owner);
  std::map<std::pair<int, int>, int> count;
  int most = 0;
  for (size_t b = 0; b < blocks.cells.size(); ++b)
    most = std::max(most, ++count[{blocks.label[b], m.island.piece[blocks.first[b]]}]);
  return most;
}

}  // namespace

class TestRegionPlaces : public QObject {
  Q_OBJECT

 private slots:
  void neutralGroundHoldsItsShareWhereverItLies() {
    for (const char* at : {"north", "east", "south_west", "centre", "rim", "border", "spread", "200"})
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        const MadeRegions m = made_regions(placed(at, "north"), seed, 256);
        verify_cover(m);
        QVERIFY2(std::fabs(neutral_share(m.map) - 0.18) < 0.0005,
                 qPrintable(QString("%1 seed %2: %3").arg(at).arg(seed).arg(neutral_share(m.map))));
      }
  }

  void neutralGroundLiesTowardsItsSide() {
    const std::vector<std::pair<const char*, Vec2>> sides{
        {"north", {0, 1}}, {"east", {1, 0}}, {"south", {0, -1}}, {"north_west", {-0.7, 0.7}}};
    for (const auto& [at, d] : sides)
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        const RegionMap map = made_regions(placed(at, at), seed, 128).map;
        const Vec2 apart = centre_of(map, true) - centre_of(map, false);
        QVERIFY2(apart.x * d.x + apart.y * d.y > 2000, at);
      }
  }

  void centreAndRimAreInsideAndOutside() {
    const auto mean_distance = [](const char* at) {
      const MadeRegions m = made_regions(placed(at, "north"), 2, 128);
      double sum = 0, cells = 0;
      for (size_t i = 0; i < m.map.code.size(); ++i)
        if (m.map.code[i] != 0 && m.map.code[i] <= 4) {
          sum += std::sqrt(squared_distance(m.map.code.grid.centre(i), {4000, 4000}));
          cells += 1;
        }
      return sum / cells;
    };
    QVERIFY(mean_distance("centre") < 1200);
    QVERIFY(mean_distance("rim") > 2600);
  }

  void aBorderLiesBetweenTheHomesAndPartsThem() {
    Template t = placed("border", "border", 16, 4);
    t.land.shape = LandShape::inland;
    t.land.fraction = 1;
    t.frame = {10000, 6000};
    t.vocabulary = land_template({0.41, 0.41}).vocabulary;
    for (const bool turned : {false, true}) {
      t.vocabulary.factions[0].home = turned ? Vec2{0.5, 0.1} : Vec2{0.1, 0.5};
      t.vocabulary.factions[1].home = turned ? Vec2{0.5, 0.9} : Vec2{0.9, 0.5};
      t.vocabulary.factions[0].home_weight = t.vocabulary.factions[1].home_weight = 8;
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        const MadeRegions m = made_regions(t, seed, 200);
        verify_cover(m);
        for (const Region& r : m.map.regions) {
          const double along = turned ? r.centre_m.y - 3000 : r.centre_m.x - 5000;
          if (r.neutral)
            QVERIFY(std::fabs(along) < 700);
          else
            QVERIFY((along < 0) == (r.owner == Faction{0}));
        }
        QVERIFY(tier_correlation(m.map,
                                 [&](Vec2 p) { return -std::fabs(turned ? p.y - 3000 : p.x - 5000); }) > 0.8);
      }
    }
  }

  void everySideOfABorderHoldsItsOwnersShare() {
    Template t = placed("border", "border", 16, 4);
    t.land.shape = LandShape::inland;
    t.land.fraction = 1;
    t.frame = {10000, 6000};
    t.vocabulary = land_template({0.44, 0.38}).vocabulary;
    t.vocabulary.factions[0].home = {0.1, 0.5};
    t.vocabulary.factions[1].home = {0.9, 0.5};
    t.vocabulary.factions[0].home_weight = t.vocabulary.factions[1].home_weight = 8;
    for (const int resolution : {200, 512})
      for (uint64_t seed = 1; seed <= 4; ++seed) {
        const MadeRegions m = made_regions(t, seed, resolution);
        verify_cover(m);
        double held[3] = {0, 0, 0};
        for (const Region& r : m.map.regions) held[static_cast<size_t>(r.owner)] += r.area_m2;
        const double all = held[0] + held[1] + held[2];
        QVERIFY2(std::fabs(held[0] / all - 0.44) < 0.0002 && std::fabs(held[1] / all - 0.38) < 0.0002,
                 qPrintable(QString("seed %1: %2 %3 %4").arg(seed).arg(held[0]).arg(held[1]).arg(held[2])));
      }
  }

  void ownersWithOneHomeHaveNoSideOfABorder() {
    // Which of them gets which side is decided later: no side has the size of one owner's share.
    Template t = placed("border", "border", 16, 4);
    t.land.shape = LandShape::inland;
    t.land.fraction = 1;
    t.frame = {10000, 6000};
    const auto regions_of = [&t](std::vector<double> shares, Vec2 first, Vec2 second) {
      t.vocabulary = land_template(shares).vocabulary;
      t.vocabulary.factions[0].home = first;
      t.vocabulary.factions[1].home = second;
      return made_regions(t, 1, 200).map.code.cells;
    };
    const Vec2 west{0.1, 0.5}, east{0.9, 0.5};
    QVERIFY(regions_of({0.44, 0.38}, west, west) == regions_of({0.38, 0.44}, west, west));
    QVERIFY(regions_of({0.44, 0.38}, west, east) != regions_of({0.38, 0.44}, west, east));
  }

  void aDeficitIsTheGroundThatNoBorderCanGiveToWhoWantsIt() {
    const auto deficit = [](const std::vector<uint32_t>& owners, const std::vector<double>& area) {
      return owners_deficit(owners, area, {0.5, 0.3, 0.2});
    };
    QCOMPARE(deficit({0b111}, {1.0}), 0.0);
    QVERIFY(std::fabs(deficit({0b001, 0b110}, {0.6, 0.4}) - 0.1) < 1e-12);
    QVERIFY(std::fabs(deficit({0b001, 0b110}, {0.3, 0.7}) - 0.2) < 1e-12);
    QVERIFY(deficit({0b001, 0b111}, {0.3, 0.7}) < 1e-12);
    QVERIFY(std::fabs(deficit({0b011, 0b011}, {0.6, 0.4}) - 0.2) < 1e-12);  // the third has nothing
    // Every piece alone is within reach, but two of them together are too much for their owners.
    QVERIFY(std::fabs(deficit({0b110, 0b110, 0b001}, {0.4, 0.25, 0.35}) - 0.15) < 1e-12);
  }

  void ownersOfIslandsCanReachTheirShares() {
    for (const int count : {3, 5})
      for (uint64_t seed = 1; seed <= 6; ++seed) {
        const MadeRegions m = made_regions(islands(count, "south_east"), seed, 256);
        std::vector<uint32_t> owners(static_cast<size_t>(count), 0);
        std::vector<double> area(owners.size(), 0), wanted{0.30 / 0.82, 0.28 / 0.82, 0.24 / 0.82};
        double all = 0;
        for (const Region& r : m.map.regions) {
          if (r.neutral) continue;
          owners[static_cast<size_t>(r.piece) - 1] |= 1U << static_cast<uint32_t>(r.owner);
          area[static_cast<size_t>(r.piece) - 1] += r.area_m2;
          all += r.area_m2;
        }
        for (double& a : area) a /= all;
        QVERIFY2(owners_deficit(owners, area, wanted) < 0.001,
                 qPrintable(QString("%1 islands, seed %2").arg(count).arg(seed)));
      }
  }

  void neutralGroundOnIslandsHoldsItsShare() {
    for (const char* at : {"south_east", "north", "rim"})
      for (uint64_t seed = 1; seed <= 6; ++seed) {
        const MadeRegions m = made_regions(islands(5, at), seed, 256);
        verify_cover(m);
        QVERIFY2(std::fabs(neutral_share(m.map) - 0.18) < 0.002,
                 qPrintable(QString("%1 seed %2: %3").arg(at).arg(seed).arg(neutral_share(m.map))));
      }
  }

  void spreadRegionsTouchOneAnotherSeldom() {
    const MadeRegions m = made_regions(placed("spread", "spread", 20, 4), 3, 256);
    double nearest = INFINITY;
    for (size_t a = 0; a < 4; ++a)
      for (size_t b = 0; b < a; ++b)
        nearest = std::min(nearest, squared_distance(m.map.regions[a].centre_m, m.map.regions[b].centre_m));
    QVERIFY(std::sqrt(nearest) > 1800);
  }

  void noneMeansNoNeutralRegions() {
    const Template t = placed("none", "none");
    const MadeRegions m = made_regions(t, 3, 128);
    QCOMPARE(neutral_regions(t), 0);
    QCOMPARE(m.map.regions.size(), size_t{14});
    for (const Region& r : m.map.regions) QVERIFY(!r.neutral);
    verify_cover(m);
  }

  void noIslandIsMadeForANeutralRegionThatThereIsNot() {
    Template t = placed("none", "none");
    t.land.shape = LandShape::archipelago;
    t.regions.controllable = 3;
    t.regions.neutral = 5;
    t.land.islands = 8;
    const MadeRegions m = made_regions(t, 3, 128);
    QCOMPARE(m.map.regions.size(), size_t{3});
    for (const Region& r : m.map.regions) QVERIFY(r.area_m2 > 0);
    verify_cover(m);
  }

  void dangerGrowsWhereTheTemplateSaysSo() {
    const auto correlation = [](const char* towards, const auto& value) {
      double sum = 0;
      for (uint64_t seed = 1; seed <= 4; ++seed)
        sum += tier_correlation(made_regions(placed("none", towards, 20), seed, 128).map, value) / 4;
      return sum;
    };
    const auto from_middle = [](Vec2 p) { return std::sqrt(squared_distance(p, {4000, 4000})); };
    QVERIFY(correlation("north", [](Vec2 p) { return p.y; }) > 0.9);
    QVERIFY(correlation("east", [](Vec2 p) { return p.x; }) > 0.9);
    QVERIFY(correlation("225", [](Vec2 p) { return -p.x - p.y; }) > 0.9);
    QVERIFY(correlation("centre", [&](Vec2 p) { return -from_middle(p); }) > 0.9);
    QVERIFY(correlation("rim", from_middle) > 0.9);
  }

  void tierWeightAndNoiseScaleTheTiers() {
    Template t = placed("none", "north");
    t.regions.tier_noise = 0;
    t.regions.tier_weight = 0.5;
    double least = 1, most = 0;
    for (const Region& r : made_regions(t, 1, 128).map.regions) {
      least = std::min(least, r.tier);
      most = std::max(most, r.tier);
    }
    QCOMPARE(least, 0.0);
    QCOMPARE(most, 0.5);
  }

  void everyMainIslandHasRegions() {
    for (const char* at : {"north", "centre", "border", "spread", "none"})
      for (const int count : {2, 5, 12})
        for (uint64_t seed = 1; seed <= 2; ++seed) {
          const MadeRegions m = made_regions(islands(count, at), seed, 256);
          verify_cover(m);
          std::set<int> pieces;
          for (const Region& r : m.map.regions) pieces.insert(r.piece);
          QCOMPARE(static_cast<int>(pieces.size()), count);
          QCOMPARE(*pieces.rbegin(), count);
        }
  }

  void asManyIslandsAsRegionsHaveOneEach() {
    Template t = islands(12, "centre");
    t.regions.controllable = 3;
    t.regions.neutral = 2;
    for (uint64_t seed = 1; seed <= 4; ++seed) verify_cover(made_regions(t, seed, 128));
  }

  void everyOwnerHoldsOneLandOnEachPieceOfGround() {
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      QCOMPARE(most_blocks(made_regions(islands(5), seed, 128)), 1);
      QCOMPARE(most_blocks(made_regions(continent(104, 16, 8), seed, 256)), 1);
      QCOMPARE(most_blocks(made_regions(continent(190, 60, 12), seed, 256)), 1);
    }
  }

  void ownersOfManyRegionsComeNearTheirShares() {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      const MadeRegions m = made_regions(continent(104, 16, 8), seed, 256);
      std::map<Faction, double> held;
      double all = 0;
      for (const Region& r : m.map.regions) {
        held[r.owner] += r.area_m2;
        all += r.area_m2;
      }
      for (size_t f = 0; f < 8; ++f) QVERIFY(std::fabs(held[static_cast<Faction>(f)] / all - 0.1) < 0.03);
    }
  }

  void aHomePullsItsOwner() {
    Template t = placed("north", "north", 16, 2);
    t.vocabulary = land_template({0.41, 0.41}).vocabulary;
    for (const Vec2 home : {Vec2{0, 0.5}, Vec2{1, 0.5}}) {
      t.vocabulary.factions[0].home = home;
      t.vocabulary.factions[0].home_weight = 10;
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        Vec2 centre[2];
        double area[2] = {0, 0};
        for (const Region& r : made_regions(t, seed, 128).map.regions) {
          if (r.neutral) continue;
          const auto f = static_cast<size_t>(r.owner);
          centre[f] = centre[f] + r.centre_m * r.area_m2;
          area[f] += r.area_m2;
        }
        QCOMPARE(centre[0].x / area[0] < centre[1].x / area[1], home.x < 0.5);
      }
    }
  }

  void twoHundredAndFiftyRegionsAreLikeAFew() {
    const MadeRegions m = made_regions(continent(200, 50, 12), 3, 512);
    verify_cover(m);
    QCOMPARE(m.map.regions.size(), size_t{250});
    std::set<std::string> names;
    double mean = 0, least = INFINITY;
    for (const Region& r : m.map.regions) {
      names.insert(r.name);
      mean += r.area_m2 / 250;
      least = std::min(least, r.area_m2);
    }
    QCOMPARE(names.size(), size_t{250});
    QVERIFY(least > 0.4 * mean);
    const RegionWeights weights = region_weights(m.map, 350);
    size_t cells = 0;
    for (const Raster<float>& w : weights.blurred) cells += w.size();
    QVERIFY(cells <= size_t{1} << 24);
  }

  void weightsSumToOneInFramesThatNoBlurCellDivides() {
    Template t = placed("north", "north");
    t.land.shape = LandShape::inland;
    t.frame = {10000, 6130};
    const MadeRegions m = made_regions(t, 2, 333);
    const RegionWeights weights = region_weights(m.map, 350);
    const RegionWeightReader reader(weights, m.map.code);
    int64_t own_is_largest = 0;
    for (size_t i = 0; i < m.map.code.size(); ++i) {
      const std::vector<float> here = reader.at(i);
      double sum = 0;
      for (const float w : here) sum += static_cast<double>(w);
      QVERIFY(std::fabs(sum - 1) < 1e-5);
      own_is_largest += std::ranges::max_element(here) - here.begin() == m.map.code[i] - 1;
    }
    QVERIFY(static_cast<double>(own_is_largest) > 0.93 * static_cast<double>(m.map.code.size()));
  }

  void everyResolutionShowsTheSameRegionsOnEveryShape() {
    uint64_t seed = 0;
    for (const Template& t : {islands(5), continent(104, 16, 8), placed("border", "border")})
      for (const int resolution : {256, 1024}) {
        const MadeRegions plan = made_regions(t, ++seed, 512);
        const MadeRegions other = made_regions(t, seed, resolution);
        QVERIFY(agreement(other.map.code, plan.map.code) >= 0.96);
        for (size_t r = 0; r < plan.map.regions.size(); ++r) {
          QCOMPARE(other.map.regions[r].name, plan.map.regions[r].name);
          QCOMPARE(other.map.regions[r].tier, plan.map.regions[r].tier);
          QCOMPARE(other.map.regions[r].piece, plan.map.regions[r].piece);
          QVERIFY(other.map.regions[r].owner == plan.map.regions[r].owner);
        }
      }
  }
};

FW_TEST(TestRegionPlaces)
#include "test_region_places.moc"
