#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/base/seed.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/field/raster.h"
#include "core/model/template/template.h"
#include "core/model/world/region_weights.h"

namespace fw {

/// The land cells grouped by zone, in blocks of one zone and at most kBlock cells, with a block-sparse
/// partition of unity: entry e of a block is a zone s whose weight is not negligible there, with kBlock
/// weights w_s. Values per cell live in plain arrays of slot_count(), block after block, so every loop over
/// cells is a loop over an array. The loops take kGroup cells at a time and pass over groups where nothing
/// can change: all weights of a group stand together.
inline constexpr int kBlock = 128;
inline constexpr int kGroup = 16;
inline constexpr size_t kGroups = kBlock / kGroup;  ///< of a block

struct ZoneBlocks {
  struct Block {
    int zone = 0;
    int count = 0;  ///< cells; the other slots repeat the last cell and are never counted
    size_t first_entry = 0;
    size_t entries = 0;
  };
  int zones = 0;
  std::vector<Block> blocks;
  std::vector<uint32_t> cell;  ///< grid cell of every slot
  /// Slots whose cells follow each other, together all that hold a cell, in order. Loops between slots and
  /// rasters go by them, several cells at a time.
  struct Run {
    uint32_t slot = 0, cell = 0, count = 0;
  };
  std::vector<Run> runs;
  std::vector<int> entry_zone;
  std::vector<float> entry_weight;  ///< kBlock for every entry, see weight_index; sums to 1 over a cell's
  std::vector<int64_t> zone_cells;

  size_t slot_count() const { return blocks.size() * kBlock; }
  /// Where entry_weight has entry e of a block for slot j of the block.
  static size_t weight_index(const Block& block, size_t e, size_t j) {
    return block.first_entry * kBlock + (j / kGroup * block.entries + e) * kGroup + j % kGroup;
  }
  int64_t cells() const;
};

/// Groups the cells with zone code >= 1 (zone index = code - 1). `weights` = nullptr: every cell wholly in
/// its own zone. stride > 1 takes only cells whose row and column are multiples of it.
ZoneBlocks make_blocks(const Raster<uint8_t>& zone, int zones, const RegionWeights* weights, int stride = 1);

/// Calls body(run) for every run, on all threads.
template <typename Body>
void for_each_run(const ZoneBlocks& blocks, const Body& body) {
  constexpr size_t kRunsPerPiece = 512;
  parallel_for(blocks.runs.size(), kRunsPerPiece, [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r) body(blocks.runs[r]);
  });
}

/// One value per slot.
using Plane = std::vector<float>;

Plane gather(const ZoneBlocks& blocks, const Raster<float>& values);
/// The noise of a stack at every slot.
Plane gather_noise(const ZoneBlocks& blocks, const NoiseField& field, const GridSpec& grid, double phase);
/// Writes value + 1 per slot to a raster that is 0 elsewhere.
Raster<uint8_t> scatter_codes(const ZoneBlocks& blocks, const std::vector<uint8_t>& values,
                              const GridSpec& grid);
Raster<float> scatter(const ZoneBlocks& blocks, const Plane& values, const GridSpec& grid);

/// Mean and standard deviation over all cells of all planes together.
struct JointMoments {
  double mean = 0;
  double sd = 0;
};
JointMoments joint_moments(const ZoneBlocks& blocks, const std::vector<Plane>& planes);
/// The largest absolute value.
float largest_magnitude(const Plane& plane);
/// The plane's mean over all cells, and the plane less it.
float plane_mean(const ZoneBlocks& blocks, const Plane& plane);
void centre(const ZoneBlocks& blocks, Plane& plane);
/// Mean over the cells of every zone.
std::vector<double> zone_means(const ZoneBlocks& blocks, const Plane& plane);

/// LG_sigma of what slots hold, one class after the other in the same memory.
class IndicatorBlur {
 public:
  IndicatorBlur(const ZoneBlocks& blocks, const GridSpec& grid, double sigma_m);
  /// out = G_sigma(values == code) / G_sigma(the blocks' own ground), at every slot.
  void share(const std::vector<uint8_t>& values, uint8_t code, Plane& out);

 private:
  const ZoneBlocks& blocks_;
  double sigma_m_;
  Raster<float> indicator_, blurred_;
  Plane land_;  ///< at least 1e-6
};

/// jumped = score + jump * (share of the class near the cell): one MBO step's pull of every class together.
void add_jumps(const std::vector<uint8_t>& winner, double jump, const std::vector<Plane>& score,
               IndicatorBlur& blur, std::vector<Plane>& jumped);

using ZoneTable = std::vector<std::vector<double>>;    ///< [zone][class]
using ZoneCounts = std::vector<std::vector<int64_t>>;  ///< [zone][class]

/// Some classes of a table, in that order; and back, with `absent` for the others.
ZoneCounts columns_of(const ZoneCounts& table, const std::vector<size_t>& classes);
ZoneTable spread_columns(const ZoneTable& table, const std::vector<size_t>& classes, size_t count,
                         double absent);

/// K scores per cell and the exact count of cells that each class should win in each zone: a semi-discrete
/// transport problem whose solution is argmax_k(score_k + sum_r w_r lambda_rk), a power diagram of fields.
struct BalanceProblem {
  const ZoneBlocks& blocks;
  const std::vector<Plane>& score;
  const ZoneCounts& target;
  double sd = 1;  ///< of the score
};

/// Softmax steps: lambda += .9 tau clip(log(target / softmax count), +-2); tau in units of sd.
void anneal(const BalanceProblem& problem, double tau, int steps, ZoneTable& lambda);

/// Argmax steps lambda += step sd (target - count) / n_r / (1 + .05 i); leaves the best lambda met and
/// returns its sum of absolute count errors. Stops early when that is 0.
int64_t hard_steps(const BalanceProblem& problem, double step, int steps, ZoneTable& lambda);

/// Every n-th cell of every n-th row, about 31 m apart: enough for soft counts.
struct SlotSample {
  ZoneBlocks blocks;
  std::vector<uint32_t> slot;  ///< slot of the full set that each sample slot is
};
SlotSample sample_slots(const ZoneBlocks& full, const Raster<uint8_t>& zone, const RegionWeights* weights);
/// The blocks of a partition and the sample of its cells: what danger and biomes both fit on.
struct SampledBlocks {
  ZoneBlocks blocks;
  SlotSample sample;
};
SampledBlocks sampled_blocks(const Raster<uint8_t>& zone, int zones, const RegionWeights& weights);
/// The same slots with zones joined: `zone_of` (index) of every zone, `zones` of them. The weight of a zone
/// is the sum of those that it is made of.
SampledBlocks joined_zones(const SampledBlocks& of, const std::vector<int>& zone_of, int zones);
std::vector<Plane> sampled(const SlotSample& sample, const std::vector<Plane>& planes);
/// The targets in proportion to the cells that `blocks` has of every zone.
ZoneCounts scaled_targets(const ZoneCounts& target, const ZoneBlocks& blocks);

/// The slot of every grid cell (0 for cells in no zone).
std::vector<uint32_t> slots_of_cells(const ZoneBlocks& blocks, size_t grid_cells);

/// score_k + sum_r w_r lambda_rk at one slot: what `winners` compares, with its bits.
float shifted_at(const ZoneBlocks& blocks, const std::vector<Plane>& score, const ZoneTable& lambda,
                 size_t slot, size_t k);
/// The class that wins each slot (ties to the lowest).
std::vector<uint8_t> winners(const ZoneBlocks& blocks, const std::vector<Plane>& score,
                             const ZoneTable& lambda);

}  // namespace fw
