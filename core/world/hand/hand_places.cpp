#include "core/world/hand/hand_places.h"

#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/world/hand/hand_cells.h"
#include "core/world/land/island_outline.h"

namespace fw {

Result<Mask> cells_of_place(const HandPlace& place, const FrameParams& frame, const GridSpec& grid) {
  Mask out(grid);
  if (place.shape.empty()) {
    const Result<Raster<uint8_t>> codes =
        read_runs(place.runs.cells, place.runs.top, place.runs.left, letters_of(place.runs),
                  frame_grid(frame, kPlanResolution));
    if (!codes) return codes.error();
    out = resample_nearest(codes.value(), grid);
    for (uint8_t& cell : out.cells) cell = cell != 0;
    return out;
  }
  const Result<Shape> shape = read_shape(place.shape);
  if (!shape) return shape.error();
  visit_shape(shape.value(), place.radius_m, grid, 0,
              [&](uint32_t cell, double inside_m) { out[cell] = inside_m >= 0 ? 1 : 0; });
  return out;
}

}  // namespace fw
