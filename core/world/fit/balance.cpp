#include "core/world/fit/balance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/world/fit/block_lanes.h"
#include "core/world/land/cell_noise.h"

namespace fw {
namespace {

constexpr size_t kGrain = 32;  // blocks per piece
constexpr float kNegligibleWeight =
    5e-4F;  // weights below this everywhere in a block are left out and the rest rescaled

void add_entries(ZoneBlocks& out, ZoneBlocks::Block& block, size_t b, const RegionWeightReader& weights) {
  block.first_entry = out.entry_zone.size();
  std::vector<float> of_zone(static_cast<size_t>(out.zones) * kBlock);
  weights.read(std::span(out.cell).subspan(b * kBlock, kBlock), of_zone);
  std::array<float, kBlock> total{};
  for (int zone = 0; zone < out.zones; ++zone) {
    const std::span row = std::span(of_zone).subspan(static_cast<size_t>(zone) * kBlock, kBlock);
    if (*std::max_element(row.begin(), row.end()) < kNegligibleWeight && zone != block.zone) continue;
    out.entry_zone.push_back(zone);
    for (size_t j = 0; j < kBlock; ++j) total[j] += row[j];
  }
  block.entries = out.entry_zone.size() - block.first_entry;
  out.entry_weight.resize(out.entry_zone.size() * kBlock);
  for (size_t e = 0; e < block.entries; ++e) {
    const int zone = out.entry_zone[block.first_entry + e];
    const float* row = of_zone.data() + static_cast<size_t>(zone) * kBlock;
    for (size_t j = 0; j < kBlock; ++j)
      out.entry_weight[ZoneBlocks::weight_index(block, e, j)] =
          total[j] > 0 ? row[j] / total[j] : (zone == block.zone ? 1.0F : 0.0F);
  }
}

void add_whole_entry(ZoneBlocks& out, ZoneBlocks::Block& block) {
  block.first_entry = out.entry_zone.size();
  block.entries = 1;
  out.entry_zone.push_back(block.zone);
  out.entry_weight.insert(out.entry_weight.end(), kBlock, 1.0F);
}

/// The blocks of one zone alone, from its cells in ascending order.
ZoneBlocks blocks_of_zone(const std::vector<uint32_t>& list, size_t zone, int zones,
                          const RegionWeightReader* weights) {
  ZoneBlocks out;
  out.zones = zones;
  out.zone_cells.push_back(static_cast<int64_t>(list.size()));
  for (size_t begin = 0; begin < list.size(); begin += kBlock) {
    const size_t end = std::min(list.size(), begin + kBlock);
    out.cell.insert(out.cell.end(), list.begin() + static_cast<ptrdiff_t>(begin),
                    list.begin() + static_cast<ptrdiff_t>(end));
    out.cell.insert(out.cell.end(), kBlock - (end - begin), list[end - 1]);
    ZoneBlocks::Block block;
    block.zone = static_cast<int>(zone);
    block.count = static_cast<int>(end - begin);
    if (weights != nullptr)
      add_entries(out, block, out.blocks.size(), *weights);
    else
      add_whole_entry(out, block);
    out.blocks.push_back(block);
  }
  return out;
}

void append_blocks(const ZoneBlocks& part, ZoneBlocks& out) {
  const size_t entries = out.entry_zone.size();
  for (ZoneBlocks::Block block : part.blocks) {
    block.first_entry += entries;
    out.blocks.push_back(block);
  }
  out.cell.insert(out.cell.end(), part.cell.begin(), part.cell.end());
  out.entry_zone.insert(out.entry_zone.end(), part.entry_zone.begin(), part.entry_zone.end());
  out.entry_weight.insert(out.entry_weight.end(), part.entry_weight.begin(), part.entry_weight.end());
  out.zone_cells.insert(out.zone_cells.end(), part.zone_cells.begin(), part.zone_cells.end());
}

std::vector<ZoneBlocks::Run> runs_of(const ZoneBlocks& blocks) {
  std::vector<ZoneBlocks::Run> runs;
  for (size_t b = 0; b < blocks.blocks.size(); ++b)
    for (size_t i = b * kBlock; i < b * kBlock + static_cast<size_t>(blocks.blocks[b].count); ++i) {
      const bool goes_on = !runs.empty() && runs.back().slot + runs.back().count == i &&
                           runs.back().cell + runs.back().count == blocks.cell[i];
      if (!goes_on) runs.push_back({static_cast<uint32_t>(i), blocks.cell[i], 0});
      ++runs.back().count;
    }
  return runs;
}

/// Gives the slots that hold no cell the value of the last one before them.
void repeat_last_cells(const ZoneBlocks& blocks, Plane& plane) {
  for (size_t b = 0; b < blocks.blocks.size(); ++b) {
    const size_t end = b * kBlock + static_cast<size_t>(blocks.blocks[b].count);
    for (size_t i = end; i < (b + 1) * kBlock; ++i) plane[i] = plane[end - 1];
  }
}

/// The sums over one piece of the blocks of kPlanes planes, and the squares of every block. Each sum has one
/// order; side by side their additions need not wait for each other.
template <size_t kPlanes>
void add_piece(const ZoneBlocks& blocks, size_t begin, size_t end, const Plane* planes, double* sum,
               std::vector<double>* square_of_block) {
  std::array<double, kPlanes> total{};
  for (size_t b = begin; b < end; ++b) {
    std::array<double, kPlanes> square{};
    for (size_t i = b * kBlock; i < b * kBlock + static_cast<size_t>(blocks.blocks[b].count); ++i)
      for (size_t p = 0; p < kPlanes; ++p) {
        const double v = planes[p][i];
        total[p] += v;
        square[p] += v * v;
      }
    for (size_t p = 0; p < kPlanes; ++p) square_of_block[p][b] = square[p];
  }
  for (size_t p = 0; p < kPlanes; ++p) sum[p] = total[p];
}

}  // namespace

int64_t ZoneBlocks::cells() const {
  int64_t total = 0;
  for (const int64_t n : zone_cells) total += n;
  return total;
}

ZoneBlocks make_blocks(const Raster<uint8_t>& zone, int zones, const RegionWeights* weights, int stride) {
  std::vector<std::vector<uint32_t>> members(static_cast<size_t>(zones));
  for (int row = 0; row < zone.grid.rows; row += stride)
    for (int column = 0; column < zone.grid.columns; column += stride) {
      const size_t cell = zone.grid.index(column, row);
      if (zone[cell] >= 1 && zone[cell] <= zones)
        members[zone[cell] - 1u].push_back(static_cast<uint32_t>(cell));
    }
  std::optional<RegionWeightReader> reader;
  if (weights != nullptr) reader.emplace(*weights, zone);
  std::vector<ZoneBlocks> of_zone(static_cast<size_t>(zones));
  parallel_for(of_zone.size(), 1, [&](size_t begin, size_t end) {
    for (size_t z = begin; z < end; ++z)
      of_zone[z] = blocks_of_zone(members[z], z, zones, reader ? &*reader : nullptr);
  });
  ZoneBlocks out;
  out.zones = zones;
  size_t block_count = 0, entry_count = 0;
  for (const ZoneBlocks& part : of_zone) {
    block_count += part.blocks.size();
    entry_count += part.entry_zone.size();
  }
  out.blocks.reserve(block_count);
  out.cell.reserve(block_count * kBlock);
  out.entry_zone.reserve(entry_count);
  out.entry_weight.reserve(entry_count * kBlock);
  for (const ZoneBlocks& part : of_zone) append_blocks(part, out);
  out.runs = runs_of(out);
  return out;
}

Plane gather(const ZoneBlocks& blocks, const Raster<float>& values) {
  Plane out(blocks.slot_count());
  for_each_run(blocks, [&](const ZoneBlocks::Run& run) {
    std::copy_n(values.cells.data() + run.cell, run.count, out.data() + run.slot);
  });
  repeat_last_cells(blocks, out);
  return out;
}

Plane gather_noise(const ZoneBlocks& blocks, const NoiseField& field, const GridSpec& grid, double phase) {
  Plane out(blocks.slot_count());
  noise_at_cells(field, grid, phase, blocks.cell, out);
  return out;
}

Raster<uint8_t> scatter_codes(const ZoneBlocks& blocks, const std::vector<uint8_t>& values,
                              const GridSpec& grid) {
  Raster<uint8_t> out(grid, 0);
  for_each_run(blocks, [&](const ZoneBlocks::Run& run) {
    for (uint32_t i = 0; i < run.count; ++i)
      out[run.cell + i] = static_cast<uint8_t>(values[run.slot + i] + 1);
  });
  return out;
}

Raster<float> scatter(const ZoneBlocks& blocks, const Plane& values, const GridSpec& grid) {
  Raster<float> out(grid, 0.0F);
  for_each_run(blocks, [&](const ZoneBlocks::Run& run) {
    std::copy_n(values.data() + run.slot, run.count, out.cells.data() + run.cell);
  });
  return out;
}

JointMoments joint_moments(const ZoneBlocks& blocks, const std::vector<Plane>& planes) {
  constexpr size_t kTogether = 4;
  const size_t count = blocks.blocks.size();
  std::vector<std::vector<double>> square_of_block(planes.size(), std::vector<double>(count));
  std::vector<double> sum_of_piece((count + kGrain - 1) / kGrain * planes.size());
  parallel_for(count, kGrain, [&](size_t begin, size_t end) {
    double* sum = sum_of_piece.data() + begin / kGrain * planes.size();
    size_t p = 0;
    for (; p + kTogether <= planes.size(); p += kTogether)
      add_piece<kTogether>(blocks, begin, end, &planes[p], sum + p, &square_of_block[p]);
    for (; p < planes.size(); ++p) add_piece<1>(blocks, begin, end, &planes[p], sum + p, &square_of_block[p]);
  });
  double total = 0;
  double squares = 0;
  for (size_t p = 0; p < planes.size(); ++p) {
    double of_plane = 0;
    for (size_t i = p; i < sum_of_piece.size(); i += planes.size()) of_plane += sum_of_piece[i];
    total += of_plane;
    for (const double s : square_of_block[p]) squares += s;
  }
  const double n = static_cast<double>(blocks.cells()) * static_cast<double>(planes.size());
  if (n <= 0) return {0, 1};
  const double mean = total / n;
  const double variance = std::max(squares / n - mean * mean, 0.0);
  return {mean, variance > 1e-18 ? std::sqrt(variance) : 1.0};
}

FW_VECTOR_CLONES float largest_magnitude(const Plane& plane) {
  int32_t largest = 0;  // the bits of positive floats order like the floats
  for (const float v : plane) largest = std::max(largest, std::bit_cast<int32_t>(v) & 0x7FFFFFFF);
  return std::bit_cast<float>(largest);
}

std::vector<double> zone_means(const ZoneBlocks& blocks, const Plane& plane) {
  constexpr size_t kTogether = 4;  // blocks: a sum of one order waits for each of its additions
  std::vector<double> of_block(blocks.blocks.size() + kTogether, 0.0);
  for (size_t b = 0; b < blocks.blocks.size(); b += kTogether) {
    const size_t whole = std::min(kTogether, blocks.blocks.size() - b);
    std::array<double, kTogether> s{};
    if (whole == kTogether && std::all_of(&blocks.blocks[b], &blocks.blocks[b] + whole,
                                          [](const ZoneBlocks::Block& x) { return x.count == kBlock; })) {
      for (size_t j = 0; j < kBlock; ++j)
        for (size_t t = 0; t < kTogether; ++t) s[t] += plane[(b + t) * kBlock + j];
    } else {
      for (size_t t = 0; t < whole; ++t)
        for (int j = 0; j < blocks.blocks[b + t].count; ++j)
          s[t] += plane[(b + t) * kBlock + static_cast<size_t>(j)];
    }
    std::copy(s.begin(), s.end(), of_block.begin() + static_cast<ptrdiff_t>(b));
  }
  std::vector<double> sum(static_cast<size_t>(blocks.zones), 0.0);
  for (size_t b = 0; b < blocks.blocks.size(); ++b)
    sum[static_cast<size_t>(blocks.blocks[b].zone)] += of_block[b];
  for (size_t z = 0; z < sum.size(); ++z)
    sum[z] /= static_cast<double>(std::max<int64_t>(blocks.zone_cells[z], 1));
  return sum;
}

float plane_mean(const ZoneBlocks& blocks, const Plane& plane) {
  const std::vector<double> means = zone_means(blocks, plane);
  double mean = 0;
  for (size_t z = 0; z < means.size(); ++z) mean += means[z] * static_cast<double>(blocks.zone_cells[z]);
  return static_cast<float>(mean / static_cast<double>(std::max<int64_t>(blocks.cells(), 1)));
}

void centre(const ZoneBlocks& blocks, Plane& plane) {
  const float shift = plane_mean(blocks, plane);
  for (float& v : plane) v -= shift;
}

IndicatorBlur::IndicatorBlur(const ZoneBlocks& blocks, const GridSpec& grid, double sigma_m)
    : blocks_(blocks), sigma_m_(sigma_m), indicator_(grid) {
  for_each_run(blocks, [&](const ZoneBlocks::Run& run) {
    std::fill_n(indicator_.cells.data() + run.cell, run.count, 1.0F);
  });
  gaussian_into(indicator_, sigma_m, blurred_);
  land_ = gather(blocks, blurred_);
  for (float& v : land_) v = std::max(v, 1e-6F);
}

void IndicatorBlur::share(const std::vector<uint8_t>& values, uint8_t code, Plane& out) {
  for_each_run(blocks_, [&](const ZoneBlocks::Run& run) {  // every land cell anew; the sea stays 0
    const uint8_t* from = values.data() + run.slot;
    float* to = indicator_.cells.data() + run.cell;
    for (uint32_t i = 0; i < run.count; ++i) to[i] = from[i] == code ? 1.0F : 0.0F;
  });
  gaussian_into(indicator_, sigma_m_, blurred_);
  out.resize(blocks_.slot_count());
  for_each_run(blocks_, [&](const ZoneBlocks::Run& run) {
    const float* from = blurred_.cells.data() + run.cell;
    const float* area = land_.data() + run.slot;
    float* to = out.data() + run.slot;
    for (uint32_t i = 0; i < run.count; ++i) to[i] = from[i] / area[i];
  });
  repeat_last_cells(blocks_, out);
}

void add_jumps(const std::vector<uint8_t>& winner, double jump, const std::vector<Plane>& score,
               IndicatorBlur& blur, std::vector<Plane>& jumped) {
  const auto height = static_cast<float>(jump);
  for (size_t k = 0; k < score.size(); ++k) {
    blur.share(winner, static_cast<uint8_t>(k), jumped[k]);
    parallel_for(jumped[k].size(), kGrain * kBlock, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) jumped[k][i] = score[k][i] + height * jumped[k][i];
    });
  }
}

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

namespace {

/// The weights of a block, each entry with those of its joined zone added in the zones' order.
void join_entries(const ZoneBlocks& from, const ZoneBlocks::Block& block, const std::vector<int>& zone_of,
                  ZoneBlocks& out) {
  ZoneBlocks::Block joined{zone_of[static_cast<size_t>(block.zone)], block.count, out.entry_zone.size(), 0};
  std::vector<size_t> entry_of(block.entries);
  for (size_t e = 0; e < block.entries; ++e) {
    const int zone = zone_of[static_cast<size_t>(from.entry_zone[block.first_entry + e])];
    const auto first = out.entry_zone.begin() + static_cast<ptrdiff_t>(joined.first_entry);
    const auto at = std::find(first, out.entry_zone.end(), zone);
    entry_of[e] = static_cast<size_t>(at - first);
    if (at == out.entry_zone.end()) out.entry_zone.push_back(zone);
  }
  joined.entries = out.entry_zone.size() - joined.first_entry;
  out.entry_weight.resize(out.entry_zone.size() * kBlock, 0.0F);
  for (size_t j = 0; j < kBlock; ++j) {
    if (joined.entries == 1) {
      out.entry_weight[ZoneBlocks::weight_index(joined, 0, j)] = 1.0F;
      continue;
    }
    for (size_t e = 0; e < block.entries; ++e)
      out.entry_weight[ZoneBlocks::weight_index(joined, entry_of[e], j)] +=
          from.entry_weight[ZoneBlocks::weight_index(block, e, j)];
  }
  out.blocks.push_back(joined);
}

ZoneBlocks join_zones(const ZoneBlocks& from, const std::vector<int>& zone_of, int zones) {
  ZoneBlocks out;
  out.zones = zones;
  out.cell = from.cell;
  out.runs = from.runs;
  out.zone_cells.assign(static_cast<size_t>(zones), 0);
  for (size_t z = 0; z < zone_of.size(); ++z)
    out.zone_cells[static_cast<size_t>(zone_of[z])] += from.zone_cells[z];
  for (const ZoneBlocks::Block& block : from.blocks) join_entries(from, block, zone_of, out);
  return out;
}

}  // namespace

SampledBlocks joined_zones(const SampledBlocks& of, const std::vector<int>& zone_of, int zones) {
  return {join_zones(of.blocks, zone_of, zones),
          {join_zones(of.sample.blocks, zone_of, zones), of.sample.slot}};
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
