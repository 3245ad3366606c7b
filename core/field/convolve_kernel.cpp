#include "core/field/convolve_kernel.h"

namespace fw {

namespace {

void convolve_pairs(std::span<const float> weight, const float* const* centre, std::ptrdiff_t row_step,
                    std::ptrdiff_t cell_step, size_t count, float* out) {
  for (size_t i = 0; i < count; ++i) out[i] = weight[0] * centre[0][i];
  for (size_t k = 1; k < weight.size(); ++k) {
    const auto reach = static_cast<std::ptrdiff_t>(k);
    const float* before = centre[-reach * row_step] - reach * cell_step;
    const float* after = centre[reach * row_step] + reach * cell_step;
    const float w = weight[k];
    for (size_t i = 0; i < count; ++i) out[i] = out[i] + w * (before[i] + after[i]);
  }
}

}  // namespace

void convolve_row(std::span<const float> weight, const float* centre, size_t count, float* out) {
  convolve_pairs(weight, &centre, 0, 1, count, out);
}

void convolve_stack(std::span<const float> weight, std::span<const float* const> reach, size_t count,
                    float* out) {
  const size_t radius = weight.size() - 1;
  for (size_t j = 0; j + 2 * radius < reach.size(); ++j)
    convolve_pairs(weight, reach.data() + radius + j, 1, 0, count, out + j * count);
}

}  // namespace fw
