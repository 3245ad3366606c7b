#pragma once

#include <memory>

#include "core/model/overlay.h"
#include "render/map/scene/atlas.h"
#include "render/map/scene/map_window.h"
#include "render/overlay/overlay_marks.h"
#include "render/page/canvas.h"
#include "render/page/page.h"

namespace fw {

/// How an overlay looks. Lengths in pixels of the target.
struct OverlayLook {
  double scale = 1;  ///< of every symbol; 2 on a screen with double pixels
  bool trails = true;
  bool field = true;
  bool candidates = true;
  double field_alpha = 0.55;
  double event_s = 45;  ///< simulated seconds until the ring of a spawn or the cross of a kill is gone
  double glow_s = 3;    ///< simulated seconds in which an agent's start fades
};

/// The look of a simulation that is played at `speed` simulated seconds a second: what fades does so within
/// about a second of the viewer's time. `scale` as above.
OverlayLook look_at_speed(double speed, double scale);
/// How much of a map's colour and light is left beneath an overlay, [0, 1]; the rest is grey and kNight.
struct MapMute {
  double saturation, light;
};
inline constexpr MapMute kMutedLand{0.8, 0.36}, kMutedSea{0.9, 0.12};

/// Colours of what the overlay shows, for legends.
namespace overlay_colour {
inline constexpr Rgb kNight = Rgb::hex(0x0D131B);  ///< page of a film, shade over a map
inline constexpr Rgb kCoast = Rgb::hex(0x9FC6D8);  ///< over a muted map
inline constexpr Rgb kIdle = Rgb::hex(0x8C9BB0);
inline constexpr Rgb kWandering = Rgb::hex(0x6E7278);  ///< beside agents with goals
inline constexpr Rgb kActive = Rgb::hex(0xFFB454);
inline constexpr Rgb kStarted = Rgb::hex(0xFFF3D6);
inline constexpr Rgb kField = Rgb::hex(0x3FA7D6);
inline constexpr Rgb kFront = Rgb::hex(0xFFE08A);
inline constexpr Rgb kCandidate = Rgb::hex(0xB9C6D8);
inline constexpr Rgb kSpawned = Rgb::hex(0x7CF29C);
inline constexpr Rgb kKilled = Rgb::hex(0xFF6B6B);
inline constexpr Rgb kPlayer = Rgb::hex(0xFFFFFF);
}  // namespace overlay_colour
/// Colour of a speed's place between slow (0) and fast (1); its lightness rises all the way.
Rgb speed_colour(double share);
/// Of how many animals a place has, between none (0) and as many as the scale goes (1); lightness rises.
Rgb heads_colour(double share);
Rgb category_colour(Category category);
/// Told apart by every eye (tests/plate/test_overlay.cpp).
Rgb mood_colour(Mood mood);
Rgb post_colour(Post post);
/// Of the goals of a crowd, told apart by every eye.
std::vector<Rgb> goal_colours(size_t goals);

/// Paints overlays of one look; makes its brushes once. May be used from several threads.
class OverlayPainter {
 public:
  /// `marks`: of the classes that it may show; one without is a disc.
  explicit OverlayPainter(const OverlayLook& look, ClassMarks marks = {});
  ~OverlayPainter();
  OverlayPainter(OverlayPainter&&) noexcept;
  OverlayPainter& operator=(OverlayPainter&&) noexcept;

  const OverlayLook& look() const;
  /// Paints over what the target, of the window's size, holds: premultiplied 0xAARRGGBB words (clear: all 0;
  /// or an opaque map with alpha 255). The same words at any thread count. 20,000 agents take a few ms.
  void paint(const Overlay& overlay, const MapWindow& window, const PixelTarget& target) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Takes colour and light out of an opaque map of a window so that an overlay stands out, more of the sea
/// than of the land, and draws the coast again.
void mute_map(const Atlas& atlas, const MapWindow& window, const PixelTarget& target);

}  // namespace fw
