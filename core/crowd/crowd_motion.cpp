#include "core/crowd/crowd_motion_internal.h"

#include <cmath>
#include <numbers>

#include "core/crowd/crowd_internal.h"

namespace fw::crowd {

FW_VECTOR_CLONES
void blend_units(const Headings& heading, const ConstHeadings& target, float old_weight, float new_weight,
                 size_t count) {
  float* x = heading.x;
  float* y = heading.y;
  const float* to_x = target.x;
  const float* to_y = target.y;
  for (size_t i = 0; i < count; ++i)
    set_unit(old_weight * x[i] + new_weight * to_x[i], old_weight * y[i] + new_weight * to_y[i], x[i], y[i],
             x[i], y[i]);
}

FW_VECTOR_CLONES
void turn_units(const ConstHeadings& from, const float* cos, const float* sin, const Headings& to,
                size_t count) {
  const float* from_x = from.x;
  const float* from_y = from.y;
  float* x = to.x;
  float* y = to.y;
  for (size_t i = 0; i < count; ++i) {
    const float c = cos[i], s = sin[i], old_x = from_x[i], old_y = from_y[i];
    set_unit(old_x * c - old_y * s, old_x * s + old_y * c, old_x, old_y, x[i], y[i]);
  }
}

FW_VECTOR_CLONES
void turn(const Headings& target, const float* cos, const float* sin, size_t count) {
  float* x = target.x;
  float* y = target.y;
  for (size_t i = 0; i < count; ++i) {
    const float c = cos[i], s = sin[i], old_x = x[i], old_y = y[i];
    x[i] = old_x * c - old_y * s;
    y[i] = old_x * s + old_y * c;
  }
}

FW_VECTOR_CLONES
void make_units(const Headings& vector, size_t count) {
  float* x = vector.x;
  float* y = vector.y;
  for (size_t i = 0; i < count; ++i) set_unit(x[i], y[i], 0, 0, x[i], y[i]);
}

FW_VECTOR_CLONES
void field_angles(const float* n, double turn_rad, size_t count, double* angle_rad) {
  for (size_t i = 0; i < count; ++i)
    angle_rad[i] = std::numbers::pi * (static_cast<double>(n[i]) + 1.0) + turn_rad;
}

FW_VECTOR_CLONES
void field_angles(const float* n, double turn_rad, const float* jitter_rad, size_t count, double* angle_rad) {
  for (size_t i = 0; i < count; ++i)
    angle_rad[i] = std::numbers::pi * (static_cast<double>(n[i]) + 1.0) +
                   (turn_rad + static_cast<double>(jitter_rad[i]));
}

FW_VECTOR_CLONES
void field_speeds(const float* n, float low_mps, float range_mps, size_t count, float* speed_mps) {
  for (size_t i = 0; i < count; ++i) speed_mps[i] = low_mps + (n[i] + 1.0f) * 0.5f * range_mps;
}

FW_VECTOR_CLONES
void ease_speeds(const float* target_mps, float keep, float take, size_t count, float* speed_mps) {
  for (size_t i = 0; i < count; ++i) speed_mps[i] = keep * speed_mps[i] + take * target_mps[i];
}

FW_VECTOR_CLONES
void count_draws(const uint32_t* id, uint64_t high, size_t count, uint64_t* counter) {
  for (size_t i = 0; i < count; ++i) counter[i] = high + id[i];
}

FW_VECTOR_CLONES
void add_within(const double* x_m, const double* y_m, const int64_t* fixed_x, const int64_t* fixed_y,
                size_t count, double centre_x, double centre_y, double limit_m2, FixedSum& sum) {
  int64_t sum_x = 0, sum_y = 0;
  for (size_t k = 0; k < count; ++k) {
    const double dx = x_m[k] - centre_x, dy = y_m[k] - centre_y;
    const bool near = dx * dx + dy * dy <= limit_m2;
    sum_x += near ? fixed_x[k] : 0;
    sum_y += near ? fixed_y[k] : 0;
  }
  sum.x += sum_x, sum.y += sum_y;
}

FW_VECTOR_CLONES
bool advance(const ConstHeadings& heading, const float* speed_mps, double dt_s, double width_m,
             double height_m, size_t count, double* x_m, double* y_m) {
  const float* heading_x = heading.x;
  const float* heading_y = heading.y;
  uint64_t out = 0;
  for (size_t i = 0; i < count; ++i) {
    const double way = static_cast<double>(speed_mps[i]) * dt_s;
    const double x = x_m[i] + way * static_cast<double>(heading_x[i]);
    const double y = y_m[i] + way * static_cast<double>(heading_y[i]);
    x_m[i] = x, y_m[i] = y;
    const bool inside = (x > 0) & (x < width_m) & (y > 0) & (y < height_m);
    out |= inside ? 0 : 1;
  }
  return out != 0;
}

FW_VECTOR_CLONES
bool all_inside(const double* place_m, size_t count, double below_m) {
  // As wide as a place: the loop is several entries at a time.
  uint64_t outside = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t here = (place_m[i] >= 0) & (place_m[i] < below_m) ? 0 : 1;
    outside |= here;
  }
  return outside == 0;
}

}  // namespace fw::crowd
