#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/field/noise.h"

// Noise at scattered points for callers who read many small groups of points, and several fields at each:
// what the points of a group share, and what all groups share of a field, is found once. The values have the
// bits of sample_noise and sample_noise_gradient.

namespace fw {

namespace lattice {
struct PointOctave;
}

/// A field cut at one phase.
struct NoiseMoment {
  std::shared_ptr<const std::vector<lattice::PointOctave>> octaves;
};
NoiseMoment noise_moment(const NoiseField& field, double phase);

/// The least rectangle around points: west, minus east, south, minus north. Boundless until somebody measures
/// it.
struct PointExtent {
  static constexpr double kNowhere = -std::numeric_limits<double>::infinity();
  std::array<double, 4> edge_m{kNowhere, kNowhere, kNowhere, kNowhere};
};

/// A group of points in the caller's arrays, with the rectangles around all of them and around every kRun in
/// a row. The nearer to each other they lie, the cheaper is the noise there.
struct PointGroup {
  static constexpr size_t kMost = 512, kRun = 64;

  std::span<const double> x_m, y_m;
  PointExtent whole{};
  std::array<PointExtent, kMost / kRun> run{};

  size_t size() const { return x_m.size(); }
};
/// x_m and y_m of equal length, at most PointGroup::kMost.
PointGroup group_points(std::span<const double> x_m, std::span<const double> y_m);

/// n at a group of points.
void sample_noise(const NoiseMoment& moment, const PointGroup& points, std::span<float> out);
/// n and its slopes.
void sample_noise_gradient(const NoiseMoment& moment, const PointGroup& points, std::span<float> out_value,
                           std::span<float> out_dx, std::span<float> out_dy);

}  // namespace fw
