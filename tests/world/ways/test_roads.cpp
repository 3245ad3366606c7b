#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "core/base/exact/rng.h"
#include "core/world/landmarks/features.h"
#include "core/world/landmarks/measures.h"
#include "core/world/roads/dry_ways.h"
#include "core/world/roads/road_meetings.h"
#include "core/world/roads/road_network.h"
#include "core/world/roads/road_search.h"
#include "core/world/roads/road_spanner.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kNodeSide = RoadNodes::kSide;

/// Numbers of [0, 1) that are the same in every run.
class Dice {
 public:
  explicit Dice(uint64_t seed) : seed_(seed) {}
  double next() { return random_uniform(seed_, counter_++); }
  double between(double low, double high) { return low + (high - low) * next(); }

 private:
  uint64_t seed_;
  uint64_t counter_ = 0;
};

/// Open level ground everywhere: tests shape it.
struct Open {
  RoadNodes ground;

  Open() {
    ground.spacing_m = 31.25;
    ground.frame_height_m = 8000;
    const size_t nodes = static_cast<size_t>(kNodeSide) * kNodeSide;
    ground.height_m.assign(nodes, 0);
    ground.per_m.assign(nodes, 1);
    ground.slope.assign(nodes, 0.2F);
    ground.piece.assign(nodes, 1);
    ground.land = ground.dry = Mask(GridSpec::square(8000, 2 * kNodeSide), 1);
    ground.river = Raster<uint16_t>(ground.dry.grid);
    ground.river_width.assign(ground.dry.size(), 0);
  }
  static int node(int column, int row) { return row * kNodeSide + column; }
  /// A river from the north to the south edge, one cell wide, in a column of cells.
  void river(int column, double width_m) {
    for (int row = 0; row < 2 * kNodeSide; ++row) {
      ground.river.at(column, row) = 1;
      ground.river_width[ground.river.grid.index(column, row)] = static_cast<float>(width_m);
    }
  }
  void lift(const auto& height) {
    for (int n = 0; n < kNodeSide * kNodeSide; ++n)
      ground.height_m[static_cast<size_t>(n)] = static_cast<float>(height(ground.position_m(n)));
  }
};

double price_of(const RoadPrices& prices, const std::vector<int>& path) {
  double sum = 0;
  for (size_t i = 1; i < path.size(); ++i) sum += prices.of(edge_between(path[i - 1], path[i]));
  return sum;
}

/// Dijkstra over one ordered set, as the books have it.
double plain_price(const RoadPrices& prices, int from, int to) {
  std::map<int, double> best{{from, 0}};
  std::set<std::pair<double, int>> open{{0.0, from}};
  std::set<int> closed;
  while (!open.empty()) {
    const auto [price, node] = *open.begin();
    open.erase(open.begin());
    if (!closed.insert(node).second) continue;
    if (node == to) return price;
    const auto relax = [&](int next, RoadEdge edge) {
      const double sum = price + prices.of(edge);
      if (sum == kInfinity || (best.contains(next) && best[next] <= sum)) return;
      best[next] = sum;
      open.insert({sum, next});
    };
    for (int s = 0; s < 8; ++s) {
      const RoadStep step = kRoadSteps[static_cast<size_t>(s)];
      const int column = node % kNodeSide, row = node / kNodeSide;
      if (column + step.dx < kNodeSide && row + step.dy >= 0 && row + step.dy < kNodeSide)
        relax(far_end({node, s}), {node, s});
      if (column - step.dx >= 0 && row - step.dy >= 0 && row - step.dy < kNodeSide)
        relax(node - step.dy * kNodeSide - step.dx, {node - step.dy * kNodeSide - step.dx, s});
    }
  }
  return kInfinity;
}

/// All pairs over some edges (Floyd and Warshall).
std::vector<std::vector<double>> all_pairs(int towns, const std::vector<TownPair>& edges) {
  const auto n = static_cast<size_t>(towns);
  std::vector<std::vector<double>> d(n, std::vector<double>(n, kInfinity));
  for (size_t i = 0; i < n; ++i) d[i][i] = 0;
  for (const TownPair& e : edges) {
    const auto a = static_cast<size_t>(e.a), b = static_cast<size_t>(e.b);
    d[a][b] = d[b][a] = std::min(d[a][b], e.price);
  }
  for (size_t k = 0; k < n; ++k)
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
  return d;
}

std::vector<Vec2> random_towns(int count, uint64_t seed) {
  Dice dice(seed);
  std::vector<Vec2> towns;
  for (int k = 0; k < count; ++k) {
    const double x = dice.between(0, 8000);
    towns.push_back({x, dice.between(0, 8000)});
  }
  return towns;
}

/// Pairs priced by their distance, some of them dearer.
std::vector<TownPair> priced(const std::vector<Vec2>& towns, uint64_t seed) {
  Dice dice(seed);
  std::vector<TownPair> pairs = town_pairs(towns);
  for (TownPair& p : pairs)
    p.price = std::sqrt(squared_distance(towns[static_cast<size_t>(p.a)], towns[static_cast<size_t>(p.b)])) *
              dice.between(1, 3);
  return pairs;
}

/// A straight reach with one width.
Reach straight(Vec2 from, Vec2 to, double width_m, int river = 0) {
  Reach reach;
  reach.river = river;
  for (int k = 0; k <= 20; ++k) {
    reach.vertices_m.push_back(from + (to - from) * (k / 20.0));
    reach.width_m.push_back(static_cast<float>(width_m));
    reach.bed_m.push_back(static_cast<float>(20 - k));
  }
  return reach;
}

RoadPiece piece_of(std::vector<Vec2> line, RoadClass type = RoadClass::road) {
  RoadPiece piece;
  piece.type = type;
  piece.vertices_m = std::move(line);
  return piece;
}

}  // namespace

class TestRoads : public QObject {
  Q_OBJECT

 private slots:
  void nodesComeInOrderHoweverFarTheirPricesLieApart() {
    // Prices of a metre on a hillside of 60 degrees are a million times those of level ground.
    for (const double decades : {2.0, 6.0, 14.0}) {
      Dice dice(static_cast<uint64_t>(decades));
      OpenNodes open;
      open.start(1, 0.25);
      std::set<std::pair<double, int>> all;
      double last = 1;
      for (int n = 0; n < 4000; ++n) {
        const double price = last + std::pow(10, dice.between(-2, decades));
        open.push(price, n);
        all.insert({price, n});
        if (dice.next() < 0.45 || n == 3999)
          for (int k = n == 3999 ? static_cast<int>(all.size()) : 1; k > 0 && !all.empty(); --k) {
            last = all.begin()->first;
            QCOMPARE(open.pop(), all.begin()->second);
            all.erase(all.begin());
          }
      }
      QVERIFY(open.empty());
    }
  }
  void steepGroundAndLowGradesTakeNoMoreMemory() {
    Open open;
    open.lift([](Vec2 at) { return 4000 * std::fmod(7 * at.x + 13 * at.y, 5); });
    const RoadPrices prices(open.ground, {0.01, 0.4});
    RoadSearch search;
    const int from = Open::node(10, 10), to = Open::node(200, 180);
    const std::vector<int> path = search.cheapest(prices, from, to);
    QCOMPARE(path.front(), from);
    QCOMPARE(path.back(), to);
    const double price = price_of(prices, path);
    QVERIFY(price > 1e9);
    QVERIFY(std::fabs(search.prices_to(prices, from, {to}).front() / price - 1) < 1e-9);
  }
  void aSpannerServesEveryPairWithinTheDetour() {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      const std::vector<Vec2> towns = random_towns(4 + static_cast<int>(seed), seed);
      const auto n = static_cast<int>(towns.size());
      const std::vector<TownPair> pairs = priced(towns, seed + 100);
      for (const double detour : {1.0, 1.3, 2.5}) {
        const std::vector<TownPair> kept = greedy_spanner(n, pairs, detour);
        const auto over = all_pairs(n, kept);
        for (const TownPair& p : pairs)
          QVERIFY(over[static_cast<size_t>(p.a)][static_cast<size_t>(p.b)] <= detour * p.price * (1 + 1e-12));
        // What holds for the pairs holds for all ways over them.
        const auto own = all_pairs(n, pairs);
        for (int a = 0; a < n; ++a)
          for (int b = 0; b < n; ++b)
            QVERIFY(over[static_cast<size_t>(a)][static_cast<size_t>(b)] <=
                    detour * own[static_cast<size_t>(a)][static_cast<size_t>(b)] * (1 + 1e-12));
      }
    }
  }

  void aSpannerHoldsAMinimumSpanningTreeAndNothingThatIsNotNeeded() {
    for (uint64_t seed = 1; seed <= 10; ++seed) {
      const std::vector<Vec2> towns = random_towns(15, seed);
      const std::vector<TownPair> pairs = priced(towns, seed);
      const std::vector<TownPair> kept = greedy_spanner(15, pairs, 1.4),
                                  tree = greedy_spanner(15, pairs, 1e9);
      QCOMPARE(tree.size(), size_t{14});
      const auto has = [&](const TownPair& t) {
        return std::any_of(kept.begin(), kept.end(),
                           [&](const TownPair& k) { return k.a == t.a && k.b == t.b; });
      };
      QVERIFY(std::all_of(tree.begin(), tree.end(), has));
      for (size_t without = 0; without < kept.size(); ++without) {
        std::vector<TownPair> rest = kept;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(without));
        const TownPair& e = kept[without];
        QVERIFY(all_pairs(15, rest)[static_cast<size_t>(e.a)][static_cast<size_t>(e.b)] > 1.4 * e.price);
      }
    }
  }

  void aStepCostsTheSameBothWaysAndMoreTheSteeperItIsItself() {
    Open open;
    open.lift([](Vec2 p) { return 0.1 * p.x; });  // rises to the east
    const RoadPrices prices(open.ground, {0.1, 0.4});
    const int centre = Open::node(100, 100);
    const double east = prices.of({centre, 0}), south = prices.of({centre, 1});
    QVERIFY(std::abs(south - 31.25) < 1e-3);
    QVERIFY(std::abs(east - 2 * 31.25) < 1e-2);  // at the grade a metre costs double
    RoadSearch search;
    const int other = Open::node(180, 60);
    const std::vector<int> there = search.cheapest(prices, centre, other),
                           back = search.cheapest(prices, other, centre);
    QVERIFY(std::abs(price_of(prices, there) - price_of(prices, back)) < 1e-6);
  }

  void roadsClimbAskewRatherThanStraightUp() {
    Open open;
    open.lift([](Vec2 p) { return 0.2 * p.y; });
    const RoadPrices prices(open.ground, {0.05, 0.4});
    RoadSearch search;
    const std::vector<int> path = search.cheapest(prices, Open::node(128, 200), Open::node(128, 100));
    QVERIFY(path_length_m(open.ground, path) > 1.2 * 100 * 31.25);
    int straight = 0;
    for (size_t i = 1; i < path.size(); ++i) straight += path[i] - path[i - 1] == -kNodeSide ? 1 : 0;
    QVERIFY(straight * 10 < static_cast<int>(path.size()));
  }

  void waysTurnBackLessWhereTurnsCost() {
    Dice dice(3);
    Open open;
    open.lift([](Vec2 p) { return 0.5 * p.y; });
    for (float& price : open.ground.per_m) price = static_cast<float>(dice.between(1, 3));
    const auto turns = [&open](double bend_m) {
      const RoadPrices prices(open.ground, {0.05, 0.4, bend_m});
      RoadSearch search;
      int count = 0;
      for (int column = 60; column < 200; column += 20) {
        const std::vector<int> path =
            search.cheapest(prices, Open::node(column, 200), Open::node(column + 9, 130));
        for (size_t i = 2; i < path.size(); ++i) {
          const Vec2 a = open.ground.position_m(path[i - 1]) - open.ground.position_m(path[i - 2]),
                     b = open.ground.position_m(path[i]) - open.ground.position_m(path[i - 1]);
          count += a.x * b.x + a.y * b.y < 0 ? 1 : 0;
        }
      }
      return count;
    };
    const int free = turns(0), dear = turns(200);
    QVERIFY2(free > 10, std::to_string(free).c_str());
    QVERIFY2(dear * 2 < free, std::to_string(dear).c_str());
  }

  void searchesFindWhatDijkstraFinds() {
    Dice dice(7);
    Open open;
    for (float& price : open.ground.per_m) {
      price = static_cast<float>(dice.between(1, 4));
      if (dice.next() < 0.2) price = 0;
    }
    RoadPrices prices(open.ground, {0.09, 0.4, 0});
    RoadSearch search;
    for (int k = 0; k < 6; ++k) {
      const int from = open.ground.nearest({dice.between(0, 8000), dice.between(0, 8000)});
      const int to = open.ground.nearest({dice.between(0, 8000), dice.between(0, 8000)});
      const double expected = plain_price(prices, from, to);
      const std::vector<int> path = search.cheapest(prices, from, to);
      QVERIFY(std::abs(price_of(prices, path) - expected) <= 1e-9 * expected);
      QVERIFY(std::abs(search.prices_to(prices, from, {to})[0] - expected) <= 1e-9 * expected);
      for (size_t i = 1; i < path.size(); ++i) prices.build(edge_between(path[i - 1], path[i]));
    }
  }

  void aRiverIsPaidForOnceWhereverItIsCrossed() {
    for (const int column : {100, 101}) {  // through nodes, and between them
      Open open;
      open.river(column, 6);
      const RoadPrices prices(open.ground, {0.09, 0.4});
      RoadSearch search;
      for (const int row : {40, 60, 97}) {
        const int from = Open::node(30, 40), to = Open::node(70, row);
        const std::vector<int> path = search.cheapest(prices, from, to);
        const double length = path_length_m(open.ground, path);
        QVERIFY(std::abs(price_of(prices, path) - length - (60 * open.ground.stretch + 15 * 6)) < 1e-2);
      }
      const std::vector<int> along =
          search.cheapest(prices, Open::node(50, 20), Open::node(50, 120));  // not in the river's bed
      int wet = 0;
      for (const int n : along)
        wet += open.ground.river.at(2 * (n % kNodeSide), 2 * (n / kNodeSide)) != 0 ? 1 : 0;
      QVERIFY(wet <= 2);
    }
  }

  void noStepLeadsOverWetCells() {
    Open open;
    // A lake one cell wide with one gap, in cells between nodes.
    for (int row = 0; row < 2 * kNodeSide; ++row)
      if (row != 300) open.ground.dry.at(101, row) = 0;
    const RoadPrices prices(open.ground, {0.09, 0.4});
    RoadSearch search;
    const std::vector<int> path = search.cheapest(prices, Open::node(40, 20), Open::node(60, 20));
    QVERIFY(!path.empty());
    QVERIFY(std::any_of(path.begin(), path.end(), [](int n) { return n / kNodeSide == 150; }));
  }

  void whatIsBuiltIsCheaperAndCrossedAtNodesOnly() {
    Open open;
    open.river(101, 8);
    RoadPrices prices(open.ground, {0.09, 0.4});
    const RoadEdge over{Open::node(50, 50), 0};
    const double before = prices.of(over);
    prices.build(over);
    QVERIFY(std::abs(prices.of(over) - (0.4 * 31.25 + 0.15 * (before - 31.25))) < 1e-3);
    const RoadEdge diagonal{Open::node(80, 80), 2};
    prices.build(diagonal);
    QCOMPARE(prices.of({Open::node(80, 81), 3}), kInfinity);  // the other diagonal
    QVERIFY(prices.of({Open::node(80, 80), 0}) < kInfinity);
    // Two roads cross where both have a node.
    RoadSearch search;
    for (size_t k = 0; k < 40; ++k) {
      const int n = Open::node(150 + static_cast<int>(k), 150 + static_cast<int>(k));
      prices.build({n, 2});
    }
    const std::vector<int> path = search.cheapest(prices, Open::node(150, 185), Open::node(185, 155));
    QVERIFY(std::any_of(path.begin(), path.end(), [](int n) {
      return n % kNodeSide == n / kNodeSide && n % kNodeSide >= 150 && n % kNodeSide <= 190;
    }));
  }

  void flatLandHidesTheGridOfNodesInItsLines() {
    const std::vector<Vec2> corner{{1000, 1000}, {1031, 1000}, {1062, 1000}, {1093, 1000},
                                   {1093, 1031}, {1093, 1062}, {1093, 1093}};
    const auto from_corner_m = [&corner](float slope) {
      Open open;
      open.ground.slope.assign(open.ground.slope.size(), slope);
      double best = kInfinity;
      for (const Vec2 v : smooth_road(open.ground, corner))
        best = std::min(best, squared_distance(v, corner[3]));
      return std::sqrt(best);
    };
    QVERIFY(from_corner_m(0.02F) > 1.3 * from_corner_m(0.2F));
  }

  void smoothLinesKeepTheirEndsAndDryGround() {
    Open open;
    const std::vector<Vec2> corner{{1000, 1000}, {1031, 1000}, {1062, 1000}, {1093, 1000},
                                   {1093, 1031}, {1093, 1062}, {1093, 1093}};
    const std::vector<Vec2> line = smooth_road(open.ground, corner);
    QCOMPARE(line.front(), corner.front());
    QCOMPARE(line.back(), corner.back());
    const auto nearest = [&](Vec2 p) {
      double best = kInfinity;
      for (const Vec2 v : line) best = std::min(best, squared_distance(v, p));
      return std::sqrt(best);
    };
    QVERIFY(nearest({1093, 1000}) > 8);  // the corner is cut
    open.ground.dry[open.ground.dry.grid.cell_at({1080, 1012})] = 0;
    for (const Vec2 v : smooth_road(open.ground, corner))
      QVERIFY(open.ground.dry[open.ground.dry.grid.cell_at(v)] != 0);
  }

  void aLineToAPlaceBeyondABayGoesRoundIt() {
    Open open;
    const GridSpec& cells = open.ground.dry.grid;
    const Vec2 from{1000, 1000}, to{1300, 1000};
    for (size_t cell = 0; cell < cells.cells(); ++cell)  // a bay from the south between the two
      if (const Vec2 at = cells.centre(cell); std::abs(at.x - 1150) < 40 && at.y < 1200)
        open.ground.dry[cell] = open.ground.land[cell] = 0;
    const std::vector<Vec2> line = smooth_road(open.ground, {from, to});
    QVERIFY(line.front() == from && line.back() == to);
    for (size_t i = 1; i < line.size(); ++i)
      for (const Vec2 at : {line[i], (line[i] + line[i - 1]) * 0.5})
        QVERIFY(open.ground.dry[cells.cell_at(at)] != 0);
  }

  void aLineToAPlaceOnTheShoreOfALakeStaysOffItsOutline() {
    Open open;
    Water water;
    Lake lake;  // one cell wide; the place stands 2 m off its far side, where no cell is dry
    lake.rings_m = {{{1100, 900}, {1116, 900}, {1116, 1100}, {1100, 1100}}};
    water.lakes.push_back(lake);
    const GridSpec& cells = open.ground.dry.grid;
    open.ground.lakes = feature_index("lake_m", {.grid = cells, .water = &water});
    for (size_t cell = 0; cell < cells.cells(); ++cell)
      if (open.ground.lakes.distance_m(cells.centre(cell)) < 12) open.ground.dry[cell] = 0;
    const Vec2 place{1118, 1000};
    for (const std::vector<Vec2>& ends : {std::vector<Vec2>{{1000, 1000}, place}, {place, {1000, 1000}}}) {
      const std::vector<Vec2> line = smooth_road(open.ground, ends);
      QVERIFY(line.front() == ends.front() && line.back() == ends.back());
      for (size_t i = 1; i < line.size(); ++i)
        for (double t = 0; t <= 1; t += 0.1)
          QVERIFY(open.ground.lakes.distance_m(line[i - 1] + (line[i] - line[i - 1]) * t) > 0.5);
      QVERIFY2(line.size() > 10, "it goes round the lake");
    }
  }

  void aLineToAPlaceThatItsNodeAloneCanReachGoesByThatNode() {
    Open open;
    const GridSpec& cells = open.ground.dry.grid;
    const auto at = [&](int column, int row) { return cells.centre(column, row); };
    const Vec2 place = at(100, 100), node = at(108, 108), before = at(104, 112);
    // A lake all about the place but for a gully to its south-east.
    Water water;
    Lake lake;
    const Vec2 corner = place + Vec2{80, -80};
    lake.rings_m = {{place + Vec2{-60, 60}, place + Vec2{-60, -80}, corner + Vec2{-4, 0}, place + Vec2{-1, 0},
                     place + Vec2{-1, 1}, place + Vec2{0, 1}, corner + Vec2{0, 4}, place + Vec2{80, 60}}};
    water.lakes.push_back(lake);
    open.ground.lakes = feature_index("lake_m", {.grid = cells, .water = &water});
    for (size_t cell = 0; cell < cells.cells(); ++cell)
      if (open.ground.lakes.distance_m(cells.centre(cell)) < 12) open.ground.dry[cell] = 0;
    QVERIFY(dry_way(open.ground, node, place).has_value());
    QVERIFY(!dry_way(open.ground, before, place).has_value());
    const std::vector<Vec2> line =
        smooth_road(open.ground, by_end_nodes(open.ground, {before, place}, before, node));
    QVERIFY(line.front() == before && line.back() == place);
    for (size_t i = 1; i < line.size(); ++i)
      for (double t = 0; t <= 1; t += 0.05)
        QVERIFY(open.ground.lakes.distance_m(line[i - 1] + (line[i] - line[i - 1]) * t) > 0);
  }

  void twoLinesThatCrossGetANodeAndWhatTheyShareStandsOnce() {
    Roads roads;
    for (const Vec2 at : {Vec2{0, 50}, {100, 50}, {50, 0}, {50, 100}, {0, 0}}) roads.nodes.push_back({at});
    roads.pieces.push_back(piece_of({{0, 50}, {30, 50}, {100, 50}}));
    roads.pieces.push_back(piece_of({{50, 0}, {50, 100}}, RoadClass::track));
    roads.pieces.push_back(piece_of({{0, 0}, {30, 50}, {100, 50}}, RoadClass::trail));  // along the first
    roads.pieces[0].nodes = {0, 1};
    roads.pieces[1].nodes = {2, 3};
    roads.pieces[2].nodes = {4, 1};
    join_meetings(roads);
    QCOMPARE(roads.nodes.size(), size_t{7});  // at 30, 50 and at 50, 50
    QCOMPARE(roads.pieces.size(), size_t{6});
    QVERIFY(line_meetings(roads.pieces).empty());
    std::map<int, int> degrees;
    double length = 0;
    for (const RoadNode& node : roads.nodes) ++degrees[node.degree];
    for (const RoadPiece& piece : roads.pieces) length += piece.length_m;
    QVERIFY(degrees[1] == 5 && degrees[3] == 1 && degrees[4] == 1);
    QVERIFY(std::abs(length - (100 + 100 + std::sqrt(30.0 * 30 + 50 * 50))) < 1e-9);
    const auto shared = std::count_if(roads.pieces.begin(), roads.pieces.end(), [](const RoadPiece& p) {
      return p.type == RoadClass::road && p.traffic == 2;
    });
    QCOMPARE(shared, 2);
  }

  void aLineThatCrossesItselfLosesItsLoop() {
    const std::vector<Vec2> line =
        without_loops({{0, 0}, {100, 0}, {100, 50}, {50, 50}, {50, -50}, {50, -100}});
    QCOMPARE(line, (std::vector<Vec2>{{0, 0}, {50, 0}, {50, -50}, {50, -100}}));
    // Back over its own start.
    QCOMPARE(without_loops({{0, 0}, {50, 50}, {100, 0}, {-50, 0}, {-100, 0}}),
             (std::vector<Vec2>{{0, 0}, {-50, 0}, {-100, 0}}));
    const std::vector<Vec2> ring{{0, 0}, {100, 0}, {100, 100}, {0, 0}};
    QCOMPARE(without_loops(ring), ring);
  }

  void crossingsAreWhereLinesMeetRivers() {
    Water water;
    water.reaches.push_back(straight({4000, 0}, {4000, 8000}, 6));
    const RoadParams params;
    const auto crossings = [&](std::vector<RoadPiece> pieces) {
      return find_crossings(params, water, 1, pieces);
    };
    const auto square = crossings({piece_of({{3000, 4010}, {5000, 4010}})});
    QCOMPARE(square.size(), size_t{1});
    QVERIFY(std::abs(square[0].angle_deg - 90) < 1e-6 && std::abs(square[0].span_m - 6) < 1e-6);
    QVERIFY(std::sqrt(squared_distance(square[0].position_m, {4000, 4010})) < 1e-6);
    QCOMPARE(square[0].type, CrossingType::bridge);
    const auto askew = crossings({piece_of({{3500, 3500}, {4500, 4500}})});
    QVERIFY(std::abs(askew[0].angle_deg - 45) < 1e-6 && std::abs(askew[0].span_m - 6 * std::sqrt(2)) < 1e-6);
    // 6 m are a ford for a trail, a bridge for a track.
    QCOMPARE(crossings({piece_of({{3000, 4010}, {5000, 4010}}, RoadClass::trail)})[0].type,
             CrossingType::ford);
    QCOMPARE(crossings({piece_of({{3000, 4010}, {5000, 4010}}, RoadClass::track)})[0].type,
             CrossingType::bridge);
    // Over and back within 60 m is one crossing, farther apart two.
    QCOMPARE(crossings({piece_of({{3990, 4000}, {4010, 4010}, {3990, 4030}})}).size(), size_t{1});
    QCOMPARE(crossings({piece_of({{3990, 4000}, {4010, 4010}, {4010, 4200}, {3990, 4210}})}).size(),
             size_t{2});
    QVERIFY(crossings({piece_of({{3000, 4000}, {3999, 4000}})}).empty());
    // To touch a river, from either side or with a bend in its channel, is none.
    for (const double x : {3990.0, 4010.0})
      for (const double tip : {4000.0, 4000.0 + (4000.0 - x) * 0.1})
        QVERIFY(crossings({piece_of({{x, 4000}, {tip, 4010}, {x, 4020}})}).empty());
    // A road that ends in the river at a common node is one crossing with the next piece.
    QCOMPARE(
        crossings({piece_of({{3900, 4010}, {4000, 4010}}), piece_of({{4000, 4010}, {4100, 4010}})}).size(),
        size_t{1});
  }

  void crossingsAgreeWithAllPairsOfSegments() {
    Dice dice(3);
    Water water;
    Reach reach;
    for (int k = 0; k < 60; ++k) {
      reach.vertices_m.push_back({4000 + dice.between(-300, 300), 100.0 * k});
      reach.width_m.push_back(0);  // so that none is a touch
      reach.bed_m.push_back(0);
    }
    water.reaches.push_back(reach);
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<Vec2> line;
      for (int k = 0; k < 20; ++k) line.push_back({3000 + 100.0 * k, dice.between(0, 6000)});
      // Every side of the river that is met counts, those near one another once.
      size_t meetings = 0;
      for (size_t i = 1; i < line.size(); ++i)
        for (size_t v = 1; v < reach.vertices_m.size(); ++v) {
          const Vec2 a = line[i - 1], b = line[i], c = reach.vertices_m[v - 1], d = reach.vertices_m[v];
          const auto turn = [](Vec2 p, Vec2 q, Vec2 r) {
            return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
          };
          meetings +=
              (turn(a, b, c) > 0) != (turn(a, b, d) > 0) && (turn(c, d, a) > 0) != (turn(c, d, b) > 0);
        }
      const size_t all = find_crossings({}, water, 1e-9, {piece_of(line)}).size();
      QCOMPARE(all, meetings);
      QVERIFY(find_crossings({}, water, 1, {piece_of(line)}).size() <= all);
    }
  }
};

FW_TEST(TestRoads)
#include "test_roads.moc"
