#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/field/shape.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/regions/regions_raster.h"

// One row of paint on a grid: which cells it reaches, and how far inside they lie.
namespace fw {

inline constexpr uint8_t kTakesAway = 255;  ///< code of kPaintNone

/// A row of paint made ready.
struct Stroke {
  uint16_t row = 0;  ///< place in the list + 1
  PaintForce force = PaintForce::hard;
  double strength_sd = 0;
  double feather_m = 0;        ///< on either side of the outline
  std::vector<uint8_t> codes;  ///< class + 1, or kTakesAway: of the shape, or by letter of the cells
  std::optional<Shape> shape;
  double radius_m = 0;
  CodeWindow cells;                     ///< instead of a shape; code = place in `codes` + 1
  std::vector<Raster<float>> inside_m;  ///< of feathered cells by letter, in the window; > 0 inside

  /// From 0 on the far side of the rim to 1 inside it.
  double ramp(double inside_m) const;
};

/// Nothing in it if the row is off. Fails with why the row cannot act.
Result<Stroke> make_stroke(const Template& tmpl, PaintLayer layer, const GridSpec& grid, const PaintRow& row,
                           size_t place);

/// visit_shape for a stroke of cells instead of a shape: calls visit for those less than the feather outside.
void visit_stroke_cells(const Stroke& stroke, const GridSpec& grid, int first_row, int end_row,
                        const std::function<void(uint32_t cell, double inside_m, uint8_t code)>& visit);

}  // namespace fw
