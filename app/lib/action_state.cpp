#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>

#include "app/lib/action_internal.h"
#include "app/lib/state_block.h"

// Digests and saved states of action timing.

using namespace fw;
using namespace fw::lib;

namespace {

/// What only some methods remember of an agent; 0 elsewhere.
template <typename T>
double remembered(const std::vector<T>& values, size_t i) {
  return i < values.size() ? static_cast<double>(values[i]) : 0.0;
}

/// Everything a schedule remembers, in one order for both directions.
template <typename Block, typename State>
void visit_state(State& a, const Block& each) {
  each(a.state.id), each(a.state.active_until), each(a.phase_class), each(a.x_m), each(a.y_m);
  each(a.state.rate_per_s), each(a.state.hazard), each(a.state.phase_tick), each(a.state.phase_class);
  each(a.state.credit), each(a.state.recent), each(a.state.is_waiting);
  each(a.state.tokens_in_use), each(a.state.next_in_region), each(a.state.due_tick), each(a.state.started);
}

/// Whether a schedule that was saved can go on: what ticks rely on, whoever wrote the block.
bool can_go_on(const fw_action& a) {
  const ActionState& s = a.state;
  const size_t n = s.id.size();
  const auto classes = static_cast<uint32_t>(a.action.params.phase_classes);
  const auto finite = [](double value) { return std::isfinite(value); };
  const auto known_class = [classes](uint8_t own) { return own < classes; };
  const auto place = [](double x_m, double y_m) {
    return std::abs(x_m) <= kFarthest_m && std::abs(y_m) <= kFarthest_m;
  };
  // What one agent has when it joins, each has.
  ActionState one = start_action(a.action, 0);
  join_action(a.action, 0, -1, one);
  const auto fits = [n](const auto& loaded, const auto& joined) {
    return loaded.size() == n * joined.size();
  };
  if (!fits(s.active_until, one.active_until) || !fits(s.rate_per_s, one.rate_per_s) ||
      !fits(s.hazard, one.hazard) || !fits(s.phase_tick, one.phase_tick) ||
      !fits(s.phase_class, one.phase_class) || !fits(s.credit, one.credit) ||
      !fits(s.is_waiting, one.is_waiting) || !fits(s.due_tick, one.due_tick))
    return false;
  if (a.phase_class.size() != n || a.x_m.size() != n || a.y_m.size() != n) return false;
  if (s.tokens_in_use.size() != one.tokens_in_use.size() ||
      s.next_in_region.size() != one.next_in_region.size())
    return false;
  const auto ascends = [](const std::vector<uint32_t>& values) {
    return std::ranges::adjacent_find(values, std::greater_equal<>()) == values.end();
  };
  if (!ascends(s.id) || !ascends(s.started) || (!s.started.empty() && s.started.back() >= n)) return false;
  for (size_t i = 0; i < n; ++i)
    if (!std::isnan(a.x_m[i]) && !place(a.x_m[i], a.y_m[i])) return false;
  if (!std::ranges::all_of(a.phase_class, known_class) || !std::ranges::all_of(s.phase_class, known_class))
    return false;
  for (const int32_t tick : s.phase_tick)
    if (tick < -1 || tick >= a.action.cycle_ticks) return false;
  for (const double hazard : s.hazard)
    if (!std::isnan(hazard) && !finite(hazard)) return false;
  for (const auto* values : {&s.rate_per_s, &s.credit, &s.due_tick})
    if (!std::ranges::all_of(*values, finite)) return false;
  if (!finite(s.scale) || !finite(s.asked) ||
      !(s.remainder >= 0 && s.remainder <= static_cast<double>(n) + 1))
    return false;
  for (const RecentStart& start : s.recent)
    if (!place(start.x_m, start.y_m) || start.tick < 0 || start.tick > s.tick) return false;
  // Tokens: everybody waits once at most, and what is in use comes back.
  std::vector<uint8_t> waits(s.is_waiting.size(), 0);
  for (const TokenRequest& request : s.waiting) {
    if (request.agent >= waits.size() || waits[request.agent] != 0) return false;
    if (request.tick < 0 || request.tick > s.tick) return false;
    waits[request.agent] = 1;
  }
  std::vector<int32_t> in_use(s.tokens_in_use.size(), 0);
  for (const auto& cells : s.token_release)
    for (const uint32_t cell : cells) {
      if (cell >= in_use.size()) return false;
      ++in_use[cell];
    }
  return waits == s.is_waiting && in_use == s.tokens_in_use;
}

/// What tells the parts of a digest apart.
enum DigestPart : uint64_t {
  kOfAll = 0x3F84D5B5B5470917u,
  kOfStarts = 0x9216D5D98979FB1Bu,
  kOfRecent = 0xD1310BA698DFB5ACu,
  kOfRequests = 0x2FFD72DBD01ADFB7u,
  kOfTokens = 0xB8E1AFED6A267E96u,
  kOfRegions = 0xBA7C9045F12C7F99u
};

Error mismatch() {
  return {ErrorKind::mismatch, "saved state: its length does not fit what it holds"};
}

}  // namespace

void fw_action_digest(const fw_action* action, fw_digest* out) {
  if (out == nullptr) return;
  *out = {{0, 0}};
  const DefaultFloats floats;
  if (action == nullptr) return;
  const ActionState& s = action->state;
  for (size_t i = 0; i < s.size(); ++i) {
    uint64_t word = mix_word(static_cast<uint64_t>(s.tick) + 0xA4093822299F31D0u, s.id[i]);
    word = mix_word(word, static_cast<uint64_t>(s.active_until[i]));
    word = mix_word(word, action->phase_class[i]);
    for (const auto* places : {&action->x_m, &action->y_m})
      word = mix_word(word, std::isnan((*places)[i]) ? 1 : bits_of((*places)[i]));
    for (const double value :
         {remembered(s.rate_per_s, i), remembered(s.hazard, i), remembered(s.phase_tick, i),
          remembered(s.credit, i), remembered(s.is_waiting, i), remembered(s.due_tick, i)})
      word = mix_word(word, std::isnan(value) ? 1 : bits_of(value));
    add_entry(*out, word);
  }
  const auto add = [&](uint64_t of, std::initializer_list<uint64_t> values) {
    uint64_t word = static_cast<uint64_t>(s.tick) + of;
    for (const uint64_t value : values) word = mix_word(word, value);
    add_entry(*out, word);
  };
  add(kOfAll, {bits_of(s.scale), bits_of(s.asked), bits_of(s.remainder)});
  for (const uint32_t at : s.started) add(kOfStarts, {s.id[at]});
  for (size_t k = 0; k < s.recent.size(); ++k) {
    const RecentStart& start = s.recent[k];
    add(kOfRecent, {k, bits_of(start.x_m), bits_of(start.y_m), static_cast<uint64_t>(start.tick)});
  }
  for (size_t k = 0; k < s.waiting.size(); ++k)
    add(kOfRequests, {k, s.id[s.waiting[k].agent], static_cast<uint64_t>(s.waiting[k].tick)});
  for (size_t k = 0; k < s.token_release.size(); ++k)
    for (const uint32_t cell : s.token_release[k]) add(kOfTokens, {k, cell});
  for (size_t k = 0; k < s.next_in_region.size(); ++k) add(kOfRegions, {k, s.next_in_region[k]});
}

fw_status fw_action_save(const fw_action* action, void* to, size_t* bytes, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (action == nullptr) return null_argument("fw_action_save", "action");
    StateWriter block(StateKind::action, action->identity, action->state.tick, action->state.size());
    block.put(uint64_t{action->begun});
    block.put(action->state.scale), block.put(action->state.asked), block.put(action->state.remainder);
    visit_state(*action, [&](const auto& values) { block.put_all(values); });
    block.put(uint64_t{action->state.waiting.size()});
    for (const TokenRequest& request : action->state.waiting)
      block.put(uint64_t{request.agent}), block.put(request.tick);
    block.put(uint64_t{action->state.token_release.size()});
    for (const auto& cells : action->state.token_release) block.put_all(cells);
    return block.finish(to, bytes);
  });
}

fw_status fw_action_load(fw_action* action, const void* from, size_t bytes, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (action == nullptr) return null_argument("fw_action_load", "action");
    auto opened = StateReader::open(from, bytes, StateKind::action, action->identity);
    if (!opened) return opened.error();
    StateReader& block = opened.value();
    if (block.count() > action->most)
      return Error{ErrorKind::limit, "saved state: holds " + std::to_string(block.count()) +
                                         " agents, expected at most " + std::to_string(action->most) +
                                         ", as the schedule was opened for"};
    fw_action loaded = *action;
    loaded.state.tick = block.tick();
    loaded.begun = block.get<uint64_t>() != 0;
    loaded.state.scale = block.get<double>(), loaded.state.asked = block.get<double>();
    loaded.state.remainder = block.get<double>();
    visit_state(loaded, [&](auto& values) { block.get_all(values); });
    const auto waiting = block.get<uint64_t>();
    if (waiting > block.left() / sizeof(uint64_t)) return mismatch();
    loaded.state.waiting.resize(static_cast<size_t>(waiting));
    for (TokenRequest& request : loaded.state.waiting)
      request.agent = static_cast<uint32_t>(block.get<uint64_t>()), request.tick = block.get<int64_t>();
    if (block.get<uint64_t>() != loaded.state.token_release.size()) return mismatch();
    for (auto& cells : loaded.state.token_release) block.get_all(cells);
    if (auto whole = block.done(); !whole) return whole;
    const size_t n = loaded.state.id.size();
    if (n != block.count()) return mismatch();
    if (!can_go_on(loaded)) return unfit_state();
    loaded.state.curve.clear(), loaded.state.curve_x_m.clear();
    loaded.now_x_m.assign(n, std::nan("")), loaded.now_y_m.assign(n, std::nan(""));
    reserve(loaded);
    *action = std::move(loaded);
    return Done{};
  });
}
