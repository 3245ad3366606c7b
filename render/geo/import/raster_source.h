#pragma once

#include <gdal_priv.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "render/geo/gdal_session.h"
#include "render/geo/geo_import.h"
#include "render/geo/import/placement.h"

namespace fw {

/// What is read of a picture as one number a cell.
enum class CellKind {
  samples,         ///< of one band
  colours,         ///< 0xRRGGBB, of a colour table or of three bands
  greys_of_table,  ///< brightness of a table of greys, 0 to 255
  greys_of_bands,  ///< of three bands that are equal in every cell
};

/// One band of a raster file in memory, as floats; NaN = no data.
class SourceBand {
 public:
  static Result<std::unique_ptr<SourceBand>> open(const RasterRequest& request);

  /// Rows as the file has them, from `first_row` on. Strips and tiles are read once as long as rows come in
  /// order.
  Result<Done> read(int first_row, std::span<float> out);

  int columns() const { return dataset_->GetRasterXSize(); }
  int rows() const { return dataset_->GetRasterYSize(); }
  GDALDataset& dataset() const { return *dataset_; }
  GDALRasterBand& band() const { return *band_; }
  const std::filesystem::path& file() const { return file_; }
  CellKind kind() const { return kind_; }
  /// Whether rows can be read again, and from the last to the first, in little time.
  bool any_order() const { return any_order_; }

  /// Reads all once: finds values that stand for no data without a tag, which are NaN from now on, and the
  /// range of the others. `codes`: those that may be codes are.
  Result<Done> look_at_values(bool codes);
  double least() const { return least_; }
  double greatest() const { return greatest_; }
  const std::vector<std::pair<double, int64_t>>& untagged() const { return untagged_; }

  /// What a file beside it or the file itself says of its place, in GDAL's order; nothing where nobody does.
  std::optional<Affine> affine;
  std::optional<OGRSpatialReference> crs;
  std::string place_file;   ///< name of the file beside it that says so
  std::string unused_file;  ///< name of one that does not count

 private:
  explicit SourceBand(std::filesystem::path file, std::string bytes, const std::string& suffix)
      : file_(std::move(file)), bytes_(std::move(bytes)), memory_(suffix, bytes_) {}

  Result<Done> choose(const RasterRequest& request);
  Result<Done> plan_strips(const RasterRequest& request);
  Result<bool> all_grey();
  Result<Done> hold(int row);
  Result<Done> take_row(int row, std::span<float> out) const;
  Result<Done> read_place(const RasterRequest& request);

  std::filesystem::path file_;
  std::string bytes_;
  MemoryFile memory_;
  std::unique_ptr<MemoryFile> side_;
  std::string side_bytes_;
  Dataset dataset_;  // closed before the bytes go
  GDALRasterBand* band_ = nullptr;
  CellKind kind_ = CellKind::samples;
  std::vector<GDALRasterBand*> channels_;  ///< of what is read: one, or red, green, blue and alpha
  GDALDataType type_ = GDT_Byte;           ///< they are held in
  bool any_order_ = true;
  int strip_rows_ = 1, strip_first_ = 0, strip_end_ = 0;
  std::vector<std::vector<char>> strip_;  ///< by channel
  std::vector<uint8_t> mask_;             ///< of the strip; empty = all counts
  bool has_mask_ = false;
  std::optional<double> no_data_;
  std::vector<std::pair<double, int64_t>> untagged_;
  double least_ = 0, greatest_ = 0;
  double scale_ = 1, offset_ = 0;
  Progress progress_;
};

/// Any other place: the file's cells by way of `placed` and its affine map, sampled on a grid along the
/// frame's axes of half their size, but at most kMostSourceSide columns of the frame.
Result<std::unique_ptr<RasterSource>> turned_source(std::unique_ptr<SourceBand> band, GeoPlacement placed,
                                                    const Affine& affine, const RasterRequest& request);

}  // namespace fw
