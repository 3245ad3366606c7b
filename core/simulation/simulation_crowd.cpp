#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <optional>

#include "core/crowd/crowd.h"
#include "core/measure/motion/coverage.h"
#include "core/simulation/crowd_day.h"
#include "core/simulation/crowd_goals.h"
#include "core/simulation/simulation_internal.h"
#include "core/steer/walls.h"

namespace fw {

namespace {

constexpr int kTrailPoints = 8;
/// The study's coverage: cells of 23.8 m on the paper's 1000 m, entered within 60 ticks.
constexpr double kCoverageCell_m = 23.8;
constexpr int64_t kCoverageTicks = 60;
/// Noise fields seldom come near their extremes: the colour scale covers the common speeds.
constexpr double kSeldomSpeeds = 0.22;

/// Data that no step changes.
struct CrowdBound {
  Crowd crowd;
  std::string method;
  int64_t trail_every = 0;  ///< ticks between the points of a trail; 0 = no trails
  CellGrid grid;
  double land_cells = 0;           ///< cells of the grid that hold any land
  std::optional<CrowdDay> day;     ///< nothing: everybody is always awake
  std::vector<std::string> goals;  ///< ids of the rows
  Findings findings;
};

CellGrid coverage_grid(const SimulationIsland& island) {
  return grid_of_cell_size(island.side_m(), kCoverageCell_m * island.length_m / 1000);
}

double land_cells(const SimulationIsland& island, const CellGrid& grid) {
  std::vector<uint8_t> land(grid.cells(), 0);
  for (size_t i = 0; i < island.world->grid.cells(); ++i) {
    const Vec2 at = island.world->grid.centre(i);
    if (island.world->on_island(i)) land[grid.cell_of(at.x, at.y)] = 1;
  }
  return static_cast<double>(std::count(land.begin(), land.end(), 1));
}

class CrowdSimulation final : public Simulation {
 public:
  CrowdSimulation(std::shared_ptr<const CrowdBound> bound, CrowdState state)
      : bound_(std::move(bound)), state_(std::move(state)), visits_(visit_map(bound_->grid)) {
    if (bound_->day) state_.sleep = start_sleep(*bound_->day, state_.agents, awake_clock_);
  }

  std::unique_ptr<Simulation> copy() const override {
    auto other = std::make_unique<CrowdSimulation>(*this);
    other->state_.scratch = {};
    other->awake_clock_.scratch = {};
    return other;
  }

  void step() override {
    if (bound_->trail_every > 0 && state_.tick % bound_->trail_every == 0) {
      trail_.push_front(places());
      if (trail_.size() > kTrailPoints) trail_.pop_back();
    }
    if (bound_->day) {
      const double time_s = static_cast<double>(state_.tick) * bound_->crowd.params.dt_s;
      refresh_awake(*bound_->day, time_s, state_.agents.id, state_.sleep, awake_clock_);
    }
    step_crowd(bound_->crowd, state_);
    add_row(visits_, state_.tick - 1, state_.agents.x_m, state_.agents.y_m);
  }

  int64_t tick() const override { return state_.tick; }
  OverlayClock clock() const override { return clock_at(state_.tick, bound_->crowd.params.dt_s, 0); }
  Findings findings() const override { return bound_->findings; }

  std::vector<OverlayFigure> figures() const override {
    const Agents& a = state_.agents;
    double speed = 0;
    for (size_t i = 0; i < a.size(); ++i) speed += static_cast<double>(moves(i).speed_mps);
    const double cells = static_cast<double>(bound_->grid.cells());
    const double coverage = visited_share(visits_, kCoverageTicks) * cells / bound_->land_cells;
    std::vector<OverlayFigure> all{
        {"coverage", "coverage in 60 ticks", "", std::min(1.0, coverage)},
        {"polarization", "polarization", "", polarization(a.heading_x, a.heading_y)},
        {"speed_mean", "mean speed", "m/s", speed / static_cast<double>(a.size())}};
    if (bound_->day) {
      const auto awake = std::ranges::count(state_.sleep.awake, uint8_t{1});
      all.push_back({"awake", "awake", "", static_cast<double>(awake) / static_cast<double>(a.size())});
    }
    if (bound_->crowd.goals) add_figures_of_walk(all);
    return all;
  }

  Overlay picture() const override {
    const CrowdParams& p = bound_->crowd.params;
    CrowdOverlay crowd;
    crowd.agents = places();
    crowd.heading_x = state_.agents.heading_x;
    crowd.heading_y = state_.agents.heading_y;
    crowd.speed_mps = state_.agents.speed_mps;
    crowd.radius_m = state_.radius_m;
    for (size_t i = 0; i < state_.velocity_x.size(); ++i) {
      const Motion motion = moves(i);
      crowd.heading_x[i] = motion.x, crowd.heading_y[i] = motion.y, crowd.speed_mps[i] = motion.speed_mps;
    }
    const double rim = kSeldomSpeeds * (p.speed_max_mps - p.speed_min_mps);
    crowd.slow_mps = p.speed_min_mps + rim;
    crowd.fast_mps = p.speed_max_mps - rim;
    crowd.trail.assign(trail_.begin(), trail_.end());
    for (size_t i = 0; i < state_.sleep.awake.size(); ++i)
      crowd.asleep.push_back(state_.sleep.awake[i] == 0 && crowd.speed_mps[i] == 0 ? 1 : 0);
    crowd.goals = bound_->goals;
    for (const int32_t goal : state_.walk.goal) crowd.goal.push_back(static_cast<uint8_t>(goal + 1));
    Overlay overlay;
    overlay.method = bound_->method;
    overlay.content = std::move(crowd);
    return overlay;
  }

  size_t bytes() const override {
    const size_t agents = state_.agents.size();
    constexpr size_t kWalker = 80;
    return state_.walk.leg.size() * kWalker +
           agents * (sizeof(uint32_t) + 2 * sizeof(double) + 6 * sizeof(float)) +
           trail_.size() * agents * 2 * sizeof(float) + visits_.last_tick.size() * sizeof(int64_t) +
           state_.sleep.awake.size() * (sizeof(uint8_t) + 2 * sizeof(double)) +
           state_.velocity_x.size() * 3 * sizeof(float);
  }

 private:
  /// How an agent moves: direction and speed. Bodies move otherwise than they would alone.
  struct Motion {
    float x, y, speed_mps;
  };
  Motion moves(size_t i) const {
    const Agents& a = state_.agents;
    if (state_.velocity_x.empty()) return {a.heading_x[i], a.heading_y[i], a.speed_mps[i]};
    const float vx = state_.velocity_x[i], vy = state_.velocity_y[i];
    const float speed = std::sqrt(vx * vx + vy * vy);
    if (!(speed > 0)) return {a.heading_x[i], a.heading_y[i], 0};
    return {vx / speed, vy / speed, speed};
  }

  /// How many of those with a goal are on their way, stay, or walk home.
  void add_figures_of_walk(std::vector<OverlayFigure>& figures) const {
    std::array<double, kWalkLegs> count{};
    for (const uint8_t leg : state_.walk.leg) ++count[leg];
    const auto of = [&](WalkLeg leg) { return count[static_cast<size_t>(leg)]; };
    figures.push_back({"walking", "on their way", "", of(WalkLeg::out) + of(WalkLeg::back)});
    figures.push_back({"arrived", "at a goal", "", of(WalkLeg::settle) + of(WalkLeg::stay)});
    figures.push_back({"at_home", "at home", "", of(WalkLeg::at_home)});
  }

  std::shared_ptr<const Places> places() const {
    auto places = std::make_shared<Places>();
    const Agents& a = state_.agents;
    places->x_m.resize(a.size()), places->y_m.resize(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      places->x_m[i] = static_cast<float>(a.x_m[i]);
      places->y_m[i] = static_cast<float>(a.y_m[i]);
    }
    return places;
  }

  std::shared_ptr<const CrowdBound> bound_;
  CrowdState state_;
  std::deque<std::shared_ptr<const Places>> trail_;  ///< newest first
  VisitMap visits_;
  AwakeClock awake_clock_;
};

}  // namespace

CrowdParams crowd_on_island(std::string_view method, const SimulationIsland& island) {
  CrowdParams p = crowd_preset(from_slug<CrowdMethod>(kCrowdMethodSlugs, method).value());
  const double factor = island.length_m / 1000;
  for (NoiseStack* stack : {&p.heading, &p.speed, &p.potential, &p.second, &p.curl, &p.sway})
    stack->wavelength_m *= factor;
  p.piecewise_cell_m *= factor;
  p.vicsek_radius_m *= factor;
  return p;
}

namespace {

SimulationResult start_crowd_on_world(const SimulationRequest& request, const Template& tmpl,
                                      const SimulationIslandPtr& island, const Progress&) {
  CrowdParams params = crowd_on_island(request.method, *island);
  if (auto tuned = tune_all(params, crowd_tuning(), request.settings, kMethodOption); !tuned)
    return tuned.error();
  if (auto fits = check_crowd(params, island->arena(), request.agents); !fits) return fits.error();
  auto bound = std::make_shared<CrowdBound>();
  bound->method = request.method;
  std::optional<Walls> walls;
  if (params.avoid.by != AvoidBy::none) {
    walls = walls_of_world(*island->world, tmpl.hand, island->arena(), wall_reach_m(params.avoid));
    if (auto fits = check_room(params.avoid, request.agents, free_area_m2(*walls), "agents"); !fits)
      return fits.error();
  }
  bound->crowd =
      bind_crowd(params, island->arena(), island->world->seeds, &island->shore, walls ? &*walls : nullptr);
  if (request.trail_s > 0)
    bound->trail_every =
        std::max<int64_t>(1, static_cast<int64_t>(request.trail_s / params.dt_s / kTrailPoints + 0.5));
  bound->grid = coverage_grid(*island);
  bound->land_cells = std::max(1.0, land_cells(*island, bound->grid));
  bound->day = crowd_day(tmpl, bound->crowd.seeds);
  CrowdState state = start_crowd(bound->crowd, request.agents);
  auto goals = bind_goals(tmpl, *island->world, state.agents);
  if (!goals) return goals.error();
  if (goals.value().goals) {
    if (auto set = set_goals(goals.value().goals, bound->crowd); !set) return set.error();
    state.walk = start_walk(*bound->crowd.goals, state.agents);
    for (const GoalRow& row : tmpl.tactics.goals) bound->goals.push_back(row.id);
    bound->findings = std::move(goals.value().findings);
  }
  return std::unique_ptr<Simulation>(std::make_unique<CrowdSimulation>(std::move(bound), std::move(state)));
}

}  // namespace

SimulationRow crowd_simulation() {
  return {.preset =
              [](size_t method) {
                return TunedParams(crowd_preset(static_cast<CrowdMethod>(method)), crowd_tuning());
              },
          .on_island = [](std::string_view method, const Template&, const SimulationIsland& island)
              -> Result<TunedParams> { return TunedParams(crowd_on_island(method, island), crowd_tuning()); },
          .start = start_crowd_on_world,
          .in_program =
              [](std::string_view method, const SimulationIsland& island) {
                return TunedParams(crowd_on_island(method, island), crowd_tuning());
              }};
}

}  // namespace fw
