#include "core/world/layers/layers.h"

#include <algorithm>
#include <array>

#include "core/field/quantile/quantile.h"
#include "core/world/fit/balance.h"
#include "core/world/land/stacks.h"

namespace fw {
namespace {

/// How often a class's quota is asked for.
double times(QuotaBy by, const RegionMap& map) {
  int pieces = 1;
  for (const Region& region : map.regions) pieces = std::max(pieces, region.piece);
  return by == QuotaBy::region  ? static_cast<double>(map.regions.size())
         : by == QuotaBy::piece ? static_cast<double>(pieces)
                                : 1.0;
}

double total_quota(const std::vector<PointClass>& classes, const RegionMap& map) {
  double total = 0;
  for (const PointClass& cls : classes) total += cls.quota * times(cls.quota_by, map);
  return total;
}

}  // namespace

TypeLayer make_type(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  const NoiseStack& stack = tmpl.noise.type;
  const NoiseField noise = layer_noise(tmpl.vocabulary, seeds, "type", stack, 0, "");
  TypeLayer layer;
  layer.field = noise_raster(noise, map.code.grid, tmpl.noise.phase);
  normalise_half(layer.field.cells);
  layer.code = Raster<uint8_t>(map.code.grid, 0);

  std::vector<uint32_t> cells;
  for (size_t i = 0; i < map.code.size(); ++i)
    if (map.code[i] != 0) cells.push_back(static_cast<uint32_t>(i));
  std::array<double, 3> shares{total_quota(tmpl.resources, map), total_quota(tmpl.wildlife, map),
                               total_quota(tmpl.enemies, map)};
  if (shares[0] + shares[1] + shares[2] <= 0) shares = {1, 1, 1};
  const std::vector<int64_t> counts = largest_remainder(shares, static_cast<int64_t>(cells.size()));
  quantile_cut(layer.field, cells, counts, layer.code);
  return layer;
}

}  // namespace fw
