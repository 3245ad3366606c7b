#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/seed.h"
#include "core/model/coordinator.h"
#include "core/model/template/tuning.h"
#include "core/spawn/area.h"
#include "core/spawn/front.h"
#include "core/spawn/roamers.h"

namespace fw {

/// The spawn policy: where and when things spawn (docs/coordinators.md, 4.2); a_full and b_full are ours.
enum class SpawnMethod : uint8_t {
  perlin_a,
  perlin_b,
  perlin_b_far,
  uniform,
  filtered,
  poisson_disk,
  mvn_poisson,
  facility,
  sinusoid,
  a_full,
  b_full,
};
inline constexpr std::array kSpawnMethodSlugs = slugs_of(kSpawnMethods);

/// Where a_full draws its sites: evenly on the ground, or as the class's intensity has it.
enum class SiteFollow : uint8_t { ground, intensity };
inline constexpr std::array<std::string_view, 2> kSiteFollowSlugs{"ground", "intensity"};

/// Perlin-A, space to time: every candidate site has a phase of the cycle at which it spawns.
struct PhaseSiteParams {
  int per_side = 16;        ///< perlin_a: per_side^2 stratified candidates
  double keep_share = 0.9;  ///< perlin_a: 1 - epsilon of them, drawn at random, are used
  int slot_s = 6;           ///< perlin_a: the earliest site of each slot is proposed, the others lapse
  int count = 0;            ///< a_full: sites per cycle; 0 = the quota
  int best_of = 24;         ///< a_full: blue-noise candidates per site
  SiteFollow follow = SiteFollow::ground;  ///< a_full
  int memory_cycles = 6;                   ///< a_full: new sites keep away from the sites of this many cycles
};

enum class LevelShape : uint8_t { sine, linear };
enum class BandChoice : uint8_t { random, farthest };

/// Perlin-B, time to space: at each moment one iso-band |n - level| <= half_width of the field is open.
struct IsoBandParams {
  bool paced = false;     ///< one spawn every cycle_s / quota instead of batches
  int spacing_s = 30;     ///< between batches
  int jitter_s = 3;       ///< whole seconds, uniform in [-jitter_s, jitter_s]
  int separation_s = 8;   ///< a batch sooner after the last one is skipped
  double batch_mean = 3;  ///< of the Poisson count
  int batch_min = 1;
  int batch_max = 6;
  double half_width = 0.1;  ///< epsilon
  LevelShape level = LevelShape::sine;
  BandChoice choice = BandChoice::random;
  int pool = 2048;   ///< uniform draws to find points in the band, per batch
  int memory_s = 0;  ///< farthest: spawns up to this age count like living monsters
};

/// Uniform placement behind a safety filter.
struct FilteredParams {
  int every_s = 8;
  int tries = 2;
  double from_player_m = 5;
  double from_monster_m = 3;
};

/// A blue-noise dart set over the whole area at once.
struct PoissonDiskParams {
  int every_s = 30;
  int darts = 18;
  double radius_m = 30;
};

/// A Gaussian mixture with Poisson counts; the centres are constant for the whole run.
struct MvnParams {
  int every_s = 8;
  int components = 4;
  double margin_share = 0.15;  ///< centres in [margin, 1 - margin] of the side (on a mask: anywhere open)
  double sigma_share = 0.05;   ///< of L = sqrt(eligible area)
  double batch_mean = 2.9;
};

/// Greedy score: min(distance_cap, d_nearest / sqrt(A / target)) + field_weight n(x).
struct FacilityParams {
  int every_s = 10;
  int candidates = 32;
  double distance_cap = 2;
  double field_weight = 0.5;
};

/// A global rate rate (1 + depth sin(2 pi t / cycle)), without spatial structure.
struct SinusoidParams {
  double rate_per_s = 1.0 / 15;
  double depth = 0.8;
};

/// Parameters of one spawn process; each method reads its own part. One tick is one second; lengths are the
/// paper's units read as metres on its 120 m square (scale_lengths adapts them to another area). `target`,
/// `quota` and `players` set the scale.
struct SpawnParams {
  SpawnMethod method = SpawnMethod::a_full;
  int cycle_s = 600;
  int target = 128;  ///< most living monsters at any time
  int quota = 96;    ///< most spawns per cycle
  int players = 8;

  int cooldown_after = 0;  ///< spawns in a cycle after which the rest of it is cooldown (the paper sets it to
                           ///< the quota: one rule); 0 = the quota
  int cooldown_s = 0;      ///< least time from one spawning tick to the next; 0 = none
  int block_s = 0;         ///< no spawn near an elimination for this long (paper: respawn delay 90); 0 = off
  double block_radius_m = 1.75;
  double spacing_m = 0;      ///< least distance of a spawn from living monsters; 0 = none
  double refill_s = 0;       ///< time in which what is missing comes back, smoothly; 0 = at once
  double despawn_per_s = 0;  ///< probability per tick that a living monster disappears, with or without
                             ///< players

  MonsterMotion monsters;
  PlayerScript player;
  FrontParams front;
  PhaseSiteParams sites;
  IsoBandParams band;
  int uniform_every_s = 6;
  FilteredParams filtered;
  PoissonDiskParams disk;
  MvnParams mvn;
  FacilityParams facility;
  SinusoidParams sinusoid;
};

/// The published constants of a method (a_full, b_full: ours) at the medium scale.
SpawnParams spawn_preset(SpawnMethod method);
/// Every number of SpawnParams: path, unit, range, help.
std::span<const TuningRow<SpawnParams>> spawn_tuning();
/// Checks every number's range, and batch_min <= batch_max.
Result<Done> check_spawn(const SpawnParams& params);
/// The same process on an area `factor` times as large: every distance and the field's wavelength times
/// factor; speeds and jitter stay in m/s.
SpawnParams scale_lengths(SpawnParams params, double factor);

/// A candidate site of Perlin-A: proposed when the cycle has run phase_s.
struct SpawnSite {
  Vec2 at_m;
  double value = 0;  ///< n(x) of the current field
  int phase_s = 0;   ///< in [0, cycle_s)
};

/// An event at a place and time.
struct SpawnMark {
  Vec2 at_m;
  int64_t tick = 0;
};

/// Why a place was refused: the first rule that did, of the controller or of the filter of `filtered`, which
/// knows spacing and player.
enum class SpawnRefusal : uint8_t { none, cap, quota, cooldown, spacing, block, player, refill };
struct RefusedSpawn {
  Vec2 at_m;
  SpawnRefusal reason = SpawnRefusal::none;
};

/// The plan of one cycle, made by the policy at its beginning.
struct SpawnCycle {
  Front front;                   ///< current field; empty where the method has none
  std::vector<SpawnSite> sites;  ///< perlin_a, a_full: by phase
  std::vector<int> batch_s;      ///< perlin_b family: seconds of the cycle with a batch, ascending
};

/// A process bound to an area and its seeds. Plain data; cheap to copy.
struct Spawner {
  SpawnParams params;
  SpawnArea area;
  PlayerParty party;
  double wavelength_m = 0;  ///< of the field, after the density rule
  uint64_t field_stream = 0;
  uint64_t reference_stream = 0;
  uint64_t plan_stream = 0;      ///< sites, batch times, mixture centres
  uint64_t proposal_stream = 0;  ///< draws of a tick
  uint64_t monster_stream = 0;
  uint64_t despawn_stream = 0;
};

/// What holds in place of SpawnParams::target and quota: the numbers of an hour, or what a game says.
struct SpawnLimits {
  int target = 0;
  int quota = 0;
};
inline constexpr int kMostSpawnLimit = 100000;

/// A running process. The events of the last tick are kept until the next tick.
struct SpawnState {
  int64_t tick = 0;                     ///< ticks done; the last one was number tick - 1
  int64_t cycle = -1;                   ///< of the last tick
  int cycle_count = 0;                  ///< admitted in this cycle
  std::vector<Vec2> admitted_m;         ///< this tick, in order, where they appeared
  std::vector<Vec2> eliminated_m;       ///< this tick, where they stood: first by players, then despawned
  int refused = 0;                      ///< proposals of this tick that the controller dropped
  std::vector<RefusedSpawn> refused_m;  ///< the same, and tries that a filter dropped: where and why
  Roamers monsters;
  Roamers players;
  SpawnCycle plan;

  uint32_t next_id = 0;
  int64_t last_spawn_tick = -1;
  double sinusoid_due = 0;
  std::optional<SpawnLimits> limits;  ///< none: those of the parameters
  double tokens = 0;  ///< refill_s > 0: spawns that have come back and are not taken yet, at most 2
  std::vector<std::vector<Vec2>> past_sites_m;  ///< a_full: sites of earlier cycles, oldest first
  std::vector<SpawnMark> past_spawns;           ///< within band.memory_s
  std::vector<SpawnMark> past_eliminations;     ///< within block_s
};

/// Binds a process. Fields come from the seeds' noise stream, all draws from their place stream; `class_tag`
/// ("enemy.wolf") salts both. check_spawn(params) must pass; the area must not be empty.
Spawner bind_spawn(const SpawnParams& params, const SpawnArea& area, const SeedBundle& seeds,
                   std::string_view class_tag = {});

/// State before tick 0: monsters at `living_m` (none in the paper's runs), players at their starts.
SpawnState start_spawn(const Spawner& spawner, std::span<const Vec2> living_m = {});
/// One tick: new cycle if due; the policy proposes and the controller admits in order while
/// cycle count < quota, living < target and, with refill_s > 0, at least one token is there: every second
/// (target - living) / refill_s of them come, an admission takes one, what is refused lapses; monsters move;
/// players move and eliminate; despawn.
void step_spawn(const Spawner& spawner, SpawnState& state);

/// The limits in force.
SpawnLimits spawn_limits(const Spawner& spawner, const SpawnState& state);

/// The plan of a cycle: of seeds, parameters, the quota in force when it begins and, for a_full, the sites of
/// the cycles before (SpawnState::past_sites_m).
SpawnCycle plan_spawn_cycle(const Spawner& spawner, const std::vector<std::vector<Vec2>>& past_sites_m,
                            int64_t cycle, int quota);

/// One tick of a game that moves and kills by itself (docs/library.md, 9): those vanish that the tick before
/// despawned (their ids in `vanished`), then proposals and admissions, as in step_spawn. Players and monsters
/// stand where the state says. `plan`: of the cycle that begins, made ahead; null: made here.
void step_spawn_game(const Spawner& spawner, SpawnState& state, SpawnCycle* plan,
                     std::vector<uint32_t>& vanished);
/// A monster of a game is gone since `tick`, where it stood last: no spawn near it for block_s. False for an
/// id that is not alive.
bool remove_monster(const Spawner& spawner, int64_t tick, uint32_t id, SpawnState& state);
/// Whether a tick begins a cycle.
bool begins_cycle(const SpawnParams& params, int64_t tick);

/// Whether the method reads a noise field.
bool has_front(SpawnMethod method);
/// The field of a cycle: front_value(front, x) in [0, 1).
Front spawn_front(const Spawner& spawner, int64_t cycle);
/// A field of the same parameters on an unrelated sub-stream: the reference of the published front coherence.
Front reference_front(const Spawner& spawner, int64_t cycle);
/// The level of the open band at a tick, in [0, 1] (perlin_b family).
double band_level(const SpawnParams& params, int64_t tick);

}  // namespace fw
