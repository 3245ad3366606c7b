#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"
#include "core/model/agents.h"
#include "core/steer/guide.h"

// Agents of a crowd that walk to goals; those without one follow their method (docs/coordinators.md, 7).
namespace fw {

struct Shape;

/// A place to which agents walk: points, the nearest of which counts, or a shape.
struct WalkPlace {
  std::shared_ptr<const Raster<float>> arrival;  ///< level metres to the place
  std::vector<Vec2> points_m;
  std::shared_ptr<const Shape> shape;  ///< null: the points
  double shape_radius_m = 0;
  double radius_m = 20;  ///< who is as near is there, and looks for a spot
  int32_t piece = 0;     ///< places of one piece of ground reach each other
};

/// What follows where an agent stayed.
enum class WalkNext : uint8_t { home, same, goal };

/// Agents that go to places of one sort.
struct WalkGoal {
  uint64_t stream = 0;           ///< sub-stream of its draws
  std::vector<uint32_t> places;  ///< into WalkGoals::places
  std::array<double, 2> stay_s{0, 0};
  WalkNext next = WalkNext::home;
  uint32_t next_goal = 0;  ///< into WalkGoals::goals
};

/// The goals of a crowd. Immutable.
struct WalkGoals {
  GuideGround ground;
  std::vector<WalkPlace> places;
  std::vector<WalkGoal> goals;
  /// By id of the agents: which goal and place are the first; -1 = wanders by its method.
  std::vector<int32_t> first_goal, first_place;
};

/// What an agent with a goal is at. settle: at the place, on the last steps to the own spot in it.
enum class WalkLeg : uint8_t { wander, out, settle, stay, back, at_home };
inline constexpr size_t kWalkLegs = 6;

/// The state of those who walk, by agent; empty without goals.
struct WalkState {
  std::vector<uint8_t> leg;  ///< WalkLeg
  std::vector<int32_t> goal, place;
  std::vector<uint32_t> visit;             ///< stays begun, homes included
  std::vector<int64_t> until;              ///< tick at which a stay ends, or who settles stops where he is
  std::vector<double> spot_x_m, spot_y_m;  ///< where who settles will stay
  std::vector<float> own_mps;              ///< speed on level open ground
  std::vector<double> home_x_m, home_y_m;
  std::vector<std::shared_ptr<const std::vector<Vec2>>> way_home;  ///< while on leg back
  std::vector<uint32_t> way_at;                                    ///< the next point of it
};
WalkState start_walk(const WalkGoals& goals, const Agents& agents);

/// The longest step that follows ways, m: half a cell.
double longest_walk_step_m(const WalkGoals& goals);

}  // namespace fw
