#include "core/field/quantile/quantile.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/quantile/ordered_key.h"

namespace fw {

namespace {

/// A float and its position; keys order like the floats (-0 counts as +0).
struct Keyed {
  uint32_t key;
  uint32_t index;
};

constexpr uint32_t kDigitBits = 11, kDigits = 3, kBuckets = 1u << kDigitBits;
/// Most items that one task counts and moves; fixed, although the sorted order would be the same for any cut.
/// A single task counts all digits in one pass.
constexpr size_t kMostInPiece = size_t{3} << 16;

uint32_t digit_of(uint32_t key, uint32_t digit) {
  return (key >> (kDigitBits * digit)) & (kBuckets - 1);
}

/// For every value of every digit: how many items of a piece have it, then where the next of them goes.
using Places = std::array<std::array<uint32_t, kBuckets>, kDigits>;

/// From counts to places: by value first, then by piece.
void start_digit(std::vector<Places>& pieces, uint32_t digit) {
  uint32_t sum = 0;
  for (uint32_t value = 0; value < kBuckets; ++value)
    for (Places& piece : pieces) sum += std::exchange(piece[digit][value], sum);
}

/// Calls place(ordinal, index) for every item in ascending (key, position) order, on all threads: a stable
/// least-significant-digit radix sort whose last digit places instead of moving.
template <typename Place>
void place_sorted(std::vector<Keyed> items, const Place& place) {
  std::vector<Places> pieces((items.size() + kMostInPiece - 1) / kMostInPiece);
  const size_t in_piece = items.empty() ? 1 : (items.size() + pieces.size() - 1) / pieces.size();
  const auto each_of = [&](const Keyed* from, const auto& visit) {
    parallel_for(items.size(), in_piece, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) visit(pieces[begin / in_piece], from[i]);
    });
  };
  const auto count_again = [&](const Keyed* from, uint32_t digit) {
    if (pieces.size() == 1) return;  // one piece: reordering does not change its counts
    for (Places& piece : pieces) piece[digit].fill(0);
    each_of(from, [&](Places& of, Keyed item) { ++of[digit][digit_of(item.key, digit)]; });
  };
  const auto spare = std::make_unique_for_overwrite<Keyed[]>(items.size());
  Keyed *from = items.data(), *to = spare.get();
  each_of(from, [](Places& of, Keyed item) {
    for (uint32_t digit = 0; digit < kDigits; ++digit) ++of[digit][digit_of(item.key, digit)];
  });
  for (uint32_t digit = 0; digit + 1 < kDigits; ++digit) {
    start_digit(pieces, digit);
    each_of(from, [&](Places& next, Keyed item) { to[next[digit][digit_of(item.key, digit)]++] = item; });
    std::swap(from, to);
    count_again(from, digit + 1);
  }
  start_digit(pieces, kDigits - 1);
  each_of(from, [&](Places& next, Keyed item) {
    place(next[kDigits - 1][digit_of(item.key, kDigits - 1)]++, item.index);
  });
}

std::vector<Keyed> keyed(std::span<const float> values) {
  std::vector<Keyed> items(values.size());
  for (size_t i = 0; i < values.size(); ++i) items[i] = {ordered_key(values[i]), static_cast<uint32_t>(i)};
  return items;
}

/// The items of the masked cells.
std::vector<Keyed> keyed(const Raster<float>& values, const Mask& mask) {
  assert(values.grid == mask.grid);
  std::vector<Keyed> items;
  items.reserve(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    if (mask[i] != 0) items.push_back({ordered_key(values[i]), static_cast<uint32_t>(i)});
  return items;
}

/// Writes the rank (ordinal + 0.5) / count of every item to its position.
void write_ranks(std::vector<Keyed> items, float* out) {
  const auto count = static_cast<double>(items.size());
  place_sorted(std::move(items), [&](uint32_t ordinal, uint32_t index) {
    out[index] = static_cast<float>((static_cast<double>(ordinal) + 0.5) / count);
  });
}

}  // namespace

Raster<float> rank_on(const Raster<float>& values, const Mask& mask) {
  Raster<float> out(values.grid);
  write_ranks(keyed(values, mask), out.cells.data());
  return out;
}

std::vector<float> rank(std::span<const float> values) {
  std::vector<float> out(values.size());
  write_ranks(keyed(values), out.data());
  return out;
}

std::vector<uint32_t> ascending(const Raster<float>& values, const Mask& mask) {
  std::vector<Keyed> items = keyed(values, mask);
  std::vector<uint32_t> out(items.size());
  place_sorted(std::move(items), [&](uint32_t ordinal, uint32_t index) { out[ordinal] = index; });
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
