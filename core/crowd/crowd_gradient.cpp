#include "core/crowd/crowd_gradient.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "core/crowd/crowd_motion.h"
#include "core/field/noise_lattice.h"

// The arithmetic of noise_gradient (core/field/noise_value.cpp), operation by operation in the same order,
// written as loops without branches or tables for the compiler's vectors.

namespace fw::crowd_parts {

namespace {

/// Points of one block; its arrays stay in the first-level cache.
constexpr size_t kBlock = 128;

using Numbers = std::array<double, kBlock>;
using Words = std::array<uint32_t, kBlock>;

/// A component of the 16 gradients, plus one, in two bits each.
constexpr uint32_t packed(const std::array<float, 16>& component) {
  uint32_t word = 0;
  for (size_t g = 0; g < component.size(); ++g) word |= static_cast<uint32_t>(component[g] + 1.0f) << (2 * g);
  return word;
}
constexpr uint32_t kPackedX = packed(lattice::kGradientX), kPackedY = packed(lattice::kGradientY),
                   kPackedZ = packed(lattice::kGradientZ);

/// One axis of a block: fraction, fade and its slope, the hash shares of the two lattice lines around.
struct Axis {
  Numbers fraction, fade, slope;
  Words low, high;
};

/// An octave's constants along one axis.
struct Scale {
  double frequency, offset, period, periods;  ///< periods = 1 / period, 0 where endless
  uint32_t factor;
};

Scale scale_of(const Octave& octave, double offset, uint32_t factor) {
  const double period = octave.period;
  return {octave.frequency_per_m, offset, period, octave.period == 0 ? 0.0 : 1.0 / period, factor};
}

FW_AT_EVERY_WIDTH
void cut_axis(const Scale& scale, const double* place_m, size_t count, Axis& out) {
  const double last = scale.period - 1.0;
  for (size_t i = 0; i < count; ++i) {
    const double position = place_m[i] * scale.frequency + scale.offset;
    const double whole = std::floor(position);
    const double f = position - whole;
    out.fraction[i] = f;
    out.fade[i] = lattice::fade(f);
    out.slope[i] = lattice::fade_slope(f);
    // Whole numbers throughout; the quotient by way of the reciprocal is right or one off. A period of 0
    // leaves every cell where it is.
    const double rest = whole - scale.period * std::floor(whole * scale.periods);
    const double raised = rest < 0 ? rest + scale.period : rest;
    const double cell = raised >= scale.period ? raised - scale.period : raised;
    const double next = cell == last ? 0.0 : cell + 1.0;
    out.low[i] = static_cast<uint32_t>(static_cast<int32_t>(cell)) * scale.factor;
    out.high[i] = static_cast<uint32_t>(static_cast<int32_t>(next)) * scale.factor;
  }
}

struct Corner {
  double value, gx, gy;
};

inline double component(uint32_t packed_component, uint32_t shift) {
  return static_cast<double>(static_cast<int32_t>((packed_component >> shift) & 3u) - 1);
}

inline Corner corner_at(lattice::HashKey key, uint32_t point, double dx, double dy, double dz) {
  const uint32_t shift = 2u * lattice::gradient_index(key, point);
  const double gx = component(kPackedX, shift), gy = component(kPackedY, shift);
  return {gx * dx + gy * dy + component(kPackedZ, shift) * dz, gx, gy};
}

inline Corner mix(const Corner& a, const Corner& b, double s) {
  return {a.value + s * (b.value - a.value), a.gx + s * (b.gx - a.gx), a.gy + s * (b.gy - a.gy)};
}

/// One lattice layer of a block: the gradient blended over x and y, and the differences across.
struct LayerBlend {
  Corner at;
  double across_x, across_y;
};
inline LayerBlend layer_at(lattice::HashKey key, const Axis& x, const Axis& y, double dz, double share,
                           size_t i) {
  const double fx = x.fraction[i], fy = y.fraction[i], sx = x.fade[i], sy = y.fade[i];
  const Corner c0 = corner_at(key, x.low[i] + y.low[i], fx, fy, dz);
  const Corner c1 = corner_at(key, x.high[i] + y.low[i], fx - 1.0, fy, dz);
  const Corner c2 = corner_at(key, x.low[i] + y.high[i], fx, fy - 1.0, dz);
  const Corner c3 = corner_at(key, x.high[i] + y.high[i], fx - 1.0, fy - 1.0, dz);
  const Corner low = mix(c0, c1, sx), high = mix(c2, c3, sx);
  return {mix(low, high, sy), share * ((1.0 - sy) * (c1.value - c0.value) + sy * (c3.value - c2.value)),
          share * (high.value - low.value)};
}

/// Where an octave stands at a phase.
struct Slice {
  lattice::HashKey key0, key1;
  double ft, st, amplitude, frequency;
};

Slice slice_of(const Octave& octave, double phase) {
  const double position = phase + octave.offset_t;
  const double whole = std::floor(position), ft = position - whole;
  const auto layer = static_cast<int64_t>(whole);
  return {lattice::hash_key(octave.lattice_seed, layer),
          lattice::hash_key(octave.lattice_seed, layer + 1),
          ft,
          lattice::fade(ft),
          static_cast<double>(octave.amplitude),
          octave.frequency_per_m};
}

struct Block {
  Numbers value, d_dx, d_dy;
};

FW_AT_EVERY_WIDTH
void add_octave(const Slice& slice, const Axis& x, const Axis& y, size_t count, Block& sum) {
  const lattice::HashKey key0 = slice.key0, key1 = slice.key1;
  const double ft = slice.ft, st = slice.st, amplitude = slice.amplitude, frequency = slice.frequency;
  for (size_t i = 0; i < count; ++i) {
    const LayerBlend below = layer_at(key0, x, y, ft - 0.0, 1.0 - st, i);
    const LayerBlend above = layer_at(key1, x, y, ft - 1.0, st, i);
    const Corner blended = mix(below.at, above.at, st);
    const double across_x = (0.0 + below.across_x) + above.across_x;
    const double across_y = (0.0 + below.across_y) + above.across_y;
    sum.value[i] += amplitude * blended.value;
    sum.d_dx[i] += amplitude * (blended.gx + x.slope[i] * across_x) * frequency;
    sum.d_dy[i] += amplitude * (blended.gy + y.slope[i] * across_y) * frequency;
  }
}

}  // namespace

void noise_gradients(const NoiseField& field, std::span<const double> x_m, std::span<const double> y_m,
                     double phase, std::span<double> value, std::span<double> d_dx, std::span<double> d_dy) {
  assert(x_m.size() == y_m.size() && x_m.size() == value.size());
  assert(x_m.size() == d_dx.size() && x_m.size() == d_dy.size());
  for (size_t begin = 0; begin < x_m.size(); begin += kBlock) {
    const size_t count = std::min(kBlock, x_m.size() - begin);
    Block sum{};
    Axis x, y;
    for (const Octave& octave : field.octaves) {
      cut_axis(scale_of(octave, octave.offset_x, lattice::kHashX), x_m.data() + begin, count, x);
      cut_axis(scale_of(octave, octave.offset_y, lattice::kHashY), y_m.data() + begin, count, y);
      add_octave(slice_of(octave, phase), x, y, count, sum);
    }
    std::copy_n(sum.value.begin(), count, value.begin() + static_cast<std::ptrdiff_t>(begin));
    std::copy_n(sum.d_dx.begin(), count, d_dx.begin() + static_cast<std::ptrdiff_t>(begin));
    std::copy_n(sum.d_dy.begin(), count, d_dy.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

}  // namespace fw::crowd_parts
