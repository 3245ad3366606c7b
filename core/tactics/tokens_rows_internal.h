#pragma once

#include <array>

#include "core/tactics/tokens.h"

// The rows of TokenParams, which stand in two tables: of tokens alone (the library's) and of a squad.
// Private to this room.
namespace fw {

inline constexpr size_t kTokenRowCount = 15;

/// Their paths in the order of token_rows().
inline constexpr std::array<std::string_view, kTokenRowCount> kTokenPaths{
    "tokens.method",           "tokens.tick_s",          "tokens.count",
    "tokens.starts_per_s",     "tokens.reach_m",         "tokens.front_share",
    "tokens.front_deg",        "tokens.attack_least_s",  "tokens.attack_most_s",
    "tokens.recovery_least_s", "tokens.recovery_most_s", "tokens.patience_s",
    "tokens.since_s",          "tokens.waiting_s",       "tokens.apart"};
inline constexpr std::array<std::string_view, kTokenRowCount> kSquadTokenPaths{
    "squad.method",           "squad.tick_s",          "squad.tokens",
    "squad.starts_per_s",     "squad.reach_m",         "squad.front_share",
    "squad.front_deg",        "squad.attack_least_s",  "squad.attack_most_s",
    "squad.recovery_least_s", "squad.recovery_most_s", "squad.patience_s",
    "squad.since_s",          "squad.waiting_s",       "squad.apart"};

/// Rows of the tokens at the end of `Path` in `Params`.
template <typename Params, auto... Path>
constexpr std::array<TuningRow<Params>, kTokenRowCount> token_rows(
    const std::array<std::string_view, kTokenRowCount>& paths) {
  using T = TokenParams;
  size_t next = 0;
  const auto with_path = [&](ValueRule rule) {
    rule.path = paths[next++];
    return rule;
  };
  return {{
      tuning_row<Params, Path..., &T::method>(
          with_path({"", "", 0, 0, false, kTokenMethodSlugs, "how starts of attacks are handed out"})),
      tuning_row<Params, Path..., &T::tick_s>(with_path({"", "s", 0.01, 1, false, {}, "length of a tick"})),
      tuning_row<Params, Path..., &T::tokens>(
          with_path({"", "", 1, 100, true, {}, "attacks on one target at once, at most"})),
      tuning_row<Params, Path..., &T::starts_per_s>(
          with_path({"", "1/s", 0, 100, false, {}, "starts of attacks; 0 = a token each 2.2 s"})),
      tuning_row<Params, Path..., &T::reach_m>(
          with_path({"", "m", 0.1, 1e4, false, {}, "who is farther from the target may not start"})),
      tuning_row<Params, Path..., &T::front_share>(
          with_path({"", "", 0, 1, false, {}, "share of the attacks from the target's front"})),
      tuning_row<Params, Path..., &T::front_deg>(
          with_path({"", "deg", 1, 180, false, {}, "a bearing up to this is in front"})),
      tuning_row<Params, Path..., &T::attack_least_s>(
          with_path({"", "s", 0.01, 600, false, {}, "the shortest attack"})),
      tuning_row<Params, Path..., &T::attack_most_s>(
          with_path({"", "s", 0.01, 600, false, {}, "the longest attack"})),
      tuning_row<Params, Path..., &T::recovery_least_s>(
          with_path({"", "s", 0, 600, false, {}, "the shortest rest after an attack"})),
      tuning_row<Params, Path..., &T::recovery_most_s>(
          with_path({"", "s", 0, 600, false, {}, "the longest rest after an attack"})),
      tuning_row<Params, Path..., &T::patience_s>(
          with_path({"", "s", 0, 3600, false, {}, "who waits longer comes first"})),
      tuning_row<Params, Path..., &T::since_s>(
          with_path({"", "s", 0.1, 3600, false, {}, "since the own last attack: a score of 1 per"})),
      tuning_row<Params, Path..., &T::waiting_s>(
          with_path({"", "s", 0.1, 3600, false, {}, "waiting: a score of 1 per"})),
      tuning_row<Params, Path..., &T::apart>(
          with_path({"", "", 0, 100, false, {}, "score per radian apart from those who attack"})),
  }};
}

}  // namespace fw
