#include "core/field/noise_kernel.h"

namespace fw {

RasterPlan::RasterPlan(std::vector<lattice::Slice> slices, const GridSpec& g) : grid(g) {
  x_m.resize(static_cast<size_t>(g.columns));
  for (int c = 0; c < g.columns; ++c) x_m[static_cast<size_t>(c)] = g.x_of(c);
  for (const auto& slice : slices) {
    ColumnPlan plan;
    plan.slice = slice;
    octaves.push_back(plan);
  }
}

void fill_rows(const RasterPlan& plan, int begin, int end, float* cells) {
  for (int row = begin; row < end; ++row) {
    for (int c = 0; c < plan.grid.columns; ++c) {
      float n = 0;
      for (size_t k = 0; k < plan.octaves.size(); ++k) {
        const lattice::Slice& s = plan.octaves[k].slice;
        const float v =
            s.amplitude * lattice::octave_value(s, plan.x_m[static_cast<size_t>(c)], plan.grid.y_of(row));
        n = k == 0 ? v : n + v;
      }
      cells[plan.grid.index(c, row)] = n;
    }
  }
}

void sample_points(std::span<const lattice::Slice> slices, const double* x_m, const double* y_m, size_t count,
                   float* out) {
  for (size_t i = 0; i < count; ++i) {
    float n = 0;
    for (size_t k = 0; k < slices.size(); ++k) {
      const float v = slices[k].amplitude * lattice::octave_value(slices[k], x_m[i], y_m[i]);
      n = k == 0 ? v : n + v;
    }
    out[i] = n;
  }
}

std::vector<std::string> simd_levels() {
  return {"scalar"};
}
bool set_simd_level(const std::string& level) {
  return level == "scalar";
}

}  // namespace fw
