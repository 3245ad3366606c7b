// The GDAL writers are a shared library, loaded on first use: GDAL depends on 130 libraries that take 40 ms
// to load, which other commands should not pay.
#include <dlfcn.h>

#include <string_view>

#include "render/geo/library/geo_writers.h"

namespace fw {
namespace {

Result<const GeoWriters*> open_library() {
  const auto problem = [](const std::string& what) {
    return Error{ErrorKind::io, "the GIS formats cannot be read or written: " + what};
  };
  // Never closed: GDAL keeps per-thread data until the process ends.
  void* const library = ::dlopen(kGeoLibrary, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr)
    return problem(std::string(::dlerror()) +
                   "; it belongs into lib/fieldwright beside the program's own folder");
  const auto* const writers = static_cast<const GeoWriters*>(::dlsym(library, kGeoWriters));
  if (writers == nullptr || std::string_view(writers->version) != FIELDWRIGHT_VERSION)
    return problem(std::string(kGeoLibrary) + " is of another version; install both together");
  return writers;
}

/// Concurrent callers wait until the first one has loaded the library.
const Result<const GeoWriters*>& library() {
  static const Result<const GeoWriters*> opened = open_library();
  return opened;
}

Result<std::vector<std::string>> write(decltype(GeoWriters::geojson) GeoWriters::*writer,
                                       const GeoRequest& request) {
  if (!library()) return library().error();
  return (library().value()->*writer)(request);
}

}  // namespace

void load_geo() {
  if (library()) library().value()->load();
}

Result<std::vector<std::string>> write_geojson(const GeoRequest& request) {
  return write(&GeoWriters::geojson, request);
}
Result<std::vector<std::string>> write_geopackage(const GeoRequest& request) {
  return write(&GeoWriters::geopackage, request);
}
Result<std::vector<std::string>> write_geotiff(const GeoRequest& request) {
  return write(&GeoWriters::geotiff, request);
}
Result<std::vector<std::string>> write_height16(const GeoRequest& request) {
  return write(&GeoWriters::height16, request);
}
Result<std::vector<std::string>> write_flatgeobuf(const GeoRequest& request) {
  return write(&GeoWriters::flatgeobuf, request);
}
Result<Done> write_tables(const std::filesystem::path& file, const std::vector<GeoTable>& tables) {
  if (!library()) return library().error();
  return library().value()->tables(file, tables);
}
Result<std::string> make_sqlite(const std::vector<GeoTable>& tables) {
  if (!library()) return library().error();
  return library().value()->sqlite(tables);
}
Result<std::unique_ptr<RasterSource>> open_raster(const RasterRequest& request) {
  if (!library()) return library().error();
  return library().value()->raster(request);
}
Result<VectorSource> read_vectors(const VectorRequest& request) {
  if (!library()) return library().error();
  return library().value()->vectors(request);
}
Result<Done> write_sql(const SqlRequest& request) {
  if (!library()) return library().error();
  return library().value()->sql(request);
}
Result<std::vector<std::string>> write_sheets(const std::filesystem::path& folder,
                                              const std::string& workbook,
                                              const std::vector<GeoTable>& tables) {
  if (!library()) return library().error();
  return library().value()->sheets(folder, workbook, tables);
}
Result<std::vector<VectorTile>> make_vector_tiles(const std::string& name, const AttributeTable& table,
                                                  const std::vector<Vec2>& places, int least, int most) {
  if (!library()) return library().error();
  return library().value()->tiles(name, table, places, least, most);
}
Result<std::vector<RingPolygons>> trace_areas(const Raster<uint8_t>& codes, size_t count) {
  if (!library()) return library().error();
  return library().value()->areas(codes, count);
}
Result<std::vector<ShapeLayer>> world_shapes(const World& world, const Template& tmpl) {
  if (!library()) return library().error();
  return library().value()->shapes(world, tmpl);
}
Result<std::unique_ptr<FieldRows>> open_field(const std::filesystem::path& file, const std::string& band) {
  if (!library()) return library().error();
  return library().value()->field(file, band);
}
Result<Raster<uint8_t>> read_layer(const std::filesystem::path& file) {
  if (!library()) return library().error();
  return library().value()->layer(file);
}
Result<Done> write_strips(const std::filesystem::path& file, const StripTiff& tiff, const FillStrip& fill,
                          const Progress& progress) {
  if (!library()) return library().error();
  return library().value()->strips(file, tiff, fill, progress);
}

}  // namespace fw
