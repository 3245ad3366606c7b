#include <array>

#include "core/field/quantile/quantile.h"
#include "core/world/fit/balance.h"
#include "core/world/land/stacks.h"
#include "core/world/layers/layers.h"

namespace fw {
namespace {

double total_quota(const std::vector<PointClass>& classes, size_t regions) {
  double total = 0;
  for (const PointClass& cls : classes)
    total += cls.quota * (cls.quota_by == QuotaBy::region ? static_cast<double>(regions) : 1.0);
  return total;
}

}  // namespace

TypeLayer make_type(const RegionMap& map, const Template& tmpl, const SeedBundle& seeds) {
  const NoiseStack& stack = tmpl.noise.type;
  const NoiseField noise =
      bind_noise(stack, derive(seeds.noise_stream(), noise_tag("type", stack.seed_of, 0, "")));
  TypeLayer layer;
  layer.field = noise_raster(noise, map.code.grid, tmpl.noise.phase);
  normalise_half(layer.field.cells);
  layer.code = Raster<uint8_t>(map.code.grid, 0);

  std::vector<uint32_t> cells;
  for (size_t i = 0; i < map.code.size(); ++i)
    if (map.code[i] != 0) cells.push_back(static_cast<uint32_t>(i));
  std::array<double, 3> shares{total_quota(tmpl.resources, map.regions.size()),
                               total_quota(tmpl.wildlife, map.regions.size()),
                               total_quota(tmpl.enemies, map.regions.size())};
  if (shares[0] + shares[1] + shares[2] <= 0) shares = {1, 1, 1};
  const std::vector<int64_t> counts = largest_remainder(shares, static_cast<int64_t>(cells.size()));
  quantile_cut(layer.field, cells, counts, layer.code);
  return layer;
}

}  // namespace fw
