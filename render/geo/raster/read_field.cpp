#include "render/geo/gdal_session.h"
#include "render/geo/geo_export.h"
#include "render/geo/raster/stored_tiff.h"

namespace fw {

Result<Raster<float>> read_field(const std::filesystem::path& file, const std::string& band) {
  StoredTiff stored;
  if (auto opened = stored.open(file); !opened) return opened.error();
  GDALDataset& dataset = *stored.dataset;
  for (int k = 1; k <= dataset.GetRasterCount(); ++k) {
    GDALRasterBand& found = *dataset.GetRasterBand(k);
    if (band != found.GetDescription() || found.GetRasterDataType() != GDT_Float32) continue;
    Raster<float> raster(stored.grid);
    const CPLErr code =
        found.RasterIO(GF_Read, 0, 0, stored.grid.columns, stored.grid.rows, raster.cells.data(),
                       stored.grid.columns, stored.grid.rows, GDT_Float32, 0, 0, nullptr);
    if (code != CE_None || stored.session.failed()) return stored.refuse("its cells are damaged");
    return raster;
  }
  return stored.refuse("it has no band " + band);
}

}  // namespace fw
