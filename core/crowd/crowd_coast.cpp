#include <algorithm>
#include <cmath>

#include "core/base/exact/exact_math.h"
#include "core/crowd/crowd_internal.h"
#include "core/crowd/crowd_motion_internal.h"

// Coasts and walls (docs/coordinators.md, 2.6). Fields do not contain them, so agents that only bounced
// would be pushed back until the whole crowd stood at the lee shore. Instead a coast mirrors the *course*:
// the turn between the field's target and the agent's heading. The agent then crosses the land as if the
// coast were a mirror, and its turn decays over shore_memory_s. Mirroring keeps a uniform crowd uniform;
// bouncing does not.

namespace fw::crowd {

namespace {

/// Share of the angle to the shoreward course that a heading turns per tick exactly at the coast.
constexpr float kSteer = 0.3f;
/// Sine of the angle by which the course along a coast points inland.
constexpr float kLean = 0.5f;

struct Unit {
  float x, y;
};

/// Distance to a coast or wall and the direction away from it.
struct Obstacle {
  double distance_m;
  Unit away;
};

Obstacle coast_at(const Shore& shore, double x_m, double y_m) {
  const ShoreReading r = read_shore(shore, x_m, y_m);
  const double length = std::sqrt(r.slope_x * r.slope_x + r.slope_y * r.slope_y);
  if (!(length > 0)) return {r.distance_m, {0, 0}};
  return {r.distance_m, {static_cast<float>(r.slope_x / length), static_cast<float>(r.slope_y / length)}};
}

float dot(Unit a, Unit b) {
  return a.x * b.x + a.y * b.y;
}
float cross(Unit a, Unit b) {
  return a.x * b.y - a.y * b.x;
}
/// a turned by b, as complex numbers.
Unit turned(Unit a, Unit b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
Unit mirrored(Unit v, Unit normal) {
  const float along = 2.0f * dot(v, normal);
  return {v.x - along * normal.x, v.y - along * normal.y};
}
Unit unit_or(Unit v, Unit fallback) {
  Unit out{};
  set_unit(v.x, v.y, fallback.x, fallback.y, out.x, out.y);
  return out;
}

Unit course_of(const AgentColumns& s, size_t i) {
  return {s.course_x[i], s.course_y[i]};
}
void set_course(const AgentColumns& s, size_t i, Unit course) {
  s.course_x[i] = course.x, s.course_y[i] = course.y;
}
Unit heading_of(const AgentColumns& s, size_t i) {
  return {s.heading_x[i], s.heading_y[i]};
}

/// Sets a heading from outside the method's rule; ou also updates its deviation from its own heading.
void force_heading(const AgentColumns& s, size_t i, Unit heading) {
  s.heading_x[i] = heading.x, s.heading_y[i] = heading.y;
  if (s.deviation_rad == nullptr) return;
  const Unit own = course_of(s, i);
  s.deviation_rad[i] = static_cast<float>(
      exact::atan2(static_cast<double>(cross(own, heading)), static_cast<double>(dot(own, heading))));
}

/// Turns an agent's course so that its target (its course applied to `asked`) is mirrored by the obstacle.
void mirror_course(const AgentColumns& s, size_t i, Unit asked, Unit away) {
  const Unit course = course_of(s, i);
  const Unit wanted = turned(asked, course);
  if (dot(wanted, away) >= 0) return;
  const Unit instead = mirrored(wanted, away);
  set_course(s, i, unit_or(turned(course, {dot(wanted, instead), cross(wanted, instead)}), course));
}

/// The target of ou is its own heading, and its course is that heading, so `asked` is (1, 0).
constexpr Unit kOwnHeading{1, 0};

void mirror_own_heading(const Crowd& crowd, const AgentColumns& s, size_t i, Unit away) {
  if (crowd.params.method != CrowdMethod::ou) return;
  const Unit heading = heading_of(s, i);
  mirror_course(s, i, kOwnHeading, away);
  force_heading(s, i, heading);
}

/// Near a coast a heading that points to sea turns along it, more strongly the nearer the coast is.
void steer_off(const Crowd& crowd, const AgentColumns& s, size_t i) {
  const CrowdParams& p = crowd.params;
  if (!near_coast(*crowd.shore, s.x_m[i], s.y_m[i], p.shore_m)) return;
  const Obstacle coast = coast_at(*crowd.shore, s.x_m[i], s.y_m[i]);
  const Unit heading = heading_of(s, i);
  if (coast.distance_m >= p.shore_m || dot(heading, coast.away) >= 0) return;
  mirror_own_heading(crowd, s, i, coast.away);
  const float nearness = static_cast<float>(std::min(1.0, 1.0 - coast.distance_m / p.shore_m));
  const float amount = kSteer * nearness * nearness;
  const Unit along{-coast.away.y, coast.away.x};
  const float side = dot(heading, along) < 0 ? -1.0f : 1.0f;
  const Unit goal =
      unit_or({side * along.x + kLean * coast.away.x, side * along.y + kLean * coast.away.y}, coast.away);
  const Unit blend{(1.0f - amount) * heading.x + amount * goal.x,
                   (1.0f - amount) * heading.y + amount * goal.y};
  force_heading(s, i, unit_or(blend, goal));
}

struct Step {
  double x_m, y_m;
};
Step step_of(const Crowd& crowd, const AgentColumns& s, size_t i) {
  const double way = static_cast<double>(s.speed_mps[i]) * crowd.params.dt_s;
  return {s.x_m[i] + way * static_cast<double>(s.heading_x[i]),
          s.y_m[i] + way * static_cast<double>(s.heading_y[i])};
}

/// The direction away from the wall that a step would cross; {0, 0} for none.
Unit away_from_wall(const Crowd& crowd, Step to) {
  const auto away = [](double c, double side_m) { return c < 0 ? 1.0f : c >= side_m ? -1.0f : 0.0f; };
  return {away(to.x_m, crowd.width_m), away(to.y_m, crowd.height_m)};
}

double wrapped(double c, double side_m) {
  c -= side_m * std::floor(c / side_m);
  return c >= side_m ? 0.0 : c;  // a tiny negative number rounds up to the side itself
}

/// Reflects a coordinate at a wall; returns the sign of the direction away from the wall, 0 if none was
/// crossed.
float fold(double& c, double side_m) {
  if (c >= 0 && c < side_m) return 0;
  const bool low = c < 0;
  c = low ? -c : 2 * side_m - c;
  c = std::clamp(c, 0.0, std::nextafter(side_m, 0.0));
  return low ? 1.0f : -1.0f;
}

void reflect_at(const Crowd& crowd, const AgentColumns& s, size_t i, Unit away) {
  if (dot(heading_of(s, i), away) >= 0) return;
  mirror_own_heading(crowd, s, i, away);
  force_heading(s, i, mirrored(heading_of(s, i), away));
}

/// The end of a step at the arena's border.
void land_at(const Crowd& crowd, const AgentColumns& s, size_t i, Step to) {
  const double side_m = crowd.arena.side_m;
  if (crowd.arena.torus()) {
    s.x_m[i] = wrapped(to.x_m, side_m);
    s.y_m[i] = wrapped(to.y_m, side_m);
    return;
  }
  const float wall_x = fold(to.x_m, crowd.width_m), wall_y = fold(to.y_m, crowd.height_m);
  if (wall_x != 0) reflect_at(crowd, s, i, {wall_x, 0});
  if (wall_y != 0) reflect_at(crowd, s, i, {0, wall_y});
  s.x_m[i] = to.x_m, s.y_m[i] = to.y_m;
}

bool stays_ashore(const Crowd& crowd, Step to) {
  const double side_m = crowd.arena.side_m;
  if (crowd.arena.torus()) to = {wrapped(to.x_m, side_m), wrapped(to.y_m, side_m)};
  if (!(to.x_m >= 0 && to.y_m >= 0)) return false;  // also of what is no place: a heading that is none
  const Unit wall = away_from_wall(crowd, to);
  return wall.x == 0 && wall.y == 0 && crowd.shore->on_land(to.x_m, to.y_m);
}

/// A step on land. No step leads into the sea: the heading is mirrored by the coast, and where that does not
/// help (a narrow spit, a corner) the agent stays and faces inland. Where land reaches the frame's edge, the
/// edge is the coast.
void step_ashore(const Crowd& crowd, const AgentColumns& s, size_t i) {
  if (stays_ashore(crowd, step_of(crowd, s, i))) return land_at(crowd, s, i, step_of(crowd, s, i));
  const Unit wall = crowd.arena.torus() ? Unit{0, 0} : away_from_wall(crowd, step_of(crowd, s, i));
  const bool at_wall = wall.x != 0 || wall.y != 0;
  const Unit away = at_wall ? unit_or(wall, wall) : coast_at(*crowd.shore, s.x_m[i], s.y_m[i]).away;
  reflect_at(crowd, s, i, away);
  if (stays_ashore(crowd, step_of(crowd, s, i))) return land_at(crowd, s, i, step_of(crowd, s, i));
  force_heading(s, i, unit_or(away, heading_of(s, i)));
}

/// Walls within one step: a reflecting border mirrors the course of agents about to cross it.
void mirror_at_walls(const Crowd& crowd, const AgentColumns& s, size_t i, Unit asked) {
  const Unit wall = away_from_wall(crowd, step_of(crowd, s, i));
  if (wall.x != 0) mirror_course(s, i, asked, {wall.x, 0});
  if (wall.y != 0) mirror_course(s, i, asked, {0, wall.y});
}

/// The course decays towards no turn.
void forget(const AgentColumns& s, size_t i, float share) {
  const Unit c = course_of(s, i);
  if (c.x == 1.0f && c.y == 0.0f) return;
  set_course(s, i, unit_or({(1.0f - share) * c.x + share, (1.0f - share) * c.y}, c));
}

/// Whether an agent follows its method, not a way to a goal.
bool wanders(const uint8_t* leg, size_t i) {
  return leg == nullptr || leg[i] == static_cast<uint8_t>(WalkLeg::wander);
}

}  // namespace

void turn_targets(const Crowd& crowd, const AgentColumns& piece, Targets& targets) {
  if (piece.course_x == nullptr || !turns_targets_at_coast(crowd.params.method)) return;
  const CrowdParams& p = crowd.params;
  const float share = static_cast<float>(std::min(1.0, p.dt_s / p.shore_memory_s));
  for (size_t i = 0; i < piece.count; ++i) {
    const Unit asked{targets.x[i], targets.y[i]};
    forget(piece, i, share);
    const double x = piece.x_m[i], y = piece.y_m[i];
    if (crowd.shore && near_coast(*crowd.shore, x, y, p.shore_m)) {
      const Obstacle coast = coast_at(*crowd.shore, x, y);
      if (coast.distance_m < p.shore_m) mirror_course(piece, i, asked, coast.away);
    }
    if (!crowd.arena.torus()) mirror_at_walls(crowd, piece, i, asked);
    const Unit turned_target = turned(asked, course_of(piece, i));
    targets.x[i] = turned_target.x, targets.y[i] = turned_target.y;
  }
}

void reflect_from(const Crowd& crowd, const AgentColumns& piece, size_t i, float away_x, float away_y) {
  reflect_at(crowd, piece, i, {away_x, away_y});
}

void steer_off_coast(const Crowd& crowd, const AgentColumns& piece, const uint8_t* leg) {
  if (!crowd.shore || crowd.params.method == CrowdMethod::curl_dual) return;
  for (size_t i = 0; i < piece.count; ++i)
    if (wanders(leg, i)) steer_off(crowd, piece, i);
}

void move_agents(const Crowd& crowd, const AgentColumns& piece, const uint8_t* leg) {
  const bool steer = crowd.shore && crowd.params.method != CrowdMethod::curl_dual;
  if (crowd.shore) {
    for (size_t i = 0; i < piece.count; ++i) {
      if (steer && wanders(leg, i)) steer_off(crowd, piece, i);
      step_ashore(crowd, piece, i);
    }
    return;
  }
  const double width_m = crowd.width_m, height_m = crowd.height_m;
  if (!advance({piece.heading_x, piece.heading_y}, piece.speed_mps, crowd.params.dt_s, width_m, height_m,
               piece.count, piece.x_m, piece.y_m))
    return;
  for (size_t i = 0; i < piece.count; ++i)
    if (!(piece.x_m[i] > 0 && piece.x_m[i] < width_m && piece.y_m[i] > 0 && piece.y_m[i] < height_m))
      land_at(crowd, piece, i, {piece.x_m[i], piece.y_m[i]});
}

void bring_inside(const Crowd& crowd, const AgentColumns& piece) {
  const double width_m = crowd.width_m, height_m = crowd.height_m;
  if (all_inside(piece.x_m, piece.count, width_m) && all_inside(piece.y_m, piece.count, height_m)) return;
  for (size_t i = 0; i < piece.count; ++i) {
    if (crowd.arena.torus()) {
      piece.x_m[i] = wrapped(piece.x_m[i], width_m), piece.y_m[i] = wrapped(piece.y_m[i], height_m);
    } else {
      fold(piece.x_m[i], width_m), fold(piece.y_m[i], height_m);
    }
  }
}

}  // namespace fw::crowd
