#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_export.h"
#include "render/geo/raster/stored_tiff.h"

namespace fw {
namespace {

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

Result<std::unique_ptr<FieldRows>> open_field(const std::filesystem::path& file, const std::string& band) {
  auto rows = std::make_unique<BandRows>(file);
  if (auto opened = rows->open(band); !opened) return opened.error();
  return std::unique_ptr<FieldRows>(std::move(rows));
}

}  // namespace fw
