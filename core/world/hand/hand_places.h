#pragma once

#include "core/base/result.h"
#include "core/field/raster.h"
#include "core/model/template/hand/hand.h"
#include "core/model/template/template.h"

namespace fw {

/// The cells of a row's shape, or of its runs over the plan grid whatever their letters: 1 on any grid over
/// the frame. Fails where neither can be read, with the reason.
Result<Mask> cells_of_place(const HandPlace& place, const FrameParams& frame, const GridSpec& grid);

}  // namespace fw
