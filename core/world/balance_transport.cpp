#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/base/exact_math.h"
#include "core/base/parallel.h"
#include "core/world/balance.h"
#include "core/world/balance_exp.h"

namespace fw {
namespace {

constexpr size_t kGrain = 16;  // blocks per piece
constexpr size_t kMaxClasses = 8;
static_assert(kBiomes <= kMaxClasses && kFactions <= kMaxClasses);

using BlockValues = std::array<std::array<float, kBlock>, kMaxClasses>;

/// The shifted scores of one block.
void shift_block(const ZoneBlocks& blocks, size_t b, const std::vector<Plane>& score, const ZoneTable& lambda,
                 BlockValues& out) {
  const ZoneBlocks::Block& block = blocks.blocks[b];
  for (size_t k = 0; k < score.size(); ++k) {
    std::array<float, kBlock>& v = out[k];
    const float* in = score[k].data() + b * kBlock;
    for (size_t j = 0; j < kBlock; ++j) v[j] = in[j];
    for (size_t e = block.first_entry; e < block.first_entry + block.entries; ++e) {
      const auto offset = static_cast<float>(lambda[static_cast<size_t>(blocks.entry_zone[e])][k]);
      const float* w = blocks.entry_weight.data() + e * kBlock;
      for (size_t j = 0; j < kBlock; ++j) v[j] += offset * w[j];
    }
  }
}

void winners_of_block(const BlockValues& v, size_t classes, std::array<uint8_t, kBlock>& winner) {
  std::array<float, kBlock> best = v[0];
  std::array<int32_t, kBlock> index{};
  for (size_t k = 1; k < classes; ++k)
    for (size_t j = 0; j < kBlock; ++j) {
      const bool more = v[k][j] > best[j];
      best[j] = more ? v[k][j] : best[j];
      index[j] = more ? static_cast<int32_t>(k) : index[j];
    }
  for (size_t j = 0; j < kBlock; ++j) winner[j] = static_cast<uint8_t>(index[j]);
}

float lane_sum(const float* v, int count) {
  std::array<float, 8> lanes{};
  int j = 0;
  for (; j + 8 <= count; j += 8)
    for (size_t l = 0; l < 8; ++l) lanes[l] += v[static_cast<size_t>(j) + l];
  for (; j < count; ++j) lanes[0] += v[j];
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

using BlockCounts = std::array<float, kMaxClasses>;

/// Softmax mass of every class in one block.
BlockCounts soft_counts_of_block(BlockValues& v, size_t classes, int count, float inverse_tau) {
  std::array<float, kBlock> most = v[0];
  for (size_t k = 1; k < classes; ++k)
    for (size_t j = 0; j < kBlock; ++j) most[j] = std::max(most[j], v[k][j]);
  std::array<float, kBlock> total{};
  for (size_t k = 0; k < classes; ++k)
    for (size_t j = 0; j < kBlock; ++j) {
      v[k][j] = fast_exp_nonpositive((v[k][j] - most[j]) * inverse_tau);
      total[j] += v[k][j];
    }
  for (size_t j = 0; j < kBlock; ++j) total[j] = 1.0F / total[j];
  BlockCounts out{};
  for (size_t k = 0; k < classes; ++k) {
    for (size_t j = 0; j < kBlock; ++j) v[k][j] *= total[j];
    out[k] = lane_sum(v[k].data(), count);
  }
  return out;
}

ZoneTable soft_counts(const BalanceProblem& p, double tau, const ZoneTable& lambda) {
  const size_t classes = p.score.size();
  std::vector<BlockCounts> of_block(p.blocks.blocks.size());
  const auto inverse_tau = static_cast<float>(1.0 / (tau * p.sd));
  parallel_for(of_block.size(), kGrain, [&](size_t begin, size_t end) {
    BlockValues v;
    for (size_t b = begin; b < end; ++b) {
      shift_block(p.blocks, b, p.score, lambda, v);
      of_block[b] = soft_counts_of_block(v, classes, p.blocks.blocks[b].count, inverse_tau);
    }
  });
  ZoneTable counts(static_cast<size_t>(p.blocks.zones), std::vector<double>(classes, 0.0));
  for (size_t b = 0; b < of_block.size(); ++b)
    for (size_t k = 0; k < classes; ++k)
      counts[static_cast<size_t>(p.blocks.blocks[b].zone)][k] += static_cast<double>(of_block[b][k]);
  return counts;
}

ZoneCounts hard_counts(const BalanceProblem& p, const ZoneTable& lambda) {
  const size_t classes = p.score.size();
  std::vector<std::array<int, kMaxClasses>> of_block(p.blocks.blocks.size());
  parallel_for(of_block.size(), kGrain, [&](size_t begin, size_t end) {
    BlockValues v;
    std::array<uint8_t, kBlock> winner{};
    for (size_t b = begin; b < end; ++b) {
      shift_block(p.blocks, b, p.score, lambda, v);
      winners_of_block(v, classes, winner);
      of_block[b] = {};
      for (size_t j = 0; j < static_cast<size_t>(p.blocks.blocks[b].count); ++j) ++of_block[b][winner[j]];
    }
  });
  ZoneCounts counts(static_cast<size_t>(p.blocks.zones), std::vector<int64_t>(classes, 0));
  for (size_t b = 0; b < of_block.size(); ++b)
    for (size_t k = 0; k < classes; ++k)
      counts[static_cast<size_t>(p.blocks.blocks[b].zone)][k] += of_block[b][k];
  return counts;
}

}  // namespace

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

int64_t hard_steps(const BalanceProblem& problem, double step, int steps, ZoneTable& lambda) {
  ZoneTable best = lambda;
  int64_t best_error = INT64_MAX;
  for (int i = 0; i <= steps; ++i) {
    const ZoneCounts counts = hard_counts(problem, lambda);
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

std::vector<Plane> shifted(const ZoneBlocks& blocks, const std::vector<Plane>& score,
                           const ZoneTable& lambda) {
  std::vector<Plane> out(score.size(), Plane(blocks.slot_count()));
  parallel_for(blocks.blocks.size(), kGrain, [&](size_t begin, size_t end) {
    BlockValues v;
    for (size_t b = begin; b < end; ++b) {
      shift_block(blocks, b, score, lambda, v);
      for (size_t k = 0; k < score.size(); ++k)
        std::copy(v[k].begin(), v[k].end(), out[k].begin() + static_cast<ptrdiff_t>(b * kBlock));
    }
  });
  return out;
}

std::vector<uint8_t> winners(const std::vector<Plane>& shifted_score) {
  std::vector<uint8_t> out(shifted_score.front().size(), 0);
  parallel_for(out.size(), kGrain * kBlock, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      size_t best = 0;
      for (size_t k = 1; k < shifted_score.size(); ++k)
        if (shifted_score[k][i] > shifted_score[best][i]) best = k;
      out[i] = static_cast<uint8_t>(best);
    }
  });
  return out;
}

}  // namespace fw
