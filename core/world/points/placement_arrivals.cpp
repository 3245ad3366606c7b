#include "core/world/points/placement_arrivals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/exact/exact_batch.h"
#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/world/fit/block_lanes.h"

namespace fw {
namespace {

constexpr size_t kArrivalBatch = 256;       // candidates whose numbers stay in the first-level cache
constexpr size_t kPiece = size_t{1} << 16;  // candidates that one thread draws at a time
constexpr double kAll = std::numeric_limits<double>::infinity();

/// Tells apart whose key may be below the limit: -log(u) is at least 2 (1 - u) / (1 + u).
FW_VECTOR_CLONES
void mark_early(const double* u, const double* lambda, double limit, size_t count, uint8_t* early) {
  limit *= 1 + 1e-9;  // far more than any rounding here and in the key
  for (size_t i = 0; i < count; ++i) early[i] = 2 * (1 - u[i]) <= limit * lambda[i] * (1 + u[i]) ? 1 : 0;
}

/// Mostly one or two.
template <typename T>
void sort_few(std::span<T> values) {
  if (values.size() > 16) return std::sort(values.begin(), values.end());
  for (size_t i = 1; i < values.size(); ++i) {
    const T value = values[i];
    size_t at = i;
    for (; at > 0 && value < values[at - 1]; --at) values[at] = values[at - 1];
    values[at] = value;
  }
}

/// Ranges of keys that hold about as many arrivals each: grows with the key (each operation does), from 0 to
/// 1.
double fraction_at(double key, double mean) {
  return 1 - mean / (key + mean);
}

}  // namespace

ArrivalOrder::ArrivalOrder(std::span<const uint32_t> cells, std::span<const double> lambda,
                           uint64_t substream, double integral, int64_t wanted, const CellDice* dice)
    : cells_(cells),
      lambda_(lambda),
      substream_(substream),
      dice_(dice),
      mean_(static_cast<double>(cells.size()) / integral),
      next_(static_cast<double>(wanted) / integral) {}

ArrivalOrder::Drawn ArrivalOrder::draw(size_t begin, size_t end, double from, double below) const {
  std::array<uint64_t, kArrivalBatch> counter;
  std::array<double, kArrivalBatch> u;
  std::array<uint8_t, kArrivalBatch> early;
  std::array<uint32_t, kArrivalBatch + 1> chosen;  // every place is written, and kept by moving on
  Drawn out;
  for (; begin < end; begin += kArrivalBatch) {
    const size_t n = std::min(kArrivalBatch, end - begin);
    for (size_t i = 0; i < n; ++i) counter[i] = uint64_t{cells_[begin + i]} * 4;
    random_uniform(substream_, std::span(counter).first(n), std::span(u).first(n));
    if (dice_ != nullptr)
      for (size_t i = 0; i < n; ++i)
        u[i] = random_uniform(dice_->substream(cells_[begin + i], substream_), counter[i]);
    mark_early(u.data(), lambda_.data() + begin, below, n, early.data());
    size_t kept = 0;
    for (size_t i = 0; i < n; ++i) {
      chosen[kept] = static_cast<uint32_t>(i);
      kept += early[i];
    }
    const size_t before = out.slot.size();
    out.slot.resize(before + kept);
    out.key.resize(before + kept);
    for (size_t k = 0; k < kept; ++k) {
      out.slot[before + k] = static_cast<uint32_t>(begin) + chosen[k];
      out.key[before + k] = u[chosen[k]];
    }
  }
  exact::log(out.key, out.key);
  size_t here = 0;
  for (size_t k = 0; k < out.key.size(); ++k) {
    const double key = -out.key[k] / lambda_[out.slot[k]];
    out.key[here] = key;
    out.slot[here] = out.slot[k];
    here += key >= from && (key < below || below == kAll) ? 1 : 0;
  }
  out.slot.resize(here);
  out.key.resize(here);
  return out;
}

void ArrivalOrder::deal(const std::vector<Drawn>& pieces, double from, double below) {
  size_t count = 0;
  for (const Drawn& piece : pieces) count += piece.key.size();
  const size_t ranges = count / 2 + 1;
  const double first = fraction_at(from, mean_);
  const double scale = static_cast<double>(ranges) / (fraction_at(below, mean_) - first);
  std::vector<int32_t> range(count);
  int32_t* to = range.data();
  for (const Drawn& piece : pieces)
    for (const double key : piece.key)
      *to++ = static_cast<int32_t>(
          std::min((fraction_at(key, mean_) - first) * scale, static_cast<double>(ranges - 1)));
  range_end_.assign(ranges, 0);
  for (const int32_t r : range) ++range_end_[static_cast<size_t>(r)];
  std::exclusive_scan(range_end_.begin(), range_end_.end(), range_end_.begin(),
                      static_cast<uint32_t>(arrivals_.size()));
  arrivals_.resize(arrivals_.size() + count);
  const int32_t* r = range.data();
  for (const Drawn& piece : pieces)
    for (size_t i = 0; i < piece.key.size(); ++i, ++r)
      arrivals_[range_end_[static_cast<size_t>(*r)]++] = {piece.key[i], piece.slot[i], cells_[piece.slot[i]]};
  next_range_ = 0;
}

/// The next stretch of keys. Each is wider than the one before, since every one visits all candidates.
void ArrivalOrder::collect() {
  const double from = reached_;
  const double below = next_ < mean_ ? next_ : kAll;
  std::vector<Drawn> pieces((size() + kPiece - 1) / kPiece);
  parallel_for(pieces.size(), 1, [&](size_t begin, size_t end) {
    for (size_t p = begin; p < end; ++p)
      pieces[p] = draw(p * kPiece, std::min((p + 1) * kPiece, size()), from, below);
  });
  deal(pieces, from, below);
  reached_ = below;
  next_ = below * 3;
}

void ArrivalOrder::sort_further() {
  while (next_range_ == range_end_.size()) collect();
  const size_t end = range_end_[next_range_++];
  sort_few(std::span(arrivals_).subspan(sorted_, end - sorted_));
  sorted_ = end;
}

}  // namespace fw
