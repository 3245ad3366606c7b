#pragma once

#include <cstdint>
#include <vector>

#include "core/base/geometry.h"
#include "core/base/parallel/progress.h"
#include "render/map/scene/map_window.h"
#include "render/map/style/map_style.h"

namespace fw {

/// A rectangle of the world, metres: what an oblique picture shows of it. Beyond its edges there is nothing.
struct GroundBox {
  double west_m = 0, south_m = 0, east_m = 0, north_m = 0;

  double width_m() const { return east_m - west_m; }
  double height_m() const { return north_m - south_m; }
  friend bool operator==(const GroundBox&, const GroundBox&) = default;
};

inline constexpr double kRadPerDegree = 3.14159265358979323846 / 180.0;
inline constexpr double kLeastElevation_deg = 15, kMostElevation_deg = 90;
inline constexpr double kLeastExaggeration = 0.05, kMostExaggeration = 50;

/// Looks at the ground from afar: lines that are parallel stay parallel, uprights stay upright, and along the
/// picture's rows every length has the map's scale.
struct ObliqueCamera {
  double azimuth_deg = 0;     ///< clockwise from north: where the eye looks
  double elevation_deg = 34;  ///< of the eye above the horizon, [15, 90]; 90 is the map
  double exaggeration = 1;    ///< of heights, as drawn, [0.05, 50]
  Vec2 centre_m = {};         ///< the place at sea level in the picture's middle
  double metres_per_px = 8;   ///< along the picture's rows, > 0
  int width_px = 0, height_px = 0;

  friend bool operator==(const ObliqueCamera&, const ObliqueCamera&) = default;
};
/// The same with every number inside its range; what is not a number becomes the default.
ObliqueCamera in_range(ObliqueCamera camera);

/// Between the world and the picture of a camera, whose numbers lie in their ranges.
class ObliqueProjection {
 public:
  explicit ObliqueProjection(const ObliqueCamera& camera);

  /// Pixels, (0, 0) at the upper left corner of the first.
  Vec2 to_px(Vec2 place_m, double height_m) const;
  /// How far a place lies beyond the camera's centre, along the way the eye looks.
  double away_m(Vec2 place_m) const { return dot(place_m - centre_m_, away_); }
  /// The place that a picture's column shows so far away.
  Vec2 place_at(double x_px, double away_m) const;
  /// Rows that a metre away, and a metre up, make.
  double rows_per_m_away() const { return rows_away_; }
  double rows_per_m_up() const { return rows_up_; }
  Vec2 right() const { return right_; }
  Vec2 away() const { return away_; }
  /// How far away the nearest and the farthest corner of a box lie.
  double nearest_m(const GroundBox& box) const;
  double farthest_m(const GroundBox& box) const;
  /// The way north leads on the picture, y down; of length 1 or less where it leads away from the eye.
  Vec2 north() const { return {right_.y, -away_.y * sin_}; }

 private:
  static double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }

  Vec2 centre_m_, right_, away_;
  double sin_, cos_, metres_per_px_, rows_away_, rows_up_;
  Vec2 middle_px_;
};

/// The ground of a window as a camera meets it: colours and heights at the window's pixels.
struct PaintedGround {
  MapWindow window;
  std::vector<uint32_t> argb;   ///< 0xFFRRGGBB
  std::vector<float> height_m;  ///< 0 at sea alone: ground stands higher, its trees and houses included
  float highest_m = 0;
};

/// 0xFFRRGGBB
uint32_t pixel_of(Rgb colour);

/// Above the sea's level at the least: walls of a slab tell ground from sea by it.
inline constexpr float kLeastGround_m = 0.1F;
/// How deep the slab reaches below the sea, as a share of its box's longer side.
inline constexpr double kSlabShare = 0.035;
/// How far away nothing is.
inline constexpr float kNothing_m = 1e30F;

/// A ground as a camera sees it.
struct ObliqueImage {
  int width_px = 0, height_px = 0;
  std::vector<uint32_t> argb;  ///< 0xFFRRGGBB, rows from the top
  std::vector<float> away_m;   ///< ObliqueProjection::away_m() of what a pixel shows; kNothing_m for nothing

  /// How far away the pixel is that holds a place of the picture; kNothing_m outside.
  float away_at(Vec2 px) const;
};

/// Draws the part of `ground` that lies in `box`, with walls where the box ends, over `background`
/// (0xFFRRGGBB). Every column of the picture is walked from near to far, `samples` x `samples` of them for
/// each pixel: 1 while something moves, 2 at rest and on paper. The camera's numbers lie in their ranges and
/// the ground covers what it sees (ground_window()). The same bytes for any number of threads. Cancelled on
/// the way, columns are left out.
void draw_columns(const PaintedGround& ground, const GroundBox& box, const ObliqueCamera& camera, int samples,
                  const LandscapeLook& look, uint32_t background, ObliqueImage& out,
                  const Progress& progress = {});

/// The window of the ground that a camera needs, of at most `most_px` pixels a side: what it sees of the box.
/// Its pixels are as large as the camera's, or larger. `highest_m`: of the ground with what stands on it.
MapWindow ground_window(const GroundBox& box, const ObliqueCamera& camera, double highest_m, int most_px);

}  // namespace fw
