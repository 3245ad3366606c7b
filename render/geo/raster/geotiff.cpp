#include <cpl_string.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <tuple>

#include "core/model/world/world_layers.h"
#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"
#include "render/geo/raster/class_colours.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

constexpr float kNoData = -9999.0f;

bool is_band(const WorldLayer& layer) {
  return layer.exported && layer.values != nullptr;
}

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

/// Closes the dataset, then keeps its file if all of it was written.
Result<Done> save_tiff(const GdalSession& session, const MemoryFile& memory, Dataset& dataset, bool written,
                       const std::filesystem::path& file) {
  dataset.reset();
  if (!written || session.failed()) return session.error(file.string());
  return memory.save(file);
}

/// Ids, labels and colours of codes, as every raster of classes has them.
void state_classes(GDALDataset& dataset, const std::string& name, const ClassLayerView& layer) {
  GDALColorTable colours;
  dataset.SetMetadataItem("layer", name.c_str());
  for (size_t code = 0; code < layer.classes.size(); ++code) {
    const auto& [slug, label, rgb] = layer.classes[code];
    const GDALColorEntry entry{rgb[0], rgb[1], rgb[2], 255};
    colours.SetColorEntry(static_cast<int>(code), &entry);
    dataset.SetMetadataItem(("code_" + std::to_string(code)).c_str(), slug.c_str());
    if (!label.empty() && label != slug)
      dataset.SetMetadataItem(("label_" + std::to_string(code)).c_str(), label.c_str());
  }
  GDALRasterBand& band = *dataset.GetRasterBand(1);
  band.SetColorTable(&colours);
  band.SetDescription(name.c_str());
}

/// Whose each region is, so that an import of the layer knows: "neutral" or the faction's id.
void state_owners(GDALDataset& dataset, const World& world) {
  for (size_t k = 0; k < world.regions.size(); ++k) {
    const Region& region = world.regions[k];
    const std::string& owner = world.vocabulary.factions[static_cast<size_t>(region.owner)].id;
    dataset.SetMetadataItem(("owner_" + std::to_string(k + 1)).c_str(),
                            region.neutral ? "neutral" : owner.c_str());
  }
}

Result<Done> write_classes(const GdalSession& session, const World& world, const ClassLayerView& layer,
                           const std::filesystem::path& file) {
  const GridSpec& grid = layer.codes->grid;
  const MemoryFile memory(".tif");
  Dataset dataset = create_tiff(memory, grid, 1, GDT_Byte, "1");
  if (!dataset) return session.error(file.string());
  state_classes(*dataset, layer.name, layer);
  if (layer.codes == &world.region) state_owners(*dataset, world);
  const bool written =
      write_band(*dataset->GetRasterBand(1), grid, layer.codes->cells.data(), GDT_Byte) == CE_None;
  return save_tiff(session, memory, dataset, written, file);
}

/// A sum of bits a cell, without colours.
Result<Done> write_hand_bits(const GdalSession& session, const Raster<uint8_t>& bits,
                             const std::filesystem::path& file) {
  const MemoryFile memory(".tif");
  Dataset dataset = create_tiff(memory, bits.grid, 1, GDT_Byte, "1");
  if (!dataset) return session.error(file.string());
  dataset->SetMetadataItem("layer", "hand");
  for (size_t k = 0; k < kHandBitSlugs.size(); ++k)
    dataset->SetMetadataItem(("bit_" + std::to_string(1 << k)).c_str(),
                             std::string(kHandBitSlugs[k]).c_str());
  GDALRasterBand& band = *dataset->GetRasterBand(1);
  band.SetDescription("hand");
  const bool written = write_band(band, bits.grid, bits.cells.data(), GDT_Byte) == CE_None;
  return save_tiff(session, memory, dataset, written, file);
}

Result<Done> write_fields(const GdalSession& session, const World& world, const std::vector<FieldBand>* more,
                          const std::filesystem::path& file) {
  const MemoryFile memory(".tif");
  const auto own = std::count_if(kWorldLayers.begin(), kWorldLayers.end(), is_band);
  const int bands = static_cast<int>(own) + (more != nullptr ? static_cast<int>(more->size()) : 0);
  Dataset dataset = create_tiff(memory, world.grid, bands, GDT_Float32, "3");
  if (!dataset) return session.error(file.string());
  bool written = true;
  std::vector<float> cells(world.grid.cells());
  int number = 0;
  const auto add = [&](const std::string& name, const auto& value_of) {
    if (!written) return;
    for (size_t i = 0; i < cells.size(); ++i) {
      const float value = world.land[i] != 0 ? value_of(i) : kNoData;
      cells[i] = std::isfinite(value) ? value : kNoData;
    }
    GDALRasterBand& band = *dataset->GetRasterBand(++number);
    band.SetDescription(name.c_str());
    band.SetNoDataValue(kNoData);
    written = write_band(band, world.grid, cells.data(), GDT_Float32) == CE_None;
  };
  const auto add_layer = [&](const WorldLayer& layer) {
    add(std::string(layer.slug), [&](size_t cell) { return told_value(layer, world, cell); });
  };
  const WorldLayer& last = layer_of(&World::detail_m);
  for (const WorldLayer& layer : kWorldLayers)
    if (is_band(layer) && &layer != &last) add_layer(layer);
  if (more != nullptr)
    for (const FieldBand& band : *more) add(band.name, [&](size_t cell) { return band.values[cell]; });
  add_layer(last);
  return save_tiff(session, memory, dataset, written, file);
}

/// The ground under water and the water's level, without gaps, both with their detail.
Result<Done> write_elevation(const GdalSession& session, const World& world,
                             const std::filesystem::path& file) {
  const MemoryFile memory(".tif");
  Dataset dataset = create_tiff(memory, world.grid, 2, GDT_Float32, "3");
  if (!dataset) return session.error(file.string());
  bool written = true;
  int number = 0;
  for (const WorldLayer* layer : {&layer_of(&World::bed_m), &layer_of(&World::surface_m)}) {
    GDALRasterBand& band = *dataset->GetRasterBand(++number);
    band.SetDescription(std::string(layer->slug).c_str());
    band.SetUnitType("m");
    const Raster<float> raster = told_values(*layer, world);
    written = written && write_band(band, world.grid, raster.cells.data(), GDT_Float32) == CE_None;
  }
  return save_tiff(session, memory, dataset, written, file);
}

/// Of the travel ground, whose squares are not the world's cells.
bool place_travel(GDALDataset& dataset, const TravelMap& travel) {
  std::array<double, 6> transform{0, travel.spacing_m, 0, travel.top_m, 0, -travel.spacing_m};
  return dataset.SetGeoTransform(transform.data()) == CE_None;
}

/// The faction that arrives first, with the factions' colours.
Result<Done> write_control(const GdalSession& session, const World& world, const TravelMap& travel,
                           const std::filesystem::path& file) {
  const GridSpec grid{travel.side, travel.side, travel.spacing_m};
  const MemoryFile memory(".tif");
  Dataset dataset = create_tiff(memory, grid, 1, GDT_Byte, "1");
  if (!dataset || !place_travel(*dataset, travel)) return session.error(file.string());
  for (const ClassLayerView& layer : class_layers(world))
    if (layer.codes == &world.faction) state_classes(*dataset, "control", layer);
  const bool written = write_band(*dataset->GetRasterBand(1), grid, travel.first.data(), GDT_Byte) == CE_None;
  return save_tiff(session, memory, dataset, written, file);
}

/// Times to the first and the second faction's seats, and how near these are to each other.
Result<Done> write_travel(const GdalSession& session, const TravelMap& travel,
                          const std::filesystem::path& file) {
  const GridSpec grid{travel.side, travel.side, travel.spacing_m};
  const MemoryFile memory(".tif");
  Dataset dataset = create_tiff(memory, grid, 3, GDT_Float32, "3");
  if (!dataset || !place_travel(*dataset, travel)) return session.error(file.string());
  std::vector<float> contest(grid.cells());
  for (size_t node = 0; node < contest.size(); ++node)
    contest[node] = std::isfinite(travel.reach_s[node]) ? travel.contest(node) : kNoData;
  bool written = true;
  int number = 0;
  for (const auto& [name, unit, values] : {std::tuple("reach_s", "s", &travel.reach_s),
                                           {"second_s", "s", &travel.second_s},
                                           {"contest", "", &contest}}) {
    std::vector<float> cells = *values;
    for (float& v : cells)
      if (!std::isfinite(v)) v = kNoData;
    GDALRasterBand& band = *dataset->GetRasterBand(++number);
    band.SetDescription(name);
    band.SetUnitType(unit);
    band.SetNoDataValue(kNoData);
    written = written && write_band(band, grid, cells.data(), GDT_Float32) == CE_None;
  }
  return save_tiff(session, memory, dataset, written, file);
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
    names.push_back("layers/" + layer.name + ".tif");
    if (auto written = write_classes(session, request.world, layer, request.folder / names.back()); !written)
      return written.error();
  }
  if (request.hand_bits != nullptr) {
    names.push_back("layers/hand.tif");
    if (auto written = write_hand_bits(session, *request.hand_bits, request.folder / names.back()); !written)
      return written.error();
  }
  if (request.travel != nullptr) {
    names.push_back("layers/control.tif");
    if (auto written = write_control(session, request.world, *request.travel, request.folder / names.back());
        !written)
      return written.error();
    names.push_back("travel.tif");
    if (auto written = write_travel(session, *request.travel, request.folder / names.back()); !written)
      return written.error();
  }
  names.push_back("fields.tif");
  if (auto written = write_fields(session, request.world, request.more_fields, request.folder / names.back());
      !written)
    return written.error();
  if (has_layer(layer_of(&World::bed_m), request.world)) {
    names.push_back("elevation.tif");
    if (auto written = write_elevation(session, request.world, request.folder / names.back()); !written)
      return written.error();
  }
  return names;
}

}  // namespace fw
