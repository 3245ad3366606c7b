#pragma once

#include <optional>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "render/map/list/display_list.h"
#include "render/map/oblique/columns.h"
#include "render/map/oblique/ground_light.h"

namespace fw {

/// How a ground looks before it is projected.
struct GroundLook {
  bool scenery = true;      ///< trees, houses, cast shadows in place of the map's relief
  double exaggeration = 1;  ///< of heights, as drawn: shadows are as long as the picture shows them
  Sun sun = {};             ///< used with scenery
  double azimuth_deg = 0;   ///< of the camera: the sun keeps its place in the picture

  friend bool operator==(const GroundLook&, const GroundLook&) = default;
};

/// A factor on heights as a picture draws it: the factor asked for on ground that rises by 420 m in a frame
/// of 8 km, less where it rises higher.
double drawn_exaggeration(const MapTerrain& terrain, double asked);
/// The world's highest ground with what stands on it, m.
double highest_drawn_m(const Atlas& atlas, bool scenery);

/// The part of the world that the plate shows: the ground with a margin of sea, or the whole frame where
/// ground meets its edge.
GroundBox shown_ground(const Atlas& atlas);
/// The whole frame.
GroundBox frame_ground(const Atlas& atlas);

/// The one painter's map of a window, without its symbols and names, and the heights of the same pixels.
/// `content`: what the map shows. Fails only if cancelled.
Result<PaintedGround> paint_oblique_ground(const Atlas& atlas, MapContent content, const MapWindow& window,
                                           const GroundLook& look, const Progress& progress = {});

/// A camera so placed that the whole box, what rises from it and its slab stand in a picture of that width;
/// the picture's height follows. The ranges are those of the template's `view.oblique`.
ObliqueCamera camera_for(const Atlas& atlas, const GroundBox& box, const ObliqueView& view, int width_px);

/// Whether the ground hides a place from the eye: something stands before it by more than 60 m in a frame of
/// 8 km.
bool is_hidden(const ObliqueImage& image, const ObliqueProjection& projection, Vec2 place_m, double height_m,
               double look_m);

/// Height of a painted ground at a place, m; of its nearest pixel outside the window.
double height_at(const PaintedGround& ground, Vec2 place_m);

/// The place that a pixel of the picture shows; nothing where it shows no ground.
std::optional<Vec2> place_seen(const ObliqueImage& image, const ObliqueProjection& projection, Vec2 px);

}  // namespace fw
