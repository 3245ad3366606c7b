#include "core/tactics/tokens.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"

namespace fw {

namespace {

using Candidate = TokenScratch::Candidate;

constexpr double kFullCircle_rad = 2 * std::numbers::pi;
/// Weight of the angle to the last attacker beside that to those who attack now.
constexpr double kLastShare = 0.5;
/// Who waits longer than so many rounds of all who are eligible comes first.
constexpr double kRoundsOfPatience = 1.3;

/// |a - b| on the circle, for angles in (-pi, pi].
double angle_apart(double a_rad, double b_rad) {
  const double apart = std::fabs(a_rad - b_rad);
  return std::min(apart, kFullCircle_rad - apart);
}

int64_t whole_ticks(double time_s, double tick_s) {
  return std::max<int64_t>(1, static_cast<int64_t>(std::floor(time_s / tick_s + 0.5)));
}

/// A draw of a member's n-th attack, uniform between two times, in ticks.
int64_t drawn_ticks(uint64_t stream, const TokenMember& m, double least_s, double most_s, double tick_s) {
  const uint64_t address = uint64_t{m.id} << 32 | m.attacks;
  return whole_ticks(least_s + (most_s - least_s) * random_uniform(stream, address), tick_s);
}

/// Members in step with the listed ids: new ones join, those that left and hold no token go. Fills
/// scratch.place.
void list_members(int64_t tick, const TokenRing& ring, TokenState& state) {
  std::vector<TokenMember>& members = state.members;
  const auto by_id = [](const TokenMember& m, uint32_t id) { return m.id < id; };
  const size_t known = members.size();
  for (const uint32_t id : ring.id) {
    const auto end = members.begin() + static_cast<std::ptrdiff_t>(known);
    const auto at = std::lower_bound(members.begin(), end, id, by_id);
    if (at != end && at->id == id) continue;
    TokenMember& added = members.emplace_back();
    added.id = id, added.first = tick;
  }
  if (members.size() > known)
    std::sort(members.begin(), members.end(),
              [](const TokenMember& a, const TokenMember& b) { return a.id < b.id; });
  std::vector<uint32_t>& place = state.scratch.place;
  place.clear();
  for (const uint32_t id : ring.id)
    place.push_back(
        static_cast<uint32_t>(std::lower_bound(members.begin(), members.end(), id, by_id) - members.begin()));
  if (members.size() == ring.id.size()) return;
  // Marks of this tick: who is not listed has none.
  std::vector<Candidate>& marks = state.scratch.candidates;
  marks.assign(members.size(), {});
  for (const uint32_t at : place) marks[at].entry = 1;
  size_t kept = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    marks[i].member = static_cast<uint32_t>(kept);
    if (marks[i].entry == 0) members[i].waits_since = TokenMember::kNever;
    if (marks[i].entry != 0 || members[i].attacks_at(tick)) members[kept++] = members[i];
  }
  members.resize(kept);
  for (uint32_t& at : place) at = marks[at].member;
}

/// Those who may start now, by id; waiting times begin or end.
void find_candidates(const Tokens& tokens, int64_t tick, const TokenRing& ring, TokenState& state) {
  const double reach_m2 = tokens.params.reach_m * tokens.params.reach_m;
  const double facing_rad = exact::atan2(ring.facing_y, ring.facing_x);
  std::vector<Candidate>& out = state.scratch.candidates;
  out.clear();
  for (size_t i = 0; i < ring.id.size(); ++i) {
    TokenMember& m = state.members[state.scratch.place[i]];
    const double dx = ring.x_m[i] - ring.target_x_m, dy = ring.y_m[i] - ring.target_y_m;
    const double d2 = dx * dx + dy * dy;
    const bool idle = tick >= m.attack_until && tick >= m.recovers_until;
    if (ring.may[i] == 0 || !idle || !(d2 <= reach_m2)) {
      m.waits_since = TokenMember::kNever;
      continue;
    }
    if (m.waits_since == TokenMember::kNever) m.waits_since = tick;
    const double angle = exact::atan2(dy, dx);
    out.push_back(
        {static_cast<uint32_t>(i), state.scratch.place[i], angle_apart(angle, facing_rad), angle, d2});
  }
  std::sort(out.begin(), out.end(),
            [](const Candidate& a, const Candidate& b) { return a.member < b.member; });
}

/// What `choose` reads.
struct TokenChoice {
  const Tokens& tokens;
  int64_t tick;
  const TokenState& state;

  double waited_s(const Candidate& c) const {
    return static_cast<double>(tick - state.members[c.member].waits_since) * tokens.params.tick_s;
  }
  /// How much a member's turn it is (paced).
  double score(const Candidate& c) const {
    const TokenParams& p = tokens.params;
    const TokenMember& m = state.members[c.member];
    // Who has never attacked begins somewhere in a round, so that nobody's first turn goes by id.
    const double since_s = m.last_start == TokenMember::kNever
                               ? static_cast<double>(tick - m.first) * p.tick_s +
                                     p.since_s * random_uniform(tokens.first_stream, m.id)
                               : static_cast<double>(tick - m.last_start) * p.tick_s;
    double nearest = kFullCircle_rad / 2;
    bool any = false;
    for (const TokenMember& other : state.members)
      if (other.attacks_at(tick))
        nearest = std::min(nearest, angle_apart(c.angle_rad, other.angle_rad)), any = true;
    double apart = any ? nearest : 0;
    if (state.starts > 0) {
      const auto last = std::lower_bound(state.members.begin(), state.members.end(), state.last,
                                         [](const TokenMember& a, uint32_t id) { return a.id < id; });
      if (last != state.members.end() && last->id == state.last)
        apart += kLastShare * angle_apart(c.angle_rad, last->angle_rad);
    }
    return since_s / p.since_s + waited_s(c) / p.waiting_s + p.apart * apart;
  }
};

/// The candidate with the greatest value; the first of equal ones. `allowed` chooses among them; null: none.
template <typename Value, typename Allowed>
const Candidate* greatest(const std::vector<Candidate>& candidates, const Value& value,
                          const Allowed& allowed) {
  const Candidate* best = nullptr;
  double most = 0;
  for (const Candidate& c : candidates) {
    if (!allowed(c)) continue;
    const double v = value(c);
    if (best == nullptr || v > most) best = &c, most = v;
  }
  return best;
}

const Candidate* choose_paced(const TokenChoice& choice, TokenState& state) {
  const TokenParams& p = choice.tokens.params;
  const std::vector<Candidate>& all = state.scratch.candidates;
  const auto waited = [&](const Candidate& c) { return choice.waited_s(c); };
  const double patience_s =
      std::max(p.patience_s, kRoundsOfPatience * static_cast<double>(all.size()) / start_rate_per_s(p));
  if (const Candidate* late =
          greatest(all, waited, [&](const Candidate& c) { return waited(c) > patience_s; }))
    return late;
  const double front_rad = p.front_deg * std::numbers::pi / 180;
  // The running quota: whichever side is behind.
  const bool front =
      p.front_share * static_cast<double>(state.starts + 1) - static_cast<double>(state.front_starts) >= 0.5;
  const auto score = [&](const Candidate& c) { return choice.score(c); };
  const Candidate* best =
      greatest(all, score, [&](const Candidate& c) { return (c.bearing_rad <= front_rad) == front; });
  if (best != nullptr) return best;
  ++(front ? state.no_front : state.no_side);
  return greatest(all, score, [](const Candidate&) { return true; });
}

const Candidate* choose(const TokenChoice& choice, TokenState& state) {
  const std::vector<Candidate>& all = state.scratch.candidates;
  const auto any = [](const Candidate&) { return true; };
  switch (choice.tokens.params.method) {
    case TokenMethod::paced:
      return choose_paced(choice, state);
    case TokenMethod::nearest:
      return greatest(
          all, [](const Candidate& c) { return -c.distance_m2; }, any);
    case TokenMethod::fifo:
      return greatest(
          all, [&](const Candidate& c) { return choice.waited_s(c); }, any);
    case TokenMethod::free:
    case TokenMethod::random:
      break;
  }
  const uint64_t stream =
      splitmix64(choice.tokens.order_stream ^ splitmix64(static_cast<uint64_t>(choice.tick)));
  return greatest(
      all, [&](const Candidate& c) { return random_uniform(stream, state.members[c.member].id); }, any);
}

void start_attack(const Tokens& tokens, int64_t tick, const Candidate& chosen, TokenState& state) {
  const TokenParams& p = tokens.params;
  TokenMember& m = state.members[chosen.member];
  m.attack_until = tick + drawn_ticks(tokens.duration_stream, m, p.attack_least_s, p.attack_most_s, p.tick_s);
  m.recovers_until = m.attack_until +
                     drawn_ticks(tokens.recovery_stream, m, p.recovery_least_s, p.recovery_most_s, p.tick_s);
  m.last_start = tick, m.waits_since = TokenMember::kNever, m.angle_rad = chosen.angle_rad;
  ++m.attacks;
  ++state.starts;
  state.front_starts += chosen.bearing_rad <= p.front_deg * std::numbers::pi / 180;
  state.last = m.id;
  state.started.push_back(m.id);
  std::vector<Candidate>& all = state.scratch.candidates;
  all.erase(all.begin() + (&chosen - all.data()));
}

}  // namespace

Tokens bind_tokens(const TokenParams& params, uint64_t substream) {
  assert(check_tokens(params));
  return {params, derive(substream, "tokens/duration"), derive(substream, "tokens/recovery"),
          derive(substream, "tokens/order"), derive(substream, "tokens/first")};
}

uint64_t most_members(const Tokens& tokens, size_t most) {
  const TokenParams& p = tokens.params;
  const auto listed = static_cast<uint64_t>(most);
  if (p.method != TokenMethod::free) return listed + static_cast<uint64_t>(p.tokens);
  // As many may leave at every tick of the longest attack.
  return listed * (1 + static_cast<uint64_t>(whole_ticks(p.attack_most_s, p.tick_s)));
}

TokenState start_tokens(const Tokens& tokens, size_t most) {
  TokenState state;
  // New members stand beside those that are known until those that left are forgotten.
  const bool free = tokens.params.method == TokenMethod::free;
  const size_t room = most + (free ? 2 * most : most + static_cast<size_t>(tokens.params.tokens));
  state.members.reserve(room), state.scratch.candidates.reserve(room);
  state.scratch.place.reserve(most), state.started.reserve(most);
  return state;
}

int tokens_in_use(const TokenState& state, int64_t tick) {
  return static_cast<int>(std::count_if(state.members.begin(), state.members.end(),
                                        [&](const TokenMember& m) { return m.attacks_at(tick); }));
}

void step_tokens(const Tokens& tokens, int64_t tick, const TokenRing& ring, TokenState& state) {
  assert(ring.id.size() == ring.x_m.size() && ring.id.size() == ring.y_m.size() &&
         ring.id.size() == ring.may.size());
  const TokenParams& p = tokens.params;
  state.started.clear();
  list_members(tick, ring, state);
  find_candidates(tokens, tick, ring, state);
  const bool paced = p.method == TokenMethod::paced, free = p.method == TokenMethod::free;
  const double now_s = static_cast<double>(tick) * p.tick_s;
  int in_use = tokens_in_use(state, tick);
  while (!state.scratch.candidates.empty() && (free || in_use < p.tokens) &&
         !(paced && state.due_s > now_s + 1e-9)) {
    const Candidate* chosen = choose({tokens, tick, state}, state);
    // Whoever is late does not hurry afterwards: at most a tick is made up for.
    if (paced) state.due_s = std::max(state.due_s, now_s - p.tick_s) + 1 / start_rate_per_s(p);
    start_attack(tokens, tick, *chosen, state);
    ++in_use;
  }
}

}  // namespace fw
