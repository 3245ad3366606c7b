#include <algorithm>
#include <cmath>

#include "core/crowd/crowd_internal.h"

// Agents with bodies (docs/coordinators.md, 2.7): between the two parts of a tick heading and speed are the
// velocity that an agent would have alone; avoidance makes of it how everybody moves.

namespace fw::crowd {

namespace {

/// Radii from a wall at which a heading into it is mirrored: whom the wall stops looks for another way.
constexpr double kTouches = 1.5;

void mirror_at_bodies_walls(const Crowd& crowd, const AgentColumns& piece, const float* radius_m) {
  for (size_t i = 0; i < piece.count; ++i) {
    const double within_m = kTouches * static_cast<double>(radius_m[i]);
    const WallReading wall = read_walls(crowd.avoid->walls, piece.x_m[i], piece.y_m[i], within_m);
    if (wall.distance_m < within_m)
      reflect_from(crowd, piece, i, static_cast<float>(wall.away_x), static_cast<float>(wall.away_y));
  }
}

}  // namespace

void begin_bodies(const Crowd& crowd, CrowdState& state) {
  const size_t n = state.agents.size();
  const uint64_t stream = derive(crowd.seeds.place_stream(), "crowd/radius");
  state.velocity_x.resize(n), state.velocity_y.resize(n), state.radius_m.resize(n);
  const AgentColumns all = columns_of(state);
  in_pieces(n, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      state.radius_m[i] = body_radius_m(crowd.params.avoid, stream, all.id[i]);
      state.velocity_x[i] = all.speed_mps[i] * all.heading_x[i];
      state.velocity_y[i] = all.speed_mps[i] * all.heading_y[i];
      const Vec2 clear =
          out_of_walls(crowd.avoid->walls, {all.x_m[i], all.y_m[i]}, static_cast<double>(state.radius_m[i]));
      all.x_m[i] = clear.x, all.y_m[i] = clear.y;
    }
    bring_inside(crowd, all.part(begin, end - begin));
  });
}

void move_bodies(const Crowd& crowd, CrowdState& state) {
  const AgentColumns all = columns_of(state);
  CrowdScratch& s = state.scratch;
  s.want_x.resize(all.count), s.want_y.resize(all.count), s.own.resize(all.count);
  const auto usual = static_cast<float>(crowd.params.speed_mps);
  const auto want = [&](size_t begin, size_t end) {
    steer_off_coast(crowd, all.part(begin, end - begin),
                    crowd.goals ? state.walk.leg.data() + begin : nullptr);
    for (size_t i = begin; i < end; ++i) {
      s.want_x[i] = all.speed_mps[i] * all.heading_x[i], s.want_y[i] = all.speed_mps[i] * all.heading_y[i];
      s.own[i] = std::max(all.speed_mps[i], usual);  // who stands can step aside
    }
  };
  in_pieces(all.count, std::cref(want));
  const double dt_s = crowd.params.dt_s, step_s = crowd.params.avoid.step_s;
  const int steps = std::max(1, static_cast<int>(std::ceil(dt_s / step_s - 1e-9)));
  Bodies bodies;
  bodies.count = all.count, bodies.id = all.id, bodies.x_m = all.x_m, bodies.y_m = all.y_m;
  bodies.vx_mps = state.velocity_x.data(), bodies.vy_mps = state.velocity_y.data();
  bodies.want_x_mps = s.want_x.data(), bodies.want_y_mps = s.want_y.data();
  bodies.speed_mps = s.own.data(), bodies.radius_m = state.radius_m.data();
  for (int k = 0; k < steps; ++k) avoid_step(*crowd.avoid, dt_s / steps, bodies, s.avoid);
  if (crowd.avoid->walls.any()) {
    const auto mirror = [&](size_t begin, size_t end) {
      mirror_at_bodies_walls(crowd, all.part(begin, end - begin), state.radius_m.data() + begin);
    };
    in_pieces(all.count, std::cref(mirror));
  }
  state.tick += crowd.ticks;
}

}  // namespace fw::crowd
