#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "render/overlay/overlay_marks.h"
#include "render/overlay/overlay_paint.h"
#include "render/overlay/overlay_pixels.h"

// What the painters of all types of content share; private to this room.
namespace fw::overlay {

/// The marks of classes in one size, each drawn when it is first asked for. For several threads.
class MarkSprites {
 public:
  MarkSprites(std::shared_ptr<const ClassMarks> marks, double scale);
  /// nullptr where the class has no mark.
  const Sprite* find(const EcologyClass& cls) const;

 private:
  std::shared_ptr<const ClassMarks> marks_;
  double scale_;
  mutable std::mutex mutex_;
  mutable std::map<const ClassMark*, Sprite> made_;
};

/// The symbols of one size.
struct Brushes {
  Brushes(double scale, const std::shared_ptr<const ClassMarks>& marks);
  Stamp dart, dot, idle, halo;
  std::unique_ptr<const MarkSprites> marks;
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

// Every type of content has a painter and says whose symbols crowd the picture; overloads, so that a type
// without them does not compile. Its legend is in overlay_legend.cpp.
void paint_content(const CrowdOverlay& crowd, const OverlayClock& clock, const Painting& painting,
                   const Brushes& brushes);
void paint_content(const ActionOverlay& action, const OverlayClock& clock, const Painting& painting,
                   const Brushes& brushes);
void paint_content(const SpawnOverlay& spawn, const OverlayClock& clock, const Painting& painting,
                   const Brushes& brushes);
void paint_content(const MoodOverlay& moods, const OverlayClock& clock, const Painting& painting,
                   const Brushes& brushes);
void paint_content(const SquadOverlay& squads, const OverlayClock& clock, const Painting& painting,
                   const Brushes& brushes);
void paint_content(const EcologyOverlay& ecology, const OverlayClock& clock, const Painting& painting,
                   const Brushes& brushes);
inline const Places& symbols_of(const CrowdOverlay& crowd) {
  return *crowd.agents;
}
inline const Places& symbols_of(const ActionOverlay& action) {
  return *action.agents;
}
inline const Places& symbols_of(const SpawnOverlay& spawn) {
  return spawn.living;
}

inline const Places& symbols_of(const MoodOverlay& moods) {
  return *moods.agents;
}
inline const Places& symbols_of(const SquadOverlay& squads) {
  return *squads.agents;
}
inline const Places& symbols_of(const EcologyOverlay& ecology) {
  return ecology.of_shown;
}

void put_players(const Strip& strip, const Pixels& players, const Painting& painting, const Brushes& brushes);
/// Which of `directions` a heading (y up) is nearest to, clockwise from east.
uint8_t direction_of(float heading_x, float heading_y, int directions);

void paint_field(const OverlayField& field, const Painting& painting);

}  // namespace fw::overlay
