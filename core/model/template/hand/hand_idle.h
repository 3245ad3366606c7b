#pragma once

#include <string_view>

#include "core/model/template/hand/hand.h"

// Rows of the hand whose own values do nothing, wherever they lie.
namespace fw {

inline bool takes_amount(TerrainDo action) {
  return action == TerrainDo::raise || action == TerrainDo::lower || action == TerrainDo::ridge ||
         action == TerrainDo::valley;
}

/// Why the row does nothing, and what to state; "" where it may do something.
inline std::string_view idle_reason(const TerrainRow& row) {
  return takes_amount(row.action) && row.amount_m == 0
             ? "its amount_m is 0: state how many metres, or switch it off"
             : "";
}
inline std::string_view idle_reason(const AreaRow& row) {
  return row.density == 1 ? "its density is 1, as without it: state another, or switch it off" : "";
}
inline std::string_view idle_reason(const PaintRow& row) {
  return row.force == PaintForce::bias && row.strength_sd == 0
             ? "its strength is 0: state how many standard deviations it leans, or switch it off"
             : "";
}
inline std::string_view idle_reason(const ViewRow& row) {
  const bool looks = row.x_m != row.to_x_m || row.y_m != row.to_y_m;
  return looks || row.ground == ViewGround::lower || !row.clear.empty()
             ? ""
             : "its eye and target stand at one place: state another to_x_m or to_y_m, or switch it off";
}

}  // namespace fw
