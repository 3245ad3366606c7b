#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/tracks/tracks.h"
#include "core/world/tracks/tracks_paths.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

std::vector<int> cheapest_path(const StepPrices& prices, int from, int to) {
  return PathFinder().cheapest(prices, from, to);
}

/// A flat square island with sea around it; tests carve what they need.
struct Flat {
  Template tmpl;
  SeedBundle seeds;
  GridSpec grid;
  Island island;
  Relief relief;
  RegionMap map;
  DangerLayer danger;
  ClassLayer biome, faction;

  explicit Flat(int resolution) : Flat(GridSpec::square(8000, resolution)) {}
  explicit Flat(const GridSpec& spec) : grid(spec) {
    tmpl.vocabulary.landmarks.resize(2);
    tmpl.vocabulary.landmarks[0].joins_tracks = true;
    tmpl.vocabulary.biomes.resize(1);
    tmpl.vocabulary.danger.resize(1);
    island.main = Mask(grid);
    map.code = Raster<uint8_t>(grid);
    map.regions.resize(2);
    for (size_t i = 0; i < grid.cells(); ++i) {
      const Vec2 p = grid.centre(i);
      island.main[i] =
          std::min(std::min(p.x, grid.width_m() - p.x), std::min(p.y, grid.height_m() - p.y)) > 500;
      map.code[i] = island.main[i];
    }
    relief.slope = Raster<float>(grid);
    danger.band = Raster<uint8_t>(grid, 1);
    biome.code = Raster<uint8_t>(grid, 1);
  }
  PlacementInputs ground() const { return {tmpl, seeds, island, relief, map, danger, biome, faction}; }
  Landmark at(double x, double y) const {
    Landmark l;
    l.cell = static_cast<uint32_t>(grid.cell_at({x, y}));
    return l;
  }
  template <typename Change>
  void where(double x0, double x1, double y0, double y1, Change change) {
    for (size_t i = 0; i < grid.cells(); ++i) {
      const Vec2 p = grid.centre(i);
      if (p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1) change(i);
    }
  }
};

/// A* as the books have it, over one ordered set: the path that searches with buckets must find to the node.
std::vector<int> plain_path(const TrackNodes& nodes, int from, int to) {
  constexpr int kSide = TrackNodes::kSide;
  const double least = static_cast<double>(*std::min_element(
      nodes.cost.begin(), nodes.cost.end(), [](float a, float b) { return b <= 0 || (a > 0 && a < b); }));
  const auto bound = [&](int node) {
    const int dx = std::abs(node % kSide - to % kSide), dy = std::abs(node / kSide - to / kSide);
    const int diagonal = std::min(dx, dy);
    return least * (1.4142 * diagonal + (std::max(dx, dy) - diagonal));
  };
  std::vector<double> cost(nodes.cost.size(), std::numeric_limits<double>::infinity());
  std::vector<int> came_from(cost.size(), -1);
  std::vector<uint8_t> closed(cost.size(), 0);
  std::set<std::pair<double, int>> open{{bound(from), from}};
  for (cost[static_cast<size_t>(from)] = 0; !open.empty();) {
    const int node = open.begin()->second;
    open.erase(open.begin());
    if (node == to) break;
    if (closed[static_cast<size_t>(node)]++) continue;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int column = node % kSide + dx, row = node / kSide + dy;
        if (column < 0 || row < 0 || column >= kSide || row >= kSide) continue;
        const auto next = static_cast<size_t>(row * kSide + column);
        if (nodes.cost[next] <= 0 || closed[next]) continue;
        const double price = static_cast<double>(nodes.cost[next]);
        const double d = cost[static_cast<size_t>(node)] +
                         0.5 * (static_cast<double>(nodes.cost[static_cast<size_t>(node)]) + price) *
                             (dx != 0 && dy != 0 ? 1.4142 : 1.0);
        if (d >= cost[next]) continue;
        cost[next] = d;
        came_from[next] = node;
        open.insert({d + bound(static_cast<int>(next)), static_cast<int>(next)});
      }
  }
  std::vector<int> path;
  for (int node = to; node >= 0; node = came_from[static_cast<size_t>(node)]) path.push_back(node);
  std::reverse(path.begin(), path.end());
  return path;
}

double length_of(const Track& track) {
  double sum = 0;
  for (size_t i = 1; i < track.vertices_m.size(); ++i)
    sum += std::sqrt(squared_distance(track.vertices_m[i - 1], track.vertices_m[i]));
  return sum;
}

}  // namespace

class TestTracks : public QObject {
  Q_OBJECT

 private slots:
  void aTrackOnFlatGroundIsNearlyStraightAndEndsAtItsLandmarks() {
    const Flat flat(128);
    const std::vector<Landmark> anchors{flat.at(2000, 4000), flat.at(5000, 4000)};
    const TrackNetwork n = make_tracks(flat.ground(), anchors);
    QCOMPARE(n.tracks.size(), size_t{1});
    QVERIFY(n.tracks[0].vertices_m.front() == flat.grid.centre(static_cast<size_t>(anchors[0].cell)));
    QVERIFY(n.tracks[0].vertices_m.back() == flat.grid.centre(static_cast<size_t>(anchors[1].cell)));
    QVERIFY(length_of(n.tracks[0]) < 3150);
    QVERIFY(n.junctions_m.empty());
  }

  void pairsFurtherApartThanTheLimitAreNotJoined() {
    const Flat flat(128);
    QVERIFY(make_tracks(flat.ground(), {flat.at(1000, 4000), flat.at(6000, 4000)}).tracks.empty());
    QVERIFY(make_tracks(flat.ground(), {flat.at(1000, 4000)}).tracks.empty());
    QVERIFY(make_tracks(flat.ground(), {}).tracks.empty());
  }

  void aThirdLandmarkInsideTheCircleSeparatesAPair() {
    const Flat flat(128);
    const TrackNetwork n =
        make_tracks(flat.ground(), {flat.at(2000, 4000), flat.at(5000, 4000), flat.at(3500, 4500)});
    QCOMPARE(n.tracks.size(), size_t{2});
    for (const Track& t : n.tracks) QCOMPARE(t.to_point, 2);
  }

  void steepGroundIsWalkedAround() {
    Flat flat(256);
    flat.where(3300, 3700, 2500, 6000, [&](size_t i) { flat.relief.slope[i] = 1.0f; });
    const TrackNetwork n = make_tracks(flat.ground(), {flat.at(2200, 3500), flat.at(4800, 3500)});
    QCOMPARE(n.tracks.size(), size_t{1});
    for (const Vec2 v : n.tracks[0].vertices_m) QVERIFY(flat.relief.slope[flat.grid.cell_at(v)] < 0.5f);
  }

  void tracksNeverLeaveTheIsland() {
    Flat flat(256);
    flat.where(3000, 3200, 1500, 7000, [&](size_t i) { flat.island.main[i] = 0; });
    const TrackNetwork n =
        make_tracks(flat.ground(), {flat.at(2500, 3000), flat.at(4000, 3000), flat.at(3100, 2900)});
    QVERIFY(!n.tracks.empty());
    for (const Track& t : n.tracks)
      for (size_t i = 1; i + 1 < t.vertices_m.size(); ++i)
        QVERIFY(flat.island.main[flat.grid.cell_at(t.vertices_m[i])] != 0);
  }

  void aTrackPrefersGroundThatIsAlreadyWalked() {
    const Flat flat(128);
    const TrackNodes nodes = make_track_nodes(flat.ground());
    const int from = nodes.nearest({2000, 4000}), to = nodes.nearest({5000, 4000});
    std::vector<uint8_t> used(nodes.cost.size(), 0);
    const int row = TrackNodes::kSide;
    for (int i = from - 6 * row; i <= to - 6 * row; ++i) used[static_cast<size_t>(i)] = 1;
    const std::vector<int> path = cheapest_path(step_prices(nodes, used), from, to);
    const auto walked =
        std::count_if(path.begin(), path.end(), [&](int n) { return used[static_cast<size_t>(n)]; });
    QVERIFY(walked > static_cast<std::ptrdiff_t>(path.size()) / 2);
  }

  void aPathCostsNoMoreThanAnyDetour() {
    Flat flat(128);
    for (size_t i = 0; i < flat.grid.cells(); ++i)
      flat.relief.slope[i] = static_cast<float>((i * 2654435761u >> 7) % 100) / 250.0f;
    const TrackNodes nodes = make_track_nodes(flat.ground());
    const std::vector<uint8_t> unused(nodes.cost.size(), 0);
    const auto cost = [&](const std::vector<int>& path) {
      double sum = 0;
      for (size_t i = 1; i < path.size(); ++i) {
        const auto a = static_cast<size_t>(path[i - 1]), b = static_cast<size_t>(path[i]);
        const int step = std::abs(path[i] - path[i - 1]);
        const bool straight = step == 1 || step == TrackNodes::kSide;
        sum += 0.5 * static_cast<double>(nodes.cost[a] + nodes.cost[b]) * (straight ? 1 : 1.4142);
      }
      return sum;
    };
    const int a = nodes.nearest({2000, 2500}), b = nodes.nearest({4000, 3800});
    const double direct = cost(cheapest_path(step_prices(nodes, unused), a, b));
    for (int k = 0; k < 40; ++k) {
      const int via = nodes.nearest({1500.0 + 75 * k, 4500.0 - 60 * k});
      const double detour = cost(cheapest_path(step_prices(nodes, unused), a, via)) +
                            cost(cheapest_path(step_prices(nodes, unused), via, b));
      QVERIFY(direct <= detour + 1e-6);
    }
  }

  void oneFinderForManyPathsFindsThoseOfAPlainSearchTiesIncluded() {
    Flat flat(256);  // level ground: ties everywhere
    flat.where(4200, 5600, 2000, 6000, [&](size_t i) {
      flat.relief.slope[i] = static_cast<float>((i * 2654435761u >> 9) % 100) / 250.0f;
    });
    flat.where(3000, 3200, 1500, 6000, [&](size_t i) { flat.island.main[i] = 0; });
    const TrackNodes nodes = make_track_nodes(flat.ground());
    const StepPrices prices = step_prices(nodes, std::vector<uint8_t>(nodes.cost.size(), 0));
    PathFinder finder;
    for (int k = 0; k < 12; ++k) {
      const int a = nodes.nearest({700.0 + 300 * k, 2100.0 + 211 * k});
      const int b = nodes.nearest({6900.0 - 170 * k, 1500.0 + 450 * (k % 5)});
      QCOMPARE(finder.cheapest(prices, a, b), plain_path(nodes, a, b));
    }
  }

  void theNearestNodeIsTheNearestOfAll() {
    Flat flat(256);
    flat.where(2000, 6500, 1000, 7000, [&](size_t i) { flat.island.main[i] = 0; });
    const TrackNodes nodes = make_track_nodes(flat.ground());
    for (int k = 0; k < 40; ++k) {
      const Vec2 p{200.0 * k, 7900.0 - 130 * k};
      const int found = nodes.nearest(p);
      int best = -1;
      for (int node = 0; node < TrackNodes::kSide * TrackNodes::kSide; ++node)
        if (nodes.cost[static_cast<size_t>(node)] > 0 &&
            (best < 0 ||
             squared_distance(nodes.position_m(node), p) < squared_distance(nodes.position_m(best), p)))
          best = node;
      QCOMPARE(found, best);
    }
  }

  void kindsThatDoNotJoinTracksAreNoAnchors() {
    const Flat flat(128);
    Landmark other = flat.at(3500, 4100);
    other.kind = LandmarkKind{1};
    const TrackNetwork n = make_tracks(flat.ground(), {flat.at(2000, 4000), other, flat.at(5000, 4000)});
    QCOMPARE(n.tracks.size(), size_t{1});
    QCOMPARE(n.tracks[0].from_point, 0);
    QCOMPARE(n.tracks[0].to_point, 2);
  }

  void everyPieceOfGroundHasTracksOfItsOwn() {
    Flat flat(256);
    flat.where(4000, 4100, 0, 8000, [&](size_t i) { flat.island.main[i] = flat.map.code[i] = 0; });
    flat.where(4100, 8000, 0, 8000, [&](size_t i) {
      if (flat.map.code[i] != 0) flat.map.code[i] = 2;
    });
    flat.map.regions[1].piece = 2;
    const std::vector<Landmark> anchors{flat.at(2500, 3000), flat.at(4600, 3000), flat.at(3500, 4500),
                                        flat.at(6000, 4500)};
    const TrackNetwork n = make_tracks(flat.ground(), anchors);
    QCOMPARE(n.tracks.size(), size_t{2});
    for (const Track& t : n.tracks) {
      const bool west = t.vertices_m.front().x < 4000;
      QCOMPARE(t.from_point, west ? 0 : 1);
      QCOMPARE(t.to_point, west ? 2 : 3);
      for (const Vec2 v : t.vertices_m) QCOMPARE(v.x < 4050, west);
    }
  }

  void piecesThatTouchInTheNodesAreNotJoined() {
    Flat flat(256);
    flat.where(4000, 8000, 0, 8000, [&](size_t i) {
      if (flat.map.code[i] != 0) flat.map.code[i] = 2;
    });
    flat.map.regions[1].piece = 2;
    const TrackNodes nodes = make_track_nodes(flat.ground());
    const std::vector<uint8_t> unused(nodes.cost.size(), 0);
    const int west = nodes.nearest({3000, 4000}, 1), east = nodes.nearest({5000, 4000}, 2);
    QVERIFY(west >= 0 && east >= 0);
    QVERIFY(cheapest_path(step_prices(nodes, unused), west, east).empty());
  }

  void nodesOfARectangleLieAsFarApartInBothDirections() {
    for (const GridSpec& grid : {GridSpec{256, 128, 40}, GridSpec{128, 256, 40}}) {
      Flat flat(grid);
      const TrackNodes nodes = make_track_nodes(flat.ground());
      QCOMPARE(nodes.spacing_m, 40.0);
      for (size_t node = 0; node < nodes.cost.size(); ++node) {
        if (nodes.cost[node] <= 0) continue;
        const Vec2 at = nodes.position_m(static_cast<int>(node));
        QVERIFY(at.x > 500 && at.x < grid.width_m() - 500 && at.y > 500 && at.y < grid.height_m() - 500);
      }
      const Vec2 middle{grid.width_m() / 2, grid.height_m() / 2};
      QVERIFY(squared_distance(nodes.position_m(nodes.nearest(middle)), middle) < 40.0 * 40.0);
    }
  }

  void classesAddTheirCostToAStep() {
    Flat flat(256);
    flat.tmpl.vocabulary.biomes.resize(2);
    flat.tmpl.vocabulary.biomes[1].track_cost = 30;
    flat.where(3300, 3700, 2500, 6000, [&](size_t i) { flat.biome.code[i] = 2; });
    const TrackNetwork n = make_tracks(flat.ground(), {flat.at(2200, 3500), flat.at(4800, 3500)});
    QCOMPARE(n.tracks.size(), size_t{1});
    for (const Vec2 v : n.tracks[0].vertices_m) QVERIFY(flat.biome.code[flat.grid.cell_at(v)] == 1);
  }

  void junctionsStandApartWhereThreeWaysMeet() {
    const Flat flat(128);
    const TrackNetwork n =
        make_tracks(flat.ground(), {flat.at(3000, 3000), flat.at(4000, 4000), flat.at(5000, 3000),
                                    flat.at(4000, 2000), flat.at(4000, 5500)});
    QVERIFY(!n.junctions_m.empty());
    for (size_t i = 0; i < n.junctions_m.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        QVERIFY(squared_distance(n.junctions_m[i], n.junctions_m[j]) > 140.0 * 140.0);
  }

  void resolutionAndThreadsDoNotMoveTracksOnTheSameGround() {
    const auto tracks_at = [](int resolution, int threads) {
      const ThreadLimit limit(threads);
      const Flat flat(resolution);
      return make_tracks(flat.ground(), {flat.at(2010, 2010), flat.at(4010, 4010), flat.at(5010, 3010)});
    };
    const TrackNetwork one = tracks_at(256, 1), many = tracks_at(256, 4), fine = tracks_at(512, 2);
    QCOMPARE(one.tracks.size(), many.tracks.size());
    QCOMPARE(one.tracks.size(), fine.tracks.size());
    for (size_t t = 0; t < one.tracks.size(); ++t) {
      QVERIFY(one.tracks[t].vertices_m == many.tracks[t].vertices_m);
      QVERIFY(std::fabs(length_of(one.tracks[t]) - length_of(fine.tracks[t])) < 60);
    }
  }
};

FW_TEST(TestTracks)
#include "test_tracks.moc"
