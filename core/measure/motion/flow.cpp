#include "core/measure/motion/flow.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/base/cell_list.h"
#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr size_t kRowsPerPiece = 32;  // fixed, so that the order of summation never depends on threads
constexpr size_t kBlock = 256;        // pairs whose distances are computed in one vector loop
// Below this share of the side, a neighbour search is faster than all pairs.
constexpr double kNeighbourSearchShare = 0.2;

/// One bin's sums.
struct BinSums {
  double cos = 0, angle2 = 0, speed_product = 0, speed_diff2 = 0;
  int64_t pairs = 0;

  void add(const BinSums& other) {
    cos += other.cos;
    angle2 += other.angle2;
    speed_product += other.speed_product;
    speed_diff2 += other.speed_diff2;
    pairs += other.pairs;
  }
};

/// Finds the slot of a squared distance without branches: slot 0 is below the first edge, slot b + 1 is bin
/// b, the last slot is beyond the last edge. A table over the distance gives a first guess that is never too
/// high; comparisons with the squared edges correct it.
class SlotFinder {
 public:
  explicit SlotFinder(std::span<const double> edges_m) {
    for (const double e : edges_m) upper_.push_back(e * e);
    upper_.push_back(std::numeric_limits<double>::infinity());
    per_m_ = (kTable - 2) / edges_m.back();
    size_t slot = 0;
    for (size_t t = 0; t < kTable; ++t) {
      const double low = (static_cast<double>(t) - 0.5) / per_m_;  // half a step of slack for rounding
      while (slot < edges_m.size() && edges_m[slot] <= low) ++slot;
      guess_[t] = static_cast<uint32_t>(slot);
    }
  }
  size_t slots() const { return upper_.size(); }
  /// Distances beyond the last edge may be clamped to it: they stay in the last slot.
  double last2() const { return upper_[upper_.size() - 2]; }
  /// d2 <= last2()
  size_t slot(double d2) const {
    size_t s = guess_[static_cast<size_t>(static_cast<int>(std::sqrt(d2) * per_m_))];
    while (d2 >= upper_[s]) ++s;
    return s;
  }

 private:
  static constexpr size_t kTable = 1024;
  std::vector<double> upper_;
  double per_m_ = 0;
  std::array<uint32_t, kTable> guess_{};
};

/// A population at one moment in double precision, ready for the pair loop.
struct Population {
  std::vector<double> x, y, heading_x, heading_y, heading_rad, speed;  // speed minus the snapshot's mean

  size_t size() const { return x.size(); }
};

/// Values of the pairs of agent i with agents [begin, end), each in its own array so that the loop
/// vectorises.
struct PairBlock {
  std::array<double, kBlock> d2, cos, angle2, product, diff2;

  void fill(const Population& p, size_t i, size_t begin, size_t end, const Arena& arena, double last2) {
    const double px = p.x[i], py = p.y[i], hx = p.heading_x[i], hy = p.heading_y[i];
    const double angle = p.heading_rad[i], speed = p.speed[i];
    const double *x = &p.x[begin], *y = &p.y[begin], *heading_x = &p.heading_x[begin],
                 *heading_y = &p.heading_y[begin], *heading_rad = &p.heading_rad[begin],
                 *speeds = &p.speed[begin];
    // A half side larger than any difference disables wrapping on a plane.
    const double side_m = arena.side_m;
    const double half = arena.torus() ? 0.5 * side_m : std::numeric_limits<double>::infinity();
    const size_t count = end - begin;
    // The pragma states that these arrays do not overlap.
#ifdef __clang__
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
    for (size_t k = 0; k < count; ++k) {
      double dx = x[k] - px, dy = y[k] - py;
      // torus_delta as a selection between constants: a selection between sums would not vectorise.
      dx -= (dx > half ? side_m : 0.0) + (dx < -half ? -side_m : 0.0);
      dy -= (dy > half ? side_m : 0.0) + (dy < -half ? -side_m : 0.0);
      const double all2 = dx * dx + dy * dy;
      d2[k] = all2 < last2 ? all2 : last2;
      cos[k] = hx * heading_x[k] + hy * heading_y[k];
      const double turn = std::fabs(angle - heading_rad[k]), other = kTwoPi - turn;
      const double least = turn < other ? turn : other;
      angle2[k] = least * least;
      const double difference = speed - speeds[k];
      product[k] = speed * speeds[k];
      diff2[k] = difference * difference;
    }
  }
  BinSums pair(size_t k) const {
    return {cos[k], angle2[k], product[k], diff2[k], 1};
  }
};

Population prepare(const FlowSnapshot& s, double mean_speed) {
  Population p;
  p.x.assign(s.x_m.begin(), s.x_m.end());
  p.y.assign(s.y_m.begin(), s.y_m.end());
  p.heading_x.assign(s.heading_x.begin(), s.heading_x.end());
  p.heading_y.assign(s.heading_y.begin(), s.heading_y.end());
  for (size_t i = 0; i < p.size(); ++i) {
    p.heading_rad.push_back(exact::atan2(s.heading_y[i], s.heading_x[i]));
    p.speed.push_back(static_cast<double>(s.speed_mps[i]) - mean_speed);
  }
  return p;
}

/// Every pair (i, j > i) of the rows [begin, end). Successive pairs go to four copies of the sums in turn, so
/// that additions seldom wait for the previous one.
void add_all_pairs(const Population& p, const Arena& arena, const SlotFinder& finder, size_t begin,
                   size_t end, std::span<BinSums> out) {
  constexpr size_t kCopies = 4;
  std::vector<BinSums> copies(kCopies * finder.slots());
  PairBlock block;
  for (size_t i = begin; i < end; ++i)
    for (size_t from = i + 1; from < p.size(); from += kBlock) {
      const size_t count = std::min(kBlock, p.size() - from);
      block.fill(p, i, from, from + count, arena, finder.last2());
      for (size_t k = 0; k < count; ++k)
        copies[finder.slot(block.d2[k]) * kCopies + k % kCopies].add(block.pair(k));
    }
  for (size_t c = 0; c < kCopies; ++c)
    for (size_t b = 0; b < out.size(); ++b) out[b].add(copies[(b + 1) * kCopies + c]);
}

/// The same pairs, found with the cell list.
void add_near_pairs(const Population& p, const Arena& arena, const CellList& cells, double radius_m,
                    const SlotFinder& finder, size_t begin, size_t end, std::span<BinSums> out) {
  PairBlock block;
  for (size_t i = begin; i < end; ++i)
    visit_within(cells, p.x, p.y, p.x[i], p.y[i], radius_m, [&](uint32_t j, double, double, double d2) {
      const size_t slot = finder.slot(d2);
      if (j <= i || slot == 0 || slot > out.size()) return;
      block.fill(p, i, j, j + 1, arena, finder.last2());
      out[slot - 1].add(block.pair(0));
    });
}

void fold(FlowSums& sums, std::span<const BinSums> pieces) {
  const size_t bins = sums.pairs.size();
  for (size_t k = 0; k < pieces.size(); ++k) {
    const BinSums& piece = pieces[k];
    const size_t b = k % bins;
    sums.pairs[b] += piece.pairs;
    sums.cos_sum[b] += piece.cos;
    sums.angle2_sum[b] += piece.angle2;
    sums.speed_product_sum[b] += piece.speed_product;
    sums.speed_diff2_sum[b] += piece.speed_diff2;
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
  const SlotFinder finder(sums.edges_m);
  const double radius_m = sums.edges_m.back();
  const bool near = radius_m <= kNeighbourSearchShare * arena.side_m;
  CellList cells;
  if (near) cells = bin_points(snapshot.x_m, snapshot.y_m, arena.side_m, radius_m, arena.torus());

  std::vector<BinSums> pieces((n + kRowsPerPiece - 1) / kRowsPerPiece * bins);
  parallel_for(n, kRowsPerPiece, [&](size_t begin, size_t end) {
    const std::span<BinSums> out(&pieces[begin / kRowsPerPiece * bins], bins);
    if (near)
      add_near_pairs(population, arena, cells, radius_m, finder, begin, end, out);
    else
      add_all_pairs(population, arena, finder, begin, end, out);
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
