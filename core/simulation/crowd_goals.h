#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/crowd/walk.h"
#include "core/model/finding.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

// A template's goals on a world; private to this room.
namespace fw {

/// The most places of a goal that each have ways of their own. A goal of `nearest` may have more: its agents
/// walk to the one nearest to them.
inline constexpr size_t kMostGoalPlaces = 64;

struct BoundGoals {
  std::shared_ptr<const WalkGoals> goals;  ///< null: the template has none
  Findings findings;                       ///< places without a way, agents that reach none
};
/// Ways over the world's ground, with the walls of hand.zones closed, and for each of the agents, by where
/// they begin, what their first place is. Shares of agents are exact; who of those that reach a place walks
/// is drawn by the row's id. Limit error for too many places.
Result<BoundGoals> bind_goals(const Template& tmpl, const World& world, const Agents& agents);

}  // namespace fw
