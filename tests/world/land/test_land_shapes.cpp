#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/parallel/parallel.h"
#include "core/model/template/towards.h"
#include "core/template/template_io.h"
#include "core/world/land/island.h"
#include "land_template.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// How ragged a shape is: its perimeter over that of a disc of its area. A disc has 1, real islands 1.2 to 4.
/// Perimeter by Cauchy and Crofton in four directions (an axis-parallel square reads 1.07); beyond the frame
/// is sea. 0 for an empty mask.
double coast_index(const Mask& land) {
  const GridSpec& g = land.grid;
  const auto at = [&](int column, int row) { return g.contains(column, row) && land.at(column, row) != 0; };
  int64_t cells = 0, straight = 0, diagonal = 0;
  for (int row = -1; row < g.rows; ++row)
    for (int column = -1; column <= g.columns; ++column) {
      const bool here = at(column, row);
      cells += here;
      straight += here != at(column + 1, row);
      straight += here != at(column, row + 1);
      diagonal += here != at(column + 1, row + 1);
      diagonal += here != at(column - 1, row + 1);
    }
  if (cells == 0) return 0;
  const double perimeter =
      std::numbers::pi / 8 *
      (static_cast<double>(straight) + static_cast<double>(diagonal) / std::numbers::sqrt2);
  return perimeter / (2 * std::sqrt(std::numbers::pi * static_cast<double>(cells)));
}

Template shaped(LandShape shape, double width_m, double height_m, double fraction) {
  Template t = land_template();
  t.land.shape = shape;
  t.frame = {width_m, height_m};
  t.land.fraction = fraction;
  t.land.roughness = 0.4;
  t.land.detail = 0.3;
  return t;
}

Template archipelago(int islands, double evenness = 0.5) {
  Template t = shaped(LandShape::archipelago, 12000, 12000, 0.4);
  t.land.islands = islands;
  t.land.evenness = evenness;
  return t;
}

std::vector<Template> all_shapes() {
  std::vector<Template> shapes{shaped(LandShape::island, 8000, 8000, 0.5),
                               shaped(LandShape::island, 12000, 3000, 0.5),
                               archipelago(2),
                               archipelago(5),
                               archipelago(12),
                               shaped(LandShape::archipelago, 4000, 16000, 0.3)};
  for (const std::vector<std::string>& sides :
       {std::vector<std::string>{"south"}, {"north", "south"}, {"east", "south", "north"}}) {
    Template coast = shaped(LandShape::coast, 10000, 7500, 0.6);
    coast.land.sea_sides = sides;
    shapes.push_back(coast);
  }
  return shapes;
}

Island island_of(const Template& t, uint64_t seed, int resolution) {
  return make_island(t, SeedBundle::from_master(seed), frame_grid(t.frame, resolution));
}

/// The least distance between cells of different pieces.
double narrowest_strait_m(const Raster<uint8_t>& piece) {
  double least = INFINITY;
  const int pieces = *std::ranges::max_element(piece.cells);
  for (int p = 1; p < pieces; ++p) {
    Mask own(piece.grid);
    for (size_t i = 0; i < own.size(); ++i) own[i] = piece[i] == p;
    const Raster<float> distance = distance_to(own);
    for (size_t i = 0; i < own.size(); ++i)
      if (piece[i] > p) least = std::min(least, static_cast<double>(distance[i]));
  }
  return least;
}

Mask shape_of(const GridSpec& grid, const std::function<bool(Vec2)>& inside) {
  Mask mask(grid);
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = inside(grid.centre(i));
  return mask;
}

}  // namespace

class TestLandShapes : public QObject {
  Q_OBJECT

 private slots:
  void everyShapeHasItsShareOfTheFrameToACell() {
    for (const Template& t : all_shapes())
      for (const int resolution : {128, 512})
        for (uint64_t seed = 1; seed <= 3; ++seed) {
          const Island island = island_of(t, seed, resolution);
          QCOMPARE(count(island.main), static_cast<int64_t>(std::floor(
                                           t.land.fraction * static_cast<double>(island.main.size()) + 0.5)));
        }
  }

  void everyPieceIsOneWithoutHolesAndTheLargestComesFirst() {
    for (const Template& t : all_shapes())
      for (const int resolution : {128, 512})
        for (uint64_t seed = 1; seed <= 3; ++seed) {
          const Island island = island_of(t, seed, resolution);
          const size_t expected =
              t.land.shape == LandShape::archipelago ? static_cast<size_t>(t.land.islands) : 1;
          const Components pieces = label_components(island.piece);
          QCOMPARE(pieces.cells.size(), expected);
          QCOMPARE(label_components(island.main).cells.size(), expected);
          std::vector<int64_t> cells(expected);
          for (size_t p = 0; p < expected; ++p) cells[pieces.label[p] - 1u] = pieces.cells[p];
          QVERIFY(std::ranges::is_sorted(cells, std::greater<>()));
          QVERIFY(cells.back() > 0);
          for (size_t i = 0; i < island.main.size(); ++i) QCOMPARE(island.main[i] != 0, island.piece[i] != 0);
          if (t.land.shape != LandShape::coast) QCOMPARE(fill_holes(island.main).cells, island.main.cells);
        }
  }

  void theFramesRimIsSeaWhereTheShapeSaysSo() {
    for (const Template& t : all_shapes()) {
      const bool coast = t.land.shape == LandShape::coast;
      const auto in_sea = [&](const char* side) {
        return !coast || std::ranges::find(t.land.sea_sides, side) != t.land.sea_sides.end();
      };
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        const Mask land = island_of(t, seed, 256).main;
        const GridSpec& g = land.grid;
        int64_t at_edges = 0;
        for (int c = 0; c < g.columns; ++c) {
          if (in_sea("north")) QVERIFY(!land.at(c, 0));
          if (in_sea("south")) QVERIFY(!land.at(c, g.rows - 1));
          at_edges += land.at(c, 0) + land.at(c, g.rows - 1);
        }
        for (int r = 0; r < g.rows; ++r) {
          if (in_sea("west")) QVERIFY(!land.at(0, r));
          if (in_sea("east")) QVERIFY(!land.at(g.columns - 1, r));
          at_edges += land.at(0, r) + land.at(g.columns - 1, r);
        }
        QCOMPARE(at_edges > 0, coast);
      }
    }
  }

  void noLakeLiesAtAnEdgeWhereLandGoesOn() {
    const Template t = shaped(LandShape::coast, 8000, 8000, 0.6);
    for (uint64_t seed = 1; seed <= 6; ++seed) {
      Mask water = island_of(t, seed, 256).main;
      for (uint8_t& c : water.cells) c = !c;
      const Components waters = label_components(water);
      std::vector<uint8_t> open(waters.cells.size(), 0);
      for (int c = 0; c < water.grid.columns; ++c)
        open[static_cast<size_t>(waters.id.at(c, water.grid.rows - 1))] = 1;
      QCOMPARE(std::ranges::count(open, 0), 0);
    }
  }

  void mainIslandsLieAStraitApart() {
    for (const int islands : {2, 5, 9})
      for (uint64_t seed = 1; seed <= 4; ++seed)
        for (const int resolution : {128, 512, 700}) {
          Template t = archipelago(islands);
          t.land.strait_m = 400;
          const double strait = narrowest_strait_m(island_of(t, seed, resolution).piece);
          QVERIFY2(strait >= 400, qPrintable(QString("%1 islands, seed %2 at %3: %4 m")
                                                 .arg(islands)
                                                 .arg(seed)
                                                 .arg(resolution)
                                                 .arg(strait)));
        }
  }

  void straitsWithoutRoomBecomeNarrowerAndTheShareStays() {
    Template t = archipelago(8);
    t.land.fraction = 0.7;
    t.land.strait_m = 3000;
    const Island island = island_of(t, 1, 256);
    QCOMPARE(label_components(island.piece).cells.size(), size_t{8});
    QVERIFY(narrowest_strait_m(island.piece) < 3000);
    QCOMPARE(count(island.main),
             static_cast<int64_t>(std::floor(0.7 * static_cast<double>(island.main.size()) + 0.5)));
  }

  void evennessMakesIslandsAlike() {
    const auto spread = [](double evenness) {
      double sum = 0;
      for (uint64_t seed = 1; seed <= 6; ++seed) {
        const Components pieces = label_components(island_of(archipelago(5, evenness), seed, 128).piece);
        const auto [least, most] = std::ranges::minmax(pieces.cells);
        sum += static_cast<double>(most) / static_cast<double>(least) / 6;
      }
      return sum;
    };
    QVERIFY(spread(1) < 1.01);
    QVERIFY(spread(0.5) > 1.3);
    QVERIFY(spread(0) > 2 * spread(0.5));
  }

  void islandsAreNoMoreThanRegions() {
    Template t = archipelago(9);
    t.regions.controllable = 3;
    t.regions.neutral = 1;
    QCOMPARE(label_components(island_of(t, 1, 128).piece).cells.size(), size_t{4});
  }

  void everyResolutionShowsTheSamePieces() {
    uint64_t seed = 0;
    for (const Template& t : all_shapes()) {
      const Raster<uint8_t> plan = island_of(t, ++seed, 512).piece;
      for (const int resolution : {128, 256, 1024}) {
        const double same = agreement(island_of(t, seed, resolution).piece, plan);
        QVERIFY2(same >= (resolution == 128 ? 0.96 : 0.975),
                 qPrintable(QString("shape %1 seed %2 at %3: %4")
                                .arg(static_cast<int>(t.land.shape))
                                .arg(seed)
                                .arg(resolution)
                                .arg(same)));
      }
    }
  }

  void inlandHasNoSeaAndAllItsHeightsLieAboveIt() {
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      const Template t = shaped(LandShape::inland, 10000, 6000, 1);
      const Island island = island_of(t, seed, 200);
      const GridSpec& g = island.main.grid;
      QCOMPARE(count(island.main), static_cast<int64_t>(g.cells()));
      QCOMPARE(count(island.islets), int64_t{0});
      const auto diagonal =
          static_cast<float>(std::sqrt(g.width_m() * g.width_m() + g.height_m() * g.height_m()));
      for (size_t i = 0; i < g.cells(); ++i) {
        QCOMPARE(island.coast_m[i], diagonal);
        QCOMPARE(island.sea_m[i], 0.0F);
        QVERIFY(island.height_m[i] >= 0.5F);
      }
      QCOMPARE(std::ranges::max(island.height_m.cells), 500.0F);
    }
  }

  void anEdgeWhereLandGoesOnIsNoCoast() {
    const Template t = shaped(LandShape::coast, 8000, 8000, 0.6);
    const Island island = island_of(t, 2, 256);
    const GridSpec& g = island.main.grid;
    for (int c = 0; c < g.columns; ++c) QVERIFY(island.coast_m.at(c, 0) > 1000);
    QVERIFY(std::ranges::all_of(island.coast_m.cells, [](float d) { return std::isfinite(d); }));
  }

  void isletsLieAboveTheSeaAndLeaveTheLandAlone() {
    Template t = shaped(LandShape::island, 8000, 8000, 0.5);
    t.land.roughness = 0.9;
    int64_t seen = 0;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      t.land.islets = 0.25;
      const Island raised = island_of(t, seed, 256);
      t.land.islets = 0;
      const Island without = island_of(t, seed, 256);
      for (size_t i = 0; i < raised.islets.size(); ++i) {
        if (raised.islets[i]) {
          ++seen;
          QVERIFY(raised.height_m[i] > 0);
          QVERIFY(without.height_m[i] < 0);
        } else {
          QCOMPARE(raised.height_m[i] > 0, raised.main[i] != 0);
        }
        if (raised.main[i]) QCOMPARE(raised.height_m[i], without.height_m[i]);
      }
    }
    QVERIFY2(seen > 0, "no islet on four rough coasts: this test looked at nothing");
  }

  void withoutIsletsThereAreNone() {
    for (Template t : {shaped(LandShape::island, 8000, 8000, 0.5), archipelago(4)}) {
      t.land.islets = 0;
      for (uint64_t seed = 1; seed <= 3; ++seed) QCOMPARE(count(island_of(t, seed, 256).islets), int64_t{0});
    }
  }

  void theMassifRisesWhereTheTemplateSaysSo() {
    const std::vector<std::pair<std::string, Vec2>> cases{
        {"east", {1, 0}}, {"south", {0, -1}}, {"south_west", {-1, -1}}, {"90", {1, 0}}};
    for (const auto& [towards, d] : cases) {
      double there = 0, away = 0;
      for (uint64_t seed = 1; seed <= 4; ++seed) {
        Template t = shaped(LandShape::inland, 8000, 8000, 1);
        t.relief.massif = 0.9;
        t.relief.massif_towards = towards;
        const Island island = island_of(t, seed, 96);
        for (size_t i = 0; i < island.main.size(); ++i) {
          const Vec2 p = island.main.grid.centre(i) - Vec2{4000, 4000};
          (p.x * d.x + p.y * d.y > 0 ? there : away) += static_cast<double>(island.height_m[i]);
        }
      }
      QVERIFY2(there > 1.3 * away, towards.c_str());
    }
  }

  void centreAndRimAreOpposites() {
    const auto middle_height = [](const char* towards) {
      Template t = shaped(LandShape::inland, 8000, 8000, 1);
      t.relief.massif = 0.9;
      t.relief.massif_towards = towards;
      const Island island = island_of(t, 3, 96);
      double inner = 0, outer = 0;
      for (size_t i = 0; i < island.main.size(); ++i)
        (squared_distance(island.main.grid.centre(i), {4000, 4000}) < 9e6 ? inner : outer) +=
            static_cast<double>(island.height_m[i]);
      return inner / outer;
    };
    QVERIFY(middle_height("centre") > 1.5 * middle_height("rim"));
  }

  void detailFraysTheCoast() {
    for (Template t :
         {shaped(LandShape::island, 8000, 8000, 0.5), shaped(LandShape::island, 12000, 8000, 0.5)})
      for (uint64_t seed = 1; seed <= 4; ++seed) {
        t.land.detail = 0.3;
        const double frayed = coast_index(island_of(t, seed, 512).main);
        t.land.detail = 0;
        QVERIFY(frayed > coast_index(island_of(t, seed, 512).main));
        QVERIFY2(frayed >= 1.56 && frayed <= 3.9, qPrintable(QString::number(frayed)));
      }
  }

  void theCoastIndexOfKnownShapesIsKnown() {
    const GridSpec grid = GridSpec::square(1000, 500);
    const auto disc = [](Vec2 c, double r) {
      return [c, r](Vec2 p) { return squared_distance(p, c) < r * r; };
    };
    const auto index = [&](const std::function<bool(Vec2)>& inside) {
      return coast_index(shape_of(grid, inside));
    };
    const auto near = [](double value, double expected) { return std::fabs(value - expected) < 0.02; };
    QVERIFY(near(index(disc({500, 500}, 300)), 1.0));
    // Four directions see a square as (1 + sqrt 2) / 2 times pi / 4 of its perimeter.
    QVERIFY(
        near(index([](Vec2 p) { return std::fabs(p.x - 500) < 200 && std::fabs(p.y - 500) < 200; }), 1.07));
    QVERIFY(near(index([](Vec2) { return true; }), 1.07));  // beyond the frame is sea
    // Two equal discs: twice the perimeter over sqrt 2 times the root of the area.
    QVERIFY(near(index([&](Vec2 p) {
                   return disc({250, 500}, 150)(p) || disc({750, 500}, 150)(p);
                 }),
                 std::sqrt(2.0)));
    QCOMPARE(index([](Vec2) { return false; }), 0.0);
  }

  void threadsDoNotChangeAByteOfAnArchipelago() {
    const auto with_threads = [](int threads) {
      const ThreadLimit limit(threads);
      return island_of(archipelago(6), 4, 128);
    };
    const Island one = with_threads(1), many = with_threads(4);
    QCOMPARE(one.piece.cells, many.piece.cells);
    QCOMPARE(one.islets.cells, many.islets.cells);
    QVERIFY(one.height_m.cells == many.height_m.cells);
  }

  void directionsAreReadAsCompassWordsOrDegrees() {
    using Kind = Towards::Kind;
    QVERIFY(parse_towards("north")->unit == (Vec2{0, 1}));
    QVERIFY(parse_towards("south-west")->unit == parse_towards("sw")->unit);
    QVERIFY(std::fabs(parse_towards("90")->unit.x - 1) < 1e-12);
    QVERIFY(std::fabs(parse_towards("-135")->unit.x - parse_towards("south_west")->unit.x) < 1e-12);
    QVERIFY(parse_towards("centre")->kind == Kind::centre && parse_towards("none")->kind == Kind::none);
    for (const char* wrong : {"", "up", "nan", "inf", "12 degrees", "north south"})
      QVERIFY2(!parse_towards(wrong), wrong);
  }
  void placesOfAFrameHaveTheWordsOfTheCompass() {
    for (size_t k = 0; k < kFramePlaces.size(); ++k) {
      const FramePlace& place = kFramePlaces[k];
      if (k < kCompassWords.size()) QVERIFY(place.word == kCompassWords[k]);
      QVERIFY(frame_place(place.word) == place.at);
      QVERIFY(frame_place_word(place.at) == place.word);
    }
    QVERIFY(frame_place("nw") == (Vec2{0, 1}) && frame_place("centre") == (Vec2{0.5, 0.5}));
    QVERIFY(!frame_place("rim") && !frame_place("border") && !frame_place(""));
    QVERIFY(frame_place_word({0.5, 0.9}).empty());
  }
  void theNewTemplatesHaveCoastsAsRaggedAsRealIslands() {
    for (const char* name : {"ArchipelagoLike", "ColonyLike", "ContinentLike"}) {
      const Template tmpl = builtin(name);
      const Island island =
          make_island(tmpl, SeedBundle::from_master(tmpl.seed), frame_grid(tmpl.frame, 512));
      const double index = coast_index(island.main);
      qInfo("%s: coast index %.2f", name, index);
      QVERIFY2(index >= 1.56 && index <= 3.9, (std::string(name) + " " + std::to_string(index)).c_str());
    }
  }
};

FW_TEST(TestLandShapes)
#include "test_land_shapes.moc"
