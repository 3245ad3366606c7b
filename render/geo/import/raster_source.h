#pragma once

#include <gdal_priv.h>
#include <memory>
#include <span>
#include <string>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_import.h"
#include "render/geo/import/placement.h"

namespace fw {

/// One band of a raster file in memory, as floats; NaN = no data.
class SourceBand {
 public:
  static Result<std::unique_ptr<SourceBand>> open(const RasterRequest& request);

  /// Rows as the file has them, from `first_row` on.
  Result<Done> read(int first_row, std::span<float> out);

  int columns() const { return dataset_->GetRasterXSize(); }
  int rows() const { return dataset_->GetRasterYSize(); }
  GDALDataset& dataset() const { return *dataset_; }
  GDALRasterBand& band() const { return *band_; }
  const std::filesystem::path& file() const { return file_; }

 private:
  explicit SourceBand(std::filesystem::path file, std::string bytes, const std::string& suffix)
      : file_(std::move(file)), bytes_(std::move(bytes)), memory_(suffix, bytes_) {}

  std::filesystem::path file_;
  std::string bytes_;
  MemoryFile memory_;
  Dataset dataset_;  // closed before the bytes go
  GDALRasterBand* band_ = nullptr;
  double scale_ = 1, offset_ = 0;
};

/// Any other place: the file's cells by way of `placed` and its affine map, sampled on a grid along the
/// frame's axes of half their size, but at most kMostSourceSide columns of the frame.
Result<std::unique_ptr<RasterSource>> turned_source(std::unique_ptr<SourceBand> band, GeoPlacement placed,
                                                    const Affine& affine, const FrameOnEarth& frame,
                                                    bool classes);

}  // namespace fw
