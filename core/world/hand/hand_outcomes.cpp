#include "core/world/hand/hand_outcomes.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace fw {

std::vector<HandOutcome> order_outcomes(const Hand& hand, const std::vector<HandOutcome>& told) {
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
      out.push_back(row.on && found != by_id.end() ? found->second : HandOutcome{});
      out.back().id = row.id;
      out.back().list = list;
      if (!row.on) out.back().state = HandState::off;
    }
  });
  return out;
}

}  // namespace fw
