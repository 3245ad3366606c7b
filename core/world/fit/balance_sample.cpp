#include <algorithm>
#include <numeric>

#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/world/fit/balance.h"

namespace fw {
namespace {

constexpr double kSamplePitch_m = 31.25;

}  // namespace

std::vector<uint32_t> slots_of_cells(const ZoneBlocks& blocks, size_t grid_cells) {
  std::vector<uint32_t> slot_of(grid_cells, 0);
  for_each_run(blocks, [&](const ZoneBlocks::Run& run) {
    std::iota(slot_of.begin() + run.cell, slot_of.begin() + run.cell + run.count, run.slot);
  });
  return slot_of;
}

SlotSample sample_slots(const ZoneBlocks& full, const Raster<uint8_t>& zone, const RegionWeights* weights) {
  const int stride = std::max(1, static_cast<int>(kSamplePitch_m / zone.grid.cell_m + 1e-9));
  SlotSample sample{make_blocks(zone, full.zones, weights, stride), {}};
  const std::vector<uint32_t> slot_of = slots_of_cells(full, zone.size());
  for (const uint32_t cell : sample.blocks.cell) sample.slot.push_back(slot_of[cell]);
  return sample;
}

SampledBlocks sampled_blocks(const Raster<uint8_t>& zone, int zones, const RegionWeights& weights) {
  SampledBlocks out{make_blocks(zone, zones, &weights), {}};
  out.sample = sample_slots(out.blocks, zone, &weights);
  return out;
}

std::vector<Plane> sampled(const SlotSample& sample, const std::vector<Plane>& planes) {
  std::vector<Plane> out(planes.size(), Plane(sample.slot.size()));
  parallel_for(planes.size(), 1, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k)
      for (size_t i = 0; i < sample.slot.size(); ++i) out[k][i] = planes[k][sample.slot[i]];
  });
  return out;
}

ZoneCounts columns_of(const ZoneCounts& table, const std::vector<size_t>& classes) {
  ZoneCounts out;
  for (const auto& row : table) {
    out.emplace_back();
    for (const size_t k : classes) out.back().push_back(row[k]);
  }
  return out;
}

ZoneTable spread_columns(const ZoneTable& table, const std::vector<size_t>& classes, size_t count,
                         double absent) {
  ZoneTable out(table.size(), std::vector<double>(count, absent));
  for (size_t z = 0; z < table.size(); ++z)
    for (size_t i = 0; i < classes.size(); ++i) out[z][classes[i]] = table[z][i];
  return out;
}

ZoneCounts scaled_targets(const ZoneCounts& target, const ZoneBlocks& blocks) {
  ZoneCounts out;
  for (size_t z = 0; z < target.size(); ++z) {
    std::vector<double> shares(target[z].begin(), target[z].end());
    out.push_back(largest_remainder(shares, blocks.zone_cells[z]));
  }
  return out;
}

}  // namespace fw
