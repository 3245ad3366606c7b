#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "core/base/lower_case.h"
#include "core/base/number_text.h"
#include "render/geo/file_bytes.h"
#include "render/geo/import/raster_source.h"

namespace fw {
namespace {

constexpr int64_t kMostBlockBytes = int64_t{192} << 20;
constexpr int64_t kStripBytes = int64_t{4} << 20;  // of files whose rows can be read one by one
constexpr size_t kMostSideBytes = size_t{1} << 20;
constexpr size_t kMostBandsShown = 24;

/// Metres in one unit of a band; nothing for a unit that is no length.
std::optional<double> unit_m(const std::string& stated) {
  const std::string unit = lower_case(stated);
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

bool is_driver(GDALDataset& dataset, std::string_view name) {
  return std::string_view(dataset.GetDriverName()) == name;
}

/// Whether a JPEG is stored in passes over the whole picture.
bool is_progressive(std::string_view jpeg) {
  for (size_t at = 2; at + 4 <= jpeg.size() && jpeg[at] == '\xFF';) {
    const auto marker = static_cast<uint8_t>(jpeg[at + 1]);
    if (marker == 0xC2) return true;
    if (marker == 0xC0 || marker == 0xC1 || marker == 0xDA) return false;
    at += 2 + (size_t{static_cast<uint8_t>(jpeg[at + 2])} << 8) + static_cast<uint8_t>(jpeg[at + 3]);
  }
  return false;
}

/// Whether any cell can only be read with the whole picture.
bool is_whole(GDALDataset& dataset, const std::string& file) {
  constexpr size_t kInterlaceByte = 28;  // of a PNG's first chunk
  if (is_driver(dataset, "PNG")) return file.size() > kInterlaceByte && file[kInterlaceByte] != 0;
  return is_driver(dataset, "JPEG") && is_progressive(file);
}

/// What must be held to read any cell: a strip or tile with all bands, or the whole picture.
double bytes_at_once(GDALDataset& dataset, GDALRasterBand& band, const std::string& file) {
  int columns = 0, rows = 0;
  band.GetBlockSize(&columns, &rows);
  double size = GDALGetDataTypeSizeBytes(band.GetRasterDataType());
  if (is_whole(dataset, file)) {
    columns = dataset.GetRasterXSize();
    rows = dataset.GetRasterYSize();
    if (is_driver(dataset, "JPEG")) size = 2;  // coefficients
  }
  return static_cast<double>(columns) * rows * size * dataset.GetRasterCount();
}

std::string band_list(GDALDataset& dataset) {
  std::string text;
  for (int b = 1; b <= dataset.GetRasterCount(); ++b) {
    if (b > static_cast<int>(kMostBandsShown)) return text + ", ...";
    GDALRasterBand& band = *dataset.GetRasterBand(b);
    std::string name = band.GetDescription();
    const GDALColorInterp says = band.GetColorInterpretation();
    if (name.empty() && says >= GCI_RedBand && says <= GCI_AlphaBand)
      name = lower_case(GDALGetColorInterpretationName(says));
    text += (text.empty() ? "" : ", ") + std::to_string(b) + (name.empty() ? "" : " (" + name + ")");
  }
  return text;
}

/// The band of a name or a number from 1 on; null where there is none.
GDALRasterBand* band_called(GDALDataset& dataset, const std::string& wanted) {
  for (int b = 1; b <= dataset.GetRasterCount(); ++b)
    if (!wanted.empty() &&
        (wanted == std::to_string(b) || wanted == dataset.GetRasterBand(b)->GetDescription()))
      return dataset.GetRasterBand(b);
  return nullptr;
}

/// Red, green and blue, and alpha where there is one.
std::vector<GDALRasterBand*> colour_bands(GDALDataset& dataset) {
  std::vector<GDALRasterBand*> found(4, nullptr);
  for (int b = 1; b <= dataset.GetRasterCount(); ++b) {
    GDALRasterBand* const band = dataset.GetRasterBand(b);
    const int place = band->GetColorInterpretation() - GCI_RedBand;
    const GDALDataType type = band->GetRasterDataType();
    if (place < 0 || place > 3 || (type != GDT_Byte && type != GDT_UInt16)) continue;
    if (found[static_cast<size_t>(place)] == nullptr) found[static_cast<size_t>(place)] = band;
  }
  for (size_t k = 0; k < 3; ++k)
    if (found[k] == nullptr) return {};
  if (found[3] == nullptr) found.pop_back();
  return found;
}

/// Values that programs put where they have none.
const std::set<double>& usual_gaps() {
  static const std::set<double> values{-9999, -99999, -999999, -999,          -32768,       -32767,
                                       32767, 9999,   99999,   -10000,        -1e20,        1e20,
                                       -1e30, 1e30,   65535,   -2147483648.0, 2147483647.0, 4294967295.0};
  return values;
}
bool is_usual_gap(double value) {
  constexpr double kBeyondAll = 1e19;  // as -3.4e38
  return std::fabs(value) >= kBeyondAll || usual_gaps().contains(value);
}

/// Whether a value may have a word.
bool may_be_code(double value) {
  return value >= 0 && value <= 65535;
}

/// One of the files beside a picture, whatever the case of its name's end.
std::filesystem::path beside(const std::filesystem::path& file, const std::vector<std::string>& ends) {
  std::error_code problem;
  for (std::filesystem::directory_iterator at(file.parent_path().empty() ? "." : file.parent_path(), problem),
       end;
       !problem && at != end; at.increment(problem)) {
    std::string name = at->path().filename().string();
    const std::string stem = file.stem().string(), whole = file.filename().string();
    for (const std::string& base : {stem, whole}) {
      if (!name.starts_with(base)) continue;
      const std::string rest = lower_case(name.substr(base.size()));
      if (std::find(ends.begin(), ends.end(), rest) != ends.end()) return at->path();
    }
  }
  return {};
}

/// Six lines of numbers: the sides of a cell, and the middle of the north-west one.
Result<Affine> world_file(const std::filesystem::path& file, const std::filesystem::path& side) {
  auto bytes = read_bytes(side, kMostSideBytes);
  if (!bytes) return bytes.error();
  std::array<double, 6> v{};
  const char* at = bytes.value().data();
  const char* const end = at + bytes.value().size();
  bool good = true;
  for (double& value : v) {
    while (at != end && std::isspace(static_cast<unsigned char>(*at))) ++at;
    if (at != end && *at == '+') ++at;
    const auto read = read_double(at, end, value);
    good = good && read.ec == std::errc();
    at = read.ptr;
    if (at != end && *at == ',' && good) good = false;
  }
  if (!good)
    return cannot_read(file,
                       side.filename().string() +
                           " beside it states no place: expected six lines with a number each, with a point");
  return Affine{v[4] - v[0] / 2 - v[2] / 2, v[0], v[2], v[5] - v[1] / 2 - v[3] / 2, v[1], v[3]};
}

/// An affine map that brings cells to places.
bool is_a_place(const Affine& t, int columns, int rows) {
  constexpr double kMost = 1e12, kLeast = 1e-12;  // of coordinates and of a cell's side
  const double across = std::hypot(t[1], t[4]), down = std::hypot(t[2], t[5]);
  const double turn = std::fabs(t[1] * t[5] - t[2] * t[4]);
  for (const double v : t)
    if (!std::isfinite(v)) return false;
  const double far = std::max({std::fabs(t[0]), std::fabs(t[3]), across * columns, down * rows});
  return far < kMost && across > kLeast && down > kLeast && turn > 1e-9 * across * down;
}

std::string affine_text(const Affine& t) {
  std::string text;
  for (const double v : t) text += (text.empty() ? "" : ", ") + rounded_text(v);
  return text;
}

/// The file's name in memory: GDAL tells some formats by it.
std::string raster_suffix(const std::filesystem::path& file, std::string_view bytes) {
  const std::string end = lower_case(file.extension().string());
  if (end == ".hgt") {
    std::string name = file.stem().string();
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return "/" + name + ".hgt";
  }
  return bytes.starts_with("\xFF\xD8\xFF") ? ".jpg" : end == ".asc" ? ".asc" : ".raster";
}

/// What a picture is that no driver here reads.
const char* other_picture(std::string_view bytes) {
  if (bytes.starts_with("\x76\x2f\x31\x01")) return "an OpenEXR picture";
  if (bytes.starts_with("GIF8")) return "a GIF";
  if (bytes.starts_with("BM")) return "a BMP";
  if (bytes.starts_with("RIFF") && bytes.substr(8).starts_with("WEBP")) return "a WebP picture";
  if (bytes.starts_with(std::string_view("\0\0\0\x0CjP", 6))) return "a JPEG 2000";
  if (bytes.starts_with("8BPS")) return "a Photoshop document";
  return nullptr;
}

}  // namespace

Result<Done> SourceBand::choose(const RasterRequest& request) {
  GDALDataset& dataset = *dataset_;
  if (!request.band.empty()) {
    band_ = band_called(dataset, request.band);
    channels_ = {band_};
    if (band_ != nullptr) return Done{};
    return cannot_read(file_, "it has no band " + request.band + "; expected one of " + band_list(dataset));
  }
  if (GDALRasterBand* const preferred = band_called(dataset, request.preferred_band)) {
    band_ = preferred;
    channels_ = {band_};
    return Done{};
  }
  const std::vector<int> bands = value_bands(dataset);
  if (bands.empty())
    return cannot_read(file_, "it has no band but alpha; --band 1 reads that: " + band_list(dataset));
  band_ = dataset.GetRasterBand(bands[0]);
  channels_ = {band_};
  const bool numbers = request.numbers || dataset.GetMetadataItem("code_1") != nullptr;
  if (bands.size() == 1) {
    const bool table =
        band_->GetColorInterpretation() == GCI_PaletteIndex && band_->GetColorTable() != nullptr;
    if (table && !request.classes) kind_ = CellKind::greys_of_table;
    const bool lossy = is_driver(dataset, "JPEG");  // its black is nearly 0: greys by how they look
    if ((table || lossy) && request.classes && !numbers) kind_ = CellKind::colours;
    return Done{};
  }
  const std::vector<GDALRasterBand*> colours = colour_bands(dataset);
  if (colours.empty())
    return cannot_read(file_, "it has more than one band; --band names one of " + band_list(dataset));
  channels_ = colours;
  kind_ = request.classes && !numbers ? CellKind::colours : CellKind::greys_of_bands;
  return Done{};
}

/// How many rows are held at once: those of a row of blocks, so that each is unpacked once.
Result<Done> SourceBand::plan_strips(const RasterRequest&) {
  if (const double held = bytes_at_once(*dataset_, *band_, bytes_);
      held > static_cast<double>(kMostBlockBytes))
    return cannot_read(file_, "its cells can only be read " +
                                  std::to_string(static_cast<int64_t>(held) >> 20) +
                                  " MiB at once, and the limit is " + std::to_string(kMostBlockBytes >> 20) +
                                  "; write it anew without interlacing, in strips or tiles");
  type_ = band_->GetRasterDataType();
  const int64_t row_bytes =
      int64_t{columns()} * GDALGetDataTypeSizeBytes(type_) * static_cast<int64_t>(channels_.size());
  int block_columns = 0, block_rows = 0;
  band_->GetBlockSize(&block_columns, &block_rows);
  const bool in_order = is_driver(*dataset_, "PNG") || is_driver(*dataset_, "JPEG");
  if (in_order && row_bytes * rows() <= kMostBlockBytes) block_rows = rows();  // a step back begins anew
  any_order_ = !in_order || block_rows == rows();
  if (row_bytes * block_rows > kMostBlockBytes)
    return cannot_read(file_, "a row of its tiles has " + std::to_string((row_bytes * block_rows) >> 20) +
                                  " MiB, and the limit is " + std::to_string(kMostBlockBytes >> 20) +
                                  "; write it anew in smaller tiles or strips");
  const auto more = static_cast<int>(std::max<int64_t>(1, kStripBytes / (row_bytes * block_rows)));
  strip_rows_ = std::min(rows(), block_rows * more);
  return Done{};
}

Result<Done> SourceBand::hold(int row) {
  if (row >= strip_first_ && row < strip_end_) return Done{};
  const GdalSession session;
  strip_first_ = row / strip_rows_ * strip_rows_;
  strip_end_ = strip_first_;
  const int count = std::min(strip_rows_, rows() - strip_first_);
  const auto cells = static_cast<size_t>(columns()) * static_cast<size_t>(count);
  const auto size = static_cast<size_t>(GDALGetDataTypeSizeBytes(type_));
  strip_.resize(channels_.size());
  for (std::vector<char>& channel : strip_) channel.resize(cells * size);
  if (has_mask_) mask_.resize(cells);
  // Block by block: a request for whole rows would unpack each block anew for every row.
  const auto take = [&](GDALRasterBand& from, char* out, GDALDataType type) -> Result<bool> {
    const auto bytes = static_cast<size_t>(GDALGetDataTypeSizeBytes(type));
    const size_t stride = static_cast<size_t>(columns()) * bytes;
    int across = 0, down = 0;
    from.GetBlockSize(&across, &down);
    for (int top = strip_first_; top < strip_first_ + count; top = (top / down + 1) * down)
      for (int left = 0; left < columns(); left += across) {
        if (progress_.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
        const int width = std::min(across, columns() - left);
        const int height = std::min((top / down + 1) * down, strip_first_ + count) - top;
        char* const at =
            out + stride * static_cast<size_t>(top - strip_first_) + static_cast<size_t>(left) * bytes;
        if (from.RasterIO(GF_Read, left, top, width, height, at, width, height, type,
                          static_cast<GSpacing>(bytes), static_cast<GSpacing>(stride), nullptr) != CE_None)
          return false;
      }
    return true;
  };
  bool good = true;
  for (size_t k = 0; good && k < channels_.size(); ++k) {
    const auto taken = take(*channels_[k], strip_[k].data(), type_);
    if (!taken) return taken.error();
    good = taken.value();
  }
  if (good && has_mask_) {
    const auto taken = take(*band_->GetMaskBand(), reinterpret_cast<char*>(mask_.data()), GDT_Byte);
    if (!taken) return taken.error();
    good = taken.value();
  }
  if (!good || session.failed())
    return cannot_read(file_, "its cells are damaged (" + session.first_failure() + ")");
  strip_end_ = strip_first_ + count;
  return Done{};
}

/// One row of the strip at hand as it stands in the file, without scale.
Result<Done> SourceBand::take_row(int row, std::span<float> out) const {
  const auto stride = static_cast<size_t>(columns()), from = static_cast<size_t>(row - strip_first_) * stride;
  const auto size = static_cast<size_t>(GDALGetDataTypeSizeBytes(type_));
  std::vector<std::vector<float>> rows(channels_.size());
  for (size_t k = 0; k < channels_.size(); ++k) {
    rows[k].resize(stride);
    GDALCopyWords(const_cast<char*>(strip_[k].data() + from * size), type_, static_cast<int>(size),
                  rows[k].data(), GDT_Float32, sizeof(float), static_cast<int>(stride));
  }
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  const GDALColorTable* const table = band_->GetColorTable();
  const float wide = type_ == GDT_UInt16 ? 257.0F : 1.0F;  // 16 bits as 8
  const auto colour = [](int r, int g, int b) { return static_cast<float>((r << 16) | (g << 8) | b); };
  constexpr int kSeen = 128;  // of alpha
  for (size_t i = 0; i < stride; ++i) {
    const float value = rows[0][i];
    switch (kind_) {
      case CellKind::samples:
        out[i] = value;
        break;
      case CellKind::greys_of_bands:
        if (rows[1][i] != value || rows[2][i] != value)
          return cannot_read(file_,
                             "its bands are not equal, so it is no grey picture; --band names one of " +
                                 band_list(*dataset_));
        out[i] = rows.size() > 3 && rows[3][i] == 0 ? kNone : value;
        break;
      case CellKind::greys_of_table:
      case CellKind::colours: {
        if (rows.size() > 1) {
          const bool seen = rows.size() < 4 || rows[3][i] / wide >= kSeen;
          const auto byte = [&](size_t k) { return static_cast<int>(rows[k][i] / wide + 0.5F); };
          out[i] = seen ? colour(byte(0), byte(1), byte(2)) : kNone;
          break;
        }
        if (table == nullptr) {
          const int grey = static_cast<int>(value / wide + 0.5F);
          out[i] = colour(grey, grey, grey);
          break;
        }
        const GDALColorEntry* const entry = table->GetColorEntry(static_cast<int>(value));
        if (entry == nullptr || entry->c4 < kSeen) {
          out[i] = kNone;
        } else if (kind_ == CellKind::colours) {
          out[i] = colour(entry->c1, entry->c2, entry->c3);
        } else if (entry->c1 != entry->c2 || entry->c1 != entry->c3) {
          return cannot_read(file_,
                             "it is an indexed picture with colours that are no greys; heights are shades of "
                             "grey: write it as a grey picture, or --band 1 reads its numbers");
        } else {
          out[i] = static_cast<float>(entry->c1);
        }
        break;
      }
    }
    const bool counts = (!has_mask_ || mask_[from + i] != 0) &&
                        !(no_data_ && kind_ == CellKind::samples && value == static_cast<float>(*no_data_));
    if (!counts || !std::isfinite(out[i])) out[i] = kNone;
  }
  return Done{};
}

Result<Done> SourceBand::read(int first_row, std::span<float> out) {
  const auto stride = static_cast<size_t>(columns());
  for (size_t done = 0; done < out.size(); done += stride) {
    const int row = first_row + static_cast<int>(done / stride);
    const std::span<float> cells = out.subspan(done, stride);
    if (const auto held = hold(row); !held) return held;
    if (const auto taken = take_row(row, cells); !taken) return taken;
    for (const auto& [value, count] : untagged_)
      for (float& cell : cells)
        if (cell == static_cast<float>(value)) cell = std::numeric_limits<float>::quiet_NaN();
    if (scale_ != 1 || offset_ != 0)
      for (float& cell : cells) cell = static_cast<float>(static_cast<double>(cell) * scale_ + offset_);
    for (float& cell : cells)
      if (!std::isfinite(cell)) cell = std::numeric_limits<float>::quiet_NaN();
  }
  return Done{};
}

Result<bool> SourceBand::all_grey() {
  std::vector<float> cells(static_cast<size_t>(columns()));
  for (int row = 0; row < rows(); ++row) {
    if (const auto held = hold(row); !held) return held.error();
    if (const auto taken = take_row(row, cells); !taken) return taken.error();
    for (const float cell : cells) {
      if (std::isnan(cell)) continue;
      const int c = static_cast<int>(cell);
      if ((c >> 16) != ((c >> 8) & 255) || (c & 255) != (c >> 16)) return false;
    }
  }
  return true;
}

Result<Done> SourceBand::look_at_values(bool codes) {
  constexpr double kFarOff = 0.1;  // of the range of the others
  constexpr double kLeastFarOff_m = 10;
  std::map<double, int64_t> usual;
  double low = INFINITY, high = -INFINITY;
  std::vector<float> cells(static_cast<size_t>(columns()));
  for (int row = 0; row < rows(); ++row) {
    if (const auto held = hold(row); !held) return held;
    if (const auto taken = take_row(row, cells); !taken) return taken;
    for (const float cell : cells) {
      if (std::isnan(cell)) continue;
      const auto value = static_cast<double>(cell);
      if (kind_ == CellKind::samples && is_usual_gap(value) && (!codes || !may_be_code(value))) {
        ++usual[value];
        continue;
      }
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  // From the nearest to the others outwards: one that is near is a height like them.
  const double range = std::max(high - low, 0.0);
  std::vector<std::pair<double, int64_t>> outwards(usual.begin(), usual.end());
  const auto gap = [&](double v) { return std::max({low - v, v - high, 0.0}); };
  std::sort(outwards.begin(), outwards.end(),
            [&](const auto& a, const auto& b) { return gap(a.first) < gap(b.first); });
  for (const auto& [value, count] : outwards) {
    const bool alone = !(low <= high);  // nothing else is there
    if (alone ? value > -9999 : gap(value) <= std::max(kFarOff * range, kLeastFarOff_m)) {
      low = std::min(low, value);
      high = std::max(high, value);
    } else {
      untagged_.emplace_back(value, count);
    }
  }
  const auto metres = [&](double v) { return v * scale_ + offset_; };
  least_ = std::min(metres(low), metres(high));
  greatest_ = std::max(metres(low), metres(high));
  return Done{};
}

Result<Done> SourceBand::read_place(const RasterRequest& request) {
  Affine t{};
  const bool own = dataset_->GetGeoTransform(t.data()) == CE_None;
  if (own) affine = t;
  if (const OGRSpatialReference* const found = dataset_->GetSpatialRef();
      found != nullptr && !found->IsEmpty())
    crs = *found;
  const std::vector<std::string> ends =
      is_driver(*dataset_, "PNG")     ? std::vector<std::string>{".pgw", ".pngw"}
      : is_driver(*dataset_, "JPEG")  ? std::vector<std::string>{".jgw", ".jpgw", ".jpegw"}
      : is_driver(*dataset_, "GTiff") ? std::vector<std::string>{".tfw", ".tifw", ".tiffw"}
                                      : std::vector<std::string>{};
  std::filesystem::path world = beside(file_, ends);
  if (world.empty() && !ends.empty()) world = beside(file_, {".wld"});
  const bool by_ground_points = dataset_->GetGCPCount() > 0;
  if (!world.empty() && (own || request.place)) {
    unused_file = world.filename().string();
  } else if (!world.empty()) {
    const auto stated = world_file(file_, world);
    if (!stated) return stated.error();
    affine = stated.value();
    place_file = world.filename().string();
  } else if (own && side_ && !is_driver(*dataset_, "GTiff")) {
    place_file = file_.filename().string() + ".aux.xml";
  }
  if (!crs)
    if (const std::filesystem::path projection = beside(file_, {".prj"}); !projection.empty()) {
      auto text = read_bytes(projection, kMostSideBytes);
      if (!text) return text.error();
      const GdalSession quiet;
      OGRSpatialReference read;
      read.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
      if (read.importFromWkt(text.value().c_str()) != OGRERR_NONE)
        return cannot_read(
            file_, projection.filename().string() + " beside it states no CRS that can be understood");
      if (read.IsProjected() || read.IsGeographic()) read.morphFromESRI();
      crs = read;
      place_file += (place_file.empty() ? "" : " and ") + projection.filename().string();
    }
  if (!affine && by_ground_points && !request.place)
    return cannot_read(
        file_,
        "it says by ground control points where it lies, which are not followed; bring it to a grid "
        "first (gdalwarp), or state --place x,y,width_m");
  if (affine && !request.place && !is_a_place(*affine, columns(), rows()))
    return cannot_read(file_,
                       (place_file.empty() ? "its geotransform" : place_file) +
                           " brings its cells to no place: found " + affine_text(*affine) +
                           ", expected numbers with cells of some size; write it anew, or state --place "
                           "x,y,width_m");
  return Done{};
}

Result<std::unique_ptr<SourceBand>> SourceBand::open(const RasterRequest& request) {
  auto bytes = read_bytes(request.file, kMostSourceBytes);
  if (!bytes) return bytes.error();
  const char* const other = other_picture(bytes.value());
  if (other != nullptr)
    return cannot_read(request.file,
                       std::string("it is ") + other + ", which is not read; write it as GeoTIFF or PNG");
  const GdalSession session;
  const std::string suffix = raster_suffix(request.file, bytes.value());
  std::unique_ptr<SourceBand> source(new SourceBand(request.file, std::move(bytes).value(), suffix));
  source->progress_ = request.progress;
  // What GIS programs say of a picture in a file beside it. It is read in memory, so nothing is ever written.
  if (const auto aux = beside(request.file, {".aux.xml"}); !aux.empty()) {
    auto content = read_bytes(aux, kMostSideBytes);
    if (!content) return content.error();
    source->side_bytes_ = std::move(content).value();
    source->side_ = std::make_unique<MemoryFile>(source->memory_, suffix + ".aux.xml", source->side_bytes_);
    CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "YES");
  }
  const std::array<const char*, 6> drivers{"GTiff", "PNG", "JPEG", "AAIGrid", "SRTMHGT", nullptr};
  source->dataset_.reset(GDALDataset::Open(source->memory_.name(), GDAL_OF_RASTER | GDAL_OF_READONLY,
                                           drivers.data(), nullptr, nullptr));
  if (!source->dataset_) {
    if (suffix.starts_with("/"))
      return cannot_read(
          request.file,
          "its name must say where it lies, as N47E015.hgt, and it must have the bytes of 1201, "
          "3601 or 1801 x 3601 samples; --raw 1201x1201,big reads others");
    return cannot_read(request.file, "it is no GeoTIFF, PNG, JPEG or Esri grid (.asc)" +
                                         (session.failed() ? " (" + session.first_failure() + ")" : ""));
  }
  if (source->columns() > kMostSourceSide || source->rows() > kMostSourceSide)
    return cannot_read(request.file, "it is " + std::to_string(source->columns()) + " x " +
                                         std::to_string(source->rows()) + " cells, and the limit is " +
                                         std::to_string(kMostSourceSide) +
                                         " a side; cut it to the frame, or write it with larger cells");
  if (const auto chosen = source->choose(request); !chosen) return chosen.error();
  if (const auto planned = source->plan_strips(request); !planned) return planned.error();
  if (GDALDataTypeIsComplex(source->type_))
    return cannot_read(request.file, "its samples are complex numbers");
  const int flags = source->band_->GetMaskFlags();
  int has_no_data = 0;
  const double no_data = source->band_->GetNoDataValue(&has_no_data);
  if (has_no_data && flags == GMF_NODATA) source->no_data_ = no_data;
  source->has_mask_ = source->channels_.size() == 1 && (flags & (GMF_ALL_VALID | GMF_NODATA)) == 0 &&
                      (request.band.empty() || source->band_->GetColorInterpretation() != GCI_AlphaBand);
  if (const auto placed = source->read_place(request); !placed) return placed.error();
  if (source->kind_ == CellKind::colours && source->channels_.size() > 1 &&
      !is_driver(*source->dataset_, "JPEG")) {
    const auto grey = source->all_grey();
    if (!grey) return grey.error();
    if (grey.value()) source->kind_ = CellKind::greys_of_bands;
  }
  if (!request.classes) {
    const std::optional<double> metres = unit_m(source->band_->GetUnitType());
    if (!metres)
      return cannot_read(request.file, std::string("its heights are in \"") + source->band_->GetUnitType() +
                                           "\"; expected metres or feet");
    source->scale_ = source->band_->GetScale() * *metres;
    source->offset_ = source->band_->GetOffset() * *metres;
  }
  const bool no_gaps =
      source->type_ == GDT_Byte || source->type_ == GDT_UInt16 || source->kind_ != CellKind::samples;
  if (!request.classes || !no_gaps)
    if (const auto looked = source->look_at_values(request.classes); !looked) return looked.error();
  return source;
}

}  // namespace fw
