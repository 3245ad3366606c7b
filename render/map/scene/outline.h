#pragma once

#include <functional>
#include <vector>

#include "core/base/geometry.h"
#include "core/field/raster.h"

namespace fw {

/// A line on the map in metres; a closed one does not repeat its first point.
struct Polyline {
  std::vector<Vec2> points;
  bool closed = false;
};
using Polylines = std::vector<Polyline>;

/// What closes where the field leaves the grid: `open` lines end at the frame, `closed` ones run along it as
/// if the field were below the level outside.
enum class AtFrame { open, closed };

/// Marching squares: the lines where the field, linear along the edges between cell centres, crosses `level`.
/// Higher values lie to the left of the direction of travel. `keep`, if given, is asked for every piece (the
/// two cells of its first edge) and leaves pieces out.
Polylines contour_lines(const Raster<float>& field, float level, AtFrame at_frame = AtFrame::open,
                        const std::function<bool(size_t cell_a, size_t cell_b)>& keep = {});

/// Corner cutting (Chaikin 1974), ends kept.
Polyline smoothed(const Polyline& line, int passes);

/// The stretches of the lines where `inside` exceeds `level` (bilinear), for clipping lines to the land.
Polylines clipped_to(const Polylines& lines, const Raster<float>& inside, float level);

/// Lines that end at the outermost cell centres, half a cell short of the frame, drawn out to it.
Polylines up_to_frame(Polylines lines, const GridSpec& grid);

/// The best three classes of every cell by blurred indicator.
struct Leaders {
  GridSpec grid;
  std::vector<uint8_t> code[3];  ///< 0 = none
  std::vector<float> value[3];

  explicit Leaders(const GridSpec& g);
  /// The indicator's first cell lies at (column, row); it is 0 outside.
  void offer(uint8_t code_of_class, const Raster<float>& indicator, int column = 0, int row = 0);
  /// Indicator of a class minus that of the best other class.
  Raster<float> margin_of(uint8_t code_of_class) const;
  uint8_t best_other(uint8_t code_of_class, size_t cell) const;
};

/// Every border between two classes once, as open or closed lines that end where three classes meet; only
/// those of the pairs of codes that `draws` names.
Polylines shared_borders(const Leaders& leaders, int class_count,
                         const std::function<bool(uint8_t, uint8_t)>& draws = nullptr);

}  // namespace fw
