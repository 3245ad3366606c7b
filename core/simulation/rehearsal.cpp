#include "core/simulation/rehearsal.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/model/suggest.h"
#include "core/simulation/rehearsal_parts.h"

namespace fw {

namespace {

/// Interval of the kept states in ticks at first; doubled whenever there are too many.
constexpr int64_t kFirstSpacing = 32;
constexpr size_t kMostKept = 40;
constexpr size_t kMostKeptBytes = size_t{256} << 20;
constexpr int kPictureCells = 192;

std::span<const std::string_view> slugs_of(OverlayKind kind) {
  switch (kind) {
    case OverlayKind::crowd:
      return kCrowdMethodSlugs;
    case OverlayKind::action:
      return kActionMethodSlugs;
    case OverlayKind::spawn:
      return kSpawnMethodSlugs;
  }
  return {};
}

Result<Done> check_method(OverlayKind kind, std::string_view method) {
  const std::vector<std::string> known = rehearsal_methods(kind);
  if (std::find(known.begin(), known.end(), method) != known.end()) return Done{};
  std::string names;
  for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
  return Error{ErrorKind::usage,
               "method " + std::string(method) + ": found no such one" + did_you_mean(method, known) + "; " +
                   std::string(kOverlaySlugs[static_cast<size_t>(kind)]) + " expects one of " + names};
}

/// The rows of a table except the method, with their values.
template <typename Params>
std::vector<RehearsalParameter> values_of(const Params& params, std::span<const TuningRow<Params>> rows) {
  std::vector<RehearsalParameter> out;
  for (const auto& row : rows)
    if (!row.text.path.ends_with(".method")) out.push_back({row.text, row.get(params)});
  return out;
}

}  // namespace

std::vector<std::string> rehearsal_methods(OverlayKind kind) {
  const auto slugs = slugs_of(kind);
  std::vector<std::string> names(slugs.begin(), slugs.end());
  const std::string_view first = kind == OverlayKind::crowd    ? "curl_dual"
                                 : kind == OverlayKind::action ? "exact"
                                                               : "a_full";
  std::stable_partition(names.begin(), names.end(), [&](const std::string& n) { return n == first; });
  return names;
}

Result<std::vector<RehearsalParameter>> rehearsal_parameters(OverlayKind kind, std::string_view method,
                                                             const Template& tmpl, const World& world) {
  if (auto known = check_method(kind, method); !known) return known.error();
  // The caller keeps the world alive: a pointer without ownership is enough.
  const auto stage = set_stage(std::shared_ptr<const World>(std::shared_ptr<void>(), &world));
  if (!stage) return stage.error();
  if (kind == OverlayKind::crowd) return values_of(crowd_on_stage(method, *stage.value()), crowd_tuning());
  if (kind == OverlayKind::action) return values_of(action_on_stage(method, *stage.value()), action_tuning());
  const auto params = spawn_on_stage(method, tmpl, *stage.value());
  if (!params) return params.error();
  return values_of(params.value(), spawn_tuning());
}

Result<StagePtr> set_stage(std::shared_ptr<const World> world) {
  auto stage = std::make_shared<Stage>();
  stage->shore = shore_of(*world);
  Raster<float> ground(world->grid);
  double cells = 0;
  const auto cell_m = static_cast<float>(world->grid.cell_m);
  for (size_t i = 0; i < ground.size(); ++i) {
    ground[i] = std::clamp(0.5f + stage->shore.distance_m[i] / cell_m, 0.0f, 1.0f);
    cells += world->on_island(i);
  }
  if (cells == 0) return Error{ErrorKind::limit, "this world has no main island to simulate on"};
  stage->length_m = std::sqrt(cells * world->grid.cell_area_m2());
  stage->ground = std::make_shared<const Raster<float>>(std::move(ground));
  stage->world = std::move(world);
  return StagePtr(stage);
}

GridSpec picture_grid(const Stage& stage) {
  return GridSpec::square(stage.side_m(), kPictureCells);
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

struct Rehearsal::State {
  OverlayKind kind = OverlayKind::crowd;
  std::unique_ptr<Show> now;
  std::map<int64_t, std::unique_ptr<Show>> kept;  ///< by tick
  int64_t spacing = kFirstSpacing;

  void keep() {
    const int64_t tick = now->tick();
    if (tick % spacing != 0 || kept.count(tick) == 1) return;
    kept.emplace(tick, now->copy());
    while (kept.size() > 1 && (kept.size() > kMostKept || bytes() > kMostKeptBytes)) {
      spacing *= 2;
      std::erase_if(kept, [this](const auto& entry) { return entry.first % spacing != 0; });
    }
  }
  size_t bytes() const {
    size_t sum = 0;
    for (const auto& [tick, show] : kept) sum += show->bytes();
    return sum;
  }
};

Rehearsal::Rehearsal(std::unique_ptr<State> state) : state_(std::move(state)) {}
Rehearsal::Rehearsal(Rehearsal&&) noexcept = default;
Rehearsal& Rehearsal::operator=(Rehearsal&&) noexcept = default;
Rehearsal::~Rehearsal() = default;

Result<Rehearsal> Rehearsal::start(const RehearsalRequest& asked, const Template& tmpl,
                                   std::shared_ptr<const World> world) {
  RehearsalRequest request = asked;
  if (request.method.empty()) request.method = rehearsal_methods(request.kind).front();
  if (auto known = check_method(request.kind, request.method); !known) return known.error();
  if (request.agents < 1 || request.agents > kMostRehearsalAgents)
    return Error{ErrorKind::usage, "agents: found " + std::to_string(request.agents) + ", expected 1 to " +
                                       std::to_string(kMostRehearsalAgents)};
  const auto stage = set_stage(std::move(world));
  if (!stage) return stage.error();
  ShowResult show = request.kind == OverlayKind::crowd    ? start_crowd_show(request, stage.value())
                    : request.kind == OverlayKind::action ? start_action_show(request, stage.value())
                                                          : start_spawn_show(request, tmpl, stage.value());
  if (!show) return show.error();
  auto state = std::make_unique<State>();
  state->kind = request.kind;
  state->now = std::move(show).value();
  state->keep();
  return Rehearsal(std::move(state));
}

int64_t Rehearsal::tick() const {
  return state_->now->tick();
}

double Rehearsal::dt_s() const {
  return state_->now->clock().dt_s;
}

double Rehearsal::cycle_s() const {
  return state_->now->clock().cycle_s;
}

OverlayKind Rehearsal::kind() const {
  return state_->kind;
}

void Rehearsal::step() {
  state_->now->step();
  state_->keep();
}

bool Rehearsal::seek(int64_t tick, const std::atomic<bool>* cancel) {
  const int64_t here = state_->now->tick();
  auto nearest = std::prev(state_->kept.upper_bound(tick));  // tick 0 is always kept
  if (tick < here || nearest->first > here) state_->now = nearest->second->copy();
  while (state_->now->tick() < tick) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return false;
    step();
  }
  return true;
}

Overlay Rehearsal::overlay() {
  Overlay overlay = state_->now->picture();
  overlay.clock = state_->now->clock();
  overlay.figures = state_->now->figures();
  return overlay;
}

std::vector<OverlayFigure> Rehearsal::figures() const {
  return state_->now->figures();
}

size_t Rehearsal::kept_bytes() const {
  return state_->bytes();
}

}  // namespace fw
