#pragma once

#include <string>

#include "core/base/result.h"
#include "core/field/raster.h"
#include "core/field/shape.h"
#include "core/model/template/hand/hand.h"
#include "core/model/template/template.h"

namespace fw {

/// The letters that the runs use, each once, in order.
std::string letters_of(const HandCells& cells);
/// The cells of a row's shape, or of its runs over the plan grid whatever their letters: 1 on any grid over
/// the frame. Fails where neither can be read, with the reason.
Result<Mask> cells_of_place(const HandPlace& place, const FrameParams& frame, const GridSpec& grid);

/// Why a row does nothing whose places lie off the frame altogether.
inline constexpr const char* kOffFrame = "all of it lies off the frame";
/// Whether no place within reach_m of a shape can lie on the frame.
bool is_off_frame(const Shape& shape, double reach_m, const FrameParams& frame);

}  // namespace fw
