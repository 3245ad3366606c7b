#include "render/map/map_picture.h"

#include <algorithm>
#include <optional>

#include "render/map/list/display_list.h"
#include "render/map/list/raster.h"
#include "render/map/scene/atlas.h"

namespace fw {
namespace {

constexpr int kMostPixels = 1 << 27;

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

}  // namespace

MapContent content_of(const Vocabulary& vocabulary, const MapLook& look, MapDetail detail) {
  MapContent content{.layers = {},
                     .palette = make_palette(vocabulary, look.palette),
                     .danger_patterns = look.danger_patterns,
                     .furniture = {}};
  for (const ViewLayer& layer : look.layers) {
    const bool twice = std::any_of(content.layers.begin(), content.layers.end(),
                                   [&](const StyledLayer& other) { return other.layer == layer.layer; });
    if (!layer.shown || !(layer.opacity > 0) || twice) continue;
    if (detail == MapDetail::quick && !is_ground(layer.layer) && layer.layer != MapLayer::coast) continue;
    content.layers.push_back({.layer = layer.layer, .opacity = std::min(layer.opacity, 1.0)});
  }
  return content;
}

Result<MapImage> draw_map(const Atlas& atlas, const MapLook& look, const MapWindow& window, MapDetail detail,
                          const Progress& progress) {
  if (auto ok = check(window); !ok) return ok.error();
  if (progress.cancelled()) return map_cancelled();
  std::optional<Typesetter> type;
  if (detail == MapDetail::full && look.shows(MapLayer::names)) {
    auto opened = Typesetter::open();
    if (!opened) return opened.error();
    type = std::move(opened).value();
  }
  Typesetter* const letters = type ? &*type : nullptr;
  const auto list = display_list(atlas, content_of(atlas.words(), look, detail), window, letters, progress);
  if (!list) return list.error();
  MapImage image{window.width_px, window.height_px, {}};
  image.argb.resize(static_cast<size_t>(window.width_px) * static_cast<size_t>(window.height_px));
  const PixelTarget target{image.argb.data(), window.width_px, window.height_px,
                           static_cast<size_t>(window.width_px)};
  if (auto ok = paint_raster(list.value(), target, letters, nullptr, progress); !ok) return ok.error();
  return image;
}

}  // namespace fw
