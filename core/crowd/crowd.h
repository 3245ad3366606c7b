#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/cell_list.h"
#include "core/base/result.h"
#include "core/base/seed.h"
#include "core/crowd/awake.h"
#include "core/crowd/walk.h"
#include "core/field/noise/noise.h"
#include "core/field/noise/noise_points.h"
#include "core/field/noise/tile_order.h"
#include "core/model/agents.h"
#include "core/model/coordinator.h"
#include "core/model/template/tuning.h"
#include "core/steer/avoid.h"
#include "core/steer/shore.h"

namespace fw {

/// How a crowd moves (docs/coordinators.md, 2.2); curl_dual is ours, the others are the paper's.
enum class CrowdMethod : uint8_t {
  perlin_dual,
  perlin_single,
  curlnoise,
  ou,
  urw,
  piecewise,
  vicsek,
  curl_dual,
};
inline constexpr std::array kCrowdMethodSlugs = slugs_of(kCrowdMethods);

/// How a speed follows its target v*: not at all (v = crowd.speed_mps); exponential moving average
/// v' = rho v + (1 - rho) v*; or Ornstein-Uhlenbeck relaxation v' = v + b (v* - v) + sigma N(0, 1).
enum class SpeedUpdate : uint8_t { constant, ema, ou };
inline constexpr std::array<std::string_view, 3> kSpeedUpdateSlugs{"constant", "ema", "ou"};

/// Parameters of all crowd methods; each method reads its own part. Weights and noises (beta, rho, jitter,
/// ...) are per tick; dt_s scales the distance moved and the time at which fields are read. crowd_preset()
/// gives each method's published values.
struct CrowdParams {
  CrowdMethod method = CrowdMethod::curl_dual;
  double dt_s = 1;

  /// theta* = 2 pi n01 (perlin_dual, perlin_single); its own seed unless seed_of says "speed" or another.
  NoiseStack heading{.wavelength_m = 100, .drift_per_s = 0.002};
  /// v* = speed_min + n01 (speed_max - speed_min) (perlin_dual, curl_dual; perlin_single reads `heading`).
  NoiseStack speed{.wavelength_m = 1000.0 / 11.0, .drift_per_s = 0.002};
  /// psi, whose rotated gradient is the target direction (curlnoise, curl_dual).
  NoiseStack potential{.wavelength_m = 250, .octaves = 2, .drift_per_s = 0.002};
  bool periodic_lattice = true;  ///< fields repeat over a torus; without it they have a seam at its border
  bool start_on_field = true;    ///< first headings read from the field; else uniform on the circle

  double beta = 0.5;      ///< weight of the old heading in the blend, [0, 1] (methods with a field)
  double jitter_rad = 0;  ///< sd of the normal angle added to theta*
  double speed_mps = 1;   ///< first speed, and the target of methods without a speed field
  double speed_min_mps = 0.6;
  double speed_max_mps = 1.4;
  SpeedUpdate speed_update = SpeedUpdate::ema;
  double rho = 0.8;           ///< ema: weight of the old speed
  double speed_rate = 0.9;    ///< ou: relaxation b
  double speed_noise = 0.05;  ///< ou: sigma, m/s

  double turn_noise_rad = 0.4;     ///< ou, urw: sd of the turn
  double heading_rate = 0.9;       ///< ou: relaxation towards the agent's own first heading
  double piecewise_cell_m = 80;    ///< piecewise: node spacing
  double vicsek_radius_m = 20;     ///< vicsek: neighbours within, self included
  double vicsek_noise_rad = 0.25;  ///< vicsek: half width eta of the uniform turn

  /// Mitigations of polarization for perlin_dual and perlin_single (docs/coordinators.md, 2.4): the target's
  /// unit vector becomes (1 - w) u + w u2, u2 from a second field and turned; then (1 - c) u + c rot psi2.
  double second_weight = 0;    ///< w in [0, 1]
  double second_turn_rad = 0;  ///< turn of the second field
  NoiseStack second{.wavelength_m = 100, .drift_per_s = 0.002};
  double curl_weight = 0;  ///< c in [0, 1]
  NoiseStack curl{.wavelength_m = 250, .octaves = 2, .drift_per_s = 0.002};

  /// Guides of agents with goals: to which side and how far groups leave the shortest way.
  NoiseStack sway{.wavelength_m = 75, .octaves = 2};
  double sway_weight = 0.5;  ///< [0, 2]: no way takes longer than sqrt(1 + w^2) of the shortest

  double shore_m = 30;          ///< width of the strip in which agents turn away from a coast
  double shore_ramp_m = 120;    ///< curl_dual: psi fades to 0 at the coast over this distance
  double shore_memory_s = 900;  ///< how long an agent keeps the course that a coast or wall reflected it to

  AvoidParams avoid;  ///< bodies that keep apart; `by` none: agents are points

  friend bool operator==(const CrowdParams&, const CrowdParams&) = default;
};

/// The same crowd at another length of the tick: every number "per tick" re-stated, so that motion in seconds
/// stays what it was (docs/library.md, 6).
CrowdParams at_tick_length(CrowdParams params, double dt_s);

/// The published parameters of a method (docs/coordinators.md, 2.2); curl_dual as in 2.5.
CrowdParams crowd_preset(CrowdMethod method);

/// One row per number of CrowdParams: paths "crowd.method", "crowd.heading.wavelength_m", ...
std::span<const TuningRow<CrowdParams>> crowd_tuning();

/// Checks every row's range, and conditions between rows: speed_min <= speed_max, a neighbour radius and a
/// step that fit the arena, no state features (crowds read none), 1 .. 2^32 - 1 agents; bodies that a local
/// step does not carry too far. Usage error, or limit error for the count and for bodies that cannot stand.
Result<Done> check_crowd(const CrowdParams& params, const Arena& arena, size_t agents);

/// Perlin evaluations per agent and tick (paper: noise samples per tick): curlnoise 4, an analytic gradient
/// 1, each mitigation 1.
int noise_samples_per_agent(const CrowdParams& params);

/// A crowd's rules bound to seeds and land. Immutable; steps never write it.
struct Crowd {
  CrowdParams params;
  Arena arena;
  SeedBundle seeds;
  NoiseField heading, speed, potential, second, curl;  ///< cycle 0 of a resampled stack
  int nodes_per_side = 0;                              ///< piecewise
  std::vector<float> node_x, node_y;                   ///< unit vectors, row-major from the south-west
  std::optional<Shore> shore;                          ///< absent: the whole arena is land
  double width_m = 0, height_m = 0;  ///< of the frame inside the arena; both its side but on a world's frame
  std::vector<uint32_t> land_cells;  ///< of the shore
  std::shared_ptr<const WalkGoals> goals;  ///< null: everybody wanders
  std::vector<NoiseMoment> sway;           ///< by group of agents, with goals
  uint64_t sway_stream = 0;                ///< which group an agent is of, by id
  int64_t ticks = 1;           ///< that one step covers, a power of two; params are for such a step
  std::optional<Avoid> avoid;  ///< absent: agents are points
};

/// The stacks that a method reads, at one tick.
struct CrowdLayers {
  NoiseMoment heading, speed, potential, second, curl;
};

/// Agents as columns of equal length, a state's own or a caller's: entry i of every column is one agent. The
/// order means nothing, and the ids need not begin at 0 or be without gaps.
struct AgentColumns {
  size_t count = 0;
  const uint32_t* id = nullptr;
  double* x_m = nullptr;
  double* y_m = nullptr;
  float* heading_x = nullptr;
  float* heading_y = nullptr;
  float* speed_mps = nullptr;
  float* course_x = nullptr;  ///< null where the method remembers none
  float* course_y = nullptr;
  float* deviation_rad = nullptr;
  uint32_t* group = nullptr;  ///< null where agents have none
  uint8_t* state = nullptr;

  AgentColumns part(size_t begin, size_t size) const;
};

/// What a beginning leaves as it finds it.
struct AgentsKept {
  bool place = false, heading = false, speed = false;
};

/// Columns that an agent's memory takes: 0, 2 (a course) or 3 (course and deviation).
int crowd_memory(const Crowd& crowd);

/// Scratch memory for steps and sorts. Contains no state; may be dropped or copied at any time.
struct CrowdScratch {
  // vicsek: the population in the order of the cells, and the new headings in the order of the agents.
  CellList cells;
  std::vector<double> x_m, y_m;
  std::vector<int64_t> fixed_x, fixed_y;
  std::vector<float> heading_x, heading_y;
  TileOrder tiles;
  std::vector<double> all_x_m, all_y_m;  ///< vicsek over lent columns: everybody
  std::vector<float> all_heading_x, all_heading_y;
  CrowdLayers layers;
  // Bodies: the velocities that they would have alone, and their own speeds.
  std::vector<float> want_x, want_y, own;
  AvoidScratch avoid;
};

/// The state of a population: Agents, and per agent what its method remembers.
struct CrowdState {
  Agents agents;
  int64_t tick = 0;  ///< steps done; the fields are read at time tick * dt_s
  /// The course an agent keeps, as a unit vector. ou: its own heading. Methods with a field: the turn that
  /// coasts and walls caused, (1, 0) = none.
  std::vector<float> course_x, course_y;
  std::vector<float> deviation_rad;  ///< ou: heading minus own heading, in (-pi, pi]; else empty
  /// Bodies: how they move, m/s; heading and speed are what they would do alone. Empty where agents are
  /// points.
  std::vector<float> velocity_x, velocity_y;
  std::vector<float> radius_m;
  CrowdSleep sleep;  ///< empty: everybody is awake
  WalkState walk;    ///< empty without goals
  CrowdScratch scratch;
};

/// Binds fields from seeds.noise_stream() by tags "crowd/heading", "crowd/speed", ...; starts and draws from
/// seeds.place_stream(). The parameters must pass check_crowd. With a shore, agents stay on its land: it must
/// have some, and its grid must cover the arena. Bodies keep out of `walls`; null: the sea of the shore, and
/// the rim of an arena that does not wrap.
Crowd bind_crowd(const CrowdParams& params, const Arena& arena, const SeedBundle& seeds,
                 const Shore* shore = nullptr, const Walls* walls = nullptr);

/// Agents 0 .. agents - 1, uniform over the arena or the land, headings uniform or read from the field, all
/// at speed_mps. Agent i has the same start for any number of agents.
CrowdState start_crowd(const Crowd& crowd, size_t agents);

/// Gives a crowd goals, by id of the agents, before they start. Usage error where a tick's longest step is
/// more than longest_walk_step_m(), naming the tick that fits, or a body's local step is too long
/// (check_avoid): walkers are as much faster as the ground's pace is below 1. `quickest`: the largest factor
/// that the caller puts on speeds.
Result<Done> set_goals(std::shared_ptr<const WalkGoals> goals, Crowd& crowd, double quickest = 1);

/// The state's arrays as columns.
AgentColumns columns_of(CrowdState& state);

/// One tick of all agents in passes over the whole population: wanted velocities at the present places, then
/// the moves with them. The same bits for any order of the arrays and any thread count.
void step_crowd(const Crowd& crowd, CrowdState& state);
/// Its two parts. Between them every agent's heading and speed is the velocity that it would have alone: a
/// caller may change it for this tick (moods do).
void want_crowd(const Crowd& crowd, CrowdState& state);
void move_crowd(const Crowd& crowd, CrowdState& state);

/// Whether the method reads a heading field; ou, urw and vicsek do not.
bool has_heading_field(CrowdMethod method);

/// The fields' targets at given places at a tick, without jitter and without turns by coasts.
struct CrowdTargets {
  std::vector<float> heading_x, heading_y;  ///< unit vectors; (0, 0) where the method has no field or no
                                            ///< target
  std::vector<float> speed_mps;
};
CrowdTargets crowd_targets(const Crowd& crowd, int64_t tick, std::span<const double> x_m,
                           std::span<const double> y_m);

}  // namespace fw
