#include "core/field/noise/noise.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>

#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/base/per_thread.h"
#include "core/field/noise/noise_lattice.h"
#include "core/field/noise/noise_points.h"

namespace fw {

namespace {

constexpr size_t kPointsPerPiece = 4096;
constexpr size_t kContextChunk = 512;
/// Offsets are drawn from this many lattice cells: a range so large that two sub-streams practically never
/// overlap.
constexpr double kOffsetRange = 4096.0;

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
  // Whole phases are then added without rounding, so that a closed field returns bit for bit.
  if (stack.cells_t > 0) octave.offset_t = std::floor(octave.offset_t * 0x1p30) * 0x1p-30;
  octave.cells_t = stack.cells_t;
  return octave;
}

/// The slices of a field for a set of points. A thread keeps the memory of small ones for its next call; a
/// call inside a piece of another one's loop gets its own (copies share what was cut).
NoiseMoment moment_for(const NoiseField& field, double phase, const PointSpan& points) {
  constexpr size_t kMostKept = 65536;
  if (points.size() > kMostKept) return noise_moment(field, phase, extent_of(points), points.size());
  auto& kept = per_thread<NoiseMoment, struct KeptMoment>();
  cut_moment(field, phase, extent_of(points), points.size(), kept);
  return kept;
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
  NoiseField field;
  bind_noise_into(stack, substream, shortest_m, period_m, resample_cycle, field);
  return field;
}

void bind_noise_into(const NoiseStack& stack, uint64_t substream, double shortest_m, double period_m,
                     int64_t resample_cycle, NoiseField& field) {
  assert(stack.wavelength_m > 0 && stack.octaves >= 0 && stack.persistence > 0 && stack.lacunarity >= 1);
  field.octaves.clear();
  const auto each_octave = [&](const auto& use) {
    double amplitude = 1, scale = 1;
    for (int k = 0; k < stack.octaves; ++k) {
      if (stack.wavelength_m >= shortest_m * scale) use(k, amplitude, scale);
      amplitude *= stack.persistence;
      scale *= stack.lacunarity;
    }
  };
  double sum = 0;
  each_octave([&](int, double amplitude, double) { sum += amplitude; });
  each_octave([&](int k, double amplitude, double scale) {
    field.octaves.push_back(
        bind_octave(k, scale / stack.wavelength_m, substream, stack, period_m, resample_cycle));
    field.octaves.back().amplitude = static_cast<float>(amplitude / sum);
  });
}

void sample_noise(const NoiseField& field, std::span<const double> x_m, std::span<const double> y_m,
                  double phase, std::span<float> out) {
  assert(x_m.size() == y_m.size() && x_m.size() == out.size());
  const PointSpan points{x_m, y_m};
  const NoiseMoment moment = moment_for(field, phase, points);
  const auto sample = [&](size_t begin, size_t end) {
    sample_noise(moment, points.part(begin, end - begin), out.subspan(begin, end - begin));
  };
  parallel_for(out.size(), kPointsPerPiece, std::cref(sample));
}

void sample_noise_gradient(const NoiseField& field, std::span<const double> x_m, std::span<const double> y_m,
                           double phase, std::span<float> out_value, std::span<float> out_dx,
                           std::span<float> out_dy) {
  assert(x_m.size() == y_m.size() && x_m.size() == out_value.size());
  assert(x_m.size() == out_dx.size() && x_m.size() == out_dy.size());
  const PointSpan points{x_m, y_m};
  const NoiseMoment moment = moment_for(field, phase, points);
  const auto sample = [&](size_t begin, size_t end) {
    const size_t count = end - begin;
    sample_noise_gradient(moment, points.part(begin, count), out_value.subspan(begin, count),
                          out_dx.subspan(begin, count), out_dy.subspan(begin, count));
  };
  parallel_for(out_value.size(), kPointsPerPiece, std::cref(sample));
}

void sample_context(const NoiseStack& stack, const NoiseField& field, std::span<const double> x_m,
                    std::span<const double> y_m, double phase, std::span<const std::span<const float>> state,
                    std::span<float> out) {
  assert(state.size() == stack.state_features.size());
  if (state.empty()) return sample_noise(field, x_m, y_m, phase, out);
  const bool one_phase = std::all_of(stack.state_features.begin(), stack.state_features.end(),
                                     [](const StateFeature& f) { return f.offset_t == 0; });
  const auto sample = [&](size_t begin, size_t end) {
    Shifted points;
    const size_t count = end - begin;
    shift(stack, x_m, y_m, phase, state, begin, count, points);
    if (one_phase) {
      sample_noise(field, std::span(points.x_m).first(count), std::span(points.y_m).first(count), phase,
                   std::span(points.value).first(count));
    } else {
      for (size_t i = 0; i < count; ++i)
        points.value[i] = noise_value(field, points.x_m[i], points.y_m[i], points.phase[i]);
    }
    for (size_t i = 0; i < count; ++i)
      out[begin + i] = static_cast<float>(static_cast<double>(points.value[i]) * points.factor[i]);
  };
  parallel_for(out.size(), kContextChunk, std::cref(sample));
}

void normalise_half(std::span<float> values) {
  for (float& v : values) v = (v + 1.0f) * 0.5f;
}

}  // namespace fw
