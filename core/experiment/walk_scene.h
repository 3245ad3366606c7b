#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/agents.h"
#include "core/steer/avoid.h"
#include "core/steer/walls.h"

// The scenes in which walkers avoid each other (docs/studies.md): who stands where, who wants to go where.
namespace fw {

enum class WalkSort : uint8_t {
  uni,      ///< corridor 40 x 5 m without ends, all one way; number = density, 1/m2
  bi,       ///< the same, half of them each way
  cross,    ///< torus of 24 m, half to the east, half to the north; density
  door,     ///< 180 leave a room of 14 x 10 m; number = width of the door, m
  swap,     ///< 2 x 30 change rooms; width of the door between
  circle,   ///< all to the opposite place of a circle; how many
  through,  ///< one through a standing crowd of 20 x 20 m; density
  pile,     ///< all within a metre; how many
  mixed,    ///< bi on the torus, radii from 0.15 to 0.6 m; density
  speed,    ///< cross, on a torus of its own: for timing; density, 1/m2
};

/// Whether walkers go on and on, so that speeds and densities have a mean.
inline bool is_flow(WalkSort sort) {
  return sort == WalkSort::uni || sort == WalkSort::bi || sort == WalkSort::cross ||
         sort == WalkSort::mixed || sort == WalkSort::speed;
}

/// A scene as planned.
struct WalkSetup {
  WalkSort sort = WalkSort::uni;
  double number = 1;
  double seconds = 120;
  double warm_up_s = 30;  ///< rows before count for nothing
  double priority = 1;    ///< of the walker of `through`
  size_t agents = 0;      ///< of `speed`
  AvoidParams avoid;

  friend bool operator==(const WalkSetup&, const WalkSetup&) = default;
};

/// Walkers as columns; entries of those who have left are taken out.
struct Walkers {
  std::vector<uint32_t> id;
  std::vector<double> x_m, y_m;
  std::vector<float> vx_mps, vy_mps, want_x_mps, want_y_mps, speed_mps, radius_m, priority;
  std::vector<double> goal_x_m, goal_y_m;
  std::vector<uint8_t> stream;  ///< which way: 0 or 1
  std::vector<uint8_t> there;   ///< 1 = has arrived

  size_t size() const { return id.size(); }
  void add(Vec2 place, float speed, float radius);
  void take_out(size_t i);
};

/// A scene at its beginning.
struct WalkScene {
  Arena arena;
  std::vector<WallShape> walls;
  Walkers walkers;
  double room_m2 = 0;  ///< of the part that walkers stand in
};
/// Draws walkers and their places: speeds N(1.34, 0.26) within [0.6, 2], nobody in another one.
WalkScene walk_scene_of(const WalkSetup& setup, uint64_t seed);

/// The unit direction that walker i would take alone, (0, 0) where it stands; marks who has arrived.
Vec2 way_of(const WalkSetup& setup, Walkers& walkers, size_t i);
/// Whether the walker has left the scene.
bool has_left(const WalkSetup& setup, const Walkers& walkers, size_t i);

// Lengths of the scenes, m.
inline constexpr double kLeastWalkSide_m = 20;  ///< no scene's arena is smaller
inline constexpr double kCorridor_m = 40, kCorridorWidth_m = 5, kCorridorSouth_m = 17.5;
inline constexpr double kCrossSide_m = 24;
inline constexpr double kDoor_m = 16, kDoorWall_m = 0.2;  ///< x of the wall with the door, its thickness

}  // namespace fw
