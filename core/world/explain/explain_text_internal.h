#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/model/world/world.h"
#include "core/world/explain/explain.h"

// For explain*.cpp.
namespace fw {

using Rows = std::vector<ExplainRow>;

/// "12.5 m"
inline std::string metres(double value) {
  return decimal_text(value, 1) + " m";
}
/// "; off", "; suspended: it is at sea"; "" for a row that holds.
inline std::string state_of_row(const World& world, const HandRow& row) {
  if (!row.on) return "; off";
  const auto told = std::find_if(world.hand.begin(), world.hand.end(),
                                 [&](const HandOutcome& o) { return o.id == row.id; });
  if (told == world.hand.end() || told->state == HandState::held) return {};
  return "; " + std::string(kHandStateSlugs[static_cast<size_t>(told->state)]) +
         (told->reason.empty() ? "" : ": " + told->reason);
}
/// "12 m"
inline std::string whole_metres(double value) {
  return decimal_text(value, 0) + " m";
}

}  // namespace fw
