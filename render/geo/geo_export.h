#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/geometry.h"
#include "core/base/result.h"
#include "core/field/raster.h"
#include "render/geo/geo.h"

// What exports for other tools (render/engine) need of GDAL.
namespace fw {

/// A table of the world's things with other columns or in another order than the world has.
struct VectorTable {
  AttributeTable attributes;
  std::vector<size_t> order;  ///< row by row the place in the world's own list
};

/// What the rows of a layer are.
enum class ShapeKind : uint8_t { point, line, area };

/// One place, one line, or the rings of an area: the outer one first, none closed.
struct GeoShape {
  std::vector<std::vector<Vec2>> parts;
  std::vector<double> heights_m;  ///< own heights of a line's vertices; none: the ground's
};

/// Rivers, lakes, shore, roads, crossings, ground plans or tracks as plain values.
struct ShapeLayer {
  std::string name;  ///< in the GeoPackage: "rivers"
  std::string file;  ///< "rivers" = rivers.geojson; "": the render writes none
  ShapeKind kind = ShapeKind::line;
  AttributeTable table;
  std::vector<GeoShape> shapes;  ///< one per row, whole millimetres (ties to even, as the files have them)
};
/// Tracks, then what the template asks for, empty layers too, in the order of the GeoPackage.
Result<std::vector<ShapeLayer>> world_shapes(const World& world, const Template& tmpl);

/// The GeoPackage's layers as SQL for PostGIS: plane metres (SRID 0), COPY, everything new in `schema`.
struct SqlRequest {
  GeoRequest geo;  ///< `folder` is not read
  VectorTable points, regions;
  std::vector<ShapeLayer> layers;  ///< all others with shapes of their own, tracks too
  std::string schema;
  std::filesystem::path file;  ///< must not be there yet
};
Result<Done> write_sql(const SqlRequest& request);

/// Each table as NAME.csv (RFC 4180, LF) and all of them as sheets of `workbook`.xlsx; shapes are not
/// written. Returns the names of the files.
Result<std::vector<std::string>> write_sheets(const std::filesystem::path& folder,
                                              const std::string& workbook,
                                              const std::vector<GeoTable>& tables);

/// A square of a map's level with the places in it, as Mapbox Vector Tile (version 2, not compressed).
struct VectorTile {
  int z = 0, x = 0, y = 0;
  std::string bytes;
};
/// The layer `name` on the levels `least` to `most`: a row of the table for every place, in metres of Web
/// Mercator (EPSG:3857), stated to 1/65536 of a tile's side. Tiles without a place are left out; by z, x, y.
Result<std::vector<VectorTile>> make_vector_tiles(const std::string& name, const AttributeTable& table,
                                                  const std::vector<Vec2>& places, int least, int most);

/// Polygons, each an outer ring (counter-clockwise) and its holes (clockwise), not closed.
using RingPolygons = std::vector<std::vector<std::vector<Vec2>>>;
/// What each code from 1 to `count` covers, along cell edges.
Result<std::vector<RingPolygons>> trace_areas(const Raster<uint8_t>& codes, size_t count);

/// A band of a stored render's fields.tif, which is read by rows and not held. For one thread at a time.
class FieldRows {
 public:
  virtual ~FieldRows() = default;
  /// Whole rows from `first` on.
  virtual Result<Done> read(int first, std::span<float> out) = 0;

  GridSpec grid;
};
/// The band of that name. Refuses what read_layer() refuses.
Result<std::unique_ptr<FieldRows>> open_field(const std::filesystem::path& file, const std::string& band);

}  // namespace fw
