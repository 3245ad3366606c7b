#include <array>
#include <cmath>

#include "render/geo/file_bytes.h"
#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"

namespace fw {
namespace {

constexpr size_t kMostFileBytes = size_t{1} << 30;
// A few compressed bytes can claim any size: check the size before allocating.
constexpr int kMostSide = 1 << 15;

Error refuse(const std::filesystem::path& file, const std::string& why) {
  return {ErrorKind::io, "could not read " + file.string() + ": " + why};
}

}  // namespace

Result<Raster<uint8_t>> read_layer(const std::filesystem::path& file) {
  auto bytes = read_bytes(file, kMostFileBytes);
  if (!bytes) return bytes.error();
  const GdalSession session;
  const MemoryFile memory(".tif", bytes.value());
  const std::array<const char*, 2> drivers{"GTiff", nullptr};
  const Dataset dataset(
      GDALDataset::Open(memory.name(), GDAL_OF_RASTER | GDAL_OF_READONLY, drivers.data(), nullptr, nullptr));
  if (!dataset) return refuse(file, "it is not a GeoTIFF");
  const int columns = dataset->GetRasterXSize();
  const int rows = dataset->GetRasterYSize();
  if (dataset->GetRasterCount() != 1 || dataset->GetRasterBand(1)->GetRasterDataType() != GDT_Byte)
    return refuse(file, "a class layer has one band of type Byte");
  if (columns > kMostSide || rows > kMostSide)
    return Error{ErrorKind::limit, file.string() + " is " + std::to_string(columns) + " x " +
                                       std::to_string(rows) + " cells; the limit is " +
                                       std::to_string(kMostSide) + " a side"};
  std::array<double, 6> t{};
  if (dataset->GetGeoTransform(t.data()) != CE_None || !(t[1] > 0) || t[5] != -t[1] || t[2] != 0 ||
      t[4] != 0 || t[0] != 0 || !(std::fabs(t[3] - rows * t[1]) <= 1e-6 * t[3]))
    return refuse(file, "its cells are not a square grid whose south-west corner is the origin");
  Raster<uint8_t> raster(GridSpec{columns, rows, t[1]});
  const CPLErr code = dataset->GetRasterBand(1)->RasterIO(GF_Read, 0, 0, columns, rows, raster.cells.data(),
                                                          columns, rows, GDT_Byte, 0, 0, nullptr);
  if (code != CE_None || session.failed()) return refuse(file, "its cells are damaged");
  return raster;
}

}  // namespace fw
