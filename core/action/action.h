#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/cell_list.h"
#include "core/base/result.h"
#include "core/base/seed.h"
#include "core/field/noise/noise.h"
#include "core/model/agents.h"
#include "core/model/coordinator.h"
#include "core/model/template/tuning.h"

namespace fw {

/// The scheduler of action starts (docs/coordinators.md, 3.2); exact is ours, the others are the paper's.
enum class ActionMethod : uint8_t {
  perlin,
  poisson,
  filtered,
  sinusoid,
  hawkes_inhibitory,
  constraint_token,
  constraint_roundrobin,
  fixed,
  perlin_phase,
  perlin_hybrid,
  exact,
};
inline constexpr std::array kActionMethodSlugs = slugs_of(kActionMethods);

/// From a rate to the probability of a start in one tick: rate * dt (at most 1), or 1 - exp(-rate * dt).
enum class RateLink : uint8_t { linear, exponential };
inline constexpr std::array<std::string_view, 2> kRateLinkSlugs{"linear", "exponential"};

/// How a field value becomes a phase: raw (n + 1) / 2, or through the field's empirical distribution on a 64
/// x 64 lattice over the arena, which makes all phases equally frequent.
enum class PhaseMap : uint8_t { raw, equalised };
inline constexpr std::array<std::string_view, 2> kPhaseMapSlugs{"raw", "equalised"};

/// Method that holds the mean rate of a field driver. Every method scales the hazard to the target mean over
/// all agents at every tick and the phase kernel to the target mean over a cycle. by_part: nothing more (the
/// paper's reading). mixture: the mixed rate is also scaled to the target mean over all agents at every tick.
/// solved: the scale is solved so that the probabilities of all agents that may start sum to agents *
/// duty_target / mean duration.
enum class RateNorm : uint8_t { by_part, mixture, solved };
inline constexpr std::array<std::string_view, 3> kRateNormSlugs{"by_part", "mixture", "solved"};

/// How probabilities become starts. independent: one draw per agent. The others hold the number of starts
/// exact to one per tick: a systematic draw with carried remainder in random order or along the Hilbert
/// curve, or the agents with the largest sum of probabilities since their last start.
enum class DrawOrder : uint8_t { independent, random, hilbert, longest_waiting };
inline constexpr std::array<std::string_view, 4> kDrawOrderSlugs{"independent", "random", "hilbert",
                                                                 "longest_waiting"};

/// Parameters of all schedulers; each method reads its own part. Rates are starts per second and agent. Times
/// are seconds; rules that count ticks round them to whole ticks of dt_s. action_tuning() lists ranges.
struct ActionParams {
  ActionMethod method = ActionMethod::exact;
  double dt_s = 1;  ///< length of a tick

  // The rate all methods share: target = lambda_0 (epsilon + (1 - epsilon) / 2).
  double lambda_0_per_s = 0.08;
  double epsilon = 0.1;                   ///< floor of the rate, share of lambda_0
  RateLink link = RateLink::exponential;  ///< all methods with a probability
  bool idle_only = true;                  ///< an active agent may not start again
  double short_action_s = 2;              ///< an action lasts this long, or
  double long_action_s = 3;               ///< this long with the probability
  double long_action_share = 2.0 / 3.0;

  // Field drivers: perlin, perlin_phase, perlin_hybrid, exact.
  NoiseStack field{.wavelength_m = 100, .drift_per_s = 0.002};
  double ema = 0.5;        ///< weight of the newest hazard in each agent's moving average; 1 = none
  double alpha = 1;        ///< phase's share of the rate: 0 = hazard only, 1 = phase only
  double cycle_s = 60;     ///< T_cycle
  double bandwidth_s = 8;  ///< sd of the phase kernel
  double jitter_s = 1;     ///< a phase shifts by a whole number of ticks up to this, per agent and refresh
  PhaseMap phase_map = PhaseMap::equalised;
  double phase_refresh_s = 30;  ///< interval between reads of the phases from the field
  int phase_classes = 1;        ///< class c of C has its phase shifted by c / C of a cycle
  RateNorm norm = RateNorm::solved;
  double duty_target = 0.113;  ///< target of the mean share of active agents (solved rate)
  DrawOrder draw = DrawOrder::hilbert;

  // Sinusoid: target (1 + amplitude sin(2 pi t / period)).
  double sinusoid_amplitude = 0.3;
  double sinusoid_period_s = 120;

  // Filtered random: proposals at gain * target, accepted if fewer than cap starts lie within radius in the
  // last `window` (this tick included).
  double filtered_gain = 1.15;
  double filtered_radius_m = 20;
  int filtered_cap = 2;
  double filtered_window_s = 2;

  // Inhibitory Hawkes: target * max(0, 1 - strength * sum exp(-age / decay)) over starts within radius, ages
  // 0 .. window.
  double hawkes_strength = 0.6;
  double hawkes_radius_m = 20;
  double hawkes_decay_s = 3;
  double hawkes_window_s = 3;

  // Tokens: a start holds one of its cell's tokens for its duration; a request waits for one, then is
  // dropped.
  double token_cell_m = 50;
  int token_capacity = 3;
  double token_wait_s = 8;

  // Round-robin: regions x regions; region r is open in slot r mod slots of a rotation; demand slots *
  // target.
  int robin_regions = 4;
  int robin_slots = 12;
  double robin_rotation_s = 30;
  int robin_cap = 12;  ///< starts per tick and open region

  // Fixed: first due U(0, mean), then at intervals N(mean, sd), at least one tick.
  double fixed_mean_s = 8;
  double fixed_sd_s = 2;

  friend bool operator==(const ActionParams&, const ActionParams&) = default;
};

/// The paper's parameters for each published method; for `exact` the equalised phase, the solved rate and the
/// Hilbert draw.
ActionParams action_preset(ActionMethod method);

/// One row per parameter, such as "action.lambda_0".
std::span<const TuningRow<ActionParams>> action_tuning();

/// Checks every row's range, and whether they fit together and this arena; the usage error names what does
/// not.
Result<Done> check_action(const ActionParams& params, const Arena& arena);

/// lambda_0 (epsilon + (1 - epsilon) / 2), starts per second and agent.
double target_rate_per_s(const ActionParams& params);

/// Mean length of an action in whole ticks.
double mean_duration_ticks(const ActionParams& params);

/// Field reads per agent and tick, phase refreshes included: the cost of coordination by noise. 0 for the
/// baselines.
double noise_samples_per_agent(const ActionParams& params);

/// A scheduler bound to an arena and a seed. Plain data; cheap to copy.
struct Action {
  ActionParams params;
  Arena arena;
  NoiseField field;  ///< drift mode, and cycle 0 of resample mode
  uint64_t field_stream = 0;
  uint64_t place_stream = 0;  ///< of the tags below
  uint64_t start_stream = 0;
  uint64_t duration_stream = 0;
  uint64_t order_stream = 0;
  uint64_t jitter_stream = 0;
  uint64_t interval_stream = 0;
  int cycle_ticks = 0;
  int64_t short_ticks = 1, long_ticks = 1;  ///< how long actions take
  std::vector<double> kernel;  ///< phase part of the rate by (tick - phase) mod cycle, at unit lambda_0
  double kernel_mean = 0;      ///< over a cycle
};

/// Binds checked parameters (check_action; asserts otherwise). Fields come from the noise stream, positions
/// and draws from the place stream. On a torus the field is periodic over the side.
Action bind_action(const ActionParams& params, const Arena& arena, const SeedBundle& seeds);

/// A recent start that still inhibits its neighbours.
struct RecentStart {
  double x_m = 0;
  double y_m = 0;
  int64_t tick = 0;
};

/// A request that waits for a token.
struct TokenRequest {
  uint32_t agent = 0;
  int64_t tick = 0;
};

/// Scratch arrays that steps reuse; their contents are not results.
struct ActionScratch {
  std::vector<float> noise;
  std::vector<double> probability;
  std::vector<uint32_t> order;
  std::vector<uint64_t> key;
  std::vector<double> x_m;
  std::vector<double> y_m;
  std::vector<double> weight;
  std::vector<std::array<double, 2>> partial;
  CellList cells;
};

/// The state of a population between two ticks. Agents are in the order of their ids; random numbers are
/// addressed by (id, tick), so that agents may come and go without moving the draws of the others.
struct ActionState {
  std::vector<uint32_t> id;  ///< ascending; empty: agent i has the id i, and nobody comes or goes
  int64_t tick = 0;          ///< ticks done; the last step was tick - 1
  std::vector<double> x_m;   ///< positions from start_action; a caller may keep its own
  std::vector<double> y_m;
  std::vector<uint32_t> started;      ///< agents that started at the last step, ascending
  std::vector<int64_t> active_until;  ///< the first tick at which the agent is idle again

  // Field drivers.
  std::vector<double> rate_per_s;  ///< at the last step, normalised
  std::vector<double> hazard;      ///< moving average of (n + 1) / 2; NaN: begins with the next value
  /// Tick of the cycle around which the agent starts, jitter included; -1: read at the next step.
  std::vector<int32_t> phase_tick;
  std::vector<uint8_t> phase_class;  ///< 0 .. phase_classes - 1; initially index mod classes
  std::vector<double> credit;        ///< longest waiting: sum of probabilities since the last start
  double scale = 1;                  ///< of the rate at the last step (gamma)
  double asked = 0;                  ///< sum of the probabilities at the last step
  double remainder = 0;              ///< of the systematic draw, in [0, 1)
  std::vector<uint32_t> curve;       ///< agents along the Hilbert curve
  std::vector<double> curve_x_m;     ///< positions that `curve` was sorted by
  std::vector<double> curve_y_m;

  // Baselines.
  std::vector<RecentStart> recent;     ///< filtered, hawkes: starts inside the window, oldest first
  std::vector<TokenRequest> waiting;   ///< tokens: requests, oldest first
  std::vector<uint8_t> is_waiting;     ///< by agent
  std::vector<int32_t> tokens_in_use;  ///< by cell, row-major from the south-west
  std::vector<std::vector<uint32_t>> token_release;  ///< cells that get a token back, by tick modulo the
                                                     ///< vector's size
  std::vector<uint32_t> next_in_region;              ///< round-robin: first id to try when the region opens
  std::vector<double> due_tick;                      ///< fixed: next start, in ticks

  ActionScratch scratch;

  size_t size() const { return active_until.size(); }
  uint32_t id_of(size_t agent) const { return id.empty() ? static_cast<uint32_t>(agent) : id[agent]; }
  /// Whether the agent was active at the last step; false before the first.
  bool active(size_t agent) const { return tick > 0 && active_until[agent] >= tick; }
};

/// Agents uniform on the arena, all idle, before tick 0.
ActionState start_action(const Action& action, size_t agents);
/// Agents at given positions inside the arena.
ActionState start_action(const Action& action, std::span<const double> x_m, std::span<const double> y_m);

/// One tick with the agents at these positions: reads everything, then writes which agents started and until
/// when they are active. The same bits at any thread count. Unchanged positions cost nothing; moving agents
/// cost a sort per tick under the Hilbert draw.
void step_action(const Action& action, std::span<const double> x_m, std::span<const double> y_m,
                 ActionState& state);
/// The same for agents that stay at the positions of start_action.
void step_action(const Action& action, ActionState& state);

/// Reserves what at most so many agents need of a state that they join.
void reserve_action(const Action& action, size_t agents, ActionState& state);
/// An idle agent of that id, at a place among the others that keeps ids ascending; its phase and field value
/// are read at the next step. `phase_class` < 0: id modulo the classes. The id must be new.
void join_action(const Action& action, uint32_t id, int phase_class, ActionState& state);
/// The agent at an index leaves; tokens that it holds come back when they would have.
void leave_action(const Action& action, size_t agent, ActionState& state);

/// Length in ticks of the action that an agent would start at a tick.
int64_t action_duration_ticks(const Action& action, uint32_t agent, int64_t tick);
/// The same by the stream of a tick, which many agents share.
uint64_t action_duration_stream(const Action& action, int64_t tick);
int64_t duration_ticks_of(const Action& action, uint64_t stream_of_tick, uint32_t agent);

/// The field (n + 1) / 2 at points and a tick. Works for every method: baselines keep the field of their
/// parameters as a reference to measure against.
void action_field(const Action& action, int64_t tick, std::span<const double> x_m,
                  std::span<const double> y_m, std::span<float> out);

/// The field's phase at points, share of a cycle in [0, 1), as an agent there would have it at a tick: from
/// the last refresh, without jitter and class.
void action_phase(const Action& action, int64_t tick, std::span<const double> x_m,
                  std::span<const double> y_m, std::span<float> out);

/// The rate of the hazard-phase mixture at points, starts per second, before it is normalised or smoothed
/// over a population: (1 - alpha) lambda_0 (epsilon + (1 - epsilon) n01) + alpha target k / mean of k over a
/// cycle, with k = epsilon + (1 - epsilon) kappa. The paper does not scale the second part; scaled, alpha is
/// the phase's share of the starts.
void action_rate(const Action& action, int64_t tick, std::span<const double> x_m, std::span<const double> y_m,
                 std::span<float> out);

}  // namespace fw
