#include "core/world/tracks_paths.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "core/world/island_outline.h"

namespace fw {
namespace {

constexpr double kBucketsPerStep = 4;  // of the cheapest step: some tens of nodes in each
constexpr double kUsedFactor = 0.55;
constexpr double kDiagonal = 1.4142;

constexpr double kSlopeCost = 14;
constexpr double kSteepCost = 60;
constexpr double kSteepSlope = 0.25;
constexpr double kWetCost = 1.2;
constexpr double kSnowCost = 1.0;
constexpr double kBlackCost = 0.35;

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

constexpr int kSide = TrackNodes::kSide;

bool inside(int column, int row) {
  return column >= 0 && row >= 0 && column < kSide && row < kSide;
}

float cost_at(const Ground& ground, size_t cell) {
  const auto slope = static_cast<double>(ground.relief.slope[cell]);
  double cost = 1 + kSlopeCost * slope + kSteepCost * std::max(0.0, slope - kSteepSlope);
  if (ground.biome.code[cell] == static_cast<int>(Biome::wetland) + 1) cost += kWetCost;
  if (ground.biome.code[cell] == static_cast<int>(Biome::snow) + 1) cost += kSnowCost;
  if (ground.danger.band[cell] == static_cast<int>(Danger::black) + 1) cost += kBlackCost;
  return static_cast<float>(cost);
}

/// Takes the price off every node outside the largest 8-connected piece.
void keep_largest_piece(std::vector<float>& cost) {
  std::vector<int> piece(cost.size(), -1);
  std::vector<int> size;
  std::vector<int> front;
  for (size_t start = 0; start < cost.size(); ++start) {
    if (cost[start] <= 0 || piece[start] >= 0) continue;
    const int id = static_cast<int>(size.size());
    front.assign(1, static_cast<int>(start));
    piece[start] = id;
    for (size_t head = 0; head < front.size(); ++head)
      for (const Step& s : kSteps) {
        const int column = front[head] % kSide + s.dx, row = front[head] / kSide + s.dy;
        if (!inside(column, row)) continue;
        const auto next = static_cast<size_t>(row * kSide + column);
        if (cost[next] <= 0 || piece[next] >= 0) continue;
        piece[next] = id;
        front.push_back(static_cast<int>(next));
      }
    size.push_back(static_cast<int>(front.size()));
  }
  const auto largest = static_cast<int>(std::max_element(size.begin(), size.end()) - size.begin());
  for (size_t i = 0; i < cost.size(); ++i)
    if (piece[i] != largest) cost[i] = 0;
}

/// Least possible cost between two nodes if every node on the way cost `floor`.
double octile(int a, int b, double floor) {
  const int dx = std::abs(a % kSide - b % kSide), dy = std::abs(a / kSide - b / kSide);
  const int diagonal = std::min(dx, dy);
  return floor * (kDiagonal * diagonal + (std::max(dx, dy) - diagonal));
}

}  // namespace

int TrackNodes::nearest(Vec2 p) const {
  int best = -1;
  double least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < cost.size(); ++i) {
    if (cost[i] <= 0) continue;
    const double d = squared_distance(position_m[i], p);
    if (d < least) {
      least = d;
      best = static_cast<int>(i);
    }
  }
  return best;
}

TrackNodes make_track_nodes(const Ground& ground) {
  const GridSpec& g = ground.island.main.grid;
  const double plan_cell = g.width_m() / kPlanResolution;
  TrackNodes nodes;
  nodes.spacing_m = g.width_m() / kSide;
  nodes.cost.assign(static_cast<size_t>(kSide) * kSide, 0);
  nodes.position_m.resize(nodes.cost.size());
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column) {
      const auto i = static_cast<size_t>(row * kSide + column);
      const Vec2 p{(2 * column + 0.5) * plan_cell, g.height_m() - (2 * row + 0.5) * plan_cell};
      const size_t cell = g.cell_at(p);
      nodes.position_m[i] = p;
      if (ground.island.main[cell]) nodes.cost[i] = cost_at(ground, cell);
    }
  keep_largest_piece(nodes.cost);
  return nodes;
}

StepPrices step_prices(const TrackNodes& nodes, const std::vector<uint8_t>& used) {
  StepPrices prices;
  prices.of_node.resize(nodes.cost.size());
  prices.least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < nodes.cost.size(); ++i) {
    const double price = static_cast<double>(nodes.cost[i]) * (used[i] ? kUsedFactor : 1.0);
    prices.of_node[i] = price;
    if (price > 0) prices.least = std::min(prices.least, price);
  }
  return prices;
}

void OpenNodes::start(double least, double width) {
  for (size_t i = current_; i < buckets_.size(); ++i) buckets_[i].clear();
  nearest_.clear();
  current_ = 0;
  size_ = 0;
  least_ = least;
  per_width_ = 1 / width;
}

void OpenNodes::push(Entry entry) {
  ++size_;
  const auto bucket = static_cast<size_t>(std::max(0.0, (entry.first - least_) * per_width_));
  if (bucket <= current_) {
    nearest_.push_back(entry);
    std::push_heap(nearest_.begin(), nearest_.end(), std::greater<>());
    return;
  }
  if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
  buckets_[bucket].push_back(entry);
}

OpenNodes::Entry OpenNodes::pop() {
  while (nearest_.empty()) {
    nearest_.swap(buckets_[++current_]);
    std::make_heap(nearest_.begin(), nearest_.end(), std::greater<>());
  }
  --size_;
  std::pop_heap(nearest_.begin(), nearest_.end(), std::greater<>());
  const Entry first = nearest_.back();
  nearest_.pop_back();
  return first;
}

void PathFinder::search(const StepPrices& prices, int from, int to) {
  const double first = octile(from, to, prices.least);
  open_.start(first, prices.least / kBucketsPerStep);
  reach_[static_cast<size_t>(from)].cost = 0;
  touched_.push_back(from);
  open_.push({first, from});
  while (!open_.empty()) {
    const int node = open_.pop().second;
    if (node == to) return;
    Reach& here = reach_[static_cast<size_t>(node)];
    if (here.closed) continue;
    here.closed = true;
    const double own = prices.of_node[static_cast<size_t>(node)];
    const int node_column = node % kSide, node_row = node / kSide;
    for (const Step& s : kSteps) {
      if (!inside(node_column + s.dx, node_row + s.dy)) continue;
      const int next = node + s.dy * kSide + s.dx;
      const double price = prices.of_node[static_cast<size_t>(next)];
      Reach& there = reach_[static_cast<size_t>(next)];
      if (price <= 0 || there.closed) continue;
      const double d = here.cost + 0.5 * (own + price) * s.length;
      if (d >= there.cost) continue;
      if (there.came_from < 0) touched_.push_back(next);
      there.cost = d;
      there.came_from = node;
      open_.push({d + octile(next, to, prices.least), next});
    }
  }
}

std::vector<int> PathFinder::cheapest(const StepPrices& prices, int from, int to) {
  reach_.resize(prices.of_node.size());
  for (const int node : touched_) reach_[static_cast<size_t>(node)] = {};
  touched_.clear();
  search(prices, from, to);
  std::vector<int> path;
  if (from != to && reach_[static_cast<size_t>(to)].came_from < 0) return path;
  for (int node = to; node >= 0; node = reach_[static_cast<size_t>(node)].came_from) path.push_back(node);
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<int> cheapest_path(const StepPrices& prices, int from, int to) {
  return PathFinder().cheapest(prices, from, to);
}

}  // namespace fw
