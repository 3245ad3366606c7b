#include "core/field/quantile.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <memory>
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

constexpr uint32_t kDigitBits = 11, kDigits = 3, kBuckets = 1u << kDigitBits;
/// Items one task counts and scatters; fixed, though the sorted order would be the same for any cut.
constexpr size_t kPiece = size_t{1} << 16;

using Starts = std::array<uint32_t, kBuckets>;

uint32_t digit_of(const Keyed& item, uint32_t digit) {
  return (item.key >> (kDigitBits * digit)) & (kBuckets - 1);
}

/// Where each piece's items of each digit value go: by value first, then by piece. False if one value holds
/// all.
bool count_digit(const Keyed* items, size_t count, uint32_t digit, std::vector<Starts>& start) {
  parallel_for(count, kPiece, [&](size_t begin, size_t end) {
    Starts& own = start[begin / kPiece];
    own.fill(0);
    for (size_t i = begin; i < end; ++i) ++own[digit_of(items[i], digit)];
  });
  uint32_t sum = 0;
  for (uint32_t value = 0; value < kBuckets; ++value) {
    const uint32_t before = sum;
    for (Starts& piece : start) sum += std::exchange(piece[value], sum);
    if (sum - before == count) return false;
  }
  return true;
}

/// Stable least-significant-digit radix sort; equal keys keep their order.
void radix_sort(std::vector<Keyed>& items) {
  const size_t count = items.size();
  const auto spare = std::make_unique_for_overwrite<Keyed[]>(count);
  std::vector<Starts> start((count + kPiece - 1) / kPiece);
  Keyed* from = items.data();
  Keyed* to = spare.get();
  for (uint32_t digit = 0; digit < kDigits; ++digit) {
    if (!count_digit(from, count, digit, start)) continue;
    parallel_for(count, kPiece, [&](size_t begin, size_t end) {
      Starts& next = start[begin / kPiece];
      for (size_t i = begin; i < end; ++i) to[next[digit_of(from[i], digit)]++] = from[i];
    });
    std::swap(from, to);
  }
  if (from != items.data()) std::copy_n(from, count, items.data());
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

/// Rank (ordinal + 0.5) / count at every item's own place.
void write_ranks(const std::vector<Keyed>& items, float* out) {
  const auto count = static_cast<double>(items.size());
  parallel_for(items.size(), kPiece, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      out[items[i].index] = static_cast<float>((static_cast<double>(i) + 0.5) / count);
  });
}

}  // namespace

Raster<float> rank_on(const Raster<float>& values, const Mask& mask) {
  Raster<float> out(values.grid);
  const std::vector<Keyed> items = sorted_on(values, mask);
  write_ranks(items, out.cells.data());
  return out;
}

std::vector<float> rank(std::span<const float> values) {
  std::vector<Keyed> items(values.size());
  for (size_t i = 0; i < values.size(); ++i) items[i] = {ordered_key(values[i]), static_cast<uint32_t>(i)};
  radix_sort(items);
  std::vector<float> out(values.size());
  write_ranks(items, out.data());
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
