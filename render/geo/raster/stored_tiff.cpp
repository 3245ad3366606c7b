#include "render/geo/raster/stored_tiff.h"

#include <array>
#include <cmath>

#include "render/geo/file_bytes.h"

namespace fw {
namespace {

constexpr size_t kMostFileBytes = size_t{1} << 30;
// A few compressed bytes can claim any size: check the size before allocating.
constexpr int kMostSide = 1 << 15;

}  // namespace

Error refused_tiff(const std::filesystem::path& file, const std::string& why) {
  return {ErrorKind::io, "could not read " + file.string() + ": " + why};
}

Result<GridSpec> stored_grid(GDALDataset& dataset, const std::filesystem::path& file) {
  const int columns = dataset.GetRasterXSize();
  const int rows = dataset.GetRasterYSize();
  if (columns > kMostSide || rows > kMostSide)
    return Error{ErrorKind::limit, file.string() + " is " + std::to_string(columns) + " x " +
                                       std::to_string(rows) + " cells; the limit is " +
                                       std::to_string(kMostSide) + " a side"};
  std::array<double, 6> t{};
  if (dataset.GetGeoTransform(t.data()) != CE_None || !(t[1] > 0) || t[5] != -t[1] || t[2] != 0 ||
      t[4] != 0 || t[0] != 0 || !(std::fabs(t[3] - rows * t[1]) <= 1e-6 * t[3]))
    return refused_tiff(file, "its cells are not a square grid whose south-west corner is the origin");
  return GridSpec{columns, rows, t[1]};
}

Error StoredTiff::refuse(const std::string& why) const {
  return refused_tiff(file, why);
}

Result<Done> StoredTiff::open(const std::filesystem::path& path) {
  file = path;
  auto read = read_bytes(file, kMostFileBytes);
  if (!read) return read.error();
  bytes = std::move(read).value();
  memory = std::make_unique<MemoryFile>(".tif", bytes);
  const std::array<const char*, 2> drivers{"GTiff", nullptr};
  dataset.reset(
      GDALDataset::Open(memory->name(), GDAL_OF_RASTER | GDAL_OF_READONLY, drivers.data(), nullptr, nullptr));
  if (!dataset) return refuse("it is not a GeoTIFF");
  const Result<GridSpec> found = stored_grid(*dataset, file);
  if (!found) return found.error();
  grid = found.value();
  return Done{};
}

}  // namespace fw
