#pragma once

#include "render/overlay/overlay_paint.h"
#include "render/overlay/overlay_pixels.h"

// What the painters of the three kinds share; private to this room.
namespace fw::overlay {

/// The symbols of one size.
struct Brushes {
  explicit Brushes(double scale);
  Stamp dart, dot, idle, halo;
};

struct Painting {
  const OverlayLook& look;
  const MapWindow& window;
  const PixelTarget& target;
};

/// Positions in pixels.
struct Pixels {
  std::vector<float> x, y;

  Pixels(const Places& places, const MapWindow& window);
  /// How many lie in the picture.
  size_t inside(const MapWindow& window) const;
};

void paint_crowd(const CrowdOverlay& crowd, const Painting& painting, const Brushes& brushes);
void paint_action(const ActionOverlay& action, const Painting& painting, const Brushes& brushes);
void paint_spawn(const SpawnOverlay& spawn, const OverlayClock& clock, const Painting& painting,
                 const Brushes& brushes);
void paint_field(const OverlayField& field, const Painting& painting);

}  // namespace fw::overlay
