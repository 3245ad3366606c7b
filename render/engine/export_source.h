#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"
#include "core/field/vertex_grid.h"
#include "core/model/colour/palette.h"
#include "core/model/spawn_tables.h"
#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "core/model/world/world.h"
#include "render/geo/geo_export.h"
#include "render/geo/raster/class_colours.h"

namespace fw {

/// A place, line or area of the world: what a table says of it, and where it lies.
struct ExportShape {
  size_t row = 0;  ///< in its layer's table
  std::string uid;
  GeoShape shape;
};
struct ExportLayer {
  std::string name;  ///< "tracks", "rivers"
  ShapeKind kind = ShapeKind::line;
  AttributeTable table;
  std::vector<ExportShape> shapes;  ///< by uid
};

/// A placed thing.
struct ExportPoint {
  size_t row = 0;  ///< in `points`, and in the world's set
  int class_index = 0;
  std::string uid;
  Vec2 position_m;
};

/// What a region covers: polygons, each an outer ring (counter-clockwise) and its holes; rings are not
/// closed.
struct ExportRegion {
  size_t row = 0;
  std::string uid;
  std::vector<std::vector<std::vector<Vec2>>> polygons;
};

/// What all things of one class, rarity and, of landmarks, owner look like on the plates.
struct ExportSymbol {
  size_t row = 0;  ///< of the first of them in the points' table
  int side_px = 0;
  std::vector<uint32_t> words;  ///< a square, premultiplied 0xAARRGGBB, row by row from the top
};

/// The map of the whole frame as the painter draws it, without symbols and names.
struct ExportPicture {
  std::string jpeg;
  Vec2 size_m;  ///< from the frame's north-west corner: the frame and at most a pixel
  Rgb sea;      ///< of its open sea
};

/// How soon a map shows a point: seats first, what is common last.
enum class MapRank : uint8_t { seat, guard, site, rare, uncommon, common };

/// A finished world as the targets take it, whether it was made or read back from a folder. The tables have a
/// column `uid` first. Things, shapes and regions are sorted: things by category, class, uid.
struct ExportSource {
  std::shared_ptr<const World> world;
  std::shared_ptr<const Template> tmpl;
  std::shared_ptr<const AuditReport> audit;
  std::string template_digest;
  std::vector<std::pair<std::string, std::string>> digests;
  ExportParams exports;  ///< the template's, with the rows of a mapping file before them
  Palette palette;
  std::vector<ExportSymbol> symbols;  ///< by class
  AttributeTable points, regions;
  std::vector<MapRank> map_ranks;  ///< by row of `points`
  std::vector<ExportPoint> things;
  std::vector<ExportRegion> areas;
  std::vector<ExportLayer> layers;  ///< tracks first; then rivers, lakes, roads, ...
  /// The ground at vertices; kept for the next who asks for the same.
  std::function<std::shared_ptr<const GroundSurface>(const VertexGrid&)> surface;
  /// Its levels in the rows [first, end) alone, for what is too large to be held.
  std::function<std::vector<int16_t>(const VertexGrid&, int first, int end)> surface_rows;
  double quantum_m = 1;  ///< of both
  /// Drawn when it is asked for. ErrorKind::limit or mismatch: this source has none, for the reason given.
  std::function<Result<ExportPicture>(const Progress&)> picture;

  /// Compiled when they are asked for. ErrorKind::mismatch: the source is a folder, and its world comes out
  /// otherwise now.
  std::function<Result<SpawnTables>(const Progress&)> spawn_tables;

  std::string name() const;  ///< of files and schemas
};

/// Fills tables, things and layers, these of `shapes`. Regions' outlines are the caller's.
void fill_tables(ExportSource& source, std::vector<ShapeLayer> shapes);

/// What stands for a thing in a target.
struct ExportAsset {
  std::string asset;  ///< "" = a plain marker
  double yaw_deg = 0;
  double scale = 1;
  double lift_m = 0;
  bool leave_out = false;
};
/// By the rows of the export: a row of the class before one of its category, one of the target before `any`.
/// Angle and size are drawn at the thing's uid.
ExportAsset asset_of(const ExportSource& source, const ExportPoint& thing, std::string_view target);
/// Of a class alone: the row that serves it, or null.
const ExportThing* thing_row(const ExportParams& exports, const PointClassInfo& cls, std::string_view target);
/// What covers the ground of a class (or kExportSea); "" where no row says so.
std::string ground_asset(const ExportParams& exports, std::string_view layer, std::string_view cls,
                         std::string_view target);

/// The things that a target gets.
std::vector<const ExportPoint*> things_for(const ExportSource& source, std::string_view target);

/// The ground under every thing and the vertices of every shape, whole millimetres.
using GroundUnder = std::function<double(Vec2)>;
/// Of a surface that stays.
GroundUnder ground_of(const GroundSurface& surface, QuadShape shape);

/// The points' table with the column `ground_m` last, rows in the order of `things`.
AttributeTable points_table(const ExportSource& source, const std::vector<const ExportPoint*>& things,
                            const GroundUnder& ground_m);

/// The class layers that go out, all but `type`, code 0 named "sea" (of water "dry"), in the order of the
/// world's table.
std::vector<ClassLayerView> class_rasters(const ExportSource& source);

/// The numbers of vertices along the longer side that a target takes, ascending.
std::vector<int> vertex_sides(std::string_view target);

/// How many vertices a target takes along the longer side: exports.vertices if it may have them, else by
/// itself. ErrorKind::usage names the nearest two.
Result<int> vertices_for(const ExportSource& source, std::string_view target);

}  // namespace fw
