#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/convolve_kernel.h"
#include "core/field/filter.h"

namespace fw {

namespace {

constexpr size_t kBlurRows = 32;

/// Rows one task convolves: few enough that the rows within reach of a strip stay in the cache.
/// A piece of a stack also reads the rows within the kernel's radius above and below it, so small pieces
/// waste work with wide kernels. Still enough pieces for every thread.
size_t rows_per_stack(size_t radius, size_t rows) {
  return std::clamp(2 * radius, kBlurRows, std::max(kBlurRows, rows / 16));
}

/// Half of a normalised symmetric kernel: weight[0] at the centre, weight[k] at distance k.
std::vector<float> gaussian_weights(double sigma_cells, double cut) {
  const auto radius = static_cast<size_t>(cut * sigma_cells + 0.5);
  std::vector<double> weight(radius + 1);
  double sum = 0;
  for (size_t k = 0; k <= radius; ++k) {
    const double z = static_cast<double>(k) / sigma_cells;
    weight[k] = exact::exp(-0.5 * z * z);
    sum += k == 0 ? weight[k] : 2.0 * weight[k];
  }
  std::vector<float> rounded(radius + 1);
  for (size_t k = 0; k <= radius; ++k) rounded[k] = static_cast<float>(weight[k] / sum);
  return rounded;
}

/// Along rows: each row is copied between replicated edges and convolved there.
void convolve_rows(const std::vector<float>& weight, Raster<float>& raster) {
  const auto columns = static_cast<size_t>(raster.grid.columns);
  const size_t radius = weight.size() - 1;
  parallel_for(static_cast<size_t>(raster.grid.rows), kBlurRows, [&](size_t begin, size_t end) {
    std::vector<float> padded(columns + 2 * radius);
    for (size_t row = begin; row < end; ++row) {
      float* cells = raster.cells.data() + row * columns;
      std::fill_n(padded.begin(), radius, cells[0]);
      std::copy_n(cells, columns, padded.begin() + static_cast<std::ptrdiff_t>(radius));
      std::fill_n(padded.end() - static_cast<std::ptrdiff_t>(radius), radius, cells[columns - 1]);
      convolve_row(weight, padded.data() + radius, columns, cells);
    }
  });
}

/// Along columns: whole rows are added, so that no transpose is needed.
void convolve_columns(const std::vector<float>& weight, const Raster<float>& in, Raster<float>& out) {
  const auto columns = static_cast<size_t>(in.grid.columns);
  const int rows = in.grid.rows;
  const int radius = static_cast<int>(weight.size()) - 1;
  parallel_for(static_cast<size_t>(rows), rows_per_stack(weight.size() - 1, static_cast<size_t>(rows)),
               [&](size_t begin, size_t end) {
                 std::vector<const float*> reach(static_cast<size_t>(2 * radius) + (end - begin));
                 for (size_t i = 0; i < reach.size(); ++i) {
                   const int row = std::clamp(static_cast<int>(begin + i) - radius, 0, rows - 1);
                   reach[i] = in.cells.data() + static_cast<size_t>(row) * columns;
                 }
                 convolve_stack(weight, reach, columns, out.cells.data() + begin * columns);
               });
}

}  // namespace

void gaussian_into(const Raster<float>& in, double sigma_m, Raster<float>& out, double cut) {
  assert(sigma_m >= 0 && cut > 0 && &in != &out);
  const double sigma_cells = sigma_m / in.grid.cell_m;
  if (in.size() == 0 || !(cut * sigma_cells >= 0.5)) {
    out = in;
    return;
  }
  const std::vector<float> weight = gaussian_weights(sigma_cells, cut);
  if (!(out.grid == in.grid) || out.size() != in.size()) out = Raster<float>(in.grid);
  convolve_columns(weight, in, out);
  convolve_rows(weight, out);
}

Raster<float> gaussian(const Raster<float>& in, double sigma_m, double cut) {
  Raster<float> out;
  gaussian_into(in, sigma_m, out, cut);
  return out;
}

Raster<float> gaussian(const Mask& in, double sigma_m, double cut) {
  Raster<float> values(in.grid);
  for (size_t i = 0; i < in.size(); ++i) values[i] = in[i] != 0 ? 1.0f : 0.0f;
  return gaussian(values, sigma_m, cut);
}

Raster<float> masked_gaussian(const Raster<float>& in, const Mask& mask, const Raster<float>& mask_blur,
                              double sigma_m) {
  assert(in.grid == mask.grid && in.grid == mask_blur.grid);
  Raster<float> masked(in.grid);
  for (size_t i = 0; i < in.size(); ++i) masked[i] = mask[i] != 0 ? in[i] : 0.0f;
  Raster<float> out = gaussian(masked, sigma_m);
  for (size_t i = 0; i < out.size(); ++i) out[i] = mask_blur[i] > 0 ? out[i] / mask_blur[i] : 0.0f;
  return out;
}

}  // namespace fw
