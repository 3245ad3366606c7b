#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/field/shape.h"
#include "core/model/agents.h"
#include "core/steer/shore.h"

namespace fw {

struct Hand;

/// A drawn wall: all places within radius_m of the shape (polygons hold their inside).
struct WallShape {
  Shape shape;
  double radius_m = 0;
};

/// What no body enters: the sea, lakes and other closed cells of a ground, drawn shapes, and the rim of an
/// arena that does not wrap. Immutable after bind_walls().
struct Walls {
  double width_m = 0, height_m = 0;  ///< of the frame inside the arena
  bool rim = false;                  ///< the frame's edges are walls
  std::optional<Shore> shore;

  struct Segment {
    double x0, y0, x1, y1;
  };
  /// A shape near a cell: its segments within reach (or all of them, which its cells share), and whether the
  /// cell's mark, a place near its centre, lies in its polygon.
  struct Near {
    uint32_t shape;
    uint32_t first, end;  ///< of `segment`
    bool mark_inside;
  };
  std::vector<WallShape> shapes;
  double reach_m = 0;                ///< shapes farther than this are not seen
  GridSpec grid;                     ///< over the frame
  std::vector<uint32_t> cell_first;  ///< per cell of the grid: its first entry of `near`; one more at the end
  std::vector<Near> near;
  std::vector<Segment> segment;

  bool any() const { return rim || shore || !shapes.empty(); }
};

/// Walls inside an arena whose frame is width_m x height_m. reach_m: the farthest that readings will ask for.
Walls bind_walls(const Arena& arena, double width_m, double height_m, const Shore* shore,
                 std::span<const WallShape> shapes, double reach_m);
/// Of an arena that is all frame, without ground or shapes.
Walls bind_walls(const Arena& arena);

/// The walls of a world: what walking_shore() closes, the rim of its frame, and the rows of hand.zones that
/// are walls and on. A shape that cannot be read is no wall: the template's reader refuses it.
Walls walls_of_world(const World& world, const Hand& hand, const Arena& arena, double reach_m);
/// Square metres of the frame that the shore and the shapes leave open, by centres of cells.
double free_area_m2(const Walls& walls);

/// The nearest wall: distance of a place, < 0 inside the wall, and the unit vector away from it (0, 0 where
/// there is none).
struct WallReading {
  double distance_m = std::numeric_limits<double>::infinity();
  double away_x = 0, away_y = 0;
};
/// Infinite where no wall lies within within_m (at most the walls' reach).
WallReading read_walls(const Walls& walls, double x_m, double y_m, double within_m);

/// The nearest place that is clear_m from every wall, as far as a few steps find one: out of the nearest
/// wall, again and again.
Vec2 out_of_walls(const Walls& walls, Vec2 place, double clear_m);

}  // namespace fw
