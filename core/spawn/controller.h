#pragma once

#include "core/spawn/spawn.h"

// Inside core/spawn: a tick in two halves, so that a world's classes can share one party of players.

namespace fw::spawn {

/// New cycle if due, proposals, admissions, monsters' moves. Reads state.players where they stand.
void advance(const Spawner& spawner, SpawnState& state);
/// Players' eliminations (they have moved), despawn; ends the tick.
void eliminate(const Spawner& spawner, double kill_radius_m, SpawnState& state);
/// start_spawn with players given.
SpawnState start_with(const Spawner& spawner, std::span<const Vec2> living_m, const Roamers& players);

}  // namespace fw::spawn
