#include <algorithm>
#include <cmath>
#include <limits>

#include "core/action/action.h"
#include "core/base/exact/rng.h"
#include "core/measure/pattern/lattice_statistics.h"
#include "core/simulation/simulation_internal.h"
#include "core/spawn/area.h"

namespace fw {

namespace {

/// The study's coverage: a 10 x 10 grid at every scale; here its cells that contain agents.
constexpr int kCoverageCells = 10;
/// Interval between new pictures of a rate; the fields drift far more slowly.
constexpr double kRatePicture_s = 5;
constexpr int64_t kNever = std::numeric_limits<int64_t>::min();

/// Data that no step changes.
struct ActionBound {
  Action action;
  std::string method;
  FieldMeaning meaning = FieldMeaning::none;
  double cycle_s = 0;  ///< of the clock
  std::shared_ptr<const Places> places;
  std::vector<uint32_t> cell;  ///< of the coverage grid, by agent
  double cells = 0;            ///< number of cells that contain agents
  std::shared_ptr<const Raster<float>> mask;
  GridSpec picture;
  std::shared_ptr<FieldCache> cache = std::make_shared<FieldCache>();
};

FieldMeaning meaning_of(const ActionParams& params) {
  switch (params.method) {
    case ActionMethod::perlin:
    case ActionMethod::perlin_phase:
    case ActionMethod::perlin_hybrid:
    case ActionMethod::exact:
      return params.alpha > 0 ? FieldMeaning::phase : FieldMeaning::rate;
    default:
      return FieldMeaning::none;
  }
}

double clock_cycle_s(const ActionParams& params, FieldMeaning meaning) {
  if (meaning == FieldMeaning::phase) return params.cycle_s;
  if (params.method == ActionMethod::sinusoid) return params.sinusoid_period_s;
  if (params.method == ActionMethod::constraint_roundrobin) return params.robin_rotation_s;
  return 0;
}

class ActionSimulation final : public Simulation {
 public:
  ActionSimulation(std::shared_ptr<const ActionBound> bound, ActionState state)
      : bound_(std::move(bound)), state_(std::move(state)), last_start_(state_.size(), kNever) {}

  std::unique_ptr<Simulation> copy() const override {
    auto other = std::make_unique<ActionSimulation>(*this);
    other->state_.scratch = {};
    return other;
  }

  void step() override {
    step_action(bound_->action, state_);
    for (const uint32_t agent : state_.started) last_start_[agent] = state_.tick;
  }

  int64_t tick() const override { return state_.tick; }
  OverlayClock clock() const override {
    return clock_at(state_.tick, bound_->action.params.dt_s, bound_->cycle_s);
  }

  std::vector<OverlayFigure> figures() const override {
    std::vector<uint8_t> busy(size_t{kCoverageCells} * kCoverageCells, 0);
    double active = 0;
    for (size_t i = 0; i < state_.size(); ++i)
      if (state_.active(i)) active += 1, busy[bound_->cell[i]] = 1;
    const auto covered = static_cast<double>(std::count(busy.begin(), busy.end(), 1));
    const double starts = static_cast<double>(state_.started.size()) / bound_->action.params.dt_s;
    return {{"active", "active agents", "", active},
            {"starts_per_s", "starts", "1/s", starts},
            {"duty", "share active", "", active / static_cast<double>(state_.size())},
            {"coverage", "coverage", "", covered / bound_->cells}};
  }

  Overlay picture() const override {
    ActionOverlay action;
    action.agents = bound_->places;
    action.active.resize(state_.size());
    action.since_start_s.resize(state_.size());
    for (size_t i = 0; i < state_.size(); ++i) {
      action.active[i] = state_.active(i) ? 1 : 0;
      action.since_start_s[i] = last_start_[i] == kNever
                                    ? std::numeric_limits<float>::infinity()
                                    : static_cast<float>(static_cast<double>(state_.tick - last_start_[i]) *
                                                         bound_->action.params.dt_s);
    }
    action.field = field();
    Overlay overlay;
    overlay.method = bound_->method;
    overlay.content = std::move(action);
    return overlay;
  }

  size_t bytes() const override {
    // Bytes per agent: position, curve, end of action, rate, hazard, phase, class, credit, last start.
    return state_.size() * (4 * sizeof(double) + 4 * sizeof(int64_t) + 3 * sizeof(double) + 16);
  }

 private:
  OverlayField field() const {
    OverlayField field;
    field.meaning = bound_->meaning;
    if (field.meaning == FieldMeaning::none) return field;
    const ActionParams& p = bound_->action.params;
    const bool phase = field.meaning == FieldMeaning::phase;
    const double every_s = phase ? p.phase_refresh_s : kRatePicture_s;
    const auto every = std::max<int64_t>(1, static_cast<int64_t>(every_s / p.dt_s + 0.5));
    const int64_t last = std::max<int64_t>(0, state_.tick - 1);
    FieldCache& cache = *bound_->cache;
    if (cache.key != last / every) {
      const auto [x_m, y_m] = centres_of(bound_->picture);
      Raster<float> value(bound_->picture);
      (phase ? action_phase : action_field)(bound_->action, last - last % every, x_m, y_m, value.cells);
      cache.value = std::make_shared<const Raster<float>>(std::move(value));
      cache.key = last / every;
    }
    field.value = cache.value;
    field.mask = bound_->mask;
    field.level = clock().cycle_share;
    return field;
  }

  std::shared_ptr<const ActionBound> bound_;
  ActionState state_;
  std::vector<int64_t> last_start_;  ///< ticks done when the agent last started
};

/// Positions of agents: uniform on the island; agent i has the same one for any number of agents.
std::vector<Vec2> positions_on(const SimulationIsland& island, size_t agents) {
  Raster<uint8_t> mask(island.world->grid);
  for (size_t i = 0; i < mask.size(); ++i) mask[i] = island.world->on_island(i);
  const SpawnArea area = masked_area(std::move(mask));
  // The tag is part of every seed's result: it keeps an earlier name of this room.
  RandomCursor cursor{derive(island.world->seeds.place_stream(), "rehearsal/action/position")};
  std::vector<Vec2> at(agents);
  for (Vec2& p : at) p = draw_point(area, cursor);
  return at;
}

/// A method's parameters on this island, without settings.
ActionParams action_on_island(std::string_view method, const SimulationIsland& island) {
  ActionParams p = action_preset(from_slug<ActionMethod>(kActionMethodSlugs, method).value());
  const double factor = island.length_m / 1000;
  p.field.wavelength_m *= factor;
  p.filtered_radius_m *= factor;
  p.hawkes_radius_m *= factor;
  p.token_cell_m *= factor;
  return p;
}

SimulationResult start_action_on_world(const SimulationRequest& request, const Template&,
                                       const SimulationIslandPtr& island, const Progress&) {
  ActionParams params = action_on_island(request.method, *island);
  if (auto tuned = tune_all(params, action_tuning(), request.settings, kMethodOption); !tuned)
    return tuned.error();
  if (auto fits = check_action(params, island->arena()); !fits) return fits.error();
  auto bound = std::make_shared<ActionBound>();
  bound->method = request.method;
  bound->action = bind_action(params, island->arena(), island->world->seeds);
  bound->meaning = meaning_of(params);
  bound->cycle_s = clock_cycle_s(params, bound->meaning);
  bound->mask = island->mask;
  bound->picture = picture_grid(*island);
  auto places = std::make_shared<Places>();
  std::vector<double> x_m, y_m;
  std::vector<uint8_t> held(size_t{kCoverageCells} * kCoverageCells, 0);
  for (const Vec2 at : positions_on(*island, request.agents)) {
    x_m.push_back(at.x), y_m.push_back(at.y);
    places->x_m.push_back(static_cast<float>(at.x)), places->y_m.push_back(static_cast<float>(at.y));
    const size_t cell = CellGrid{island->side_m(), kCoverageCells}.cell_of(at.x, at.y);
    bound->cell.push_back(static_cast<uint32_t>(cell));
    held[cell] = 1;
  }
  bound->cells = static_cast<double>(std::count(held.begin(), held.end(), 1));
  bound->places = std::move(places);
  ActionState state = start_action(bound->action, x_m, y_m);
  return std::unique_ptr<Simulation>(std::make_unique<ActionSimulation>(std::move(bound), std::move(state)));
}

}  // namespace

SimulationRow action_simulation() {
  return {.preset =
              [](size_t method) {
                return TunedParams(action_preset(static_cast<ActionMethod>(method)), action_tuning());
              },
          .on_island = [](std::string_view method, const Template&,
                          const SimulationIsland& island) -> Result<TunedParams> {
            return TunedParams(action_on_island(method, island), action_tuning());
          },
          .start = start_action_on_world,
          .in_program =
              [](std::string_view method, const SimulationIsland& island) {
                return TunedParams(action_on_island(method, island), action_tuning());
              }};
}

}  // namespace fw
