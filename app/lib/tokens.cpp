#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/lib/params_internal.h"
#include "app/lib/state_block.h"
#include "core/tactics/tokens.h"

// Attack tokens of one target.

using namespace fw;
using namespace fw::lib;

struct fw_tokens {
  ContextPtr context;
  Tokens tokens;
  TokenState state;
  size_t most = 0;
  uint64_t identity = 0;
  int64_t tick = 0;    ///< the next one
  bool begun = false;  ///< a first tick has been stepped or loaded
  // A call's columns.
  std::vector<uint32_t> id, sorted;
  std::vector<double> x_m, y_m;
  std::vector<uint8_t> may;
};

namespace {

constexpr size_t kMostMembers = 65536;
constexpr fw_type kFlagTypes[] = {FW_U8};

/// Reads the caller's members into the handle's columns.
Result<Done> read_members(const fw_tokens_io& io, fw_tokens& t) {
  const size_t n = io.count;
  if (n > t.most)
    return Error{ErrorKind::limit, "count: found " + std::to_string(n) + " members, expected at most " +
                                       std::to_string(t.most) + ", as the tokens were opened for"};
  const auto id = column_of(&io.id, "id", n, kIdTypes);
  if (!id) return id.error();
  const auto x = column_of(&io.x_m, "x_m", n, kPlaceTypes), y = column_of(&io.y_m, "y_m", n, kPlaceTypes);
  if (!x) return x.error();
  if (!y) return y.error();
  const auto may = column_of(&io.may, "may", n, kFlagTypes);
  if (!may) return may.error();
  if (auto places = check_places(x.value(), y.value(), n); !places) return places;
  t.id.resize(n), t.x_m.resize(n), t.y_m.resize(n), t.may.resize(n);
  for (size_t i = 0; i < n; ++i) {
    std::memcpy(&t.id[i], id.value().at(i), sizeof t.id[i]);
    t.x_m[i] = x.value().number(i), t.y_m[i] = y.value().number(i);
    t.may[i] = static_cast<uint8_t>(*may.value().at(i)) != 0;
  }
  t.sorted.assign(t.id.begin(), t.id.end());
  std::sort(t.sorted.begin(), t.sorted.end());
  const auto twice = std::adjacent_find(t.sorted.begin(), t.sorted.end());
  if (twice != t.sorted.end()) return usage("id " + std::to_string(*twice) + ": found twice");
  return Done{};
}

Result<Done> check_target(const fw_tokens_io& io) {
  for (const double place : {io.target_x_m, io.target_y_m})
    if (!(std::abs(place) <= kFarthest_m))
      return usage("target_x_m, target_y_m: expected numbers up to 1e7 m");
  const double length2 = io.facing_x * io.facing_x + io.facing_y * io.facing_y;
  if (!(length2 > 0) || !std::isfinite(length2))
    return usage("facing_x, facing_y: expected a direction, of any length above 0");
  return Done{};
}

/// Everything of a member, in one order for both directions.
template <typename Each, typename Member>
void visit_member(Member& m, const Each& each) {
  each(m.id), each(m.attacks), each(m.first), each(m.last_start), each(m.waits_since), each(m.attack_until);
  each(m.recovers_until), each(m.angle_rad);
}
template <typename Each, typename State>
void visit_state(State& s, const Each& each) {
  each(s.due_s), each(s.starts), each(s.front_starts), each(s.no_front), each(s.no_side), each(s.last);
}

uint64_t word_of(double value) {
  return bits_of(value);
}
uint64_t word_of(int64_t value) {
  return static_cast<uint64_t>(value);
}
uint64_t word_of(uint32_t value) {
  return value;
}

/// What ticks rely on, whoever wrote the block.
bool can_go_on(const fw_tokens& t) {
  const TokenState& s = t.state;
  for (size_t i = 0; i < s.members.size(); ++i) {
    const TokenMember& m = s.members[i];
    if (i > 0 && m.id <= s.members[i - 1].id) return false;
    if (!(std::abs(m.angle_rad) <= 4)) return false;
    for (const int64_t tick : {m.first, m.last_start, m.waits_since})
      if (tick != TokenMember::kNever && (tick < 0 || tick > t.tick)) return false;
    for (const int64_t tick : {m.attack_until, m.recovers_until})
      if (tick != TokenMember::kNever && (tick < 0 || tick > 2 * kLastTick)) return false;
  }
  return std::isfinite(s.due_s) && s.starts >= 0 && s.front_starts >= 0 && s.front_starts <= s.starts &&
         s.starts <= kLastTick * static_cast<int64_t>(kMostMembers);
}

void reserve_columns(fw_tokens& t) {
  t.id.reserve(t.most), t.sorted.reserve(t.most), t.x_m.reserve(t.most), t.y_m.reserve(t.most);
  t.may.reserve(t.most);
}

}  // namespace

fw_status fw_tokens_open(fw_context* context, const fw_params* params, const fw_seeds* seeds, size_t most,
                         fw_tokens** out, fw_error* error) {
  return guarded(context ? context->shared.get() : nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_tokens_open", "context");
    if (out == nullptr) return null_argument("fw_tokens_open", "out");
    const auto p = params_of<TokenParams>(params, "tokens");
    if (!p) return p.error();
    const auto streams = seeds_of(seeds);
    if (!streams) return streams.error();
    if (most > kMostMembers)
      return Error{ErrorKind::limit, "most: found " + std::to_string(most) + ", expected at most 65536"};
    if (auto fits = check_tokens(p.value()); !fits) return fits;
    auto made = std::make_unique<fw_tokens>();
    made->context = context->shared, made->most = most;
    made->tokens = bind_tokens(p.value(), derive(streams.value().place_stream(), "tokens"));
    made->state = start_tokens(made->tokens, most);
    reserve_columns(*made);
    made->identity = identity_of(params->held, static_cast<uint64_t>(p.value().method) + 300);
    for (const uint64_t seed : {streams.value().layout, streams.value().noise, streams.value().place})
      made->identity = splitmix64(made->identity ^ seed);
    *out = made.release();
    return Done{};
  });
}

void fw_tokens_close(fw_tokens* tokens) {
  delete tokens;
}

fw_status fw_tokens_tick(fw_tokens* tokens, int64_t tick, fw_tokens_io* io, fw_error* error) {
  return guarded(tokens ? tokens->context.get() : nullptr, error, [&]() -> Result<Done> {
    if (tokens == nullptr) return null_argument("fw_tokens_tick", "tokens");
    const auto given = grown(io, sizeof(fw_tokens_io), "fw_tokens_io");
    if (!given) return given.error();
    const fw_tokens_io& asked = given.value();
    if (asked.started == nullptr && asked.count > 0) return null_argument("fw_tokens_tick", "started");
    if (auto fits = check_tick(tick); !fits) return fits;
    fw_tokens& t = *tokens;
    if (t.begun && tick != t.tick)
      return usage("tick: found " + std::to_string(tick) + ", expected " + std::to_string(t.tick));
    if (auto fits = check_target(asked); !fits) return fits;
    if (auto read = read_members(asked, t); !read) return read;
    step_tokens(
        t.tokens, tick,
        {t.id, t.x_m, t.y_m, t.may, asked.target_x_m, asked.target_y_m, asked.facing_x, asked.facing_y},
        t.state);
    t.begun = true, t.tick = tick + 1;
    std::copy(t.state.started.begin(), t.state.started.end(), io->started);
    io->starts = t.state.started.size();
    return Done{};
  });
}

void fw_tokens_digest(const fw_tokens* tokens, fw_digest* out) {
  if (out == nullptr) return;
  *out = {{0, 0}};
  const DefaultFloats floats;
  if (tokens == nullptr) return;
  const auto now = static_cast<uint64_t>(tokens->tick);
  uint64_t all = now + 0x452821E638D01377u;
  visit_state(tokens->state, [&](auto value) { all = mix_word(all, word_of(value)); });
  add_entry(*out, all);
  for (const TokenMember& m : tokens->state.members) {
    uint64_t word = now + 0xBE5466CF34E90C6Cu;
    visit_member(m, [&](auto value) { word = mix_word(word, word_of(value)); });
    add_entry(*out, word);
  }
}

fw_status fw_tokens_save(const fw_tokens* tokens, void* to, size_t* bytes, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (tokens == nullptr) return null_argument("fw_tokens_save", "tokens");
    StateWriter block(StateKind::tokens, tokens->identity, tokens->tick, tokens->state.members.size());
    block.put(uint64_t{tokens->begun});
    visit_state(tokens->state, [&](auto value) { block.put(value); });
    for (const TokenMember& m : tokens->state.members) visit_member(m, [&](auto value) { block.put(value); });
    return block.finish(to, bytes);
  });
}

fw_status fw_tokens_load(fw_tokens* tokens, const void* from, size_t bytes, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (tokens == nullptr) return null_argument("fw_tokens_load", "tokens");
    auto opened = StateReader::open(from, bytes, StateKind::tokens, tokens->identity);
    if (!opened) return opened.error();
    StateReader& block = opened.value();
    const uint64_t most = std::min(most_members(tokens->tokens, tokens->most), uint64_t{bytes});
    if (block.count() > most)
      return Error{ErrorKind::limit, "saved state: holds " + std::to_string(block.count()) +
                                         " members, expected at most " + std::to_string(most) +
                                         ", as the tokens were opened for"};
    fw_tokens loaded = *tokens;
    loaded.state = start_tokens(loaded.tokens, loaded.most);
    loaded.tick = block.tick();
    loaded.begun = block.get<uint64_t>() != 0;
    const auto get = [&](auto& value) { value = block.get<std::remove_reference_t<decltype(value)>>(); };
    visit_state(loaded.state, get);
    loaded.state.members.resize(static_cast<size_t>(block.count()));
    for (TokenMember& m : loaded.state.members) visit_member(m, get);
    if (auto whole = block.done(); !whole) return whole;
    if (!can_go_on(loaded)) return unfit_state();
    reserve_columns(loaded);
    *tokens = std::move(loaded);
    return Done{};
  });
}
