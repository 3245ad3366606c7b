#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fixed_plane.h"
#include "core/base/result.h"
#include "core/field/summary_grid.h"
#include "core/field/tile_map.h"
#include "core/model/agents.h"
#include "core/model/template/tuning.h"
#include "core/steer/walls.h"

// Bodies that go round each other and round walls (docs/coordinators.md, 2.7).
namespace fw {

/// How bodies keep apart: not at all; by pushes where they touch; or by steering along a summary of what
/// stands and walks ahead, and then by pushes.
enum class AvoidBy : uint8_t { none, push, field };
inline constexpr std::array<std::string_view, 3> kAvoidBySlugs{"none", "push", "field"};

/// Speed against density: none, or Weidmann's (1993) for walkers.
enum class AvoidDiagram : uint8_t { none, weidmann };
inline constexpr std::array<std::string_view, 2> kAvoidDiagramSlugs{"none", "weidmann"};

/// Parameters of avoidance. Lengths in bodies are multiples of radius_m, so that giants and rats behave
/// alike. Densities are bodies per (5 radius_m)^2: per square metre at the default radius.
struct AvoidParams {
  AvoidBy by = AvoidBy::none;
  double radius_m = 0.2;     ///< of a body
  double radius_spread = 0;  ///< +- share of it, uniform by id
  double step_s = 0.1;       ///< longest local step
  double cell = 6.25;        ///< cell of the summary, bodies
  double ahead = 3.75;       ///< how far ahead the way is looked at, bodies
  double side = 3;           ///< how far beside that
  double look = 7;           ///< how far ahead density slows, bodies
  double wall_reach = 1.25;  ///< gap from which walls turn, bodies
  double steer = 2;          ///< gain: away from the side that is more blocked
  double spread = 0.25;      ///< gain: away from the denser side
  double keep = 0.5;         ///< gain: to the right of what comes towards; < 0: to the left
  double steer_most = 2.2;   ///< most turn, as a tangent
  double wall = 0.9;         ///< gain: away from walls
  double relax_s = 0.25;     ///< reaction time
  double floor = 0.13;       ///< least share of the wanted speed
  double yield = 0.4;        ///< share of the own speed at which the standing step aside
  AvoidDiagram diagram = AvoidDiagram::weidmann;
  double gamma = 1.913;  ///< Weidmann's constant, 1/m^2
  double jam = 5.4;      ///< density at which nobody moves
  double own = 0.2;      ///< own share of the density that is read
  double opposing = 0;   ///< how much less what comes towards slows; .25 = corridors
  int push_iterations = 4;
  double push_share = 0.8;   ///< of an overlap that one iteration takes away
  double push_skin = 0.05;   ///< distance kept beyond touching, as a share
  double push_most_mps = 3;  ///< fastest that pushes move a body
  double priority = 1;       ///< weight in pushes: the heavier gives way less

  friend bool operator==(const AvoidParams&, const AvoidParams&) = default;
};

/// One row per number: paths "avoid.by", "avoid.radius_m", ...
std::span<const TuningRow<AvoidParams>> avoid_tuning();

/// Usage error for numbers outside their range, for radii beyond 1:4, for a summary that looks too far, and
/// for a step in which the fastest body goes more than 1.2 of the smallest radius (naming the step that
/// fits). `prefix` stands before the paths in messages: "crowd.".
Result<Done> check_avoid(const AvoidParams& params, double fastest_mps, const std::string& prefix = {});
/// The same inside an arena. Usage error besides for an arena of less than one cell that the summary looks
/// too far around.
Result<Done> check_avoid(const AvoidParams& params, const Arena& arena, double fastest_mps,
                         const std::string& prefix = {});
/// Limit error, with the count that fits, where so many bodies would fill more than .55 of the free area.
Result<Done> check_room(const AvoidParams& params, size_t bodies, double free_m2, const std::string& what);

/// A body's radius: drawn by id from the sub-stream.
float body_radius_m(const AvoidParams& params, uint64_t stream, uint32_t id);

/// How far from a wall bodies of these parameters look: what bind_walls() is asked for.
double wall_reach_m(const AvoidParams& params);

/// Avoidance bound to an arena and its walls. Immutable.
struct Avoid {
  static constexpr int kDiagramSteps = 256;  ///< of densities 0 to 8

  AvoidParams params;
  FixedPlane plane;
  Walls walls;
  std::array<float, kDiagramSteps + 1> speed_share{};  ///< share of the wanted speed by density
};
/// Parameters must pass check_avoid() in the arena.
Avoid bind_avoid(const AvoidParams& params, const Arena& arena, Walls walls);

/// Bodies as columns of equal length; entry i of every column is one body. The order means nothing.
struct Bodies {
  size_t count = 0;
  const uint32_t* id = nullptr;  ///< distinct: decides where two stand at one place
  double* x_m = nullptr;
  double* y_m = nullptr;
  float* vx_mps = nullptr;  ///< velocity: of the step before, then of this one
  float* vy_mps = nullptr;
  const float* want_x_mps = nullptr;  ///< the velocity that it would have alone
  const float* want_y_mps = nullptr;
  const float* speed_mps =
      nullptr;  ///< own speed, >= 0: pushes and ways round move it at most 1.3 times so fast
  const float* radius_m = nullptr;  ///< null: the parameters'; at most 4 times that, at least a quarter
  const float* priority = nullptr;  ///< null: the parameters'
};

/// A body while a step lasts.
struct AvoidBody {
  int32_t x, y;        ///< at the step's beginning
  int32_t to_x, to_y;  ///< where it goes by itself
  float vx, vy, want_x, want_y;
  float own, radius, priority;
  uint32_t id, index;  ///< index: its entry in the columns
  uint32_t near_wall;  ///< whether pushes must look for walls
};
/// A body that is pushed.
struct PushBody {
  int32_t x, y;
  float radius, priority;  ///< radius in units of the plane
};

/// Memory of steps; no state. May be dropped at any time.
struct AvoidScratch {
  static constexpr uint32_t kNear = 12;  ///< neighbours that are listed; who has more looks at cells again

  bool hash_tiles = false;  ///< for tests: directories of tiles are hash tables
  std::vector<int32_t> cell_x, cell_y, at_x, at_y;
  std::vector<uint32_t> rank;
  TileMap tiles, push_tiles;
  SummaryGrid summary;
  std::vector<AvoidBody> body;
  std::vector<uint32_t> body_of;         ///< of pushes: index into `body`
  std::vector<PushBody> push[2], start;  ///< in the order of push_tiles; `start`: before any push
  std::vector<uint32_t> near_count;
  std::vector<std::array<uint32_t, kNear>> near;
};

/// Reserves what steps of up to so many bodies need, so that they allocate nothing.
void reserve_avoid(const Avoid& avoid, size_t bodies, AvoidScratch& scratch);

/// One local step of dt_s of everybody: reads all, then writes places and velocities. Afterwards nobody is
/// inside a wall or outside the arena who was not before. The same bits for any order of the columns and any
/// number of threads. by = none is push without pushes: everybody walks as wanted, out of walls.
void avoid_step(const Avoid& avoid, double dt_s, const Bodies& bodies, AvoidScratch& scratch);

}  // namespace fw
