#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/seed.h"
#include "core/model/coordinator.h"
#include "core/model/template/tuning.h"

// Who may attack a target now. A member that attacks holds one of the target's tokens until its attack ends,
// so that never more than so many attack at once (docs/coordinators.md, 9.2).
namespace fw {

/// How starts of attacks are handed out; paced is ours, the others are baselines. The methods of the
/// coordinator `squad`.
enum class TokenMethod : uint8_t { paced, free, random, nearest, fifo };
inline constexpr std::array kTokenMethodSlugs = slugs_of(kSquadMethods);

/// Times in seconds, lengths in metres. token_tuning() lists ranges.
struct TokenParams {
  TokenMethod method = TokenMethod::paced;
  double tick_s = 0.1;  ///< length of a tick
  int tokens = 3;       ///< of one target: attacks at once, at most
  /// paced: starts per second while somebody may start; 0 = tokens / 2.2 s, so that a token is free in time.
  double starts_per_s = 0;
  double reach_m = 7;                                ///< who is farther from the target may not start
  double front_share = 0.7;                          ///< paced: of the attacks, from the target's front
  double front_deg = 60;                             ///< a bearing up to this is in front
  double attack_least_s = 1.2, attack_most_s = 2;    ///< how long an attack holds its token ...
  double recovery_least_s = 2, recovery_most_s = 4;  ///< ... and the attacker rests after it, drawn between
  double patience_s = 6;  ///< paced: who waits longer than this, or 1.3 rounds of all, comes first
  double since_s = 6;     ///< paced: scores of time since the own last attack, ...
  double waiting_s = 4;   ///< ... of waiting (a score of 1 per so many seconds), ...
  double apart = 0.6;     ///< ... and per radian apart from those who attack

  friend bool operator==(const TokenParams&, const TokenParams&) = default;
};

/// Rows as "tokens.count", "tokens.reach_m", ...
std::span<const TuningRow<TokenParams>> token_tuning();
TokenParams token_preset(TokenMethod method);
/// Every row in its range, least times not above most times. Usage error, with paths that begin as `room`.
Result<Done> check_tokens(const TokenParams& params, std::string_view room = "tokens.");
/// Starts per second of `paced`.
double start_rate_per_s(const TokenParams& params);

/// Rules bound to a sub-stream: draws are addressed by it, by member and by how often that one attacked.
struct Tokens {
  TokenParams params;
  uint64_t duration_stream = 0, recovery_stream = 0, order_stream = 0, first_stream = 0;
};
Tokens bind_tokens(const TokenParams& params, uint64_t substream);

/// Members round a target at one tick, columns of equal length in any order; ids differ.
struct TokenRing {
  std::span<const uint32_t> id;
  std::span<const double> x_m, y_m;
  std::span<const uint8_t> may;  ///< not 0: idle, and at a post from which it attacks
  double target_x_m = 0, target_y_m = 0;
  double facing_x = 1, facing_y = 0;  ///< the target's, of any length above 0
};

/// What is remembered of one member.
struct TokenMember {
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::min();
  uint32_t id = 0;
  uint32_t attacks = 0;             ///< started so far
  int64_t first = 0;                ///< tick at which it was seen first
  int64_t last_start = kNever;      ///< tick
  int64_t waits_since = kNever;     ///< tick from which it has been eligible; kNever: it is not
  int64_t attack_until = kNever;    ///< first tick after its attack
  int64_t recovers_until = kNever;  ///< first tick after its recovery
  double angle_rad = 0;             ///< round the target, where it started last

  bool attacks_at(int64_t tick) const { return tick < attack_until; }
};

/// Scratch of a step; no state.
struct TokenScratch {
  struct Candidate {
    uint32_t entry = 0, member = 0;
    double bearing_rad = 0, angle_rad = 0, distance_m2 = 0;
  };
  std::vector<Candidate> candidates;
  std::vector<uint32_t> place;  ///< of every entry among the members
};

/// The state of one target's tokens.
struct TokenState {
  std::vector<TokenMember> members;  ///< by id
  double due_s = 0;                  ///< when the next start is due
  int64_t starts = 0, front_starts = 0;
  /// Starts that the front quota meant for the front, or for the rest, where nobody there was eligible.
  int64_t no_front = 0, no_side = 0;
  uint32_t last = 0;              ///< member that started last; starts > 0
  std::vector<uint32_t> started;  ///< ids of the last step, in the order of their starts
  TokenScratch scratch;
};

/// The most members that a state knows after steps with rings of up to `most`: those listed last, and others
/// that left while they attack.
uint64_t most_members(const Tokens& tokens, size_t most);
/// Reserves what rings of up to `most` members need, so that steps allocate nothing; with `free`, where any
/// number may attack, as long as no more than `most` left while they attack.
TokenState start_tokens(const Tokens& tokens, size_t most);

/// One tick: who starts now. Members that are no longer listed are forgotten once their attack is over; those
/// that are listed for the first time join. The same result for any order of the entries.
void step_tokens(const Tokens& tokens, int64_t tick, const TokenRing& ring, TokenState& state);

/// Members that hold a token at a tick.
int tokens_in_use(const TokenState& state, int64_t tick);

}  // namespace fw
