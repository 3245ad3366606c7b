#include "core/field/convolve_kernel.h"

#include "core/field/simd_level.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/field/convolve_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace fw::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// How the cells at distance k are found: row_step rows of `centre` away, or cell_step cells along the row.
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

/// Outputs [begin, end) only, so that a caller can keep what it reads in the cache.
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
#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

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

/// True if all bits of all values are 0: then so is every sum of their products with positive weights.
bool all_zero(const float* values, size_t count) {
  uint32_t bits = 0;
  for (size_t i = 0; i < count; ++i) bits |= std::bit_cast<uint32_t>(values[i]);
  return bits == 0;
}

}  // namespace

void convolve_row(std::span<const float> weight, const float* centre, size_t count, float* out) {
  const size_t radius = weight.size() - 1;
  const auto kernel = pairs_kernel();
  for (size_t begin = 0; begin < count; begin += kStrip) {
    const size_t end = std::min(count, begin + kStrip);
    if (all_zero(centre + begin - radius, end - begin + 2 * radius))
      std::fill(out + begin, out + end, 0.0f);
    else
      kernel(weight.data(), weight.size(), &centre, 0, 1, begin, end, out);
  }
}

void convolve_stack(std::span<const float> weight, std::span<const float* const> reach, size_t count,
                    float* out) {
  const size_t radius = weight.size() - 1;
  const auto kernel = pairs_kernel();
  // A copy of the strip: aligned, and free of the raster's power-of-two row distance, which would crowd a few
  // sets.
  const auto strip = hwy::AllocateAligned<float>(reach.size() * kStrip);
  std::vector<const float*> rows(reach.size());
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = strip.get() + i * kStrip;
  for (size_t begin = 0; begin < count; begin += kStrip) {
    const size_t width = std::min(count - begin, kStrip);
    for (size_t i = 0; i < rows.size(); ++i) std::copy_n(reach[i] + begin, width, strip.get() + i * kStrip);
    const bool empty =
        std::all_of(rows.begin(), rows.end(), [width](const float* row) { return all_zero(row, width); });
    for (size_t j = 0; j + 2 * radius < reach.size(); ++j) {
      if (empty)
        std::fill_n(out + j * count + begin, width, 0.0f);
      else
        kernel(weight.data(), weight.size(), rows.data() + radius + j, 1, 0, 0, width,
               out + j * count + begin);
    }
  }
}

}  // namespace fw
#endif  // HWY_ONCE
