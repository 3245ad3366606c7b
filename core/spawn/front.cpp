#include "core/spawn/front.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace fw {

namespace {

/// The largest level below 1: a phase must lie inside its cycle.
constexpr double kTop = 1 - 0x1p-40;

double level_of(const Front& front, float n) {
  const std::vector<float>& lattice = front.lattice;
  const double value = n;
  if (front.levelling == Levelling::min_max) {
    const double low = lattice.front(), high = lattice.back();
    return high > low ? std::clamp((value - low) / (high - low), 0.0, kTop) : 0.5;
  }
  // Entry i of the sorted lattice is the level (i + 0.5) / N; linear between two entries.
  const auto above = std::upper_bound(lattice.begin(), lattice.end(), n);
  const auto count = static_cast<double>(lattice.size());
  const auto below = static_cast<double>(above - lattice.begin());
  if (above == lattice.begin()) return 0;
  if (above == lattice.end()) return std::min(kTop, (below - 0.25) / count);
  const double low = *(above - 1), high = *above;
  return (below - 0.5 + (value - low) / (high - low)) / count;
}

}  // namespace

void front_values(const Front& front, std::span<const double> x_m, std::span<const double> y_m,
                  std::span<double> out) {
  assert(!front.lattice.empty());
  constexpr size_t kChunk = 256;
  std::array<float, kChunk> n{};
  for (size_t begin = 0; begin < out.size(); begin += kChunk) {
    const size_t count = std::min(kChunk, out.size() - begin);
    sample_noise(front.noise, x_m.subspan(begin, count), y_m.subspan(begin, count), front.phase,
                 std::span(n).first(count));
    for (size_t i = 0; i < count; ++i) out[begin + i] = level_of(front, n[i]);
  }
}

double front_value(const Front& front, Vec2 at) {
  return level_of(front, noise_value(front.noise, at.x, at.y, front.phase));
}

Front make_front(const FrontParams& params, const SpawnArea& area, uint64_t substream, int64_t cycle,
                 double wavelength_m) {
  NoiseStack stack = params.stack;
  stack.wavelength_m = wavelength_m;
  Front front;
  front.noise = bind_noise(stack, substream, 0, 0, cycle);
  front.phase = params.phase_per_cycle * static_cast<double>(cycle);
  front.levelling = params.levelling;
  const std::vector<Vec2> points = area_lattice(area, params.lattice_step_m);
  std::vector<double> x(points.size()), y(points.size());
  for (size_t i = 0; i < points.size(); ++i) x[i] = points[i].x, y[i] = points[i].y;
  front.lattice.resize(points.size());
  sample_noise(front.noise, x, y, front.phase, front.lattice);
  std::sort(front.lattice.begin(), front.lattice.end());
  return front;
}

}  // namespace fw
