#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/field/area_resample.h"

// Files of other programs, read into the metres of a world's frame (docs/hand-files.md, 2).
namespace fw {

/// A larger file is not read.
inline constexpr size_t kMostSourceBytes = size_t{256} << 20;
inline constexpr int kMostSourceSide = 16384;
inline constexpr size_t kMostFeatures = 100000;

/// A world's frame and where its middle lies.
struct FrameOnEarth {
  double width_m = 0, height_m = 0;
  double anchor_lon_deg = 0, anchor_lat_deg = 0;
};

/// Where a person says that a file lies: its south-west corner and its width.
struct StatedPlace {
  double x_m = 0, y_m = 0, width_m = 0;
};

/// A file of bare 16-bit samples.
struct Raw16 {
  int columns = 0, rows = 0;
  bool big_endian = false;
  bool south_first = false;
};

struct RasterRequest {
  std::filesystem::path file;
  FrameOnEarth frame;
  std::string band;  ///< number from 1 or name; "" = the only one
  std::optional<StatedPlace> place;
  std::optional<Raw16> raw;
  bool classes = false;  ///< codes: as stored, never between two of them; else values with scale and offset
  std::string preferred_band{};  ///< of a file with more than one, where `band` is ""
};

/// One band of a raster file, its sides along the frame's axes. A file whose sides lie otherwise is sampled
/// at twice its own cells.
class RasterSource {
 public:
  virtual ~RasterSource() = default;
  /// Rows of `place` from `first_row` on; NaN = no data. Rows are asked for from north to south.
  virtual Result<Done> read(int first_row, std::span<float> out) = 0;

  RasterPlace place;
  double cell_m = 0;      ///< of the file, along the frame's longer side
  std::string placed_by;  ///< for people: "its coordinates are metres of the frame"
  int64_t outside = 0;    ///< of the file's cells: with a centre that is not in the frame
  int64_t file_cells = 0;
  std::optional<double>
      largest;  ///< of samples that are no metres by themselves: the greatest their type has
  std::vector<std::pair<int, std::string>> words;  ///< what the file itself says that its codes mean
};

Result<std::unique_ptr<RasterSource>> open_raster(const RasterRequest& request);

/// A value of a feature; monostate = none.
using FieldValue = std::variant<std::monostate, double, std::string>;

struct SourceFeature {
  std::vector<std::string> shapes;  ///< WKT in metres of the frame: POINT, LINESTRING, POLYGON, MULTIPOLYGON
  std::vector<FieldValue> fields;   ///< by the layer's fields
  std::string broken{};             ///< what it has in the place of a shape that cannot be read
};

struct SourceLayer {
  std::string name;
  std::vector<std::string> fields;
  std::vector<SourceFeature> features;
  bool has_shapes = false;  ///< whether its features can have any: a table of columns alone has none
};

struct VectorRequest {
  std::filesystem::path file;
  FrameOnEarth frame;
  bool mend = true;  ///< polygons that are not valid, coordinates to millimetres; else all comes as drawn
};

struct VectorSource {
  std::vector<SourceLayer> layers;
  std::string placed_by;
  int64_t closed = 0;      ///< polygons whose rings did not end where they began
  int64_t mended = 0;      ///< polygons that were not valid
  int64_t simplified = 0;  ///< shapes of more vertices than a row may have
  int64_t views = 0;       ///< layers that are queries, which are not run
};

/// GeoJSON, GeoPackage or CSV.
Result<VectorSource> read_vectors(const VectorRequest& request);

}  // namespace fw
