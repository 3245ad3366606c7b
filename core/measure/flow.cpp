#include "core/measure/flow.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/cell_list.h"
#include "core/base/exact_math.h"
#include "core/base/parallel.h"
#include "core/measure/summary.h"

namespace fw {
namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr size_t kRowsPerPiece = 32;  // fixed, so that the order of summation never depends on threads
constexpr size_t kBlock = 256;        // pairs whose distances are computed in one vectorised go
// Below this share of the side a neighbour search beats looking at every pair.
constexpr double kNeighbourSearchShare = 0.2;

/// The snapshot as the pair loop wants it.
struct Population {
  std::vector<double> heading_rad;
  std::vector<double> speed_departure;  // from the snapshot's mean
};

struct PairStatistics {
  double cos = 0, angle2 = 0, speed_product = 0, speed_diff2 = 0;
};

/// One bin's sums; the pairs' four statistics are added together.
struct BinSums {
  PairStatistics sum;
  int64_t pairs = 0;
};

/// Finds the bin of a squared distance: a table over the distance gives a first guess, never too high, and
/// comparisons with the squared edges decide.
class BinFinder {
 public:
  explicit BinFinder(std::span<const double> edges_m) {
    for (const double e : edges_m) squared_.push_back(e * e);
    per_m_ = kTable / edges_m.back();
    size_t bin = 0;
    for (size_t t = 0; t < guess_.size(); ++t) {
      const double low = (static_cast<double>(t) - 0.5) / per_m_;  // half a step of slack for rounding
      while (bin + 2 < edges_m.size() && edges_m[bin + 1] <= low) ++bin;
      guess_[t] = static_cast<uint32_t>(bin);
    }
  }
  double first2() const { return squared_.front(); }
  double last2() const { return squared_.back(); }
  /// first2() <= d2 < last2()
  size_t bin(double d2) const {
    size_t b = guess_[static_cast<size_t>(std::sqrt(d2) * per_m_)];
    while (d2 >= squared_[b + 1]) ++b;
    return b;
  }

 private:
  static constexpr int kTable = 1024;
  std::vector<double> squared_;
  double per_m_ = 0;
  std::array<uint32_t, kTable + 2> guess_{};
};

void add_pair(BinSums& bin, const FlowSnapshot& s, const Population& p, size_t i, size_t j) {
  const double cosine = static_cast<double>(s.heading_x[i]) * s.heading_x[j] +
                        static_cast<double>(s.heading_y[i]) * s.heading_y[j];
  const double turn = std::fabs(p.heading_rad[i] - p.heading_rad[j]);
  const double angle = std::min(turn, kTwoPi - turn);
  const double a = p.speed_departure[i], b = p.speed_departure[j];
  bin.sum.cos += cosine;
  bin.sum.angle2 += angle * angle;
  bin.sum.speed_product += a * b;
  bin.sum.speed_diff2 += (a - b) * (a - b);
  ++bin.pairs;
}

Population prepare(const FlowSnapshot& s, double mean_speed) {
  Population p;
  p.heading_rad.resize(s.x_m.size());
  p.speed_departure.resize(s.x_m.size());
  for (size_t i = 0; i < s.x_m.size(); ++i) {
    p.heading_rad[i] = exact::atan2(s.heading_y[i], s.heading_x[i]);
    p.speed_departure[i] = static_cast<double>(s.speed_mps[i]) - mean_speed;
  }
  return p;
}

void squared_distances(const FlowSnapshot& s, size_t i, size_t begin, size_t end, const Arena& arena,
                       double* d2) {
  const double x = s.x_m[i], y = s.y_m[i], side = arena.side_m;
  const double* xs = s.x_m.data();
  const double* ys = s.y_m.data();
  if (arena.torus())
    for (size_t j = begin; j < end; ++j) {
      const double dx = torus_delta(xs[j] - x, side), dy = torus_delta(ys[j] - y, side);
      d2[j - begin] = dx * dx + dy * dy;
    }
  else
    for (size_t j = begin; j < end; ++j) {
      const double dx = xs[j] - x, dy = ys[j] - y;
      d2[j - begin] = dx * dx + dy * dy;
    }
}

/// Every pair (i, j > i) of the rows [begin, end).
void add_all_pairs(const FlowSnapshot& s, const Population& p, const Arena& arena, const BinFinder& bins,
                   size_t begin, size_t end, std::span<BinSums> out) {
  std::array<double, kBlock> d2;
  for (size_t i = begin; i < end; ++i)
    for (size_t from = i + 1; from < s.x_m.size(); from += kBlock) {
      const size_t to = std::min(from + kBlock, s.x_m.size());
      squared_distances(s, i, from, to, arena, d2.data());
      for (size_t j = from; j < to; ++j) {
        const double d = d2[j - from];
        if (d < bins.last2() && d >= bins.first2()) add_pair(out[bins.bin(d)], s, p, i, j);
      }
    }
}

/// The same pairs by way of the cell list.
void add_near_pairs(const FlowSnapshot& s, const Population& p, const CellList& cells, double radius_m,
                    const BinFinder& bins, size_t begin, size_t end, std::span<BinSums> out) {
  for (size_t i = begin; i < end; ++i)
    visit_within(cells, s.x_m, s.y_m, s.x_m[i], s.y_m[i], radius_m,
                 [&](uint32_t j, double, double, double d2) {
                   if (j > i && d2 < bins.last2() && d2 >= bins.first2())
                     add_pair(out[bins.bin(d2)], s, p, i, j);
                 });
}

void fold(FlowSums& sums, std::span<const BinSums> pieces) {
  const size_t bins = sums.pairs.size();
  for (size_t k = 0; k < pieces.size(); ++k) {
    const BinSums& piece = pieces[k];
    const size_t b = k % bins;
    sums.pairs[b] += piece.pairs;
    sums.cos_sum[b] += piece.sum.cos;
    sums.angle2_sum[b] += piece.sum.angle2;
    sums.speed_product_sum[b] += piece.sum.speed_product;
    sums.speed_diff2_sum[b] += piece.sum.speed_diff2;
  }
}

}  // namespace

FlowSums flow_sums(std::span<const double> edges_m) {
  assert(edges_m.size() >= 2 && edges_m[0] >= 0);
  assert(std::adjacent_find(edges_m.begin(), edges_m.end(), std::greater_equal<>()) == edges_m.end());
  FlowSums sums;
  sums.edges_m.assign(edges_m.begin(), edges_m.end());
  const size_t bins = edges_m.size() - 1;
  sums.pairs.assign(bins, 0);
  for (auto* v : {&sums.cos_sum, &sums.angle2_sum, &sums.speed_product_sum, &sums.speed_diff2_sum})
    v->assign(bins, 0.0);
  return sums;
}

void add_snapshot(FlowSums& sums, const FlowSnapshot& snapshot, const Arena& arena) {
  const size_t n = snapshot.x_m.size(), bins = sums.pairs.size();
  assert(snapshot.y_m.size() == n && snapshot.heading_x.size() == n && snapshot.heading_y.size() == n &&
         snapshot.speed_mps.size() == n);
  const Summary speed = summarize(snapshot.speed_mps);
  ++sums.snapshots;
  sums.agents += static_cast<int64_t>(n);
  sums.speed_variance_sum += speed.sd * speed.sd * static_cast<double>(n);
  if (n < 2) return;

  const Population population = prepare(snapshot, speed.mean);
  const BinFinder finder(sums.edges_m);
  const double radius_m = sums.edges_m.back();
  const bool near = radius_m <= kNeighbourSearchShare * arena.side_m;
  CellList cells;
  if (near) cells = bin_points(snapshot.x_m, snapshot.y_m, arena.side_m, radius_m, arena.torus());

  std::vector<BinSums> pieces((n + kRowsPerPiece - 1) / kRowsPerPiece * bins);
  parallel_for(n, kRowsPerPiece, [&](size_t begin, size_t end) {
    const std::span<BinSums> out(&pieces[begin / kRowsPerPiece * bins], bins);
    if (near)
      add_near_pairs(snapshot, population, cells, radius_m, finder, begin, end, out);
    else
      add_all_pairs(snapshot, population, arena, finder, begin, end, out);
  });
  fold(sums, pieces);
}

FlowCurves flow_curves(const FlowSums& sums) {
  FlowCurves curves;
  curves.pairs = sums.pairs;
  const double variance = sums.agents > 0 ? sums.speed_variance_sum / static_cast<double>(sums.agents) : 0.0;
  for (size_t b = 0; b < sums.pairs.size(); ++b) {
    const double share = sums.pairs[b] > 0 ? 1.0 / static_cast<double>(sums.pairs[b]) : 0.0;
    curves.r_m.push_back(0.5 * (sums.edges_m[b] + sums.edges_m[b + 1]));
    curves.s_dir.push_back(sums.cos_sum[b] * share);
    curves.speed_correlation.push_back(variance > 0 ? sums.speed_product_sum[b] * share / variance : 0.0);
    curves.heading_semivariogram_rad2.push_back(0.5 * sums.angle2_sum[b] * share);
    curves.speed_semivariogram.push_back(0.5 * sums.speed_diff2_sum[b] * share);
  }
  return curves;
}

CorrelationLength correlation_length(std::span<const double> r_m, std::span<const double> values,
                                     std::span<const int64_t> pairs, double fraction) {
  assert(r_m.size() == values.size() && r_m.size() == pairs.size());
  double r = 0, value = 1;
  for (size_t b = 0; b < r_m.size(); ++b) {
    if (pairs[b] == 0) continue;
    if (values[b] <= fraction)
      return {value > values[b] ? r + (r_m[b] - r) * (value - fraction) / (value - values[b]) : r_m[b], true};
    r = r_m[b];
    value = values[b];
  }
  return {r, false};
}

}  // namespace fw
