#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>

#include "app/lib/agents_internal.h"
#include "app/lib/crowd_internal.h"
#include "app/lib/ground_internal.h"
#include "app/lib/params_internal.h"
#include "core/base/number_text.h"

namespace fw::lib {
namespace {

LentColumn lent_column(const Column& c) {
  const LentType type = c.type == FW_U32 ? LentType::u32 : c.type == FW_F64 ? LentType::f64 : LentType::f32;
  return {c.data, c.stride, type};
}

Error too_many(const char* what, size_t found, size_t most) {
  return {ErrorKind::limit, std::string(what) + ": found " + std::to_string(found) + ", expected at most " +
                                std::to_string(most) + ", as the scratch was opened for"};
}

}  // namespace

LentAgents AgentsGiven::lent() const {
  LentAgents out;
  out.count = count;
  LentColumn* const own[]{&out.id, &out.x_m, &out.y_m, &out.heading_x, &out.heading_y, &out.speed_mps};
  for (size_t i = 0; i < std::size(own); ++i) *own[i] = lent_column(columns[i]);
  for (size_t i = 6; i < used; ++i) out.memory[i - 6] = lent_column(columns[i]);
  return out;
}

Result<AgentsGiven> agents_of(const fw_agents* pointer, int memory) {
  const auto given = grown(pointer, sizeof(fw_agents), "fw_agents");
  if (!given) return given.error();
  const fw_agents& a = given.value();
  AgentsGiven out;
  out.count = a.count;
  if (a.count > UINT32_MAX)
    return Error{ErrorKind::limit,
                 "agents.count: found " + std::to_string(a.count) + ", expected at most 4294967295"};
  struct Wanted {
    const fw_column* column;
    const char* name;
    std::span<const fw_type> types;
  };
  const Wanted wanted[9] = {{&a.id, "agents.id", kIdTypes},
                            {&a.x_m, "agents.x_m", kPlaceTypes},
                            {&a.y_m, "agents.y_m", kPlaceTypes},
                            {&a.heading_x, "agents.heading_x", kFloatTypes},
                            {&a.heading_y, "agents.heading_y", kFloatTypes},
                            {&a.speed_mps, "agents.speed_mps", kFloatTypes},
                            {&a.memory[0], "agents.memory[0]", kFloatTypes},
                            {&a.memory[1], "agents.memory[1]", kFloatTypes},
                            {&a.memory[2], "agents.memory[2]", kFloatTypes}};
  out.used = 6 + static_cast<size_t>(memory);
  for (size_t i = 0; i < out.used; ++i) {
    const auto column = column_of(wanted[i].column, wanted[i].name, a.count, wanted[i].types);
    if (!column) return column.error();
    out.columns[i] = column.value();
  }
  if (auto apart = check_apart(std::span(out.columns).first(out.used), a.count); !apart) return apart.error();
  return out;
}

void set_number(const Column& column, size_t i, double value) {
  const auto narrow = static_cast<float>(value);
  if (column.type == FW_F64)
    std::memcpy(column.at(i), &value, sizeof value);
  else
    std::memcpy(column.at(i), &narrow, sizeof narrow);
}

}  // namespace fw::lib

using namespace fw;
using namespace fw::lib;

namespace {

/// A heading is a unit vector, as a step leaves it; a game may hand over one that it has not made one.
constexpr double kLongestHeading = 1e6;
constexpr double kFastest_mps = 1e6;
/// What a method remembers: velocities, phases, angles.
constexpr double kMostMemory = 1e7;

/// Numbers that are not finite would move an agent to no place, and all later steps would fail.
Result<Done> check_motion(const AgentsGiven& a, bool headings, bool speeds) {
  const std::span<const Column> all(a.columns);
  if (headings)
    if (auto fits = check_numbers(all.subspan(3, 2), a.count, kLongestHeading, "a part of a unit vector");
        !fits)
      return fits;
  if (speeds)
    if (auto fits = check_numbers(all.subspan(5, 1), a.count, kFastest_mps, "a speed of at most 1e6 m/s");
        !fits)
      return fits;
  return Done{};
}

/// What a call on agents needs, checked: places, and for ou the angles it remembers.
Result<AgentsGiven> checked(const fw_crowd* crowd, const fw_scratch* scratch, const fw_agents* agents,
                            int64_t tick, bool places) {
  if (crowd == nullptr) return usage("crowd: found NULL, expected one");
  if (scratch == nullptr) return usage("scratch: found NULL, expected one");
  if (scratch->for_bodies)
    return usage("scratch: found one of fw_steer_scratch, expected one of fw_scratch_open");
  if (auto fits = check_tick(tick); !fits) return fits.error();
  if (agents != nullptr && agents->size >= sizeof(fw_agents) && agents->count > scratch->most)
    return too_many("agents.count", agents->count, scratch->most);
  auto given = agents_of(agents, crowd_memory(crowd->levels[0]));
  if (!given) return given.error();
  const AgentsGiven& a = given.value();
  if (!places) return given;
  if (auto inside = check_places(a.columns[1], a.columns[2], a.count); !inside) return inside.error();
  if (auto fits = check_motion(a, true, true); !fits) return fits.error();
  if (auto fits = check_numbers(std::span<const Column>(a.columns).subspan(6, a.used - 6), a.count,
                                kMostMemory, "what a step or a beginning left there");
      !fits)
    return fits.error();
  for (size_t i = 0; a.used == 9 && i < a.count; ++i)
    if (const double angle = a.columns[8].number(i); !(std::abs(angle) <= 4))
      return usage("agents.memory[2][" + std::to_string(i) +
                   "]: expected an angle from -pi to pi, as a step or a beginning leaves it");
  return given;
}

Result<Done> check_entries(const uint32_t* entries, size_t count, size_t agents,
                           std::vector<uint64_t>& seen) {
  std::fill(seen.begin(), seen.end(), 0);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t entry = entries[i];
    if (entry >= agents)
      return usage("entries[" + std::to_string(i) + "]: found " + std::to_string(entry) +
                   ", expected less than agents.count = " + std::to_string(agents));
    const uint64_t bit = uint64_t{1} << (entry % 64);
    if (seen[entry / 64] & bit)
      return usage("entries[" + std::to_string(i) + "]: found " + std::to_string(entry) + " a second time");
    seen[entry / 64] |= bit;
  }
  return Done{};
}

}  // namespace

fw_status fw_crowd_open(fw_context* context, const fw_params* params, const fw_ground* ground,
                        const fw_seeds* seeds, fw_crowd** out, fw_error* error) {
  return guarded(context ? context->shared.get() : nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_crowd_open", "context");
    if (out == nullptr) return null_argument("fw_crowd_open", "out");
    const auto p = params_of<CrowdParams>(params, "crowd");
    if (!p) return p.error();
    const auto streams = seeds_of(seeds);
    if (!streams) return streams.error();
    const auto where = ground_of(ground);
    if (!where) return where.error();
    const Ground& g = where.value();
    if (auto fits = check_crowd(p.value(), g.arena, 1); !fits) return fits;
    const CrowdParams& c = p.value();
    if (c.avoid.by != AvoidBy::none)
      return usage(
          "crowd.avoid.by: found " + std::string(kAvoidBySlugs[static_cast<size_t>(c.avoid.by)]) +
          ", expected none: a crowd's step moves any part of it, bodies keep apart all together; give "
          "fw_steer_step what fw_crowd_targets says");
    for (const NoiseStack* stack : {&c.heading, &c.speed, &c.potential, &c.second, &c.curl})
      if (auto fits = check_finest(*stack, "a field of the crowd"); !fits) return fits;
    auto made = std::make_unique<fw_crowd>();
    made->context = context->shared;
    Crowd& whole = made->levels[0];
    whole = bind_crowd(p.value(), g.arena, streams.value(), g.shore ? &*g.shore : nullptr);
    whole.width_m = g.width_m, whole.height_m = g.height_m;
    for (size_t level = 1; level < made->levels.size(); ++level) {
      Crowd& slower = made->levels[level] = whole;
      slower.ticks = int64_t{1} << level;
      slower.params = at_tick_length(p.value(), p.value().dt_s * static_cast<double>(slower.ticks));
    }
    made->identity = identity_of(params->held, static_cast<uint64_t>(p.value().method) + 1) ^ g.identity;
    for (const uint64_t seed : {streams.value().layout, streams.value().noise, streams.value().place})
      made->identity = splitmix64(made->identity ^ seed);
    *out = made.release();
    return Done{};
  });
}

void fw_crowd_close(fw_crowd* crowd) {
  delete crowd;
}

uint32_t fw_crowd_memory(const fw_crowd* crowd) {
  return crowd == nullptr ? 0 : static_cast<uint32_t>(crowd_memory(crowd->levels[0]));
}

fw_status fw_scratch_open(const fw_crowd* crowd, size_t agents, fw_scratch** out, fw_error* error) {
  return guarded(crowd ? crowd->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (crowd == nullptr) return null_argument("fw_scratch_open", "crowd");
    if (out == nullptr) return null_argument("fw_scratch_open", "out");
    if (agents > UINT32_MAX)
      return Error{ErrorKind::limit,
                   "agents: found " + std::to_string(agents) + ", expected at most 4294967295"};
    auto made = std::make_unique<fw_scratch>();
    made->most = agents;
    made->seen.resize((agents + 63) / 64);
    reserve_scratch(crowd->levels[0], agents, made->work);
    *out = made.release();
    return Done{};
  });
}

fw_status fw_crowd_begin(const fw_crowd* crowd, fw_scratch* scratch, int64_t tick, const fw_agents* agents,
                         uint32_t keep, fw_error* error) {
  return guarded(crowd ? crowd->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (keep > (FW_KEEP_PLACE | FW_KEEP_HEADING | FW_KEEP_SPEED))
      return usage("keep: found " + std::to_string(keep) + ", expected a sum of FW_KEEP_*");
    const AgentsKept kept{(keep & FW_KEEP_PLACE) != 0, (keep & FW_KEEP_HEADING) != 0,
                          (keep & FW_KEEP_SPEED) != 0};
    const auto given = checked(crowd, scratch, agents, tick, false);
    if (!given) return given.error();
    const AgentsGiven& a = given.value();
    if (kept.place)
      if (auto inside = check_places(a.columns[1], a.columns[2], a.count); !inside) return inside.error();
    if (auto fits = check_motion(a, kept.heading, kept.speed); !fits) return fits.error();
    begin_lent(crowd->levels[0], tick, kept, a.lent(), scratch->work);
    return Done{};
  });
}

fw_status fw_crowd_step(const fw_crowd* crowd, fw_scratch* scratch, int64_t tick, const fw_agents* agents,
                        fw_error* error) {
  return fw_crowd_step_some(crowd, scratch, tick, 1, nullptr, 0, agents, error);
}

fw_status fw_crowd_step_some(const fw_crowd* crowd, fw_scratch* scratch, int64_t tick, uint32_t ticks,
                             const uint32_t* entries, size_t count, const fw_agents* agents,
                             fw_error* error) {
  return guarded(crowd ? crowd->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (!std::has_single_bit(ticks) || ticks > 64)
      return usage("ticks: found " + std::to_string(ticks) + ", expected 1, 2, 4, 8, 16, 32 or 64");
    const auto given = checked(crowd, scratch, agents, tick, true);
    if (!given) return given.error();
    if (tick % ticks != 0)
      return usage("tick: found " + std::to_string(tick) + ", expected one that " + std::to_string(ticks) +
                   " ticks divide");
    const Crowd& level = crowd->levels[static_cast<size_t>(std::countr_zero(ticks))];
    const CrowdParams& p = level.params;
    const double reach_m = std::max(p.speed_mps, p.speed_max_mps) * p.dt_s;
    if (ticks > 1 && reach_m > 0.25 * level.arena.side_m)
      return usage("ticks: a step of " + number_text(reach_m) + " m, expected at most a quarter of the " +
                   number_text(level.arena.side_m) + " m ground");
    if (entries != nullptr)
      if (auto fit = check_entries(entries, count, given.value().count, scratch->seen); !fit) return fit;
    step_lent(level, tick, entries, count, given.value().lent(), scratch->work);
    return Done{};
  });
}

fw_status fw_crowd_targets(const fw_crowd* crowd, fw_scratch* scratch, int64_t tick, size_t count,
                           const fw_column* x_m, const fw_column* y_m, float* heading_x, float* heading_y,
                           float* speed_mps, fw_error* error) {
  return guarded(crowd ? crowd->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (crowd == nullptr) return null_argument("fw_crowd_targets", "crowd");
    if (scratch == nullptr) return null_argument("fw_crowd_targets", "scratch");
    if (count > 0 && (heading_x == nullptr || heading_y == nullptr || speed_mps == nullptr))
      return null_argument("fw_crowd_targets", "heading_x, heading_y or speed_mps");
    if (scratch->for_bodies)
      return usage("scratch: found one of fw_steer_scratch, expected one of fw_scratch_open");
    if (count > scratch->most) return too_many("count", count, scratch->most);
    if (auto fits = check_tick(tick); !fits) return fits;
    const auto x = column_of(x_m, "x_m", count, kPlaceTypes), y = column_of(y_m, "y_m", count, kPlaceTypes);
    if (!x) return x.error();
    if (!y) return y.error();
    if (auto inside = check_places(x.value(), y.value(), count); !inside) return inside.error();
    targets_of_lent(crowd->levels[0], tick, count, lent_column(x.value()), lent_column(y.value()), heading_x,
                    heading_y, speed_mps, scratch->work);
    return Done{};
  });
}

fw_status fw_crowd_order(const fw_crowd* crowd, fw_scratch* scratch, const fw_agents* agents, uint32_t* order,
                         fw_error* error) {
  return guarded(crowd ? crowd->context.get() : nullptr, error, [&]() -> Result<Done> {
    const auto given = checked(crowd, scratch, agents, 0, true);
    if (!given) return given.error();
    if (order == nullptr && given.value().count > 0) return null_argument("fw_crowd_order", "order");
    if (given.value().count > 0) order_of_lent(crowd->levels[0], given.value().lent(), order, scratch->work);
    return Done{};
  });
}
