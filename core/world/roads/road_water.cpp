#include "core/world/roads/road_water.h"

#include <algorithm>
#include <cmath>

#include "core/field/filter.h"

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

}  // namespace

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

}  // namespace fw
