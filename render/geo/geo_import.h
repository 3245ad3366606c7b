#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/parallel/progress.h"
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
  bool numbers = false;  ///< classes: the numbers of a colour table count, not its colours
  std::string preferred_band{};  ///< of a file with more than one, where `band` is ""
  Progress progress{};
};

/// What is known of a raster's values beside themselves.
struct RasterValues {
  /// Of samples that are no metres by themselves: the greatest that their type has.
  std::optional<double> largest;
  bool colours = false;            ///< the values are colours, 0xRRGGBB
  double least = 0, greatest = 0;  ///< of heights: of all the file's cells with one
  /// Values without a tag that lie far off all others, which are read as no data; with their cells.
  std::vector<std::pair<double, int64_t>> untagged;
  std::vector<std::pair<int, std::string>> shown;  ///< of numbers of a colour table: as what they are seen
};

/// "#2f6b2f".
inline std::string colour_text(uint32_t rgb) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "#";
  for (int shift = 20; shift >= 0; shift -= 4) text += kDigits[(rgb >> shift) & 15];
  return text;
}

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
  RasterValues values;
  std::vector<std::pair<int, std::string>> words;  ///< what the file itself says that its codes mean
};

Result<std::unique_ptr<RasterSource>> open_raster(const RasterRequest& request);

/// A value of a feature; monostate = none.
using FieldValue = std::variant<std::monostate, double, std::string>;

struct SourceFeature {
  std::vector<std::string> shapes;  ///< WKT in metres of the frame: POINT, LINESTRING, POLYGON, MULTIPOLYGON
  std::vector<FieldValue> fields;   ///< by the layer's fields
  std::string broken{};             ///< what it has in the place of a shape that cannot be read
  bool off_frame = false;           ///< it has no shape because all of it lies far off the frame
  bool no_area = false;             ///< it has none because its polygons are points or lines
};

struct SourceLayer {
  std::string name;
  std::vector<std::string> fields;
  std::vector<SourceFeature> features;
  bool has_shapes = false;         ///< whether its features can have any: a table of columns alone has none
  bool shapes_of_columns = false;  ///< they are points that columns of places or degrees state
  bool is_read = true;             ///< false: it was not asked for, and has its name alone
  int64_t count = 0;               ///< of its features, also where it is not read
  bool comma_is_point = false;     ///< in numbers of its texts
};

/// Where a person says that shapes lie: `units` of the file's coordinates are place.width_m, from the place's
/// corner on; 0 = as many as the file's own box is wide, from its corner on.
struct ShapesPlace {
  StatedPlace place;
  double units = 0;         ///< the width of what the shapes were drawn on
  double units_height = 0;  ///< its height; 0 = with the sides of the frame
};

/// What shapes a list of rows is made of.
enum class ShapesKind { points, lines, areas };

struct VectorRequest {
  std::filesystem::path file;
  FrameOnEarth frame;
  bool mend = true;  ///< polygons that are not valid, coordinates to millimetres; else all comes as drawn
  std::vector<std::string> layers{};  ///< of a file with more than one: those to read; none = all
  bool choose = false;                ///< where it has none of them: the only one with features of that kind
  ShapesKind likes = ShapesKind::areas;
  std::string encoding{};          ///< of texts without a mark; "" = UTF-8
  std::string x{}, y{};            ///< columns of places, metres or as `place` says; "" = of the usual names
  std::string lon{}, lat{};        ///< columns of degrees; "" = of the usual names
  bool points_of_columns = false;  ///< columns of places make shapes even where they are metres
  std::optional<ShapesPlace> place{};
  bool from_top = false;   ///< y counts from the top edge down
  std::string dissolve{};  ///< field whose equal values make one shape of areas; "" = none
  Progress progress{};
};

struct VectorSource {
  std::vector<SourceLayer> layers;
  std::string placed_by;
  int64_t closed = 0;      ///< polygons whose rings did not end where they began
  int64_t mended = 0;      ///< polygons that were not valid
  int64_t tangled = 0;     ///< polygons that cross themselves too often to be mended: taken as drawn
  int64_t simplified = 0;  ///< shapes of more vertices than a row may have
  int64_t cut = 0;         ///< shapes that reach far beyond the frame, cut off there
  int64_t off_parts = 0;   ///< shapes of which a part lies so far off the frame that it is left out
  int64_t dissolved = 0;   ///< features that became part of another's shape
  int64_t views = 0;       ///< layers that are queries, which are not run
  int64_t formulas = 0;    ///< columns that are formulas, which are not computed
};

/// GeoJSON (also a feature a line), GeoPackage, CSV and its like, Shapefile (also zipped), GPX, KML (also
/// KMZ) and FlatGeobuf. What a file is, its bytes say, not its name.
Result<VectorSource> read_vectors(const VectorRequest& request);

}  // namespace fw
