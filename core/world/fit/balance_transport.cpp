#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/world/fit/balance_internal.h"

namespace fw {
namespace {

constexpr size_t kSampleGrain = 16;  // blocks per piece: a sample has some hundreds

using SoftCounts = std::array<float, kMaxClasses>;

struct SoftCountsKernel {
  template <size_t kClasses>
  static FW_INLINE void run(const BlockInput& in, float inverse_tau, SoftCounts& out) {
    const size_t classes = kClasses == 0 ? in.classes : kClasses;
    alignas(64) std::array<std::array<float, kBlock>, kClassRoom<kClasses>> share;
    for (size_t j = 0; j < kBlock; j += lanes::kWidth) {
      lanes::Floats v[kClassRoom<kClasses>];
      shift_lanes(in, classes, j, v);
      lanes::Floats most = v[0];
      for (size_t k = 1; k < classes; ++k) most = most < v[k] ? v[k] : most;
      lanes::Floats total{};
      for (size_t k = 0; k < classes; ++k) {
        v[k] = (v[k] - most) * inverse_tau;
        lanes::exp_nonpositive(v[k]);
        total += v[k];
      }
      total = 1.0F / total;
      for (size_t k = 0; k < classes; ++k) lanes::store(v[k] * total, share[k].data() + j);
    }
    for (size_t k = 0; k < classes; ++k) out[k] = lanes::sum(share[k].data(), in.count);
  }
};

/// Softmax mass of every class in one block.
FW_VECTOR_CLONES void soft_counts_of_block(const BlockInput& in, float inverse_tau, SoftCounts& out) {
  run_for_classes<SoftCountsKernel>(in.classes, in, inverse_tau, out);
}

struct WinnersKernel {
  template <size_t kClasses>
  static FW_INLINE void run(const BlockInput& in, uint8_t* out) {
    const size_t classes = kClasses == 0 ? in.classes : kClasses;
    for (size_t j = 0; j < kBlock; j += lanes::kWidth) {
      lanes::Floats v[kClassRoom<kClasses>];
      shift_lanes(in, classes, j, v);
      lanes::Floats best = v[0];
      lanes::Ints winner{};
      for (size_t k = 1; k < classes; ++k) {
        const lanes::Ints more = v[k] > best;
        best = more ? v[k] : best;
        winner = more ? lanes::Ints{} + static_cast<int32_t>(k) : winner;
      }
      alignas(64) std::array<int32_t, lanes::kWidth> of_lane;
      lanes::store(winner, of_lane.data());
      for (size_t l = 0; l < lanes::kWidth; ++l) out[j + l] = static_cast<uint8_t>(of_lane[l]);
    }
  }
};

/// The class that wins each cell (ties to the lowest).
FW_VECTOR_CLONES void winners_of_block(const BlockInput& in, uint8_t* out) {
  run_for_classes<WinnersKernel>(in.classes, in, out);
}

ZoneTable soft_counts(const BalanceProblem& p, double tau, const ZoneTable& lambda) {
  const size_t classes = p.score.size();
  const Offsets offsets = offsets_of(lambda);
  const ScoreStarts starts = starts_of(p.score);
  std::vector<SoftCounts> of_block(p.blocks.blocks.size());
  const auto inverse_tau = static_cast<float>(1.0 / (tau * p.sd));
  parallel_for(of_block.size(), kSampleGrain, [&](size_t begin, size_t end) {
    for (size_t b = begin; b < end; ++b)
      soft_counts_of_block(input_of(p.blocks, b, starts, offsets), inverse_tau, of_block[b]);
  });
  ZoneTable counts(static_cast<size_t>(p.blocks.zones), std::vector<double>(classes, 0.0));
  for (size_t b = 0; b < of_block.size(); ++b)
    for (size_t k = 0; k < classes; ++k)
      counts[static_cast<size_t>(p.blocks.blocks[b].zone)][k] += static_cast<double>(of_block[b][k]);
  return counts;
}

}  // namespace

Offsets offsets_of(const ZoneTable& lambda) {
  Offsets out(lambda.size(), std::array<float, kMaxClasses>{});
  for (size_t z = 0; z < lambda.size(); ++z)
    for (size_t k = 0; k < lambda[z].size(); ++k) out[z][k] = static_cast<float>(lambda[z][k]);
  return out;
}

ScoreStarts starts_of(const std::vector<Plane>& score) {
  ScoreStarts out;
  for (const Plane& plane : score) out.push_back(plane.data());
  return out;
}

BlockInput input_of(const ZoneBlocks& blocks, size_t b, const ScoreStarts& score, const Offsets& offsets) {
  const ZoneBlocks::Block& block = blocks.blocks[b];
  BlockInput in;
  in.score = score.data();
  in.first = b * kBlock;
  in.weight = blocks.entry_weight.data() + block.first_entry * kBlock;
  in.zone = blocks.entry_zone.data() + block.first_entry;
  in.offset = offsets.data();
  in.entries = block.entries;
  in.count = static_cast<size_t>(block.count);
  in.classes = score.size();
  return in;
}

void anneal(const BalanceProblem& problem, double tau, int steps, ZoneTable& lambda) {
  for (int step = 0; step < steps; ++step) {
    const ZoneTable counts = soft_counts(problem, tau, lambda);
    for (size_t z = 0; z < lambda.size(); ++z)
      for (size_t k = 0; k < lambda[z].size(); ++k) {
        const double target = std::max(static_cast<double>(problem.target[z][k]), 0.5);
        const double ratio = exact::log(target / std::max(counts[z][k], 0.5));
        lambda[z][k] += 0.9 * tau * problem.sd * std::clamp(ratio, -2.0, 2.0);
      }
  }
}

float shifted_at(const ZoneBlocks& blocks, const std::vector<Plane>& score, const ZoneTable& lambda,
                 size_t slot, size_t k) {
  const ZoneBlocks::Block& block = blocks.blocks[slot / kBlock];
  float v = score[k][slot];
  for (size_t e = 0; e < block.entries; ++e)
    v += static_cast<float>(lambda[static_cast<size_t>(blocks.entry_zone[block.first_entry + e])][k]) *
         blocks.entry_weight[ZoneBlocks::weight_index(block, e, slot % kBlock)];
  return v;
}

std::vector<uint8_t> winners(const ZoneBlocks& blocks, const std::vector<Plane>& score,
                             const ZoneTable& lambda) {
  const Offsets offsets = offsets_of(lambda);
  const ScoreStarts starts = starts_of(score);
  std::vector<uint8_t> out(blocks.slot_count());
  parallel_for(blocks.blocks.size(), kSampleGrain, [&](size_t begin, size_t end) {
    for (size_t b = begin; b < end; ++b)
      winners_of_block(input_of(blocks, b, starts, offsets), out.data() + b * kBlock);
  });
  return out;
}

}  // namespace fw
