#include <algorithm>
#include <array>

#include "core/model/classes.h"
#include "render/map/map_picture.h"

namespace fw {
namespace {

struct Shown {
  MapLayer layer;
  double opacity;
};

/// Every layer in the natural order, hidden but for those named.
MapLook look_of(std::initializer_list<Shown> shown) {
  MapLook look;
  for (size_t i = 0; i < kMapLayers; ++i) {
    ViewLayer layer{static_cast<MapLayer>(i), false, 1};
    if (layer.layer == MapLayer::relief) layer = {MapLayer::relief, true, 0.5};
    if (layer.layer == MapLayer::coast) layer.shown = true;
    for (const Shown& s : shown)
      if (s.layer == layer.layer) layer = {s.layer, true, s.opacity};
    look.layers.push_back(layer);
  }
  return look;
}

}  // namespace

std::optional<MapLayer> map_layer(std::string_view slug) {
  return from_slug<MapLayer>(kMapLayerSlugs, slug);
}

bool MapLook::shows(MapLayer layer) const {
  const auto at =
      std::find_if(layers.begin(), layers.end(), [&](const ViewLayer& l) { return l.layer == layer; });
  return at != layers.end() && at->shown && at->opacity > 0;
}

MapLook map_look(View view) {
  using L = MapLayer;
  switch (view) {
    case View::overview:
      break;
    case View::resources_biomes:
      return look_of({{L::biome, 1},
                      {L::biome_border, 1},
                      {L::region_border, 0.6},
                      {L::resources, 1},
                      {L::rare_resources, 1}});
    case View::enemies_danger:
      return look_of({{L::danger, 1},
                      {L::relief, 0.42},
                      {L::danger_border, 1},
                      {L::region_border, 0.6},
                      {L::enemies, 1},
                      {L::strong_enemies, 1},
                      {L::landmarks, 1}});
    case View::landmarks_admin:
      return look_of({{L::faction, 1},
                      {L::region_border, 1},
                      {L::tracks, 1},
                      {L::faction_border, 1},
                      {L::landmarks, 1},
                      {L::names, 1}});
    case View::zoom_quadrants:
      return look_of({{L::biome, 1},
                      {L::relief, 0.55},
                      {L::contours, 1},
                      {L::biome_border, 1},
                      {L::region_border, 0.8},
                      {L::tracks, 1},
                      {L::resources, 1},
                      {L::wildlife, 1},
                      {L::enemies, 1},
                      {L::rare_resources, 1},
                      {L::strong_enemies, 1},
                      {L::landmarks, 1},
                      {L::names, 1}});
  }
  return look_of({{L::faction, 1},
                  {L::region_border, 0.8},
                  {L::tracks, 1},
                  {L::danger_outline, 1},
                  {L::faction_border, 1},
                  {L::rare_resources, 1},
                  {L::strong_enemies, 1},
                  {L::landmarks, 1},
                  {L::names, 1}});
}

MapLook map_look(const ViewParams& view) {
  MapLook look = map_look(View::overview);
  if (!view.layers.empty()) {
    look.layers = view.layers;
    look = with_every_layer(std::move(look));
  }
  if (view.palette) look.palette = *view.palette;
  return look;
}

MapLook calm_look(MapLook look) {
  constexpr std::array kBold{MapLayer::contours, MapLayer::danger_outline, MapLayer::faction_border};
  for (ViewLayer& layer : look.layers)
    if (layer.layer >= MapLayer::resources ||
        std::find(kBold.begin(), kBold.end(), layer.layer) != kBold.end())
      layer.shown = false;
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
