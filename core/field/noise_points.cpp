#include "core/field/noise_points.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

#include "core/field/noise_points_kernel.h"

namespace fw {

namespace {

using lattice::kBlock;
using lattice::kLanes;
using lattice::padded;
using lattice::PointBlock;
using lattice::PointOctave;

bool is_power_of_two(double factor) {
  constexpr uint64_t kMantissa = (uint64_t{1} << 52) - 1;
  return factor > 0 && (std::bit_cast<uint64_t>(factor) & kMantissa) == 0;
}

PointExtent scaled(const PointExtent& extent, double factor) {
  PointExtent out;
  for (size_t i = 0; i < out.edge_m.size(); ++i) out.edge_m[i] = extent.edge_m[i] * factor;
  return out;
}

/// The last points of an array that does not end with a whole vector, with copies of the very last.
struct Tail {
  std::array<double, kLanes> at;

  explicit Tail(std::span<const double> values) {
    const size_t rest = values.size() % kLanes;
    std::fill(std::copy_n(values.end() - static_cast<std::ptrdiff_t>(rest), rest, at.begin()), at.end(),
              values.back());
  }
};

/// A group's coordinates in the units of one octave after the other.
class ScaledGroup {
 public:
  explicit ScaledGroup(const PointGroup& points) : points_(points) {}

  const PointBlock& in_units_of(double per_m) {
    if (per_m == per_m_) return block_;
    per_m_ = per_m;
    scale(points_.x_m, x_.data());
    scale(points_.y_m, y_.data());
    block_.whole = scaled(points_.whole, per_m);
    for (size_t r = 0; r * PointGroup::kRun < points_.size(); ++r)
      block_.run[r] = scaled(points_.run[r], per_m);
    return block_;
  }

 private:
  void scale(std::span<const double> in, double* out) const {
    const lattice::PointKernels& kernels = lattice::point_kernels();
    const size_t whole = in.size() / kLanes * kLanes;
    kernels.scale(in.data(), per_m_, whole, out);
    if (whole < in.size()) kernels.scale(Tail(in).at.data(), per_m_, kLanes, out + whole);
  }

  const PointGroup& points_;
  double per_m_ = 0;
  /// Longer than a block: at a power-of-two distance loads would wait for stores to like addresses.
  alignas(64) std::array<double, kBlock + kLanes> x_, y_;
  PointBlock block_{x_.data(), y_.data(), padded(points_.size())};
};

/// Runs `sample(octave, block, first)` for every octave.
template <typename Sample>
void in_octaves(const NoiseMoment& moment, const PointGroup& points, const Sample& sample) {
  ScaledGroup group(points);
  bool first = true;
  for (const PointOctave& octave : *moment.octaves) {
    sample(octave.slice, group.in_units_of(octave.per_m), first);
    first = false;
  }
}

}  // namespace

NoiseMoment noise_moment(const NoiseField& field, double phase) {
  std::vector<PointOctave> octaves;
  octaves.reserve(field.octaves.size());
  double per_m = 0;
  for (const Octave& octave : field.octaves) {
    const double ratio = octave.frequency_per_m / per_m;
    const bool same_units = per_m > 0 && is_power_of_two(ratio) && per_m * ratio == octave.frequency_per_m;
    if (!same_units) per_m = octave.frequency_per_m;
    octaves.push_back({per_m, lattice::slice_at(octave, phase)});
    octaves.back().slice.frequency = same_units ? ratio : 1.0;
  }
  return {std::make_shared<const std::vector<PointOctave>>(std::move(octaves))};
}

PointGroup group_points(std::span<const double> x_m, std::span<const double> y_m) {
  assert(x_m.size() == y_m.size() && x_m.size() <= PointGroup::kMost);
  PointGroup group{x_m, y_m};
  const lattice::PointKernels& kernels = lattice::point_kernels();
  if (x_m.size() % kLanes == 0) {
    if (!x_m.empty()) kernels.measure(group);
    return group;
  }
  std::array<double, kBlock> x, y;
  const auto padded_copy = [](std::span<const double> in, std::array<double, kBlock>& out) {
    const auto end = std::copy(in.begin(), in.end(), out.begin());
    std::fill_n(end, padded(in.size()) - in.size(), in.back());
    return std::span<const double>{out.data(), padded(in.size())};
  };
  group.x_m = padded_copy(x_m, x), group.y_m = padded_copy(y_m, y);
  kernels.measure(group);
  group.x_m = x_m, group.y_m = y_m;
  return group;
}

void sample_noise(const NoiseMoment& moment, const PointGroup& points, std::span<float> out) {
  assert(out.size() == points.size());
  if (moment.octaves->empty()) std::fill(out.begin(), out.end(), 0.0f);
  if (out.empty() || moment.octaves->empty()) return;
  const lattice::PointKernels& kernels = lattice::point_kernels();
  const bool whole = out.size() % kLanes == 0;
  std::array<float, kBlock> room;
  float* value = whole ? out.data() : room.data();
  in_octaves(moment, points, [&](const lattice::Slice& slice, const PointBlock& block, bool first) {
    kernels.sample(slice, block, first, value);
  });
  if (!whole) std::copy_n(value, out.size(), out.begin());
}

void sample_noise_gradient(const NoiseMoment& moment, const PointGroup& points, std::span<float> out_value,
                           std::span<float> out_dx, std::span<float> out_dy) {
  assert(out_value.size() == points.size() && out_dx.size() == points.size() &&
         out_dy.size() == points.size());
  const std::array<std::span<float>, 3> out{out_value, out_dx, out_dy};
  if (moment.octaves->empty())
    for (const auto& to : out) std::fill(to.begin(), to.end(), 0.0f);
  if (points.size() == 0 || moment.octaves->empty()) return;
  const lattice::PointKernels& kernels = lattice::point_kernels();
  const bool whole = points.size() % kLanes == 0;
  std::array<std::array<float, kBlock>, 3> room;
  const auto to = [&](size_t i) { return whole ? out[i].data() : room[i].data(); };
  const lattice::SlopeBlock slopes{to(0), to(1), to(2)};
  in_octaves(moment, points, [&](const lattice::Slice& slice, const PointBlock& block, bool first) {
    kernels.sample_slope(slice, block, first, slopes);
  });
  if (whole) return;
  for (size_t i = 0; i < out.size(); ++i) std::copy_n(room[i].begin(), out[i].size(), out[i].begin());
}

}  // namespace fw
