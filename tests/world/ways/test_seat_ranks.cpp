#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/parallel/parallel.h"
#include "core/model/world/features.h"
#include "core/model/world/seat_standing.h"
#include "core/world/explain/explain.h"
#include "core/world/generate.h"
#include "core/world/roads/seat_ranks.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

std::shared_ptr<const World> made(const Template& tmpl, int resolution = 128) {
  return generate(tmpl, tmpl.seeds(), resolution).value();
}

std::vector<const Point*> seats_of(const World& world) {
  std::vector<const Point*> out;
  for (const Point& p : world.points.points) {
    const PointClassInfo& cls = world.points.class_of(p);
    if (cls.category == Category::landmark &&
        world.vocabulary.landmarks[static_cast<size_t>(cls.landmark)].role == LandmarkRole::seat)
      out.push_back(&p);
  }
  return out;
}

/// A square of level ground, one region, with seats where tests put them.
struct Level {
  Template tmpl;
  SeedBundle seeds;
  GridSpec grid = GridSpec::square(8000, 256);
  Island island;
  Relief relief;
  RegionMap map;
  DangerLayer danger;
  ClassLayer biome, faction;
  std::vector<Landmark> landmarks;

  Level() {
    tmpl.vocabulary.landmarks.resize(2);
    tmpl.vocabulary.landmarks[0].role = LandmarkRole::seat;
    tmpl.vocabulary.landmarks[1].role = LandmarkRole::site;
    tmpl.vocabulary.biomes.resize(1);
    tmpl.vocabulary.factions.resize(2);
    island.main = Mask(grid, 1);
    island.height_m = Raster<float>(grid, 10);
    map.code = Raster<uint8_t>(grid, 1);
    map.regions.resize(1);
    biome.code = Raster<uint8_t>(grid, 1);
  }
  PlacementInputs inputs() const { return {tmpl, seeds, island, relief, map, danger, biome, faction}; }
  void put(double x, double y, size_t kind = 0) {
    Landmark l;
    l.kind = static_cast<LandmarkKind>(kind);
    l.cell = static_cast<uint32_t>(grid.cell_at({x, y}));
    landmarks.push_back(l);
  }
  std::vector<SeatRank> ranks(const TrackNetwork& network = {}) const {
    return rank_seats(inputs(), landmarks, network);
  }
};

}  // namespace

class TestSeatRanks : public QObject {
  Q_OBJECT

 private slots:
  void theSeatWithTheMostGroundIsFirst() {
    Level level;
    level.put(500, 500);
    level.put(1500, 500);
    level.put(5000, 5000);
    level.put(4000, 4000, 1);  // no seat
    const std::vector<SeatRank> ranks = level.ranks();
    QCOMPARE(ranks[2].rank, 1);
    QCOMPARE(ranks[1].rank, 2);
    QCOMPARE(ranks[0].rank, 3);
    QCOMPARE(ranks[3].rank, 0);
    QCOMPARE(ranks[2].standing, Standing::capital);
  }

  void routesThatEndThereRaiseASeat() {
    Level level;
    for (const double x : {1000.0, 3000.0, 5000.0, 7000.0}) level.put(x, 4000);
    const std::vector<SeatRank> before = level.ranks();
    QVERIFY(before[1].rank != 1 || before[2].rank != 1);
    const size_t last = static_cast<size_t>(
        std::max_element(before.begin(), before.end(),
                         [](const SeatRank& a, const SeatRank& b) { return a.rank < b.rank; }) -
        before.begin());
    TrackNetwork network;
    network.roads.nodes.push_back({{0, 0}, static_cast<int>(last), 1});
    network.roads.nodes.push_back({{0, 0}, -1, 1});
    network.roads.pieces.push_back({RoadClass::road, 20, 100, 0, {0, 1}, {}});
    QCOMPARE(level.ranks(network)[last].rank, 1);
  }

  void groundBeyondALakeIsServedLess() {
    Level level;
    level.put(3000, 4000);
    level.put(5000, 4000);
    Raster<uint8_t> water(level.grid, 0);
    for (size_t cell = 0; cell < water.size(); ++cell)
      if (const Vec2 at = level.grid.centre(cell); at.x > 5500 && at.x < 7800)
        water[cell] = static_cast<uint8_t>(WaterCode::lake);
    PlacementInputs inputs = level.inputs();
    inputs.water_code = &water;
    QCOMPARE(rank_seats(inputs, level.landmarks, {})[0].rank, 1);
  }

  void everyOwnerHasOneCapitalAndTheRestStandByTheirRank() {
    std::vector<RankedSeat> seats;
    for (int rank = 1; rank <= 32; ++rank) seats.push_back({rank, rank != 1, static_cast<Faction>(rank % 3)});
    const std::vector<Standing> standings = standings_of(seats);
    const auto count = [&](Standing standing) {
      return std::count(standings.begin(), standings.end(), standing);
    };
    QCOMPARE(count(Standing::capital), 3);
    QCOMPARE(count(Standing::city), 4);
    QCOMPARE(standings[0], Standing::city);  // on neutral ground: nobody's capital
    for (size_t k = 0; k < seats.size(); ++k)
      QCOMPARE(standings[k] == Standing::village, k >= 16 && standings[k] != Standing::capital);
    QVERIFY(standings_of({}).empty());
  }

  void wordsThatAreLeftOutAreTheLastOne() {
    LandmarkRow kind;
    kind.standing_labels = {"throne", "hold"};
    QCOMPARE(standing_label(kind, Standing::capital), "throne");
    QCOMPARE(standing_label(kind, Standing::town), "hold");
    QCOMPARE(standing_label(kind, Standing::village), "hold");
  }

  void aWorldsSeatsHaveEveryRankOnceAndTheWordsOfTheirKind() {
    Template tmpl = builtin("Tiny");
    for (LandmarkRow& kind : tmpl.vocabulary.landmarks) kind.standing_labels = {"throne", "burgh", "toft"};
    const auto world = made(tmpl);
    const std::vector<const Point*> seats = seats_of(*world);
    std::set<int> ranks;
    std::set<Faction> with_throne;
    for (const Point* seat : seats) {
      QVERIFY(seat->rank >= 1 && seat->rank <= static_cast<int>(seats.size()));
      QVERIFY(ranks.insert(seat->rank).second);
      QVERIFY(seat->standing == "throne" || seat->standing == "burgh" || seat->standing == "toft");
      if (seat->standing == "throne")
        QVERIFY(with_throne.insert(world->regions[seat->region - 1u].owner).second);
    }
    QCOMPARE(ranks.size(), seats.size());
    for (const Point& p : world->points.points)
      if (p.rank == 0) QVERIFY(p.standing.empty());
  }

  void theHabitsOfPlayRankNobody() {
    Template tmpl = builtin("Tiny");
    const auto before = made(tmpl);
    tmpl.play.speed_mps = 1;
    tmpl.play.slope = 12;
    tmpl.play.track = 1;
    const auto after = made(tmpl);
    const auto a = seats_of(*before), b = seats_of(*after);
    QCOMPARE(a.size(), b.size());
    for (size_t k = 0; k < a.size(); ++k) QCOMPARE(a[k]->rank, b[k]->rank);
  }

  void resolutionsAndThreadsRankAlike() {
    const Template tmpl = builtin("Tiny");
    const auto plan = made(tmpl, 512), coarse = made(tmpl, 96);
    const ThreadLimit limit(1);
    const auto single = made(tmpl, 96);
    const auto a = seats_of(*plan), b = seats_of(*coarse), c = seats_of(*single);
    QCOMPARE(a.size(), b.size());
    for (size_t k = 0; k < a.size(); ++k) {
      QCOMPARE(a[k]->rank, b[k]->rank);
      QCOMPARE(b[k]->rank, c[k]->rank);
      QCOMPARE(a[k]->standing, b[k]->standing);
    }
  }

  void laterKindsAndClassesReadTheStanding() {
    Template tmpl = builtin("Tiny");
    LandmarkRow* site = nullptr;
    for (LandmarkRow& kind : tmpl.vocabulary.landmarks)
      if (kind.role == LandmarkRole::site && !kind.joins_tracks && kind.count > 0) site = &kind;
    QVERIFY(site != nullptr);
    const size_t row = static_cast<size_t>(site - tmpl.vocabulary.landmarks.data());
    site->site.require = {{.measure = "standing", .in = {"capital", "city"}}};
    tmpl.resources[0].conditions.near[near_index("capital")] = DistanceRange{0, 900};
    const auto world = made(tmpl);
    std::set<int> capitals, regions;
    std::vector<Vec2> at;
    for (const PointStanding& seat : point_standings(*world)) {
      const Point& p = world->points.points[seat.point];
      if (seat.standing == Standing::capital) at.push_back(p.position_m);
      if (seat.standing <= Standing::city) regions.insert(p.region);
    }
    int sites = 0, points = 0;
    for (const Point& p : world->points.points) {
      const PointClassInfo& cls = world->points.class_of(p);
      if (cls.category == Category::landmark && static_cast<size_t>(cls.landmark) == row) {
        QVERIFY(regions.contains(p.region));
        ++sites;
      }
      if (p.class_index != 0) continue;
      const bool near = std::any_of(at.begin(), at.end(), [&](Vec2 seat) {
        return std::sqrt(squared_distance(seat, p.position_m)) <= 900 + 1e-6;
      });
      QVERIFY(near);
      ++points;
    }
    QVERIFY(sites > 0 && points > 0);
  }

  void explanationsTellTheFirstSeatOfTheRegion() {
    const Template tmpl = builtin("Tiny");
    const auto world = made(tmpl);
    const std::vector<const Point*> seats = seats_of(*world);
    const Point* const first =
        *std::find_if(seats.begin(), seats.end(), [](const Point* p) { return p->rank == 1; });
    const std::vector<ExplainRow> rows = explain(*world, tmpl, first->position_m);
    const auto row =
        std::find_if(rows.begin(), rows.end(), [](const ExplainRow& r) { return r.topic == "standing"; });
    QVERIFY(row != rows.end());
    QVERIFY2(row->value.find("rank 1 of") != std::string::npos, row->value.c_str());
  }

  void rulesThatAskForAStandingWronglyAreRefused() {
    const auto refusal = [](const std::string& setting) {
      const auto read = parse_template_with(find_builtin("Tiny")->text, "Tiny", {setting});
      return read ? std::string("accepted") : read.error().message;
    };
    const std::string early =
        refusal(R"(landmarks.outpost.site.require=[{"measure":"standing","in":["capital"]}])");
    QVERIFY2(early.find("found standing, which is known once tracks are laid") != std::string::npos,
             early.c_str());
    const std::string unknown =
        refusal(R"(landmarks.mill.site.require=[{"measure":"standing","in":["citty"]}])");
    QVERIFY2(unknown.find("citty") != std::string::npos && unknown.find("city") != std::string::npos,
             unknown.c_str());
  }
};

FW_TEST(TestSeatRanks)
#include "test_seat_ranks.moc"
