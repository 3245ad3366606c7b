#include "core/world/points/sea_ground.h"

#include <cmath>

#include "core/field/filter.h"

namespace fw {

SeaLayers extend_to_sea(const PlacementInputs& inputs) {
  SeaLayers out{inputs.map, {}, {}, {}};
  out.danger.band = inputs.danger.band;
  out.danger.calibrated = inputs.danger.calibrated;
  out.biome.code = inputs.biome.code;
  out.faction.code = inputs.faction.code;
  const GridSpec& grid = inputs.map.code.grid;
  Mask ground(grid);
  for (size_t cell = 0; cell < ground.size(); ++cell) ground[cell] = inputs.map.code[cell] != 0 ? 1 : 0;
  const Raster<uint32_t> nearest = nearest_cell(ground);
  for (size_t cell = 0; cell < ground.size(); ++cell) {
    const uint32_t from = nearest[cell];
    if (ground[cell] != 0 || inputs.island.islets[cell] != 0 || from >= ground.size()) continue;
    if (squared_distance(grid.centre(cell), grid.centre(from)) > kSeaReach_m * kSeaReach_m) continue;
    out.map.code[cell] = inputs.map.code[from];
    out.danger.band[cell] = inputs.danger.band[from];
    out.danger.calibrated[cell] = inputs.danger.calibrated[from];
    if (out.biome.code.size() > 0) out.biome.code[cell] = inputs.biome.code[from];
    out.faction.code[cell] = inputs.faction.code[from];
  }
  return out;
}

}  // namespace fw
