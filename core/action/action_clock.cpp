#include "core/action/action_clock.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/action/action_internal.h"
#include "core/base/per_thread.h"
#include "core/base/vector_clones.h"

namespace fw {
namespace {

constexpr int kLattice = 64, kPhases = 32, kSteps = 960;
constexpr size_t kQuantiles = 1024, kParts = 2048;
/// Between the phases at which the field's distribution is taken: far apart, and no simple ratio.
constexpr double kPhaseStep = 17.31;

struct FieldAt {
  NoiseField field;
  double phase = 0;
};
/// A resampled field keeps the cycle of the tick's beginning.
double time_of(const Action& action, int64_t tick) {
  return static_cast<double>(tick) * action.params.dt_s;
}
int64_t cycle_of(const Action& action, int64_t tick) {
  const NoiseStack& stack = action.params.field;
  if (stack.update == FieldUpdate::drift || stack.cycle_s <= 0) return 0;
  return static_cast<int64_t>(std::floor(time_of(action, tick) / stack.cycle_s));
}
void bind_cycle(const Action& action, int64_t cycle, NoiseField& field) {
  bind_noise_into(action.params.field, action.field_stream, 0, action.arena.torus() ? action.arena.side_m : 0,
                  cycle, field);
}

std::vector<float> quantiles_of(const Action& action) {
  const bool drifts = action.params.field.update == FieldUpdate::drift;
  const GridSpec grid = GridSpec::square(action.arena.side_m, kLattice);
  std::vector<float> values;
  values.reserve(grid.cells() * kPhases);
  NoiseField field = action.field;
  for (int k = 0; k < kPhases; ++k) {
    if (!drifts) bind_cycle(action, k, field);
    const Raster<float> n = noise_raster(field, grid, drifts ? kPhaseStep * k : 0);
    values.insert(values.end(), n.cells.begin(), n.cells.end());
  }
  std::sort(values.begin(), values.end());
  std::vector<float> quantiles(kQuantiles + 1);
  for (size_t k = 0; k <= kQuantiles; ++k) {
    const double at = static_cast<double>(k) / kQuantiles * static_cast<double>(values.size() - 1);
    const auto low = std::min(static_cast<size_t>(at), values.size() - 2);
    const double part = at - static_cast<double>(low);
    quantiles[k] = static_cast<float>((1 - part) * static_cast<double>(values[low]) +
                                      part * static_cast<double>(values[low + 1]));
  }
  return quantiles;
}

/// The part of the quantiles' range that holds n; grows with n.
size_t part_of(const ActionClock& clock, float n) {
  const double at =
      (static_cast<double>(n) - static_cast<double>(clock.quantiles.front())) * clock.parts_per_value;
  return std::min(static_cast<size_t>(at), kParts - 1);
}

void count_earlier(ActionClock& clock) {
  const auto& q = clock.quantiles;
  const double range = static_cast<double>(q.back()) - static_cast<double>(q.front());
  clock.parts_per_value = range > 0 ? kParts / range : 0;
  clock.earlier.assign(kParts + 1, 0);
  for (const float value : q) ++clock.earlier[part_of(clock, value) + 1];
  for (size_t part = 0; part < kParts; ++part) clock.earlier[part + 1] += clock.earlier[part];
}

/// The share of places and times with a value below n.
double share_below(const ActionClock& clock, float n) {
  const std::vector<float>& q = clock.quantiles;
  if (!(n > q.front())) return 0;
  if (n >= q.back()) return 1;
  // The first quantile above n. Those of earlier parts lie below it; few share its own.
  size_t above = clock.earlier[part_of(clock, n)];
  above += q[above] <= n ? 1 : 0;
  while (q[above] <= n) ++above;
  const double low = q[above - 1], high = q[above];
  return (static_cast<double>(above - 1) + (static_cast<double>(n) - low) / (high - low)) / kQuantiles;
}

/// The rate at a share of the cycle, 1 at the turn.
double kernel_at(const ActionParams& p, double share) {
  const double away = std::min(share, 1 - share) * p.cycle_s / p.bandwidth_s;
  return p.epsilon + (1 - p.epsilon) * exact::exp(-0.5 * away * away);
}

/// Starts of an agent in one cycle.
double starts_per_cycle(const ActionParams& p) {
  return p.duty_target / mean_duration_ticks(p) * p.cycle_s / p.dt_s;
}

double count_at(const ActionClock& clock, double cycles) {
  const double whole = std::floor(cycles), at = (cycles - whole) * kSteps;
  const auto low = std::min(static_cast<size_t>(at), size_t{kSteps - 1});
  const double part = at - static_cast<double>(low);
  return whole * clock.count.back() + clock.count[low] + part * (clock.count[low + 1] - clock.count[low]);
}

/// By how much an agent's class and jitter move its turn.
double moved_cycles(const ActionClock& clock, const ClockQuestion& q) {
  const ActionParams& p = clock.action.params;
  const double by_class = q.phase_class == 0 ? 0 : static_cast<double>(q.phase_class) / p.phase_classes;
  const int64_t most = clock.most_jitter_ticks;
  if (most == 0) return by_class;
  const auto drawn = static_cast<int64_t>(
      random_below(clock.action.jitter_stream, q.id, static_cast<uint64_t>(2 * most + 1)));
  return by_class - static_cast<double>(drawn - most) * p.dt_s / p.cycle_s;
}

}  // namespace

ActionClock bind_action_clock(const ActionParams& params, const Arena& arena, const SeedBundle& seeds) {
  ActionClock clock;
  clock.action = bind_action(params, arena, seeds);
  clock.offset_stream = derive(clock.action.place_stream, "action/clock");
  clock.most_jitter_ticks = static_cast<int64_t>(std::floor(params.jitter_s / params.dt_s + 0.5));
  clock.quantiles = quantiles_of(clock.action);
  count_earlier(clock);
  clock.count.assign(kSteps + 1, 0);
  for (int k = 0; k < kSteps; ++k)
    clock.count[static_cast<size_t>(k) + 1] =
        clock.count[static_cast<size_t>(k)] + kernel_at(params, (k + 0.5) / kSteps);
  const double scale = starts_per_cycle(params) / clock.count.back();
  for (double& c : clock.count) c *= scale;
  return clock;
}

void cut_clock_tick(const ActionClock& clock, int64_t tick, size_t questions, ClockTick& out) {
  const Action& action = clock.action;
  const int64_t cycle = cycle_of(action, tick);
  auto& other = per_thread<NoiseField, struct OtherCycle>();  // its memory is used again by the next call
  if (cycle != 0) bind_cycle(action, cycle, other);
  const NoiseField& field = cycle == 0 ? action.field : other;
  const bool drifts = action.params.field.update == FieldUpdate::drift;
  const double drift = drifts ? action.params.field.drift_per_s : 0;
  const double side_m = action.arena.side_m;
  const PointExtent arena{0, side_m, 0, side_m};
  cut_moment(field, drift * time_of(action, tick), arena, questions, out.begin);
  cut_moment(field, drift * time_of(action, tick + 1), arena, questions, out.end);
  out.begin_cycles = time_of(action, tick) / action.params.cycle_s;
  out.end_cycles = time_of(action, tick + 1) / action.params.cycle_s;
  out.duration_stream = action_duration_stream(action, tick);
  out.tick = tick;
}

FW_VECTOR_CLONES
ClockAnswer ask_clock(const ActionClock& clock, const ClockTick& now, const ClockQuestion& q) {
  const double moved = moved_cycles(clock, q);
  const std::array<float, 2> n =
      noise_values({{{&now.begin, q.from_m.x, q.from_m.y}, {&now.end, q.to_m.x, q.to_m.y}}});
  const double phase = share_below(clock, n[0]), phase_after = share_below(clock, n[1]);
  const double before = now.begin_cycles - phase + moved;
  const double after = now.end_cycles - phase_after + moved;
  const double offset = random_uniform(clock.offset_stream, q.id);
  const double count = count_at(clock, before), next = count_at(clock, after);
  ClockAnswer answer;
  answer.starts = std::floor(next + offset) > std::floor(count + offset);
  answer.expected = next - count;
  const double here = before - std::floor(before);
  const auto step = std::min(static_cast<size_t>(here * kSteps), size_t{kSteps - 1});
  answer.rate_per_s = (clock.count[step + 1] - clock.count[step]) * kSteps / clock.action.params.cycle_s;
  answer.phase = phase - moved - std::floor(phase - moved);
  return answer;
}

int64_t next_clock_tick(const ActionClock& clock, int64_t tick, const ClockQuestion& question, int64_t most) {
  ClockQuestion standing = question;
  standing.to_m = standing.from_m;
  auto& now = per_thread<ClockTick, struct NextTick>();  // its memory is used again by the next question
  for (int64_t at = tick; at - tick <= most; ++at) {
    cut_clock_tick(clock, at, 0, now);
    if (ask_clock(clock, now, standing).starts) return at;
  }
  return -1;
}

}  // namespace fw
