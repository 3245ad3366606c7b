#include "render/geo/import/raster_source.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/number_text.h"
#include "render/geo/file_bytes.h"

namespace fw {
namespace {

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

/// The greatest sample of a file whose samples are shades, not metres: a picture, or whole numbers from 0 on
/// of a TIFF that says neither where it lies nor in what its heights are.
std::optional<double> largest_of(SourceBand& band) {
  const std::string_view driver = band.dataset().GetDriverName();
  const GDALDataType type = band.band().GetRasterDataType();
  const bool whole = type == GDT_Byte || type == GDT_UInt16 || type == GDT_UInt32;
  if (band.kind() == CellKind::greys_of_table) return 255.0;
  const bool picture = driver == "PNG" || driver == "JPEG" || band.kind() == CellKind::greys_of_bands;
  const bool bare = driver == "GTiff" && whole && !band.affine && !band.crs &&
                    *band.band().GetUnitType() == '\0' && band.band().GetScale() == 1 &&
                    band.band().GetOffset() == 0;
  if (!picture && !bare) return std::nullopt;
  if (const char* bits = band.band().GetMetadataItem("NBITS", "IMAGE_STRUCTURE"))
    return std::pow(2.0, std::clamp(std::atoi(bits), 1, 32)) - 1;
  return type == GDT_UInt32 ? 4294967295.0 : type == GDT_UInt16 ? 65535.0 : 255.0;
}

/// The colours of a table's entries, for people.
std::vector<std::pair<int, std::string>> shown_colours(GDALRasterBand& band) {
  std::vector<std::pair<int, std::string>> shown;
  const GDALColorTable* const table = band.GetColorTable();
  if (table == nullptr) return shown;
  for (int k = 0; k < std::min(table->GetColorEntryCount(), 256); ++k) {
    const GDALColorEntry& c = *table->GetColorEntry(k);
    shown.emplace_back(
        k, colour_text(static_cast<uint32_t>((c.c1 & 255) << 16 | (c.c2 & 255) << 8 | (c.c3 & 255))));
  }
  return shown;
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
  const Affine t = band->affine.value_or(Affine{});
  const std::optional<Extent> extent =
      band->affine ? extent_of(t, band->columns(), band->rows()) : std::nullopt;
  std::optional<GeoPlacement> placed;
  const std::string by = band->place_file.empty() ? "" : " (" + band->place_file + ")";
  if (!request.place) {
    auto found =
        place_by_coordinates(band->crs ? &*band->crs : nullptr, extent, request.frame, request.file.string());
    if (!found) return found.error();
    placed = std::move(found).value();
    if (!placed && extent)
      return cannot_read(request.file, "it has no CRS, and its coordinates" + by + ", " +
                                           rounded_text(extent->west) + " to " + rounded_text(extent->east) +
                                           " by " + rounded_text(extent->south) + " to " +
                                           rounded_text(extent->north) +
                                           ", are no metres of the frame; state --place x,y,width_m");
    if (placed) placed->text += by;
  }
  if (placed && (placed->to_frame || t[2] != 0 || t[4] != 0 || t[1] < 0)) {
    if (band->any_order()) return turned_source(std::move(band), std::move(*placed), t, request);
    return cannot_read(
        request.file,
        "its rows can only be read from the top down, and its sides lie across the frame's axes; "
        "write it as GeoTIFF");
  }
  const bool south_first = placed && t[5] > 0;
  if (south_first && !band->any_order())
    return cannot_read(request.file,
                       "its rows run from south to north and can only be read from the top down; "
                       "write it as GeoTIFF");
  RasterPlace place{
      band->columns(), band->rows(), t[0], south_first ? t[3] + band->rows() * t[5] : t[3], t[1],
      std::fabs(t[5])};
  std::string text = placed ? placed->text : stated_text(request);
  if (!band->unused_file.empty()) text += "; " + band->unused_file + " beside it is not used";
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
  source->values.largest = 65535.0;
  describe(*source, place.value(), request.frame);
  return source;
}

}  // namespace

Result<std::unique_ptr<RasterSource>> open_raster(const RasterRequest& request) {
  if (request.raw) return raw_source(request);
  auto band = SourceBand::open(request);
  if (!band) return band.error();
  const GdalSession session;
  SourceBand& of = *band.value();
  RasterValues values;
  if (!request.classes || of.kind() != CellKind::colours) values.largest = largest_of(of);
  values.colours = of.kind() == CellKind::colours;
  values.least = of.least();
  values.greatest = of.greatest();
  values.untagged = of.untagged();
  values.shown = shown_colours(of.band());
  auto words = words_of(of.dataset());
  auto source = placed_source(std::move(band).value(), request);
  if (!source) return source.error();
  source.value()->values = std::move(values);
  source.value()->words = std::move(words);
  return source;
}

}  // namespace fw
