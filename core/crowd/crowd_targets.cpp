#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/base/exact/exact_batch.h"
#include "core/crowd/crowd_internal.h"
#include "core/crowd/crowd_motion_internal.h"

namespace fw::crowd {

namespace {

/// Step of curlnoise's central differences, m (docs/coordinators.md, 2.2).
constexpr double kDifference_m = 1.0;

bool is_perlin(CrowdMethod method) {
  return method == CrowdMethod::perlin_dual || method == CrowdMethod::perlin_single;
}

void sample(const NoiseMoment& layer, const PointSpan& at, Floats& out) {
  sample_noise(layer, at, {out.data(), at.size()});
}

/// e^{j (2 pi n01 + turn)} with n01 = (n + 1) / 2.
void directions_of(const Floats& n, double turn_rad, const float* jitter_rad, size_t count,
                   PieceScratch& work, Floats& x, Floats& y) {
  if (jitter_rad)
    field_angles(n.data(), turn_rad, jitter_rad, count, work.wide.data());
  else
    field_angles(n.data(), turn_rad, count, work.wide.data());
  exact::sincos({work.wide.data(), count}, std::span<float>{y.data(), count}, {x.data(), count});
}

void rotate(const float* angle_rad, size_t count, PieceScratch& work, Floats& x, Floats& y) {
  for (size_t i = 0; i < count; ++i) work.wide[i] = static_cast<double>(angle_rad[i]);
  cosines_of_wide(count, work);
  turn({x.data(), y.data()}, work.cos.data(), work.sin.data(), count);
}

/// u = unit((1 - weight) u + weight v); u stays where the two cancel.
void mix_in(const Floats& v_x, const Floats& v_y, double weight, size_t count, Floats& x, Floats& y) {
  blend_units({x.data(), y.data()}, {v_x.data(), v_y.data()}, static_cast<float>(1.0 - weight),
              static_cast<float>(weight), count);
}

/// Bridson, Hourihan, Nordenstam 2007: rises from 0 at the coast to 1 at r = 1 with two smooth derivatives.
struct Ramp {
  double value, slope;
};
Ramp ramp_at(double r) {
  if (r >= 1) return {1, 0};
  if (r <= 0) return {0, 15.0 / 8.0};
  const double q = r * r;
  return {r * (15.0 - q * (10.0 - 3.0 * q)) / 8.0, 15.0 * (1.0 - q) * (1.0 - q) / 8.0};
}

/// Replaces the slopes of psi by those of ramp(distance to the coast) * psi.
void ramp_slopes(const Shore& shore, double ramp_m, const PointSpan& at, const Floats& psi, Floats& d_dx,
                 Floats& d_dy) {
  for (size_t i = 0; i < at.size(); ++i) {
    if (!near_coast(shore, at.x_m[i], at.y_m[i], ramp_m)) continue;
    const ShoreReading coast = read_shore(shore, at.x_m[i], at.y_m[i]);
    const Ramp ramp = ramp_at(coast.distance_m / ramp_m);
    const double push = static_cast<double>(psi[i]) * ramp.slope / ramp_m;
    // At distance 0 and beyond, only the ramp's slope is left; it gives a flow along the coast.
    d_dx[i] = static_cast<float>(ramp.value * static_cast<double>(d_dx[i]) + push * coast.slope_x);
    d_dy[i] = static_cast<float>(ramp.value * static_cast<double>(d_dy[i]) + push * coast.slope_y);
  }
}

/// Direction of the rotated gradient of psi, or of ramp * psi: the flow at the coast then runs along it.
void rotated_gradient(const NoiseMoment& layer, const Shore* shore, double ramp_m, const PointSpan& at,
                      PieceScratch& work, Floats& x, Floats& y) {
  const size_t count = at.size();
  Floats &d_dx = y, &d_dy = x;  // (d psi / dy, -d psi / dx)
  sample_noise_gradient(layer, at, {work.noise.data(), count}, {d_dx.data(), count}, {d_dy.data(), count});
  if (shore) ramp_slopes(*shore, ramp_m, at, work.noise, d_dx, d_dy);
  for (size_t i = 0; i < count; ++i) y[i] = -y[i];
  make_units({x.data(), y.data()}, count);
}

/// Curl of the published method: central differences of four samples.
void central_differences(const NoiseMoment& layer, const PointSpan& at, PieceScratch& work, Floats& x,
                         Floats& y) {
  const size_t count = at.size();
  const std::span<const double> moved{work.wide.data(), count};
  const auto shift = [&](std::span<const double> axis, double step_m) {
    for (size_t i = 0; i < count; ++i) work.wide[i] = axis[i] + step_m;
  };
  shift(at.y_m, -kDifference_m);
  sample(layer, {at.x_m, moved}, work.noise);
  shift(at.y_m, kDifference_m);
  sample(layer, {at.x_m, moved}, x);
  for (size_t i = 0; i < count; ++i) x[i] -= work.noise[i];
  shift(at.x_m, -kDifference_m);
  sample(layer, {moved, at.y_m}, work.noise);
  shift(at.x_m, kDifference_m);
  sample(layer, {moved, at.y_m}, y);
  for (size_t i = 0; i < count; ++i) y[i] = -(y[i] - work.noise[i]);
  make_units({x.data(), y.data()}, count);
}

/// Grid nodes around a coordinate, and the share of the second.
struct Nodes {
  size_t low, high;
  float fraction;
};
Nodes nodes_at(double position, int per_side) {
  int low = static_cast<int>(position);  // places are not negative, so this is the floor
  const float fraction = static_cast<float>(position - low);
  if (low >= per_side) low %= per_side;
  const int high = low + 1 == per_side ? 0 : low + 1;
  return {static_cast<size_t>(low), static_cast<size_t>(high), fraction};
}

/// Bilinear blend of the four nodes around a point; only the direction of the sum matters.
void piecewise_directions(const Crowd& crowd, const PointSpan& at, Floats& x, Floats& y) {
  const size_t n = static_cast<size_t>(crowd.nodes_per_side);
  const double per_m = 1.0 / crowd.params.piecewise_cell_m;
  for (size_t i = 0; i < at.size(); ++i) {
    const Nodes across = nodes_at(at.x_m[i] * per_m, crowd.nodes_per_side);
    const Nodes up = nodes_at(at.y_m[i] * per_m, crowd.nodes_per_side);
    const auto blend = [&](const std::vector<float>& node) {
      const float* south = node.data() + up.low * n;
      const float* north = node.data() + up.high * n;
      const float low = south[across.low] + across.fraction * (south[across.high] - south[across.low]);
      const float high = north[across.low] + across.fraction * (north[across.high] - north[across.low]);
      return low + up.fraction * (high - low);
    };
    x[i] = blend(crowd.node_x), y[i] = blend(crowd.node_y);
  }
  make_units({x.data(), y.data()}, at.size());
}

/// perlin_dual and perlin_single with mitigations; leaves the heading field's n in work.noise.
void perlin_directions(const Crowd& crowd, const CrowdLayers& layers, const PointSpan& at,
                       const float* jitter_rad, PieceScratch& work, Targets& out) {
  const CrowdParams& p = crowd.params;
  const bool mixed = p.second_weight > 0 || p.curl_weight > 0;
  sample(layers.heading, at, work.noise);
  directions_of(work.noise, 0, mixed ? nullptr : jitter_rad, at.size(), work, out.x, out.y);
  if (!mixed) return;
  if (p.second_weight > 0) {
    sample(layers.second, at, work.other);
    directions_of(work.other, p.second_turn_rad, nullptr, at.size(), work, work.mix_x, work.mix_y);
    mix_in(work.mix_x, work.mix_y, p.second_weight, at.size(), out.x, out.y);
  }
  if (p.curl_weight > 0) {
    rotated_gradient(layers.curl, nullptr, 1, at, work, work.mix_x, work.mix_y);
    mix_in(work.mix_x, work.mix_y, p.curl_weight, at.size(), out.x, out.y);
  }
  if (jitter_rad) rotate(jitter_rad, at.size(), work, out.x, out.y);
}

void speeds_of(const CrowdParams& p, const Floats& n, size_t count, Floats& out) {
  const float low = static_cast<float>(p.speed_min_mps);
  const float range = static_cast<float>(p.speed_max_mps - p.speed_min_mps);
  field_speeds(n.data(), low, range, count, out.data());
}

}  // namespace

NoiseField bind_layer(const CrowdParams& params, const Arena& arena, const SeedBundle& seeds,
                      const NoiseStack& stack, std::string_view name, int64_t cycle) {
  const std::string layer = stack.seed_of.empty() ? std::string(name) : stack.seed_of;
  const double period_m = params.periodic_lattice && arena.torus() ? arena.side_m : 0;
  return bind_noise(stack, derive(seeds.noise_stream(), "crowd/" + layer), 0, period_m, cycle);
}

CrowdLayers layers_at(const Crowd& crowd, int64_t tick, const PointExtent& places_m, size_t count) {
  CrowdLayers layers;
  cut_layers(crowd, tick, places_m, count, layers);
  return layers;
}

void cut_layers(const Crowd& crowd, int64_t tick, const PointExtent& places_m, size_t count,
                CrowdLayers& layers) {
  const CrowdParams& p = crowd.params;
  // Exact: a step covers a power of two of ticks.
  const double time_s = static_cast<double>(tick) * (p.dt_s / static_cast<double>(crowd.ticks));
  const PointExtent read{places_m.west - kDifference_m, places_m.east + kDifference_m,
                         places_m.south - kDifference_m, places_m.north + kDifference_m};
  const auto cut = [&](const NoiseStack& stack, const NoiseField& field, std::string_view name,
                       NoiseMoment& out) {
    if (stack.update == FieldUpdate::drift)
      return cut_moment(field, stack.drift_per_s * time_s, read, count, out);
    const double cycle = stack.cycle_s > 0 ? std::floor(time_s / stack.cycle_s) : 0;
    if (cycle == 0) return cut_moment(field, 0, read, count, out);
    cut_moment(bind_layer(p, crowd.arena, crowd.seeds, stack, name, static_cast<int64_t>(cycle)), 0, read,
               count, out);
  };
  const bool perlin = is_perlin(p.method), curls = p.method == CrowdMethod::curl_dual;
  if (perlin) cut(p.heading, crowd.heading, "heading", layers.heading);
  if (p.method == CrowdMethod::perlin_dual || curls) cut(p.speed, crowd.speed, "speed", layers.speed);
  if (p.method == CrowdMethod::curlnoise || curls)
    cut(p.potential, crowd.potential, "potential", layers.potential);
  if (perlin && p.second_weight > 0) cut(p.second, crowd.second, "second", layers.second);
  if (perlin && p.curl_weight > 0) cut(p.curl, crowd.curl, "curl", layers.curl);
}

void cosines_of_wide(size_t count, PieceScratch& work) {
  exact::sincos({work.wide.data(), count}, std::span<float>{work.sin.data(), count},
                {work.cos.data(), count});
}

void read_targets(const Crowd& crowd, const CrowdLayers& layers, std::span<const double> x_m,
                  std::span<const double> y_m, const float* jitter_rad, PieceScratch& work, Targets& out) {
  const CrowdParams& p = crowd.params;
  const PointSpan at{x_m, y_m};
  const Shore* shore = crowd.shore ? &*crowd.shore : nullptr;
  bool speed_field = false;
  switch (p.method) {
    case CrowdMethod::perlin_dual:
    case CrowdMethod::perlin_single:
      perlin_directions(crowd, layers, at, jitter_rad, work, out);
      speed_field = true;
      break;
    case CrowdMethod::curlnoise:
      central_differences(layers.potential, at, work, out.x, out.y);
      break;
    case CrowdMethod::curl_dual:
      rotated_gradient(layers.potential, shore, p.shore_ramp_m, at, work, out.x, out.y);
      speed_field = true;
      break;
    case CrowdMethod::piecewise:
      piecewise_directions(crowd, at, out.x, out.y);
      break;
    default:
      std::fill_n(out.x.begin(), at.size(), 0.0f);
      std::fill_n(out.y.begin(), at.size(), 0.0f);
  }
  if (jitter_rad && !is_perlin(p.method)) rotate(jitter_rad, at.size(), work, out.x, out.y);
  if (!speed_field || p.speed_update == SpeedUpdate::constant) {
    std::fill_n(out.speed.begin(), at.size(), static_cast<float>(p.speed_mps));
    return;
  }
  if (p.method != CrowdMethod::perlin_single) sample(layers.speed, at, work.noise);
  speeds_of(p, work.noise, at.size(), out.speed);
}

}  // namespace fw::crowd
