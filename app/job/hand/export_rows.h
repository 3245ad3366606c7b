#pragma once

#include <filesystem>
#include <vector>

#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "render/geo/geo.h"

namespace fw {

/// hand_tables() as a GeoPackage.
Result<Done> export_rows(const Template& tmpl, const std::filesystem::path& file, bool overwrite);

/// What a bundle says of the hand: its rows as a table, and where they act as bits of every cell
/// (kHandBitSlugs).
struct HandLayers {
  GeoTable table;
  Raster<uint8_t> bits;
};
HandLayers hand_layers(const Template& tmpl, const World& world, const ImportSet& imports);

/// Whether rows may lift the land's maximum off relief.height_max_m.
bool changes_heights(const Hand& hand);

}  // namespace fw
