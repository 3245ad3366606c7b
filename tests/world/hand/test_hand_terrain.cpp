// Heights that the designer changes.

#include "core/base/parallel/parallel.h"
#include "core/world/hand/terrain/hand_terrain.h"
#include "core/world/hand/terrain/hand_views.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/world/ground_by_hand.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kTerrainResolution = 96;
constexpr uint64_t kTerrainSeed = 5;

TerrainRow terrain(TerrainDo action, const std::string& shape, double radius_m, double falloff_m,
                   double amount_m) {
  TerrainRow row;
  row.id = "t" + std::to_string(static_cast<int>(action));
  row.action = action;
  row.place.shape = shape;
  row.place.radius_m = radius_m;
  row.falloff_m = falloff_m;
  row.amount_m = amount_m;
  return row;
}

Template with(const Template& tmpl, const std::vector<TerrainRow>& rows) {
  Template out = tmpl;
  for (const TerrainRow& row : rows) out.hand.terrain.push_back(row);
  return out;
}

Island natural_island(const Template& tmpl) {
  return make_island(tmpl, SeedBundle::from_master(kTerrainSeed), frame_grid(tmpl.frame, kTerrainResolution));
}

Vec2 inland(const Island& island) {
  const auto most = std::max_element(island.coast_m.cells.begin(), island.coast_m.cells.end());
  return island.main.grid.centre(static_cast<size_t>(most - island.coast_m.cells.begin()));
}

ViewRow lowered_view(Vec2 from, Vec2 to) {
  ViewRow view;
  view.id = "v1";
  view.x_m = from.x;
  view.y_m = from.y;
  view.to_x_m = to.x;
  view.to_y_m = to.y;
  view.ground = ViewGround::lower;
  return view;
}

}  // namespace

class TestHandTerrain : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    tiny_ = tiny();
    island_ = natural_island(tiny_);
    middle_ = inland(island_);
  }

  void rowsThatStateWhatIsThereChangeNoBit() {
    const auto natural = world_of(tiny_, kTerrainSeed);
    const auto same = world_of(with(tiny_, {terrain(TerrainDo::raise, disc(middle_), 300, 200, 0),
                                            terrain(TerrainDo::valley, disc(middle_), 100, 50, 0)}),
                               kTerrainSeed);
    QCOMPARE(differing(*natural, *same), QString());
    QCOMPARE(outcome(*same, "t0").state, HandState::suspended);
  }

  void aRowThatIsOffChangesNoBit() {
    TerrainRow row = terrain(TerrainDo::raise, disc(middle_), 300, 200, 80);
    row.on = false;
    const auto world = world_of(with(tiny_, {row}), kTerrainSeed);
    QCOMPARE(differing(*world_of(tiny_, kTerrainSeed), *world), QString());
    QCOMPARE(outcome(*world, "t0").state, HandState::off);
  }

  void aHillRisesByItsAmountAndFallsToNothing() {
    const Island hill =
        shape_terrain(with(tiny_, {terrain(TerrainDo::raise, disc(middle_), 150, 200, 20)}), island_);
    const GridSpec& g = hill.main.grid;
    int risen = 0;
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      const double d = distance(g.centre(cell), middle_);
      const double rise =
          static_cast<double>(hill.height_m[cell]) - static_cast<double>(island_.height_m[cell]);
      if (d > 350 || island_.main[cell] == 0) {
        QCOMPARE(hill.height_m[cell], island_.height_m[cell]);
      } else if (hill.height_m[cell] < static_cast<float>(tiny_.relief.height_max_m)) {
        const double s = d <= 150 ? 1 : 1 - (d - 150) / 200;
        QVERIFY(std::fabs(rise - 20 * s * s * (3 - 2 * s)) < 0.01);
        ++risen;
      }
    }
    QVERIFY(risen > 5);
    QCOMPARE(hill.main.cells, island_.main.cells);
    QCOMPARE(hill.coast_m.cells, island_.coast_m.cells);
  }

  void rowsActInTheirOrder() {
    TerrainRow level = terrain(TerrainDo::level, disc(middle_), 150, 1, 0);
    level.level_m = 10;
    const TerrainRow raise = terrain(TerrainDo::raise, disc(middle_), 150, 1, 7);
    const size_t cell = island_.main.grid.cell_at(middle_);
    QCOMPARE(shape_terrain(with(tiny_, {level, raise}), island_).height_m[cell], 17.0F);
    QCOMPARE(shape_terrain(with(tiny_, {raise, level}), island_).height_m[cell], 10.0F);
  }

  void flattenPutsTheMeanOfTheInside() {
    const Island flat =
        shape_terrain(with(tiny_, {terrain(TerrainDo::flatten, square(middle_, 200), 0, 1, 0)}), island_);
    double sum = 0;
    int count = 0;
    const GridSpec& g = flat.main.grid;
    const auto inside = [&](size_t cell) {
      const Vec2 d = g.centre(cell) - middle_;
      return std::fabs(d.x) <= 200 && std::fabs(d.y) <= 200 && flat.main[cell] != 0;
    };
    for (size_t cell = 0; cell < g.cells(); ++cell)
      if (inside(cell)) sum += static_cast<double>(island_.height_m[cell]), ++count;
    QVERIFY(count > 4);
    for (size_t cell = 0; cell < g.cells(); ++cell)
      if (inside(cell)) QVERIFY(std::fabs(static_cast<double>(flat.height_m[cell]) - sum / count) < 0.01);
  }

  void smoothTakesTheRoughnessOff() {
    const Island smooth =
        shape_terrain(with(tiny_, {terrain(TerrainDo::smooth, disc(middle_), 300, 100, 0)}), island_);
    const GridSpec& g = smooth.main.grid;
    const auto roughness = [&](const Island& island) {
      double sum = 0;
      for (size_t cell = 0; cell + 1 < g.cells(); ++cell)
        if (distance(g.centre(cell), middle_) < 250)
          sum += std::fabs(static_cast<double>(island.height_m[cell]) -
                           static_cast<double>(island.height_m[cell + 1]));
      return sum;
    };
    QVERIFY(roughness(smooth) < 0.8 * roughness(island_));
  }

  void aRidgeIsAParabolaAcrossItsLine() {
    const std::string crest = line({{middle_.x - 300, middle_.y}, {middle_.x + 300, middle_.y}});
    const Island ridge =
        shape_terrain(with(tiny_, {terrain(TerrainDo::ridge, crest, 100, 100, 12)}), island_);
    const Island valley =
        shape_terrain(with(tiny_, {terrain(TerrainDo::valley, crest, 100, 100, 3)}), island_);
    const GridSpec& g = ridge.main.grid;
    int seen = 0;
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      const Vec2 at = g.centre(cell);
      if (std::fabs(at.x - middle_.x) > 300 || island_.main[cell] == 0) continue;
      const double q = std::fabs(at.y - middle_.y) / 200;
      const double shape = q < 1 ? 1 - q * q : 0;
      const double h = static_cast<double>(island_.height_m[cell]);
      if (h + 12 < tiny_.relief.height_max_m)
        QVERIFY(std::fabs(static_cast<double>(ridge.height_m[cell]) - h - 12 * shape) < 0.01);
      if (h <= 4) continue;
      ++seen;
      QVERIFY(std::fabs(static_cast<double>(valley.height_m[cell]) - h + 3 * shape) < 0.01);
    }
    QVERIFY(seen > 10);
  }

  void heightsStayWithinTheTemplatesAndWhatIsLimitedIsTold() {
    const auto low =
        world_of(with(tiny_, {terrain(TerrainDo::lower, disc(middle_), 400, 200, 9000)}), kTerrainSeed);
    const auto natural = world_of(tiny_, kTerrainSeed);
    QCOMPARE(low->land.cells, natural->land.cells);
    for (size_t cell = 0; cell < low->grid.cells(); ++cell)
      if (low->on_island(cell)) QVERIFY(low->height_m[cell] >= 0.5F);
    QVERIFY(finding(*low, "terrain_clipped") != nullptr);
    QCOMPARE(outcome(*low, "t1").state, HandState::part);
    const auto high =
        world_of(with(tiny_, {terrain(TerrainDo::raise, disc(middle_), 400, 200, 9000)}), kTerrainSeed);
    for (const float h : high->height_m.cells) QVERIFY(h <= static_cast<float>(tiny_.relief.height_max_m));
  }

  void aRowAtSeaIsSuspendedWithItsReason() {
    const auto world =
        world_of(with(tiny_, {terrain(TerrainDo::raise, disc({1, 1}), 60, 1, 50)}), kTerrainSeed);
    QCOMPARE(outcome(*world, "t0").state, HandState::suspended);
    QVERIFY(outcome(*world, "t0").reason.find("sea") != std::string::npos);
    QCOMPARE(differing(*world_of(tiny_, kTerrainSeed), *world), QString());
  }

  void aBrokenShapeIsSuspendedAndNothingElseSuffers() {
    const auto world =
        world_of(with(tiny_, {terrain(TerrainDo::raise, "POLYGON ((0 0", 60, 1, 50)}), kTerrainSeed);
    QCOMPARE(outcome(*world, "t0").state, HandState::suspended);
    QVERIFY(!outcome(*world, "t0").reason.empty());
  }

  void aCellWhoseValuesStandKeepsTheBitsOfItsRanks() {
    const Relief relief = derive_relief(island_);
    const ReliefRanks ranks = rank_relief(island_.main, island_.height_m, relief.slope, island_.coast_m);
    const Island hill =
        shape_terrain(with(tiny_, {terrain(TerrainDo::raise, disc(middle_), 150, 150, 60)}), island_);
    const Relief hill_relief = derive_relief(hill);
    const ReliefRanks among = rank_among_natural({island_, relief}, ranks, {hill, hill_relief});
    const GridSpec& g = hill.main.grid;
    int higher = 0;
    for (size_t cell = 0; cell < g.cells(); ++cell) {
      // Past what the blur of slopes reaches: both kernels end at a whole cell, and a gradient reads one
      // more.
      if (distance(g.centre(cell), middle_) > 300 + 4 * (94 + 24) + 3 * g.cell_m) {
        QCOMPARE(among.height[cell], ranks.height[cell]);
        QCOMPARE(among.slope[cell], ranks.slope[cell]);
      } else if (hill.main[cell] != 0 && distance(g.centre(cell), middle_) < 100) {
        QVERIFY(among.height[cell] >= ranks.height[cell]);
        higher += among.height[cell] > ranks.height[cell] ? 1 : 0;
      }
    }
    QVERIFY(higher > 0);
    QCOMPARE(among.coast.cells, ranks.coast.cells);
  }

  void aHillLeavesWhatIsFarFromItAlone_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("seed");
    QTest::newRow("Windsward") << "WindswardLike" << 42;
    QTest::newRow("Shattered") << "ShatteredMountainLike" << 7;
    QTest::newRow("Edengrove") << "EdengroveLike" << 99;
  }
  void aHillLeavesWhatIsFarFromItAlone() {
    QFETCH(QString, name);
    QFETCH(int, seed);
    const Template tmpl = dry_template(name.toStdString());
    const auto natural = world_of(tmpl, static_cast<uint64_t>(seed), 512);
    const Vec2 at = most_inland(*natural);
    const auto hill = world_of(with(tmpl, {terrain(TerrainDo::raise, disc(at), 0, 500, 120)}),
                               static_cast<uint64_t>(seed), 512);
    int far = 0, near = 0;
    for (size_t cell = 0; cell < hill->grid.cells(); ++cell)
      if (hill->biome[cell] != natural->biome[cell])
        ++(distance(hill->grid.centre(cell), at) > 2000 ? far : near);
    const auto before = points_by_place(*natural, false), after = points_by_place(*hill, false);
    const int gone = missing(before, after), total = static_cast<int>(before.size());
    const int landmarks = missing(points_by_place(*natural, true), points_by_place(*hill, true));
    qInfo("biome cells near %d, beyond 2 km %d; landmarks %d; points %d of %d", near, far, landmarks, gone,
          total);
    QCOMPARE(far, 0);
    QVERIFY(landmarks <= 4);
    QVERIFY(gone <= total / 20);  // biomes follow the ground, and points their biomes
    QCOMPARE(differing(*natural, *hill).indexOf("danger"), -1);
  }

  void aHillIsTheSameOnAnyNumberOfThreads() {
    const Template tmpl = with(tiny_, {terrain(TerrainDo::raise, disc(middle_), 150, 300, 60)});
    const auto one = [&](int threads) {
      const ThreadLimit limit(threads);
      return world_of(tmpl, kTerrainSeed);
    };
    const auto first = one(1);
    QCOMPARE(differing(*first, *one(2)), QString());
    QCOMPARE(differing(*first, *one(7)), QString());
  }

  void aViewOffTheFrameIsToldAndChangesNothing() {
    Template tmpl = tiny_;
    ViewRow view;
    view.id = "v1";
    view.x_m = middle_.x;
    view.y_m = middle_.y;
    view.to_x_m = tmpl.frame.width_m + 1000;
    view.to_y_m = middle_.y;
    view.ground = ViewGround::lower;
    view.clear = "all";
    tmpl.hand.views.push_back(view);
    const auto world = world_of(tmpl, kTerrainSeed);
    QCOMPARE(differing(*world, *world_of(tiny_, kTerrainSeed)), QString());
    QCOMPARE(outcome(*world, "v1").state, HandState::suspended);
    const Finding* told = finding(*world, "row_suspended");
    QVERIFY(told != nullptr);
    QCOMPARE(told->where, std::string("hand.views.v1"));
  }

  void aViewTellsWhereItIsCutAndByHowMuch() {
    Template tmpl = with(tiny_, {terrain(TerrainDo::raise, disc(middle_), 60, 120, 9000)});
    ViewRow view;
    view.id = "v1";
    view.x_m = middle_.x - 400;
    view.y_m = middle_.y;
    view.to_x_m = middle_.x + 400;
    view.to_y_m = middle_.y;
    tmpl.hand.views.push_back(view);
    const auto cut = world_of(tmpl, kTerrainSeed);
    QCOMPARE(outcome(*cut, "v1").state, HandState::part);
    QCOMPARE(outcome(*cut, "v1").asked, 800.0);
    QVERIFY(outcome(*cut, "v1").got > 0 && outcome(*cut, "v1").got < 400);
    QVERIFY(finding(*cut, "view_cut") != nullptr);

    tmpl.hand.views.edit(0).ground = ViewGround::lower;
    const auto open = world_of(tmpl, kTerrainSeed);
    QCOMPARE(outcome(*open, "v1").state, HandState::held);
    QCOMPARE(finding(*open, "view_cut"), static_cast<const Finding*>(nullptr));
    // Only the corridor and its feather are lower, and nothing is higher.
    for (size_t cell = 0; cell < open->grid.cells(); ++cell) {
      QVERIFY(open->height_m[cell] <= cut->height_m[cell]);
      const Vec2 p = open->grid.centre(cell);
      if (std::fabs(p.y - middle_.y) > 2.5 * 80 + 2 * open->grid.cell_m)
        QCOMPARE(open->height_m[cell], cut->height_m[cell]);
    }
  }

  /// Rivers carve the eye's ground after the plan was lowered, and other grids have heights of their own.
  void aLoweredViewIsOpenOverDryGroundOfAWateredWorldOnEveryGrid() {
    Template tmpl = builtin("WindswardLike");
    const ViewRow view = lowered_view({5205, 5046}, {5997, 5453});
    tmpl.hand.views.push_back(view);
    for (const int resolution : {128, 256, 512}) {
      const auto world = generate(tmpl, tmpl.seeds(), resolution).value();
      const Finding* cut = finding(*world, "view_cut");
      QVERIFY2(cut == nullptr, cut == nullptr ? "" : cut->message.c_str());
    }
  }

  /// Ground plans level what a view was opened over.
  void aViewIsMeasuredOnTheFinishedHeights() {
    Template tmpl = builtin("WindswardLike");
    const ViewRow view = lowered_view({3984, 3818}, {4546, 5039});
    tmpl.hand.views.push_back(view);
    for (const uint64_t seed : {12, 13}) {
      tmpl.seed = seed;
      const auto world = generate(tmpl, tmpl.seeds(), 512).value();
      const bool cut = !line_of_sight(sight_of(view), world->height_m).open();
      QCOMPARE(outcome(*world, "v1").state, cut ? HandState::part : HandState::held);
      QCOMPARE(finding(*world, "view_cut") != nullptr, cut);
    }
  }

  void aViewWhoseEndALaterOneLowersNamesThatRow() {
    Template tmpl = with(tiny_, {terrain(TerrainDo::raise, disc(middle_), 150, 100, 60)});
    ViewRow first = lowered_view(middle_, {middle_.x - 500, middle_.y});
    ViewRow later = lowered_view({middle_.x, middle_.y - 400}, {middle_.x, middle_.y + 400});
    later.id = "v2";
    tmpl.hand.views.push_back(first);
    tmpl.hand.views.push_back(later);
    const auto world = world_of(tmpl, kTerrainSeed);
    const Finding* const cut = finding(*world, "view_cut");
    QVERIFY(cut != nullptr);
    QCOMPARE(cut->where, std::string("hand.views.v1"));
    QVERIFY2(cut->message.find("v2 lowers the ground at its eye") != std::string::npos, cut->message.c_str());
    QVERIFY2(cut->message.find("write v2 before it") != std::string::npos, cut->message.c_str());
    // As advised.
    Template mended = with(tiny_, {tmpl.hand.terrain[0]});
    mended.hand.views.push_back(later);
    mended.hand.views.push_back(first);
    QCOMPARE(finding(*world_of(mended, kTerrainSeed), "view_cut"), static_cast<const Finding*>(nullptr));
  }

  void aViewThatIsOpenAlreadyLowersNothing() {
    Template tmpl = tiny_;
    ViewRow view;
    view.id = "v1";
    view.eye_m = 500;
    view.target_m = 500;
    view.x_m = middle_.x - 300;
    view.y_m = middle_.y;
    view.to_x_m = middle_.x + 300;
    view.to_y_m = middle_.y;
    view.ground = ViewGround::lower;
    tmpl.hand.views.push_back(view);
    const auto world = world_of(tmpl, kTerrainSeed);
    QCOMPARE(outcome(*world, "v1").state, HandState::held);
    QCOMPARE(differing(*world_of(tiny_, kTerrainSeed), *world), QString());
  }

  void aViewOffTheFrameIsSuspended() {
    Template tmpl = tiny_;
    ViewRow view;
    view.id = "v1";
    view.x_m = -50;
    tmpl.hand.views.push_back(view);
    QCOMPARE(outcome(*world_of(tmpl, kTerrainSeed), "v1").state, HandState::suspended);
  }

  void aClearedViewHasNoneOfItsClasses() {
    Template tmpl = tiny_;
    ViewRow view;
    view.id = "v1";
    view.x_m = middle_.x - 600;
    view.y_m = middle_.y;
    view.to_x_m = middle_.x + 600;
    view.to_y_m = middle_.y;
    view.width_m = 300;
    view.clear = "all";
    tmpl.hand.views.push_back(view);
    const auto before = world_of(tiny_, kTerrainSeed), after = world_of(tmpl, kTerrainSeed);
    const auto inside = [&](const World& world) {
      return std::count_if(world.points.points.begin(), world.points.points.end(), [&](const Point& p) {
        // Areas act on cells: a point may stand half a cell off its centre.
        return std::fabs(p.position_m.y - middle_.y) < 150 - world.grid.cell_m &&
               std::fabs(p.position_m.x - middle_.x) < 600;
      });
    };
    QVERIFY(inside(*before) > 0);
    QCOMPARE(static_cast<int>(inside(*after)), 0);
  }

 private:
  Template tiny_;
  Island island_;
  Vec2 middle_;
};

FW_TEST(TestHandTerrain)
#include "test_hand_terrain.moc"
