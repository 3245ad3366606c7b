#include <cpl_string.h>

#include <array>
#include <cmath>
#include <system_error>

#include "render/geo/raster/class_colours.h"
#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

constexpr float kNoData = -9999.0f;

struct FieldBand {
  const char* name;
  Raster<float> World::*raster;
};

constexpr std::array<FieldBand, 9> kFieldBands{{{"height_m", &World::height_m},
                                                {"feature", &World::feature},
                                                {"type_field", &World::type_field},
                                                {"danger_field", &World::danger_field},
                                                {"biome_field", &World::biome_field},
                                                {"faction_field", &World::faction_field},
                                                {"intensity_resource", &World::intensity_resource},
                                                {"intensity_wildlife", &World::intensity_wildlife},
                                                {"intensity_enemy", &World::intensity_enemy}}};

Dataset create_tiff(const MemoryFile& file, const GridSpec& grid, int bands, GDALDataType type,
                    const char* predictor) {
  CPLStringList options;
  options.SetNameValue("TILED", "YES");
  options.SetNameValue("COMPRESS", "DEFLATE");
  options.SetNameValue("ZLEVEL", "1");  // twice as fast as the default for a tenth more bytes
  options.SetNameValue("PREDICTOR", predictor);
  options.SetNameValue("INTERLEAVE", "BAND");
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  Dataset dataset(driver->Create(file.name(), grid.columns, grid.rows, bands, type, options.List()));
  if (!dataset) return nullptr;
  const OGRSpatialReference crs = engineering_crs();
  auto transform = geotransform(grid);
  const bool placed =
      dataset->SetSpatialRef(&crs) == CE_None && dataset->SetGeoTransform(transform.data()) == CE_None;
  return placed ? std::move(dataset) : nullptr;
}

CPLErr write_band(GDALRasterBand& band, const GridSpec& grid, const void* cells, GDALDataType type) {
  // RasterIO takes a non-const buffer for both directions; writing only reads it.
  return band.RasterIO(GF_Write, 0, 0, grid.columns, grid.rows, const_cast<void*>(cells), grid.columns,
                       grid.rows, type, 0, 0, nullptr);
}

Result<Done> write_classes(const GdalSession& session, const ClassLayerView& layer,
                           const std::filesystem::path& file) {
  const GridSpec& grid = layer.codes->grid;
  const MemoryFile memory(".tif");
  Dataset dataset = create_tiff(memory, grid, 1, GDT_Byte, "1");
  if (!dataset) return session.error(file.string());
  GDALRasterBand& band = *dataset->GetRasterBand(1);
  GDALColorTable colours;
  dataset->SetMetadataItem("layer", layer.name);
  for (size_t code = 0; code < layer.classes.size(); ++code) {
    const auto& [slug, rgb] = layer.classes[code];
    const GDALColorEntry entry{rgb[0], rgb[1], rgb[2], 255};
    colours.SetColorEntry(static_cast<int>(code), &entry);
    dataset->SetMetadataItem(("code_" + std::to_string(code)).c_str(), slug.c_str());
  }
  band.SetColorTable(&colours);
  band.SetDescription(layer.name);
  const bool written = write_band(band, grid, layer.codes->cells.data(), GDT_Byte) == CE_None;
  dataset.reset();
  if (!written || session.failed()) return session.error(file.string());
  return memory.save(file);
}

Result<Done> write_fields(const GdalSession& session, const World& world, const std::filesystem::path& file) {
  const MemoryFile memory(".tif");
  Dataset dataset = create_tiff(memory, world.grid, static_cast<int>(kFieldBands.size()), GDT_Float32, "3");
  if (!dataset) return session.error(file.string());
  bool written = true;
  std::vector<float> cells(world.grid.cells());
  for (size_t b = 0; b < kFieldBands.size() && written; ++b) {
    const Raster<float>& raster = world.*kFieldBands[b].raster;
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = world.land[i] != 0 ? raster[i] : kNoData;
    GDALRasterBand& band = *dataset->GetRasterBand(static_cast<int>(b) + 1);
    band.SetDescription(kFieldBands[b].name);
    band.SetNoDataValue(kNoData);
    written = write_band(band, world.grid, cells.data(), GDT_Float32) == CE_None;
  }
  dataset.reset();
  if (!written || session.failed()) return session.error(file.string());
  return memory.save(file);
}

}  // namespace

Result<std::vector<std::string>> write_geotiff(const GeoRequest& request) {
  const GdalSession session;
  const std::filesystem::path layers = request.folder / "layers";
  std::error_code code;
  std::filesystem::create_directory(layers, code);
  if (code) return Error{ErrorKind::io, "could not create " + layers.string() + ": " + code.message()};
  std::vector<std::string> names;
  for (const ClassLayerView& layer : class_layers(request.world)) {
    names.push_back(std::string("layers/") + layer.name + ".tif");
    if (auto written = write_classes(session, layer, request.folder / names.back()); !written)
      return written.error();
  }
  names.push_back("fields.tif");
  if (auto written = write_fields(session, request.world, request.folder / names.back()); !written)
    return written.error();
  return names;
}

}  // namespace fw
