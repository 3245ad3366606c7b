#include "core/field/noise.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/parallel.h"
#include "core/base/rng.h"
#include "core/field/noise_lattice.h"
#include "core/field/noise_points_kernel.h"

namespace fw {

namespace {

constexpr size_t kPointsPerPiece = 4096;
constexpr size_t kContextChunk = 512;
/// Offsets are drawn from this many lattice cells: far more than any two looks at one field can overlap by
/// chance.
constexpr double kOffsetRange = 4096.0;

std::vector<lattice::Slice> slices_at(const NoiseField& field, double phase) {
  std::vector<lattice::Slice> slices;
  slices.reserve(field.octaves.size());
  for (const Octave& octave : field.octaves) slices.push_back(lattice::slice_at(octave, phase));
  return slices;
}

Octave bind_octave(int k, double frequency, uint64_t substream, const NoiseStack& stack, double period_m,
                   int64_t cycle) {
  const uint64_t octave_stream = splitmix64(substream ^ splitmix64(static_cast<uint64_t>(k) + 1));
  const uint64_t turn = stack.update == FieldUpdate::resample ? static_cast<uint64_t>(cycle) : 0;
  const uint64_t offset_stream = splitmix64(octave_stream + turn * 0xA0761D6478BD642Fu);
  Octave octave;
  octave.lattice_seed = random_bits(octave_stream, 0);
  octave.frequency_per_m = frequency;
  if (period_m > 0) {
    octave.period = static_cast<int>(std::max(1.0, std::floor(frequency * period_m + 0.5)));
    octave.frequency_per_m = octave.period / period_m;
  }
  octave.offset_x = kOffsetRange * random_uniform(offset_stream, 0);
  octave.offset_y = kOffsetRange * random_uniform(offset_stream, 1);
  octave.offset_t = kOffsetRange * random_uniform(offset_stream, 2);
  return octave;
}

/// One block's coordinates, padded with its own last point to whole vectors.
struct PaddedBlock {
  std::array<double, lattice::kBlock> x, y;

  PaddedBlock(const double* x_m, const double* y_m, size_t count) {
    const size_t rest = lattice::padded(count) - count;
    std::fill_n(std::copy_n(x_m, count, x.begin()), rest, x_m[count - 1]);
    std::fill_n(std::copy_n(y_m, count, y.begin()), rest, y_m[count - 1]);
  }
};

/// Calls whole(block, begin) for full blocks of points and rest(block, begin) for the last, short one, whose
/// padded copy lives as long as the call.
template <typename Whole, typename Rest>
void in_blocks(const double* x_m, const double* y_m, size_t count, const Whole& whole, const Rest& rest) {
  const lattice::PointKernels& kernels = lattice::point_kernels();
  const size_t full = count / lattice::kBlock * lattice::kBlock;
  for (size_t begin = 0; begin < full; begin += lattice::kBlock) {
    lattice::PointBlock block{x_m + begin, y_m + begin, lattice::kBlock};
    kernels.measure(block);
    whole(block, begin);
  }
  if (full == count) return;
  const PaddedBlock padded(x_m + full, y_m + full, count - full);
  lattice::PointBlock block{padded.x.data(), padded.y.data(), lattice::padded(count - full)};
  kernels.measure(block);
  rest(block, full);
}

/// n at scattered points.
void sample_points(const std::vector<lattice::Slice>& slices, const double* x_m, const double* y_m,
                   size_t count, float* out) {
  if (slices.empty()) std::fill_n(out, count, 0.0f);
  if (slices.empty()) return;
  const lattice::PointKernels& kernels = lattice::point_kernels();
  const auto octaves = [&](const lattice::PointBlock& block, float* to) {
    for (size_t k = 0; k < slices.size(); ++k) kernels.sample(slices[k], block, k == 0, to);
  };
  in_blocks(
      x_m, y_m, count, [&](const auto& block, size_t begin) { octaves(block, out + begin); },
      [&](const auto& block, size_t begin) {
        std::array<float, lattice::kBlock> value;
        octaves(block, value.data());
        std::copy_n(value.begin(), count - begin, out + begin);
      });
}

/// The same with the slopes.
void sample_slopes(const std::vector<lattice::Slice>& slices, const double* x_m, const double* y_m,
                   size_t count, const lattice::SlopeBlock& out) {
  if (slices.empty())
    for (float* to : {out.value, out.dx, out.dy}) std::fill_n(to, count, 0.0f);
  if (slices.empty()) return;
  const lattice::PointKernels& kernels = lattice::point_kernels();
  const auto octaves = [&](const lattice::PointBlock& block, const lattice::SlopeBlock& to) {
    for (size_t k = 0; k < slices.size(); ++k) kernels.sample_slope(slices[k], block, k == 0, to);
  };
  in_blocks(
      x_m, y_m, count,
      [&](const auto& block, size_t begin) {
        octaves(block, {out.value + begin, out.dx + begin, out.dy + begin});
      },
      [&](const auto& block, size_t begin) {
        std::array<float, lattice::kBlock> value, dx, dy;
        octaves(block, {value.data(), dx.data(), dy.data()});
        std::copy_n(value.begin(), count - begin, out.value + begin);
        std::copy_n(dx.begin(), count - begin, out.dx + begin);
        std::copy_n(dy.begin(), count - begin, out.dy + begin);
      });
}

/// State features applied to a chunk of points: shifted coordinates and phases, and the factor on the value.
struct Shifted {
  std::array<double, kContextChunk> x_m, y_m, phase, factor;
  std::array<float, kContextChunk> value;
};

void shift(const NoiseStack& stack, std::span<const double> x_m, std::span<const double> y_m, double phase,
           std::span<const std::span<const float>> state, size_t begin, size_t count, Shifted& out) {
  for (size_t i = 0; i < count; ++i) {
    out.x_m[i] = x_m[begin + i];
    out.y_m[i] = y_m[begin + i];
    out.phase[i] = phase;
    out.factor[i] = 1.0;
  }
  for (size_t j = 0; j < stack.state_features.size(); ++j) {
    const StateFeature& feature = stack.state_features[j];
    const double dx_m = feature.offset_x * stack.wavelength_m, dy_m = feature.offset_y * stack.wavelength_m;
    for (size_t i = 0; i < count; ++i) {
      const double s = state[j][begin + i];
      out.x_m[i] += s * dx_m;
      out.y_m[i] += s * dy_m;
      out.phase[i] += s * feature.offset_t;
      out.factor[i] *= 1.0 + feature.gain * (s - 0.5);
    }
  }
}

}  // namespace

NoiseField bind_noise(const NoiseStack& stack, uint64_t substream, double shortest_m, double period_m,
                      int64_t resample_cycle) {
  assert(stack.wavelength_m > 0 && stack.octaves >= 0 && stack.persistence > 0 && stack.lacunarity >= 1);
  NoiseField field;
  std::vector<double> weight;
  double sum = 0, amplitude = 1, scale = 1;
  for (int k = 0; k < stack.octaves; ++k) {
    if (stack.wavelength_m >= shortest_m * scale) {
      field.octaves.push_back(
          bind_octave(k, scale / stack.wavelength_m, substream, stack, period_m, resample_cycle));
      weight.push_back(amplitude);
      sum += amplitude;
    }
    amplitude *= stack.persistence;
    scale *= stack.lacunarity;
  }
  for (size_t i = 0; i < weight.size(); ++i) field.octaves[i].amplitude = static_cast<float>(weight[i] / sum);
  return field;
}

void sample_noise(const NoiseField& field, std::span<const double> x_m, std::span<const double> y_m,
                  double phase, std::span<float> out) {
  assert(x_m.size() == y_m.size() && x_m.size() == out.size());
  const std::vector<lattice::Slice> slices = slices_at(field, phase);
  parallel_for(out.size(), kPointsPerPiece, [&](size_t begin, size_t end) {
    sample_points(slices, x_m.data() + begin, y_m.data() + begin, end - begin, out.data() + begin);
  });
}

void sample_noise_gradient(const NoiseField& field, std::span<const double> x_m, std::span<const double> y_m,
                           double phase, std::span<float> out_value, std::span<float> out_dx,
                           std::span<float> out_dy) {
  assert(x_m.size() == y_m.size() && x_m.size() == out_value.size());
  assert(x_m.size() == out_dx.size() && x_m.size() == out_dy.size());
  const std::vector<lattice::Slice> slices = slices_at(field, phase);
  parallel_for(out_value.size(), kPointsPerPiece, [&](size_t begin, size_t end) {
    sample_slopes(slices, x_m.data() + begin, y_m.data() + begin, end - begin,
                  {out_value.data() + begin, out_dx.data() + begin, out_dy.data() + begin});
  });
}

void sample_context(const NoiseStack& stack, const NoiseField& field, std::span<const double> x_m,
                    std::span<const double> y_m, double phase, std::span<const std::span<const float>> state,
                    std::span<float> out) {
  assert(state.size() == stack.state_features.size());
  if (state.empty()) return sample_noise(field, x_m, y_m, phase, out);
  const bool one_phase = std::all_of(stack.state_features.begin(), stack.state_features.end(),
                                     [](const StateFeature& f) { return f.offset_t == 0; });
  const std::vector<lattice::Slice> slices = slices_at(field, phase);
  parallel_for(out.size(), kContextChunk, [&](size_t begin, size_t end) {
    Shifted points{};
    const size_t count = end - begin;
    shift(stack, x_m, y_m, phase, state, begin, count, points);
    if (one_phase) {
      sample_points(slices, points.x_m.data(), points.y_m.data(), count, points.value.data());
    } else {
      for (size_t i = 0; i < count; ++i)
        points.value[i] = noise_value(field, points.x_m[i], points.y_m[i], points.phase[i]);
    }
    for (size_t i = 0; i < count; ++i)
      out[begin + i] = static_cast<float>(static_cast<double>(points.value[i]) * points.factor[i]);
  });
}

void normalise_half(std::span<float> values) {
  for (float& v : values) v = (v + 1.0f) * 0.5f;
}

void normalise_min_max(std::span<float> values) {
  if (values.empty()) return;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const float base = *low, range = *high - *low;
  for (float& v : values) v = range > 0 ? (v - base) / range : 0.5f;
}

}  // namespace fw
