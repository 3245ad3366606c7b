#include "core/experiment/figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/exact/exact_math.h"
#include "core/base/seed.h"

namespace fw {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
constexpr double kDegreesPerRadian = 57.29577951308232;

/// The centres of a grid's cells, row by row.
struct Centres {
  std::vector<double> x_m, y_m;
};
Centres centres_of(const GridSpec& grid) {
  Centres centres;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      centres.x_m.push_back(grid.x_of(column));
      centres.y_m.push_back(grid.y_of(row));
    }
  return centres;
}

/// Rates over place and time: one column per second of a cycle, the far end of the line in the top row.
Raster<float> rates(const Action& action, const std::vector<double>& x_m, double y_m, int cycle_ticks) {
  const int places = static_cast<int>(x_m.size());
  Raster<float> out(GridSpec{cycle_ticks, places, 1});
  const std::vector<double> ys(x_m.size(), y_m);
  std::vector<float> column(x_m.size());
  for (int tick = 0; tick < cycle_ticks; ++tick) {
    action_rate(action, tick, x_m, ys, column);
    for (int i = 0; i < places; ++i) out.at(tick, places - 1 - i) = column[static_cast<size_t>(i)];
  }
  return out;
}

Raster<float> front_raster(const Front& front, const GridSpec& grid, double times) {
  const Centres centres = centres_of(grid);
  std::vector<double> values(grid.cells());
  front_values(front, centres.x_m, centres.y_m, values);
  Raster<float> out(grid);
  for (size_t i = 0; i < values.size(); ++i) out[i] = static_cast<float>(values[i] * times);
  return out;
}

Spawner bind(const SpawnSetup& setup, SpawnMethod method, uint64_t seed) {
  SpawnParams params = setup.params;
  if (params.method != method) {
    params = spawn_preset(method);
    params.target = setup.params.target, params.quota = setup.params.quota;
    params.players = setup.params.players;
  }
  return bind_spawn(params, square_area(setup.scale.side_m), SeedBundle::from_master(seed));
}

void show_sites(SpawnFigure& figure, const SpawnSetup& setup, uint64_t seed, const GridSpec& grid) {
  const Spawner spawner = bind(setup, SpawnMethod::perlin_a, seed);
  SpawnState state = start_spawn(spawner);
  step_spawn(spawner, state);
  figure.cycle_s = spawner.params.cycle_s;
  figure.phase_s = front_raster(state.plan.front, grid, spawner.params.cycle_s);
  for (const SpawnSite& site : state.plan.sites) {
    figure.sites_m.push_back(site.at_m);
    figure.site_phase_s.push_back(site.phase_s);
  }
}

void show_band(SpawnFigure& figure, const SpawnSetup& setup, uint64_t seed, int at_s, const GridSpec& grid) {
  const Spawner spawner = bind(setup, SpawnMethod::perlin_b_far, seed);
  SpawnState state = start_spawn(spawner);
  std::vector<Vec2> before;
  do {
    before.clear();
    for (size_t i = 0; i < state.monsters.size(); ++i)
      before.push_back({state.monsters.x_m[i], state.monsters.y_m[i]});
    step_spawn(spawner, state);
  } while (state.tick < spawner.params.cycle_s && (state.tick <= at_s || state.admitted_m.size() < 3));
  figure.value = front_raster(state.plan.front, grid, 1);
  figure.time_s = static_cast<double>(state.tick - 1);
  figure.level = band_level(spawner.params, state.tick - 1);
  figure.half_width = spawner.params.band.half_width;
  figure.picks_m = state.admitted_m;
  figure.monsters_m = before;
  RandomCursor cursor{derive(SeedBundle::from_master(seed).place_stream(), "figure/band")};
  for (int i = 0; i < spawner.params.band.pool; ++i) {
    const Vec2 at{cursor.uniform(0, setup.scale.side_m), cursor.uniform(0, setup.scale.side_m)};
    if (std::fabs(front_value(state.plan.front, at) - figure.level) <= figure.half_width)
      figure.in_band_m.push_back(at);
  }
}

}  // namespace

CrowdFigure crowd_figure(const CrowdSetup& setup, uint64_t seed, int64_t tick, int resolution) {
  const Arena arena{setup.scale.side_m, Border::torus};
  const Crowd crowd = bind_crowd(setup.params, arena, SeedBundle::from_master(seed));
  CrowdState state = start_crowd(crowd, setup.scale.agents);
  for (int64_t i = 0; i < tick; ++i) step_crowd(crowd, state);
  CrowdFigure figure;
  figure.side_m = setup.scale.side_m;
  figure.time_s = static_cast<double>(tick) * setup.params.dt_s;
  const GridSpec grid = GridSpec::square(setup.scale.side_m, resolution);
  const Centres centres = centres_of(grid);
  const CrowdTargets targets = crowd_targets(crowd, tick, centres.x_m, centres.y_m);
  figure.heading_deg = Raster<float>(grid);
  figure.speed_mps = Raster<float>(grid);
  for (size_t i = 0; i < grid.cells(); ++i) {
    const double x = targets.heading_x[i], y = targets.heading_y[i];
    const double degrees = kDegreesPerRadian * exact::atan2(y, x);
    figure.heading_deg[i] =
        x == 0 && y == 0 ? kNothing : static_cast<float>(degrees < 0 ? degrees + 360 : degrees);
    figure.speed_mps[i] = targets.speed_mps[i];
  }
  figure.agents = std::move(state.agents);
  return figure;
}

HazardFigure hazard_figure(const ActionSetup& setup, uint64_t seed, int places) {
  HazardFigure figure;
  const double side_m = setup.scale.side_m;
  const Arena arena{side_m, Border::torus};
  ActionParams params = setup.params;
  params.method = ActionMethod::perlin_hybrid;
  figure.length_m = side_m;
  figure.cycle_s = params.cycle_s;
  for (int i = 0; i < places; ++i) figure.x_m.push_back((i + 0.5) * side_m / places);
  const double y_m = 0.5 * side_m;
  const auto rates_at = [&](double alpha) {
    params.alpha = alpha;
    const Action action = bind_action(params, arena, SeedBundle::from_master(seed));
    return rates(action, figure.x_m, y_m, action.cycle_ticks);
  };
  figure.hazard_per_s = rates_at(0);
  figure.phase_per_s = rates_at(1);
  figure.hybrid_per_s = rates_at(0.5);
  const Action action = bind_action(params, arena, SeedBundle::from_master(seed));
  std::vector<float> values(figure.x_m.size());
  action_field(action, 0, figure.x_m, std::vector<double>(figure.x_m.size(), y_m), values);
  figure.n01.assign(values.begin(), values.end());
  return figure;
}

SpawnFigure spawn_figure(const SpawnSetup& setup, uint64_t seed, int at_s, int resolution) {
  SpawnFigure figure;
  figure.side_m = setup.scale.side_m;
  const GridSpec grid = GridSpec::square(setup.scale.side_m, resolution);
  show_sites(figure, setup, seed, grid);
  show_band(figure, setup, seed, at_s, grid);
  return figure;
}

}  // namespace fw
