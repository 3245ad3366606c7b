#include "core/world/hand/hand_outcomes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/model/cure.h"
#include "core/model/world/hand_told.h"

namespace fw {
namespace {

constexpr std::string_view kNoWaters =
    "the template has no rivers, and so no lakes: set water.rivers to natural";

/// Why a row of the list may do nothing although it can be read.
std::string_view unanswered_reason(std::string_view list, const HandRow& row) {
  if (list == "areas" && static_cast<const AreaRow&>(row).density > 0)
    return "its words name no class of points, and landmarks keep away only where density is 0";
  if (list == "bans" || list == "areas") return "its words name no class of points and no kind of landmark";
  if (list == "waters") return kNoWaters;
  return "nothing in this world answers to it";
}

}  // namespace

std::vector<HandOutcome> order_outcomes(const Hand& hand, const std::vector<HandOutcome>& told, bool whole) {
  std::map<std::string_view, HandOutcome> by_id;
  for (const HandOutcome& part : told) {
    const auto [at, first] = by_id.try_emplace(part.id, part);
    if (first) continue;
    HandOutcome& sum = at->second;
    sum.asked += part.asked;
    sum.got += part.got;
    sum.state = std::max(sum.state, part.state);  // held < part < suspended
    if (sum.reason.empty()) sum.reason = part.reason;
  }
  std::vector<HandOutcome> out;
  visit_hand(hand, [&](std::string_view list, const auto& rows) {
    for (const auto& row : rows) {
      const auto found = by_id.find(row.id);
      HandOutcome outcome;
      if (!row.on)
        outcome.state = HandState::off;
      else if (found != by_id.end())
        outcome = found->second;
      else if (is_beside_world(list))
        outcome.state = HandState::held;  // it asks nothing of the world
      else if (whole)
        outcome = suspended_row(list, row, std::string(unanswered_reason(list, row)));
      else
        continue;
      outcome.id = row.id;
      outcome.list = list;
      out.push_back(std::move(outcome));
    }
  });
  return out;
}

Findings tell_suspended(const std::vector<HandOutcome>& outcomes, const Findings& told) {
  std::set<std::string_view> places;
  for (const Finding& finding : told) places.insert(finding.where);
  Findings out;
  for (const HandOutcome& row : outcomes) {
    if (row.state != HandState::suspended) continue;
    if (places.contains(hand_path(row.list, row.id))) continue;
    out.push_back(tell_suspended(row));
    if (row.reason == kNoWaters) out.back().cures = {{set_to("water.rivers", "natural")}};
  }
  return out;
}

}  // namespace fw
