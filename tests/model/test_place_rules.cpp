#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "../small_waters.h"
#include "core/base/exact/rng.h"
#include "core/model/world/place_rules.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

/// Round ground with the network made by hand.
World watered_world(int resolution = 128) {
  World world = test::round_ground(resolution);
  world.junctions_m = {{4000, 4100}, {3000, 2500}};
  Template tmpl;
  test::add_small_waters(world, tmpl);
  return world;
}

double to_piece(Vec2 a, Vec2 b, Vec2 p, double half_a, double half_b) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= 400; ++i) {
    const double t = i / 400.0;
    best = std::min(best, std::sqrt(squared_distance(a + (b - a) * t, p)) - (half_a + (half_b - half_a) * t));
  }
  return best;
}

/// To every river, piece by piece in small steps.
double river_by_steps(const World& world, Vec2 p) {
  double best = std::numeric_limits<double>::infinity();
  for (const Reach& reach : world.water_network.reaches)
    for (size_t i = 1; i < reach.vertices_m.size() && reach.form != ReachForm::lake_path; ++i)
      best = std::min(best, to_piece(reach.vertices_m[i - 1], reach.vertices_m[i], p,
                                     reach.width_m[i - 1] / 2.0, reach.width_m[i] / 2.0));
  return std::max(best, 0.0);
}

Conditions with(GroundKind ground, std::string_view feature = {}, DistanceRange range = {0, 0}) {
  Conditions conditions;
  conditions.ground = ground;
  if (!feature.empty()) conditions.near[near_index(feature)] = range;
  return conditions;
}

}  // namespace

class PlaceRulesTest : public QObject {
  Q_OBJECT
 private slots:
  void bridgesOfTrailsCountAsLittleAsTrails() {
    World world = watered_world();
    const Crossing& ford = world.roads.crossings[1];
    QCOMPARE(world.roads.pieces[static_cast<size_t>(ford.piece)].type, RoadClass::trail);
    const double before = feature_index("bridge_m", feature_sources(world)).distance_m(ford.position_m);
    world.roads.crossings[1].type = CrossingType::bridge;
    QCOMPARE(feature_index("bridge_m", feature_sources(world)).distance_m(ford.position_m), before);
    world.roads.crossings[1].piece = 2;
    QCOMPARE(feature_index("bridge_m", feature_sources(world)).distance_m(ford.position_m), 0.0);
  }
  void theIndexFindsWhatATourOfAllPiecesFinds() {
    const World world = watered_world();
    const FeatureIndex rivers = feature_index("river_m", feature_sources(world));
    for (uint64_t k = 0; k < 60; ++k) {
      const Vec2 p{8000 * random_uniform(7, 2 * k), 8000 * random_uniform(7, 2 * k + 1)};
      QVERIFY(std::fabs(rivers.distance_m(p) - river_by_steps(world, p)) < 0.6);
    }
  }

  void aFeatureThatTheWorldHasNotIsInfinitelyFar() {
    World world = watered_world(32);
    world.roads = {};
    world.water_network.lakes.clear();
    const FeatureSources sources = feature_sources(world);
    for (const char* none : {"road_m", "bridge_m", "lake_m", "harbour_m", "settlement_m"}) {
      const FeatureIndex index = feature_index(none, sources);
      QVERIFY(index.none());
      QVERIFY(std::isinf(index.distance_m({4000, 4000})));
      QVERIFY(!index.holds({4000, 4000}, {0, 1e6}));
    }
  }

  void theMaskOfARangeIsThatOfItsCellsOneByOne_data() {
    QTest::addColumn<QString>("measure");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    for (const char* measure : {"river_m", "lake_m", "water_m", "road_m", "bridge_m", "junction_m"})
      for (const auto& [low, high] : {std::pair(0.0, 60.0), {100.0, 400.0}, {500.0, 1e6}, {0.0, 0.0}})
        QTest::addRow("%s %g %g", measure, low, high) << QString(measure) << low << high;
  }
  void theMaskOfARangeIsThatOfItsCellsOneByOne() {
    QFETCH(QString, measure);
    QFETCH(double, low);
    QFETCH(double, high);
    const World world = watered_world();
    const FeatureIndex index = feature_index(measure.toStdString(), feature_sources(world));
    Mask mask(world.grid, 1);
    keep_within(index, {low, high}, mask);
    for (size_t cell = 0; cell < mask.size(); ++cell) {
      const double d = index.distance_m(cell_home(world.grid, cell));
      QCOMPARE(mask[cell] != 0, d >= low && d <= high);
    }
  }

  void roadsAreRoadsAndTracksWithoutTrails() {
    const World world = watered_world();
    const FeatureIndex roads = feature_index("road_m", feature_sources(world));
    QVERIFY(roads.distance_m(world.roads.pieces[2].vertices_m[10]) < 1e-6);
    QVERIFY(roads.distance_m(world.roads.pieces[3].vertices_m[30]) > 100);
  }

  void groundDecidesWhereCellsAreOpen() {
    const World world = watered_world();
    const auto open = [&](const Conditions& c) { return place_rules(world, c).open_cells(); };
    const Mask land = open(with(GroundKind::land)), river = open(with(GroundKind::river)),
               lake = open(with(GroundKind::lake)), fresh = open(with(GroundKind::fresh)),
               shore = open(with(GroundKind::shore));
    size_t rivers = 0, lakes = 0, shores = 0;
    for (size_t cell = 0; cell < land.size(); ++cell) {
      const auto code = static_cast<WaterCode>(world.water[cell]);
      QVERIFY(land[cell] == 0 || (code == WaterCode::dry && world.coast_m[cell] >= 45));
      QVERIFY(river[cell] == 0 || code == WaterCode::river);
      QVERIFY(lake[cell] == 0 || code == WaterCode::lake);
      QVERIFY(shore[cell] == 0 || (code == WaterCode::dry && world.coast_m[cell] <= 60));
      if (code == WaterCode::lake && world.coast_m[cell] >= 45) QCOMPARE(lake[cell], fresh[cell]);
      rivers += river[cell], lakes += lake[cell], shores += shore[cell];
    }
    QVERIFY(rivers > 50 && lakes > 20 && shores > 50);
  }

  void aBeachIsTheShoreWhereItIsFlat() {
    World world = watered_world();
    const GridSpec& grid = world.grid;
    const Conditions on_beach = with(GroundKind::beach);
    world.shore = {};
    const Mask none = place_rules(world, on_beach).open_cells();
    QCOMPARE(std::count(none.cells.begin(), none.cells.end(), 1), std::ptrdiff_t{0});
    // Coast cells: cliffs in the west, a marsh in the north-east, beach in the south-east.
    world.shore = Raster<uint8_t>(grid);
    std::vector<std::pair<Vec2, ShoreType>> coast;
    for (size_t cell = 0; cell < grid.cells(); ++cell) {
      if (world.coast_m[cell] <= 0 || static_cast<double>(world.coast_m[cell]) > 1.01 * grid.cell_m) continue;
      const Vec2 at = grid.centre(cell);
      const ShoreType type = at.x < 4000   ? ShoreType::cliff
                             : at.y > 4000 ? ShoreType::marsh
                                           : ShoreType::beach;
      world.shore[cell] = static_cast<uint8_t>(type);
      coast.emplace_back(at, type);
    }
    const Mask beach = place_rules(world, on_beach).open_cells(),
               shore = place_rules(world, with(GroundKind::shore)).open_cells();
    size_t marsh = 0, sand = 0;
    for (size_t cell = 0; cell < grid.cells(); ++cell) {
      if (beach[cell] == 0 && shore[cell] == 0) continue;
      QVERIFY(shore[cell] != 0);  // every beach is a shore
      const Vec2 at = grid.centre(cell);
      const auto nearest =
          std::ranges::min_element(coast, {}, [&](const auto& c) { return squared_distance(c.first, at); });
      if (std::abs(at.x - 4000) < 2 * grid.cell_m) continue;  // as near to both
      QCOMPARE(beach[cell] != 0, nearest->second != ShoreType::cliff);
      marsh += beach[cell] != 0 && at.y > 4000 ? 1 : 0;
      sand += beach[cell] != 0 && at.y < 4000 ? 1 : 0;
    }
    QVERIFY(marsh > 10 && sand > 10);
    // Rules that outlive the world hold the same.
    QVERIFY(place_rules(world, on_beach).of_their_own().open_cells().cells == beach.cells);
  }

  void atSeaTheCoastIsTheDistanceToTheLand() {
    World world = watered_world();
    world.sea_m = Raster<float>(world.grid);
    std::vector<size_t> sea;
    for (size_t cell = 0; cell < world.grid.cells(); ++cell)
      if (world.coast_m[cell] <= 0) {
        world.sea_m[cell] = 60.0F + static_cast<float>(sea.size());
        world.region[cell] = 1;
        sea.push_back(cell);
      }
    QVERIFY(sea.size() > 20);
    const PlaceRules rules = place_rules(world, with(GroundKind::sea, "coast", {62, 64}));
    const Mask open = rules.open_cells();
    for (size_t k = 0; k < sea.size(); ++k) QCOMPARE(open[sea[k]] != 0, k >= 2 && k <= 4);
    QCOMPARE(rules.distance_m(near_index("coast"), world.grid.centre(sea[3])), 63.0);
  }

  void everyPlaceThatSettlesHoldsTheConditions_data() {
    QTest::addColumn<int>("ground");
    QTest::addColumn<QString>("feature");
    QTest::addColumn<double>("high");
    QTest::addRow("fish") << int(GroundKind::river) << QString() << 0.0;
    QTest::addRow("fish by the bridge") << int(GroundKind::river) << QString("bridge") << 700.0;
    QTest::addRow("lake fish") << int(GroundKind::lake) << QString() << 0.0;
    QTest::addRow("reeds") << int(GroundKind::land) << QString("water") << 80.0;
    QTest::addRow("bandits") << int(GroundKind::land) << QString("road") << 250.0;
    QTest::addRow("all waters") << int(GroundKind::fresh) << QString("road") << 900.0;
    QTest::addRow("land") << int(GroundKind::land) << QString() << 0.0;
  }
  void everyPlaceThatSettlesHoldsTheConditions() {
    QFETCH(int, ground);
    QFETCH(QString, feature);
    QFETCH(double, high);
    const World world = watered_world();
    const PlaceRules rules =
        place_rules(world, with(static_cast<GroundKind>(ground), feature.toStdString(), {0, high}));
    const Mask open = rules.open_cells();
    size_t tried = 0;
    for (size_t cell = 0; cell < open.size(); ++cell) {
      if (open[cell] == 0) continue;
      for (uint64_t k = 0; k < 3; ++k) {
        const Vec2 centre = world.grid.centre(cell);
        const auto jitter = [&](uint64_t n) {
          return (random_uniform(11, 8 * cell + 2 * k + n) - 0.5) * world.grid.cell_m;
        };
        const Vec2 drawn{std::round((centre.x + jitter(0)) * 1000) / 1000,
                         std::round((centre.y + jitter(1)) * 1000) / 1000};
        const Vec2 at = rules.settle(cell, drawn);
        QVERIFY(world.grid.cell_at(at) == cell);
        QVERIFY(rules.hold_at(at));
        ++tried;
      }
    }
    QVERIFY2(tried > 30, qPrintable(QString::number(tried)));
  }
};

FW_TEST(PlaceRulesTest)
#include "test_place_rules.moc"
