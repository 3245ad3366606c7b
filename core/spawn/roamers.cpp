#include "core/spawn/roamers.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/base/seed.h"

namespace fw {

namespace {

constexpr double kPi = std::numbers::pi;

/// Reflects one coordinate at the ends of [0, side); true if it was reflected.
bool mirror(double& coordinate, double side) {
  const bool low = coordinate < 0, high = coordinate >= side;
  if (low) coordinate = -coordinate;
  if (high) coordinate = 2 * side - coordinate;
  coordinate = std::clamp(coordinate, 0.0, std::nextafter(side, 0.0));
  return low || high;
}

struct Walker {
  double& x;
  double& y;
  double& heading;

  void turn_x() { heading = kPi - heading; }
  void turn_y() { heading = -heading; }
};

/// A step inside the area. At the frame the path is mirrored. At the mask the walker takes the first of these
/// steps that stays inside: mirrored in x, in y, in both; otherwise it turns round without moving.
void walk(const SpawnArea& area, Vec2 step, Walker walker) {
  if (area.whole()) {
    walker.x += step.x, walker.y += step.y;
    if (mirror(walker.x, area.side_m)) walker.turn_x();
    if (mirror(walker.y, area.side_m)) walker.turn_y();
    return;
  }
  for (const Vec2 sign : {Vec2{1, 1}, Vec2{-1, 1}, Vec2{1, -1}, Vec2{-1, -1}}) {
    const Vec2 to{walker.x + sign.x * step.x, walker.y + sign.y * step.y};
    if (!in_area(area, to)) continue;
    walker.x = to.x, walker.y = to.y;
    if (sign.x < 0) walker.turn_x();
    if (sign.y < 0) walker.turn_y();
    return;
  }
  walker.heading += kPi;
}

}  // namespace

Roamers start_players(const PlayerParty& party) {
  Roamers players;
  for (int i = 0; i < party.count; ++i) {
    RandomCursor cursor{random_bits(derive(party.substream, "start"), static_cast<uint64_t>(i))};
    const Vec2 at = draw_point(party.area, cursor);
    players.id.push_back(static_cast<uint32_t>(i));
    players.x_m.push_back(at.x);
    players.y_m.push_back(at.y);
    players.heading_rad.push_back(cursor.uniform(-kPi, kPi));
  }
  return players;
}

void move_players(const PlayerParty& party, int64_t tick, Roamers& players) {
  const uint64_t now = random_bits(party.substream, static_cast<uint64_t>(tick));
  for (size_t i = 0; i < players.size(); ++i) {
    double& heading = players.heading_rad[i];
    heading += party.script.turn_noise_rad * random_normal(now, players.id[i]);
    const exact::SinCos unit = exact::sincos(heading);
    const double speed = party.script.speed_mps;
    walk(party.area, {speed * unit.cos, speed * unit.sin}, {players.x_m[i], players.y_m[i], heading});
  }
}

void move_monsters(const MonsterMotion& motion, const SpawnArea& area, uint64_t substream, int64_t tick,
                   Roamers& monsters) {
  if (motion.still()) return;
  const double turn = motion.turn_noise_rad * std::sqrt(1 - motion.persistence * motion.persistence);
  const uint64_t now = random_bits(substream, static_cast<uint64_t>(tick));
  for (size_t i = 0; i < monsters.size(); ++i) {
    const uint64_t draw = uint64_t{3} * monsters.id[i];
    double& heading = monsters.heading_rad[i];
    heading += turn * random_normal(now, draw);
    const exact::SinCos unit = exact::sincos(heading);
    const Vec2 jitter{motion.jitter_m * random_normal(now, draw + 1),
                      motion.jitter_m * random_normal(now, draw + 2)};
    walk(area, Vec2{motion.speed_mps * unit.cos, motion.speed_mps * unit.sin} + jitter,
         {monsters.x_m[i], monsters.y_m[i], heading});
  }
}

}  // namespace fw
