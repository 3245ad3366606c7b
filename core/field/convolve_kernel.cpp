#include "core/field/convolve_kernel.h"

#include "core/field/simd_level_internal.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/convolve_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace fw::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Position of the cells at distance k: row_step rows from `centre`, or cell_step cells along the row.
struct Steps {
  std::ptrdiff_t row;
  std::ptrdiff_t cell;
};

/// kVectors vectors of outputs from cell i on; the sums stay in registers over all weights.
template <size_t kVectors>
HWY_INLINE void convolve_at(const float* weight, size_t weights, const float* const* centre, Steps step,
                            size_t i, float* out) {
  const hn::ScalableTag<float> f;
  const size_t lanes = hn::Lanes(f);
  hn::Vec<decltype(f)> sum[kVectors];
  for (size_t v = 0; v < kVectors; ++v)
    sum[v] = hn::Mul(hn::Set(f, weight[0]), hn::LoadU(f, centre[0] + i + v * lanes));
  for (size_t k = 1; k < weights; ++k) {
    const auto reach = static_cast<std::ptrdiff_t>(k);
    const float* before = centre[-reach * step.row] - reach * step.cell + i;
    const float* after = centre[reach * step.row] + reach * step.cell + i;
    const auto w = hn::Set(f, weight[k]);
    for (size_t v = 0; v < kVectors; ++v) {
      const auto pair = hn::Add(hn::LoadU(f, before + v * lanes), hn::LoadU(f, after + v * lanes));
      sum[v] = hn::Add(sum[v], hn::Mul(w, pair));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) hn::StoreU(sum[v], f, out + i + v * lanes);
}

/// Computes only outputs [begin, end), so that a caller can keep its input in the cache.
void convolve_pairs(const float* weight, size_t weights, const float* const* centre, std::ptrdiff_t row_step,
                    std::ptrdiff_t cell_step, size_t begin, size_t end, float* out) {
  const size_t lanes = hn::Lanes(hn::ScalableTag<float>());
  const Steps step = {row_step, cell_step};
  size_t i = begin;
  for (; i + 4 * lanes <= end; i += 4 * lanes) convolve_at<4>(weight, weights, centre, step, i, out);
  for (; i + lanes <= end; i += lanes) convolve_at<1>(weight, weights, centre, step, i, out);
  for (; i < end; ++i) {
    float sum = weight[0] * centre[0][i];
    for (size_t k = 1; k < weights; ++k) {
      const auto reach = static_cast<std::ptrdiff_t>(k);
      const float before = (centre[-reach * row_step] - reach * cell_step)[i];
      const float after = (centre[reach * row_step] + reach * cell_step)[i];
      sum = sum + weight[k] * (before + after);
    }
    out[i] = sum;
  }
}

}  // namespace fw::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/field/aligned_floats_internal.h"

namespace fw {

namespace {

HWY_EXPORT(convolve_pairs);

/// Columns convolved together down a stack: four of the widest vectors, so that a strip of 150 rows fits the
/// first-level cache.
constexpr size_t kStrip = 64;

void plain_pairs(const float* weight, size_t weights, const float* const* centre, std::ptrdiff_t row_step,
                 std::ptrdiff_t cell_step, size_t begin, size_t end, float* out) {
  for (size_t i = begin; i < end; ++i) out[i] = weight[0] * centre[0][i];
  for (size_t k = 1; k < weights; ++k) {
    const auto reach = static_cast<std::ptrdiff_t>(k);
    const float* before = centre[-reach * row_step] - reach * cell_step;
    const float* after = centre[reach * row_step] + reach * cell_step;
    for (size_t i = begin; i < end; ++i) out[i] = out[i] + weight[k] * (before[i] + after[i]);
  }
}

auto pairs_kernel() {
  return plain_kernels_only() ? &plain_pairs : HWY_DYNAMIC_DISPATCH(convolve_pairs);
}

/// True if all values have the bits of `value`.
bool all_are(float value, const float* values, size_t count) {
  const auto wanted = std::bit_cast<uint32_t>(value);
  uint32_t differing = 0;
  for (size_t i = 0; i < count; ++i) differing |= std::bit_cast<uint32_t>(values[i]) ^ wanted;
  return differing == 0;
}

/// The value of a cell whose whole neighbourhood has the same value.
float convolve_constant(std::span<const float> weight, float value) {
  float sum = weight[0] * value;
  for (size_t k = 1; k < weight.size(); ++k) sum = sum + weight[k] * (value + value);
  return sum;
}

/// For each row of a strip: the number of rows from it on that hold one value in every cell; 0 if the row
/// holds two values.
void count_like_rows(const float* strip, size_t rows, size_t width, std::vector<size_t>& like) {
  like.assign(rows + 1, 0);
  for (size_t i = rows; i-- > 0;) {
    const float* row = strip + i * kStrip;
    if (!all_are(row[0], row, width)) continue;
    const bool next = like[i + 1] > 0 && all_are(row[0], row + kStrip, 1);
    like[i] = next ? like[i + 1] + 1 : 1;
  }
}

}  // namespace

void convolve_row(std::span<const float> weight, const float* centre, size_t count, float* out) {
  const size_t radius = weight.size() - 1;
  const auto kernel = pairs_kernel();
  for (size_t begin = 0; begin < count; begin += kStrip) {
    const size_t end = std::min(count, begin + kStrip);
    const float* first = centre + begin - radius;
    if (all_are(*first, first, end - begin + 2 * radius))
      std::fill(out + begin, out + end, convolve_constant(weight, *first));
    else
      kernel(weight.data(), weight.size(), &centre, 0, 1, begin, end, out);
  }
}

void convolve_stack(std::span<const float> weight, std::span<const float* const> reach, size_t count,
                    float* out) {
  const size_t radius = weight.size() - 1;
  const auto kernel = pairs_kernel();
  // A copy of the strip: aligned, and without the raster's power-of-two row distance, which would map to few
  // cache sets.
  const auto strip = aligned_floats(reach.size() * kStrip);
  std::vector<const float*> rows(reach.size());
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = strip.get() + i * kStrip;
  std::vector<size_t> like;
  for (size_t begin = 0; begin < count; begin += kStrip) {
    const size_t width = std::min(count - begin, kStrip);
    for (size_t i = 0; i < rows.size(); ++i) std::copy_n(reach[i] + begin, width, strip.get() + i * kStrip);
    count_like_rows(strip.get(), rows.size(), width, like);
    for (size_t j = 0; j + 2 * radius < reach.size(); ++j) {
      float* to = out + j * count + begin;
      if (like[j] <= 2 * radius)
        kernel(weight.data(), weight.size(), rows.data() + radius + j, 1, 0, 0, width, to);
      else if (j > 0 && like[j - 1] > like[j])
        std::fill_n(to, width, to[-static_cast<std::ptrdiff_t>(count)]);
      else
        std::fill_n(to, width, convolve_constant(weight, rows[j][0]));
    }
  }
}

}  // namespace fw
#endif  // HWY_ONCE
