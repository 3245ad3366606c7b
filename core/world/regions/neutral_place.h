#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/model/template/template.h"
#include "core/model/template/towards.h"

// Where unowned regions lie. Private to the regions.

namespace fw {

/// The homes of the owners' rows, each place once, in the order of rows.
std::vector<Vec2> owner_homes(const Template& tmpl);

/// The homes between which a border runs: those of the owners if they are several, or west and east.
std::vector<Vec2> border_homes(const Template& tmpl);

/// The home a place is nearest to (ties to the first).
size_t nearest_home(const std::vector<Vec2>& homes, Vec2 p);

/// How far a place lies towards something, in metres or their like: grows to it. `homes` are border_homes().
class TowardsKey {
 public:
  TowardsKey(const Template& tmpl, const Towards& towards);
  double operator()(Vec2 p) const;

 private:
  Towards towards_;
  Vec2 half_;  ///< of the frame
  std::vector<Vec2> homes_;
};

}  // namespace fw
