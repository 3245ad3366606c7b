#include "core/world/tracks/tracks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include "core/base/parallel/lock.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/template/frame_side.h"
#include "core/world/landmarks/landmarks.h"
#include "core/world/roads/dry_ways.h"
#include "core/world/tracks/tracks_internal.h"

namespace fw {
namespace {

// In frames larger than this the same number of landmarks stands further apart, and so do nodes.
constexpr double kLongestEdge_m = 3200;
constexpr double kJunctionSpacing_m = 140;

/// As many searches as run side by side; each lends what it allocated to the next.
class Finders {
 public:
  std::vector<int> cheapest(const StepPrices& prices, int from, int to) {
    std::unique_ptr<PathFinder> finder = take();
    std::vector<int> path = finder->cheapest(prices, from, to);
    const Lock lock(mutex_);
    idle_.push_back(std::move(finder));
    return path;
  }

 private:
  std::unique_ptr<PathFinder> take() {
    const Lock lock(mutex_);
    if (idle_.empty()) return std::make_unique<PathFinder>();
    std::unique_ptr<PathFinder> finder = std::move(idle_.back());
    idle_.pop_back();
    return finder;
  }

  Mutex mutex_;
  std::vector<std::unique_ptr<PathFinder>> idle_;
};

/// The nearest anchors of one: where a pair's circle holds any, it most likely holds one of them.
std::vector<int> nearest_anchors(const std::vector<Vec2>& at, const std::vector<int>& anchors, int of) {
  constexpr size_t kNearest = 8;
  std::vector<std::pair<double, int>> nearest;
  for (const int c : anchors) {
    if (c == of) continue;
    const std::pair<double, int> here{
        squared_distance(at[static_cast<size_t>(c)], at[static_cast<size_t>(of)]), c};
    if (nearest.size() == kNearest && !(here < nearest.back())) continue;
    nearest.insert(std::upper_bound(nearest.begin(), nearest.end(), here), here);
    if (nearest.size() > kNearest) nearest.pop_back();
  }
  std::vector<int> out;
  for (const auto& [squared, c] : nearest) out.push_back(c);
  return out;
}

/// Pairs of `anchors` (indices into `at`, ascending) with no third one strictly inside the circle over the
/// pair (Gabriel and Sokal 1969), short first.
std::vector<TrackEdge> gabriel_edges(const std::vector<Vec2>& at, const std::vector<int>& anchors,
                                     double longest_m) {
  std::vector<TrackEdge> edges;
  for (const int a : anchors) {
    const std::vector<int> near = nearest_anchors(at, anchors, a);
    for (const int b : anchors) {
      if (b <= a) continue;
      const Vec2 pa = at[static_cast<size_t>(a)], pb = at[static_cast<size_t>(b)];
      const double squared = squared_distance(pa, pb);
      if (squared > longest_m * longest_m) continue;
      const auto outside = [&](int c) {
        if (c == a || c == b) return true;
        const Vec2 da = pa - at[static_cast<size_t>(c)], db = pb - at[static_cast<size_t>(c)];
        return da.x * db.x + da.y * db.y >= 0;
      };
      if (std::all_of(near.begin(), near.end(), outside) &&
          std::all_of(anchors.begin(), anchors.end(), outside))
        edges.push_back({a, b, squared});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const TrackEdge& l, const TrackEdge& r) {
    if (l.squared_m2 != r.squared_m2) return l.squared_m2 < r.squared_m2;
    return l.a != r.a ? l.a < r.a : l.b < r.b;
  });
  return edges;
}

uint8_t piece_of(const PlacementInputs& inputs, const Landmark& landmark) {
  const uint8_t code = region_of_landmark(inputs.map.code, landmark);
  return code == 0 ? 1 : static_cast<uint8_t>(inputs.map.regions[code - 1u].piece);
}

/// The anchors that join tracks and reach a node, for every piece of ground.
std::vector<std::vector<int>> anchors_by_piece(const PlacementInputs& inputs,
                                               const std::vector<Landmark>& anchors,
                                               const std::vector<int>& start) {
  std::vector<std::vector<int>> out;
  std::set<int> taken;
  for (size_t i = 0; i < anchors.size(); ++i) {
    const LandmarkRow& kind = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(anchors[i].kind)];
    if (!kind.joins_tracks || start[i] < 0) continue;
    // A pin without a natural number on the node of another landmark has that one's tracks.
    if (!taken.insert(start[i]).second && anchors[i].number < 0) continue;
    const size_t piece = piece_of(inputs, anchors[i]);
    if (out.size() < piece) out.resize(piece);
    out[piece - 1].push_back(static_cast<int>(i));
  }
  return out;
}

double stretch_of(const GridSpec& g) {
  return std::max(1.0, std::max(g.width_m(), g.height_m()) / kFrameSide_m);
}

}  // namespace

TrackAnchors track_anchors(const PlacementInputs& inputs, const TrackNodes& nodes,
                           const std::vector<Landmark>& landmarks) {
  const GridSpec& g = inputs.island.main.grid;
  TrackAnchors out;
  for (const Landmark& anchor : landmarks) {
    out.at.push_back(anchor.at_m ? *anchor.at_m : g.centre(static_cast<size_t>(anchor.cell)));
    const bool off_ground = !anchor.hand.empty() && region_of_landmark(inputs.map.code, anchor) == 0;
    const int node = off_ground ? -1 : nodes.nearest(out.at.back(), piece_of(inputs, anchor));
    const bool reached =
        node >= 0 && (!nodes.waters || dry_way(*nodes.waters, nodes.position_m(node), out.at.back()));
    out.start.push_back(reached ? node : -1);
  }
  for (const std::vector<int>& group : anchors_by_piece(inputs, landmarks, out.start))
    for (const TrackEdge& edge : gabriel_edges(out.at, group, kLongestEdge_m * stretch_of(g)))
      out.edges.push_back(edge);
  return out;
}

TrackPaths merged_paths(const TrackNodes& nodes, const std::vector<TrackEdge>& edges,
                        const std::vector<int>& start, std::vector<uint8_t> used) {
  TrackPaths paths(edges.size());
  Finders finders;
  for (int pass = 0; pass < 2; ++pass) {
    const StepPrices prices = step_prices(nodes, used);
    parallel_for(edges.size(), 1, [&](size_t e, size_t) {
      paths[e] = finders.cheapest(prices, start[static_cast<size_t>(edges[e].a)],
                                  start[static_cast<size_t>(edges[e].b)]);
    });
    for (const std::vector<int>& path : paths)
      for (const int node : path) used[static_cast<size_t>(node)] = 1;
  }
  return paths;
}

std::vector<Vec2> find_junctions(const TrackNodes& nodes, const TrackPaths& paths) {
  const double frame_m = nodes.spacing_m * TrackNodes::kSide;
  const double spacing_m = kJunctionSpacing_m * std::max(1.0, frame_m / kFrameSide_m);
  std::vector<uint16_t> neighbours(nodes.cost.size(), 0);  // a bit for each step to one of the eight round it
  const auto join = [&](int a, int b) {
    constexpr int kSide = TrackNodes::kSide;
    if (std::abs(a / kSide - b / kSide) > 1 || std::abs(a % kSide - b % kSide) > 1) return;  // off the frame
    const int step = b - a + TrackNodes::kSide + 1;  // 0, 1, 2 northwards, kSide more for each row
    neighbours[static_cast<size_t>(a)] |=
        static_cast<uint16_t>(1 << (step / TrackNodes::kSide * 3 + step % TrackNodes::kSide));
  };
  for (const std::vector<int>& path : paths)
    for (size_t i = 1; i < path.size(); ++i) {
      join(path[i - 1], path[i]);
      join(path[i], path[i - 1]);
    }
  std::vector<Vec2> candidates;
  for (size_t i = 0; i < neighbours.size(); ++i)
    if (std::popcount(neighbours[i]) >= 3) candidates.push_back(nodes.position_m(static_cast<int>(i)));
  std::sort(candidates.begin(), candidates.end(),
            [](Vec2 l, Vec2 r) { return l.x != r.x ? l.x < r.x : l.y < r.y; });
  std::vector<Vec2> kept;
  for (const Vec2 c : candidates) {
    const bool apart = std::all_of(kept.begin(), kept.end(),
                                   [&](Vec2 k) { return squared_distance(k, c) > spacing_m * spacing_m; });
    if (apart) kept.push_back(c);
  }
  return kept;
}

Track track_along(const TrackNodes& nodes, const TrackAnchors& anchors, const TrackEdge& edge,
                  const std::vector<int>& path) {
  Track track;
  track.from_point = edge.a;
  track.to_point = edge.b;
  // Ends are the landmarks themselves, not the nodes they were snapped to.
  track.vertices_m.push_back(anchors.at[static_cast<size_t>(edge.a)]);
  for (size_t i = 1; i + 1 < path.size(); ++i) track.vertices_m.push_back(nodes.position_m(path[i]));
  track.vertices_m.push_back(anchors.at[static_cast<size_t>(edge.b)]);
  if (nodes.waters) track.vertices_m = kept_dry(*nodes.waters, track.vertices_m);
  return track;
}

TrackNetwork make_tracks(const PlacementInputs& inputs, const std::vector<Landmark>& anchors) {
  const TrackNodes nodes = make_track_nodes(inputs);
  const TrackAnchors of = track_anchors(inputs, nodes, anchors);
  TrackNetwork network;
  if (of.edges.empty()) return network;
  TrackPaths paths = merged_paths(nodes, of.edges, of.start, std::vector<uint8_t>(nodes.cost.size(), 0));
  network.junctions_m = find_junctions(nodes, paths);
  for (size_t e = 0; e < of.edges.size(); ++e) {
    if (paths[e].empty()) continue;
    network.tracks.push_back(track_along(nodes, of, of.edges[e], paths[e]));
    network.paths.push_back(std::move(paths[e]));
  }
  return network;
}

Raster<float> track_distance(const GridSpec& grid, const std::vector<Track>& tracks) {
  Raster<float> out(grid, std::numeric_limits<float>::infinity());
  Mask mask(grid);
  Raster<uint32_t> vertex(grid, UINT32_MAX);
  std::vector<Vec2> vertices;
  for (const Track& track : tracks)
    for (const Vec2 v : track.vertices_m) {
      const size_t cell = grid.cell_at(v);
      if (mask[cell] != 0) continue;
      mask[cell] = 1;
      vertex[cell] = static_cast<uint32_t>(vertices.size());
      vertices.push_back(v);
    }
  if (vertices.empty()) return out;
  // The nearest vertex by cell, then its true distance: vertices sit off the cell centres.
  const Raster<uint32_t> nearest = nearest_cell(mask);
  parallel_for(static_cast<size_t>(grid.rows), 16, [&](size_t begin, size_t end) {
    for (int row = static_cast<int>(begin); row < static_cast<int>(end); ++row)
      for (int column = 0; column < grid.columns; ++column) {
        const size_t cell = grid.index(column, row);
        const Vec2 at = grid.centre(column, row);
        out[cell] = static_cast<float>(std::sqrt(squared_distance(at, vertices[vertex[nearest[cell]]])));
      }
  });
  return out;
}

}  // namespace fw
