#include "core/model/world/pace.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/geometry.h"
#include "core/base/parallel/parallel.h"
#include "core/model/world/habitat.h"

namespace fw {
namespace {

constexpr int kSide = NodeGrid::kSide;
constexpr size_t kNodes = static_cast<size_t>(kSide) * kSide;

/// Squares that a sample of a track falls in; samples at most half a square apart, ends included.
std::vector<uint8_t> squares_of_tracks(const NodeGrid& nodes, std::span<const Track> tracks) {
  std::vector<uint8_t> out(kNodes, 0);
  for (const Track& track : tracks)
    for (size_t i = 1; i < track.vertices_m.size(); ++i) {
      const Vec2 a = track.vertices_m[i - 1], b = track.vertices_m[i];
      const double length = std::sqrt(squared_distance(a, b));
      const int steps = std::max(1, static_cast<int>(std::ceil(length / (nodes.spacing_m / 2))));
      for (int k = 0; k <= steps; ++k)
        out[static_cast<size_t>(nodes.square_at(a + (b - a) * (static_cast<double>(k) / steps)))] = 1;
    }
  return out;
}

/// Central differences between nodes.
double slope_at(const NodeGrid& nodes, const std::vector<double>& height, int column, int row) {
  const int w = std::max(column - 1, 0), e = std::min(column + 1, kSide - 1);
  const int n = std::max(row - 1, 0), s = std::min(row + 1, kSide - 1);
  const auto at = [&](int c, int r) { return height[static_cast<size_t>(r * kSide + c)]; };
  const double gx = (at(e, row) - at(w, row)) / ((e - w) * nodes.spacing_m);
  const double gy = (at(column, s) - at(column, n)) / ((s - n) * nodes.spacing_m);
  return std::sqrt(gx * gx + gy * gy);
}

/// Cells of a line, 4-connected: where it steps to a diagonal neighbour, one of the two beside it too.
template <typename Visit>
void visit_line(const GridSpec& grid, const std::vector<Vec2>& line, bool closed, const Visit& visit) {
  size_t before = grid.cells();
  const size_t pieces = line.size() < 2 ? 0 : line.size() - (closed ? 0 : 1);
  for (size_t i = 0; i < pieces; ++i) {
    const Vec2 a = line[i], b = line[(i + 1) % line.size()];
    const double length = std::sqrt(squared_distance(a, b));
    const int steps = std::max(1, static_cast<int>(std::ceil(length / (grid.cell_m / 2))));
    for (int k = 0; k <= steps; ++k) {
      const size_t cell = grid.cell_at(a + (b - a) * (static_cast<double>(k) / steps));
      if (cell == before) continue;
      if (before != grid.cells() && grid.column_of(cell) != grid.column_of(before) &&
          grid.row_of(cell) != grid.row_of(before))
        visit(grid.index(grid.column_of(cell), grid.row_of(before)));
      visit(cell);
      before = cell;
    }
  }
}

/// Calls visit(cell) for the cells whose centres lie within the radius.
template <typename Visit>
void visit_disc(const GridSpec& grid, Vec2 centre, double radius_m, const Visit& visit) {
  const int west = grid.column_at(centre.x - radius_m), east = grid.column_at(centre.x + radius_m);
  const int north = grid.row_at(centre.y + radius_m), south = grid.row_at(centre.y - radius_m);
  for (int row = north; row <= south; ++row)
    for (int column = west; column <= east; ++column)
      if (squared_distance(grid.centre(column, row), centre) <= radius_m * radius_m)
        visit(grid.index(column, row));
}

constexpr double kPassage_cells = 1.5;  // that bridges, fords and gates are open beyond their width

/// Cells that cost play.wade.
Mask waded_cells(const World& world) {
  const GridSpec& grid = world.grid;
  Mask river(grid), wall(grid);
  for (size_t i = 0; i < world.water.size(); ++i) river[i] = is_river(world.water[i]) ? 1 : 0;
  const double passage_m = kPassage_cells * grid.cell_m;
  for (const Crossing& crossing : world.roads.crossings)
    visit_disc(grid, crossing.position_m, crossing.span_m / 2 + passage_m,
               [&](size_t cell) { river[cell] = 0; });
  for (const Footprint& plan : world.footprints) {
    visit_line(grid, plan.outline_m, true, [&](size_t cell) { wall[cell] = 1; });
  }
  for (const Footprint& plan : world.footprints)
    for (const Gate& gate : plan.gates)
      visit_disc(grid, gate.position_m, passage_m, [&](size_t cell) { wall[cell] = 0; });
  for (size_t i = 0; i < wall.size(); ++i) wall[i] |= river[i];
  return wall;
}

/// Central differences between cells; the sea is level.
double cell_slope(const World& world, int column, int row) {
  const GridSpec& grid = world.grid;
  const auto at = [&](int c, int r) {
    const size_t cell = grid.index(c, r);
    return world.on_island(cell) ? static_cast<double>(world.height_m[cell]) : 0.0;
  };
  const int w = std::max(column - 1, 0), e = std::min(column + 1, grid.columns - 1);
  const int n = std::max(row - 1, 0), s = std::min(row + 1, grid.rows - 1);
  const double gx = e > w ? (at(e, row) - at(w, row)) / ((e - w) * grid.cell_m) : 0;
  const double gy = s > n ? (at(column, s) - at(column, n)) / ((s - n) * grid.cell_m) : 0;
  return std::sqrt(gx * gx + gy * gy);
}

}  // namespace

FootPaces foot_paces(const World& world, const PlayParams& play) {
  const GridSpec& grid = world.grid;
  const PaceRules rules = pace_rules(play);
  std::array<uint8_t, kMaxBiomes + 1> rough{};  // by raster code
  for (size_t k = 0; k < world.vocabulary.biomes.size(); ++k)
    rough[k + 1] = world.vocabulary.biomes[k].track_cost > 0;
  Mask way(grid);
  for (const Track& track : world.tracks)
    visit_line(grid, track.vertices_m, false, [&](size_t cell) { way[cell] = 1; });
  const Mask waded = waded_cells(world);
  FootPaces out{Raster<float>(grid), Raster<uint8_t>(grid)};
  parallel_for(static_cast<size_t>(grid.rows), 16, [&](size_t first, size_t end) {
    for (auto row = static_cast<int>(first); row < static_cast<int>(end); ++row)
      for (int column = 0; column < grid.columns; ++column) {
        const size_t cell = grid.index(column, row);
        if (!is_open(world, cell)) continue;
        const double slope = cell_slope(world, column, row);
        if (slope > kClosedSlope && way[cell] == 0) continue;
        const double pace = level_metres(rules, slope, rough[world.biome[cell]] != 0, way[cell] != 0);
        out.pace[cell] = static_cast<float>(waded[cell] != 0 ? pace * play.wade : pace);
        out.ground[cell] = static_cast<uint8_t>(waded[cell] != 0 ? FootGround::wade
                                                : way[cell] != 0 ? FootGround::way
                                                                 : FootGround::open);
      }
  });
  return out;
}

PaceRules pace_rules(const PlayParams& play) {
  return {play.slope, play.slope_cap, play.rough, play.track};
}

double level_metres(const PaceRules& rules, double slope, bool rough, bool on_track) {
  return exact::exp(rules.slope * std::min(slope, rules.slope_cap)) * (rough ? rules.rough : 1) *
         (on_track ? rules.track : 1);
}

PaceGround pace_ground(const World& world) {
  return {world.height_m, world.region, world.biome, world.water, world.tracks};
}

size_t node_cell(const NodeGrid& nodes, const GridSpec& grid, int node) {
  const Vec2 at = nodes.position_m(node);
  return at.x >= grid.width_m() || at.y < 0 ? grid.cells() : grid.cell_at(at);
}

std::vector<double> node_paces(const NodeGrid& nodes, const PaceGround& ground, const Vocabulary& vocabulary,
                               const PaceRules& rules) {
  constexpr auto kLake = static_cast<uint8_t>(WaterCode::lake);
  const GridSpec& grid = ground.region.grid;
  std::vector<double> height(kNodes, 0);  // the sea is level
  std::vector<size_t> cell(kNodes, grid.cells());
  for (size_t i = 0; i < kNodes; ++i) {
    const size_t c = node_cell(nodes, grid, static_cast<int>(i));
    if (c == grid.cells() || ground.region[c] == 0) continue;
    height[i] = static_cast<double>(ground.height_m[c]);
    if (ground.water.size() == 0 || ground.water[c] != kLake) cell[i] = c;
  }
  std::array<uint8_t, kMaxBiomes + 1> rough{};  // by raster code
  for (size_t k = 0; k < vocabulary.biomes.size(); ++k) rough[k + 1] = vocabulary.biomes[k].track_cost > 0;
  const std::vector<uint8_t> on_track = squares_of_tracks(nodes, ground.tracks);
  std::vector<double> out(kNodes, 0);
  for (size_t i = 0; i < kNodes; ++i) {
    if (cell[i] == grid.cells()) continue;
    const double slope = slope_at(nodes, height, static_cast<int>(i) % kSide, static_cast<int>(i) / kSide);
    out[i] = level_metres(rules, slope, rough[ground.biome[cell[i]]] != 0, on_track[i] != 0);
  }
  return out;
}

}  // namespace fw
