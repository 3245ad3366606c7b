#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "render/geo/attribute_table.h"
#include "render/geo/audit_fields.h"

namespace fw {

/// A table as a layer: a row of values and a shape each (WKT in metres of the frame, "" = none).
struct GeoTable {
  std::string name, description;
  AttributeTable attributes;
  std::vector<std::string> shapes;  ///< one per row, or none where no row has one
};

/// What the bits of layers/hand.tif say, from the lowest: 1 biome, 2 danger, 4, 8, 16, 32, 64.
inline constexpr std::array<std::string_view, 7> kHandBitSlugs{"biome",   "danger", "faction", "region",
                                                               "terrain", "area",   "water"};

/// A field that no raster of the world holds: a further band of fields.tif.
struct FieldBand {
  std::string name;
  Raster<float> values;
};

/// The outputs of the GIS writers. Each writes its files (docs/formats.md, 2) directly into `folder` under
/// their final names; the caller gives an empty staging folder and renames. Returns the names written,
/// relative to `folder`. Leaves no side files (.aux.xml).
struct GeoRequest {
  const World& world;
  const Template& tmpl;
  AuditAttributes audit;
  std::filesystem::path folder;
  const GeoTable* hand = nullptr;                       ///< the hand's rows; null: the template has none
  const Raster<uint8_t>* hand_bits = nullptr;           ///< where they act; null with `hand`
  const std::vector<FieldBand>* more_fields = nullptr;  ///< null = none
  const TravelMap* travel = nullptr;                    ///< null: no key figures were asked for
};

/// Optional warm-up: loads GDAL and its libraries (40 ms of one thread). May run in parallel with anything.
void load_geo();

/// points.geojson, points.rfc7946.geojson, regions.geojson, tracks.geojson; of what the template asks for
/// rivers, lakes, coast, roads, crossings, footprints.
Result<std::vector<std::string>> write_geojson(const GeoRequest& request);
/// territory.gpkg; byte-identical for equal inputs.
Result<std::vector<std::string>> write_geopackage(const GeoRequest& request);
/// layers/*.tif, fields.tif; with rivers elevation.tif; with `travel` layers/control.tif and travel.tif.
Result<std::vector<std::string>> write_geotiff(const GeoRequest& request);
/// height16.png; sea 0, land maximum 65535.
Result<std::vector<std::string>> write_height16(const GeoRequest& request);
/// One GeoPackage of these tables, in the frame's engineering CRS; `file` must not be there yet.
Result<Done> write_tables(const std::filesystem::path& file, const std::vector<GeoTable>& tables);
/// The bytes of a plain SQLite database of these tables, without their shapes; equal for equal inputs.
Result<std::string> make_sqlite(const std::vector<GeoTable>& tables);
/// points.fgb, regions.fgb.
Result<std::vector<std::string>> write_flatgeobuf(const GeoRequest& request);

/// Reads one class layer back (layers/*.tif of a stored render). Refuses anything but a GeoTIFF of one Byte
/// band over a square-celled frame whose south-west corner is the origin.
Result<Raster<uint8_t>> read_layer(const std::filesystem::path& file);

}  // namespace fw
