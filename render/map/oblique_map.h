#pragma once

#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "render/map/map_picture.h"
#include "render/map/oblique/oblique_picture.h"

namespace fw {

/// A map seen from the side, as a window shows it.
struct ObliqueMapView {
  ObliqueCamera camera;
  double device_scale = 1;  ///< pixels per unit of line widths, symbols and letters
  bool scenery = false;
  Sun sun = {};

  friend bool operator==(const ObliqueMapView&, const ObliqueMapView&) = default;
};

/// How a ground is made: while the camera moves coarser, without lines.
enum class ObliqueDetail : uint8_t { moving, rest };

/// The window of the ground to paint: for a moving camera the whole frame, so that it serves wherever the
/// camera goes; at rest what is seen.
MapWindow oblique_ground_window(const Atlas& atlas, const ObliqueMapView& view, ObliqueDetail detail);
/// Whether a ground may serve a camera: it covers what is seen, at rest as finely as it could.
bool serves(const MapWindow& ground, const Atlas& atlas, const ObliqueMapView& view, ObliqueDetail detail);

/// The ground that a look shows, without symbols and names. Fails only if cancelled.
Result<PaintedGround> paint_map_ground(const Atlas& atlas, const MapLook& look, const ObliqueMapView& view,
                                       const MapWindow& window, ObliqueDetail detail,
                                       const Progress& progress = {});

/// A picture of a ground, and the symbols on it, the more important ones later.
struct ObliqueMap {
  ObliqueImage image;
  std::vector<MapMark> marks;
};
/// Draws a ground by the column pass of the plate; at rest with the look's symbols and names where their
/// ground is seen. Fails if cancelled, or if fonts are missing.
Result<ObliqueMap> draw_oblique_map(const Atlas& atlas, const MapLook& look, const ObliqueMapView& view,
                                    const PaintedGround& ground, ObliqueDetail detail,
                                    const Progress& progress = {});

}  // namespace fw
