#include "render/geo/raster/class_colours.h"

#include <span>

#include "core/model/world_layers.h"

namespace fw {
namespace {

using Rgb = std::array<uint8_t, 3>;

// The atlas palette: pale fills, so that symbols drawn over them stay readable.
constexpr Rgb kSea{0xCF, 0xE2, 0xE6};
constexpr Rgb kLand{0xE6, 0xE0, 0xCE};
constexpr std::array<Rgb, kBiomes> kBiomeColours{{{0xD3, 0xDB, 0xA0},
                                                  {0x8D, 0xB2, 0x83},
                                                  {0x9C, 0xCA, 0xBB},
                                                  {0xEB, 0xDD, 0x9C},
                                                  {0xBF, 0xAF, 0x9B},
                                                  {0xEF, 0xF2, 0xF5},
                                                  {0xE2, 0xBE, 0x8D},
                                                  {0xBD, 0xA6, 0xD6}}};
constexpr std::array<Rgb, kDangers> kDangerColours{
    {{0xB5, 0xCF, 0x9D}, {0xF1, 0xDC, 0x8E}, {0xDE, 0x8A, 0x70}, {0x75, 0x65, 0x7A}}};
constexpr std::array<Rgb, kFactions> kFactionColours{
    {{0x7F, 0xB0, 0x7A}, {0x9C, 0x86, 0xC4}, {0xE2, 0xBF, 0x5B}, {0xB5, 0xAE, 0xA5}}};
constexpr std::array<Rgb, 3> kTypeColours{{{0x8F, 0xA8, 0x5C}, {0xB0, 0x8A, 0x63}, {0xC4, 0x6A, 0x62}}};
// Neighbouring codes differ in hue; with more regions than colours the list repeats.
constexpr std::array<Rgb, 12> kRegionColours{{{0xA6, 0xCE, 0xE3},
                                              {0xFD, 0xBF, 0x6F},
                                              {0xB2, 0xDF, 0x8A},
                                              {0xCA, 0xB2, 0xD6},
                                              {0xFB, 0x9A, 0x99},
                                              {0xFF, 0xF2, 0x9C},
                                              {0x8D, 0xD3, 0xC7},
                                              {0xD9, 0xB3, 0x8C},
                                              {0xF4, 0xC2, 0xE0},
                                              {0xC7, 0xD4, 0x6E},
                                              {0x9F, 0xB3, 0xE8},
                                              {0xC9, 0xC9, 0xC9}}};

/// Colours of a layer's codes from 1; they start over after the last.
std::span<const Rgb> colours_of(const WorldLayer& layer) {
  if (layer.codes == &World::region) return kRegionColours;
  if (layer.codes == &World::faction) return kFactionColours;
  if (layer.codes == &World::biome) return kBiomeColours;
  if (layer.codes == &World::danger) return kDangerColours;
  if (layer.codes == &World::type) return kTypeColours;
  return {&kLand, 1};
}

}  // namespace

std::vector<ClassLayerView> class_layers(const World& world) {
  std::vector<ClassLayerView> layers;
  for (const WorldLayer& layer : kWorldLayers) {
    if (!layer.exported || layer.codes == nullptr) continue;
    ClassLayerView view{std::string(layer.slug), &(world.*layer.codes), {}};
    view.classes.push_back({layer.kind == LayerKind::mask ? "sea" : "none", kSea});
    const std::span<const Rgb> colours = colours_of(layer);
    for (std::string& name : layer_classes(layer, world))
      view.classes.push_back({std::move(name), colours[(view.classes.size() - 1) % colours.size()]});
    layers.push_back(std::move(view));
  }
  return layers;
}

}  // namespace fw
