#include "core/tactics/squad.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/parallel/parallel.h"

namespace fw {

namespace {

/// The ring's turn is stated for a tenth of a second.
constexpr double kTurnStep_s = 0.1;
constexpr float kNeverAttacked_s = 1e6f;

/// What one squad reads and writes; spans are of its members.
struct SquadMembers {
  const Squads& squads;
  const SquadUnit& unit;
  size_t number;
  std::span<const double> x_m, y_m;
  SquadState& state;

  std::span<uint8_t> post() const { return std::span(state.post).subspan(unit.first, unit.size); }
  std::span<uint16_t> slot() const { return std::span(state.slot).subspan(unit.first, unit.size); }
};

double ticks_of(double time_s, double tick_s) {
  return std::max(1.0, std::floor(time_s / tick_s + 0.5));
}

/// Turns the eased facing towards the target's.
void ease_facing(const SquadMembers& squad, const SquadTarget& target) {
  double &x = squad.state.facing_x[squad.number], &y = squad.state.facing_y[squad.number];
  const double length = std::sqrt(target.facing_x * target.facing_x + target.facing_y * target.facing_y);
  if (!(length > 0)) return;
  const double to_x = target.facing_x / length, to_y = target.facing_y / length;
  const double turn = exact::atan2(x * to_y - y * to_x, x * to_x + y * to_y);
  const double keep = 1 - squad.squads.params.turn_share;
  const double share = 1 - exact::pow(keep, squad.squads.params.tokens.tick_s / kTurnStep_s);
  const exact::SinCos by = exact::sincos(turn * share);
  const double new_x = x * by.cos - y * by.sin, new_y = x * by.sin + y * by.cos;
  const double unit = std::sqrt(new_x * new_x + new_y * new_y);
  x = new_x / unit, y = new_y / unit;
}

/// Whether the squad is at its target; it begins to face it as it comes.
bool engage(const SquadMembers& squad, const SquadTarget& target) {
  const SquadParams& p = squad.squads.params;
  uint8_t& engaged = squad.state.engaged[squad.number];
  const double dx = target.x_m - squad.unit.home_x_m, dy = target.y_m - squad.unit.home_y_m;
  const double reach_m = engaged != 0 ? p.notice_m * p.leave : p.notice_m;
  const bool now = dx * dx + dy * dy <= reach_m * reach_m;
  if (now && engaged == 0) {
    const double length = std::sqrt(target.facing_x * target.facing_x + target.facing_y * target.facing_y);
    squad.state.facing_x[squad.number] = length > 0 ? target.facing_x / length : 1;
    squad.state.facing_y[squad.number] = length > 0 ? target.facing_y / length : 0;
  }
  engaged = now;
  return now;
}

void home_of(const SquadUnit& unit, size_t member, double& x_m, double& y_m) {
  const double r = unit.home_m * std::sqrt(random_uniform(unit.home_stream, 2 * member));
  const exact::SinCos turn =
      exact::sincos(2 * std::numbers::pi * random_uniform(unit.home_stream, 2 * member + 1));
  x_m = unit.home_x_m + r * turn.cos, y_m = unit.home_y_m + r * turn.sin;
}

/// Places of members round the target.
void place_members(const SquadMembers& squad, const PostView& view) {
  std::array<size_t, kPostSlugs.size()> count{};
  for (const uint8_t p : squad.post()) ++count[p];
  for (size_t i = 0; i < squad.unit.size; ++i) {
    const uint8_t p = squad.post()[i];
    const PostSlot slot = slot_of(static_cast<Post>(p), squad.slot()[i], count[p], squad.unit.posts.ring_m);
    const exact::SinCos turn = exact::sincos(slot.bearing_rad);
    squad.state.place_x_m[squad.unit.first + i] =
        view.target_x_m + slot.radius_m * (turn.cos * view.facing_x - turn.sin * view.facing_y);
    squad.state.place_y_m[squad.unit.first + i] =
        view.target_y_m + slot.radius_m * (turn.sin * view.facing_x + turn.cos * view.facing_y);
  }
}

/// The velocities that take members to their places.
void want_places(const SquadMembers& squad) {
  const double arrive_s = squad.squads.params.arrive_s;
  for (size_t k = 0; k < squad.unit.size; ++k) {
    const size_t i = squad.unit.first + k;
    const double dx = squad.state.place_x_m[i] - squad.x_m[k], dy = squad.state.place_y_m[i] - squad.y_m[k];
    const double away_m = std::sqrt(dx * dx + dy * dy);
    const double speed = std::min(squad.unit.speed_mps, away_m / arrive_s);
    const double scale = away_m > 0 ? speed / away_m : 0;
    squad.state.want_x_mps[i] = static_cast<float>(dx * scale);
    squad.state.want_y_mps[i] = static_cast<float>(dy * scale);
  }
}

void step_tokens_of(const SquadMembers& squad, const SquadTarget& target, bool engaged) {
  std::vector<uint32_t> id(squad.unit.size);
  std::vector<uint8_t> may(squad.unit.size);
  std::iota(id.begin(), id.end(), 0u);
  for (size_t k = 0; k < squad.unit.size; ++k) {
    const auto post = static_cast<Post>(squad.post()[k]);
    may[k] = engaged && (post == Post::face || post == Post::flank);
  }
  TokenState& tokens = squad.state.tokens[squad.number];
  step_tokens(squad.unit.tokens, squad.state.tick,
              {id, squad.x_m, squad.y_m, may, target.x_m, target.y_m, target.facing_x, target.facing_y},
              tokens);
  for (size_t k = 0; k < squad.unit.size; ++k)
    squad.state.attacking[squad.unit.first + k] = tokens.members[k].attacks_at(squad.state.tick);
}

/// Since the end of each member's last attack; who is at it keeps its post.
std::vector<float> since_attacks(const SquadMembers& squad) {
  const TokenState& tokens = squad.state.tokens[squad.number];
  std::vector<float> since(squad.unit.size, kNeverAttacked_s);
  for (const TokenMember& m : tokens.members)
    if (m.last_start != TokenMember::kNever && !m.attacks_at(squad.state.tick))
      since[m.id] = static_cast<float>(static_cast<double>(squad.state.tick - m.attack_until) *
                                       squad.squads.params.tokens.tick_s);
  return since;
}

void step_unit(const SquadMembers& squad, const SquadTarget& target) {
  const bool was = squad.state.engaged[squad.number] != 0, engaged = engage(squad, target);
  const double tick_s = squad.squads.params.tokens.tick_s;
  if (engaged) {
    ease_facing(squad, target);
    const std::vector<float> since_s = since_attacks(squad);
    const PostView view{squad.x_m,
                        squad.y_m,
                        target.x_m,
                        target.y_m,
                        squad.state.facing_x[squad.number],
                        squad.state.facing_y[squad.number],
                        since_s};
    const auto every = static_cast<int64_t>(ticks_of(squad.unit.posts.every_s, tick_s));
    if (!was || squad.state.tick % every == 0) {
      PostScratch scratch;
      const std::vector<uint8_t> had(squad.post().begin(), squad.post().end());
      choose_posts(squad.unit.posts, squad.unit.fields, view, static_cast<double>(squad.state.tick) * tick_s,
                   squad.post(), scratch);
      choose_slots(squad.unit.posts, view, squad.post(), had, squad.slot(), scratch);
    }
    place_members(squad, view);
  } else {
    for (size_t k = 0; k < squad.unit.size; ++k)
      home_of(squad.unit, k, squad.state.place_x_m[squad.unit.first + k],
              squad.state.place_y_m[squad.unit.first + k]);
  }
  want_places(squad);
  step_tokens_of(squad, target, engaged);
}

}  // namespace

SquadUnit& add_unit(Squads& squads, size_t size, uint64_t substream) {
  const size_t first = squads.members();
  SquadUnit& unit = squads.units.emplace_back();
  unit.first = first, unit.size = size;
  unit.speed_mps = squads.params.speed_mps;
  unit.posts = squads.params.posts;
  unit.tokens = bind_tokens(squads.params.tokens, substream);
  unit.fields = bind_posts(substream);
  unit.home_stream = derive(substream, "squad/home");
  return unit;
}

SquadState start_squads(const Squads& squads) {
  SquadState state;
  const size_t n = squads.members(), units = squads.units.size();
  state.post.assign(n, static_cast<uint8_t>(Post::face)), state.slot.assign(n, UINT16_MAX);
  state.attacking.assign(n, 0);
  state.place_x_m.resize(n), state.place_y_m.resize(n);
  squad_homes(squads, state.place_x_m, state.place_y_m);
  state.want_x_mps.assign(n, 0), state.want_y_mps.assign(n, 0);
  state.engaged.assign(units, 0), state.facing_x.assign(units, 1), state.facing_y.assign(units, 0);
  for (const SquadUnit& unit : squads.units) state.tokens.push_back(start_tokens(unit.tokens, unit.size));
  return state;
}

void squad_homes(const Squads& squads, std::span<double> x_m, std::span<double> y_m) {
  for (const SquadUnit& unit : squads.units)
    for (size_t k = 0; k < unit.size; ++k) home_of(unit, k, x_m[unit.first + k], y_m[unit.first + k]);
}

void step_squads(const Squads& squads, std::span<const SquadTarget> targets, std::span<const double> x_m,
                 std::span<const double> y_m, SquadState& state) {
  assert(targets.size() == squads.units.size() && x_m.size() == squads.members() && y_m.size() == x_m.size());
  parallel_for(squads.units.size(), 4, [&](size_t begin, size_t end) {
    for (size_t u = begin; u < end; ++u) {
      const SquadUnit& unit = squads.units[u];
      step_unit(
          {squads, unit, u, x_m.subspan(unit.first, unit.size), y_m.subspan(unit.first, unit.size), state},
          targets[u]);
    }
  });
  ++state.tick;
}

}  // namespace fw
