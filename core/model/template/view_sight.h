#pragma once

#include "core/field/line_of_sight.h"
#include "core/model/template/hand/hand.h"
#include "core/model/template/hand/hand_idle.h"
#include "core/model/template/template.h"

namespace fw {

/// The ends of a view's line.
inline SightEnds sight_of(const ViewRow& view) {
  return {{view.x_m, view.y_m}, {view.to_x_m, view.to_y_m}, view.eye_m, view.target_m};
}

/// Whether a view does something: it is on and not idle, and both its ends lie on the frame.
inline bool acts(const ViewRow& view, const FrameParams& frame) {
  const auto in_frame = [&](Vec2 p) {
    return p.x >= 0 && p.y >= 0 && p.x <= frame.width_m && p.y <= frame.height_m;
  };
  const SightEnds ends = sight_of(view);
  return view.on && idle_reason(view).empty() && in_frame(ends.from) && in_frame(ends.to);
}

}  // namespace fw
