#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/field/filter.h"
#include "core/model/template/template.h"

namespace fw::test {

/// A template of which only frame, land, relief, regions and factions are stated: owners "owner1" ... with
/// these shares, then "wilds", neutral, with the rest (none where nothing is left).
inline Template land_template(const std::vector<double>& owners = {0.30, 0.28, 0.24}) {
  Template t;
  double left = 1;
  for (const double share : owners) {
    FactionRow row;
    row.id = "owner" + std::to_string(t.vocabulary.factions.size() + 1);
    row.label = row.id;
    row.share = share;
    t.vocabulary.factions.push_back(row);
    left -= share;
  }
  if (left < 1e-9) return t;
  FactionRow wilds;
  wilds.id = wilds.label = "wilds";
  wilds.share = left;
  wilds.role = FactionRole::neutral;
  t.vocabulary.factions.push_back(wilds);
  return t;
}

inline int64_t count(const Mask& mask) {
  int64_t n = 0;
  for (const uint8_t c : mask.cells) n += c != 0;
  return n;
}

/// Share of the cells of `b` where both have the same value.
inline double agreement(const Raster<uint8_t>& a, const Raster<uint8_t>& b) {
  const Raster<uint8_t> there = resample_nearest(a, b.grid);
  int64_t same = 0;
  for (size_t i = 0; i < b.size(); ++i) same += there[i] == b[i];
  return static_cast<double>(same) / static_cast<double>(b.size());
}

}  // namespace fw::test
