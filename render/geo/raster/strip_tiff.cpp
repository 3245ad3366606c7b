#include "render/geo/raster/strip_tiff.h"

#include <cpl_string.h>

#include <algorithm>
#include <cassert>
#include <system_error>

#include "render/geo/gdal_session.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

/// GDAL gives some names a special meaning ("/vsizip/...", "GTIFF_DIR:..."); none begins with two slashes.
std::string plain_name(const std::filesystem::path& file) {
  return "/" + std::filesystem::absolute(file).string();
}

Dataset create(const std::string& name, const StripTiff& tiff) {
  CPLStringList options;
  options.SetNameValue("TILED", "YES");
  options.SetNameValue("BLOCKXSIZE", std::to_string(StripTiff::kTileColumns).c_str());
  options.SetNameValue("BLOCKYSIZE", std::to_string(tiff.strip_rows).c_str());
  options.SetNameValue("COMPRESS", "DEFLATE");
  options.SetNameValue("ZLEVEL", "1");
  options.SetNameValue("PREDICTOR", "3");
  options.SetNameValue("INTERLEAVE", "BAND");
  options.SetNameValue("BIGTIFF", "IF_SAFER");
  options.SetNameValue("NUM_THREADS", std::to_string(tiff.threads).c_str());
  GDALDriver* const driver = GetGDALDriverManager()->GetDriverByName("GTiff");
  Dataset dataset(driver->Create(name.c_str(), tiff.grid.columns, tiff.grid.rows,
                                 static_cast<int>(tiff.bands.size()), GDT_Float32, options.List()));
  if (!dataset) return nullptr;
  const OGRSpatialReference crs = engineering_crs();
  auto transform = geotransform(tiff.grid);
  bool described =
      dataset->SetSpatialRef(&crs) == CE_None && dataset->SetGeoTransform(transform.data()) == CE_None;
  for (const auto& [key, value] : tiff.metadata)
    described = described && dataset->SetMetadataItem(key.c_str(), value.c_str()) == CE_None;
  for (size_t b = 0; b < tiff.bands.size(); ++b)
    dataset->GetRasterBand(static_cast<int>(b) + 1)->SetDescription(tiff.bands[b].c_str());
  return described ? std::move(dataset) : nullptr;
}

/// Writes whole tiles and releases them: GDAL would otherwise cache a share of the machine's memory.
bool write_rows(GDALRasterBand& band, int columns, int first_row, int rows, std::vector<float>& strip) {
  return band.RasterIO(GF_Write, 0, first_row, columns, rows, strip.data(), columns, rows, GDT_Float32, 0, 0,
                       nullptr) == CE_None &&
         band.FlushCache(false) == CE_None;
}

/// True when every strip of every band is written; false after a failure or when cancelled.
bool fill_bands(const GdalSession& session, GDALDataset& dataset, const StripTiff& tiff,
                const FillStrip& fill, const Progress& progress) {
  const GridSpec& grid = tiff.grid;
  std::vector<float> strip(static_cast<size_t>(grid.columns) *
                           static_cast<size_t>(std::min(tiff.strip_rows, grid.rows)));
  for (int row = 0; row < grid.rows; row += tiff.strip_rows) {
    const int rows = std::min(tiff.strip_rows, grid.rows - row);
    for (size_t b = 0; b < tiff.bands.size(); ++b) {
      if (progress.cancelled()) return false;
      const auto cells = static_cast<size_t>(grid.columns) * static_cast<size_t>(rows);
      fill(b, row, rows, std::span(strip).first(cells));
      GDALRasterBand& band = *dataset.GetRasterBand(static_cast<int>(b) + 1);
      if (!write_rows(band, grid.columns, row, rows, strip) || session.failed()) return false;
    }
    progress.at("strips", static_cast<double>(row + rows) / grid.rows);
  }
  return true;
}

}  // namespace

Result<Done> write_strips(const std::filesystem::path& file, const StripTiff& tiff, const FillStrip& fill,
                          const Progress& progress) {
  assert(!tiff.bands.empty() && tiff.strip_rows > 0 && tiff.strip_rows % 16 == 0);
  const GdalSession session;
  std::error_code ignored;
  Dataset dataset = create(plain_name(file), tiff);
  const bool filled = dataset && fill_bands(session, *dataset, tiff, fill, progress);
  dataset.reset();
  if (filled && !session.failed()) return Done{};
  std::filesystem::remove(file, ignored);
  if (progress.cancelled() && !session.failed())
    return Error{ErrorKind::cancelled, "cancelled; nothing was written"};
  return session.error(file.string());
}

}  // namespace fw
