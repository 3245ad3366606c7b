#include "core/world/tracks/tracks_paths.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/geometry.h"

namespace fw {
namespace {

constexpr double kBucketsPerStep = 8;  // of the cheapest step: some nodes in each
constexpr double kUsedFactor = 0.55;
constexpr double kDiagonal = 1.4142;
constexpr double kClosed = -kInfinity;  // no way to a node is cheaper: it has been left already

// Cost of a node: docs/world.md, 6.4.
constexpr double kSlopeCost = 14;
constexpr double kSteepCost = 60;
constexpr double kSteepSlope = 0.25;

constexpr int kSide = TrackNodes::kSide;
constexpr int kStride = StepPrices::kStride;

struct Step {
  int dx, dy;
  double length;
};
constexpr std::array<Step, 8> kSteps{{{-1, -1, kDiagonal},
                                      {0, -1, 1},
                                      {1, -1, kDiagonal},
                                      {-1, 0, 1},
                                      {1, 0, 1},
                                      {-1, 1, kDiagonal},
                                      {0, 1, 1},
                                      {1, 1, kDiagonal}}};

/// Index of a node in a grid with a rim, and back.
constexpr int with_rim(int node) {
  return (node / kSide + 1) * kStride + node % kSide + 1;
}
constexpr int without_rim(int place) {
  return (place / kStride - 1) * kSide + place % kStride - 1;
}

/// What classes add to the cost, by raster code.
struct ClassCosts {
  std::array<double, kMaxBiomes + 1> biome{};
  std::array<double, kMaxBands + 1> band{};

  explicit ClassCosts(const Vocabulary& vocabulary) {
    for (size_t b = 0; b < vocabulary.biomes.size(); ++b) biome[b + 1] = vocabulary.biomes[b].track_cost;
    for (size_t b = 0; b < vocabulary.danger.size(); ++b) band[b + 1] = vocabulary.danger[b].track_cost;
  }
};

float cost_at(const PlacementInputs& inputs, const ClassCosts& classes, size_t cell) {
  const auto slope = static_cast<double>(inputs.relief.slope[cell]);
  double cost = 1 + kSlopeCost * slope + kSteepCost * std::max(0.0, slope - kSteepSlope);
  cost += classes.biome[inputs.biome.code[cell]];
  cost += classes.band[inputs.danger.band[cell]];
  return static_cast<float>(cost);
}

/// Takes the price off nodes beside a piece of a lower number.
void part_pieces(TrackNodes& nodes) {
  const std::vector<float> before = nodes.cost;
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      for (const Step& s : kSteps) {
        const int x = column + s.dx, y = row + s.dy;
        if (x < 0 || y < 0 || x >= kSide || y >= kSide) continue;
        const auto node = static_cast<size_t>(row * kSide + column),
                   beside = static_cast<size_t>(y * kSide + x);
        if (before[beside] > 0 && nodes.piece[beside] < nodes.piece[node]) nodes.cost[node] = 0;
      }
}

/// Takes the price off every node outside the largest 8-connected part of its piece of ground.
void keep_largest_parts(TrackNodes& nodes) {
  constexpr int kSea = -1, kNew = 0;
  std::vector<int> part(static_cast<size_t>(kStride) * kStride, kSea);
  for (size_t i = 0; i < nodes.cost.size(); ++i)
    if (nodes.cost[i] > 0) part[static_cast<size_t>(with_rim(static_cast<int>(i)))] = kNew;
  std::vector<size_t> size{0};     // parts count from 1
  std::array<int, 256> largest{};  // part by piece
  std::vector<int> front;
  for (size_t start = 0; start < part.size(); ++start) {
    if (part[start] != kNew) continue;
    const int id = static_cast<int>(size.size());
    front.assign(1, static_cast<int>(start));
    part[start] = id;
    for (size_t head = 0; head < front.size(); ++head)
      for (const Step& s : kSteps) {
        const int next = front[head] + s.dy * kStride + s.dx;
        if (part[static_cast<size_t>(next)] != kNew) continue;
        part[static_cast<size_t>(next)] = id;
        front.push_back(next);
      }
    size.push_back(front.size());
    int& most = largest[nodes.piece[static_cast<size_t>(without_rim(static_cast<int>(start)))]];
    if (size[static_cast<size_t>(id)] > size[static_cast<size_t>(most)]) most = id;
  }
  for (size_t i = 0; i < nodes.cost.size(); ++i)
    if (part[static_cast<size_t>(with_rim(static_cast<int>(i)))] != largest[nodes.piece[i]])
      nodes.cost[i] = 0;
}

/// Least possible cost over a distance in nodes if every node on the way cost `floor`.
double octile(int dx, int dy, double floor) {
  dx = std::abs(dx);
  dy = std::abs(dy);
  const int diagonal = std::min(dx, dy);
  return floor * (kDiagonal * diagonal + (std::max(dx, dy) - diagonal));
}

}  // namespace

int TrackNodes::nearest(Vec2 p, uint8_t on_piece) const {
  return NodeGrid::nearest(p, [&](int node) {
    return cost[static_cast<size_t>(node)] > 0 && piece[static_cast<size_t>(node)] == on_piece;
  });
}

TrackNodes make_track_nodes(const PlacementInputs& inputs) {
  const GridSpec& g = inputs.island.main.grid;
  const ClassCosts classes(inputs.tmpl.vocabulary);
  TrackNodes nodes{node_grid(g), {}, {}};
  if (inputs.water != nullptr && !inputs.water->lakes.empty()) nodes.waters = make_dry_nodes(inputs);
  nodes.cost.assign(static_cast<size_t>(kSide) * kSide, 0);
  nodes.piece.assign(nodes.cost.size(), 1);
  uint8_t pieces = 1;
  for (int node = 0; node < kSide * kSide; ++node) {
    const Vec2 at = nodes.position_m(node);
    if (at.x > g.width_m() || at.y < 0) continue;
    const size_t cell = g.cell_at(at);
    if (inputs.island.main[cell] == 0) continue;
    if (nodes.waters && nodes.waters->dry.at(2 * (node % kSide), 2 * (node / kSide)) == 0) continue;
    nodes.cost[static_cast<size_t>(node)] = cost_at(inputs, classes, cell);
    if (const uint8_t code = inputs.map.code[cell]; code != 0)
      nodes.piece[static_cast<size_t>(node)] = static_cast<uint8_t>(inputs.map.regions[code - 1u].piece);
    pieces = std::max(pieces, nodes.piece[static_cast<size_t>(node)]);
  }
  if (pieces > 1) part_pieces(nodes);
  keep_largest_parts(nodes);
  return nodes;
}

StepPrices step_prices(const TrackNodes& nodes, const std::vector<uint8_t>& used) {
  StepPrices prices;
  prices.of_node.resize(static_cast<size_t>(kStride) * kStride, kInfinity);
  prices.least = kInfinity;
  for (size_t i = 0; i < nodes.cost.size(); ++i) {
    if (nodes.cost[i] <= 0) continue;
    const double price = static_cast<double>(nodes.cost[i]) * (used[i] ? kUsedFactor : 1.0);
    prices.of_node[static_cast<size_t>(with_rim(static_cast<int>(i)))] = price;
    prices.least = std::min(prices.least, price);
  }
  return prices;
}

void PathFinder::search(const StepPrices& prices, int from, int to) {
  const int to_column = to % kStride, to_row = to / kStride;
  const double first = octile(from % kStride - to_column, from / kStride - to_row, prices.least);
  open_.start(first, prices.least / kBucketsPerStep);
  reach_[static_cast<size_t>(from)] = {0, -1, search_};
  open_.push(first, from);
  while (!open_.empty()) {
    const int node = open_.pop();
    if (node == to) return;
    Reach& here = reach_[static_cast<size_t>(node)];
    const double cost = here.cost;
    if (cost == kClosed) continue;
    here.cost = kClosed;
    const double own = prices.of_node[static_cast<size_t>(node)];
    const int dx = node % kStride - to_column, dy = node / kStride - to_row;
    for (const Step& s : kSteps) {
      const int next = node + s.dy * kStride + s.dx;
      Reach& there = reach_[static_cast<size_t>(next)];
      const double known = there.search == search_ ? there.cost : kInfinity;
      const double d = cost + 0.5 * (own + prices.of_node[static_cast<size_t>(next)]) * s.length;
      if (!(d < known)) continue;  // the only branch: most steps end here
      there = {d, node, search_};
      open_.push(d + octile(dx + s.dx, dy + s.dy, prices.least), next);
    }
  }
}

std::vector<int> PathFinder::cheapest(const StepPrices& prices, int from, int to) {
  reach_.resize(prices.of_node.size());
  ++search_;
  search(prices, with_rim(from), with_rim(to));
  std::vector<int> path;
  if (reach_[static_cast<size_t>(with_rim(to))].search != search_) return path;
  for (int place = with_rim(to); place >= 0; place = reach_[static_cast<size_t>(place)].came_from)
    path.push_back(without_rim(place));
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace fw
