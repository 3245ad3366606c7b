#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/overlay.h"
#include "render/map/map_picture.h"
#include "render/overlay/overlay_paint.h"
#include "render/page/page.h"

namespace fw {

/// What stands around the map of one panel.
struct FilmPanel {
  std::string title;     ///< "curl_dual"
  std::string subtitle;  ///< "WindswardLike, seed 42, 4000 agents"
};

/// Frames of a film: panels side by side, each a muted map with an overlay, its title and clock above, a
/// legend and the curve of the first figure below. Same inputs, same pixels, at any thread count.
class OverlayFilm {
 public:
  /// `map` is opaque, muted (mute_map) and square, drawn for `window`; every panel has the same. `marks` as
  /// for OverlayPainter. Fails if the fonts are missing, or with a limit error for frames that are too large.
  static Result<OverlayFilm> prepare(MapImage map, const MapWindow& window, std::vector<FilmPanel> panels,
                                     const OverlayLook& look, const ClassMarks& marks = {});
  OverlayFilm(OverlayFilm&&) noexcept;
  OverlayFilm& operator=(OverlayFilm&&) noexcept;
  ~OverlayFilm();

  PageSize size() const;
  /// Writes every pixel of a frame of size(), 0xFFRRGGBB. One overlay per panel; `curves` holds each panel's
  /// first figure from the film's beginning to now, `frames` how many there will be. One call at a time.
  Result<Done> paint(std::span<const Overlay> overlays, std::span<const std::vector<double>> curves,
                     size_t frames, const PixelTarget& frame);

 private:
  struct State;
  explicit OverlayFilm(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fw
