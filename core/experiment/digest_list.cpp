#include "core/experiment/digest_list.h"

#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/action/action_clock.h"
#include "core/base/exact/exact_batch.h"
#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/hash.h"
#include "core/crowd/crowd.h"
#include "core/field/noise/noise_points.h"
#include "core/spawn/spawn.h"
#include "core/tactics/mood.h"
#include "core/tactics/squad.h"

namespace fw {
namespace {

using Lines = std::vector<std::string>;

template <typename... Values>
std::string digest_of(const Values&... values) {
  Sha256 sha;
  (sha.update(values.data(), values.size() * sizeof(values[0])), ...);
  return sha.hex();
}

/// Numbers spread over [low, high), from the seed.
std::vector<double> spread(uint64_t seed, std::string_view tag, double low, double high) {
  std::vector<double> out(4096);
  for (size_t i = 0; i < out.size(); ++i) out[i] = low + (high - low) * random_uniform(derive(seed, tag), i);
  return out;
}

Lines base_lines(uint64_t seed) {
  Lines lines;
  const auto each = [&lines](const char* name, auto&& value) {
    std::vector<decltype(value(uint64_t{0}))> out;
    for (uint64_t i = 0; i < 4096; ++i) out.push_back(value(i));
    lines.push_back(std::string(name) + " " + digest_of(out));
  };
  const uint64_t stream = derive(seed, "digests");
  const auto wide = spread(seed, "wide", -700, 700), turns = spread(seed, "turns", -1e6, 1e6),
             positive = spread(seed, "positive", 1e-12, 40), powers = spread(seed, "powers", -9, 9);
  each("random_bits", [&](uint64_t i) { return random_bits(stream, i); });
  each("random_uniform", [&](uint64_t i) { return random_uniform(stream, i); });
  each("random_below", [&](uint64_t i) { return random_below(stream, i, 3 + i * i * 977); });
  each("random_normal", [&](uint64_t i) { return random_normal(stream, i); });
  each("poisson", [&, cursor = RandomCursor{stream}](uint64_t i) mutable {
    return cursor.poisson(static_cast<double>(i % 60) / 2);
  });
  each("exp", [&](uint64_t i) { return exact::exp(wide[i]); });
  each("log", [&](uint64_t i) { return exact::log(positive[i]); });
  each("pow", [&](uint64_t i) { return exact::pow(positive[i], powers[i]); });
  each("sincos", [&](uint64_t i) {
    const exact::SinCos both = exact::sincos(turns[i]);
    return std::array{both.sin, both.cos};
  });
  each("atan2", [&](uint64_t i) { return exact::atan2(powers[i], wide[i]); });
  std::vector<uint64_t> counters(4096);
  std::iota(counters.begin(), counters.end(), uint64_t{0});
  std::vector<double> normals(4096), sines(4096), cosines(4096), logs(4096), exps(4096), roots(4096);
  random_normal(stream, counters, normals), exact::sincos(turns, sines, cosines);
  exact::log(positive, logs), exact::exp(wide, exps), exact::pow(positive, 0.37, roots);
  lines.push_back("arrays " + digest_of(normals, sines, cosines, logs, exps, roots));
  return lines;
}

Lines field_lines(uint64_t seed) {
  struct Case {
    const char* name;
    NoiseStack stack;
    double period_m;
    int64_t cycle;
  };
  const NoiseStack plain{.wavelength_m = 1700, .octaves = 5}, fine{.wavelength_m = 61, .octaves = 1},
      rough{.wavelength_m = 300, .octaves = 8, .persistence = 0.8, .lacunarity = 1.93};
  const Case cases[] = {
      {"plain", plain, 0, 0}, {"fine", fine, 0, 0}, {"torus", rough, 4000, 0}, {"cycle", rough, 0, 3}};
  Lines lines;
  const uint64_t stream = SeedBundle::from_master(seed).noise_stream();
  const auto x = spread(seed, "x", -3000, 5000), y = spread(seed, "y", -1e4, 9000);
  const PointSpan points{x, y};
  for (const Case& c : cases) {
    const NoiseField field = bind_noise(c.stack, derive(stream, "noise/golden"), 0, c.period_m, c.cycle);
    const auto add = [&](const char* what, const std::string& digest) {
      lines.push_back(std::string(c.name) + " " + what + " " + digest);
    };
    std::vector<float> n(x.size()), dx(x.size()), dy(x.size());
    add("raster", digest_of(noise_raster(field, GridSpec::square(8000, 96), 0.25).cells));
    sample_noise(field, x, y, 7.75, n);
    add("points", digest_of(n));
    sample_noise_gradient(field, x, y, 7.75, n, dx, dy);
    add("slopes", digest_of(n, dx, dy));
    sample_noise(noise_moment(field, -2.5, extent_of(points), points.size()), points, n);
    add("moment", digest_of(n));
    for (size_t i = 0; i < n.size(); ++i) n[i] = noise_value(field, x[i], y[i], 1e3);
    add("values", digest_of(n));
    std::vector<double> exactly;
    for (size_t i = 0; i < n.size(); i += 4) {
      const NoiseGradient g = noise_gradient(field, x[i], y[i], 0.5);
      exactly.insert(exactly.end(), {g.value, g.d_dx, g.d_dy, g.d_dt});
    }
    add("gradient", digest_of(exactly));
  }
  return lines;
}

/// A round island with a lake and an inlet.
Shore island() {
  Mask land(GridSpec::square(1200, 120));
  for (size_t cell = 0; cell < land.size(); ++cell) {
    const Vec2 at = land.grid.centre(cell);
    const double dx = at.x - 600, dy = at.y - 600;
    const bool lake = (dx - 120) * (dx - 120) + dy * dy < 50.0 * 50, inlet = dx < -150 && dy * dy < 60.0 * 60;
    land[cell] = dx * dx + 1.4 * dy * dy < 420.0 * 420 && !lake && !inlet;
  }
  return shore_of(land);
}

/// Everything that agents are, in the order of their ids.
std::string digest_of_crowd(const CrowdState& s) {
  std::vector<uint32_t> place(s.agents.size());
  for (size_t i = 0; i < place.size(); ++i) place[s.agents.id[i]] = static_cast<uint32_t>(i);
  Sha256 sha;
  const auto feed = [&sha](auto value) { sha.update(&value, sizeof value); };
  for (const uint32_t i : place) {
    feed(s.agents.id[i]), feed(s.agents.x_m[i]), feed(s.agents.y_m[i]);
    feed(s.agents.heading_x[i]), feed(s.agents.heading_y[i]), feed(s.agents.speed_mps[i]);
    if (!s.course_x.empty()) feed(s.course_x[i]), feed(s.course_y[i]);
    if (!s.deviation_rad.empty()) feed(s.deviation_rad[i]);
    if (!s.velocity_x.empty()) feed(s.velocity_x[i]), feed(s.velocity_y[i]), feed(s.radius_m[i]);
  }
  return sha.hex();
}

/// Agents with bodies: a dense crowd on a torus, giants on an island.
void add_bodies(uint64_t seed, const Shore& shore, Lines& lines) {
  for (const AvoidBy by : {AvoidBy::push, AvoidBy::field})
    for (const bool torus : {true, false}) {
      CrowdParams params = crowd_preset(CrowdMethod::curl_dual);
      params.avoid.by = by;
      if (torus) params.potential.wavelength_m = 20;
      if (!torus) params.avoid.radius_m = 4, params.avoid.radius_spread = 0.5;
      const Arena arena = torus ? Arena{30, Border::torus} : Arena{1200, Border::reflect};
      const Crowd crowd = bind_crowd(params, arena, SeedBundle::from_master(seed), torus ? nullptr : &shore);
      CrowdState state = start_crowd(crowd, 900);
      for (int tick = 0; tick < 10; ++tick) step_crowd(crowd, state);
      lines.push_back("bodies_" + std::string(kAvoidBySlugs[static_cast<size_t>(by)]) +
                      (torus ? " square " : " island ") + digest_of_crowd(state));
    }
}

Lines crowd_lines(uint64_t seed) {
  Lines lines;
  const Shore shore = island();
  for (size_t m = 0; m < kCrowdMethodSlugs.size(); ++m) {
    for (const bool torus : {true, false}) {
      CrowdParams params = crowd_preset(static_cast<CrowdMethod>(m));
      if (!torus) {  // every draw and every field at once
        params.jitter_rad = 0.1, params.second_weight = 0.2, params.curl_weight = 0.1;
        params.speed_update = SpeedUpdate::ou;
        params.heading.update = FieldUpdate::resample, params.heading.cycle_s = 15;
      }
      const Arena arena = torus ? Arena{} : Arena{1200, Border::reflect};
      const Crowd crowd = bind_crowd(params, arena, SeedBundle::from_master(seed), torus ? nullptr : &shore);
      CrowdState state = start_crowd(crowd, 300);
      for (int tick = 0; tick < 40; ++tick) step_crowd(crowd, state);
      lines.push_back(std::string(kCrowdMethodSlugs[m]) + (torus ? " torus " : " island ") +
                      digest_of_crowd(state));
    }
  }
  add_bodies(seed, shore, lines);
  return lines;
}

constexpr Arena kStage{600, Border::torus};

std::string digest_of_action(const ActionParams& params, uint64_t seed) {
  const Action action = bind_action(params, kStage, SeedBundle::from_master(seed));
  ActionState state = start_action(action, 500);
  Sha256 sha;
  for (int tick = 0; tick < 130; ++tick) {
    step_action(action, state);
    sha.update(state.started.data(), state.started.size() * sizeof(uint32_t));
    sha.update(state.active_until.data(), state.active_until.size() * sizeof(int64_t));
  }
  return sha.hex();
}

/// Who starts by the clock, standing and walking.
std::string digest_of_clock(uint64_t seed) {
  const SeedBundle seeds = SeedBundle::from_master(seed);
  const ActionClock clock = bind_action_clock(action_clock_preset(), kStage, seeds);
  ClockTick now;
  std::vector<double> answers;
  for (int64_t tick = 0; tick < 130; ++tick) {
    cut_clock_tick(clock, tick, 1000, now);
    for (uint32_t id = 0; id < 200; ++id) {
      const double u = random_uniform(derive(seed, "clock"), id), step = id % 2 == 0 ? 0 : 1.1;
      const Vec2 from{600 * u, 300 + step * static_cast<double>(tick)};
      const ClockAnswer answer = ask_clock(clock, now, {id, 0, from, {from.x, from.y + step}});
      answers.insert(answers.end(), {answer.starts ? 1.0 : 0.0, answer.expected, answer.phase});
    }
  }
  return digest_of(answers);
}

Lines action_lines(uint64_t seed) {
  Lines lines;
  for (size_t m = 0; m < kActionMethodSlugs.size(); ++m)
    lines.push_back(std::string(kActionMethodSlugs[m]) + " " +
                    digest_of_action(action_preset(static_cast<ActionMethod>(m)), seed));
  for (size_t d = 0; d < kDrawOrderSlugs.size(); ++d) {
    ActionParams params = action_preset(ActionMethod::exact);
    params.draw = static_cast<DrawOrder>(d), params.alpha = 0.5;
    lines.push_back("exact_hybrid_" + std::string(kDrawOrderSlugs[d]) + " " + digest_of_action(params, seed));
  }
  lines.push_back("clock " + digest_of_clock(seed));
  return lines;
}

void feed_spawn(const SpawnState& state, Sha256& sha) {
  const auto feed = [&sha](const auto& values) {
    sha.update(values.data(), values.size() * sizeof(values[0]));
  };
  const int64_t numbers[] = {state.tick, state.cycle, state.cycle_count, state.refused};
  sha.update(numbers, sizeof numbers);
  feed(state.admitted_m), feed(state.eliminated_m);
  for (const Roamers* roamers : {&state.monsters, &state.players})
    feed(roamers->id), feed(roamers->x_m), feed(roamers->y_m), feed(roamers->heading_rad);
}

Lines spawn_lines(uint64_t seed) {
  Lines lines;
  for (size_t m = 0; m < kSpawnMethodSlugs.size(); ++m) {
    const Spawner spawner = bind_spawn(spawn_preset(static_cast<SpawnMethod>(m)), square_area(120),
                                       SeedBundle::from_master(seed));
    SpawnState state = start_spawn(spawner);
    Sha256 sha;
    for (int tick = 0; tick < 900; ++tick) {
      step_spawn(spawner, state);
      feed_spawn(state, sha);
    }
    lines.push_back(std::string(kSpawnMethodSlugs[m]) + " " + sha.hex());
  }
  return lines;
}

/// Moods of agents that stand, with a stimulus and its alarm.
std::string digest_of_moods(MoodMethod method, uint64_t seed) {
  const auto x = spread(seed, "mood/x", 0, 600), y = spread(seed, "mood/y", 0, 600);
  std::vector<uint32_t> id(x.size());
  std::iota(id.begin(), id.end(), 0u);
  const Moods moods = bind_moods(mood_preset(method), kStage, SeedBundle::from_master(seed));
  MoodState state = start_moods(moods, id);
  const MoodStimulus noise{300, 300, 60, 1};
  Sha256 sha;
  for (int tick = 0; tick < 60; ++tick) {
    step_moods(moods, id, x, y, {&noise, tick < 2 ? size_t{1} : size_t{0}}, state);
    sha.update(state.mood.data(), state.mood.size());
    sha.update(state.alarm.level.data(), state.alarm.level.size() * sizeof(float));
  }
  return sha.hex();
}

/// Three squads round a target that turns.
std::string digest_of_squads(TokenMethod method, uint64_t seed) {
  Squads squads;
  squads.params = squad_preset(method);
  for (uint64_t u = 0; u < 3; ++u) add_unit(squads, 8 + 8 * u, derive(seed, "squad") + u);
  std::vector<double> x(squads.members()), y(squads.members());
  squad_homes(squads, x, y);
  SquadState state = start_squads(squads);
  Sha256 sha;
  for (int tick = 0; tick < 400; ++tick) {
    const exact::SinCos turn = exact::sincos(0.01 * tick);
    const std::vector<SquadTarget> targets(3, SquadTarget{10, 5, turn.cos, turn.sin});
    step_squads(squads, targets, x, y, state);
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] += 0.1 * static_cast<double>(state.want_x_mps[i]);
      y[i] += 0.1 * static_cast<double>(state.want_y_mps[i]);
    }
    sha.update(state.post.data(), state.post.size());
    sha.update(state.attacking.data(), state.attacking.size());
  }
  sha.update(x.data(), x.size() * sizeof(double)), sha.update(y.data(), y.size() * sizeof(double));
  return sha.hex();
}

Lines tactics_lines(uint64_t seed) {
  Lines lines;
  for (size_t m = 0; m < kMoodMethodSlugs.size(); ++m)
    lines.push_back("mood " + std::string(kMoodMethodSlugs[m]) + " " +
                    digest_of_moods(static_cast<MoodMethod>(m), seed));
  for (size_t m = 0; m < kTokenMethodSlugs.size(); ++m)
    lines.push_back("squad " + std::string(kTokenMethodSlugs[m]) + " " +
                    digest_of_squads(static_cast<TokenMethod>(m), seed));
  return lines;
}

constexpr Lines (*kLinesOf[])(uint64_t) = {base_lines,   field_lines, crowd_lines,
                                           action_lines, spawn_lines, tactics_lines};

}  // namespace

std::vector<std::string> digest_lines(size_t room, uint64_t seed) {
  static_assert(std::size(kLinesOf) == kWorldRoom && kDigestRooms[kWorldRoom] == "world");
  return kLinesOf[room](seed);
}

}  // namespace fw
