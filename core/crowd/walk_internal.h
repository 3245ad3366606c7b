#pragma once

#include "core/crowd/crowd.h"

// The passes of a step over those who walk to goals; private to this room.
namespace fw::crowd {

/// The sway's noise of every group.
void bind_sway(Crowd& crowd);

/// Before velocities are wanted: the speeds of a piece that begins at agent `begin` on level open ground.
void restore_speeds(const WalkState& walk, size_t begin, const AgentColumns& piece);

/// After velocities are wanted: those who walk get the guide's direction at their speed over the pace; who
/// stays stands. Agents [begin, end) of all.
void guide_walkers(const Crowd& crowd, const AgentColumns& all, size_t begin, size_t end, WalkState& walk);

/// After the moves: who arrived stays, whose stay is over at this tick sets out; who sleeps goes home and
/// stays there.
void let_arrive(const Crowd& crowd, const AgentColumns& all, const CrowdSleep& sleep, size_t begin,
                size_t end, int64_t tick, WalkState& walk);

}  // namespace fw::crowd
