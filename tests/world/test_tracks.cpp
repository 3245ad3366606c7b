#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/world/content.h"
#include "core/world/tracks_paths.h"

using namespace fw;

namespace {

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

  explicit Flat(int resolution) : grid(GridSpec::square(8000, resolution)) {
    island.main = Mask(grid);
    for (size_t i = 0; i < grid.cells(); ++i) {
      const Vec2 p = grid.centre(i);
      island.main[i] = std::min(std::min(p.x, 8000 - p.x), std::min(p.y, 8000 - p.y)) > 500;
    }
    relief.slope = Raster<float>(grid);
    danger.band = Raster<uint8_t>(grid, 1);
    biome.code = Raster<uint8_t>(grid, 1);
  }
  Ground ground() const { return {tmpl, seeds, island, relief, map, danger, biome, faction}; }
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

QTEST_GUILESS_MAIN(TestTracks)
#include "test_tracks.moc"
