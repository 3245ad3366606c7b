#include <algorithm>

#include "core/field/filter.h"
#include "core/measure/kpi/kpi_parts_internal.h"

namespace fw {
namespace {

constexpr double kVarietyBlock_m = 1000;
constexpr double kLeastBlock_m2 = 0.25e6;

/// Mean over blocks of the effective number of biomes, weighted by their cells.
double local_variety(const World& world) {
  const GridSpec& g = world.grid;
  const size_t biomes = world.vocabulary.biomes.size();
  const auto columns = static_cast<size_t>(g.width_m() / kVarietyBlock_m) + 1;
  const auto rows = static_cast<size_t>(g.height_m() / kVarietyBlock_m) + 1;
  std::vector<int64_t> counts(columns * rows * biomes, 0);
  for (size_t cell = 0; cell < g.cells(); ++cell) {
    if (!world.on_island(cell) || world.biome[cell] == 0) continue;
    const Vec2 p = g.centre(cell);
    const size_t block =
        static_cast<size_t>(p.y / kVarietyBlock_m) * columns + static_cast<size_t>(p.x / kVarietyBlock_m);
    ++counts[block * biomes + world.biome[cell] - 1];
  }
  double sum = 0, weight = 0;
  for (size_t block = 0; block < columns * rows; ++block) {
    const std::span<const int64_t> own(counts.data() + block * biomes, biomes);
    int64_t cells = 0;
    for (const int64_t n : own) cells += n;
    if (static_cast<double>(cells) * g.cell_area_m2() < kLeastBlock_m2) continue;
    sum += static_cast<double>(cells) * effective_number(own);
    weight += static_cast<double>(cells);
  }
  return weight > 0 ? sum / weight : kUndefined;
}

/// Interspersion and juxtaposition: entropy of the borders between pairs of biomes over its greatest value.
double interspersion(const World& world) {
  const GridSpec& g = world.grid;
  const size_t biomes = world.vocabulary.biomes.size();
  std::vector<int64_t> borders(biomes * biomes, 0);
  std::vector<uint8_t> present(biomes, 0);
  const auto code = [&](int c, int r) -> size_t {
    if (!g.contains(c, r)) return 0;
    const size_t cell = g.index(c, r);
    return world.on_island(cell) ? world.biome[cell] : 0;
  };
  for (int r = 0; r < g.rows; ++r)
    for (int c = 0; c < g.columns; ++c) {
      const size_t here = code(c, r);
      if (here == 0) continue;
      present[here - 1] = 1;
      for (const size_t there : {code(c + 1, r), code(c, r + 1)})
        if (there != 0 && there != here)
          ++borders[(std::min(here, there) - 1) * biomes + std::max(here, there) - 1];
    }
  const auto m = static_cast<double>(std::count(present.begin(), present.end(), uint8_t{1}));
  int64_t all = 0;
  for (const int64_t n : borders) all += n;
  if (m < 3 || all == 0) return kUndefined;
  return exact::log(effective_number(borders)) / exact::log(m * (m - 1) / 2);
}

double patch_km2(const World& world) {
  Raster<uint8_t> biome = world.biome;
  for (size_t cell = 0; cell < biome.size(); ++cell)
    if (!world.on_island(cell)) biome[cell] = 0;
  double sum = 0, squares = 0;
  for (const int64_t cells : list_components(biome).cells) {
    sum += static_cast<double>(cells);
    squares += static_cast<double>(cells) * static_cast<double>(cells);
  }
  return sum > 0 ? squares / sum * world.grid.cell_area_m2() / 1e6 : kUndefined;
}

}  // namespace

VarietyFigures measure_variety(const World& world) {
  return {local_variety(world), interspersion(world), patch_km2(world)};
}

}  // namespace fw
