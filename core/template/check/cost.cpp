#include "core/template/check/feasibility.h"

namespace fw {
namespace {

// Measured, with a little to spare (tests/world/test_cost.cpp compares): the rasters of the world and of its
// stages, the scores of land cells, a blur and its field per thread.
constexpr double kFixedBytes = 15.0 * (1 << 20);
constexpr double kBytesPerCell = 60;
constexpr double kBytesPerLandCell = 135;
constexpr double kBytesPerCellAndThread = 24;
constexpr double kBytesPerCellSideBySide = 45;  // stages that run beside the longest chain
// Octaves of the fixed island stacks: coast 5, ridge warp 2 x 3, ridge 5, detail 5, region warp 2 x 3.
constexpr double kFixedOctaves = 27;
constexpr double kHeightStacks = 3;  // relief and the coast's two displacements

}  // namespace

CostEstimate estimate_cost(const Template& tmpl, int resolution, int threads) {
  const double aspect = tmpl.frame.shorter_m() / tmpl.frame.longer_m();
  const double cells = static_cast<double>(resolution) * static_cast<double>(resolution) * aspect;
  const double classes =
      static_cast<double>(tmpl.resources.size() + tmpl.wildlife.size() + tmpl.enemies.size());
  const WorldNoise& n = tmpl.noise;
  // One unsalted stack each and one per class; saliency and power are two more feature stacks.
  const double octaves = kFixedOctaves + kHeightStacks * n.height.octaves + n.danger.octaves +
                         static_cast<double>(tmpl.vocabulary.biomes.size()) * n.biome.octaves +
                         static_cast<double>(tmpl.vocabulary.factions.size()) * n.faction.octaves +
                         (classes + 1) * n.type.octaves + (classes + 3) * n.feature.octaves;
  const double per_cell = kBytesPerCell + kBytesPerLandCell * tmpl.land.fraction +
                          kBytesPerCellAndThread * threads + (threads > 1 ? kBytesPerCellSideBySide : 0);
  return {kFixedBytes + cells * per_cell, cells * octaves};
}

}  // namespace fw
