#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <string>

#include "core/base/exact/exact_math.h"
#include "core/base/number_text.h"
#include "core/crowd/crowd.h"
#include "core/model/template/noise_tuning.h"
#include "core/steer/avoid_rows.h"

namespace fw {

namespace {

using Row = TuningRow<CrowdParams>;

template <auto Member>
Row number(std::string_view path, std::string_view unit, double min, double max, std::string_view help) {
  return tuning_row<CrowdParams, Member>({.path = path, .unit = unit, .min = min, .max = max, .help = help});
}

template <auto... Path>
Row choice(std::string_view path, std::span<const std::string_view> words, std::string_view help) {
  return tuning_row<CrowdParams, Path...>({.path = path, .unit = "", .choices = words, .help = help});
}

/// The parameter rows of one noise stack; `words` owns their path strings.
template <auto Stack>
void add_stack(std::vector<Row>& rows, std::deque<std::string>& words, const std::string& name) {
  const auto path = [&](const char* last) -> std::string_view {
    return words.emplace_back("crowd." + name + "." + last);
  };
  using P = CrowdParams;
  using S = NoiseStack;
  rows.push_back(noise_row<P, &S::wavelength_m, Stack>(path("wavelength_m")));
  rows.push_back(noise_row<P, &S::octaves, Stack>(path("octaves")));
  rows.push_back(noise_row<P, &S::persistence, Stack>(path("persistence")));
  rows.push_back(noise_row<P, &S::lacunarity, Stack>(path("lacunarity")));
  rows.push_back(noise_row<P, &S::update, Stack>(path("update")));
  rows.push_back(noise_row<P, &S::drift_per_s, Stack>(path("drift_per_s")));
  rows.push_back(noise_row<P, &S::cycle_s, Stack>(path("cycle_s")));
  rows.push_back(noise_row<P, &S::cells_t, Stack>(path("cells_t")));
}

void add_motion(std::vector<Row>& rows) {
  using P = CrowdParams;
  rows.push_back(choice<&P::method>("crowd.method", kCrowdMethodSlugs, "how the crowd moves"));
  rows.push_back(number<&P::dt_s>("crowd.dt_s", "s", 1e-3, 60, "length of a tick"));
  rows.push_back(choice<&P::periodic_lattice>("crowd.periodic_lattice", kNoYesSlugs,
                                              "fields repeat over a torus, without a seam at its border"));
  rows.push_back(choice<&P::start_on_field>("crowd.start_on_field", kNoYesSlugs,
                                            "first headings read from the field, not drawn uniformly"));
  rows.push_back(number<&P::beta>("crowd.beta", "", 0, 1, "weight of the old heading in the blend"));
  rows.push_back(number<&P::jitter_rad>("crowd.jitter_rad", "rad", 0, 10,
                                        "sd of the angle added to the "
                                        "target heading"));
  rows.push_back(number<&P::speed_mps>("crowd.speed_mps", "m/s", 0, 1000,
                                       "first speed, and the target where no speed field is read"));
  rows.push_back(number<&P::speed_min_mps>("crowd.speed_min_mps", "m/s", 0, 1000, "speed where n01 = 0"));
  rows.push_back(number<&P::speed_max_mps>("crowd.speed_max_mps", "m/s", 0, 1000, "speed where n01 = 1"));
  rows.push_back(
      choice<&P::speed_update>("crowd.speed_update", kSpeedUpdateSlugs, "how a speed follows its target"));
  rows.push_back(number<&P::rho>("crowd.rho", "", 0, 1, "ema: weight of the old speed"));
  rows.push_back(
      number<&P::speed_rate>("crowd.speed_rate", "", 0, 1, "ou: relaxation of the speed per tick"));
  rows.push_back(number<&P::speed_noise>("crowd.speed_noise", "m/s", 0, 100,
                                         "ou: sd added to the speed per "
                                         "tick"));
  rows.push_back(number<&P::turn_noise_rad>("crowd.turn_noise_rad", "rad", 0, 10,
                                            "ou, urw: sd of the turn "
                                            "per tick"));
  rows.push_back(number<&P::heading_rate>("crowd.heading_rate", "", 0, 1,
                                          "ou: relaxation towards the agent's own heading per tick"));
  rows.push_back(number<&P::piecewise_cell_m>("crowd.piecewise_cell_m", "m", 1, 1e6,
                                              "piecewise: distance between nodes"));
  rows.push_back(number<&P::vicsek_radius_m>("crowd.vicsek_radius_m", "m", 0.01, 1e5,
                                             "vicsek: radius of a neighbourhood"));
  rows.push_back(number<&P::vicsek_noise_rad>("crowd.vicsek_noise_rad", "rad", 0, 3.15,
                                              "vicsek: half width of the uniform turn"));
}

/// Its noise is at rest: no rows of drift.
void add_guide(std::vector<Row>& rows) {
  using P = CrowdParams;
  using S = NoiseStack;
  rows.push_back(noise_row<P, &S::wavelength_m, &P::sway>("crowd.guide.sway.wavelength_m"));
  rows.push_back(noise_row<P, &S::octaves, &P::sway>("crowd.guide.sway.octaves"));
  rows.push_back(noise_row<P, &S::persistence, &P::sway>("crowd.guide.sway.persistence"));
  rows.push_back(noise_row<P, &S::lacunarity, &P::sway>("crowd.guide.sway.lacunarity"));
  rows.push_back(number<&P::sway_weight>("crowd.guide.sway_weight", "", 0, 2,
                                         "how far groups with a goal leave the shortest way"));
}

void add_mitigations_and_shore(std::vector<Row>& rows) {
  using P = CrowdParams;
  rows.push_back(number<&P::second_weight>("crowd.second_weight", "", 0, 1,
                                           "perlin: weight of a second orientation field"));
  rows.push_back(number<&P::second_turn_rad>("crowd.second_turn_rad", "rad", -6.3, 6.3,
                                             "perlin: turn of the second orientation field"));
  rows.push_back(
      number<&P::curl_weight>("crowd.curl_weight", "", 0, 1, "perlin: weight of a curl component"));
  rows.push_back(number<&P::shore_m>("crowd.shore_m", "m", 0.01, 1e4,
                                     "breadth of the strip where agents turn away from a coast"));
  rows.push_back(number<&P::shore_ramp_m>("crowd.shore_ramp_m", "m", 0.01, 1e5,
                                          "curl_dual: distance over which the potential fades at a coast"));
  rows.push_back(number<&P::shore_memory_s>("crowd.shore_memory_s", "s", 0.01, 1e9,
                                            "how long a course mirrored by a coast or wall is kept"));
}

struct Table {
  std::deque<std::string> words;
  std::vector<Row> rows;
};

Table build() {
  Table t;
  add_motion(t.rows);
  add_stack<&CrowdParams::heading>(t.rows, t.words, "heading");
  add_stack<&CrowdParams::speed>(t.rows, t.words, "speed");
  add_stack<&CrowdParams::potential>(t.rows, t.words, "potential");
  add_stack<&CrowdParams::second>(t.rows, t.words, "second");
  add_stack<&CrowdParams::curl>(t.rows, t.words, "curl");
  add_mitigations_and_shore(t.rows);
  add_guide(t.rows);
  for (Row& row : avoid_rows<CrowdParams, &CrowdParams::avoid>("crowd.", t.words)) t.rows.push_back(row);
  return t;
}

Error refuse(const std::string& what) {
  return {ErrorKind::usage, what};
}

}  // namespace

std::span<const TuningRow<CrowdParams>> crowd_tuning() {
  static const Table table = build();
  return table.rows;
}

CrowdParams crowd_preset(CrowdMethod method) {
  CrowdParams p;
  p.method = method;
  if (method == CrowdMethod::curl_dual) return p;
  p.potential = {.wavelength_m = 100, .drift_per_s = 0.002};
  p.periodic_lattice = false;
  p.start_on_field = false;
  p.beta = 0.9;
  p.speed_update = SpeedUpdate::constant;
  if (method == CrowdMethod::perlin_dual || method == CrowdMethod::perlin_single) {
    p.jitter_rad = 0.02;
    p.speed_update = SpeedUpdate::ema;
  }
  if (method == CrowdMethod::ou) {
    p.turn_noise_rad = 0.1;
    p.speed_update = SpeedUpdate::ou;
  }
  return p;
}

namespace {

/// sd of a tick's draw that keeps the spread of a process x' = keep x + N(0, sd^2), whose `keep` changes too.
double spread_kept(double sd, double keep, double keep_now, double ratio) {
  if (keep >= 1) return sd * std::sqrt(ratio);  // a random walk: the variance grows with time
  return sd * std::sqrt((1 - keep_now * keep_now) / (1 - keep * keep));
}

}  // namespace

CrowdParams at_tick_length(CrowdParams p, double dt_s) {
  if (dt_s == p.dt_s) return p;
  const double ratio = dt_s / p.dt_s;
  const auto kept = [ratio](double share) { return exact::pow(share, ratio); };
  const CrowdParams before = p;
  p.dt_s = dt_s;
  p.beta = kept(before.beta);
  p.rho = kept(before.rho);
  p.heading_rate = 1 - kept(1 - before.heading_rate);
  p.speed_rate = 1 - kept(1 - before.speed_rate);
  // The heading's spread about its target: that of a moving average of independent angles.
  const auto narrowing = [](double beta) { return std::sqrt((1 - beta) / (1 + beta)); };
  if (before.beta < 1) p.jitter_rad *= narrowing(before.beta) / narrowing(p.beta);
  if (before.method == CrowdMethod::ou)
    p.turn_noise_rad = spread_kept(before.turn_noise_rad, 1 - before.heading_rate, 1 - p.heading_rate, ratio);
  else
    p.turn_noise_rad *= std::sqrt(ratio);
  p.speed_noise = spread_kept(before.speed_noise, 1 - before.speed_rate, 1 - p.speed_rate, ratio);
  p.vicsek_noise_rad *= std::sqrt(ratio);
  return p;
}

Result<Done> check_crowd(const CrowdParams& params, const Arena& arena, size_t agents) {
  if (auto fits = check(params, crowd_tuning()); !fits) return fits;
  if (!(arena.side_m > 0) || arena.side_m > 1e6)
    return refuse("arena: found a side of " + number_text(arena.side_m) +
                  " m, expected more than 0 to 1000000");
  if (params.speed_min_mps > params.speed_max_mps)
    return refuse("crowd.speed_min_mps: found " + number_text(params.speed_min_mps) +
                  ", expected at most crowd.speed_max_mps = " + number_text(params.speed_max_mps));
  const double reach_m = std::max(params.speed_mps, params.speed_max_mps) * params.dt_s;
  if (reach_m > 0.25 * arena.side_m)
    return refuse("crowd.dt_s: a step of " + rounded_text(reach_m) + " m, expected at most a quarter of the " +
                  number_text(arena.side_m) + " m arena");
  if (params.method == CrowdMethod::vicsek && params.vicsek_radius_m > 0.5 * arena.side_m)
    return refuse("crowd.vicsek_radius_m: found " + number_text(params.vicsek_radius_m) +
                  ", expected at most half the " + number_text(arena.side_m) + " m arena");
  for (const NoiseStack* stack :
       {&params.heading, &params.speed, &params.potential, &params.second, &params.curl, &params.sway})
    if (!stack->state_features.empty())
      return refuse("crowd: a noise stack lists state features, which crowds do not read");
  if (agents == 0) return refuse("crowd: found 0 agents, expected at least 1");
  if (agents > std::numeric_limits<uint32_t>::max())
    return Error{ErrorKind::limit, "crowd: found " + std::to_string(agents) + " agents, expected at most " +
                                       std::to_string(std::numeric_limits<uint32_t>::max())};
  if (params.avoid.by == AvoidBy::none) return Done{};
  const double fastest_mps = std::max(params.speed_mps, params.speed_max_mps);
  if (auto fits = check_avoid(params.avoid, arena, fastest_mps, "crowd."); !fits) return fits;
  return check_room(params.avoid, agents, arena.side_m * arena.side_m, "crowd");
}

}  // namespace fw
