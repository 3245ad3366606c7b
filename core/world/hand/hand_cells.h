#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/field/raster.h"
#include "core/model/template/hand/hand.h"
#include "core/model/template/template.h"
#include "core/world/regions/regions_raster.h"

// Cells that a row of the hand states by runs over the plan grid (docs/hand.md, cells).
namespace fw {

/// Codes on any grid over the frame: letter k is code k + 1, 0 = free. Fails as read_runs does.
Result<CodeWindow> cells_in_window(const HandCells& cells, std::string_view letters, const FrameParams& frame,
                                   const GridSpec& grid);
/// The same on the whole grid.
Result<Raster<uint8_t>> cells_on_grid(const HandCells& cells, std::string_view letters,
                                      const FrameParams& frame, const GridSpec& grid);

}  // namespace fw
