#include "core/world/hand/hand_cells.h"

#include "core/field/shape.h"
#include "core/world/land/island_outline.h"

namespace fw {

Result<CodeWindow> cells_in_window(const HandCells& cells, std::string_view letters, const FrameParams& frame,
                                   const GridSpec& grid) {
  const Result<Raster<uint8_t>> plan =
      read_runs(cells.cells, cells.top, cells.left, letters, frame_grid(frame, kPlanResolution));
  if (!plan) return plan.error();
  return rasterise_codes(plan.value(), static_cast<int>(letters.size()), grid);
}

Result<Raster<uint8_t>> cells_on_grid(const HandCells& cells, std::string_view letters,
                                      const FrameParams& frame, const GridSpec& grid) {
  const Result<CodeWindow> window = cells_in_window(cells, letters, frame, grid);
  if (!window) return window.error();
  Raster<uint8_t> out(grid, 0);
  const Raster<uint8_t>& codes = window.value().codes;
  for (size_t cell = 0; cell < codes.size(); ++cell)
    out.at(window.value().column + codes.grid.column_of(cell), window.value().row + codes.grid.row_of(cell)) =
        codes[cell];
  return out;
}

}  // namespace fw
