#include "core/world/roads/road_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/field/filter.h"
#include "core/water/plan_water.h"
#include "core/world/roads/dry_ways.h"
#include "core/world/roads/road_meetings.h"

namespace fw {
namespace {

constexpr double kJunctionSpacing_m = 140;  // in an 8 km frame

/// What lies on an edge of the network.
struct EdgeUse {
  RoadClass type = RoadClass::trail;
  int traffic = 0;
  const RoadRoute* drawn = nullptr;  ///< the line by hand that it follows
  size_t part = 0;                   ///< of it: from this node of its path to the next
  int piece = -1;
};

/// How a line is drawn: ever plainer, for lines that would cross another one.
struct LineStyle {
  double smooth = 1;   ///< share of the smoothing
  bool square = true;  ///< over rivers
};
constexpr std::array<LineStyle, 4> kLineStyles{{{1, true}, {0.5, true}, {0, true}, {0, false}}};
constexpr size_t kPlainest = kLineStyles.size();  // from place to place

/// What a piece's line is drawn through.
struct Draft {
  std::vector<Vec2> places;
  bool drawn = false;  ///< by hand
  bool spur = false;   ///< the last metres to a landmark
  size_t style = 0;    ///< of kLineStyles, or kPlainest
};

using Link = std::pair<int, int>;  // nodes, lower first

Link link_of(int a, int b) {
  return a < b ? Link{a, b} : Link{b, a};
}

/// Builds pieces from routes.
class Union {
 public:
  Union(const PlacementInputs& inputs, const RoadNodes& road_nodes, const std::vector<Landmark>& landmarks,
        const RoadRoutes& laid)
      : inputs_(inputs), road_nodes_(road_nodes), landmarks_(landmarks), laid_(laid) {
    for (const RoadRoute& route : laid.routes) add(route);
    for (auto& [node, beside] : beside_) beside_of_split(node, beside);
  }

  TrackNetwork make() {
    for (const int node : splits_) {
      if (!beside_.contains(node)) continue;
      for (const int next : beside_.at(node))
        if (links_.at(link_of(node, next)).piece < 0) add_piece(node, next);
    }
    // Rings without an end or junction.
    for (const auto& [link, use] : links_)
      if (use.piece < 0) {
        splits_.insert(link.first);
        add_piece(link.first, link.second);
      }
    add_short_lines();
    add_spurs();
    keep_lines_apart();
    for (size_t p = 0; p < drafts_.size(); ++p)
      if (drafts_[p].spur) roads_.pieces[p].grade_max = steepest(roads_.pieces[p].vertices_m);
    TrackNetwork out;
    for (const RoadRoute& route : laid_.routes)
      if (route.type != RoadClass::trail) add_track(route, out);
    join_meetings(roads_);
    out.junctions_m = junctions();
    out.roads = std::move(roads_);
    out.roads.detours = laid_.detours;
    out.hand = laid_.hand;
    return out;
  }

 private:
  void add(const RoadRoute& route) {
    anchor(route.from, route.path.front());
    anchor(route.to, route.path.back());
    splits_.insert(route.path.front());
    splits_.insert(route.path.back());
    if (is_short(route)) places_.try_emplace(route.path.front(), route.line.front());
    for (size_t i = 1; i < route.path.size(); ++i) {
      const int a = route.path[i - 1], b = route.path[i];
      EdgeUse& use = links_[link_of(a, b)];
      use.type = std::min(use.type, route.type);
      ++use.traffic;
      if (!route.line.empty() && use.drawn == nullptr) {
        use.drawn = &route;
        use.part = i - 1;
        places_.try_emplace(a, route.line[route.at[i - 1]]);
        places_.try_emplace(b, route.line[route.at[i]]);
      }
      beside_[a].insert(b);
      beside_[b].insert(a);
    }
  }

  /// The first landmark at a node is where its pieces end, unless a line by hand passes it elsewhere.
  void anchor(int landmark, int node) {
    if (landmark < 0) return;
    splits_.insert(node);
    const Vec2 at = landmark_position(inputs_.map.code.grid, landmarks_[static_cast<size_t>(landmark)]);
    if (places_.try_emplace(node, at).first->second == at) anchors_.try_emplace(node, landmark);
  }

  void beside_of_split(int node, const std::set<int>& beside) {
    if (beside.size() != 2) splits_.insert(node);
    std::set<std::tuple<RoadClass, bool, int>> kinds;
    for (const int next : beside) {
      const EdgeUse& use = links_.at(link_of(node, next));
      kinds.insert({use.type, use.drawn != nullptr, use.traffic});
    }
    if (kinds.size() > 1) splits_.insert(node);
  }

  Vec2 place(int node) const {
    const auto at = places_.find(node);
    return at != places_.end() ? at->second : road_nodes_.position_m(node);
  }

  int node_index(int node) {
    const auto [at, first] = index_.try_emplace(node, static_cast<int>(roads_.nodes.size()));
    if (first) {
      const auto anchor = anchors_.find(node);
      roads_.nodes.push_back({place(node), anchor == anchors_.end() ? -1 : anchor->second, 0});
    }
    return at->second;
  }

  void add_piece(int start, int next) {
    const int id = static_cast<int>(roads_.pieces.size());
    std::vector<int> path{start, next};
    const EdgeUse first = links_.at(link_of(start, next));
    links_.at(link_of(start, next)).piece = id;
    while (!splits_.contains(path.back())) {
      const std::set<int>& beside = beside_.at(path.back());
      const int before = path[path.size() - 2];
      const int to = *beside.begin() == before ? *beside.rbegin() : *beside.begin();
      links_.at(link_of(path.back(), to)).piece = id;
      path.push_back(to);
    }
    RoadPiece piece;
    piece.type = first.type;
    piece.traffic = first.traffic;
    piece.nodes = {node_index(path.front()), node_index(path.back())};
    piece.grade_max = steepest(path);
    put(std::move(piece), {first.drawn != nullptr ? drawn_line(path) : places(path), first.drawn != nullptr});
  }

  void put(RoadPiece piece, Draft draft) {
    for (const int node : piece.nodes) ++roads_.nodes[static_cast<size_t>(node)].degree;
    roads_.pieces.push_back(std::move(piece));
    drafts_.push_back(std::move(draft));
    draw(drafts_.size() - 1);
  }

  void draw(size_t p) {
    RoadPiece& piece = roads_.pieces[p];
    piece.vertices_m = line_of(drafts_[p]);
    piece.length_m = line_length_m(piece.vertices_m);
  }

  /// Draws lines that meet off their common ends ever plainer, those of the lesser class first, until they
  /// do not or all are straight. Loops that are left go.
  void keep_lines_apart() {
    const auto may = [&](size_t p) { return !drafts_[p].drawn && drafts_[p].style < kPlainest; };
    for (;;) {
      const std::vector<LineMeeting> meetings = line_meetings(roads_.pieces);
      std::set<size_t> plainer;
      for (const LineMeeting& m : meetings) {
        const RoadClass a = roads_.pieces[m.a].type, b = roads_.pieces[m.b].type;
        if (may(m.a) && (a >= b || !may(m.b))) plainer.insert(m.a);
        if (may(m.b) && (b >= a || !may(m.a))) plainer.insert(m.b);
      }
      for (const size_t p : plainer) {
        ++drafts_[p].style;
        draw(p);
      }
      if (!plainer.empty()) continue;
      for (const LineMeeting& m : meetings)
        if (m.a == m.b && !drafts_[m.a].drawn) {
          drafts_[m.a].places = without_loops(line_of(drafts_[m.a]));
          drafts_[m.a].drawn = true;
          draw(m.a);
        }
      return;
    }
  }

  std::vector<Vec2> places(const std::vector<int>& path) const {
    std::vector<Vec2> out;
    for (const int node : path) out.push_back(place(node));
    return by_end_nodes(road_nodes_, std::move(out), road_nodes_.position_m(path.front()),
                        road_nodes_.position_m(path.back()));
  }

  std::vector<Vec2> line_of(const Draft& draft) const {
    if (draft.drawn) return draft.places;
    if (draft.style == kPlainest) return kept_dry(road_nodes_, draft.places);
    const LineStyle& style = kLineStyles[draft.style];
    std::vector<Vec2> line = smooth_road(road_nodes_, draft.places, style.smooth);
    if (inputs_.water == nullptr || !style.square || draft.spur) return line;
    return square_crossings(*inputs_.water, road_nodes_.stretch, std::move(line),
                            [this](const std::vector<Vec2>& way) { return runs_dry(road_nodes_, way); });
  }

  std::vector<Vec2> drawn_line(const std::vector<int>& path) const {
    std::vector<Vec2> out{place(path.front())};
    for (size_t i = 1; i < path.size(); ++i) {
      const EdgeUse& use = links_.at(link_of(path[i - 1], path[i]));
      const RoadRoute& of = *use.drawn;
      std::vector<Vec2> between(of.line.begin() + static_cast<std::ptrdiff_t>(of.at[use.part]) + 1,
                                of.line.begin() + static_cast<std::ptrdiff_t>(of.at[use.part + 1]));
      if (of.path[use.part] != path[i - 1]) std::reverse(between.begin(), between.end());
      out.insert(out.end(), between.begin(), between.end());
      out.push_back(place(path[i]));
    }
    return out;
  }

  double steepest(const std::vector<int>& path) const {
    double most = 0;
    for (size_t i = 1; i < path.size(); ++i) {
      const auto a = static_cast<size_t>(path[i - 1]), b = static_cast<size_t>(path[i]);
      const double rise = std::abs(static_cast<double>(road_nodes_.height_m[b]) -
                                   static_cast<double>(road_nodes_.height_m[a]));
      most = std::max(most, rise / std::sqrt(squared_distance(road_nodes_.position_m(path[i - 1]),
                                                              road_nodes_.position_m(path[i]))));
    }
    return most;
  }

  /// Of a line that leads from node to node on the ground of the plan.
  double steepest(const std::vector<Vec2>& line) const {
    const WaterPlan* plan = inputs_.island.water_plan.get();
    const Raster<float>& height_m = plan != nullptr ? plan->height_m : inputs_.island.height_m;
    const auto height_at = [&](Vec2 at) { return static_cast<double>(bilinear(height_m, at)); };
    double most = 0;
    for (size_t i = 1; i < line.size(); ++i)
      if (const double run_m = std::sqrt(squared_distance(line[i - 1], line[i])); run_m > 0)
        most = std::max(most, std::abs(height_at(line[i]) - height_at(line[i - 1])) / run_m);
    return most;
  }

  /// Of a line by hand that passes one node alone.
  static bool is_short(const RoadRoute& route) {
    return route.path.size() == 1 && !route.line.empty() && route.line.front() != route.line.back();
  }

  void add_short_lines() {
    for (const RoadRoute& route : laid_.routes) {
      if (!is_short(route)) continue;
      const auto end_at = [&](Vec2 at, int landmark) {
        const int node = route.path.front(), end = static_cast<int>(roads_.nodes.size());
        if (place(node) == at) return node_index(node);
        roads_.nodes.push_back({at, landmark, 0});
        if (landmark >= 0) spurs_.emplace(landmark, end);
        return end;
      };
      RoadPiece piece;
      piece.type = route.type;
      piece.nodes[0] = end_at(route.line.front(), route.from);
      piece.nodes[1] = end_at(route.line.back(), route.to);
      piece.grade_max = steepest(route.line);
      put(std::move(piece), {route.line, true});
    }
  }

  /// The last metres of landmarks that stand at another one's node, or beside a node of the network or of a
  /// line by hand.
  void add_spurs() {
    for (const RoadRoute& route : laid_.routes)
      for (const bool first : {true, false}) {
        const int landmark = first ? route.from : route.to;
        const int node = first ? route.path.front() : route.path.back();
        if (landmark < 0 || spurs_.contains(landmark)) continue;
        if (const auto anchor = anchors_.find(node); anchor != anchors_.end() && anchor->second == landmark)
          continue;
        const Vec2 at = landmark_position(inputs_.map.code.grid, landmarks_[static_cast<size_t>(landmark)]);
        const int end = static_cast<int>(roads_.nodes.size());
        spurs_[landmark] = end;
        roads_.nodes.push_back({at, landmark, 0});
        RoadPiece piece;
        piece.nodes = {end, node_index(node)};
        piece.type = route.type;
        piece.traffic = 0;
        for (const RoadRoute& other : laid_.routes) {
          if (other.from != landmark && other.to != landmark) continue;
          piece.type = std::min(piece.type, other.type);
          ++piece.traffic;
        }
        put(std::move(piece),
            {by_end_nodes(road_nodes_, {at, place(node)}, at, road_nodes_.position_m(node)), false, true});
      }
  }

  std::vector<Vec2> junctions() const {
    std::vector<Vec2> candidates;
    for (const RoadNode& node : roads_.nodes)
      if (node.degree >= 3) candidates.push_back(node.position_m);
    std::sort(candidates.begin(), candidates.end(),
              [](Vec2 l, Vec2 r) { return l.x != r.x ? l.x < r.x : l.y < r.y; });
    const double spacing_m = kJunctionSpacing_m * road_nodes_.stretch;
    std::vector<Vec2> kept;
    for (const Vec2 c : candidates)
      if (std::all_of(kept.begin(), kept.end(),
                      [&](Vec2 k) { return squared_distance(k, c) > spacing_m * spacing_m; }))
        kept.push_back(c);
    return kept;
  }

  /// The route's whole line, piece by piece.
  void add_track(const RoadRoute& route, TrackNetwork& out) const {
    Track track;
    track.from_point = route.from;
    track.to_point = route.to;
    std::vector<Vec2>& line = track.vertices_m;
    const auto add = [&line](Vec2 v) {
      if (line.empty() || line.back() != v) line.push_back(v);
    };
    const auto landmark_place = [&](int landmark) {
      return roads_.nodes[static_cast<size_t>(spurs_.at(landmark))].position_m;
    };
    if (spurs_.contains(route.from)) add(landmark_place(route.from));
    add(place(route.path.front()));
    for (size_t i = 1; i < route.path.size(); ++i) {
      const int id = links_.at(link_of(route.path[i - 1], route.path[i])).piece;
      if (i > 1 && links_.at(link_of(route.path[i - 2], route.path[i - 1])).piece == id) continue;
      std::vector<Vec2> part = roads_.pieces[static_cast<size_t>(id)].vertices_m;
      if (part.front() != place(route.path[i - 1])) std::reverse(part.begin(), part.end());
      for (const Vec2 v : part) add(v);
    }
    if (spurs_.contains(route.to)) add(landmark_place(route.to));
    if (!route.line.empty()) {
      line = route.line;
      out.line_ends.push_back({out.tracks.size(), route.from_pin, route.to_pin});
    }
    if (line.size() < 2) return;
    out.tracks.push_back(std::move(track));
  }

  const PlacementInputs& inputs_;
  const RoadNodes& road_nodes_;
  const std::vector<Landmark>& landmarks_;
  const RoadRoutes& laid_;
  std::map<Link, EdgeUse> links_;
  std::map<int, std::set<int>> beside_;
  std::set<int> splits_;
  std::map<int, int> anchors_;  ///< landmark by node
  std::map<int, Vec2> places_;  ///< of nodes that do not stand where the grid has them
  std::map<int, int> index_;    ///< of nodes in roads_.nodes
  std::map<int, int> spurs_;    ///< index in roads_.nodes by landmark
  Roads roads_;
  std::vector<Draft> drafts_;  ///< by piece
};

}  // namespace

TrackNetwork make_road_network(const PlacementInputs& inputs, const RoadNodes& road_nodes,
                               const std::vector<Landmark>& landmarks, const RoadRoutes& laid) {
  TrackNetwork network = Union(inputs, road_nodes, landmarks, laid).make();
  if (inputs.water != nullptr)
    network.roads.crossings =
        find_crossings(inputs.tmpl.roads, *inputs.water, road_nodes.stretch, network.roads.pieces);
  return network;
}

}  // namespace fw
