#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/model/finding.h"

namespace fw {

/// The shares of a table's rows, which sum to 1.
struct StatedShares {
  std::string table;             ///< "danger": the paths are "danger.ID.share"
  std::vector<std::string> ids;  ///< of the rows
  std::vector<double> shares;    ///< likewise, of the land
  std::vector<bool> may_change;  ///< rows that may give or take
};

/// Of a table's rows, all of which may change.
template <typename Row>
StatedShares stated_shares(std::string table, const std::vector<Row>& rows) {
  StatedShares out{std::move(table), {}, {}, std::vector<bool>(rows.size(), true)};
  for (const Row& row : rows) out.ids.push_back(row.id), out.shares.push_back(row.share);
  return out;
}

/// Ways out of a finding: " Lower a to 1, or raise b to 2."; empty ones are left out.
std::string ways_out(const std::vector<std::string>& ways);

/// What to set so that a row's share is `share` and all still sum to 1: "lower danger.green.share to 0.06 and
/// raise danger.red.share to 0.4". The largest of the others that may change gives or takes first; none is
/// left with less than a hundredth. `share` is rounded away from the stated one to four decimals. Empty where
/// the others cannot make it up.
Cure share_advice(const StatedShares& stated, size_t row, double share);

}  // namespace fw
