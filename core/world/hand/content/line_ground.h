#pragma once

#include <string>
#include <vector>

#include "core/model/template/hand/hand.h"
#include "core/model/world/features.h"
#include "core/model/world/hand_told.h"
#include "core/world/land/island.h"

// What a line drawn by hand runs over.
namespace fw {

/// The line with places between its vertices: inside the frame none is farther than `step_m` from the next.
std::vector<Vec2> in_steps(const std::vector<Vec2>& vertices, double step_m, const GridSpec& g);

/// The waters that a line may run into.
struct LineWaters {
  FeatureIndex lakes, rivers;
};
LineWaters line_waters(const GridSpec& g, const Water* water);  ///< null: none

/// A stretch of a line in a lake, or in a river that it follows.
struct WetStretch {
  Vec2 from, to;
  double length_m = 0;
  bool lake = false;
};
/// What of a line has no ground under it.
struct OffGround {
  double length_m = 0;  ///< of the whole line
  double sea_m = 0;
  std::vector<WetStretch> wet;  ///< along the line

  double water_m() const;
};
/// Sampled every half cell. A river that a line crosses is no stretch: bridges and fords lead over it.
OffGround off_ground(const std::vector<Vec2>& vertices, const Island& island, const LineWaters& waters);

/// The outcome of a line that stands, and findings on what lies at sea or in water; `reason` = what else it
/// lacks.
void tell_line(const LineRow& row, const OffGround& off, std::string reason, HandTold& told);

}  // namespace fw
