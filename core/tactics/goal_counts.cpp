#include "core/tactics/goal_counts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/parallel/parallel.h"
#include "core/field/arrival.h"
#include "core/field/quantile/quantile.h"

namespace fw {
namespace {

constexpr int kBlocks = 64;  // along either side of the frame
constexpr double kPerMetre = 1000;
constexpr double kFarthest_m = 1e9;

uint32_t block_of(const GridSpec& grid, double x_m, double y_m) {
  const auto part = [](int index, int count) {
    return static_cast<uint32_t>(static_cast<int64_t>(index) * kBlocks / count);
  };
  return part(grid.row_at(y_m), grid.rows) * kBlocks + part(grid.column_at(x_m), grid.columns);
}

/// The agents of the blocks in use, block by block, each by id.
struct Gathered {
  std::vector<uint32_t> order;  ///< indices of agents
  std::vector<size_t> begin;    ///< of each block in `order`; one more at the end

  size_t blocks() const { return begin.size() - 1; }
};

Gathered gather(const DealtAgents& agents, const GridSpec& grid) {
  std::vector<uint32_t> block(agents.size());
  for (size_t i = 0; i < agents.size(); ++i) block[i] = block_of(grid, agents.x_m[i], agents.y_m[i]);
  Gathered out;
  out.order.resize(agents.size());
  std::iota(out.order.begin(), out.order.end(), 0u);
  std::sort(out.order.begin(), out.order.end(), [&](uint32_t a, uint32_t b) {
    return block[a] != block[b] ? block[a] < block[b] : agents.id[a] < agents.id[b];
  });
  for (size_t k = 0; k < out.order.size(); ++k)
    if (k == 0 || block[out.order[k]] != block[out.order[k - 1]]) out.begin.push_back(k);
  out.begin.push_back(out.order.size());
  return out;
}

/// Mean way from each block to each place, row-major by block.
std::vector<int64_t> block_costs(const DealtAgents& agents, const Gathered& gathered,
                                 PlaceArrivals arrivals) {
  const size_t places = arrivals.size();
  std::vector<int64_t> cost(gathered.blocks() * places);
  parallel_for(gathered.blocks(), 32, [&](size_t first, size_t end) {
    for (size_t b = first; b < end; ++b)
      for (size_t p = 0; p < places; ++p) {
        double sum = 0;
        for (size_t k = gathered.begin[b]; k < gathered.begin[b + 1]; ++k) {
          const uint32_t i = gathered.order[k];
          sum += std::min(kFarthest_m, left_at(*arrivals[p], agents.x_m[i], agents.y_m[i]));
        }
        const auto members = static_cast<double>(gathered.begin[b + 1] - gathered.begin[b]);
        cost[b * places + p] = static_cast<int64_t>(std::floor(kPerMetre * sum / members + 0.5));
      }
  });
  return cost;
}

}  // namespace

std::vector<int64_t> equal_counts(size_t places, size_t agents) {
  return largest_remainder(std::vector<double>(places, 1.0), static_cast<int64_t>(agents));
}

double left_at(const Raster<float>& arrival, double x_m, double y_m) {
  const float left_m = arrival[arrival.grid.cell_at({x_m, y_m})];
  return std::isfinite(left_m) ? static_cast<double>(left_m) : descent_at(arrival, x_m, y_m).left_m;
}

std::vector<uint32_t> deal_balanced(const DealtAgents& agents, PlaceArrivals arrivals,
                                    std::span<const int64_t> counts) {
  assert(arrivals.size() == counts.size());
  std::vector<uint32_t> out(agents.size(), 0);
  if (agents.size() == 0 || arrivals.size() < 2) return out;
  const Gathered gathered = gather(agents, arrivals[0]->grid);
  std::vector<int64_t> supply;
  for (size_t b = 0; b < gathered.blocks(); ++b)
    supply.push_back(static_cast<int64_t>(gathered.begin[b + 1] - gathered.begin[b]));
  const std::vector<int64_t> flow = least_cost_flow(supply, counts, block_costs(agents, gathered, arrivals));
  for (size_t b = 0; b < gathered.blocks(); ++b) {
    size_t k = gathered.begin[b];
    for (size_t p = 0; p < arrivals.size(); ++p)
      for (int64_t n = flow[b * arrivals.size() + p]; n > 0; --n)
        out[gathered.order[k++]] = static_cast<uint32_t>(p);
  }
  return out;
}

std::vector<uint32_t> deal_nearest(const DealtAgents& agents, PlaceArrivals arrivals) {
  std::vector<uint32_t> out(agents.size(), 0);
  parallel_for(agents.size(), 512, [&](size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
      double least = std::numeric_limits<double>::infinity();
      for (size_t p = 0; p < arrivals.size(); ++p) {
        const double left_m = left_at(*arrivals[p], agents.x_m[i], agents.y_m[i]);
        if (!(left_m < least)) continue;
        least = left_m;
        out[i] = static_cast<uint32_t>(p);
      }
    }
  });
  return out;
}

std::vector<uint32_t> deal_field(const DealtAgents& agents, std::span<const float> score,
                                 std::span<const int64_t> counts) {
  std::vector<uint32_t> order(agents.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return score[a] != score[b] ? score[a] < score[b] : agents.id[a] < agents.id[b];
  });
  std::vector<uint32_t> out(agents.size(), 0);
  size_t k = 0;
  for (size_t p = 0; p < counts.size(); ++p)
    for (int64_t n = counts[p]; n > 0 && k < order.size(); --n) out[order[k++]] = static_cast<uint32_t>(p);
  return out;
}

}  // namespace fw
