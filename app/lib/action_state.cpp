#include <cmath>

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
    for (const size_t size : {loaded.state.active_until.size(), loaded.x_m.size(), loaded.y_m.size(),
                              loaded.phase_class.size(), static_cast<size_t>(block.count())})
      if (size != n) return mismatch();
    loaded.state.curve.clear(), loaded.state.curve_x_m.clear();
    loaded.now_x_m.assign(n, std::nan("")), loaded.now_y_m.assign(n, std::nan(""));
    *action = std::move(loaded);
    return Done{};
  });
}
