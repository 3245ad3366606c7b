#pragma once

#include <filesystem>
#include <vector>

#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "render/geo/geo.h"

namespace fw {

/// Every row of the hand, a table per list that has rows, named like it: the columns as text and numbers
/// (what a row does not say is null), its place as the shape. import_rows() reads them back.
std::vector<GeoTable> hand_tables(const Template& tmpl);

/// The rows as one table, for a bundle's GeoPackage: id, list, what, state and the shape. Rows of cells have
/// the outline of their cells.
GeoTable hand_table(const Template& tmpl, const World& world);

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
