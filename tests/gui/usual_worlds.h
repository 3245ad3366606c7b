#pragma once

#include "app/job/usual/usual_table.h"
#include "core/base/exact/rng.h"
#include "core/search/figures.h"

namespace fw::test {

/// Made-up values of every figure of a table in usual worlds, [0, 1], no two figures alike; they stand in the
/// table, too.
inline UsualColumns made_up_usual_values(FigureTable& table) {
  UsualColumns columns;
  for (size_t k = 0; k < table.figures.size(); ++k) {
    std::vector<double>& column = columns.emplace_back();
    for (uint64_t seed = 1; seed <= kUsualWorlds; ++seed)
      column.push_back(random_uniform(derive(k + 1, "usual"), seed));
  }
  table.usual = ascending_values(columns);
  return columns;
}

}  // namespace fw::test
