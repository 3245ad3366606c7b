#include "core/world/roads/road_routes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <utility>

#include "core/base/geometry.h"
#include "core/base/parallel/parallel.h"
#include "core/world/roads/dry_ways.h"
#include "core/world/roads/road_search.h"
#include "core/world/roads/road_spanner.h"

namespace fw {
namespace {

constexpr double kOwnersFactor = 1.15;  // on the price between towns of two owners
// Grades at which a metre costs double, over that of roads.
constexpr double kTrackGrade = 4.0 / 3, kTrailGrade = 20.0 / 9;
constexpr double kTrailOff_m = 80, kTrailLength_m = 1800;  // in an 8 km frame

RoadPricing pricing_of(const RoadParams& params, double grade_factor) {
  return {.grade = params.grade * grade_factor, .reuse = params.reuse};
}

uint8_t piece_of(const PlacementInputs& inputs, const Landmark& landmark) {
  const uint8_t code = region_of_landmark(inputs.map.code, landmark);
  return code == 0 ? 1 : static_cast<uint8_t>(inputs.map.regions[code - 1u].piece);
}

/// Nodes of the landmarks that have none yet; none for those that no dry way leads to.
void find_nodes(const PlacementInputs& inputs, const RoadNodes& road_nodes,
                const std::vector<Landmark>& landmarks, RoadRoutes& laid) {
  for (size_t i = laid.node.size(); i < landmarks.size(); ++i) {
    const Landmark& l = landmarks[i];
    const Vec2 at = landmark_position(inputs.map.code.grid, l);
    const int node =
        region_of_landmark(inputs.map.code, l) == 0 ? -1 : road_nodes.nearest(at, piece_of(inputs, l));
    laid.node.push_back(node >= 0 && dry_way(road_nodes, road_nodes.position_m(node), at) ? node : -1);
  }
}

/// The landmarks known by now that are pins at the ends of drawn lines.
void find_ends(const std::vector<Landmark>& landmarks, RoadRoutes& laid) {
  for (RoadRoute& route : laid.routes)
    for (const auto& [end, pin] : {std::pair{&route.from, &route.from_pin}, {&route.to, &route.to_pin}}) {
      if (*end >= 0 || pin->empty()) continue;
      const auto at = std::ranges::find(landmarks, *pin, &Landmark::hand);
      if (at != landmarks.end()) *end = static_cast<int>(at - landmarks.begin());
    }
}

/// Calls visit(edge) for the steps of a path.
template <typename Visit>
void visit_edges(const std::vector<int>& path, const Visit& visit) {
  for (size_t i = 1; i < path.size(); ++i)
    if (const RoadEdge edge = edge_between(path[i - 1], path[i]); edge.step >= 0) visit(edge);
}

/// What is built so far: discounts in prices, and the nodes of the network.
class Works {
 public:
  Works(RoadPrices prices, RoadRoutes& laid)
      : prices_(std::move(prices)),
        on_network_(static_cast<size_t>(RoadNodes::kSide) * RoadNodes::kSide, 0),
        laid_(laid) {
    for (const RoadRoute& route : laid.routes) build(route);
  }

  void lay(RoadRoute route) {
    build(route);
    laid_.routes.push_back(std::move(route));
  }
  /// A node that ways may lead to though nothing is built there.
  void settle(int node) { on_network_[static_cast<size_t>(node)] = 1; }

  std::vector<int> between(int a, int b) { return search_.cheapest(prices_, a, b); }
  std::vector<int> to_network(int node) { return search_.to_any(prices_, node, on_network_); }

 private:
  void build(const RoadRoute& route) {
    visit_edges(route.path, [&](RoadEdge edge) { prices_.build(edge); });
    for (const int node : route.path) settle(node);
  }

  RoadPrices prices_;
  RoadSearch search_;
  std::vector<uint8_t> on_network_;
  RoadRoutes& laid_;
};

/// Towns with a node, by piece of ground.
std::vector<std::vector<int>> towns_by_piece(const PlacementInputs& inputs,
                                             const std::vector<Landmark>& landmarks,
                                             const std::vector<int>& node) {
  std::vector<std::vector<int>> out;
  for (size_t i = 0; i < landmarks.size(); ++i) {
    if (node[i] < 0 || !is_town(inputs.tmpl.vocabulary, landmarks[i])) continue;
    const size_t piece = piece_of(inputs, landmarks[i]);
    if (out.size() < piece) out.resize(piece);
    out[piece - 1].push_back(static_cast<int>(i));
  }
  return out;
}

/// What the best way between any two towns of a group costs on its own: by place in the group.
std::vector<std::vector<double>> own_prices(const RoadPrices& prices, const std::vector<int>& towns,
                                            const std::vector<int>& node) {
  std::vector<int> targets;
  for (const int town : towns) targets.push_back(node[static_cast<size_t>(town)]);
  std::vector<std::vector<double>> out(towns.size());
  parallel_for(towns.size(), 1, [&](size_t a, size_t) {
    RoadSearch search;
    out[a] =
        search.prices_to(prices, targets[a], {targets.begin(), targets.begin() + static_cast<int>(a) + 1});
  });
  for (size_t a = 0; a < out.size(); ++a)
    for (size_t b = a + 1; b < out.size(); ++b) out[a].push_back(out[b][a]);
  return out;
}

using Pair = std::pair<int, int>;
/// Pairs of landmarks that drawn lines join, lower first.
std::set<Pair> joined_by_hand(const std::vector<RoadRoute>& drawn) {
  std::set<Pair> out;
  for (const RoadRoute& line : drawn)
    if (line.from >= 0 && line.to >= 0) out.insert(std::minmax(line.from, line.to));
  return out;
}

/// The pairs of a group's towns to be joined by roads, in landmark numbers, in the order of laying.
std::vector<TownPair> pairs_to_join(const PlacementInputs& inputs, const std::vector<Landmark>& landmarks,
                                    const std::vector<int>& towns,
                                    const std::vector<std::vector<double>>& own,
                                    const std::set<Pair>& drawn) {
  std::vector<Vec2> at;
  for (const int town : towns)
    at.push_back(landmark_position(inputs.map.code.grid, landmarks[static_cast<size_t>(town)]));
  const auto owner = [&](int place) {
    const uint8_t code =
        inputs.map.code[landmarks[static_cast<size_t>(towns[static_cast<size_t>(place)])].cell];
    return inputs.map.regions[code - 1u].owner;
  };
  const auto by_hand = [&](const TownPair& pair) {
    return drawn.contains(
        std::minmax(towns[static_cast<size_t>(pair.a)], towns[static_cast<size_t>(pair.b)]));
  };
  std::vector<TownPair> pairs = town_pairs(at);
  for (TownPair& pair : pairs) {
    pair.price = own[static_cast<size_t>(pair.a)][static_cast<size_t>(pair.b)];
    if (owner(pair.a) != owner(pair.b)) pair.price *= kOwnersFactor;
    if (by_hand(pair)) pair.price = 0;
  }
  std::vector<TownPair> kept =
      greedy_spanner(static_cast<int>(towns.size()), std::move(pairs), inputs.tmpl.roads.detour);
  std::erase_if(kept, by_hand);
  for (TownPair& pair : kept) {
    pair.a = towns[static_cast<size_t>(pair.a)];
    pair.b = towns[static_cast<size_t>(pair.b)];
  }
  return kept;
}

/// The network as a graph of what walking it costs without any discount.
class Walks {
 public:
  Walks(const RoadPrices& prices, const std::vector<RoadRoute>& routes) {
    for (const RoadRoute& route : routes)
      visit_edges(route.path, [&](RoadEdge edge) {
        // Lines drawn over closed ground are walked too.
        const double full = prices.full(edge);
        const double price = full < kInfinity ? full : 10 * prices.spacing_m();
        const int a = index_of(edge.node), b = index_of(far_end(edge));
        next_[static_cast<size_t>(a)].emplace_back(b, price);
        next_[static_cast<size_t>(b)].emplace_back(a, price);
      });
  }

  /// Prices from one node to others; infinite where the network does not lead.
  std::vector<double> prices(int from, const std::vector<int>& to) const {
    std::vector<double> best(next_.size(), kInfinity);
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    if (const auto start = index_.find(from); start != index_.end()) {
      best[static_cast<size_t>(start->second)] = 0;
      open.emplace(0.0, start->second);
    }
    while (!open.empty()) {
      const auto [price, node] = open.top();
      open.pop();
      if (price > best[static_cast<size_t>(node)]) continue;
      for (const auto& [next, step] : next_[static_cast<size_t>(node)]) {
        if (price + step >= best[static_cast<size_t>(next)]) continue;
        best[static_cast<size_t>(next)] = price + step;
        open.emplace(price + step, next);
      }
    }
    std::vector<double> out;
    for (const int node : to) {
      const auto at = index_.find(node);
      out.push_back(node == from         ? 0
                    : at == index_.end() ? kInfinity
                                         : best[static_cast<size_t>(at->second)]);
    }
    return out;
  }

 private:
  int index_of(int node) {
    const auto [at, first] = index_.try_emplace(node, static_cast<int>(next_.size()));
    if (first) next_.emplace_back();
    return at->second;
  }

  std::map<int, int> index_;  ///< by node
  std::vector<std::vector<std::pair<int, double>>> next_;
};

/// Adds a group's figures; `sum` and `pairs` are those of the mean.
void measure_detours(const Walks& walks, const std::vector<int>& towns, const std::vector<int>& node,
                     const std::vector<std::vector<double>>& own, RoadDetours& out, double& sum, int& pairs) {
  std::vector<int> reached(towns.size(), 0), at;
  for (const int town : towns) at.push_back(node[static_cast<size_t>(town)]);
  for (size_t a = 0; a < towns.size(); ++a) {
    const std::vector<double> prices = walks.prices(at[a], at);
    for (size_t b = 0; b < towns.size(); ++b) {
      if (prices[b] == kInfinity) continue;
      ++reached[a];
      if (b <= a || !(own[a][b] > 0) || own[a][b] == kInfinity) continue;
      const double detour = std::max(1.0, prices[b] / own[a][b]);
      out.max = std::max(out.max, detour);
      sum += detour;
      ++pairs;
    }
  }
  // A town counts where it reaches as many as any town of its ground does.
  const int most = reached.empty() ? 0 : *std::max_element(reached.begin(), reached.end());
  out.towns += static_cast<int>(towns.size());
  for (const int count : reached)
    out.towns_reached += count == most && (most > 1 || towns.size() == 1) ? 1 : 0;
}

/// Towns that no road leads to, by node.
std::map<int, int> lone_towns(const Vocabulary& words, const std::vector<Landmark>& landmarks,
                              const RoadRoutes& laid) {
  std::map<int, int> out;
  for (size_t i = 0; i < landmarks.size(); ++i) {
    const auto town = static_cast<int>(i);
    const bool joined = std::any_of(laid.routes.begin(), laid.routes.end(), [town](const RoadRoute& route) {
      return route.from == town || route.to == town;
    });
    if (laid.node[i] >= 0 && !joined && is_town(words, landmarks[i])) out.try_emplace(laid.node[i], town);
  }
  return out;
}

bool is_town_kind(const LandmarkRow& row) {
  return row.role == LandmarkRole::seat && row.joins_tracks;
}

double nearest_vertex_m(const Roads& roads, Vec2 at) {
  double best = kInfinity;
  for (const RoadPiece& piece : roads.pieces)
    for (const Vec2 v : piece.vertices_m) best = std::min(best, squared_distance(v, at));
  return std::sqrt(best);
}

}  // namespace

bool is_town(const Vocabulary& vocabulary, const Landmark& landmark) {
  const std::vector<LandmarkRow>& rows = vocabulary.landmarks;
  const LandmarkRow& row = rows[static_cast<size_t>(landmark.kind)];
  return std::any_of(rows.begin(), rows.end(), is_town_kind) ? is_town_kind(row) : row.joins_tracks;
}

size_t kinds_before_roads(const Vocabulary& vocabulary) {
  for (size_t k = vocabulary.landmarks.size(); k > 0; --k)
    if (is_town_kind(vocabulary.landmarks[k - 1])) return k;
  return kinds_before_tracks(vocabulary);
}

RoadRoutes lay_roads(const PlacementInputs& inputs, const RoadNodes& road_nodes,
                     const std::vector<Landmark>& landmarks, RoadRoutes laid) {
  find_ends(landmarks, laid);
  const std::set<Pair> by_hand = joined_by_hand(laid.routes);
  find_nodes(inputs, road_nodes, landmarks, laid);
  const RoadPrices alone(road_nodes, pricing_of(inputs.tmpl.roads, 1));
  Works works(alone, laid);
  const std::vector<std::vector<int>> groups = towns_by_piece(inputs, landmarks, laid.node);
  std::vector<std::vector<std::vector<double>>> own;
  for (const std::vector<int>& towns : groups) {
    own.push_back(own_prices(alone, towns, laid.node));
    for (const int town : towns) works.settle(laid.node[static_cast<size_t>(town)]);
    for (const TownPair& pair : pairs_to_join(inputs, landmarks, towns, own.back(), by_hand)) {
      std::vector<int> path =
          works.between(laid.node[static_cast<size_t>(pair.a)], laid.node[static_cast<size_t>(pair.b)]);
      if (!path.empty()) works.lay({RoadClass::road, pair.a, pair.b, std::move(path)});
    }
  }
  const Walks walks(alone, laid.routes);
  double sum = 0;
  int pairs = 0;
  for (size_t g = 0; g < groups.size(); ++g)
    measure_detours(walks, groups[g], laid.node, own[g], laid.detours, sum, pairs);
  laid.detours.mean = pairs > 0 ? sum / pairs : 0;
  return laid;
}

RoadRoutes lay_tracks(const PlacementInputs& inputs, const RoadNodes& road_nodes,
                      const std::vector<Landmark>& landmarks, RoadRoutes laid) {
  const Vocabulary& words = inputs.tmpl.vocabulary;
  find_ends(landmarks, laid);
  find_nodes(inputs, road_nodes, landmarks, laid);
  Works works(RoadPrices(road_nodes, pricing_of(inputs.tmpl.roads, kTrackGrade)), laid);
  const std::map<int, int> lone = lone_towns(words, landmarks, laid);
  for (size_t i = 0; i < landmarks.size(); ++i) {
    const int node = laid.node[i];
    if (node < 0) continue;
    if (is_town(words, landmarks[i])) {
      works.settle(node);
      continue;
    }
    if (!words.landmarks[static_cast<size_t>(landmarks[i].kind)].joins_tracks) continue;
    std::vector<int> path = works.to_network(node);
    works.settle(node);  // where there was no network, it begins here
    if (path.empty()) continue;
    const auto town = lone.find(path.back());
    works.lay(
        {RoadClass::track, static_cast<int>(i), town == lone.end() ? -1 : town->second, std::move(path)});
  }
  return laid;
}

RoadRoutes lay_trails(const PlacementInputs& inputs, const RoadNodes& road_nodes,
                      const std::vector<Landmark>& landmarks, const Roads& network, RoadRoutes laid) {
  const size_t first = kinds_before_tracks(inputs.tmpl.vocabulary);
  find_ends(landmarks, laid);
  find_nodes(inputs, road_nodes, landmarks, laid);
  Works works(RoadPrices(road_nodes, pricing_of(inputs.tmpl.roads, kTrailGrade)), laid);
  for (size_t i = 0; i < landmarks.size(); ++i) {
    const int node = laid.node[i];
    if (node < 0 || static_cast<size_t>(landmarks[i].kind) < first ||
        nearest_vertex_m(network, landmark_position(inputs.map.code.grid, landmarks[i])) <=
            kTrailOff_m * road_nodes.stretch)
      continue;
    std::vector<int> path = works.to_network(node);
    if (!path.empty() && path_length_m(road_nodes, path) <= kTrailLength_m * road_nodes.stretch)
      works.lay({RoadClass::trail, static_cast<int>(i), -1, std::move(path)});
  }
  return laid;
}

}  // namespace fw
