#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>

#include "app/lib/ground_internal.h"
#include "app/lib/params_internal.h"
#include "app/lib/spawn_internal.h"
#include "app/lib/state_block.h"
#include "core/base/number_text.h"
#include "core/spawn/world_spawn.h"
#include "core/template/template_io.h"

using namespace fw;
using namespace fw::lib;

namespace {

/// Proposals that a policy may make in a second, of which refusals are told.
constexpr size_t kMostRefusals = 256;

void mix_seeds(const SeedBundle& seeds, uint64_t& word) {
  for (const uint64_t seed : {seeds.layout, seeds.noise, seeds.place}) word = splitmix64(word ^ seed);
}

/// Where things may spawn on a ground: its open cells, or the whole square.
Result<SpawnArea> area_of(const Ground& ground) {
  if (ground.open) return masked_area(*ground.open);
  if (ground.width_m != ground.height_m)
    return usage("ground: found " + number_text(ground.width_m) + " x " + number_text(ground.height_m) +
                 " m, expected a square, or FW_MASK for another shape");
  return square_area(ground.width_m);
}

/// Everything that is alive, as the caller has moved it; nothing is written where something is refused.
Result<Done> move_living(fw_spawn& spawn, const Column& id, const Column& x_m, const Column& y_m,
                         size_t count) {
  const auto index = [&](uint32_t public_id) -> ptrdiff_t {
    if (public_id == 0) return -1;
    const auto& ids = spawn.pools[spawn.pool_of(public_id)].state.monsters.id;
    const auto at = std::lower_bound(ids.begin(), ids.end(), spawn.own_id(public_id));
    return at != ids.end() && *at == spawn.own_id(public_id) ? at - ids.begin() : -1;
  };
  const auto id_at = [&](size_t i) {
    uint32_t value;
    std::memcpy(&value, id.at(i), sizeof value);
    return value;
  };
  for (size_t i = 0; i < count; ++i)
    if (index(id_at(i)) < 0)
      return usage("living_id " + std::to_string(id_at(i)) + ": nothing with that id is alive");
  for (size_t i = 0; i < count; ++i) {
    Roamers& monsters = spawn.pools[spawn.pool_of(id_at(i))].state.monsters;
    const auto at = static_cast<size_t>(index(id_at(i)));
    monsters.x_m[at] = x_m.number(i), monsters.y_m[at] = y_m.number(i);
  }
  return Done{};
}

/// Whether a pool that was saved can go on: what steps rely on, whoever wrote the block.
bool can_go_on(const Spawner& spawner, const SpawnState& s) {
  const Roamers& m = s.monsters;
  const SpawnParams& p = spawner.params;
  const auto finite = [](double value) { return std::abs(value) <= kFarthest_m; };
  const auto places = [&](const std::vector<SpawnMark>& marks) {
    return std::ranges::all_of(marks, [&](const SpawnMark& mark) {
      return finite(mark.at_m.x) && finite(mark.at_m.y) && mark.tick >= 0 && mark.tick <= s.tick;
    });
  };
  const auto inside = [&](Vec2 at) { return finite(at.x) && finite(at.y) && in_area(spawner.area, at); };
  if (s.cycle != (s.tick == 0 ? -1 : (s.tick - 1) / p.cycle_s) || s.cycle_count < 0) return false;
  if (!(s.sinusoid_due < 1 && std::isfinite(s.sinusoid_due)) || s.last_spawn_tick >= s.tick) return false;
  if (m.x_m.size() != m.size() || m.y_m.size() != m.size() || m.heading_rad.size() != m.size()) return false;
  if (std::ranges::adjacent_find(m.id, std::greater_equal<>()) != m.id.end()) return false;
  if (!m.id.empty() && m.id.back() >= s.next_id) return false;
  if (!std::ranges::all_of(m.x_m, finite) || !std::ranges::all_of(m.y_m, finite)) return false;
  if (s.past_sites_m.size() > static_cast<size_t>(p.sites.memory_cycles)) return false;
  for (const std::vector<Vec2>& cycle : s.past_sites_m)
    if (!std::ranges::all_of(cycle, inside)) return false;
  for (const SpawnSite& site : s.plan.sites)
    if (!inside(site.at_m)) return false;
  if (!(s.tokens >= 0 && s.tokens <= 2)) return false;
  // The plan of a cycle may be from before the limits were set.
  const auto batches = static_cast<size_t>(std::max(kMostSpawnLimit, p.cycle_s));
  if (s.plan.batch_s.size() > batches || !std::ranges::is_sorted(s.plan.batch_s)) return false;
  return places(s.past_spawns) && places(s.past_eliminations);
}

class Events {
 public:
  explicit Events(fw_spawn_tick& io, int64_t tick) : io_(io), tick_(tick) { io_.count = 0; }
  void add(Vec2 at, uint32_t id, size_t pool, uint8_t kind, uint8_t reason = 0) {
    if (io_.count == io_.space) return;  // refusals alone can be too many
    io_.events[io_.count++] = {at.x, at.y, tick_, id, static_cast<uint16_t>(pool), kind, reason};
  }

 private:
  fw_spawn_tick& io_;
  int64_t tick_;
};

void step_pool(fw_spawn& spawn, size_t index, bool refusals, Events& events) {
  Pool& pool = spawn.pools[index];
  SpawnState& s = pool.state;
  SpawnCycle* plan = nullptr;
  std::optional<Lock> lock;
  if (begins_cycle(pool.spawner.params, s.tick)) {
    lock.emplace(spawn.plans);
    if (pool.prepared_cycle == s.tick / pool.spawner.params.cycle_s &&
        pool.prepared_quota == spawn_limits(pool.spawner, s).quota)
      plan = &pool.prepared;
  }
  Roamers& before = spawn.before;
  if (pool.spawner.params.despawn_per_s > 0) before = s.monsters;
  const uint32_t first = s.next_id;
  const auto beginners = static_cast<uint32_t>(s.tick == 0 ? s.monsters.size() : 0);
  step_spawn_game(pool.spawner, s, plan, spawn.vanished);
  if (lock) pool.prepared_cycle = -1;
  for (const uint32_t id : spawn.vanished) {
    const auto at =
        static_cast<size_t>(std::lower_bound(before.id.begin(), before.id.end(), id) - before.id.begin());
    events.add({before.x_m[at], before.y_m[at]}, spawn.public_id(index, id), index, FW_VANISHED);
  }
  for (uint32_t id = 0; id < beginners; ++id)
    events.add({s.monsters.x_m[id], s.monsters.y_m[id]}, spawn.public_id(index, id), index, FW_SPAWNED);
  for (size_t k = 0; k < s.admitted_m.size(); ++k)
    events.add(s.admitted_m[k], spawn.public_id(index, first + static_cast<uint32_t>(k)), index, FW_SPAWNED);
  for (size_t k = 0; refusals && k < std::min(s.refused_m.size(), kMostRefusals); ++k)
    events.add(s.refused_m[k].at_m, 0, index, FW_REFUSED, static_cast<uint8_t>(s.refused_m[k].reason));
}

/// What the caller has set holds for every class; the rest is the class's own.
Result<Done> set_rows(const fw_params& given, const SpawnParams& values, const World& world,
                      ClassSpawner& cls) {
  if (given.set.empty()) return Done{};
  SpawnParams params = cls.spawner.params;
  for (const auto& row : spawn_tuning())
    if (std::ranges::find(given.set, row.rule.path) != given.set.end()) row.set(params, row.get(values));
  if (auto fits = check_spawn(params); !fits) return fits;
  cls.spawner = bind_spawn(params, cls.spawner.area, world.seeds, tag_of(cls.habitat));
  return Done{};
}

void reserve(size_t most, Roamers& roamers) {
  roamers.id.reserve(most);
  for (auto* column : {&roamers.x_m, &roamers.y_m, &roamers.heading_rad}) column->reserve(most);
}

/// The most that may live at the end of a second: what lives above the target stays.
size_t most_living(const Pool& pool) {
  return std::max(static_cast<size_t>(spawn_limits(pool.spawner, pool.state).target),
                  pool.state.monsters.size());
}

/// Memory for what a second may do within limits, and for the marks that rules look back on, as far as that
/// many are likely.
void reserve_pool(const Spawner& spawner, const SpawnLimits& limits, SpawnState& state) {
  constexpr size_t kMostMarks = size_t{1} << 20;
  const SpawnParams& p = spawner.params;
  const auto target = static_cast<size_t>(std::max(p.target, limits.target)),
             quota = static_cast<size_t>(std::max(p.quota, limits.quota));
  const auto in_cycles = [&](int seconds) {
    return std::min(kMostMarks, quota * (2 + static_cast<size_t>(seconds / p.cycle_s)));
  };
  reserve(target, state.monsters);
  state.admitted_m.reserve(std::min(target, quota));
  const bool tries = p.method == SpawnMethod::filtered;
  state.refused_m.reserve(tries ? std::max(kMostRefusals, static_cast<size_t>(p.filtered.tries) + 1)
                                : kMostRefusals);
  state.eliminated_m.reserve(target);
  if (p.band.memory_s > 0) state.past_spawns.reserve(in_cycles(p.band.memory_s));
  if (p.block_s > 0) state.past_eliminations.reserve(target + in_cycles(p.block_s));
}

/// Limits of pools, each at most once, in order.
Result<Done> read_limits(StateReader& block, std::vector<SpawnState>& loaded) {
  constexpr size_t kRow = sizeof(uint64_t) + 2 * sizeof(int64_t);
  for (uint64_t next = 0; block.left() >= kRow;) {
    const auto pool = block.get<uint64_t>();
    const auto target = block.get<int64_t>(), quota = block.get<int64_t>();
    const auto fits = [](int64_t limit) { return limit >= 0 && limit <= kMostSpawnLimit; };
    if (pool < next || pool >= loaded.size() || !fits(target) || !fits(quota)) return unfit_state();
    loaded[static_cast<size_t>(pool)].limits = {static_cast<int>(target), static_cast<int>(quota)};
    next = pool + 1;
  }
  return Done{};
}

/// Every cycle sorts the field's values at all places of this lattice.
Result<Done> check_lattice(const Spawner& spawner) {
  constexpr double kMostPerSide = 2048;
  const double step_m = spawner.params.front.lattice_step_m, side_m = spawner.area.side_m;
  if (!has_front(spawner.params.method) || !spawner.area.whole() || side_m <= kMostPerSide * step_m)
    return Done{};
  return usage("spawn.field.lattice_step_m: found " + number_text(step_m) + " m on a ground of " +
               number_text(side_m) + " m, expected at most 2048 places a side");
}

/// Working arrays of calls, for all that may live, and for `more` of one pool.
void reserve_all(fw_spawn& spawn, size_t more = 0) {
  size_t most = 0, all = more;
  for (const Pool& pool : spawn.pools) {
    const size_t living =
        static_cast<size_t>(spawn_limits(pool.spawner, pool.state).target) + pool.state.monsters.size();
    most = std::max(most, living);
    all += living;
  }
  spawn.vanished.reserve(all);
  spawn.sorted.reserve(all);
  reserve(most + more, spawn.before);
}

Result<Done> check_pool(const fw_spawn& spawn, uint32_t pool) {
  if (pool < spawn.pools.size()) return Done{};
  return usage("pool " + std::to_string(pool) + ": expected less than the " +
               std::to_string(spawn.pools.size()) + " pools there are");
}

Result<Done> finish_open(std::unique_ptr<fw_spawn> made, fw_spawn** out) {
  if (made->pools.empty()) return usage("there is no class with a quota and ground to spawn on");
  if (made->pools.size() > UINT16_MAX)
    return Error{ErrorKind::limit,
                 "found " + std::to_string(made->pools.size()) + " classes, expected at most 65535"};
  for (Pool& pool : made->pools) {
    const Spawner& spawner = pool.spawner;
    if (auto fits = check_finest(spawner.params.front.stack, spawner.wavelength_m, "the field of spawning");
        !fits)
      return fits;
    if (auto fits = check_lattice(spawner); !fits) return fits;
    reserve_pool(pool.spawner, spawn_limits(pool.spawner, pool.state), pool.state);
    made->beginners += pool.state.monsters.size();
  }
  reserve_all(*made);
  *out = made.release();
  return Done{};
}

}  // namespace

fw_status fw_spawn_open(fw_context* context, const fw_params* params, const fw_ground* ground,
                        const char* tag, const fw_seeds* seeds, fw_spawn** out, fw_error* error) {
  return guarded(context ? context->shared.get() : nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_spawn_open", "context");
    if (out == nullptr) return null_argument("fw_spawn_open", "out");
    if (tag == nullptr) return null_argument("fw_spawn_open", "tag");
    const auto p = params_of<SpawnParams>(params, "spawn");
    if (!p) return p.error();
    const auto streams = seeds_of(seeds);
    if (!streams) return streams.error();
    const auto where = ground_of(ground);
    if (!where) return where.error();
    const auto area = area_of(where.value());
    if (!area) return area.error();
    if (auto fits = check_spawn(p.value()); !fits) return fits;
    auto made = std::make_unique<fw_spawn>();
    made->context = context->shared;
    Pool& pool = made->pools.emplace_back();
    pool.spawner = bind_spawn(p.value(), area.value(), streams.value(), tag);
    made->identity = identity_of(params->held, static_cast<uint64_t>(p.value().method) + 200) ^
                     where.value().identity ^ fnv1a64(tag);
    mix_seeds(streams.value(), made->identity);
    return finish_open(std::move(made), out);
  });
}

fw_status fw_spawn_open_world(fw_context* context, const fw_params* params, const fw_world* world,
                              fw_spawn** out, fw_error* error) {
  return guarded(context ? context->shared.get() : nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_spawn_open_world", "context");
    if (world == nullptr) return null_argument("fw_spawn_open_world", "world");
    if (out == nullptr) return null_argument("fw_spawn_open_world", "out");
    const auto p = params_of<SpawnParams>(params, "spawn");
    if (!p) return p.error();
    if (auto fits = check_spawn(p.value()); !fits) return fits;
    WorldSpawnOptions options;
    options.method = p.value().method, options.cycle_s = p.value().cycle_s;
    auto made = std::make_unique<fw_spawn>();
    made->context = context->shared;
    made->identity = identity_of(params->held, static_cast<uint64_t>(p.value().method) + 300);
    mix_seeds(world->world->seeds, made->identity);
    made->identity = splitmix64(made->identity ^ fnv1a64(write_template(world->tmpl)) ^
                                static_cast<uint64_t>(world->world->grid.columns));
    for (ClassSpawner& cls : world_spawners(world->tmpl, *world->world, options)) {
      if (auto set = set_rows(*params, p.value(), *world->world, cls); !set) return set;
      follow_intensity(world->tmpl, *world->world, cls);
      Pool& pool = made->pools.emplace_back();
      pool.category = kCategorySlugs[static_cast<size_t>(cls.habitat.category)];
      pool.class_slug = cls.habitat.slug;
      pool.spawner = cls.spawner;
      pool.respawn_s = cls.habitat.respawn_s;
      pool.spawner.party.count = 0;  // the game has its own players
      pool.state = start_spawn(pool.spawner, cls.habitat.start_m);
      made->identity = splitmix64(made->identity ^ fnv1a64(pool.category + "." + pool.class_slug) ^
                                  static_cast<uint64_t>(pool.spawner.params.quota));
    }
    return finish_open(std::move(made), out);
  });
}

void fw_spawn_close(fw_spawn* spawn) {
  delete spawn;
}

uint32_t fw_spawn_pools(const fw_spawn* spawn) {
  return spawn == nullptr ? 0 : static_cast<uint32_t>(spawn->pools.size());
}

fw_status fw_spawn_pool(const fw_spawn* spawn, uint32_t index, fw_pool* out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (spawn == nullptr) return null_argument("fw_spawn_pool", "spawn");
    if (out == nullptr) return null_argument("fw_spawn_pool", "out");
    if (auto known = check_pool(*spawn, index); !known) return known;
    const Pool& pool = spawn->pools[index];
    const SpawnParams& p = pool.spawner.params;
    const SpawnLimits limits = spawn_limits(pool.spawner, pool.state);
    *out = {pool.category.c_str(),
            pool.class_slug.c_str(),
            static_cast<uint32_t>(limits.target),
            static_cast<uint32_t>(limits.quota),
            static_cast<uint32_t>(pool.state.monsters.size()),
            static_cast<uint32_t>(pool.state.cycle_count),
            pool.respawn_s,
            p.spacing_m,
            eligible_area_m2(pool.spawner.area)};
    return Done{};
  });
}

size_t fw_spawn_most_events(const fw_spawn* spawn) {
  if (spawn == nullptr) return 0;
  size_t most = spawn->beginners;
  for (const Pool& pool : spawn->pools)
    most += static_cast<size_t>(spawn_limits(pool.spawner, pool.state).target) + most_living(pool) +
            kMostRefusals;
  return most;
}

fw_status fw_spawn_step(fw_spawn* spawn, int64_t tick, fw_spawn_tick* io, fw_error* error) {
  return guarded(spawn ? spawn->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (spawn == nullptr) return null_argument("fw_spawn_step", "spawn");
    const auto given = grown(io, sizeof(fw_spawn_tick), "fw_spawn_tick");
    if (!given) return given.error();
    if (auto fits = check_tick(tick); !fits) return fits;
    if (tick != spawn->tick)
      return usage("tick: found " + std::to_string(tick) + ", expected " + std::to_string(spawn->tick));
    const size_t most = fw_spawn_most_events(spawn);
    if (io->space < most || io->events == nullptr) {
      io->count = most;
      return Error{kSpaceError, "events: found room for " +
                                    std::to_string(io->events == nullptr ? 0 : io->space) + ", expected " +
                                    std::to_string(most) + " as fw_spawn_most_events says"};
    }
    const auto px = column_of(&io->player_x_m, "player_x_m", io->players, kPlaceTypes),
               py = column_of(&io->player_y_m, "player_y_m", io->players, kPlaceTypes),
               id = column_of(&io->living_id, "living_id", io->living, kIdTypes),
               x = column_of(&io->living_x_m, "living_x_m", io->living, kPlaceTypes),
               y = column_of(&io->living_y_m, "living_y_m", io->living, kPlaceTypes);
    for (const auto* column : {&px, &py, &id, &x, &y})
      if (!*column) return column->error();
    if (auto inside = check_places(px.value(), py.value(), io->players); !inside) return inside.error();
    if (auto inside = check_places(x.value(), y.value(), io->living); !inside) return inside.error();
    if (auto moved = move_living(*spawn, id.value(), x.value(), y.value(), io->living); !moved) return moved;
    Roamers& players = spawn->players;
    players.id.clear(), players.heading_rad.clear(), players.x_m.clear(), players.y_m.clear();
    for (size_t i = 0; i < io->players; ++i) {
      players.id.push_back(static_cast<uint32_t>(i)), players.heading_rad.push_back(0);
      players.x_m.push_back(px.value().number(i)), players.y_m.push_back(py.value().number(i));
    }
    Events events(*io, tick);
    for (size_t i = 0; i < spawn->pools.size(); ++i) {
      spawn->pools[i].state.players = players;
      step_pool(*spawn, i, io->want_refused != 0, events);
    }
    ++spawn->tick;
    return Done{};
  });
}

fw_status fw_spawn_remove(fw_spawn* spawn, int64_t tick, size_t count, const uint32_t* ids, fw_error* error) {
  return guarded(spawn ? spawn->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (spawn == nullptr) return null_argument("fw_spawn_remove", "spawn");
    if (ids == nullptr && count > 0) return null_argument("fw_spawn_remove", "ids");
    if (spawn->tick == 0)
      return usage("no tick has been stepped yet, expected one before anything is removed");
    if (tick != spawn->tick - 1)
      return usage("tick: found " + std::to_string(tick) + ", expected the last one stepped, " +
                   std::to_string(spawn->tick - 1));
    size_t living = 0;
    for (const Pool& pool : spawn->pools) living += pool.state.monsters.size();
    if (count > living)
      return usage("count: found " + std::to_string(count) + ", expected at most the " +
                   std::to_string(living) + " that are alive");
    std::vector<uint32_t>& sorted = spawn->sorted;
    sorted.assign(ids, ids + count);
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < count; ++i) {
      const uint32_t id = sorted[i];
      const bool known = id != 0;
      const auto* alive = known ? &spawn->pools[spawn->pool_of(id)].state.monsters.id : nullptr;
      if (!known || !std::binary_search(alive->begin(), alive->end(), spawn->own_id(id)) ||
          (i > 0 && sorted[i - 1] == id))
        return usage("id " + std::to_string(id) + ": nothing with that id is alive");
    }
    for (size_t i = 0; i < count; ++i) {
      Pool& pool = spawn->pools[spawn->pool_of(ids[i])];
      remove_monster(pool.spawner, tick, spawn->own_id(ids[i]), pool.state);
    }
    return Done{};
  });
}

fw_status fw_spawn_limit(fw_spawn* spawn, uint32_t pool, uint32_t target, uint32_t quota, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (spawn == nullptr) return null_argument("fw_spawn_limit", "spawn");
    if (auto known = check_pool(*spawn, pool); !known) return known;
    for (const auto& [name, limit] : {std::pair{"target", target}, {"quota", quota}})
      if (limit > static_cast<uint32_t>(kMostSpawnLimit))
        return usage(std::string(name) + ": found " + std::to_string(limit) + ", expected at most " +
                     std::to_string(kMostSpawnLimit));
    Pool& of = spawn->pools[pool];
    const SpawnLimits limits{static_cast<int>(target), static_cast<int>(quota)};
    const bool own = limits.target == of.spawner.params.target && limits.quota == of.spawner.params.quota;
    const Lock lock(spawn->plans);
    // Memory first: where there is not enough, nothing was changed.
    reserve_pool(of.spawner, limits, of.state);
    reserve_all(*spawn, target);
    of.state.limits = own ? std::nullopt : std::optional(limits);
    return Done{};
  });
}

fw_status fw_spawn_prepare(fw_spawn* spawn, int64_t tick, fw_error* error) {
  return guarded(spawn ? spawn->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (spawn == nullptr) return null_argument("fw_spawn_prepare", "spawn");
    if (auto fits = check_tick(tick); !fits) return fits;
    for (Pool& pool : spawn->pools) {
      std::vector<std::vector<Vec2>> past;
      int64_t cycle = 0;
      int quota = 0;
      {
        const Lock lock(spawn->plans);
        cycle = pool.state.cycle + 1;
        const int64_t cycle_s = pool.spawner.params.cycle_s;
        if (tick / cycle_s != pool.state.cycle && tick / cycle_s != cycle)
          return usage("tick: found " + std::to_string(tick) +
                       ", expected one of the cycle that goes on or of the next, below " +
                       std::to_string((cycle + 1) * cycle_s));
        quota = spawn_limits(pool.spawner, pool.state).quota;
        if (pool.prepared_cycle == cycle && pool.prepared_quota == quota) continue;
        past = pool.state.past_sites_m;
      }
      SpawnCycle plan = plan_spawn_cycle(pool.spawner, past, cycle, quota);
      const Lock lock(spawn->plans);
      if (pool.state.cycle + 1 == cycle)
        pool.prepared = std::move(plan), pool.prepared_cycle = cycle, pool.prepared_quota = quota;
    }
    return Done{};
  });
}

void fw_spawn_digest(const fw_spawn* spawn, fw_digest* out) {
  if (out == nullptr) return;
  *out = {{0, 0}};
  const DefaultFloats floats;
  if (spawn == nullptr) return;
  for (size_t p = 0; p < spawn->pools.size(); ++p) {
    const SpawnState& s = spawn->pools[p].state;
    uint64_t word = mix_word(static_cast<uint64_t>(s.tick) + 0x082EFA98EC4E6C89u, p);
    for (const uint64_t value : {static_cast<uint64_t>(s.cycle_count), uint64_t{s.next_id},
                                 static_cast<uint64_t>(s.last_spawn_tick), bits_of(s.sinusoid_due)})
      word = mix_word(word, value);
    if (spawn->pools[p].spawner.params.refill_s > 0) word = mix_word(word, bits_of(s.tokens));
    if (s.limits)
      word = mix_word(mix_word(word, static_cast<uint64_t>(s.limits->target)),
                      static_cast<uint64_t>(s.limits->quota));
    add_entry(*out, word);
    for (size_t i = 0; i < s.monsters.size(); ++i) {
      uint64_t one = mix_word(word, s.monsters.id[i]);
      for (const double value : {s.monsters.x_m[i], s.monsters.y_m[i], s.monsters.heading_rad[i]})
        one = mix_word(one, bits_of(value));
      add_entry(*out, one);
    }
    uint64_t remembered = mix_word(word, 1);
    for (const auto* marks : {&s.past_spawns, &s.past_eliminations})
      for (const SpawnMark& mark : *marks) {
        for (const uint64_t value :
             {bits_of(mark.at_m.x), bits_of(mark.at_m.y), static_cast<uint64_t>(mark.tick)})
          remembered = mix_word(remembered, value);
      }
    for (const auto& cycle : s.past_sites_m)
      for (const Vec2 at : cycle) remembered = mix_word(mix_word(remembered, bits_of(at.x)), bits_of(at.y));
    for (const SpawnSite& site : s.plan.sites)
      for (const uint64_t value : {bits_of(site.at_m.x), bits_of(site.at_m.y), bits_of(site.value),
                                   static_cast<uint64_t>(site.phase_s)})
        remembered = mix_word(remembered, value);
    for (const auto batch : s.plan.batch_s) remembered = mix_word(remembered, static_cast<uint64_t>(batch));
    add_entry(*out, remembered);
  }
}

fw_status fw_spawn_save(const fw_spawn* spawn, void* to, size_t* bytes, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (spawn == nullptr) return null_argument("fw_spawn_save", "spawn");
    StateWriter block(StateKind::spawn, spawn->identity, spawn->tick, spawn->pools.size());
    for (const Pool& pool : spawn->pools) {
      const SpawnState& s = pool.state;
      block.put(s.cycle), block.put(static_cast<int64_t>(s.cycle_count)), block.put(uint64_t{s.next_id});
      block.put(s.last_spawn_tick), block.put(s.sinusoid_due);
      block.put_all(s.monsters.id), block.put_all(s.monsters.x_m), block.put_all(s.monsters.y_m);
      block.put_all(s.monsters.heading_rad), block.put_all(s.past_spawns), block.put_all(s.past_eliminations);
      block.put(uint64_t{s.past_sites_m.size()});
      for (const auto& cycle : s.past_sites_m) block.put_all(cycle);
      block.put(uint64_t{s.plan.sites.size()});
      for (const SpawnSite& site : s.plan.sites)
        block.put(site.at_m.x), block.put(site.at_m.y), block.put(site.value),
            block.put(int64_t{site.phase_s});
      block.put_all(s.plan.batch_s);
      if (pool.spawner.params.refill_s > 0) block.put(s.tokens);
    }
    // At the end, and only where a game has set any.
    for (size_t p = 0; p < spawn->pools.size(); ++p)
      if (const auto& limits = spawn->pools[p].state.limits)
        block.put(uint64_t{p}), block.put(int64_t{limits->target}), block.put(int64_t{limits->quota});
    return block.finish(to, bytes);
  });
}

fw_status fw_spawn_load(fw_spawn* spawn, const void* from, size_t bytes, fw_error* error) {
  return guarded(spawn ? spawn->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (spawn == nullptr) return null_argument("fw_spawn_load", "spawn");
    auto opened = StateReader::open(from, bytes, StateKind::spawn, spawn->identity);
    if (!opened) return opened.error();
    StateReader& block = opened.value();
    const Error mismatch{ErrorKind::mismatch, "saved state: its length does not fit what it holds"};
    if (block.count() != spawn->pools.size()) return mismatch;
    std::vector<SpawnState> loaded(spawn->pools.size());
    for (size_t p = 0; p < loaded.size(); ++p) {
      SpawnState& s = loaded[p];
      s.tick = block.tick();
      s.cycle = block.get<int64_t>(), s.cycle_count = static_cast<int>(block.get<int64_t>());
      s.next_id = static_cast<uint32_t>(block.get<uint64_t>());
      s.last_spawn_tick = block.get<int64_t>(), s.sinusoid_due = block.get<double>();
      block.get_all(s.monsters.id), block.get_all(s.monsters.x_m), block.get_all(s.monsters.y_m);
      block.get_all(s.monsters.heading_rad), block.get_all(s.past_spawns), block.get_all(s.past_eliminations);
      const auto cycles = block.get<uint64_t>();
      if (cycles > block.left() / sizeof(uint64_t)) return mismatch;
      s.past_sites_m.resize(static_cast<size_t>(cycles));
      for (auto& cycle : s.past_sites_m) block.get_all(cycle);
      const auto sites = block.get<uint64_t>();
      if (sites > block.left() / sizeof(uint64_t)) return mismatch;
      s.plan.sites.resize(static_cast<size_t>(sites));
      for (SpawnSite& site : s.plan.sites) {
        site.at_m.x = block.get<double>(), site.at_m.y = block.get<double>();
        site.value = block.get<double>(), site.phase_s = static_cast<int>(block.get<int64_t>());
      }
      block.get_all(s.plan.batch_s);
      const Spawner& spawner = spawn->pools[p].spawner;
      if (spawner.params.refill_s > 0) s.tokens = block.get<double>();
      if (!can_go_on(spawner, s)) return unfit_state();
      // The field itself is made again.
      if (s.cycle >= 0 && has_front(spawner.params.method)) s.plan.front = spawn_front(spawner, s.cycle);
    }
    if (auto read = read_limits(block, loaded); !read) return read;
    if (auto whole = block.done(); !whole) return whole;
    for (size_t p = 0; p < loaded.size(); ++p) {
      const Spawner& spawner = spawn->pools[p].spawner;
      reserve_pool(spawner, spawn_limits(spawner, loaded[p]), loaded[p]);
    }
    const Lock lock(spawn->plans);
    for (size_t p = 0; p < loaded.size(); ++p)
      spawn->pools[p].state = std::move(loaded[p]), spawn->pools[p].prepared_cycle = -1;
    spawn->tick = block.tick();
    return Done{};
  });
}
