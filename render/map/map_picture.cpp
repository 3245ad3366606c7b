#include "render/map/map_picture.h"

#include <algorithm>

#include "render/map/atlas.h"
#include "render/map/map_ground.h"
#include "render/map/map_marks.h"
#include "render/map/map_names.h"
#include "render/map/map_strokes.h"

namespace fw {
namespace {

constexpr int kMostPixels = 1 << 27;
const Error kCancelled{ErrorKind::cancelled, "map: cancelled"};

/// The shown layers of a look, each once. A quick picture has no points, names or lines but the coast.
std::vector<ViewLayer> wanted(const MapLook& look, MapDetail detail) {
  std::vector<ViewLayer> out;
  for (const ViewLayer& layer : look.layers) {
    const bool twice = std::any_of(out.begin(), out.end(),
                                   [&](const ViewLayer& other) { return other.layer == layer.layer; });
    if (!layer.shown || !(layer.opacity > 0) || twice) continue;
    if (detail == MapDetail::quick && !is_ground(layer.layer) && layer.layer != MapLayer::coast) continue;
    out.push_back(layer);
  }
  return out;
}

Result<Done> check(const MapWindow& w) {
  const double pixels = static_cast<double>(w.width_px) * w.height_px;
  if (w.width_px < 1 || w.height_px < 1 || pixels > kMostPixels)
    return Error{ErrorKind::limit, "map: a picture of " + std::to_string(w.width_px) + " x " +
                                       std::to_string(w.height_px) + " pixels; 1 to " +
                                       std::to_string(kMostPixels) + " pixels are possible"};
  if (!(w.metres_per_px > 0) || !(w.device_scale > 0))
    return Error{ErrorKind::internal, "map: a window without a scale"};
  return Done{};
}

/// Draws a look layer by layer; pixel layers that follow one another go together.
class MapDrawing {
 public:
  MapDrawing(const Atlas& atlas, const MapLook& look, const MapWindow& window, MapDetail detail,
             const Progress& progress)
      : atlas_(atlas),
        look_(look),
        window_(window),
        progress_(progress),
        palette_(*find_palette(find_palette(look.palette) ? look.palette : palette_names().front())),
        layers_(wanted(look, detail)) {
    image_.width_px = window.width_px;
    image_.height_px = window.height_px;
    image_.argb.resize(static_cast<size_t>(window.width_px) * static_cast<size_t>(window.height_px));
  }

  Result<MapImage> draw() {
    size_t at = ground(0, GroundUnder::sea);
    while (at < layers_.size()) {
      if (progress_.cancelled()) return kCancelled;
      const ViewLayer& layer = layers_[at];
      if (is_ground(layer.layer)) {
        at = ground(at, GroundUnder::picture);
        continue;
      }
      if (is_lines(layer.layer)) paint_lines(atlas_, palette_, layer, window_, image_.argb, progress_);
      if (is_marks(layer.layer))
        paint_marks(atlas_, palette_, marks(layer.layer), layer.opacity, window_, image_.argb, progress_);
      if (layer.layer == MapLayer::names)
        if (auto ok = names(layer.opacity); !ok) return ok.error();
      ++at;
    }
    if (progress_.cancelled()) return kCancelled;
    return std::move(image_);
  }

 private:
  /// Pixel layers from `at` on, and the hatch of an outline that follows right behind the lines.
  size_t ground(size_t at, GroundUnder under) {
    std::vector<ViewLayer> run;
    for (; at < layers_.size() && is_ground(layers_[at].layer); ++at) run.push_back(layers_[at]);
    if (under == GroundUnder::sea)
      for (const ViewLayer& layer : layers_)
        if (layer.layer == MapLayer::danger_outline) run.push_back(layer);
    paint_ground(atlas_, palette_, run, look_.danger_patterns, window_, under, image_.argb, progress_);
    return at;
  }

  std::vector<MapMark> marks(MapLayer layer) const { return marks_of(atlas_, layer, window_); }

  /// Names keep off what stands out: badges, stars, bosses.
  Result<Done> names(double opacity) {
    std::vector<MapMark> keep_off;
    for (const ViewLayer& layer : layers_)
      if (layer.layer == MapLayer::rare_resources || layer.layer == MapLayer::strong_enemies) {
        const std::vector<MapMark> more = marks(layer.layer);
        keep_off.insert(keep_off.end(), more.begin(), more.end());
      }
    std::vector<MapMark> badges = marks(MapLayer::landmarks);
    const bool shown = std::any_of(layers_.begin(), layers_.end(),
                                   [](const ViewLayer& l) { return l.layer == MapLayer::landmarks; });
    if (!shown)  // a name stands at its place all the same
      for (MapMark& badge : badges) badge.radius_px = 0;
    keep_off.insert(keep_off.end(), badges.begin(), badges.end());
    return paint_names(atlas_, keep_off, opacity, window_, image_.argb);
  }

  const Atlas& atlas_;
  const MapLook& look_;
  const MapWindow& window_;
  const Progress& progress_;
  const Palette& palette_;
  std::vector<ViewLayer> layers_;
  MapImage image_;
};

}  // namespace

Result<MapImage> draw_map(const Atlas& atlas, const MapLook& look, const MapWindow& window, MapDetail detail,
                          const Progress& progress) {
  if (auto ok = check(window); !ok) return ok.error();
  if (progress.cancelled()) return kCancelled;
  return MapDrawing(atlas, look, window, detail, progress).draw();
}

}  // namespace fw
