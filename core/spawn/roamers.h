#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/spawn/area.h"

namespace fw {

/// Moving things as arrays of equal length; random numbers are addressed by id and tick.
struct Roamers {
  std::vector<uint32_t> id;
  std::vector<double> x_m;
  std::vector<double> y_m;
  std::vector<double> heading_rad;

  size_t size() const { return id.size(); }
};

/// How monsters wander: a persistent heading, a step along it, a little jitter (docs/coordinators.md, 4.1).
struct MonsterMotion {
  double speed_mps = 1.5;
  double persistence =
      0.85;  ///< in [0, 1]; the turn per tick is turn_noise * sqrt(1 - persistence^2) * N(0,1)
  double turn_noise_rad = 0.5;
  double jitter_m = 0.1;  ///< sd per axis and tick

  bool still() const { return speed_mps == 0 && jitter_m == 0; }
};

/// Simulated players: they wander and remove every monster within their reach.
struct PlayerScript {
  double speed_mps = 2.4;
  double turn_noise_rad = 0.3;  ///< sd of the turn per tick
  double kill_radius_m = 1.75;
};

/// Players bound to an area and a sub-stream.
struct PlayerParty {
  PlayerScript script;
  int count = 8;
  SpawnArea area;
  uint64_t substream = 0;
};

/// Players at their starting points, uniform on the area with uniform headings.
Roamers start_players(const PlayerParty& party);
/// One tick (1 s) of every player; reflected at the area's border.
void move_players(const PlayerParty& party, int64_t tick, Roamers& players);
/// One tick (1 s) of every monster; reflected at the area's border.
void move_monsters(const MonsterMotion& motion, const SpawnArea& area, uint64_t substream, int64_t tick,
                   Roamers& monsters);

}  // namespace fw
