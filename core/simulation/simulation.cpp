#include "core/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/base/suggest.h"
#include "core/model/calendar.h"
#include "core/model/world/habitat.h"
#include "core/simulation/simulation_internal.h"

namespace fw {

namespace {

constexpr size_t kMostKeptBytes = size_t{256} << 20;
constexpr int kPictureCells = 192;

Result<Done> check_method(Coordinator coordinator, std::string_view method) {
  const std::vector<std::string> known = simulation_methods(coordinator);
  if (std::find(known.begin(), known.end(), method) != known.end()) return Done{};
  std::string names;
  for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
  return Error{ErrorKind::usage, "method " + std::string(method) + ": found no such one" +
                                     did_you_mean(method, known) + "; " +
                                     std::string(row_of(coordinator).slug) + " expects one of " + names};
}

}  // namespace

std::vector<std::string> simulation_methods(Coordinator coordinator) {
  std::vector<std::string> names;
  for (const bool recommended : {true, false})
    for (const Method& method : row_of(coordinator).methods)
      if (method.recommended == recommended) names.emplace_back(method.slug);
  return names;
}

TunedParams preset_of(Coordinator coordinator, size_t method) {
  return simulation_of(coordinator).preset(method);
}

Result<std::vector<SimulationParameter>> simulation_parameters(Coordinator coordinator,
                                                               std::string_view method, const Template& tmpl,
                                                               const World& world) {
  if (auto known = check_method(coordinator, method); !known) return known.error();
  // The caller keeps the world alive: a pointer without ownership is enough.
  const auto island = bind_island(std::shared_ptr<const World>(std::shared_ptr<void>(), &world));
  if (!island) return island.error();
  const auto params = simulation_of(coordinator).on_island(method, tmpl, *island.value());
  if (!params) return params.error();
  std::vector<SimulationParameter> out;
  for (size_t row = 0; row < params.value().size(); ++row)
    if (!chooses_method(params.value().rule(row)))
      out.push_back({params.value().rule(row), params.value().get(row)});
  return out;
}

Result<SimulationIslandPtr> bind_island(std::shared_ptr<const World> world) {
  auto island = std::make_shared<SimulationIsland>();
  island->shore = shore_of(*world);
  Raster<float> mask(world->grid);
  double cells = 0;
  const auto cell_m = static_cast<float>(world->grid.cell_m);
  for (size_t i = 0; i < mask.size(); ++i) {
    mask[i] = std::clamp(0.5f + island->shore.distance_m[i] / cell_m, 0.0f, 1.0f);
    cells += is_open(*world, i) ? 1 : 0;
  }
  if (cells == 0) return Error{ErrorKind::limit, "this world has no ground to simulate on"};
  island->length_m = std::sqrt(cells * world->grid.cell_area_m2());
  island->mask = std::make_shared<const Raster<float>>(std::move(mask));
  island->world = std::move(world);
  return SimulationIslandPtr(island);
}

GridSpec picture_grid(const SimulationIsland& island) {
  const GridSpec& world = island.world->grid;
  return frame_grid({world.width_m(), world.height_m()}, kPictureCells);
}

std::pair<std::vector<double>, std::vector<double>> centres_of(const GridSpec& grid) {
  std::pair<std::vector<double>, std::vector<double>> out;
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    const Vec2 at = grid.centre(cell);
    out.first.push_back(at.x), out.second.push_back(at.y);
  }
  return out;
}

OverlayClock clock_at(int64_t tick, double dt_s, double cycle_s) {
  OverlayClock clock{tick, dt_s, static_cast<double>(tick) * dt_s, cycle_s, 0};
  if (cycle_s > 0 && tick > 0) {
    const double cycles = static_cast<double>(tick - 1) * dt_s / cycle_s;
    clock.cycle_share = cycles - std::floor(cycles);
  }
  return clock;
}

struct Playback::State {
  std::unique_ptr<Simulation> now;
  std::map<int64_t, std::unique_ptr<Simulation>> kept;  ///< by tick
  int64_t spacing = now->kept().spacing;
  std::optional<Calendar> calendar{};

  void keep() {
    const int64_t tick = now->tick();
    if (tick % spacing != 0 || kept.count(tick) == 1) return;
    kept.emplace(tick, now->copy());
    while (kept.size() > 1 && (kept.size() > now->kept().most || bytes() > kMostKeptBytes)) {
      spacing *= 2;
      std::erase_if(kept, [this](const auto& entry) { return entry.first % spacing != 0; });
    }
  }
  size_t bytes() const {
    size_t sum = 0;
    for (const auto& [tick, simulation] : kept) sum += simulation->bytes();
    return sum;
  }
};

Playback::Playback(std::unique_ptr<State> state) : state_(std::move(state)) {}
Playback::Playback(Playback&&) noexcept = default;
Playback& Playback::operator=(Playback&&) noexcept = default;
Playback::~Playback() = default;

Result<Playback> Playback::start(const SimulationRequest& asked, const Template& tmpl,
                                 std::shared_ptr<const World> world, const Progress& progress) {
  SimulationRequest request = asked;
  if (request.method.empty()) request.method = simulation_methods(request.coordinator).front();
  if (auto known = check_method(request.coordinator, request.method); !known) return known.error();
  if (request.agents < 1 || request.agents > kMostSimulationAgents)
    return Error{ErrorKind::usage, "agents: found " + std::to_string(request.agents) + ", expected 1 to " +
                                       std::to_string(kMostSimulationAgents)};
  const auto island = bind_island(std::move(world));
  if (!island) return island.error();
  SimulationResult simulation =
      simulation_of(request.coordinator).start(request, tmpl, island.value(), progress);
  if (!simulation) return simulation.error();
  auto state = std::make_unique<State>(std::move(simulation).value());
  if (has_calendar(tmpl)) state->calendar = tmpl.calendar;
  state->keep();
  return Playback(std::move(state));
}

int64_t Playback::tick() const {
  return state_->now->tick();
}

double Playback::dt_s() const {
  return state_->now->clock().dt_s;
}

double Playback::cycle_s() const {
  return state_->now->clock().cycle_s;
}

void Playback::step() {
  state_->now->step();
  state_->keep();
}

void Playback::rewind(int64_t tick) {
  const int64_t here = state_->now->tick();
  auto nearest = std::prev(state_->kept.upper_bound(tick));  // tick 0 is always kept
  if (tick < here || nearest->first > here) state_->now = nearest->second->copy();
}

bool Playback::seek(int64_t tick, const std::atomic<bool>* cancel) {
  rewind(tick);
  while (state_->now->tick() < tick) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return false;
    step();
  }
  return true;
}

Overlay Playback::overlay() {
  Overlay overlay = state_->now->picture();
  overlay.clock = state_->now->clock();
  if (state_->calendar && !overlay.date) overlay.date = date_at(*state_->calendar, overlay.clock.time_s);
  overlay.figures = state_->now->figures();
  return overlay;
}

Findings Playback::findings() const {
  return state_->now->findings();
}

void Playback::add_stimulus(const StimulusRow& asked) {
  StimulusRow row = asked;
  row.at_s = state_->now->clock().time_s;
  state_->now->add_stimulus(row);
  // Earlier states know what is to come; later ones did not notice it.
  const int64_t tick = state_->now->tick();
  std::erase_if(state_->kept, [&](const auto& entry) { return entry.first > tick; });
  for (auto& [at, simulation] : state_->kept) simulation->add_stimulus(row);
}

Result<int64_t> Simulation::add_event(const RunEvent&) {
  return Error{ErrorKind::usage, "nothing happens to this simulation; the world over time has events"};
}

Result<Done> Playback::add_event(const RunEvent& event) {
  const Result<int64_t> from = state_->now->add_event(event);
  if (!from) return from.error();
  std::erase_if(state_->kept, [&](const auto& entry) { return entry.first > from.value(); });
  if (state_->now->tick() > from.value()) rewind(from.value());
  return Done{};
}

bool Playback::show_class(std::string_view cls) {
  return state_->now->show_class(cls);
}

std::vector<OverlayFigure> Playback::figures() const {
  return state_->now->figures();
}

}  // namespace fw
