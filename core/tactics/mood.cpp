#include "core/tactics/mood.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/base/cell_list.h"
#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"
#include "core/field/quantile/quantile.h"
#include "core/field/upper_set.h"

namespace fw {

namespace {

constexpr size_t kMoodPiece = 2048;
/// What dwelling counts: more than the field changes, less than a stimulus adds.
constexpr float kDwellBonus = 2;
/// Score of a stimulus of strength 1 at its middle; at its radius half as much.
constexpr double kStimulus = 10;
/// The field's sd is taken on a lattice over the arena, at phases far apart.
constexpr int kSdLattice = 64;
constexpr double kSdPhases[] = {0, 7.3, 19.1, 42.7};

double sd_of(const NoiseField& field, const Arena& arena) {
  const GridSpec grid = GridSpec::square(arena.side_m, kSdLattice);
  std::vector<float> n(grid.cells());
  double sum = 0, squares = 0, count = 0;
  for (const double phase : kSdPhases) {
    fill_noise(field, grid, phase, n);
    for (const float v : n) {
      const auto wide = static_cast<double>(v);
      sum += wide, squares += wide * wide, count += 1;
    }
  }
  const double mean = sum / count;
  return std::sqrt(std::max(squares / count - mean * mean, 1e-6));
}

/// From the agent to a stimulus' middle.
double distance_to(const MoodStimulus& s, const Arena& arena, double x_m, double y_m) {
  double dx = s.x_m - x_m, dy = s.y_m - y_m;
  if (arena.torus()) dx = torus_delta(dx, arena.side_m), dy = torus_delta(dy, arena.side_m);
  return std::sqrt(dx * dx + dy * dy);
}

/// Everything that a step reads.
struct MoodStep {
  const Moods& moods;
  std::span<const uint32_t> id;
  std::span<const double> x_m, y_m;
  std::span<const MoodStimulus> stimuli;
  std::span<const uint8_t> awake;  ///< empty: all are

  bool is_awake(size_t agent) const { return awake.empty() || awake[agent] != 0; }
};

double phase_of(const Moods& moods, int64_t tick) {
  return moods.params.field.drift_per_s * static_cast<double>(tick) * moods.params.tick_s;
}

/// Who stands in a stimulus hears it, at least as far as an alarm needs to run.
void ignite_all(const MoodStep& step, MoodState& state) {
  for (const MoodStimulus& s : step.stimuli) {
    const double reach_m = std::max(s.radius_m, step.moods.alarm.ignites_m());
    const auto level = static_cast<float>(std::min(1.0, s.strength));
    for (size_t i = 0; i < step.id.size(); ++i)
      if (step.is_awake(i) && distance_to(s, step.moods.arena, step.x_m[i], step.y_m[i]) <= reach_m)
        ignite(step.moods.alarm, state.tick, i, level, state.alarm);
  }
}

/// noise / sd + trait + stimuli + alarm.
void score_agents(const MoodStep& step, MoodState& state) {
  const Moods& m = step.moods;
  state.score.resize(step.id.size());
  sample_noise(m.field, step.x_m, step.y_m, phase_of(m, state.tick), state.score);
  const auto scale = static_cast<float>(1 / m.field_sd), trait = static_cast<float>(m.params.trait);
  parallel_for(step.id.size(), kMoodPiece, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) state.score[i] = state.score[i] * scale + trait * state.trait[i];
    for (const MoodStimulus& s : step.stimuli)
      for (size_t i = begin; i < end; ++i)
        state.score[i] +=
            static_cast<float>(stimulus_score(s, distance_to(s, m.arena, step.x_m[i], step.y_m[i])));
    for (size_t i = begin; i < end; ++i)
      if (state.tick < state.alarm.until[i])
        state.score[i] += static_cast<float>(0.5 * kStimulus) * (1 + state.alarm.level[i]);
  });
}

/// Courage of those listed in state.at, into state.part: how little they flee.
void read_courage(const MoodStep& step, MoodState& state) {
  const Moods& m = step.moods;
  state.x_m.clear(), state.y_m.clear();
  for (const uint32_t i : state.at) state.x_m.push_back(step.x_m[i]), state.y_m.push_back(step.y_m[i]);
  state.part.resize(state.at.size());
  sample_noise(m.courage, state.x_m, state.y_m, phase_of(m, state.tick), state.part);
  for (size_t k = 0; k < state.at.size(); ++k)
    state.part[k] = state.part[k] * static_cast<float>(1 / m.field_sd) +
                    static_cast<float>(m.params.trait) * state.courage[state.at[k]];
}

bool at_least(uint8_t mood, Mood level) {
  return mood >= static_cast<uint8_t>(level);
}

/// The new moods, from calm upwards; agents of state.at are cut at `level`: the `count` best stay listed.
class Cuts {
 public:
  Cuts(const MoodStep& step, MoodState& state, std::vector<uint8_t>& next)
      : step_(step), state_(state), next_(next) {
    state_.at.clear();
    for (size_t i = 0; i < step.id.size(); ++i)
      if (step.is_awake(i)) state_.at.push_back(static_cast<uint32_t>(i));
  }

  void at(Mood level, int64_t count) {
    state_.part.resize(state_.at.size());
    for (size_t k = 0; k < state_.at.size(); ++k) {
      const uint32_t i = state_.at[k];
      state_.part[k] = state_.score[i] + dwelling(i, at_least(state_.mood[i], level));
    }
    cut(level, count, [&](uint32_t i) { return at_least(state_.mood[i], level); });
    state_.at.resize(kept_);
  }
  /// Of those who fight the least courageous flee.
  void flee(int64_t count) {
    read_courage(step_, state_);
    for (size_t k = 0; k < state_.at.size(); ++k) {
      const uint32_t i = state_.at[k];
      state_.part[k] = dwelling(i, state_.mood[i] == static_cast<uint8_t>(Mood::flee)) - state_.part[k];
    }
    cut(Mood::flee, count, [&](uint32_t i) { return state_.mood[i] == static_cast<uint8_t>(Mood::flee); });
  }

 private:
  float dwelling(uint32_t i, bool in) const {
    const bool fresh = state_.changed[i] >= 0 && state_.tick - state_.changed[i] < step_.moods.dwell_ticks;
    return fresh ? in ? kDwellBonus : -kDwellBonus : 0;
  }
  template <typename In>
  void cut(Mood level, int64_t count, const In& in) {
    state_.id.resize(state_.at.size()), state_.in.resize(state_.at.size());
    for (size_t k = 0; k < state_.at.size(); ++k)
      state_.id[k] = step_.id[state_.at[k]], state_.in[k] = in(state_.at[k]);
    upper_set(state_.id, state_.part, static_cast<float>(step_.moods.params.hold), static_cast<size_t>(count),
              state_.in);
    kept_ = 0;
    for (size_t k = 0; k < state_.at.size(); ++k)
      if (state_.in[k] != 0)
        next_[state_.at[k]] = static_cast<uint8_t>(level), state_.at[kept_++] = state_.at[k];
  }

  const MoodStep& step_;
  MoodState& state_;
  std::vector<uint8_t>& next_;
  size_t kept_ = 0;
};

void cut_moods(const MoodStep& step, MoodState& state, std::vector<uint8_t>& next) {
  const auto& n = state.asked;
  Cuts cuts(step, state, next);
  cuts.at(Mood::curious, n[1] + n[2] + n[3] + n[4]);
  cuts.at(Mood::alert, n[2] + n[3] + n[4]);
  cuts.at(Mood::combat, n[3] + n[4]);
  cuts.flee(n[4]);
}

/// Baseline: each agent draws a mood of its own now and then.
void draw_moods(const MoodStep& step, MoodState& state, std::vector<uint8_t>& next) {
  const MoodParams& p = step.moods.params;
  const uint64_t stream =
      splitmix64(step.moods.markov_stream ^ splitmix64(static_cast<uint64_t>(state.tick)));
  const double change = state.tick == 0 ? 1 : p.tick_s / p.markov_s;
  for (size_t i = 0; i < step.id.size(); ++i) {
    if (!step.is_awake(i)) continue;
    next[i] = state.mood[i];
    if (!(random_uniform(stream, uint64_t{2} * step.id[i]) < change)) continue;
    double u = random_uniform(stream, uint64_t{2} * step.id[i] + 1);
    size_t mood = kMoods - 1;
    for (; mood > 0 && u >= p.share[mood]; --mood) u -= p.share[mood];
    next[i] = static_cast<uint8_t>(mood);
  }
}

/// Baseline: the same score against the cuts that a normal distribution would have.
void compare_moods(const MoodStep& step, MoodState& state, std::vector<uint8_t>& next) {
  const MoodParams& p = step.moods.params;
  const double sd = std::sqrt(1 + p.trait * p.trait);
  double above = p.share[3] + p.share[4];
  constexpr double kBelowOne = 1 - 0x1p-53;  // shares so small that 1 - share is 1
  const auto cut = [&](double share) {
    return share <= 0 ? 1e30 : share >= 1 ? -1e30 : sd * normal_quantile(std::min(1 - share, kBelowOne));
  };
  const std::array<double, 4> level{-1e30, cut(above + p.share[2] + p.share[1]), cut(above + p.share[2]),
                                    cut(above)};
  state.at.clear();
  for (size_t i = 0; i < step.id.size(); ++i) {
    if (!step.is_awake(i)) continue;
    uint8_t mood = 0;
    for (uint8_t k = 1; k < level.size(); ++k)
      if (static_cast<double>(state.score[i]) + (state.mood[i] >= k ? p.hold : 0) >= level[k]) mood = k;
    next[i] = mood;
    if (mood == static_cast<uint8_t>(Mood::combat)) state.at.push_back(static_cast<uint32_t>(i));
  }
  read_courage(step, state);
  const double timid = above > 0 ? cut(1 - p.share[4] / above) : 1e30;
  for (size_t k = 0; k < state.at.size(); ++k)
    if (static_cast<double>(state.part[k]) < timid) next[state.at[k]] = static_cast<uint8_t>(Mood::flee);
}

}  // namespace

Moods bind_moods(const MoodParams& params, const Arena& arena, const SeedBundle& seeds) {
  assert(arena.side_m > 0 && check_mood(params));
  Moods moods;
  moods.params = params, moods.arena = arena;
  const double period_m = arena.torus() ? arena.side_m : 0;
  moods.field = bind_noise(params.field, derive(seeds.noise_stream(), "mood/field"), 0, period_m);
  moods.courage = bind_noise(params.field, derive(seeds.noise_stream(), "mood/courage"), 0, period_m);
  moods.field_sd = sd_of(moods.field, arena);
  moods.trait_stream = derive(seeds.place_stream(), "mood/trait");
  moods.courage_stream = derive(seeds.place_stream(), "mood/courage");
  moods.show_stream = derive(seeds.place_stream(), "mood/show");
  moods.markov_stream = derive(seeds.place_stream(), "mood/markov");
  moods.alarm = bind_alarm(params.alarm, params.tick_s);
  moods.dwell_ticks = static_cast<int64_t>(std::floor(params.dwell_s / params.tick_s + 0.5));
  return moods;
}

double stimulus_score(const MoodStimulus& s, double distance_m) {
  if (!(distance_m <= s.radius_m)) return 0;
  return kStimulus * s.strength * (1 - 0.5 * distance_m / s.radius_m);
}

int strongest_stimulus(std::span<const MoodStimulus> stimuli, const Arena& arena, double x_m, double y_m,
                       double reach_m) {
  int best = -1;
  double most = 0;
  for (size_t k = 0; k < stimuli.size(); ++k) {
    const MoodStimulus& s = stimuli[k];
    const double away_m = distance_to(s, arena, x_m, y_m);
    if (away_m > s.radius_m + reach_m) continue;
    const double value = s.strength * s.radius_m / (s.radius_m + away_m);
    if (best < 0 || value > most) best = static_cast<int>(k), most = value;
  }
  return best;
}

std::array<int64_t, kMoods> mood_counts(const MoodParams& p, size_t agents, size_t alarmed) {
  std::array<double, kMoods> share = p.share;
  share[0] = 1;
  for (size_t k = 1; k < kMoods; ++k) share[0] -= p.share[k];
  share[0] = std::max(0.0, share[0]);
  const auto n = static_cast<int64_t>(agents);
  const std::vector<int64_t> counts = largest_remainder(share, n);
  std::array<int64_t, kMoods> out{};
  std::copy(counts.begin(), counts.end(), out.begin());
  if (p.counts == MoodCounts::kept || alarmed == 0) return out;
  // The alarmed share out among the upper moods as those do.
  const std::vector<int64_t> more =
      largest_remainder(std::array{p.share[2], p.share[3], p.share[4]}, static_cast<int64_t>(alarmed));
  for (size_t k = 2; k < kMoods; ++k) {
    const auto most = static_cast<int64_t>(std::floor(p.most[k] * static_cast<double>(n)));
    const int64_t added = std::clamp<int64_t>(std::min(more[k - 2], most - out[k]), 0, out[0] + out[1]);
    out[k] += added;
    const int64_t from_calm = std::min(added, out[0]);
    out[0] -= from_calm, out[1] -= added - from_calm;
  }
  return out;
}

MoodState start_moods(const Moods& moods, std::span<const uint32_t> id) {
  MoodState state;
  const size_t n = id.size();
  state.mood.assign(n, 0), state.was.assign(n, 0), state.changed.assign(n, -1);
  state.alarm.level.assign(n, 0), state.alarm.until.assign(n, 0), state.alarm.ready.assign(n, 0);
  state.trait.resize(n), state.courage.resize(n);
  for (size_t i = 0; i < n; ++i) {
    state.trait[i] = static_cast<float>(random_normal(moods.trait_stream, id[i]));
    state.courage[i] = static_cast<float>(random_normal(moods.courage_stream, id[i]));
  }
  return state;
}

void step_moods(const Moods& moods, std::span<const uint32_t> id, std::span<const double> x_m,
                std::span<const double> y_m, std::span<const MoodStimulus> stimuli, MoodState& state,
                std::span<const uint8_t> awake) {
  assert(id.size() == x_m.size() && id.size() == y_m.size() && id.size() == state.mood.size() &&
         (awake.empty() || awake.size() == id.size()));
  const MoodStep step{moods, id, x_m, y_m, stimuli, awake};
  ignite_all(step, state);
  if (state.tick % moods.alarm.round_ticks == 0)
    alarm_round(moods.alarm, moods.arena, state.tick, x_m, y_m, state.alarm);
  size_t up = 0;
  for (size_t i = 0; i < id.size(); ++i) {
    if (step.is_awake(i))
      ++up;
    else if (state.tick < state.alarm.until[i])
      state.alarm.until[i] = state.alarm.ready[i] = state.tick;
  }
  const auto alarmed = static_cast<size_t>(std::count_if(state.alarm.until.begin(), state.alarm.until.end(),
                                                         [&](int64_t until) { return state.tick < until; }));
  state.asked = mood_counts(moods.params, up, alarmed);
  std::vector<uint8_t> next(id.size(), 0);
  if (moods.params.method == MoodMethod::markov) {
    draw_moods(step, state, next);
  } else {
    score_agents(step, state);
    if (moods.params.method == MoodMethod::cuts)
      cut_moods(step, state, next);
    else
      compare_moods(step, state, next);
  }
  for (size_t i = 0; i < next.size(); ++i) {
    if (next[i] == state.mood[i]) continue;
    // The first tick gives moods, it changes none.
    state.was[i] = state.tick == 0 ? next[i] : state.mood[i];
    if (state.tick > 0) state.changed[i] = state.tick;
    state.mood[i] = next[i];
  }
  ++state.tick;
}

Mood shown_mood(const Moods& moods, const MoodState& state, uint32_t id, size_t agent, double time_s) {
  const double shows_s = static_cast<double>(state.changed[agent]) * moods.params.tick_s +
                         moods.params.shows_s * random_uniform(moods.show_stream, id);
  return static_cast<Mood>(state.changed[agent] >= 0 && time_s < shows_s ? state.was[agent]
                                                                         : state.mood[agent]);
}

}  // namespace fw
