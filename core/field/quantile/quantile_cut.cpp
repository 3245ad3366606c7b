#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/field/quantile/ordered_key.h"
#include "core/field/quantile/quantile.h"
#include "core/field/quantile/quantile_kernel.h"

// Exact quantile maps without sorting: one pass counts the cells of every region in coarse bins of value,
// which decides all bins without a cut; the few cells of the other bins are ordered by selection.

namespace fw {

namespace {

constexpr size_t kPiece = size_t{1} << 17;
/// Cells whose slots are computed together, so that they stay in the first-level cache.
constexpr size_t kSlotBlock = 2048;
/// All regions' bins together: their counts stay in the cache.
constexpr size_t kMostSlots = size_t{1} << 14;
constexpr uint32_t kMostBinsLog2 = 10, kFewestBinsLog2 = 5;
/// Stride of the sample of cells that estimates the range of the values.
constexpr size_t kLookEvery = 61;

/// Values to cut; null region = all in region 0; null index = their position.
struct CutInput {
  const float* value;
  const uint8_t* region;
  const uint32_t* index;
  size_t count;
  size_t regions;  ///< region codes are below this
};

/// Result for a slot's cells: a class below kOpen, or kOpen + the number of an open bin.
using Verdict = uint16_t;
constexpr Verdict kOpen = 256;

/// A cell of an open bin. Keys order like the floats (-0 counts as +0).
struct Candidate {
  uint32_t key;
  uint32_t index;
  uint32_t position;
  uint32_t open;
};

BinScale scale_for(const CutInput& in) {
  BinScale scale;
  scale.bins_log2 = kMostBinsLog2;
  while (scale.bins_log2 > kFewestBinsLog2 && (in.regions << scale.bins_log2) > kMostSlots) --scale.bins_log2;
  constexpr float kMost = std::numeric_limits<float>::max();
  float low = kMost, high = -kMost;
  for (size_t i = 0; i < in.count; i += kLookEvery) {
    if (!std::isfinite(in.value[i])) continue;
    low = std::min(low, in.value[i]);
    high = std::max(high, in.value[i]);
  }
  if (!(low < high)) return scale;  // one value: all cells in one or two bins
  scale.low = low;
  const double range = static_cast<double>(high) - static_cast<double>(low);
  scale.per_value = static_cast<float>(std::min(static_cast<double>(1u << scale.bins_log2) / range, 1e30));
  return scale;
}

/// Calls visit(first, slots, count) for the slots of cells [begin, end), block by block.
template <typename Visit>
void for_each_block(const CutInput& in, const BinScale& scale, size_t begin, size_t end, const Visit& visit) {
  alignas(64) std::array<uint32_t, kSlotBlock> slot;
  for (size_t first = begin; first < end; first += kSlotBlock) {
    const size_t count = std::min(kSlotBlock, end - first);
    bin_slots(in.value + first, in.region != nullptr ? in.region + first : nullptr, count, scale,
              slot.data());
    visit(first, slot.data(), count);
  }
}

std::vector<uint32_t> count_slots(const CutInput& in, const BinScale& scale) {
  const size_t slots = in.regions << scale.bins_log2, pieces = (in.count + kPiece - 1) / kPiece;
  std::vector<uint32_t> counts(pieces * slots, 0);
  parallel_for(in.count, kPiece, [&](size_t begin, size_t end) {
    uint32_t* own = counts.data() + begin / kPiece * slots;
    for_each_block(in, scale, begin, end, [&](size_t, const uint32_t* slot, size_t count) {
      for (size_t i = 0; i < count; ++i) ++own[slot[i]];
    });
  });
  for (size_t piece = 1; piece < pieces; ++piece)
    for (size_t s = 0; s < slots; ++s) counts[s] += counts[piece * slots + s];
  counts.resize(slots);
  return counts;
}

/// Cuts inside one bin: the class of its first cells, and where in the bin each next class begins.
struct OpenBin {
  uint8_t first_class;
  std::vector<size_t> ends;  ///< of first_class and each later class; the last is the bin's size
};

/// Decides the bins of one region; `cuts` are the region's class sizes.
void judge(const uint32_t* bin_count, size_t bins, std::span<const int64_t> cuts, Verdict* verdict,
           std::vector<OpenBin>& open) {
  size_t k = 0;
  int64_t before = 0, class_end = cuts.empty() ? 0 : cuts[0];
  const auto to_next = [&] { class_end += ++k < cuts.size() ? cuts[k] : 0; };
  for (size_t bin = 0; bin < bins; ++bin) {
    const int64_t after = before + bin_count[bin];
    if (after == before) continue;
    while (k + 1 < cuts.size() && class_end <= before) to_next();
    if (class_end >= after || k + 1 >= cuts.size()) {
      verdict[bin] = static_cast<Verdict>(k + 1);
    } else {
      verdict[bin] = static_cast<Verdict>(kOpen + open.size());
      OpenBin& here = open.emplace_back(OpenBin{static_cast<uint8_t>(k + 1), {}});
      while (class_end < after && k + 1 < cuts.size()) {
        here.ends.push_back(static_cast<size_t>(class_end - before));
        to_next();
      }
      here.ends.push_back(static_cast<size_t>(after - before));
    }
    before = after;
  }
}

/// Writes the class of every decided cell and lists the cells of open bins, in order of position.
std::vector<Candidate> classify(const CutInput& in, const BinScale& scale,
                                const std::vector<Verdict>& verdict, uint8_t* out) {
  std::vector<std::vector<Candidate>> found((in.count + kPiece - 1) / kPiece);
  parallel_for(in.count, kPiece, [&](size_t begin, size_t end) {
    std::vector<Candidate>& own = found[begin / kPiece];
    for_each_block(in, scale, begin, end, [&](size_t first, const uint32_t* slot, size_t count) {
      for (size_t i = 0; i < count; ++i) {
        const Verdict v = verdict[slot[i]];
        out[first + i] = static_cast<uint8_t>(v);
        if (v < kOpen) continue;
        const auto position = static_cast<uint32_t>(first + i);
        own.push_back({ordered_key(in.value[position]), in.index != nullptr ? in.index[position] : position,
                       position, static_cast<uint32_t>(v - kOpen)});
      }
    });
  });
  std::vector<Candidate> all;
  for (const std::vector<Candidate>& piece : found) all.insert(all.end(), piece.begin(), piece.end());
  return all;
}

/// Selects within one open bin and writes its cells' classes.
void settle(const OpenBin& bin, std::span<Candidate> cells, uint8_t* out) {
  const auto less = [](const Candidate& a, const Candidate& b) {
    return a.key != b.key ? a.key < b.key : a.index < b.index;
  };
  size_t begin = 0;
  for (size_t k = 0; k < bin.ends.size(); ++k) {
    const size_t end = bin.ends[k];
    if (end > begin && end < cells.size())
      std::nth_element(cells.begin() + static_cast<std::ptrdiff_t>(begin),
                       cells.begin() + static_cast<std::ptrdiff_t>(end), cells.end(), less);
    for (size_t i = begin; i < end; ++i) out[cells[i].position] = static_cast<uint8_t>(bin.first_class + k);
    begin = std::max(begin, end);
  }
}

/// cuts[r] = class sizes of region r; out[position] = class + 1, 0 where the region has no classes.
void cut(const CutInput& in, const std::vector<std::span<const int64_t>>& cuts, uint8_t* out) {
  if (in.count == 0) return;
  const BinScale scale = scale_for(in);
  const size_t bins = size_t{1} << scale.bins_log2;
  const std::vector<uint32_t> counts = count_slots(in, scale);
  std::vector<Verdict> verdict(counts.size(), 0);
  std::vector<OpenBin> open;
  for (size_t r = 0; r < in.regions; ++r) {
    if (cuts[r].empty()) continue;
    assert(std::accumulate(cuts[r].begin(), cuts[r].end(), int64_t{0}) ==
           std::accumulate(counts.begin() + static_cast<std::ptrdiff_t>(r * bins),
                           counts.begin() + static_cast<std::ptrdiff_t>((r + 1) * bins), int64_t{0}));
    judge(counts.data() + r * bins, bins, cuts[r], verdict.data() + r * bins, open);
  }
  std::vector<Candidate> candidates = classify(in, scale, verdict, out);
  std::vector<size_t> start(open.size() + 1, 0);
  for (size_t i = 0; i < open.size(); ++i) start[i + 1] = start[i] + open[i].ends.back();
  std::vector<Candidate> grouped(candidates.size());
  std::vector<size_t> next(start.begin(), start.end() - 1);
  for (const Candidate& c : candidates) grouped[next[c.open]++] = c;
  parallel_for(open.size(), 4, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      settle(open[i], std::span(grouped).subspan(start[i], start[i + 1] - start[i]), out);
  });
}

}  // namespace

void quantile_cut(const Raster<float>& values, std::span<const uint32_t> cells,
                  std::span<const int64_t> counts, Raster<uint8_t>& out) {
  assert(std::accumulate(counts.begin(), counts.end(), int64_t{0}) == static_cast<int64_t>(cells.size()));
  std::vector<float> value(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) value[i] = values[cells[i]];
  std::vector<uint8_t> result(cells.size());
  cut({value.data(), nullptr, cells.data(), cells.size(), 1}, {counts}, result.data());
  for (size_t i = 0; i < cells.size(); ++i) out[cells[i]] = result[i];
}

Raster<uint8_t> regional_quantile_map(const Raster<float>& values, const Raster<uint8_t>& regions,
                                      std::span<const std::vector<int64_t>> counts) {
  assert(values.grid == regions.grid && counts.size() < 256);
  std::vector<std::span<const int64_t>> cuts(1);
  cuts.insert(cuts.end(), counts.begin(), counts.end());
  Raster<uint8_t> out(values.grid);
  cut({values.cells.data(), regions.cells.data(), nullptr, values.size(), cuts.size()}, cuts,
      out.cells.data());
  return out;
}

}  // namespace fw
