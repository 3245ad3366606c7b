#include <array>
#include <cmath>

#include "core/base/vector_clones.h"
#include "core/field/noise/noise.h"
#include "core/field/noise/noise_lattice.h"

namespace fw {

namespace {

/// A corner's gradient and its dot product with the displacement from the corner.
struct Corner {
  double value, gx, gy, gz;
};

Corner corner_at(const lattice::HashKey& key, int32_t x, int32_t y, double dx, double dy, double dz) {
  const uint32_t g = lattice::gradient_index(key, lattice::hash_point(x, y));
  const double gx = lattice::kGradientX[g], gy = lattice::kGradientY[g], gz = lattice::kGradientZ[g];
  return {gx * dx + gy * dy + gz * dz, gx, gy, gz};
}

Corner mix(const Corner& a, const Corner& b, double s) {
  return {a.value + s * (b.value - a.value), a.gx + s * (b.gx - a.gx), a.gy + s * (b.gy - a.gy),
          a.gz + s * (b.gz - a.gz)};
}

double fade_slope(double f) {
  return 30.0 * f * f * (f - 1.0) * (f - 1.0);
}

/// One octave in lattice units: the value and its slopes along lattice x, y and t.
NoiseGradient octave_gradient(const Octave& octave, double x_m, double y_m, double phase) {
  const lattice::Cut cx = lattice::cut(x_m * octave.frequency_per_m + (octave.offset_x + lattice::kCentre));
  const lattice::Cut cy = lattice::cut(y_m * octave.frequency_per_m + (octave.offset_y + lattice::kCentre));
  const double position = phase + octave.offset_t;
  const double whole = std::floor(position);
  const double fx = cx.from_centre + 0.5, fy = cy.from_centre + 0.5, ft = position - whole;
  const double sx = lattice::fade(fx), sy = lattice::fade(fy), st = lattice::fade(ft);
  std::array<Corner, 2> at_t{};
  double across_x = 0, across_y = 0;  // differences blended over the other two axes
  for (int k = 0; k < 2; ++k) {
    const auto key = lattice::hash_key(
        octave.lattice_seed, lattice::wrapped_layer(static_cast<int64_t>(whole) + k, octave.cells_t));
    std::array<Corner, 4> c{};
    for (int j = 0; j < 2; ++j) {
      for (int i = 0; i < 2; ++i) {
        c[static_cast<size_t>(2 * j + i)] =
            corner_at(key, lattice::wrapped(cx.cell + i, octave.period),
                      lattice::wrapped(cy.cell + j, octave.period), fx - i, fy - j, ft - k);
      }
    }
    const double share = k == 0 ? 1.0 - st : st;
    const Corner low = mix(c[0], c[1], sx), high = mix(c[2], c[3], sx);
    across_x += share * ((1.0 - sy) * (c[1].value - c[0].value) + sy * (c[3].value - c[2].value));
    across_y += share * (high.value - low.value);
    at_t[static_cast<size_t>(k)] = mix(low, high, sy);
  }
  const Corner blended = mix(at_t[0], at_t[1], st);
  return {blended.value, blended.gx + fade_slope(fx) * across_x, blended.gy + fade_slope(fy) * across_y,
          blended.gz + fade_slope(ft) * (at_t[1].value - at_t[0].value)};
}

}  // namespace

FW_VECTOR_CLONES
float noise_value(const NoiseField& field, double x_m, double y_m, double phase) {
  float n = 0;
  bool first = true;
  for (const Octave& octave : field.octaves) {
    const float value = lattice::octave_value(lattice::slice_at(octave, phase), x_m, y_m);
    n = first ? value : n + value;
    first = false;
  }
  return n;
}

NoiseSlope noise_slope(const NoiseField& field, double x_m, double y_m, double phase) {
  NoiseSlope n{0, 0, 0};
  bool first = true;
  for (const Octave& octave : field.octaves) {
    const lattice::Slope share = lattice::octave_slope(lattice::slice_at(octave, phase), x_m, y_m);
    n = first ? NoiseSlope{share.value, share.dx, share.dy}
              : NoiseSlope{n.value + share.value, n.d_dx + share.dx, n.d_dy + share.dy};
    first = false;
  }
  return n;
}

NoiseGradient noise_gradient(const NoiseField& field, double x_m, double y_m, double phase) {
  NoiseGradient sum{0, 0, 0, 0};
  for (const Octave& octave : field.octaves) {
    const NoiseGradient g = octave_gradient(octave, x_m, y_m, phase);
    const double amplitude = octave.amplitude;
    sum.value += amplitude * g.value;
    sum.d_dx += amplitude * g.d_dx * octave.frequency_per_m;
    sum.d_dy += amplitude * g.d_dy * octave.frequency_per_m;
    sum.d_dt += amplitude * g.d_dt;
  }
  return sum;
}

}  // namespace fw
