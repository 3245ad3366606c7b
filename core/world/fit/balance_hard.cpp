#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/parallel/parallel.h"
#include "core/world/fit/balance_internal.h"

namespace fw {
namespace {

constexpr size_t kHardGrain = 64;  // blocks per piece

/// A byte for every class, eight to a word: enough for the cells of a block.
template <size_t kWords>
using PackedCounts = std::array<uint64_t, kWords>;
constexpr size_t kFewWords = 1, kManyWords = 3;
static_assert(kMostKnownClasses <= 8 * kFewWords && kMaxClasses <= 8 * kManyWords && kBlock < 256);

/// The wins of one block and what it takes to change them: how much farther the offsets may move apart before
/// any cell of a group can have another winner. Most cells lie far from every border, so most groups are
/// looked at once or twice in a whole balance.
template <size_t kWords>
struct alignas(64) BlockWins {
  std::array<float, kGroups> slack{};
  std::array<PackedCounts<kWords>, kGroups> count{};
};

/// How many cells each of eight classes from `first` on wins.
FW_INLINE uint64_t packed_wins(const lanes::Ints& winner, const lanes::Ints& one, int32_t first) {
  const lanes::Ints four = winner >> 2;
  const lanes::Ints low = four == first / 4 ? one : lanes::Ints{};
  const lanes::Ints high = four == first / 4 + 1 ? one : lanes::Ints{};
  return static_cast<uint32_t>(lanes::sum(low)) |
         static_cast<uint64_t>(static_cast<uint32_t>(lanes::sum(high))) << 32;
}

/// Looks again at group g: how many of its cells each class wins (ties to the lowest), and the least lead of
/// a winner in it.
template <size_t kClasses, size_t kWords>
FW_INLINE void look_again(const BlockInput& in, size_t g, float rounding, BlockWins<kWords>& out) {
  const size_t classes = kClasses == 0 ? in.classes : kClasses;
  lanes::Floats v[kClassRoom<kClasses>]{};
  shift_lanes(in, classes, g * kGroup, v);
  lanes::Floats best = v[0];
  lanes::Floats second = lanes::Floats{} - std::numeric_limits<float>::max();
  lanes::Ints winner{};
  for (size_t k = 1; k < classes; ++k) {
    const lanes::Ints more = v[k] > best;
    const lanes::Floats loser = more ? best : v[k];
    second = loser > second ? loser : second;
    best = more ? v[k] : best;
    winner = more ? lanes::Ints{} + static_cast<int32_t>(k) : winner;
  }
  lanes::Ints real = lanes::Ints{} + 1;
  if (in.count < (g + 1) * kGroup) lanes::cells_of_group(in.count, g, real);
  const lanes::Ints one = real << ((winner & 3) * 8);  // in the winner's byte of four
  for (size_t word = 0; word < kWords; ++word)
    out.count[g][word] = packed_wins(winner, one, static_cast<int32_t>(8 * word));
  // A thousandth covers the rounding of the slack itself on its way down.
  out.slack[g] = lanes::least(best - second) * 0.999F - rounding;
}

struct HardCountsKernel {
  template <size_t kClasses, size_t kWords>
  static FW_INLINE void run(const BlockInput& in, float moved, float rounding, BlockWins<kWords>& out) {
    for (size_t g = 0; g < kGroups; ++g) {
      out.slack[g] -= moved;
      if (out.slack[g] <= 0) look_again<kClasses>(in, g, rounding, out);
    }
  }
};

FW_VECTOR_CLONES void update_block(const BlockInput& in, float moved, float rounding,
                                   BlockWins<kFewWords>& out) {
  run_for_classes<HardCountsKernel>(in.classes, in, moved, rounding, out);
}
FW_VECTOR_CLONES void update_block_of_many(const BlockInput& in, float moved, float rounding,
                                           BlockWins<kManyWords>& out) {
  HardCountsKernel::run<0>(in, moved, rounding, out);
}

/// The counts while the offsets move; kWords = kFewWords for up to kMostKnownClasses.
template <size_t kWords>
class HardCounter {
 public:
  explicit HardCounter(const BalanceProblem& problem)
      : problem_(problem), starts_(starts_of(problem.score)), block_(problem.blocks.blocks.size()) {
    std::vector<float> largest(problem.score.size());
    parallel_for(largest.size(), 1,
                 [&](size_t k, size_t) { largest[k] = largest_magnitude(problem.score[k]); });
    for (const float v : largest) largest_score_ = std::max(largest_score_, v);
    for (const ZoneBlocks::Block& b : problem.blocks.blocks)
      most_entries_ = std::max(most_entries_, b.entries);
  }

  ZoneCounts count(const ZoneTable& lambda) {
    const std::vector<float> moved = move_to(offsets_of(lambda));
    const float rounding = rounding_bound();
    parallel_for(block_.size(), kHardGrain, [&](size_t begin, size_t end) {
      for (size_t b = begin; b < end; ++b) {
        const BlockInput in = input_of(problem_.blocks, b, starts_, offsets_);
        float farthest = 0;
        for (size_t e = 0; e < in.entries; ++e)
          farthest = std::max(farthest, moved[static_cast<size_t>(in.zone[e])]);
        if (farthest <= 0) continue;
        if constexpr (kWords == kFewWords)
          update_block(in, farthest, rounding, block_[b]);
        else
          update_block_of_many(in, farthest, rounding, block_[b]);
      }
    });
    const size_t classes = problem_.score.size();
    ZoneCounts counts(static_cast<size_t>(problem_.blocks.zones), std::vector<int64_t>(classes, 0));
    for (size_t b = 0; b < block_.size(); ++b) {
      std::vector<int64_t>& of_zone = counts[static_cast<size_t>(problem_.blocks.blocks[b].zone)];
      PackedCounts<kWords> sum{};
      for (const PackedCounts<kWords>& of_group : block_[b].count)
        for (size_t word = 0; word < kWords; ++word) sum[word] += of_group[word];
      for (size_t k = 0; k < classes; ++k)
        of_zone[k] += static_cast<int64_t>(sum[k / 8] >> (k % 8 * 8) & 255);
    }
    return counts;
  }

 private:
  /// Takes new offsets; how far any two of each zone moved against each other (rounded up).
  std::vector<float> move_to(Offsets offsets) {
    std::vector<float> moved(offsets.size(), std::numeric_limits<float>::max());
    const size_t classes = problem_.score.size();
    for (size_t z = 0; z < offsets_.size(); ++z) {
      double low = std::numeric_limits<double>::max(), high = -low;
      for (size_t k = 0; k < classes; ++k) {
        const double by = static_cast<double>(offsets[z][k]) - static_cast<double>(offsets_[z][k]);
        low = std::min(low, by);
        high = std::max(high, by);
      }
      moved[z] = static_cast<float>((high - low) * (1 + 1e-5));
    }
    offsets_ = std::move(offsets);
    return moved;
  }

  /// By how much the computed lead of a class over another may differ from the true one, then and now.
  float rounding_bound() const {
    float largest_offset = 0;
    for (const auto& row : offsets_)
      for (const float v : row) largest_offset = std::max(largest_offset, std::fabs(v));
    return 16 * static_cast<float>(most_entries_ + 2) * std::numeric_limits<float>::epsilon() *
           (largest_score_ + largest_offset);
  }

  const BalanceProblem& problem_;
  ScoreStarts starts_;
  float largest_score_ = 0;
  size_t most_entries_ = 0;
  Offsets offsets_;
  std::vector<BlockWins<kWords>> block_;
};

template <size_t kWords>
int64_t take_hard_steps(const BalanceProblem& problem, double step, int steps, ZoneTable& lambda) {
  ZoneTable best = lambda;
  int64_t best_error = INT64_MAX;
  HardCounter<kWords> counter(problem);
  for (int i = 0; i <= steps; ++i) {
    const ZoneCounts counts = counter.count(lambda);
    int64_t error = 0;
    for (size_t z = 0; z < counts.size(); ++z)
      for (size_t k = 0; k < counts[z].size(); ++k) error += std::abs(problem.target[z][k] - counts[z][k]);
    if (error < best_error) {
      best_error = error;
      best = lambda;
    }
    if (error == 0 || i == steps) break;
    for (size_t z = 0; z < counts.size(); ++z) {
      const double n = static_cast<double>(std::max<int64_t>(problem.blocks.zone_cells[z], 1));
      const double scale = step * problem.sd / n / (1 + 0.05 * i);
      for (size_t k = 0; k < counts[z].size(); ++k)
        lambda[z][k] += scale * static_cast<double>(problem.target[z][k] - counts[z][k]);
    }
  }
  lambda = std::move(best);
  return best_error;
}

}  // namespace

int64_t hard_steps(const BalanceProblem& problem, double step, int steps, ZoneTable& lambda) {
  return problem.score.size() <= kMostKnownClasses
             ? take_hard_steps<kFewWords>(problem, step, steps, lambda)
             : take_hard_steps<kManyWords>(problem, step, steps, lambda);
}

}  // namespace fw
