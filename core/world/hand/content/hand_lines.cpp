#include "core/world/hand/content/hand_lines.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/field/shape.h"
#include "core/world/hand/content/line_ground.h"
#include "core/world/land/hand_places.h"
#include "core/world/land/spacing.h"
#include "core/world/points/pin_places.h"
#include "core/world/tracks/tracks_internal.h"

namespace fw {
namespace {

constexpr std::string_view kTrack = "track", kRoad = "road";

/// A line drawn by hand, ready to be a track.
struct DrawnLine {
  Track track;
  std::vector<int> nodes;
  std::vector<size_t> at;  ///< by node: its place among the track's vertices
  LineEnds ends;
  bool road = false;
};

/// The nodes nearest to a line's places, each once in a row.
void find_nodes(const GridSpec& g, double spacing_m, DrawnLine& line) {
  const std::vector<Vec2>& places = line.track.vertices_m;
  for (size_t k = 0; k < places.size(); ++k) {
    const auto index = [spacing_m](double along) {
      return std::clamp(static_cast<int>(std::floor(along / spacing_m + 0.25)), 0, TrackNodes::kSide - 1);
    };
    const int node = index(g.height_m() - places[k].y) * TrackNodes::kSide + index(places[k].x);
    if (!line.nodes.empty() && line.nodes.back() == node) continue;
    line.nodes.push_back(node);
    line.at.push_back(k);
  }
  if (line.at.size() > 1) line.at.back() = places.size() - 1;
}

/// The place of a pin that a line's end names; nothing where there is none.
std::optional<Vec2> pin_place(const PlacementInputs& inputs, const std::string& id) {
  for (const PinRow& pin : inputs.tmpl.hand.pins)
    if (pin.on && pin.id == id && settle_pin(pin, inputs.island, inputs.map.code).stands)
      return Vec2{to_millimetres(pin.x_m), to_millimetres(pin.y_m)};
  return {};
}

/// Joins the end of a line to its pin; says what is missing.
std::string join_end(const PlacementInputs& inputs, const std::string& id, bool first,
                     std::vector<Vec2>& vertices) {
  if (id.empty()) return {};
  const std::optional<Vec2> at = pin_place(inputs, id);
  if (!at) return "no pin " + id + " is there, so this end is free";
  if (first && vertices.front() != *at) vertices.insert(vertices.begin(), *at);
  if (!first && vertices.back() != *at) vertices.push_back(*at);
  return {};
}

std::vector<DrawnLine> draw_lines(const PlacementInputs& inputs, HandTold& told) {
  std::vector<DrawnLine> out;
  const Hand& hand = inputs.tmpl.hand;
  const GridSpec& g = inputs.island.main.grid;
  const double spacing_m = std::max(g.width_m(), g.height_m()) / TrackNodes::kSide;
  const bool network = inputs.tmpl.roads.mode == RoadMode::network;
  const LineWaters waters = line_waters(g, inputs.water);
  for (const LineRow& row : hand.lines) {
    if (!row.on) continue;
    const auto suspend = [&](std::string why) {
      told.outcomes.push_back(suspended_row("lines", row, std::move(why)));
    };
    if (row.kind != kTrack && !(row.kind == kRoad && network)) {
      suspend(row.kind == kRoad ? "roads are drawn where roads.mode is network; here " + std::string(kTrack)
                                : "there is no kind of line " + row.kind + ", only " + std::string(kTrack));
      continue;
    }
    const Result<Shape> shape = read_shape(row.shape);
    if (!shape || shape.value().kind != Shape::Kind::lines) {
      suspend(shape ? "its shape is no line" : shape.error().message);
      continue;
    }
    std::vector<Vec2> vertices = shape.value().parts.front();
    std::string reason = join_end(inputs, row.from, true, vertices);
    const std::string other = join_end(inputs, row.to, false, vertices);
    if (!other.empty()) reason += (reason.empty() ? "" : "; ") + other;
    if (is_off_frame({Shape::Kind::lines, {vertices}}, 0, inputs.tmpl.frame)) {
      suspend(kOffFrame);
      continue;
    }
    DrawnLine line;
    line.track.from_point = line.track.to_point = -1;
    line.track.vertices_m = in_steps(vertices, spacing_m, g);
    line.road = row.kind == kRoad;
    find_nodes(g, spacing_m, line);
    line.ends.from = row.from;
    line.ends.to = row.to;
    out.push_back(std::move(line));
    tell_line(row, off_ground(vertices, inputs.island, waters), std::move(reason), told);
  }
  return out;
}

/// By natural landmark: the same one here; -1 = none of that kind stands there.
std::vector<int> same_anchors(const GridSpec& grid, const std::vector<Landmark>& natural,
                              const std::vector<Landmark>& here) {
  std::vector<int> out(natural.size(), -1);
  for (size_t n = 0; n < natural.size(); ++n)
    for (size_t k = 0; k < here.size() && out[n] < 0; ++k)
      if (natural[n].kind == here[k].kind &&
          landmark_position(grid, natural[n]) == landmark_position(grid, here[k]))
        out[n] = static_cast<int>(k);
  return out;
}

std::pair<int, int> ordered(int a, int b) {
  return a < b ? std::pair{a, b} : std::pair{b, a};
}

/// Tracks of landmarks: those that stand, then those that were searched.
class Network {
 public:
  Network(const PlacementInputs& inputs, const std::vector<Landmark>& anchors, const NaturalTracks& natural)
      : nodes_(make_track_nodes(inputs)),
        natural_nodes_(make_track_nodes(natural.inputs)),
        anchors_(track_anchors(inputs, nodes_, anchors)),
        used_(nodes_.cost.size(), 0) {}

  const TrackNodes& nodes() const { return nodes_; }

  void use(const std::vector<int>& path) {
    for (const int node : path) used_[static_cast<size_t>(node)] = 1;
  }
  /// No track between these landmarks.
  void join(int a, int b) { joined_.insert(ordered(a, b)); }

  void keep(const NaturalTracks& natural, const std::vector<int>& same) {
    for (size_t t = 0; t < natural.network.tracks.size(); ++t) {
      const Track& track = natural.network.tracks[t];
      const int a = same[static_cast<size_t>(track.from_point)],
                b = same[static_cast<size_t>(track.to_point)];
      if (a < 0 || b < 0 || !joined_.insert(ordered(a, b)).second) continue;
      const std::vector<int>& path = natural.network.paths[t];
      edges_.push_back({a, b, 0});
      paths_.push_back(stands(path) ? path : std::vector<int>{});
      use(paths_.back());
    }
  }

  /// Edges with a landmark that the natural world does not have.
  void add_edges_of(const std::vector<uint8_t>& fresh) {
    for (const TrackEdge& edge : anchors_.edges) {
      const bool at_fresh =
          fresh[static_cast<size_t>(edge.a)] != 0 || fresh[static_cast<size_t>(edge.b)] != 0;
      if (!at_fresh || !joined_.insert(ordered(edge.a, edge.b)).second) continue;
      edges_.push_back(edge);
      paths_.emplace_back();
    }
  }

  TrackNetwork search() {
    std::vector<TrackEdge> missing;
    for (size_t e = 0; e < edges_.size(); ++e)
      if (paths_[e].empty() && walkable(edges_[e])) missing.push_back(edges_[e]);
    const TrackPaths found = merged_paths(nodes_, missing, anchors_.start, used_);
    TrackNetwork out;
    for (size_t e = 0, next = 0; e < edges_.size(); ++e) {
      if (paths_[e].empty() && walkable(edges_[e])) paths_[e] = found[next++];
      if (paths_[e].empty()) continue;
      out.tracks.push_back(track_along(nodes_, anchors_, edges_[e], paths_[e]));
      out.paths.push_back(std::move(paths_[e]));
    }
    return out;
  }

 private:
  bool stands(const std::vector<int>& path) const {
    return std::all_of(path.begin(), path.end(), [&](int node) {
      const auto n = static_cast<size_t>(node);
      return nodes_.cost[n] == natural_nodes_.cost[n] && nodes_.piece[n] == natural_nodes_.piece[n];
    });
  }
  bool walkable(const TrackEdge& edge) const {
    return anchors_.start[static_cast<size_t>(edge.a)] >= 0 &&
           anchors_.start[static_cast<size_t>(edge.b)] >= 0;
  }

  TrackNodes nodes_, natural_nodes_;
  TrackAnchors anchors_;
  std::vector<uint8_t> used_;
  std::vector<TrackEdge> edges_;
  TrackPaths paths_;
  std::set<std::pair<int, int>> joined_;
};

int anchor_of(const std::vector<Landmark>& anchors, const std::string& pin) {
  for (size_t k = 0; k < anchors.size(); ++k)
    if (!pin.empty() && anchors[k].hand == pin) return static_cast<int>(k);
  return -1;
}

}  // namespace

TrackNetwork adapt_tracks(const PlacementInputs& inputs, const std::vector<Landmark>& anchors,
                          const NaturalTracks& natural) {
  Network network(inputs, anchors, natural);
  HandTold told;
  std::vector<DrawnLine> lines = draw_lines(inputs, told);
  for (DrawnLine& line : lines) {
    line.track.from_point = anchor_of(anchors, line.ends.from);
    line.track.to_point = anchor_of(anchors, line.ends.to);
    if (line.track.from_point >= 0 && line.track.to_point >= 0)
      network.join(line.track.from_point, line.track.to_point);
    network.use(line.nodes);
  }
  const std::vector<int> same = same_anchors(inputs.island.main.grid, natural.anchors, anchors);
  network.keep(natural, same);
  std::vector<uint8_t> fresh(anchors.size(), 1);
  for (const int k : same)
    if (k >= 0) fresh[static_cast<size_t>(k)] = 0;
  network.add_edges_of(fresh);
  TrackNetwork out = network.search();
  for (DrawnLine& line : lines) {
    line.ends.track = out.tracks.size();
    out.tracks.push_back(std::move(line.track));
    out.paths.push_back(std::move(line.nodes));
    out.line_ends.push_back(std::move(line.ends));
  }
  out.junctions_m = find_junctions(network.nodes(), out.paths);
  out.hand = std::move(told);
  return out;
}

RoadRoutes draw_road_lines(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks) {
  RoadRoutes out;
  for (DrawnLine& line : draw_lines(inputs, out.hand)) {
    RoadRoute route;
    route.type = line.road ? RoadClass::road : RoadClass::track;
    route.from = anchor_of(landmarks, line.ends.from);
    route.to = anchor_of(landmarks, line.ends.to);
    route.path = std::move(line.nodes);
    route.at = std::move(line.at);
    route.line = std::move(line.track.vertices_m);
    route.from_pin = std::move(line.ends.from);
    route.to_pin = std::move(line.ends.to);
    out.routes.push_back(std::move(route));
  }
  return out;
}

}  // namespace fw
