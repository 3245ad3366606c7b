#include "render/geo/import/raster_source.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/number_text.h"
#include "render/geo/file_bytes.h"

namespace fw {
namespace {

constexpr int64_t kMostBlockBytes = int64_t{192} << 20;

/// Metres in one unit of a band; nothing for a unit that is no length.
std::optional<double> unit_m(std::string unit) {
  for (char& c : unit) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (unit.empty() || unit == "m" || unit == "metre" || unit == "meter" || unit == "metres" ||
      unit == "meters")
    return 1.0;
  if (unit == "ft" || unit == "foot" || unit == "feet") return 0.3048;
  return std::nullopt;
}

/// The bands that hold values: an alpha band says which of them count.
std::vector<int> value_bands(GDALDataset& dataset) {
  std::vector<int> bands;
  for (int b = 1; b <= dataset.GetRasterCount(); ++b)
    if (dataset.GetRasterBand(b)->GetColorInterpretation() != GCI_AlphaBand) bands.push_back(b);
  return bands;
}

/// What must be held to read any cell: a strip or tile with all bands, or the whole of an interlaced PNG.
double bytes_at_once(GDALDataset& dataset, GDALRasterBand& band, const std::string& file) {
  constexpr size_t kInterlaceByte = 28;  // of a PNG's first chunk
  int columns = 0, rows = 0;
  band.GetBlockSize(&columns, &rows);
  const bool png = std::string_view(dataset.GetDriverName()) == "PNG";
  if (png && file.size() > kInterlaceByte && file[kInterlaceByte] != 0) {
    columns = dataset.GetRasterXSize();
    rows = dataset.GetRasterYSize();
  }
  return static_cast<double>(columns) * rows * GDALGetDataTypeSizeBytes(band.GetRasterDataType()) *
         dataset.GetRasterCount();
}

std::string band_list(GDALDataset& dataset, const std::vector<int>& bands) {
  constexpr size_t kMostShown = 24;
  std::string text;
  for (const int b : bands) {
    if (b > static_cast<int>(kMostShown)) return text + ", ...";
    const std::string name = dataset.GetRasterBand(b)->GetDescription();
    text += (text.empty() ? "" : ", ") + std::to_string(b) + (name.empty() ? "" : " (" + name + ")");
  }
  return text;
}

Result<int> choose_band(GDALDataset& dataset, const RasterRequest& request) {
  const std::vector<int> bands = value_bands(dataset);
  if (bands.empty()) return cannot_read(request.file, "it has no band of values");
  if (request.band.empty() && bands.size() == 1) return bands[0];
  const std::string& wanted = request.band.empty() ? request.preferred_band : request.band;
  for (const int b : bands)
    if (!wanted.empty() &&
        (wanted == std::to_string(b) || wanted == dataset.GetRasterBand(b)->GetDescription()))
      return b;
  return cannot_read(request.file,
                     (request.band.empty() ? "it has more than one band" : "it has no band " + request.band) +
                         "; expected one of " + band_list(dataset, bands));
}

constexpr double kSameAspect = 0.01;

class AlignedSource : public RasterSource {
 public:
  AlignedSource(std::unique_ptr<SourceBand> band, bool south_first)
      : band_(std::move(band)), south_first_(south_first) {}

  Result<Done> read(int first_row, std::span<float> out) override {
    if (!south_first_) return band_->read(first_row, out);
    const auto stride = static_cast<size_t>(place.columns);
    const auto count = static_cast<int>(out.size() / stride);
    if (const auto done = band_->read(place.rows - first_row - count, out); !done) return done;
    for (size_t low = 0, high = static_cast<size_t>(count) - 1; low < high; ++low, --high)
      std::swap_ranges(out.begin() + static_cast<std::ptrdiff_t>(low * stride),
                       out.begin() + static_cast<std::ptrdiff_t>((low + 1) * stride),
                       out.begin() + static_cast<std::ptrdiff_t>(high * stride));
    return Done{};
  }

 private:
  std::unique_ptr<SourceBand> band_;
  bool south_first_;
};

class RawSource : public RasterSource {
 public:
  RawSource(std::string bytes, const Raw16& raw) : bytes_(std::move(bytes)), raw_(raw) {}

  Result<Done> read(int first_row, std::span<float> out) override {
    const auto stride = static_cast<size_t>(raw_.columns);
    for (size_t i = 0; i < out.size(); ++i) {
      const size_t row = static_cast<size_t>(first_row) + i / stride;
      const size_t at =
          2 * ((raw_.south_first ? static_cast<size_t>(raw_.rows) - 1 - row : row) * stride + i % stride);
      const auto first = static_cast<uint8_t>(bytes_[at]), second = static_cast<uint8_t>(bytes_[at + 1]);
      out[i] = static_cast<float>(raw_.big_endian ? first * 256 + second : second * 256 + first);
    }
    return Done{};
  }

 private:
  std::string bytes_;
  Raw16 raw_;
};

std::optional<Extent> extent_of(const Affine& t, int columns, int rows) {
  Extent e{INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (const int c : {0, columns})
    for (const int r : {0, rows}) {
      const double x = t[0] + c * t[1] + r * t[2], y = t[3] + c * t[4] + r * t[5];
      e = {std::min(e.west, x), std::min(e.south, y), std::max(e.east, x), std::max(e.north, y)};
    }
  const bool good = std::isfinite(e.west) && std::isfinite(e.south) && std::isfinite(e.east) &&
                    std::isfinite(e.north) && e.east > e.west && e.north > e.south;
  return good ? std::optional(e) : std::nullopt;
}

/// What the file says that its codes mean: the items code_1, code_2, ... that our own layers have; of regions
/// with their owner.
std::vector<std::pair<int, std::string>> words_of(GDALDataset& dataset) {
  std::vector<std::pair<int, std::string>> words;
  const auto item = [&](const char* name, int code) {
    return dataset.GetMetadataItem((name + std::to_string(code)).c_str());
  };
  for (int code = 1; code <= 255; ++code)
    if (const char* word = item("code_", code)) {
      const char* const owner = item("owner_", code);
      words.emplace_back(code, owner == nullptr ? word : std::string(word) + " (" + owner + ")");
    }
  return words;
}

/// Sides along the frame's axes, or along its rows from south to north: the file's own cells.
std::unique_ptr<RasterSource> aligned_source(std::unique_ptr<SourceBand> band, const RasterPlace& place,
                                             bool south_first) {
  auto source = std::make_unique<AlignedSource>(std::move(band), south_first);
  source->place = place;
  return source;
}

/// A cell's side along the frame's longer side.
double cell_along(const RasterPlace& place, const FrameOnEarth& frame) {
  return frame.width_m >= frame.height_m ? place.cell_width_m : place.cell_height_m;
}

/// The cells of a raster along the axes with a centre outside the frame.
int64_t cells_outside(const RasterPlace& place, const FrameOnEarth& frame) {
  int64_t columns = 0, rows = 0;
  for (int c = 0; c < place.columns; ++c) {
    const double x = place.centre(c, 0).x;
    columns += x >= 0 && x <= frame.width_m;
  }
  for (int r = 0; r < place.rows; ++r) {
    const double y = place.centre(0, r).y;
    rows += y >= 0 && y <= frame.height_m;
  }
  return int64_t{place.columns} * place.rows - columns * rows;
}

/// The third rule of placing: stated, or stretched over the frame where the sides fit to 1 %.
Result<RasterPlace> place_without_coordinates(int columns, int rows, const RasterRequest& request) {
  const FrameOnEarth& frame = request.frame;
  if (request.place) {
    const StatedPlace& at = *request.place;
    const double cell_m = at.width_m / columns;
    return RasterPlace{columns, rows, at.x_m, at.y_m + rows * cell_m, cell_m, cell_m};
  }
  const double aspect = static_cast<double>(columns) / rows, of_frame = frame.width_m / frame.height_m;
  if (std::fabs(aspect / of_frame - 1) > kSameAspect)
    return cannot_read(request.file,
                       "it says nowhere where it lies, and its " + std::to_string(columns) + " x " +
                           std::to_string(rows) + " cells do not fit a frame of " +
                           number_text(frame.width_m) + " x " + number_text(frame.height_m) +
                           " m to 1 %; state --place x,y,width_m of its south-west corner and its width");
  return RasterPlace{columns, rows, 0, frame.height_m, frame.width_m / columns, frame.height_m / rows};
}

/// The greatest sample of a file whose samples are shades, not metres.
std::optional<double> largest_of(SourceBand& band) {
  if (std::string_view(band.dataset().GetDriverName()) != "PNG") return std::nullopt;
  if (const char* bits = band.band().GetMetadataItem("NBITS", "IMAGE_STRUCTURE"))
    return static_cast<double>((1 << std::clamp(std::atoi(bits), 1, 16)) - 1);
  return band.band().GetRasterDataType() == GDT_UInt16 ? 65535.0 : 255.0;
}

void describe(RasterSource& source, const RasterPlace& place, const FrameOnEarth& frame) {
  source.place = place;
  source.cell_m = cell_along(place, frame);
  source.file_cells = int64_t{place.columns} * place.rows;
  source.outside = cells_outside(place, frame);
}

std::string stated_text(const RasterRequest& request) {
  return request.place ? "where --place states" : "stretched over the frame";
}

Result<std::unique_ptr<RasterSource>> placed_source(std::unique_ptr<SourceBand> band,
                                                    const RasterRequest& request) {
  Affine t{};
  const bool has_affine = band->dataset().GetGeoTransform(t.data()) == CE_None;
  const std::optional<Extent> extent =
      has_affine ? extent_of(t, band->columns(), band->rows()) : std::nullopt;
  std::optional<GeoPlacement> placed;
  if (!request.place) {
    auto found =
        place_by_coordinates(band->dataset().GetSpatialRef(), extent, request.frame, request.file.string());
    if (!found) return found.error();
    placed = std::move(found).value();
    if (!placed && extent)
      return cannot_read(request.file, "it has no CRS, and its coordinates, " + rounded_text(extent->west) +
                                           " to " + rounded_text(extent->east) + " by " +
                                           rounded_text(extent->south) + " to " +
                                           rounded_text(extent->north) +
                                           ", are no metres of the frame; state --place x,y,width_m");
  }
  if (placed && (placed->to_frame || t[2] != 0 || t[4] != 0 || t[1] < 0))
    return turned_source(std::move(band), std::move(*placed), t, request.frame, request.classes);
  const bool south_first = placed && t[5] > 0;
  RasterPlace place{
      band->columns(), band->rows(), t[0], south_first ? t[3] + band->rows() * t[5] : t[3], t[1],
      std::fabs(t[5])};
  std::string text = placed ? placed->text : stated_text(request);
  if (!placed) {
    const auto stated = place_without_coordinates(band->columns(), band->rows(), request);
    if (!stated) return stated.error();
    place = stated.value();
  }
  auto source = aligned_source(std::move(band), place, south_first);
  source->placed_by = std::move(text);
  describe(*source, place, request.frame);
  return source;
}

/// A file of bare samples.
Result<std::unique_ptr<RasterSource>> raw_source(const RasterRequest& request) {
  const Raw16& raw = *request.raw;
  auto bytes = read_bytes(request.file, kMostSourceBytes);
  if (!bytes) return bytes.error();
  const size_t expected = size_t{2} * static_cast<size_t>(raw.columns) * static_cast<size_t>(raw.rows);
  if (bytes.value().size() != expected)
    return cannot_read(request.file, "found " + std::to_string(bytes.value().size()) + " bytes, expected " +
                                         std::to_string(expected) + " for " + std::to_string(raw.columns) +
                                         " x " + std::to_string(raw.rows) + " samples of 16 bits");
  const auto place = place_without_coordinates(raw.columns, raw.rows, request);
  if (!place) return place.error();
  std::unique_ptr<RasterSource> source = std::make_unique<RawSource>(std::move(bytes).value(), raw);
  source->placed_by = stated_text(request);
  source->largest = 65535.0;
  describe(*source, place.value(), request.frame);
  return source;
}

}  // namespace

Result<std::unique_ptr<SourceBand>> SourceBand::open(const RasterRequest& request) {
  auto bytes = read_bytes(request.file, kMostSourceBytes);
  if (!bytes) return bytes.error();
  const GdalSession session;
  std::unique_ptr<SourceBand> source(new SourceBand(request.file, std::move(bytes).value(), ".raster"));
  const std::array<const char*, 3> drivers{"GTiff", "PNG", nullptr};
  source->dataset_.reset(GDALDataset::Open(source->memory_.name(), GDAL_OF_RASTER | GDAL_OF_READONLY,
                                           drivers.data(), nullptr, nullptr));
  if (!source->dataset_)
    return cannot_read(request.file, "it is no GeoTIFF and no PNG" +
                                         (session.failed() ? " (" + session.first_failure() + ")" : ""));
  if (source->columns() > kMostSourceSide || source->rows() > kMostSourceSide)
    return cannot_read(request.file, "it is " + std::to_string(source->columns()) + " x " +
                                         std::to_string(source->rows()) + " cells, and the limit is " +
                                         std::to_string(kMostSourceSide) +
                                         " a side; cut it to the frame, or write it with larger cells");
  const Result<int> number = choose_band(*source->dataset_, request);
  if (!number) return number.error();
  source->band_ = source->dataset_->GetRasterBand(number.value());
  if (const double held = bytes_at_once(*source->dataset_, *source->band_, source->bytes_);
      held > static_cast<double>(kMostBlockBytes))
    return cannot_read(request.file,
                       "its cells can only be read " + std::to_string(static_cast<int64_t>(held) >> 20) +
                           " MiB at once, and the limit is " + std::to_string(kMostBlockBytes >> 20) +
                           "; write it anew without interlacing, in strips or tiles");
  if (GDALDataTypeIsComplex(source->band_->GetRasterDataType()))
    return cannot_read(request.file, "its samples are complex numbers");
  if (!request.classes) {
    const std::optional<double> metres = unit_m(source->band_->GetUnitType());
    if (!metres)
      return cannot_read(request.file, std::string("its heights are in \"") + source->band_->GetUnitType() +
                                           "\"; expected metres or feet");
    source->scale_ = source->band_->GetScale() * *metres;
    source->offset_ = source->band_->GetOffset() * *metres;
  }
  return source;
}

Result<Done> SourceBand::read(int first_row, std::span<float> out) {
  const GdalSession session;
  const int count = static_cast<int>(out.size() / static_cast<size_t>(columns()));
  bool good = band_->RasterIO(GF_Read, 0, first_row, columns(), count, out.data(), columns(), count,
                              GDT_Float32, 0, 0, nullptr) == CE_None;
  if (good && (band_->GetMaskFlags() & GMF_ALL_VALID) == 0) {
    std::vector<uint8_t> mask(out.size());
    good = band_->GetMaskBand()->RasterIO(GF_Read, 0, first_row, columns(), count, mask.data(), columns(),
                                          count, GDT_Byte, 0, 0, nullptr) == CE_None;
    for (size_t i = 0; i < out.size(); ++i)
      if (mask[i] == 0) out[i] = NAN;
  }
  if (!good || session.failed())
    return cannot_read(file_, "its cells are damaged (" + session.first_failure() + ")");
  if (scale_ != 1 || offset_ != 0)
    for (float& value : out) value = static_cast<float>(static_cast<double>(value) * scale_ + offset_);
  for (float& value : out)
    if (!std::isfinite(value)) value = NAN;
  return Done{};
}

Result<std::unique_ptr<RasterSource>> open_raster(const RasterRequest& request) {
  if (request.raw) return raw_source(request);
  auto band = SourceBand::open(request);
  if (!band) return band.error();
  const GdalSession session;
  const std::optional<double> largest = largest_of(*band.value());
  auto words = words_of(band.value()->dataset());
  auto source = placed_source(std::move(band).value(), request);
  if (!source) return source.error();
  source.value()->largest = largest;
  source.value()->words = std::move(words);
  return source;
}

}  // namespace fw
