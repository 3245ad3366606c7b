#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/field/raster.h"
#include "render/geo/file_bytes.h"
#include "render/geo/gdal_session.h"
#include "render/geo/geo.h"
#include "render/geo/geo_export.h"

namespace fw {
namespace {

/// A GeoTIFF of a stored render, opened in memory.
struct StoredTiff {
  GdalSession session;
  std::filesystem::path file;
  std::string bytes;
  std::unique_ptr<MemoryFile> memory;
  Dataset dataset;
  GridSpec grid;

  Result<Done> open(const std::filesystem::path& path);
  Error refuse(const std::string& why) const;
};

constexpr size_t kMostFileBytes = size_t{1} << 30;

// A few compressed bytes can claim any size: check the size before allocating.
constexpr int kMostSide = 1 << 15;

Error refused_tiff(const std::filesystem::path& file, const std::string& why) {
  return {ErrorKind::io, "could not read " + file.string() + ": " + why};
}

/// The grid of a stored render's GeoTIFF: square cells over a frame whose south-west corner is the origin;
/// its size is checked before anything is allocated.
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

/// The file stays on the disk: fields of 8192^2 cells take more than a gigabyte.
class BandRows : public FieldRows {
 public:
  explicit BandRows(std::filesystem::path file) : file_(std::move(file)) {}
  ~BandRows() override {
    const GdalSession session;
    dataset_.reset();
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  BandRows(const BandRows&) = delete;
  BandRows& operator=(const BandRows&) = delete;

  Result<Done> open(const std::string& band) {
    const GdalSession session;
    descriptor_ = ::open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status {};
    if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode))
      return refused_tiff(file_, "it cannot be opened, or is not a plain file");
    // By number: GDAL takes some names for more than a name.
    const std::string name = "/proc/self/fd/" + std::to_string(descriptor_);
    const std::array<const char*, 2> drivers{"GTiff", nullptr};
    dataset_.reset(
        GDALDataset::Open(name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, drivers.data(), nullptr, nullptr));
    if (!dataset_) return refused_tiff(file_, "it is not a GeoTIFF");
    const Result<GridSpec> found = stored_grid(*dataset_, file_);
    if (!found) return found.error();
    grid = found.value();
    for (int k = 1; k <= dataset_->GetRasterCount() && band_ == nullptr; ++k) {
      GDALRasterBand* const one = dataset_->GetRasterBand(k);
      if (band == one->GetDescription() && one->GetRasterDataType() == GDT_Float32) band_ = one;
    }
    if (band_ == nullptr) return refused_tiff(file_, "it has no band " + band);
    return Done{};
  }

  Result<Done> read(int first, std::span<float> out) override {
    const GdalSession session;
    const int rows = static_cast<int>(out.size() / static_cast<size_t>(grid.columns));
    const CPLErr code = band_->RasterIO(GF_Read, 0, first, grid.columns, rows, out.data(), grid.columns, rows,
                                        GDT_Float32, 0, 0, nullptr);
    if (code != CE_None || session.failed()) return refused_tiff(file_, "its cells are damaged");
    return Done{};
  }

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
  Dataset dataset_;
  GDALRasterBand* band_ = nullptr;
};

}  // namespace

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

Result<std::unique_ptr<FieldRows>> open_field(const std::filesystem::path& file, const std::string& band) {
  auto rows = std::make_unique<BandRows>(file);
  if (auto opened = rows->open(band); !opened) return opened.error();
  return std::unique_ptr<FieldRows>(std::move(rows));
}

}  // namespace fw
