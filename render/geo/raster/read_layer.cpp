#include "render/geo/geo.h"
#include "render/geo/raster/stored_tiff.h"

namespace fw {

Result<Raster<uint8_t>> read_layer(const std::filesystem::path& file) {
  StoredTiff stored;
  if (auto opened = stored.open(file); !opened) return opened.error();
  GDALDataset& dataset = *stored.dataset;
  if (dataset.GetRasterCount() != 1 || dataset.GetRasterBand(1)->GetRasterDataType() != GDT_Byte)
    return stored.refuse("a class layer has one band of type Byte");
  Raster<uint8_t> raster(stored.grid);
  const CPLErr code = dataset.GetRasterBand(1)->RasterIO(GF_Read, 0, 0, stored.grid.columns, stored.grid.rows,
                                                         raster.cells.data(), stored.grid.columns,
                                                         stored.grid.rows, GDT_Byte, 0, 0, nullptr);
  if (code != CE_None || stored.session.failed()) return stored.refuse("its cells are damaged");
  return raster;
}

}  // namespace fw
