#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/template/classes.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

enum class LayerKind : uint8_t {
  mask,     ///< 1 or 0
  classes,  ///< codes from 1, 0 = sea or none
  field,    ///< float
};

/// What a template must ask for to get a raster.
enum class LayerNeed : uint8_t { nothing, rivers, coasts };

/// One raster of World. Digests, GIS files, manifest, diff, read-out and reference page iterate over
/// kWorldLayers; to add a raster, add its member to World and its row here.
struct WorldLayer {
  std::string_view slug;   ///< name in digests and files
  std::string_view title;  ///< for people
  LayerKind kind = LayerKind::field;
  Raster<uint8_t> World::*codes = nullptr;                      ///< of a mask or classes
  Raster<float> World::*values = nullptr;                       ///< of a field
  std::vector<RowIdentity> (*classes)(const World&) = nullptr;  ///< what the codes from 1 mean
  std::string_view unit{};                                      ///< "m"; "" = pure number or code
  bool exported = true;          ///< layers/<slug>.tif, or a band of fields.tif
  std::string_view diff_name{};  ///< its name in a diff; "" = not compared
  int readout_decimals = -1;     ///< decimals in the window's status bar; -1 = not shown
  std::string_view help{};
  LayerNeed need = LayerNeed::nothing;
  bool with_detail = false;  ///< heights: files, pictures and the library add World::detail_m
};

namespace layer_classes_of {
std::vector<RowIdentity> land(const World& world);
std::vector<RowIdentity> region(const World& world);  ///< names of regions as ids
std::vector<RowIdentity> faction(const World& world);
std::vector<RowIdentity> biome(const World& world);
std::vector<RowIdentity> danger(const World& world);
std::vector<RowIdentity> type(const World& world);
std::vector<RowIdentity> water(const World& world);
std::vector<RowIdentity> shore(const World& world);
}  // namespace layer_classes_of

/// In the order of World's digest; the GIS files have the exported ones in the same order. Readers leave out
/// rasters that are empty: the template asks for none (has_layer, asks_for_layer).
inline constexpr std::array<WorldLayer, 22> kWorldLayers{{
    {.slug = "land",
     .title = "Land",
     .kind = LayerKind::mask,
     .codes = &World::land,
     .classes = layer_classes_of::land,
     .diff_name = "land",
     .help = "1 ground or islet, 0 sea."},
    {.slug = "region",
     .title = "Regions",
     .kind = LayerKind::classes,
     .codes = &World::region,
     .classes = layer_classes_of::region,
     .diff_name = "region",
     .help = "Administrative region; 0 at sea and on islets."},
    {.slug = "faction",
     .title = "Factions",
     .kind = LayerKind::classes,
     .codes = &World::faction,
     .classes = layer_classes_of::faction,
     .diff_name = "faction",
     .help = "Faction that holds the cell."},
    {.slug = "biome",
     .title = "Biomes",
     .kind = LayerKind::classes,
     .codes = &World::biome,
     .classes = layer_classes_of::biome,
     .diff_name = "biome",
     .help = "Biome of the cell."},
    {.slug = "danger",
     .title = "Danger",
     .kind = LayerKind::classes,
     .codes = &World::danger,
     .classes = layer_classes_of::danger,
     .diff_name = "danger",
     .help = "Danger band of the cell."},
    {.slug = "type",
     .title = "Type",
     .kind = LayerKind::classes,
     .codes = &World::type,
     .classes = layer_classes_of::type,
     .diff_name = "type",
     .help = "Category of content that suits the cell best: resource, wildlife or enemy."},
    {.slug = "height_m",
     .title = "Height",
     .values = &World::height_m,
     .unit = "m",
     .diff_name = "height",
     .readout_decimals = 0,
     .help = "Height; land > 0, sea <= 0.",
     .with_detail = true},
    {.slug = "coast_m",
     .title = "Distance to the sea",
     .values = &World::coast_m,
     .unit = "m",
     .exported = false,
     .help = "Land: distance to the sea; 0 at sea."},
    {.slug = "sea_m",
     .title = "Distance to the island",
     .values = &World::sea_m,
     .unit = "m",
     .exported = false,
     .help = "Sea: distance to the ground; 0 on it."},
    {.slug = "feature",
     .title = "Feature",
     .values = &World::feature,
     .readout_decimals = 2,
     .help = "Unsalted feature stack, (n + 1) / 2."},
    {.slug = "type_field",
     .title = "Type field",
     .values = &World::type_field,
     .readout_decimals = 2,
     .help = "Unsalted type stack, (n + 1) / 2."},
    {.slug = "danger_field",
     .title = "Danger field",
     .values = &World::danger_field,
     .help = "Calibrated danger d in [0, 1]."},
    {.slug = "biome_field",
     .title = "Biome field",
     .values = &World::biome_field,
     .help = "The winning biome's score in standard deviations."},
    {.slug = "faction_field",
     .title = "Faction field",
     .values = &World::faction_field,
     .help = "The winning faction's score in standard deviations."},
    {.slug = "intensity_resource",
     .title = "Resource intensity",
     .values = &World::intensity_resource,
     .help = "Greatest lambda / lambda_max of the resource classes."},
    {.slug = "intensity_wildlife",
     .title = "Wildlife intensity",
     .values = &World::intensity_wildlife,
     .help = "Greatest lambda / lambda_max of the wildlife classes."},
    {.slug = "intensity_enemy",
     .title = "Enemy intensity",
     .values = &World::intensity_enemy,
     .help = "Greatest lambda / lambda_max of the enemy families."},
    {.slug = "water",
     .title = "Water",
     .kind = LayerKind::classes,
     .codes = &World::water,
     .classes = layer_classes_of::water,
     .diff_name = "water",
     .help = "Kind of water in the cell: sea, lake, river or tidal; 0 = dry.",
     .need = LayerNeed::rivers},
    {.slug = "bed_m",
     .title = "Bed",
     .values = &World::bed_m,
     .unit = "m",
     .exported = false,
     .help = "The ground under water: of sea, lakes and rivers; elsewhere the ground.",
     .need = LayerNeed::rivers,
     .with_detail = true},
    {.slug = "surface_m",
     .title = "Water level",
     .values = &World::surface_m,
     .unit = "m",
     .exported = false,
     .help = "The water's level; elsewhere the ground.",
     .need = LayerNeed::rivers,
     .with_detail = true},
    {.slug = "shore",
     .title = "Shore",
     .kind = LayerKind::classes,
     .codes = &World::shore,
     .classes = layer_classes_of::shore,
     .exported = false,
     .diff_name = "shore",
     .help = "Type of the shore on coast cells.",
     .need = LayerNeed::coasts},
    {.slug = "detail_m",
     .title = "Detail",
     .values = &World::detail_m,
     .unit = "m",
     .help = "Gullies and crests below the plan grid: how much of the height they are; 0 beside water, ways "
             "and ground plans."},
}};

/// The layer that shows a raster of World.
constexpr const WorldLayer& layer_of(Raster<uint8_t> World::*codes) {
  size_t i = 0;
  while (kWorldLayers[i].codes != codes) ++i;
  return kWorldLayers[i];
}
constexpr const WorldLayer& layer_of(Raster<float> World::*values) {
  size_t i = 0;
  while (kWorldLayers[i].values != values) ++i;
  return kWorldLayers[i];
}

/// Whether a world has the raster.
bool has_layer(const WorldLayer& layer, const World& world);
/// Whether a template's worlds have it.
bool asks_for_layer(const WorldLayer& layer, const Template& tmpl);

/// The layer of that slug, or null.
constexpr const WorldLayer* find_world_layer(std::string_view slug) {
  for (const WorldLayer& layer : kWorldLayers)
    if (layer.slug == slug) return &layer;
  return nullptr;
}

/// What files, pictures and the library say of a field in a cell: heights with the detail below the plan
/// grid. Water is flat: where its level is not the ground's, there is no detail.
inline float told_value(const WorldLayer& layer, const World& world, size_t cell) {
  const float value = (world.*layer.values)[cell];
  return layer.with_detail && world.detail_m.size() != 0 ? value + world.detail_m[cell] : value;
}
/// All of it.
Raster<float> told_values(const WorldLayer& layer, const World& world);
/// The same of a point's height.
double told_height_m(const World& world, const Point& point);

/// The meaning of a layer's codes, from code 1: rows of the vocabulary, for `region` the names of the world's
/// regions. Empty for a field.
std::vector<RowIdentity> layer_classes(const WorldLayer& layer, const World& world);

}  // namespace fw
