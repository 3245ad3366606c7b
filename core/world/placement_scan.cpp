#include "core/world/placement_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/base/exact_batch.h"
#include "core/base/rng.h"
#include "core/field/quantile.h"
#include "core/world/placement.h"

namespace fw {

SpacingIndex::SpacingIndex(const GridSpec& grid, double bin_m)
    : bin_m_(std::max(bin_m, grid.cell_m)),
      bins_(static_cast<int>(grid.width_m() / bin_m_) + 1),
      head_(static_cast<size_t>(bins_) * static_cast<size_t>(bins_), -1) {}

int SpacingIndex::bin_of(double coordinate_m) const {
  return std::clamp(static_cast<int>(coordinate_m / bin_m_), 0, bins_ - 1);
}

void SpacingIndex::insert(Vec2 position_m, double radius_m) {
  const size_t bin = static_cast<size_t>(bin_of(position_m.y)) * bins_ + bin_of(position_m.x);
  entries_.push_back({position_m, radius_m, head_[bin]});
  head_[bin] = static_cast<int32_t>(entries_.size() - 1);
}

bool SpacingIndex::conflicts(Vec2 position_m, double radius_m) const {
  const int left = bin_of(position_m.x - radius_m);
  const int right = bin_of(position_m.x + radius_m);
  const int low = bin_of(position_m.y - radius_m);
  const int high = bin_of(position_m.y + radius_m);
  for (int row = low; row <= high; ++row) {
    for (int column = left; column <= right; ++column) {
      for (int32_t e = head_[static_cast<size_t>(row) * bins_ + column]; e >= 0; e = entries_[e].next) {
        const Entry& entry = entries_[e];
        const double limit_m = std::min(radius_m, entry.radius_m);
        if (squared_distance(position_m, entry.position_m) < conflict_limit2(limit_m)) return true;
      }
    }
  }
  return false;
}

namespace {

/// A whole number that grows with the key.
uint64_t ordered_bits(double key) {
  const auto bits = std::bit_cast<uint64_t>(key + 0.0);  // -0 is 0
  return bits >> 63 ? ~bits : bits | (uint64_t{1} << 63);
}

}  // namespace

ArrivalOrder::ArrivalOrder(std::span<const double> keys) : arrivals_(keys.size()) {
  if (keys.empty()) return;
  const auto [least, most] = std::minmax_element(keys.begin(), keys.end());
  const uint64_t first = ordered_bits(*least), width = ordered_bits(*most) - first;
  // Ranges of a few keys where they lie closest: equal steps of the bits are equal ratios of the keys.
  const int shift = std::max(
      0, static_cast<int>(std::bit_width(width)) - static_cast<int>(std::bit_width(keys.size() / 8)));
  const auto range_of = [&](double key) { return (ordered_bits(key) - first) >> shift; };
  range_end_.assign((width >> shift) + 1, 0);
  for (const double key : keys) ++range_end_[range_of(key)];
  std::exclusive_scan(range_end_.begin(), range_end_.end(), range_end_.begin(), uint32_t{0});
  for (size_t i = 0; i < keys.size(); ++i)
    arrivals_[range_end_[range_of(keys[i])]++] = {keys[i], static_cast<uint32_t>(i)};
}

uint32_t ArrivalOrder::slot(size_t rank) {
  for (; next_range_ < range_end_.size() && (next_range_ == 0 || rank >= range_end_[next_range_ - 1]);
       ++next_range_) {
    const auto begin = next_range_ == 0 ? uint32_t{0} : range_end_[next_range_ - 1];
    std::sort(arrivals_.begin() + begin, arrivals_.begin() + range_end_[next_range_]);
  }
  return arrivals_[rank].slot;
}

namespace {

enum class Verdict : uint8_t { waiting, accepted, too_near, beside_landmark };

struct Draw {
  Vec2 position_m;
  double radius_factor = 1;
};

/// The jittered position in whole millimetres, still inside its cell, and the candidate's own radius.
Draw draw_candidate(const ScanRules& rules, uint32_t cell) {
  const uint64_t counter = uint64_t{cell} * 4;
  const Vec2 centre = rules.grid.centre(cell);
  Draw draw;
  draw.position_m.x =
      to_millimetres(centre.x + (random_uniform(rules.substream, counter + 1) - 0.5) * rules.grid.cell_m);
  draw.position_m.y =
      to_millimetres(centre.y + (random_uniform(rules.substream, counter + 2) - 0.5) * rules.grid.cell_m);
  // Rounding may step over the edge; cells narrower than a millimetre do not occur.
  const int column = rules.grid.column_of(cell);
  const int row = rules.grid.row_of(cell);
  if (rules.grid.column_at(draw.position_m.x) != column)
    draw.position_m.x = to_millimetres(draw.position_m.x + (draw.position_m.x < centre.x ? 0.001 : -0.001));
  if (rules.grid.row_at(draw.position_m.y) != row)
    draw.position_m.y = to_millimetres(draw.position_m.y + (draw.position_m.y < centre.y ? 0.001 : -0.001));
  const double u = random_uniform(rules.substream, counter + 3);
  draw.radius_factor = u < 0.35 ? 1.0 : u < 0.65 ? 1.33 : u < 0.90 ? 1.67 : 2.67;
  return draw;
}

bool inside_keep_out(std::span<const KeepOut> discs, Vec2 position_m) {
  for (const KeepOut& disc : discs)
    if (squared_distance(position_m, disc.centre_m) < conflict_limit2(disc.radius_m)) return true;
  return false;
}

std::vector<int64_t> regional_budgets(const Candidates& candidates, const ScanRules& rules) {
  std::vector<double> integral(rules.regions, 0.0);
  for (size_t i = 0; i < candidates.cells.size(); ++i)
    integral[rules.region[candidates.cells[i]] - 1u] += candidates.lambda[i];
  return largest_remainder(integral, rules.quota);
}

/// Exponential clocks: -log(u) / lambda.
std::vector<double> arrival_keys(const Candidates& candidates, uint64_t substream) {
  constexpr size_t kBatch = 256;
  const size_t count = candidates.cells.size();
  std::vector<double> keys(count);
  std::array<uint64_t, kBatch> counter;
  for (size_t begin = 0; begin < count; begin += kBatch) {
    const size_t n = std::min(kBatch, count - begin);
    const std::span<double> key = std::span(keys).subspan(begin, n);
    for (size_t i = 0; i < n; ++i) counter[i] = uint64_t{candidates.cells[begin + i]} * 4;
    random_uniform(substream, std::span(counter).first(n), key);
    exact::log(key, key);
    for (size_t i = 0; i < n; ++i) key[i] = -key[i] / candidates.lambda[begin + i];
  }
  return keys;
}

struct Scan {
  const Candidates& candidates;
  const ScanRules& rules;
  ArrivalOrder& order;
  SpacingIndex& index;
  std::vector<Verdict>& verdicts;
  ScanResult& result;

  bool full() const { return static_cast<int64_t>(result.points.size()) >= rules.quota; }

  void accept(uint32_t slot, const Draw& draw, double radius_m) {
    verdicts[slot] = Verdict::accepted;
    index.insert(draw.position_m, radius_m);
    result.points.push_back({draw.position_m, candidates.cells[slot], candidates.rank[slot]});
    result.radii_m.push_back(radius_m);
  }

  /// One pass in arrival order. `budgets` empty = none; `bare` = every candidate at the hard floor.
  void run(std::vector<int64_t> budgets, bool bare) {
    for (size_t k = 0; k < order.size() && !full(); ++k) {
      const uint32_t slot = order.slot(k);
      Verdict& verdict = verdicts[slot];
      // With the same radii a refusal for nearness stands: accepted points never leave.
      if (verdict == Verdict::accepted || verdict == Verdict::beside_landmark) continue;
      if (verdict == Verdict::too_near && !bare) continue;
      const uint32_t cell = candidates.cells[slot];
      if (!budgets.empty() && budgets[rules.region[cell] - 1u] == 0) continue;
      const Draw draw = draw_candidate(rules, cell);
      const double radius_m = bare ? rules.spacing_m : rules.spacing_m * draw.radius_factor;
      if (inside_keep_out(rules.keep_out, draw.position_m)) {
        verdict = Verdict::beside_landmark;
      } else if (index.conflicts(draw.position_m, radius_m)) {
        verdict = Verdict::too_near;
      } else {
        accept(slot, draw, radius_m);
        if (!budgets.empty()) --budgets[rules.region[cell] - 1u];
      }
    }
  }
};

}  // namespace

ScanResult scan_candidates(const Candidates& candidates, const ScanRules& rules,
                           std::span<const Placed> earlier, std::span<const double> earlier_radii_m) {
  ScanResult result;
  if (rules.quota <= 0 || candidates.cells.empty()) return result;
  ArrivalOrder order(arrival_keys(candidates, rules.substream));
  SpacingIndex index(rules.grid, rules.spacing_m);
  for (size_t i = 0; i < earlier.size(); ++i) index.insert(earlier[i].position_m, earlier_radii_m[i]);
  std::vector<Verdict> verdicts(candidates.cells.size(), Verdict::waiting);
  Scan scan{candidates, rules, order, index, verdicts, result};
  scan.run(regional_budgets(candidates, rules), false);
  if (!scan.full()) scan.run({}, false);
  if (!scan.full()) scan.run({}, true);
  for (const Verdict v : verdicts)
    result.refused_spacing += v == Verdict::too_near || v == Verdict::beside_landmark ? 1 : 0;
  return result;
}

}  // namespace fw
