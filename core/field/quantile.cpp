#include "core/field/quantile.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/parallel.h"

namespace fw {

namespace {

/// A float and where it came from; keys order like the floats (-0 counts as +0).
struct Keyed {
  uint32_t key;
  uint32_t index;
};

uint32_t ordered_key(float value) {
  const auto bits = std::bit_cast<uint32_t>(value + 0.0f);
  return bits ^ ((bits >> 31) != 0 ? 0xFFFFFFFFu : 0x80000000u);
}

/// Stable least-significant-digit radix sort, three digits of 11 bits; equal keys keep their order.
void radix_sort(std::vector<Keyed>& items) {
  constexpr uint32_t kBits = 11, kMask = (1u << kBits) - 1;
  std::array<std::array<uint32_t, kMask + 1>, 3> count{};
  for (const Keyed& item : items)
    for (uint32_t digit = 0; digit < 3; ++digit) ++count[digit][(item.key >> (kBits * digit)) & kMask];
  std::vector<Keyed> other(items.size());
  for (uint32_t digit = 0; digit < 3; ++digit) {
    auto& start = count[digit];
    const bool single =
        std::find(start.begin(), start.end(), static_cast<uint32_t>(items.size())) != start.end();
    if (single) continue;
    uint32_t sum = 0;
    for (uint32_t& s : start) sum += std::exchange(s, sum);
    for (const Keyed& item : items) other[start[(item.key >> (kBits * digit)) & kMask]++] = item;
    items.swap(other);
  }
}

std::vector<Keyed> sorted_on(const Raster<float>& values, const Mask& mask) {
  assert(values.grid == mask.grid);
  std::vector<Keyed> items;
  items.reserve(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    if (mask[i] != 0) items.push_back({ordered_key(values[i]), static_cast<uint32_t>(i)});
  radix_sort(items);
  return items;
}

float quantile_of(size_t ordinal, size_t count) {
  return static_cast<float>((static_cast<double>(ordinal) + 0.5) / static_cast<double>(count));
}

}  // namespace

Raster<float> rank_on(const Raster<float>& values, const Mask& mask) {
  Raster<float> out(values.grid);
  const std::vector<Keyed> items = sorted_on(values, mask);
  for (size_t i = 0; i < items.size(); ++i) out[items[i].index] = quantile_of(i, items.size());
  return out;
}

std::vector<float> rank(std::span<const float> values) {
  std::vector<Keyed> items(values.size());
  for (size_t i = 0; i < values.size(); ++i) items[i] = {ordered_key(values[i]), static_cast<uint32_t>(i)};
  radix_sort(items);
  std::vector<float> out(values.size());
  for (size_t i = 0; i < items.size(); ++i) out[items[i].index] = quantile_of(i, items.size());
  return out;
}

std::vector<uint32_t> ascending(const Raster<float>& values, const Mask& mask) {
  const std::vector<Keyed> items = sorted_on(values, mask);
  std::vector<uint32_t> out(items.size());
  for (size_t i = 0; i < items.size(); ++i) out[i] = items[i].index;
  return out;
}

std::vector<int64_t> largest_remainder(std::span<const double> shares, int64_t total) {
  assert(total >= 0);
  std::vector<int64_t> parts(shares.size(), 0);
  double sum = 0;
  for (const double share : shares) sum += std::max(share, 0.0);
  if (!(sum > 0)) return parts;
  std::vector<double> remainder(shares.size());
  int64_t left = total;
  for (size_t i = 0; i < shares.size(); ++i) {
    const double exact = std::max(shares[i], 0.0) / sum * static_cast<double>(total);
    parts[i] = std::min(left, static_cast<int64_t>(std::floor(exact)));
    remainder[i] = exact - static_cast<double>(parts[i]);
    left -= parts[i];
  }
  std::vector<size_t> order;
  for (size_t i = 0; i < shares.size(); ++i)
    if (shares[i] > 0) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return remainder[a] > remainder[b]; });
  for (size_t i = 0; left > 0; i = (i + 1) % order.size(), --left) ++parts[order[i]];
  return parts;
}

void quantile_cut(const Raster<float>& values, std::span<const uint32_t> cells,
                  std::span<const int64_t> counts, Raster<uint8_t>& out) {
  assert(std::accumulate(counts.begin(), counts.end(), int64_t{0}) == static_cast<int64_t>(cells.size()));
  std::vector<Keyed> items(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) items[i] = {ordered_key(values[cells[i]]), cells[i]};
  const auto by_index = [](const Keyed& a, const Keyed& b) { return a.index < b.index; };
  if (!std::is_sorted(items.begin(), items.end(), by_index)) std::sort(items.begin(), items.end(), by_index);
  radix_sort(items);
  size_t next = 0;
  for (size_t k = 0; k < counts.size(); ++k)
    for (int64_t n = 0; n < counts[k] && next < items.size(); ++n)
      out[items[next++].index] = static_cast<uint8_t>(k + 1);
}

Moments moments_on(const Raster<float>& values, const Mask& mask) {
  assert(values.grid == mask.grid);
  constexpr size_t kGrain = 16384;
  Moments m;
  for (size_t i = 0; i < values.size(); ++i) {
    if (mask[i] == 0) continue;
    const double v = values[i];
    m.min = m.count == 0 ? v : std::min(m.min, v);
    m.max = m.count == 0 ? v : std::max(m.max, v);
    ++m.count;
  }
  if (m.count == 0) return m;
  const auto count = static_cast<double>(m.count);
  const auto sum_of = [&](auto&& term) {
    return parallel_sum(values.size(), kGrain, [&](size_t begin, size_t end) {
      double sum = 0;
      for (size_t i = begin; i < end; ++i)
        if (mask[i] != 0) sum += term(static_cast<double>(values[i]));
      return sum;
    });
  };
  m.mean = sum_of([](double v) { return v; }) / count;
  m.sd = std::sqrt(sum_of([&](double v) { return (v - m.mean) * (v - m.mean); }) / count);
  return m;
}

}  // namespace fw
