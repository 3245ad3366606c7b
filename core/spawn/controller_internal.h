#pragma once

#include "core/spawn/spawn.h"

// Private to core/spawn: a tick in two halves, so that all classes of a world can share one set of players.

namespace fw::spawn {

/// Starts a new cycle if due, then proposals, admissions and the monsters' moves. Reads the current
/// state.players. `pace`: factor on the monsters' speed.
void advance(const Spawner& spawner, SpawnState& state, double pace = 1);
/// Eliminations by the players (already moved) and despawns; ends the tick.
void eliminate(const Spawner& spawner, double kill_radius_m, SpawnState& state);
/// start_spawn with players given.
SpawnState start_with(const Spawner& spawner, std::span<const Vec2> living_m, const Roamers& players);

}  // namespace fw::spawn
