#include "core/world/roads/road_ground.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/base/geometry.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/template/frame_side.h"
#include "core/water/plan_water.h"

namespace fw {
namespace {

/// Cells whose centre lies in the rings, even-odd.
void mark_rings(const std::vector<std::vector<Vec2>>& rings, Mask& mask) {
  const GridSpec& g = mask.grid;
  double least = g.height_m(), most = 0;
  for (const std::vector<Vec2>& ring : rings)
    for (const Vec2 p : ring) {
      least = std::min(least, p.y);
      most = std::max(most, p.y);
    }
  std::vector<double> cuts;
  for (int row = g.row_at(most); row <= g.row_at(least); ++row) {
    const double y = g.y_of(row);
    cuts.clear();
    for (const std::vector<Vec2>& ring : rings)
      for (size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        if ((ring[i].y > y) != (ring[j].y > y))
          cuts.push_back(ring[i].x + (ring[j].x - ring[i].x) * ((y - ring[i].y) / (ring[j].y - ring[i].y)));
    std::sort(cuts.begin(), cuts.end());
    for (size_t k = 0; k + 1 < cuts.size(); k += 2)
      for (int column = g.column_at(cuts[k]); column <= g.column_at(cuts[k + 1]); ++column)
        if (g.x_of(column) >= cuts[k] && g.x_of(column) <= cuts[k + 1]) mask.at(column, row) = 1;
  }
}

/// The cells of a river: those that its line passes, joined by edges, and those in its channel.
class RiverCells {
 public:
  RiverCells(const Water& water, RoadNodes& road_nodes) : water_(water), road_nodes_(road_nodes) {}

  void put_all() {
    for (const Reach& reach : water_.reaches) {
      if (reach.form == ReachForm::lake_path) continue;
      for (size_t i = 0; i < reach.vertices_m.size(); ++i) {
        const double width = static_cast<double>(reach.width_m[i]);
        if (i > 0) put_line(reach.vertices_m[i - 1], reach.vertices_m[i], reach.river, width);
        put_disc(reach.vertices_m[i], reach.river, width);
      }
    }
  }

 private:
  void put(int column, int row, int river, double width) {
    const GridSpec& g = road_nodes_.river.grid;
    if (!g.contains(column, row)) return;
    const size_t cell = g.index(column, row);
    // Where two meet, the wider one.
    if (static_cast<double>(road_nodes_.river_width[cell]) >= width && road_nodes_.river[cell] != 0) return;
    road_nodes_.river[cell] = static_cast<uint16_t>(river + 1);
    road_nodes_.river_width[cell] = static_cast<float>(width);
  }

  void put_line(Vec2 a, Vec2 b, int river, double width) {
    const GridSpec& g = road_nodes_.river.grid;
    const int steps = 1 + static_cast<int>(4 * std::sqrt(squared_distance(a, b)) / g.cell_m);
    int column = g.column_at(a.x), row = g.row_at(a.y);
    put(column, row, river, width);
    for (int s = 1; s <= steps; ++s) {
      const Vec2 at = a + (b - a) * (static_cast<double>(s) / steps);
      const int next_column = g.column_at(at.x), next_row = g.row_at(at.y);
      if (next_column != column && next_row != row) put(next_column, row, river, width);
      put(column = next_column, row = next_row, river, width);
    }
  }

  void put_disc(Vec2 at, int river, double width) {
    const GridSpec& g = road_nodes_.river.grid;
    const double radius = width / 2;
    if (radius < g.cell_m / 2) return;
    for (int row = g.row_at(at.y + radius); row <= g.row_at(at.y - radius); ++row)
      for (int column = g.column_at(at.x - radius); column <= g.column_at(at.x + radius); ++column)
        if (squared_distance(g.centre(column, row), at) <= radius * radius) put(column, row, river, width);
  }

  const Water& water_;
  RoadNodes& road_nodes_;
};

/// Fills in `land`, `dry`, `lakes`, `river` and `river_width` of a ground with its spacing: two cells a node.
void put_water(const PlacementInputs& inputs, RoadNodes& road_nodes) {
  constexpr int kCells = 2 * RoadNodes::kSide;
  const GridSpec& g = inputs.map.code.grid;
  // The frame's shorter side may end inside a cell: rows count from the north edge.
  GridSpec cells{kCells, kCells, road_nodes.spacing_m / 2};
  road_nodes.land = Mask(cells);
  road_nodes.river = Raster<uint16_t>(cells);
  road_nodes.river_width.assign(cells.cells(), 0);
  const Raster<uint8_t>& plan = inputs.island.plan;
  for (int row = 0; row < kCells; ++row)
    for (int column = 0; column < kCells; ++column) {
      const Vec2 at{(column + 0.5) * cells.cell_m, g.height_m() - (row + 0.5) * cells.cell_m};
      if (at.x > g.width_m() || at.y < 0) continue;
      road_nodes.land.at(column, row) =
          plan.size() != 0 ? plan[plan.grid.cell_at(at)] != 0 : inputs.island.main[g.cell_at(at)] != 0;
    }
  road_nodes.dry = road_nodes.land;
  if (inputs.water == nullptr) return;
  road_nodes.lakes = feature_index("lake_m", {.grid = g, .water = inputs.water});
  // Their rows lie lower by what the shorter side lacks.
  const double down_m = cells.height_m() - g.height_m();
  Water lifted = *inputs.water;
  const auto lift = [down_m](std::vector<Vec2>& line) {
    for (Vec2& p : line) p.y += down_m;
  };
  for (Reach& reach : lifted.reaches) lift(reach.vertices_m);
  Mask lakes(cells);
  for (Lake& lake : lifted.lakes) {
    for (std::vector<Vec2>& ring : lake.rings_m) lift(ring);
    mark_rings(lake.rings_m, lakes);
  }
  lakes = dilate(lakes);
  for (size_t c = 0; c < lakes.size(); ++c)
    if (lakes[c] != 0) road_nodes.dry[c] = 0;
  RiverCells(lifted, road_nodes).put_all();
}

constexpr int kSide = RoadNodes::kSide;

// Price of a level metre, and of rivers: docs/roads.md, 2.
constexpr double kSlopeCost = 1.2;
constexpr double kBiomeCost = 0.75, kBandCost = 0.75;  // of the columns track_cost

float per_metre(const PlacementInputs& inputs, size_t cell) {
  const Vocabulary& words = inputs.tmpl.vocabulary;
  double price = 1 + kSlopeCost * static_cast<double>(inputs.relief.slope[cell]);
  if (const uint8_t biome = inputs.biome.code[cell]; biome != 0)
    price += kBiomeCost * words.biomes[biome - 1u].track_cost;
  if (const uint8_t band = inputs.danger.band[cell]; band != 0)
    price += kBandCost * words.danger[band - 1u].track_cost;
  return static_cast<float>(price);
}

/// Whether cells of ground two to a node, and of no lake, lie all along a step to one of eight neighbours.
bool open_step(const RoadNodes& road_nodes, int node, int dx, int dy) {
  const int column = node % kSide, row = node / kSide;
  const int to_column = column + dx, to_row = row + dy;
  if (to_column < 0 || to_row < 0 || to_column >= kSide || to_row >= kSide) return false;
  const auto to = static_cast<size_t>(to_row * kSide + to_column);
  if (road_nodes.per_m[static_cast<size_t>(node)] <= 0 || road_nodes.per_m[to] <= 0 ||
      road_nodes.piece[to] != road_nodes.piece[static_cast<size_t>(node)])
    return false;
  return road_nodes.dry.at(2 * column + dx, 2 * row + dy) != 0;
}

/// Closes every node outside the largest joined part of its piece of ground.
void keep_largest_parts(RoadNodes& road_nodes) {
  std::vector<int> part(road_nodes.per_m.size(), -1);
  std::vector<size_t> size;
  std::array<int, 256> largest;
  largest.fill(-1);
  std::vector<int> front;
  for (int start = 0; start < kSide * kSide; ++start) {
    if (road_nodes.per_m[static_cast<size_t>(start)] <= 0 || part[static_cast<size_t>(start)] >= 0) continue;
    const int id = static_cast<int>(size.size());
    front.assign(1, start);
    part[static_cast<size_t>(start)] = id;
    for (size_t head = 0; head < front.size(); ++head)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int node = front[head], next = node + dy * kSide + dx;
          if (!open_step(road_nodes, node, dx, dy) || part[static_cast<size_t>(next)] >= 0) continue;
          part[static_cast<size_t>(next)] = id;
          front.push_back(next);
        }
    size.push_back(front.size());
    int& most = largest[road_nodes.piece[static_cast<size_t>(start)]];
    if (most < 0 || front.size() > size[static_cast<size_t>(most)]) most = id;
  }
  for (size_t i = 0; i < part.size(); ++i)
    if (part[i] != largest[road_nodes.piece[i]]) road_nodes.per_m[i] = 0;
}

/// A cell of the grid with two cells a node, relative to a step's start.
struct Offset {
  int x = 0, y = 0;
};
struct Way {
  std::array<Offset, 4> cells{};
  size_t count = 0;
};

/// The cells after the start along a step, its end included; backwards they are the same.
constexpr Way way_along(RoadStep step) {
  const int sx = step.dx < 0 ? -1 : 1, sy = step.dy < 0 ? -1 : 1;
  const int ax = step.dx * sx, ay = step.dy * sy;
  Way way;
  const int count = 2 * (ax > ay ? ax : ay);
  for (int k = 1; k <= count; ++k) {
    // Of a knight's move the shorter side goes 0, 1, 2, 2.
    const int shorter = k < 2 ? 0 : k == 2 ? 1 : 2;
    const int x = ax >= ay ? k : (ax == 0 ? 0 : shorter), y = ay >= ax ? k : (ay == 0 ? 0 : shorter);
    way.cells[way.count++] = {x * sx, y * sy};
  }
  return way;
}

constexpr std::array<Way, 8> kWays = [] {
  std::array<Way, 8> ways{};
  for (size_t s = 0; s < ways.size(); ++s) ways[s] = way_along(kRoadSteps[s]);
  return ways;
}();

/// Twice the area to the left of a -> b -> c.
constexpr int turn(Offset a, Offset b, Offset c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Steps that cross another between their ends, by that one's step.
struct Across {
  int dx = 0, dy = 0;  ///< of the start
  int step = 0;
};
const std::array<std::vector<Across>, 8>& crossing_steps() {
  static const std::array<std::vector<Across>, 8> kTable = [] {
    std::array<std::vector<Across>, 8> table;
    for (size_t s = 0; s < 8; ++s)
      for (int dy = -4; dy <= 4; ++dy)
        for (int dx = -4; dx <= 4; ++dx)
          for (int other = 0; other < 8; ++other) {
            const RoadStep& far = kRoadSteps[static_cast<size_t>(other)];
            const Offset a{0, 0}, b{kRoadSteps[s].dx, kRoadSteps[s].dy};
            const Offset c{dx, dy}, d{dx + far.dx, dy + far.dy};
            const bool parted = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
            if (parted) table[s].push_back({dx, dy, other});
          }
    return table;
  }();
  return kTable;
}

double length_in_nodes(RoadStep step) {
  return std::sqrt(static_cast<double>(step.dx * step.dx + step.dy * step.dy));
}

}  // namespace

int RoadNodes::nearest(Vec2 place, uint8_t on_piece) const {
  return NodeGrid::nearest(place, [&](int node) {
    return per_m[static_cast<size_t>(node)] > 0 && piece[static_cast<size_t>(node)] == on_piece;
  });
}

RoadNodes make_road_ground(const PlacementInputs& inputs) {
  const GridSpec& g = inputs.map.code.grid;
  RoadNodes road_nodes;
  static_cast<NodeGrid&>(road_nodes) = node_grid(g);
  road_nodes.stretch = std::max(g.width_m(), g.height_m()) / kFrameSide_m;
  put_water(inputs, road_nodes);
  const WaterPlan* plan = inputs.island.water_plan.get();
  road_nodes.height_m.assign(static_cast<size_t>(kSide) * kSide, 0);
  road_nodes.per_m.assign(road_nodes.height_m.size(), 0);
  road_nodes.slope.assign(road_nodes.height_m.size(), 0);
  road_nodes.piece.assign(road_nodes.height_m.size(), 1);
  for (int node = 0; node < kSide * kSide; ++node) {
    const Vec2 at = road_nodes.position_m(node);
    if (at.x > g.width_m() || at.y < 0) continue;
    const size_t cell = g.cell_at(at);
    if (inputs.island.main[cell] == 0 || road_nodes.dry.at(2 * (node % kSide), 2 * (node / kSide)) == 0)
      continue;
    const auto n = static_cast<size_t>(node);
    road_nodes.height_m[n] =
        plan != nullptr ? plan->height_m[plan->height_m.grid.cell_at(at)] : inputs.island.height_m[cell];
    road_nodes.per_m[n] = per_metre(inputs, cell);
    road_nodes.slope[n] = inputs.relief.slope[cell];
    if (const uint8_t code = inputs.map.code[cell]; code != 0)
      road_nodes.piece[n] = static_cast<uint8_t>(inputs.map.regions[code - 1u].piece);
  }
  keep_largest_parts(road_nodes);
  return road_nodes;
}

RoadEdge edge_between(int a, int b) {
  const int dx = b % kSide - a % kSide, dy = b / kSide - a / kSide;
  for (int s = 0; s < 8; ++s) {
    const RoadStep& step = kRoadSteps[static_cast<size_t>(s)];
    if (step.dx == dx && step.dy == dy) return {a, s};
    if (step.dx == -dx && step.dy == -dy) return {b, s};
  }
  return {a, -1};
}

int far_end(RoadEdge edge) {
  const RoadStep& step = kRoadSteps[static_cast<size_t>(edge.step)];
  return edge.node + step.dy * kSide + step.dx;
}

RoadPrices::RoadPrices(const RoadNodes& road_nodes, const RoadPricing& pricing)
    : road_nodes_(road_nodes),
      pricing_(pricing),
      price_(static_cast<size_t>(kStride) * kStride * 8, std::numeric_limits<float>::infinity()) {
  parallel_for(kSide, 16, [&](size_t begin, size_t end) {
    for (int node = static_cast<int>(begin) * kSide; node < static_cast<int>(end) * kSide; ++node)
      for (int s = 0; s < 8; ++s) set({node, s}, full({node, s}));
  });
}

void RoadPrices::set(RoadEdge edge, double price) {
  price_[static_cast<size_t>(place_of(edge.node)) * 8 + static_cast<size_t>(edge.step)] =
      static_cast<float>(price);
}

RoadPrices::Parts RoadPrices::price(RoadEdge edge) const {
  constexpr Parts kClosed{kInfinity, 0};
  constexpr double kSteep = 0.12, kSteepCost = 40, kAlongRiver = 8;
  constexpr double kEnter_m = 60, kPerWidth = 15;  // half of it on each bank
  const RoadStep& step = kRoadSteps[static_cast<size_t>(edge.step)];
  const int column = edge.node % kSide, row = edge.node / kSide;
  if (column + step.dx >= kSide || row + step.dy < 0 || row + step.dy >= kSide) return kClosed;
  const auto from = static_cast<size_t>(edge.node), to = static_cast<size_t>(far_end(edge));
  if (road_nodes_.per_m[from] <= 0 || road_nodes_.per_m[to] <= 0 ||
      road_nodes_.piece[from] != road_nodes_.piece[to])
    return kClosed;
  Parts out;
  size_t last = road_nodes_.dry.grid.index(2 * column, 2 * row);
  bool wet = road_nodes_.river[last] != 0;
  const auto bank = [&](size_t cell) {
    if (road_nodes_.river[cell] != 0)
      out.crossings += 0.5 * (kEnter_m * road_nodes_.stretch +
                              kPerWidth * static_cast<double>(road_nodes_.river_width[cell]));
  };
  const Way& way = kWays[static_cast<size_t>(edge.step)];
  for (size_t k = 0; k < way.count; ++k) {
    const size_t cell = road_nodes_.dry.grid.index(2 * column + way.cells[k].x, 2 * row + way.cells[k].y);
    if (road_nodes_.dry[cell] == 0) return kClosed;
    if (road_nodes_.river[cell] != road_nodes_.river[last]) {
      bank(last);
      bank(cell);
    }
    wet = wet && road_nodes_.river[cell] != 0;
    last = cell;
  }
  const double length_m = length_in_nodes(step) * road_nodes_.spacing_m;
  const double rise_m = std::abs(static_cast<double>(road_nodes_.height_m[to]) -
                                 static_cast<double>(road_nodes_.height_m[from]));
  const double s = rise_m / length_m, q = s / pricing_.grade;
  const double metre =
      0.5 * (static_cast<double>(road_nodes_.per_m[from]) + static_cast<double>(road_nodes_.per_m[to]));
  out.ground = length_m * (metre * (wet ? kAlongRiver : 1.0) * (1 + q * q) +
                           kSteepCost * std::max(0.0, s - kSteep) / pricing_.grade);
  return out;
}

double RoadPrices::full(RoadEdge edge) const {
  const Parts parts = price(edge);
  return parts.ground + parts.crossings;
}

void RoadPrices::build(RoadEdge edge) {
  constexpr double kBridgeReuse = 0.15;
  const Parts parts = price(edge);
  set(edge, parts.ground * pricing_.reuse + parts.crossings * kBridgeReuse);
  least_ = std::min(least_, pricing_.reuse);
  for (const Across& across : crossing_steps()[static_cast<size_t>(edge.step)]) {
    const int column = edge.node % kSide + across.dx, row = edge.node / kSide + across.dy;
    if (column >= 0 && row >= 0 && column < kSide && row < kSide)
      set({row * kSide + column, across.step}, kInfinity);
  }
}

}  // namespace fw
