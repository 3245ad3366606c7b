#include "core/model/feasibility.h"

namespace fw {
namespace {

// Float rasters of a World besides the region weights; byte rasters of a World.
constexpr double kWorldFloats = 14;
constexpr double kWorldBytes = 6;
// Floats per cell that are alive at once in the widest stage (biomes): field, score and blur per class,
// ranks.
constexpr double kWorkingFloats = 3 * kBiomes + 12;
// Octaves of the fixed island stacks: coast 5, ridge warp 2 x 3, ridge 5, detail 5, region warp 2 x 3.
constexpr double kFixedOctaves = 27;
constexpr double kHeightStacks = 3;  // relief and the coast's two displacements

}  // namespace

CostEstimate estimate_cost(const Template& tmpl, int resolution) {
  const double cells = static_cast<double>(resolution) * static_cast<double>(resolution);
  const double regions =
      static_cast<double>(tmpl.regions.controllable) + static_cast<double>(tmpl.regions.neutral);
  const double classes =
      static_cast<double>(tmpl.resources.size() + tmpl.wildlife.size() + tmpl.enemies.size());
  const WorldNoise& n = tmpl.noise;
  // One unsalted stack each and one per class; saliency and power are two more feature stacks.
  const double octaves = kFixedOctaves + kHeightStacks * n.height.octaves + n.danger.octaves +
                         static_cast<double>(kBiomes) * n.biome.octaves +
                         static_cast<double>(kFactions) * n.faction.octaves + (classes + 1) * n.type.octaves +
                         (classes + 3) * n.feature.octaves;
  // Region weights are held twice while they are blurred.
  const double floats = kWorldFloats + kWorkingFloats + 2 * regions;
  return {cells * (kWorldBytes + 4 * floats), cells * octaves};
}

}  // namespace fw
