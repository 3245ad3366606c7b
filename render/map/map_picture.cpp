#include "render/map/map_picture.h"

#include <algorithm>
#include <array>
#include <optional>

#include "render/map/list/back_ends.h"
#include "render/map/list/display_list.h"
#include "render/map/scene/atlas.h"
#include "render/map/scene/world_palette.h"

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

MapStyle style_of(const MapLook& look) {
  return with_colours(map_style(look.style), look.sea, look.islet);
}

MapContent content_of(const Vocabulary& vocabulary, const MapLook& look, MapDetail detail) {
  MapContent content{.layers = {},
                     .palette = styled(make_palette(vocabulary, look.palette), map_style(look.style)),
                     .style = style_of(look),
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
  const bool letters_shown = look.shows(MapLayer::names) || look.shows(MapLayer::rare_resources) ||
                             look.shows(MapLayer::strong_enemies);  // numbers stand beside their symbols
  if (detail == MapDetail::full && letters_shown) {
    auto opened = Typesetter::open();
    if (!opened) return opened.error();
    type = std::move(opened).value();
  }
  Typesetter* const letters = type ? &*type : nullptr;
  MapContent content = content_of(atlas.words(), look, detail);
  content.palette = styled(world_palette(atlas.world, look.palette), content.style);
  const auto list = display_list(atlas, std::move(content), window, letters, progress);
  if (!list) return list.error();
  MapImage image{window.width_px, window.height_px, {}};
  image.argb.resize(static_cast<size_t>(window.width_px) * static_cast<size_t>(window.height_px));
  const PixelTarget target{image.argb.data(), window.width_px, window.height_px,
                           static_cast<size_t>(window.width_px)};
  if (auto ok = paint_raster(list.value(), target, letters, nullptr, progress); !ok) return ok.error();
  return image;
}

namespace {

using L = MapLayer;
using Kinds = LandmarkChoice;

const std::vector<StyledLayer>& overview_layers() {
  static const std::vector<StyledLayer> layers{{.layer = L::faction},
                                               {.layer = L::relief, .opacity = 0.50},
                                               {.layer = L::depth},
                                               {.layer = L::water},
                                               {.layer = L::region_border},
                                               {.layer = L::tracks, .size = 0.75},
                                               {.layer = L::roads, .size = 0.85},
                                               {.layer = L::danger_outline},
                                               {.layer = L::faction_border},
                                               {.layer = L::coast},
                                               {.layer = L::coast_type},
                                               {.layer = L::rare_resources},
                                               {.layer = L::strong_enemies},
                                               {.layer = L::landmarks, .kinds = Kinds::foremost},
                                               {.layer = L::names, .kinds = Kinds::seats}};
  return layers;
}

const std::vector<StyledLayer>& resource_layers() {
  static const std::vector<StyledLayer> layers{{.layer = L::biome},
                                               {.layer = L::relief, .opacity = 0.48},
                                               {.layer = L::water, .opacity = 0.6},
                                               {.layer = L::biome_border, .size = 0.82},
                                               {.layer = L::region_border, .opacity = 0.6},
                                               {.layer = L::coast},
                                               {.layer = L::resources, .most_per_tile = kMostAsAsked},
                                               {.layer = L::rare_resources, .most_per_tile = kMostAsAsked}};
  return layers;
}

const std::vector<StyledLayer>& enemy_layers() {
  static const std::vector<StyledLayer> layers{{.layer = L::danger},
                                               {.layer = L::relief, .opacity = 0.42},
                                               {.layer = L::water, .opacity = 0.6},
                                               {.layer = L::danger_border, .size = 0.93},
                                               {.layer = L::region_border, .opacity = 0.6},
                                               {.layer = L::coast},
                                               {.layer = L::enemies, .most_per_tile = kMostAsAsked},
                                               {.layer = L::strong_enemies},
                                               {.layer = L::landmarks, .size = 0.8, .kinds = Kinds::strong}};
  return layers;
}

const std::vector<StyledLayer>& landmark_layers() {
  static const std::vector<StyledLayer> layers{{.layer = L::faction},
                                               {.layer = L::relief, .opacity = 0.50},
                                               {.layer = L::depth},
                                               {.layer = L::water},
                                               {.layer = L::region_border},
                                               {.layer = L::tracks},
                                               {.layer = L::roads},
                                               {.layer = L::faction_border, .size = 1.2},
                                               {.layer = L::coast},
                                               {.layer = L::coast_type},
                                               {.layer = L::landmarks, .size = 1.08},
                                               {.layer = L::names, .size = 1.08}};
  return layers;
}

const std::vector<StyledLayer>& close_layers() {
  static const std::vector<StyledLayer> layers{{.layer = L::biome},
                                               {.layer = L::relief, .opacity = 0.34},
                                               {.layer = L::depth},
                                               {.layer = L::contours},
                                               {.layer = L::water},
                                               {.layer = L::biome_border},
                                               {.layer = L::region_border, .opacity = 0.8},
                                               {.layer = L::footprints},
                                               {.layer = L::tracks},
                                               {.layer = L::roads},
                                               {.layer = L::coast},
                                               {.layer = L::coast_type},
                                               {.layer = L::resources},
                                               {.layer = L::wildlife},
                                               {.layer = L::enemies},
                                               {.layer = L::rare_resources},
                                               {.layer = L::strong_enemies},
                                               {.layer = L::landmarks},
                                               {.layer = L::names}};
  return layers;
}

const std::vector<StyledLayer>& fairness_layers() {
  static const std::vector<StyledLayer> layers{
      {.layer = L::control},
      {.layer = L::relief, .opacity = 0.4},
      {.layer = L::water, .opacity = 0.7},
      {.layer = L::region_border, .opacity = 0.6},
      {.layer = L::tracks, .size = 0.7},
      {.layer = L::roads, .size = 0.75},
      {.layer = L::contested},
      {.layer = L::reach},
      {.layer = L::coast},
      {.layer = L::rare_resources},
      {.layer = L::strong_enemies},
      {.layer = L::landmarks, .kinds = Kinds::journeys},
      {.layer = L::names, .region_names = false, .kinds = Kinds::seats}};
  return layers;
}

const std::vector<StyledLayer>& relief_layers() {
  static const std::vector<StyledLayer> layers{
      {.layer = L::height},
      {.layer = L::relief, .opacity = 0.5},
      {.layer = L::depth},
      {.layer = L::contours},
      {.layer = L::water},
      {.layer = L::tracks, .size = 0.8},
      {.layer = L::roads, .size = 0.8},
      {.layer = L::coast},
      {.layer = L::coast_type},
      {.layer = L::landmarks, .size = 0.6, .kinds = Kinds::seats},
      {.layer = L::names, .region_names = false, .kinds = Kinds::seats}};
  return layers;
}

const std::vector<StyledLayer>& oblique_layers() {
  static const std::vector<StyledLayer> layers{{.layer = L::biome},
                                               {.layer = L::relief, .opacity = 0.55},
                                               {.layer = L::water},
                                               {.layer = L::footprints},
                                               {.layer = L::tracks, .size = 0.85},
                                               {.layer = L::roads, .size = 0.95},
                                               {.layer = L::coast, .opacity = 0.5},
                                               {.layer = L::landmarks, .kinds = Kinds::foremost},
                                               {.layer = L::names, .kinds = Kinds::seats}};
  return layers;
}

}  // namespace

bool MapLook::shows(MapLayer layer) const {
  const auto at =
      std::find_if(layers.begin(), layers.end(), [&](const ViewLayer& l) { return l.layer == layer; });
  return at != layers.end() && at->shown && at->opacity > 0;
}

const std::vector<StyledLayer>& plate_layers(View view) {
  static const std::array layers{overview_layers(), resource_layers(), enemy_layers(),  landmark_layers(),
                                 close_layers(),    fairness_layers(), relief_layers(), oblique_layers()};
  return layers[static_cast<size_t>(view)];
}

MapLook map_look(View view) {
  MapLook look;
  for (const StyledLayer& layer : plate_layers(view))
    look.layers.push_back({layer.layer, true, layer.opacity});
  return with_every_layer(std::move(look));
}

MapLook map_look(const ViewParams& view) {
  MapLook look = map_look(View::overview);
  if (!view.layers.empty()) {
    look.layers = view.layers;
    look = with_every_layer(std::move(look));
  }
  look.palette = view.palette.value_or(look.palette);
  look.style = view.style.value_or(look.style);
  look.sea = view.sea;
  look.islet = view.islet;
  return look;
}

MapLook calm_look(MapLook look) {
  constexpr std::array kBold{MapLayer::contours, MapLayer::contested, MapLayer::reach,
                             MapLayer::danger_outline, MapLayer::faction_border};
  for (ViewLayer& layer : look.layers) {
    const MapLayerKind kind = kind_of(layer.layer);
    if (kind == MapLayerKind::marks || kind == MapLayerKind::names ||
        std::find(kBold.begin(), kBold.end(), layer.layer) != kBold.end())
      layer.shown = false;
  }
  return look;
}

MapLook with_every_layer(MapLook look) {
  MapLook out = look;
  out.layers.clear();
  std::array<bool, kMapLayers> present{};
  for (ViewLayer layer : look.layers) {
    bool& seen = present[static_cast<size_t>(layer.layer)];
    if (seen) continue;
    seen = true;
    layer.opacity = layer.opacity >= 0 ? std::min(layer.opacity, 1.0) : 0;  // a NaN is 0
    out.layers.push_back(layer);
  }
  // A missing layer goes above the highest of those that come before it in the natural order.
  for (size_t i = 0; i < kMapLayers; ++i) {
    if (present[i]) continue;
    const auto below = std::find_if(out.layers.rbegin(), out.layers.rend(),
                                    [&](const ViewLayer& l) { return static_cast<size_t>(l.layer) < i; });
    const double opacity = static_cast<MapLayer>(i) == MapLayer::relief ? 0.5 : 1;
    out.layers.insert(below.base(), {static_cast<MapLayer>(i), false, opacity});
  }
  return out;
}

}  // namespace fw
