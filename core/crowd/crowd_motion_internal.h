#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/vector_clones.h"

// Loops over all agents' plain arrays. Private to this room.

namespace fw::crowd {

/// Unit vectors as separate arrays of x and y.
struct Headings {
  float* x;
  float* y;
};
struct ConstHeadings {
  const float* x;
  const float* y;
};

/// heading' = unit(old_weight heading + new_weight target); the old heading where the two cancel.
void blend_units(const Headings& heading, const ConstHeadings& target, float old_weight, float new_weight,
                 size_t count);

/// to = from turned by the angle with this cosine and sine, normalised. `to` may be `from`.
void turn_units(const ConstHeadings& from, const float* cos, const float* sin, const Headings& to,
                size_t count);

/// target = target turned, not normalised again.
void turn(const Headings& target, const float* cos, const float* sin, size_t count);

/// vector = unit vector; (0, 0) stays.
void make_units(const Headings& vector, size_t count);

/// pi (n + 1) + turn_rad; the second form adds an angle per agent.
void field_angles(const float* n, double turn_rad, size_t count, double* angle_rad);
void field_angles(const float* n, double turn_rad, const float* jitter_rad, size_t count, double* angle_rad);

/// low + n01 range, n01 = (n + 1) / 2.
void field_speeds(const float* n, float low_mps, float range_mps, size_t count, float* speed_mps);

/// speed' = keep speed + take target.
void ease_speeds(const float* target_mps, float keep, float take, size_t count, float* speed_mps);

/// high + id: the counters of a tick's draws.
void count_draws(const uint32_t* id, uint64_t high, size_t count, uint64_t* counter);

/// A sum of headings in fixed point.
struct FixedSum {
  int64_t x = 0, y = 0;
};
/// Adds the fixed-point headings of those points that lie within sqrt(limit) of (centre_x, centre_y).
void add_within(const double* x_m, const double* y_m, const int64_t* fixed_x, const int64_t* fixed_y,
                size_t count, double centre_x, double centre_y, double limit_m2, FixedSum& sum);

/// (x, y) += (speed * dt) heading, without borders. True if an agent reached a border: lies outside (0,
/// width_m) x (0, height_m).
bool advance(const ConstHeadings& heading, const float* speed_mps, double dt_s, double width_m,
             double height_m, size_t count, double* x_m, double* y_m);

/// Whether all places lie in [0, below_m); none that is no number does.
bool all_inside(const double* place_m, size_t count, double below_m);

}  // namespace fw::crowd
