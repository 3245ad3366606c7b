#include "render/geo/raster/class_colours.h"

#include "core/model/colour/palette.h"
#include "core/model/world/world_layers.h"

namespace fw {
namespace {

constexpr auto h = Rgb::hex;

constexpr std::array<Rgb, 3> kTypeColours{h(0x8FA85C), h(0xB08A63), h(0xC46A62)};
// Neighbouring codes differ in hue; with more regions than colours the list repeats.
constexpr std::array<Rgb, 12> kRegionColours{h(0xA6CEE3), h(0xFDBF6F), h(0xB2DF8A), h(0xCAB2D6),
                                             h(0xFB9A99), h(0xFFF29C), h(0x8DD3C7), h(0xD9B38C),
                                             h(0xF4C2E0), h(0xC7D46E), h(0x9FB3E8), h(0xC9C9C9)};

// Sea, lake, river, tidal water; cliff, rocky shore, beach, marsh.
constexpr std::array<Rgb, 4> kWaterColours{h(0x9FC2CF), h(0xA9CEDE), h(0x6FA6C4), h(0x8FB8C4)};
constexpr std::array<Rgb, 4> kShoreColours{h(0x7A6A5C), h(0xA89F91), h(0xEAD9A6), h(0x9DB58A)};

std::array<uint8_t, 3> bytes(Rgb c) {
  const auto byte = [](double v) { return static_cast<uint8_t>(v * 255 + 0.5); };
  return {byte(c.r), byte(c.g), byte(c.b)};
}

/// Colours of a layer's codes from 1; they start over after the last. Never empty.
std::vector<Rgb> colours_of(const WorldLayer& layer, const Palette& palette) {
  if (layer.codes == &World::region) return {kRegionColours.begin(), kRegionColours.end()};
  if (layer.codes == &World::faction) return palette.faction;
  if (layer.codes == &World::biome) return palette.biome;
  if (layer.codes == &World::danger) return palette.danger;
  if (layer.codes == &World::type) return {kTypeColours.begin(), kTypeColours.end()};
  if (layer.codes == &World::water) return {kWaterColours.begin(), kWaterColours.end()};
  if (layer.codes == &World::shore) return {kShoreColours.begin(), kShoreColours.end()};
  return {colour::kIslet};
}

}  // namespace

std::vector<ClassLayerView> class_layers(const World& world) {
  const Palette palette = make_palette(world.vocabulary);
  std::vector<ClassLayerView> layers;
  for (const WorldLayer& layer : kWorldLayers) {
    if (!layer.exported || layer.codes == nullptr || !has_layer(layer, world)) continue;
    ClassLayerView view{std::string(layer.slug), &(world.*layer.codes), {}};
    view.classes.push_back({layer.kind == LayerKind::mask ? "sea" : "none", "", bytes(colour::kSeaNear)});
    const std::vector<Rgb> colours = colours_of(layer, palette);
    for (RowIdentity& row : layer_classes(layer, world))
      view.classes.push_back({std::move(row.id), std::move(row.label),
                              bytes(colours[(view.classes.size() - 1) % colours.size()])});
    layers.push_back(std::move(view));
  }
  return layers;
}

}  // namespace fw
