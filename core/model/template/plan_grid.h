#pragma once

#include "core/model/template/template.h"

namespace fw {

/// Decisions that one cell more or less could turn (which pieces are ground, where regions start, who owns
/// them) are taken on this grid at every raster resolution, so that all resolutions show one world. Cells of
/// the hand are its cells.
inline constexpr int kPlanResolution = 512;
inline GridSpec plan_grid(const FrameParams& frame) {
  return frame_grid(frame, kPlanResolution);
}

}  // namespace fw
