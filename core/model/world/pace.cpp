#include "core/model/world/pace.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/geometry.h"

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

}  // namespace

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
