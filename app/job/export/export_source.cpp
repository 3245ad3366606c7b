#include "app/job/export/export_source.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

#include "app/job/export/page_map.h"
#include "app/job/export/whole_world.h"
#include "app/job/export/world_of_folder.h"
#include "app/job/folder/file_io.h"
#include "app/job/render/stored.h"
#include "core/ecology/living_year.h"
#include "core/model/world/digest.h"
#include "core/spawn/compile_tables.h"
#include "core/template/export_mapping.h"
#include "core/template/template_io.h"
#include "render/engine/identity.h"
#include "render/geo/geo_export.h"
#include "render/map/marks/symbols.h"

namespace fw {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostMappingBytes = uint64_t{8} << 20;
/// Targets of one export ask for two or three sizes.
constexpr size_t kSurfacesKept = 2;

/// Detail finer than the cells of a source, which gives away its shapes.
std::shared_ptr<const VertexDetail> vertex_detail(LoadedSource& loaded) {
  const World& world = *loaded.source.world;
  const Template& tmpl = *loaded.source.tmpl;
  return std::make_shared<const VertexDetail>(tmpl, salted_seeds(world.seeds, tmpl), world.region,
                                              world.water, loaded.detail_m, std::move(loaded.ways),
                                              std::move(loaded.pads));
}

/// The ground, and surfaces of it that were made, the newest last.
class Surfaces {
 public:
  explicit Surfaces(LoadedSource& loaded)
      : world_(loaded.source.world),
        ground_(world_->land, world_->region, loaded.heights, vertex_detail(loaded)),
        quantum_m_(loaded.source.quantum_m) {}

  std::shared_ptr<const GroundSurface> get(const VertexGrid& grid) {
    const std::scoped_lock lock(mutex_);
    for (const auto& made : made_)
      if (made->grid == grid) return made;
    made_.push_back(std::make_shared<const GroundSurface>(make_surface(ground_, grid, quantum_m_)));
    if (made_.size() > kSurfacesKept) made_.pop_front();
    return made_.back();
  }
  std::vector<int16_t> rows(const VertexGrid& grid, int first, int end) {
    const std::scoped_lock lock(mutex_);
    return surface_rows(ground_, grid, quantum_m_, first, end);
  }

 private:
  std::shared_ptr<const World> world_;
  SolidGround ground_;
  double quantum_m_;
  std::mutex mutex_;
  std::deque<std::shared_ptr<const GroundSurface>> made_;
};

/// From a file; after a failure rows are flat.
HeightRows rows_of(std::shared_ptr<FieldRows> heights, std::shared_ptr<std::optional<Error>> unread) {
  return [heights = std::move(heights), unread = std::move(unread)](int first, std::span<float> out) {
    const Result<Done> read = heights->read(first, out);
    if (read) return;
    *unread = read.error();
    std::fill(out.begin(), out.end(), 0.0f);
  };
}

/// Heights with their detail.
HeightRows sums_of(HeightRows heights, HeightRows detail) {
  return [heights = std::move(heights), detail = std::move(detail)](int first, std::span<float> out) {
    std::vector<float> more(out.size());
    heights(first, out);
    detail(first, more);
    for (size_t i = 0; i < out.size(); ++i) out[i] += more[i];
  };
}

/// The tables, and what the ground about lines and ground plans needs.
void take_shapes(std::vector<ShapeLayer> shapes, LoadedSource& loaded) {
  for (const ShapeLayer& layer : shapes)
    for (const GeoShape& shape : layer.shapes)
      for (const std::vector<Vec2>& part : shape.parts)
        if (layer.name == "roads")
          add_way(part, loaded.ways);
        else if (layer.name == "footprints")
          add_pad(part, loaded.pads);
  add_hand_pads(*loaded.source.tmpl, loaded.pads);
  fill_tables(loaded.source, std::move(shapes));
}

/// A world that was made, and its audit.
Result<Done> take_build(LoadedSource& loaded, Build& made) {
  ExportSource& source = loaded.source;
  loaded.whole = true;
  source.digests = world_digests(*made.world);
  source.world = std::move(made.world);
  loaded.detail_m = height_rows(source.world->detail_m);
  loaded.heights = sums_of(height_rows(source.world->height_m), loaded.detail_m);
  Result<std::vector<ShapeLayer>> shapes = made_shapes(*source.world, *source.tmpl);
  if (!shapes) return shapes.error();
  take_shapes(std::move(shapes).value(), loaded);
  source.audit = std::make_shared<const AuditReport>(std::move(made.audit));
  return Done{};
}

Result<Done> take_template(const BuildRequest& request, LoadedSource& loaded, const Progress& progress) {
  loaded.source.tmpl = std::make_shared<const Template>(request.tmpl);
  Result<Build> made = build(request, progress);
  if (!made) return made.error();
  return take_build(loaded, made.value());
}

/// Rendered without the files that hold the world: it is made anew and must come out the same.
Result<Done> take_rebuilt(const fs::path& folder, const Stored& stored, LoadedSource& loaded,
                          const Progress& progress) {
  Result<Build> made = rebuild(stored, progress);
  if (!made) return made.error();
  if (auto taken = take_build(loaded, made.value()); !taken) return taken;
  if (loaded.source.digests == stored.manifest.digests) return Done{};
  return Error{ErrorKind::mismatch,
               folder.string() + ": was rendered without geotiff and geojson by version " +
                   stored.manifest.version +
                   ", and this version makes another world of its template; render it again with --formats "
                   "geojson,geotiff"};
}

Result<Done> take_folder(const fs::path& folder, LoadedSource& loaded, const Progress& progress) {
  ExportSource& source = loaded.source;
  const Result<Descriptor> reading = open_stored(folder);
  if (!reading) return reading.error();
  const Result<Stored> stored = read_stored(folder);
  if (!stored) return stored.error();
  source.tmpl = std::make_shared<const Template>(stored.value().tmpl);
  if (!holds_world(stored.value().manifest)) return take_rebuilt(folder, stored.value(), loaded, progress);
  const Result<FolderWorld> world = read_world(folder, stored.value());
  if (!world) return world.error();
  source.world = world.value().world;
  loaded.heights = rows_of(world.value().heights, loaded.unread);
  loaded.detail_m = rows_of(world.value().detail_m, loaded.unread);
  source.digests = stored.value().manifest.digests;
  Result<std::vector<ShapeLayer>> shapes = read_shapes(folder, stored.value());
  if (!shapes) return shapes.error();
  take_shapes(std::move(shapes).value(), loaded);
  Result<StoredAudit> audit = read_stored_audit(folder);
  if (!audit) return audit.error();
  source.audit = std::make_shared<const AuditReport>(std::move(audit.value().report));
  return Done{};
}

/// Pixels of a unit of the plates.
constexpr double kSymbolScale = 2.5;

/// The symbols of the template's rows; a studio's own drawings in a render's folder as the manifest lists
/// them.
Result<SymbolSet> symbols_for(const ExportRequest& request) {
  if (request.source.empty()) return symbols_of(request.build);
  const Result<Stored> stored = read_stored(request.source);
  if (!stored) return stored.error();
  Result<SymbolSet> symbols = load_symbols(stored.value().tmpl.vocabulary, request.source);
  if (!symbols) return symbols;
  for (const auto& [name, drawing] : symbols.value().files)
    if (auto same = read_checked(request.source, stored.value().manifest, name); !same) return same.error();
  return symbols;
}

Result<Done> draw_symbols(const ExportRequest& request, ExportSource& source) {
  const Result<SymbolSet> symbols = symbols_for(request);
  if (!symbols) return symbols.error();
  for (PointPicture& picture : point_pictures(*source.world, symbols.value(), source.palette, kSymbolScale))
    source.symbols.push_back({picture.point, picture.side_px, std::move(picture.words)});
  return Done{};
}

Result<Done> trace_regions(ExportSource& source) {
  const Result<std::vector<RingPolygons>> areas =
      trace_areas(source.world->region, source.world->regions.size());
  if (!areas) return areas.error();
  const std::vector<std::string> uids = region_uids(*source.world);
  for (size_t i = 0; i < uids.size(); ++i) source.areas.push_back({i, uids[i], areas.value()[i]});
  return Done{};
}

}  // namespace

Result<LoadedSource> load_export_source(const ExportRequest& request, const Progress& progress) {
  LoadedSource loaded;
  ExportSource& source = loaded.source;
  const Result<Done> taken = request.source.empty() ? take_template(request.build, loaded, progress)
                                                    : take_folder(request.source, loaded, progress);
  if (!taken) return taken.error();
  source.template_digest = template_digest(*source.tmpl);
  source.exports = source.tmpl->exports;
  if (!request.mapping.empty()) {
    const Result<std::string> text = read_file(request.mapping, kMostMappingBytes);
    if (!text) return text.error();
    Result<ExportMapping> mapping = read_export_mapping(text.value(), request.mapping.string(), *source.tmpl);
    if (!mapping) return mapping.error();
    source.exports = std::move(mapping.value().exports);
    loaded.findings = std::move(mapping.value().findings);
  }
  if (request.vertices) source.exports.vertices = *request.vertices;
  if (request.tiles) source.exports.tiles = *request.tiles;
  source.palette = make_palette(source.world->vocabulary,
                                source.tmpl->view.palette.value_or(std::string(kPaletteSlugs[0])));
  source.map_ranks = map_ranks(*source.world);
  const WholeWorldOf whole = whole_world_of(source, loaded.whole ? std::filesystem::path{} : request.source);
  source.picture = picture_of(source, whole);
  source.spawn_tables = [whole, exports = source.exports](const Progress& ended) -> Result<SpawnTables> {
    const Result<WholeWorld> world = whole(ended);
    if (!world) return world.error();
    const auto year = living_year(*world.value().tmpl, *world.value().world, ended);
    if (!year) return year.error();
    return compile_tables(*world.value().tmpl, *world.value().world, exports, year.value());
  };
  if (auto drawn = draw_symbols(request, source); !drawn) return drawn.error();
  if (auto traced = trace_regions(source); !traced) return traced.error();
  source.quantum_m = surface_quantum_m(source.tmpl->relief.height_max_m);
  const auto surfaces = std::make_shared<Surfaces>(loaded);
  source.surface = [surfaces](const VertexGrid& grid) { return surfaces->get(grid); };
  source.surface_rows = [surfaces](const VertexGrid& grid, int first, int end) {
    return surfaces->rows(grid, first, end);
  };
  return loaded;
}

}  // namespace fw
