#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

#include "core/base/suggest.h"
#include "core/simulation/simulation_internal.h"
#include "core/spawn/world_spawn.h"

namespace fw {

namespace {

constexpr int64_t kMinute = 60;  ///< ticks; a tick of spawning is one second

/// Data that no step changes.
struct SpawnBound {
  std::string method;
  std::vector<ClassSpawner> spawners;
  PlayerParty party;
  size_t shown = 0;  ///< the class whose field and sites are shown: the largest quota, ties to the first
  int64_t keep_s = 0;
  std::shared_ptr<const Raster<float>> mask;  ///< of the shown class
  GridSpec picture;
  std::shared_ptr<FieldCache> cache = std::make_shared<FieldCache>();

  const Spawner& shown_spawner() const { return spawners[shown].spawner; }
};

struct Happened {
  Vec2 at_m;
  int64_t tick = 0;
  Category category = Category::enemy;
};

FieldMeaning meaning_of(SpawnMethod method) {
  switch (method) {
    case SpawnMethod::perlin_a:
    case SpawnMethod::a_full:
      return FieldMeaning::phase;
    case SpawnMethod::perlin_b:
    case SpawnMethod::perlin_b_far:
    case SpawnMethod::b_full:
      return FieldMeaning::band;
    default:
      return has_front(method) ? FieldMeaning::rate : FieldMeaning::none;
  }
}

class SpawnSimulation final : public Simulation {
 public:
  explicit SpawnSimulation(std::shared_ptr<const SpawnBound> bound)
      : bound_(std::move(bound)), state_(start_world_spawn(bound_->spawners, bound_->party)) {}

  std::unique_ptr<Simulation> copy() const override { return std::make_unique<SpawnSimulation>(*this); }

  void step() override {
    step_world_spawn(bound_->spawners, bound_->party, state_);
    Minute now;
    for (size_t c = 0; c < state_.classes.size(); ++c) {
      const Category category = bound_->spawners[c].habitat.category;
      const SpawnState& one = state_.classes[c];
      for (const Vec2 at : one.admitted_m) spawned_.push_back({at, tick(), category});
      for (const Vec2 at : one.eliminated_m) killed_.push_back({at, tick(), category});
      now.spawned += static_cast<int64_t>(one.admitted_m.size());
      now.killed += static_cast<int64_t>(one.eliminated_m.size());
    }
    all_.spawned += now.spawned, all_.killed += now.killed;
    minute_.push_back(now);
    if (minute_.size() > kMinute) minute_.pop_front();
    forget(spawned_), forget(killed_);
  }

  int64_t tick() const override { return state_.classes.front().tick; }
  OverlayClock clock() const override {
    return clock_at(tick(), 1, static_cast<double>(bound_->shown_spawner().params.cycle_s));
  }

  std::vector<OverlayFigure> figures() const override {
    Minute last;
    for (const Minute& one : minute_) last.spawned += one.spawned, last.killed += one.killed;
    double living = 0;
    for (const SpawnState& one : state_.classes) living += static_cast<double>(one.monsters.size());
    return {{"spawns_per_minute", "spawns per minute", "1/min", static_cast<double>(last.spawned)},
            {"kills_per_minute", "kills per minute", "1/min", static_cast<double>(last.killed)},
            {"living", "living", "", living},
            {"spawned", "spawned so far", "", static_cast<double>(all_.spawned)},
            {"killed", "killed so far", "", static_cast<double>(all_.killed)}};
  }

  Overlay picture() const override {
    SpawnOverlay spawn;
    const ClassSpawner& shown = bound_->spawners[bound_->shown];
    const SpawnState& of_shown = state_.classes[bound_->shown];
    spawn.field_class = shown.habitat.slug;
    spawn.field = field(of_shown);
    const double cycle_s = shown.spawner.params.cycle_s;
    for (const SpawnSite& site : of_shown.plan.sites)
      spawn.candidates.push_back({static_cast<float>(site.at_m.x), static_cast<float>(site.at_m.y),
                                  static_cast<float>(site.phase_s / cycle_s)});
    spawn.spawned = events(spawned_);
    spawn.killed = events(killed_);
    for (size_t c = 0; c < state_.classes.size(); ++c) {
      add(state_.classes[c].monsters, spawn.living);
      spawn.living_category.resize(spawn.living.size(), bound_->spawners[c].habitat.category);
    }
    add(state_.players, spawn.players);
    Overlay overlay;
    overlay.method = bound_->method;
    overlay.content = std::move(spawn);
    return overlay;
  }

  size_t bytes() const override {
    size_t sum = (spawned_.size() + killed_.size()) * sizeof(Happened);
    for (const SpawnState& one : state_.classes) {
      size_t points = one.past_spawns.size() + one.past_eliminations.size() + 2 * one.plan.sites.size();
      for (const auto& sites : one.past_sites_m) points += sites.size();
      sum += (one.monsters.size() + one.players.size()) * 4 * sizeof(double) + points * 3 * sizeof(double) +
             one.plan.front.lattice.size() * sizeof(float);
    }
    return sum;
  }

 private:
  struct Minute {
    int64_t spawned = 0, killed = 0;
  };

  void forget(std::deque<Happened>& events) const {
    while (!events.empty() && tick() - events.front().tick > bound_->keep_s) events.pop_front();
  }
  std::vector<OverlayEvent> events(const std::deque<Happened>& happened) const {
    std::vector<OverlayEvent> out;
    out.reserve(happened.size());
    for (const Happened& h : happened)
      out.push_back({static_cast<float>(h.at_m.x), static_cast<float>(h.at_m.y),
                     static_cast<float>(tick() - h.tick), h.category});
    return out;
  }
  static void add(const Roamers& roamers, Places& places) {
    for (size_t i = 0; i < roamers.size(); ++i) {
      places.x_m.push_back(static_cast<float>(roamers.x_m[i]));
      places.y_m.push_back(static_cast<float>(roamers.y_m[i]));
    }
  }

  OverlayField field(const SpawnState& of_shown) const {
    OverlayField field;
    field.mask = bound_->mask;
    const SpawnParams& params = bound_->shown_spawner().params;
    if (of_shown.plan.front.lattice.empty()) return field;
    field.meaning = meaning_of(params.method);
    FieldCache& cache = *bound_->cache;
    if (cache.key != of_shown.cycle) {
      const auto [x_m, y_m] = centres_of(bound_->picture);
      std::vector<double> level(x_m.size());
      front_values(of_shown.plan.front, x_m, y_m, level);
      Raster<float> value(bound_->picture);
      for (size_t i = 0; i < level.size(); ++i) value[i] = static_cast<float>(level[i]);
      cache.value = std::make_shared<const Raster<float>>(std::move(value));
      cache.key = of_shown.cycle;
    }
    field.value = cache.value;
    const bool band = field.meaning == FieldMeaning::band;
    field.level = band ? band_level(params, tick() - 1) : clock().cycle_share;
    field.half_width = band ? params.band.half_width : 0;
    return field;
  }

  std::shared_ptr<const SpawnBound> bound_;
  WorldSpawnState state_;
  std::deque<Happened> spawned_, killed_;
  std::deque<Minute> minute_;  ///< of the last ticks, newest last
  Minute all_;
};

std::string_view category_of(const ClassSpawner& one) {
  return kCategorySlugs[static_cast<size_t>(one.habitat.category)];
}

/// Keeps the requested classes, named by their own slug or their category's.
Result<Done> choose_classes(std::vector<ClassSpawner>& spawners, const std::vector<std::string>& asked) {
  std::vector<std::string> known;
  for (const ClassSpawner& one : spawners) {
    known.push_back(one.habitat.slug);
    if (std::find(known.begin(), known.end(), category_of(one)) == known.end())
      known.emplace_back(category_of(one));
  }
  for (const std::string& word : asked)
    if (std::find(known.begin(), known.end(), word) == known.end())
      return Error{ErrorKind::usage, "class " + word + ": found no such class with a quota and a habitat" +
                                         did_you_mean(word, known)};
  if (asked.empty()) return Done{};
  const auto wanted = [&](std::string_view name) {
    return std::find(asked.begin(), asked.end(), name) != asked.end();
  };
  std::erase_if(spawners, [&](const ClassSpawner& one) {
    return !wanted(one.habitat.slug) && !wanted(category_of(one));
  });
  return Done{};
}

size_t largest_quota(const std::vector<ClassSpawner>& spawners) {
  const auto quota = [](const ClassSpawner& one) { return one.spawner.params.quota; };
  return static_cast<size_t>(
      std::max_element(spawners.begin(), spawners.end(),
                       [&](const auto& a, const auto& b) { return quota(a) < quota(b); }) -
      spawners.begin());
}

WorldSpawnOptions options_of(std::string_view method, const SpawnParams& asked) {
  WorldSpawnOptions options;
  options.method = from_slug<SpawnMethod>(kSpawnMethodSlugs, method).value();
  options.cycle_s = asked.cycle_s;
  options.players = asked.players;
  return options;
}

/// Default parameters of a class on this world.
SpawnParams unset() {
  SpawnParams params;
  params.cycle_s = WorldSpawnOptions{}.cycle_s;
  params.players = WorldSpawnOptions{}.players;
  return params;
}

/// Applies the settings to every class's parameters and to the players'.
Result<Done> apply(const std::vector<std::string>& settings, const Template& tmpl, const World& world,
                   SpawnBound& bound) {
  if (settings.empty()) return Done{};
  for (ClassSpawner& one : bound.spawners) {
    SpawnParams params = one.spawner.params;
    if (auto tuned = tune_all(params, spawn_tuning(), settings, kMethodOption); !tuned) return tuned;
    if (auto fits = check_spawn(params); !fits) return fits;
    one.spawner = bind_spawn(params, one.spawner.area, world.seeds, tag_of(one.habitat));
    follow_intensity(tmpl, world, one);
  }
  SpawnParams players;
  players.player = bound.party.script;
  if (auto tuned = tune_all(players, spawn_tuning(), settings, kMethodOption); !tuned) return tuned;
  bound.party.script = players.player;
  return Done{};
}

/// Of the class with the largest quota. Limit error if no class has a habitat.
Result<TunedParams> spawn_on_island(std::string_view method, const Template& tmpl,
                                    const SimulationIsland& island) {
  const WorldSpawnOptions options = options_of(method, unset());
  const auto spawners = world_spawners(tmpl, *island.world, options);
  if (spawners.empty()) return Error{ErrorKind::limit, "no class has a quota and a habitat to spawn in"};
  SpawnParams params = spawners[largest_quota(spawners)].spawner.params;
  params.player = world_players(*island.world, options).script;
  return TunedParams(params, spawn_tuning());
}

SimulationResult start_spawn_on_world(const SimulationRequest& request, const Template& tmpl,
                                      const SimulationIslandPtr& island, const Progress&) {
  SpawnParams asked = unset();
  if (auto tuned = tune_all(asked, spawn_tuning(), request.settings, kMethodOption); !tuned)
    return tuned.error();
  const WorldSpawnOptions options = options_of(request.method, asked);
  auto bound = std::make_shared<SpawnBound>();
  bound->method = request.method;
  bound->spawners = world_spawners(tmpl, *island->world, options);
  if (auto chosen = choose_classes(bound->spawners, request.classes); !chosen) return chosen.error();
  if (bound->spawners.empty())
    return Error{ErrorKind::limit, "no class has a quota and a habitat to spawn in"};
  bound->party = world_players(*island->world, options);
  if (auto done = apply(request.settings, tmpl, *island->world, *bound); !done) return done.error();
  bound->shown = largest_quota(bound->spawners);
  bound->keep_s = static_cast<int64_t>(std::max(0.0, request.event_s) + 0.5);
  bound->picture = picture_grid(*island);
  const Raster<uint8_t>& open = bound->shown_spawner().area.mask->open;
  Raster<float> mask(open.grid);
  for (size_t i = 0; i < open.size(); ++i) mask[i] = open[i] != 0 ? 1.0f : 0.0f;
  bound->mask = std::make_shared<const Raster<float>>(std::move(mask));
  return std::unique_ptr<Simulation>(std::make_unique<SpawnSimulation>(std::move(bound)));
}

}  // namespace

SimulationRow spawn_simulation() {
  return {.preset =
              [](size_t method) {
                return TunedParams(spawn_preset(static_cast<SpawnMethod>(method)), spawn_tuning());
              },
          .on_island = spawn_on_island,
          .start = start_spawn_on_world,
          // What a world's pools take: settings hold for every class, the rest follows from the template.
          .in_program =
              [](std::string_view method, const SimulationIsland&) {
                SpawnParams params = spawn_preset(from_slug<SpawnMethod>(kSpawnMethodSlugs, method).value());
                params.cycle_s = WorldSpawnOptions{}.cycle_s;
                return TunedParams(params, spawn_tuning());
              }};
}

}  // namespace fw
