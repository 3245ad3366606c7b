#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/plain_text.h"
#include "core/model/template/hand/hand.h"
#include "core/model/world/world.h"

// What stages tell of the rows of the hand.
namespace fw {

/// What a stage tells of the rows that it acted on.
struct HandTold {
  std::vector<HandOutcome> outcomes;
  Findings findings;

  void append(const HandTold& more) {
    outcomes.insert(outcomes.end(), more.outcomes.begin(), more.outcomes.end());
    findings.insert(findings.end(), more.findings.begin(), more.findings.end());
  }
};

/// A row's place in the template, for findings: "hand.terrain.t7f3a".
inline std::string hand_path(std::string_view list, std::string_view id) {
  return "hand." + std::string(list) + "." + std::string(id);
}

/// "row a", "rows a, b": the first eight of the ids, and how many more.
inline std::string name_rows(const std::vector<std::string>& ids) {
  return (ids.size() == 1 ? "row " : "rows ") + first_names(ids, 8);
}

/// Of a row that keeps classes away: before the rows of the pins that stand where it does.
inline constexpr std::string_view kPinsInside = "pins stand in it, by your own hand: ";

/// A row that cannot act.
inline HandOutcome suspended_row(std::string_view list, const HandRow& row, std::string reason,
                                 double asked = 0) {
  return {row.id, std::string(list), HandState::suspended, asked, 0, std::move(reason)};
}

/// What is told of a row that does nothing.
inline Finding tell_suspended(const HandOutcome& row) {
  return {Severity::warning, "row_suspended", hand_path(row.list, row.id),
          "Row " + row.id + " of " + row.list + " does nothing: " + row.reason + "."};
}

/// A row that acts; only in part where there is a reason.
inline HandOutcome acting_row(std::string_view list, const HandRow& row, double asked, double got,
                              std::string reason = {}) {
  return {row.id, std::string(list), reason.empty() ? HandState::held : HandState::part, asked,
          got,    std::move(reason)};
}

}  // namespace fw
