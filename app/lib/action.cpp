#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/lib/action_internal.h"
#include "app/lib/ground_internal.h"
#include "app/lib/params_internal.h"
#include "core/base/number_text.h"
#include "core/base/per_thread.h"

using namespace fw;
using namespace fw::lib;

namespace {

constexpr size_t kNowhere = SIZE_MAX;
/// About as many are asked about a tick that was made ready; some 30 us to make it.
constexpr size_t kManyQuestions = 8192;

/// The place of an id among the agents; kNowhere for a stranger.
size_t index_of(const fw_action& a, uint32_t id) {
  const auto& ids = a.state.id;
  const auto at = std::lower_bound(ids.begin(), ids.end(), id);
  return at != ids.end() && *at == id ? static_cast<size_t>(at - ids.begin()) : kNowhere;
}

Error unknown_id(uint32_t id) {
  return usage("id " + std::to_string(id) + ": has not joined");
}

/// Every cell of tokens takes memory, and its part of a saved state.
Result<Done> check_token_cells(const ActionParams& p, double side_m) {
  constexpr double kMostPerSide = 4096;
  if (p.method != ActionMethod::constraint_token || side_m <= kMostPerSide * p.token_cell_m) return Done{};
  return usage("action.token_cell_m: found " + number_text(p.token_cell_m) + " m on a ground of " +
               number_text(side_m) + " m, expected at most 4096 cells a side");
}

/// Starts of a tick by the clock; the state's tick and ends of actions as after step_action.
void step_clock(fw_action& a, int64_t tick) {
  if (a.now.tick != tick) cut_clock_tick(a.clock, tick, a.state.size(), a.now);
  a.state.started.clear();
  for (size_t i = 0; i < a.state.size(); ++i) {
    const bool new_here = std::isnan(a.x_m[i]);
    const Vec2 to{a.now_x_m[i], a.now_y_m[i]}, from = new_here ? to : Vec2{a.x_m[i], a.y_m[i]};
    if (!ask_clock(a.clock, a.now, {a.state.id[i], a.phase_class[i], from, to}).starts) continue;
    a.state.started.push_back(static_cast<uint32_t>(i));
    a.state.active_until[i] = tick + duration_ticks_of(a.action, a.now.duration_stream, a.state.id[i]);
  }
  a.state.tick = tick + 1;
}

/// The caller's places, in the order of the ids; every agent that has joined exactly once.
Result<Done> sort_places(fw_action& a, size_t count, const Column& id, const Column& x_m, const Column& y_m) {
  const size_t n = a.state.size();
  if (count != n)
    return usage("count: found " + std::to_string(count) + " places, expected one of each of the " +
                 std::to_string(n) + " agents that have joined");
  std::fill(a.now_x_m.begin(), a.now_x_m.end(), std::nan(""));
  for (size_t i = 0; i < count; ++i) {
    uint32_t agent;
    std::memcpy(&agent, id.at(i), sizeof agent);
    const size_t at = a.state.id[i] == agent ? i : index_of(a, agent);
    if (at == kNowhere) return unknown_id(agent);
    if (!std::isnan(a.now_x_m[at])) return usage("id " + std::to_string(agent) + ": found twice");
    a.now_x_m[at] = x_m.number(i), a.now_y_m[at] = y_m.number(i);
  }
  return Done{};
}

fw_turn turn_of(const fw_action& a, int64_t tick, uint32_t id) {
  fw_turn turn{};
  turn.tick = tick, turn.next_tick = -1, turn.stateless = a.stateless;
  const bool ready = a.stateless && a.now.tick == tick;
  turn.busy_until =
      tick +
      duration_ticks_of(a.action, ready ? a.now.duration_stream : action_duration_stream(a.action, tick), id);
  return turn;
}

void answer_by_clock(const ClockAnswer& answer, fw_turn& turn) {
  turn.rate_per_s = answer.rate_per_s;
  turn.probability = std::clamp(answer.expected, 0.0, 1.0);
  turn.phase = answer.phase;
  turn.starts = answer.starts;
  if (answer.starts) turn.next_tick = turn.tick;
}

// Of a tick that was not made ready; their memory is used again by the thread's next question.
const ClockTick& cut_other(const fw_action& a, int64_t tick) {
  auto& other = per_thread<ClockTick, struct OtherTick>();
  cut_clock_tick(a.clock, tick, 0, other);
  return other;
}
const ActionMoment& cut_other_moment(const fw_action& a, int64_t tick) {
  struct OtherMoment {
    ActionMoment moment;
    uint64_t identity =
        0;  ///< of its schedule; beside it, since fibres of one thread have objects of their own
  };
  auto& other = per_thread<OtherMoment, OtherMoment>();
  if (other.identity == a.identity && other.moment.tick == tick) return other.moment;
  const ExecutorScope serial(&a.context->executor);
  if (other.identity != a.identity) other.moment.tick = -1;
  other.identity = a.identity;
  cut_action_moment(a.action, tick, other.moment);
  return other.moment;
}

/// Rate, probability and phase of a place, of methods other than the clock.
void answer_by_place(const fw_action& a, Vec2 at, fw_turn& turn) {
  const bool ready = a.moment.tick == turn.tick;
  const ActionReading reading = read_action(a.action, ready ? a.moment : cut_other_moment(a, turn.tick), at);
  turn.rate_per_s = static_cast<double>(reading.rate_per_s);
  turn.probability = std::min(1.0, turn.rate_per_s * a.action.params.dt_s);
  turn.phase = static_cast<double>(reading.phase);
}

Result<Done> check_class(const fw_action& a, uint32_t phase_class) {
  if (phase_class < static_cast<uint32_t>(a.action.params.phase_classes)) return Done{};
  return usage(
      "phase_class: found " + std::to_string(phase_class) +
      ", expected less than action.phase_classes = " + std::to_string(a.action.params.phase_classes));
}

}  // namespace

void fw::lib::reserve(fw_action& a) {
  reserve_action(a.action, a.most, a.state);
  a.sorted.reserve(a.most);
  for (auto* column : {&a.x_m, &a.y_m, &a.now_x_m, &a.now_y_m}) column->reserve(a.most);
  a.phase_class.reserve(a.most);
}

fw_status fw_action_open(fw_context* context, const fw_params* params, const fw_ground* ground,
                         const fw_seeds* seeds, size_t most_agents, fw_action** out, fw_error* error) {
  return guarded(context ? context->shared.get() : nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_action_open", "context");
    if (out == nullptr) return null_argument("fw_action_open", "out");
    const auto p = params_of<ActionParams>(params, "action");
    if (!p) return p.error();
    const auto streams = seeds_of(seeds);
    if (!streams) return streams.error();
    const auto where = ground_of(ground);
    if (!where) return where.error();
    if (most_agents > (size_t{1} << 26))
      return Error{ErrorKind::limit,
                   "most_agents: found " + std::to_string(most_agents) + ", expected at most 67108864"};
    if (auto fits = check_action(p.value(), where.value().arena); !fits) return fits;
    if (auto fits = check_finest(p.value().field, "the action's field"); !fits) return fits;
    if (auto fits = check_token_cells(p.value(), where.value().arena.side_m); !fits) return fits;
    auto made = std::make_unique<fw_action>();
    made->context = context->shared;
    made->stateless = params->clock;
    made->most = most_agents;
    if (made->stateless) {
      made->clock = bind_action_clock(p.value(), where.value().arena, streams.value());
      made->action = made->clock.action;
      cut_clock_tick(made->clock, 0, kManyQuestions, made->now);
      made->now.tick = -1;
    } else {
      made->action = bind_action(p.value(), where.value().arena, streams.value());
      cut_action_moment(made->action, 0, made->moment);
      made->moment.tick = -1;
    }
    made->state = start_action(made->action, 0);
    reserve(*made);
    made->identity =
        identity_of(params->held, params->clock ? 1000 : static_cast<uint64_t>(p.value().method) + 100) ^
        where.value().identity;
    for (const uint64_t seed : {streams.value().layout, streams.value().noise, streams.value().place})
      made->identity = splitmix64(made->identity ^ seed);
    *out = made.release();
    return Done{};
  });
}

void fw_action_close(fw_action* action) {
  delete action;
}

fw_status fw_action_join(fw_action* action, size_t count, const uint32_t* ids, const uint8_t* phase_class,
                         fw_error* error) {
  return guarded(action ? action->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (action == nullptr) return null_argument("fw_action_join", "action");
    if (ids == nullptr && count > 0) return null_argument("fw_action_join", "ids");
    fw_action& a = *action;
    if (count > a.most - a.state.size())
      return Error{ErrorKind::limit, "count: found " + std::to_string(a.state.size() + count) +
                                         " agents, expected at most " + std::to_string(a.most) +
                                         ", as the schedule was opened for"};
    std::vector<uint32_t>& sorted = a.sorted;
    sorted.assign(ids, ids + count);
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < count; ++i) {
      if ((i > 0 && sorted[i] == sorted[i - 1]) || index_of(a, sorted[i]) != kNowhere)
        return usage("id " + std::to_string(sorted[i]) + ": joins a second time");
      if (phase_class != nullptr)
        if (auto fits = check_class(a, phase_class[i]); !fits) return fits;
    }
    for (size_t i = 0; i < count; ++i) {
      const auto classes = static_cast<uint32_t>(a.action.params.phase_classes);
      const auto own = static_cast<uint8_t>(phase_class != nullptr ? phase_class[i] : ids[i] % classes);
      const auto at = std::lower_bound(a.state.id.begin(), a.state.id.end(), ids[i]) - a.state.id.begin();
      join_action(a.action, ids[i], own, a.state);
      for (auto* column : {&a.x_m, &a.y_m, &a.now_x_m, &a.now_y_m})
        column->insert(column->begin() + at, std::nan(""));
      a.phase_class.insert(a.phase_class.begin() + at, own);
    }
    return Done{};
  });
}

fw_status fw_action_leave(fw_action* action, size_t count, const uint32_t* ids, fw_error* error) {
  return guarded(action ? action->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (action == nullptr) return null_argument("fw_action_leave", "action");
    if (ids == nullptr && count > 0) return null_argument("fw_action_leave", "ids");
    fw_action& a = *action;
    if (count > a.state.size())
      return usage("count: found " + std::to_string(count) + ", expected at most the " +
                   std::to_string(a.state.size()) + " agents that have joined");
    std::vector<uint32_t>& sorted = a.sorted;
    sorted.assign(ids, ids + count);
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < count; ++i) {
      if (index_of(a, sorted[i]) == kNowhere) return unknown_id(sorted[i]);
      if (i > 0 && sorted[i] == sorted[i - 1])
        return usage("id " + std::to_string(sorted[i]) + ": leaves twice");
    }
    for (size_t i = 0; i < count; ++i) {
      const size_t at = index_of(a, ids[i]);
      leave_action(a.action, at, a.state);
      for (auto* column : {&a.x_m, &a.y_m, &a.now_x_m, &a.now_y_m})
        column->erase(column->begin() + static_cast<ptrdiff_t>(at));
      a.phase_class.erase(a.phase_class.begin() + static_cast<ptrdiff_t>(at));
    }
    return Done{};
  });
}

fw_status fw_action_tick(fw_action* action, int64_t tick, size_t count, const fw_column* id,
                         const fw_column* x_m, const fw_column* y_m, uint32_t* started, size_t* starts,
                         fw_error* error) {
  return guarded(action ? action->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (action == nullptr) return null_argument("fw_action_tick", "action");
    if (starts == nullptr || (started == nullptr && count > 0))
      return null_argument("fw_action_tick", "started or starts");
    if (auto fits = check_tick(tick); !fits) return fits;
    fw_action& a = *action;
    if (a.begun && tick != a.state.tick)
      return usage("tick: found " + std::to_string(tick) + ", expected " + std::to_string(a.state.tick));
    const auto ids = column_of(id, "id", count, kIdTypes);
    if (!ids) return ids.error();
    const auto x = column_of(x_m, "x_m", count, kPlaceTypes), y = column_of(y_m, "y_m", count, kPlaceTypes);
    if (!x) return x.error();
    if (!y) return y.error();
    if (auto places = check_places(x.value(), y.value(), count); !places) return places.error();
    if (auto sorted = sort_places(a, count, ids.value(), x.value(), y.value()); !sorted) return sorted;
    a.state.tick = tick;
    a.begun = true;
    if (a.stateless)
      step_clock(a, tick);
    else
      step_action(a.action, a.now_x_m, a.now_y_m, a.state);
    a.x_m.swap(a.now_x_m), a.y_m.swap(a.now_y_m);
    *starts = a.state.started.size();
    for (size_t k = 0; k < *starts; ++k) started[k] = a.state.id[a.state.started[k]];
    return Done{};
  });
}

fw_status fw_action_state(const fw_action* action, uint32_t id, fw_turn* out, fw_error* error) {
  return guarded(action ? action->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (action == nullptr) return null_argument("fw_action_state", "action");
    if (out == nullptr) return null_argument("fw_action_state", "out");
    const fw_action& a = *action;
    const size_t at = index_of(a, id);
    if (at == kNowhere) return unknown_id(id);
    if (!a.begun) return usage("no tick has been stepped yet, expected one before its state is asked");
    const int64_t tick = std::max<int64_t>(0, a.state.tick - 1);
    fw_turn turn = turn_of(a, tick, id);
    turn.busy_until = a.state.active_until[at];
    turn.starts =
        std::binary_search(a.state.started.begin(), a.state.started.end(), static_cast<uint32_t>(at));
    const Vec2 here{a.x_m[at], a.y_m[at]};
    if (std::isnan(here.x)) {  // has joined since: stands nowhere yet
      *out = turn;
      return Done{};
    }
    if (a.stateless) {
      const ClockTick& now = cut_other(a, tick);
      const ClockQuestion question{id, a.phase_class[at], here, here};
      const uint32_t started = turn.starts;
      answer_by_clock(ask_clock(a.clock, now, question), turn);
      turn.starts = started;
      turn.next_tick = next_clock_tick(a.clock, a.state.tick, question, 4 * a.action.cycle_ticks);
    } else {
      answer_by_place(a, here, turn);
    }
    *out = turn;
    return Done{};
  });
}

fw_status fw_action_at(fw_action* action, int64_t tick, fw_error* error) {
  return guarded(action ? action->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (action == nullptr) return null_argument("fw_action_at", "action");
    if (auto fits = check_tick(tick); !fits) return fits;
    if (action->stateless)
      cut_clock_tick(action->clock, tick, kManyQuestions, action->now);
    else
      cut_action_moment(action->action, tick, action->moment);
    return Done{};
  });
}

fw_status fw_action_ask(const fw_action* action, const fw_ask* ask, fw_turn* out, fw_error* error) {
  // Without the executor: an answer reads two places.
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (action == nullptr) return null_argument("fw_action_ask", "action");
    if (ask == nullptr) return null_argument("fw_action_ask", "ask");
    if (out == nullptr) return null_argument("fw_action_ask", "out");
    if (auto fits = check_tick(ask->tick); !fits) return fits;
    if (auto fits = check_class(*action, ask->phase_class); !fits) return fits;
    for (const double c : {ask->x_m, ask->y_m, ask->to_x_m, ask->to_y_m})
      if (!(std::abs(c) <= kFarthest_m)) return usage("ask: expected places within 1e7 m of the origin");
    fw_turn turn = turn_of(*action, ask->tick, ask->id);
    if (action->stateless) {
      const bool ready = action->now.tick == ask->tick;
      answer_by_clock(ask_clock(action->clock, ready ? action->now : cut_other(*action, ask->tick),
                                {ask->id,
                                 static_cast<int>(ask->phase_class),
                                 {ask->x_m, ask->y_m},
                                 {ask->to_x_m, ask->to_y_m}}),
                      turn);
    } else {
      answer_by_place(*action, {ask->x_m, ask->y_m}, turn);
    }
    *out = turn;
    return Done{};
  });
}
