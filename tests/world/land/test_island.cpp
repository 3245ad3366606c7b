#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/world/land/island.h"
#include "land_template.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

struct Case {
  double land_fraction;
  double side_m;
  int resolution;
  uint64_t seed;
};

const std::vector<Case> kCases{{0.55, 8000, 128, 1}, {0.55, 8000, 512, 42}, {0.15, 8000, 128, 2},
                               {0.85, 8000, 128, 3}, {0.55, 1000, 96, 4},   {0.50, 20000, 64, 5},
                               {0.54, 3000, 100, 6}};

Template template_of(const Case& c) {
  Template t;
  t.land.fraction = c.land_fraction;
  t.frame = {c.side_m, c.side_m};
  return t;
}

Island island_of(const Case& c) {
  return make_island(template_of(c), SeedBundle::from_master(c.seed),
                     GridSpec::square(c.side_m, c.resolution));
}

}  // namespace

class TestIsland : public QObject {
  Q_OBJECT

 private slots:
  void theMainIslandHasItsShareOfTheFrameToACell() {
    for (const Case& c : kCases) {
      const Island island = island_of(c);
      const auto cells = static_cast<double>(island.main.size());
      QCOMPARE(count(island.main), static_cast<int64_t>(std::floor(c.land_fraction * cells + 0.5)));
    }
  }

  void theMainIslandIsOnePieceWithoutHolesAndClearOfTheFrame() {
    for (const Case& c : kCases) {
      const Island island = island_of(c);
      QCOMPARE(label_components(island.main).cells.size(), size_t{1});
      QCOMPARE(fill_holes(island.main).cells, island.main.cells);
      for (int i = 0; i < c.resolution; ++i) {
        QVERIFY(!island.main.at(i, 0) && !island.main.at(i, c.resolution - 1));
        QVERIFY(!island.main.at(0, i) && !island.main.at(c.resolution - 1, i));
      }
    }
  }

  void theHighestSummitIsTheTemplatesAndTheSeaLiesBelowZero() {
    for (const Case& c : kCases) {
      const Template t = template_of(c);
      const Island island = island_of(c);
      float summit = 0;
      for (size_t i = 0; i < island.main.size(); ++i) {
        summit = std::max(summit, island.height_m[i]);
        if (island.main[i])
          QVERIFY(island.height_m[i] >= 0.5f);
        else if (island.islets[i])
          QVERIFY(island.height_m[i] > 0);
        else
          QVERIFY(island.height_m[i] < 0 && island.height_m[i] >= -60);
      }
      QCOMPARE(summit, static_cast<float>(t.relief.height_max_m));
    }
  }

  void distancesAreZeroOnTheirOwnSideOfTheShoreOnly() {
    const Island island = island_of(kCases[0]);
    for (size_t i = 0; i < island.main.size(); ++i) {
      QCOMPARE(island.coast_m[i] > 0, island.main[i] != 0);
      QCOMPARE(island.sea_m[i] > 0, island.main[i] == 0);
    }
  }

  void isletsStayClearOfTheMainIslandAndAreWorthDrawing() {
    int64_t seen = 0;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
      Template t;
      t.land.roughness = 0.9;
      const Island island = make_island(t, SeedBundle::from_master(seed), GridSpec::square(8000, 256));
      for (size_t i = 0; i < island.islets.size(); ++i)
        if (island.islets[i]) QVERIFY(island.sea_m[i] > 31);
      const Components pieces = label_components(island.islets);
      for (const int64_t cells : pieces.cells) QVERIFY(static_cast<double>(cells) * 31.25 * 31.25 >= 14650);
      seen += static_cast<int64_t>(pieces.cells.size());
    }
    QVERIFY2(seen > 0, "no islet on six rough coasts: this test looked at nothing");
  }

  void everyResolutionShowsTheSameIsland() {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      const auto at = [&](int resolution) {
        return make_island({}, SeedBundle::from_master(seed), GridSpec::square(8000, resolution));
      };
      const Island plan = at(512), coarse = at(256), fine = at(1024);
      QVERIFY(agreement(coarse.main, plan.main) >= 0.99);
      QVERIFY(agreement(plan.main, fine.main) >= 0.99);
      const Raster<float> there = resample_bilinear(coarse.height_m, plan.height_m.grid);
      double error = 0;
      for (size_t i = 0; i < there.size(); ++i)
        error +=
            std::fabs(static_cast<double>(there[i] - plan.height_m[i])) / static_cast<double>(there.size());
      QVERIFY2(error < 5, qPrintable(QString("mean height difference %1 m of 500 m").arg(error)));
    }
  }

  void anotherSeedIsAnotherIsland() {
    Case other = kCases[0];
    other.seed = 77;
    QVERIFY(agreement(island_of(kCases[0]).main, island_of(other).main) < 0.97);
  }

  void threadsDoNotChangeAByte() {
    const auto with_threads = [](int threads) {
      const ThreadLimit limit(threads);
      return island_of(kCases[0]);
    };
    const Island one = with_threads(1), many = with_threads(4);
    QCOMPARE(one.main.cells, many.main.cells);
    QCOMPARE(one.islets.cells, many.islets.cells);
    QVERIFY(one.height_m.cells == many.height_m.cells);
  }

  void theLayoutAndPlacementSeedsDoNotMoveTheGround() {
    SeedBundle seeds = SeedBundle::from_master(5);
    const GridSpec grid = GridSpec::square(8000, 96);
    const Island before = make_island({}, seeds, grid);
    seeds.layout = 6;
    seeds.place = 7;
    QVERIFY(make_island({}, seeds, grid).height_m.cells == before.height_m.cells);
  }

  void aSeedBorrowedFromAnotherLayerGivesThatLayersRelief() {
    Template t;
    const GridSpec grid = GridSpec::square(8000, 96);
    const SeedBundle seeds = SeedBundle::from_master(5);
    const Island own = make_island(t, seeds, grid);
    t.noise.height.seed_of = "danger";
    const Island borrowed = make_island(t, seeds, grid);
    QCOMPARE(own.main.cells, borrowed.main.cells);
    QVERIFY(own.height_m.cells != borrowed.height_m.cells);
  }

  void reliefIsFlatOnAPlaneAndPositiveOnASummit() {
    const GridSpec grid = GridSpec::square(4000, 128);
    Island island{{Mask(grid, 1), Mask(grid), Raster<float>(grid), Raster<float>(grid), {}, {}, {}},
                  Raster<float>(grid)};
    for (size_t i = 0; i < island.main.size(); ++i)
      island.height_m[i] = static_cast<float>(0.1 * grid.centre(i).x);
    const size_t middle = grid.index(64, 64);
    const Relief plane = derive_relief(island);
    QVERIFY(std::fabs(static_cast<double>(plane.slope[middle]) - 0.1) < 1e-3);
    QVERIFY(std::fabs(static_cast<double>(plane.concavity_m[middle])) < 0.1);
    island.height_m[middle] += 200;
    const Relief peak = derive_relief(island);
    QVERIFY(peak.prominence_m[middle] > 150 && peak.concavity_m[middle] > 150);
  }
};

FW_TEST(TestIsland)
#include "test_island.moc"
