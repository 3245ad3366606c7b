#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/field/noise/noise.h"

// Noise at scattered points, for callers that read many small groups of points and several fields at each.
// What all groups share of a field is computed once. The values have the bits of sample_noise and
// sample_noise_gradient.

namespace fw {

/// Points in the caller's arrays, of equal length.
struct PointSpan {
  std::span<const double> x_m, y_m;
  size_t size() const { return x_m.size(); }
  PointSpan part(size_t begin, size_t count) const {
    return {x_m.subspan(begin, count), y_m.subspan(begin, count)};
  }
};

/// bind_noise into a field that was bound before: its memory is used again.
void bind_noise_into(const NoiseStack& stack, uint64_t substream, double shortest_m, double period_m,
                     int64_t resample_cycle, NoiseField& field);

/// A rectangle; empty by default.
struct PointExtent {
  static constexpr double kNowhere = std::numeric_limits<double>::infinity();
  double west = kNowhere, east = -kNowhere, south = kNowhere, north = -kNowhere;
};
/// The rectangle round both.
PointExtent joined(const PointExtent& a, const PointExtent& b);
/// The bounding rectangle of points, m.
PointExtent extent_of(const PointSpan& points);

namespace lattice {
struct PointOctave;
}

/// A field at one phase. Copies share what was cut; cut_moment() on one of them changes that one alone.
struct NoiseMoment {
  std::shared_ptr<std::vector<lattice::PointOctave>> octaves;
};
/// Prepared for about `count` points within `extent_m`; what sample_noise() gives at points outside is
/// undefined.
NoiseMoment noise_moment(const NoiseField& field, double phase, const PointExtent& extent_m, size_t count);
/// The same into a moment that was cut before: where no copy shares it and the extent is the same, its memory
/// is used again.
void cut_moment(const NoiseField& field, double phase, const PointExtent& extent_m, size_t count,
                NoiseMoment& moment);

/// n at points.
void sample_noise(const NoiseMoment& moment, const PointSpan& points, std::span<float> out);
/// n at one point, by the same bits, wherever it lies: for many reads of single places.
float noise_value(const NoiseMoment& moment, double x_m, double y_m);
/// The same at a place in each of two moments of one field.
struct PlaceInMoment {
  const NoiseMoment* moment;
  double x_m, y_m;
};
std::array<float, 2> noise_values(const std::array<PlaceInMoment, 2>& places);
/// n and its slopes at points.
void sample_noise_gradient(const NoiseMoment& moment, const PointSpan& points, std::span<float> out_value,
                           std::span<float> out_dx, std::span<float> out_dy);

}  // namespace fw
